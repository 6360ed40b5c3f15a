"""Turns an object file for wasm32 into a module, without a linker.

A linker combines many objects. Here there is only one, and LLVM has already given every function, type and global its
final number, and every data segment its offset. Two things are left to do:

- memory, the stack pointer and the table of functions are imported; the module gets its own,
- data moves behind the stack, so every address of data in code and in data changes.

The format is described in the WebAssembly tool conventions, "Linking". Anything that is not known here is refused.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from allaboard.registry import GameError

STACK: Final = 1 << 18
"""Bytes of stack. The stack is below the data, so that an overflow leaves the memory and traps."""
PAGE: Final = 1 << 16
_MAGIC: Final = b"\0asm\1\0\0\0"
_CUSTOM, _IMPORT, _TABLE, _MEMORY, _GLOBAL, _EXPORT, _CODE, _DATA = 0, 2, 4, 5, 6, 7, 10, 11
_ORDER: Final = (1, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11)  # of the sections in a module
_VERSION: Final = 2  # of the tool conventions
_FUNCTION_KIND, _DATA_KIND = 0, 1  # of symbols
_UNDEFINED, _NAMED = 0x10, 0x40  # flags of symbols
_UNCHANGED: Final = {0, 1, 2, 6, 7, 20}  # relocations of functions, types, globals and tables
_ADDRESS_LEB, _ADDRESS_SLEB, _ADDRESS_I32 = 3, 4, 5


class _Reader:
    """Numbers and names from bytes."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def take(self, n: int) -> bytes:
        self.at += n
        return self.data[self.at - n : self.at]

    def number(self, signed: bool = False) -> int:
        value = shift = 0
        while True:
            (byte,) = self.take(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value - (1 << shift) if signed and byte & 0x40 else value

    def name(self) -> str:
        return self.take(self.number()).decode()


def leb(value: int, width: int = 0) -> bytes:
    """A number as LEB128; with a width, padded to it.

    >>> leb(624485).hex(), leb(1, 5).hex()
    ('e58e26', '8180808000')
    """
    found = bytearray()
    while True:
        value, byte = value >> 7, value & 0x7F
        if value == 0 and len(found) + 1 >= width:
            return bytes([*found, byte])
        found.append(byte | 0x80)


def _sleb(value: int, width: int) -> bytes:
    found = [(value >> 7 * k & 0x7F) | (0x80 if k < width - 1 else 0) for k in range(width)]
    return bytes(found)


@dataclass
class _Symbol:
    kind: int
    name: str
    defined: bool
    index: int = 0


@dataclass
class _Object:
    """The content of the object file."""

    sections: dict[int, bytearray]  # by number
    places: list[int]  # the number of each section, in the order of the file
    symbols: list[_Symbol]
    moves: list[tuple[int, bytes]]  # sections of relocations: of which section, and the rest


def link(made: bytes, customs: Mapping[str, bytes], names: bool = False) -> bytes:
    """A module without imports that exports its memory; optionally with names of functions for debuggers."""
    found = _read(made)
    table, needs = _imports(found.sections.pop(_IMPORT, None))
    if needs:
        raise GameError(
            f"the compiled code calls {', '.join(needs)}, which a browser does not have; "
            "for mathematics, use the functions of allaboard.maths"
        )
    end = STACK + _data_size(found.sections.get(_DATA))
    heap = end + -end % 16
    for section, moves in found.moves:
        _move(found, section, moves, heap)
    if _DATA in found.sections:
        found.sections[_DATA] = _moved_data(found.sections[_DATA])
    if table is not None:
        found.sections[_TABLE] = bytearray(leb(1) + table)
    found.sections[_MEMORY] = bytearray(leb(1) + b"\0" + leb(-(-heap // PAGE)))
    found.sections[_GLOBAL] = bytearray(leb(1) + b"\x7f\x01\x41" + _sleb(STACK, 5) + b"\x0b")
    found.sections[_EXPORT] = _exports(found.sections[_EXPORT])
    extra = dict(customs) | ({"name": _names(found.symbols)} if names else {})
    body = [_section(number, found.sections[number]) for number in _ORDER if number in found.sections]
    body += [_section(_CUSTOM, leb(len(name)) + name.encode() + data) for name, data in extra.items()]
    return _MAGIC + b"".join(body)


def _section(number: int, data: bytes | bytearray) -> bytes:
    return bytes([number]) + leb(len(data)) + data


# ---- reading


def _read(made: bytes) -> _Object:
    if made[:8] != _MAGIC:
        raise GameError("LLVM did not write an object file for WebAssembly")
    found = _Object({}, [], [], [])
    reader = _Reader(made, 8)
    while reader.at < len(made):
        number = reader.take(1)[0]
        data = reader.take(reader.number())
        if number != _CUSTOM:
            found.sections[number] = bytearray(data)
        else:
            custom = _Reader(data)
            name = custom.name()
            if name == "linking":
                found.symbols = list(_symbols(custom))
            elif name.startswith("reloc."):
                found.moves.append((custom.number(), data[custom.at :]))
        found.places.append(number)
    if found.sections.keys() - {_IMPORT, *_ORDER}:
        raise GameError("the object file has a section that is not known here")
    return found


def _symbols(reader: _Reader) -> Iterator[_Symbol]:
    if reader.number() != _VERSION:
        raise GameError("the object file uses an unknown version of the tool conventions")
    while reader.at < len(reader.data):
        number, size = reader.take(1)[0], reader.number()
        if number != 8:  # names of segments, start functions, sections that may be merged
            if number == 6:
                raise GameError("the object file has start functions, which are not supported")
            reader.take(size)
            continue
        for _ in range(reader.number()):
            yield _symbol(reader)


def _symbol(reader: _Reader) -> _Symbol:
    kind, flags = reader.take(1)[0], reader.number()
    defined = not flags & _UNDEFINED
    if kind == _DATA_KIND:
        symbol = _Symbol(kind, reader.name(), defined)
        if defined:
            for _ in range(3):  # its segment, offset and size
                reader.number()
        return symbol
    symbol = _Symbol(kind, "", defined, reader.number())
    if kind != 3 and (defined or flags & _NAMED):  # sections have no names
        symbol.name = reader.name()
    return symbol


# ---- moving


def _move(found: _Object, section: int, moves: bytes, heap: int) -> None:
    """Change the addresses in a section: data moves up by the stack's size, and the heap begins after the data."""
    number = found.places[section]
    if number == _CUSTOM:
        return  # debug information, which is left out
    data, reader = found.sections[number], _Reader(moves)
    for _ in range(reader.number()):
        kind, at, index = reader.take(1)[0], reader.number(), reader.number()
        if kind in _UNCHANGED:
            continue
        if kind not in (_ADDRESS_LEB, _ADDRESS_SLEB, _ADDRESS_I32):
            raise GameError(f"the object file has relocations of kind {kind}, which is not known here")
        addend, symbol = reader.number(signed=True), found.symbols[index]
        if not symbol.defined and symbol.name != "__heap_base":
            raise GameError(f"the object file needs {symbol.name}")
        if kind == _ADDRESS_I32:
            before = int.from_bytes(data[at : at + 4], "little")
        else:
            before = _Reader(bytes(data[at : at + 5])).number(signed=kind == _ADDRESS_SLEB)
        after = before + STACK if symbol.defined else heap + addend
        if kind == _ADDRESS_I32:
            data[at : at + 4] = (after & 0xFFFFFFFF).to_bytes(4, "little")
        else:
            data[at : at + 5] = leb(after & 0xFFFFFFFF, 5) if kind == _ADDRESS_LEB else _sleb(after, 5)


def _segments(data: bytearray) -> Iterator[tuple[int, bytes]]:
    """The data segments, each with its address."""
    reader = _Reader(bytes(data))
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.take(1) != b"\x41":
            raise GameError("the object file has data segments of an unknown kind")
        at = reader.number(signed=True)
        reader.take(1)  # the end of the expression
        yield at, reader.take(reader.number())


def _data_size(data: bytearray | None) -> int:
    return max((at + len(piece) for at, piece in _segments(data)), default=0) if data else 0


def _moved_data(data: bytearray) -> bytearray:
    """The data segments, moved behind the stack. Zeros at their ends are left out, because memory starts as zeros."""
    moved = bytearray()
    pieces = list(_segments(data))
    moved += leb(len(pieces))
    for at, piece in pieces:
        kept = piece.rstrip(b"\0")
        moved += b"\0\x41" + _sleb(at + STACK, 5) + b"\x0b" + leb(len(kept)) + kept
    return moved


def _imports(imports: bytearray | None) -> tuple[bytes | None, list[str]]:
    """The limits of the table of functions, if there is one, and the names of missing functions."""
    table, functions = None, []
    reader = _Reader(bytes(imports or b"\0"))
    for _ in range(reader.number()):
        module, name, kind = reader.name(), reader.name(), reader.take(1)[0]
        begin = reader.at
        if kind == 0:
            functions.append(name)
            reader.number()  # its type
        elif kind in (1, 2):  # a table, or memory
            if kind == 1:
                reader.take(1)  # the type of its entries
            limits = reader.number()
            for _ in range(1 + (limits & 1)):
                reader.number()
            table = reader.data[begin : reader.at] if kind == 1 else table
        elif kind == 3 and name == "__stack_pointer":
            reader.take(2)
        else:
            raise GameError(f"the object file imports {module}.{name}, which is not known here")
    return table, functions


def _exports(exports: bytearray) -> bytearray:
    """The object's exports, and memory."""
    reader = _Reader(bytes(exports))
    n = reader.number()
    return bytearray(leb(n + 1) + reader.data[reader.at :] + leb(6) + b"memory" + b"\x02" + leb(0))


def _names(symbols: list[_Symbol]) -> bytes:
    """The section with names of functions, for debuggers and profilers."""
    named = sorted({s.index: s.name for s in symbols if s.kind == _FUNCTION_KIND and s.defined}.items())
    entries = b"".join(leb(index) + leb(len(name.encode())) + name.encode() for index, name in named)
    body = leb(len(named)) + entries
    return b"\x01" + leb(len(body)) + body
