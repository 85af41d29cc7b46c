"""textual_files.py - what is in a folder, in Textual: a table that follows the folder."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

from textual.app import App, ComposeResult

import iqlist
from iqlist.textual import Column, ListWidget


class File(NamedTuple):
    name: str
    size: int


def files(folder: Path) -> list[File]:
    return sorted(File(path.name, path.stat().st_size) for path in folder.iterdir() if path.is_file())


class Files(App[None]):
    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.files: iqlist.List[File] = iqlist.List(key="name", content="size")

    def compose(self) -> ComposeResult:
        yield ListWidget(
            self.files,
            columns=[
                Column("Name", lambda file: file.name, width=24),
                Column("Bytes", lambda file: f"{file.size:,}", align="right"),
            ],
        )

    def on_mount(self) -> None:
        self.read()
        self.set_interval(1, self.read)

    def read(self) -> None:
        self.files.set_items(files(self.folder))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path())
    Files(parser.parse_args().folder).run()
