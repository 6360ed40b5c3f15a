"""The error for a function that cannot be compiled: which function it is, and why."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType

from allaboard.registry import GameError


class CompileError(GameError):
    """A function cannot be compiled. The message names it, the line if it is known, and the reason."""

    def __init__(self, functions: list[FunctionType], error: Exception) -> None:
        self.functions = functions
        """The function, the function that calls it, and so on."""
        told = _STYLE.sub("", str(error))
        said = [line for line in told.splitlines() if line and not line.startswith("Failed in ")]
        reason = said[0] if said else type(error).__name__
        if isinstance(error, KeyError):  # raised when Numba looks up a field of a record
            reason = f"there is no field {reason}"
        line = re.search(r", line (\d+)", told)
        at = f", line {line[1]}" if line else ""
        super().__init__(
            f"{functions[0].__module__}.{functions[0].__name__}{at} cannot be compiled: {_RECORD.sub('State', reason)}"
        )


_STYLE = re.compile(r"\x1b\[[0-9;]*m")
"""Numba sets its messages in bold type if colorama is installed."""
_RECORD = re.compile(r"Record\(.*?\)(?=[ ,.)]|$)")


_faults: list[tuple[FunctionType, Exception]] = []
"""The functions that could not be compiled since an entry was asked for, the innermost first."""


_causes: dict[FunctionType, tuple[list[FunctionType], Exception]] = {}
"""Why functions could not be compiled before: Numba does not try again to compile the functions that they call."""


@contextmanager
def recording(function: FunctionType) -> Iterator[None]:
    """Remember that a function cannot be compiled."""
    try:
        yield
    except Exception as error:
        _faults.append((function, error))
        raise


@contextmanager
def blaming() -> Iterator[None]:
    """Raise a CompileError if a function cannot be compiled. Numba's own error is about the outermost function."""
    _faults.clear()
    try:
        yield
    except Exception as error:
        if not _faults:
            raise
        functions, (first, cause) = [function for function, _ in _faults], _faults[0]
        inner, cause = _causes.get(first, ([first], cause))
        functions = [*inner, *functions[1:]]
        _causes.update({function: (functions[: at + 1], cause) for at, function in enumerate(functions)})
        raise CompileError(functions, cause) from error
    finally:
        _faults.clear()
