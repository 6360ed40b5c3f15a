"""The summary table in README.md, computed from the tables of docs/measurements.md."""

import re
from collections.abc import Iterable
from pathlib import Path

from docs.generate.markdown import table

PAGE = Path(__file__).parents[1] / "measurements.md"


def page(argument: str) -> str:
    """One row for each measurement whose table is filled."""
    del argument
    text = PAGE.read_text(encoding="utf-8")
    rows = [
        *_speed(part(text, "bench")),
        *_environments(part(text, "bench-envs")),
        *_wasm(part(text, "bench-wasm")),
        *_solo(part(text, "ladder miyajima 1")),
        *_load(part(text, "load")),
    ]
    return table(["what", "figure", "command"], rows)


def part(text: str, mark: str) -> str:
    """The text between two marks; empty if nothing was measured."""
    found = re.search(rf"<!-- {mark} -->\n(.*?)<!-- /{mark} -->", text, re.DOTALL)
    return found[1] if found else ""


def span(numbers: Iterable[str], unit: str) -> str:
    """The smallest and the largest of some numbers.

    >>> span(["22", "1", "2"], " seconds")
    '1 to 22 seconds'
    """
    found = sorted(numbers, key=float)
    return f"{found[0]}{unit}" if found[0] == found[-1] else f"{found[0]} to {found[-1]}{unit}"


def ours(text: str) -> str:
    """The range of our own figures in a table of a benchmark."""
    return span(re.findall(r"\*\*All Aboard.*?\*\*([\d.]+) million\*\*", text), " million")


def least(text: str, peer: str) -> list[str]:
    """For each game: how many times as fast we are as the fastest peer of a kind."""
    games = re.split(r"\*\*All Aboard", text)[1:]
    found = [re.findall(rf"\| {peer}.*?([\d.]+) times as fast", game) for game in games]
    return [min(times, key=float) for times in found if times]


def _speed(text: str) -> list[list[str]]:
    if not text:
        return []
    peers = span(least(text, r"OpenSpiel C\+\+"), "")
    fast = f"{ours(text)} moves a second, {peers} times as fast as the fastest OpenSpiel C++ game of the same kind"
    million = span(re.findall(r"\| (\d+) s, \d+ MB \|", text), " seconds")
    return [
        ["random legal play, one thread", fast, "`allaboard bench`"],
        ["a million games", million, "`allaboard bench`"],
    ]


def _environments(text: str) -> list[list[str]]:
    if not text:
        return []
    fast = f"{ours(text)} steps a second, {span(least(text, 'pgx'), '')} times as fast as pgx"
    return [["environments, observations and masks written", fast, "`allaboard bench --envs`"]]


def _wasm(text: str) -> list[list[str]]:
    found = re.findall(r"\| random play \|.*?([\d.]+) of native", text)
    if not found:
        return []
    return [["random play in a browser (WebAssembly)", span(found, " of the native speed"), "`allaboard bench --wasm`"]]


def _solo(text: str) -> list[list[str]]:
    mean = dict(re.findall(r"^\| (expert|medium)\S* \| ([\d.]+)", text, re.MULTILINE))
    if not mean:
        return []
    said = f"expert scores {float(mean['expert']):.0f} on average, medium {float(mean['medium']):.0f}"
    return [["Fast Train to Miyajima solo", said, "`allaboard ladder`"]]


def _load(text: str) -> list[list[str]]:
    rows = re.findall(r"^\| ([\d,]+) \| (\d+) \| ([\d.]+) ms \| ([\d.]+) ms \|.*\| (\d+) MB \|", text, re.MULTILINE)
    return [
        [
            f"server, {tables} tables of four, {rate} moves a second",
            f"stored and acknowledged in {half} ms (half of the moves) and {most} ms (99%), {memory} MB",
            "`python -m benchmarks.load`",
        ]
        for tables, rate, half, most, memory in rows
    ]
