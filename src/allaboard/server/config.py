"""How a server is run."""

import os
from dataclasses import dataclass
from pathlib import Path

import msgspec


@dataclass(frozen=True)
class Config:
    """Everything that can be set from outside."""

    db: str = ""
    """The database's URL; empty: SQLite in the user's data directory."""
    redis: str = ""
    origins: tuple[str, ...] = ()
    """Further origins that may open sockets, besides the server's own."""
    public_url: str = ""
    """Where people reach the server, for links; empty: as they came."""
    rates: bool = True
    """Whether requests and commands are rate-limited."""
    most_sockets: int = 20_000
    sockets_per_address: int = 200
    hello_seconds: float = 10.0
    sleep_seconds: float = 60.0
    """An empty table leaves memory after this long."""
    bot_pace: float = 1.0
    second: float = 1.0
    """How long a second of the game's clocks is."""
    log_level: str = "info"

    def database(self) -> str:
        """The URL, with the default filled in and its folder made."""
        if self.db:
            return self.db
        import platformdirs

        folder = Path(platformdirs.user_data_dir("allaboard"))
        folder.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{folder / 'tables.db'}"

    def to_environment(self) -> None:
        """For worker processes, which start anew."""
        os.environ["ALLABOARD_CONFIG"] = msgspec.json.encode(self).decode()

    @staticmethod
    def from_environment() -> "Config":
        """As the parent process has set it."""
        text = os.environ.get("ALLABOARD_CONFIG")
        return msgspec.json.decode(text, type=Config) if text else Config()
