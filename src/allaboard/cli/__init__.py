"""The command line: a module for each command, each importing what it needs only when it runs."""

import os
import sys
from importlib import import_module

import typer

from allaboard import __version__

COMMANDS = (  # each is a module of this folder that is quick to import and has a function of the same name
    "play",
    "join",
    "serve",
    "site",
    "warm",
    "rules",
    "board",
    "simulate",
    "compare",
    "bench",
    "train",
    "calibrate",
    "ladder",
    "verify",
    "replay",
    "review",
    "puzzles",
)
GROUPS = ("db",)  # the same for modules with an app of several commands

app = typer.Typer(
    name="allaboard",
    help="Train games: play them, check their records, simulate them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for name in COMMANDS:
    app.command(name)(getattr(import_module(f"allaboard.cli.{name}"), name))
for name in GROUPS:
    app.add_typer(import_module(f"allaboard.cli.{name}").app, name=name)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"allaboard {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", help="Show the version.", callback=_version, is_eager=True),
) -> None:
    pass


def main() -> None:
    """Run the command line. Wrong input ends with one sentence and exit code 2."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except (ValueError, OSError) as error:
        from allaboard.game import GameError

        if not isinstance(error, GameError | OSError):
            raise
        typer.echo(f"allaboard: {error}", err=True)
        sys.exit(2)
