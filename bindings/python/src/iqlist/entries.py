"""Sections as input, many at once, with their items and supplementary elements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from ctypes import POINTER, cast, sizeof
from typing import Any, Union

from . import abi
from .arrangement import supplementary_struct
from .columns import Columns
from .keys import joined_keys
from .recipe import Recipe
from .records import Supplementary

Entries = Union[Mapping[Any, Any], Iterable[Any]]
"""Sections as input: a mapping of key to items, or an iterable of (key, items)."""


def pairs_of(sections: Entries) -> list[Any]:
    """Sections as (key, items, ...), from a mapping or an iterable. TypeError for an entry that is not such a
    tuple or list."""
    items: Any = getattr(sections, "items", None)
    given: list[Any] = list(sections if items is None else items())
    for section in given:
        if not issubclass(section.__class__, (tuple, list)) or len(section) < 2:
            raise TypeError(f"a section is a pair of key and items, not {section!r}")
    return given


class SectionEntries:
    """Sections as the library takes them: their entries, and the columns of all their items."""

    __slots__ = ("_elements", "columns", "names", "structs")

    names: list[Any]
    """The name of each."""
    structs: Any
    """An array of `abi.iq_section_entry`."""
    columns: Columns

    def __init__(self, sections: Entries, columns: Columns | None, recipe: Recipe) -> None:
        given = pairs_of(sections)
        parts: list[Any] = [entry[1] for entry in given]
        self.names = [entry[0] for entry in given]
        if columns is None:
            self.columns, counts = recipe.joined_columns(parts)
        else:
            counts, self.columns = parts, columns
            if sum(counts) != len(columns) or min(counts, default=0) < 0:
                raise ValueError(f"the sections have {sum(counts)} items, the columns {len(columns)}")
        self.structs = (abi.iq_section_entry * len(given))()
        self._elements: dict[int, tuple[list[Supplementary], Any]] = {}
        """What sections have, by the identity of what was given: several may have the same."""
        keys, first = joined_keys(self.names), 0
        for at, (entry, (_, _, *rest), count) in enumerate(zip(self.structs, given, counts)):
            entry.struct_size = sizeof(abi.iq_section_entry)
            entry.key = abi.iq_key.from_buffer_copy(keys, 16 * at)
            entry.first_item = first
            if rest:
                self._add_elements(entry, rest[0])
            first += count

    def _add_elements(self, entry: Any, given: Iterable[Supplementary]) -> None:
        if id(given) not in self._elements:
            elements = list(given)
            structs = (abi.iq_supplementary * len(elements))(*map(supplementary_struct, elements))
            self._elements[id(given)] = elements, structs
        elements, structs = self._elements[id(given)]
        entry.supplementaries = cast(structs, POINTER(abi.iq_supplementary))
        entry.supplementary_count = len(elements)
