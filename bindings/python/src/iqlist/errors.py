"""Failures as exceptions: one class for each status of the library, all under `Error`.

Each is also Python's own exception for such a failure, so that `except KeyError` catches a key that does not
exist. The message is the library's, with keys shown as the caller gave them; the details are attributes.
"""

from __future__ import annotations

import reprlib
from typing import Any

from . import abi
from .identity import Key, Position

_brief = reprlib.Repr()
_brief.maxstring = _brief.maxother = 80


class Error(Exception):
    """The base class of all failures. After one nothing has changed, and the call can be repeated.

    >>> import iqlist
    >>> with iqlist.List() as people:
    ...     people.set_items(["ada", "ben", "ada"])
    Traceback (most recent call last):
    iqlist.errors.DuplicateError: IQ_ERROR_DUPLICATE: key 'ada' at 0:2 occurs first at 0:0
    """

    status: int
    """The header's IQ_ERROR_*."""
    argument: int
    """The parameter of the C function that was refused, counted from 1; 0 if none was."""
    key: Key | None
    """The key in question, an item's or a section's."""
    value: Any
    """The value that the key was made of, such as "ada". The key itself if that is not known, None if there
    is no key."""
    section: Key | None
    """Its section's key; of a section, its own."""
    position: Position | None
    """Where it is."""
    other: Position | None
    """The position of a duplicate's first occurrence."""
    element: int | None
    """Its index in the list or iterable that was given."""

    def __init__(
        self,
        message: str = "",
        *,
        status: int = abi.IQ_OK,
        argument: int = 0,
        key: Key | None = None,
        section: Key | None = None,
        position: Position | None = None,
        other: Position | None = None,
        element: int | None = None,
        value: Any = None,
    ) -> None:
        super().__init__(message)
        self.status = status or STATUS_OF.get(type(self), status)
        self.argument = argument
        self.key = key
        self.section = section
        self.position = position
        self.other = other
        self.element = element
        self.value = key if value is None else value

    def _show(self, value: Any, section: Any) -> None:
        """Shows in the message the value that the key was made of, and the name of its section."""
        self.value = value
        message = str(self)
        for key, shown in ((self.key, value), (self.section, section)):
            if key is not None and not isinstance(shown, Key):
                message = message.replace(key.hex(), _brief.repr(shown))
        self.args = (message,)

    def _blame(self, value: Any, why: str) -> None:
        """Shows in the message the value that was refused, and the reason."""
        self.value = value
        self.args = (f"{str(self).partition(':')[0]}: {_brief.repr(value)} {why}",)

    def __str__(self) -> str:
        # A KeyError would show its message as a repr.
        return str(self.args[0]) if self.args else ""


class ArgumentError(Error, ValueError):
    """A number, flag or length that the function does not accept.

    >>> import iqlist
    >>> iqlist.List(duplicates=9)
    Traceback (most recent call last):
    iqlist.errors.ArgumentError: IQ_ERROR_ARGUMENT: ...
    """


class ColumnError(ArgumentError, BufferError):
    """A buffer whose rows do not fit the column, or columns of unequal lengths.

    >>> import iqlist
    >>> iqlist.List().set_items(iqlist.Columns([1, 2], contents=[10]))
    Traceback (most recent call last):
    iqlist.errors.ColumnError: there are 2 keys, but 1 contents
    """


class HandleError(Error, LookupError):
    """An item that was deleted, or that is of another list.

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> _ = shown.set_items(["a"])
    >>> a = shown.item("a")
    >>> _ = shown.set_items([])
    >>> a.index
    Traceback (most recent call last):
    iqlist.errors.HandleError: IQ_ERROR_HANDLE: ...
    """


class ClosedError(HandleError, ValueError):
    """The object is closed."""


class NoMemoryError(Error, MemoryError):
    """An allocation failed."""


class LimitError(Error, ValueError):
    """More items, sections or classes than are allowed.

    >>> import iqlist
    >>> iqlist.List(max_items=2).set_items([1, 2, 3])
    Traceback (most recent call last):
    iqlist.errors.LimitError: IQ_ERROR_LIMIT: ...
    """


class BusyError(Error, RuntimeError):
    """The list or snapshot is being changed: by another thread, an open edit, or the call that invoked the
    current callback."""


class RangeError(Error, IndexError):
    """A position or count beyond the end.

    >>> import iqlist
    >>> iqlist.Snapshot.of_items(["a"])[1]
    Traceback (most recent call last):
    iqlist.errors.RangeError: there is no item 1 among 1
    """


class NotFoundError(Error, KeyError):
    """No such key, or no counterpart on the other side.

    >>> import iqlist
    >>> try:
    ...     iqlist.Snapshot.of_items([1]).row(2)
    ... except KeyError as error:
    ...     error.value, error.key
    (2, Key.fromhex('02000000000000000000000000000000'))
    """


class DuplicateError(Error, ValueError):
    """A key occurs twice where that is refused: see `value`, `position` and `other`.

    >>> import iqlist
    >>> try:
    ...     iqlist.List().set_items(["a", "b", "a"])
    ... except DuplicateError as error:
    ...     error.value, error.position.item, error.other.item
    ('a', 2, 0)
    """


class NoSectionError(Error, ValueError):
    """There are items but no section to put them in."""


