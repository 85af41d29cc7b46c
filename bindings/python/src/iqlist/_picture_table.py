"""Which rows a picture of changes has, and in which line each of them is.

Shown is what changes, a few rows around it, and how many others are left out. A row that stays stands in the
line of its counterpart; beside what is deleted or inserted the other side is empty:

    line    before            after
       0    0 Ada             0 Ada
       1    … 95 items        … 95 items
       2    96 Ben            96 Ben
       3    97 Cem deleted
       4    98 Dot            97 Dot
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from ._picture_sides import MOVES, Row, SideRows
from .identity import NONE


class Link(NamedTuple):
    """A row before, and what it is after, by their numbers."""

    before: int
    after: int


class Table(NamedTuple):
    """The rows of both sides, the lines that they are in, and which of them are the same."""

    before: list[Row]
    after: list[Row]
    before_lines: list[int]
    after_lines: list[int]
    links: list[Link]


def table(before: SideRows, after: SideRows, limit: int) -> Table:
    """What a picture shows: on each side the first `limit` items that change, and as many sections."""
    show(before, after, limit)
    has_titles = before.has_names or after.has_names
    left, right = before.rows(has_titles), after.rows(has_titles)
    links = links_of(before, left, right)
    stay = (link for link in links if not is_moved(before, left[link.before]))
    return Table(left, right, *lines_of(stay, len(left), len(right)), links)


def show(before: SideRows, after: SideRows, limit: int) -> None:
    """Decides what is shown of both sides: of an item that is shown, its counterpart, too."""
    sides = (before, after)
    for side in sides:
        side.shown.update(islice(side.changed(), limit))
    if not any(side.shown or side.section_changes or side.elements for side in sides):
        for side in sides:
            side.shown.update(range(min(limit, side.starts[-1])))
    for step in (SideRows.show_around, SideRows.show_lone):
        pair(before, after)
        for side in sides:
            step(side)
    pair(before, after)
    for side in sides:
        side.show_sections(limit)
    after.show_partner_sections(before)
    before.show_partner_sections(after)


def pair(before: SideRows, after: SideRows) -> None:
    """Shows the counterparts of all that is shown."""
    after.show_partners(before)
    before.show_partners(after)


def is_moved(before: SideRows, row: Row) -> bool:
    """Whether a row of before goes elsewhere, on its own or with its section."""
    section = before.section_changes.get(row.section, ())
    return row.is_moved or any(change.kind in MOVES for change in section)


def links_of(before: SideRows, left: list[Row], right: list[Row]) -> list[Link]:
    """The rows that are the same, in the order of before."""
    numbers = {place_of(row): number for number, row in enumerate(right)}
    found: list[Link] = []
    for number, row in enumerate(left):
        other = place_after(before, row)
        if other in numbers:
            found.append(Link(number, numbers[other]))
    return found


def place_of(row: Row) -> tuple[object, ...]:
    """What only one row of a side has."""
    if row.is_of_section:
        return row.kind, "section", row.section, row.element
    return row.kind, "item", row.first


def place_after(before: SideRows, row: Row) -> tuple[object, ...] | None:
    """The `place_of` the row after that a row of before becomes, None if there is none."""
    if row.is_of_section:
        section = before.partner_section(row.section)
        return None if section is None else place_of(row._replace(section=section))
    index = before.partners[row.first]
    return None if index == NONE else place_of(row._replace(first=index))


def lines_of(stay: Iterable[Link], before: int, after: int) -> tuple[list[int], list[int]]:
    """The lines of so many rows. Those of a link have the same one, as far as the links are in order."""
    left: list[int] = []
    right: list[int] = []
    line = 0
    for link in stay:
        if link.after >= len(right):
            line = fill(left, right, link, line)
            left.append(line)
            right.append(line)
            line += 1
    fill(left, right, Link(before, after), line)
    return left, right


def fill(left: list[int], right: list[int], until: Link, line: int) -> int:
    """Gives lines, from `line` on, to the rows in front of a link. Returns the first line below them."""
    long = max(until.before - len(left), until.after - len(right))
    left.extend(range(line, line + until.before - len(left)))
    right.extend(range(line, line + until.after - len(right)))
    return line + long
