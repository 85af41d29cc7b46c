"""follow.py - follows a file that grows: its last lines as a list, and what changes in it.

    follow.py [file] [--last 5] [--lines 12] [--seconds 5]

A thread reads the file and submits what it finds; the loop of asyncio prints each update. It ends after so
many new lines, or seconds. Without a file it follows one that it writes itself.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

import iqlist
from iqlist import ChangeKind, EventKind


@dataclass(frozen=True)
class Line:
    offset: int
    text: str


def last_lines(path: Path, count: int) -> list[Line]:
    """The last lines of a file, each with its offset. The last one may not be complete yet."""
    with path.open("rb") as file:
        start = max(0, file.seek(0, os.SEEK_END) - 200 * count)
        file.seek(start)
        lines: list[Line] = []
        offset = start
        for line in file:
            lines.append(Line(offset, line.decode(errors="replace").rstrip("\n")))
            offset += len(line)
    return lines[-count:]


def read(path: Path, shown: iqlist.List[Line], last: int, ended: threading.Event) -> None:
    """The thread: looks at the file again and again, and submits what it finds. It does not wait for the
    loop: a submission that is not prepared yet is replaced by the next one."""
    size = -1
    while not ended.wait(0.02):
        if path.stat().st_size != size:
            size = path.stat().st_size
            shown.submit(iqlist.Snapshot.of_items(last_lines(path, last), key="offset"))


async def follow(shown: iqlist.List[Line], lines: int) -> None:
    """Prints what each update changes, until there were so many new lines."""
    before: list[Line] = []
    async for event in shown.events():
        after = shown.models()
        for change in event.changeset or ():
            if change.kind == ChangeKind.ITEM_DELETE:
                for line in before[change.before_item :][: change.count]:
                    print(f"  - {line.text}")
            elif change.kind == ChangeKind.ITEM_INSERT:
                for line in after[change.after_item :][: change.count]:
                    print(f"  + {line.text}")
                    lines -= 1
            elif change.kind == ChangeKind.ITEM_UPDATE:
                for line in after[change.after_item :][: change.count]:
                    print(f"  * {line.text}")
        print(f"update {event.number}: {len(after)} lines", flush=True)
        before = after
        if lines <= 0:
            return


async def main() -> None:
    parser = argparse.ArgumentParser(description="Follows a file that grows.")
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--last", type=int, default=5, help="how many lines are shown")
    parser.add_argument("--lines", type=int, default=12, help="end after so many new lines")
    parser.add_argument("--seconds", type=float, default=5, help="end after so many seconds")
    given = parser.parse_args()
    if given.file and not given.file.is_file():
        parser.error(f"there is no file {given.file}")
    with tempfile.TemporaryDirectory() as folder:
        path = given.file or Path(folder, "log")
        work = [] if given.file else [asyncio.ensure_future(write(path))]
        while not path.exists():
            await asyncio.sleep(0.01)
        ended = threading.Event()
        with iqlist.List[Line](key="offset") as shown:
            shown.set_events(EventKind.UPDATE)
            thread = threading.Thread(target=read, args=(path, shown, given.last, ended))
            thread.start()
            try:
                await asyncio.wait_for(follow(shown, given.lines), given.seconds)
            except asyncio.TimeoutError:
                print(f"{given.seconds:g} seconds are over")
            finally:
                ended.set()
                thread.join()
        await asyncio.gather(*work)


async def write(path: Path) -> None:
    """A log of twelve lines, each of which is begun first and then completed."""
    with path.open("a") as file:
        for number in range(1, 13):
            for text in (f"step {number} ...", " done\n"):
                file.write(text)
                file.flush()
                await asyncio.sleep(0.04)


asyncio.run(main())
