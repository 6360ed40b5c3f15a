"""Equal states have equal bytes: no record has bytes that belong to no field."""

import numpy as np
import pytest

from allaboard import game_names
from allaboard.game import load
from allaboard.record import Record, blank, copied, field


class Gappy(Record):
    small: int = field(np.int8)
    wide: int = field(np.int64)
    last: int = field(np.int8)


@pytest.mark.parametrize("kind", [Gappy, *(load(name).rules.State for name in game_names())])
def test_a_record_has_no_holes(kind: type[Record]) -> None:
    fields = kind.dtype.fields
    assert fields is not None
    assert sum(part[0].itemsize for part in fields.values()) == kind.dtype.itemsize
    assert all(copied(blank(kind)).tobytes() == bytes(kind.dtype.itemsize) for _ in range(50))
