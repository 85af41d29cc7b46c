"""board.py - a list that one process publishes, and any number of others show."""

from __future__ import annotations

import json
from typing import Any

import redis

from iqlist import List, sync


def board(address: str) -> sync.RedisLog:
    return sync.RedisLog(redis.from_url(address), "board")


def published(shown: List[Any], address: str) -> sync.Publisher:
    return sync.Publisher(shown, board(address), encode=lambda note: json.dumps(note).encode())


def followed(address: str) -> sync.Follower[Any]:
    return sync.Follower(board(address), decode=json.loads)
