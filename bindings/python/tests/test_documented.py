"""Each public function, method and class has an example, which pytest --doctest-modules runs.

Exempt are, with the reason:

    properties      their class's example shows what is worth it
    enums           the header's numbers under their names: what takes them shows them
    kinds of change one class for each, under `Change`: `Changeset.batch` and `steps` show them
    exceptions      one for each status, under `Error`: what raises them shows them
    responders      methods of cells, models and coordinators of the kit layer, and of logs, are there to be
                    overridden: the examples of their classes do that
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from doctest import DocTestParser
from enum import Enum
from operator import attrgetter
from typing import Any

import iqlist
from iqlist import kit, sql, sync, table


def methods(kind: type) -> Iterator[tuple[str, object]]:
    """The public methods that a class has of the package, its own and inherited ones, by name."""
    for base in reversed(kind.__mro__):
        for name, member in vars(base).items():
            function: object = getattr(member, "__func__", member)
            of_package = inspect.isfunction(function) and function.__module__.startswith("iqlist.")
            if of_package and not name.startswith("_"):
                yield f"{kind.__name__}.{name}", function


def documented() -> dict[str, object]:
    """Whatever must have an example, by name."""
    found: dict[str, object] = {}
    for prefix, package in (("", iqlist), ("kit.", kit), ("table.", table), ("sql.", sql), ("sync.", sync)):
        for name in package.__all__:
            thing: Any = getattr(package, name)
            if inspect.isfunction(thing):
                found[prefix + name] = thing
            if inspect.isclass(thing):
                families: tuple[Any, ...] = (Enum, iqlist.Error, iqlist.Change)
                if thing in families or not issubclass(thing, families):
                    found[prefix + name] = thing
                # What a program overrides: the class has the example.
                if thing is not sync.Log and not issubclass(thing, (kit.Responder, kit.Feature)):
                    found.update({prefix + method: function for method, function in methods(thing)})
    return found


def has_example(thing: object) -> bool:
    return bool(DocTestParser().get_examples(thing.__doc__ or ""))


def test_all_that_is_public_has_an_example() -> None:
    assert [name for name, thing in documented().items() if not has_example(thing)] == []


def test_functions_methods_and_classes_are_looked_at_and_exempt_ones_are_not() -> None:
    found = documented().keys()
    assert {"diff", "Error", "Row", "CellClass.find", "Summary.of", "List.keys", "Snapshot.close"} <= found
    assert {"kit.Driver.poll", "kit.Driver.tap", "kit.Section.append", "kit.Coordinator"} <= found
    assert {"table.Table.layout", "table.TableScene.cells", "table.Column"} <= found
    assert found.isdisjoint({"List.closed", "Side", "RangeError", "Summary.count", "KeyLike"})
    assert found.isdisjoint({"kit.Part", "kit.Cell.on_select", "kit.Driver.data"})


def test_the_first_screen_of_help_says_what_there_is() -> None:
    """What the package is for, an example of five lines, and where each thing is, by names that exist."""
    lines = (iqlist.__doc__ or "").splitlines()
    assert len(lines) <= 30 and max(map(len, lines)) <= 84
    assert 5 <= len(DocTestParser().get_examples("\n".join(lines))) <= 6
    table = [line for line in lines if re.match(r"    \w.*\S  +\S", line)]
    named = {name for line in table for name in re.findall(r"\b[A-Z]\w*[a-z]\w*(?:\.\w+)?", line)}
    missing = [name for name in named if not reached(name)]
    assert missing == [] and {"List.edit", "Snapshot", "Changeset", "View", "Columns"} <= named


def reached(name: str) -> bool:
    try:
        attrgetter(name)(iqlist)
    except AttributeError:
        return False
    return True
