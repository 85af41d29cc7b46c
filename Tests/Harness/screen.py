"""An X server that draws into memory."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from machine import tool
from outcomes import fail


@contextmanager
def screen() -> Iterator[str]:
    """Its name, while it runs."""
    read, write = os.pipe()
    words = [tool("Xvfb"), "-displayfd", str(write), "-screen", "0", "640x480x24", "-nolisten", "tcp"]
    with subprocess.Popen(
        words, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        os.close(write)
        try:
            with os.fdopen(read) as answer:
                number = answer.readline().strip()
            if not number:
                fail("Xvfb does not start")
            yield f":{number}"
        finally:
            server.terminate()
