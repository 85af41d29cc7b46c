"""Sections as a whole: built step by step, or as they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Callable, Union

from .parts import CellType
from .sections import Section

Sections = Iterable[Section[Any]]


class Collection(tuple[Section[Any], ...]):
    """Sections as an immutable whole: it copies those that it is made of.

    >>> from iqlist import kit
    >>> section = kit.Section("names", ["Ada"])
    >>> collection = kit.Collection([section])
    >>> section.items = ["Ben"]
    >>> [list(each) for each in collection]
    [['Ada']]
    """

    def __new__(cls, sections: Sections = ()) -> Collection:
        return super().__new__(cls, [section._copy(is_frozen=True) for section in sections])

    def copies(self) -> list[Section[Any]]:
        """Its sections, as others that can be changed: what a driver shows of it.

        >>> from iqlist import kit
        >>> [section] = kit.Collection([kit.Section("names", ["Ada"])]).copies()
        >>> section.items = ["Ben"]
        """
        return [section._copy(is_frozen=False) for section in self]

    def __repr__(self) -> str:
        return f"<Collection of {sum(map(len, self))} items in {len(self)} sections>"


class Builder:
    """What `Driver.perform_updates` gives to the function that builds an update: at first without sections.

    >>> from iqlist import kit
    >>> builder = kit.Builder()
    >>> section = builder.append(kit.Section("names"))
    >>> builder.append(None, ["Ada", "Ben"], section=section)
    <Section 'names' of 2 items>
    """

    def __init__(self) -> None:
        self.sections: list[Section[Any]] = []

    def append(
        self,
        what: Section[Any] | CellType | None,
        items: Iterable[Any] | None = None,
        *,
        section: Section[Any] | None = None,
        ids: Sequence[Any] | None = None,
    ) -> Section[Any]:
        """Appends a section, or items that a class of cells shows to a section, without `section` to the last
        one. Returns the section. ValueError if there is none.

        >>> from iqlist import kit
        >>> kit.Builder().append(None, ["Ada"])
        Traceback (most recent call last):
        ValueError: append a section first
        """
        if isinstance(what, Section):
            self.sections.append(what)
            return what
        if section is None:
            if not self.sections:
                raise ValueError("append a section first")
            section = self.sections[-1]
        given: Any = section
        if not isinstance(given, Section):
            raise TypeError(f"`section=` takes the section that `append` has returned, not {section!r}")
        return section.append(what, () if items is None else items, ids=ids)


Build = Union[Callable[[Builder], object], Sections]


def sections_of(build: Build) -> tuple[Section[Any], ...]:
    """The sections of an update: what a function builds, or what is given; of a collection's, copies."""
    if callable(build):
        builder = Builder()
        build(builder)
        build = builder.sections
    given: list[Any] = [*build]
    for section in given:
        if not isinstance(section, Section):
            raise TypeError(f"sections are needed, not {section!r}")
    return tuple([each._copy(is_frozen=False) if each._is_frozen else each for each in given])
