"""Small pieces of Markdown, and the documentation of a class's fields."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Sequence
from itertools import pairwise


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a column whose heading ends with `:` is aligned to the right."""
    names = [name.removesuffix(":").strip() for name in head]
    rules = ["---:" if name.endswith(":") else "---" for name in head]
    lines = [names, rules, *([cell(one) for one in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cell(text: str) -> str:
    """A text that fits into a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def sentence(text: str | None) -> str:
    """A docstring as one paragraph."""
    return " ".join((text or "").split())


def anchor(text: str) -> str:
    """The anchor that a heading gets.

    >>> anchor("`GET /api/games`")
    'get-apigames'
    """
    return re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")


def field_docs(cls: type) -> dict[str, str]:
    """The docstrings after the fields of a class."""
    found: dict[str, str] = {}
    tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    for one, after in pairwise(body):
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and isinstance(after, ast.Expr):
            value = after.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                found[one.target.id] = sentence(value.value)
    return found
