"""The lower layer, generated from the header, has the values, sizes and offsets that a C compiler finds."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from iqlist import abi

ROOT = Path(__file__).parents[3]
HEADER = ROOT / "include/iqlist.h"

STRUCTS: list[Any] = [
    value
    for value in vars(abi).values()
    if isinstance(value, type) and issubclass(value, ctypes.Structure) and hasattr(value, "_fields_")
]
NUMBERS = {
    name: value for name, value in vars(abi).items() if name.startswith("IQ_") and isinstance(value, int)
}


def equal(c: str, value: int) -> str:
    return f'_Static_assert({c} == {value}ull, "it is {value} in Python: {c}");'


def asserted() -> list[str]:
    made = [equal(name, value) for name, value in NUMBERS.items()]
    for struct in STRUCTS:
        name = struct.__name__
        made.append(equal(f"sizeof({name})", ctypes.sizeof(struct)))
        for field, *_ in struct._fields_:
            made.append(equal(f"offsetof({name}, {field})", getattr(struct, field).offset))
            made.append(equal(f"sizeof((({name} *)0)->{field})", getattr(struct, field).size))
    return made


def test_values_and_structs_are_those_of_a_c_compiler(tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None or not HEADER.is_file():
        pytest.skip("there is no C compiler, or no header: this test wants the repository")
    assert len(STRUCTS) > 25 and len(NUMBERS) > 150
    source = tmp_path / "layout.c"
    source.write_text("\n".join(["#include <iqlist.h>", *asserted(), ""]))
    subprocess.run([compiler, "-std=c11", "-fsyntax-only", f"-I{HEADER.parent}", source], check=True)
