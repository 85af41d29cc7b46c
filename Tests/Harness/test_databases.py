"""Lists of databases with a server, and logs over one: tests of `iqlist.sql` and `iqlist.sync`, with servers
of PostgreSQL and Redis that they start and stop. Those of SQLite, and of logs without a server, are among the
tests of the package."""

import shutil
from pathlib import Path

import library
import pytest
import runners
from checkers import PACKAGE
from environments import environment, newest
from machine import command
from outcomes import skip

pytestmark = [pytest.mark.python, pytest.mark.all]

PACKAGES = ["pytest>=8", "hypothesis>=6.100", "psycopg[binary]>=3.2", "redis>=5"]
TESTS = PACKAGE / "tests"


def has_server(name: str) -> bool:
    """Debian has that of PostgreSQL on no path; the tests look on the path as well."""
    if name == "redis":
        return shutil.which("redis-server") is not None
    return bool(list(Path("/usr/lib/postgresql").glob("*/bin/initdb")))


@pytest.mark.parametrize("path", sorted((TESTS / "databases").glob("test_*.py")), ids=lambda path: path.stem)
def test_a_server_is_followed(path: Path, record_property: runners.Record) -> None:
    server = path.stem.split("_")[-1]
    if not has_server(server):
        skip(f"there is no server of {server}")
    python = environment(newest(), "databases", PACKAGES)
    given = {
        "IQLIST_LIBRARY": str(library.release()),
        "PYTHONPATH": f"{PACKAGE / 'src'}:{TESTS}",
    }
    words: list[str | Path] = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", PACKAGE]
    words += ["--durations=5", path]
    runners.run(record_property, path.stem, lambda: command(words, given), runners.pytest)
