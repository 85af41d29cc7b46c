"""How often lists are polled: in a loop inside the loop nobody is to poll again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from iqlist._feed import Feed


def count_polls(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Returns a function that says how often feeds were polled from now on."""
    polled: list[Feed[Any]] = []
    poll = Feed.poll

    def count(feed: Feed[Any]) -> bool:
        polled.append(feed)
        return poll(feed)

    monkeypatch.setattr(Feed, "poll", count)
    return polled.__len__
