"""The same seeds give the same bytes in C and in Python, and in Rust, which has a test of its own."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from header import ROOT

from iqlist import Changeset, DiffFlag, Hasher, Key, List, Row, Snapshot, abi, diff

FIRST, COUNT = 1, 60
MASK = 0xFFFFFFFFFFFFFFFF


class Random:
    """splitmix64, as in Tests/Boundary/shared/random.h."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, bound: int) -> int:
        self.state = mixed = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & MASK
        return (mixed ^ mixed >> 31) % bound


def deal(random: Random, bound: int) -> list[int]:
    return list(dict.fromkeys(random.below(2 * bound) for _ in range(random.below(bound))))


def look(random: Random) -> Snapshot:
    sections, items = deal(random, 8), deal(random, 128)
    made = Snapshot(model=None)
    made.append_sections(sections)
    for key in items if sections else ():
        section = sections[random.below(len(sections))]
        variant = random.below(3)
        content = 0 if variant == 0 else Hasher(key, ["", "one", "two"][variant]).content()
        made.append_items([Row(Key(key), content, None, None)], section=section)
    return made


def edited(before: Snapshot, random: Random) -> Changeset:
    item = Row(Key(5000 + random.below(9)), 0, None, None)
    with List() as shown:
        shown.apply(before)
        with shown.edit(flags=DiffFlag.PAYLOAD) as edit:
            edit.insert_sections([99])
            edit.insert_items([item], shown.sections[0])
        return edit.changeset


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the program in C says, a line for each seed."""
    compiler = shutil.which("cc")
    if compiler is None or not (ROOT / "Tests/Boundary").is_dir():
        pytest.skip("there is no C compiler, or no repository around")
    program = tmp_path_factory.mktemp("seeds") / "seeds"
    library = program.with_name("libiqlist.so.1")
    library.symlink_to(Path(abi._library._name).resolve())
    words: list[Any] = [
        compiler,
        "-std=c11",
        f"-I{ROOT}/include",
        ROOT / "bindings/seeds.c",
    ]
    subprocess.run([*words, library, f"-Wl,-rpath,{library.parent}", "-o", program], check=True)
    told = subprocess.run([program, str(FIRST), str(COUNT)], check=True, stdout=subprocess.PIPE, text=True)
    return told.stdout.splitlines()


def test_c_and_python_say_the_same_byte_for_byte(lines: list[str]) -> None:
    assert len(lines) == COUNT
    for seed, line in enumerate(lines, FIRST):
        random = Random(seed)
        before, after, third = look(random), look(random), look(random)
        one = diff(before, after, flags=DiffFlag.PAYLOAD)
        two = diff(after, third, flags=DiffFlag.PAYLOAD)
        edit = edited(before, random)
        ours: list[Any] = [before, after, one, one.invert(), one.compose(two), edit]
        theirs = line.split()
        assert [each.encode().hex() for each in ours] == theirs, f"seed {seed}"
        decoded = [Snapshot.decode(bytes.fromhex(told)) for told in theirs[:2]]
        assert decoded == [before, after], f"seed {seed}"
        assert [Changeset.decode(bytes.fromhex(told)) for told in theirs[2:]] == ours[2:], f"seed {seed}"
