"""Views of Qt over models of lists, without a display: what is selected, current and expanded stays, and
where they are scrolled to."""

from __future__ import annotations

import gc
from random import Random
from typing import Any

import pytest
from qt_witness import (
    SINGLE,
    TOGETHER,
    QItemSelectionModel,
    QListView,
    QPoint,
    QTreeView,
    Row,
    Rows,
    app,
    change,
    drawn,
    new_list,
    no_complaints,
    number,
    run_loop,
)

from iqlist import (
    Edge,
    List,
    PageState,
)
from iqlist.qt import Model

__all__ = ["app", "no_complaints"]


def test_views_keep_what_is_selected_current_and_expanded() -> None:
    random = Random(7)
    shown = new_list()
    shown.set(drawn(random, "abcdef"))
    model = Model(shown, sections=True)
    view = QTreeView()
    view.setModel(model)
    view.resize(200, 300)
    view.show()
    for _ in range(100):
        expanded: dict[str, bool] = {}
        for row in range(model.rowCount()):
            view.setExpanded(model.index(row, 0), random.randrange(2) == 0)
            expanded[model.index(row, 0).data()] = view.isExpanded(model.index(row, 0))
        change(random, shown)
        run_loop()
        for row in range(model.rowCount()):
            index = model.index(row, 0)
            if expanded.get(index.data()) and model.rowCount(index):
                assert view.isExpanded(index)
        view.grab()


def in_sight(view: Any) -> list[str]:
    """The texts of the rows that can be seen."""
    found: dict[str, None] = {}
    for y in range(1, view.viewport().height()):
        index = view.indexAt(QPoint(1, y))
        if index.isValid():
            found[index.data()] = None
    return list(found)


SCROLLED = [(kind, per_pixel) for kind in ("QListView", "QTreeView") for per_pixel in (False, True)]


def scrolled(kind: str, per_pixel: bool, model: Model) -> Any:
    """A view that shows some of the rows."""
    view: Any = {"QListView": QListView, "QTreeView": QTreeView}[kind]()
    mode = view.ScrollMode
    view.setVerticalScrollMode(mode.ScrollPerPixel if per_pixel else mode.ScrollPerItem)
    view.setModel(model)
    view.resize(200, 200)
    view.show()
    return view


def tops(view: Any, model: Model) -> dict[str, int]:
    """Where the rows in sight are, in pixels, by their texts."""
    height = view.viewport().height()
    shown = [model.index(row, 0) for row in range(model.rowCount())]
    found = {index.data(): view.visualRect(index) for index in shown}
    return {text: rect.top() for text, rect in found.items() if rect.top() < height and rect.bottom() > 0}


@pytest.mark.parametrize("threshold", [SINGLE, TOGETHER])
@pytest.mark.parametrize(("kind", "per_pixel"), SCROLLED)
def test_keep_scroll_follows_the_rows_in_sight(kind: str, per_pixel: bool, threshold: int) -> None:
    """Where rows come, go and are bumped to the top, those in sight that are left stay where they are; and a
    view at the top stays at the top."""
    seed = len(kind) + per_pixel
    random, numbers = Random(seed), list(range(400))
    shown = List.of_items(numbers)
    model = Model(shown)
    model.layout_threshold = threshold
    view = scrolled(kind, per_pixel, model)
    model.keep_scroll(view)
    bar = view.verticalScrollBar()
    for step in range(40):
        # Not at the end, where the last row stays the last one.
        wanted = 0 if step % 8 == 0 else random.randrange(1, 200)
        view.scrollTo(model.index(wanted, 0), view.ScrollHint.PositionAtTop)
        if per_pixel and wanted:
            bar.setValue(bar.value() + random.randrange(9))
        before = tops(view, model)
        bumped = random.sample(numbers, 3)
        for _ in range(random.randrange(40)):
            del numbers[random.randrange(len(numbers))]
            numbers.insert(random.randrange(len(numbers)), max(numbers) + 1)
        numbers = [
            *(each for each in bumped if each in numbers),
            *(each for each in numbers if each not in bumped),
        ]
        shown.set_items(numbers)
        model.poll()
        now = tops(view, model)
        if wanted == 0:
            assert bar.value() == bar.minimum() and str(numbers[0]) in now, seed
            continue
        left = [text for text in before if int(text) in numbers and int(text) not in bumped]
        assert left and now[left[0]] == before[left[0]], seed


