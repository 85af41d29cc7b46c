"""Writes the cases of Tests/Boundary/shared/struct_cases.c from the header: one for each parameter that
points to a struct, and for each field of such a struct that does."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from declarations import Header, Named, declared
from outcomes import fail
from struct_values import (
    ARGUMENTS,
    CHANGED,
    COUNTS,
    FIELDS,
    FIRST,
    KNOWN,
    LAID_OUT,
    OF_LISTS,
    PLAIN,
    READING,
    STATUSES,
    WITHOUT_DETAIL,
    WITHOUT_HANDLES,
    WITHOUT_INPUT,
)

PREAMBLE = """/* Generated from the header by Tests/Harness/struct_cases.py. */
#include "struct_cases.h"

"""


class Case(NamedTuple):
    """One struct that a function is pointed to."""

    name: str
    argument: int
    struct: str
    is_output: bool
    length: int
    known: str | None
    """How the struct is made, if not as others of its type."""
    body: str
    """The call, with the struct as `given`."""


def pointee(type_: str) -> str | None:
    """The struct of ours that this type points to, if it is one."""
    bare = type_.removeprefix("const ").strip()
    if not bare.endswith("*") or bare.endswith("**"):
        return None
    name = bare.removesuffix("*").strip()
    return name if name in declared().structs else None


def value(struct: str) -> str:
    """What the struct is made from in C; for those with a struct_size, in a function that counts with `i`."""
    if struct not in declared().versioned():
        if struct not in PLAIN:
            fail(f"PLAIN does not know {struct}")
        return PLAIN[struct]
    said = [f".{name} = {made}" for name, made in FIELDS.get(struct, {}).items()]
    return "{" + ", ".join([f".struct_size = sizeof({struct})", *said]) + "}"


def argument(function: str, parameter: Named) -> str:
    """What a parameter is where another one is at hand."""
    name, type_, _ = parameter
    if function.startswith(("iq_list_", "iq_view_")) and type_ in OF_LISTS:
        return OF_LISTS[type_]
    if function in LAID_OUT and type_.endswith("iq_view *"):
        return "objects.laid_out"
    for key in (f"{function} {name}", f"{name} {type_}", type_):
        if key in ARGUMENTS:
            return ARGUMENTS[key]
    struct = pointee(type_)
    if struct is None:
        fail(f"{function}: ARGUMENTS does not know {type_} {name}")
    if not type_.startswith("const"):
        return f"out_{struct}"
    made = known(f"{function} {name}")
    if struct in declared().versioned() and not made:
        return f"filled_{struct}()"
    return f"(const {struct}[]){{{made or value(struct)}}}"


def call(
    function: str,
    parameters: list[Named],
    at: Named | None,
    given: str,
    others: dict[str, str] | None = None,
) -> str:
    """A call that is right but for what is given at one parameter, and at others."""
    values = {each.name: argument(function, each) for each in parameters if each != at}
    if at:
        values[at.name] = given
        if at.name in COUNTS:
            values[COUNTS[at.name]] = "2"
    values.update(others or {})
    return f"{function}({', '.join(values[each.name] for each in parameters)})"


def cases(header: Header) -> Iterator[Case]:
    for function, parameters in header.functions.items():
        for number, at in enumerate(parameters, 1):
            struct = pointee(at.type)
            if struct is None:
                continue
            name = f"{function} {at.name}"
            is_output = not at.type.startswith("const")
            body = f"return {call(function, parameters, at, 'given')};"
            yield Case(name, number, struct, is_output, length(at.name), known(name), body)
            if not is_output:
                outer = call(function, parameters, at, "outer")
                yield from inside(name, number, struct, outer)


def known(name: str) -> str | None:
    return KNOWN.get(name) or KNOWN.get(name.split()[1])


def length(name: str) -> int:
    return 2 if name in COUNTS else 1


def inside(name: str, number: int, struct: str, outer: str) -> Iterator[Case]:
    """The fields of a struct that is given that point to structs themselves."""
    for field in declared().structs[struct]:
        inner = pointee(field.type)
        if inner is None or f"{name}.{field.name}" in WITHOUT_HANDLES:
            continue
        lines = [f"{struct} outer[2]", f"fill_{struct}(&outer[0], 0)", f"fill_{struct}(&outer[1], 1)"]
        lines.append(f"outer[0].{field.name} = given")
        if field.name in READING:
            lines.append(f"outer[0]{READING[field.name]}")
        elif inner in declared().versioned():
            lines.append(f"outer[0].{COUNTS[field.name]} = 2")
        body = "; ".join([*lines, f"return {outer};"])
        is_output = not field.type.startswith("const")
        yield Case(f"{name}.{field.name}", number, inner, is_output, length(field.name), None, body)


def fill(function: str, struct: str, made: str) -> str:
    """A function that makes the struct, at an address that need not be aligned."""
    return (
        f"static void {function}(void *struct_, size_t i)\n{{\n    (void)i;\n"
        f"    {struct} made_ = {made};\n    memcpy(struct_, &made_, sizeof made_);\n}}\n\n"
    )


def write(path: Path) -> None:
    header = declared()
    made = list(cases(header))
    text = [PREAMBLE]
    for struct in sorted({case.struct for case in made}):
        text.append("__attribute__((unused)) " + fill(f"fill_{struct}", struct, value(struct)))
        if struct in header.versioned():
            text.append(
                f"__attribute__((unused)) static const {struct} *filled_{struct}(void)\n{{\n"
                f"    static {struct} filled[2];\n    fill_{struct}(&filled[0], 0);\n"
                f"    fill_{struct}(&filled[1], 1);\n    return filled;\n}}\n\n"
            )
    rows = []
    for number, case in enumerate(made):
        function = case.name.split()[0]
        filler = f"fill_{case.struct}"
        if case.is_output and (case.struct not in CHANGED or function in WITHOUT_INPUT):
            filler = "NULL"
        elif case.known:
            filler = f"fill_{number}"
            text.append(fill(filler, case.struct, case.known))
        text.append(f"static iq_status call_{number}(void *given)\n{{\n    {case.body}\n}}\n\n")
        row = [
            f'"{case.name}"',
            str(case.argument),
            f"sizeof({case.struct})",
            str(case.length),
            str(int(case.struct in header.versioned())),
            FIRST.get(case.struct, f"sizeof({case.struct})"),
            str(int(case.is_output)),
            str(int(function not in WITHOUT_DETAIL)),
            STATUSES.get(function, "IQ_OK"),
            filler,
            f"call_{number}",
        ]
        rows.append(f"    {{{', '.join(row)}}},\n")
    text += ["const struct_case struct_cases[] = {\n", *rows, "};\n"]
    text.append("const size_t struct_cases_count = sizeof struct_cases / sizeof *struct_cases;\n\n")
    text.append("int main(void)\n{\n    return struct_cases_main();\n}\n")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(text))
