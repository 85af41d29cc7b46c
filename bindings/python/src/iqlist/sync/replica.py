"""What entries make of what a list shows."""

from __future__ import annotations

from itertools import islice
from typing import Any, Callable, Optional

from iqlist import ChangeFlag, ChangeKind, Changeset, Columns, MismatchError, Snapshot

from .bodies import Body, Model
from .log import Entry, EntryId, EntryKind

Decode = Callable[[bytes], Any]
"""Makes a model of the bytes that `encode` has made of one."""


class GapError(Exception):
    """An entry does not continue what is known."""


class Replica:
    """A state, and the id of the entry that has made it."""

    def __init__(self, decode: Optional[Decode], duplicates: int) -> None:
        self._decode, self._duplicates = decode, duplicates
        self.id: Optional[EntryId] = None
        self.state: Snapshot[Any] = Snapshot(duplicates=duplicates)
        """With the marks of all entries since `clear_marks`."""

    def take(self, entry: Entry) -> Optional[Body]:
        """Makes the next state of an entry. Returns its body; None: it says what is known. `GapError` if it
        does not follow, ValueError if it is damaged; then nothing has changed."""
        is_next = self.id is not None and entry.id == (self.id.epoch, self.id.number + 1)
        if entry.kind == EntryKind.SNAPSHOT and is_next:
            self.id = entry.id
            return None
        if entry.kind == EntryKind.CHANGES and not is_next:
            raise GapError(f"entry {entry.id} does not follow {self.id}")
        body = Body.unpack(entry.body)
        if entry.kind == EntryKind.SNAPSHOT:
            state: Snapshot[Any] = Snapshot.decode(body.data, duplicates=self._duplicates)
        else:
            state = self.state.copy()
            try:
                carry_out(Changeset.decode(body.data), state)
            except MismatchError as error:
                raise GapError(f"entry {entry.id} does not fit to what the entries before say") from error
        state._names.add(body.names)
        if self._decode is not None:
            give_models(state, body, self._decode)
        self.state, self.id = state, entry.id
        return body

    def clear_marks(self) -> None:
        """As what is marked was shown."""
        self.state = self.state.copy()
        self.state.clear_marks()


def carry_out(changes: Changeset, state: Snapshot[Any]) -> None:
    """Applies changes. What they mark is marked: it may have no other difference."""
    changes.apply(state)
    for change in changes:
        if not change.flags & ChangeFlag.BY_MARK or change.after is None:
            continue
        section = state.sections[change.after.section]
        if change.kind == ChangeKind.SECTION_UPDATE:
            state.reload_sections(each.key for each in state.sections[change.after.section :][: change.count])
        elif change.kind == ChangeKind.ITEM_UPDATE and change.after.item is not None:
            keys = state.keys(section.first + change.after.item, change.count)
            mark = state.reload_items if change.flags & ChangeFlag.RELOAD else state.reconfigure_items
            mark(keys, section.key)


def give_models(state: Snapshot[Any], body: Body, decode: Decode) -> None:
    """Gives new items and elements their models."""
    models = iter(body.models)
    for at, item, count in body.ranges if body.models else ():
        section = state.sections[at]
        columns = state.columns(section.first + item, count)
        held = [made(each, decode) for each in islice(models, count)]
        state.update_items(Columns(columns.keys, None, held, columns.classes), section.key)
    for (at, kind, index), model in zip(body.places, body.elements):
        section = state.sections[at]
        element = section.supplementary(kind, index)
        state.set_supplementary(section.key, element._replace(model=made(model, decode)))


def made(model: Model, decode: Decode) -> Any:
    return None if model is None else decode(model)
