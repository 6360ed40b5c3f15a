"""Undo against bots goes back over their moves, to the last roll or reveal; among people, the last action alone."""

import random
from typing import Any

import pytest

from allaboard.game import CHANCE, load
from allaboard.server import decide, snapshots, tableevents
from allaboard.server.protocol import Settings
from allaboard.server.protocol.commands import Act, Undo
from allaboard.server.refusal import Refused
from allaboard.server.table import Table, fold
from allaboard.server.undoing import MOST_UNDOS
from server.serving import open_table, run, seat_at


class Played:
    """A table in memory whose events are kept; the persons sit on the first seats."""

    def __init__(self, game: str, seats: int, *, people: int = 1, seed: int = 0, clock: int = 0) -> None:
        opened = tableevents.Opened(Settings(game, seats, clock=clock), f"{seed:064x}")
        self.table = Table("t", opened, 1000)
        self.kept: list[tableevents.TableEvent] = [opened]
        for seat in range(seats):
            person = tableevents.Joined(seat, f"P{seat}", [f"token {seat}"])
            self.keep([person if seat < people else tableevents.BotSeated(seat, "easy")])
        self.keep([tableevents.Started(self.table.with_chance([])[0])])

    def keep(self, events: list[tableevents.TableEvent]) -> None:
        for event in events:
            self.kept.append(event)
            self.table.apply(event, 1000 * len(self.kept))

    def act(self, text: str, seat: int | None = None) -> None:
        who = self.table.actors[0] if seat is None else seat
        self.keep(decide.act(self.table, who, Act(f"a{len(self.kept)}", self.table.ply, text))[0])

    def undo(self, seat: int = 0, ply: int | None = None) -> None:
        self.keep(decide.undo(self.table, seat, Undo(f"u{len(self.kept)}", self.table.ply if ply is None else ply))[0])

    def menu(self) -> list[str]:
        return self.table.game.menu(self.table.state, self.table.actors[0])

    def again(self) -> list[Table]:
        """The table from its events, and from a snapshot."""
        folded = fold("t", [(1000 * number, tableevents.encode(event)) for number, event in enumerate(self.kept, 1)])
        return [folded, snapshots.table_of("t", snapshots.decode(snapshots.encode(snapshots.of(folded))))]


def after_passes(**how: int) -> tuple[Played, bytes, list[int]]:
    """A game of Hachi in which the first player leads and the next one passes and inserts what they drew."""
    played = Played("hachi", 3, **how)
    before = played.table.state.tobytes()
    first = len(played.table.lines)
    played.act(played.menu()[0])
    played.act("pass")
    played.act("insert 0")
    assert [actor for actor, _ in played.table.lines[first:]] == [0, 1, CHANCE, 1]
    return played, before, played.table.plies[first:]


def test_an_undo_also_takes_back_the_later_moves_of_bots() -> None:
    played, before, plies = after_passes()
    draws, ply, drawn = played.table.draws, played.table.ply, played.table.lines[-2]
    assert played.table.undoable == 0
    played.undo()
    table = played.table
    assert (table.state.tobytes(), table.undone, table.ply, table.draws) == (before, plies, ply + 1, draws - 1)
    assert isinstance(played.kept[-1], tableevents.Rewound)
    for again in played.again():
        assert snapshots.of(again) == snapshots.of(table)
        assert again.state.tobytes() == before
    played.act(played.menu()[0])
    played.act("pass")
    assert table.lines[-1] == drawn, "the same card comes again"


def test_an_undo_can_be_late_while_bots_go_on_but_not_twice() -> None:
    played, _, plies = after_passes()
    with pytest.raises(Refused, match="this answers move"):
        played.undo(ply=plies[0] - 1)
    played.undo(ply=plies[0])
    played.act(played.menu()[0])
    with pytest.raises(Refused, match="this answers move"):
        played.undo(ply=plies[-1])  # the first undo, once more


def answered() -> Played:
    """A game of Hachi in which the second player beats what the first one has led, with cards from a hidden hand."""
    for seed in range(50):
        played = Played("hachi", 3, seed=seed)
        played.act(played.menu()[0])
        assert played.table.undoable == 0
        if plays := [text for text in played.menu() if text != "pass"]:
            played.act(plays[0])
            return played
    pytest.fail("nobody could play")


def test_a_play_that_reveals_a_hidden_card_cannot_be_undone() -> None:
    played = answered()
    assert played.table.undoable is None
    with pytest.raises(Refused) as refused:
        played.undo()
    assert refused.value.code == "no_undo"


def test_a_draw_cannot_be_undone() -> None:
    played = answered()
    while played.table.actors != [0]:
        played.act("pass" if "pass" in played.menu() else "insert 0")
    played.act("pass")
    assert played.table.undoable is None, "the player has seen the card"
    drawn = played.table.state.tobytes()
    played.act("insert 0")
    played.undo()
    assert played.table.state.tobytes() == drawn, "its place can still be chosen anew"


