"""The screen of the walk-throughs in Python, and the person in front of it, who waits until all is there."""

from __future__ import annotations

from typing import Any

from iqlist import Scene, Size, kit


def settle(driver: kit.Driver) -> None:
    """Polls until nothing waits, as the loop of a program does."""
    driver.wait()


def visible(driver: kit.Driver, first: int | None = None, count: int = 10) -> list[Any]:
    """The cells on a screen, in their order: where it is, or when it has scrolled to an item. The screen says
    once where it is, and is kept up to date from then on."""
    settle(driver)
    if first is not None or not driver.view.visible:
        driver.show(first or 0, count)
        driver.poll()
    return driver.visible_cells()


def laid_out(driver: kit.Driver, width: float, height: float) -> Scene[Any]:
    """What a screen of that size shows, in a driver with a layout."""
    settle(driver)
    driver.set_size(width, height)
    return driver.layout()


def sizes(scene: Scene[Any]) -> list[Size]:
    """How large the things on the screen are, in their order."""
    return [Size(place.frame.width, place.frame.height) for place in scene]
