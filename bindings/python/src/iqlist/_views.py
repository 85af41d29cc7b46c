"""The records in a changeset's memory as Python sequences: each is made when it is read, and the memory lives
as long as any view of it."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from ctypes import c_uint8
from typing import Any, Callable, Generic, NamedTuple, TypeVar, overload

from ._calls import Core

R = TypeVar("R")


def memory_at(core: Core, address: int, size: int) -> memoryview:
    """A read-only view of `size` bytes of an object's memory, which live as long as the view."""
    if not size:
        return memoryview(b"")
    block: Any = (c_uint8 * size).from_address(address)
    block._core = core
    return memoryview(block).cast("B").toreadonly()


class Layout(NamedTuple):
    """How a record lies in memory: for the standard library, and for numpy."""

    fields: struct.Struct
    dtype: list[tuple[str, str]]


CHANGES = Layout(
    struct.Struct("=12IQ"),
    [
        *(
            (name, "<u4")
            for name in [
                "kind",
                "flags",
                "before_section",
                "before_item",
                "after_section",
                "after_item",
                "final_section",
                "final_item",
                "count",
                "element_kind",
                "element_index",
                "reserved",
            ]
        ),
        ("mask", "<u8"),
    ],
)
SPLICES = Layout(struct.Struct("=3I"), [(name, "<u4") for name in ("position", "removed", "added")])


class Records(Sequence[R], Generic[R]):
    """An immutable sequence of records, each made when it is read. Slices are lists.

    `memory` is the C array of them, for the struct module or another library; `numpy()` is a structured
    array. Both are views of the changeset's memory, and keep it alive. In them a position that a change does
    not have is `iqlist.NONE`, 2**32 - 1.

    >>> import iqlist
    >>> records = iqlist.List().set_items(["a", "b"]).splices()
    >>> len(records), records[-1], records.memory.cast("I").tolist()
    (1, Splice(position=0, removed=0, added=2), [0, 0, 2])
    """

    __slots__ = ("_layout", "_make", "memory")

    memory: memoryview

    def __init__(self, memory: memoryview, layout: Layout, make: Callable[[tuple[int, ...]], R]) -> None:
        self.memory = memory
        self._layout = layout
        self._make = make

    def __len__(self) -> int:
        return len(self.memory) // self._layout.fields.size

    def __iter__(self) -> Iterator[R]:
        return map(self._make, self._layout.fields.iter_unpack(self.memory))

    @overload
    def __getitem__(self, index: int) -> R: ...
    @overload
    def __getitem__(self, index: slice) -> list[R]: ...
    def __getitem__(self, index: int | slice) -> R | list[R]:
        found = range(len(self))[index]
        fields = self._layout.fields
        if isinstance(found, range):
            return [self._make(fields.unpack_from(self.memory, at * fields.size)) for at in found]
        return self._make(fields.unpack_from(self.memory, found * fields.size))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Records):
            return self._layout is other._layout and self.memory == other.memory
        return list(self) == other if isinstance(other, list) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.memory.tobytes())

    def __repr__(self) -> str:
        return repr(list(self)) if len(self) <= 20 else f"<{len(self)} records, the first {self[0]}>"

    def numpy(self) -> Any:
        """All of them as a structured numpy array, not copied, read-only. Needs numpy."""
        import numpy

        return numpy.frombuffer(self.memory, dtype=self._layout.dtype)
