"""The example processes on a terminal: what it draws for scripts, and that it gives the terminal back."""

import os
import random
import resource
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from examples import FOLDER, built
from machine import ROOT, command
from outcomes import fail
from pseudo_terminal import PseudoTerminal
from tree import shown

pytestmark = pytest.mark.readme

REPLAYS = sorted((ROOT / "Tests/Replays").glob("*.txt"))
USERS = ["ada", "ben", "cem", "dot"]
NAMES = ["bash", "vim", "firefox", "件数サービス", "na\u0301me", "sh", "a-very-long-name-of-a-process"]
KEYS = ["up", "down", "pageup", "pagedown", "home", "end", "wheelup", "wheeldown"]
KEYS += ["enter", "escape", "backspace", *"cmnl/vib"]
INTERVAL = "0.2"
SLEEP = f"sleep 9{os.getpid()}"
WHEEL_UP, WHEEL_DOWN = "\x1b[<64;3;4M", "\x1b[<65;3;4M"


def program() -> Path:
    return built(FOLDER / "processes.c")


def replay(script: str) -> str:
    return command([program(), "--replay", "-"], given=script)


# --- Scripts


@pytest.mark.parametrize("path", REPLAYS, ids=shown)
def test_a_script_with_its_frames_is_what_its_replay_prints(path: Path) -> None:
    printed = command([program(), "--replay", path])
    if printed != path.read_text():
        fail(printed)


def test_there_are_scripts() -> None:
    assert REPLAYS


def table(generator: random.Random) -> list[str]:
    """A reading: most processes stay, with other numbers."""
    lines = []
    for pid in generator.sample(range(1, 41), generator.randrange(3, 40)):
        memory, cpu = generator.randrange(1, 50) * 10, generator.randrange(5)
        name = NAMES[pid % len(NAMES)]
        lines.append(f"process {USERS[pid % len(USERS)]} {pid} S {memory} {cpu} {name} {name} --option {pid}")
    return [*lines, "read"]


def session(generator: random.Random) -> list[str]:
    lines = table(generator)
    for _ in range(120):
        kind = generator.randrange(10)
        if kind == 0:
            lines += table(generator)
        elif kind == 1:
            lines.append(f"size {generator.choice([1, 20, 40, 90])} {generator.choice([1, 2, 3, 8, 24])}")
        elif kind == 2:
            lines.append(f"click {generator.randrange(1, 40)} {generator.randrange(1, 24)}")
        else:
            lines.append(f"keys {generator.choice(KEYS)}")
        lines += ["frame", "frame", "keys redraw", "frame"]
    return lines


def frames(printed: str) -> list[list[str]]:
    found: list[list[str]] = []
    inside = False
    for line in printed.split("\n"):
        is_drawn = line[:1] in "+|" and line != ""
        if is_drawn and not inside:
            found.append([])
        inside = is_drawn
        if is_drawn:
            found[-1].append(line)
    return found


def test_what_is_kept_is_what_would_be_drawn() -> None:
    """After each step the screen is the same as if all of it were drawn anew; nothing is drawn where nothing
    has happened."""
    seed = int(os.environ.get("IQ_TEST_SEED", "0")) or random.randrange(1 << 30)
    for number in range(seed, seed + 12):
        lines = session(random.Random(number))
        found = frames(replay("\n".join(lines) + "\n"))
        assert len(found) == 3 * lines.count("keys redraw"), f"seed {number}"
        for step, (first, second, third) in enumerate(zip(found[::3], found[1::3], found[2::3], strict=True)):
            texts = [[line[1:] for line in frame] for frame in (first, second, third)]
            marks = ["".join(line[0] for line in frame) for frame in (first, second, third)]
            if texts[0] != texts[2] or texts[1] != texts[2]:
                fail(
                    f"seed {number}, step {step}: kept\n" + "\n".join(first) + "\ndrawn\n" + "\n".join(third)
                )
            assert set(marks[1]) == {"|"}, f"seed {number}, step {step}: drawn without a reason\n{second}"
            assert set(marks[2]) == {"+"}, f"seed {number}, step {step}"


def test_a_frame_fits_the_screen() -> None:
    for size in ("1x1", "7x4", "40x10", "200x60"):
        columns, lines = map(int, size.split("x"))
        printed = command([program(), "--once", "--size", size]).splitlines()
        assert len(printed) == lines
        assert all(len(line) <= columns for line in printed)


def test_a_wrong_script_is_refused_with_its_line() -> None:
    for line in ("dance", "size 0 3", "process ada x", "keys uup", "bytes \\q", "click 1"):
        with pytest.raises(pytest.fail.Exception, match=r"-:2: "):
            replay(f"# One line\n{line}\n")


# --- On a terminal


@contextmanager
def running(columns: int = 60, lines: int = 8, *words: str) -> Iterator[PseudoTerminal]:
    terminal = PseudoTerminal([program(), "--interval", INTERVAL, *words], columns, lines)
    try:
        terminal.wait("a title", lambda drawn: " processes" in drawn[0])
        yield terminal
    finally:
        terminal.close()


def test_quitting_gives_the_terminal_back() -> None:
    with running() as terminal:
        assert not terminal.is_restored()
        terminal.send("q")
        assert terminal.end() == 0
        assert terminal.is_restored()


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGSEGV]
)
def test_a_signal_ends_it_and_gives_the_terminal_back(number: signal.Signals) -> None:
    with running() as terminal:
        terminal.process.send_signal(number)
        assert terminal.end() == -number
        assert terminal.is_restored()


def test_control_c_ends_it() -> None:
    with running() as terminal:
        terminal.send("\x03")
        assert terminal.end() == -signal.SIGINT
        assert terminal.is_restored()


