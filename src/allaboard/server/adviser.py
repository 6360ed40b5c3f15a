"""Hints at a table: the expected result of each action of a seat, computed by the best bot in the bots' threads."""

import asyncio
from functools import partial

from allaboard.bots.advice import advise, gives_advice
from allaboard.server import bots_at_table, decide
from allaboard.server.connection import Connection
from allaboard.server.limits import need
from allaboard.server.logs import log_fault
from allaboard.server.protocol import Hint
from allaboard.server.protocol.commands import Advise
from allaboard.server.protocol.messages import Advice
from allaboard.server.refusal import Refused
from allaboard.server.table import Table
from allaboard.server.turns import Turns


class Adviser:
    """Answers the hint requests of one table from the seats' own views. Each seat has at most one request at a time."""

    def __init__(self, table: Table, bot_threads: Turns) -> None:
        self._table, self._threads = table, bot_threads
        self._turns: dict[int, asyncio.Lock] = {}
        self._said: dict[int, Advice] = {}  # the last answer to each seat
        self._tasks: set[asyncio.Task[None]] = set()

    def follow(self, table: Table) -> None:
        """Continue with a table that was loaded again."""
        self._table = table

    def ask(self, connection: Connection, seat: int, command: Advise) -> None:
        """Refuse invalid requests at once. Compute answers in the background: the seat can act meanwhile."""
        self._need(seat, command)
        need("hints", connection.seat)
        need("thinking", connection.address, price=0)
        task = asyncio.get_running_loop().create_task(self._answer(connection, seat, command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _need(self, seat: int, command: Advise) -> None:
        if not self._table.hints:
            raise Refused("no_hints", "no-hints")
        decide.need_playing(self._table)
        decide.need_ply(self._table, command.ply)
        if seat not in self._table.actors:
            raise Refused("not_your_turn", "nothing-to-decide")
        declared = self._table.game.declaration
        if not gives_advice(declared):
            raise Refused("no_hints", "no-hints")
        if (declared.name, declared.best_level) not in bots_at_table.READY:
            raise Refused("not_now", "hints-not-ready")

    async def _answer(self, connection: Connection, seat: int, command: Advise) -> None:
        async with self._turns.setdefault(seat, asyncio.Lock()):
            try:
                self._need(seat, command)  # the table may have changed meanwhile
                said = self._said.get(seat)
                if said is None or said.ply != command.ply:
                    said = self._said[seat] = await self._think(connection, seat, command.ply)
            except Refused as refused:
                connection.tell(refused.told(command.id))
            except Exception as error:
                log_fault("advice", error, table=self._table.id)
                connection.tell(Refused("not_now", "no-advice").told(command.id))
            else:
                connection.tell(Advice(command.id, said.ply, said.expects, said.hints))

    async def _think(self, connection: Connection, seat: int, ply: int) -> Advice:
        game, view = self._table.game, self._table.game.view(self._table.state, seat)
        kind = game.name, "hints"
        advice, took = await self._threads.do(connection.host, self._table.id, kind, partial(advise, view))
        connection.address.spend("thinking", took)
        return Advice("", ply, advice.expects, [Hint(hint.text, hint.value) for hint in advice.hints])  # type: ignore[arg-type]
