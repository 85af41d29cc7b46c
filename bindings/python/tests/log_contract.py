"""What each log does, whatever it is over. `CONTRACT` has it as functions of a `Place`; a test calls each of
them with a new one."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Callable, Optional

from log_places import ADA, BEN, LONG, Place, changes, fill, is_refused, opened, read_all, snapshot, waiting
from log_races import race

from iqlist.sync import Entry, EntryId, EntryKind, Tail

Rule = Callable[[Place], None]
CONTRACT: list[Rule] = []


def rule(function: Rule) -> Rule:
    CONTRACT.append(function)
    return function


# --- what is appended


@rule
def a_log_without_entries_says_so(place: Place) -> None:
    with opened(place) as log:
        nothing = Tail(b"", None, [])
        assert log.read(None, 0) == nothing and log.snapshot() == nothing
        assert is_refused(log, changes(1, 2)).writer == b""


@rule
def entries_are_read_as_they_were_appended(place: Place) -> None:
    """Bodies are any bytes, and none."""
    entries = [snapshot(1, 1, body=b""), changes(1, 2, body=bytes(range(256))), snapshot(1, 3, BEN)]
    entries += [changes(1, 4, BEN, b"\r\n\0"), snapshot(2, 1, BEN), changes(2, 2)]
    with opened(place) as log, opened(place) as other:
        for number, entry in enumerate(entries[:4]):
            log.append(entry)
            assert read_all(other) == entries[: number + 1]
            assert log.read(None, 0).last == entry.id
        fill(other, *entries[4:])
        assert read_all(log) == entries[2:]
        assert [entry.kind.name for entry in read_all(log)[:2]] == ["SNAPSHOT", "CHANGES"]


@rule
def what_does_not_follow_is_refused(place: Place) -> None:
    """In a log without entries, with the first one, within an epoch, and where one begins."""
    with opened(place) as log:
        ids = [(epoch, number) for epoch in range(-1, 5) for number in range(-1, 6)]
        ids += [(1, 1 << 40), (1 << 40, 1), (2, 11), (11, 1)]
        steps = [None, snapshot(1, 1), changes(1, 2), snapshot(1, 3), snapshot(2, 1), changes(2, 2)]
        last: Optional[EntryId] = None
        for step in steps:
            if step is not None:
                log.append(step)
                last = step.id
            for id in (EntryId(*id) for id in ids):
                if not id.follows(last):
                    assert is_refused(log, Entry(id, EntryKind.SNAPSHOT, BEN, b"")).last == last
                if not id.follows(last) or id.number == 1:
                    assert is_refused(log, Entry(id, EntryKind.CHANGES, BEN, b"")).last == last
        assert log.read(None, 0).last == (2, 2)


@rule
def tens_and_hundreds_follow_as_numbers_do(place: Place) -> None:
    """9 comes before 10, whatever the ids are made of."""
    with opened(place) as log:
        log.append(snapshot(1, 1))
        fill(log, *(changes(1, number) for number in range(2, 102)))
        for epoch in range(2, 12):
            log.append(snapshot(epoch, 1))
            is_refused(log, snapshot(epoch - 1, 102))
        assert [entry.id for entry in read_all(log)] == [(10, 1), (11, 1)]


@rule
def an_entry_that_is_the_last_one_may_come_again(place: Place) -> None:
    """Its answer was lost. The same id of another writer is refused, and one that is no longer the last."""
    with opened(place) as log, opened(place) as other:
        for entry in (snapshot(1, 1), changes(1, 2), snapshot(1, 3), snapshot(2, 1)):
            fill(log, entry, entry)
            other.append(entry)
            assert is_refused(other, entry._replace(writer=BEN)).writer == ADA
        assert [entry.id for entry in read_all(log)] == [(1, 3), (2, 1)]
        log.append(changes(2, 2, BEN))
        assert is_refused(log, snapshot(2, 1)).writer == BEN


@rule
def the_publisher_before_is_refused(place: Place) -> None:
    with opened(place) as log, opened(place) as other:
        fill(log, snapshot(1, 1), changes(1, 2))
        other.append(snapshot(2, 1, BEN))
        for entry in (changes(1, 3), snapshot(1, 3), snapshot(2, 1)):
            refused = is_refused(log, entry)
            assert (refused.last, refused.writer) == ((2, 1), BEN)
        log.append(snapshot(3, 1))
        assert is_refused(other, changes(2, 2, BEN)).last == (3, 1)


@rule
def what_is_before_the_last_snapshot_but_one_is_dropped(place: Place) -> None:
    """With the snapshot, and nothing more."""
    steps = [snapshot(1, 1), changes(1, 2), changes(1, 3), snapshot(1, 4), changes(1, 5), snapshot(1, 6)]
    steps += [snapshot(1, 7), changes(1, 8), snapshot(2, 1), changes(2, 2), snapshot(3, 1), snapshot(4, 1)]
    first = [1, 1, 1, 1, 1, 4, 6, 6, 7, 7, 9, 11]
    with opened(place) as log:
        for number, (step, start) in enumerate(zip(steps, first)):
            log.append(step)
            assert read_all(log) == steps[start - 1 : number + 1]


# --- what is read


@rule
def a_read_begins_after_an_id(place: Place) -> None:
    """Also after one that was dropped, or never there."""
    entries = [snapshot(1, 3), changes(1, 4), snapshot(2, 1), changes(2, 2)]
    with opened(place) as log:
        fill(log, snapshot(1, 1), changes(1, 2), *entries)
        assert read_all(log) == entries
        for after in [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 99), (2, 1), (2, 2)]:
            expected = [entry for entry in entries if entry.id > after]
            assert read_all(log, EntryId(*after)) == expected
            tail = log.read(EntryId(*after), 0)
            assert tail.last == (2, 2) and tail.entries == expected[: len(tail.entries)]


@rule
def many_entries_are_read_bit_by_bit(place: Place) -> None:
    entries = [snapshot(1, 1)]
    entries += [changes(1, number, body=str(number).encode()) for number in range(2, 1000)]
    with opened(place) as log:
        fill(log, *entries)
        assert read_all(log) == entries
        assert log.read(None, LONG).last == (1, 999)


@rule
def bodies_may_be_large(place: Place) -> None:
    bodies = [bytes([number]) * (5 << 20) for number in range(4)]
    entries = [snapshot(1, 1, body=bodies[0])]
    entries += [changes(1, number + 1, body=bodies[number]) for number in range(1, 4)]
    with opened(place) as log:
        fill(log, *entries)
        assert read_all(log) == entries
        assert log.snapshot().entries == entries[:1]
        log.append(snapshot(2, 1, body=bodies[3]))
        assert log.snapshot().entries[0].body == bodies[3]


@rule
def the_latest_snapshot_is_known(place: Place) -> None:
    with opened(place) as log:
        latest: Optional[Entry] = None
        for entry in (snapshot(1, 1), changes(1, 2), snapshot(1, 3), snapshot(2, 1), changes(2, 2)):
            log.append(entry)
            latest = entry if entry.kind == EntryKind.SNAPSHOT else latest
            tail = log.snapshot()
            assert tail == (log.read(None, 0).identity, entry.id, [latest])


# --- what waits


@rule
def a_read_waits_for_an_entry(place: Place) -> None:
    """Of the same object, of another one, in a log without entries, and where an epoch begins."""
    with opened(place) as log, opened(place) as other:
        after: Optional[EntryId] = None
        for entry in (snapshot(1, 1), changes(1, 2), snapshot(1, 3), snapshot(2, 1), changes(2, 2)):
            reads = [waiting(log, after), waiting(log, after), waiting(other, after)]
            time.sleep(0.1)
            assert not any(read.answers for read in reads)
            log.append(entry)
            assert [read.answer().entries for read in reads] == [[entry]] * 3
            after = entry.id


@rule
def no_entry_is_missed_however_fast_they_come(place: Place) -> None:
    count = 300
    with opened(place) as log, opened(place) as other:
        log.append(snapshot(1, 1))
        entries = [changes(1, number) for number in range(2, count)]
        writer = threading.Thread(target=fill, args=(other, *entries))
        writer.start()
        found: list[Entry] = []
        while len(found) < len(entries):
            tail = log.read(found[-1].id if found else EntryId(1, 1), LONG)
            assert tail.entries, "it has waited in vain"
            found += tail.entries
        writer.join()
        assert found == entries


@rule
def a_read_that_waits_in_vain_ends(place: Place) -> None:
    with opened(place) as log:
        for after in (None, EntryId(1, 1)):
            began = time.monotonic()
            tail = log.read(after, 0.4)
            assert time.monotonic() - began >= 0.35
            assert (tail.last, tail.entries) == (after, [])
            if after is None:
                log.append(snapshot(1, 1))


@rule
def a_log_that_is_shorter_answers_at_once(place: Place) -> None:
    with opened(place) as log:
        fill(log, snapshot(1, 1), changes(1, 2))
        for after in ((1, 3), (2, 1)):
            tail = waiting(log, EntryId(*after)).answer()
            assert (tail.last, tail.entries) == ((1, 2), [])
        place.empty()
        assert waiting(log, EntryId(1, 2)).answer() == (b"", None, [])


@rule
def closing_ends_a_read_that_waits(place: Place) -> None:
    """And no other one."""
    with opened(place) as other:
        with opened(place) as log:
            other.append(snapshot(1, 1))
            read, stays = waiting(log, EntryId(1, 1)), waiting(other, EntryId(1, 1))
            time.sleep(0.3)
        assert read.answer().entries == []
        assert stays.thread.is_alive()
        log.close()
        other.append(changes(1, 2))
        assert stays.answer().entries == [changes(1, 2)]


# --- which log it is


@rule
def an_identity_stays_until_the_log_is_emptied(place: Place) -> None:
    seen: set[bytes] = set()
    with opened(place) as log:
        for _ in range(3):
            log.append(snapshot(1, 1))
            identity = log.read(None, 0).identity
            assert len(identity) == 16 and identity not in seen
            seen.add(identity)
            is_refused(log, changes(1, 3))
            fill(log, changes(1, 2), snapshot(1, 3), snapshot(2, 1, BEN), snapshot(2, 1, BEN))
            with opened(place) as other:
                assert log.snapshot().identity == other.snapshot().identity == identity
                assert other.read(EntryId(2, 1), 0).identity == identity
            place.empty()
            assert log.read(None, 0) == log.snapshot() == (b"", None, [])
            assert is_refused(log, changes(2, 2)).last is None


# --- several at once


@rule
def each_id_has_one_winner_among_threads(place: Place) -> None:
    with ThreadPoolExecutor(4) as executor:
        race(place, executor, 150)


@rule
def each_id_has_one_winner_among_processes(place: Place) -> None:
    if place.is_shared:
        with ProcessPoolExecutor(4, get_context("spawn")) as executor:
            race(place, executor, 150)
