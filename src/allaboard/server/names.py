"""Names of people: printable, short, and no bot's."""

from allaboard.server.refusal import Refused

LONGEST = 24


def clean_name(name: str) -> str:
    """A name with its spaces tidied.

    >>> clean_name("  Ada \\n Lovelace ")
    'Ada Lovelace'
    """
    tidy = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not tidy or len(tidy) > LONGEST:
        raise Refused("bad_name", f"a name has 1 to {LONGEST} printable characters")
    if tidy.lower().startswith("bot:"):
        raise Refused("bad_name", "names that begin with bot: are for bots")
    return tidy
