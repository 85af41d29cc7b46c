"""`iqlist.sync.Journal`: what a list is after its process has ended, at whichever moment."""

from __future__ import annotations

import errno
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sync_changes import Changes, Task, decode, encode, look, new_list

import iqlist
from iqlist import DiffFlag, List
from iqlist.sync import EntryKind, FileLog, Journal

SEED = random.randrange(1 << 32)


def opened(path: Path, **options: Any) -> tuple[List[Task], Journal]:
    shown, given = new_list(), dict[str, Any](encode=encode, decode=decode)
    return shown, Journal(path, shown, **{**given, **options})


def ignore(_: Exception) -> None:
    """An error that was meant."""


def fails(_: bytes) -> Any:
    raise ZeroDivisionError


@pytest.mark.parametrize("steps", [20, 5000])
def test_each_commit_is_there_the_next_time(tmp_path: Path, steps: int) -> None:
    """Beside a list that lives on: at random moments the other one is opened, and then both undo and redo
    alike, as far as the file goes back."""
    print(f"seed {SEED}")
    generator, path = random.Random(SEED), tmp_path / "journal"
    shown, journal = opened(path, every=20, steps=steps)
    changes, undone = Changes(SEED, shown), 0
    for _ in range(25):
        for _ in range(generator.randrange(12)):
            changes.step()
            assert journal.error is None
        # The process that is killed has closed nothing.
        copied = path.with_name("copied")
        copied.write_bytes(path.read_bytes())
        again, other = opened(copied, every=20, steps=steps)
        assert look(again) == look(shown)
        here, there = shown.info(), again.info()
        if steps == 5000:
            assert (there.undo_steps, there.redo_steps) == (here.undo_steps, here.redo_steps)
        for call, back, count in (
            ("undo", "redo", min(here.undo_steps, there.undo_steps, 10)),
            ("redo", "undo", min(here.redo_steps, there.redo_steps, 10)),
        ):
            undone += count
            for name in [call] * count + [back] * count:
                getattr(shown, name)()
                getattr(again, name)()
                assert look(again) == look(shown)
        other.close()
    assert undone > 20
    journal.close()


def test_so_many_steps_can_be_undone(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    shown, journal = opened(path, steps=5, every=7)
    for number in range(1, 40):
        shown.set_items([Changes(number, shown).row(number)])
    journal.close()
    again, journal = opened(path, steps=5, every=7)
    assert again.info().undo_steps == 5
    journal.close()
    without: List[Task] = List()
    with Journal(path, without, encode=encode, decode=decode):
        assert look(without) == look(again) and without.info().undo_steps == 0
    # No more than twice as many commits are in the file, with two snapshots.
    log = FileLog(path)
    kinds = [entry.kind for entry in log.read(None, 0).entries]
    log.close()
    assert kinds.count(EntryKind.SNAPSHOT) == 2 and len(kinds) <= 2 + 14 + 2


def test_a_file_that_ends_anywhere(tmp_path: Path) -> None:
    """It is cut at every byte: the list is what it was after the last whole commit, and goes on."""
    print(f"seed {SEED}")
    path = tmp_path / "journal"
    shown, journal = opened(path, every=4)
    states: list[tuple[int, Any]] = [(0, []), (path.stat().st_size, [])]
    inode = path.stat().st_ino
    number = 0
    while len(states) < 5:
        number += 1
        shown.set([("s", [Changes(SEED + number, shown).row(each) for each in range(number % 2 + 1)])])
        if path.stat().st_ino != inode:
            # The first entries were dropped: what is left begins with the last snapshot but one.
            break
        states.append((path.stat().st_size, look(shown)))
    journal.close()
    data = path.read_bytes()
    for end in range(len(data)):
        cut = tmp_path / "cut"
        cut.write_bytes(data[:end])
        expected = [state for size, state in states if size <= end][-1]
        again, journal = opened(cut)
        assert look(again) == expected, end
        again.set([("t", [Changes(end, again).row(end)])])
        journal.close()
        last, journal = opened(cut)
        assert look(last) == look(again), end
        journal.close()


def test_a_byte_that_is_another_one(tmp_path: Path) -> None:
    """The list is one that it has been, or the file is refused as it stands."""
    print(f"seed {SEED}")
    generator, path = random.Random(SEED), tmp_path / "journal"
    shown, journal = opened(path)
    states = [look(shown)]
    for number in range(6):
        shown.set([("s", [Changes(number, shown).row(each) for each in range(number)])])
        states.append(look(shown))
    journal.close()
    data = path.read_bytes()
    for _ in range(200):
        at = generator.randrange(len(data))
        damaged = bytearray(data)
        damaged[at] ^= 1 << generator.randrange(8)
        path.write_bytes(damaged)
        try:
            again, journal = opened(path)
        except ValueError:
            assert path.read_bytes() == damaged
            continue
        assert look(again) in states
        journal.close()


def test_a_second_opener_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    shown, journal = opened(path)
    for _ in range(3):
        with pytest.raises(BlockingIOError, match="another journal has the file open"):
            opened(path)
        # Also in another process, and after the file was replaced.
        code = f"import iqlist.sync as s, iqlist\ns.Journal({str(path)!r}, iqlist.List())"
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ)
        assert "BlockingIOError" in found.stderr
        for number in range(2100):
            shown.set_items([Changes(0, shown).row(number % 2)])
        break
    with pytest.raises(BlockingIOError):
        opened(path)
    journal.close()
    journal.close()
    opened(path)[1].close()


