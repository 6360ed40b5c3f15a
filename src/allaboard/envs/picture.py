"""Pictures for `rgb_array`: the text of the table, drawn in a grid of cells on a canvas of a fixed size."""

from functools import cache
from typing import TYPE_CHECKING, Final, cast

import numpy as np
import numpy.typing as npt

from allaboard.game import GameError

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 960, 720
MARGIN: Final = 24
LARGEST: Final = 28  # the height of a letter, if there is enough room
PAPER, INK, FAINT = (250, 248, 243), (33, 37, 41), (173, 181, 189)
_SIDE: Final = 0.62  # the width of a cell divided by its height
_LINE: Final = 1.3
_FAINT_ONES: Final = frozenset(".·-")
_PLAIN: Final = str.maketrans({"×": "x", "½": "1/2", "–": "-", "…": "..."})  # the font has no such letters


def picture(text: str) -> npt.NDArray[np.uint8]:
    """A picture of a text, as `(height, width, 3)` numbers; large tables are drawn smaller."""
    try:
        from PIL import Image, ImageDraw
    except ModuleNotFoundError:
        raise GameError("pictures need Pillow: pip install 'allaboard[envs]'") from None
    lines = text.translate(_PLAIN).splitlines() or [""]
    size = _size(max(map(len, lines)), len(lines))
    canvas = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen, font = ImageDraw.Draw(canvas), _font(size)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            if letter != " ":
                at = (MARGIN + (column + 0.5) * size * _SIDE, MARGIN + (row + 0.8) * size * _LINE)
                pen.text(at, letter, FAINT if letter in _FAINT_ONES else INK, font, anchor="ms")
    return np.asarray(canvas).copy()


def _size(columns: int, rows: int) -> int:
    """The largest letter size at which this many columns and rows fit."""
    wide, high = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    return max(4, min(LARGEST, int(wide / (columns * _SIDE)), int(high / (rows * _LINE))))


@cache
def _font(size: int) -> "FreeTypeFont":
    from PIL import ImageFont

    return cast("FreeTypeFont", ImageFont.load_default(size))  # comes with Pillow
