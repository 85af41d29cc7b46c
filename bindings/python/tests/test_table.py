"""iqlist.table: a table beside a plain model of it, under random operations; and what its parts promise."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import FrozenInstanceError
from typing import Any, Callable

import pytest
from table_model import Box, Row, TableModel

import iqlist
from iqlist import Direction, Fixed, List, NotFoundError, Rect, SectionLayout
from iqlist.table import Cell, Column, Table, TablePart

SEED = 45
KEYS = "abcdefghijkl"


def box(rect: Rect) -> Box:
    return Box(rect.x, rect.y, rect.right, rect.bottom)


def seen(cells: Any) -> dict[tuple[Any, str], tuple[Box, Box]]:
    """The cells that are drawn, by row and column."""
    drawn: list[Cell] = [cell for cell in cells if cell.clip.width > 0 and cell.clip.height > 0]
    return {
        (cell.row and cell.row.model.id, cell.column.model.key): (box(cell.frame), box(cell.clip))
        for cell in drawn
    }


class Session:
    """A table and its model, which do the same."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        columns = [Column(key, key.upper(), self.random.randrange(1, 15)) for key in KEYS]
        self.model = TableModel(columns, header=self.random.choice([0, 1, 3]), row_height=2)
        self.source: List[Row] = List(key="id", content="look")
        self.source.set_undo(1_000_000)
        self.found = self.source.filtered()
        layout = SectionLayout(item=Fixed(2))
        self.table: Table[Row] = Table(self.found, columns, layout=layout, header=self.model.header, grain=1)
        self.table.columns.set_undo(1_000_000)
        self.table.set_size(self.model.width, self.model.height)

    def column(self) -> str:
        return self.random.choice(KEYS)

    def act(self) -> bool:
        """Something happens; whether it is known where that scrolls to."""
        operations: list[Callable[[], bool]] = [
            *(self.set_rows, self.edit_rows, self.undo_rows, self.trim, self.filter),
            *(self.update_column, self.move_column, self.drag, self.undo_columns, self.resize),
            *[self.scroll, self.scroll_to] * 3,
        ]
        return self.random.choice(operations)()

    def set_rows(self) -> bool:
        self.model.rows = self.model.changed_rows(self.random)
        self.source.set_items(self.model.rows)
        return False

    def edit_rows(self) -> bool:
        rows = self.model.rows
        if rows:
            gone = self.random.choice(rows)
            new = Row(self.random.randrange(100, 200))
            with self.source.edit() as edit:
                if new not in rows:
                    edit.insert_items([new], before=gone.id)
                    rows.insert(rows.index(gone), new)
                edit.delete_items([gone.id])
                rows.remove(gone)
        return False

    def undo_rows(self) -> bool:
        with suppress(NotFoundError):
            self.source.undo() if self.random.random() < 0.6 else self.source.redo()
        self.model.rows = self.source.models()
        return False

    def trim(self) -> bool:
        for shown in (self.source, self.found, self.table.columns):
            shown.trim()
        return True

    def filter(self) -> bool:
        self.model.filter = self.random.choice([None, 0, 1, 2])
        self.found.set_filter(lambda key, row: self.model.filter in (None, row.id % 3))
        return False

    def update_column(self) -> bool:
        key = self.column()
        before = self.table.column(key)
        fields: dict[str, Any] = self.random.choice(
            [
                {"hidden": not before.hidden},
                {"frozen": not before.frozen},
                {"width": self.random.randrange(1, 30)},
            ]
        )
        self.table.update_column(key, **fields)
        self.model.update_column(key, **fields)
        return False

    def move_column(self) -> bool:
        key, before = self.column(), self.column()
        self.table.move_column(key, before=before)
        self.model.move_column(key, before)
        return False

    def drag(self) -> bool:
        key, width = self.column(), self.random.choice([None, 1, 5, 20])
        self.table.resize_column(key, width)
        self.model.dragged.pop(key, None)
        if width is not None:
            self.model.dragged[key] = width
        return False

    def undo_columns(self) -> bool:
        step = self.random.choice([-1, -1, 1])
        if self.model.steps.go(step):
            self.table.columns.undo() if step < 0 else self.table.columns.redo()
        return False

    def resize(self) -> bool:
        self.model.width, self.model.height = self.random.randrange(70), self.random.randrange(30)
        self.table.set_size(self.model.width, self.model.height)
        return False

    def scroll(self) -> bool:
        x, y = self.random.randrange(-20, 100), self.random.randrange(-20, 200)
        self.table.scroll(x, y)
        self.model.scroll(x, y)
        return True

    def scroll_to(self) -> bool:
        cell = self.some_cell()
        if cell is not None:
            offsets = self.model.nearest(*cell)
            assert self.table.offset_for(*cell) == offsets
            self.table.scroll(*offsets)
            self.model.scroll(*offsets)
        return True

    def some_cell(self) -> tuple[int, str] | None:
        rows, columns = self.model.shown, self.model.visible
        # What has no size is nowhere.
        if not rows or not columns or self.model.width - self.model.split < 1 or self.model.body < 1:
            return None
        return self.random.choice(rows).id, self.random.choice(columns).key

    def check(self, is_known: bool) -> None:
        table, model = self.table, self.model
        self.found.poll()
        table.scroll(0, 0, by=True, clamp=True)
        scene = table.layout()
        offsets = scene.columns.offset, scene.rows.offset
        if is_known:
            assert offsets == (model.x, model.y)
        model.x, model.y = offsets
        assert 0 <= model.x <= model.last[0] and 0 <= model.y <= model.last[1]
        assert table.columns.models() == model.steps.now
        assert table.visible_columns() == model.visible
        assert self.found.models() == model.shown
        expected = model.cells()
        assert {**seen(scene.headings()), **seen(scene.cells())} == expected
        assert scene.content.width == model.total(True) + model.total(False)
        assert scene.content.height == model.header + 2 * len(model.shown)

    def check_geometry(self) -> None:
        x, y = self.random.randrange(-2, 70), self.random.randrange(-2, 30)
        hit, expected = self.table.find_at(x, y), self.model.at(x, y)
        if hit is None:
            assert expected is None, (x, y)
        else:
            row = None if hit.row is None else hit.row.place.model.id  # type: ignore[union-attr]
            assert (row, hit.column.place.model.key) == expected, (x, y)  # type: ignore[union-attr]
            assert expected is not None and box(hit.frame) == self.model.cells()[expected][0]
            is_edge = hit.row is None and x == hit.frame.right - 1
            assert (hit.part == TablePart.EDGE) == is_edge
        cell = self.some_cell()
        if cell is not None:
            direction = self.random.choice(["UP", "DOWN", "LEFT", "RIGHT"])
            found = self.table.neighbour(*cell, Direction[direction])
            named = None if found is None else (found[0].model.id, found[1].key)
            assert named == self.model.beside(*cell, direction)
            frame = self.model.cells().get(cell)
            assert frame is None or box(self.table.frame(*cell)) == frame[0]