def test_a_file_that_is_removed_is_made_again(tmp_path: Path) -> None:
    """With all that the list shows, and nobody else opens it meanwhile."""
    path = tmp_path / "journal"
    shown, journal = opened(path)
    changes = Changes(SEED, shown)
    for loss in (path.unlink, lambda: path.write_bytes(b""), lambda: None):
        shown.set_items([*shown, changes.row()])
        loss()
        shown.set_items([*shown, changes.row()])
        assert journal.error is None
        with pytest.raises(BlockingIOError):
            opened(path)
        copied = path.with_name("copied")
        copied.write_bytes(path.read_bytes())
        again, other = opened(copied)
        assert look(again) == look(shown)
        other.close()
    journal.close()


def test_a_list_that_is_not_empty(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    first = List.of_items(["a"])
    with Journal(path, first, encode=str.encode):
        pass
    with pytest.raises(ValueError, match="an empty list"):
        Journal(path, List.of_items(["b"]), decode=bytes.decode)
    again: List[str] = List()
    with Journal(path, again, encode=str.encode, decode=bytes.decode):
        assert again.models() == ["a"]


def test_another_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter"
    for text in (b"Dear Ada,", b"iqlist log 2\n" + bytes(100), b"i" * 100):
        path.write_bytes(text)
        with pytest.raises(ValueError, match="no log"):
            opened(path)
        assert path.read_bytes() == text


def test_models_that_cannot_be_made_again(tmp_path: Path) -> None:
    """The error comes from the constructor, and the file stays."""
    path = tmp_path / "journal"
    _, journal = opened(path)
    journal.list.set_items([Changes(0, journal.list).row(1)])
    journal.close()
    data = path.read_bytes()
    with pytest.raises(ZeroDivisionError):
        opened(path, decode=fails)
    assert path.read_bytes() == data
    opened(path)[1].close()


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """The list goes on; when there is room again, the next commit saves all."""
    path = tmp_path / "journal"
    errors: list[Any] = []
    shown, journal = opened(path, on_error=errors.append)
    changes = Changes(SEED, shown)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (6000, limit[1]))
        while len(errors) < 3:
            shown.set_items([*shown, changes.row()])
        assert {error.errno for error in errors} == {errno.EFBIG}
        assert journal.error is errors[-1]
        assert path.stat().st_size < 6000
        # What was saved before can still be read.
        copied = path.with_name("copied")
        copied.write_bytes(path.read_bytes()[:6000])
        again, other = opened(copied)
        assert 0 < len(again) < len(shown)
        other.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, before)
    shown.set_items([*shown, changes.row()])
    assert journal.error is None
    journal.close()
    again, journal = opened(path)
    assert look(again) == look(shown)
    journal.close()


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A file system of 64 kB, where that may be mounted; else one that has no limit."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", folder]
        is_mounted = subprocess.run(words, capture_output=True, check=False).returncode == 0
        yield Path(folder)
        if is_mounted:
            subprocess.run(["umount", folder], check=True)


def test_a_small_disk_fills_up(small_disk: Path) -> None:
    """Also while what is old is dropped, which needs room for a second file."""
    print(f"seed {SEED}")
    path = small_disk / "journal"
    errors: list[Any] = []
    shown, journal = opened(path, every=5, steps=1, on_error=errors.append)
    changes = Changes(SEED, shown)
    for _ in range(60):
        shown.set_items([*shown, *(changes.row() for _ in range(10))])
    assert not errors or all(error.errno == errno.ENOSPC for error in errors)
    shown.set_items([changes.row()])
    assert journal.error is None
    journal.close()
    again, journal = opened(path)
    assert look(again) == look(shown)
    journal.close()


def test_what_was_not_saved_is_saved_at_the_end(tmp_path: Path) -> None:
    path, fails = tmp_path / "journal", [False]

    def failing(model: Any) -> bytes:
        if fails[0]:
            raise RuntimeError("not now")
        return encode(model)

    shown, journal = opened(path, encode=failing, on_error=ignore)
    fails[0] = True
    shown.set_items([Changes(0, shown).row()])
    assert isinstance(journal.error, RuntimeError)
    fails[0] = False
    journal.close()
    again, journal = opened(path)
    assert look(again) == look(shown)
    journal.close()


def test_threads_commit(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    shown: List[int] = List()
    journal = Journal(path, shown, encode=lambda model: b"%d" % model, decode=int, every=50)

    def insert(first: int) -> None:
        for number in range(first, first + 50):
            with shown.edit(wait=None) as edit:
                edit.insert_items([number])

    shown.set_items([0])
    threads = [threading.Thread(target=insert, args=(1000 * each,)) for each in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert journal.error is None
    journal.close()
    again: List[int] = List()
    with Journal(path, again, decode=int):
        assert again.models() == shown.models() and len(again) == 201


def test_pages_are_no_steps_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    shown, journal = opened(path)
    changes = Changes(0, shown)
    shown.set_items([changes.row()])
    with shown.edit(flags=DiffFlag.NO_STEP) as edit:
        edit.insert_items([changes.row()])
    shown.submit(iqlist.Snapshot.of_items([*shown, changes.row()]), flags=DiffFlag.NO_STEP | DiffFlag.HERE)
    shown.poll()
    shown.submit(iqlist.Snapshot.of_items([*shown, changes.row()]), flags=DiffFlag.HERE)
    shown.poll()
    journal.close()
    again, journal = opened(path)
    assert again.info().undo_steps == shown.info().undo_steps == 2
    journal.close()


def test_what_is_not_whole_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    _, journal = opened(path)
    journal.close()
    path.write_bytes(path.read_bytes() + b"half an entry" * 100)
    shown, journal = opened(path)
    shown.set_items([Changes(0, shown).row()])
    journal.close()
    assert b"half an entry" not in path.read_bytes()
