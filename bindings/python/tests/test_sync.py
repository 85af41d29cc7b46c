"""`iqlist.sync` over a file: what a follower shows beside its publisher, and what both do where a log
fails."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sync_session
from sync_changes import Changes, decode, encode, look, new_list

import iqlist
from iqlist import ChangeFlag, Duplicates, EventKind, List, Placeholder, sync
from iqlist.commits import Step
from iqlist.sync import Entry, EntryId, EntryKind, FileLog, Follower, Publisher, replica
from iqlist.sync.recorder import Recorder
from iqlist.sync.replica import Replica

SEED = random.randrange(1 << 32)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[FileLog]:
    made = FileLog(tmp_path / "log")
    yield made
    made.close()


def until(holds: Callable[[], Any], *polled: List[Any], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        for shown in polled:
            shown.poll()
        time.sleep(0.005)


def has_caught_up(follower: Follower[Any], publisher: Publisher, shown: List[Any]) -> bool:
    return follower.id == publisher.id and look(follower.list) == look(shown)


def next_events(there: Follower[Any]) -> list[Any]:
    found: list[Any] = []
    end = time.monotonic() + 20
    while not found:
        assert time.monotonic() < end
        found = there.list.poll()
        time.sleep(0.005)
    return found


def has_only(shown: List[Any], model: Any) -> bool:
    return shown.models() == [model]


def ignore(_: Exception) -> None:
    """An error that was meant."""


class Failing:
    """A log that fails when it is told to: before it does anything, or after."""

    def __init__(self, log: FileLog) -> None:
        self.log = log
        self.fails_before = self.fails_after = False
        self.appended: list[Entry] = []

    def append(self, entry: Entry) -> None:
        if self.fails_before:
            raise OSError("before")
        self.log.append(entry)
        self.appended.append(entry)
        if self.fails_after:
            self.fails_after = False
            raise OSError("after")

    def read(self, after: Any, wait: float) -> Any:
        return self.log.read(after, wait)

    def snapshot(self) -> Any:
        return self.log.snapshot()

    def close(self) -> None:
        self.log.close()


def test_followers_show_what_the_publisher_does_at_each_entry(
    log: FileLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random changes of each kind. One follower is there from the beginning, one comes late, one polls
    rarely, so that entries were dropped that it has not read."""
    print(f"seed {SEED}")
    states: dict[EntryId, Any] = {}
    seen = 0
    take = Replica.take

    def checked(self: Any, entry: Entry) -> Any:
        nonlocal seen
        body = take(self, entry)
        if entry.id in states:
            seen += 1
            assert look(self.state()) == states[entry.id], entry.id
        return body

    class Noting(Failing):
        def append(self, entry: Entry) -> None:
            assert publisher._doubtful is not None
            states[entry.id] = look(publisher._doubtful.state)
            super().append(entry)

    monkeypatch.setattr(Replica, "take", checked)
    # Models of small changes are given in both ways.
    monkeypatch.setattr(replica, "FEW", 2)
    shown = new_list()
    changes = Changes(SEED, shown)
    publisher = Publisher(shown, Noting(log), encode=encode, every=7)
    followers = [Follower[Any](log, decode=decode)]
    for round_ in range(150):
        changes.step()
        # However quick the changes are: the first follower reads an entry of every five of them.
        if round_ % 5 == 0:
            assert publisher.flush(20)
            until(partial(has_caught_up, followers[0], publisher, shown), followers[0].list)
        followers[0].list.poll()
        if round_ == 60:
            followers.append(Follower(log, decode=decode))
    assert publisher.flush(20)
    for each in followers:
        until(partial(has_caught_up, each, publisher, shown), each.list)
        assert each.error is None
        each.close()
    publisher.close()
    assert seen > 20 and publisher.error is None
    kept = log.read(None, 0).entries
    assert kept[0].kind == EntryKind.SNAPSHOT
    assert [each.kind for each in kept].count(EntryKind.SNAPSHOT) == 2


def test_who_comes_late_is_shown_nothing_old(log: FileLog) -> None:
    class Slow(Failing):
        def read(self, after: Any, wait: float) -> Any:
            time.sleep(wait)
            return super().read(after, 0)

    shown = List.of_items(["old"])
    with Publisher(shown, log, encode=str.encode) as publisher:
        for name in ("older", "newer", "new"):
            shown.set_items([name])
            assert publisher.flush(20)
        with Follower[Any](Slow(log), decode=bytes.decode) as there:
            there.list.set_events(EventKind.UPDATE)
            found = next_events(there)
            assert len(found) == 1 and there.list.models() == ["new"]


