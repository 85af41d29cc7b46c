"""The example inbox: after each turn its list is what a query answers, and undo leaves nothing else behind
than the rows that were there."""

from __future__ import annotations

import os
import random
import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import examples
import pytest
import valgrind
from examples import INBOX
from inbox import CONFLICT, LOCKED, NOTHING, STEPS, Inbox, changes, connected, running, truth
from inbox_session import Session
from machine import INCLUDE, ROOT, clang, command, tool
from native import STRICT
from pseudo_terminal import PseudoTerminal
from tree import shown

pytestmark = pytest.mark.readme

GUIDE = ROOT / "bindings/guides/databases.md"
MODES = ["delete", "wal"]
INSERT = "INSERT INTO letters (id, sent, sender, subject) VALUES"


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("path", INBOX, ids=shown)
def test_it_compiles_without_warnings(compiler: str, path: Path) -> None:
    examples.require_sqlite()
    program = clang() if compiler == "clang" else tool(compiler)
    command([program, "-std=gnu11", *STRICT, "-Wshadow", "-fsyntax-only", f"-I{INCLUDE}", path])


def test_without_a_file_it_has_letters() -> None:
    printed = command([examples.inbox()], given="undo\nDELETE FROM letters\nundo\n")
    assert printed.count("there is nothing") == 1
    assert printed.splitlines()[-1] == "3 letters, 0 to undo, 1 to redo"


def test_the_guide_shows_what_it_prints() -> None:
    found = re.search(r"^```text\n(> .*?)^```", GUIDE.read_text(), re.MULTILINE | re.DOTALL)
    assert found is not None
    given = [line[2:] for line in found[1].splitlines() if line.startswith("> ")]
    assert command([examples.inbox()], given="\n".join(given)).endswith(found[1])


# --- Random turns


@contextmanager
def session(folder: Path, seed: int, *prefix: str) -> Iterator[Session]:
    mode, unique = MODES[seed % 2], seed // 2 % 2 == 1
    path = folder / f"letters-{seed}.db"
    words: list[str | Path] = [*prefix, examples.inbox(), path]
    with connected(path, mode, unique) as other, running(words, valgrind.found() if prefix else {}) as inbox:
        yield Session(inbox, other, unique, seed)


def first_seed() -> int:
    seed = int(os.environ.get("IQ_TEST_SEED", "0")) or random.randrange(1 << 30)
    print(f"seed {seed}")
    return seed


def test_the_list_is_what_a_query_answers(tmp_path: Path) -> None:
    begin = first_seed()
    for seed in range(begin, begin + 8):
        print(f"seed {seed}")
        with session(tmp_path, seed) as each:
            each.run(250)


@pytest.mark.all
def test_valgrind_finds_nothing(tmp_path: Path) -> None:
    begin = first_seed()
    for seed in range(begin, begin + 2):
        print(f"seed {seed}")
        with session(tmp_path, seed, *valgrind.words()) as each:
            each.run(120)


# --- What the hooks are not told, and others


@contextmanager
def three(folder: Path, mode: str, unique: bool = False) -> Iterator[tuple[Inbox, sqlite3.Connection]]:
    """A database with three letters, which nothing undoes."""
    path = folder / "letters.db"
    with connected(path, mode, unique) as other:
        other.execute(f"{INSERT} (1, 10, 'A', 'one'), (2, 20, 'B', 'two'), (3, 30, 'C', 'three')")
        with running([examples.inbox(), path]) as inbox:
            inbox.turn("PRAGMA busy_timeout = 0")
            yield inbox, other


@pytest.mark.parametrize(
    ("statement", "printed"),
    [
        ("DELETE FROM letters", ["- 0  #3", "- 1  #2", "- 2  #1"]),
        ("REPLACE INTO letters VALUES (9, 15, 'B', 'two', 0)", ["- 1  #2", "+ 1  #9"]),
        ("UPDATE OR REPLACE letters SET sender = 'B', subject = 'two' WHERE id = 3", ["- 1  #2", "~ 0  #3"]),
        ("UPDATE letters SET id = 7 WHERE id = 2", ["- 1  #2", "+ 1  #7"]),
        ("UPDATE letters SET rowid = 7 WHERE id = 2", ["- 1  #2", "+ 1  #7"]),
        ("UPDATE letters SET sent = 40 WHERE id = 1", ["> 0  from 2: #1", "~ 0  #1"]),
        ("UPDATE letters SET sent = sent", []),
    ],
)
def test_each_row_that_goes_is_deleted(statement: str, printed: list[str], tmp_path: Path) -> None:
    with three(tmp_path, "wal", unique=True) as (inbox, other):
        before = truth(other)
        assert [line.partition("  ")[2].rpartition("  ")[0] for line in inbox.turn(statement)] == printed
        steps = int(printed != [])
        assert (inbox.undo, inbox.redo) == (steps, 0)
        inbox.turn("undo")
        assert truth(other) == before
        assert (inbox.undo, inbox.redo) == (0, steps)


@pytest.mark.parametrize("mode", MODES)
def test_a_step_stays_when_others_change_other_rows(mode: str, tmp_path: Path) -> None:
    with three(tmp_path, mode) as (inbox, other):
        inbox.turn("DELETE FROM letters WHERE id = 2")
        other.execute("UPDATE letters SET is_read = 1 WHERE id = 3")
        other.execute(f"{INSERT} (4, 40, 'D', 'four')")
        assert [line[:9] for line in inbox.turn("undo")] == ["  + 0  #4", "  ~ 1  #3", "  + 2  #2"]
        assert [(letter.id, letter.is_read) for letter in truth(other)] == [(4, 0), (3, 1), (2, 0), (1, 0)]


