"""Parameters of tests that run in part: see the markers of plugin.py."""

from collections.abc import Collection, Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")


def sampled(values: Iterable[T], sample: Collection[T]) -> list[object]:
    """Those of the sample run with --all, the others with --nightly."""
    return [
        pytest.param(value, marks=pytest.mark.all if value in sample else pytest.mark.nightly)
        for value in values
    ]
