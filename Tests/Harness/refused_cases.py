"""Writes the cases of Tests/Boundary/shared/refused_cases.c from the header: one for each parameter of every
function, and for each field of a struct that is given whose values are limited. The parameter's type says
what is wrong there: see refused_cases.h."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from declarations import Constant, Function, Header, Named, Opaque, declared
from outcomes import fail
from refused_values import (
    ANY,
    CHOICES,
    FLAGS,
    KNOWN_KEYS,
    OPTIONAL,
    OR_LIST,
    PASSING_OVER,
    RANGES,
    REALS,
    WITHOUT_STATUS,
)
from struct_cases import call, fill, pointee, value
from struct_values import COUNTS, LAID_OUT, STATUSES, TOLD, WITHOUT_DETAIL

PREAMBLE = """/* Generated from the header by Tests/Harness/refused_cases.py. */
#include "refused_cases.h"

#include <string.h>

"""

# How a value of the union comes to a parameter that is no pointer.
GIVEN = {
    "iq_item": "(iq_item){given.number}",
    "iq_section": "(iq_section){given.number}",
    "iq_class": "(iq_class){(uint32_t)given.number}",
    "iq_position": "given.position",
    "iq_key": "given.key",
    "double": "given.real",
}


class Case(NamedTuple):
    name: str
    """The function and the parameter, perhaps with a field of it."""
    argument: int
    kind: str
    limit: str
    is_optional: bool
    body: str
    """The call, with what is wrong as `given`."""


def listed(table: dict[str, str] | dict[str, int] | set[str], function: str, at: Named) -> str | None:
    """The key by which a table knows a parameter."""
    keys = (f"{function} {at.name}", f"{at.name} {at.type}", at.name, at.type)
    return next((key for key in keys if key in table), None)


def kind(function: str, at: Named) -> tuple[str, str]:
    """What is wrong at a parameter: its kind, and the limit of it."""
    bare = at.type.removeprefix("const ").removesuffix("*").strip()
    is_input = at.type.startswith("const ") and not at.type.endswith("**")
    handle = opaque(at)
    if handle:
        other = "OF_TOLD" if function in LAID_OUT else "OF_LAID_OUT" if function in TOLD else "0"
        return handle.removeprefix("iq_").upper(), other
    real = listed(REALS, function, at)
    if real:
        return kind_of_real(real)
    if bare in ("iq_item", "iq_section") and (is_input or "*" not in at.type):
        array = "S" if is_input else ""
        return bare.removeprefix("iq_").upper() + array, str(int(function.startswith("iq_edit_")))
    if at.type == "const iq_columns *" and not function.endswith("_update_items"):
        return "COLUMNS", "0"
    if at.type == "const iq_supplementary *" and function != "iq_list_set_supplementary":
        return "ELEMENT", "0"
    if listed(ANY, function, at):
        return "ANY", "0"
    if "*" in at.type:
        return "POINTER", "0"
    for name, table in (("FLAGS", FLAGS), ("CHOICE", CHOICES), ("RANGE", RANGES)):
        key = listed(table, function, at)
        if key:
            return name + ("32" if name == "RANGE" and at.type == "uint32_t" else ""), str(table[key])
    if at.name in ("count", "section_count"):
        return "COUNT", "0"
    if at.type in ("iq_class", "iq_position"):
        return at.type.removeprefix("iq_").upper(), "0"
    if listed(KNOWN_KEYS, function, at):
        return "KEY", "0"
    fail(f"{function}: refused_values does not know {at.type} {at.name}")


def kind_of_real(key: str) -> tuple[str, str]:
    of_kind, _, limit = REALS[key].partition(" | ")
    return of_kind, limit or "0"


def opaque(at: Named) -> str | None:
    """The kind of object that a parameter is a handle of, if it is one."""
    kinds = {each.name for each in declared().declarations if isinstance(each, Opaque)}
    bare = at.type.removeprefix("const ").removesuffix("*").strip()
    return bare if at.type.endswith("*") and bare in kinds else None


def spelled(limit: str) -> str:
    """With all constants whose name begins with IQ_UPDATE_ for `IQ_UPDATE_*`."""
    names = [each.name for each in declared().declarations if isinstance(each, Constant)]

    def every(match: re.Match[str]) -> str:
        return " | ".join(name for name in names if name.startswith(match[1]))

    return re.sub(r"(IQ_[A-Z_]+_)\*", every, limit)


def given(at: Named) -> str:
    if "*" in at.type:
        return "given.pointer"
    return GIVEN.get(at.type, f"({at.type})given.number")


def cases(header: Header) -> Iterator[Case]:
    for function in functions(header):
        name = function.name
        for number, at in enumerate(function.parameters, 1):
            of_kind, limit = kind(name, at)
            if of_kind == "ANY":
                continue
            body = call(name, function.parameters, at, given(at))
            counts = of_kind in ("ITEMS", "SECTIONS") and function.parameters[number : number + 1]
            if of_kind == "STRIDE":
                body = call(name, function.parameters, at, given(at), {"count": "2"})
            if counts and counts[0].name == "count" and name not in STATUSES:
                values = function.parameters
                body = call(name, values, at, given(at), {"count": "given.count"})
                limit = f"{limit} | WITH_COUNT"
            is_optional = bool(listed(OPTIONAL, name, at) or listed(OR_LIST, name, at))
            yield Case(f"{name} {at.name}", number, of_kind, limit, is_optional, answered(function, body))
            yield from fields(function, number, at)


def answered(function: Function, called: str) -> str:
    return f"{called};\n    return IQ_OK" if function.result == "void" else f"return {called}"


def fields(function: Function, number: int, at: Named) -> Iterator[Case]:
    """The fields of a struct that is given whose values are limited: flags, one of several, lengths, handles,
    or nothing yet."""
    struct = pointee(at.type)
    if struct not in given_structs() or not at.type.startswith("const "):
        return
    outer = f"{struct} outer[2];\n    fill_{struct}(&outer[0], 0);\n    fill_{struct}(&outer[1], 1);\n    "
    called = answered(function, call(function.name, function.parameters, at, "outer"))
    for path, inside, field in leaves(struct):
        said = Named(f"{at.name}.{path}", field.type)
        limited = kind_of_field(function.name, said, inside, field)
        if limited is None:
            continue
        of_kind, limit = limited
        is_optional = of_kind in ("ITEM", "SECTION")
        body = f"{outer}outer[0].{path} = {given(field)};\n    {called}"
        yield Case(f"{function.name} {said.name}", number, of_kind, limit, is_optional, body)


def given_structs() -> set[str]:
    """Those that calls take by address: with a struct_size, or in an array."""
    functions = declared().functions.values()
    arrays = {pointee(at.type) for each in functions for at in each if at.name in COUNTS}
    return declared().versioned() | {each for each in arrays if each}


def leaves(struct: str, before: str = "") -> Iterator[tuple[str, str, Named]]:
    """The fields of a struct and of those that it has inside, by their path: the struct that each is in."""
    for field in declared().structs[struct]:
        path = f"{before}{field.name}"
        if field.type in declared().structs and field.type not in GIVEN:
            yield from leaves(field.type, f"{path}.")
        else:
            yield path, struct, field


def kind_of_field(function: str, said: Named, struct: str, field: Named) -> tuple[str, str] | None:
    """What is wrong at a field: its kind, and the limit of it. None: it is right whatever it is."""
    if field.name == "reserved":
        return "FLAGS", "0"
    if struct == "iq_element" and field.type in ("iq_item", "iq_section"):
        of_kind = field.type.removeprefix("iq_").upper()
        return None if f"{function} {said.name}" in PASSING_OVER else (of_kind, "0")
    keys = (f"{function} {said.name}", f"{struct}.{field.name}", field.type)
    for key in keys:
        if key in FLAGS:
            return "FLAGS", FLAGS[key]
        if key in CHOICES:
            return "CHOICE", CHOICES[key]
        if key in REALS:
            return kind_of_real(key)
    if field.name == "flags" or field.type == "double":
        fail(f"{function}: refused_values does not know {struct}.{field.name}")
    return None


def functions(header: Header) -> list[Function]:
    """Those that answer a status, or take what others refuse."""
    every = [each for each in header.declarations if isinstance(each, Function)]
    for function in every:
        if (function.result == "iq_status") == (function.name in WITHOUT_STATUS):
            fail(f"refused_values.WITHOUT_STATUS is wrong about {function.name}")
    return [each for each in every if each.result in ("iq_status", "void")]


def write(path: Path) -> None:
    header = declared()
    text, outputs = [PREAMBLE], []
    for struct in sorted(given_structs()):
        text.append("__attribute__((unused)) " + fill(f"fill_{struct}", struct, value(struct)))
    for struct in sorted(header.versioned()):
        text.append(
            f"__attribute__((unused)) static const {struct} *filled_{struct}(void)\n{{\n"
            f"    static {struct} filled[2];\n    fill_{struct}(&filled[0], 0);\n"
            f"    fill_{struct}(&filled[1], 1);\n    return filled;\n}}\n\n"
        )
        text.append(f"static {struct} out_{struct}[2];\n\n")
        outputs.append(f"    {{out_{struct}, sizeof out_{struct}}},\n")
    rows, right = [], []
    for number, case in enumerate(cases(header)):
        text.append(f"static iq_status call_{number}(refused_value given)\n{{\n    {case.body};\n}}\n\n")
        function = case.name.split()[0]
        words = [
            f'"{case.name}"',
            str(case.argument),
            f"REFUSED_{case.kind}",
            spelled(case.limit),
            str(int(case.is_optional)),
            str(int(function.endswith("_destroy"))),
            str(int(function not in WITHOUT_DETAIL)),
            f"call_{number}",
        ]
        rows.append(f"    {{{', '.join(words)}}},\n")
    for number, answering in enumerate(functions(header)):
        if answering.result == "void":
            continue
        called = call(answering.name, answering.parameters, None, "")
        text.append(f"static iq_status right_{number}(void)\n{{\n    return {called};\n}}\n\n")
        status = STATUSES.get(answering.name, "IQ_OK")
        right.append(f'    {{"{answering.name}", {status}, right_{number}}},\n')
    text += ["const refused_case refused_cases[] = {\n", *rows, "};\n"]
    text.append("const size_t refused_cases_count = sizeof refused_cases / sizeof *refused_cases;\n\n")
    text += ["const right_case right_cases[] = {\n", *right, "};\n"]
    text.append("const size_t right_cases_count = sizeof right_cases / sizeof *right_cases;\n\n")
    text += ["const output outputs[] = {\n", *outputs, "};\n"]
    text.append("const size_t outputs_count = sizeof outputs / sizeof *outputs;\n\n")
    text.append("int main(void)\n{\n    return refused_cases_main();\n}\n")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(text))