@pytest.mark.parametrize("mode", MODES)
def test_what_others_have_changed_is_not_undone(mode: str, tmp_path: Path) -> None:
    with three(tmp_path, mode) as (inbox, other):
        inbox.turn("UPDATE letters SET is_read = 1")
        inbox.turn("DELETE FROM letters WHERE id = 1")
        inbox.turn("undo")
        other.execute("UPDATE letters SET subject = 'zwei' WHERE id = 2")
        before = truth(other)
        assert CONFLICT in inbox.turn("undo")
        assert (inbox.undo, inbox.redo) == (0, 0)
        assert truth(other) == before


def test_changes_of_two_that_are_read_together_are_no_step(tmp_path: Path) -> None:
    """The other one writes after our transaction has begun, and before it has read anything."""
    with three(tmp_path, "delete") as (inbox, other):
        inbox.turn("DELETE FROM letters WHERE id = 3")
        inbox.turn("BEGIN")
        other.execute("UPDATE letters SET subject = 'zwei' WHERE id = 2")
        inbox.turn("UPDATE letters SET is_read = 1 WHERE id = 2")
        assert [line[:9] for line in inbox.turn("COMMIT")] == ["  ~ 0  #2"]
        assert (inbox.undo, inbox.redo) == (0, 0)


def test_a_commit_that_fails_is_shown_when_it_is_repeated(tmp_path: Path) -> None:
    with three(tmp_path, "delete") as (inbox, other):
        inbox.turn("BEGIN; DELETE FROM letters WHERE id = 1")
        other.execute("BEGIN")
        truth(other)
        assert inbox.turn("COMMIT") == [LOCKED]
        assert inbox.in_transaction
        other.execute("COMMIT")
        inbox.turn("DELETE FROM letters WHERE id = 2")
        assert [line[:9] for line in inbox.turn("COMMIT")] == ["  - 1  #2", "  - 2  #1"]
        assert inbox.undo == 1


@pytest.mark.parametrize("word", ["undo", "redo"])
def test_undo_that_cannot_be_written_changes_nothing(word: str, tmp_path: Path) -> None:
    """A reader keeps the commit from being written, behind all rows."""
    with three(tmp_path, "delete") as (inbox, other):
        inbox.turn("DELETE FROM letters")
        if word == "redo":
            inbox.turn("undo")
        steps = inbox.undo, inbox.redo
        other.execute("BEGIN")
        before = truth(other)
        assert inbox.turn(word) == [LOCKED]
        assert (inbox.undo, inbox.redo) == steps
        other.execute("COMMIT")
        assert truth(other) == before
        inbox.turn(word)
        assert len(truth(other)) == 3 - len(before)


def test_undo_inside_a_transaction_is_refused(tmp_path: Path) -> None:
    with three(tmp_path, "wal") as (inbox, _):
        inbox.turn("DELETE FROM letters WHERE id = 1")
        inbox.turn("BEGIN")
        assert len(inbox.turn("undo")) == 1
        assert inbox.in_transaction
        assert [line[:9] for line in inbox.turn("DELETE FROM letters WHERE id = 2; COMMIT")] == ["  - 1  #2"]
        assert inbox.undo == 2


def test_the_oldest_steps_go(tmp_path: Path) -> None:
    with three(tmp_path, "wal") as (inbox, other):
        for number in range(STEPS + 5):
            inbox.turn(f"UPDATE letters SET sent = {100 + number} WHERE id = 1")
        assert inbox.undo == STEPS
        for _ in range(STEPS):
            inbox.turn("undo")
        assert NOTHING in inbox.turn("undo")
        assert truth(other)[0].sent == 104
        assert inbox.redo == STEPS


def test_the_list_is_of_one_moment_while_others_write(tmp_path: Path) -> None:
    """Transactions of theirs change the first and the last letter, ours a flag of all: reading them takes
    long enough for one of theirs to come in between."""
    path, count = tmp_path / "letters.db", 2000
    rows = ", ".join(f"({id}, 0, '', '')" for id in range(1, count + 1))
    has_ended = threading.Event()

    def write() -> None:
        mine = sqlite3.connect(path, isolation_level=None, timeout=60)
        mine.execute("PRAGMA synchronous = OFF")
        sent = "CASE id WHEN 1 THEN sent + 1 ELSE sent - 1 END"
        while not has_ended.wait(random.random() * 0.01):
            mine.execute(f"UPDATE letters SET sent = {sent} WHERE id IN (1, {count})")
        mine.close()

    with connected(path, "wal", False) as other:
        other.execute(f"{INSERT} {rows}")
        with running([examples.inbox(), path]) as inbox:
            inbox.turn("PRAGMA synchronous = OFF")
            writer = threading.Thread(target=write)
            writer.start()
            try:
                for _ in range(30):
                    printed = changes(inbox.turn("UPDATE letters SET is_read = 1 - is_read"))
                    told = {letter.id: letter.sent for _, letter in printed}
                    assert told[1] + told[count] == 0
            finally:
                has_ended.set()
                writer.join()
            inbox.turn("")
            assert [letter for _, letter in changes(inbox.turn("list"))] == truth(other)


def test_on_a_terminal_what_others_write_is_shown_at_once(tmp_path: Path) -> None:
    path = tmp_path / "letters.db"
    with connected(path, "wal", False) as other:
        terminal = PseudoTerminal([examples.inbox(), path], 80, 24)
        try:
            terminal.wait("begun", lambda _: b"0 letters" in terminal.received)
            other.execute(f"{INSERT} (5, 10, 'E', 'five')")
            terminal.wait("shown", lambda _: b"+ 0  #5" in terminal.received)
            terminal.send("DELETE FROM letters\n")
            terminal.wait("executed", lambda _: b"- 0  #5" in terminal.received)
            terminal.send("\x04")
            assert terminal.end() == 0
        finally:
            terminal.close()
