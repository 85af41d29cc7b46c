"""The reference of Python, by pdoc: the package, the layers above it, the one below, and the adapters.

    python_reference.py FOLDER

Of toolkits that are not installed, stand_ins.py has what the adapters import.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import pkgutil
import re
import sys
import typing
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import iqlist  # type: ignore[import-not-found]
import pdoc  # type: ignore[import-not-found]
import pdoc.doc  # type: ignore[import-not-found]
import pdoc.render  # type: ignore[import-not-found]
from stand_ins import stand_in

LAYERS = ["iqlist", "iqlist.kit", "iqlist.table", "iqlist.sql", "iqlist.abi"]
ADAPTERS = ["qt", "gtk", "textual", "tk"]
# What they are made with.
TOOLKITS = ["PySide6", "gi", "textual", "tkinter"]


def adapters() -> list[str]:
    return [f"iqlist.{name}" for name in ADAPTERS if importlib.util.find_spec(f"iqlist.{name}") is not None]


def names_of(package: ModuleType) -> dict[str, Any]:
    """Everything that the modules of a package have: annotations name it without importing it at run time."""
    found: dict[str, Any] = {}
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if module.name.rpartition(".")[2] not in ("__main__", "cli", *ADAPTERS):
            found.update(vars(importlib.import_module(module.name)))
    return found


def resolve(modules: list[str]) -> None:
    """Named tuples keep the text of their annotations, which pdoc looks up in a module without the names."""
    names = names_of(iqlist)
    for module in modules:
        known = {**names, **vars(sys.modules[module])}
        for value in known.values():
            if isinstance(value, type) and issubclass(value, tuple) and "_fields" in vars(value):
                new: Any = value.__new__
                new.__annotations__ = typing.get_type_hints(value, known)


def public(modules: list[str]) -> dict[type, str]:
    """The classes that the documented modules have, by the first one that has them."""
    found: dict[type, str] = {}
    for name in modules:
        module = sys.modules[name]
        for value in (getattr(module, each) for each in getattr(module, "__all__", ())):
            if isinstance(value, type):
                found.setdefault(value, name)
    return found


def document_inherited(modules: list[str]) -> None:
    """A public class is made of parts that nobody imports: what they define is documented as the class's own.
    pdoc would document it where it was defined, in a module that has no page."""
    places = public(modules)
    original = pdoc.doc.Class._declarations.func

    def declarations(self: Any) -> dict[str, tuple[str, str]]:
        found: dict[str, tuple[str, str]] = original(self)
        bases = {(base.__module__, base.__qualname__): base for base in self.obj.__mro__}
        for name, (module, qualified) in found.items():
            base = bases.get((module, qualified.rpartition(".")[0]))
            if base is None or module.partition(".")[0] != "iqlist":
                continue
            owners = [each for each in self.obj.__mro__ if each in places and issubclass(each, base)]
            if owners:
                found[name] = (places[owners[-1]], f"{owners[-1].__qualname__}.{name}")
        return found

    pdoc.doc.Class._declarations = functools.cached_property(declarations)
    pdoc.doc.Class._declarations.__set_name__(pdoc.doc.Class, "_declarations")


def unlink(page: Path) -> None:
    """Takes the links out of a page that lead to nothing in it: to what a class has of a builtin one."""
    text = page.read_text()
    places = set(re.findall(r'id="([^"]+)"', text))
    link = re.compile(r'<a href="#([^"]+)">(.*?)</a>')
    page.write_text(link.sub(lambda found: found[0] if found[1] in places else found[2], text))


def main(folder: Path) -> None:
    stand_in(TOOLKITS)
    modules = [*LAYERS, *adapters()]
    for module in modules:
        importlib.import_module(module)
    document_inherited(modules)
    # What a toolkit's own classes are annotated with is not for us to mend.
    warnings.simplefilter("ignore", UserWarning)
    warnings.filterwarnings("error", rf"(?s).* for iqlist\b(?!\.({'|'.join(ADAPTERS)})\b)", UserWarning)
    resolve(modules)
    pdoc.render.configure(docformat="markdown", search=False, show_source=False)
    pdoc.pdoc(*modules, output_directory=folder)
    for page in folder.rglob("*.html"):
        unlink(page)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
