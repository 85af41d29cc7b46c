"""Finds libiqlist and loads it.

It is searched in three places, in this order:

1. the path that the environment variable IQLIST_LIBRARY names;
2. the copy inside this package, where a wheel has put it;
3. the system's: ``libiqlist.so.0.N`` for version 0.N, wherever the dynamic loader looks (LD_LIBRARY_PATH,
   ldconfig).

The first library that is found is used: if it is broken, or of a version that this package was not written
for, it is an error, and the search ends.
"""

import ctypes
import os
import sys
from pathlib import Path

# The header's IQ_VERSION_STRING that this package was written for. The build takes the package's own
# version from this line.
VERSION = "0.11.0"

# The name by which programs ask for that library: until 1.0 with the minor version.
SONAME = "libiqlist.so." + ".".join(VERSION.split(".")[: 2 if VERSION.startswith("0.") else 1])
VARIABLE = "IQLIST_LIBRARY"
PACKAGED = Path(__file__).with_name("libiqlist.so")


def load() -> ctypes.CDLL:
    """Loads the library and checks its version. Raises ImportError: with all paths that were tried, or where
    Python is not CPython, on whose counting of references the package is built."""
    implementation = sys.implementation.name
    if implementation != "cpython":
        raise ImportError(f"iqlist needs CPython, whose reference counts it uses; this is {implementation}")
    named = os.environ.get(VARIABLE)
    if named:
        return checked(opened(str(Path(named).absolute()), f"{VARIABLE} names {named}"))
    if PACKAGED.exists():
        return checked(opened(str(PACKAGED), f"the package holds {PACKAGED}"))
    try:
        return checked(ctypes.CDLL(SONAME))
    except OSError as error:
        raise ImportError(
            "libiqlist was not found:\n"
            f"  {VARIABLE} is not set\n"
            f"  there is no {PACKAGED}\n"
            f"  the system has none: {error}\n"
            f"Set {VARIABLE} to the path of {SONAME}, or build the package with pip, which puts it inside."
        ) from None


def opened(path: str, why: str) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"{why}, which cannot be loaded: {error}", path=path) from None


def checked(library: ctypes.CDLL) -> ctypes.CDLL:
    """The library, if this package can use its version: the same major version, and not older than the
    package was written for. Before 1.0 the minor version must be the same too."""
    try:
        version = library.iq_version
    except AttributeError:
        raise ImportError(
            f"{library._name} is not libiqlist: it has no iq_version", path=library._name
        ) from None
    version.restype = ctypes.c_uint32
    version.argtypes = []
    number = int(version())
    major, minor, patch = number >> 16, number >> 8 & 0xFF, number & 0xFF
    wanted_major, wanted_minor = (int(part) for part in VERSION.split(".")[:2])
    fits = minor == wanted_minor if major == 0 else minor >= wanted_minor
    if major != wanted_major or not fits:
        wanted = f"{wanted_major}.{wanted_minor}"
        raise ImportError(
            f"{library._name} is libiqlist {major}.{minor}.{patch}; this package was written for {wanted}"
            + (f" or a later {wanted_major}.x" if wanted_major else ""),
            path=library._name,
        )
    return library
