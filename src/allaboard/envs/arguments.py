"""Checks of the arguments of environments. A wrong argument raises a GameError with one sentence."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from allaboard.game import GameError

BITS = 63
"""The bits of a seed, without its sign."""


def whole_number(what: str, value: object, least: int | None = None) -> int:
    """A whole number, of at least `least`.

    >>> whole_number("threads", 2, least=1)
    2
    """
    if not isinstance(value, int | np.integer) or isinstance(value, bool):
        raise GameError(f"{what} must be a whole number, not {value!r}")
    if least is not None and value < least:
        raise GameError(f"{what} must be at least {least}, not {value}")
    return int(value)


def seed_number(value: object) -> int:
    """A seed: a whole number of at most 64 bits."""
    seed = whole_number("a seed", value)
    if not -(1 << BITS) <= seed < 1 << BITS:
        raise GameError(f"a seed is a whole number of at most 64 bits, not {seed}")
    return seed


def a_seed_each(seeds: object, rows: int) -> list[object] | None:
    """The seeds of all rows if this is a list of seeds, otherwise None."""
    if isinstance(seeds, str) or not isinstance(seeds, Sequence | np.ndarray):
        return None
    given: list[object] = seeds.tolist() if isinstance(seeds, np.ndarray) else [*seeds]
    if len(given) != rows:
        raise GameError(f"there must be one seed for each of {rows} rows, not {len(given)}")
    return given


def actions_of(given: object, rows: int) -> npt.NDArray[np.int64]:
    """An action for each row, as numbers. Fractions are refused, not rounded."""
    try:
        actions = np.asarray(given)
    except ValueError:  # lists of different lengths
        raise GameError(f"there must be one action for each of {rows} rows, not {given!r}") from None
    if actions.shape != (rows,):
        raise GameError(f"there must be one action for each of {rows} rows, not {actions.shape}")
    if rows and actions.dtype.kind not in "iub":
        raise GameError(f"actions must be whole numbers, not {actions.tolist()[0]!r}")
    return np.ascontiguousarray(actions, np.int64)


def render_mode_of(mode: str | None, known: Sequence[str]) -> str | None:
    """A render mode that exists."""
    if mode is not None and mode not in known:
        raise GameError(f"there is no render mode {mode!r}; there are {', '.join(known)}")
    return mode


def refuse_options(options: Mapping[str, object] | None) -> None:
    """Environments are reset without options."""
    if options:
        said = "a board is given when the environment is made"
        raise GameError(f"these environments are reset without options, but there is {', '.join(options)}; {said}")


def need_saved(saved: object, *names: str) -> None:
    """Check that a saved state is a dictionary with these parts."""
    if not isinstance(saved, Mapping) or not {*names} <= {*saved}:
        raise GameError(f"a saved state is a dictionary with {', '.join(names)}, not {saved!r:.40}")
