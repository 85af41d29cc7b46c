"""What a section has by item and by kind: `Section.children` and `Section.elements`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping
from typing import Any, Union

import iqlist
from iqlist import Key

from ..records import M
from .parts import kind_of
from .tree import Rows


class Children(MutableMapping[Any, "list[M]"]):
    """The children of the items of a section, by item: each is given by its model, its key or its handle, and
    may itself be a child. Setting them changes the section as setting its `items` does; `in`, iteration and
    `len` are about the items that have children, by their keys. `NotFoundError`, a KeyError, for what is no
    item of the section.

    >>> from iqlist import kit
    >>> section = kit.Section("letters", ["a", "b"])
    >>> section.children["a"] = ["a1", "a2"]
    >>> section.children["a1"] = ["a11"]
    >>> section.items = ["b", "a"]
    >>> [(row.level, row.model) for row in kit.Driver([section]).list]
    [(0, 'b'), (0, 'a'), (1, 'a1'), (2, 'a11'), (1, 'a2')]
    >>> del section.children["a"]
    >>> len(section.children)
    0
    """

    def __init__(self, section: Any) -> None:
        self._section = section

    def _key(self, item: Any) -> Key:
        key: Key = self._section._tree.key_of(item)
        if key not in self._section._tree.keys:
            raise iqlist.NotFoundError(f"{item!r} is no item of {self._section!r}")
        return key

    def __getitem__(self, item: Any) -> list[M]:
        return list(self._section._tree.below.get(self._key(item), Rows[M]()).models)

    def __setitem__(self, item: Any, children: Iterable[M]) -> None:
        self._section._take_events()
        self._section._set_children(self._key(item), Rows.of(children, self._section.cell))

    def __delitem__(self, item: Any) -> None:
        self[item] = []

    def __contains__(self, item: Any) -> bool:
        return self._section._tree.key_of(item) in self._section._tree.below

    def __iter__(self) -> Iterator[Key]:
        return iter(self._section._tree.below)

    def __len__(self) -> int:
        return len(self._section._tree.below)

    def __repr__(self) -> str:
        return f"<Children of {len(self)} items of {self._section!r}>"


Element = Union[int, str, tuple[Union[int, str], int]]


class Elements(MutableMapping[Element, Any]):
    """The models of the elements of a section by their kinds: header and footer, and any others of yours. A
    kind is a `Part`, a name, or a number from `Part.HOST` on; there may be several of a name or a number,
    which are given as pairs of it and an index. Setting one changes the section as setting its `header`
    does; None removes it. A text is shown by the driver's `text_cell`, other models by what their class says.

    >>> from iqlist import kit
    >>> section = kit.Section("names", ["Ada"], header="Names")
    >>> section.elements["badge", 1] = "new"
    >>> section.elements["badge", 1], section.elements[kit.Part.HEADER], len(section.elements)
    ('new', 'Names', 2)
    >>> del section.elements["badge", 1]
    >>> section.elements.get(("badge", 1)) is None
    True
    """

    def __init__(self, section: Any) -> None:
        self._section = section

    def __getitem__(self, element: Element) -> Any:
        try:
            return self._section._elements[place_of(element)]
        except KeyError:
            raise iqlist.NotFoundError(f"{self._section!r} has no element {element!r}") from None

    def __setitem__(self, element: Element, model: Any) -> None:
        self._section._set_element(place_of(element), model)

    def __delitem__(self, element: Element) -> None:
        _ = self[element]
        self[element] = None

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._section._elements)

    def __len__(self) -> int:
        return len(self._section._elements)


def place_of(element: Element) -> tuple[int, int]:
    """The kind and the index of an element."""
    kind, index = element if isinstance(element, tuple) else (element, 0)
    return kind_of(kind), index
