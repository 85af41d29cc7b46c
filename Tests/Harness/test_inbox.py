"""The example inbox: after each turn its list is what a query answers, and undo leaves nothing else behind
than the rows that were there."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import examples
import pytest
import valgrind
from examples import INBOX
from inbox import REFUSED, Inbox, Rows, Step, changes, connected, running, truth
from machine import INCLUDE, clang, command, tool
from native import STRICT
from outcomes import fail
from pseudo_terminal import PseudoTerminal
from tree import shown

pytestmark = pytest.mark.readme

CONFLICT = f"{REFUSED}somebody else has changed these letters"
LOCKED = f"{REFUSED}database is locked"
NOTHING = f"{REFUSED}there is nothing"
STEPS = 100
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


# --- Random turns


class Session:
    """The program, the other connection, and what the program's steps have to be."""

    def __init__(self, inbox: Inbox, other: sqlite3.Connection, unique: bool, seed: int) -> None:
        self.inbox, self.other, self.unique = inbox, other, unique
        self.random = random.Random(seed)
        self.rows: Rows = {}
        self.told: Rows = {}
        self.undo: list[Step] = []
        self.redo: list[Step] = []
        self.said: list[str] = []
        self.inbox.turn("PRAGMA busy_timeout = 0")

    # What is executed.

    def id(self) -> int:
        return self.random.choice([*self.rows, self.random.randrange(1, 60)])

    def values(self, id: str) -> str:
        sender, subject = self.random.choice("ABC"), self.random.choice(["one", "two", "three", "vier ✉"])
        return f"({id}, {self.random.randrange(-3, 12)}, '{sender}', '{subject}', {self.random.randrange(2)})"

    def statement(self) -> str:
        choose = self.random.choice
        kind = choose(["INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE", "UPDATE", "UPDATE", "DELETE", "ALL"])
        if kind == "INSERT":
            count = self.random.randrange(1, 5)
            return f"INSERT INTO letters VALUES {', '.join(self.values('NULL') for _ in range(count))}"
        if kind.startswith("INSERT"):
            return f"{kind} INTO letters VALUES {self.values(str(self.id()))}"
        if kind == "UPDATE":
            kind = choose(["UPDATE", "UPDATE OR REPLACE", "UPDATE OR ROLLBACK", "UPDATE OR FAIL"])
            values = ["is_read = 1 - is_read", "sent = 9 - sent", "subject = 'one'", "sent = sent"]
            values += [f"id = {self.id()}", f"rowid = {self.id()}", "id = id + 20"]
            where = choose([f"id = {self.id()}", f"sent > {self.random.randrange(12)}"])
            return f"{kind} letters SET {choose(values)} WHERE {where}"
        if kind == "DELETE":
            return f"DELETE FROM letters WHERE id IN ({self.id()}, {self.id()})"
        return choose(["DELETE FROM letters", self.statement(), self.statement(), self.statement()])

    def line(self) -> str:
        a, b, c = (self.statement() for _ in range(3))
        if self.inbox.in_transaction:
            savepoint = [f"SAVEPOINT s; {a}; ROLLBACK TO s", f"SAVEPOINT s; {a}; RELEASE s"]
            return self.random.choice([a, *savepoint, "COMMIT", "COMMIT", "ROLLBACK"])
        lines = [a] * 6 + ["BEGIN", f"BEGIN; {a}", f"BEGIN; {a}; {b}; COMMIT", f"BEGIN; {a}; ROLLBACK"]
        lines += [f"BEGIN; {a}; SAVEPOINT s; {b}; ROLLBACK TO s; {c}; COMMIT"]
        lines += [f"SAVEPOINT s; {a}; RELEASE s", f"{a}; {b}", "", "SELECT 1", "nonsense"]
        # What is committed stays so when the next transaction is rolled back.
        lines += [f"BEGIN; {a}; COMMIT; BEGIN; {b}", f"BEGIN; {a}; COMMIT; BEGIN; {b}; ROLLBACK"]
        return self.random.choice(lines)

    # What has to come of it.

    def say(self, line: str) -> list[str]:
        printed = self.inbox.turn(line)
        self.said += [f"> {line}", *printed]
        for mark, letter in changes(printed):
            if not mark:
                continue
            was_told = letter.id in self.told
            assert was_told == (mark != "+"), "\n".join(self.said)
            self.told[letter.id] = letter
            if mark == "-":
                del self.told[letter.id]
        return printed

    def now(self) -> Rows:
        return {letter.id: letter for letter in truth(self.other)}

    def check(self) -> None:
        """While a transaction is open the list is as before it. `rows` are what the list shows, `told` those
        that are known by the printed changes."""
        if not self.inbox.in_transaction:
            self.rows = self.now()
        expected = sorted(self.rows.values(), key=lambda letter: (letter.sent, letter.id), reverse=True)
        found = [letter for mark, letter in changes(self.say("list")) if not mark]
        if found != expected:
            fail("\n".join([*self.said, "the list", *map(str, found), "the query", *map(str, expected)]))
        assert self.told == self.rows, "\n".join(self.said)
        counts, steps = (self.inbox.undo, self.inbox.redo), (len(self.undo), len(self.redo))
        if counts != steps:
            fail("\n".join([*self.said, f"{counts} steps, not {steps}"]))

    def execute(self) -> None:
        """A line, and the step that it makes."""
        before = self.rows
        self.say(self.line())
        if not self.inbox.in_transaction:
            self.keep(Step.of(before, self.now()))

    def keep(self, step: Step) -> None:
        if step.ids():
            self.undo = [*self.undo, step][-STEPS:]
            self.redo.clear()

    def is_allowed(self, rows: Rows) -> bool:
        return not self.unique or len({(row.sender, row.subject) for row in rows.values()}) == len(rows)

    def go(self, word: str) -> None:
        """One step back or forth."""
        steps, others = (self.undo, self.redo) if word == "undo" else (self.redo, self.undo)
        before = self.now()
        printed = self.say(word)
        if not steps:
            assert NOTHING in printed
            return
        step = steps[-1]
        expected = {id: row for id, row in before.items() if id not in step.ids()} | step.before
        if any(before.get(id) != step.after.get(id) for id in step.ids()):
            assert CONFLICT in printed, "\n".join(self.said)
            self.undo.clear()
            self.redo.clear()
            expected = before
        elif not self.is_allowed(expected):
            assert f"{REFUSED}constraint failed" in printed, "\n".join(self.said)
            expected = before
        else:
            others.append(Step(*reversed(steps.pop())))
        assert self.now() == expected, "\n".join(self.said)

    def write_elsewhere(self) -> None:
        statement = self.statement()
        self.said.append(f"elsewhere: {statement}")
        try:
            self.other.execute(statement)
        except sqlite3.IntegrityError as error:
            self.said.append(f"  {error}")
        if self.random.randrange(3):
            self.say("")

    def write_while_locked(self) -> None:
        """The other connection has a lock; with that of a reader only some commits fail."""
        begin, word = self.random.choice(["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"]), "undo"
        if self.random.randrange(2):
            word = self.statement()
        self.other.execute(begin)
        before = self.now()
        printed = self.say(word)
        assert not word == "undo" or LOCKED in printed or NOTHING in printed, "\n".join(self.said)
        assert self.now() == before
        self.other.execute("COMMIT")

    def commit_beside_a_reader(self) -> None:
        self.other.execute("BEGIN")
        before = self.now()
        mode = self.other.execute("PRAGMA journal_mode").fetchone()[0]
        if mode == "delete":
            printed = self.say("undo")
            assert any(line.startswith(REFUSED) for line in printed), "\n".join(self.said)
            if CONFLICT in printed:
                self.undo.clear()
                self.redo.clear()
            self.say(self.statement())
        assert self.now() == before
        self.other.execute("COMMIT")

    def run(self, turns: int) -> None:
        for _ in range(turns):
            if self.inbox.in_transaction:
                self.execute()
            else:
                acts = [self.execute] * 8 + [self.write_elsewhere] * 2
                acts += [lambda: self.go("undo")] * 4 + [lambda: self.go("redo")] * 3
                acts += [self.write_while_locked, self.commit_beside_a_reader]
                self.random.choice(acts)()
            self.check()


@contextmanager
def session(folder: Path, seed: int, *prefix: str) -> Iterator[Session]:
    mode, unique = MODES[seed % 2], seed // 2 % 2 == 1
    path = folder / f"letters-{seed}.db"
    words = [*prefix, examples.inbox(), path]
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
    with three(tmp_path, "wal") as (inbox, other):
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