@pytest.mark.parametrize("game", ["miyajima", "runaway"])
def test_rolls_and_reveals_cannot_be_undone(game: str) -> None:
    """In whole games against bots, nothing before the last roll or simultaneous decision can be undone."""
    rng = random.Random(game)
    found = 0
    for seed in range(6):
        played = Played(game, 3, seed=seed)
        table = played.table
        while table.phase == "playing":
            count, simultaneous = len(table.lines), len(table.actors) > 1
            seat = rng.choice(table.undecided())
            played.act(rng.choice(table.game.menu(table.state, seat)), seat)
            fresh = [actor for actor, _ in table.lines[count:]]
            if CHANCE in fresh or (fresh and simultaneous):
                assert table.undoable is None
            elif fresh == [0] and table.phase == "playing":
                assert table.undoable == 0
                found += 1
    assert found, "nothing could ever be undone"


@pytest.mark.parametrize("how", [{"people": 2}, {"clock": 60}], ids=["people", "a clock"])
def test_with_people_or_a_clock_only_the_players_own_last_action_can_be_undone(how: dict[str, int]) -> None:
    played = Played("hachi", 3, **how)
    played.act(played.menu()[0])
    assert played.table.undoable == 0
    played.act("pass")
    assert played.table.undoable is None
    played.act("insert 0")
    assert played.table.undoable in (None, 1), "the one who has just acted"


def test_undos_are_limited_although_bots_move_between_them() -> None:
    played, _, _ = after_passes()
    for _ in range(MOST_UNDOS):
        played.undo()
        played.act(played.menu()[0])
        played.act("pass")
        played.act("insert 0")
    with pytest.raises(Refused) as refused:
        played.undo()
    assert refused.value.key == "error-too-many-undos"


def test_a_hidden_hand_offers_no_play() -> None:
    """Whether a play reveals cards is judged by the viewer's menu for the other seat."""
    game = load("hachi")
    for seats in game.seats:
        state = game.start(seats)
        while (actors := game.actors(state)) == [CHANCE]:
            game.play(state, CHANCE, game.legal(state, CHANCE)[0])
        actor = actors[0]
        assert game.legal(game.view(state, (actor + 1) % seats), actor) == []
        assert all(game.reveals(state, actor, play, (actor + 1) % seats) for play in game.legal(state, actor))


@pytest.mark.parametrize("seed", range(4))
def test_actions_that_can_be_undone_reveal_no_card(seed: int) -> None:
    """Actions that can be undone have not shown the player any card of the others."""
    game, rng = load("hachi"), random.Random(seed)
    state = game.start(4)
    while actors := game.actors(state):
        actor = actors[0]
        action = rng.choice(game.legal(state, actor))
        known = _known(game.to_json(game.view(state, 0)))
        reveals = game.reveals(state, actor, action, 0)
        game.play(state, actor, action)
        if actor != 0 and not reveals:
            assert _known(game.to_json(game.view(state, 0))) <= known


HIDDEN = (13, 14)


def _known(view: Any) -> int:
    """How many cards a view shows."""
    cards = [card for hand in (*view["hand"], view["field_cards"], view["pending"]) for card in hand]
    return sum(card & 15 not in HIDDEN for card in cards) + int(sum(view["discarded"]))


async def undone_over_bots(url: str) -> bool:
    """Play a game until an undo takes back a bot's move, too. False if the game ends before."""
    table, tokens = open_table(url, "hachi", 3, people=1)
    async with seat_at(url, table, tokens[0]) as one:
        assert (await one.ask("start"))["type"] == "ack"
        while True:
            while not one.over and not (one.position and one.position["actions"]):
                await one.hear()
            if one.over:
                return False
            view, mine = one.position["view"], one.position["ply"] + 1
            plays = [action["text"] for action in one.position["actions"] if action["text"] != "pass"]
            await one.act(plays[0] if plays else "pass")
            while not one.over and not one.position["actions"] and one.position["undo"]:
                await one.hear()
            if one.position["undo"] and len(one.position["steps"]) and one.position["steps"][0]["actor"] != 0:
                answer = await one.ask("undo", ply=one.position["ply"])
                if answer["type"] == "error":
                    assert answer["code"] == "no_undo", "a bot has played meanwhile"
                    continue
                while not one.position["undone"]:
                    await one.until("position")
                assert one.position["undone"][0] == mine
                assert one.position["view"] == view
                return True


def test_an_undo_over_bots_at_the_server(url: str) -> None:
    async def play() -> None:
        for _ in range(3):
            if await undone_over_bots(url):
                return
        pytest.fail("no bot ever passed on what was played")

    run(play())
