"""What `PostgresLog` says to the server.

An append is one call of a function, so that nobody who goes away in the middle keeps others waiting. It
changes the row of its log if that has the id before; others wait for that row meanwhile. What is read is one
SELECT, which sees one moment.
"""

from __future__ import annotations

from .heads import SOME_BYTES, SOME_ENTRIES

TABLES = """\
CREATE TABLE IF NOT EXISTS iqlist_logs (
  name text PRIMARY KEY, identity bytea NOT NULL,
  epoch bigint NOT NULL, number bigint NOT NULL, writer bytea NOT NULL
);
CREATE TABLE IF NOT EXISTS iqlist_entries (
  name text NOT NULL REFERENCES iqlist_logs ON DELETE CASCADE, epoch bigint NOT NULL, number bigint NOT NULL,
  kind smallint NOT NULL, writer bytea NOT NULL, body bytea NOT NULL,
  PRIMARY KEY (name, epoch, number)
);
CREATE OR REPLACE FUNCTION iqlist_append(
  entry iqlist_entries, new_identity bytea, epoch_before bigint, number_before bigint
) RETURNS iqlist_logs LANGUAGE plpgsql AS $$
DECLARE
  last iqlist_logs;
BEGIN
  IF epoch_before = 0 THEN
    INSERT INTO iqlist_logs VALUES (entry.name, new_identity, entry.epoch, entry.number, entry.writer)
      ON CONFLICT DO NOTHING;
  ELSE
    UPDATE iqlist_logs AS logs SET epoch = entry.epoch, number = entry.number, writer = entry.writer
      WHERE logs.name = entry.name AND logs.epoch = epoch_before
        AND logs.number = coalesce(number_before, logs.number);
  END IF;
  IF FOUND THEN
    INSERT INTO iqlist_entries VALUES (entry.*);
    IF entry.kind = 1 THEN -- It is a snapshot.
      DELETE FROM iqlist_entries AS entries WHERE entries.name = entry.name
        AND (entries.epoch, entries.number) < (
          SELECT snapshots.epoch, snapshots.number FROM iqlist_entries AS snapshots
          WHERE snapshots.name = entry.name AND snapshots.kind = 1
          ORDER BY snapshots.epoch DESC, snapshots.number DESC OFFSET 1 LIMIT 1
        );
    END IF;
    PERFORM pg_notify('iqlist:' || entry.name, entry.epoch || '-' || entry.number);
  END IF;
  SELECT * INTO last FROM iqlist_logs AS logs WHERE logs.name = entry.name;
  RETURN last;
END $$;"""

APPEND = """
SELECT epoch, number, writer FROM iqlist_append(
  ROW(%(name)s, %(epoch)s, %(number)s, %(kind)s, %(writer)s, %(body)s)::iqlist_entries,
  %(identity)s, %(epoch_before)s, %(number_before)s)"""

LOCK_TIMEOUT = """
SELECT set_config('lock_timeout', '10s', false) WHERE current_setting('lock_timeout') = '0'"""

READ = f"""
SELECT logs.identity, logs.epoch, logs.number,
  entries.epoch, entries.number, entries.kind, entries.writer, entries.body
FROM iqlist_logs AS logs LEFT JOIN LATERAL (
  SELECT *, sum(octet_length(body)) OVER (ORDER BY epoch, number) - octet_length(body) AS bytes_before
  FROM (
    SELECT * FROM iqlist_entries
    WHERE name = logs.name AND (epoch, number) > (%(epoch)s, %(number)s)
    ORDER BY epoch, number LIMIT {SOME_ENTRIES}
  ) AS next
) AS entries ON bytes_before < {SOME_BYTES}
WHERE logs.name = %(name)s
ORDER BY entries.epoch, entries.number"""

SNAPSHOT = """
SELECT logs.identity, logs.epoch, logs.number,
  entries.epoch, entries.number, entries.kind, entries.writer, entries.body
FROM iqlist_logs AS logs LEFT JOIN LATERAL (
  SELECT * FROM iqlist_entries WHERE name = logs.name AND kind = 1
  ORDER BY epoch DESC, number DESC LIMIT 1
) AS entries ON true
WHERE logs.name = %(name)s"""
