"""How often chance alone goes so far: the tails of the normal and the chi-squared distribution, one test or many."""

from __future__ import annotations

import math
from collections.abc import Sequence

_CLOSE = 1e-15
_TINY = 1e-300


def normal_tail(z: float) -> float:
    """Return the probability that a standard normal value is at least so far from 0, on either side."""
    return math.erfc(abs(z) / math.sqrt(2))


def chi_squared_tail(value: float, freedom: int) -> float:
    """Return the probability that a chi-squared value with so many degrees of freedom is at least *value*."""
    return upper_gamma(freedom / 2, value / 2)


def upper_gamma(shape: float, x: float) -> float:
    """Return the regularized upper incomplete gamma function Q(shape, x)."""
    if x <= 0:
        return 1.0
    scale = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    return 1 - scale * _series(shape, x) if x < shape + 1 else scale * _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    """Sum x^k / (shape (shape+1) … (shape+k)), which is quick where x is small."""
    term = total = 1 / shape
    above = shape
    while term > total * _CLOSE:
        above += 1
        term *= x / above
        total += term
    return total


def _fraction(shape: float, x: float) -> float:
    """Evaluate the continued fraction of Q by Lentz's method, which is quick where x is large."""
    bottom = x + 1 - shape
    c, d = 1 / _TINY, 1 / bottom
    value, k, step = d, 0, 0.0
    while abs(step - 1) > _CLOSE:
        k += 1
        top = k * (shape - k)
        bottom += 2
        d = 1 / (top * d + bottom or _TINY)
        c = bottom + top / c or _TINY
        step = c * d
        value *= step
    return value


def holm(chances: Sequence[float]) -> list[float]:
    """Adjust the p-values of several tests (Holm): below a level with at most that chance of one false alarm in all."""
    adjusted, worst = [0.0] * len(chances), 0.0
    for rank, i in enumerate(sorted(range(len(chances)), key=lambda i: chances[i])):
        worst = max(worst, min(1.0, (len(chances) - rank) * chances[i]))
        adjusted[i] = worst
    return adjusted
