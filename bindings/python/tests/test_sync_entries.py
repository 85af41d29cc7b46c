"""What entries of a log hold: bodies as bytes, and what a replica makes of one."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from iqlist import Duplicates, List
from iqlist.commits import Step
from iqlist.sync import Entry, EntryId, EntryKind
from iqlist.sync.bodies import Body
from iqlist.sync.recorder import Recorder
from iqlist.sync.replica import GapError, Replica

SEED = random.randrange(1 << 32)
BODY = Body(
    Step.UNDO,
    True,
    b"changes",
    [(0, 1, 2), (1, 0, 1)],
    [b"a", None, b""],
    [(0, 1, 0)],
    [b"title"],
    ["today", 7],
)


def test_a_body_is_made_again_of_its_bytes() -> None:
    assert Body.unpack(BODY.pack()) == BODY
    empty = Body(Step.STEP, False, b"", [], [], [], [], [])
    assert Body.unpack(empty.pack()) == empty


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (BODY._replace(models=[b"a"]), "another number of models"),
        (BODY._replace(elements=[]), "another number of elements"),
        (BODY._replace(names=[None]), "names that are none"),  # type: ignore[list-item]
    ],
)
def test_bodies_that_do_not_fit_are_refused(wrong: Body, message: str) -> None:
    with pytest.raises(ValueError, match=f"damaged.*{message}"):
        Body.unpack(wrong.pack())


def test_damaged_bytes_are_refused_or_another_body() -> None:
    """Nothing else is raised, and no memory is taken for numbers that are not true."""
    print(f"seed {SEED}")
    generator, data = random.Random(SEED), BODY.pack()
    for _ in range(3000):
        damaged = bytearray(data)
        for _ in range(generator.randrange(1, 4)):
            damaged[generator.randrange(len(data))] = generator.randrange(256)
        end = generator.randrange(len(data) + 1) if generator.random() < 0.3 else None
        with suppress(ValueError):
            Body.unpack(bytes(damaged[:end]))
    with pytest.raises(ValueError, match="damaged"):
        Body.unpack(b"")


def test_an_entry_that_does_not_follow_is_refused() -> None:
    """Although its changes would fit."""
    shown = List.of_items(["a"])
    recorder, replica = Recorder(shown, None), Replica(None, Duplicates.REFUSE)
    state = recorder.state()
    first = Entry(EntryId(1, 1), EntryKind.SNAPSHOT, bytes(16), recorder.whole(state).pack())
    shown.set_items(["a", "b"])
    found = recorder.changes(state, Step.STEP)
    assert found is not None
    changes = Entry(EntryId(1, 2), EntryKind.CHANGES, bytes(16), found[0].pack())
    with pytest.raises(GapError):
        replica.take(changes)
    replica.take(first)
    for wrong in (EntryId(1, 3), EntryId(2, 2), EntryId(1, 1)):
        with pytest.raises(GapError):
            replica.take(changes._replace(id=wrong))
        assert replica.id == (1, 1) and replica.state().keys() == state.keys()
    replica.take(changes)
    assert replica.state().keys() == shown.keys()
    # A later snapshot says what is known, and one of another epoch is all there is.
    assert replica.take(first._replace(id=EntryId(1, 3))) is None
    assert replica.take(first._replace(id=EntryId(2, 1))) is not None
    assert replica.state().keys() == state.keys()
