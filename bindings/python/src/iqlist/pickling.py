"""What can be pickled, found out before it is."""

from __future__ import annotations

import pickle
from typing import Any


class Nowhere:
    """A file that keeps nothing."""

    def write(self, data: Any) -> int:
        return len(data)


def is_pickled(value: object, protocol: int) -> bool:
    """Whether a value can be pickled."""
    try:
        pickle.Pickler(Nowhere(), protocol).dump(value)
    except Exception:
        return False
    return True


def check_pickled(models: object, protocol: int) -> None:
    """TypeError if the models of a snapshot cannot be pickled, which says what can be done instead."""
    try:
        pickle.Pickler(Nowhere(), protocol).dump(models)
    except Exception as error:
        raise TypeError(
            f"the models of the Snapshot cannot be pickled ({error}): encode() gives bytes without them, "
            "and with model=None, or a function that makes what can be pickled, it has others"
        ) from error
