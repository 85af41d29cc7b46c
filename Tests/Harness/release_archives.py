"""The release archive for this machine, of which recipes and crates make packages and programs."""

import hashlib
import os
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path

import releases
from machine import ROOT, WORK
from once import once
from readme import blocks

SUMS = "SHA256SUMS"
TARGET = f"{os.uname().machine}-linux-gnu"
NAME = releases.folder_of(TARGET)

Filter = Callable[[tarfile.TarInfo], tarfile.TarInfo | None]


def archive() -> Path:
    """The archive for this machine, with SHA256SUMS beside it."""
    return releases.archive(TARGET)


def packed(content: Path, file: Path, change: Filter = lambda member: member) -> None:
    with tarfile.open(file, "w:gz") as new:
        new.add(content, NAME, filter=change)


@once
def content() -> Path:
    """What is in it: the folder, unpacked."""
    folder = WORK / "release-content"
    with tarfile.open(archive()) as opened:
        opened.extractall(folder, filter="data")
    return folder / NAME


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def write_sums(folder: Path) -> None:
    """SHA256SUMS of the archives in a folder."""
    lines = [f"{digest(file)}  {file.name}\n" for file in sorted(folder.glob("*.tar.gz"))]
    (folder / SUMS).write_text("".join(lines))


def copied(folder: Path) -> Path:
    """A copy of the archive and of SHA256SUMS, for a test to modify."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in (archive(), archive().with_name(SUMS)):
        shutil.copy(file, folder)
    return folder / archive().name


def shown(program: str) -> str:
    """The commands of the guide that begin with this program; what they want are recipes and `archives`."""
    guide = ROOT / "bindings/guides/packaging.md"
    (found,) = [block.code for block in blocks("sh", [guide]) if block.code.startswith(f"{program} ")]
    return found


def prepared(folder: Path, recipe: str) -> None:
    """Puts into a folder what such commands want."""
    shutil.copytree(ROOT / recipe, folder / recipe)
    copied(folder / "archives")
