"""Lists of what a database answers, which follow it: `LiveQuery`.

A thread reads the rows of a query with a connection of its own, and submits them; the polls of the list
commit them, wherever they are. Of SQLite and PostgreSQL it is known when to read again, whoever has changed
them; for any other driver of the DB-API say it by `LiveQuery.refresh`, or by an interval.

    the database ── rows ──> a thread ── submission ──> the list ── changes ──> the user interface
         └─ has changed ─────────^
"""

from .pages import Page
from .postgres import triggers
from .query import LiveQuery

__all__ = ["LiveQuery", "Page", "triggers"]
