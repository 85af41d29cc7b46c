"""Lends a Python buffer's memory to the library for a call, in place, without a copy.

The standard library does not give the address of a read-only or strided buffer. The interpreter gives a
Py_buffer, as to every extension module, which also keeps the owner from moving the memory meanwhile.
"""

from __future__ import annotations

from array import array
from ctypes import (
    POINTER,
    PYFUNCTYPE,
    Structure,
    byref,
    c_char_p,
    c_int,
    c_ssize_t,
    c_void_p,
    py_object,
    pythonapi,
)
from typing import TYPE_CHECKING, Any, NamedTuple

from . import abi
from .errors import ColumnError

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

    Numbers: TypeAlias = "array[int]"
else:
    # Before Python 3.12 an array has no type argument, which what resolves annotations would look up.
    Numbers = array

RECORDS_READ_ONLY = 0x0004 | 0x0008 | 0x0010  # PyBUF_FORMAT | PyBUF_ND | PyBUF_STRIDES
INTEGERS = frozenset("bBhHiIlLqQnN")


class Py_buffer(Structure):
    _fields_ = [
        ("buf", c_void_p),
        ("obj", c_void_p),
        ("len", c_ssize_t),
        ("itemsize", c_ssize_t),
        ("readonly", c_int),
        ("ndim", c_int),
        ("format", c_char_p),
        ("shape", POINTER(c_ssize_t)),
        ("strides", POINTER(c_ssize_t)),
        ("suboffsets", POINTER(c_ssize_t)),
        ("internal", c_void_p),
    ]


_get_buffer = PYFUNCTYPE(c_int, py_object, POINTER(Py_buffer), c_int)(("PyObject_GetBuffer", pythonapi))
_release_buffer = PYFUNCTYPE(None, POINTER(Py_buffer))(("PyBuffer_Release", pythonapi))


class Lent(NamedTuple):
    """`rows` rows from `address` on, one every `stride` bytes."""

    address: int
    rows: int
    stride: int


def is_buffer(given: Any) -> bool:
    try:
        memoryview(given).release()
    except (TypeError, BufferError, ValueError):
        return False
    return True


def are_rows(given: Any) -> bool:
    """Whether the elements of a buffer are rows of memory, not Python values."""
    with memoryview(given) as view:
        return view.ndim != 1 or view.format.endswith("x") or view.format.startswith("T{")


class Lender:
    """Lends rows of buffers until the end of its block."""

    __slots__ = ("_views",)

    def __init__(self) -> None:
        self._views: list[Py_buffer] = []

    def __enter__(self) -> Lender:
        return self

    def __exit__(self, *_: object) -> None:
        for view in self._views:
            _release_buffer(byref(view))

    def rows(self, exporter: Any, width: int, what: str) -> Lent:
        """The rows of a buffer, `width` bytes each. `ColumnError` if its rows are of another width."""
        view = Py_buffer()
        _get_buffer(exporter, byref(view), RECORDS_READ_ONLY)
        self._views.append(view)
        itemsize = int(view.itemsize)
        if view.ndim == 1 and view.strides[0] == itemsize and itemsize in (1, width):
            count, rest = divmod(int(view.len), width)
            if rest:
                raise refused(f"{what} is {view.len} bytes long, which is not a multiple of {width}")
            return Lent(view.buf or 0, count, width)
        return records(view, width, what)


def records(view: Py_buffer, width: int, what: str) -> Lent:
    """The rows of a buffer that has more dimensions, or gaps between its rows."""
    shape = [int(n) for n in view.shape[: view.ndim]] if view.ndim else []
    strides = [int(n) for n in view.strides[: view.ndim]] if view.ndim else []
    if not shape:
        raise refused(f"{what} is a single value, not a column")
    row = view.itemsize
    for extent, stride in zip(reversed(shape[1:]), reversed(strides[1:])):
        if stride != row and extent > 1:
            raise refused(f"a row of {what} is not contiguous")
        row *= extent
    if row != width:
        raise refused(f"a row of {what} is {row} bytes wide; {width} are needed")
    if strides[0] < width and shape[0] > 1:
        raise refused(f"the rows of {what} run backwards or overlap; copy them first")
    return Lent(view.buf or 0, shape[0], strides[0] if shape[0] > 1 else width)


def widened(given: Any, width: int, what: str) -> Any:
    """A column of integers narrower than `width` bytes as a copy of that width. One that has rows of that
    width already, or raw bytes, is returned as it is."""
    with memoryview(given) as view:
        kind = view.format.lstrip("@=<")
        refuse_values(view.format, kind, what)
        if view.ndim != 1 or view.itemsize in (1, width) or kind not in INTEGERS:
            return given
        values = array("q" if kind.islower() else "Q")
        if view.itemsize == values.itemsize:
            values.frombytes(view.tobytes())
        else:
            values.extend(view.tolist())
    if width == values.itemsize:
        return values
    if kind.islower() and values and min(values) < 0:
        raise refused(f"{what} has a negative number, {min(values)}")
    return spread(values)


def refuse_values(form: str, kind: str, what: str) -> None:
    """`ColumnError` for a buffer of values that are neither integers nor bytes: they have to be hashed."""
    plurals = {"f": "floats", "d": "floats", "e": "floats", "g": "floats", "?": "booleans", "O": "objects"}
    found = plurals.get(kind) or ("strings" if kind.endswith("w") else None)
    if found:
        raise refused(
            f"{what} is a buffer of {found}, which cannot be read in place: give a list of them "
            "(.tolist()), which is hashed"
        )
    if form.startswith((">", "!")) and kind[1:] in INTEGERS and kind[1:] not in "bB":
        raise refused(
            f"{what} is a buffer of integers in the byte order of another machine: convert them first"
        )


def spread(values: array[int]) -> bytes:
    """The keys of integers: 8 bytes each, and 8 zeros."""
    words = array(values.typecode, bytes(16 * len(values)))
    words[::2] = values
    return words.tobytes()


def refused(message: str) -> ColumnError:
    return ColumnError(message, status=abi.IQ_ERROR_ARGUMENT)
