"""The boundary programs notice small errors: see mutants.py."""

import mutants
import pytest
from machine import command
from mutants import Mutant
from outcomes import Failed, fail

pytestmark = [pytest.mark.mutants, pytest.mark.all]

# Seconds that a program gets with a mutant.
PATIENCE = 80

MUTANTS = list(mutants.table())
each_mutant = pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])


def test_there_are_mutants() -> None:
    assert MUTANTS


@each_mutant
def test_the_sources_have_the_line(mutant: Mutant) -> None:
    mutants.changed(mutant)


@pytest.mark.build
def test_a_copy_of_the_library_with_all_mutants_builds() -> None:
    mutants.library()


@pytest.mark.parametrize(("name", "scale"), sorted({(mutant.test, mutant.scale) for mutant in MUTANTS}))
def test_the_program_passes_without_a_mutant(name: str, scale: str) -> None:
    command([mutants.program(name)], mutants.switch(0, scale))


@each_mutant
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