@pytest.mark.parametrize(("kind", "per_pixel"), SCROLLED)
def test_by_itself_a_view_keeps_its_distance_from_the_beginning(kind: str, per_pixel: bool) -> None:
    """keep_scroll is off unless it is called, and off again for a view that has gone."""
    shown = List.of_items(list(range(100)))
    model = Model(shown)
    view, gone = scrolled(kind, per_pixel, model), scrolled(kind, per_pixel, model)
    model.keep_scroll(gone)
    del gone
    gc.collect()
    view.verticalScrollBar().setValue(40)
    before = view.verticalScrollBar().value()
    shown.set_items([*range(100, 110), *range(100)])
    run_loop()
    assert view.verticalScrollBar().value() == before == 40


def test_keep_scroll_follows_the_first_row_where_a_page_may_come_before_it() -> None:
    shown = List.of_items(list(range(100)))
    shown.set_page(Edge.START, PageState.MORE)
    model = Model(shown)
    view = scrolled("QListView", True, model)
    model.keep_scroll(view)
    shown.set_items([*range(100, 110), *range(100)])
    model.poll()
    assert tops(view, model)["0"] == 0
    shown.set_page(Edge.START, PageState.ENDED)
    view.scrollToTop()
    shown.set_items([*range(110, 120), *range(100)])
    model.poll()
    assert tops(view, model)["110"] == 0


def test_keep_scroll_follows_rows_of_sections() -> None:
    """Above them sections come, go, and are collapsed or expanded ones."""
    random = Random(5)
    rows: Rows = {name: [Row(20 * at + id) for id in range(20)] for at, name in enumerate("abcdef")}
    shown = new_list()
    shown.set(rows)
    model = Model(shown, sections=True)
    view = scrolled("QTreeView", True, model)
    view.expandAll()
    view.collapse(model.index(1, 0))
    model.keep_scroll(view)
    for step in range(20):
        index = model.index_of(75)
        view.scrollTo(index, view.ScrollHint.PositionAtTop)
        before = view.visualRect(index).top()
        if step % 2:
            rows["b"] = [Row(random.randrange(1000, 10**6)) for _ in range(random.randrange(1, 30))]
            rows["c"] = rows["c"][random.randrange(3) :]
        else:
            order = [*random.sample("abc", 3), *"def"]
            rows = {name: rows[name] for name in order}
        shown.set(rows)
        model.poll()
        assert view.visualRect(model.index_of(75)).top() == before == 0


@pytest.mark.parametrize("keeps_scroll", [False, True])
@pytest.mark.parametrize("kind", ["QListView", "QTreeView", "sections"])
def test_both_sides_of_the_threshold_leave_the_same(kind: str, keeps_scroll: bool) -> None:
    """The same changes, step by step and together: what is selected, current, expanded, in sight, and where
    views are scrolled to."""
    random, sections = Random(len(kind)), kind == "sections"
    shown = new_list()
    shown.set(drawn(random, "abcdef"))
    models = [Model(shown, sections=sections) for _ in range(2)]
    views = [scrolled("QTreeView" if sections else kind, True, model) for model in models]
    for model, view, threshold in zip(models, views, (SINGLE, TOGETHER)):
        model.layout_threshold = threshold
        view.setSelectionMode(view.SelectionMode.ExtendedSelection)
        if sections:
            view.expandAll()
        if keeps_scroll:
            model.keep_scroll(view)
    for _ in range(60):
        ids = [row.id for row in shown.models()]
        chosen, value = random.sample(ids, len(ids) // 3), random.randrange(300)
        folded = random.sample("abcdef", 2)
        for model, view in zip(models, views):
            view.clearSelection()
            for id in chosen:
                view.selectionModel().select(model.index_of(id), QItemSelectionModel.SelectionFlag.Select)
            if ids:
                where = model.index_of(ids[0])
                view.selectionModel().setCurrentIndex(where, QItemSelectionModel.SelectionFlag.NoUpdate)
            for row in range(model.rowCount() if sections else 0):
                view.setExpanded(model.index(row, 0), model.index(row, 0).data() not in folded)
            view.verticalScrollBar().setValue(value)
        change(random, shown)
        run_loop()
        kept: list[Any] = []
        for model, view in zip(models, views):
            names = [model.index(row, 0).data() for row in range(model.rowCount()) if sections]
            kept.append(
                (
                    {number(index) for index in view.selectionModel().selectedIndexes()},
                    view.currentIndex().data(),
                    {name for row, name in enumerate(names) if view.isExpanded(model.index(row, 0))},
                    view.verticalScrollBar().value(),
                    in_sight(view),
                )
            )
        assert kept[0] == kept[1]
