"""Lists that others follow, over a log: see `iqlist.sync.log`."""

from .log import Entry, EntryId, EntryKind, Log, RefusedError, Tail
from .postgres_log import PostgresLog
from .redis_log import RedisLog

__all__ = ["Entry", "EntryId", "EntryKind", "Log", "PostgresLog", "RedisLog", "RefusedError", "Tail"]
