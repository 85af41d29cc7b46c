"""Writes the names of all parameters from the header, so that the tests of messages know them."""

from pathlib import Path

from declarations import declared

TEXT = """/* Generated from the header by Tests/Harness/parameter_names.py. */
#include "arguments.h"

const parameter_names all_parameter_names[] = {{
{rows}
    {{NULL, {{NULL}}}},
}};
"""


def write(path: Path) -> None:
    rows = []
    for function, parameters in declared().functions.items():
        names = "".join(f'"{parameter.name}", ' for parameter in parameters)
        rows.append(f'    {{"{function}", {{{names}NULL}}}},')
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TEXT.format(rows="\n".join(rows)))
