"""How a worker stops while others go on: its people move to them table by table, so that nobody waits for long."""

import asyncio
from socket import socket
from typing import Final

import uvicorn

from allaboard.server.wire import Wire

GOODBYES: Final = 200
"""The sockets that are closed in a second."""
MOST_GOODBYE: Final = 8.0
"""Seconds after which all sockets are closed."""

ON_THEIR_WAY: Final = 1.0
"""Seconds for requests on connections that were accepted a moment ago."""


class GradualStop(uvicorn.Server):
    """A server that closes its sockets one after the other when it stops."""

    gradual = True
    """Whether it does so. It makes no sense if all workers stop."""

    def retire(self) -> None:
        """Stop, because another worker takes over."""
        self.gradual = self.should_exit = True

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Accept no more connections, close the sockets, then stop as usual."""
        if self.gradual:
            await self._say_goodbye()
        await super().shutdown(sockets)

    async def _say_goodbye(self) -> None:
        for server in self.servers:
            server.close()
        wires = sorted((one for one in self.server_state.connections if isinstance(one, Wire)), key=_table_of)
        pause = min(1 / GOODBYES, MOST_GOODBYE / max(len(wires), 1))
        for wire in wires:
            if self.force_exit:  # Ctrl-C was pressed again
                break
            if wire in self.server_state.connections:
                wire.shutdown()
            await asyncio.sleep(pause)
        if not self.force_exit:
            await asyncio.sleep(ON_THEIR_WAY)


def _table_of(wire: Wire) -> str:
    return str(wire.scope["path"])
