"""A list that is held still while the user points at it: for the adapters of toolkits."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from .errors import ClosedError
from .lists import List

PAUSE = 50
"""In how many milliseconds an adapter looks again whether the user still points at the list: the release of a
button may go elsewhere."""


class Hold:
    """At most one `List.hold` at a time, which is resumed once, however often and in which order it is begun
    and ended.

    >>> import iqlist
    >>> shown, hold = iqlist.List(), Hold()
    >>> hold.begin(shown), hold.begin(shown), shown.info().holds
    (None, None, 1)
    >>> hold.end(), hold.end(), shown.info().holds
    (None, None, 0)
    """

    def __init__(self) -> None:
        self._held: List[Any] | None = None

    def begin(self, shown: List[Any]) -> None:
        """Holds a list, unless one is held. A list that was closed needs no hold."""
        if self._held is None:
            with suppress(ClosedError):
                shown.hold()
                self._held = shown

    def end(self) -> None:
        """Resumes the list that is held, if there is one."""
        held, self._held = self._held, None
        if held is not None:
            with suppress(ClosedError):
                held.resume()
