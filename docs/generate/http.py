"""The HTTP interface, from the server's OpenAPI description and the structs behind it."""

import re
from typing import Any

from docs.generate.markdown import anchor, sentence, table
from docs.generate.socket import EVENTS
from docs.generate.structs import fields
from litestar import Litestar
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from msgspec import Struct

from allaboard import __version__
from allaboard.bots.personas import Face
from allaboard.reviews import findings
from allaboard.server import api, forms, protocol
from allaboard.server.typescript import structs_of


def page(argument: str) -> str:
    """Every request with its parameters, body and answer, then the bodies."""
    described = _openapi()
    known: list[type[Struct]] = [*structs_of(forms), *structs_of(protocol), *structs_of(findings), Face]
    names: dict[str, Any] = {one.__name__: one for one in known}
    used: dict[str, Any] = {"Problem": forms.Problem}  # the body of every error
    parts = ["## Requests"]
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            parts.append(_operation(f"{method.upper()} {path}", operation, names, used))
    for name in [*used]:
        _add_used(names[name], names, used)
    links = {name: f"#{anchor(name)}" for name in used} | EVENTS
    parts.append("## Bodies")
    for name in sorted(used):
        parts += [f"### {name}", sentence(names[name].__doc__), fields(names[name], links)]
    return "\n\n".join(parts)


def _openapi() -> Any:
    """The description of the routes. They are not called, so a server is not needed."""
    app = Litestar(
        [api.router()],
        dependencies={"lobby": Provide(lambda: None, sync_to_thread=False)},
        openapi_config=OpenAPIConfig(title="All Aboard", version=__version__, use_handler_docstrings=True),
    )
    return app.openapi_schema.to_schema()


def _operation(title: str, operation: Any, names: dict[str, Any], used: dict[str, Any]) -> str:
    parts = [f"### `{title}`", sentence(operation.get("description"))]
    parameters = [_parameter(one) for one in operation.get("parameters", [])]
    if parameters:
        parts.append(table(["parameter", "where", "limits", "meaning"], parameters))
    content = operation.get("requestBody", {}).get("content", {})
    body = _named(content.get("application/json", {}).get("schema", {}), names, used)
    answers = {status: one for status, one in operation["responses"].items() if status.startswith("2")}
    for status, answer in answers.items():
        media, found = next(iter(answer["content"].items()))
        said = _named(found.get("schema", {}), names, used)
        what = said or ("plain text" if media == "text/plain" else f"`{media}`")
        parts.append((f"Body: {body}. " if body else "") + f"Answer {status}: {what}.")
    return "\n\n".join(parts)


def _parameter(one: Any) -> list[str]:
    schema = one.get("schema", {})
    limits = []
    if "minimum" in schema:
        limits.append(f"{schema['minimum']:.0f} to {schema['maximum']:.0f}")
    if "maxLength" in schema:
        limits.append(f"at most {schema['maxLength']} characters")
    if "pattern" in schema:
        limits.append(f"`{schema['pattern']}`")
    if schema.get("default") not in (None, ""):
        limits.append(f"default {schema['default']}")
    told = one.get("description") or schema.get("description") or ""
    return [f"`{one['name']}`", one["in"], ", ".join(limits), told]


def _named(schema: Any, names: dict[str, Any], used: dict[str, Any]) -> str:
    """A schema by the names of its structs, with links."""
    if "items" in schema:
        return f"a list of {_named(schema['items'], names, used)}"
    if "$ref" not in schema:
        return ""
    reference = str(schema["$ref"]).rsplit("/", 1)[-1]
    name = next(one for one in names if reference == one or reference.endswith((f"_{one}", f".{one}")))
    used[name] = names[name]
    return f"[{name}](#{anchor(name)})"


def _add_used(struct: Any, names: dict[str, Any], used: dict[str, Any]) -> None:
    """The structs that a struct's fields are made of."""
    words = {word for kind in struct.__annotations__.values() for word in re.findall(r"\w+", str(kind))}
    for name, other in names.items():
        if name not in used and name in words:
            used[name] = other
            _add_used(other, names, used)
