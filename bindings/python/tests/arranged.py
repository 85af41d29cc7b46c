"""The slow model of all that a list can hold: items with content, model and class, elements beside them; and
of what each policy makes of keys that stand twice. What is to be refused raises LookupError."""

from __future__ import annotations

import gc
import operator
import sys
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from counted import Model

from iqlist import CellClass, Duplicates, Key, List, Row, Snapshot, Supplementary

# Content, model and class. Two of them never look the same, whether contents decide or models do.
KINDS = CellClass("arranged/one", equal=operator.eq), CellClass("arranged/other", equal=operator.eq)
MODELS = [Model(0, look) for look in range(4)]
LOOKS: list[tuple[int, Any, CellClass | None]] = [
    (0, None, None),
    (7, None, None),
    (0, MODELS[0], KINDS[0]),
    (0, MODELS[1], KINDS[0]),
    (8, MODELS[2], KINDS[0]),
    (8, MODELS[3], KINDS[1]),
]
# Kind and index of elements.
PLACES = [(1, 0), (16, 0), (16, 1)]


@contextmanager
def models_let_go() -> Generator[None, None, None]:
    """Around tests: in the end nobody holds the models any more."""
    gc.collect()
    before = [sys.getrefcount(model) for model in MODELS]
    yield
    gc.collect()
    assert [sys.getrefcount(model) for model in MODELS] == before


Elements = dict[tuple[int, int], Supplementary]


class Section(NamedTuple):
    key: Key
    items: list[Row]
    elements: Elements


class Entry(NamedTuple):
    """A section on its way in: numbers of keys, with numbers of looks."""

    key: int
    items: Sequence[tuple[int, int]]
    elements: Sequence[tuple[int, int]]


def item(key: int, look: int) -> Row:
    return Row(Key(key), *LOOKS[look])


def element(which: int, look: int) -> Supplementary:
    """Half of the looks come with a key of their own."""
    kind, index = PLACES[which]
    content, model, cell_class = LOOKS[look]
    return Supplementary(kind, Key(look % 2), content, model, cell_class, index)


def placed(elements: Iterable[Supplementary]) -> Elements:
    return {(each.kind, each.index): each for each in elements}


def of(arrangement: List | Snapshot) -> list[Section]:
    return [Section(s.key, list(s), placed(s.supplementaries)) for s in arrangement.sections]


def free(key: Key, taken: Iterable[Key]) -> Key:
    """The first number that no other has."""
    n = 2
    while Key((key, n)) in taken:
        n += 1
    return Key((key, n))


def told(entries: Iterable[Entry], policy: Duplicates) -> list[Section]:
    """What a list of that policy shows that is told these sections, one after another."""
    made: list[Section] = []
    for entry in entries:
        key, there = Key(entry.key), [section.key for section in made]
        is_twin = key in there
        if is_twin and policy in (Duplicates.REFUSE, Duplicates.SCOPE):
            raise LookupError
        if is_twin and policy != Duplicates.NUMBER:
            section = made[there.index(key)]
            if policy == Duplicates.KEEP_LAST:
                made.append(made.pop(there.index(key)))
        else:
            section = Section(free(key, there) if is_twin else key, [], {})
            made.append(section)
        if not is_twin or policy != Duplicates.KEEP_FIRST:
            section.elements.clear()
            section.elements.update(placed(element(*each) for each in entry.elements))
        section.items.extend(item(*each) for each in entry.items)
    settle(made, policy)
    return made


def scope(section: Section, policy: Duplicates) -> Key | None:
    """Within what a key is unique; None: within all."""
    return section.key if policy == Duplicates.SCOPE else None


def settle(sections: list[Section], policy: Duplicates) -> None:
    """Items that stand twice: the n-th of a key is dropped, or gets the number n; again, until none does."""
    while True:
        seen: dict[tuple[Any, Key], list[tuple[list[Row], int]]] = {}
        for section in sections:
            for at, each in enumerate(section.items):
                seen.setdefault((scope(section, policy), each.key), []).append((section.items, at))
        twins = {name: places for name, places in seen.items() if len(places) > 1}
        if not twins:
            return
        if policy in (Duplicates.REFUSE, Duplicates.SCOPE):
            raise LookupError
        going: list[tuple[list[Row], int]] = []
        for (_, key), places in twins.items():
            if policy == Duplicates.NUMBER:
                for n, (items, at) in enumerate(places[1:], 2):
                    items[at] = items[at]._replace(key=Key((key, n)))
            else:
                going += places[1:] if policy == Duplicates.KEEP_FIRST else places[:-1]
        for items, at in sorted(going, key=lambda place: -place[1]):
            del items[at]
