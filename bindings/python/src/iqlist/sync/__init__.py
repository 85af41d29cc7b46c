"""Lists that others follow, over a log: see `iqlist.sync.log`."""

from .log import Entry, EntryId, EntryKind, Log, RefusedError, Tail

__all__ = ["Entry", "EntryId", "EntryKind", "Log", "RefusedError", "Tail"]
