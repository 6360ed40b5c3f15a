"""Games with programs, one after the other, with the same deals and columns as a batch."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack

import numpy as np

from allaboard.bots.boards import on_board
from allaboard.bots.programs import Program, is_program
from allaboard.chance import picked
from allaboard.game import CHANCE, Chosen, Game, State, load
from allaboard.record import Record, blank
from allaboard.rng import Rng, below, stream
from allaboard.simulate.batch import Batch, Columns, Progress, columns_of
from allaboard.simulate.loop import Outcome
from allaboard.simulate.plan import Bot, Plan, policy, tally_of

Lines = list[tuple[int, int]]
Watch = Callable[[State, int, int, bool], None]
"""A callback that gets a state, an actor, an action, and whether the action was already applied."""


def run_with_programs(plan: Plan, games: int, progress: Progress | None = None) -> Batch:
    """Play a plan with programs. An interrupt stops it and keeps the games that are finished."""
    began = time.perf_counter()
    with ExitStack() as stack:
        programs = {bot: Program(bot) for bot in plan.programs}
        for program in programs.values():
            stack.callback(program.close)
        columns, log = play_rows(plan, games, programs, progress)
        reports = [report.said() for program in programs.values() for report in program.reports]
    return Batch(plan, games, columns, time.perf_counter() - began, log, reports)


def play_rows(
    plan: Plan, games: int, programs: Mapping[str, Program], progress: Progress | None = None
) -> tuple[Columns, list[list[tuple[int, int]]]]:
    """The columns that a batch would have for these games, and the actions."""
    game = load(plan.game)
    tally_kind, hooks = tally_of(plan.game)
    outcomes, tallies = np.zeros(games, Outcome.dtype), np.zeros(games, tally_kind.dtype)
    log: list[list[tuple[int, int]]] = []
    try:
        for number in range(games):
            tally, lines = blank(tally_kind), list[tuple[int, int]]()

            def watch(
                state: State,
                actor: int,
                action: int,
                done: bool,
                tally: Record = tally,
                lines: list[tuple[int, int]] = lines,
            ) -> None:
                hooks["after" if done else "before"](state, actor, action, tally)
                if done:
                    lines.append((actor, action))

            turned = number if plan.rotate else 0
            seated = [plan.seated[(seat + turned) % plan.seats] for seat in range(plan.seats)]
            deal, think = stream(plan.seed, 2 * number), stream(plan.seed, 2 * number + 1)
            state = play_one(game, seated, deal, think, programs, plan.board, watch)
            hooks["finish"](state, tally)
            tallies[number] = tally
            drawn = sum(actor == CHANCE for actor, _ in lines)
            outcomes["moves"][number], outcomes["chances"][number] = len(lines) - drawn, drawn
            outcomes["score"][number, : plan.seats] = game.scores(state)
            outcomes["rank"][number, : plan.seats] = game.ranks(state)
            log.append(lines)
            if progress:
                progress(len(log))
    except KeyboardInterrupt:
        if not log:
            raise
    return columns_of(plan, outcomes[: len(log)], tallies[: len(log)]), log


def play_one(
    game: Game[State],
    seated: Sequence[Bot],
    deal: Rng,
    think: Rng,
    programs: Mapping[str, Program],
    board: Chosen | None = None,
    watch: Watch | None = None,
) -> State:
    """One game between bots of any kind; the state at its end."""
    state = game.start(len(seated), board or {})
    players = {bot: on_board(policy(game.name, bot), board or {}) for bot in set(seated) if not _is_program(bot)}
    program_seats = {
        seat: programs[bot].sit(game.name, seat, len(seated), dict(board or {}))
        for seat, bot in enumerate(seated)
        if isinstance(bot, str) and _is_program(bot)
    }
    while actors := game.actors(state):
        actor = actors[0]
        if actor == CHANCE:
            action = draw(game, state, deal)
        elif actor in program_seats:
            action = program_seats[actor].choose(game, game.view(state, actor), think)
        else:
            action = players[seated[actor]](game.view(state, actor), think)
        if watch:
            watch(state, actor, action, False)
        game.play(state, actor, action)
        if watch:
            watch(state, actor, action, True)
    for seat, program in program_seats.items():
        program.end(game.scores(state)[seat], game.ranks(state)[seat])
    return state


def _is_program(bot: Bot) -> bool:
    return isinstance(bot, str) and is_program(bot)


def draw(game: Game[State], state: State, rng: Rng) -> int:
    """An outcome of chance, sampled by its weight."""
    outcomes = game.weights(state)
    return picked(outcomes, below(rng, sum(weight for _, weight in outcomes)))
