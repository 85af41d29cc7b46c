"""The library as a whole: its version and its memory."""

from __future__ import annotations

from . import abi
from ._calls import check


def version() -> str:
    """The running library's version.

    >>> version().count(".")
    2
    """
    return str(abi.iq_version_string().decode())


def build_info() -> str:
    """One line for bug reports.

    >>> version() in build_info()
    True
    """
    return str(abi.iq_build_info().decode())


def memory_used() -> int:
    """The bytes that the library holds, for all lists, snapshots and changesets of the process.

    >>> import iqlist
    >>> with iqlist.List() as shown:
    ...     _ = shown.set_items(range(1000))
    ...     memory_used() > 1000 * 16  # the keys alone
    True
    """
    return int(abi.iq_memory_used())


def memory_peak() -> int:
    """The most bytes that it has held.

    >>> memory_peak() >= memory_used()
    True
    """
    return int(abi.iq_memory_peak())


def memory_trim() -> None:
    """Frees the scratch memory that updates have given back, at most 8 MB, and once no object is left the
    table of handles; what classes take stays. While an object lives it may run beside other functions;
    without one it must not.

    >>> import iqlist
    >>> with iqlist.List() as shown:
    ...     _ = shown.set_items(range(10))
    ...     used = memory_used()
    ...     memory_trim()
    ...     memory_used() < used
    True
    """
    check(abi.iq_memory_trim())
