"""Plain models of what stays where it is in the widgets of toolkits: the first visible line, the cursor."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Optional, TypeVar

L = TypeVar("L", bound=Hashable)


def moved(before: Sequence[L], at: int, after: Sequence[L], height: int) -> int:
    """The first line that is seen, unless that is the list's: what stays in order and together, of those that
    are seen and as many above them, keeps its place."""
    together = stayed(before, at, after, height)
    return after.index(together[0]) - (before.index(together[0]) - at) if together else at


def stayed(before: Sequence[L], at: int, after: Sequence[L], height: int) -> list[L]:
    """What stays in order and together, of so many lines that are seen; nothing if it is less than half."""
    above, seen = before[max(0, at - height) : at], before[at : at + height]
    places = {line: place for place, line in enumerate(after)}
    none: list[L] = []
    chains: dict[L, list[L]] = {}
    for line in [*above, *seen]:
        if line in places:
            near = range(places[line] - height, places[line])
            joined = [chain for other, chain in chains.items() if places[other] in near]
            chains[line] = [*max(joined, key=len, default=none), line]
    chain = [line for line in max(chains.values(), key=len, default=none) if line in seen]
    if not chain or 2 * len(chain) < sum(line in places for line in seen):
        return []
    return chain


def near(key: int, before: list[int], after: Iterable[int]) -> Optional[int]:
    """The key itself, the next one that is left, or the one before."""
    left, index = {*after}, before.index(key)
    return next((other for other in before[index:] + before[:index][::-1] if other in left), None)
