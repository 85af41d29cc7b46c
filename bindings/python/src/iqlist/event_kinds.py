"""The kinds of events, and the numbers that events have."""

from __future__ import annotations

from enum import IntEnum

from . import abi
from ._flags import Flags


class EventKind(Flags):
    """The kinds of events, from `List.set_events`.

    UPDATE: the list was updated, with its changeset. WILL_UPDATE: what was submitted is about to be
    committed. CLASS_FIRST_USED: a class of cells is new in a view; its cells are made after the poll. BOUND:
    a cell shows something, or shows it anew. WILL_DISPLAY and DID_END_DISPLAY: an item, an element or a
    section comes into view, or leaves. STATES: states of a run of items were set, or lost. ACTION: a call of
    `List.emit`; `number` says which. PLACEHOLDER: the list has become empty, is being loaded, and so on;
    `number` is a `Placeholder`. PAGE: a page is asked for; `flags` is its `Edge`, `number` the token that
    `List.set_page` answers with. CHILDREN: an item of an outline was expanded that has no children yet.
    PREFETCH: items come near the window, or with `Prefetch.CANCEL` no longer. REORDER: a drag has begun or
    ended, see `Reorder`."""

    NONE = 0
    UPDATE = abi.IQ_EVENT_UPDATE
    WILL_UPDATE = abi.IQ_EVENT_WILL_UPDATE
    CLASS_FIRST_USED = abi.IQ_EVENT_CLASS_FIRST_USED
    BOUND = abi.IQ_EVENT_BOUND
    WILL_DISPLAY = abi.IQ_EVENT_WILL_DISPLAY
    DID_END_DISPLAY = abi.IQ_EVENT_DID_END_DISPLAY
    STATES = abi.IQ_EVENT_STATES
    ACTION = abi.IQ_EVENT_ACTION
    PLACEHOLDER = abi.IQ_EVENT_PLACEHOLDER
    PAGE = abi.IQ_EVENT_PAGE
    CHILDREN = abi.IQ_EVENT_CHILDREN
    PREFETCH = abi.IQ_EVENT_PREFETCH
    REORDER = abi.IQ_EVENT_REORDER


KINDS: dict[int, EventKind] = {int(kind): kind for kind in EventKind}
"""The kinds by their numbers: to look one up costs a fraction of asking the enumeration."""


class UpdateFlag(Flags):
    """What an UPDATE says beside its changeset."""

    PLAIN = abi.IQ_COMMIT_PLAIN
    UNCHANGED = abi.IQ_COMMIT_UNCHANGED
    REORDERED = abi.IQ_COMMIT_REORDERED
    UNDONE = abi.IQ_COMMIT_UNDONE
    REDONE = abi.IQ_COMMIT_REDONE


class CellFlag(Flags):
    """How a cell was bound: the flags of a BOUND, see iqlist.h, IQ_CELL_*."""

    NONE = 0
    NEW = abi.IQ_CELL_NEW
    RECONFIGURED = abi.IQ_CELL_RECONFIGURED
    RELOADED = abi.IQ_CELL_RELOADED
    BY_HAND = abi.IQ_CELL_BY_HAND
    FIRST = abi.IQ_CELL_FIRST
    LAST = abi.IQ_CELL_LAST


class Prefetch(Flags):
    """The flags of a PREFETCH."""

    NONE = 0
    CANCEL = abi.IQ_PREFETCH_CANCEL


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


class Reorder(Flags):
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
