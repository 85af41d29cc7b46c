"""At a terminal: a bar for big files, colours, and lines of its width; nothing of that anywhere else."""

from __future__ import annotations

import os
import pty
import re
import struct
import subprocess
import sys
from collections.abc import Sequence
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pytest

from iqlist.cli.progress import WORTH_SHOWING

COLUMNS = 50
BAR = re.compile(r"\r\[(#* *)\] +(\d+) %  (\S*)")


def at_terminal(words: Sequence[object], stderr_only: bool = False, **environment: str) -> tuple[int, str]:
    """Runs the command at a terminal. Answers its status and what the terminal was sent."""
    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, struct.pack("4H", 25, COLUMNS, 0, 0))
    given = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    process = subprocess.Popen(
        [sys.executable, "-m", "iqlist", "diff", *map(str, words), "--key", "id"],
        stdout=subprocess.DEVNULL if stderr_only else theirs,
        stderr=theirs,
        env={**given, **environment},
    )
    os.close(theirs)
    sent = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux says so when the other end is closed.
            break
        sent += part
    os.close(ours)
    return process.wait(), sent.decode().replace("\r\n", "\n")


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("big")
    paths = folder / "before.csv", folder / "after.csv"
    row = "x" * 200
    count = WORTH_SHOWING // 2 // len(row) + 1
    for path, last in zip(paths, "yz"):
        path.write_text("id,a\n" + "".join(f"{i},{row}\n" for i in range(count)) + f"last,{last}\n")
    return paths


def test_a_bar_climbs_and_is_wiped_away(big: tuple[Path, Path]) -> None:
    status, sent = at_terminal(big, stderr_only=True)
    shares = [int(share) for _, share, _ in BAR.findall(sent)]
    assert status == 1
    assert len(shares) > 5 and shares == sorted(shares) and shares[0] == 0 and shares[-1] == 100
    assert sent.endswith("\r\x1b[K")
    lines = [re.sub(r"\x1b\[K", "", line) for line in sent.split("\r")]
    assert max(map(len, lines)) < COLUMNS


def test_the_bar_is_gone_before_the_answer(big: tuple[Path, Path]) -> None:
    _, sent = at_terminal(big)
    answer = sent.rpartition("\r\x1b[K")[2]
    assert re.sub(r"\x1b\[\d*m", "", answer).startswith("changed  last  a: y -> z\n")


def test_the_bar_is_gone_before_trouble_is_told(big: tuple[Path, Path], tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text(big[1].read_text() + "one,two,three\n")
    status, sent = at_terminal([big[0], bad])
    assert status == 2
    assert sent.rpartition("\r\x1b[K")[2].startswith(f"iqlist: {bad}:")


def test_no_bar_for_what_is_small(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,a\n1,x\n")
    status, sent = at_terminal([tmp_path / "a.csv", tmp_path / "a.csv"])
    assert (status, sent) == (0, "")


def test_no_bar_where_there_is_no_terminal(big: tuple[Path, Path]) -> None:
    words = [sys.executable, "-m", "iqlist", "diff", *map(str, big), "--key", "id"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr == "" and "\x1b" not in done.stdout


def test_colours_and_width(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,team,a\n1,x,before\n2,x," + "long" * 50 + "\n")
    (tmp_path / "b.csv").write_text("id,team,a\n1,x,after\n")
    words = [tmp_path / "a.csv", tmp_path / "b.csv", "--section", "team"]
    status, sent = at_terminal(words)
    assert status == 1
    assert "\x1b[1mteam: x\x1b[0m\n" in sent
    assert "\x1b[31mwent   \x1b[0m  2  a: longlong" in sent
    assert "\x1b[33mchanged\x1b[0m  1  a: before -> after\n" in sent
    plain = re.sub(r"\x1b\[\d*m", "", sent)
    assert max(map(len, plain.splitlines())) == COLUMNS and "…" in plain
    status, sent = at_terminal(words, NO_COLOR="1")
    assert (status, sent) == (1, plain)
