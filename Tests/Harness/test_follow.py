"""The example follow of Rust: a file that grows, in a window that stays where the user is."""

import os
import random
import resource
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import cargo
import pytest
from machine import ROOT, command
from outcomes import fail
from pseudo_terminal import PseudoTerminal
from tree import shown

pytestmark = pytest.mark.rust

REPLAYS = sorted((ROOT / "Tests/Replays/follow").glob("*.txt"))
KEYS = ["up", "down", "pageup", "pagedown", "wheelup", "wheeldown"]
TEXTS = ["one", "two words", "件数サービス", "a\\tb", "", "a line that is longer than some windows are wide"]
FIRST = "first line of all"


def program() -> Path:
    cargo.cargo("shared", cargo.SHARED, "build", "--quiet", "--example", "follow")
    return cargo.BUILT / "shared/debug/examples/follow"


@pytest.fixture(scope="module")
def follow() -> Path:
    return program()


def frames(printed: str) -> list[list[str]]:
    """The frames, of which each line begins with its mark. Each is behind the line `frame`."""
    found: list[list[str]] = []
    for line in printed.split("\n"):
        if line == "frame":
            found.append([])
        elif line[:1] in {"+", "|"}:
            found[-1].append(line)
    return found


def replay(follow: Path, *lines: str) -> list[list[str]]:
    return frames(command([follow, "--replay", "-"], given="".join(f"{line}\n" for line in lines)))


def window(frame: list[str]) -> list[str]:
    """The text of a frame, without the status line."""
    return [line[1:] for line in frame[:-1]]


# --- Scripts


@pytest.mark.parametrize("path", REPLAYS, ids=shown)
def test_a_script_with_its_frames_is_what_its_replay_prints(follow: Path, path: Path) -> None:
    printed = command([follow, "--replay", path])
    if printed != path.read_text():
        fail(printed)


def test_there_are_scripts() -> None:
    assert REPLAYS


def test_at_the_end_what_is_appended_comes_into_view(follow: Path) -> None:
    found = replay(follow, "size 40 6", "lines 50", "frame", "append one", "append two", "frame")
    assert window(found[1])[-2:] == ["one", "two"]
    assert window(found[1])[:-2] == window(found[0])[2:]
    assert "following" in found[1][-1]


def test_further_up_nothing_that_is_appended_moves_what_is_read(follow: Path) -> None:
    """Also one line up, where the end is nearly in view, and with a line that grows."""
    appended = ["append one", "write two", "frame", "append three", "append four", "frame"]
    for key in KEYS[::2]:
        found = replay(follow, "size 40 6", "lines 50", "frame", f"keys {key}", "frame", *appended)
        assert {line[0] for frame in found[2:] for line in frame[:-1]} == {"|"}, key
        assert window(found[2]) == window(found[1]) != window(found[0]), key
        assert "+2 new" in found[2][-1], key
        # The line that has grown was counted before.
        assert "+3 new" in found[3][-1], key


def test_the_end_key_follows_again(follow: Path) -> None:
    found = replay(
        follow, "size 40 6", "lines 50", "keys pageup", "append x", "keys end", "append y", "frame"
    )
    assert window(found[0])[-2:] == ["x", "y"]


def test_older_lines_come_without_a_jump(follow: Path) -> None:
    """Line by line up, through blocks that are read on the way: each line goes down by one, and the text is
    that of the file up to its start."""
    count = 300
    keys = ["keys up", "frame"] * (count - 5)
    found = replay(follow, "size 60 6", "block 100", f"lines {count}", "frame", *keys)
    assert "loaded" in found[0][-1]
    for number, (before, after) in enumerate(pairwise(found)):
        assert window(after)[1:] == window(before)[:-1], number
        assert window(after)[0].split()[:2] == ["line", str(count - 5 - number)], number
    assert window(found[-1])[0] == "line 1 waits"


