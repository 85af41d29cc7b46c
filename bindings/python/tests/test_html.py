"""What notebooks show: short tables, in which nothing that a model says becomes markup."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

import iqlist
from iqlist import DiffFlag, List, Snapshot, diff


@dataclass(frozen=True)
class Chat:
    name: str
    messages: Any


class Pair(NamedTuple):
    one: Any
    other: Any


class Bad:
    def __repr__(self) -> str:
        raise ValueError

    @property
    def __dict__(self) -> Any:  # type: ignore[override]
        raise ValueError


class Table(HTMLParser):
    """The rows of a table, and the tags that it is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: list[str] = []
        self.caption = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.tags[-1] in ("td", "th"):
            self.rows[-1][-1] += data
        elif self.tags[-1] == "p":
            self.caption += data


def table(thing: Any) -> Table:
    return Table(thing._repr_html_())


def test_fields_are_columns() -> None:
    shown = table(List.of_items([Chat("Ada", 7), Chat("Ben", 2)], key="name"))
    assert shown.rows == [["", "name", "messages"], ["0", "Ada", "7"], ["1", "Ben", "2"]]
    assert shown.caption == "<List of 2 items in 1 section>"
    assert table(Snapshot.of_items([Pair(1, "a")])).rows == [["", "one", "other"], ["0", "1", "a"]]
    assert table(Snapshot.of_items([{"id": 1, "x": None}], key="id")).rows[1] == ["0", "1", "None"]


def test_long_lists_are_cut_in_the_middle() -> None:
    shown = table(List.of_items(range(1000)))
    numbers = [row[0] for row in shown.rows[1:]]
    assert numbers == [*"01234", "…", *(str(at) for at in range(995, 1000))]
    assert "1000 items" in shown.caption
    assert [row[0] for row in table(List.of_items(range(10))).rows[1:]] == [str(at) for at in range(10)]


def test_sections_are_named_where_there_are_several() -> None:
    shown = table(Snapshot.of_sections({"a": ["x"], "none": [], "b": ["y", "z"], "end": []}))
    assert [row[:2] for row in shown.rows] == [["", "section"], ["0", "a"], ["1", "b"], ["2", "b"]]


def test_items_without_models_show_their_keys() -> None:
    shown = table(Snapshot.of_items([1], model=None))
    assert shown.rows == [["", "key"], ["0", iqlist.Key(1).hex()]]


def test_changes_are_rows() -> None:
    before, after = Snapshot.of_items([*"abcd"]), Snapshot.of_items([*"xcab"])
    shown = table(diff(before, after))
    assert shown.rows[0] == ["change", "before", "after", "count"]
    assert ["item insert", "", "0:0", "1"] in shown.rows and "1 item inserts" in shown.caption
    many = diff(Snapshot.of_items(range(100)), Snapshot.of_items(range(0, 100, 2)))
    assert len(table(many).rows) == 12 and ["…"] * 4 in table(many).rows
    asked = List().set_items(["a"], flags=DiffFlag.RELOAD)
    assert table(asked).rows == [] and table(asked).caption == "<Changeset: reload everything>"


def test_what_is_closed_or_empty_says_so() -> None:
    shown = List.of_items(["a"])
    shown.close()
    assert table(shown).caption == "<List, closed>"
    assert table(List().set_items([], changeset=False)).caption == "<Changeset, closed>"
    assert table(List()).rows == [] and table(Snapshot()).caption == "<Snapshot of 0 items in 0 sections>"


def test_an_open_edit_is_shown() -> None:
    shown = List.of_items(["a", "b"])
    with shown.edit() as edit:
        edit.delete_items(["a"])
        assert [row[1] for row in table(shown).rows] == ["model", "b"]


def test_models_that_cannot_say_what_they_are_do_no_harm() -> None:
    assert len(table(List.of_items([Bad()], key=id)).rows) == 2


@given(st.lists(st.text(), unique=True, max_size=14), st.booleans())
def test_nothing_becomes_markup(texts: list[str], in_fields: bool) -> None:
    items: list[Any] = [Chat(text, text) for text in texts] if in_fields else list(texts)
    sections = {f"<b>{at}": [item] for at, item in enumerate(items)}
    for shown in (List.of_items(items), Snapshot.of_sections(sections)):
        made = table(shown)
        assert set(made.tags) <= {"div", "table", "thead", "tbody", "tr", "th", "td", "p"}
        assert len(made.rows) == (min(len(texts), 11) + 1 if texts else 0)
        assert not re.search(
            r"[<>]", re.sub(r"</?(div|table|thead|tbody|tr|th|td|p)>", "", shown._repr_html_())
        )
