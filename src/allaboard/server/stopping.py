"""How a worker stops while others go on: its clients move to them table by table, so that nobody waits for long."""

import asyncio
from socket import socket
from typing import Final

import uvicorn

from allaboard.server.wire import Wire

CLOSED_PER_SECOND: Final = 200
"""The number of sockets that are closed in a second."""
MOST_SECONDS: Final = 8.0
"""Seconds after which all sockets are closed."""
REQUEST_SECONDS: Final = 1.0
"""Seconds for requests on connections that were accepted a moment ago."""


class GradualStop(uvicorn.Server):
    """A server that closes its sockets one after the other when it stops."""

    gradual = True
    """Whether it closes them one after the other. This is not useful if all workers stop."""

    def retire(self) -> None:
        """Stop, because another worker takes over."""
        self.gradual = self.should_exit = True

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Accept no more connections, close the sockets, then stop as usual."""
        if self.gradual:
            await self._close_sockets()
        await super().shutdown(sockets)

    async def _close_sockets(self) -> None:
        for server in self.servers:
            server.close()
        wires = sorted((one for one in self.server_state.connections if isinstance(one, Wire)), key=_table_of)
        pause = min(1 / CLOSED_PER_SECOND, MOST_SECONDS / max(len(wires), 1))
        for wire in wires:
            if self.force_exit:  # Ctrl-C was pressed again
                break
            if wire in self.server_state.connections:
                wire.shutdown()
            await asyncio.sleep(pause)
        if not self.force_exit:
            await asyncio.sleep(REQUEST_SECONDS)


def _table_of(wire: Wire) -> str:
    return str(wire.scope["path"])
