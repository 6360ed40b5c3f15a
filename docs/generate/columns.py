"""The columns that a game adds to a Parquet file, from its tally."""

from docs.generate import markdown

from allaboard.simulate.plan import tally_of


def table(game: str) -> str:
    """A row for each column: its shape and its meaning."""
    tally = tally_of(game)[0]
    docs = markdown.field_docs(tally)
    by_seat = getattr(tally, "BY_SEAT", ())
    rows = []
    for name, field in tally.fields.items():
        if not name.startswith("_"):
            shape = ["seats" if name in by_seat and at == 0 else str(n) for at, n in enumerate(field.shape)]
            rows.append([f"`{name}`", " × ".join(shape), docs[name]])
    return markdown.table(["column", "shape", "meaning"], rows)
