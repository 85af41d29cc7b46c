"""The programs of Tests/Boundary/programs, each in the modes that the table Tests/Boundary/modes gives it."""

import os
from pathlib import Path

import library
import native
import programs
import pytest
import refused_cases
import valgrind
from declarations import Named, declared
from machine import ROOT, command, tool
from marks import sampled
from once import once
from outcomes import Failed, fail
from programs import BUILT, FOLDER, scale

pytestmark = pytest.mark.boundary

MODES = {"plain", "count", "asan", "tsan", "valgrind"}
# What valgrind watches outside of --nightly.
WATCHED = ("basics", "edits", "encoding", "submissions", "updates")


# Of a replay, which is a call from beginning to end; beside iq_list_submit; of a class with traits.
CALLED_BY_OTHERS = {
    "iq_replay_get_count",
    "iq_replay_find",
    "iq_replay_next",
    "iq_list_cancel",
    "iq_list_resume",
    "iq_list_begin_reorder",
}


def test_every_function_with_a_handle_is_called_from_callbacks_without_memory_and_with_wrong_handles() -> (
    None
):
    taking = {
        function.name
        for function in refused_cases.functions(declared())
        if any(is_handle(parameter) for parameter in function.parameters) and function.result != "void"
    }
    assert taking - programs.called() == CALLED_BY_OTHERS


def is_handle(parameter: Named) -> bool:
    return refused_cases.opaque(parameter) is not None


def test_a_parameter_that_nothing_is_known_of_is_not_left_out() -> None:
    with pytest.raises(Failed, match="does not know uint32_t depth"):
        refused_cases.kind("iq_list_new", Named("depth", "uint32_t"))


def test_the_table_names_every_program_and_nothing_else() -> None:
    assert programs.table().keys() == programs.there()


@pytest.mark.parametrize(("name", "modes"), programs.table().items(), ids=programs.table().keys())
def test_the_table_gives_a_program_known_modes_and_valgrind_a_reason(
    name: str, modes: programs.Modes
) -> None:
    assert modes.names, f"{name} runs in no mode"
    assert set(modes.names) <= MODES
    assert ("valgrind" in modes.names) == bool(modes.valgrind_reason)


@pytest.mark.build
@pytest.mark.parametrize(
    ("sanitizer", "calls"),
    [
        ("address", ["__asan_report", "__sanitizer_cov"]),
        pytest.param("thread", ["__tsan_"], marks=pytest.mark.all),
    ],
)
def test_the_library_is_compiled_with_a_sanitizer(sanitizer: str, calls: list[str]) -> None:
    """The engine's code calls the sanitizer, which a program that finds nothing does not prove."""
    archive = library.instrumented(sanitizer)
    # The engine's code is in the objects of IQList, too: see Package.swift. They are named after Swift files.
    listed = command([tool("nm"), "-u", archive]).split("\n\n")
    swift = [text for text in listed if ".swift.o:" in text]
    symbols = "\n".join(swift)
    assert swift
    assert [call for call in calls if call not in symbols] == []


@pytest.mark.parametrize("name", programs.of_mode("plain"), ids="{}-plain".format)
def test_released_library_passes(name: str) -> None:
    command([programs.linked(name)], programs.usual_scale(name))


@pytest.mark.nightly
@pytest.mark.parametrize("name", programs.LONG, ids="{}-plain".format)
def test_released_library_passes_in_full(name: str) -> None:
    command([programs.linked(name)], scale("plain"))


@pytest.mark.all
def test_a_session_of_a_million_operations_passes() -> None:
    command([programs.linked("everything")], {"IQ_TEST_SCALE": os.environ.get("IQ_TEST_SCALE", "5000")})


@pytest.mark.parametrize("name", programs.of_mode("asan"), ids="{}-asan".format)
def test_address_sanitizer_finds_nothing(name: str) -> None:
    # Programs ask for absurd amounts of memory on purpose; like malloc, answer NULL.
    options = "detect_leaks=1:allocator_may_return_null=1:detect_stack_use_after_return=1"
    command([programs.instrumented("address", name)], {**scale("asan"), "ASAN_OPTIONS": options})


@pytest.mark.all
@pytest.mark.parametrize("name", programs.of_mode("tsan"), ids="{}-tsan".format)
def test_thread_sanitizer_finds_no_race(name: str) -> None:
    options = "halt_on_error=1:allocator_may_return_null=1:second_deadlock_stack=1"
    command([programs.instrumented("thread", name)], {**scale("tsan"), "TSAN_OPTIONS": options})


@pytest.mark.parametrize("name", sampled(programs.of_mode("valgrind"), WATCHED), ids="{}-valgrind".format)
def test_valgrind_finds_nothing(name: str) -> None:
    valgrind.watch(programs.linked(name), scale("valgrind"))


@once
def counter() -> Path:
    output = BUILT / "count.so"
    output.parent.mkdir(parents=True, exist_ok=True)
    source = FOLDER / "preload/count.c"
    command([tool("gcc"), "-std=gnu11", "-g", "-O2", "-shared", "-fPIC", source, "-o", output])
    return output


def counted(program: Path, environment: dict[str, str]) -> tuple[int, int, str]:
    """Runs a program under the counter. Answers the allocations that the library made by itself, and all
    of the process, and what was printed."""
    report = BUILT / f"{program.name}.count"
    report.unlink(missing_ok=True)
    preload = {"LD_PRELOAD": str(counter()), "IQ_COUNT_FILE": str(report)}
    printed = command([program], {**environment, **preload})
    if not report.is_file():
        fail(f"{printed}\nthe counter did not report")
    # A line for each process that ended: a program may fork.
    lines = [[int(word) for word in line.split()] for line in report.read_text().splitlines()]
    return sum(line[0] for line in lines), sum(line[1] for line in lines), printed


def test_the_counter_sees_the_librarys_malloc() -> None:
    """Where no allocator is set, the library calls malloc, and that is what the counter has to notice."""
    program = BUILT / "counter-control"
    native.link([ROOT / "Tests/Static/program.c"], program)
    inside, total, _ = counted(program, {})
    assert 0 < inside <= total


@pytest.mark.parametrize("name", programs.of_mode("count"), ids="{}-count".format)
def test_every_allocation_goes_through_the_hosts_allocator(name: str) -> None:
    inside, _, printed = counted(programs.linked(name), scale("count"))
    if inside:
        fail(f"{printed}\n{inside} allocations did not come through the host's allocator")
