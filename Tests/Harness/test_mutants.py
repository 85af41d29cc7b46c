"""The boundary programs notice small errors: see mutants.py."""

import mutants
import pytest
from machine import command
from mutants import Mutant
from outcomes import Failed, fail

pytestmark = pytest.mark.mutants

# Of a program that ends by itself, if not with this mutant.
PATIENCE = 60

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
    words = ["timeout", "--signal=KILL", str(PATIENCE), str(mutants.program(mutant.test))]
    try:
        command(words, mutants.switch(mutant.number, mutant.scale))
    except Failed:
        return
    fail(f"{mutant.test} passes with it:\n{mutant.file}\n  {mutant.line}\n  {mutant.mutant}")
