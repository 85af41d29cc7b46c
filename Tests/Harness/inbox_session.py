"""Random turns of the example inbox and of another connection, and after each what the list, the printed
changes and the steps have to be."""

from __future__ import annotations

import random
import sqlite3

from inbox import CONFLICT, LOCKED, NOTHING, REFUSED, STEPS, Inbox, Rows, Step, changes, truth
from outcomes import fail

KINDS = ["INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE", "UPDATE"]


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
        kind = choose([*KINDS, "UPDATE", "DELETE", "ALL"])
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
        assert word != "undo" or LOCKED in printed or NOTHING in printed, "\n".join(self.said)
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
