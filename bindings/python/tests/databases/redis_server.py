"""A server of Redis of a test's own, on a socket in its folder."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis

from iqlist.sync import RedisLog


class RedisServer:
    """`options` are those of its configuration, after what takes away the ways to it but for the socket."""

    def __init__(self, folder: Path, *options: str) -> None:
        program = shutil.which("redis-server")
        if program is None:
            pytest.skip("there is no redis-server")
        self.folder, self.socket = folder, str(folder / "socket")
        words = [program, "--port", "0", "--unixsocket", self.socket, "--dir", str(folder), "--save", ""]
        self.words = [*words, *options]

    def start(self) -> None:
        with (self.folder / "output").open("ab") as output:
            self.process = subprocess.Popen(self.words, stdout=output, stderr=output)
        end = time.monotonic() + 30
        with self.client() as client:
            while True:
                try:
                    client.ping()
                    return
                except redis.RedisError:  # Also while it loads what it had.
                    assert self.process.poll() is None and time.monotonic() < end, self.output()
                    time.sleep(0.02)

    def output(self) -> str:
        return (self.folder / "output").read_text()

    def kill(self) -> None:
        """At once, with all that is under way."""
        self.process.kill()
        self.process.wait()

    def client(self, **options: Any) -> Any:
        return redis.Redis(unix_socket_path=self.socket, **options)

    def log(self, name: str) -> RedisLog:
        """Over a client of its own. The server can be pickled, and logs of it be made in other processes."""
        return RedisLog(self.client(), name)

    def __getstate__(self) -> dict[str, object]:
        return {"socket": self.socket}


@contextmanager
def redis_server(*options: str) -> Generator[RedisServer, None, None]:
    with tempfile.TemporaryDirectory(prefix="iqlist-") as folder:
        made = RedisServer(Path(folder), *options)
        made.start()
        try:
            yield made
        finally:
            made.kill()
