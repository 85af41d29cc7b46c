"""The objects that keys were made of: sections have theirs as names, and errors show them."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Callable

from ._calls import check
from .errors import Error
from .identity import Key, raw_key
from .keys import joined_keys, key_bytes, raw_keys


class Names:
    """The names of the sections of a list or snapshot, by key. Safe from any thread. A copy shares the names
    until one of the two adds some, so that a walk over a list copies none."""

    __slots__ = ("_additions", "_by_key", "_is_shared", "_lock")

    def __init__(self) -> None:
        self._by_key: dict[Key, Any] = {}
        self._is_shared = False
        self._additions = 0
        self._lock = threading.Lock()

    def find(self, key: Key) -> Any:
        """The object that the section of that key was named by; the key itself if that is not known."""
        return self._by_key.get(key, key)

    def items(self) -> list[tuple[Key, Any]]:
        """All names, by key."""
        return list(self._by_key.items())

    def set(self, names: dict[bytes, Any]) -> None:
        """Sets the names of a new snapshot."""
        self._by_key = {raw_key(key): name for key, name in names.items()}

    def known(self) -> list[Key]:
        return list(self._by_key)

    def copy(self) -> Names:
        made = Names()
        with self._lock:
            self._is_shared = made._is_shared = True
            made._by_key = self._by_key
        return made

    def add_from(self, other: Names) -> None:
        """Adds the names of another list or snapshot."""
        with self._lock:
            # Also if there is nothing to add: whoever is dropping names does not know that these are wanted.
            self._additions += 1
        if other._by_key is not self._by_key:
            self.add_named(other._by_key.copy())

    def add(self, given: Iterable[Any]) -> None:
        """Adds the sections that these objects name. A plain key is no name."""
        named = [value for value in map(name_of, given) if not isinstance(value, Key)]
        self.add_named(dict(zip(raw_keys(joined_keys(named)), named)))

    def add_named(self, names: dict[Key, Any]) -> None:
        """Adds names by key."""
        if not names:
            return
        with self._lock:
            if self._is_shared:
                self._by_key, self._is_shared = self._by_key.copy(), False
            self._by_key.update(names)
            self._additions += 1

    def drop_others(self, count: int, alive: Callable[[], Iterable[Key]]) -> None:
        """Drops the names of deleted sections, once they outnumber those of existing ones (`count`)."""
        if len(self._by_key) <= 2 * count + 16:
            return
        additions = self._additions
        keys = list(alive())
        with self._lock:
            # A name that was added meanwhile may be of a section that was inserted after the keys were read.
            if additions == self._additions:
                self._by_key = {key: self._by_key[key] for key in keys if key in self._by_key}
                self._is_shared = False


def name_of(value: Any) -> Any:
    """The name of a section that is given as this value: a `Section` already has one."""
    return getattr(value, "name", value) if type(getattr(value, "key", None)) is Key else value


def show_values(error: Error, names: Names | None, given: Iterable[Any]) -> None:
    """Makes an error show its keys as the caller gave them. `given` are keys, lists of keys, and columns."""
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


UNKNOWN: Any = object()
"""In place of the value that a key was made of. None may be one."""


def given_for(key: Key, given: Iterable[Any], otherwise: Any) -> Any:
    """The first of the given values that has this key."""
    for each in given:
        if each is None:
            continue
        if hasattr(each, "_value_of"):
            value = each._value_of(key, UNKNOWN)
            if value is not UNKNOWN:
                return value
            continue
        several: Any = each if each.__class__ is list else [each]
        for value in several:
            if key_bytes(value) == key:
                return value
    return otherwise


def check_given(status: int, *given: Any, names: Names | None = None) -> None:
    """Ends a call as `check` does. An error shows its keys as the caller gave them."""
    try:
        check(status)
    except Error as error:
        show_values(error, names, given)
        raise


class showing_values:
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
            show_values(error, self._names, self._given)
