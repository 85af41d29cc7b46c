"""The seeded script of bindings/seeds, made through the package: the lines that it prints, and what goes into
its steps. The order in which a step draws its arguments is part of the script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from iqlist import (
    Cell,
    CellClass,
    Changeset,
    Duplicates,
    Error,
    Event,
    Hasher,
    Item,
    Key,
    List,
    Position,
    Row,
    Snapshot,
    Supplementary,
)
from iqlist.errors import BY_STATUS

MASK = 0xFFFFFFFFFFFFFFFF
ITEM_KEYS, SECTION_KEYS, WATCHED = 40, 7, 4
LONG = 100
"""A longer line is compared as its name, its length and its hash."""


class Random:
    """splitmix64, as in Tests/Boundary/shared/random.h."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, bound: int) -> int:
        self.state = mixed = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & MASK
        return (mixed ^ mixed >> 31) % bound

    def chance(self, percent: int) -> bool:
        return self.below(100) < percent


class Model:
    def __init__(self, number: int) -> None:
        self.number = number


def same(before: Model | None, after: Model | None) -> bool:
    return before is after


def difference(before: Model | None, after: Model | None) -> int:
    """All bits where a model is missing, as where a class has no `changed`."""
    return MASK if before is None or after is None else before.number ^ after.number


MODELS = [None, Model(1), Model(2), Model(3)]
CLASSES = [
    None,
    CellClass("seeds/plain"),
    CellClass("seeds/equal", equal=same),
    CellClass("seeds/changed", equal=same, changed=difference),
]


class Oops(Exception):
    """What functions of cells raise now and then."""


class NumberedCell(Cell[Any]):
    """Counted as they are created; prints what its functions are called for."""

    script: Script | None = None
    are_failing = False
    """Every fifth time to bind one, and every seventh to create one."""
    count = creates = binds = 0

    def __init__(self) -> None:
        NumberedCell.creates += 1
        if self.are_failing and NumberedCell.creates % 7 == 0:
            raise Oops
        self.number = NumberedCell.count
        NumberedCell.count += 1
        self.print("create")

    def bind(self, event: Event[Any]) -> None:
        assert event.cell is self
        look = 0 if event.model is None else event.model.number
        self.shown = look
        self.print("bind", self.number, look, event.flags, event.mask, event.element_kind)
        NumberedCell.binds += 1
        if self.are_failing and NumberedCell.binds % 5 == 0:
            raise Oops

    def unbind(self) -> None:
        self.print("unbind", self.number, self.shown)

    def destroy(self) -> None:
        self.print("destroy", self.number)

    def print(self, name: str, *parts: object) -> None:
        assert self.script is not None
        self.script.print(name, *parts)


CELLS = CellClass("seeds/cells", equal=same, changed=difference, cell=NumberedCell)


def cells_of(script: Script | None, some_fail: bool = False) -> None:
    """Cells from now on are counted from 0, and print into its lines."""
    NumberedCell.script, NumberedCell.are_failing = script, some_fail
    NumberedCell.count = NumberedCell.creates = NumberedCell.binds = 0


PLACES = [(1, 0), (2, 0), (16, 0), (16, 1)]
"""Kind and index of supplementary elements."""


def position_text(position: Position | None) -> str:
    section, item = (None, None) if position is None else position
    return f"{number_text(section)} {number_text(item)}"


def number_text(number: int | None) -> str:
    return "-" if number is None else str(number)


def key_text(key: Key | None) -> str:
    return "-" if key is None else key.hex()


def compact(name: str, line: str) -> str:
    if len(line) <= LONG:
        return line
    return f"{name}... {len(line)} {Hasher(line).content():016x}"


