"""Pictures for debugging, as SVG: of views that are laid out, and of changes. See `scene` and `changes`.

    >>> import iqlist, iqlist.picture
    >>> before, after = iqlist.Snapshot.of_items([*"abc"]), iqlist.Snapshot.of_items([*"cab"])
    >>> iqlist.picture.changes(before, after).startswith("<svg")
    True

The same picture is the same text, on every machine. Each has a legend, a title and a description in words,
shows more of what the pointer is over, and is drawn for light and for dark backgrounds; models become text,
whatever is in them. From the command line: `iqlist picture`.
"""

from __future__ import annotations

from typing import Any, Callable

from . import abi
from ._calls import to_size
from ._checks import expect
from ._html import text_of
from ._picture_changes import ChangesPicture
from ._picture_scene import ScenePicture
from .arrangement import Arrangement
from .changeset import Changeset, diff
from .errors import MismatchError, StateError
from .laid_out import LaidOutView

Text = Callable[[Any], str]
"""Says what stands in a picture for a model."""
LIMIT = 60
"""How many items that change a picture shows, unless it is told."""


def scene(view: LaidOutView[Any], *, text: Text = text_of) -> str:
    """The last scene of a view as an SVG. Nothing is laid out, and nothing changes. `text` says what stands
    there for a model. `StateError` if there is no scene yet, `HandleError` (a LookupError) if the list is
    closed.

    It shows the window, the places with their models or keys, and beside it a strip of the whole content with
    the window's place in it. Places that are stuck, new, or whose size is a guess have colours of their own;
    what is outside of the window is pale.

        +-window------+  +-strip-+
        | header      |  |       |
        | Ada         |  | ===== |  the window's place
        | Ben         |  |       |
        +-------------+  +-------+

    >>> import iqlist, iqlist.picture
    >>> shown = iqlist.List.of_items(["Ada", "Ben"])
    >>> view = shown.laid_out_view(iqlist.ViewOptions(grain=1))
    >>> view.set_size(80, 24)
    >>> view.set_layout(iqlist.SectionLayout(item=1))
    >>> _ = view.layout()
    >>> ">Ada</text>" in iqlist.picture.scene(view)
    True
    """
    last = view.scene
    if last is None:
        raise StateError("there is no scene yet: call layout()", status=abi.IQ_ERROR_STATE)
    return ScenePicture(view, last, text).svg()


def changes(
    before: Arrangement[Any],
    after: Arrangement[Any],
    changeset: Changeset | None = None,
    *,
    text: Text = text_of,
    limit: int = LIMIT,
) -> str:
    """The changes from one snapshot or list to another as an SVG. `changeset` is the one of an update, with
    its reasons; None: that of `diff`. `text` says what stands there for a model or the name of a section.
    `MismatchError` if the changeset is not of these two.

    Before is on the left, after on the right, each with the sections and indexes of its items. What moves has
    an arrow, what stays a thin line; beside an update is its reason. A long list is cut around what changes,
    and only the first `limit` items and sections of a side that change are shown: the picture says how many
    others are left out.

    >>> import iqlist, iqlist.picture
    >>> shown = iqlist.List.of_items(["Ada", "Ben", "Cem"])
    >>> before = shown.snapshot()
    >>> changeset = shown.set_items(["Cem", "Ada", "Eve"])
    >>> drawn = iqlist.picture.changes(before, shown, changeset)
    >>> [line for line in drawn.splitlines() if line.startswith(("<desc>", "inserted", "moved"))]
    ['<desc>deleted: 1 item', 'inserted: 1 item', 'moved: 1 item']
    """
    expect(before, Arrangement, "before is")
    expect(after, Arrangement, "after is")
    most = to_size(limit, "limit is")
    old: Any = before._frozen()
    new: Any = after._frozen()
    with old, new:
        if changeset is None:
            with diff(old, new) as made:
                return ChangesPicture(old, new, made, text, most).svg()
        told = changeset.summary()
        if (old._counts(), new._counts()) != (
            (told.sections_before, told.items_before),
            (told.sections_after, told.items_after),
        ):
            raise MismatchError("the changeset is of two others", status=abi.IQ_ERROR_MISMATCH)
        return ChangesPicture(old, new, changeset, text, most).svg()
