"""Modules in place of toolkits that are not installed, so that what is made with them can be documented."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any


class Anything(type):
    """A class whose every attribute is one more such class; as a number it is 0."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        made = Anything(name, (Something,), {"__module__": cls.__module__})
        setattr(cls, name, made)
        return made

    def __int__(cls) -> int:
        return 0

    __index__ = __int__

    def __add__(cls, other: int) -> int:
        return other

    def __or__(cls, _: Any) -> Any:
        return cls

    __ror__ = __or__


class Something(metaclass=Anything):
    """What its classes make: it takes any arguments, and as a decorator leaves a function as it is."""

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def __call__(self, *given: Any, **_: Any) -> Any:
        return given[0] if given else self

    def __getattr__(self, name: str) -> Any:
        return getattr(type(self), name)

    def __class_getitem__(cls, _: Any) -> Any:
        return cls


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of some packages, all of which have anything."""

    def __init__(self, packages: Sequence[str]) -> None:
        self.packages = set(packages)

    def find_spec(self, name: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in self.packages:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def exec_module(self, module: ModuleType) -> None:
        def attribute(name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            return Anything(name, (Something,), {"__module__": module.__name__})

        module.__dict__["__getattr__"] = attribute


def stand_in(packages: Sequence[str]) -> None:
    """For those of the packages that are not installed."""
    sys.meta_path.append(Finder([name for name in packages if importlib.util.find_spec(name) is None]))
