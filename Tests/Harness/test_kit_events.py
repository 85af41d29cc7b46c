"""The table of events and handlers in the guide to the kits is what Python, Rust and kit.h have: each handler
has one name in both languages, one event in C, and is asked of the same."""

import ast
import re

import pytest
from guide import GUIDE, NAME
from machine import KIT, ROOT

pytestmark = pytest.mark.walkthroughs

RESPONDING = ROOT / "bindings/python/src/iqlist/kit/responding.py"
BEHAVIOURS = ROOT / "bindings/rust/iqlist/src/kit/behaviour.rs"
HEADING = "## Events and their handlers"

# What an item or a coordinator is asked for, and a failure, which is no event. Named below the table.
ASKED = {
    *("leading_swipe_actions", "trailing_swipe_actions", "context_menu"),
    *("header_for", "footer_for", "update_failed", "size_for", "estimated_size_for"),
}
# What is told by functions in C.
SCROLLING = {
    *("kit_visibility", "KIT_DID_SCROLL", "KIT_WILL_BEGIN_DRAGGING", "KIT_DID_END_DRAGGING"),
    *("KIT_DID_END_DECELERATING", "KIT_DID_END_ANIMATION", "KIT_REACHED_START", "KIT_REACHED_END"),
}


def section() -> str:
    return GUIDE.read_text().partition(HEADING + "\n")[2].partition("\n## ")[0]


def table() -> dict[str, tuple[str, str]]:
    """By handler: its event in C, and what it is about."""
    rows = [line.strip("|").split("|") for line in section().splitlines() if line.startswith("| `")]
    found = {}
    for handler, event, about in rows:
        found[handler.strip(" `")] = (event.strip(" `"), about.strip())
    assert len(found) == len(rows)
    return found


def about(*wanted: str) -> set[str]:
    """The handlers of what is about one of these."""
    return {name for name, (_, of) in table().items() if of in wanted}


ELEMENT, ITEM, BOTH, SECTION, LIST = "an element", "an item", "an element or an item", "a section", "the list"


def test_each_row_says_what_it_is_about() -> None:
    assert {of for _, of in table().values()} == {ELEMENT, ITEM, BOTH, SECTION, LIST}


@pytest.mark.parametrize(
    ("name", "wanted"), [("Responder", (ELEMENT, ITEM, BOTH, SECTION)), ("Coordinator", (LIST,))]
)
def test_the_handlers_of_python_are_those_of_the_table(name: str, wanted: tuple[str, ...]) -> None:
    [kind] = [
        node
        for node in ast.parse(RESPONDING.read_text()).body
        if isinstance(node, ast.ClassDef) and node.name == name
    ]
    methods = {node.name for node in kind.body if isinstance(node, ast.FunctionDef)}
    assert {name for name in methods if not name.startswith("_")} - ASKED == about(*wanted)


@pytest.mark.parametrize(
    ("group", "wanted"),
    [("element", (ELEMENT, BOTH)), ("item", (ITEM,)), ("list", (SECTION, LIST))],
)
def test_the_behaviours_of_rust_are_those_of_the_table(group: str, wanted: tuple[str, ...]) -> None:
    [body] = re.findall(rf"^ +{group} \{{\n(.*?)^ +\}}", BEHAVIOURS.read_text(), re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^ +(\w+) = (\w+);", body, re.MULTILINE)
    assert {method for method, _ in rows} == about(*wanted)


def test_the_events_of_c_are_those_of_the_table() -> None:
    text = KIT.read_text()
    body = text[text.index("enum kit_event {") : text.index("KIT_EVENT_COUNT\n")]
    events = set(re.findall(r"^ +(KIT_\w+)\b", body, re.MULTILINE))
    named = {event for event, _ in table().values()} - SCROLLING
    assert events == named | {"KIT_MENU_ACTION", "KIT_UPDATE_FAILED"}
    scrolling = KIT.with_name("kit_scroll.h").read_text()
    assert all(re.search(rf"\b{name}\b", scrolling) for name in SCROLLING)


def test_what_is_no_event_is_named_below_the_table() -> None:
    below = section().rpartition("|\n")[2]
    assert ASKED | {"KIT_MENU_ACTION", "KIT_UPDATE_FAILED"} <= set(NAME.findall(below))
