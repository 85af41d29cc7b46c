"""The records that reads return: rows, supplementary elements, and the header's enumerations."""

from __future__ import annotations

from collections import namedtuple
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from . import abi
from ._checks import integer
from ._flags import Flags
from .classes import CellClass
from .identity import Key, KeyLike

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    M = TypeVar("M", default=Any)
    T = TypeVar("T", default=Any)

    class RowFields(NamedTuple, Generic[M]):
        key: Key
        content: int
        model: M
        cell_class: CellClass | None
        level: int = 0

else:
    # Generic named tuples and defaults of type variables need Python 3.11 and 3.13 at runtime.
    from typing import TypeVar

    M, T = TypeVar("M"), TypeVar("T")
    RowFields = namedtuple("RowFields", ["key", "content", "model", "cell_class", "level"], defaults=[0])


class Duplicates(IntEnum):
    """The policy for keys that occur more than once: see iqlist.h, IQ_DUPLICATES_*.

    >>> import iqlist
    >>> rows = [("a", 1), ("b", 2), ("a", 3)]
    >>> for policy in (Duplicates.KEEP_FIRST, Duplicates.KEEP_LAST, Duplicates.NUMBER):
    ...     with iqlist.List(key=lambda row: row[0], duplicates=policy) as shown:
    ...         _ = shown.set_items(rows)
    ...         print(shown.models())
    [('a', 1), ('b', 2)]
    [('b', 2), ('a', 3)]
    [('a', 1), ('b', 2), ('a', 3)]
    """

    REFUSE = abi.IQ_DUPLICATES_REFUSE
    KEEP_FIRST = abi.IQ_DUPLICATES_KEEP_FIRST
    KEEP_LAST = abi.IQ_DUPLICATES_KEEP_LAST
    NUMBER = abi.IQ_DUPLICATES_NUMBER
    SCOPE = abi.IQ_DUPLICATES_SCOPE


class DiffFlag(Flags):
    """How a changeset is made: see iqlist.h, IQ_DIFF_*, IQ_UPDATE_* and IQ_SUBMIT_*, which agree.

    >>> import iqlist
    >>> iqlist.List().set_items(["a"], flags=DiffFlag.RELOAD | DiffFlag.PAYLOAD)
    <Changeset: reload everything>
    """

    NONE = 0
    RELOAD = abi.IQ_DIFF_RELOAD
    VERIFY = abi.IQ_DIFF_VERIFY
    KEEP_KEYS = abi.IQ_DIFF_KEEP_KEYS
    PAYLOAD = abi.IQ_DIFF_PAYLOAD
    KEEP_LOADING = abi.IQ_UPDATE_KEEP_LOADING
    """Of updates of lists only: the list is loading afterwards if it was before, see `List.set_loading`."""
    NO_STEP = abi.IQ_UPDATE_NO_STEP
    """Of updates of lists only: no step to undo, for changes that are not the user's. `List.undo` and `redo`
    pass over it if it only inserts items; anything else leaves no step before it either."""
    PLAIN = abi.IQ_UPDATE_PLAIN
    """Of updates of lists only: the UPDATE event says that they are not to be animated."""
    HERE = abi.IQ_SUBMIT_HERE
    """Of `List.submit` only: prepared on the calling thread."""
    EACH = abi.IQ_SUBMIT_EACH
    """Of `List.submit` only: a later submission does not replace it."""


class Side(IntEnum):
    """One of a changeset's two sides."""

    BEFORE = abi.IQ_BEFORE
    AFTER = abi.IQ_AFTER


class ElementKind(IntEnum):
    """Kinds of supplementary elements. Your own are ints from HOST (16) on, any number of each; of the others
    there is one each. EMPTY, LOADING and FAILED are elements of a list itself only, see
    `List.set_supplementary`; PAGE_START and PAGE_END stand for a page that may come, see `List.set_page`.

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> badges = [Supplementary(ElementKind.HOST + 1, at, index=at) for at in (0, 7)]
    >>> _ = shown.set([("s", ["a"], badges)])
    >>> [(element.kind, element.index) for element in shown.section("s").supplementaries]
    [(17, 0), (17, 7)]
    """

    HEADER = abi.IQ_KIND_HEADER
    FOOTER = abi.IQ_KIND_FOOTER
    EMPTY = abi.IQ_KIND_EMPTY
    LOADING = abi.IQ_KIND_LOADING
    FAILED = abi.IQ_KIND_FAILED
    PAGE_START = abi.IQ_KIND_PAGE_START
    PAGE_END = abi.IQ_KIND_PAGE_END
    HOST = abi.IQ_KIND_HOST


class Row(RowFields[M]):
    """One item, as it was when it was read: its key, content, model, class and level. Rows are accepted as
    input, past a list's recipe, and a row stands for its key.

    `content` has 64 bits, and is 0 if the item has none. `model` is the object that was given itself, None if
    there is none: `Row[Chat]` is a row whose model is a Chat. `level` is 0 where none was given, see
    `Columns`.

    >>> import iqlist
    >>> shown = iqlist.List(content=len)
    >>> _ = shown.set_items(["pear", "fig"])
    >>> shown[0].content, shown[0].model, shown[0].cell_class, shown[0].key == iqlist.Key("pear")
    (4, 'pear', <CellClass 'python.object'>, True)
    >>> shown.set_items(shown[::-1])
    <Changeset: 1 item moves>
    """

    __slots__ = ()


class SupplementaryFields(NamedTuple):
    """The fields of a supplementary element."""

    kind: int
    key: KeyLike
    content: Any = 0
    model: Any = None
    cell_class: CellClass | None = None
    index: int = 0  # type: ignore[assignment]


class Supplementary(SupplementaryFields):
    """A supplementary element, shown beside a section's items: a header, a footer, or one of your own kinds.
    A section has at most one of each (kind, index); headers and footers have index 0. The key is anything
    that `Key` takes, the content anything that an item's content may be. Another content is an update,
    another key for the same (kind, index) a reload.

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> header = Supplementary(ElementKind.HEADER, "title", content=("Fruit",))
    >>> _ = shown.set([("s", ["apple"], [header])])
    >>> shown.set([("s", ["apple"], [header._replace(content=("Nuts",))])])
    <Changeset: 1 supplementary updates>
    """

    __slots__ = ()

    def __new__(
        cls,
        kind: int,
        key: KeyLike,
        content: Any = 0,
        model: Any = None,
        cell_class: CellClass | None = None,
        index: int = 0,
    ) -> Supplementary:
        given: Any = kind
        if isinstance(given, str) and given.upper() in ElementKind.__members__:
            raise TypeError(f"kind is an integer, not {given!r}: give ElementKind.{given.upper()}")
        integer(kind, "kind is")
        integer(index, "index is")
        return super().__new__(cls, kind, key, content, model, cell_class, index)