def test_what_is_seen_does_not_depend_on_the_blocks_in_which_it_is_read(follow: Path) -> None:
    seed = int(os.environ.get("IQ_TEST_SEED", "0")) or random.randrange(1 << 30)
    for number in range(seed, seed + 6):
        generator = random.Random(number)
        lines = [f"lines {generator.randrange(1, 900)}"]
        for _ in range(150):
            kind = generator.randrange(12)
            if kind == 0:
                lines.append(f"size {generator.choice([1, 9, 30, 80])} {generator.choice([1, 2, 5, 24])}")
            elif kind < 4:
                command_ = generator.choice(["append", "append", "write"])
                lines.append(f"{command_} {generator.choice(TEXTS)}")
            elif kind == 4:
                lines.append(f"keys {generator.choice(['home', 'end', 'end'])}")
            elif kind == 5 and generator.randrange(8) == 0:
                lines.append(f"{generator.choice(['truncate', 'replace'])} {FIRST}\\n")
            else:
                lines.append(f"keys {' '.join(generator.choice(KEYS) for _ in range(3))}")
            lines += ["frame", "keys redraw", "frame"]
        found = [replay(follow, f"block {block}", *lines) for block in (64, 1000, 1 << 20)]
        texts = [[window(frame) for frame in run] for run in found]
        for step, windows in enumerate(zip(*texts, strict=True)):
            for other in windows[1:]:
                assert other == windows[0], f"seed {number}, step {step // 2}"
        # What is kept on the screen is what would be drawn.
        for step, (kept, drawn) in enumerate(zip(found[0][::2], found[0][1::2], strict=True)):
            assert [line[1:] for line in kept] == [line[1:] for line in drawn], f"seed {number}, step {step}"


def test_a_wrong_script_is_refused_with_its_line(follow: Path) -> None:
    for line in ("dance", "size 0 3", "size 3", "lines x", "keys uup", "write \\q", "write \\x1", "frame 1"):
        given = f"# One line\n{line}\n"
        words: list[str | Path] = [follow, "--replay", "-"]
        done = subprocess.run(words, input=given, capture_output=True, text=True, check=False)
        assert (done.returncode, "-:2: " in done.stderr) == (2, True), line


# --- Calls


def test_a_frame_fits_the_screen(follow: Path) -> None:
    for size in ("1x1", "7x4", "40x10", "200x60"):
        columns, lines = map(int, size.split("x"))
        printed = command([follow, "--lines", "100", "--once", size]).splitlines()
        assert len(printed) == lines
        assert all(len(line) <= columns for line in printed)


