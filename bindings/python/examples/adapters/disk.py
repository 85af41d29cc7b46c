"""disk.py - what is in folders, read on a thread and submitted to a list: what qt_files.py shows."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Callable

import iqlist
from iqlist import Trait

PAUSE, AGAIN, READING = 0.05, 2, 0.2
"""Seconds: between two looks at the disk; until the next one, if nobody says that something has happened; and
until a folder that is being read says so."""


@dataclass(frozen=True)
class File:
    """A file, a folder, or a note in place of what is in a folder: that there is nothing, or why."""

    key: int
    level: int
    path: str
    name: str
    is_folder: bool = False
    size: int = 0
    modified: float = 0
    inode: int = 0

    @property
    def is_note(self) -> bool:
        return self.key < 0


def traits(file: File) -> Trait:
    return Trait.HAS_CHILDREN if file.is_folder else Trait.NONE


FILE = iqlist.CellClass("file", traits_of=traits)


class Reader(threading.Thread):
    """Reads a folder, and those inside it that were opened, and submits what there is."""

    def __init__(self, root: str, watch: Callable[[list[str]], object]) -> None:
        super().__init__(daemon=True)
        self.files: iqlist.List[File] = iqlist.List(key="key", level="level", cell_class=FILE)
        self.watch = watch
        self.root = File(0, -1, root, root, True)
        self.keys = count(1)
        self.inside: dict[int, list[File]] = {}
        """What is in each folder that was opened, by its key."""
        self.wanted: queue.SimpleQueue[File | None] = queue.SimpleQueue()
        """Folders that are opened; None: to look again."""
        self.wanted.put(self.root)
        self.may_end = threading.Event()

    def look(self) -> None:
        """Something has happened in a folder."""
        self.wanted.put(None)

    def run(self) -> None:
        while not self.may_end.wait(PAUSE):
            for folder in self.opened():
                self.inside[folder.key] = [note(folder, "Reading…")]
                # What is read sooner supersedes it.
                self.submit(delay=READING)
            before, self.inside = self.inside, {}
            self.read(self.root, before)
            if self.inside != before:
                self.submit()

    def opened(self) -> list[File]:
        """Waits until there is something to do."""
        taken: list[File | None] = []
        with suppress(queue.Empty):
            taken.append(self.wanted.get(timeout=AGAIN))
            while True:
                taken.append(self.wanted.get_nowait())
        return [folder for folder in taken if folder is not None]

    def read(self, folder: File, before: dict[int, list[File]]) -> None:
        try:
            with os.scandir(folder.path) as entries:
                found = {entry.name: entry for entry in entries}
            files = [*self.listed(folder, found, before[folder.key])] or [note(folder, "Empty")]
        except OSError as error:
            files = [note(folder, str(error.strerror))]
        self.inside[folder.key] = files
        for file in files:
            if file.is_folder and file.key in before:
                self.read(file, before)

    def listed(self, folder: File, found: dict[str, os.DirEntry[str]], before: list[File]) -> Iterator[File]:
        """What was there before keeps its key: by its name, or by its inode if it was renamed."""
        names = {file.name: file for file in before}
        renamed = {file.inode: file for file in before if file.name not in found}
        for name, entry in sorted(found.items()):
            # It may have gone meanwhile.
            with suppress(OSError):
                about, is_folder = entry.stat(follow_symlinks=False), entry.is_dir()
                known = names.get(name) or renamed.pop(about.st_ino, None)
                where = known.key if known else next(self.keys), folder.level + 1, entry.path, name
                what = 0 if is_folder else about.st_size, about.st_mtime, about.st_ino
                file = File(*where, is_folder, *what)
                yield known if known and known == file else file

    def rows(self, folder: File) -> Iterator[File]:
        for file in self.inside[folder.key]:
            yield file
            if file.key in self.inside:
                yield from self.rows(file)

    def submit(self, delay: float = 0) -> None:
        rows, wanted = [*self.rows(self.root)], self.files.new_snapshot()
        wanted.set({"files": rows})
        self.files.submit(wanted, delay=delay)
        self.watch([file.path for file in (self.root, *rows) if file.key in self.inside])

    def end(self) -> None:
        self.may_end.set()
        self.look()
        self.join()


def note(folder: File, text: str) -> File:
    return File(-1 - folder.key, folder.level + 1, folder.path, text)
