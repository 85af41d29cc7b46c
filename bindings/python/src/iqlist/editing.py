"""Changes of a list in place, and steps that are undone and redone."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import byref, c_size_t, sizeof
from typing import Any, NamedTuple

from . import abi
from ._calls import check, create, milliseconds, to_size
from .changeset import Changeset, changeset_of, update_options
from .commits import Step, step_of
from .edit import Edit
from .handles import Item
from .identity import KeyLike
from .records import DiffFlag, M
from .states import StateSource


class UndoBytes(NamedTuple):
    """How many bytes of steps a list keeps at most, and how many those take that it has.

    >>> import iqlist
    >>> iqlist.List().undo_bytes
    UndoBytes(limit=0, used=0)
    """

    limit: int
    used: int


class EditSource(StateSource[M]):
    """The part of a list that is edited, and keeps its last commits."""

    def edit(
        self,
        *,
        wait: float | None = 0,
        flags: int = DiffFlag.NONE,
        reload_threshold: int = 0,
        splice_threshold: int = 0,
        animation: int = 0,
        changeset: bool = True,
    ) -> Edit[M]:
        """Opens an edit, for changes in place: see `Edit`. O(1).

        `BusyError` if another edit is open and does not end within `wait` seconds (None: no limit), first
        come, first served; at once inside a callback. A thread that waits for an edit of its own waits the
        whole time.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> with shown.edit() as edit:
        ...     shown.set_items(["a"])
        Traceback (most recent call last):
        iqlist.errors.BusyError: IQ_ERROR_BUSY: ...
        """
        waiting = abi.iq_edit_options(
            struct_size=sizeof(abi.iq_edit_options), wait_milliseconds=milliseconds(wait)
        )
        core = create(abi.iq_edit, abi.iq_edit_begin, self._pointer, byref(waiting))
        options = update_options(flags, reload_threshold, splice_threshold, animation)
        return Edit._of(core, self, options, step_of(flags), changeset)

    def begin_reorder(
        self,
        items: Iterable[Item[M] | KeyLike | M],
        *,
        flags: int = DiffFlag.NONE,
        reload_threshold: int = 0,
        splice_threshold: int = 0,
        animation: int = 0,
        changeset: bool = True,
    ) -> Edit[M]:
        """Opens an edit for a user who drags these items: see `edit`. With EventKind.REORDER events say how
        it begins and ends. `RefusedError` unless the classes of all of them have `Trait.MOVABLE`; `BusyError`
        if an edit is open.

        >>> import iqlist
        >>> movable = iqlist.CellClass("example.movable", traits=iqlist.Trait.MOVABLE)
        >>> shown = iqlist.List(cell_class=movable)
        >>> _ = shown.set_items(["a", "b"])
        >>> shown.set_events(iqlist.EventKind.REORDER)
        >>> with shown.begin_reorder(["a"]) as drag:
        ...     drag.move_item("a", after="b")
        >>> [iqlist.Reorder(event.flags).name for event in shown.poll()]
        ['BEGAN', 'DROPPED']
        """
        given: list[Any] = list(items)
        handles: list[Item[M]] = [item if isinstance(item, Item) else self.item(item) for item in given]
        raw = (abi.iq_item * max(len(handles), 1))(*[handle._struct for handle in handles])
        core = create(abi.iq_edit, abi.iq_list_begin_reorder, self._pointer, raw, len(handles))
        options = update_options(flags, reload_threshold, splice_threshold, animation)
        return Edit._of(core, self, options, step_of(flags), changeset)

    def set_undo(self, bytes: int) -> None:
        """Keeps the last commits as steps that `undo` and `redo` go through, up to so many bytes; 0, as at
        first: none. Models do not count, and stay alive while a step may put them back. `BusyError` while an
        edit is open.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> shown.set_undo(1_000_000)
        >>> _, _ = shown.set_items(["a", "b"]), shown.set_items(["b"])
        >>> shown.undo()
        <Changeset: 1 item inserts>
        >>> shown.models(), shown.redo()
        (['a', 'b'], <Changeset: 1 item deletes>)
        """
        check(abi.iq_list_set_undo(self._pointer, to_size(bytes)))

    @property
    def undo_bytes(self) -> UndoBytes:
        """How many bytes of steps are kept at most, see `set_undo`, and how many those take that there are.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> shown.set_undo(1_000_000)
        >>> shown.undo_bytes
        UndoBytes(limit=1000000, used=0)
        """
        limit, used = c_size_t(), c_size_t()
        check(abi.iq_list_get_undo(self._pointer, byref(limit), byref(used)))
        return UndoBytes(limit.value, used.value)

    def undo(
        self,
        *,
        flags: int = DiffFlag.NONE,
        reload_threshold: int = 0,
        splice_threshold: int = 0,
        animation: int = 0,
        changeset: bool = True,
    ) -> Changeset:
        """Undoes the last step that is not undone: see `set_undo`. `NotFoundError` (a KeyError) if there is
        none, `BusyError` while an edit is open.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> shown.set_undo(1_000_000)
        >>> shown.set_items(["a"]), shown.undo()
        (<Changeset: 1 section inserts, 1 item inserts>, <Changeset: 1 section deletes, 1 item deletes>)
        """
        options = update_options(flags, reload_threshold, splice_threshold, animation)
        with self._committing(Step.UNDO):
            return changeset_of(changeset, abi.iq_list_undo, self._pointer, options)

    def redo(
        self,
        *,
        flags: int = DiffFlag.NONE,
        reload_threshold: int = 0,
        splice_threshold: int = 0,
        animation: int = 0,
        changeset: bool = True,
    ) -> Changeset:
        """Redoes the step that was undone last. Errors as for `undo`.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> shown.set_undo(1_000_000)
        >>> _, _ = shown.set_items(["a"]), shown.undo()
        >>> shown.redo()
        <Changeset: 1 section inserts, 1 item inserts>
        """
        options = update_options(flags, reload_threshold, splice_threshold, animation)
        with self._committing(Step.REDO):
            return changeset_of(changeset, abi.iq_list_redo, self._pointer, options)