def test_a_wrong_call_has_a_message_and_a_status(follow: Path, tmp_path: Path) -> None:
    once = ["--once", "40x10"]
    calls = [
        (2, []),
        (2, ["--once"]),
        (2, ["--once", "0x3", "x"]),
        (2, ["--lines", "0"]),
        (2, ["--lines", "3", "x"]),
        (2, ["--what", "x"]),
        (2, ["x", "y"]),
        (1, [*once, str(tmp_path)]),
        (1, [*once, str(tmp_path / "none")]),
        (1, [*once, "/dev/null"]),
        (1, ["--replay", str(tmp_path / "none")]),
        (1, ["--lines", "3"]),  # not on a terminal
    ]
    for status, words in calls:
        done = subprocess.run(
            [follow, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (status, ""), words
        assert done.stderr.startswith("follow: "), words
        assert "panicked" not in done.stderr, words


def test_a_made_file_is_deleted(follow: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    subprocess.run(
        [follow, "--lines", "9", "--once", "20x4"], env=environment, check=True, capture_output=True
    )
    assert list(tmp_path.iterdir()) == []


# --- Large files


def processor_seconds(words: list[str | Path]) -> float:
    """The least of some runs."""
    least = float("inf")
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command(words)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return least


def numbered(path: Path, count: int) -> Path:
    path.write_text("".join(f"line {number} of a file that is large\n" for number in range(1, count + 1)))
    return path


def test_a_large_file_opens_as_a_small_one(follow: Path, tmp_path: Path) -> None:
    """A million lines are not read: the cost is that of one block."""
    small, large = numbered(tmp_path / "small", 5_000), numbered(tmp_path / "large", 1_000_000)
    once: list[str | Path] = [follow, "--once", "80x24"]
    assert "line 1000000 of" in command([*once, large])
    costs = [processor_seconds([*once, path]) for path in (small, large)]
    assert costs[1] < 3 * costs[0] + 0.01, costs


def test_the_start_of_a_million_lines_is_one_key_away(follow: Path) -> None:
    script = ["size 60 6", "lines 1000000", "frame", "keys home", "frame", "keys down", "append x", "frame"]
    found = replay(follow, *script, "keys end", "frame")
    assert window(found[0])[-1].startswith("line 1000000")
    assert window(found[1])[0] == "line 1 waits"
    assert "of 1,000,000 " in found[1][-1]
    assert window(found[2]) == [*window(found[1])[1:], "line 6 waits for the next train to"]
    assert "+1 new" in found[2][-1]
    assert window(found[3])[-1] == "x"


# --- On a terminal


@contextmanager
def running(follow: Path, path: Path, columns: int = 50, lines: int = 8) -> Iterator[PseudoTerminal]:
    terminal = PseudoTerminal([follow, path], columns, lines)
    try:
        terminal.wait("a status line", lambda drawn: "following" in drawn[-1])
        yield terminal
    finally:
        terminal.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return numbered(tmp_path / "grows", 100)


def append(path: Path, text: str) -> None:
    with path.open("a") as file:
        file.write(text)


def test_quitting_gives_the_terminal_back(follow: Path, path: Path) -> None:
    with running(follow, path) as terminal:
        assert not terminal.is_restored()
        terminal.send("q")
        assert terminal.end() == 0
        assert terminal.is_restored()


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGSEGV]
)
def test_a_signal_ends_it_and_gives_the_terminal_back(
    follow: Path, path: Path, number: signal.Signals
) -> None:
    with running(follow, path) as terminal:
        terminal.process.send_signal(number)
        assert terminal.end() == -number
        assert terminal.is_restored()


def test_control_c_ends_it(follow: Path, path: Path) -> None:
    with running(follow, path) as terminal:
        terminal.send("\x03")
        assert terminal.end() == -signal.SIGINT
        assert terminal.is_restored()


def test_an_error_gives_the_terminal_back(follow: Path, path: Path) -> None:
    with running(follow, path) as terminal:
        path.unlink()
        path.mkdir()
        assert terminal.end() == 1
        assert terminal.is_restored()
        assert b"not a regular file" in terminal.received


def test_it_stops_and_goes_on(follow: Path, path: Path) -> None:
    shell = PseudoTerminal(["bash", "--norc", "--noediting", "-i"], 50, 8)
    try:
        shell.send(f"{follow} {path}\n")
        for _ in range(2):
            shell.wait("drawn", lambda drawn: "following" in drawn[-1])
            assert not shell.is_restored()
            shell.send("\x1a")
            shell.wait("stopped", lambda _: b"Stopped" in shell.received)
            assert shell.is_restored()
            shell.received = b""
            shell.resize(60, 7)
            shell.send("fg\n")
        shell.wait("drawn", lambda drawn: "following" in drawn[-1])
        shell.send("q")
        shell.wait("given back", lambda _: b"\x1b[?1049l" in shell.received)
        shell.send("exit\n")
        assert shell.end() == 0
        assert shell.is_restored()
    finally:
        shell.close()


def test_what_is_written_is_followed_and_the_wheel_leaves_the_end(follow: Path, path: Path) -> None:
    with running(follow, path) as terminal:
        append(path, "one\n")
        terminal.wait("followed", lambda drawn: drawn[-2] == "one")
        terminal.send("\x1b[<64;3;4M")
        drawn = terminal.wait("scrolled", lambda drawn: "End follows" in drawn[-1])
        append(path, "two\n")
        later = terminal.wait("counted", lambda drawn: "+1 new" in drawn[-1])
        assert later[:-1] == drawn[:-1]
        terminal.send("\x1b[F")
        terminal.wait("at the end", lambda drawn: drawn[-2] == "two" and "following" in drawn[-1])
        terminal.send("\x1b[H")
        terminal.wait("at the start", lambda drawn: drawn[0].startswith("line 1 of"))


def test_a_file_that_is_replaced_begins_anew(follow: Path, path: Path, tmp_path: Path) -> None:
    with running(follow, path) as terminal:
        other = tmp_path / "other"
        other.write_text("another file\n")
        other.replace(path)
        terminal.wait("another file", lambda drawn: drawn[:2] == ["another file", ""])
        # While there is none, the old one is shown.
        path.unlink()
        terminal.send("\x0c")
        path.write_text("a third file\n")
        terminal.wait("a third file", lambda drawn: drawn[0] == "a third file")
        path.write_text("")
        terminal.wait("empty", lambda drawn: drawn[0] == "" and "empty" in drawn[-1])


def test_another_size_keeps_what_is_read(follow: Path, path: Path) -> None:
    with running(follow, path) as terminal:
        terminal.send("\x1b[5~\x1b[5~")
        first = terminal.wait("scrolled", lambda drawn: drawn[0].startswith("line 82 "))[0]
        terminal.resize(20, 6)
        drawn = terminal.wait("smaller", lambda drawn: "End follows" in drawn[-1])
        assert first.startswith(drawn[0])
        terminal.resize(80, 12)
        drawn = terminal.wait("larger", lambda drawn: "End follows" in drawn[-1])
        assert drawn[0] == first
