"""Writes the interactive lessons: scripted positions of real games, from the lessons' TOML, with the real rules.

python client/lessons.py          # writes client/src/games/<game>/lesson.json beside every lesson.toml
python client/lessons.py --check  # fails if one of them is out of date

A lesson is a list of steps. A step plays its lines (record lines, several in a string separated by `;`), then shows a
text and waits: for the action `expect` (`*` for any), or for the Next button if there is none. `restart` starts a new
game for `seats` players. The learner has seat 0, and every expected action must be the next step's first line.
`others` are the names of the other players in each language.
"""

import sys
import tomllib
from pathlib import Path

import msgspec

from allaboard.game import CHANCE, Game, GameError, State, load
from allaboard.server.protocol import ActionInfo, Step

GAMES = Path(__file__).parent / "src" / "games"
LEARNER = 0


def lesson(source: str) -> dict[str, object]:
    """The lesson that a TOML text describes, played through."""
    script = tomllib.loads(source)
    game = load(script["game"])
    state = game.start(script["seats"])
    expected: str | None = None
    steps: list[dict[str, object]] = []
    for number, step in enumerate(script["step"], 1):
        lines = [line.strip() for line in step.get("play", "").replace("\n", ";").split(";") if line.strip()]
        restart = not steps or step.get("restart", False)
        if restart:
            state = game.start(step.get("seats", script["seats"]))
        elif expected and expected != "*" and lines[:1] != [f"s{LEARNER} {expected}"]:
            raise GameError(f"step {number} must begin with what the step before expects: s{LEARNER} {expected}")
        told = [_played(game, state, line, len(steps) * 1000 + at) for at, line in enumerate(lines, 1)]
        expected = step.get("expect")
        menu = game.menu(state, LEARNER)
        if expected and expected != "*" and expected not in menu:
            raise GameError(f"step {number}: {expected!r} is not legal; legal: {', '.join(menu)}")
        steps.append(
            {
                "say": {"en": step["en"].strip(), "ja": step["ja"].strip()},
                "expect": expected,
                "restart": restart,
                "clause": step.get("clause"),
                "view": game.to_json(game.view(state, LEARNER)),
                "actions": [
                    ActionInfo(game.say(LEARNER, action), game.parts(LEARNER, action))
                    for action in game.legal(state, LEARNER)
                ],
                "steps": told,
                "decided": step.get("decided", []),
            }
        )
    return {"game": script["game"], "others": script["others"], "steps": steps}


def _played(game: Game[State], state: State, line: str, ply: int) -> Step:
    who, text = line.split(" ", 1)
    actor = CHANCE if who == "chance" else int(who[1:])
    before = game.copy(state)
    action = game.play_text(state, actor, text)
    events = game.step_events(before, state, actor, action, LEARNER)
    return Step(ply, actor, text if game.sees(before, actor, action, LEARNER) else None, events)


def main() -> None:
    """Write or check every lesson."""
    stale = []
    for path in sorted(GAMES.glob("*/lesson.toml")):
        text = msgspec.json.encode(lesson(path.read_text(encoding="utf-8"))).decode() + "\n"
        out = path.with_suffix(".json")
        if "--check" not in sys.argv:
            out.write_text(text, encoding="utf-8")
        elif not out.exists() or out.read_text(encoding="utf-8") != text:
            stale.append(str(path.parent.name))
    if stale:
        sys.exit(f"out of date: {', '.join(stale)}; run python client/lessons.py")


if __name__ == "__main__":
    main()
