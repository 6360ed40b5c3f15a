"""Who is at a table: the sockets of this worker, who is connected to others, and how all of them are told something."""

from collections.abc import Callable

from allaboard.game import WATCHER
from allaboard.server import protocol
from allaboard.server.bus import Presence
from allaboard.server.connection import Connection
from allaboard.server.refusal import Refused
from allaboard.server.table import Table


class Audience:
    """Everybody who is connected to one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.players: set[Connection] = set()  # with a token
        self.watching: set[Connection] = set()
        self.elsewhere: dict[int, Presence] = {}  # by run, who is connected to other workers

    def seat_of(self, connection: Connection) -> int | None:
        """The seat that a socket's token opens now; None for a watcher, and for who has lost the seat."""
        return None if connection.token is None else self.table.seat_of(connection.token)

    def need_seat(self, connection: Connection) -> int:
        """The same, where only somebody with a seat may do something."""
        seat = self.seat_of(connection)
        if seat is None:
            raise Refused("not_seated", "not-seated")
        return seat

    @property
    def connections(self) -> set[Connection]:
        """Every socket here."""
        return self.players | self.watching

    @property
    def connected_here(self) -> set[int]:
        """Seats with an open socket on this worker."""
        seats = (self.seat_of(connection) for connection in self.players)
        return {seat for seat in seats if seat is not None}

    @property
    def connected(self) -> set[int]:
        """Seats with an open socket, on any worker."""
        return self.connected_here.union(*(presence.seats for presence in self.elsewhere.values()))

    @property
    def watchers_here(self) -> int:
        """How many watch on this worker."""
        return len(self.watching)

    @property
    def watchers(self) -> int:
        """How many watch."""
        return self.watchers_here + sum(presence.watchers for presence in self.elsewhere.values())

    @property
    def anybody(self) -> bool:
        """Whether anybody is connected."""
        return bool(self.players or self.watching) or any(p.seats or p.watchers for p in self.elsewhere.values())

    def here(self, run: int) -> Presence:
        """What other workers should know: who is connected to this one."""
        return Presence(run, sorted(self.connected_here), self.watchers_here, self.table.seq)

    def add(self, connection: Connection) -> None:
        """A socket has come in."""
        (self.watching if connection.token is None else self.players).add(connection)

    def remove(self, connection: Connection) -> bool:
        """A socket is gone; whether it was here."""
        was_here = connection in self.players or connection in self.watching
        self.players.discard(connection)
        self.watching.discard(connection)
        return was_here

    def see_off(self) -> None:
        """Whose seat was emptied is sent away, and told nothing more."""
        gone = {connection for connection in self.players if self.seat_of(connection) is None}
        self.players -= gone
        for connection in gone:
            connection.close("kicked")

    # ---- telling

    def tell_each(self, make: Callable[[int], protocol.Message]) -> None:
        """To everyone their own message, made once for all sockets of a viewer."""
        for viewer, group in self._viewers().items():
            message = protocol.encode(make(viewer))
            for connection in group:
                connection.tell_bytes(message)

    def tell_all(self, message: protocol.Message) -> None:
        """The same message to everyone."""
        self.tell_bytes(protocol.encode(message))

    def tell_bytes(self, message: bytes) -> None:
        """To every socket here."""
        for connection in self.connections:
            connection.tell_bytes(message)

    def _viewers(self) -> dict[int, list[Connection]]:
        viewers: dict[int, list[Connection]] = {WATCHER: list(self.watching)} if self.watching else {}
        for connection in self.players:
            if (seat := self.seat_of(connection)) is not None:
                viewers.setdefault(seat, []).append(connection)
        return viewers
