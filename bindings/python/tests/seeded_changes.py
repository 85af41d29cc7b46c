"""A changeset in every dialect, as the lines of the seeded script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from seeded import Script, number_text, position_text

from iqlist import NONE, ChangeKind, Changeset, Error, Key, RangeError, Side

MOVES = ChangeKind.ITEM_MOVE, ChangeKind.SECTION_MOVE


def print_changeset(script: Script, changeset: Changeset) -> None:
    summary = changeset.summary()
    script.print("summary", *map(int, [number or 0 for number in summary]))
    script.print("batch", *map(change_text, changeset.batch()))
    script.print("steps", *map(change_text, changeset.steps()))
    script.print("flat", *map(change_text, changeset.steps(flat=True)))
    script.print("single", *map(change_text, changeset.steps(single=True)))
    script.print("single flat", *map(change_text, changeset.steps(flat=True, single=True)))
    script.print("splices", *(" ".join(map(str, splice)) for splice in changeset.splices()))
    bare = changeset.splices(updates=False)
    script.print("splices without updates", *(" ".join(map(str, splice)) for splice in bare))
    for name, side in (("before", Side.BEFORE), ("after", Side.AFTER)):
        indices = changeset.map(side)
        script.print(f"map {name}", *("-" if index == NONE else index for index in indices))
    script.print("positions before", *positions(changeset, Side.BEFORE))
    script.print("positions after", *positions(changeset, Side.AFTER))
    script.print("keys", *found_keys(changeset))
    script.print("explained", *explanations(changeset, summary.sections_after))
    print_dump(script, changeset)
    encoded = script.attempt("encode", changeset.encode)
    if encoded is not None:
        script.print("bytes", encoded.hex())
        decoded = Changeset.decode(encoded)
        assert decoded == changeset and decoded.encode() == encoded
        print_dump(script, decoded)


def change_text(change: Any) -> str:
    kind, flags, *positions, count, element_kind, element_index, mask = change
    parts = [int(kind), int(flags), *map(number_text, positions), count, element_kind, element_index, mask]
    if kind in MOVES:
        parts.append(change.destination)
    return " ".join(map(str, parts))


def positions(changeset: Changeset, side: Side) -> Iterator[str]:
    """Sections until there are no more, and of each its items until there are no more."""
    section = 0
    while True:
        try:
            yield position_text(changeset.map_position(side, section))
        except RangeError:
            return
        item = 0
        while True:
            try:
                yield position_text(changeset.map_position(side, section, item))
            except RangeError:
                break
            item += 1
        yield "/"
        section += 1


def found_keys(changeset: Changeset) -> Iterator[str]:
    for number in range(40):
        try:
            before, after = changeset.find(Key(number), Key(number % 7))
        except Error as error:
            yield str(error.status)
            return
        yield f"{position_text(before)} {position_text(after)}"


def explanations(changeset: Changeset, sections: int) -> Iterator[str]:
    for section in range(sections):
        item = 0
        while True:
            try:
                yield changeset.explain(Side.AFTER, section, item) + ";"
            except RangeError:
                break
            item += 1


def print_dump(script: Script, changeset: Changeset) -> None:
    script.print("dump", changeset.dump().replace("\n", "|"))
