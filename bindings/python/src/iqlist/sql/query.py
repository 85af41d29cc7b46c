"""A query whose rows a list shows, as long as they change."""

from __future__ import annotations

import sqlite3
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, Callable, Generic, Optional, Union

from iqlist import Edge, List, Loading

from .._worker import FIRST_PAUSE, Filler, OnError
from ..records import M
from .paged_list import Answer, PagedList, PageRequests
from .pages import Page, PagedReader
from .postgres import CHANNEL, PostgresSource, is_postgres
from .shaping import Part, Shape
from .sources import Source, SqliteSource


class LiveQuery(Filler, Generic[M]):
    """Fills a list with the rows of a query, and follows them.

    `connect`     makes a connection of any driver of the DB-API. It is called on the thread of the query,
                  which alone uses the connection, and again when that was lost.
    `sql`         a query, with `parameters` as the driver takes them. All rows are read at once, in one
                  transaction, which is rolled back.
    `key`         what a row is known by: the name of a column, several names, or a function of the row.
    `content`     the columns that it looks like, likewise: a row is updated if they change. None: all. Rows
                  are compared by ==, so that 1 and 1.0 are the same.
    `section`     the section that it is in, likewise. Sections stand in the order of their first rows. None:
                  the list is flat.
    `page`        the query is read in pages, see `Page`, as the ends of what is loaded come near in a view.
                  None: all rows are read.
    `model`       makes the model of an item of a row, when the row is new or has changed. None: it is the
                  driver's row, a tuple with most.
    `listen`      of PostgreSQL, the channels whose notifications say that the rows have changed. `triggers`
                  has what makes changes of a table such notifications.
    `interval`    after how many seconds the rows are read in any case. None: never.
    `on_error`    is called with each error, on the thread of the query. None: it is logged as a warning of
                  the logger "iqlist.sql".

    Rows are read at first, after `refresh`, and when they may have changed. SQLite is asked ten times a
    second whether anybody has changed the file, in this process or another one. PostgreSQL, by psycopg 3.2 or
    later, notifies of it, for which `connect` is called for a second connection. Changes that come faster
    than ten times a second are read together. What was read is submitted, see `List.submit`: polls of the
    list commit it, and if they are slower, the newest rows win.

    Whatever fails is tried again, after pauses that grow from 0.1 to 10 seconds, and the rows that are shown
    stay. If none are, the list shows the placeholder FAILED, with the message of the error as the model of
    its element FAILED. That SQLite is locked is no error.

    Any thread may call the methods. `close` the query, also by `with`: until then, or until its list is
    closed, its thread lives.

    >>> import sqlite3, time
    >>> def connect():
    ...     return sqlite3.connect("file:people?mode=memory&cache=shared", uri=True)
    >>> database = connect()
    >>> with database:
    ...     _ = database.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, name)")
    ...     _ = database.execute("INSERT INTO people VALUES (1, 'Ada'), (2, 'Ben')")
    >>> query = LiveQuery(connect, "SELECT id, name FROM people ORDER BY name", key="id")
    >>> def wait(count):
    ...     while len(query.list) != count:
    ...         _ = query.list.poll(), time.sleep(0.01)
    >>> wait(2)
    >>> query.list.models()
    [(1, 'Ada'), (2, 'Ben')]
    >>> with database:
    ...     _ = database.execute("INSERT INTO people VALUES (3, 'Amy')")
    >>> wait(3)
    >>> query.list.models()
    [(1, 'Ada'), (3, 'Amy'), (2, 'Ben')]
    >>> query.close(), database.close()
    (None, None)
    """

    list: List[M]
    """The list, which is the query's own. It stays as it is after `close`."""

    def __init__(
        self,
        connect: Callable[[], Any],
        sql: str,
        parameters: Any = (),
        *,
        key: Part,
        content: Optional[Part] = None,
        section: Optional[Part] = None,
        page: Optional[Page] = None,
        model: Optional[Callable[[Any], M]] = None,
        listen: Union[str, Sequence[str]] = CHANNEL,
        interval: Optional[float] = None,
        on_error: Optional[OnError] = None,
    ) -> None:
        super().__init__("iqlist.sql", List() if page is None else PagedList(), on_error)
        self._reader = None if page is None else PagedReader(page, key, sql, parameters)
        self._requests = PageRequests(0 if page is None else page.distance)
        if isinstance(self.list, PagedList):
            self.list._ask = self._ask
            self.list.set_events(0)
        self.list.set_loading(Loading.YES)
        self._connect, self._sql, self._parameters = connect, sql, parameters
        self._shape = Shape(key, content, section, model)
        self._channels = [listen] if isinstance(listen, str) else list(listen)
        self._interval = interval
        self._source: Optional[Source] = None
        self._answers: deque[Answer] = deque()
        """What is to be answered, as the rows are in the list."""
        self._is_due = True
        """Whether the rows have to be read, for another reason than a change."""
        self._is_asked = False
        """Whether that is at once."""
        self._reads_at = 0.0
        """When they are read, if they have to be or have changed."""
        self._end: Optional[float] = None
        """When the interval ends, until it has."""
        self._is_submitted = False
        """Whether rows were submitted, and no error has come after them."""
        self._thread.start()

    def refresh(self) -> None:
        """Reads the rows again, at once: where nothing says that they have changed, or to try again after an
        error without waiting. Returns before they are read.

        >>> import sqlite3
        >>> with LiveQuery(lambda: sqlite3.connect(":memory:"), "SELECT 1 AS id", key="id") as query:
        ...     query.refresh()
        """
        self._is_asked = True
        self._wake()

    def close(self) -> None:
        """Ends the thread, and waits for that unless it is called there; a query that is being read is
        interrupted if the driver can do that. May be called again.

        >>> import sqlite3
        >>> query = LiveQuery(lambda: sqlite3.connect(":memory:"), "SELECT 1 AS id", key="id")
        >>> query.close(), query.close()
        (None, None)
        """
        self._close()

    def _ask(self, edge: Edge, token: int) -> None:
        """In a poll: the page behind an edge is wanted."""
        self._requests.ask(edge, token)
        self.refresh()

    def __enter__(self) -> LiveQuery[M]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- on the thread

    def _turn(self) -> None:
        """Waits until rows may have changed, or there is an answer, which comes as often as the list is
        polled. Reads the rows, if it is time and they may have changed."""
        self._wait_for_work()
        while self._answers:
            self._requests.answer(self.list, self._answers.popleft())
        self._check_submitted()
        if self._is_over() or time.monotonic() < self._reads_at:
            return
        source = self._source
        if source is None:
            source = self._connected()
            with self._changed:
                self._source = source
        if self._is_due or source.has_changed():
            self._read(source)
            self._is_due = False
        self._reads_at = time.monotonic() + source.pause

    def _recover(self, error: Exception) -> None:
        """Answers go on meanwhile."""
        self._is_due, pause = True, FIRST_PAUSE
        if self._source is None or not self._source.is_busy(error):
            self._clean_up()
            self._report(error)
            pause = self._pause()
        self._reads_at = time.monotonic() + pause

    def _wait_for_work(self) -> None:
        end = self._reads_at if self._end is None else min(self._reads_at, self._end)
        self._wait(end - time.monotonic())
        if self._is_asked or (self._end is not None and time.monotonic() >= self._end):
            self._is_asked = False
            self._is_due, self._reads_at, self._end = True, 0.0, None

    def _connected(self) -> Source:
        connection = self._connect()
        try:
            if isinstance(connection, sqlite3.Connection):
                return SqliteSource(connection)
            if is_postgres(connection):
                return PostgresSource(self._connect, connection, self._channels)
            return Source(connection)
        except BaseException:
            connection.close()
            raise

    def _read(self, source: Source) -> None:
        self._end = None if self._interval is None else time.monotonic() + self._interval
        reader = self._reader
        with self._requests.taken() as asked, source.transaction():
            sql, parameters = self._sql, self._parameters
            found = source.rows(sql, parameters) if reader is None else reader.read(source, asked)
        if self._is_over():
            return
        answer = self._requests.answer_of({} if reader is None else reader.has_more)
        if self._is_submitted and self._shape.has_made(found):
            self._requests.answer(self.list, answer)
        else:
            self._submit(self._shape.snapshot(found), then=lambda query: query._answers.append(answer))
            self._is_submitted = True
        self._error = None

    def _interrupt(self) -> None:
        """A query may begin after it was interrupted, so `close` comes again."""
        with self._changed:
            if self._source is not None:
                self._source.interrupt()

    def _clean_up(self) -> None:
        with self._changed:
            source, self._source = self._source, None
        if source is not None:
            source.close()

    def _report(self, error: Exception) -> None:
        self._is_submitted = False
        super()._report(error)
