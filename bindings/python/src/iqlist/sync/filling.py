"""How a journal fills its list: the last commits are made again, so that they can be undone.

entries    snapshot  changes  changes  snapshot  changes  changes: an undo
           └── a replica, applied at once ──┘    └── to the list, one by one
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional

from iqlist import ChangeFlag, Changeset, DiffFlag, List, MismatchError, Snapshot, diff

from ..commits import Step
from .bodies import Body
from .log import Entry, EntryKind
from .log_file import LogFile, Record
from .replica import Decode, GapError, Marks, Replica, give_models, made, marks_of


def fill(shown: List[Any], file: LogFile, decode: Optional[Decode], steps: int) -> None:
    """Makes an empty list what the file says, with the last `steps` commits one by one."""
    replica = Replica(decode, shown._duplicates)
    first = first_again(file.records, steps)
    for record in file.records[:first]:
        replica.take(file.entry(record))
    shown.apply(replica.state(), flags=DiffFlag.NO_STEP, changeset=False)
    for record in file.records[first:]:
        make_again(shown, file.entry(record), decode)


def first_again(records: Sequence[Record], steps: int) -> int:
    """The first one that is made again. Never the first of all, which is a snapshot."""
    commits = 0
    for at in range(len(records) - 1, 0, -1):
        commits += records[at].kind == EntryKind.CHANGES
        if commits > steps:
            return at + 1
    return 1


def make_again(shown: List[Any], entry: Entry, decode: Optional[Decode]) -> None:
    if entry.kind == EntryKind.SNAPSHOT and entry.id.number > 1:
        # It says what is known.
        return
    body = Body.unpack(entry.body)
    changes = None
    if entry.kind == EntryKind.SNAPSHOT:
        state: Snapshot[Any] = Snapshot.decode(body.data, duplicates=shown._duplicates)
    else:
        state = shown.snapshot()
        try:
            changes = Changeset.decode(body.data)
            changes.apply(state)
        except MismatchError as error:
            raise GapError(f"entry {entry.id} does not fit to what the entries before say") from error
    info = shown.info()
    shown._names.add(body.names)
    if body.step == Step.UNDO and info.undo_steps:
        shown.undo(changeset=False)
    elif body.step == Step.REDO and info.redo_steps:
        shown.redo(changeset=False)
    elif body.step == Step.STEP and changes is not None and not diff(shown.snapshot(), state):
        mark(shown, marks_of(changes, state))
        return
    # A step that was undone may be older than those that were made again.
    if diff(shown.snapshot(), state):
        state._names.add(body.names)
        give_models(state, state, body, made(body.models, decode), made(body.elements, decode))
        flags = DiffFlag.NONE if body.step == Step.STEP else DiffFlag.NO_STEP
        shown.apply(state, flags=flags, changeset=False)


def mark(shown: List[Any], marks: Marks) -> None:
    """What is marked only is a step as well."""
    with shown.edit(changeset=False) as edit:
        for (section, key), flags in marks.items():
            if key is None:
                edit.reload_sections([section])
            elif flags & ChangeFlag.RELOAD:
                edit.reload_items([shown.item(key, section)])
            else:
                edit.reconfigure_items([shown.item(key, section)])
