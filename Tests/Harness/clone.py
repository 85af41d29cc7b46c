"""A copy of what building and installing need, with a Swift that compiles nothing: one function is all there
is to link."""

import os
import shutil
from pathlib import Path

from installation import alone
from machine import ROOT, command, tool
from paths import path_without

COPIED = ("bindings/cxx/iqlist.hpp", "LICENSE", "Package.swift")
UNIT_TESTS = "iqlistPackageTests.xctest"
# Its scratch folder holds for one path, as that of the real one does.
SWIFT = """#!/bin/sh
cd "{folder}"
before=
for word; do
  case $before in
    --package-path) scratch=$word/.build ;;
    --scratch-path) scratch=$word ;;
  esac
  before=$word
done
case "$*" in
  *--show-bin-path) echo "{folder}/products" ;;
  *--version) cat version ;;
  *)
    echo "$*" >>mark
    mkdir -p "$scratch"
    if [ -e "$scratch/cache" ] && [ "$(cat "$scratch/cache")" != "$scratch" ]; then
      echo "the cache was made at another path"
      exit 1
    fi
    echo "$scratch" >"$scratch/cache"
    mkdir -p products
    touch products/{tests}
    ar rcs products/libiqlist.a version.o
    if [ -e during ]; then . ./during; fi
    ;;
esac
"""


class Clone:
    def __init__(self, folder: Path) -> None:
        self.folder, self.bin, self.mark = folder / "clone", folder / "bin", folder / "mark"
        self.version, self.during = folder / "version", folder / "during"
        for name in ("bindings/c", "include"):
            shutil.copytree(ROOT / name, self.folder / name)
        (self.folder / "bindings/cxx").mkdir()
        for name in COPIED:
            shutil.copy(ROOT / name, self.folder / name)
        for name in ("Sources", "Tests/ListEngineTests", "Tests/IQListTests"):
            (self.folder / name).mkdir(parents=True)
        self.archive = folder / "products/libiqlist.a"
        self.make_object(folder)
        self.bin.mkdir()
        self.version.write_text("Swift version 6.3 (1)\n")
        (self.bin / "swift").write_text(SWIFT.format(folder=folder, tests=UNIT_TESTS))
        (self.bin / "swift").chmod(0o755)

    @staticmethod
    def make_object(folder: Path) -> None:
        (folder / "version.c").write_text("unsigned iq_version(void) { return 0; }\n")
        command([tool("cc"), "-fPIC", "-c", folder / "version.c", "-o", folder / "version.o"])

    def run(self, *words: str, **variables: str | Path) -> None:
        alone([self.folder / "bindings/c/build", *words], self.folder, self.bin, **variables)

    def compiled(self, *options: str, file: str = "libiqlist.a", **variables: str | Path) -> Path:
        """Where it is kept; the whole path of the command is that of this machine."""
        words: list[str | Path] = ["bash", self.folder / "bindings/c/packaging/compile", file, *options]
        return Path(alone(words, self.folder, self.bin, **variables).splitlines()[-1])

    def without_swift(self) -> Path:
        """A PATH that has no Swift."""
        return path_without(self.folder.parent / "no-swift", "swift", "swiftc")

    @property
    def builds(self) -> int:
        """How many times Swift was asked to compile."""
        return len(self.mark.read_text().splitlines()) if self.mark.exists() else 0

    def change(self, path: str) -> None:
        """Changes what is in a file, or makes it."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a") as opened:
            opened.write("\n")

    def restore(self, path: str) -> None:
        """Takes the last change back; a file without content goes."""
        file = self.folder / path
        os.truncate(file, file.stat().st_size - 1)
        if file.stat().st_size == 0:
            file.unlink()
