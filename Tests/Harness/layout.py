"""Holds the list of Sources/CIQList/layout.c to the header: every public struct and every field of it, with
the size and the offsets that a C compiler gives them."""

import re

from declarations import declared
from machine import INCLUDE, ROOT, WORK, command, tool
from report import Failed

SOURCE = ROOT / "Sources/CIQList/layout.c"
LINE = re.compile(r"^(?:STRUCT|FIELD)\(.*\)$", re.MULTILINE)


def expected() -> list[str]:
    """The list, as a program prints it that the compiler makes of the header."""
    prints = []
    for name, fields in declared().structs.items():
        prints.append(f'printf("STRUCT({name}, %zu)\\n", sizeof({name}));')
        prints += [
            f'printf("FIELD({name}, {field.name}, %zu)\\n", offsetof({name}, {field.name}));'
            for field in fields
        ]
    program = WORK / "layout"
    program.parent.mkdir(parents=True, exist_ok=True)
    source = program.with_suffix(".c")
    body = "\n    ".join(prints)
    source.write_text(f"#include <iqlist.h>\n#include <stdio.h>\n\nint main(void)\n{{\n    {body}\n}}\n")
    command([tool("gcc"), "-std=c11", f"-I{INCLUDE}", source, "-o", program])
    return command([program]).splitlines()


def complete() -> None:
    wanted = expected()
    if LINE.findall(SOURCE.read_text()) != wanted:
        listed = "\n".join(wanted)
        raise Failed(f"{SOURCE.name} does not list what the header has, in its order:\n{listed}")
