"""Two layouts in a row that are one for whoever draws:

seen ---> between ---> now        the places of three scenes
`now.previous` is `seen`: where what is drawn was when the user saw it
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from iqlist import Place, PlaceFlag, Scene, SceneFlag

KEPT = SceneFlag.CHANGED | SceneFlag.SCROLLED
"""What a scene is if either of the two is."""


def merge(now: Scene[Any], between: Scene[Any]) -> None:
    """Makes a scene follow what the user saw, instead of the scene between, which nobody has seen."""
    seen = [*between.previous]
    numbers = {name_of(place): number for number, place in enumerate(now)}
    was_between = {name_of(place): place for place in between}
    was_seen = {name_of(place): number for number, place in enumerate(seen)}
    gone = {name_of(place) for place in now.previous if PlaceFlag.GONE in place.flags}
    for number, place in enumerate(seen):
        name = name_of(place)
        flags, other = place.flags | PlaceFlag.GONE * (name in gone), numbers.get(name)
        if flags != place.flags or other != place.other:
            # The scene of that time has the same object.
            seen[number] = replace(place, flags=PlaceFlag(flags), other=other)
    for place in now:
        was, other = was_between.get(name_of(place)), was_seen.get(name_of(place))
        flags = place.flags & ~PlaceFlag.NEW
        if other is None:
            flags |= PlaceFlag.NEW
        if was is None:
            # Nobody has compared the place with what was seen.
            flags |= PlaceFlag.MOVED * (other is not None)
        else:
            flags |= was.flags & PlaceFlag.MOVED
            flags |= was.flags & PlaceFlag.BOUND * (was.cell_number == place.cell_number)
        vars(place).update(flags=PlaceFlag(flags), other=other)
    vars(now).update(
        previous=seen,
        flags=SceneFlag(now.flags | between.flags & KEPT),
        correction=now.correction + between.correction,
    )


def name_of(place: Place[Any]) -> Any:
    """What a place is about."""
    return place.item or (place.section_number, place.kind, place.element_index)
