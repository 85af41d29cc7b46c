"""Logs over Redis: two streams, whose entries have the ids of the log's.

    {iqlist:orders}:entries    1-4 kind writer body, 1-5 kind writer body, 2-1 kind writer body
    {iqlist:orders}:head       2-1 identity writer snapshot

The head has one entry, with the id of the last one. Scripts append and read, each of them one atomic step,
and take the log for empty if one of the streams is lost. Who waits, waits for the head: a body is sent once.
"""

from __future__ import annotations

import time
from secrets import token_bytes
from typing import Any, Optional

from .heads import SLICE, SOME_BYTES, SOME_ENTRIES, before
from .log import Entry, EntryId, EntryKind, RefusedError, Tail

HEAD = """
local function last_of_log()
  if redis.call('EXISTS', KEYS[1], KEYS[2]) == 2 then
    return redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
  end
end
"""

APPEND = (
    HEAD
    + """
local id, epoch_before, number_before, kind, writer, body, identity = unpack(ARGV)
local last, of_last, snapshot = '0-0', '', '0-0'
local head = last_of_log()
if head then
  last, identity, of_last, snapshot = head[1], head[2][2], head[2][4], head[2][6]
end
if last == id and of_last == writer then return false end
local epoch, number = string.match(last, '(%d+)-(%d+)')
if epoch ~= epoch_before or (number_before ~= '' and number ~= number_before) then
  return {last, of_last}
end
if not head then redis.call('DEL', KEYS[1], KEYS[2]) end
redis.call('XADD', KEYS[2], id, 'kind', kind, 'writer', writer, 'body', body)
if kind == '1' then -- It is a snapshot.
  redis.call('XTRIM', KEYS[2], 'MINID', snapshot)
  snapshot = id
end
redis.call('XADD', KEYS[1], 'MAXLEN', 1, id, 'identity', identity, 'writer', writer, 'snapshot', snapshot)
return false
"""
)

READ = (
    HEAD
    + """
local start, count, bytes = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local head, entries, size = last_of_log(), {}, 0
if not head then return {'', '0-0', entries} end
if start == 'snapshot' then start = head[2][6] end
while #entries < count and size < bytes do
  local entry = redis.call('XRANGE', KEYS[2], start, '+', 'COUNT', 1)[1]
  if not entry then break end
  entries[#entries + 1] = entry
  size = size + #entry[2][6]
  start = '(' .. entry[1]
end
return {head[2][2], head[1], entries}
"""
)


class RedisLog:
    """A log in a Redis, of version 6.2 or later; Valkey does as well.

    `client`    a `redis.Redis`, of the package `redis` from version 5 on (`pip install iqlist[redis]`), which
                stays yours. Bodies are bytes: it has not `decode_responses`. A `socket_timeout` that it has
                is longer than a second. It may retry what has failed.
    `name`      of the log. Its two keys have it as their hash tag, so they are in one slot of a cluster.

    What a restart or a failover keeps is a matter of the server's settings: all that was appended with
    `appendonly yes` and `appendfsync always`, the last second or more is lost with others, and everything
    without any persistence. A log that has lost entries refuses its publisher, which begins an epoch then,
    and followers see that it is shorter or another one. Let no policy of `maxmemory` evict the keys.

    Any thread may call the methods, and as many wait at once as the client's pool has connections.

    >>> log = RedisLog(client, "orders")
    >>> log.append(Entry(EntryId(1, 1), EntryKind.SNAPSHOT, bytes(16), b"Ada, Ben"))
    >>> log.read(None, wait=0).entries[0].body
    b'Ada, Ben'
    """

    def __init__(self, client: Any, name: str) -> None:
        if client.get_encoder().decode_responses:
            raise ValueError("bodies are bytes: a client without decode_responses is needed")
        self._client, self._closed = client, False
        self._head = f"{{iqlist:{name}}}:head"
        self._keys = [self._head, f"{{iqlist:{name}}}:entries"]
        self._append, self._read = client.register_script(APPEND), client.register_script(READ)

    def append(self, entry: Entry) -> None:
        """As `Log.append`, in one script.

        >>> log = RedisLog(client, "people")
        >>> log.append(Entry(EntryId(1, 1), EntryKind.SNAPSHOT, bytes(16), b"Ada, Ben"))
        >>> log.append(Entry(EntryId(1, 3), EntryKind.CHANGES, bytes(16), b"Cem"))
        Traceback (most recent call last):
        iqlist.sync.log.RefusedError: another entry is the last one of the log: 1-1
        """
        epoch, number = before(entry)
        needed = [epoch, "" if number is None else number]
        words = [str(entry.id), *needed, int(entry.kind), entry.writer, entry.body, token_bytes(16)]
        refused = self._append(self._keys, words)
        if refused is not None:
            last, writer = refused
            raise RefusedError(id_of(last), writer)

    def read(self, after: Optional[EntryId], wait: float) -> Tail:
        """As `Log.read`. At most 256 entries are read at once, and none behind 8 MiB.

        >>> log = RedisLog(client, "people")
        >>> tail = log.read(EntryId(1, 1), wait=0.1)
        >>> tail.last, tail.entries
        (EntryId(epoch=1, number=1), [])
        """
        end = time.monotonic() + wait
        while True:
            tail = self._tail("-" if after is None else f"({after}", SOME_ENTRIES)
            left = end - time.monotonic()
            if tail.last != after or left <= 0 or self._closed:
                return tail
            block = max(1, int(1000 * min(left, SLICE)))
            self._client.xread({self._head: str(after or "0-0")}, count=1, block=block)

    def snapshot(self) -> Tail:
        """As `Log.snapshot`.

        >>> RedisLog(client, "people").snapshot().entries[0].id
        EntryId(epoch=1, number=1)
        """
        return self._tail("snapshot", 1)

    def close(self) -> None:
        """Ends a `read` that waits, within a quarter of a second. The client stays open; the log can still be
        called, and waits for nothing.

        >>> RedisLog(client, "people").close()
        """
        self._closed = True

    def _tail(self, start: str, count: int) -> Tail:
        identity, last, entries = self._read(self._keys, [start, count, SOME_BYTES])
        return Tail(identity, id_of(last), [made(*entry) for entry in entries])


def id_of(text: bytes) -> Optional[EntryId]:
    """None for 0-0."""
    epoch, number = map(int, text.split(b"-"))
    return EntryId(epoch, number) if epoch else None


def made(id: bytes, fields: list[bytes]) -> Entry:
    """An entry of the stream, whose fields are names and values in turn."""
    epoch, number = map(int, id.split(b"-"))
    return Entry(EntryId(epoch, number), EntryKind(int(fields[1])), fields[3], fields[5])