def test_names_headers_classes_and_levels_travel(log: FileLog) -> None:
    shown: List[Any] = List()
    changes = Changes(SEED, shown)
    header = iqlist.Supplementary(iqlist.ElementKind.HEADER, "h", 5, "Headline")
    shown.set(
        [("today", [changes.row(), changes.row()], [header]), (7, [changes.row()]), (("no", "text"), [])]
    )
    with Publisher(shown, log, encode=encode), Follower[Any](log, decode=decode) as there:
        until(lambda: len(there.list) == 3, there.list)
        assert [each.name for each in there.list.sections][:2] == ["today", 7]
        header_there = there.list.section("today").header
        assert header_there is not None and header_there.model == "Headline"
        # What is no text keeps its key.
        assert there.list.sections[2].key == iqlist.Key(("no", "text"))
        assert [row[1:] for row in there.list] == [row[1:] for row in shown]


def test_without_functions_items_have_no_models(log: FileLog) -> None:
    shown = List.of_items(["a", "b"])
    with Publisher(shown, log), Follower[Any](log) as there:
        until(lambda: len(there.list) == 2, there.list)
        assert there.list.models() == [None, None] and there.list.keys() == shown.keys()


def test_what_is_marked_is_marked_there(log: FileLog) -> None:
    shown = List.of_items(["a", "b", "c"])
    with (
        Publisher(shown, log, encode=str.encode) as publisher,
        Follower[Any](log, decode=bytes.decode) as there,
    ):
        until(lambda: len(there.list) == 3, there.list)
        there.list.set_events(EventKind.UPDATE)
        for name, flag in (
            ("reload_items", ChangeFlag.RELOAD),
            ("reconfigure_items", ChangeFlag.RECONFIGURE),
        ):
            with shown.edit() as edit:
                getattr(edit, name)(["b"])
            publisher.flush(20)
            found = next_events(there)
            [change] = found[0].changeset
            assert (change.after.item, change.flags) == (1, flag | ChangeFlag.BY_MARK)
        with shown.edit() as edit:
            edit.reload_sections([shown.sections[0]])
        found = next_events(there)
        assert [change.kind.name for change in found[0].changeset] == ["SECTION_UPDATE", "ITEM_UPDATE"]
        # And no longer, once it was shown.
        shown.set_items(["a", "b", "c", "d"])
        found = next_events(there)
        assert [change.kind.name for change in found[0].changeset] == ["ITEM_INSERT"]


def test_a_reload_of_all_is_one_there(log: FileLog) -> None:
    """Also where more is marked than a list remembers. All models are sent."""
    shown: List[Any] = List(key=lambda pair: pair[0], content=lambda pair: 0)
    shown.set_items([("a", 1), ("b", 1)])
    with Publisher(shown, log, encode=encode) as publisher, Follower[Any](log, decode=decode) as there:
        until(lambda: len(there.list) == 2, there.list)
        there.list.set_events(EventKind.UPDATE)
        shown.set_items([("a", 2), ("c", 2), ("b", 2)], flags=iqlist.DiffFlag.RELOAD)
        found = next_events(there)
        assert found[0].changeset.reload == iqlist.Reload.ASKED
        assert there.list.models() == [["a", 2], ["c", 2], ["b", 2]]
        assert publisher.id == (1, 2)


def test_keys_that_are_scoped_by_section(log: FileLog) -> None:
    shown = List[Any](duplicates=Duplicates.SCOPE, content=len)
    shown.set({"A": ["one", "two"], "B": ["one"]})
    there = Follower[Any](log, decode=bytes.decode, list=List(duplicates=Duplicates.SCOPE))
    with Publisher(shown, log, encode=str.encode), there:
        until(lambda: len(there.list) == 3, there.list)
        shown.set({"A": ["two"], "B": ["one", "two"]})
        until(lambda: there.list.models() == ["two", "one", "two"], there.list)


def test_a_derived_list_is_published(log: FileLog) -> None:
    source = List.of_items([3, 1, 2])
    shown = source.sorted(lambda _, model: model)
    shown.poll()
    with Publisher(shown, log, encode=lambda each: b"%d" % each), Follower[Any](log, decode=int) as there:
        until(lambda: there.list.models() == [1, 2, 3], there.list, shown)
        source.set_items([3, 0, 2])
        until(lambda: there.list.models() == [0, 2, 3], there.list, shown)


