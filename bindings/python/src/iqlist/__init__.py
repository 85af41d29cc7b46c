"""iqlist: describe what a list should show, get the fewest changes that lead there.

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> _ = shown.set_items(["Ada", "Ben", "Cem", "Dot"])
    >>> changeset = shown.set_items(["Eve", "Cem", "Ada", "Ben"])
    >>> for change in changeset:
    ...     print(change.kind.name, change.before_item, change.after_item)
    ITEM_MOVE_OUT 2 1
    ITEM_DELETE 3 None
    ITEM_INSERT None 0
    ITEM_MOVE_IN 2 1

A program says what a list should show, as often as it likes, and carries out the
changes in its widget, terminal or socket. What stays keeps its selection and place.

    say what is shown     List: set_items, set, apply, submit; Snapshot; diff
    change it in place    List.edit: an Edit; List.undo, List.redo
    carry changes out     Changeset: batch, splices, steps, map
    read it               len, for, [], in: a Row each; models; List.item: an Item
    what items are        List: key=, content=; Key, Hasher; Columns, data frames
    a part, an order      List.outline, List.filtered, List.sorted, List.grouped
    events, cells, pages  List.poll, List.events; View, Cell, CellClass; State
    what is drawn where   List.laid_out_view: a LaidOutView; iqlist.table, .picture
    ready-made widgets    iqlist.gtk, iqlist.qt, iqlist.textual, iqlist.tk
    handlers, sections    iqlist.kit, as list kits of other platforms have them
    files                 python -m iqlist diff --help
    the C interface       iqlist.abi, name by name; its manual is iqlist.h

Any thread may use everything. Failures are an `Error`. Each help has an example.
"""

from ._flags import Flags
from ._library import VERSION as __version__
from ._sort_keys import Descending
from .changes import (
    BatchChange,
    Change,
    ChangeFlag,
    ChangeKind,
    ItemDelete,
    ItemInsert,
    ItemMove,
    ItemMoveIn,
    ItemMoveOut,
    ItemUpdate,
    SectionDelete,
    SectionInsert,
    SectionMove,
    SectionUpdate,
    Splice,
    StepChange,
    SupplementaryDelete,
    SupplementaryInsert,
    SupplementaryUpdate,
)
from .changeset import Changeset, diff
from .classes import CellClass, Trait
from .columns import Columns
from .derived import FilterChange, FilterState, Passes
from .edit import Edit
from .editing import UndoBytes
from .errors import (
    ArgumentError,
    BusyError,
    CallbackError,
    CancelledError,
    ClosedError,
    ColumnError,
    DuplicateError,
    Error,
    FormatError,
    HandleError,
    LimitError,
    MismatchError,
    NoKeysError,
    NoMemoryError,
    NoPayloadError,
    NoSectionError,
    NotFoundError,
    RangeError,
    RefusedError,
    ScopeError,
    StateError,
    SupersededError,
    VerifyError,
)
from .event_kinds import (
    Action,
    CellFlag,
    Edge,
    EventKind,
    Loading,
    PageState,
    Placeholder,
    Prefetch,
    Reorder,
    UpdateFlag,
)
from .events import Cell, Event, ListInfo, TakenCell, View
from .handles import Item
from .identity import NONE, Key, KeyLike, Position
from .items import ItemColumns
from .keys import Hasher
from .laid_out import LaidOutView
from .layouts import (
    Aspect,
    Auto,
    CustomLayout,
    Fixed,
    Insets,
    Length,
    Measured,
    Rect,
    Relative,
    Room,
    SectionLayout,
    Size,
    SizeRule,
    ViewOptions,
)
from .lists import DerivedList, FilteredList, GroupedList, List, Outline, SortedList
from .log import set_log
from .memory import build_info, memory_peak, memory_trim, memory_used, version
from .ordered import OrderState
from .paging import Page
from .polling import Events
from .records import DiffFlag, Duplicates, ElementKind, Row, Side, Supplementary
from .replays import Replay
from .scenes import (
    Align,
    Anchor,
    Direction,
    Hit,
    Place,
    PlaceFlag,
    Scene,
    SceneFlag,
    ScrollPosition,
)
from .sections import Section, Sections
from .snapshot import Snapshot
from .states import Selection, SetStates, State, StatesFlag
from .storage import Statistics
from .submissions import Ticket
from .summary import Reload, Summary

__all__ = [
    "NONE",
    "Action",
    "Align",
    "Anchor",
    "ArgumentError",
    "Aspect",
    "Auto",
    "BatchChange",
    "BusyError",
    "CallbackError",
    "CancelledError",
    "Cell",
    "CellClass",
    "CellFlag",
    "Change",
    "ChangeFlag",
    "ChangeKind",
    "Changeset",
    "ClosedError",
    "ColumnError",
    "Columns",
    "CustomLayout",
    "DerivedList",
    "Descending",
    "DiffFlag",
    "Direction",
    "DuplicateError",
    "Duplicates",
    "Edge",
    "Edit",
    "ElementKind",
    "Error",
    "Event",
    "EventKind",
    "Events",
    "FilterChange",
    "FilterState",
    "FilteredList",
    "Fixed",
    "Flags",
    "FormatError",
    "GroupedList",
    "HandleError",
    "Hasher",
    "Hit",
    "Insets",
    "Item",
    "ItemColumns",
    "ItemDelete",
    "ItemInsert",
    "ItemMove",
    "ItemMoveIn",
    "ItemMoveOut",
    "ItemUpdate",
    "Key",
    "KeyLike",
    "LaidOutView",
    "Length",
    "LimitError",
    "List",
    "ListInfo",
    "Loading",
    "Measured",
    "MismatchError",
    "NoKeysError",
    "NoMemoryError",
    "NoPayloadError",
    "NoSectionError",
    "NotFoundError",
    "OrderState",
    "Outline",
    "Page",
    "PageState",
    "Passes",
    "Place",
    "PlaceFlag",
    "Placeholder",
    "Position",
    "Prefetch",
    "RangeError",
    "Rect",
    "RefusedError",
    "Relative",
    "Reload",
    "Reorder",
    "Replay",
    "Room",
    "Row",
    "Scene",
    "SceneFlag",
    "ScopeError",
    "ScrollPosition",
    "Section",
    "SectionDelete",
    "SectionInsert",
    "SectionLayout",
    "SectionMove",
    "SectionUpdate",
    "Sections",
    "Selection",
    "SetStates",
    "Side",
    "Size",
    "SizeRule",
    "Snapshot",
    "SortedList",
    "Splice",
    "State",
    "StateError",
    "StatesFlag",
    "Statistics",
    "StepChange",
    "Summary",
    "SupersededError",
    "Supplementary",
    "SupplementaryDelete",
    "SupplementaryInsert",
    "SupplementaryUpdate",
    "TakenCell",
    "Ticket",
    "Trait",
    "UndoBytes",
    "UpdateFlag",
    "VerifyError",
    "View",
    "ViewOptions",
    "__version__",
    "build_info",
    "diff",
    "memory_peak",
    "memory_trim",
    "memory_used",
    "set_log",
    "version",
]
