"""The screen of the walk-throughs in Python, and the person in front of it, who waits until all is there."""

from __future__ import annotations

from typing import Any

from iqlist import kit


def settle(driver: kit.Driver) -> None:
    """Polls until nothing waits, as the loop of a program does."""
    driver.wait()


def visible(driver: kit.Driver, first: int = 0, count: int = 10) -> list[Any]:
    """The cells on a screen that has scrolled to an item, in their order."""
    settle(driver)
    driver.show(first, count)
    driver.poll()
    return driver.visible_cells()
