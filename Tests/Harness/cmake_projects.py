"""Projects of CMake that are built with an installed library."""

import shutil
from pathlib import Path

from installation import HELLO, HELLO_CXX, alone, check, needed, tools
from machine import ROOT

PROJECTS = ROOT / "Tests/Install"


def configured(project: Path, folder: Path, *options: str) -> Path:
    """Builds a CMake project. Answers the folder of its programs."""
    built = folder / "cmake"
    alone(["cmake", "-G", "Ninja", "-S", project, "-B", built, *options], folder, tools())
    alone(["cmake", "--build", built], folder, tools())
    return built


def project(folder: Path) -> Path:
    """Our own project, with the programs that it builds."""
    copy = folder / "project"
    copy.mkdir()
    for file in (PROJECTS / "CMakeLists.txt", HELLO, HELLO_CXX):
        shutil.copy(file, copy)
    return copy


def check_cmake(built: Path) -> None:
    for name, is_shared in (("shared", True), ("static", False), ("alone", False), ("cxx", True)):
        check(built / name, is_shared)
    assert needed(built / "alone") == set()
