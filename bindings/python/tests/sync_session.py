"""One publisher, and followers that come and go, over any log: each shows at each entry what was published.

the first follower     ──────────────────────────────>
a slow one             ── reads half a second late ──>
a late one                        ─────────────────────>
another process        ────────── killed   again ─────>
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import random
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any, Callable, Optional

from iqlist import Key, List, Row
from iqlist.sync import Entry, EntryId, FileLog, Follower, Log, PostgresLog, Publisher, RedisLog

ROWS = 300


def encode(model: Any) -> bytes:
    return json.dumps(model).encode()


def digest(state: Any) -> str:
    """Of all that has to be the same."""
    found = hashlib.sha256(state.encode())
    found.update(json.dumps(state.models()).encode())
    return found.hexdigest()


class Noting(Follower[Any]):
    """Notes what it has made of each entry that it has read."""

    def __init__(self, log: Any, delay: float = 0, tell: Optional[Callable[..., Any]] = None) -> None:
        self.digests: dict[EntryId, str] = {}
        self.delay, self.tell = delay, tell
        super().__init__(log, decode=json.loads, on_error=ignore)

    def _show(self) -> None:
        assert self.id is not None
        self.digests[self.id] = digest(self._replica.state())
        if self.tell is not None:
            self.tell(self.id, self.digests[self.id])
        time.sleep(self.delay)
        super()._show()


class NotedLog:
    """A log that says what is appended."""

    def __init__(self, log: Log, note: Callable[[Entry], None]) -> None:
        self._log, self._note = log, note

    def append(self, entry: Entry) -> None:
        self._note(entry)
        self._log.append(entry)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)


def ignore(_: Any) -> None:
    """Does nothing, as after an error that was meant."""


class Updates:
    """Random edits: rows come, go, move and change."""

    def __init__(self, seed: int) -> None:
        self.random, self.number = random.Random(seed), ROWS
        self.list: List[Any] = List()
        self.list.set_items([self.row(number) for number in range(ROWS)])

    def row(self, number: int) -> Row[Any]:
        look = self.random.randrange(1000)
        return Row(Key(number), look, [number, look], None)

    def make(self) -> None:
        generator, shown = self.random, self.list
        at, kind = generator.randrange(len(shown)), generator.randrange(4)
        with shown.edit(changeset=False) as edit:
            if kind == 0 and len(shown) < 2 * ROWS:
                self.number += 1
                edit.insert_items([self.row(self.number)], position=at)
            elif kind == 1 and len(shown) > ROWS // 2:
                edit.delete_item_range(None, at, 1)
            elif kind == 2:
                edit.move_item_range(None, at, 1, position=generator.randrange(len(shown)))
            else:
                edit.update_items([self.row(shown[at].model[0])])


def run(
    new_log: Callable[[], Log],
    words: list[str],
    updates: int,
    between: Callable[[int], Any] = ignore,
    away: Optional[int] = None,
) -> None:
    """`words` tell another process which log it is, see `main`. `between` is called after each tenth of the
    updates; during that of the number `away` there is no server."""
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    source, states, log = Updates(seed), dict[EntryId, str](), new_log()

    def note(entry: Entry) -> None:
        """What an entry says, as it is appended."""
        doubtful = publisher._doubtful
        assert doubtful is not None
        states[entry.id] = digest(doubtful.state)

    noted: Any = NotedLog(log, note)
    publisher = Publisher(source.list, noted, encode=encode, every=100, on_error=ignore)
    logs = [new_log() for _ in range(3)]
    followers = [Noting(logs[0]), Noting(logs[1], delay=0.5)]
    others: list[Any] = []
    for part in range(10):
        if part in (1, 5):
            others.append(start(words))
        if part == 3:
            others[0].kill()
        if part == 5:
            followers.append(Noting(logs[2]))
        quick = [(each, len(each.digests)) for each in followers if not each.delay]
        for _ in range(updates // 10):
            source.make()
        # However quick the updates are: each part makes an entry at least, and those who are quick note one.
        if part != away:
            wait(partial(have_noted_more, quick))
        for each in followers:
            each.list.poll()
        between(part)
    assert publisher.flush(60), publisher.error
    end = publisher.id
    assert end is not None
    wait(lambda: all(each.id == end for each in followers))
    for each, least in zip(followers, (9, 1, 4)):
        wait(partial(shows, each.list, source.list))
        each.close()
        assert check(each.digests, states) >= least
    printed, _ = others[1].communicate(f"{end}\n", timeout=60)
    others[0].communicate()
    lines = [line.split() for line in printed.splitlines()]
    digests = {EntryId(*map(int, id.split("-"))): digest for id, digest in lines}
    # The last entry may be a snapshot that says what it has known already.
    assert digests[max(digests)] == states[end]
    check(digests, states)
    publisher.close()
    for one in (log, *logs):
        one.close()


def have_noted_more(followers: list[tuple[Noting, int]]) -> bool:
    return all(len(each.digests) > before for each, before in followers)


def shows(there: List[Any], source: List[Any]) -> bool:
    there.poll()
    return there.models() == source.models()


def check(digests: dict[EntryId, str], states: dict[EntryId, str]) -> int:
    both = digests.keys() & states.keys()
    assert all(digests[id] == states[id] for id in both)
    return len(both)


def wait(holds: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def start(words: list[str]) -> subprocess.Popen[str]:
    command = [sys.executable, __file__, *words]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ)


def main(kind: str, address: str, name: str) -> None:
    """Another process: follows until it has read the entry whose id it gets."""
    log = log_of(kind, address, name)
    follower = Noting(log, tell=partial(print, flush=True))
    end = sys.stdin.readline().strip()
    wait(lambda: str(follower.id) == end)
    follower.close()


def log_of(kind: str, address: str, name: str) -> Any:
    if kind == "file":
        return FileLog(Path(address, name))
    if kind == "redis":
        return RedisLog(importlib.import_module("redis").Redis(unix_socket_path=address), name)
    psycopg = importlib.import_module("psycopg")
    return PostgresLog(lambda: psycopg.connect(address), name)


if __name__ == "__main__":
    main(*sys.argv[1:])
