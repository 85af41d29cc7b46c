"""Numbers as bytes in order: int, float, Decimal and Fraction by exact value, whatever their types.

    sign  double, upper half  more?  double, lower half  more?  the exact value
      1           4             1            4             1    only if no double has it

The double is the largest that is not above the magnitude. Most numbers differ there, and small ints end after
the first half. Where no double is exact, the magnitude follows as a continued fraction, which is finite for
every rational: 19.99 is [19; 1, 99]. (Digits are not: those of 1/3 never end, and the binary ones of 0.1.)
Beyond the doubles the decimal exponent comes first, so that Decimal("1E+10000") is 10000, [1] and its digits
are never written out. All bytes of a negative number but the sign are inverted.
"""

from __future__ import annotations

import math
import sys
from decimal import Decimal
from numbers import Rational
from struct import Struct

NEGATIVE, POSITIVE = b"\2", b"\3"
INVERTED = bytes(range(256))[::-1]
"""For `bytes.translate`: reverses the order of bytes."""

_EXACT = 2**53
"""Up to here every int is a double."""
_BEYOND = 400
"""A Decimal with a larger decimal exponent is beyond all doubles, and with a smaller one below them."""
_LARGEST = sys.float_info.max
_pack = Struct(">d").pack
_ENDS, _MORE = b"\0", b"\1"
_LONG, _LAST = 0xFE, b"\xff"


def of_float(value: float) -> bytes:
    """-0.0 is 0.0. NaN is one value, and the last."""
    if value < 0:
        return NEGATIVE + _double(-value).translate(INVERTED)
    return POSITIVE + _double(value + 0.0 if value == value else math.nan)


def of_int(value: int) -> bytes:
    return of_float(value) if -_EXACT <= value <= _EXACT else of_ratio(value, 1)


def of_rational(value: Rational) -> bytes:
    return of_ratio(int(value.numerator), int(value.denominator))


def of_decimal(value: Decimal) -> bytes:
    if value.is_nan():
        return of_float(math.nan)
    exponent = value.adjusted()
    if not value or value.is_infinite():
        return of_float(float(value))
    if -_BEYOND < exponent < _BEYOND:
        return of_ratio(*value.as_integer_ratio())
    digits = value.as_tuple().digits
    scaled = Decimal((0, digits, 1 - len(digits))).as_integer_ratio()
    made = _begun(_LARGEST if exponent > 0 else 0.0) + _scaled(*scaled, exponent)
    return NEGATIVE + made.translate(INVERTED) if value < 0 else POSITIVE + made


def of_ratio(numerator: int, denominator: int) -> bytes:
    """The denominator is positive."""
    if numerator < 0:
        return NEGATIVE + _magnitude(-numerator, denominator).translate(INVERTED)
    return POSITIVE + _magnitude(numerator, denominator)


def _double(value: float) -> bytes:
    """A magnitude that is a double."""
    data = _pack(value)
    if data.endswith(b"\0\0\0\0"):
        return data[:4] + _ENDS
    return data[:4] + _MORE + data[4:] + _ENDS


def _begun(below: float) -> bytes:
    """A double that the exact value follows."""
    data = _pack(below)
    return data[:4] + _MORE + data[4:] + _MORE


def _magnitude(numerator: int, denominator: int) -> bytes:
    below, exact = _not_above(numerator, denominator)
    if exact:
        return _double(below)
    if 0.0 < below < _LARGEST:
        return _begun(below) + _continued(numerator, denominator)
    exponent = _decimal_exponent(numerator, denominator)
    numerator *= 10 ** max(-exponent, 0)
    denominator *= 10 ** max(exponent, 0)
    return _begun(below) + _scaled(numerator, denominator, exponent)


def _not_above(numerator: int, denominator: int) -> tuple[float, bool]:
    """The largest double that is not above a ratio, and whether it is equal."""
    try:
        nearest = numerator / denominator
    except OverflowError:
        nearest = _LARGEST
    above, below = nearest.as_integer_ratio()
    difference = above * denominator - numerator * below
    return (math.nextafter(nearest, 0.0) if difference > 0 else nearest), difference == 0


def _decimal_exponent(numerator: int, denominator: int) -> int:
    """The e of a ratio from 10**e to below 10**(e + 1)."""
    bits = numerator.bit_length() - denominator.bit_length() + 1
    # Not below it, and at most 2 above.
    exponent = math.ceil(bits * math.log10(2))
    while numerator * 10 ** max(-exponent, 0) < denominator * 10 ** max(exponent, 0):
        exponent -= 1
    return exponent


def _scaled(numerator: int, denominator: int, exponent: int) -> bytes:
    """A ratio from 1 to below 10, times a power of 10."""
    return (exponent + 2**63).to_bytes(8, "big") + _continued(numerator, denominator)


def _continued(numerator: int, denominator: int) -> bytes:
    """A ratio as a continued fraction [a; b, c, ...] = a + 1 / (b + 1 / (c + ...)): it grows with a, c, ...
    and shrinks with b, ..., which are inverted. Where it ends, infinity stands."""
    quotients: list[bytes] = []
    while denominator:
        quotient, rest = divmod(numerator, denominator)
        quotients.append(_natural(quotient))
        numerator, denominator = denominator, rest
    quotients.append(_LAST)
    quotients[1::2] = [each.translate(INVERTED) for each in quotients[1::2]]
    return b"".join(quotients)


def _natural(value: int) -> bytes:
    """A natural number: how many bytes it has, and they."""
    size = (value.bit_length() + 7) // 8
    length = bytes([size]) if size < _LONG else bytes([_LONG]) + size.to_bytes(8, "big")
    return length + value.to_bytes(size, "big")
