"""Reads names of the package iqlist, one a line, and prints those that do not exist.

Driver                      of iqlist.kit, or else of iqlist
Driver.perform_updates      an attribute, of the class or of its objects
Driver(coordinator)         a parameter
__eq__                      what every object of Python has
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from typing import Any

FORM = re.compile(r"([\w.]+)(?:\(([\w, ]*)\))?")


def attribute(owner: Any, name: str) -> Any:
    """The attribute, or True for one that only objects of the class have; else AttributeError."""
    if hasattr(owner, name):
        return getattr(owner, name)
    if inspect.isclass(owner):
        for each in owner.__mro__[:-1]:
            if name in inspect.get_annotations(each) or name in each.__dict__.get("__slots__", ()):
                return True
            if re.search(rf"\bself\.{name}\b[^=\n]*=[^=]", source(each)):
                return True
    raise AttributeError(name)


def source(given: type) -> str:
    try:
        return inspect.getsource(given)
    except (OSError, TypeError):
        return ""


def exists(name: str) -> bool:
    form = FORM.fullmatch(name)
    if form is None:
        return False
    path, parameters = form[1].split("."), [part for part in re.split(r"[, ]+", form[2] or "") if part]
    if path[0] == "iqlist":
        path = path[1:]
    if path == [name] and name.startswith("__"):
        return hasattr(object, name)
    for module in ("iqlist.kit", "iqlist"):
        found: Any = importlib.import_module(module)
        try:
            for part in path:
                found = attribute(found, part)
        except AttributeError:
            continue
        return not parameters or set(parameters) <= set(inspect.signature(found).parameters)
    return False


if __name__ == "__main__":
    print("".join(f"{name}\n" for name in sys.stdin.read().splitlines() if not exists(name)), end="")
