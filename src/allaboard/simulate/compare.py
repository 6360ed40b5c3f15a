"""Two boards of a game compared: the same figures, and which of their numbers differ significantly."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from html import escape
from typing import TYPE_CHECKING

import polars as pl

from allaboard.board import option_text
from allaboard.bots.boards import applies
from allaboard.bots.programs import is_program
from allaboard.game import load
from allaboard.simulate.drawing import draw, highest, short
from allaboard.simulate.figures import Figure, Series, figures
from allaboard.simulate.figures.figure import Number
from allaboard.simulate.plan import Plan, policy
from allaboard.simulate.report import command, shell

if TYPE_CHECKING:
    from allaboard.simulate.frame import About

FALSE_DISCOVERY_RATE = 0.05
"""The false discovery rate of the differences that are marked (Benjamini and Hochberg, over the whole page)."""
_LISTED = 8


@dataclass(frozen=True)
class Change:
    """One number on both boards."""

    figure: str
    name: str
    series: int
    label: int  # -1: the mean of a distribution
    before: Number
    after: Number
    unit: str
    significant: bool = False

    @property
    def p_value(self) -> float:
        """The p-value of the difference."""
        spread = math.hypot(self.before.error or 0, self.after.error or 0)
        gap = abs(self.after.value - self.before.value)
        if spread == 0:
            return 1.0 if gap == 0 else 0.0
        return math.erfc(gap / spread / math.sqrt(2))

    @property
    def up(self) -> bool:
        """Whether the second board has more."""
        return self.after.value > self.before.value

    def __str__(self) -> str:
        before, after = short(self.before.value, self.unit), short(self.after.value, self.unit)
        return f"{self.name}: {before} → {after}"


@dataclass(frozen=True)
class Pair:
    """One figure on both boards, with the numbers that can be compared."""

    left: Figure
    right: Figure
    changes: tuple[Change, ...]

    @property
    def significant(self) -> list[Change]:
        """The significant differences, the most significant first."""
        return sorted((change for change in self.changes if change.significant), key=lambda change: change.p_value)


def pairs(frames: Sequence[pl.DataFrame], abouts: Sequence["About"]) -> list[Pair]:
    """Every figure for both boards, with the same bins and labels."""
    first, second = (frame.schema for frame in frames)
    span = pl.concat([frame.select([name for name in first if first[name] == second[name]]) for frame in frames])
    left, right = (
        {figure.key: figure for figure in figures(frame, about, span)}
        for frame, about in zip(frames, abouts, strict=True)
    )
    both = [_alike(left[key], right[key]) for key in left if key in right]
    changes = _judged([change for one in both for change in _changes(*one)])
    return [Pair(a, b, tuple(change for change in changes if change.figure == a.key)) for a, b in both]


def _alike(a: Figure, b: Figure) -> tuple[Figure, Figure]:
    """Keep only the labels that both figures have, such as turns that are reached on both boards."""
    kept = [label for label in a.labels if label in b.labels]
    return _cut(a, kept), _cut(b, kept)


def _cut(figure: Figure, labels: list[str]) -> Figure:
    places = [figure.labels.index(label) for label in labels]
    series = tuple(replace(one, numbers=tuple(one.numbers[at] for at in places)) for one in figure.series)
    colours = tuple(figure.colours[at] for at in places) if figure.colours else ()
    return replace(figure, labels=tuple(labels), series=series, colours=colours)


def _changes(a: Figure, b: Figure) -> Iterator[Change]:
    for at, (one, other) in enumerate(zip(a.series, b.series, strict=True)):
        if a.kind == "ridges":
            if one.mean and other.mean:
                yield Change(a.key, f"{one.name}, mean", at, -1, one.mean, other.mean, "")
            continue
        for label, name in enumerate(a.labels):
            before, after = one.numbers[label], other.numbers[label]
            if before.error is not None and after.error is not None:
                yield Change(a.key, _name(a, one, name), at, label, before, after, a.unit)


def _name(figure: Figure, series: Series, label: str) -> str:
    place = f"{figure.across} {label}" if figure.kind == "lines" or label.isdecimal() else label
    return f"{place}, {series.name}" if len(figure.series) > 1 else place


def _judged(changes: list[Change]) -> list[Change]:
    """Mark the significant differences."""
    p_values = sorted(change.p_value for change in changes)
    bar = 0.0
    for rank, p_value in enumerate(p_values, 1):
        if p_value <= FALSE_DISCOVERY_RATE * rank / len(p_values):
            bar = p_value
    return [
        replace(change, significant=change.p_value <= bar and change.p_value < FALSE_DISCOVERY_RATE)
        for change in changes
    ]


def differing_options(abouts: Sequence["About"]) -> list[tuple[str, str, str]]:
    """The options in which the boards differ."""
    form = load(abouts[0].game).OPTIONS
    values = [[option_text(about.board.get(name, form[name])) for name in form] for about in abouts]
    return [(name, a, b) for name, a, b in zip(form, *values, strict=True) if a != b]


def same_players(plans: Sequence[Plan]) -> list[Plan]:
    """The plans for two boards, so that each bot plays in the same way on both.

    A bot that has learned on one of the boards only plays by rules of thumb on both. Otherwise a difference could come
    from the players instead of the boards.
    """
    one, other = plans
    inside = [bot for bot in one.different if not (isinstance(bot, str) and is_program(bot))]
    unequal = [bot for bot in inside if len({applies(policy(p.game, bot), p.board, p.seats) for p in plans}) > 1]
    return [replace(one, untaught=tuple(unequal)), replace(other, untaught=tuple(unequal))]


def page(found: list[Pair], abouts: Sequence["About"], names: Sequence[str], note: str = "") -> str:
    """The report on two boards."""
    title, about = load(abouts[0].game).title, abouts[0]
    significant = sum(len(pair.significant) for pair in found)
    every = sum(len(pair.changes) for pair in found)
    heading = f"“{names[0]}” compared with “{names[1]}”: {significant} of {every} numbers differ significantly"
    facts = [
        ("games each", " / ".join(f"{one.games:,}" for one in abouts)),
        ("seats", str(about.seats)),
        ("bots", ", ".join(about.kinds)),
        ("seed", str(about.seed)),
    ]
    body = _boards(abouts, names) + "".join(_pair(pair, names) for pair in found)
    told = f" {escape(note)}." if note else ""
    foot = (
        f"<p>Played by All Aboard {about.version}, each board by <code>{escape(command(about))}</code>. A difference "
        f"is marked ▲ or ▼ where it is significant; of all marks at most {FALSE_DISCOVERY_RATE:.0%} are "
        f"expected to be due to chance (Benjamini and Hochberg).{told}</p>"
    )
    data: dict[str, object] = {
        "names": list(names),
        "about": [asdict(one) for one in abouts],
        "figures": [{"left": asdict(pair.left), "right": asdict(pair.right)} for pair in found],
        "changes": [asdict(change) | {"p_value": change.p_value} for pair in found for change in pair.changes],
    }
    return shell(heading, title, facts, f'<div class="grid">{body}</div>', foot, data)


def _boards(abouts: Sequence["About"], names: Sequence[str]) -> str:
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(a)}</td><td>{escape(b)}</td></tr>"
        for name, a, b in differing_options(abouts)
    )
    if not rows:
        return '<figure class="wide"><h2>The two boards are the same</h2></figure>'
    heads = "".join(f"<th>{escape(name)}</th>" for name in names)
    table = f"<table><thead><tr><th>option</th>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<figure class="wide"><h2>Options in which the boards differ</h2>{table}</figure>'


def _pair(pair: Pair, names: Sequence[str]) -> str:
    limit = max(highest(pair.left), highest(pair.right))
    raised = [(change.series, change.label) for change in pair.significant if change.up]
    lowered = [(change.series, change.label) for change in pair.significant if not change.up]
    sides = ((pair.left, names[0], (), ()), (pair.right, names[1], raised, lowered))
    drawn = "".join(
        f"<div><h3>{escape(name)}</h3><p>{escape(figure.title)}</p>{draw(figure, 560, limit, up, down)}</div>"
        for figure, name, up, down in sides
    )
    note = f"<figcaption>{escape(pair.left.note)}</figcaption>" if pair.left.note else ""
    heading = f"<h2>{escape(verdict(pair, names))}</h2>"
    body = f'<div class="sides">{drawn}</div>{note}{_list(pair)}'
    return f'<figure class="pair" id="{pair.left.key}">{heading}{body}</figure>'


def verdict(pair: Pair, names: Sequence[str]) -> str:
    """The most significant difference, in a sentence."""
    if not pair.significant:
        return f"{_subject(pair.left)}: no significant difference"
    top = pair.significant[0]
    others = len(pair.significant) - 1
    more = f"; {others} more of {len(pair.changes)} numbers differ significantly" if others else ""
    before, after = short(top.before.value, top.unit), short(top.after.value, top.unit)
    return f"{_subject(pair.left)} ({top.name}): {before} on {names[0]}, {after} on {names[1]}{more}"


def _subject(figure: Figure) -> str:
    return figure.key.replace("_", " ").capitalize()


def _list(pair: Pair) -> str:
    if not pair.significant:
        return '<p class="same">No significant differences.</p>'
    signs = {True: ("raised", "▲"), False: ("lowered", "▼")}
    rows = "".join(
        f'<li><span class="{signs[change.up][0]}">{signs[change.up][1]}</span> {escape(str(change))}</li>'
        for change in pair.significant[:_LISTED]
    )
    rest = f"<li>and {len(pair.significant) - _LISTED} more</li>" if len(pair.significant) > _LISTED else ""
    return f'<ul class="changes">{rows}{rest}</ul>'
