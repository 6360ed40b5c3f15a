"""Environments for reinforcement learning, with the same compiled rules. A seat sees only what it may know.

`Decisions` steps many games at once in compiled code. `allaboard.envs.gymnasium`, `allaboard.envs.pettingzoo` and
`allaboard.envs.openspiel` are the environments for these libraries (extras `envs` and `openspiel`). The ids are
registered when Gymnasium is imported; importing this package registers them, too, if Gymnasium is installed.
"""

from importlib.util import find_spec

from allaboard.envs.decisions import BY_HAND, NEXT_STEP, SAME_STEP, Decisions

__all__ = ["BY_HAND", "NEXT_STEP", "SAME_STEP", "Decisions"]

if find_spec("gymnasium") is not None:
    from allaboard.environments import register

    register()
