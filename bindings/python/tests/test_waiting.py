"""Edits that wait for one another."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from iqlist import ArgumentError, BusyError, CellClass, List


@contextmanager
def open_in_a_thread(shown: List[str], until: threading.Event) -> Generator[None, None, None]:
    """Another thread has an edit of the list open, until it is told."""
    opened = threading.Event()

    def run() -> None:
        with shown.edit() as edit:
            edit.insert_items(["theirs"])
            opened.set()
            until.wait()

    thread = threading.Thread(target=run)
    thread.start()
    opened.wait()
    try:
        yield
    finally:
        until.set()
        thread.join()


def test_edits_that_wait_all_get_through() -> None:
    shown: List[tuple[int, int]] = List()

    def run(number: int) -> None:
        for turn in range(50):
            with shown.edit(wait=None) as edit:
                edit.insert_items([(number, turn)])

    threads = [threading.Thread(target=run, args=[number]) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(shown.models()) == [(number, turn) for number in range(3) for turn in range(50)]


def test_without_a_wait_it_is_busy_at_once_and_with_one_after_it() -> None:
    shown: List[str] = List()
    with open_in_a_thread(shown, threading.Event()):
        with pytest.raises(BusyError):
            shown.edit()
        began = time.monotonic()
        with pytest.raises(BusyError):
            shown.edit(wait=0.02)
        assert time.monotonic() - began >= 0.02, "not before its time"


def test_it_goes_on_when_the_other_edit_ends() -> None:
    shown: List[str] = List()
    until = threading.Event()
    with open_in_a_thread(shown, until):
        threading.Timer(0.01, until.set).start()
        with shown.edit(wait=math.inf) as edit:
            edit.insert_items(["mine"])
    assert shown.models() == ["theirs", "mine"]


def test_nothing_waits_inside_a_callback() -> None:
    found: list[BaseException] = []
    shown: List[str] = List()
    other: List[int]

    def equal(_before: object, _after: object) -> bool:
        try:
            shown.edit(wait=None)
        except BusyError as error:
            found.append(error)
        return True

    other = List(key=lambda _: 1, cell_class=CellClass("tests/waiting", equal=equal))
    other.set_items([1])
    with open_in_a_thread(shown, threading.Event()):
        other.set_items([2])
    assert len(found) == 1


def test_times_that_are_none_are_refused() -> None:
    for wait in (-1, math.nan, -math.inf):
        with pytest.raises(ArgumentError):
            List().edit(wait=wait)
