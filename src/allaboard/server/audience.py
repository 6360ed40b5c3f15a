"""Everybody who is connected to a table: sockets of this worker and of other workers. Sends messages to all of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from allaboard.game import WATCHER
from allaboard.server import protocol
from allaboard.server.bus import Presence
from allaboard.server.connection import Connection
from allaboard.server.protocol import messages
from allaboard.server.refusal import Refused
from allaboard.server.table import Table


class Audience:
    """Everybody who is connected to one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.players: set[Connection] = set()  # sockets with a token
        self.watching: set[Connection] = set()
        self.elsewhere: dict[int, Presence] = {}  # by run: who is connected to other workers
        self._viewers: dict[int, list[Connection]] | None = None
        self._seats: Mapping[str, int] = {}  # the table's seats for which `_viewers` was computed

    def seat_of(self, connection: Connection) -> int | None:
        """The seat that belongs to the socket's token; None for spectators and for people who lost their seat."""
        token = connection.token
        return None if token is None else self.table.seat_of(token)

    def need_seat(self, connection: Connection) -> int:
        """The seat of a socket. Raises Refused if it has none."""
        seat = self.seat_of(connection)
        if seat is None:
            raise Refused("not_seated", "not-seated")
        return seat

    def viewer_of(self, connection: Connection) -> int:
        """The viewer whose view a socket gets now. Raises Refused if it has lost its seat."""
        return WATCHER if connection.token is None else self.need_seat(connection)

    @property
    def connections(self) -> set[Connection]:
        """All sockets of this worker."""
        return self.players | self.watching

    @property
    def size(self) -> int:
        """The number of sockets of this worker."""
        return len(self.players) + len(self.watching)

    @property
    def connected_here(self) -> set[int]:
        """Seats with an open socket on this worker."""
        return self.viewers().keys() - {WATCHER}

    @property
    def connected(self) -> set[int]:
        """Seats with an open socket, on any worker."""
        return self.connected_here.union(*(presence.seats for presence in self.elsewhere.values()))

    def is_connected(self, seat: int) -> bool:
        """Whether a seat has an open socket, on any worker."""
        return seat in self.viewers() or any(seat in presence.seats for presence in self.elsewhere.values())

    @property
    def watchers_here(self) -> int:
        """The number of spectators on this worker."""
        return len(self.watching)

    @property
    def watchers(self) -> int:
        """The number of spectators on all workers."""
        return self.watchers_here + sum(presence.watchers for presence in self.elsewhere.values())

    @property
    def anybody(self) -> bool:
        """Whether anybody is connected."""
        return bool(self.players or self.watching) or any(p.seats or p.watchers for p in self.elsewhere.values())

    def here(self, run: int) -> Presence:
        """The presence to announce to other workers: who is connected to this one."""
        return Presence(run, sorted(self.connected_here), self.watchers_here, self.table.seq)

    def add(self, connection: Connection) -> None:
        """Add a socket."""
        (self.watching if connection.token is None else self.players).add(connection)
        self._viewers = None

    def remove(self, connection: Connection) -> bool:
        """Remove a socket. Returns whether it was here."""
        was_here = connection in self.players or connection in self.watching
        self.players.discard(connection)
        self.watching.discard(connection)
        self._viewers = None
        return was_here

    def close_unseated(self) -> None:
        """Close the sockets of people whose seat was emptied. They get no more messages."""
        gone = {connection for connection in self.players if self.seat_of(connection) is None}
        self.players -= gone
        self._viewers = None
        for connection in gone:
            connection.close("kicked")

    # ---- sending

    def tell_each(self, make: Callable[[int], messages.Message]) -> None:
        """Send everyone the message for their view. It is made once for all sockets of a viewer."""
        for viewer, group in self.viewers().items():
            tell_group(group, make(viewer))

    def tell_all(self, message: messages.Message) -> None:
        """Send the same message to everyone."""
        self.tell_bytes(protocol.encode(message))

    def tell_bytes(self, message: bytes) -> None:
        """Send an encoded message to every socket of this worker."""
        for connection in self.connections:
            connection.tell_bytes(message)

    def viewers(self) -> Mapping[int, Sequence[Connection]]:
        """The sockets of this worker, by viewer. They are computed again after a change of the sockets or seats."""
        if self._viewers is None or self._seats is not self.table.seats:
            self._seats, self._viewers = self.table.seats, self._found()
        return self._viewers

    def _found(self) -> dict[int, list[Connection]]:
        viewers: dict[int, list[Connection]] = {WATCHER: list(self.watching)} if self.watching else {}
        for connection in self.players:
            if (seat := self.seat_of(connection)) is not None:
                viewers.setdefault(seat, []).append(connection)
        return viewers


def tell_group(group: Iterable[Connection], message: messages.Message) -> None:
    """Send the same message to all sockets of a viewer. It is encoded once."""
    encoded = protocol.encode(message)
    for connection in group:
        connection.tell_bytes(encoded)
