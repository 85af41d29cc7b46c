"""Drivers with a layout that lay out twice, since a class of cells is used for the first time: for whoever
draws, the scenes follow one another as those of a driver that knows the classes do."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

from iqlist import PlaceFlag, Scene, SceneFlag, kit

FLAGS = PlaceFlag.NEW | PlaceFlag.MOVED | PlaceFlag.GONE
"""Of BOUND a scene says what its own cells have done: those of the other driver may be bound already."""


def driver_of(items: list[Any], cell: Any, height: float = 20) -> kit.Driver:
    driver = kit.Driver([kit.Section("s", items, cell=cell)], layout=kit.Layout(item=height))
    driver.set_size(100, 100)
    return driver


def new_cell() -> Any:
    """A class that nobody has seen."""

    class Fresh(kit.Cell[Any]):
        configured: ClassVar[set[Any]] = set()

        def configure(self, model: Any) -> None:
            self.configured.add(model)

    return Fresh


def said(scene: Scene[Any]) -> list[tuple[Any, ...]]:
    """What a scene says of its places, and those before."""
    return [
        (place.model, place.frame, PlaceFlag(place.flags & FLAGS), place.other)
        for place in (*scene.places, *scene.previous)
    ]


def test_the_first_scene_follows_nothing() -> None:
    scene = driver_of(["a", "b"], new_cell()).layout()
    assert len(scene.previous) == 0 and SceneFlag.CHANGED in scene.flags
    assert all(PlaceFlag.NEW in place.flags and place.other is None for place in scene)
    assert [isinstance(place.cell, kit.Cell) for place in scene] == [True, True]


def test_previous_is_what_was_seen_when_a_class_is_new() -> None:
    kind = new_cell()
    driver = driver_of(["a", "b", "c"], kind)
    seen = driver.layout()
    before = [(place.model, place.flags, place.other) for place in seen]
    driver.update([kit.Section("s", ["c", "a"], cell=kind), kit.Section("t", ["x"], cell=new_cell())])
    scene = driver.layout()
    assert [place.model for place in scene] == ["c", "a", "x"]
    assert [place.model for place in scene.previous] == ["a", "b", "c"]
    assert [place.other for place in scene] == [2, 0, None]
    assert [place.other for place in scene.previous] == [1, None, 0]
    assert [PlaceFlag.NEW in place.flags for place in scene] == [False, False, True]
    assert [PlaceFlag.MOVED in place.flags for place in scene[:2]] == [True, True]
    assert [PlaceFlag.GONE in place.flags for place in scene.previous] == [False, True, False]
    assert [(place.model, place.flags, place.other) for place in seen] == before
    assert driver.layout().previous[0].model == "c"


@pytest.mark.parametrize("seed", range(30))
def test_scenes_are_those_of_a_driver_that_knows_the_classes(seed: int) -> None:
    """Two drivers show the same, with updates and scrolling at random; one of them meets new classes with an
    item that is not in sight of the other's, which was shown their cells before."""
    print("seed", seed)
    chance = random.Random(seed)
    kinds = [new_cell() for _ in range(4)]
    names = list(range(12))

    def sections(used: int, order: list[int]) -> list[kit.Section[Any]]:
        return [kit.Section(at, order[at::used], cell=kinds[at]) for at in range(used)]

    fresh, known = driver_of([], kinds[0]), driver_of([], kinds[0])
    known.update(sections(4, names))
    known.layout()
    for driver in (fresh, known):
        driver.update(sections(1, names))
    known.layout()
    known.scroll(0)
    fresh.layout()
    for used in (1, 2, 3, 4):
        order = chance.sample(names, chance.randrange(4, 13))
        offset = chance.choice([0, 0, 30])
        scenes: list[Scene[Any]] = []
        for driver in (fresh, known):
            driver.update(sections(used, order))
            driver.scroll(offset, clamp=True)
            for kind in kinds:
                kind.configured.clear()
            scene = driver.layout()
            bound = {place.model for place in scene if PlaceFlag.BOUND in place.flags}
            assert bound == set[Any]().union(*(kind.configured for kind in kinds))
            scenes.append(scene)
        one, other = scenes
        assert said(one) == said(other)
        kept = SceneFlag.CHANGED | SceneFlag.SCROLLED
        assert one.flags & kept == other.flags & kept and one.correction == other.correction


def test_what_is_seen_is_kept_if_a_cell_fails() -> None:
    class Failing(kit.Cell[Any]):
        def configure(self, model: Any) -> None:
            raise LookupError("no font")

    first = new_cell()
    driver = driver_of(["a"], first)
    driver.layout()
    driver.update([kit.Section("s", ["a"], cell=first), kit.Section("t", ["b"], cell=Failing)])
    with pytest.raises(LookupError, match="no font"):
        driver.layout()
    scene = driver.laid_out_view.scene
    assert scene is not None
    assert [place.model for place in scene.previous] == ["a"]
    assert [place.other for place in scene] == [0, None]