class Script:
    """The state of a script, and what its steps draw."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lines: list[tuple[str, str]] = []
        """The name of each line, and the whole line."""
        self.policy = Duplicates(seed % 5)
        self.drops_empty_sections = seed // 5 % 2 == 1
        self.list: List[Any] = List(
            duplicates=self.policy,
            drop_empty_sections=self.drops_empty_sections,
            max_items=12 if seed % 7 == 0 else 0,
            max_sections=3 if seed % 11 == 0 else 0,
            reload_threshold=9 if seed % 13 == 0 else 0,
        )
        self.snapshot = self.new_snapshot()
        self.first = self.snapshot.copy()
        self.previous: Changeset | None = None
        self.watched: list[Item[Any]] = []
        self.print("seed", seed)

    def new_snapshot(self) -> Snapshot[Any]:
        return Snapshot(duplicates=self.policy, drop_empty_sections=self.drops_empty_sections)

    # --- lines

    def print(self, name: str, *parts: object) -> None:
        self.lines.append((name, " ".join([name, *map(str, parts)])))

    def attempt(self, step: str, call: Callable[[], Any]) -> Any:
        """Makes a call and prints its status, with the detail of a failure; returns its result, or None."""
        try:
            result = call()
        except Error as error:
            assert type(error) is BY_STATUS[error.status]
            keys = key_text(error.key), key_text(error.section)
            self.print(step, error.status, *keys, position_text(error.position), position_text(error.other))
            return None
        self.print(step, 0)
        return result

    # --- what goes in

    def appearance(self, number: int) -> Row[Any]:
        """Only an item that has a class has a model."""
        below = self.random.below
        content = [0, Hasher(number, "one").content(), 7][below(3)]
        which = below(4)
        return Row(Key(number), content, MODELS[below(4)] if which else None, CLASSES[which])

    def section_key(self) -> Key:
        return Key(self.random.below(SECTION_KEYS))

    def section_keys(self) -> list[Key]:
        return [self.section_key() for _ in range(self.random.below(3))]

    def rows(self, bound: int) -> list[Row[Any]]:
        return [self.row() for _ in range(self.random.below(bound))]

    def row(self) -> Row[Any]:
        is_new = self.random.chance(50)
        number = self.random.below(1000 if is_new else ITEM_KEYS)
        return self.appearance(ITEM_KEYS + number if is_new else number)

    def element(self) -> Supplementary:
        kind, index = PLACES[self.random.below(4)]
        key, content, model, cell_class, _ = self.appearance(self.random.below(2))
        return Supplementary(kind, key, content, model, cell_class, index)

    def sections(self) -> list[tuple[Key, list[Row[Any]], list[Supplementary]]]:
        """Whole sections. Where keys are unique one that was drawn before is left out."""
        random = self.random
        made: list[tuple[Key, list[Row[Any]], list[Supplementary]]] = []
        is_unique = random.chance(70)
        seen_sections: set[int] = set()
        seen_items: set[int] = set()
        for _ in range(random.below(8)):
            key = random.below(SECTION_KEYS)
            if is_unique and key in seen_sections:
                continue
            seen_sections.add(key)
            items, elements = random.below(11), random.below(3)
            rows: list[Row[Any]] = []
            for _ in range(items):
                item = random.below(ITEM_KEYS)
                if not (is_unique and item in seen_items):
                    seen_items.add(item)
                    rows.append(self.appearance(item))
            made.append((Key(key), rows, [self.element() for _ in range(elements)]))
        return made

    def options(self) -> dict[str, Any]:
        chance = self.random.chance
        flags = 8 * chance(80) | 2 * chance(50) | 4 * chance(50) | 1 * chance(5)
        threshold = 1 + self.random.below(6) if chance(10) else 0
        return {"flags": flags, "reload_threshold": threshold}

    # --- what is shown

    def print_sections(self, shown: List[Any] | Snapshot[Any]) -> None:
        columns = shown.columns()
        keys = bytes(columns.keys)
        for at, section in enumerate(shown.sections):
            parts: list[object] = [at, section.key.hex(), section.first, len(section)]
            for element in section.supplementaries:
                assert section.supplementary(element.kind, element.index) == element
                parts.append(f"{element.kind}.{element.index}")
                parts.append(look_text(element.key, element.content, element.model, element.cell_class))
            for i in range(section.first, section.first + len(section)):
                key = Key(keys[16 * i : 16 * i + 16])
                parts.append(look_text(key, columns.contents[i], columns.models[i], columns.classes[i]))
            self.print("section", *parts)

    def print_list(self) -> None:
        shown = self.list
        self.print_sections(shown)
        parts: list[str] = []
        for item in shown.items():
            section = item.section
            found = shown.item(item.key, section.key)
            assert found == item
            position = found.position
            index = shown.index_of(position)
            parts.append(f"{item.index} {index} {section.position} {position_text(position)}")
        self.print("items", *parts)
        self.print("watched", *(position_text(i.position) if i.alive else "gone" for i in self.watched))
        if len(shown) and self.random.chance(30):
            which = self.random.below(WATCHED)
            item = shown.item_at(self.random.below(len(shown)))
            self.watched[which : which + 1] = [item]

    def print_snapshot(self, shown: Snapshot[Any]) -> None:
        self.print_sections(shown)
        self.print("bytes", shown.encode().hex())


def look_text(key: Any, content: int, model: Any, cell_class: CellClass | None) -> str:
    name = "-" if cell_class is None else cell_class.name
    return f"{key.hex()} {content} {0 if model is None else model.number} {name}"