@pytest.mark.parametrize("seed", range(SEED, SEED + 8))
def test_a_session_shows_what_a_plain_model_of_it_does(seed: int) -> None:
    print(f"seed {seed}")
    session = Session(seed)
    session.set_rows()
    session.check(False)
    for _ in range(150):
        session.check(session.act())
        session.check_geometry()


# --- what stays where it is


def wide(count: int, **options: Any) -> Table[int]:
    """Columns "0", "1" and so on, each 10 wide, in a window of 50."""
    rows: List[int] = List.of_items(range(1000))
    table = Table(rows, [Column(str(number)) for number in range(count)], **options)
    table.set_size(50, 100)
    table.layout()
    return table


def starts(table: Table[int]) -> dict[str, float]:
    return {cell.column.model.key: cell.frame.x for cell in table.layout().headings()}


def test_what_is_seen_stays_when_a_column_before_it_is_hidden_moved_or_wider() -> None:
    table = wide(100)
    table.scroll(x=500)
    before = starts(table)
    table.update_column("3", hidden=True)
    assert starts(table) == before
    table.update_column("4", width=70)
    assert starts(table) == before
    table.move_column("5", after="99")
    assert starts(table) == before


def test_at_the_start_it_stays_at_the_start() -> None:
    table = wide(100)
    table.move_column("50", before="0")
    assert [*starts(table)][:2] == ["50", "0"] and table.layout().columns.offset == 0


def test_a_frozen_column_takes_the_room_of_those_that_scroll() -> None:
    table = wide(100)
    table.scroll(x=500)
    table.update_column("99", frozen=True, width=20)
    scene = table.layout()
    assert scene.body.x == 20 and scene.frozen[0].frame.x == 0 and scene.columns.maximum == 99 * 10 - 30


def test_frozen_columns_that_are_wider_than_the_window_are_cut() -> None:
    table = wide(10)
    for key in "0123456":
        table.update_column(key, frozen=True)
    scene = table.layout()
    assert scene.body == Rect(50, 0, 0, 100)
    assert [cell.column.model.key for cell in scene.headings()] == [*"01234"]


