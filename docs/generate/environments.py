"""A page for each environment, from the environment itself: its properties, observations, actions and scores."""

import re
from pathlib import Path
from typing import Any

import numpy as np
from docs.generate.markdown import table

from allaboard.board import option_text
from allaboard.declaration import span
from allaboard.environments import NAMESPACE, ids
from allaboard.envs.encoding import action_parts, encoder, parts, reachable, size
from allaboard.game import Game, load

SCORES = Path(__file__).parents[1] / "reference" / "environments" / "index.md"
SEED, MOVES = 5, 6  # the game in the picture, and how far it has come


def file_of(name: str) -> str:
    """The name of an environment's page and picture.

    >>> file_of("HachiSmall")
    'hachi-small'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def _short(name: str) -> str:
    return name.removeprefix(f"{NAMESPACE}/").removesuffix("-v0")


def index(argument: str) -> str:
    """All environments in one table."""
    rows = []
    for name, made in ids().items():
        actions, numbers = _sizes(made)
        link = f"[`{name}`]({file_of(_short(name))}.md)"
        rows.append([link, load(made["game"]).title, str(made["seats"]), str(actions), str(numbers)])
    return table(["id", "game", "seats:", "actions:", "observation:"], rows)


def _sizes(made: Any) -> tuple[int, int]:
    """How many actions an environment has, and how many numbers its observations have."""
    game, seats, board = made["game"], made["seats"], made.get("board")
    actions = len(reachable(game, seats, board)) if made.get("compact") else load(game).rules.ACTIONS
    return actions, size(game, seats, board)


def page(short: str) -> str:
    """One environment."""
    name = f"{NAMESPACE}/{short}-v0"
    made = ids()[name]
    game, seats, board = load(made["game"]), made["seats"], made.get("board")
    actions, numbers = _sizes(made)
    alone = seats == 1
    simultaneous = game.declaration.simultaneous and not alone
    facts = [
        ["id", f"`{name}`"],
        ["game", game.title],
        ["players", f"{seats}; the parameter `seats` may be {span(game.declaration.seats)}"],
        [
            "observation",
            f"`Box(-1, 1, ({numbers},), float32)` and an action mask",
        ],
        ["actions", f"`Discrete({actions})`"],
        ["reward", _reward(alone)],
        ["decisions", "simultaneous" if simultaneous else "in turn"],
        ["hidden information", _hidden(game.declaration.chance_hides, simultaneous)],
    ]
    if board:
        facts.append(["board", ", ".join(f"`{key} = {option_text(value)}`" for key, value in board.items())])
    text = f"A game of `{short}` as `rgb_array` draws it"
    blocks = [
        f"![{text}](../../pictures/environments/{file_of(short)}.png)",
        table(["", ""], facts).replace("|  |  |", "| property | value |"),
        f'```python\nimport gymnasium\n\nenv = gymnasium.make("{name}")\n'
        'seen, info = env.reset(seed=1)\nseen["observation"], seen["action_mask"]\n```',
        f"## Observation\n\n{_observation(game, seats, board)}",
        f"## Actions\n\n{_actions(game, seats, board, bool(made.get('compact')))}",
        f"## Reference scores\n\n{_scores(name)}",
    ]
    return "\n\n".join(blocks)


def _reward(alone: bool) -> str:
    if alone:
        return "after each step: the points that it scored, divided by 100"
    return "at the end, from -1 to 1: the share of opponents beaten minus the share that beat you"


def _hidden(chance_hides: bool, simultaneous: bool) -> str:
    if chance_hides:
        return "yes: cards of other players"
    return "simultaneous choices, until everybody has chosen" if simultaneous else "no"


def _observation(game: Game[Any], seats: int, board: Any) -> str:
    """The parts in order; parts that exist for each seat are one row."""
    meanings: dict[str, str] = getattr(encoder(game.name), "MEANINGS", {})
    rows: dict[str, list[str]] = {}
    for part, place in parts(game.name, seats, board).items():
        name, count = re.sub(r"_\d+$", "_N", part), str(place.stop - place.start)
        if name in rows:
            rows[name][2] = _times(rows[name][2])
        else:
            rows[name] = [f"`{name}`", str(place.start), count, meanings.get(name, "")]
    note = "\n\n`_N` stands for a seat: `_0` is the viewer, `_1` the next player, and so on."
    return table(["part", "from:", "numbers:", "meaning"], rows.values()) + note


def _times(count: str) -> str:
    """The count of a part that exists for one more seat: `7`, then `2 × 7`, then `3 × 7`."""
    times, _, one = count.rpartition(" × ")
    return f"{int(times or 1) + 1} × {one}"


def _actions(game: Game[Any], seats: int, board: Any, compact: bool) -> str:
    """A table of actions; those whose text forms begin with the same word are one row."""
    numbers = reachable(game.name, seats, board) if compact else np.arange(game.rules.ACTIONS)
    texts = [game.words.say(0, int(action)) for action in numbers]
    meanings: dict[str, str] = getattr(encoder(game.name), "ACTION_MEANINGS", {})
    rows: list[list[Any]] = []
    for number, text in enumerate(texts):
        word = text.split()[0]
        if rows and rows[-1][0] == word:
            rows[-1][2:] = [number, text]
        else:
            rows.append([word, number, number, text])
    lines = []
    for word, first, last, _ in rows:
        span_ = f"{first}" if first == last else f"{first} to {last}"
        shown = f"`{texts[first]}`" if first == last else f"`{texts[first]}` to `{texts[last]}`"
        told = meanings.get(word, "")
        lines.append([span_, shown, told.partition(";")[0] if compact else told])
    found = table(["number", "text", "meaning"], lines)
    features = action_parts(game.name, seats, board)
    if len(features) > 1:
        named = ", ".join(f"`{name}` ({one.stop - one.start})" for name, one in features.items())
        found += f"\n\nFeatures of an action (`legal_actions()`): {named}."
    return found


def _scores(name: str) -> str:
    """This environment's row of the table that `allaboard bench --tasks` writes."""
    text = SCORES.read_text(encoding="utf-8")
    _, _, kept = text.partition("<!-- tasks -->")
    lines = [line for line in kept.partition("<!-- /tasks -->")[0].splitlines() if line.startswith("|")]
    own = [line for line in lines if f"`{name}`" in line]
    if not own:
        return "Not measured yet: `allaboard bench --tasks`."
    return "\n".join([*lines[:2], *own]) + "\n\nMean return; [all environments](index.md#reference-scores)."


def draw(folder: Path) -> None:
    """A picture of each environment in the middle of a game."""
    import gymnasium
    from PIL import Image

    folder.mkdir(parents=True, exist_ok=True)
    for name in ids():
        env: Any = gymnasium.make(name, render_mode="rgb_array", bots="medium")
        env.action_space.seed(SEED)
        _, info = env.reset(seed=SEED)
        for _ in range(MOVES):
            _, _, over, _, after = env.step(env.action_space.sample(info["action_mask"]))
            if over:
                break
            info = after
        Image.fromarray(env.render()).quantize(16).save(folder / f"{file_of(_short(name))}.png", optimize=True)
