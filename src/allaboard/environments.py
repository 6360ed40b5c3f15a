"""The ids of the environments, without their code.

Gymnasium does not search other packages for environments. So the package installs `allaboard_gymnasium.pth`, which
registers the ids when a program imports Gymnasium: `gymnasium.make("allaboard/…")` needs no further import. Where
Python does not read such files (`python -S`), `gymnasium.make("allaboard.envs:allaboard/…")` works.
"""

from collections.abc import Iterator
from typing import Final, NotRequired, TypedDict

from allaboard.declaration import AnyDeclaration, Chosen, Environment
from allaboard.registry import GameError, declaration, game_names


class Parameters(TypedDict):
    """The parameters of an environment."""

    game: str
    seats: int
    bots: NotRequired[str]
    """Used if the game has no bots of the default level."""
    board: NotRequired[Chosen]
    compact: NotRequired[bool]


NAMESPACE: Final = "allaboard"
OPPONENTS: Final = "medium"
"""The default level of the bots at the other seats."""


def ids() -> dict[str, Parameters]:
    """The registered ids; `seats`, `bots`, `seat`, `board` and `compact` may be given to `make` and `make_vec`.

    Only declarations are imported, because every program that imports Gymnasium calls this function. If another module
    of a game cannot be imported, the error is raised when an environment is made.

    >>> all(name.startswith("allaboard/") and {"game", "seats"} <= {*kwargs} for name, kwargs in ids().items())
    True
    """
    found: dict[str, Parameters] = {}
    for game in _declarations():
        usual = {game.name.title().replace("_", ""): Environment(game.usual_seats)}
        for name, one in (game.environments or usual).items():
            given: Parameters = {"game": game.name, "seats": one.seats}
            if (level := game.nearest_level(OPPONENTS)) != OPPONENTS:
                given["bots"] = level
            if one.board:
                given |= {"board": dict(one.board), "compact": True}
            found[f"{NAMESPACE}/{name}-v0"] = given
    return found


def _declarations() -> Iterator[AnyDeclaration]:
    for name in game_names():
        try:
            yield declaration(name)
        except GameError:
            continue  # `allaboard` and the server report the reason


def register() -> None:
    """Make the ids known to Gymnasium. The environments are imported when the first one is made."""
    import gymnasium

    for name, kwargs in ids().items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="allaboard.envs.gymnasium:AgainstBots",
                vector_entry_point="allaboard.envs.gymnasium:VectorAgainstBots",
                kwargs={**kwargs},
                disable_env_checker=True,  # the tests run it; here it would only warn that this is not an image
            )
