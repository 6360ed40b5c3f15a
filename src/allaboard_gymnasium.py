"""Makes the environments known to Gymnasium when a program imports it.

Gymnasium does not search other packages for environments. `allaboard_gymnasium.pth` imports this module when Python
starts. It waits until a program imports Gymnasium, and registers the ids then. It runs in every program of the Python
installation, so it imports nothing itself: other programs pay for one comparison at each import.
"""

import sys

TYPE_CHECKING = False  # `typing` would take longer to import than everything else here
if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    Search = Callable[[str, object, object], ModuleSpec | None]

LIBRARY = "gymnasium"


class Waiting:
    """Finds Gymnasium as Python does, and registers the environments when it has been loaded."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> "ModuleSpec | None":
        """Called for every import. Python goes on with its other finders if the answer is None."""
        if name != LIBRARY:
            return None
        searches = (_search_of(finder) for finder in sys.meta_path)
        others = (search(name, None, None) for search in searches if search)
        spec = next((found for found in others if found is not None), None)
        if spec is None or spec.loader is None:
            return spec
        try:
            load = spec.loader.exec_module

            def load_and_register(module: "ModuleType") -> None:
                load(module)
                if self in sys.meta_path:
                    sys.meta_path.remove(self)
                    _register()

            spec.loader.exec_module = load_and_register  # type: ignore[method-assign]
        except AttributeError:  # a loader of another package, without that method or without room for another one
            return spec
        return spec


def _search_of(finder: object) -> "Search | None":
    """The search of another finder. Finders for Python 3.3 and earlier have none; they are skipped."""
    return None if isinstance(finder, Waiting) else getattr(finder, "find_spec", None)


def _register() -> None:
    """A fault of ours must not stop a program that imports Gymnasium for something else."""
    try:
        from allaboard.environments import register

        register()
    except Exception as error:
        import warnings

        fault = f"All Aboard's environments could not be registered: {type(error).__name__}: {error}"
        try:
            warnings.warn(fault, stacklevel=2)
        except Warning:  # the program turns warnings into errors
            print(fault, file=sys.stderr)


if LIBRARY not in sys.modules and not any(isinstance(finder, Waiting) for finder in sys.meta_path):
    sys.meta_path.insert(0, Waiting())