def test_an_open_edit_is_sent_when_it_is_committed(log: FileLog) -> None:
    shown = List.of_items(["a"])
    with Publisher(shown, log, encode=str.encode) as publisher:
        assert publisher.flush(20)
        with shown.edit() as edit:
            edit.insert_items(["b"])
            time.sleep(0.2)
            assert publisher.id == (1, 1)
        assert publisher.flush(20) and publisher.id == (1, 2)
        with pytest.raises(KeyError), shown.edit() as edit:
            edit.insert_items(["c"])
            edit.delete_items([iqlist.Key("x")])
            raise KeyError
        shown.set_items(["a", "b", "d"])
        assert publisher.flush(20) and publisher.id == (1, 3)
        # What changes nothing is no entry.
        shown.set_items(["a", "b", "d"])
        assert publisher.flush(20) and publisher.id == (1, 3)


def test_while_the_log_is_away_nothing_is_queued(log: FileLog) -> None:
    failing, shown = Failing(log), List.of_items(["a"])
    errors: list[Exception] = []
    publisher = Publisher(shown, failing, encode=str.encode, on_error=errors.append)
    assert publisher.flush(20)
    failing.fails_before = True
    for end in range(50):
        shown.set_items(map(str, range(end)))
    assert not publisher.flush(0.3)
    assert errors and isinstance(publisher.error, OSError)
    shown.set_items(["a", "b"])
    failing.fails_before = False
    assert publisher.flush(20)
    # At most one that was in doubt, and one with all the rest.
    assert publisher.id is not None and publisher.id <= (1, 3) and publisher.error is None
    there = Follower[Any](log, decode=bytes.decode)
    until(lambda: there.list.models() == ["a", "b"], there.list)
    there.close()
    publisher.close()


def test_an_append_whose_answer_was_lost_is_recognised(log: FileLog) -> None:
    """Also where the list goes on before it is tried again."""
    failing, shown = Failing(log), List.of_items(["a"])

    def go_on(_: Exception) -> None:
        shown.set_items(["c"])

    publisher = Publisher(shown, failing, encode=str.encode, on_error=go_on)
    there = Follower[Any](log, decode=bytes.decode)
    assert publisher.flush(20)
    failing.fails_after = True
    shown.set_items(["b"])
    until(lambda: there.list.models() == ["c"], there.list)
    shown.set_items(["c", "d"])
    until(lambda: there.list.models() == ["c", "d"], there.list)
    assert [each.id.number for each in log.read(None, 0).entries] == [1, 2, 3, 4]
    for each in (publisher, there):
        each.close()


def test_a_log_in_place_of_another_one_is_noticed(tmp_path: Path) -> None:
    """Although it has the next entry, and that would fit: what did not change is not compared."""
    for content, name in enumerate(["first", "second"]):
        other = FileLog(tmp_path / name)
        shown: List[Any] = List(key=lambda pair: pair[0], content=lambda pair: pair[1])
        shown.set_items([("a", content), ("b", 1)])
        with Publisher(shown, other, encode=encode) as publisher:
            assert publisher.flush(20)
            if name == "second":
                shown.set_items([("a", content), ("b", 1), ("c", 1)])
        other.close()
    log = FileLog(tmp_path / "first")
    with Follower[Any](log, decode=decode) as there:
        until(lambda: there.list.models() == [["a", 0], ["b", 1]], there.list)
        (tmp_path / "second").replace(tmp_path / "first")
        until(lambda: there.list.models() == [["a", 1], ["b", 1], ["c", 1]], there.list)
        assert there.error is None
    log.close()


def test_a_second_publisher_takes_the_log_over(log: FileLog) -> None:
    first, second = List.of_items(["first"]), List.of_items(["second"])
    errors: list[Exception] = []
    one = Publisher(first, log, encode=str.encode, on_error=errors.append)
    assert one.flush(20)
    there = Follower[Any](log, decode=bytes.decode)
    until(lambda: there.list.models() == ["first"], there.list)
    two = Publisher(second, log, encode=str.encode)
    until(lambda: there.list.models() == ["second"], there.list)
    first.set_items(["too late"])
    until(lambda: errors)
    assert isinstance(one.error, sync.TakenOverError) and not one.flush(1)
    second.set_items(["third"])
    until(lambda: there.list.models() == ["third"], there.list)
    assert two.id == (2, 2)
    for each in (one, two, there):
        each.close()