# --- cost


def test_only_what_can_be_seen_is_laid_out() -> None:
    rows = List.of_items(range(100_000))
    columns = [Column(str(number), frozen=number == 0) for number in range(20_000)]
    table = Table(rows, columns, layout=SectionLayout(item=Fixed(20)))
    table.set_size(100, 100)
    table.scroll(100_000, 1_000_000)
    scene = table.layout()
    assert (len(scene.rows), len(scene.frozen), len(scene.columns)) == (5, 1, 9)
    assert len([*scene.cells()]) == 50 and scene.content == (200_000, 2_000_000)


def test_a_far_column_counts_at_once_with_its_width() -> None:
    table = wide(100)
    table.update_column("99", width=1000)
    assert table.layout().content.width == 99 * 10 + 1000


# --- columns


def test_what_is_dragged_is_no_step_to_undo() -> None:
    table = wide(3)
    table.columns.set_undo(100_000)
    for width in (11, 15, 12):
        table.resize_column("1", width)
    assert table.layout().columns[1].frame.width == 12
    table.update_column("1", width=12)
    table.columns.undo()
    assert table.layout().columns[1].frame.width == 10
    with pytest.raises(NotFoundError):
        table.columns.undo()


def test_a_drag_ends_with_the_width_that_it_began_with() -> None:
    table = wide(3)
    table.resize_column("1", 30)
    table.layout()
    table.update_column("1", width=10)
    assert table.layout().columns[1].frame.width == 10


def test_what_is_dragged_stays_so_wide_while_other_columns_change() -> None:
    table = wide(3)
    table.resize_column("1", 30)
    table.update_column("2", hidden=True)
    assert table.layout().columns[1].frame.width == 30
    table.resize_column("1", None)
    assert table.layout().columns[1].frame.width == 10


def test_a_column_is_not_dragged_away() -> None:
    table = wide(3, edge=4)
    table.resize_column("1", -100)
    assert table.layout().columns[1].frame.width == 4


def test_two_tables_share_columns() -> None:
    columns: List[Column] = List.of_items([Column("a"), Column("b")], key="key")
    tables = [Table(List.of_items(["x"]), columns) for _ in range(2)]
    tables[0].update_column("a", hidden=True)
    for table in tables:
        table.set_size(100, 100)
        assert [cell.column.model.key for cell in table.layout().cells()] == ["b"]


def test_columns_are_submitted_from_any_thread_and_seen_after_the_poll_of_their_list() -> None:
    table = wide(1)
    ticket = table.columns.submit(iqlist.Snapshot.of_items([Column("x"), Column("y")], key="key"))
    assert [*starts(table)] == ["0"]
    while not ticket.done():
        table.columns.poll()
    assert [*starts(table)] == ["x", "y"]


def test_a_hidden_column_is_nowhere() -> None:
    table = wide(2)
    table.update_column("1", hidden=True)
    for refused in (
        lambda: table.frame(0, "1"),
        lambda: table.scroll_to(column="1"),
        lambda: table.neighbour(0, "1", Direction.LEFT),
        lambda: table.column("none"),
    ):
        with pytest.raises(NotFoundError):
            refused()


def test_a_column_is_a_value_and_is_not_narrower_than_nothing() -> None:
    with pytest.raises(FrozenInstanceError):
        Column("a").width = 5  # type: ignore[misc]
    for width in (-1, float("nan")):
        with pytest.raises(ValueError, match="column 'a' is"):
            Column("a", width=width)


def test_a_closed_table_gives_its_views_back() -> None:
    rows: List[int] = List.of_items(range(3))
    tables = [Table(rows, [Column("a")]) for _ in range(4)]
    for table in tables:
        table.close()
        assert table.frozen.list.closed and not rows.closed and not table.columns.closed
    for _ in range(8):
        Table(rows, [Column("a")]).layout()


def test_rows_in_sections_have_headers_where_the_layout_says_so() -> None:
    rows: List[str] = List()
    header = [iqlist.Supplementary(iqlist.ElementKind.HEADER, "h", model="Header")]
    rows.set([("s", ["x", "y"], header)])
    table = Table(rows, [Column("a")], layout=SectionLayout(item=20, header=10), header=5)
    table.set_size(100, 100)
    found = [(cell.row.kind, cell.row.model, cell.frame.y) for cell in table.layout().cells()]
    assert found == [(iqlist.ElementKind.HEADER, "Header", 5), (0, "x", 15), (0, "y", 35)]
