"""What a list shows, for the slow model of layouts, read by the functions of lists. See `layout_model`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from iqlist import ElementKind, List, PageState, Placeholder


class Name(NamedTuple):
    """What something is called: an item by its handle, an element by its section (0: the list), kind,
    index."""

    item: int
    section: int
    kind: int
    number: int


ALL = Name(0, 0, 0, 0)
"""The whole content."""


@dataclass
class Thing:
    """An item or element of the list, as it looks now."""

    name: Name
    key: Any
    content: int
    model: object
    cell_class: int
    level: int = 0
    section: int = 0
    """The handle of an item's section."""

    def look(self) -> tuple[Any, int, int]:
        """What a measured size depends on: with the content 0, the model's identity."""
        return self.content or ("model", id(self.model)), self.cell_class, self.level


@dataclass
class SectionContent:
    """A section. Of its loaders, those that are shown."""

    handle: int
    key: Any = None
    headers: list[Thing] = field(default_factory=list)
    page_start: Thing | None = None
    items: list[Thing] = field(default_factory=list)
    page_end: Thing | None = None
    footers: list[Thing] = field(default_factory=list)


@dataclass
class ListContent:
    """What a list shows, in its order. Of its loaders and placeholders, those that are shown."""

    version: int = 0
    header: Thing | None = None
    page_start: Thing | None = None
    sections: list[SectionContent] = field(default_factory=list)
    placeholder: Thing | None = None
    page_end: Thing | None = None
    footer: Thing | None = None
    grows_at_start: bool = False
    """Whether a page may come in before all items."""


# --- reading a list


MAY_BE_LOADED = (PageState.MORE, PageState.LOADING, PageState.FAILED)


def read_content(shown: List[Any]) -> ListContent:
    """What a list shows now, read by the functions of lists."""
    made = ListContent(version=shown.info().version)
    for section in shown.sections:
        handle = int(shown._section_handle(section.key).id)
        found = SectionContent(handle, section.key)
        elements = [element_of(handle, each) for each in section.supplementaries]
        found.headers = [each for each in elements if each.name.kind == ElementKind.HEADER]
        found.footers = [each for each in elements if each.name.kind == ElementKind.FOOTER]
        for each in elements:
            if each.name.kind == ElementKind.PAGE_START and shows_loader(shown.page(0, section)):
                found.page_start = each
            if each.name.kind == ElementKind.PAGE_END and shows_loader(shown.page(1, section)):
                found.page_end = each
        is_first = not made.sections or (len(section) > 0 and section.first == 0)
        made.grows_at_start |= is_first and shown.page(0, section).state in MAY_BE_LOADED
        made.sections.append(found)
    made.grows_at_start |= shown.page(0).state in MAY_BE_LOADED
    for item in shown.items():
        row, at = shown[item.index], item.position
        number = 0 if row.cell_class is None else row.cell_class._id
        name = Name(item._struct.id, 0, 0, 0)
        made.sections[at.section].items.append(
            Thing(name, row.key, row.content, row.model, number, row.level, made.sections[at.section].handle)
        )
    own = {each.kind: element_of(0, each) for each in shown.supplementaries}
    made.header, made.footer = own.get(ElementKind.HEADER), own.get(ElementKind.FOOTER)
    if shows_loader(shown.page(0)):
        made.page_start = own.get(ElementKind.PAGE_START)
    if shows_loader(shown.page(1)):
        made.page_end = own.get(ElementKind.PAGE_END)
    kinds = {
        Placeholder.EMPTY: ElementKind.EMPTY,
        Placeholder.LOADING: ElementKind.LOADING,
        Placeholder.FAILED: ElementKind.FAILED,
    }
    placeholder = shown.info().placeholder
    if placeholder in kinds:
        made.placeholder = own.get(kinds[placeholder])
    return made


def element_of(section: int, given: Any) -> Thing:
    """An element of a section, or of the list (0)."""
    number = 0 if given.cell_class is None else given.cell_class._id
    name = Name(0, section, int(given.kind), given.index)
    return Thing(name, given.key, given.content, given.model, number)


def shows_loader(page: Any) -> bool:
    """R5: whether the loader of a page is shown."""
    if page.state in (PageState.OFF, PageState.ENDED):
        return False
    return not page.shows_loading or page.state is PageState.LOADING
