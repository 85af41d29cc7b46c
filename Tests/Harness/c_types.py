"""Types of C, as the header writes them, taken apart."""

import re

from declarations import Named


def is_callback(c: str) -> bool:
    """Whether it is a pointer to a function: `int (*)(void *context, const void *model)`."""
    return "(*)" in c


def arguments(c: str) -> tuple[str, list[Named]]:
    """The result of such a function, and its parameters."""
    result, _, rest = c.partition("(*)")
    parameters = [named(each) for each in rest.strip()[1:-1].split(",")]
    return result.strip(), [] if parameters == [Named("void", "")] else parameters


def named(parameter: str) -> Named:
    """`const void *model` as a name and its type."""
    name = re.search(r"\w+$", parameter.strip())
    assert name, parameter
    return Named(name[0], parameter.strip()[: name.start()].strip())


def array(c: str) -> tuple[str, int]:
    """The elements' type and number of `uint8_t[16]`."""
    of, _, count = c.partition("[")
    return of.strip(), int(count.rstrip("]"))


def pointers(c: str) -> tuple[str, list[bool]]:
    """The name in `const iq_change **`; and for each star, from left to right, whether it points to what is
    const."""
    first, *others = c.split("*")
    consts = ["const" in part.split() for part in (first, *others)]
    return first.replace("const", "").strip(), consts[: len(others)]
