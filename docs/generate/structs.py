"""Tables of the fields of msgspec structs: messages, forms, events."""

from typing import Any

import msgspec
from docs.generate.markdown import field_docs, table
from msgspec import inspect

_WORDS: dict[type[inspect.Type], str] = {
    inspect.AnyType: "any",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "integer",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


def fields(struct: type[msgspec.Struct], links: dict[str, str] | None = None) -> str:
    """A struct's fields as a table; empty if it has none. `links` says where other structs are described."""
    info: Any = inspect.type_info(struct)
    docs = field_docs(struct)
    rows = []
    for field in info.fields:
        described = field.type
        told = docs.get(field.name, "")
        if isinstance(described, inspect.Metadata):
            told = told or str((described.extra_json_schema or {}).get("description", ""))
        default = "" if field.required else default_text(field)
        rows.append([f"`{field.encode_name}`", type_text(described, links or {}), default, told])
    if not rows:
        return ""
    if not any(row[2] for row in rows):
        return table(["field", "type", "meaning"], [[row[0], row[1], row[3]] for row in rows])
    return table(["field", "type", "default", "meaning"], rows)


def default_text(field: Any) -> str:
    """A field's default as JSON."""
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return f"`{msgspec.json.encode(value).decode()}`"


def type_text(info: Any, links: dict[str, str]) -> str:
    """A type in words, with its limits."""
    match info:
        case inspect.Metadata(type=inner):
            return type_text(inner, links)
        case inspect.LiteralType(values=values):
            return ", ".join(f"`{value}`" if value != "" else '`""`' for value in values)
        case inspect.UnionType(types=types):
            ordered = sorted(types, key=lambda one: isinstance(one, inspect.NoneType))
            return " or ".join(type_text(one, links) for one in ordered)
        case inspect.ListType(item_type=item):
            return f"list of {type_text(item, links)}"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(type_text(item, links) for item in items)}]"
        case inspect.DictType(key_type=key, value_type=value):
            return f"object: {type_text(key, links)} to {type_text(value, links)}"
        case inspect.CustomType():
            return "any JSON"
        case inspect.StructType(cls=cls):
            name = cls.__name__
            return f"[{name}]({links[name]})" if name in links else name
        case inspect.IntType(ge=low, le=high) if low is not None and high is not None:
            return f"integer, {low} to {high}"
        case inspect.IntType(ge=low) if low is not None:
            return f"integer, at least {low}"
        case inspect.StrType(max_length=most) if most is not None:
            return f"string, at most {most} characters"
        case inspect.StrType(pattern=pattern) if pattern is not None:
            return f"string, `{pattern}`"
        case _:
            return _WORDS.get(type(info), type(info).__name__)
