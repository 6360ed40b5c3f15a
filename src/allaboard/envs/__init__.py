"""The games as environments for reinforcement learning, on the same rules; a seat sees only what it may know.

`Decisions` steps many games at once in compiled code. `allaboard.envs.gymnasium`, `allaboard.envs.pettingzoo` and
`allaboard.envs.openspiel` put the games before those libraries (extras `envs` and `openspiel`); importing this
package registers the Gymnasium ids if Gymnasium is there.
"""

from importlib.util import find_spec

from allaboard.envs.decisions import BY_HAND, NEXT_STEP, SAME_STEP, Decisions

__all__ = ["BY_HAND", "NEXT_STEP", "SAME_STEP", "Decisions"]

if find_spec("gymnasium") is not None:
    from allaboard.envs.gymnasium import register

    register()
