"""Our own exponentials and logarithms: bit-identical results in compiled code, in interpreted code and in a browser.

The `exp` functions of different systems differ in the last bit. A bot that values two actions almost equally could then
choose differently in a browser. The functions here use only additions, multiplications and divisions, which are rounded
in the same way everywhere and never fused. The error is less than one unit in the last place. Square roots need
no such replacement, because IEEE 754 defines their results exactly.

Use `exp(np.float64(x))` for a number that may be a float32: compiled code would not convert it.
"""

import numpy as np

from allaboard.record import rule

_LOG2E = 1.4426950408889634
_LN2_HIGH = 0.6931471803691238  # its last bits are zero, so that its product with a small integer is exact
_LN2_LOW = 1.9082149292705877e-10
_LARGEST, _SMALLEST = 709.782712893384, -745.1332191019412
_ROOT_2 = 1.4142135623730951
_MANTISSA = (1 << 52) - 1


@rule
def exp(x: float) -> float:
    """e to the power of x.

    >>> exp(0.0), round(exp(1.0), 12), exp(-1000.0), exp(1000.0)
    (1.0, 2.718281828459, 0.0, inf)
    """
    if np.isnan(x):
        return x
    if x > _LARGEST:
        return np.inf
    if x < _SMALLEST:
        return 0.0
    turns = int(x * _LOG2E + (0.5 if x >= 0.0 else -0.5))
    high, low = x - turns * _LN2_HIGH, turns * _LN2_LOW
    r = high - low
    # r is between -0.35 and 0.35: the series up to the 13th power
    p = 1.0 / 6227020800.0
    p = p * r + 1.0 / 479001600.0
    p = p * r + 1.0 / 39916800.0
    p = p * r + 1.0 / 3628800.0
    p = p * r + 1.0 / 362880.0
    p = p * r + 1.0 / 40320.0
    p = p * r + 1.0 / 5040.0
    p = p * r + 1.0 / 720.0
    p = p * r + 1.0 / 120.0
    p = p * r + 1.0 / 24.0
    p = p * r + 1.0 / 6.0
    p = p * r + 0.5
    y = 1.0 + (high + (p * (r * r) - low))
    half = turns >> 1  # in two steps: 2 to the power of 1024 is too large for a float, and -1074 gives a subnormal
    return y * power_of_two(half) * power_of_two(turns - half)


@rule
def log(x: float) -> float:
    """The natural logarithm.

    >>> log(1.0), log(2.718281828459045), log(0.0)
    (0.0, 1.0, -inf)
    """
    if x < 0.0 or np.isnan(x):
        return np.nan
    if x == 0.0:
        return -np.inf
    if x == np.inf:
        return np.inf
    turns = 0
    if x < 2.2250738585072014e-308:
        x, turns = x * 18014398509481984.0, -54
    bits = int(np.float64(x).view(np.int64))
    turns += (bits >> 52) - 1023
    m = float(np.int64(bits & _MANTISSA | 1023 << 52).view(np.float64))
    if m > _ROOT_2:
        m, turns = m * 0.5, turns + 1
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s
    # log(1 + f) = 2 (s + s³/3 + s⁵/5 + …), written so that f itself, which is exact, is the largest term
    p = 2.0 / 23.0
    p = p * z + 2.0 / 21.0
    p = p * z + 2.0 / 19.0
    p = p * z + 2.0 / 17.0
    p = p * z + 2.0 / 15.0
    p = p * z + 2.0 / 13.0
    p = p * z + 2.0 / 11.0
    p = p * z + 2.0 / 9.0
    p = p * z + 2.0 / 7.0
    p = p * z + 2.0 / 5.0
    p = p * z + 2.0 / 3.0
    half = 0.5 * f * f
    return turns * _LN2_HIGH + (f - (half - (s * (half + p * z) + turns * _LN2_LOW)))


@rule
def power_of_two(n: int) -> float:
    """2 to the power of n, from -1022 to 1023."""
    return float(np.int64(n + 1023 << 52).view(np.float64))
