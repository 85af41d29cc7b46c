#!/usr/bin/env python3
"""Describes the binary interface of the header, with its types, in the form that abidiff of libabigail reads.

    python3 bindings/c/packaging/abi.py FILE [--machine aarch64]

writes FILE. A struct that begins with its size may grow at its end from one version to the next: of what
abidiff reports, this alone breaks no program.

The library itself has no description of its types in C. So a library is made of the header alone, whose
functions have no code, and that one is described:

    iqlist.h -- clang: a body for each function --> stub.so -- abidw --> libiqlist.abi

Needs abidw (abigail-tools of Debian), and clang: CLANG, or the one beside Swift.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

HEADER = Path(__file__).resolve().parents[3] / "include/iqlist.h"


def run(*words: "str | Path") -> str:
    try:
        return subprocess.run(
            [str(word) for word in words], check=True, capture_output=True, text=True
        ).stdout
    except FileNotFoundError:
        sys.exit(f"abi.py: {words[0]} is not there")
    except subprocess.CalledProcessError as failure:
        sys.exit(f"abi.py: {words[0]} failed:\n{failure.stderr}")


def clang() -> str:
    """The one of CLANG, or of Swift."""
    if os.environ.get("CLANG"):
        return os.environ["CLANG"]
    paths = json.loads(run("swift", "-print-target-info"))["paths"]
    return str(Path(paths["runtimeResourcePath"]).parents[1] / "bin/clang")


def syntax(header: Path) -> "list[dict[str, Any]]":
    """Clang's nodes of the header's types and functions, in its order."""
    nodes = json.loads(run(clang(), "-fsyntax-only", "-Xclang", "-ast-dump=json", "-x", "c", header))["inner"]
    return [node for node in nodes if node.get("name", "").startswith("iq_")]


def definitions(header: Path, most: "Mapping[str, int]") -> bytes:
    """The header, with a body for each function that it declares. A struct that `most` names keeps so many
    fields."""
    text = header.read_bytes()
    for node in reversed(syntax(header)):
        end = node["range"]["end"]["offset"] + 1
        fields = [each for each in node.get("inner", []) if each["kind"] == "FieldDecl"]
        if node["kind"] == "FunctionDecl":
            assert text[end : end + 1] == b";", node["name"]
            text = text[:end] + b" { __builtin_trap(); }" + text[end + 1 :]
        elif len(fields) > most.get(node["name"], len(fields)):
            last = fields[most[node["name"]] - 1]["range"]["end"]
            start = last["offset"] + last["tokLen"]
            assert text[start : start + 1] == b";", node["name"]
            text = text[: start + 1] + text[end - 1 :]
    return text


def series(header: Path) -> str:
    """The part of the version within which programs need not be built anew: major and minor until 1.0."""
    found = dict(re.findall(r"^#define IQ_VERSION_(\w+) (\d+)$", header.read_text(), re.MULTILINE))
    return found["MAJOR"] if found["MAJOR"] != "0" else f"0.{found['MINOR']}"


def stub(header: Path, folder: Path, machine: str, most: "Mapping[str, int]") -> Path:
    """A library with the names, versions and types of ours, in a folder; its functions have no code. What it
    includes is clang's own, so that no libc of that machine is needed."""
    source, exports, library = folder / "iqlist.c", folder / "exports.map", folder / "libiqlist.so"
    source.write_bytes(definitions(header, most))
    exports.write_text(f"IQLIST_{series(header)} {{ global: iq_*; local: *; }};\n")
    words = [clang(), f"--target={machine}-linux-gnu", "-ffreestanding", "-nostdlib", "-std=c11", "-gdwarf-4"]
    words += ["-fno-eliminate-unused-debug-types", "-shared", "-fPIC", "-fuse-ld=lld"]
    words += [f"-ffile-prefix-map={folder}=.", str(source)]
    words += [f"-Wl,-soname,libiqlist.so.{series(header)}", f"-Wl,--version-script={exports}"]
    run(*words, "-o", library)
    return library


def describe(header: Path, machine: str) -> str:
    """The same text wherever it is made."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--type-id-style", "hash"]
        return run("abidw", *options, stub(header, Path(folder), machine, {}))


def main(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--machine", default=platform.machine(), choices=["x86_64", "aarch64"])
    given = parser.parse_args(words)
    given.file.write_text(describe(HEADER, given.machine))


if __name__ == "__main__":
    main(sys.argv[1:])
