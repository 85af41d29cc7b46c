"""ListKit, step by step: a list of colours that changes by itself when its section does, its headers, its
actions and its pages.

    ColorCell           shows a colour, and has a button
    ColorView           a plain view that is used outside of lists as well
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from enum import Enum
from typing import Any, Callable

from colors import COLORS, ColorCell, ColorFooterView, ColorHeaderView
from display import laid_out, sizes, visible
from steps import finish, refused, step

import iqlist
from iqlist import kit


def texts(driver: kit.Driver) -> list[str]:
    """What stands on the screen."""
    return [cell.text for cell in visible(driver)]


# --- usage


@step
def a_list_view_with_a_section() -> None:
    list_view = kit.Driver([kit.Section("colors", COLORS, cell=ColorCell)])
    assert texts(list_view) == COLORS


@step
def a_height_of_44_for_each_item() -> None:
    section = kit.Section("colors", COLORS, cell=ColorCell, layout=kit.Layout(item=44))
    scene = laid_out(kit.Driver([section], layout=kit.Layout()), 320, 568)
    assert sizes(scene) == [(320, 44)] * 7
    assert scene.content == (320, 308)
    assert [place.cell.text for place in scene] == COLORS


@step
def add_section() -> None:
    list_view = kit.Driver()
    list_view.add_section(kit.Section("colors", COLORS[:3], cell=ColorCell))
    assert texts(list_view) == COLORS[:3]
    # Another one on the fly: what is shown stays, in its cells.
    cells = visible(list_view)
    list_view.add_section(kit.Section("more", COLORS[3:], cell=ColorCell))
    assert texts(list_view) == COLORS
    assert visible(list_view)[:3] == cells
    assert [len(section) for section in list_view.sections] == [3, 4]


@step
def a_section_is_taken_away_again() -> None:
    list_view = kit.Driver()
    for name, colors in (("colors", COLORS[:3]), ("more", COLORS[3:])):
        list_view.add_section(kit.Section(name, colors, cell=ColorCell))
    assert texts(list_view) == COLORS
    cells = visible(list_view)
    list_view.remove_section("colors")
    # The screen stays at the top, and shows the rest in the same cells.
    assert texts(list_view) == COLORS[3:] and visible(list_view) == cells[3:]
    with refused(iqlist.NotFoundError):
        list_view.remove_section("colors")


@step
def a_section_is_shown_by_several_list_views() -> None:
    section = kit.Section("colors", COLORS, cell=ColorCell)
    list_views = [kit.Driver([section]) for _ in range(3)]
    assert [texts(each) for each in list_views] == [COLORS] * 3
    section.items = COLORS[1:]
    section.header = "Colors"
    assert [texts(each) for each in list_views] == [COLORS[1:]] * 3
    headers = [[cell.text for cell in each.visible_elements()] for each in list_views]
    assert headers == [["Colors"]] * 3
    # What is selected in one is not in the others.
    list_views[0].select(COLORS[1])
    assert [each.list.info().selected for each in list_views] == [1, 0, 0]
    # One that refuses a change refuses it for all.
    with refused(iqlist.DuplicateError):
        section.items = ["Red", "Red"]
    assert [texts(each) for each in list_views] == [COLORS[1:]] * 3


class Updates(kit.Coordinator):
    def __init__(self) -> None:
        self.changesets: list[iqlist.Changeset] = []

    def did_update(self, event: kit.Event[Any]) -> None:
        assert event.changeset is not None
        self.changesets.append(event.changeset)


@step
def view_models_that_are_set_are_shown_at_once() -> None:
    updates = Updates()
    section = kit.Section("colors", COLORS, cell=ColorCell)
    other = kit.Section("more", ["White", "Grey"], cell=ColorCell)
    list_view = kit.Driver([section, other], coordinator=updates)
    assert texts(list_view) == [*COLORS, "White", "Grey"]
    updates.changesets.clear()
    section.items = ["Red", "Green", "Blue"]
    # Without a reload and without insertItems: readers see it now, the screen with the next poll.
    assert list_view.list.models() == ["Red", "Green", "Blue", "White", "Grey"]
    assert texts(list_view) == ["Red", "Green", "Blue", "White", "Grey"]
    # What has changed was found out, and nothing else was touched.
    (changeset,) = updates.changesets
    summary = changeset.summary()
    assert (summary.reload, summary.item_deletes, summary.item_inserts) == (iqlist.Reload.NO, 4, 0)
    assert (summary.item_moves, summary.item_reloads, summary.item_reconfigures) == (1, 0, 0)


@step
def a_cell_is_updated_with_its_view_model() -> None:
    updated: list[tuple[Any, Any]] = []

    class Cell(ColorCell):
        def configure(self, model: str | None) -> None:
            super().configure(model)
            updated.append((self.model, model))

    list_view = kit.Driver([kit.Section("colors", ["Blue", "Red"], cell=Cell)])
    assert texts(list_view) == ["Blue", "Red"]
    assert updated == [("Blue", "Blue"), ("Red", "Red")]


class ColorView:
    """Knows nothing of lists."""

    def __init__(self) -> None:
        self.text = ""

    def configure(self, model: str) -> None:
        self.text = model


class BareView:
    """Knows nothing of models either."""

    model: Any = None


@step
def plain_views_are_used_directly() -> None:
    told: list[kit.Registered] = []

    class Controller(kit.Coordinator):
        def class_first_used(self, event: kit.Event[Any]) -> None:
            told.append(event.sender)

    section = kit.Section("colors", COLORS, cell=ColorView)
    list_view = kit.Driver([section], coordinator=Controller())
    assert texts(list_view) == COLORS
    # The host is told to wrap it.
    assert [(each.cell, each.kind) for each in told] == [(ColorView, kit.Registration.VIEW)]
    bare = kit.Driver([kit.Section("colors", COLORS, cell=BareView)])
    assert [cell.model for cell in visible(bare)] == COLORS


@step
def cells_are_named_by_identifiers() -> None:
    list_view = kit.Driver()
    list_view.register(ColorCell, name="color cell")
    list_view.register(ColorView, name="color view")
    list_view.data = [
        kit.Section("cells", COLORS[:3], cell="color cell"),
        kit.Section("views", COLORS[3:], cell="color view"),
    ]
    assert texts(list_view) == COLORS
    with refused(LookupError):
        list_view.data = [kit.Section("cells", COLORS, cell="color")]
    assert texts(list_view) == COLORS


@step
def colors_may_be_there_twice() -> None:
    # ListKit knows no identities. Here one of two equal items is the first, the other the second.
    list_view = kit.Driver(duplicates=iqlist.Duplicates.NUMBER)
    section = kit.Section("colors", ["Blue", "Red", "Blue"], cell=ColorCell)
    list_view.data = [section]
    assert texts(list_view) == ["Blue", "Red", "Blue"]
    section.items = ["Blue", "Blue"]
    assert texts(list_view) == ["Blue", "Blue"]


@step
def headers_and_footers_are_given_as_items_are() -> None:
    section = kit.Section(
        "colors",
        COLORS,
        cell=ColorCell,
        header="Colors",
        header_cell=ColorHeaderView,
        footer="Those were 7",
        footer_cell=ColorFooterView,
    )
    list_view = kit.Driver([section])
    parts: list[str] = []
    for part in (kit.Part.HEADER, kit.Part.FOOTER):
        with list_view.take_cell(section, part=part) as taken:
            parts.append(taken.cell.text)
    assert parts == ["header: Colors", "footer: Those were 7"]
    section.header = "Colours"
    list_view.poll()
    with list_view.take_cell(section, part=kit.Part.HEADER) as taken:
        assert taken.cell.text == "header: Colours"


@step
def header_and_footer_sizes() -> None:
    section = kit.Section(
        "colors",
        COLORS,
        cell=ColorCell,
        header="Colors",
        header_cell=ColorHeaderView,
        footer="Those were 7",
        footer_cell=ColorFooterView,
        layout=kit.Layout(item=44, header=20, footer=20),
    )
    scene = laid_out(kit.Driver([section], layout=kit.Layout()), 320, 568)
    assert scene.content == (320, 348)
    assert (scene[0].frame.height, scene[8].frame.y, scene[8].frame.height) == (
        20,
        328,
        20,
    )
    assert (scene[0].cell.text, scene[8].cell.text) == (
        "header: Colors",
        "footer: Those were 7",
    )


# --- actions


@step
def a_callback_for_the_selected_item() -> None:
    selected: list[tuple[str, int]] = []

    def did_select_color(event: kit.Event[str]) -> None:
        assert event.position is not None
        assert event.position.item is not None
        selected.append((event.model, event.position.item))

    list_view = kit.Driver([kit.Section("colors", COLORS, cell=ColorCell, on_select=did_select_color)])
    list_view.tap("Brown")
    list_view.poll()
    assert selected == [("Brown", 3)]


class ColorCellAction(str, Enum):
    DID_TAP_COLOR_BUTTON = "did_tap_color_button"
    DID_TAP_ANOTHER = "did_tap_another"


@dataclass
class Button:
    """What a person taps: a sender."""

    title: str
    on_tap: Callable[[Any], object] | None = None

    def tap(self) -> None:
        assert self.on_tap is not None
        self.on_tap(self)


class ButtonCell(ColorCell):
    """Keeps the callback of its button."""

    def __init__(self) -> None:
        self.button = Button("tap me")

    def register_action(self, name: str, callback: Callable[[Any], object]) -> None:
        if name == ColorCellAction.DID_TAP_COLOR_BUTTON:
            self.button.on_tap = callback


@step
def an_action_is_anything_with_an_identifier() -> None:
    heard: list[Any] = []
    section = kit.Section("colors", COLORS, cell=ColorCell)
    section.register_action(ColorCellAction.DID_TAP_ANOTHER, heard.append)
    section.register_action("filter", heard.append)
    list_view = kit.Driver([section])
    list_view.emit(ColorCellAction.DID_TAP_ANOTHER, "Red", sender="one")
    list_view.emit("did_tap_another", "Red", sender="two")
    list_view.emit("filter", "Red", sender="three")
    list_view.poll()
    assert heard == ["one", "two", "three"]


@step
def a_callback_for_an_action_in_the_cells_of_a_section() -> None:
    tapped: list[Any] = []
    section = kit.Section("colors", COLORS, cell=ButtonCell)
    # Before there is a cell, or a list.
    section.register_action(ColorCellAction.DID_TAP_COLOR_BUTTON, tapped.append)
    list_view = kit.Driver([section])
    cells = visible(list_view)
    cells[2].button.tap()
    list_view.poll()
    assert tapped == [cells[2].button]
    # Another one while there are cells: it takes the place of the first.
    others: list[Any] = []
    section.register_action(ColorCellAction.DID_TAP_COLOR_BUTTON, others.append)
    cells[0].button.tap()
    list_view.poll()
    assert (tapped, others) == ([cells[2].button], [cells[0].button])


@step
def each_cell_keeps_its_callback() -> None:
    section = kit.Section("colors", COLORS[:2], cell=ButtonCell)
    list_view = kit.Driver([section])
    cells = visible(list_view)
    assert [cell.button.on_tap for cell in cells] == [None, None]
    section.register_action(ColorCellAction.DID_TAP_ANOTHER, print)
    assert [cell.button.on_tap for cell in cells] == [None, None]
    heard: list[str] = []

    def did_tap(event: kit.Event[Any]) -> None:
        heard.append(event.model)

    section.register_action(ColorCellAction.DID_TAP_COLOR_BUTTON, print)
    assert all(cell.button.on_tap is not None for cell in cells)
    # Who wants to know in which cell it was is told so by the event.
    section.on_user_action = did_tap
    list_view.emit("other", "Red", sender=cells[1].button)
    list_view.poll()
    assert heard == ["Red"]


@step
def actions_in_headers_and_footers() -> None:
    tapped: list[tuple[str, Any]] = []

    class ButtonHeader(ColorHeaderView):
        def __init__(self) -> None:
            self.button = Button("header")

        def register_action(self, name: str, callback: Callable[[Any], object]) -> None:
            self.button.on_tap = callback

    section = kit.Section(
        "colors",
        COLORS,
        cell=ButtonCell,
        header="Colors",
        header_cell=ButtonHeader,
        footer="End",
        footer_cell=ButtonHeader,
    )
    for part in (kit.Part.CELL, kit.Part.HEADER, kit.Part.FOOTER):

        def tell(sender: Any, part: kit.Part = part) -> None:
            tapped.append((part.name, sender))

        section.register_action(ColorCellAction.DID_TAP_COLOR_BUTTON, tell, part)
    list_view = kit.Driver([section])
    cell = visible(list_view)[0]
    header = list_view.take_cell(section, part=kit.Part.HEADER).cell
    footer = list_view.take_cell(section, part=kit.Part.FOOTER).cell
    senders = [each.button for each in (header, cell, footer)]
    for sender in senders:
        sender.tap()
    list_view.poll()
    assert tapped == list(zip(["HEADER", "CELL", "FOOTER"], senders))


# To import the second part is to take its steps.
importlib.import_module("listkit_layouts")

# --- paging


class Pages:
    """A server with three pages of colours."""

    def __init__(self) -> None:
        self.requests: list[kit.PageRequest] = []
        self.section = kit.Section("colors", COLORS[:3], cell=ColorCell)
        self.section.paging(self.requests.append, loader="Loading")
        self.list_view = kit.Driver([self.section], coordinator=(updates := Loaders()))
        self.loaders = updates.shown
        self.list_view.show(0, 100)
        self.list_view.poll()


class Loaders(kit.Coordinator):
    """Which loaders are shown."""

    def __init__(self) -> None:
        self.shown: list[Any] = []

    def will_display_element(self, event: kit.Event[Any]) -> None:
        if event.part == kit.Part.PAGE_END:
            self.shown.append(event.model)

    def did_end_display_element(self, event: kit.Event[Any]) -> None:
        if event.part == kit.Part.PAGE_END:
            self.shown.pop()


@step
def a_loader_is_shown_while_there_is_a_next_page() -> None:
    pages = Pages()
    assert pages.section.has_next
    assert pages.loaders == ["Loading"]
    pages.section.has_next = False
    pages.list_view.poll()
    assert pages.loaders == []
    # It is no item.
    assert pages.list_view.list.models() == COLORS[:3]


@step
def the_callback_gets_the_next_page_once_until_answered() -> None:
    pages = Pages()
    assert len(pages.requests) == 1
    # It is not called again while the page is under way, whatever is scrolled.
    for first in (1, 0, 2):
        pages.list_view.show(first, 100)
        pages.list_view.poll()
    assert len(pages.requests) == 1
    pages.section.items = [*pages.section.items, *COLORS[3:5]]
    pages.list_view.poll()
    assert len(pages.requests) == 1
    # The answer, and the next page.
    assert pages.requests[0].finish()
    pages.list_view.poll()
    assert len(pages.requests) == 2
    # By setting that there is another one, too.
    pages.section.items = [*pages.section.items, *COLORS[5:]]
    pages.section.has_next = True
    pages.list_view.poll()
    assert len(pages.requests) == 3
    pages.section.has_next = False
    pages.list_view.poll()
    assert [cell.text for cell in visible(pages.list_view, 0)] == COLORS
    assert (len(pages.requests), pages.loaders) == (3, [])


@step
def a_page_that_could_not_be_loaded_is_tried_again() -> None:
    pages = Pages()
    assert pages.requests[0].fail()
    pages.list_view.poll()
    assert len(pages.requests) == 1
    pages.section.has_next = True
    pages.list_view.poll()
    assert len(pages.requests) == 2
    # The first one's answer comes too late.
    assert not pages.requests[0].finish()
    assert pages.requests[1].finish(has_next=False)
    pages.list_view.poll()
    assert pages.loaders == []


@step
def without_paging_nothing_is_asked_for() -> None:
    section = kit.Section("colors", COLORS, cell=ColorCell)
    list_view = kit.Driver([section], coordinator=(loaders := Loaders()))
    list_view.show(0, 100)
    list_view.poll()
    assert loaders.shown == []
    assert list_view.list.page(iqlist.Edge.END, "colors").state == iqlist.PageState.OFF


finish()
