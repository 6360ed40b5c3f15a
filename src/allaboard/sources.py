"""Which source files compiled code is made of: a module, and every module that it imports, directly or not.

Numba caches compiled code by its source file and does not notice edits in other files that the code uses. We cache it
in a folder named after a hash of all these files.
"""

import hashlib
import importlib.util
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_HOME = __name__.split(".", maxsplit=1)[0]
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<base>[\w.]+)[ \t]+import[ \t]+(?P<names>\([^)]*\)|[^\n#]+)"
    r"|import[ \t]+(?P<whole>[^\n#]+))",
    re.MULTILINE,
)
_COMMENT = re.compile(r"#[^\n]*")


def digest(modules: Iterable[str]) -> str | None:
    """A hash of the sources of these modules; None if one of them is not a file of an importable package."""
    found: set[str] = set()
    for module in modules:
        if file_of(module) is None:
            return None
        _collect(module, found)
    total = hashlib.sha256()
    for module in sorted(found):
        file = file_of(module)
        assert file is not None
        total.update(module.encode() + b"\0" + file.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def _collect(module: str, found: set[str]) -> None:
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += imports(name)


@cache
def imports(module: str) -> tuple[str, ...]:
    """The modules of its own package and of `allaboard` that a module imports, including its package's `__init__`."""
    file = file_of(module)
    if file is None:
        return ()
    roots = {module.split(".", maxsplit=1)[0], _HOME}
    named: set[str] = {module.rpartition(".")[0]}
    for found in _IMPORT.finditer(file.read_text(encoding="utf-8")):
        if base := found["base"]:
            if base.startswith("."):
                package = module if file.name == "__init__.py" else module.rpartition(".")[0]
                base = importlib.util.resolve_name(base, package)
            named.add(base)
            names = _COMMENT.sub("", found["names"]).strip("() \n")
            named |= {f"{base}.{name.split()[0]}" for name in names.split(",") if name.split()}
        else:
            named |= {name.split()[0] for name in found["whole"].split(",") if name.split()}
    ours = {name for name in named if name.split(".", maxsplit=1)[0] in roots}
    return tuple(sorted(name for name in ours if file_of(name) is not None))


@cache
def file_of(module: str) -> Path | None:
    """The source file of a module of some package; None for anything else, such as a script."""
    root, *rest = module.split(".")
    package = sys.modules.get(root)
    if package is None or not getattr(package, "__path__", None):
        return None
    for folder in package.__path__:
        place = Path(folder, *rest)
        for file in (place / "__init__.py", place.with_suffix(".py")):
            if file.is_file():
                return file
    return None
