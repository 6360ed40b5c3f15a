"""Builds the browser client into the package, so that no distribution is made without it."""

import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src/allaboard/server/static/index.html")
HOOK = Path("src/allaboard_gymnasium.pth")


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own configuration class is not exported
    """Runs before a source distribution or a wheel is made. For an editable install, `make` builds the client."""

    PLUGIN_NAME = "client"

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Build the client if its sources are there. Otherwise it must be in the distribution already."""
        root = Path(self.root)
        if version == "editable":
            build_data["force_include_editable"] = {str(root / HOOK): HOOK.name}
            return
        run = root / "client" / "run.py"
        if run.is_file() and not _is_fresh(root):
            done = subprocess.run([sys.executable, str(run), "build"], check=False)
            if done.returncode:
                sys.exit(
                    "The browser client could not be built. It needs Node 20.19 or newer, or a network to install it."
                )
        if not (root / PAGE).is_file():
            sys.exit(f"The browser client is missing: {PAGE} is not there, and client/run.py is not there to build it.")
        if not any((root / PAGE.parent).rglob("*.wasm")):
            sys.exit("The games are not compiled for browsers. The build needs the package's dependencies: see above.")


def _is_fresh(root: Path) -> bool:
    """Whether the built client is newer than all of its sources."""
    page, folders = root / PAGE, [root / "client", root / "src" / "allaboard"]
    if not page.is_file():
        return False
    made = {".svelte", ".ts", ".css", ".html", ".json", ".ftl", ".py", ".ll", ".npz"}
    sources = (file for folder in folders for file in folder.rglob("*") if file.suffix in made)
    built = page.stat().st_mtime
    return all(
        file.stat().st_mtime <= built
        for file in sources
        if not {"node_modules", "static", "fixtures"} & set(file.relative_to(root).parts)
    )
