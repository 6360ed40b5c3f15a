"""A program at a server's table: it plays the seat, and the events are printed line by line."""

import asyncio
import secrets
from contextlib import suppress

from websockets.exceptions import ConnectionClosed

from allaboard.bots.programs import Program, ProgramSeat
from allaboard.rng import stream
from allaboard.tui.daemon import in_thread
from allaboard.tui.match import Tell
from allaboard.tui.remote import RemoteMatch

PATIENCE = 20  # seconds for an answer if the table has no clock


async def play(match: RemoteMatch, program: Program, tell: Tell) -> None:
    """Let a program answer for a seat until the game is over or the server closes the table."""
    changed = asyncio.Event()
    table = asyncio.create_task(match.run(changed.set, tell))
    answers = asyncio.create_task(_answer(match, program, changed, tell))
    try:
        await asyncio.wait([table, answers], return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.cancel()
        answers.cancel()
        ended = await asyncio.gather(table, answers, return_exceptions=True)
        program.close()
    for error in ended:
        if isinstance(error, Exception):
            raise error


async def _answer(match: RemoteMatch, program: Program, changed: asyncio.Event, tell: Tell) -> None:
    rng, answered, told = stream(secrets.randbits(62)), (0, 0), 0
    seat: ProgramSeat | None = None
    try:
        while not match.result:
            await changed.wait()
            changed.clear()
            position, asked = match.position, match.asked
            if position is None or not position.menu or asked == answered:
                continue
            if not seat:
                program.deadline_ms = 1000 * min(match.clock or PATIENCE, PATIENCE)
                seat = program.sit(position.game.name, position.seat, len(position.players), match.options)
            texts = [choice.text for choice in position.menu]
            chosen = await in_thread(seat.answer, match.told, texts, rng)
            tell([report.said(match.language) for report in program.reports[told:]])
            told = len(program.reports)
            if match.asked == asked:  # otherwise the clock has run out in the meantime
                with suppress(ConnectionClosed):  # after a reconnection the same question is asked again
                    await match.act(texts[chosen])
                answered = asked
        if seat:
            seat.end(*match.result)
    finally:
        if seat:
            seat.leave()
