"""Secrecy: whole games are played twice, the second time with hidden information exchanged.

Every byte that seats and spectators receive, and every HTTP answer, must be the same in both.
"""

import json
import random
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import httpx
import pytest

from allaboard import fair
from allaboard.game import ALL_SEEING, CHANCE, WATCHER, Game, State, load
from server.serving import Seat, open_table, run, seat_at, serving

SEED = bytes(range(32))
FIRST = fair.first_of(SEED)  # the seed of a table whose chain ends with it
UNTIMED = ("ack", "pong", "presence")
SEEDS = (73, 45, 29)  # in these games cards can be exchanged that only one seat sees, one game for each seat


@dataclass
class Turn:
    """A seat's action. In a simultaneous decision it may choose something else first."""

    seat: int
    action: str
    first: str | None = None


@dataclass
class Heard:
    """Everything that viewers received."""

    frames: dict[int, list[str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    after: dict[int, str] = field(default_factory=dict)
    """After the end: each seat's replay, and the replay with all hands visible under its own number."""


async def play_through(url: str, game: str, seats: int, script: list[Turn]) -> Heard:
    """Play a script over real sockets, and keep everything that anybody receives."""
    table, tokens = open_table(url, game, seats, people=seats, public=True)
    heard = Heard()
    async with AsyncExitStack() as stack, httpx.AsyncClient() as client:
        sitting: list[Seat] = []
        for token in [*tokens, None]:
            sitting.append(await stack.enter_async_context(seat_at(url, table, token)))
            sitting[-1].prefix = f"seat {len(sitting)} "  # the same in both games
            await catch_up(sitting)
        await sitting[0].ask("start")
        for number, turn in enumerate(script):
            seat = sitting[turn.seat]
            await catch_up([seat])
            for action in filter(None, (turn.first, turn.action)):
                answer = await seat.act(action)
                assert answer["type"] == "ack", answer
            if number % 5 == 0 and number + 1 < len(script):  # after the end all hands are visible
                for path in (
                    f"/api/tables/{table}",
                    f"/api/tables/by-code/{table}",
                    "/api/tables",
                    f"/api/games/{table}/record",
                    f"/api/games/{table}/replay",
                    f"/api/games/{table}/replay?seat={turn.seat}",
                    f"/api/games/{table}/verify",
                    "/api/leaderboard/miyajima",
                ):
                    heard.asked.append((await client.get(url + path)).text.replace(table, "TABLE"))
                other = sitting[(turn.seat + 1) % seats]
                await catch_up([other])
                await other.ask("act", ply=other.position["ply"], action="nonsense")  # errors reveal nothing, either
                await other.ask("story", last=60)
        await catch_up(sitting)
        for viewer in (ALL_SEEING, *range(seats)):
            replay = await client.get(f"{url}/api/games/{table}/replay?seat={viewer}", timeout=30)
            assert replay.status_code == 200, replay.text
            heard.after[viewer] = replay.text.replace(table, "TABLE")
    for viewer, seat in enumerate(sitting):
        # presence is sent a moment later, between other messages
        frames = [frame.replace(table, "TABLE") for frame in seat.frames if json.loads(frame)["type"] not in UNTIMED]
        heard.frames[WATCHER if viewer == seats else viewer] = frames
    return heard


async def catch_up(sitting: list[Seat]) -> None:
    """Receive everything that has been sent so far."""
    for seat in sitting:
        await seat.ask("ping", id="p")


def simultaneous_script(game: Game[State], seats: int, swapped: int, seed: int, *, other: bool) -> list[Turn]:
    """A random game with a fixed seed. In every simultaneous decision one seat may first choose something else."""
    rng, state, draws, script = random.Random(seed), game.start(seats), 0, []
    while actors := game.actors(state):
        if actors == [CHANCE]:
            game.play(state, CHANCE, fair.outcome(FIRST, draws, game.weights(state)))
            draws += 1
            continue
        chosen = {seat: rng.choice(game.menu(state, seat)) for seat in actors}
        alternatives = {seat: rng.choice(game.menu(state, seat)) for seat in actors}
        for seat in sorted(actors, key=lambda seat: seat != swapped):
            first = alternatives[seat] if other else chosen[seat]
            script.append(Turn(seat, chosen[seat], first if seat == swapped and len(actors) > 1 else None))
        for seat in actors:
            game.play_text(state, seat, chosen[seat])
    return script


def _long(*values: object) -> object:
    return pytest.param(*values, marks=pytest.mark.long)


@pytest.mark.parametrize(
    ("name", "seats", "swapped"),
    [
        ("miyajima", 3, 0),
        ("runaway", 4, 1),
        ("runaway", 3, 2),
        *(_long("miyajima", seats, swapped) for seats, swapped in ((2, 1), (3, 1), (3, 2), (5, 4))),
        *(_long("runaway", seats, swapped) for seats, swapped in ((4, 0), (4, 3), (6, 5))),
    ],
)
@pytest.mark.clause("M4", "R6")
def test_choices_are_hidden_until_all_are_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, seats: int, swapped: int
) -> None:
    monkeypatch.setattr(fair, "new_seed", lambda: SEED)
    game = load(name)
    for seed in range(100):
        scripts = [simultaneous_script(game, seats, swapped, seed, other=other) for other in (False, True)]
        if sum(turn.first != turn.action for turn in scripts[1] if turn.first) > 5:
            break
    heard: list[Heard] = []
    for number, script in enumerate(scripts):
        (tmp_path / str(number)).mkdir()
        with serving(tmp_path / str(number), second=1000.0) as url:  # no countdown ends meanwhile
            heard.append(run(play_through(url, name, seats, script)))
    one, other = heard
    for viewer in {*one.frames} - {swapped}:
        assert one.frames[viewer] == other.frames[viewer], f"viewer {viewer}"
    assert without_times(one) == without_times(other)
    assert one.after == other.after
    # a seat that chooses receives the same number of bytes, whatever it chose
    assert [len(f) for f in decided(one, swapped)] == [len(f) for f in decided(other, swapped)]


def decided(heard: Heard, viewer: int) -> list[str]:
    return [frame for frame in heard.frames[viewer] if '"type":"decided"' in frame]


def without_times(heard: Heard) -> list[object]:
    """HTTP answers without times: the list of public tables says when a table was opened."""
    told: list[object] = []
    for answer in heard.asked:
        body = json.loads(answer)
        told.append([{**entry, "created": ""} for entry in body] if isinstance(body, list) else body)
    return told


def eager_game(game: Game[State], seats: int, seed: int) -> list[tuple[int, int]]:
    """A game in which everybody plays when they can, so that it ends soon."""
    rng, state, steps = random.Random(seed), game.start(seats), []
    while actors := game.actors(state):
        menu = game.legal(state, actors[0])
        if actors == [CHANCE]:
            action = rng.choice([action for action, weight in game.weights(state) for _ in range(weight)])
        else:
            plays = [action for action in menu if game.say(actors[0], action) != "pass"]
            action = rng.choice(plays or menu)
        game.play(state, actors[0], action)
        steps.append((actors[0], action))
    return steps


@dataclass
class Pair:
    """A game of Hachi, and the same with hidden cards exchanged: draws of both, turns, and the blind viewers."""

    draws: list[int]
    swapped: list[int]
    turns: list[Turn]
    blind: set[int]


def swaps(seats: int, steps: "Steps") -> Iterator["Steps"]:
    """Two different cards of a hand in the first round, exchanged."""
    dealt = range(8 * seats)
    for a, b in ((a, b) for a in dealt for b in dealt if a < b and a // 8 == b // 8 and steps[a] != steps[b]):
        swapped = list(steps)
        swapped[a], swapped[b] = steps[b], steps[a]
        yield swapped


@cache
def hachi_games(seats: int) -> list[Pair]:
    """A pair of games for each seat. Only that seat can see a difference."""
    game = load("hachi")
    found: dict[int, Pair] = {}
    for seed in SEEDS:
        steps = eager_game(game, seats, seed)
        draws = [at for at, (actor, _) in enumerate(steps) if actor == CHANCE]
        turns = [Turn(actor, game.say(actor, action)) for actor, action in steps if actor != CHANCE]
        for swapped in swaps(seats, steps):
            blind = blind_viewers(game, seats, steps, swapped)
            if len(blind) == seats:  # spectators, and all but the owner of the cards
                (owner,) = set(range(seats)) - blind
                pair = Pair([steps[at][1] for at in draws], [swapped[at][1] for at in draws], turns, blind)
                found.setdefault(owner, pair)
    return [found[seat] for seat in range(seats)]


Steps = list[tuple[int, int]]


def blind_viewers(game: Game[State], seats: int, one: Steps, other: Steps) -> set[int]:
    """The viewers that cannot distinguish two games: all but one. Empty if there are fewer."""
    states = game.start(seats), game.start(seats)
    blind = {*range(seats), WATCHER}
    for first, second in zip(one, other, strict=True):
        for state, (actor, action) in zip(states, (first, second), strict=True):
            if action not in game.legal(state, actor):
                return set()
            game.play(state, actor, action)
        blind = {v for v in blind if game.view(states[0], v).tobytes() == game.view(states[1], v).tobytes()}
        if len(blind) < seats:
            return set()
    return blind


@pytest.mark.parametrize("number", [0, _long(1), _long(2)])
@pytest.mark.clause("H13")
def test_cards_of_others_are_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    pair = hachi_games(3)[number]
    monkeypatch.setattr(fair, "new_seed", lambda: SEED)
    heard: list[Heard] = []
    for run_number, draws in enumerate((pair.draws, pair.swapped)):
        monkeypatch.setattr(fair, "outcome", lambda _, draw, __, draws=draws: draws[draw])
        (tmp_path / str(run_number)).mkdir()
        with serving(tmp_path / str(run_number)) as url:
            heard.append(run(play_through(url, "hachi", 3, pair.turns)))
    one, other = heard
    for viewer in pair.blind:
        assert one.frames[viewer] == other.frames[viewer], f"viewer {viewer}"
        assert one.after.get(viewer) == other.after.get(viewer), f"the replay of {viewer}"
    for viewer in {*one.frames} - pair.blind:
        assert one.frames[viewer] != other.frames[viewer], "the swap must be real for who holds the cards"
        assert one.after[viewer] != other.after[viewer]
    assert without_times(one) == without_times(other)


def test_nothing_secret_is_in_any_answer_or_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(tmp_path) as url, caplog.at_level("DEBUG"):
        table, tokens = open_table(url, "hachi", 3, people=3)

        async def look() -> str:
            async with seat_at(url, table, tokens[0]) as seat:
                await seat.ask("start")
                await seat.until("position")
                return "".join(seat.frames)

        told = run(look()) + httpx.get(f"{url}/api/tables/{table}").text + httpx.get(f"{url}/metrics").text
        logged = "\n".join(
            str(r.__dict__) for r in caplog.records if r.name.startswith(("allaboard", "uvicorn", "litestar"))
        )
        for token in tokens:
            assert token not in told
            assert token not in logged
    assert not any(token.encode() in (tmp_path / "tables.db").read_bytes() for token in tokens)
