"""Writes the interactive lessons: scripted positions of real games, from the lessons' TOML, with the real rules.

python client/lessons/make.py          # writes client/src/learn/<game>.json for every lesson here
python client/lessons/make.py --check  # fails if one of them is out of date

A lesson is a list of steps. A step plays its lines (record lines, several to a string with `;`), then says something
and waits: for the action `expect` (`*` for any), or for the Next button where there is none. `restart` lays a new
table, for `seats` players. The learner sits on seat 0, and every expected action must be the next step's first line.
"""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from allaboard.game import CHANCE, GameError, load
from allaboard.server.showing import facts

HERE = Path(__file__).parent
LEARN = HERE.parent / "src" / "learn"
LEARNER = 0


def lesson(source: str) -> dict[str, Any]:
    """The lesson that a TOML text describes, played through."""
    script = tomllib.loads(source)
    game = load(script["game"])
    state: Any = None
    expected = None
    steps = []
    for number, step in enumerate(script["step"], 1):
        lines = [line.strip() for line in step.get("play", "").replace("\n", ";").split(";") if line.strip()]
        restart = state is None or step.get("restart", False)
        if restart:
            state = game.start(step.get("seats", script["seats"]))
        elif expected and expected != "*" and lines[:1] != [f"s{LEARNER} {expected}"]:
            raise GameError(f"step {number} must begin with what the step before expects: s{LEARNER} {expected}")
        events = [_played(game, state, line, at) for at, line in enumerate(lines, 1)]
        expected = step.get("expect")
        menu = game.menu(state, LEARNER)
        if expected and expected != "*" and expected not in menu:
            raise GameError(f"step {number}: {expected!r} is not open; open: {', '.join(menu)}")
        view = game.words.to_json(game.view(state, LEARNER))
        steps.append(
            {
                "say": {"en": step["en"].strip(), "ja": step["ja"].strip()},
                "expect": expected,
                "restart": restart,
                "clause": step.get("clause"),
                "view": view,
                "actions": [
                    {"text": game.words.say(LEARNER, action), "parts": game.words.parts(LEARNER, action)}
                    for action in game.legal(state, LEARNER)
                ],
                "events": events,
                "decided": step.get("decided", []),
            }
        )
    return {"game": script["game"], "players": script["players"], "steps": steps}


def _played(game: Any, state: Any, line: str, ply: int) -> dict[str, Any]:
    who, text = line.split(" ", 1)
    actor = CHANCE if who == "chance" else int(who[1:])
    before = game.copy(state)
    action = game.play_text(state, actor, text)
    seen = game.words.sees(before, actor, action, LEARNER)
    views = game.view(before, LEARNER), game.view(state, LEARNER)
    said = game.words.narrate(*views, actor, action if seen else None)
    event = {"ply": ply, "actor": actor, "action": text if seen else None, "sentences": said}
    return {**event, "facts": facts(game, *views, actor)}


def main() -> None:
    """Write or check every lesson."""
    stale = []
    for path in sorted(HERE.glob("*.toml")):
        text = json.dumps(lesson(path.read_text(encoding="utf-8")), ensure_ascii=False, separators=(",", ":")) + "\n"
        out = LEARN / f"{path.stem}.json"
        if "--check" not in sys.argv:
            out.write_text(text, encoding="utf-8")
        elif not out.exists() or out.read_text(encoding="utf-8") != text:
            stale.append(path.stem)
    if stale:
        sys.exit(f"out of date: {', '.join(stale)}; run python client/lessons/make.py")


if __name__ == "__main__":
    main()
