"""What starved.py tries: calls that take memory, each with objects to make them on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

from counted import Model

from iqlist import (
    CellClass,
    Changeset,
    DiffFlag,
    Edit,
    EventKind,
    FilteredList,
    Key,
    List,
    Outline,
    Side,
    Snapshot,
    Supplementary,
    View,
    diff,
)

PAYLOAD = DiffFlag.PAYLOAD | DiffFlag.KEEP_KEYS

MODELS = [Model(number, number % 3) for number in range(12)]
MANY = [Model(number, number % 3) for number in range(600)]
HEADER = Supplementary(1, "header", model=MODELS[0])
NAMES = (f"starved/{number}" for number in count())


class World(NamedTuple):
    """A call, and the objects that are as they were if it fails."""

    call: Callable[[], Any]
    things: list[Any]
    is_counted: bool = True
    """Whether a call that fails holds no model more than before. An open edit may: it keeps what it has begun
    to copy, until it ends."""


Make = Callable[[], World]


def shown_list() -> List:
    shown = List(key="key_number")
    shown.set_undo(1_000_000)
    shown.set([("a", MODELS[:5], [HEADER]), ("b", MODELS[5:8])])
    return shown


def snapshot() -> Snapshot:
    made = Snapshot.of_sections({"a": MODELS[4:9], "c": MODELS[:2], "b": []}, key="key_number")
    made.set_supplementary("c", HEADER)
    return made


def changeset() -> Changeset:
    return diff(snapshot(), shown_list().snapshot(), flags=PAYLOAD)


def on_list(call: Callable[[List], Any]) -> Make:
    def make() -> World:
        shown = shown_list()
        return World(lambda: call(shown), [shown])

    return make


def on_snapshot(call: Callable[[Snapshot], Any]) -> Make:
    def make() -> World:
        made = snapshot()
        return World(lambda: call(made), [made])

    return make


def on_changeset(call: Callable[[Changeset], Any]) -> Make:
    def make() -> World:
        made = changeset()
        return World(lambda: call(made), [made])

    return make


def on_edit(*calls: Callable[[Edit], Any]) -> Make:
    """The last call, in an edit in which those before it were made."""

    def make() -> World:
        shown = shown_list()
        edit = shown.edit(flags=PAYLOAD)
        for call in calls[:-1]:
            call(edit)
        return World(lambda: calls[-1](edit), [shown], is_counted=False)

    return make


def new_class() -> World:
    name = next(NAMES)
    return World(lambda: CellClass(name), [])


def applied() -> World:
    shown, wanted = shown_list(), snapshot()
    return World(lambda: shown.apply(wanted, flags=PAYLOAD), [shown, wanted])


def compared() -> World:
    states = snapshot(), shown_list().snapshot()
    return World(lambda: diff(*states, flags=PAYLOAD), [*states])


def composed() -> World:
    states = Snapshot(), snapshot(), shown_list().snapshot()
    one, other = (diff(*pair, flags=PAYLOAD) for pair in zip(states, states[1:]))
    return World(lambda: one.compose(other), [one, other])


def carried_out() -> World:
    shown = shown_list()
    changes = diff(shown.snapshot(), snapshot(), flags=PAYLOAD)
    return World(lambda: changes.apply(shown), [shown, changes])


def decoded_snapshot() -> World:
    data = snapshot().encode()
    return World(lambda: Snapshot.decode(data), [])


def decoded_changeset() -> World:
    data = changeset().encode()
    return World(lambda: Changeset.decode(data), [])


def submitted() -> World:
    """The update would take place much later: until then the list is as it was."""
    shown, wanted = shown_list(), snapshot()
    return World(lambda: shown.submit(wanted, delay=1000), [shown, wanted], is_counted=False)


def on_view(call: Callable[[List, View], Any], *, is_counted: bool = True) -> Make:
    def make() -> World:
        shown = shown_list()
        shown.set_events(EventKind.BOUND | EventKind.WILL_DISPLAY | EventKind.PREFETCH)
        view = shown.view()
        view.set_visible(2, 3, ahead=2)
        return World(lambda: call(shown, view), [shown], is_counted)

    return make


def tree() -> List:
    source = List(key="key_number", level=level)
    source.set_items(MODELS[:8])
    return source


def level(model: Model) -> int:
    return model.key_number % 3


def change(source: List) -> None:
    source.set_items([*MODELS[2:7], *MODELS[9:]])


def on_outline(call: Callable[[Outline], Any]) -> Make:
    """The source has changed since it was polled."""

    def make() -> World:
        source = tree()
        outline = source.outline(expanded=True)
        outline.select(5)
        outline.collapse(3)
        change(source)
        return World(lambda: call(outline), [source, outline], is_counted=False)

    return make


def on_filter(call: Callable[[FilteredList], Any]) -> Make:
    def make() -> World:
        source = tree()
        found = source.filtered(keep_parents=True)
        found.select(5)
        change(source)
        return World(lambda: call(found), [source, found], is_counted=False)

    return make


def none_passes(_key: Key, _model: Any) -> bool:
    return False


CASES: dict[str, Make] = {
    "List": lambda: World(List, []),
    "Snapshot": lambda: World(Snapshot, []),
    "CellClass": new_class,
    "set": on_list(lambda shown: shown.set([("b", MODELS[3:], [HEADER]), ("c", MODELS[:2])])),
    "set_items": on_list(lambda shown: shown.set_items(MODELS[::-1], flags=PAYLOAD)),
    "set_items, many": on_list(lambda shown: shown.set_items(MANY)),
    "undo": on_list(lambda shown: shown.undo()),
    "set_section_items": on_list(lambda shown: shown.set_section_items("b", MODELS[6:])),
    "apply": applied,
    "submit": submitted,
    "snapshot": on_list(List.snapshot),
    "view": on_list(List.view),
    "view.take_cell": on_view(lambda _, view: view.take_cell(7)),
    # The cells that were bound before the memory ran out hold their models.
    "poll with a view": on_view(lambda shown, _: len(shown.poll()), is_counted=False),
    "list.set_supplementary": on_list(lambda shown: shown.set_supplementary(HEADER)),
    "edit": on_list(List.edit),
    "edit.insert_items": on_edit(lambda edit: edit.insert_items(MODELS[8:], "b", 0)),
    "edit.delete_items": on_edit(lambda edit: edit.delete_items([1, 7])),
    "edit.move_item": on_edit(lambda edit: edit.move_item(7, before=0)),
    "edit.move_item_range": on_edit(lambda edit: edit.move_item_range("a", 0, 2, "b")),
    "edit.update_item": on_edit(lambda edit: edit.update_item(3, content=3, model=MODELS[11])),
    "edit.reload_items": on_edit(lambda edit: edit.reload_items([1, 2])),
    "edit.set_section_items": on_edit(lambda edit: edit.set_section_items("a", MODELS[8:])),
    "edit.insert_sections": on_edit(lambda edit: edit.insert_sections(["x", "y"], before="b")),
    "edit.delete_sections": on_edit(lambda edit: edit.delete_sections(["a"])),
    "edit.move_section": on_edit(lambda edit: edit.move_section("b", before="a")),
    "edit.set_supplementary": on_edit(lambda edit: edit.set_supplementary("b", HEADER)),
    "edit.commit": on_edit(
        lambda edit: edit.insert_items(MODELS[8:], "b", 0),
        lambda edit: edit.delete_items([1, 7]),
        lambda edit: edit.move_section("b", before="a"),
        Edit.commit,
    ),
    "outline": on_outline(lambda outline: outline.outline(expanded=True)),
    "filtered": on_outline(lambda outline: outline.filtered(keep_parents=True)),
    "poll of an outline": on_outline(lambda outline: len(outline.poll())),
    "poll of a filter": on_filter(lambda found: len(found.poll())),
    # It would take place much later.
    "set_filter": on_filter(lambda found: found.set_filter(none_passes, delay=1000)),
    "set_filter, bits": on_filter(lambda found: found.set_filter([True] * 8, delay=1000)),
    "append_sections": on_snapshot(lambda made: made.append_sections(["x", "y"])),
    "append_items": on_snapshot(lambda made: made.append_items(MODELS[9:])),
    "snapshot.insert_sections": on_snapshot(lambda made: made.insert_sections(["x", "y"], 1)),
    "insert_items": on_snapshot(lambda made: made.insert_items(MODELS[9:], before=5)),
    "snapshot.insert_items at": on_snapshot(
        lambda made: made.insert_items(MODELS[9:], section="a", position=1)
    ),
    "snapshot.insert_children": on_snapshot(lambda made: made.insert_children(5, 0, MODELS[9:])),
    "snapshot.set_section_items": on_snapshot(lambda made: made.set_section_items("b", MODELS[9:])),
    "snapshot.update_items": on_snapshot(lambda made: made.update_items(MODELS[5:7])),
    "move_item": on_snapshot(lambda made: made.move_item(5, to_section="b")),
    "delete_items": on_snapshot(lambda made: made.delete_items([5, 6])),
    "reload_items": on_snapshot(lambda made: made.reload_items([5, 6])),
    "set_supplementary": on_snapshot(lambda made: made.set_supplementary("b", HEADER)),
    "copy": on_snapshot(Snapshot.copy),
    "snapshot.encode": on_snapshot(Snapshot.encode),
    "snapshot.decode": decoded_snapshot,
    "diff": compared,
    "steps": on_changeset(Changeset.steps),
    "splices": on_changeset(Changeset.splices),
    "map": on_changeset(lambda made: made.map(Side.BEFORE)),
    "find": on_changeset(lambda made: made.find(5)),
    "invert": on_changeset(Changeset.invert),
    "compose": composed,
    "changeset.apply": carried_out,
    "changeset.encode": on_changeset(Changeset.encode),
    "changeset.decode": decoded_changeset,
}
