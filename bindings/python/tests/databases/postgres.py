"""A server of PostgreSQL of a test's own: on a socket in its folder, and as another user where this one is
root."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest


def tool(name: str) -> str:
    """Debian has the programs of the server on no path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    path = shutil.which(name) or (str(found[-1]) if found else None)
    if path is None:
        pytest.skip(f"there is no {name} of PostgreSQL")
    return path


class Server:
    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self.prefix = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.prefix:
            shutil.chown(folder, "postgres")
        self._run(tool("initdb"), "--auth=trust", "--username=postgres", "--no-sync", "-D", self.data)

    def _run(self, *words: Any) -> None:
        subprocess.run([*self.prefix, *map(str, words)], check=True, stdout=subprocess.DEVNULL, cwd="/")

    def start(self) -> None:
        """After `kill` its processes hold its memory for a while, and it does not start."""
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off"
        words = [tool("pg_ctl"), "-w", "-D", self.data, "-l", self.folder / "log", "-o", options, "start"]
        for left in reversed(range(20)):
            try:
                return self._run(*words)
            except subprocess.CalledProcessError:
                if not left:
                    raise
                time.sleep(0.5)

    def stop(self) -> None:
        self._run(tool("pg_ctl"), "-w", "-m", "fast", "-D", self.data, "stop")

    def kill(self) -> None:
        """At once, with all that is under way."""
        number = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(number, signal.SIGKILL)

    def connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(host=str(self.folder), user="postgres", dbname="postgres")

    def execute(self, statement: Any, *parameters: Any) -> None:
        with self.connect() as connection:
            connection.execute(statement, parameters or None)

    def rows(self, statement: Any) -> list[Any]:
        with self.connect() as connection:
            return connection.execute(statement).fetchall()


@contextmanager
def server() -> Generator[Server, None, None]:
    """In a folder that no other run of pytest takes the rights of."""
    with tempfile.TemporaryDirectory(prefix="iqlist-") as folder:
        made = Server(Path(folder))
        made.start()
        try:
            yield made
        finally:
            made.stop()
