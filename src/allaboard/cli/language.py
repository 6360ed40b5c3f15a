"""The option `--language` of the commands that speak to players."""

import os
from typing import Annotated

import typer

Language = Annotated[
    str, typer.Option("--language", help="en or ja. Default: the language of your locale, or English.")
]


def language_of(chosen: str) -> str:
    """The language that was chosen, or that of the locale if there are sentences in it, or English."""
    from allaboard.catalog import LANGUAGES
    from allaboard.cli.say import fail

    if chosen and chosen not in LANGUAGES:
        fail(f"there are no sentences in {chosen!r}; there are {', '.join(LANGUAGES)}")
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    spoken = locale.partition(".")[0].partition("_")[0].lower()
    return chosen or (spoken if spoken in LANGUAGES else "en")
