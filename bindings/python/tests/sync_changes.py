"""Random changes of a list, and what others have to show of it."""

from __future__ import annotations

import json
import random
from typing import Any, NamedTuple

from iqlist import (
    CellClass,
    DiffFlag,
    Duplicates,
    ElementKind,
    Key,
    List,
    Row,
    Snapshot,
    Supplementary,
)

BOLD = CellClass("sync.bold")


class Task(NamedTuple):
    """A model: what it is known by, what it looks like, and what nobody sees."""

    number: int
    text: str
    hidden: int


def encode(model: Any) -> bytes:
    """Also of headers, whose models are text."""
    return json.dumps(model).encode()


def decode(data: bytes) -> Any:
    """A header is text, a task has three values."""
    found: list[Any] = json.loads(data)
    return Task(*found) if type(found) is list and len(found) == 3 else found


def look(shown: Any) -> Any:
    """All that has to be the same elsewhere."""
    return [
        (
            section.key,
            section.name if type(section.name) in (str, int) else None,
            [tuple(each) for each in section.supplementaries],
            [(row.key, row.content, row.model[:2], row.cell_class, row.level) for row in section],
        )
        for section in shown.sections
    ]


def new_list(duplicates: int = Duplicates.REFUSE, undo: int = 1 << 20) -> List[Task]:
    made: List[Task] = List(duplicates=duplicates)
    made.set_undo(undo)
    return made


class Changes:
    """Changes a list, at random, and by each way that there is."""

    def __init__(self, seed: int, shown: List[Task]) -> None:
        self.random, self.list = random.Random(seed), shown
        self._number = 0

    def row(self, key: Any = None) -> Row[Task]:
        self._number += 1
        number = self._number if key is None else key
        text = f"{number} {self._number}"
        cell_class = BOLD if self.random.random() < 0.2 else None
        level = self.random.randrange(3)
        return Row(Key(number), hash_of(text), Task(number, text, self._number), cell_class, level)

    def header(self) -> list[Supplementary]:
        if self.random.random() < 0.3:
            return []
        text = self.random.choice(["A", "B"])
        return [Supplementary(ElementKind.HEADER, "header", hash_of(text), text)]

    def sections(self) -> list[Any]:
        """Some of the rows that there are, and some others, in another order."""
        rows = [row for row in self.list.snapshot() if self.random.random() < 0.8]
        rows = [self.row(row.model.number) if self.random.random() < 0.2 else row for row in rows]
        rows += [self.row() for _ in range(self.random.randrange(4))]
        if self.random.random() < 0.3:
            self.random.shuffle(rows)
        names = self.random.sample(["today", 7, "später", ("other", 1)], self.random.randrange(1, 4))
        parts: dict[Any, list[Row[Task]]] = {name: [] for name in names}
        for row in rows:
            parts[self.random.choice(names)].append(row)
        return [(name, part, self.header()) for name, part in parts.items()]

    def step(self) -> str:
        """One change. Returns which one it was."""
        kind = self.random.choice(
            [*["edit"] * 6, "set", "submit", "undo", "undo", "redo", "mark", "page", "models"]
        )
        getattr(self, f"_{kind}")()
        return kind

    def _set(self) -> None:
        self.list.set(self.sections())

    def _submit(self) -> None:
        self.list.submit(
            Snapshot.of_sections([(each[0], each[1]) for each in self.sections()]), flags=DiffFlag.HERE
        )
        self.list.poll()

    def _undo(self) -> None:
        if self.list.info().undo_steps:
            self.list.undo()

    def _redo(self) -> None:
        if self.list.info().redo_steps:
            self.list.redo()

    def _any_row(self) -> Any:
        return self.list[self.random.randrange(len(self.list))]

    def _edit(self) -> None:
        if not len(self.list):
            return self._set()
        with self.list.edit() as edit:
            for _ in range(self.random.randrange(1, 4)):
                if not len(self.list):
                    break
                row = self._any_row()
                kind = self.random.randrange(4)
                if kind == 0:
                    edit.insert_items([self.row()], after=row)
                elif kind == 1:
                    edit.delete_items([row])
                elif kind == 2:
                    edit.move_item(row, before=self._any_row())
                else:
                    edit.update_items([self.row(row.model.number)])
        return None

    def _mark(self) -> None:
        if not len(self.list):
            return
        with self.list.edit() as edit:
            row = self._any_row()
            (edit.reload_items if self.random.random() < 0.5 else edit.reconfigure_items)([row])

    def _page(self) -> None:
        """More items, which is no step for undo."""
        if not self.list.sections:
            return
        with self.list.edit(flags=DiffFlag.NO_STEP) as edit:
            edit.insert_items([self.row()], self.random.choice(list(self.list.sections)))

    def _models(self) -> None:
        """A commit that changes nothing that is seen."""
        if not len(self.list):
            return
        row = self._any_row()
        with self.list.edit() as edit:
            edit.update_item(row, content=row.content)


def hash_of(text: str) -> int:
    return int.from_bytes(bytes(Key(text))[:8], "little")
