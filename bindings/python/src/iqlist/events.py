"""Events: what happened to a list, read from one queue."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Generic, NamedTuple

from . import abi
from .changeset import Changeset
from .classes import CellClass
from .errors import BY_STATUS, Error
from .handles import Item
from .identity import Key, Position
from .records import M


class EventKind(IntFlag):
    """The kinds of events: see iqlist.h, IQ_EVENT_*."""

    NONE = 0
    UPDATE = abi.IQ_EVENT_UPDATE
    WILL_UPDATE = abi.IQ_EVENT_WILL_UPDATE
    STATES = abi.IQ_EVENT_STATES
    ACTION = abi.IQ_EVENT_ACTION
    PLACEHOLDER = abi.IQ_EVENT_PLACEHOLDER
    PAGE = abi.IQ_EVENT_PAGE
    REORDER = abi.IQ_EVENT_REORDER


class UpdateFlag(IntFlag):
    """What an UPDATE says beside its changeset."""

    PLAIN = abi.IQ_UPDATE_PLAIN
    UNCHANGED = abi.IQ_UPDATE_UNCHANGED
    REORDERED = abi.IQ_UPDATE_REORDERED
    UNDONE = abi.IQ_UPDATE_UNDONE
    REDONE = abi.IQ_UPDATE_REDONE


class Loading(IntEnum):
    """Whether the items of a list are being loaded."""

    NO = abi.IQ_LOADING_NO
    YES = abi.IQ_LOADING_YES
    FAILED = abi.IQ_LOADING_FAILED


class Placeholder(IntEnum):
    """What is to be shown in place of items: the number of a PLACEHOLDER."""

    NONE = abi.IQ_PLACEHOLDER_NONE
    EMPTY = abi.IQ_PLACEHOLDER_EMPTY
    LOADING = abi.IQ_PLACEHOLDER_LOADING
    FAILED = abi.IQ_PLACEHOLDER_FAILED


class Edge(IntEnum):
    """An end of a list or a section: the flags of a PAGE."""

    START = abi.IQ_EDGE_START
    END = abi.IQ_EDGE_END


class PageState(IntEnum):
    """What is known of the items behind an edge."""

    OFF = abi.IQ_PAGE_OFF
    MORE = abi.IQ_PAGE_MORE
    LOADING = abi.IQ_PAGE_LOADING
    FAILED = abi.IQ_PAGE_FAILED
    ENDED = abi.IQ_PAGE_ENDED


class Reorder(IntFlag):
    """What happened to a drag: the flags of a REORDER."""

    BEGAN = abi.IQ_REORDER_BEGAN
    DROPPED = abi.IQ_REORDER_DROPPED
    CANCELLED = abi.IQ_REORDER_CANCELLED


class Action(IntEnum):
    """The actions that the library knows. Your own are ints from HOST (256) on."""

    PRIMARY = abi.IQ_ACTION_PRIMARY
    DELETE = abi.IQ_ACTION_DELETE
    INSERT = abi.IQ_ACTION_INSERT
    HOST = abi.IQ_ACTION_HOST


@dataclass(frozen=True)
class Event(Generic[M]):
    """Something that happened to a list. Fields that its kind does not use are None or 0.

    `item` is the handle of the item that it is about; `key`, `section_key`, `position` and `index` are those
    of the item, or of the section, in the list's `version`; `model` is None if the item has gone meanwhile.
    `number` is the action of an ACTION, `sender` the object that was passed to `List.emit`. `changeset` has
    the changes of an UPDATE, `animation` and `flags` what its options said; `number` is the ticket of a
    submission, or 0. Of a submission that failed there is no changeset: `status` is not 0, and `error` is the
    class of the exception that its ticket has. Of STATES, `states` has those that `count` items from `index`
    on got or lost, and `flags` are `StatesFlag`. An event keeps what it refers to.

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> shown.set_events(EventKind.UPDATE)
    >>> _ = shown.set_items(["a"], flags=iqlist.DiffFlag.PLAIN)
    >>> (event,) = shown.poll()
    >>> event.kind, UpdateFlag(event.flags), event.version
    (<EventKind.UPDATE: 1>, <UpdateFlag.PLAIN: 65536>, 1)
    """

    kind: EventKind
    flags: int
    version: int
    item: Item[M] | None
    key: Key | None
    section_key: Key | None
    position: Position | None
    index: int | None
    count: int
    model: M | None
    cell_class: CellClass | None
    element_kind: int
    element_index: int
    states: int
    number: int
    sender: object
    changeset: Changeset | None
    status: int
    animation: int

    @property
    def error(self) -> type[Error] | None:
        """The class of the error of a submission that failed."""
        return BY_STATUS.get(self.status, Error) if self.status else None


class ListInfo(NamedTuple):
    """The state of a list at one moment. `version` counts what readers can see change: updates that changed
    something, each call of an open edit, and its commit or abandonment.

    >>> import iqlist
    >>> shown = iqlist.List.of_items(["a"])
    >>> before = shown.info().version
    >>> _ = shown.set_items(["a"])
    >>> shown.info().version == before
    True
    """

    version: int
    sections: int
    items: int
    loading: Loading
    placeholder: Placeholder
    undo_steps: int
    redo_steps: int
    selected: int
    submissions: int
