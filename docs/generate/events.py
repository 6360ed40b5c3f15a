"""The events and refusals of a game, from its declarations."""

from docs.generate.markdown import sentence
from docs.generate.structs import fields

from allaboard.game import load


def page(game: str) -> str:
    """Every event and every refusal of a game."""
    told = load(game).told
    if told is None:
        return "The game declares no events."
    parts = ["## Events"]
    for kind in told.EVENTS:
        silent = "\n\nIt has no sentence of its own." if kind.silent else ""
        parts.append(f"### {kind.__struct_config__.tag}\n\n{sentence(kind.__doc__)}{silent}\n\n{fields(kind)}".strip())
    parts.append("## Refusals")
    for reason in told.REASONS:
        clause = f" Clause {reason.CLAUSE}." if reason.CLAUSE else ""
        parts.append(
            f"### {reason.__struct_config__.tag}\n\n{sentence(reason.__doc__)}{clause}\n\n{fields(reason)}".strip()
        )
    return "\n\n".join(parts)
