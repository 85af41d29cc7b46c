"""The objects that keys were made of: sections keep theirs as names, and errors show them."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Callable

from ._calls import check
from .errors import Error
from .identity import Key
from .keys import joined_keys, key_bytes, raw_keys


class Names:
    """By what object each section of a list or snapshot was named. Safe from any thread."""

    __slots__ = ("_additions", "_by_key", "_lock")

    def __init__(self) -> None:
        self._by_key: dict[Key, Any] = {}
        self._additions = 0
        self._lock = threading.Lock()

    def find(self, key: Key) -> Any:
        """The object that the section of that key was named by, the key itself if that is not known."""
        return self._by_key.get(key, key)

    def copy(self) -> Names:
        made = Names()
        made._by_key = self._by_key.copy()
        return made

    def take(self, others: Names) -> None:
        """Adds what another list or snapshot knows."""
        self._add(others._by_key.copy())

    def add(self, given: Iterable[Any]) -> None:
        """Adds the sections that these objects name. A key that is no more than a key says nothing new."""
        named = [value for value in map(name_of, given) if not isinstance(value, Key)]
        self._add(dict(zip(raw_keys(joined_keys(named)), named)))

    def _add(self, names: dict[Key, Any]) -> None:
        with self._lock:
            self._by_key.update(names)
            self._additions += 1

    def drop_others(self, count: int, alive: Callable[[], Iterable[Key]]) -> None:
        """Forgets sections that are gone, once they are more than those that are there (`count`)."""
        if len(self._by_key) <= 2 * count + 16:
            return
        additions = self._additions
        keys = list(alive())
        with self._lock:
            # What was added meanwhile may have come after the keys were read.
            if additions == self._additions:
                self._by_key = {key: self._by_key[key] for key in keys if key in self._by_key}


def name_of(value: Any) -> Any:
    """What a section is named by if it is given as this: a `Section` has a name already."""
    return getattr(value, "name", value) if type(getattr(value, "key", None)) is Key else value


def explain(error: Error, names: Names | None, given: Iterable[Any]) -> None:
    """Has an error show its keys as the caller gave them. `given` are keys, lists of keys, and columns."""
    if error.key is None:
        return
    value = error.value
    if isinstance(value, Key):
        value = given_for(error.key, given, value)
    if names is not None and isinstance(value, Key) and error.key == error.section:
        value = names.find(value)
    section = error.section
    if section is not None:
        found = given_for(section, given, section)
        error._show(value, names.find(section) if names is not None and isinstance(found, Key) else found)
    else:
        error._show(value, None)


def given_for(key: Key, given: Iterable[Any], otherwise: Any) -> Any:
    """The first of the given things that has this key."""
    for each in given:
        if each is None:
            continue
        if hasattr(each, "_value_of"):
            value = each._value_of(key)
            if value is not None:
                return value
            continue
        several: Any = each if each.__class__ is list else [each]
        for value in several:
            if key_bytes(value) == key:
                return value
    return otherwise


def check_given(status: int, *given: Any, names: Names | None = None) -> None:
    """Ends a call as `check` does. An error shows its keys as they were given."""
    try:
        check(status)
    except Error as error:
        explain(error, names, given)
        raise


class explained:
    """The same for the calls of a block."""

    __slots__ = ("_given", "_names")

    def __init__(self, names: Names | None, *given: Any) -> None:
        self._names, self._given = names, given

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Error):
            explain(error, self._names, self._given)
