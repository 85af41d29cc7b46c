"""The items of a section: rows in order, and below any of them its children.

    rows         a          b          the section's own
                 |
    below[a]    a/1   a/2              by the key of the parent
                 |
    below[a/1]  a/1/x

A list gets them in pre-order, with levels: a 0, a/1 1, a/1/x 2, a/2 1, b 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Callable, Generic

from iqlist import Key, Row

from ..records import M
from .parts import CellType


@dataclass(frozen=True)
class Rows(Generic[M]):
    """Models in order, each with what shows it."""

    models: tuple[M, ...] = ()
    cells: tuple[CellType | None, ...] = ()
    ids: Mapping[int, Any] = field(default_factory=dict[int, Any])
    """What identifies rows whose models do not say it themselves, by index."""

    @classmethod
    def of(cls, items: Iterable[M], cell: CellType | None) -> Rows[M]:
        models = items_of(items)
        return cls(models, (cell,) * len(models))

    def and_more(self, items: Iterable[M], cell: CellType | None, ids: Sequence[Any] | None) -> Rows[M]:
        """These rows and others behind them."""
        more = Rows.of(items, cell)
        if ids is not None and len(ids) != len(more.models):
            raise ValueError(f"there are {len(more.models)} items, but {len(ids)} ids")
        named = {**self.ids, **dict(enumerate(ids or (), len(self.models)))}
        return Rows(self.models + more.models, self.cells + more.cells, named)


KeyAt = Callable[[Rows[Any], int], Key]
Below = Mapping[Key, Rows[M]]


def pre_order(rows: Rows[M], below: Below[M], key_at: KeyAt) -> Iterator[tuple[int, Rows[M], int, Key]]:
    """The level of each row, where it stands, and its key. The children of each key are taken once."""
    left = dict(below)
    ahead = [(0, rows, 0)]
    while ahead:
        level, rows, at = ahead.pop()
        if at == len(rows.models):
            continue
        key = key_at(rows, at)
        yield level, rows, at, key
        ahead.append((level, rows, at + 1))
        if key in left:
            ahead.append((level + 1, left.pop(key), 0))


def tree_of(
    rows: Iterable[Row[Any]], cells: Iterable[CellType | None]
) -> tuple[Rows[Any], dict[Key, Rows[Any]]]:
    """The tree of a list's rows, which are in pre-order, and of what shows them: those of the section, and
    those below its items."""
    found: dict[Key | None, list[tuple[Row[Any], CellType | None]]] = {None: []}
    # Those that the next row may be below of, outermost first.
    parents: list[tuple[int, Key]] = []
    for row, cell in zip(rows, cells):
        while parents and parents[-1][0] >= row.level:
            parents.pop()
        found.setdefault(parents[-1][1] if parents else None, []).append((row, cell))
        parents.append((row.level, row.key))
    made: dict[Key | None, Rows[Any]] = {
        parent: Rows(
            tuple([row.model for row, _ in of]),
            tuple([cell for _, cell in of]),
            {at: row.key for at, (row, _) in enumerate(of)},
        )
        for parent, of in found.items()
    }
    roots = made.pop(None)
    return roots, {parent: of for parent, of in made.items() if parent is not None}


def items_of(items: Iterable[M]) -> tuple[M, ...]:
    """Models as they are given. TypeError for a mapping, which does not say what of it they are."""
    name = type(items).__name__
    if isinstance(items, Mapping):
        raise TypeError(f"items are needed, not {name}: give its values(), keys() or items()")
    return tuple(items)
