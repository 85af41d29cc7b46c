"""A thread that fills a list from elsewhere, or sends elsewhere what it shows, and tries again what fails."""

from __future__ import annotations

import logging
import threading
import time
from typing import Any, Callable, Optional

from .errors import ClosedError
from .event_kinds import Loading
from .lists import List
from .records import ElementKind, Supplementary

FIRST_PAUSE, LAST_PAUSE = 0.1, 10.0
"""Of the seconds after an error, each as long as two before."""

OnError = Callable[[Exception], object]


class Worker:
    """A thread, which takes one turn after another until it is closed, or the list is. After an error it
    pauses, and takes the next one."""

    _last: tuple[type[Exception], ...] = ()
    """The errors after which there is nothing more to do."""

    def __init__(self, name: str, shown: List[Any], on_error: Optional[OnError]) -> None:
        self.list = shown
        self._name, self._on_error = name, on_error
        self._changed = threading.Condition()
        self._is_wanted, self._has_ended = False, False
        self._error: Optional[Exception] = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def error(self) -> Optional[Exception]:
        """What failed at last; None once it has succeeded again."""
        return self._error

    def _close(self) -> None:
        """Ends the thread, and waits for that, unless it is called there."""
        self._wake(ends=True)
        while threading.current_thread() is not self._thread and self._thread.is_alive():
            self._interrupt()
            self._thread.join(0.1)

    # --- of each kind

    def _turn(self) -> None:
        """What is done again and again. It waits, by `_wait` or otherwise, until there may be more to do."""
        raise NotImplementedError

    def _interrupt(self) -> None:
        """Ends what the thread waits for elsewhere."""

    def _clean_up(self) -> None:
        """After an error, and at the end."""

    # --- on the thread

    def _run(self) -> None:
        pause = FIRST_PAUSE
        try:
            while not self._is_over():
                try:
                    self._turn()
                    pause = FIRST_PAUSE
                except ClosedError:
                    return
                except Exception as error:
                    if self._is_over():
                        return
                    self._clean_up()
                    self._report(error)
                    if isinstance(error, self._last):
                        return
                    self._pause(pause)
                    pause = min(2 * pause, LAST_PAUSE)
        finally:
            self._clean_up()

    def _is_over(self) -> bool:
        return self._has_ended or self.list.closed

    def _wake(self, ends: bool = False) -> None:
        """On any thread."""
        with self._changed:
            self._is_wanted = True
            self._has_ended |= ends
            self._changed.notify_all()

    def _wait(self, seconds: float) -> None:
        """At most so many seconds, and until it is woken; a list that is closed is noticed within one."""
        end = time.monotonic() + seconds
        with self._changed:
            while not self._is_wanted and not self._is_over() and time.monotonic() < end:
                self._changed.wait(max(0, min(1, end - time.monotonic())))
            self._is_wanted = False

    def _pause(self, seconds: float) -> None:
        """Before it is tried again what has failed: whatever there is to do meanwhile, it would fail."""
        with self._changed:
            self._changed.wait_for(self._is_over, seconds)

    def _report(self, error: Exception) -> None:
        self._error = error
        tell(self._name, self._on_error, error)


def tell(name: str, on_error: Optional[OnError], error: Exception) -> None:
    """Tells the host of an error, or the logger of that name."""
    try:
        if on_error is not None:
            on_error(error)
        else:
            logging.getLogger(name).warning("%s: %s", type(error).__name__, error)
    except Exception:
        logging.getLogger(name).exception("on_error has failed")


def show_failure(shown: List[Any], name: str, error: Exception) -> None:
    """Where a list shows nothing, it shows that it cannot."""
    if len(shown) == 0:
        shown.set_supplementary(Supplementary(ElementKind.FAILED, name, str(error), model=str(error)))
        shown.set_loading(Loading.FAILED)
