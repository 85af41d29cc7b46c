"""The packages for Debian, as dpkg builds them in source packages of bindings/c/packaging/debian-source, and
folders into which they are unpacked: nothing is installed on this machine."""

import os
import shutil
from pathlib import Path

import releases
from installation import alone
from machine import ROOT, WORK, command, tool
from once import once
from outcomes import skip
from version import series, version

SCRIPT = ROOT / "bindings/c/packaging/debian-source"
TEMPLATES = ROOT / "bindings/c/packaging/debian"
BUILT = WORK / "debian"
TREE = f"iqlist-{version()}"
REVISION = f"{version()}-0local1"
MACHINES = {"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}
MAINTAINER = {"DEBFULLNAME": "The packagers", "DEBEMAIL": "packagers@example.org"}
LIBRARY = f"libiqlist{series()}"
PACKAGES = [LIBRARY, f"{LIBRARY}-dbg", "libiqlist-dev", "python3-iqlist"]


def source(archives: Path, out: Path, **variables: str) -> Path:
    """Makes a source package; answers its folder."""
    alone([SCRIPT, archives, out], ROOT, **{**MAINTAINER, **variables})
    return out / TREE


@once
def built(machine: str, name: str, *options: str) -> Path:
    """Builds packages in a folder of this name; answers the folder above, which has them."""
    if os.uname().machine != "x86_64":
        skip("the packages of arm64 are made on amd64")
    for needed in ("dpkg-buildpackage", "dh", "dh_python3"):
        tool(needed)
    folder = BUILT / machine / name
    shutil.rmtree(folder, ignore_errors=True)
    tree = source(releases.archives(), folder)
    alone(["dpkg-buildpackage", "-us", "-uc", *options], tree, DEB_BUILD_OPTIONS="nocheck")
    return folder


def native() -> Path:
    """With the source package."""
    return built("amd64", "a folder")


def packages(machine: str) -> Path:
    """In a cross build, those that are for one machine."""
    return native() if machine == "amd64" else built(machine, "cross", "-B", f"-a{machine}")


def package(name: str, machine: str) -> Path:
    suffix = "all" if name.startswith("python3-") else machine
    return packages(machine) / f"{name}_{REVISION}_{suffix}.deb"


def names(machine: str) -> list[str]:
    """The packages that are built for a machine."""
    return [name for name in PACKAGES if machine == "amd64" or not name.startswith("python3-")]


@once
def unpacked(machine: str) -> Path:
    """A root folder with all packages of a machine."""
    folder = BUILT / machine / "root"
    shutil.rmtree(folder, ignore_errors=True)
    for name in names(machine):
        command(["dpkg-deb", "-x", package(name, machine), folder])
    return folder


@once
def with_control_files(machine: str) -> Path:
    """The package of the library as a build of packages has it, for dpkg-shlibdeps."""
    folder = BUILT / machine / "library"
    shutil.rmtree(folder, ignore_errors=True)
    command(["dpkg-deb", "-R", package(LIBRARY, machine), folder])
    return folder
