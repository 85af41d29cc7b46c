"""The logs that need no server do what a log does."""

from __future__ import annotations

import subprocess
import sys

import pytest
from log_contract import CONTRACT, Place, Rule
from memory_log import Memory, MemoryLog


@pytest.mark.parametrize("rule", CONTRACT, ids=lambda rule: rule.__name__)
def test_a_log_in_memory(rule: Rule) -> None:
    memory = Memory()
    rule(Place(lambda: MemoryLog(memory), memory.empty, is_shared=False))


def test_logs_are_imported_without_their_packages() -> None:
    program = "import sys; sys.modules.update(redis=None, psycopg=None); import iqlist.sync as sync"
    program += "; print(sync.RedisLog.__name__, sync.PostgresLog.__name__)"
    told = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True)
    assert told.stdout == "RedisLog PostgresLog\n"
