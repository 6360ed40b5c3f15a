"""Reports: the figures of one batch, or of two batches side by side, as one self-contained HTML file."""

import json
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from allaboard.game import load
from allaboard.simulate.drawing import draw, said
from allaboard.simulate.figures import Figure, figures

if TYPE_CHECKING:
    import polars as pl

    from allaboard.simulate.frame import About


def page(frame: "pl.DataFrame", about: "About") -> str:
    """The report on one batch."""
    found = figures(frame, about)
    title = load(about.game).title
    body = "".join(_figure(figure) for figure in found)
    facts = [*_facts(about), ("decisions", f"{int(frame['moves'].sum()):,}")]
    heading = f"What {about.games:,} {'game' if about.games == 1 else 'games'} of {title} show"
    early = about.games < about.wanted
    stopped = f" Stopped early, after {about.games:,} of {about.wanted:,} games." if early else ""
    foot = (
        f"<p>Played by All Aboard {about.version}: <code>{escape(command(about))}</code>. The same seed gives the same "
        f"games.{stopped} All intervals are 95% confidence intervals; games, not seats, count as independent.</p>"
    )
    data = {"about": asdict(about), "figures": [asdict(figure) for figure in found]}
    return shell(heading, title, facts, f'<div class="grid">{body}</div>', foot, data)


def command(about: "About") -> str:
    """How to play these games again."""
    bots = about.bots if len(about.kinds) > 1 else about.bots[:1]
    words = ["allaboard", "simulate", about.game, "--seats", str(about.seats), "--games", str(about.games)]
    words += ["--bots", ",".join(bots), "--seed", str(about.seed)]
    words += ["--rotate"] if about.rotate else []
    words += ["--board", "BOARD.toml"] if about.board else []
    return shlex.join(words)


def _facts(about: "About") -> list[tuple[str, str]]:
    bots = ", ".join(about.kinds) + (" in turn" if about.rotate and len(about.kinds) > 1 else "")
    board = [("board", "changed")] if about.board else []
    return [
        ("games", f"{about.games:,}"),
        ("seats", str(about.seats)),
        ("bots", bots),
        ("seed", str(about.seed)),
        *board,
    ]


def _figure(figure: Figure) -> str:
    wide = figure.wide
    drawn = draw(figure, 1160 if wide else 560)
    note = f"<figcaption>{escape(figure.note)}</figcaption>" if figure.note else ""
    return (
        f'<figure id="{figure.key}" class="{"wide" if wide else ""}"><h2>{escape(figure.title)}</h2>{drawn}{note}'
        f"{numbers(figure)}</figure>"
    )


def numbers(figure: Figure) -> str:
    """The figure as a table, closed at first."""
    heads = "".join(f"<th>{escape(series.name)}</th>" for series in figure.series)
    rows = "".join(
        f"<tr><th>{escape(label)}</th>{''.join(_cell(figure, at, s) for s in range(len(figure.series)))}</tr>"
        for at, label in enumerate(figure.labels)
    )
    table = f"<table><thead><tr><th>{escape(figure.across)}</th>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<details><summary>Numbers</summary><div class="scroll">{table}</div></details>'


def _cell(figure: Figure, label: int, series: int) -> str:
    return f"<td>{said(figure.series[series].numbers[label], figure.unit)}</td>"


@cache
def style() -> str:
    """The page's style sheet."""
    return files("allaboard.simulate").joinpath("report.css").read_text(encoding="utf-8")


def shell(heading: str, over: str, facts: Sequence[tuple[str, str]], body: str, foot: str, data: object) -> str:
    """A whole page around some figures, with their numbers for other programs."""
    numbers = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(heading)}</title><style>{style()}</style></head><body>"
        f'<header><div><p class="over">All Aboard · {escape(over)}</p><h1>{escape(heading)}</h1>'
        f'<dl class="flaps">{"".join(_flaps(facts))}</dl></div></header>'
        f"<main>{body}<footer>{foot}</footer></main>"
        f'<script type="application/json" id="numbers">{numbers}</script></body></html>\n'
    )


def _flaps(facts: Sequence[tuple[str, str]]) -> Iterable[str]:
    return (f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in facts)