class ScopeError(Error, ValueError):
    """Scoped and unscoped keys were mixed, or a scoped key came without its section.

    >>> import iqlist
    >>> wanted = iqlist.Snapshot.of_sections({"s": ["a"], "t": ["a"]}, duplicates=iqlist.Duplicates.SCOPE)
    >>> wanted.position("a", section="t")
    Position(section=1, item=0)
    >>> wanted.position("a")
    Traceback (most recent call last):
    iqlist.errors.ScopeError: IQ_ERROR_SCOPE: ...
    """


class NoKeysError(Error, ValueError):
    """The changeset was made without `DiffFlag.KEEP_KEYS`.

    >>> import iqlist
    >>> iqlist.List().set_items(["a"]).find("a")
    Traceback (most recent call last):
    iqlist.errors.NoKeysError: IQ_ERROR_NO_KEYS: ...
    """


class StateError(Error, RuntimeError):
    """Too late: the edit has ended, or objects exist that must not."""


class VerifyError(Error, RuntimeError):
    """Replaying a verified diff did not give its target: a bug in libiqlist."""


class NoPayloadError(Error, ValueError):
    """The changeset was made without `DiffFlag.PAYLOAD`."""


class MismatchError(Error, ValueError):
    """A changeset starts from another state than the one that it is applied to or composed with.

    >>> import iqlist
    >>> changeset = iqlist.List().set_items([1], flags=iqlist.DiffFlag.PAYLOAD)
    >>> changeset.apply(iqlist.Snapshot.of_items([2]))
    Traceback (most recent call last):
    iqlist.errors.MismatchError: IQ_ERROR_MISMATCH: the list's only section at 0 is here, but ...
    """


class FormatError(Error, ValueError):
    """Bytes that are not an encoding of that kind, or are damaged."""


class RefusedError(Error, RuntimeError):
    """A trait of the item forbids it. Nothing has changed."""


class CancelledError(Error, RuntimeError):
    """The submission will not be committed: it was cancelled, or its list was closed."""


class SupersededError(Error, RuntimeError):
    """The submission will not be committed: a later one has replaced it."""


class CallbackError(Error, RuntimeError):
    """A function of a cell class failed: the next poll calls it again."""


BY_STATUS: dict[int, type[Error]] = {
    abi.IQ_ERROR_ARGUMENT: ArgumentError,
    abi.IQ_ERROR_STRUCT_SIZE: ArgumentError,
    abi.IQ_ERROR_HANDLE: HandleError,
    abi.IQ_ERROR_NO_MEMORY: NoMemoryError,
    abi.IQ_ERROR_LIMIT: LimitError,
    abi.IQ_ERROR_BUSY: BusyError,
    abi.IQ_ERROR_RANGE: RangeError,
    abi.IQ_ERROR_NOT_FOUND: NotFoundError,
    abi.IQ_ERROR_DUPLICATE: DuplicateError,
    abi.IQ_ERROR_NO_SECTION: NoSectionError,
    abi.IQ_ERROR_SCOPE: ScopeError,
    abi.IQ_ERROR_NO_KEYS: NoKeysError,
    abi.IQ_ERROR_STATE: StateError,
    abi.IQ_ERROR_VERIFY: VerifyError,
    abi.IQ_ERROR_NO_PAYLOAD: NoPayloadError,
    abi.IQ_ERROR_MISMATCH: MismatchError,
    abi.IQ_ERROR_FORMAT: FormatError,
    abi.IQ_ERROR_REFUSED: RefusedError,
    abi.IQ_ERROR_CANCELLED: CancelledError,
    abi.IQ_ERROR_SUPERSEDED: SupersededError,
    abi.IQ_ERROR_CALLBACK: CallbackError,
}

STATUS_OF = {kind: status for status, kind in reversed(BY_STATUS.items())}
"""The status of an error that does not come from the library; of several the first."""

WORDS = {
    "options.": "",
    "filter.version": "version",
    "PAYLOAD in its options": "DiffFlag.PAYLOAD",
    "KEEP_KEYS in its options": "DiffFlag.KEEP_KEYS",
    "was not derived as IQ_DERIVE_FILTER": "is not one that `filtered` has made",
    "was not derived as IQ_DERIVE_SORTED": "is not one that `sorted` has made",
    "a list that was destroyed": "a list that is closed",
    "or its list was destroyed": "or its list was closed",
    "this function does not accept": "the call does not accept",
    "is laid out by iq_view_layout": (
        "is laid out: it finds what is visible by itself. Scroll it, and call `layout`, whose scene says that"
    ),
    "was created without IQ_VIEW_LAID_OUT": "is not laid out: `List.laid_out_view` makes one that is",
    "delay_milliseconds": "delay in milliseconds",
    "IQ_SUBMIT_HERE does not wait": "DiffFlag.HERE does not wait",
    "element is needed exactly where cell is IQ_NONE": "both an element and the number of a cell are given",
    "target.": "",
    "extents[": "lengths[",
}
"""What the library says, and what that is in Python."""

CLOSED = " was destroyed, or is not an object of this type"
"""What the library says of an object that the end of the interpreter has destroyed."""


def worded(message: str) -> str:
    """The library's message for a caller from Python."""
    if message.endswith(CLOSED):
        status, _, subject = message.removesuffix(CLOSED).partition(": ")
        return f"{status}: the {subject} is closed"
    for theirs, ours in WORDS.items():
        message = message.replace(theirs, ours)
    return message


def class_of(status: int, message: str) -> type[Error]:
    """The class of an error with that message."""
    if status == abi.IQ_ERROR_HANDLE and message.endswith(CLOSED):
        return ClosedError
    return BY_STATUS.get(status, Error)
