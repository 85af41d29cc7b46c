"""`iqlist.sync.RedisLog`: what each log does, and servers that go and come."""

from __future__ import annotations

import doctest
import threading
import time
from collections.abc import Generator
from functools import partial
from typing import Any

import board
import pytest
import redis
import sync_session
from log_contract import CONTRACT, Rule
from log_places import BEN, LONG, Place, changes, check_limits, fill, is_refused, read_all, snapshot, waiting
from redis.crc import key_slot
from redis_server import RedisServer, redis_server

import iqlist
from iqlist.sync import EntryId, Log, RedisLog, redis_log


@pytest.fixture(scope="module")
def there() -> Generator[RedisServer, None, None]:
    with redis_server() as made:
        yield made


@pytest.fixture
def client(there: RedisServer) -> Generator[Any, None, None]:
    with there.client() as made:
        made.flushall()
        yield made


def place(there: RedisServer, client: Any) -> Place:
    return Place(partial(there.log, "people"), client.flushall)


@pytest.mark.parametrize("rule", CONTRACT, ids=lambda rule: rule.__name__)
def test_a_log(there: RedisServer, client: Any, rule: Rule) -> None:
    rule(place(there, client))


def test_the_examples(client: Any) -> None:
    """Those of the docstrings."""
    found = doctest.testmod(redis_log, extraglobs={"client": client}, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 8 and found.failed == 0


def test_little_is_read_at_once(there: RedisServer, client: Any) -> None:
    check_limits(there.log("people"), 256, 8 << 20)


def test_logs_of_a_server_are_apart(there: RedisServer) -> None:
    one, two = there.log("one"), there.log("two")
    one.append(snapshot(1, 1))
    two.append(snapshot(1, 1, BEN))
    read = waiting(one, EntryId(1, 1), 0.5)
    two.append(changes(1, 2, BEN))
    assert read.answer().entries == []
    assert read_all(one) == [snapshot(1, 1)]
    assert one.snapshot().identity != two.snapshot().identity


def test_a_client_that_decodes_is_refused(there: RedisServer) -> None:
    with pytest.raises(ValueError, match="without decode_responses"):
        RedisLog(there.client(decode_responses=True), "people")


def test_the_third_protocol(there: RedisServer, client: Any) -> None:
    with there.client(protocol=3) as other:
        log = RedisLog(other, "people")
        fill(log, snapshot(1, 1), changes(1, 2))
        assert read_all(log) == [snapshot(1, 1), changes(1, 2)]
        read = waiting(log, EntryId(1, 2))
        time.sleep(0.1)
        log.append(changes(1, 3))
        assert read.answer().entries == [changes(1, 3)]


def test_scripts_that_the_server_has_forgotten(there: RedisServer, client: Any) -> None:
    log = there.log("people")
    log.append(snapshot(1, 1))
    client.script_flush()
    log.append(changes(1, 2))
    client.script_flush()
    assert read_all(log) == [snapshot(1, 1), changes(1, 2)]


@pytest.mark.parametrize("lost", ["head", "entries"])
def test_a_key_that_was_evicted(there: RedisServer, client: Any, lost: str) -> None:
    """Without one of them the other is worth nothing: the log is empty, and begins anew."""
    log = there.log("people")
    fill(log, snapshot(1, 1), changes(1, 2), snapshot(2, 1))
    identity = log.snapshot().identity
    assert client.delete(f"{{iqlist:people}}:{lost}") == 1
    assert log.read(None, 0) == log.snapshot() == (b"", None, [])
    assert is_refused(log, changes(2, 2)).last is None
    log.append(snapshot(1, 1, BEN))
    assert read_all(log) == [snapshot(1, 1, BEN)]
    assert log.snapshot().identity not in (identity, b"")


def test_entries_stay_within_what_is_needed(there: RedisServer, client: Any) -> None:
    """The head is one entry, and nothing else is left of what was dropped."""
    log = there.log("people")
    for epoch in range(1, 50):
        log.append(snapshot(epoch, 1))
    assert sorted(client.keys()) == [b"{iqlist:people}:entries", b"{iqlist:people}:head"]
    assert client.xlen("{iqlist:people}:head") == 1
    assert client.xlen("{iqlist:people}:entries") == 2


def test_memory_that_is_used_up_changes_nothing(there: RedisServer, client: Any) -> None:
    log = there.log("people")
    fill(log, snapshot(1, 1), changes(1, 2))
    before = log.read(None, 0)
    client.config_set("maxmemory", 1)
    try:
        with pytest.raises(redis.RedisError):
            log.append(snapshot(1, 3))
        assert log.read(None, 0) == before
    finally:
        client.config_set("maxmemory", 0)
    log.append(snapshot(1, 3))
    assert len(read_all(log)) == 3


def test_a_cluster_has_both_keys_in_one_slot(there: RedisServer) -> None:
    """It refuses scripts whose keys are in two of them."""
    found: set[int] = set()
    for name in ("people", "", "}", "{a}b", "ä"):
        [slot] = {key_slot(key.encode()) for key in there.log(name)._keys}
        found.add(slot)
    assert len(found) > 1


# --- a server that is killed


def ask_until_it_answers(log: Log) -> None:
    """A client may have found out at the first call only."""
    end = time.monotonic() + LONG
    while True:
        try:
            log.read(None, 0)
            return
        except redis.ConnectionError:
            assert time.monotonic() < end


def test_a_server_that_keeps_what_it_has() -> None:
    with redis_server("--appendonly", "yes", "--appendfsync", "always") as there:
        log = there.log("people")
        entries = [snapshot(1, 1), changes(1, 2), changes(1, 3)]
        fill(log, *entries)
        identity = log.snapshot().identity
        there.kill()
        with pytest.raises(redis.ConnectionError):
            log.append(changes(1, 4))
        with pytest.raises(redis.ConnectionError):
            log.read(None, LONG)
        there.start()
        ask_until_it_answers(log)
        assert (log.snapshot().identity, read_all(log)) == (identity, entries)
        fill(log, changes(1, 3), changes(1, 4))
        assert read_all(there.log("people")) == [*entries, changes(1, 4)]


def test_a_server_that_loses_what_it_has() -> None:
    """The publisher is refused, and whoever reads on sees another log that is shorter."""
    with redis_server() as there:
        log = there.log("people")
        fill(log, snapshot(1, 1), changes(1, 2))
        identity = log.snapshot().identity
        there.kill()
        there.start()
        ask_until_it_answers(log)
        assert waiting(log, EntryId(1, 2)).answer() == (b"", None, [])
        assert is_refused(log, changes(1, 3)).last is None
        log.append(snapshot(1, 1))
        assert log.snapshot().identity not in (identity, b"")


def test_a_read_that_waits_while_the_server_is_killed() -> None:
    """It raises what the client does, or answers when the server is there again."""
    with redis_server() as there:
        log = there.log("people")
        log.append(snapshot(1, 1))
        ended: list[Any] = []

        def read() -> None:
            try:
                ended.append(log.read(EntryId(1, 1), LONG).last)
            except redis.ConnectionError as error:
                ended.append(error)

        thread = threading.Thread(target=read)
        thread.start()
        time.sleep(0.3)
        there.kill()
        there.start()
        thread.join(LONG / 2)
        assert not thread.is_alive()
        assert ended[0] is None or isinstance(ended[0], redis.ConnectionError)


def test_followers_of_a_publisher() -> None:
    """While the server is killed in the middle, and started again."""
    with redis_server("--appendonly", "yes", "--appendfsync", "always") as there:

        def between(part: int) -> None:
            if part == 6:
                there.kill()
            elif part == 7:
                there.start()

        words = ["redis", there.socket, "orders"]
        sync_session.run(lambda: there.log("orders"), words, updates=100_000, between=between, away=7)


def test_the_program_of_the_guide(there: RedisServer, client: Any) -> None:
    address = f"unix://{there.socket}"
    shown = iqlist.List[Any](key=lambda note: note[0], content=lambda note: note[1])
    with board.published(shown, address), board.followed(address) as viewer:
        shown.set_items([[1, "Call Ada"], [2, "Write to Ben"]])
        sync_session.wait(lambda: bool(viewer.list.poll()) or viewer.list.models() == shown.models())
