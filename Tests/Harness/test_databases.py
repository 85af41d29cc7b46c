"""Lists of databases with a server: tests of `iqlist.sql`, with a PostgreSQL that they start and stop. Those
of SQLite are among the tests of the package."""

from pathlib import Path

import library
import pytest
import runners
from checkers import PACKAGE
from environments import environment, newest
from machine import command
from outcomes import skip

pytestmark = [pytest.mark.python, pytest.mark.all]

PACKAGES = ["pytest>=8", "hypothesis>=6.100", "psycopg[binary]>=3.2"]


def test_postgres_is_followed(record_property: runners.Record) -> None:
    # Where Debian has it; the tests look on the path as well.
    if not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        skip("there is no server of PostgreSQL")
    python = environment(newest(), "databases", PACKAGES)
    tests = PACKAGE / "tests"
    given = {
        "IQLIST_LIBRARY": str(library.release()),
        "PYTHONPATH": f"{PACKAGE / 'src'}:{tests}",
    }
    words: list[str | Path] = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", PACKAGE]
    words += ["--durations=5", *sorted((tests / "databases").glob("test_*.py"))]
    runners.run(record_property, "databases", lambda: command(words, given), runners.pytest)
