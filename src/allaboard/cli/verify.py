"""`allaboard verify`: check records."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from allaboard.notation import GameRecord, RecordError


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Record files.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for each record.")] = False,
    commitment: Annotated[str, typer.Option("--commitment", help="The commitment that you saw before the start.")] = "",
    nonce: Annotated[str, typer.Option("--nonce", help="The nonce that you added to the chance.")] = "",
) -> None:
    """Replay records. Prints for each whether it is valid, or the first invalid line and the reason.

    Exit code 0 if all are valid, 1 if any is not, 2 if a file cannot be read.
    """
    from allaboard import notation
    from allaboard.cli.say import fail, read_text
    from allaboard.game import GameError

    failed = False
    for file in files:
        try:
            records = notation.read_records(read_text(file))
        except GameError as unreadable:
            fail(f"cannot read {file}: {unreadable}")
        for number, record in enumerate(records, start=1):
            error = notation.verify(record) or _promised(record, commitment, nonce)
            failed |= error is not None
            typer.echo(_json(file, number, record, error) if as_json else _sentence(file, number, record, error))
    raise typer.Exit(1 if failed else 0)


def _promised(record: "GameRecord", commitment: str, nonce: str) -> "RecordError | None":
    """An error if a record lacks the commitment that a player has seen, or the nonce that they have added."""
    from allaboard.notation import RecordError

    if commitment and record.value("commitment") != commitment:
        return RecordError(record.first, f"its commitment is not {commitment}")
    added = [value.partition(" ")[2] for _, key, value in record.header if key == "nonce"]
    if nonce and nonce not in added:
        return RecordError(record.first, f"the nonce {nonce} is not in it")
    return None


def _sentence(file: Path, number: int, record: "GameRecord", error: "RecordError | None") -> str:
    from allaboard.cli.say import counted

    if error:
        return f"{file}:{error.line}: record {number} is invalid: {error}"
    seats = counted(int(record.value("seats") or 0), "seat")
    kind = f"{record.value('game')}, {seats}, {counted(len(record.lines), 'action')}"
    end = "finished" if record.tail else "unfinished"
    if record.value("seed") and record.value("commitment"):
        end += ", chance as committed"
        sharing = sum(key == "nonce" for _, key, _ in record.header)
        if sharing:
            end += f" and shared with {sharing} player{'s' if sharing > 1 else ''}"
    elif record.value("commitment"):
        end += ", its seed not yet published"
    return f"{file}:{record.first}: record {number} is valid ({kind}, {end})"


def _json(file: Path, number: int, record: "GameRecord", error: "RecordError | None") -> str:
    found: dict[str, object] = {"file": str(file), "record": number, "line": record.first, "holds": error is None}
    if error:
        found |= {"line": error.line, "reason": error.reason, "clause": error.clause or None, "legal": error.legal}
    else:
        found |= {"game": record.value("game"), "actions": len(record.lines), "finished": bool(record.tail)}
    return json.dumps(found, ensure_ascii=False)
