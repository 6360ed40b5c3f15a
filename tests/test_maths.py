"""Our exponentials and logarithms are exact up to the last bit, and the same compiled and interpreted."""

import math
import random
from collections.abc import Callable, Iterator
from decimal import Decimal, localcontext

import pytest

from allaboard import maths


def numbers(*spans: tuple[float, float]) -> Iterator[float]:
    dice = random.Random(1)
    for low, high in spans:
        for _ in range(1500):
            yield dice.uniform(low, high)


def off(found: float, wanted: Decimal) -> float:
    """The error of a number in units in the last place."""
    return abs(float((Decimal(found) - wanted) / Decimal(math.ulp(float(wanted)))))


def test_exp_is_accurate() -> None:
    with localcontext(prec=50):
        for x in numbers((-700, 700), (-2, 2), (-1e-3, 1e-3)):
            assert off(maths.exp(x), Decimal(x).exp()) < 1, x


def test_log_is_accurate() -> None:
    with localcontext(prec=50):
        for x in (*map(math.exp, numbers((-700, 700))), *numbers((0.4, 2.5), (0.999, 1.001))):
            assert off(maths.log(x), Decimal(x).ln()) < 1, x


@pytest.mark.parametrize(
    ("function", "x", "wanted"),
    [
        (maths.exp, math.inf, math.inf),
        (maths.exp, -math.inf, 0.0),
        (maths.exp, 709.8, math.inf),
        (maths.exp, -745.2, 0.0),
        (maths.exp, -745.0, 5e-324),
        (maths.log, math.inf, math.inf),
        (maths.log, 0.0, -math.inf),
        (maths.log, 5e-324, -744.4400719213812),
    ],
)
def test_the_ends_of_the_range_are_accurate(function: Callable[[float], float], x: float, wanted: float) -> None:
    assert function(x) == wanted


def test_nan_and_logarithms_of_negative_numbers_give_nan() -> None:
    assert math.isnan(maths.exp(math.nan))
    assert math.isnan(maths.log(math.nan))
    assert math.isnan(maths.log(-1.0))


def test_compiled_and_interpreted_are_the_same() -> None:
    for function in (maths.exp, maths.log):
        plain: Callable[[float], float] = getattr(function, "py_func", function)
        for x in numbers((-700, 700), (0, 3)):
            one, other = function(x), plain(x)
            assert one == other or (math.isnan(one) and math.isnan(other)), x
