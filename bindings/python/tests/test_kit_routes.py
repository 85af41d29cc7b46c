"""The routes of events: view model or cell, section, coordinator; each can handle an event or pass it on."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from typing import Any, Callable

import pytest
from kits import USERS, Log, User, UserCell, finish, handler, scroll, users

import iqlist
from iqlist import Action, State, kit
from iqlist.kit import Driver, Event, Part, Responder, Section

ADA = USERS[0]

Gesture = Callable[[Driver], object]


def then(*steps: Gesture) -> Gesture:
    """One gesture of several."""

    def gesture(driver: Driver) -> None:
        for step in steps:
            step(driver)

    return gesture


def show(first: int, count: int, ahead: int = 0) -> Gesture:
    return lambda driver: driver.show(first, count, ahead)


def later(event: Event[Any], complete: kit.Complete) -> None:
    """A swipe action that is not completed."""


def poll(driver: Driver) -> object:
    return driver.poll()


# How each event of an item comes about, while the first one is visible.
GESTURES: dict[str, Gesture] = {
    "on_select": lambda driver: driver.select(ADA, by_user=True),
    "on_deselect": then(lambda driver: driver.select(ADA), lambda driver: driver.deselect(ADA, by_user=True)),
    "on_highlight": lambda driver: driver.highlight(ADA, by_user=True),
    "on_unhighlight": lambda driver: take_away(driver, State.HIGHLIGHTED),
    "on_focus": lambda driver: driver.list.set_states(ADA, State.FOCUSED, iqlist.SetStates.BY_USER),
    "on_unfocus": lambda driver: take_away(driver, State.FOCUSED),
    "on_expand": lambda driver: driver.list.set_states(ADA, State.EXPANDED, iqlist.SetStates.BY_USER),
    "on_collapse": lambda driver: take_away(driver, State.EXPANDED),
    "on_primary_action": lambda driver: driver.list.emit(ADA, Action.PRIMARY),
    "on_delete": lambda driver: driver.list.emit(ADA, Action.DELETE),
    "on_insert": lambda driver: driver.list.emit(ADA, Action.INSERT),
    "on_user_action": lambda driver: driver.emit("like", ADA),
    "will_display": then(show(1, 1), poll, show(0, 1)),
    "did_end_display": show(1, 1),
    "modify_cell": then(show(1, 1), poll, show(0, 1)),
    "leading_swipe_actions": lambda driver: driver.leading_swipe_actions(ADA),
    "trailing_swipe_actions": lambda driver: driver.trailing_swipe_actions(ADA),
    "on_swipe": lambda driver: driver.perform_swipe_action(ADA, kit.SwipeAction("Later", later)),
    "context_menu": lambda driver: driver.context_menu(ADA),
    "menu_will_display": lambda driver: driver.menu_will_display(ADA, kit.ContextMenu()),
    "menu_will_end": lambda driver: driver.menu_will_end(ADA, kit.ContextMenu()),
    "perform_preview_action": lambda driver: driver.perform_preview_action(ADA, kit.ContextMenu()),
}
# Those of a header.
OF_ELEMENTS: dict[str, Gesture] = {
    "on_user_action": lambda driver: driver.emit("like", driver.section("users"), part=Part.HEADER),
    "will_display_element": then(show(0, 0), poll, show(0, 1)),
    "did_end_display_element": show(0, 0),
    "modify_element": then(show(0, 0), poll, show(0, 1)),
}
# Those of a section, and of items without cells. Of an outline: see test_kit_trees.py.
OF_OUTLINES = {"on_children_needed"}
# Of a driver with a layout: see test_kit_visibility.py.
OF_LAYOUTS = {"on_visibility", "on_visible_fraction"}
OF_OTHERS: dict[str, Gesture] = {
    "will_display_section": then(show(0, 0), poll, show(0, 1)),
    "did_end_display_section": show(0, 0),
    "on_prefetch": then(show(0, 0), poll, show(1, 1, ahead=1)),
    "on_cancel_prefetch": then(show(1, 1, ahead=1), poll, show(3, 0)),
}


def take_away(driver: Driver, state: State) -> None:
    driver.list.set_states(ADA, state)
    driver.list.set_states(ADA, state, iqlist.SetStates.OFF | iqlist.SetStates.BY_USER)


def methods(log: Log, who: str, name: str, answer: object) -> dict[str, Any]:
    """A class body with one method, which logs who was called; what is asked is allowed."""
    logged = handler(log, who, answer)

    def method(self: object, event: Event[Any]) -> Any:
        return logged(event)

    def is_allowed(cls: type, model: object) -> bool:
        return True

    asked: Any = is_allowed
    return {name: method, "is_deletable": classmethod(asked), "is_insertable": classmethod(asked)}


def routed(name: str, gesture: Gesture, stops: str | None) -> list[str]:
    """Who was called for an event, if one of them handles it: an item's cell, its section,
    the coordinator."""
    log: Log = []
    answers: dict[str, Any] = {
        who: [] if who == stops else NotImplemented for who in ("cell", "section", "coordinator")
    }
    body = methods(log, "cell", name, answers["cell"])
    cell, header = type("LoggedCell", (UserCell,), body), type("Header", (kit.TextCell,), body)
    coordinator = type(
        "Logged", (kit.Coordinator,), methods(log, "coordinator", name, answers["coordinator"])
    )()
    section = Section(
        "users",
        USERS,
        cell=cell,
        header="H",
        header_cell=header,
        **{name: handler(log, "section", answers["section"])},
    )
    with Driver([section], coordinator=coordinator) as driver:
        scroll(driver, 0, 1)
        log.clear()
        gesture(driver)
        driver.poll()
        about = "H" if gesture in OF_ELEMENTS.values() else ADA
        if gesture not in OF_OTHERS.values():
            log = [entry for entry in log if entry[1] == about]
        assert log, f"nobody was called for {name}"
        return [who for who, _ in log]


@pytest.mark.parametrize("stops", [None, "cell", "section", "coordinator"])
@pytest.mark.parametrize(("name", "gesture"), [*GESTURES.items(), *OF_ELEMENTS.items()])
def test_an_event_goes_from_cell_to_section_to_coordinator_until_it_is_handled(
    name: str, gesture: Gesture, stops: str | None
) -> None:
    route = ["cell", "section", "coordinator"]
    expected = route if stops is None else route[: route.index(stops) + 1]
    assert routed(name, gesture, stops) == expected


@pytest.mark.parametrize("stops", [None, "section"])
@pytest.mark.parametrize("name", OF_OTHERS)
def test_an_event_without_a_cell_begins_with_the_section(name: str, stops: str | None) -> None:
    found = routed(name, OF_OTHERS[name], stops)
    assert found[:2] == (["section", "coordinator"] if stops is None else ["section"] * len(found[:2]))


def test_each_method_of_a_responder_is_tested_here() -> None:
    names = {name for name in vars(Responder) if not name.startswith("_")}
    assert names == {*GESTURES, *OF_ELEMENTS, *OF_OTHERS, *OF_OUTLINES, *OF_LAYOUTS}
    assert set(Section.__annotations__) == names | {"update_failed"}


class Asked(kit.ViewModel[UserCell]):
    """A view model that logs and handles, or passes on."""

    def __init__(self, id: int, log: Log, answer: object = None) -> None:
        self.id, self.log, self.answer = id, log, answer

    def setup(self, cell: UserCell) -> None:
        cell.label = f"user {self.id}"

    def on_select(self, event: Event[Any]) -> object:
        self.log.append(("model", self.id))
        return self.answer


@pytest.mark.parametrize("answer", [None, NotImplemented])
@pytest.mark.parametrize("shown", [0, 1])
def test_a_view_model_is_asked_before_all_others_and_without_a_cell(answer: object, shown: int) -> None:
    log: Log = []

    class Selected(UserCell):
        def on_select(self, event: Event[Any]) -> object:
            log.append(("cell", event.model.id))
            return NotImplemented

    section = Section("users", [Asked(1, log, answer)], cell=Selected, on_select=handler(log, "section"))
    with Driver([section]) as driver:
        scroll(driver, 0, shown)
        driver.tap(1)
        driver.poll()
    passed_on = [*["cell"] * shown, "section"]
    assert [who for who, _ in log] == ["model", *(() if answer is None else passed_on)]


def test_what_the_program_does_is_no_event_of_the_user() -> None:
    log: Log = []
    coordinator = kit.Coordinator()
    names = [name for name in GESTURES if name.startswith("on_")]
    with Driver([users(**{name: handler(log, name) for name in names})], coordinator=coordinator) as driver:
        driver.select(1)
        driver.deselect(1)
        driver.highlight(1)
        driver.unhighlight(1)
        driver.list.set_states(1, State.FOCUSED | State.EXPANDED)
        driver.poll()
    assert log == []


def test_every_item_of_a_range_that_the_user_selects_is_an_event() -> None:
    log: Log = []
    first = users(on_select=handler(log, "first"))
    second = Section("more", "xyz", on_select=handler(log, "second"))
    several = iqlist.Selection.MULTIPLE | iqlist.Selection.KEEPS
    with Driver([first, second], selection=several) as driver:
        driver.list.set_range_states(1, 3, State.SELECTED, iqlist.SetStates.BY_USER)
        # The event is about the list as it is now.
        first.items = [User(3, "Cem"), User(1, "Ada")]
        driver.poll()
    assert log == [("first", USERS[1]), ("first", USERS[2]), ("second", "x")]


def test_an_event_says_what_it_is_about() -> None:
    found: list[Event[User]] = []
    with Driver([users("none", []), users(on_select=found.append)]) as driver:
        scroll(driver, 0, 3)
        driver.tap(2)
        driver.poll()
        (event,) = found
        assert event.section is driver.section("users") and event.key == iqlist.Key(2)
        assert event.model == USERS[1] and event.position == (1, 1) and event.part == Part.CELL
        assert event.cell.label == "Ben" and event.item == driver.list.item(2)


def test_the_end_of_a_display_reaches_a_section_that_has_gone() -> None:
    log: Log = []
    section = users(did_end_display=handler(log, "section"), header="H")
    with Driver([section]) as driver:
        scroll(driver, 0, 1)
        driver.data = []
        driver.poll()
    assert log == [("section", ADA)]


class Refusing(UserCell):
    """Refuses for one user."""

    @classmethod
    def is_selectable(cls, model: User | None) -> bool:
        return model != ADA

    @classmethod
    def is_highlightable(cls, model: User | None) -> bool:
        return model != ADA

    @classmethod
    def is_activatable(cls, model: User | None) -> bool:
        return model != ADA


def test_what_a_model_refuses_is_no_event() -> None:
    log: Log = []
    names = ("on_highlight", "on_unhighlight", "on_select", "on_primary_action")
    section = Section("users", USERS, cell=Refusing, **{name: handler(log, name) for name in names})
    with Driver([section]) as driver:
        driver.tap(1)
        with pytest.raises(iqlist.RefusedError):
            driver.select(1, by_user=True)
        driver.poll()
        assert log == []
        driver.tap(2)
        driver.poll()
    assert [name for name, _ in log] == [*names]


def test_each_question_is_a_trait_of_its_own() -> None:
    """The default says nothing; the other answer is a trait, for cell classes and view models alike."""
    from iqlist.kit.classes import QUESTIONS, traits_of

    assert traits_of(UserCell, ADA) == traits_of(UserCell, Asked(1, [])) == iqlist.Trait.NONE
    assert sorted(trait for *_, trait in QUESTIONS) == sorted(trait for trait in iqlist.Trait if trait)
    for name, plain, trait in QUESTIONS:
        answer = not plain

        def reply(asked: object, model: object = None, answer: bool = answer) -> bool:
            return answer

        cell = type("Cell", (UserCell,), {name: classmethod(reply)})
        model = type("Model", (Asked,), {name: reply})
        assert traits_of(cell, ADA) == traits_of(UserCell, model(1, [])) == trait


@pytest.fixture
def unraisable(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[BaseException]]:
    found: list[BaseException] = []

    def keep(given: Any) -> None:
        found.append(given.exc_value)

    monkeypatch.setattr(sys, "unraisablehook", keep)
    yield found


def test_exceptions_of_handlers_are_raised_when_the_other_events_are_delivered(
    unraisable: list[BaseException],
) -> None:
    log: Log = []

    def select(event: Event[User]) -> None:
        log.append(("select", event.model.id))
        raise ValueError(event.model.id)

    ended: list[object] = []
    with Driver([users(on_select=select)]) as driver:
        for user in (1, 2, 3):
            driver.tap(user)
        ticket = driver.submit([users(on_select=select)], completion=ended.append)
        with pytest.raises(ValueError, match="1"):
            driver.poll()
        assert log == [("select", 1), ("select", 2), ("select", 3)]
        assert [repr(error) for error in unraisable] == ["ValueError(2)", "ValueError(3)"]
        # Nothing is left of it, and what waits goes on.
        finish(driver, ticket)
        assert ended == [ticket] and driver.poll() == []


def test_an_exception_of_a_cell_is_raised_and_the_cell_is_tried_again() -> None:
    class Failing(UserCell):
        fails = True

        def configure(self, model: User | None) -> None:
            if model == ADA and Failing.fails:
                raise ValueError("cannot show Ada")
            super().configure(model)

    section = Section("users", USERS, cell=Failing)
    with Driver([section]) as driver:
        driver.show(0, 3)
        with pytest.raises(ValueError, match="cannot show Ada"):
            driver.poll()
        # A change tries as well, but what it fails with is a matter of polls: the next one returns events.
        section.items = [User(1, "Ada"), *USERS[1:]]
        assert [event.kind for event in driver.poll()].count(iqlist.EventKind.UPDATE) == 2
        with pytest.raises(ValueError, match="cannot show Ada"):
            driver.poll()
        assert [cell.label for cell in driver.visible_cells()] == ["Ben", "Cem"]
        Failing.fails = False
        scroll(driver, 0, 3)
        assert [cell.label for cell in driver.visible_cells()] == ["Ada", "Ben", "Cem"]


def test_handlers_may_poll_and_update() -> None:
    log: Log = []

    def select(event: Event[User]) -> None:
        log.append(("select", event.model.id))
        if event.model.id == 1:
            section.items = [*USERS, User(4)]
            driver.poll()
            log.append(("polled", 1))

    section = users(on_select=select)
    with Driver([section]) as driver:
        for user in (1, 2):
            driver.tap(user)
        driver.poll()
        # The event that waited was handled by the inner poll: in order.
        assert log == [("select", 1), ("select", 2), ("polled", 1)]
        assert len(driver.list) == 4


def test_cells_are_made_where_the_driver_is_polled_though_another_thread_changes_a_section() -> None:
    threads: list[int] = []

    class Threaded(UserCell):
        def configure(self, model: User | None) -> None:
            threads.append(threading.get_ident())

    section = Section("users", USERS, cell=Threaded)

    def change() -> None:
        for items in (USERS[1:], USERS):
            section.items = items

    with Driver([section]) as driver:
        scroll(driver, 0, 1)
        # The next poll makes two more cells.
        driver.show(0, 3)
        changing = threading.Thread(target=change)
        changing.start()
        changing.join()
        driver.poll()
    assert len(threads) > 1 and set(threads) == {threading.get_ident()}


def test_a_typing_error_in_a_handlers_name_is_refused() -> None:
    with pytest.raises(TypeError, match="on_selct"):
        Section("users", on_selct=print)


def method(self: Any, event: Event[Any]) -> Any:
    return NotImplemented


@pytest.mark.parametrize("base", [kit.Coordinator, kit.Cell, kit.ViewModel, kit.SupplementaryModel])
@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("on_selected", "on_select"),
        ("onSelect", "on_select"),
        ("will_dislay", "will_display"),
        ("did_end_displaying", "did_end_display"),
        ("trailing_swipe_action", "trailing_swipe_actions"),
    ],
)
def test_a_class_with_a_handler_that_is_misspelt_is_refused(base: Any, name: str, meant: str) -> None:
    with pytest.raises(TypeError, match=rf"nothing calls Mine\.{name}: is '{meant}' meant\?"):
        type("Mine", (base,), {name: method})


def test_a_misspelt_name_is_one_of_those_that_a_class_has() -> None:
    with pytest.raises(TypeError, match="is 'did_update' meant"):
        type("Mine", (kit.Coordinator,), {"did_updates": method})
    for name, meant in [("is_moveable", "is_movable"), ("confgure", "configure")]:
        with pytest.raises(TypeError, match=f"is '{meant}' meant"):
            type("Mine", (kit.Cell,), {name: method})


def test_methods_of_ones_own_are_allowed() -> None:
    own = ["on_click", "on_update", "is_selected", "is_highlighted", "reconfigure", "bind", "_on_selected"]
    type("Mine", (kit.Cell,), dict.fromkeys(own, method))
    type("Mine", (kit.Coordinator,), {**dict.fromkeys(own, method), "on_selected": None})

    class Toolkit:
        def on_selected(self, event: Any) -> None: ...

    # What another base has is called by that.
    type("Mine", (Toolkit, kit.Coordinator), {"on_selected": method})


def test_a_coordinator_of_any_class_is_checked_when_it_is_given() -> None:
    class Mine:
        def did_updated(self, event: Event[Any]) -> None: ...

    with pytest.raises(TypeError, match=r"Mine\.did_updated: is 'did_update' meant"):
        Driver(coordinator=Mine())
