"""The configuration of a server."""

import ipaddress
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import msgspec

from allaboard.server.retention import Retention
from allaboard.server.setuperror import SetupError

LOG_LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True)
class Config:
    """All settings."""

    db: str = ""
    """The URL of the database; empty: SQLite in the user's data directory."""
    redis: str = ""
    origins: tuple[str, ...] = ()
    """Further origins that may open sockets and send POST requests."""
    public_url: str = ""
    """The address of the server in links; empty: the address of the request."""
    root_path: str = ""
    """The path of the server, such as /games; empty: the whole host."""
    rates: bool = True
    """Whether requests and commands are rate-limited."""
    limits: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Changes to the limits of addresses, seats and sockets; see `limits.DEFAULTS`."""
    most_sockets: int = 20_000
    sockets_per_address: int = 200
    hello_seconds: float = 10.0
    body_seconds: float = 10.0
    """Seconds within which the body of a request must arrive."""
    sleep_seconds: float = 60.0
    """Seconds after which an empty table is removed from memory."""
    bot_pace: float = 1.0
    second: float = 1.0
    """The length of a second of the game's clocks, in seconds. Tests make it shorter."""
    log_level: str = "info"
    boards: dict[str, dict[str, int | list[int]]] = field(default_factory=dict)
    """By game: the options of new tables whose host chose none."""
    contact: str = ""
    """Who is responsible for the server, for push services: a mailto: or https: address."""
    push_networks: tuple[str, ...] = ()
    """Networks in which push services may be, besides public addresses."""
    keep_unstarted: float = 7.0
    """Days after which a table that never started is removed; 0: never."""
    keep_abandoned: float = 90.0
    """Days after which an abandoned game is removed; 0: never."""
    keep_finished: float = 0.0
    """Days after which a finished game is removed; 0: never."""

    @property
    def base(self) -> str:
        """The beginning of all links."""
        return self.public_url or self.root_path

    @property
    def who(self) -> str:
        """The address that push services get; empty if there is none."""
        return self.contact or (self.public_url if self.public_url.startswith("https:") else "")

    def database(self) -> str:
        """The URL of the database. Fills in the default and creates its folder."""
        if self.db:
            return self.db
        import platformdirs

        folder = Path(platformdirs.user_data_dir("allaboard"))
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            why = f"cannot make the folder {folder}: {error.strerror}"
            raise SetupError(f"{why}; name a database with --db sqlite:////path/tables.db") from None
        return f"sqlite:///{folder / 'tables.db'}"

    def retention(self) -> Retention:
        """How long tables are kept."""
        return Retention(self.keep_unstarted, self.keep_abandoned, self.keep_finished)

    def to_environment(self) -> None:
        """Pass the configuration to worker processes."""
        os.environ["ALLABOARD_CONFIG"] = msgspec.json.encode(self).decode()

    @staticmethod
    def from_environment() -> "Config":
        """Read the configuration that the parent process passed."""
        text = os.environ.get("ALLABOARD_CONFIG")
        return msgspec.json.decode(text, type=Config) if text else Config()


def public_url(text: str) -> str:
    """Check an address for links: http or https, a host, perhaps a path. Removes the slash at the end.

    >>> public_url("https://games.example.org/trains/")
    'https://games.example.org/trains'
    """
    parts = _split(text)
    plain = parts and parts.scheme in ("http", "https") and parts.netloc and not parts.query and not parts.fragment
    if text and not plain:
        raise SetupError(f"--public-url must be an address such as https://games.example.org, not {text!r}")
    return text.rstrip("/")


def root_path(text: str, public: str) -> str:
    """Check the path of the server. The default is the path of its public address.

    >>> root_path("games/", ""), root_path("", "https://example.org/trains"), root_path("", "")
    ('/games', '/trains', '')
    """
    path = (text or urlsplit(public).path).strip("/")
    if not re.fullmatch(r"([A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*)?", path) or {".", ".."} & {*path.split("/")}:
        raise SetupError(f"--root-path must be a path such as /games, not {text or path!r}")
    return f"/{path}" if path else ""


def origins(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Check origins and return them as browsers send them."""
    for text in texts:
        parts = _split(text)
        if parts is None or not parts.scheme or not parts.netloc or parts.path or parts.query:
            raise SetupError(f"--origin must be a scheme and a host, such as https://games.example.org, not {text!r}")
    return tuple(text.lower() for text in texts)


def proxies(text: str) -> str:
    """Check addresses or networks of reverse proxies; `*` trusts everybody."""
    for one in filter(None, (part.strip() for part in text.split(","))):
        try:
            if one != "*":
                ipaddress.ip_network(one)
        except ValueError:
            raise SetupError(f"--proxy must be a list of addresses such as 127.0.0.1,10.0.0.0/8, not {one!r}") from None
    return text


def contact(text: str) -> str:
    """Check an address for push services.

    >>> contact("mailto:ada@example.org")
    'mailto:ada@example.org'
    """
    if text and not re.fullmatch(r"(mailto:[^\s@]+@[^\s@]+|https://[!-~]+)", text):
        raise SetupError(f"--contact must be an address such as mailto:you@example.org or https://…, not {text!r}")
    return text


def push_networks(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Check networks of push services."""
    for text in texts:
        try:
            ipaddress.ip_network(text)
        except ValueError:
            raise SetupError(f"--push-network must be a network such as 192.168.1.0/24, not {text!r}") from None
    return texts


def log_level(text: str) -> str:
    """Check a level of the log."""
    if text.lower() not in LOG_LEVELS:
        raise SetupError(f"--log-level must be one of {', '.join(LOG_LEVELS)}, not {text!r}")
    return text.lower()


def _split(text: str) -> SplitResult | None:
    try:
        parts = urlsplit(text)
        _ = parts.port  # an invalid port raises an error only when it is read
    except ValueError:
        return None
    return parts
