"""Writes the package's lower layer, iqlist.abi: the header's declarations for ctypes, in ruff's format."""

import re
from collections.abc import Iterator

from c_types import arguments, array, is_callback, pointers
from declarations import Alias, Constant, Declaration, Function, Header, Opaque, Section, Struct
from outcomes import fail

WIDTH = 110

HEAD = '''"""include/iqlist.h again, in its order and spelling: constants, structs, callbacks, functions.

Generated from the header: `Tests/run --renew` writes this file. It adds nothing. The header documents what
each name means, ownership and threading. The functions return a status, as in C. The layer to write programs
with is the package's other one: `import iqlist`.
"""

from ctypes import (
{imports}
)
from typing import Any, Callable

from ._library import load

_library = load()


def _function(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A function of the library. It runs without the interpreter lock; callbacks take it."""
    function = getattr(_library, name)
    function.restype = result
    function.argtypes = arguments
    return function  # type: ignore[no-any-return]'''

# The types that Python has names for. What points to void or char has one of its own.
NAMES = {
    "void": "None",
    "char": "c_char",
    "int": "c_int",
    "double": "c_double",
    "uint8_t": "c_uint8",
    "uint16_t": "c_uint16",
    "uint32_t": "c_uint32",
    "uint64_t": "c_uint64",
    "int32_t": "c_int32",
    "int64_t": "c_int64",
    "size_t": "c_size_t",
}
POINTERS = {"void": "c_void_p", "char": "c_char_p"}

NUMBERS = {"UINT32_MAX": "0xFFFFFFFF", "SIZE_MAX": "c_size_t(-1).value"}


def python_type(c: str) -> str:
    if is_callback(c):
        result, parameters = arguments(c)
        made = ", ".join(python_type(each.type) for each in parameters)
        return f"CFUNCTYPE({python_type(result)}, {made})"
    if "[" in c:
        of, count = array(c)
        return f"{python_type(of)} * {count}"
    name, consts = pointers(c)
    stars = len(consts)
    if stars and name in POINTERS:
        made, stars = POINTERS[name], stars - 1
    else:
        made = NAMES.get(name, name)
        if not made.startswith(("c_", "iq_", "None")):
            fail(f"NAMES does not know {name}")
    return "POINTER(" * stars + made + ")" * stars


def value(constant: Constant) -> str:
    text = constant.value
    if found := re.fullmatch(r"UINT64_C\((\d+)\)|(0x[0-9a-fA-F]+|\d+)u?", text):
        return found[1] or found[2]
    if text.startswith('"'):
        return text
    if text not in NUMBERS:
        fail(f"NUMBERS does not know {text} of {constant.name}")
    return NUMBERS[text]


def call(name: str, words: list[str]) -> str:
    """`name(words)`, on as many lines as it takes."""
    joined = ", ".join(words)
    if len(f"{name}({joined})") <= WIDTH:
        return f"{name}({joined})"
    if len(joined) + 4 <= WIDTH:
        return f"{name}(\n    {joined}\n)"
    return "\n".join([f"{name}(", *(f"    {word}," for word in words), ")"])


def fields(struct: Struct, margin: str) -> str:
    rows = [field(name, python_type(of), f"{margin}    ") for name, of, _ in struct.fields]
    return "\n".join(["_fields_ = [", *rows, f"{margin}]"])


def field(name: str, of: str, margin: str) -> str:
    row = f'{margin}("{name}", {of}),'
    if len(row) <= WIDTH:
        return row
    inner = f"{margin}    "
    if len(f"{inner}{of},") > WIDTH:
        kind, words = of[:-1].split("(", 1)
        rows = [words] if len(f"{inner}    {words}") <= WIDTH else [f"{word}," for word in words.split(", ")]
        of = f"{kind}(\n" + "".join(f"{inner}    {row}\n" for row in rows) + f"{inner})"
    return f'{margin}(\n{inner}"{name}",\n{inner}{of},\n{margin}),'


def empty(name: str) -> str:
    return f"class {name}(Structure):\n    pass"


def kinds(declaration: Declaration) -> Iterator[str]:
    """The types that a declaration is made of."""
    if isinstance(declaration, Struct):
        yield from (field.type for field in declaration.fields)
    elif isinstance(declaration, Function):
        yield from (parameter.type for parameter in declaration.parameters)
    elif isinstance(declaration, Alias):
        yield declaration.type


def blocks(header: Header) -> Iterator[str]:
    """Yields one for each declaration, and for each struct that is mentioned before it is declared."""
    made: set[str] = set()
    structs = {each.name for each in header.declarations if isinstance(each, (Struct, Opaque))}
    for declaration in header.declarations:
        for name in dict.fromkeys(re.findall(r"\biq_\w+", " ".join(kinds(declaration)))):
            if name in structs - made and name != declaration.name:
                made.add(name)
                yield empty(name)
        if isinstance(declaration, Section):
            yield f"# --- {declaration.name} ---".ljust(99, "-")
        elif isinstance(declaration, Constant):
            yield f"{declaration.name} = {value(declaration)}"
        elif isinstance(declaration, Alias):
            yield f"{declaration.name} = {python_type(declaration.type)}"
        elif isinstance(declaration, Function):
            result = python_type(declaration.result)
            types = [python_type(parameter.type) for parameter in declaration.parameters]
            words = [f'"{declaration.name}"', result, *types]
            yield call(f"{declaration.name} = _function", words)
        elif declaration.name in made:
            if isinstance(declaration, Struct):
                yield f"{declaration.name}.{fields(declaration, '')}"
        elif isinstance(declaration, Struct):
            yield f"class {declaration.name}(Structure):\n    {fields(declaration, '    ')}"
        else:
            yield empty(declaration.name)
        made.add(declaration.name)


def between(before: str, after: str) -> str:
    """Puts two blank lines around classes and before sections, none among constants and among functions."""
    if before.startswith("class ") or after.startswith(("class ", "# ")):
        return "\n\n\n"
    alike = before.startswith("IQ_") == after.startswith("IQ_") and not before.startswith("# ")
    return "\n" if alike else "\n\n"


def text(header: Header) -> str:
    body, last = "", "class "
    for block in blocks(header):
        body += between(last, block) + block
        last = block
    names = {*re.findall(r"\b(?:c_\w+|CFUNCTYPE|POINTER|Structure)\b", body)}
    ordered = sorted(names, key=lambda name: (name.islower(), not name.isupper(), natural(name)))
    imports = "\n".join(f"    {name}," for name in ordered)
    return HEAD.replace("{imports}", imports) + body + "\n"


def natural(name: str) -> list[tuple[str, int]]:
    """8 is before 16."""
    return [(word, int(number or 0)) for word, number in re.findall(r"(\D+)(\d*)", name)]