def test_it_stops_and_goes_on() -> None:
    """While it is stopped the terminal is the shell's. It comes back with the size that there is by then."""
    shell = PseudoTerminal(["bash", "--norc", "--noediting", "-i"], 60, 8)
    try:
        shell.send(f"{program()} --interval {INTERVAL}\n")
        for _ in range(2):
            shell.wait("drawn", lambda drawn: " processes" in drawn[0] and drawn[-1].startswith("q quit"))
            assert not shell.is_restored()
            shell.send("\x1a")
            shell.wait("stopped", lambda _: b"Stopped" in shell.received)
            assert shell.is_restored()
            shell.received = b""
            shell.resize(50, 7)
            shell.send("fg\n")
        shell.wait("drawn", lambda drawn: drawn[-1].startswith("q quit"))
        shell.send("q")
        shell.wait("given back", lambda _: b"\x1b[?1049l" in shell.received)
        shell.send("exit\n")
        assert shell.end() == 0
        assert shell.is_restored()
    finally:
        shell.close()


def test_it_does_not_stop_where_nobody_could_let_it_go_on() -> None:
    with running() as terminal:
        terminal.process.send_signal(signal.SIGTSTP)
        terminal.wait("given back", lambda _: b"\x1b[?1049l" in terminal.received)
        terminal.wait("taken", lambda _: terminal.modes["1049"])
        terminal.send("q")
        assert terminal.end() == 0
        assert terminal.is_restored()


def test_it_goes_on_after_a_stop_that_it_was_not_told_of() -> None:
    with running() as terminal:
        terminal.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, terminal.process.pid, os.WSTOPPED)
        terminal.received = b""
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait("taken", lambda _: b"\x1b[?1049h" in terminal.received)
        terminal.wait("drawn", lambda _: b" processes" in terminal.received)
        terminal.send("q")
        assert terminal.end() == 0


def test_another_size_is_drawn() -> None:
    with running(60, 8) as terminal:
        terminal.resize(30, 12)
        drawn = terminal.wait("smaller", lambda drawn: drawn[-1].startswith("q quit"))
        assert len(drawn[-1]) == 30
        assert drawn[-1].endswith("…")
        assert "MEMORY MB" in drawn[1]
        assert "TIME" not in drawn[1]
        terminal.resize(90, 5)
        drawn = terminal.wait("wider", lambda drawn: drawn[-1].startswith("q quit"))
        assert "TIME" in drawn[1]


@contextmanager
def sleepers(count: int) -> Iterator[dict[str, subprocess.Popen[bytes]]]:
    """Processes that no other test has, by their numbers as text; SLEEP finds them."""
    started = [subprocess.Popen(SLEEP.split()) for _ in range(count)]
    try:
        yield {str(each.pid): each for each in started}
    finally:
        for each in started:
            each.kill()
            each.wait()


def find(terminal: PseudoTerminal) -> list[str]:
    """Those of the test, by name, which is by number as all have the same."""
    terminal.send(f"/{SLEEP}")
    terminal.wait("typed", lambda drawn: drawn[-1] == f"/{SLEEP}")
    terminal.send("\rn")
    return terminal.wait("sorted", lambda drawn: drawn[0].endswith("by name"))


def selected(drawn: list[str]) -> str:
    """The number of the selected process."""
    return next((line[1:].split()[0] for line in drawn if line.startswith(">")), "")


def test_the_wheel_scrolls_below_the_header_and_a_click_selects() -> None:
    with sleepers(9) as started, running(60, 8) as terminal:
        numbers = sorted(started, key=int)
        drawn = find(terminal)
        assert drawn[2].startswith("user ")
        assert [line.split()[0] for line in drawn[3:7]] == numbers[:4]
        terminal.send(WHEEL_DOWN)
        scrolled = terminal.wait("scrolled", lambda lines: lines[3].split()[:1] == numbers[3:4])
        assert scrolled[1:3] == drawn[1:3]
        terminal.send(WHEEL_DOWN + WHEEL_DOWN)
        terminal.wait("at the end", lambda lines: lines[6].split()[:1] == numbers[8:])
        terminal.send("\x1b[<0;3;5M\x1b[<0;3;5m")
        assert selected(terminal.wait("clicked", lambda lines: selected(lines) != "")) == numbers[6]
        terminal.send(WHEEL_UP * 4)
        terminal.wait("at the start", lambda lines: lines[3].split()[:1] == numbers[:1])


def test_what_is_selected_stays_so_until_it_ends() -> None:
    """Then what stands at its place is selected."""
    with sleepers(3) as started, running(60, 12) as terminal:
        numbers = sorted(started, key=int)
        find(terminal)
        terminal.send("\x1b[B\x1b[B")
        terminal.wait("selected", lambda drawn: selected(drawn) == numbers[1])
        terminal.send("m")
        drawn = terminal.wait("sorted", lambda drawn: drawn[0].endswith("by memory"))
        assert selected(drawn) == numbers[1]
        terminal.send("n")
        drawn = terminal.wait("sorted", lambda drawn: drawn[0].endswith("by name"))
        started[numbers[1]].kill()
        started[numbers[1]].wait()
        terminal.wait("the next one", lambda drawn: selected(drawn) == numbers[2])


def test_a_failure_gives_the_terminal_back_before_it_says_why() -> None:
    """Without descriptors it can read nothing."""
    with running() as terminal:
        resource.prlimit(terminal.process.pid, resource.RLIMIT_NOFILE, (3, 3))
        assert terminal.end() == 1
        assert terminal.is_restored()
        said = terminal.received.partition(b"\x1b[?1049l")[2]
        assert b"processes: /proc: " in said
