"""The library's log, passed on to a Python function. Lines are stored while a call runs and passed on when it
returns: see _calls.py."""

from __future__ import annotations

import atexit
from typing import Any

from . import abi
from ._calls import LogCallback, check, current, graveyard, keep_forever, log, to_uint32
from ._process import once
from .errors import Error


def _store(_context: int | None, level: int, message: bytes) -> None:
    if not current.is_logging:
        current.lines.append((level, message.decode("utf-8", "replace")))


def _stored_callback() -> Any:
    callback = abi.iq_log_callback(_store)
    keep_forever(callback)
    return callback


_log: Any = once("log callback", _stored_callback)


def set_log(callback: LogCallback | None, level: int = abi.IQ_LOG_INFO) -> None:
    """Sets the function that receives the library's log lines, as `callback(level, message)`; None ends the
    log.

    Levels are 1 (failures), 2 (each update: what it did, and how long) and 3 (each phase). For the whole
    process. The callback is called on the thread that made the call, when that call returns, and may use the
    library, which does not log it. An exception of the callback is raised from the call. While a log is set,
    objects that are dropped rather than closed are destroyed at the next call.

    >>> import iqlist
    >>> iqlist.set_log(lambda level, message: print(level, message.split(":")[0]), 1)
    >>> iqlist.List()[0]
    Traceback (most recent call last):
    iqlist.errors.RangeError: there is no item 0 among 0
    >>> iqlist.set_log(None)
    """
    before = log.callback
    log.callback = callback or before
    try:
        if callback is None:
            check(abi.iq_log_set(abi.iq_log_callback(), None, abi.IQ_LOG_OFF))
        else:
            check(abi.iq_log_set(_log, None, to_uint32(level)))
    except Error:
        log.callback = before
        raise
    log.callback = callback


@atexit.register
def _end() -> None:
    """Before the interpreter exits: ends the log, and destroys the objects in the graveyard, but for those of
    a daemon thread that still runs."""
    abi.iq_log_set(abi.iq_log_callback(), None, abi.IQ_LOG_OFF)
    log.callback = None
    current.lines.clear()
    while graveyard:
        destroy, pointer, home = graveyard.popleft()
        if home is None or home.is_here():
            destroy(pointer)
