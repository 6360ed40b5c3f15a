"""The options of a game's board, from its board file and its limits."""

from docs.generate.markdown import table

from allaboard.board import descriptions, option_text
from allaboard.game import Value, load


def fields(name: str) -> str:
    """Every option: its meaning, its range and the rulebook's value."""
    game = load(name)
    told = descriptions(game.declaration.text("board.toml") or "")
    rows = []
    for option, default in game.OPTIONS.items():
        low, high = game.LIMITS[option]
        rows.append([f"`{option}`", _kind(default, low, high), f"`{option_text(default)}`", told.get(option, "")])
    return table(["option", "range", "rulebook", "meaning"], rows)


def _kind(default: Value, low: int, high: int) -> str:
    return f"{len(default)} numbers, {low} to {high}" if isinstance(default, tuple) else f"{low} to {high}"
