"""What a caller gives is checked where it is given: TypeError with the name of the parameter and what is
expected. Whether a number is in its range is for the library to say."""

from __future__ import annotations

import math
import reprlib
from operator import index
from typing import Any

brief = reprlib.Repr()
brief.maxstring = brief.maxother = 80


def wrong(what: str, expected: str, given: object) -> TypeError:
    """The error about something of another type: `what` is a parameter and its verb."""
    name = f"the class {given.__name__}" if isinstance(given, type) else type(given).__name__
    return TypeError(f"{what} {expected}, not {name}")


def expect(given: object, kind: type, what: str) -> None:
    """TypeError for an object of another class."""
    if not isinstance(given, kind):
        raise wrong(what, f"{'an' if kind.__name__[0] in 'AEIO' else 'a'} {kind.__name__}", given)


def is_a(given: object, *kinds: Any) -> bool:
    """As isinstance, for what a checker knows nothing of: it still does afterwards."""
    return isinstance(given, kinds)


def is_number(given: object) -> bool:
    """Whether something can be a length: a number of Python or another package, no string of digits."""
    return isinstance(given, (int, float)) or hasattr(type(given), "__float__")


def number(given: Any, what: str) -> float:
    """A number as a double; one that is too large for it is infinite. TypeError for anything else."""
    if is_number(given):
        try:
            return float(given)
        except OverflowError:
            return math.inf if given > 0 else -math.inf
        except TypeError:
            # An array has the method, and is no number.
            pass
    raise wrong(what, "a number", given)


def integer(given: Any, what: str) -> int:
    """An integer. TypeError for anything else."""
    try:
        return index(given)
    except TypeError:
        raise wrong(what, "an integer", given) from None


def numbers(given: Any, kind: Any, what: str) -> tuple[float, ...]:
    """The numbers of a tuple, which may be a plain one of as many. TypeError for anything else."""
    names: tuple[str, ...] = kind._fields
    if not is_a(given, tuple) or len(given) != len(names):
        expected = f"{'an' if kind.__name__[0] in 'AEIO' else 'a'} {kind.__name__}"
        raise wrong(what, f"{expected} of {len(names)} numbers", given)
    return tuple([number(each, f"{name} of {kind.__name__} is") for name, each in zip(names, given)])
