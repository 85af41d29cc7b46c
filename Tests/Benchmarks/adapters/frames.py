"""What the benchmarks of Python's adapters share: rows of which one in a hundred changes with each frame, as
in frames.h, and the lines that they print."""

from __future__ import annotations

import random
import statistics
import sys
import time
from dataclasses import dataclass, field
from typing import NamedTuple

SEED = 7
FRAMES = 2 if "--quick" in sys.argv else 12
COUNTS = [10_000] if "--quick" in sys.argv else [10_000, 100_000]


class Row(NamedTuple):
    number: int
    version: int

    def __str__(self) -> str:
        return f"Row {self.number:08x}, version {self.version}"


class Rows(list[Row]):
    """Both ways of showing them see the same frames: the same seed."""

    def __init__(self, count: int) -> None:
        super().__init__(Row(number, 1) for number in range(count))
        self.next = count
        self.random = random.Random(SEED)

    def change(self) -> None:
        """Half of the changed rows get another version, a quarter goes, and as many come elsewhere."""
        for changed in range(len(self) // 100):
            if changed % 2 == 0:
                at = self.random.randrange(len(self))
                self[at] = Row(self[at].number, self[at].version + 1)
            elif changed % 4 == 1:
                del self[self.random.randrange(len(self))]
                self.insert(self.random.randrange(len(self) + 1), Row(self.next, 1))
                self.next += 1

    def move(self) -> None:
        """All of the changed rows get another version, and go elsewhere by it."""
        for _ in range(len(self) // 100):
            row = self.pop(self.random.randrange(len(self)))
            self.insert(self.random.randrange(len(self) + 1), Row(row.number, row.version + 1))

    def rank(self) -> None:
        """All rows get a random version: for lists that are sorted by it."""
        self[:] = [Row(row.number, self.random.getrandbits(60)) for row in self]

    def rank_some(self) -> list[Row]:
        """One in a hundred gets another random version, and stays where it is. Returns them."""
        places = self.random.sample(range(len(self)), len(self) // 100)
        for at in places:
            self[at] = Row(self[at].number, self.random.getrandbits(60))
        return [self[at] for at in places]

    def has(self, row: Row) -> bool:
        return any(each.number == row.number for each in self)


@dataclass
class Outcome:
    """What one way of showing the frames took, and lost."""

    seconds: list[float] = field(default_factory=list)
    selected: int = 0
    kept_selected: int = 0
    kept_first: int = 0

    def add(
        self, rows: Rows, seconds: float, selected: tuple[Row, Row | None], first: tuple[Row, Row]
    ) -> None:
        """The seconds of a frame, and the rows selected and at the upper edge before and after it."""
        self.seconds.append(seconds)
        if rows.has(selected[0]):
            self.selected += 1
            self.kept_selected += selected[1] is not None and selected[1].number == selected[0].number
        self.kept_first += first[0].number == first[1].number or not rows.has(first[0])

    def line(self, name: str) -> str:
        kept = f"selected row kept {self.kept_selected} of {self.selected}"
        first = f"first row in sight kept {self.kept_first} of {len(self.seconds)}"
        return f"  {name:26} {1000 * statistics.median(self.seconds):9.3f} ms a frame; {kept}, {first}"


def report(what: str, count: int, name: str, ours: Outcome, theirs: Outcome) -> None:
    ratio = statistics.median(ours.seconds) / statistics.median(theirs.seconds)
    print(f"{what}, {count} rows, 1 % changed: ratio {ratio:.3f}")
    print(ours.line("iqlist"))
    print(theirs.line(name), flush=True)


def seconds() -> float:
    """Of processor time of this process: what else the machine does is not in it."""
    return time.process_time()
