"""What lists and snapshots have in common: sections of items in order."""

from __future__ import annotations

import operator
from bisect import bisect_right
from ctypes import byref, c_size_t, sizeof
from typing import Any, Callable

from . import abi
from ._calls import check, to_size, to_uint32
from ._checks import expect
from ._html import ends, fields_of, table, text_of, value_of
from ._models import addresses_of, drop_references, object_at
from .classes import CellClass
from .columns import class_number
from .identity import KeyLike, raw_key
from .items import ItemSequence
from .keys import content_bits, key_struct
from .records import M, Supplementary
from .sections import Section, Sections


class Arrangement(ItemSequence[M]):
    """Sections of items in order: what `List` and `Snapshot` share.

    It is a sequence of its items, over all sections: `len`, iteration, indexing and slices give a `Row` for
    each item. `in` tests for a key, or for an object by its key. Iteration walks a copy, which costs nothing
    per item, so that it does not see changes that are made meanwhile.

    >>> import iqlist
    >>> wanted = iqlist.Snapshot.of_sections({"s": ["a", "b"], "t": ["c"]})
    >>> len(wanted), wanted[-1].model, [item.model for item in wanted[1:]], "a" in wanted
    (3, 'c', ['b', 'c'], True)
    """

    def _take(self, changeset: Any, options: Any, flags: int, wanted: bool) -> Any:
        """Applies a changeset. Returns that of this update; None: it is the same."""
        raise NotImplementedError

    @property
    def sections(self) -> Sections[M]:
        """The sections in order, as a live sequence."""
        return Sections(self)

    def section(self, key: KeyLike) -> Section[M]:
        """The section of that key; `NotFoundError` (a KeyError) if there is none.

        >>> import iqlist
        >>> wanted = iqlist.Snapshot.of_sections({"a": ["x"], "b": ["y", "z"]})
        >>> [item.model for item in wanted.section("b")], [len(each) for each in wanted.sections]
        (['y', 'z'], [1, 2])
        """
        return Section(self, raw_key(bytes(self._section_for_key(key).key)))

    def dump(self) -> str:
        """Its sections and items as text for people and tests: keys, contents, addresses of models.

        >>> import iqlist
        >>> print(iqlist.Snapshot.of_items([1], content=lambda _: 255, model=None).dump(), end="")
        snapshot: sections 1, items 1, duplicates refused
        section 0: key 00000000000000000000000000000000, items 1
          item 0:0: key 01000000000000000000000000000000, content 00000000000000ff
        """
        return self._dump()

    def _dump(self) -> str:
        raise NotImplementedError

    def _repr_html_(self) -> str:
        """What a notebook shows: the first and the last items, with the fields of their models."""
        if self.closed:
            return table(repr(self), [], [], [])
        frozen: Any = self._frozen()
        with frozen:
            parts = [frozen._slice(part) for part in ends(len(frozen))]
            models = [row.model for row in parts[0] + parts[1]]
            fields = fields_of(models)
            has_models = any(model is not None for model in models)
            sections = [*frozen.sections] if frozen._counts()[0] > 1 else []
            starts = [section.first for section in sections]

            def cells(index: int, row: Any) -> list[Any]:
                where = [text_of(sections[bisect_right(starts, index) - 1].name)] if sections else []
                if fields:
                    return [index, *where, *(value_of(row.model, name) for name in fields)]
                return [index, *where, text_of(row.model) if has_models else row.key.hex()]

            names = ["", *(["section"] if sections else []), *(fields or ["model" if has_models else "key"])]
            shown = [list(map(cells, at, rows)) for at, rows in zip(ends(len(frozen)), parts)]
            return table(repr(self), names, *shown)

    def __repr__(self) -> str:
        name = type(self).__name__
        if self.closed:
            return f"<{name}, closed>"
        sections, items = self._counts()
        return f"<{name} of {items} item{'s' * (items != 1)} in {sections} section{'s' * (sections != 1)}>"


def optional_key(key: KeyLike | None) -> Any:
    """An optional key, as the library takes it."""
    return None if key is None else byref(key_struct(key))


def supplementary_struct(element: Supplementary) -> abi.iq_supplementary:
    """An element as the library takes it; the caller keeps `element` alive."""
    expect(element, Supplementary, "an element is")
    kind, key, content, model, cell_class, index = element
    return abi.iq_supplementary(
        struct_size=sizeof(abi.iq_supplementary),
        kind=to_uint32(kind),
        index=to_uint32(index),
        key=key_struct(key),
        content=content_bits(content),
        model=(addresses_of([model])[0] or None),
        cell_class=abi.iq_class(class_number(model, cell_class)),
    )


def read_supplementaries(function: Callable[..., int], *arguments: Any) -> list[Supplementary]:
    """Reads a section's elements. If another thread adds some between two calls, they are read again."""
    capacity, count = 0, c_size_t(4)
    found: list[Supplementary] = []
    while capacity < count.value:
        capacity = count.value
        elements = (abi.iq_supplementary * capacity)()
        elements[0].struct_size = sizeof(abi.iq_supplementary)
        try:
            check(function(*arguments, abi.IQ_READ_RETAIN, elements, capacity, byref(count)))
            found = list(map(supplementary, elements[: min(capacity, count.value)]))
        finally:
            drop_references(element.model for element in elements)
    return found


def read_supplementary(function: Callable[..., int], *arguments: Any) -> Supplementary:
    """Reads one of a section's elements."""
    element = abi.iq_supplementary(struct_size=sizeof(abi.iq_supplementary))
    try:
        check(function(*arguments, abi.IQ_READ_RETAIN, byref(element)))
        return supplementary(element)
    finally:
        drop_references([element.model])


def supplementary(element: Any) -> Supplementary:
    """Makes an element of the library's struct, while its model is retained."""
    return Supplementary(
        element.kind,
        raw_key(bytes(element.key)),
        element.content,
        object_at(element.model),
        CellClass._of(element.cell_class.id),
        element.index,
    )


def counts(function: Callable[..., int], pointer: Any) -> tuple[int, int]:
    """The numbers of sections and items."""
    sections, items = c_size_t(), c_size_t()
    check(function(pointer, byref(sections), byref(items)))
    return sections.value, items.value


def section_info(function: Callable[..., int], *arguments: Any) -> abi.iq_section_info:
    """Reads a section."""
    info = abi.iq_section_info(struct_size=sizeof(abi.iq_section_info))
    check(function(*arguments, byref(info)))
    return info


def same_models(one: Arrangement[Any], other: Arrangement[Any]) -> bool:
    """Whether two that are equal otherwise have the same objects as models."""
    mine, theirs = one.models(), other.models()
    if len(mine) != len(theirs) or not all(map(operator.is_, mine, theirs)):
        return False
    for section, same in zip(one.sections, other.sections):
        for element, another in zip(section.supplementaries, same.supplementaries):
            if element.model is not another.model:
                return False
    return True


def beside(before: Any, after: Any) -> tuple[int, Any]:
    """On which side of the one of the two anchors that was given, and that anchor."""
    if (before is None) == (after is None):
        raise TypeError("give one of before and after")
    return (abi.IQ_PUT_BEFORE, before) if before is not None else (abi.IQ_PUT_AFTER, after)


def or_end(number: int | None, what: str = "a position or count is") -> int:
    """A position or a count; None is the end."""
    return abi.IQ_END if number is None else to_size(number, what)
