"""Collects one sentence of every kind that the games can tell, for the client's translations to be held to.

python client/sentences/make.py          # plays many games and writes client/src/messages/sentences.json
python client/sentences/make.py --check  # plays some others, and fails if one tells a sentence of another kind

Two sentences are of one kind if they differ only in numbers, colours, cities, kinds of trains or the length of a list.
"""

import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from allaboard import game_names
from allaboard.bots.levels import policy
from allaboard.game import ALL_SEEING, CHANCE, WATCHER, load
from allaboard.games.miyajima.solo import GOALS, RANKS
from allaboard.rng import stream

OUT = Path(__file__).parents[1] / "src" / "messages" / "sentences.json"

KINDS = (
    (r"\b(red|orange|yellow|green|blue|purple)\b", "COLOUR"),
    (r"\b(fast|heavy)\b", "TRAIN"),
    (r"Miyajima|Rio|London|New York|Paris|Sydney", "CITY"),
    (r"CITY( and CITY)+", "CITY and CITY"),
    (r"\b(two|three|four|five|six|seven)\b", "two"),
    (r"\d(/\d)?( \d(/\d)?)+\)", "#)"),
    (r"\$?\d+m?", "#"),
    (r"#(, #)* and #", "# and #"),
    (r"#(, #)+;", "#;"),
    (r"\bseat #((,| and) seat #)+", "seat # and seat #"),
)


def kind(sentence: str) -> str:
    """What is left of a sentence without its particulars."""
    if sentence.startswith(("Revealed: ", "Goals met: ")):
        return sentence.partition(":")[0]
    for pattern, word in KINDS:
        sentence = re.sub(pattern, word, sentence)
    return sentence


def told(name: str, seats: int, seed: int, level: str) -> Iterator[str]:
    """Every sentence of one game, as a seat, a watcher and all-seeing eyes are told it."""
    game, luck, dice = load(name), random.Random(seed), stream(seed)
    state = game.start(seats)
    viewers = (0, WATCHER, ALL_SEEING)
    while actors := game.actors(state):
        actor = luck.choice(actors)
        if actor == CHANCE:
            action = luck.choice(game.legal(state, CHANCE))
        elif luck.random() < 0.3:  # nobody plays well all the time
            action = luck.choice(game.legal(state, actor))
        else:
            action = policy(name, level)(game.view(state, actor), dice)
        before = game.copy(state)
        game.play(state, actor, action)
        for viewer in viewers:
            views = (before, state) if viewer == ALL_SEEING else (game.view(before, viewer), game.view(state, viewer))
            seen = viewer == ALL_SEEING or game.words.sees(before, actor, action, viewer)
            yield from game.words.narrate(*views, actor, action if seen else None)


def collected(games: int, first: int) -> dict[str, str]:
    """A sentence of each kind, by kind: of so many games of each sort, and whatever a good game alone may earn."""
    found: dict[str, str] = {}
    for name in game_names():
        for seats in load(name).seats:
            for seed in range(first, first + games):
                for sentence in told(name, seats, seed, "medium" if seed % 2 else "easy"):
                    found.setdefault(kind(sentence), sentence)
    for rank in (*(rank for _, rank in RANKS), "Gandy Dancer"):
        sentence = f"The game is over with 123 points: {rank}."
        found[kind(sentence)] = sentence
    for goals in (*GOALS.values(), "; ".join(GOALS.values())):
        found[goals] = f"Goals met: {goals}."
    found.pop("Goals met", None)
    return dict(sorted(found.items()))


def main() -> None:
    """Write, or check."""
    if "--check" not in sys.argv:
        lines = [json.dumps(sentence, ensure_ascii=False) for sentence in collected(120, 0).values()]
        OUT.write_text("[\n  " + ",\n  ".join(lines) + "\n]\n", encoding="utf-8")
        return
    known = {kind(sentence) for sentence in json.loads(OUT.read_text(encoding="utf-8"))}
    new = [sentence for sentence in collected(4, 10_000).values() if kind(sentence) not in known]
    if new:
        sys.exit("\n".join(["not known yet (run python client/sentences/make.py):", *new]))


if __name__ == "__main__":
    main()
