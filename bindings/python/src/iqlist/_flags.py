"""Flags whose text says which they are, the same in every Python: `str` and f-strings of an `IntFlag` are a
number in some."""

from __future__ import annotations

from enum import IntFlag
from typing import Any

NUMERIC = frozenset("bcdoxXneEfFgG%,_")
"""The ends of format specifications that are about numbers."""


class Flags(IntFlag):
    """The sum of some flags: `State.SELECTED|FOCUSED`, without any `State.NONE`, or `State(0)` if that has no
    name; bits without a name are hexadecimal. `f"{flags:d}"` and `int(flags)` are the number."""

    def __str__(self) -> str:
        number, kind = int(self), type(self)
        members: dict[str, Any] = dict(kind.__members__)
        exact = [name for name, member in members.items() if int(member) == number]
        if exact or not number:
            return f"{kind.__name__}.{exact[0]}" if exact else f"{kind.__name__}(0)"
        names: list[str] = []
        left = number
        for name, member in sorted(members.items(), key=lambda each: int(each[1])):
            bit = int(member)
            if bit > 0 and bit & (bit - 1) == 0 and left & bit:
                names.append(name)
                left &= ~bit
        return f"{kind.__name__}.{'|'.join(names + [hex(left)] * bool(left))}"

    def __repr__(self) -> str:
        return f"<{self}: {int(self)}>"

    def __format__(self, given: str) -> str:
        if given and given[-1] in NUMERIC:
            return int.__format__(self, given)
        return format(str(self), given)
