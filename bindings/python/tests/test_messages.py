"""What is said when a call fails: what the caller gave is named as it was written, and no message is about
something else."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import iqlist
from iqlist import DiffFlag, List, Snapshot, diff

numpy = pytest.importorskip("numpy")


class Frame:
    """As pandas has one."""

    columns = ("id", "name")

    def itertuples(self) -> object:
        raise NotImplementedError

    def __iter__(self) -> Any:
        return iter(self.columns)


def applied(before: list[Any], after: list[Any], present: list[Any]) -> object:
    changeset = diff(Snapshot.of_items(before), Snapshot.of_items(after), flags=DiffFlag.PAYLOAD)
    return changeset.apply(Snapshot.of_items(present))


SHOWS_ITSELF = (
    "IQ_ERROR_STATE: the view is laid out: it finds what is visible by itself. "
    "Scroll it, and call `layout`, whose scene says that"
)

CALLS: dict[str, tuple[Callable[[List], object], type[Exception], str]] = {
    "a derived list": (
        lambda shown: shown.filtered().set_items(["b"]),
        iqlist.StateError,
        "IQ_ERROR_STATE: the list is derived: only its source changes it",
    ),
    "no step to undo": (
        lambda shown: shown.undo(),
        iqlist.NotFoundError,
        "IQ_ERROR_NOT_FOUND: the list has no step to undo",
    ),
    "no step to redo": (
        lambda shown: shown.redo(),
        iqlist.NotFoundError,
        "IQ_ERROR_NOT_FOUND: the list has no step to redo",
    ),
    "a keyword": (
        lambda shown: List(duplicates=9),
        iqlist.ArgumentError,
        "IQ_ERROR_ARGUMENT: duplicates is 9, which the call does not accept",
    ),
    "flags": (
        lambda shown: shown.set_items([], flags=1 << 30),
        iqlist.ArgumentError,
        "IQ_ERROR_ARGUMENT: flags is 0x40000000, which has bits that the call does not accept",
    ),
    "a limit": (
        lambda shown: List(max_items=2).set_items([1, 2, 3]),
        iqlist.LimitError,
        "IQ_ERROR_LIMIT: the list would have 3 items, more than its limit, 2",
    ),
    "a range for a view that is laid out": (
        lambda shown: shown.laid_out_view().set_visible(0, 1),
        iqlist.StateError,
        SHOWS_ITSELF,
    ),
    "what is visible in a view that is laid out": (
        lambda shown: shown.laid_out_view().visible,
        iqlist.StateError,
        SHOWS_ITSELF,
    ),
    "a cell by two names": (
        lambda shown: shown.view().find_cell("a", number=0),
        iqlist.ArgumentError,
        "IQ_ERROR_ARGUMENT: both an element and the number of a cell are given",
    ),
    "a length of many": (
        lambda shown: shown.laid_out_view().set_lengths([-1]),
        iqlist.RangeError,
        "IQ_ERROR_RANGE: lengths[0] is not a length from 0 to 1048576",
    ),
    "an align": (
        lambda shown: shown.laid_out_view().scroll_to("a", 9),
        iqlist.ArgumentError,
        "IQ_ERROR_ARGUMENT: align is 9, which the call does not accept",
    ),
    "a delay of a submission that is prepared here": (
        lambda shown: shown.submit(shown.snapshot(), flags=DiffFlag.HERE, delay=1),
        iqlist.ArgumentError,
        "IQ_ERROR_ARGUMENT: delay in milliseconds is 1000, but DiffFlag.HERE does not wait",
    ),
    "no payload": (
        lambda shown: shown.set_items(["b"]).invert(),
        iqlist.NoPayloadError,
        "IQ_ERROR_NO_PAYLOAD: the changeset was made without DiffFlag.PAYLOAD",
    ),
    "another state": (
        lambda shown: applied(["one"], ["one", "two"], ["one", "mine"]),
        iqlist.MismatchError,
        "IQ_ERROR_MISMATCH: key 'mine' at 0:1 is here, but not in the state that the changeset starts from",
    ),
    "None as a key": (
        lambda shown: List(key="id").set_items([{"id": None}, {"id": None}]),
        iqlist.DuplicateError,
        "IQ_ERROR_DUPLICATE: key None at 0:1 occurs first at 0:0",
    ),
    "a column that a data frame lacks": (
        lambda shown: List(key="nme").set_items(Frame()),
        KeyError,
        "the Frame has no column 'nme', which is the list's key=",
    ),
    "an array as content": (
        lambda shown: List(key="id", content="bits").set_items([{"id": 1, "bits": numpy.arange(3)}]),
        TypeError,
        "a content cannot be made of ndarray: give an int, a tuple or bytes",
    ),
    "a field that a mapping lacks": (
        lambda shown: List(key="nme").set_items([{"nme": 1}, {"name": "Ada"}]),
        KeyError,
        "item 1, {'name': 'Ada'}, has no 'nme', which is the list's key=",
    ),
    "an attribute that an object lacks": (
        lambda shown: List(key="real", content="colour").set_items([1]),
        AttributeError,
        "item 0, 1, has no 'colour', which is the list's content=",
    ),
    "pickling a list": (
        pickle.dumps,
        TypeError,
        "a List cannot be pickled or copied: snapshot() can",
    ),
    "bytes of something else": (
        lambda shown: Snapshot.decode(bytes(64)),
        iqlist.FormatError,
        "IQ_ERROR_FORMAT: the encoding is not a libiqlist encoding",
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_message_says_what_is_wrong_with_the_call(name: str) -> None:
    call, kind, text = CALLS[name]
    with pytest.raises(kind) as raised:
        call(List.of_items(["a"]))
    assert type(raised.value) is kind
    said = raised.value.args[0] if isinstance(raised.value, KeyError) else str(raised.value)
    assert said == text


def test_an_error_has_the_index_of_the_element() -> None:
    shown = List.of_items(["a", "b", "c"])
    items = shown.items()
    shown.set_items(["a", "c"])
    with pytest.raises(iqlist.HandleError) as raised:
        shown.select(items)
    assert raised.value.element == 1


def test_a_destructor_at_the_end_of_the_interpreter_finds_a_closed_list() -> None:
    program = """
import iqlist
class Model:
    def __del__(self):
        try: len(shown)
        except iqlist.ClosedError as error: print(error)
shown = iqlist.List(key=lambda model: 1)
shown.set_items([Model()])
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("IQ_ERROR_HANDLE: the list is closed\n", "")


def test_an_update_that_waits_at_the_end_of_the_interpreter_is_silent() -> None:
    program = "from iqlist import kit; d = kit.Driver(); d.perform_updates([kit.Section('s', ['a'])])"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("", "")
