"""Cells for the tests of views: each holds itself to the order in which its functions may be called, and
records the calls."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from iqlist import Cell, CellClass, CellFlag, Event, EventKind, List, _cells

names = count()

DISPLAY = EventKind.BOUND | EventKind.WILL_DISPLAY | EventKind.DID_END_DISPLAY


class Row:
    """A model: its key, and how it looks."""

    def __init__(self, name: str, look: int = 1) -> None:
        self.name, self.look = name, look

    def __repr__(self) -> str:
        return f"{self.name}{self.look}"


class Oops(Exception):
    """What the functions of the cells raise."""


class Screen:
    """What the cells of one class have done, and how they are to fail."""

    def __init__(self, **options: Any) -> None:
        self.log: list[str] = []
        self.alive: list[Label] = []
        self.threads: set[threading.Thread] = set()
        self.fails: Callable[[str], bool] = lambda _: False
        """Whether a function raises, asked with the line of the log that it is about to write."""
        self.on_bind: Callable[[Event[Any]], object] = lambda _: None
        self.numbers = count()
        self.cell_class = CellClass(
            f"views/{next(names)}",
            equal=lambda before, after: before.look == after.look,
            changed=lambda before, after: before.look ^ after.look,
            cell=lambda: Label(self),
            **options,
        )

    def rows(self, *rows: Row) -> List[Any]:
        """A list with these rows."""
        return List.of_items(list(rows), key="name", cell_class=self.cell_class)

    def write(self, line: str) -> None:
        self.threads.add(threading.current_thread())
        if self.fails(line):
            self.log.append(f"{line} fails")
            raise Oops(line)
        self.log.append(line)

    def read(self) -> list[str]:
        """The lines since the last time."""
        lines, self.log = self.log, []
        return lines

    def is_gone(self) -> bool:
        """Whether all cells are destroyed, and nothing of the package keeps one."""
        kept = [cell for cell in _cells.cells.values() if isinstance(cell, Label) and cell.screen is self]
        return self.alive == kept == []

    def bound(self) -> list[Label]:
        return [cell for cell in self.alive if cell.model is not None]


class Label(Cell[Any]):
    """A cell. `model` is what it shows; its functions are called in order, or they fail."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.id = next(screen.numbers)
        self.model: Any = None
        self.key: Any = None
        self.is_new = True
        screen.write(f"{self.id} create")
        screen.alive.append(self)

    def bind(self, event: Event[Any]) -> None:
        flags = CellFlag(event.flags)
        assert self in self.screen.alive and event.cell is self
        assert event.view is not None and event.cell_number is not None
        assert bool(flags & CellFlag.NEW) == self.is_new
        same = self.model is not None and self.key == (event.key, event.element_kind, event.element_index)
        assert bool(flags & CellFlag.RECONFIGURED) == same and same == (self.model is not None)
        # Python 3.9 has no name for several flags.
        told = "|".join(str(flag.name) for flag in CellFlag if flag & flags) or "POOLED"
        words = f"{self.id} bind {event.model} {told}"
        self.is_new = False
        self.screen.write(f"{words} {event.mask}" if same else words)
        self.screen.on_bind(event)
        self.model = event.model
        self.key = event.key, event.element_kind, event.element_index

    def unbind(self) -> None:
        assert self in self.screen.alive and self.model is not None
        model, self.model = self.model, None
        self.screen.write(f"{self.id} unbind {model}")

    def destroy(self) -> None:
        assert self.model is None
        self.screen.alive.remove(self)
        self.screen.write(f"{self.id} destroy")


def unraisable(monkeypatch: pytest.MonkeyPatch) -> list[BaseException | None]:
    """The exceptions that are reported from now on, as they cannot be raised."""
    reported: list[BaseException | None] = []

    def report(found: Any) -> None:
        reported.append(found.exc_value)

    monkeypatch.setattr(sys, "unraisablehook", report)
    return reported


def said(events: Any) -> list[str]:
    """Events of cells in short: kind, model, cell."""
    return [
        f"{event.kind.name} {event.model} {event.cell_number}"
        for event in events
        if event.cell_number is not None
    ]


def name_of(event: Event[Any]) -> str:
    model: Any = event.model
    return str(model.name)


def letters(text: str) -> list[Row]:
    return [Row(letter) for letter in text]


def fail_at(*words: str) -> Callable[[str], bool]:
    """Fails each line that ends with, or has one of the words in it, once."""
    left = list(words)

    def fails(line: str) -> bool:
        for word in left:
            if word in line:
                left.remove(word)
                return True
        return False

    return fails
