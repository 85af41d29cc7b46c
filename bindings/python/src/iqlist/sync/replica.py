"""What entries make of what a list shows."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import Any, Callable, Optional

from iqlist import (
    ChangeFlag,
    Changeset,
    Columns,
    Duplicates,
    FormatError,
    Key,
    List,
    MismatchError,
    NotFoundError,
    Snapshot,
)

from .bodies import Body, Model, spans
from .log import Entry, EntryId, EntryKind

Decode = Callable[[bytes], Any]
"""Makes a model of the bytes that `encode` has made of one."""


FEW = 256
"""Models of changes that are given one by one."""

Marks = dict[tuple[Key, Optional[Key]], ChangeFlag]
"""What is to be shown anew, by section and item; None: the section itself."""


class GapError(Exception):
    """An entry does not continue what is known."""


class Replica:
    """A list that entries change, and the id of the last one."""

    def __init__(self, decode: Optional[Decode], duplicates: int) -> None:
        self._decode = decode
        # Other duplicates were resolved where the list is published.
        self._duplicates = Duplicates.SCOPE if duplicates == Duplicates.SCOPE else Duplicates.REFUSE
        self.id: Optional[EntryId] = None
        self._list: List[Any] = List(duplicates=self._duplicates)
        self._marks: Marks = {}

    def state(self) -> Snapshot[Any]:
        """What the entries have made, with all marks since `clear_marks`."""
        state = self._list.snapshot()
        for (section, item), flags in self._marks.items():
            # What was marked may have gone, or be elsewhere now.
            with suppress(NotFoundError):
                if item is None:
                    state.reload_sections([section])
                elif flags & ChangeFlag.RELOAD:
                    state.reload_items([item], section)
                else:
                    state.reconfigure_items([item], section)
        return state

    def clear_marks(self) -> None:
        """As what is marked was shown."""
        self._marks = {}

    def take(self, entry: Entry) -> Optional[Body]:
        """Makes the next state of an entry. Returns its body; None: it says what is known. `GapError` if it
        does not follow, ValueError if it is damaged. Then nothing has changed, unless memory was short, where
        `id` is None."""
        is_next = self.id is not None and entry.id == (self.id.epoch, self.id.number + 1)
        if entry.kind == EntryKind.SNAPSHOT and is_next:
            self.id = entry.id
            return None
        if entry.kind == EntryKind.CHANGES and not is_next:
            raise GapError(f"entry {entry.id} does not follow {self.id}")
        body = Body.unpack(entry.body)
        models, elements = (made(each, self._decode) for each in (body.models, body.elements))
        before, self.id = self.id, None
        try:
            if entry.kind == EntryKind.SNAPSHOT:
                state: Snapshot[Any] = Snapshot.decode(body.data, duplicates=self._duplicates)
                self._replace(state, body, models, elements)
            else:
                self._change(Changeset.decode(body.data), body, models, elements)
        except (MismatchError, FormatError) as error:
            self.id = before
            raise GapError(f"entry {entry.id} does not fit to what the entries before say") from error
        self._list._names.add(body.names)
        self.id = entry.id
        return body

    def _replace(self, state: Snapshot[Any], body: Body, models: list[Any], elements: list[Any]) -> None:
        give_models(state, state, body, models, elements)
        self._list.apply(state, changeset=False)

    def _change(self, changes: Changeset, body: Body, models: list[Any], elements: list[Any]) -> None:
        """In place, if there are few models; to give many of them to a snapshot takes less time."""
        if len(models) > FEW:
            state = self._list.snapshot()
            changes.apply(state)
            self._replace(state, body, models, elements)
        else:
            changes.apply(self._list, changeset=False)
            with self._list.edit(changeset=False) as edit:
                give_models(self._list, edit, body, models, elements)
        self._marks.update(marks_of(changes, self._list))


def marks_of(changes: Changeset, after: Any) -> Marks:
    """The marks of changes that have led to a list or snapshot."""
    found: Marks = {}
    for change in changes:
        if not change.flags & ChangeFlag.BY_MARK or change.after is None:
            continue
        at, item = change.after
        if item is None:
            sections = after.sections[at : at + change.count]
            found.update({(each.key, None): change.flags for each in sections})
        else:
            section = after.sections[at]
            keys = after.keys(section.first + item, change.count)
            found.update({(section.key, key): change.flags for key in keys})
    return found


def made(models: list[Model], decode: Optional[Decode]) -> list[Any]:
    return [] if decode is None else [None if each is None else decode(each) for each in models]


def give_models(shown: Any, to: Any, body: Body, models: list[Any], elements: list[Any]) -> None:
    """Gives new items and elements of a list or snapshot their models, by an edit or in place."""
    rest = iter(models)
    for at, item, found in spans(body.ranges) if models else ():
        section = shown.sections[at]
        columns = shown.columns(section.first + item, found[-1].stop)
        keys = b"".join(columns.keys[16 * each.start : 16 * each.stop] for each in found)
        classes = [columns.classes[place] for each in found for place in each]
        to.update_items(Columns(keys, None, list(islice(rest, len(classes))), classes), section.key)
    for (at, kind, index), model in zip(body.places, elements):
        section = shown.sections[at]
        to.set_supplementary(section.key, section.supplementary(kind, index)._replace(model=model))
