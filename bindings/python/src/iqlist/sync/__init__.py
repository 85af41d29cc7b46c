"""Lists that others follow: a publisher puts what a list shows into a log, and followers fill their own lists
from it, on any number of machines. A log is over an engine that exists, see `Log`.

    a list ──> Publisher ── entries ──> a log ── entries ──> Follower ──> a list
                                          └───── entries ──> Follower ──> a list
"""

from .file_log import FileLog
from .follower import Follower
from .journal import Journal
from .log import Entry, EntryId, EntryKind, Log, RefusedError, Tail
from .postgres_log import PostgresLog
from .publisher import Publisher, TakenOverError
from .redis_log import RedisLog

__all__ = [
    "Entry",
    "EntryId",
    "EntryKind",
    "FileLog",
    "Follower",
    "Journal",
    "Log",
    "PostgresLog",
    "Publisher",
    "RedisLog",
    "RefusedError",
    "Tail",
    "TakenOverError",
]
