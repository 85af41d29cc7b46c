"""Views that are laid out, in random sessions beside a slow model: after every operation all that there is to
see is the same, without an epsilon. A failure prints the seed, the operations and the path of a picture."""

from __future__ import annotations

import os

import pytest
from layout_session import Session

STEPS = 30
SEEDS = int(os.environ.get("IQ_LAYOUT_SEEDS", "24"))
FIRST = int(os.environ.get("IQ_LAYOUT_SEED", "0"))


def run(session: Session, what: str, steps: int = STEPS) -> None:
    try:
        session.check()
        for _ in range(steps):
            session.step()
    except Exception as error:
        lines = "\n".join(session.log[-12:])
        raise AssertionError(f"{what}\n{lines}\n{error}") from error
    finally:
        session.close()


@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_a_session_shows_what_the_model_shows(seed: int) -> None:
    run(Session(seed), f"seed {seed}")


@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS // 3))
@pytest.mark.parametrize("derived", ["outline", "filter"])
def test_a_derived_list_shows_what_the_model_shows(seed: int, derived: str) -> None:
    run(Session(seed, derived), f"seed {seed}, {derived}")


@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS // 4))
def test_a_long_list_shows_what_the_model_shows(seed: int) -> None:
    """Its trees have several levels."""
    run(Session(seed, counts=(0, 5, 300, 1000)), f"seed {seed}, long", STEPS // 3)


@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_lanes_show_what_the_model_shows(seed: int) -> None:
    """What an item's lane is follows from all that was drawn before."""
    run(Session(seed, ["", "", "filter"][seed % 3], (3, 7, 20, 60), ("lanes",)), f"seed {seed}, lanes")


@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_custom_layouts_show_what_the_model_shows(seed: int) -> None:
    """What the host's functions say is asked for while no lock is held, and cut to what can be."""
    run(
        Session(seed, ["", "", "outline"][seed % 3], (1, 7, 20, 40), ("custom", "custom", "rows")),
        f"seed {seed}, custom",
    )
