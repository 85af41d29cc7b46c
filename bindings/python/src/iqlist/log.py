"""The library's log, told to a Python function. Its lines are kept while a call runs and told when it is
over: see _calls.py."""

from __future__ import annotations

import atexit
from typing import Any

from . import abi
from ._calls import Told, check, current, graveyard, keep_forever, log, word
from ._process import once
from .errors import Error


def _keep(_context: int | None, level: int, message: bytes) -> None:
    if not current.is_telling:
        current.lines.append((level, message.decode("utf-8", "replace")))


def _kept_log() -> Any:
    callback = abi.iq_log_callback(_keep)
    keep_forever(callback)
    return callback


_log: Any = once("log callback", _kept_log)


def set_log(told: Told | None, level: int = abi.IQ_LOG_INFO) -> None:
    """Has what the library does told, line by line, as `told(level, message)`; None ends it.

    Levels are 1 (failures), 2 (each update: what it did, how long) and 3 (each phase). For the whole
    process; `told` is called on the thread that made the call, when that call is over, and may use the
    library, which does not log it. What it raises comes out of the call. While a log is set, objects that
    are dropped rather than closed are destroyed at the next call.

    >>> import iqlist
    >>> iqlist.set_log(lambda level, message: print(level, message.split(":")[0]), 1)
    >>> iqlist.List()[0]
    Traceback (most recent call last):
    iqlist.errors.RangeError: there is no item 0 among 0
    >>> iqlist.set_log(None)
    """
    before = log.told
    log.told = told or before
    try:
        if told is None:
            check(abi.iq_log_set(abi.iq_log_callback(), None, abi.IQ_LOG_OFF))
        else:
            check(abi.iq_log_set(_log, None, word(level)))
    except Error:
        log.told = before
        raise
    log.told = told


@atexit.register
def _end() -> None:
    """Before the interpreter goes: no log any more, and what waits is destroyed."""
    abi.iq_log_set(abi.iq_log_callback(), None, abi.IQ_LOG_OFF)
    log.told = None
    current.lines.clear()
    while graveyard:
        destroy, pointer = graveyard.popleft()
        destroy(pointer)
