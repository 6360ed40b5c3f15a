"""Hints at a table: what expert expects of each action of a seat, thought out in the bots' threads."""

import asyncio
from concurrent.futures import Executor

from allaboard.bots import advise
from allaboard.server import bots_at_table, decide
from allaboard.server.connection import Connection
from allaboard.server.logs import log
from allaboard.server.protocol import Advice, Advise, Error, Hint
from allaboard.server.refusal import Refused
from allaboard.server.table import Table


class Adviser:
    """Answers the seats of one table, from their own views. A seat has one question thought about at a time."""

    def __init__(self, table: Table, thinkers: Executor) -> None:
        self._table, self._thinkers = table, thinkers
        self._turns: dict[int, asyncio.Lock] = {}
        self._said: dict[int, Advice] = {}  # the last answer to each seat
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, connection: Connection, seat: int, command: Advise) -> None:
        """Refuse at once what may not be asked; whatever takes thought is answered later, so that the seat can act."""
        self._need(seat, command)
        task = asyncio.get_running_loop().create_task(self._answer(connection, seat, command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _need(self, seat: int, command: Advise) -> None:
        if not self._table.hints:
            raise Refused("no_hints", "this table is played without hints")
        decide.need_playing(self._table)
        decide.need_ply(self._table, command.ply)
        if seat not in self._table.actors:
            raise Refused("not_your_turn", "there is nothing to decide for you now")
        if (self._table.game.name, "expert") not in bots_at_table.READY:
            raise Refused("not_now", "expert is still waking up; ask again in a moment")

    async def _answer(self, connection: Connection, seat: int, command: Advise) -> None:
        async with self._turns.setdefault(seat, asyncio.Lock()):
            try:
                self._need(seat, command)  # the table may have moved on
                said = self._said.get(seat)
                if said is None or said.ply != command.ply:
                    said = self._said[seat] = await self._think(seat, command.ply)
            except Refused as refused:
                connection.tell(refused.told(command.id))
            except Exception as error:
                log("error", kind="advice", game=self._table.game.name, error=type(error).__name__)
                connection.tell(Error("not_now", "there is no advice for this position", command.id))
            else:
                connection.tell(Advice(command.id, said.ply, said.expects, said.hints))

    async def _think(self, seat: int, ply: int) -> Advice:
        view = self._table.game.view(self._table.state, seat)
        loop = asyncio.get_running_loop()
        advice = await loop.run_in_executor(self._thinkers, advise, view)
        return Advice("", ply, advice.expects, [Hint(hint.text, hint.value) for hint in advice.hints])  # type: ignore[arg-type]
