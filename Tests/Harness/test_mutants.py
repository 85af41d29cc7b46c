"""The boundary programs notice small errors: see mutants.py."""

import mutants
import pytest
from machine import command
from marks import sampled
from mutants import Mutant
from outcomes import Failed, fail

pytestmark = pytest.mark.mutants

# Seconds that a program gets with a mutant.
PATIENCE = 80

MUTANTS = list(mutants.table())
# What is noticed outside of --nightly.
SAMPLE = MUTANTS[::10]


def once_each(mutants: list[Mutant]) -> set[tuple[str, str]]:
    """Programs and the scale that they need."""
    return {(mutant.test, mutant.scale) for mutant in mutants}


PROGRAMS = sorted(once_each(MUTANTS))


def name(mutant: Mutant) -> str:
    return mutant.name


def test_there_are_mutants() -> None:
    assert MUTANTS


@pytest.mark.parametrize("mutant", MUTANTS, ids=name)
def test_the_sources_have_the_line(mutant: Mutant) -> None:
    mutants.changed(mutant)


@pytest.mark.all
@pytest.mark.build
def test_a_copy_of_the_library_with_all_mutants_builds() -> None:
    mutants.library()


@pytest.mark.parametrize("program", sampled(PROGRAMS, once_each(SAMPLE)), ids=" ".join)
def test_the_program_passes_without_a_mutant(program: tuple[str, str]) -> None:
    name, scale = program
    command([mutants.program(name)], mutants.switch(0, scale))


@pytest.mark.parametrize("mutant", sampled(MUTANTS, SAMPLE), ids=name)
def test_the_program_notices_the_mutant(mutant: Mutant) -> None:
    """It fails, or it does not end although it ends in a fraction of that time without the mutant."""
    program = str(mutants.program(mutant.test))
    try:
        ended = run(program, mutants.switch(mutant.number, mutant.scale), PATIENCE)
    except Failed:
        return
    if ended:
        fail(f"{mutant.test} passes with it:\n{mutant.file}\n  {mutant.line}\n  {mutant.mutant}")
    if not run(program, mutants.switch(0, mutant.scale), PATIENCE // 4):
        fail(f"{mutant.test} is too slow here to tell whether the mutant keeps it from ending")


def run(program: str, environment: dict[str, str], seconds: int) -> bool:
    """Whether the program ends in time; raises if it fails."""
    limited = f'timeout --signal=KILL {seconds} "$0" || {{ [[ $? == 137 ]] && echo timeout; }}'
    return not command(["bash", "-c", limited, program], environment).endswith("timeout\n")
