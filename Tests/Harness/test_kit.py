"""Small errors in bindings/c/kit.h, each of which one of its boundary programs notices."""

from pathlib import Path

import library
import pytest
from machine import INCLUDE, KIT, command, tool
from outcomes import Failed
from programs import SHARED, source

pytestmark = pytest.mark.boundary

# What the error does; the text of the header, which is there once; and the text with the error.
ERRORS = [
    (
        "the route does not end with the class",
        "if (kit_ask(kit_in_route(routes, event, 0), name, event))\n        return KIT_HANDLED;",
        "kit_ask(kit_in_route(routes, event, 0), name, event);",
    ),
    ("sections are not asked", "return kit_ask(kit_in_route(routes, event, 1), name, event) ||", "return"),
    ("what the program does is routed", "(event->flags & IQ_SWITCHED_BY_USER) == 0", "0"),
    ("a run of items is routed as one", "event->count > 1 ?", "0 ?"),
    ("a header has no class", "event->kind == IQ_EVENT_ACTION && event->element_kind != 0", "0"),
    ("one failing cell hides the others", " || status == IQ_ERROR_CALLBACK", ""),
    ("a swipe is completed twice", "if (completion->is_done)", "if (0)"),
    ("a swipe of an item that has gone is not completed", "kit_complete(completion, 0);", ""),
    ("each menu counts as one action", "number -= count;", "number -= 1;"),
    (
        "actions of headers are performed for cells",
        "number == event->number &&",
        "number == event->number ||",
    ),
    ("a name is registered twice", "status = IQ_ERROR_DUPLICATE;", ";"),
    (
        "headers have a row",
        "(options & KIT_ROW) != 0 && position.item != IQ_NONE",
        "(options & KIT_ROW) != 0",
    ),
    ("an event has what the memory held before", "memset(event, 0, sizeof *event);", ""),
]


def run(text: str, folder: Path) -> None:
    """Runs the programs with this header."""
    (folder / KIT.name).write_text(text)
    found = library.release().parent
    folders = [f"-I{INCLUDE}", f"-I{folder}", f"-I{SHARED}"]
    libraries = [f"-L{found}", "-liqlist", f"-Wl,-rpath,{found}", "-lpthread"]
    for name in ("kit_routes", "kit_actions"):
        program = folder / name
        command([tool("gcc"), "-std=gnu11", "-g", *folders, source(name), *libraries, "-o", program])
        try:
            command([program], {"IQ_TEST_SCALE": "10"})
        except Failed as failure:
            raise Noticed from failure


class Noticed(Exception):
    """A program ended with a failure; that it did not compile is another."""


@pytest.mark.parametrize(("before", "after"), [each[1:] for each in ERRORS], ids=[each[0] for each in ERRORS])
def test_an_error_is_noticed(before: str, after: str, tmp_path: Path) -> None:
    text = KIT.read_text()
    assert text.count(before) == 1
    with pytest.raises(Noticed):
        run(text.replace(before, after), tmp_path)


def test_without_an_error_nothing_is_noticed(tmp_path: Path) -> None:
    run(KIT.read_text(), tmp_path)
