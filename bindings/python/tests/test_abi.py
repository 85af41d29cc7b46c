"""The lower layer says what the header says: names, order, values, types, sizes and offsets."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from header import HEADER, bare, declarations, fields, types

from iqlist import abi

BASE: dict[str, Any] = {
    "void": None,
    "char": ctypes.c_char,
    "int": ctypes.c_int,
    "double": ctypes.c_double,
    "uint8_t": ctypes.c_uint8,
    "int32_t": ctypes.c_int32,
    "int64_t": ctypes.c_int64,
    "uint16_t": ctypes.c_uint16,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
    "size_t": ctypes.c_size_t,
}
VALUES = {
    "UINT32_MAX": 2**32 - 1,
    "SIZE_MAX": ctypes.c_size_t(-1).value,
    "UINT64_C(0)": 0,
    f'"{abi.IQ_VERSION_STRING}"': abi.IQ_VERSION_STRING,
}


def python_type(c: str) -> Any:
    """The ctypes type of a C type."""
    pointer = re.fullmatch(r"(.*)\(\*\)\((.*)\)", c)
    if pointer:
        return ctypes.CFUNCTYPE(python_type(pointer[1]), *map(python_type, pointer[2].split(",")))
    array = re.fullmatch(r"(.*)\[(\d+)\]", c)
    if array:
        return python_type(array[1]) * int(array[2])
    name = re.sub(r"\b(const|struct)\b|\*", "", c).strip()
    made, stars = BASE[name] if name in BASE else getattr(abi, name), c.count("*")
    if stars and name in ("void", "char"):
        made, stars = ctypes.c_void_p if name == "void" else ctypes.c_char_p, stars - 1
    for _ in range(stars):
        made = ctypes.POINTER(made)
    return made


def test_every_name_is_there_in_the_header_s_order() -> None:
    declared = [bare(d.name) if "iq_" in d.name else d.name for d in declarations()]
    ours = [name for name in vars(abi) if name.startswith(("iq_", "IQ_"))]
    assert ours == list(dict.fromkeys(declared))


def test_constants_have_the_header_s_values() -> None:
    for declared in declarations():
        if declared.kind == "define":
            text = declared.body
            expected = VALUES[text] if text in VALUES else int(text.rstrip("u"), 0)
            assert getattr(abi, declared.name) == expected, declared.name


def test_names_of_types_stand_for_the_header_s_types() -> None:
    for declared in declarations():
        if declared.kind == "typedef":
            assert getattr(abi, declared.name) is BASE[declared.body], declared.name
        if declared.kind == "callback":
            result = declared.name.split("(")[0].strip()
            expected = python_type(f"{result} (*)({types(declared.body)})")
            assert getattr(abi, bare(declared.name)) is expected, declared.name


def test_structs_have_the_header_s_fields() -> None:
    for declared in declarations():
        if declared.kind == "struct":
            ours = [(name, kind) for name, kind, *_ in getattr(abi, declared.name)._fields_]
            assert ours == [(name, python_type(kind)) for name, kind in fields(declared.body)], declared.name


def test_functions_have_the_header_s_types() -> None:
    checked = 0
    for declared in declarations():
        if declared.kind == "function":
            name = bare(declared.name)
            function: Any = getattr(abi, name)
            given = types(declared.body)
            expected = [python_type(kind) for kind in given.split(", ")] if given else []
            assert list(function.argtypes) == expected, name
            assert function.restype is python_type(declared.name.removesuffix(name)), name
            checked += 1
    assert checked > 100


def test_structs_lie_in_memory_as_the_compiler_has_them(tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    expected: list[str] = []
    lines = ["#include <iqlist.h>", "#include <stdio.h>", "int main(void) {"]
    for declared in declarations():
        if declared.kind == "struct":
            name, ours = declared.name, getattr(abi, declared.name)
            lines.append(f'printf("{name} %zu\\n", sizeof({name}));')
            expected.append(f"{name} {ctypes.sizeof(ours)}")
            for field, _ in fields(declared.body):
                lines.append(f'printf("{name}.{field} %zu\\n", offsetof({name}, {field}));')
                expected.append(f"{name}.{field} {getattr(ours, field).offset}")
    program = tmp_path / "layout"
    program.with_suffix(".c").write_text("\n".join([*lines, "return 0; }"]))
    include = f"-I{HEADER.parent}"
    subprocess.run([compiler, include, program.with_suffix(".c"), "-o", program], check=True)
    told = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert told.splitlines() == expected
