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
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Callable, Generic

from iqlist import Item, Key, Row

from ..records import M
from .identity import Identities, identity_of, key_of
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


@dataclass(frozen=True)
class Tree(Generic[M]):
    """The items of a section. It does not change: others are made of it."""

    rows: Rows[M]
    below: Below[M]
    named: Callable[[str], Any]
    """The class of cells of a name; LookupError if nobody knows it."""

    def walk(self, key_at: KeyAt | None = None) -> Iterator[tuple[int, Rows[M], int, Key]]:
        """The level of each row in pre-order, where it stands, and its key. The children of each key are
        taken once."""
        key_at, left = key_at or self._key_at, dict(self.below)
        ahead = [(0, self.rows, 0)]
        while ahead:
            level, rows, at = ahead.pop()
            if at == len(rows.models):
                continue
            key = key_at(rows, at)
            yield level, rows, at, key
            ahead.append((level, rows, at + 1))
            if key in left:
                ahead.append((level + 1, left.pop(key), 0))

    # --- others

    def with_items(self, rows: Rows[M]) -> Tree[M]:
        """The same with other rows. What is below none of them goes."""
        return replace(self, rows=rows)._without_orphans()

    def with_children(self, parent: Key, rows: Rows[M]) -> Tree[M]:
        """The same with other rows below an item."""
        others = {key: each for key, each in self.below.items() if key != parent}
        return replace(self, below={**others, parent: rows} if rows.models else others)._without_orphans()

    def _without_orphans(self) -> Tree[M]:
        if not self.below:
            return self
        return replace(self, below={key: rows for key, rows in self.below.items() if key in self.keys})

    # --- keys

    def _identity(self, cell: CellType | None) -> Any:
        """What identifies the models that a class of cells shows."""
        return getattr(self.named(cell) if isinstance(cell, str) else cell, "identity", None)

    def _key_at(self, rows: Rows[M], at: int) -> Key:
        if at in rows.ids:
            return Key(rows.ids[at])
        return Key(identity_of(rows.models[at], self._identity(rows.cells[at])))

    @cached_property
    def keys(self) -> frozenset[Key]:
        """Those of all items."""
        return frozenset(key for _, _, _, key in self.walk())

    @cached_property
    def _identities(self) -> Identities:
        """What identifies models, by their type."""
        kinds = {
            (cell, model.__class__)
            for rows in (self.rows, *self.below.values())
            for cell, model in zip(rows.cells, rows.models)
        }
        return {of: self._identity(cell) for cell, of in kinds}

    def key_of(self, item: Any) -> Key:
        """The key of an item that is given by its handle, its key or its model."""
        if isinstance(item, Item):
            return item.key
        return item if isinstance(item, Key) else Key(key_of(self._identities, item))


def tree_of(
    rows: Iterable[Row[Any]], cells: Iterable[CellType | None], named: Callable[[str], Any]
) -> Tree[Any]:
    """The tree of a list's rows, which are in pre-order, and of what shows them."""
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
    return Tree(roots, {parent: of for parent, of in made.items() if parent is not None}, named)


def items_of(items: Iterable[M]) -> tuple[M, ...]:
    """Models as they are given. TypeError for a mapping, which does not say what of it they are."""
    name = type(items).__name__
    if isinstance(items, Mapping):
        raise TypeError(f"items are needed, not {name}: give its values(), keys() or items()")
    return tuple(items)
