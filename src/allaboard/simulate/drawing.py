"""Figures as SVG, without libraries or scripts. Colours come from the page's palette, for light and dark pages."""

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass
from html import escape

from allaboard.simulate.figures.figure import Figure, Number, Series

Marks = Collection[tuple[int, int]]
"""Which numbers to mark, by series and label."""

_TOP, _BOTTOM, _LEFT, _RIGHT = 26, 46, 46, 10
_ROW = 46  # of a bar
_HILL = 58  # of a ridge


def draw(figure: Figure, width: int = 560, limit: float | None = None, raised: Marks = (), lowered: Marks = ()) -> str:
    """The figure as an SVG element. `limit` gives several figures the same scale; marks show significant changes."""
    top = limit if limit is not None else highest(figure)
    hill = max(_HILL, 190 // len(figure.series))
    kinds: dict[str, Callable[[Canvas], None]] = {
        "columns": _columns,
        "bars": _bars,
        "lines": _lines,
        "ridges": _ridges,
    }
    heights = {
        "bars": len(figure.labels) * _ROW + 14,
        "ridges": len(figure.series) * hill + 54,
        "lines": 280,
        "columns": 280,
    }
    canvas = Canvas(figure, width, heights[figure.kind], top, raised, lowered)
    kinds[figure.kind](canvas)
    said = escape(figure.title, quote=True)
    view = f'viewBox="0 0 {width} {canvas.height}"'
    return f'<svg {view} role="img" aria-label="{said}" class="{figure.kind}">{"".join(canvas.parts)}</svg>'


def highest(figure: Figure) -> float:
    """Where the scale of a figure ends: a round number above everything."""
    numbers = [number for series in figure.series for number in series.numbers]
    if figure.kind == "ridges":
        return max([number.value for number in numbers] + [1e-9])
    top = max([number.high for number in numbers] + [figure.reference or 0, 1e-9])
    if figure.unit == "%" and top > 92:
        return 100.0
    return nice_step(top) * math.ceil(top / nice_step(top) - 1e-9)


def nice_step(top: float) -> float:
    """The step between grid lines: a round number, at most seven of which reach the top.

    >>> nice_step(0.9), nice_step(26), nice_step(61), nice_step(100)
    (0.2, 5.0, 10.0, 20.0)
    """
    steps = (float(f"{step}e{power}") for power in range(-6, 10) for step in (1, 2, 5))
    return next(step for step in steps if step * 7 >= top)


@dataclass
class Canvas:
    """The elements that are drawn so far, and the scales."""

    figure: Figure
    width: int
    height: int
    top: float
    raised: Marks
    lowered: Marks

    def __post_init__(self) -> None:
        self.parts: list[str] = []

    def add(self, part: str) -> None:
        """Add an element."""
        self.parts.append(part)

    def y(self, value: float) -> float:
        """The y coordinate of a value."""
        room = self.height - _TOP - _BOTTOM
        return _TOP + room * (1 - max(0.0, min(value, self.top)) / self.top)

    def text(self, x: float, y: float, words: str, kind: str = "", anchor: str = "middle") -> None:
        """Add a text."""
        self.add(f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>')

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        """A straight line."""
        self.add(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>')

    def mark(self, series: int, label: int, x: float, y: float) -> None:
        """Mark a number that differs significantly."""
        for marks, sign, kind in ((self.raised, "▲", "raised"), (self.lowered, "▼", "lowered")):
            if (series, label) in marks:
                self.text(x, y, sign, f"mark {kind}")

    def colour(self, series: Series, label: int) -> str:
        """A number's colour: its label's own, or its series'."""
        return self.figure.colours[label] if self.figure.colours else series.colour


def said(number: Number, unit: str) -> str:
    """A number with its interval, for a tooltip or a table."""
    digits = 1 if abs(number.value) >= 10 or unit == "%" else 2
    if not number.error:
        return f"{number.value:.{digits}f}{unit}"
    return f"{number.value:.{digits}f}{unit} ({max(0.0, number.low):.{digits}f} to {number.high:.{digits}f})"


def short(value: float, unit: str) -> str:
    """A number as the label of a column."""
    return f"{value:.0f}{unit}" if value >= 99.5 else f"{value:.1f}{unit}"


def _grid(canvas: Canvas, left: float = _LEFT) -> None:
    step = nice_step(canvas.top)
    lines = round(canvas.top / step)
    for at in range(lines + 1):
        y = canvas.y(at * step)
        canvas.line(left, y, canvas.width - _RIGHT, y, "axis" if at == 0 else "grid")
        canvas.text(left - 8, y + 4, f"{at * step:g}{canvas.figure.unit if at == lines else ''}", "tick", "end")


def _reference(canvas: Canvas) -> None:
    if canvas.figure.reference is not None:
        y = canvas.y(canvas.figure.reference)
        canvas.line(_LEFT, y, canvas.width - _RIGHT, y, "reference")


def _legend(canvas: Canvas) -> None:
    if len(canvas.figure.series) < 2:
        return
    x = float(_LEFT)
    for series in canvas.figure.series:
        colour = "ink" if canvas.figure.colours else series.colour
        faint = ' class="faint"' if series.faint else ""
        canvas.add(f'<rect x="{x:.1f}" y="2" width="11" height="11" rx="2" style="fill:var(--{colour})"{faint}/>')
        canvas.text(x + 17, 12, series.name, "key", "start")
        x += 34 + 7.2 * len(series.name)


def _columns(canvas: Canvas) -> None:
    figure = canvas.figure
    _grid(canvas)
    _legend(canvas)
    slot = (canvas.width - _LEFT - _RIGHT) / len(figure.labels)
    room = min(slot * 0.72, 92.0 * len(figure.series))
    wide = room / len(figure.series)
    crowded = wide < 34
    for label, name in enumerate(figure.labels):
        middle = _LEFT + slot * (label + 0.5)
        _column_label(canvas, middle, slot, name)
        for at, series in enumerate(figure.series):
            number = series.numbers[label]
            x = middle - room / 2 + wide * at
            _column(canvas, x, wide, number, canvas.colour(series, label), f"{name}, {series.name}", series.faint)
            if not crowded:
                canvas.text(x + wide / 2, canvas.y(number.high) - 6, short(number.value, figure.unit), "value")
            canvas.mark(at, label, x + wide / 2, canvas.y(number.high) - (4 if crowded else 20))
    _reference(canvas)
    canvas.text(canvas.width - _RIGHT, canvas.height - 6, figure.across, "across", "end")


def _column_label(canvas: Canvas, middle: float, slot: float, name: str) -> None:
    y = canvas.height - _BOTTOM + 18
    head, _, rest = name.partition(" (")
    if rest and 6.6 * len(name) > slot:  # the bot under its seat
        canvas.text(middle, y, head, "label")
        canvas.text(middle, y + 14, rest.rstrip(")"), "label")
    else:
        canvas.text(middle, y, name, "label")


def _column(canvas: Canvas, x: float, wide: float, number: Number, colour: str, name: str, faint: bool) -> None:
    y, base = canvas.y(number.value), canvas.y(0)
    gap = min(4.0, wide * 0.12)
    kind = ' class="faint"' if faint else ""
    canvas.add(f"<g><title>{escape(name)}: {said(number, canvas.figure.unit)}</title>")
    canvas.add(
        f'<rect x="{x + gap / 2:.1f}" y="{y:.1f}" width="{wide - gap:.1f}" height="{base - y:.1f}" rx="2"'
        f' style="fill:var(--{colour})"{kind}/>'
    )
    if number.error and canvas.y(number.low) - canvas.y(number.high) > 1.5:
        middle = x + wide / 2
        canvas.line(middle, canvas.y(number.low), middle, canvas.y(number.high), "whisker")
        for end in (number.low, number.high):
            canvas.line(middle - 4, canvas.y(end), middle + 4, canvas.y(end), "whisker")
    canvas.add("</g>")


def _bars(canvas: Canvas) -> None:
    figure, series = canvas.figure, canvas.figure.series[0]
    room = canvas.width - _RIGHT - 64
    for label, name in enumerate(figure.labels):
        number, y = series.numbers[label], 6.0 + label * _ROW
        colour = canvas.colour(series, label)
        canvas.text(0, y + 12, name, "label", "start")
        long = room * min(number.value, canvas.top) / canvas.top
        canvas.add(f"<g><title>{escape(name)}: {said(number, figure.unit)}</title>")
        canvas.add(f'<rect x="0" y="{y + 18:.1f}" width="{room:.1f}" height="14" rx="2" class="track"/>')
        canvas.add(
            f'<rect x="0" y="{y + 18:.1f}" width="{max(long, 1):.1f}" height="14" rx="2" style="fill:var(--{colour})"/>'
        )
        if number.error:
            low, high = (room * max(0.0, min(end, canvas.top)) / canvas.top for end in (number.low, number.high))
            if high - low > 1.5:
                canvas.line(low, y + 25, high, y + 25, "whisker")
        canvas.add("</g>")
        canvas.text(room + 10, y + 30, short(number.value, figure.unit), "value", "start")
        canvas.mark(0, label, room + 4, y + 13)


def _points(canvas: Canvas, numbers: tuple[Number, ...], end: str = "value") -> list[tuple[float, float]]:
    room = canvas.width - _LEFT - _RIGHT - 16
    step = room / max(1, len(numbers) - 1)
    return [(_LEFT + 8 + step * i, canvas.y(getattr(number, end))) for i, number in enumerate(numbers)]


def _path(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _lines(canvas: Canvas) -> None:
    figure = canvas.figure
    _grid(canvas)
    solid = [series for series in figure.series if not series.faint]
    faint = [series for series in figure.series if series.faint]
    if len(faint) == 2:  # a band between two series
        edge = _points(canvas, faint[0].numbers) + _points(canvas, faint[1].numbers)[::-1]
        canvas.add(f'<path d="{_path(edge)}Z" class="band" style="fill:var(--{faint[0].colour})"/>')
    for series in solid:
        at = figure.series.index(series)
        edge = _points(canvas, series.numbers, "low") + _points(canvas, series.numbers, "high")[::-1]
        canvas.add(f'<path d="{_path(edge)}Z" class="band" style="fill:var(--{series.colour})"/>')
        points = _points(canvas, series.numbers)
        canvas.add(f'<path d="{_path(points)}" class="line" style="stroke:var(--{series.colour})"/>')
        for label, (x, y) in enumerate(points):
            said_here = f"{figure.across} {figure.labels[label]}: {said(series.numbers[label], figure.unit)}"
            canvas.add(
                f'<g><title>{escape(said_here)}</title><circle cx="{x:.1f}" cy="{y:.1f}" r="9" class="touch"/>'
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" class="dot" style="stroke:var(--{series.colour})"/></g>'
            )
            canvas.mark(at, label, x, y - 9)
    each = max(1, math.ceil(len(figure.labels) * 26 / canvas.width))
    for label, (x, _) in enumerate(_points(canvas, solid[0].numbers)):
        if label % each == 0:
            canvas.text(x, canvas.height - _BOTTOM + 18, figure.labels[label], "tick")
    canvas.text(canvas.width - _RIGHT, canvas.height - 6, figure.across, "across", "end")


def _ridges(canvas: Canvas) -> None:
    figure = canvas.figure
    longest = max(len(series.name) for series in figure.series)
    name_room = min(150.0, 16 + 7.0 * longest) if len(figure.series) > 1 else 0
    left, right = name_room + 6, canvas.width - 84
    step = (right - left) / len(figure.labels)
    starts = [int(label) for label in figure.labels]
    unit = (starts[1] - starts[0]) if len(starts) > 1 else 1
    hill = max(_HILL, 190 // len(figure.series))
    bottom = 0.0
    for at, series in enumerate(figure.series):
        base = hill * (at + 1)
        bottom = base
        if name_room:
            canvas.text(0, base - 8, series.name, "label", "start")
        canvas.line(left, base, right, base, "axis")
        for label, number in enumerate(series.numbers):
            high = (hill - 10) * min(number.value, canvas.top) / canvas.top
            x = left + step * label
            span = figure.labels[label] if unit == 1 else f"{starts[label]} to {starts[label] + unit - 1}"
            canvas.add(
                f"<g><title>{escape(series.name)}, {figure.across} {span}: {said(number, '%')}</title>"
                f'<rect x="{x:.2f}" y="{base - high:.1f}" width="{max(step - 0.6, 0.6):.2f}" height="{high:.1f}"'
                f' style="fill:var(--{series.colour})"/></g>'
            )
            canvas.mark(at, label, x + step / 2, base - high - 3)
        if series.mean:
            x = left + step * (series.mean.value - starts[0] + (0.5 if unit == 1 else 0)) / unit
            canvas.add(f'<path d="M{x:.1f} {base + 1:.1f}l-4 7h8z" class="tip"/>')
            canvas.text(canvas.width, base - 8, f"mean {series.mean.value:.1f}", "value", "end")
    each = max(1, math.ceil(len(starts) * 34 / (right - left)))
    for label in range(0, len(starts), each):
        canvas.text(left + step * (label + (0.5 if unit == 1 else 0)), bottom + 24, figure.labels[label], "tick")
    canvas.text(right, bottom + 42, figure.across, "across", "end")
