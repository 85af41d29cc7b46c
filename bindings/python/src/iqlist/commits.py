"""Who is called after each commit of a list: what saves it, or sends it elsewhere."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from enum import IntEnum
from typing import Callable

from .records import DiffFlag


class Step(IntEnum):
    """What a commit is for undo and redo."""

    STEP = 0
    NO_STEP = 1
    UNDO = 2
    REDO = 3


def step_of(flags: int) -> Step:
    """That of an update with these flags."""
    return Step.NO_STEP if flags & DiffFlag.NO_STEP else Step.STEP


Watch = Callable[[Step], object]
"""Is called after a commit, on its thread. It raises nothing."""


class Watched:
    """What commits, and tells those that watch it."""

    _watches: tuple[Watch, ...] = ()

    def _watch(self, watch: Watch) -> None:
        self._watches += (watch,)

    def _unwatch(self, watch: Watch) -> None:
        self._watches = tuple(each for each in self._watches if each != watch)

    def _tell(self, step: Step) -> None:
        """Also where nothing was changed after all."""
        for watch in self._watches:
            watch(step)

    @contextmanager
    def _committing(self, step: Step) -> Generator[None, None, None]:
        """For a call that commits."""
        try:
            yield
        finally:
            # Also where a callback has raised something: the commit was made.
            self._tell(step)
