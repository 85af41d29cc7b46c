"""The archives of a release, as distributions take them."""

import gzip
import hashlib
import shutil
from pathlib import Path

import targets
from installation import install
from machine import WORK, command, runtime_libraries
from once import once
from version import version

NAMES = ("x86_64-linux-gnu", "aarch64-linux-gnu")


@once
def archives() -> Path:
    """The folder with the archives of the machines with glibc, and their checksums."""
    folder = WORK / "release-archives"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in NAMES:
        stage(name, folder)
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.glob("*.gz"))
    ]
    (folder / "SHA256SUMS").write_text("".join(sums))
    return folder


def stage(name: str, folder: Path) -> None:
    """Makes an archive: what is installed of this machine's build, with the libraries of a target."""
    prefix = f"libiqlist-{version()}-{name}"
    built = targets.build(f"{name}.2.17")
    install(folder, DESTDIR=folder, PREFIX=f"/{prefix}")
    described = folder / prefix / "share/iqlist"
    (described / "manifest").unlink()
    (described / "libiqlist.abi").write_text(f"<abi-corpus architecture='{name}'/>\n")
    (described / "iqlist.spdx.json").write_text(f'{{"name": "{prefix}"}}\n')
    found = folder / prefix / "lib/pkgconfig/iqlist.pc"
    found.write_text(found.read_text().replace(f"prefix=/{prefix}\n", "prefix=${pcfiledir}/../..\n"))
    library = folder / prefix / f"lib/libiqlist.so.{version()}"
    debug = library.parent / ".debug" / f"{library.name}.debug"
    llvm = runtime_libraries().parents[2] / "bin"
    command([llvm / "llvm-objcopy", "--only-keep-debug", built / "libiqlist.so", debug])
    command(
        [
            llvm / "llvm-objcopy",
            "--strip-unneeded",
            f"--add-gnu-debuglink={debug}",
            built / "libiqlist.so",
            library,
        ]
    )
    command([llvm / "llvm-objcopy", "--strip-debug", built / "libiqlist.a", library.with_name("libiqlist.a")])
    options = [
        "--sort=name",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
        "--mode=u=rwX,go=rX",
        "--mtime=2026-11-27Z",
    ]
    tarball = folder / f"{prefix}.tar"
    command(["tar", "--create", "--directory", folder, *options, "--file", tarball, prefix])
    tarball.with_suffix(".tar.gz").write_bytes(gzip.compress(tarball.read_bytes(), mtime=0))
    tarball.unlink()
    shutil.rmtree(folder / prefix)
