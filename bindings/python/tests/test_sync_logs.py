"""The logs that need no server do what a log does."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from log_contract import CONTRACT, Rule
from log_places import Place, check_limits
from memory_log import Memory, MemoryLog

from iqlist.sync import FileLog


@pytest.mark.parametrize("rule", CONTRACT, ids=lambda rule: rule.__name__)
def test_a_log_in_memory(rule: Rule) -> None:
    memory = Memory()
    rule(Place(lambda: MemoryLog(memory), memory.empty, is_shared=False))


@pytest.mark.parametrize("rule", CONTRACT, ids=lambda rule: rule.__name__)
def test_a_log_in_a_file(rule: Rule, tmp_path: Path) -> None:
    path = tmp_path / "log"
    rule(Place(partial(FileLog, path), lambda: os.truncate(path, 0)))


def test_little_of_a_file_is_read_at_once(tmp_path: Path) -> None:
    check_limits(FileLog(tmp_path / "log"), 256, 8 << 20)


def test_logs_are_imported_without_their_packages() -> None:
    program = "import sys; sys.modules.update(redis=None, psycopg=None); import iqlist.sync as sync"
    program += "; print(sync.RedisLog.__name__, sync.PostgresLog.__name__)"
    told = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True)
    assert told.stdout == "RedisLog PostgresLog\n"
