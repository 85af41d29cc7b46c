"""The difference that numbers may have and still be equal.

Records are compared by digests, which are only equal or not. So first all unequal records are found, and then
a record whose fields are near enough gets the digest of the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Context, Decimal
from typing import Any, NamedTuple

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
# In decimal, where 0.4 and 0.1 differ by 0.3. Numbers with more digits are compared as text.
EXACT = Context(prec=1000, traps=[])


class Tolerance(NamedTuple):
    """The tolerance of all columns, and of some by name. None: no tolerance."""

    everywhere: Decimal | None
    columns: dict[str, Decimal]

    @staticmethod
    def of(given: Iterable[tuple[str | None, Decimal]]) -> Tolerance:
        """The last one that was given applies."""
        everywhere: Decimal | None = None
        columns: dict[str, Decimal] = {}
        for name, number in given:
            if name is None:
                everywhere = number
            else:
                columns[name] = number
        return Tolerance(everywhere, columns)

    @property
    def forgives(self) -> bool:
        return self.everywhere is not None or bool(self.columns)

    def holds(self, name: str, before: Any, after: Any) -> bool:
        """Whether both are numbers that are near enough."""
        most = self.columns.get(name, self.everywhere)
        if most is None:
            return False
        left, right = number(before), number(after)
        if left is None or right is None:
            return False
        return EXACT.compare(EXACT.abs(EXACT.subtract(left, right)), most) <= 0


def number(value: Any) -> Decimal | None:
    """A number, or text that is one, perhaps with white space around it."""
    if isinstance(value, str):
        text = value.strip()
        if not NUMBER.fullmatch(text):
            return None
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        text = repr(value)
    else:
        return None
    exact = EXACT.create_decimal(text) if len(text) <= EXACT.prec else None
    return exact if exact is not None and exact.is_finite() else None
