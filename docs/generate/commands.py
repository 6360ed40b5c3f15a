"""The command line, from the Typer app."""

from typing import Any

import typer.main
from docs.generate.markdown import sentence, table

from allaboard.cli import app

_VALUES = {"int": "N", "float": "N", "Path": "FILE"}


def page(argument: str) -> str:
    """Every command: what it does, its arguments and its options."""
    root: Any = typer.main.get_command(app)
    parts = [sentence(root.help)]
    for name, command in root.commands.items():
        if hasattr(command, "commands"):
            parts.append(f"## allaboard {name}\n\n{_text(command.help)}")
            parts += [_command(f"allaboard {name} {below}", one, "###") for below, one in command.commands.items()]
        else:
            parts.append(_command(f"allaboard {name}", command, "##"))
    return "\n\n".join(parts)


def _command(name: str, command: Any, marks: str) -> str:
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    shown = [one for one in command.params if not getattr(one, "hidden", False)]
    options = [one for one in shown if one.param_type_name == "option" and one.name != "help"]
    words = [_argument(one) for one in arguments]
    usage = " ".join([name, *(["[OPTIONS]"] if options else []), *words])
    parts = [f"{marks} {name}", f"```text\n{usage}\n```", _text(command.help)]
    if arguments:
        parts.append(table(["argument", "meaning"], [[f"`{_argument(one)}`", one.help or ""] for one in arguments]))
    if options:
        parts.append(table(["option", "default", "meaning"], [_option(one) for one in options]))
    return "\n\n".join(parts)


def _argument(one: Any) -> str:
    name = str(one.metavar or one.name).upper().strip("[].…") + ("..." if one.nargs == -1 else "")
    return name if one.required else f"[{name}]"


def _option(one: Any) -> list[str]:
    value = "" if one.is_flag else " " + (one.metavar or _VALUES.get(str(one.bare_type()), "VALUE"))
    names = ", ".join(f"`{name}{value}`" for name in one.opts)
    if one.secondary_opts:
        names += ", " + ", ".join(f"`{name}`" for name in one.secondary_opts)
    default, shown = one.default, ""
    if one.secondary_opts:
        shown = f"`{(one.opts if default else one.secondary_opts)[0]}`"
    elif not one.is_flag and default not in (None, "", ()):
        shown = f"`{_plain(default)}`"
    variable = f" Environment variable: `{one.envvar}`." if one.envvar else ""
    return [names, shown, (one.help or "") + variable]


def _plain(default: object) -> str:
    """A default, without what depends on the machine."""
    return "…" if callable(default) else str(default)


def _text(help_: str | None) -> str:
    """A help text: paragraphs, and lines that are indented as code."""
    return "\n\n".join(" ".join(part.split()) for part in (help_ or "").replace("\b", "").split("\n\n"))
