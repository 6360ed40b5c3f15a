"""A review as one self-contained HTML page, with our own drawings and without scripts."""

from functools import cache
from html import escape
from importlib.resources import files

from allaboard import notation
from allaboard.catalog import title_of
from allaboard.game import load
from allaboard.notation import GameRecord
from allaboard.reviews import words
from allaboard.reviews.findings import Decision, Review, SeatReview
from allaboard.reviews.review import SHOWN

_WIDE, _HIGH, _LEFT, _PAD = 1100, 240, 52, 14
_BARS = 70  # below the line: luck and decisions, step by step


def page(record: GameRecord, found: Review, language: str = "en") -> str:
    """The page."""
    said = words.catalog(language)
    title = said.say("review-title", game=title_of(load(found.game).declaration, language))
    body = "".join(_player(record, found, player, language) for player in found.players)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_style()}</style></head><body>"
        f"<header><h1>{escape(title)}</h1></header><main>{body}"
        f"<footer><p>{escape(words.method(found, language))}</p></footer></main></body></html>\n"
    )


@cache
def _style() -> str:
    return files("allaboard.reviews").joinpath("page.css").read_text(encoding="utf-8")


def _player(record: GameRecord, found: Review, player: SeatReview, language: str) -> str:
    numbers = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(amount)}</dd></div>"
        for name, amount in words.parts(found, player, language)
    )
    costly = player.costliest[: words.COSTLIEST]
    cards = "".join(_decision(record, found, player, one, language) for one in costly)
    none = f"<p>{escape(words.catalog(language).say('review-none'))}</p>"
    return (
        f"<section><h2>{escape(words.headline(found, player, language))}</h2>"
        f"<p>{escape(words.sentence(found, player, language))}</p><dl>{numbers}</dl>"
        f"{timeline(found, player, language)}{cards or none}</section>"
    )


def _decision(record: GameRecord, found: Review, player: SeatReview, one: Decision, language: str) -> str:
    game = load(found.game)
    said = words.catalog(language)
    for ply, step in enumerate(notation.replay(record)):
        if ply == one.ply:
            table = game.show(game.view(step.before, player.seat), language)
            break
    else:
        table = ""
    options = "".join(
        f'<tr class="{"played" if option.action == one.played else ""}"><th>{escape(option.said or option.action)}</th>'
        f"<td>{words.number(option.value, found.unit, signed=False)}</td>"
        f"<td>± {words.error_text(option.error, found.unit)}</td></tr>"
        for at, option in enumerate(one.options)
        if at < SHOWN or option.action == one.played
    )
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in one.reasons)
    return (
        f'<article class="{one.verdict}"><h3>{escape(words.decision(found, one, language))}</h3>'
        f"<ul>{reasons}</ul><table><caption>{escape(said.say('review-options'))}</caption>{options}</table>"
        f"<details><summary>{escape(said.say('review-table'))}</summary><pre>{escape(table)}</pre></details></article>"
    )


def timeline(found: Review, player: SeatReview, language: str) -> str:
    """The value during the game as a line, and below it the effects of luck and decisions in two colours."""
    said = words.catalog(language)
    values = [player.expected, *(step.value for step in player.steps)]
    low, high = min(values), max(values)
    if found.unit == "wins":
        low, high = 0.0, 1.0
    room = high - low or 1.0
    step = (_WIDE - _LEFT - _PAD) / max(1, len(values) - 1)

    def y(value: float) -> float:
        return _PAD + (_HIGH - 2 * _PAD) * (1 - (min(max(value, low), high) - low) / room)

    line = " ".join(f"{_LEFT + step * k:.1f},{y(value):.1f}" for k, value in enumerate(values))
    most = max([abs(part) for one in player.steps for part in (one.luck, one.own)] + [1e-9])
    middle = _HIGH + _BARS / 2
    bars = []
    for k, one in enumerate(player.steps):
        for kind, part in (("luck", one.luck), ("own", one.own)):
            tall = abs(part) / most * _BARS / 2
            if tall >= 0.5:
                top = middle - tall if part > 0 else middle
                about = f"{k + 1}. {one.action}: {words.number(part, found.unit)}"
                bars.append(
                    f'<rect class="{kind}" x="{_LEFT + step * k:.1f}" y="{top:.1f}" width="{max(step - 0.5, 1):.1f}" '
                    f'height="{tall:.1f}"><title>{escape(about)}</title></rect>'
                )
    marks = "".join(
        f'<text x="{_LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">'
        f"{escape(words.number(value, found.unit, signed=False))}</text>"
        for value in (low, high)
    )
    below = _HIGH + _BARS
    keys = "".join(
        f'<text class="{kind}" x="{_LEFT + 150 * k}" y="{below + 18}">{escape(said.say(f"review-key-{kind}"))}</text>'
        for k, kind in enumerate(("value", "luck", "own"))
    )
    label = escape(said.say("review-timeline"))
    return (
        f'<svg viewBox="0 0 {_WIDE} {below + 26}" role="img" aria-label="{label}">'
        f'<polyline points="{line}"/>{marks}<line x1="{_LEFT}" x2="{_WIDE - _PAD}" y1="{middle}" y2="{middle}"/>'
        f"{''.join(bars)}{keys}</svg>"
    )