def test_publishers_that_begin_at_once(log: FileLog) -> None:
    """Each takes an epoch of its own; all but the last one are refused with their next change."""
    lists = [List.of_items([number]) for number in range(6)]
    publishers = [Publisher(each, log, encode=lambda model: b"%d" % model, on_error=ignore) for each in lists]
    until(lambda: all(each.id is not None for each in publishers))
    for number, each in enumerate(lists):
        each.set_items([number, 10])
    until(lambda: sum(isinstance(each.error, sync.TakenOverError) for each in publishers) == 5)
    [living] = [each for each in publishers if each.error is None]
    assert living.flush(20) and living.id == (6, 2)
    for publisher in publishers:
        publisher.close()


def test_a_log_that_was_lost_is_filled_again(tmp_path: Path) -> None:
    """Emptied, removed, and put back as it was some entries before."""
    path = tmp_path / "log"
    log, shown = FileLog(path), List.of_items([0])
    publisher = Publisher(shown, log, encode=lambda model: b"%d" % model)
    there = Follower[Any](log, decode=int)
    # The first change is an entry of its own, so that the second snapshot has another id than the last entry.
    assert publisher.flush(20)
    saved = b""
    for number, loss in enumerate(["", "emptied", "", "removed", "", "", "put back"], 1):
        before = publisher.id
        if loss == "emptied":
            path.write_bytes(b"")
        elif loss == "removed":
            path.unlink()
        elif loss == "put back":
            path.write_bytes(saved)
        elif number > 4:
            saved = saved or path.read_bytes()
        shown.set_items([number])
        until(partial(has_only, there.list, number), there.list)
        assert publisher.flush(20)
        if loss:
            assert publisher.id is not None and publisher.id.number == 1 and publisher.id != before
    assert publisher.error is None and there.error is None
    for each in (publisher, there):
        each.close()
    log.close()


@pytest.mark.parametrize("what", ["damage", "mismatch", "model"])
def test_the_next_snapshot_mends(log: FileLog, what: str) -> None:
    """Entries that nobody can take. The follower says so, keeps what it shows, and goes on after that."""
    writer = bytes(16)
    errors: list[Exception] = []
    shown = List.of_items(["a", "b"])
    recorder = Recorder(shown, str.encode)
    state = recorder.state()
    log.append(Entry(EntryId(1, 1), EntryKind.SNAPSHOT, writer, recorder.whole(state).pack()))

    def decoded(data: bytes) -> str:
        if data == b"bad":
            raise ValueError("no model")
        return data.decode()

    with Follower[Any](log, decode=decoded, on_error=errors.append) as there:
        until(lambda: there.list.models() == ["a", "b"], there.list)
        for number, items in enumerate([["c"], ["bad"], ["d"]], 2):
            before, _ = state, shown.set_items(items)
            found = recorder.changes(before, Step.STEP)
            assert found is not None
            body, state = found
            data = body.pack()
            if number == 3 and what == "damage":
                data = data[:-3]
            if number == 3 and what == "mismatch":
                other = List.of_items(["x"])
                base = other.snapshot()
                other.set_items(["y"])
                others = Recorder(other, str.encode).changes(base, Step.STEP)
                assert others is not None
                data = others[0].pack()
            log.append(Entry(EntryId(1, number), EntryKind.CHANGES, writer, data))
        until(lambda: errors, there.list)
        assert there.list.models() in (["a", "b"], ["c"])
        assert there.error is not None
        log.append(Entry(EntryId(1, 5), EntryKind.SNAPSHOT, writer, recorder.whole(state).pack()))
        until(lambda: there.list.models() == ["d"], there.list)
        until(lambda: there.error is None)


def test_a_follower_without_a_log_says_why(tmp_path: Path) -> None:
    class Away:
        def snapshot(self) -> Any:
            raise ConnectionError("nobody is there")

    errors: list[Exception] = []
    with Follower[Any](Away(), on_error=errors.append) as there:  # type: ignore[arg-type]
        there.list.set_events(EventKind.UPDATE)
        until(lambda: there.list.info().placeholder == Placeholder.FAILED, there.list)
    assert errors and isinstance(there.error, ConnectionError)


def test_the_threads_end(log: FileLog) -> None:
    """With the objects, or with their lists."""
    shown = List.of_items(["a"])
    publisher, there = Publisher(shown, log), Follower[Any](log)
    shown.close()
    there.list.close()
    until(lambda: not publisher._thread.is_alive() and not there._thread.is_alive())
    for each in (publisher, there, there):
        each.close()
    assert publisher.error is None and there.error is None


def test_followers_that_come_and_go(tmp_path: Path) -> None:
    sync_session.run(lambda: FileLog(tmp_path / "log"), ["file", str(tmp_path), "log"], updates=3000)
