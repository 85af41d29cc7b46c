"""The rows of a snapshot, and what a changeset means for them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, Generic

from ..changes import ChangeKind
from ..changeset import Changeset
from ..errors import NotFoundError, ScopeError
from ..identity import Key, raw_key
from ..keys import raw_keys
from ..lists import List
from ..records import M, Side
from ..sections import Section
from ..snapshot import Snapshot


class Rows(Generic[M]):
    """The rows of a snapshot, and their names in the Treeview: `s` and the key of a section, `i` and the key
    of an item, behind which is that of its section where keys are scoped."""

    def __init__(self, snapshot: Snapshot[M], is_scoped: bool) -> None:
        self.snapshot, self._is_scoped = snapshot, is_scoped
        self.sections, self.items = snapshot._counts()
        self._firsts: list[int] | None = None

    def section(self, position: int) -> Section[M]:
        return Section(self.snapshot, raw_key(bytes(self.snapshot._section_at(position).key)))

    def section_iid(self, position: int) -> str:
        return f"s{self.section(position).key.hex()}"

    def read(self, first: int, count: int) -> Iterator[tuple[str, M]]:
        """Name and model of `count` items from index `first` on."""
        columns, models = self.snapshot._columns(first, count, "keys", "models")
        for index, key, model in zip(
            range(first, first + count), raw_keys(columns["keys"].tobytes()), models
        ):
            scope = self._section_of(index).key.hex() if self._is_scoped else ""
            yield f"i{key.hex()}{scope}", model

    def _section_of(self, index: int) -> Section[M]:
        if self._firsts is None:
            self._firsts = [int(self.snapshot._section_at(at).first) for at in range(self.sections)]
        return self.section(bisect_right(self._firsts, index) - 1)

    def index(self, iid: str) -> int:
        """The index of an item; of a section that of its first item."""
        key, scope = (Key(bytes.fromhex(part)) if part else None for part in (iid[1:33], iid[33:]))
        assert key is not None
        if is_section(iid):
            return self.snapshot.section(key).first
        return self.snapshot.index(key, scope)


def is_section(iid: str) -> bool:
    """Whether a row is that of a section."""
    return iid.startswith("s")


def is_scoped(shown: List[Any]) -> bool:
    try:
        shown.snapshot().position(Key(bytes(16)))
    except ScopeError:
        return True
    except NotFoundError:
        pass
    return False


def targets(before: int, after: int, count: int) -> Iterator[tuple[int, int]]:
    """Where the rows of a move go, one after another, as `Treeview.move` counts; and which of them it is.
    What is yet to be moved is before them when they go further back."""
    for offset in range(count):
        yield (after + count - 1 if before < after else after + offset), offset


def touched(changeset: Changeset) -> set[int]:
    """The positions after of the sections in which something is new, gone or changed."""
    found: set[int] = set()
    changes: list[Any] = [*changeset.batch()]
    for change in changes:
        if change.kind in (ChangeKind.ITEM_DELETE, ChangeKind.ITEM_MOVE_OUT, ChangeKind.SUPPLEMENTARY_DELETE):
            position = changeset.map_position(Side.BEFORE, change.before_section)
            if position is not None:
                found.add(position.section)
        elif change.kind != ChangeKind.SECTION_DELETE:
            whole = change.kind in (ChangeKind.SECTION_MOVE, ChangeKind.SECTION_UPDATE)
            found.update(range(change.after_section, change.after_section + (change.count if whole else 1)))
    return found
