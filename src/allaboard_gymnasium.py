"""Makes the environments known to Gymnasium when a program imports it.

Gymnasium does not search other packages for environments. `allaboard_gymnasium.pth` imports this module when Python
starts. It waits until a program imports Gymnasium, and registers the ids then. Programs without Gymnasium pay for one
comparison at each import.
"""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

LIBRARY = "gymnasium"


class Waiting:
    """Finds Gymnasium as Python does, and registers the environments when it has been loaded."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Called for every import. Python goes on with its other finders if the answer is None."""
        if name != LIBRARY:
            return None
        others = (finder.find_spec(name, None, None) for finder in sys.meta_path if finder is not self)
        spec = next((found for found in others if found is not None), None)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_and_register(module: ModuleType) -> None:
                load(module)
                if self in sys.meta_path:
                    sys.meta_path.remove(self)
                    _register()

            spec.loader.exec_module = load_and_register  # type: ignore[method-assign]
        return spec


def _register() -> None:
    """A fault of ours must not stop a program that imports Gymnasium for something else."""
    try:
        from allaboard.environments import register

        register()
    except Exception as error:
        import warnings

        warnings.warn(f"All Aboard's environments could not be registered: {error}", stacklevel=2)


if LIBRARY not in sys.modules and not any(isinstance(finder, Waiting) for finder in sys.meta_path):
    sys.meta_path.insert(0, Waiting())
