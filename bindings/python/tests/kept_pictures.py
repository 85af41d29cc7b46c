"""Pictures that are kept in the folder `pictures`, so that a change of how they are drawn is seen.

python tests/kept_pictures.py      draws them again, after somebody has looked at what is different
"""

from __future__ import annotations

from operator import itemgetter
from pathlib import Path
from typing import Any

from laid_out_lists import laid_out, sectioned

from iqlist import Anchor, ElementKind, List, SectionLayout, Snapshot, Supplementary, picture

FOLDER = Path(__file__).with_name("pictures")


def header(text: str) -> Supplementary:
    return Supplementary(ElementKind.HEADER, "header", content=text, model=text)


def changes_of_all_kinds() -> str:
    """Items and sections that are deleted, inserted, moved and updated, a header, levels, and long texts."""
    before = [
        ("gone", [("a", 1), ("b", 1)]),
        ("stays", [("c", 1), ("d", 1), ("e", 1), ("f", 1)], [header("Old")]),
        ("moves", [("x", 1), ("y", 1)]),
        ("far", [(f"far {n}", 1) for n in range(20)]),
    ]
    after = [
        ("moves", [("y", 1), ("q", 1)]),
        ("stays", [("f", 2), ("c", 1), ("d", 2), ("e", 1), ("b", 1)], [header("New")]),
        ("new", [("z" * 60, 1), ("漢字" * 20, 1), ("<&\n>", 1)]),
        ("far", [(f"far {n}", 1 if n != 10 else 2) for n in range(20)]),
    ]
    given: dict[str, Any] = {"key": itemgetter(0), "content": itemgetter(1), "level": level}
    with Snapshot.of_sections(before, **given) as one, Snapshot.of_sections(after, **given) as other:
        return picture.changes(one, other, text=name)


def level(row: tuple[str, int]) -> int:
    """That of an item in its tree."""
    return int(row[0] == "e")


def name(model: Any) -> str:
    """What stands for an item, a section or a header."""
    return model if isinstance(model, str) else str(model[0])


def changes_beyond_the_limit() -> str:
    """A list that is turned around, of which only four changes are shown."""
    with Snapshot.of_items(range(100)) as before, Snapshot.of_items(range(99, -1, -1)) as after:
        return picture.changes(before, after, limit=4)


def everything_reloaded() -> str:
    """More has changed than the threshold."""
    shown = List.of_items([*"abc"])
    before = shown.snapshot()
    return picture.changes(before, shown, shown.set_items([*"cdb"], reload_threshold=1))


def scene_of_all_looks() -> str:
    """A scene with a header that is stuck, what is new, a guess and known, partly outside of the window."""
    shown = sectioned(("one", [*"abcd"], [header("One")]), ("two", [*"efgh"], [header("Two")]))
    view = laid_out(shown, SectionLayout(header=20, sticky_header=True), 200, 150, overscan=20)
    view.set_anchor(Anchor.OFFSET)
    view.set_sizes(dict.fromkeys("abdefg", 30))
    view.scroll(40)
    view.layout()
    view.scroll(70)
    view.layout()
    return picture.scene(view)


def scene_from_the_right() -> str:
    """A scene that scrolls from side to side, mirrored."""
    shown = sectioned(("one", [*"abc"]), ("two", [*"def"]))
    view = laid_out(shown, SectionLayout(item=50, item_spacing=4), 200, 60, horizontal=True, rtl=True)
    view.scroll(60)
    view.layout()
    view.layout()
    return picture.scene(view)


KEPT = {
    function.__name__: function
    for function in (
        changes_of_all_kinds,
        changes_beyond_the_limit,
        everything_reloaded,
        scene_of_all_looks,
        scene_from_the_right,
    )
}
"""What draws each of the pictures, by its name."""

if __name__ == "__main__":
    for kept, draw in KEPT.items():
        (FOLDER / f"{kept}.svg").write_text(draw(), "utf-8")
