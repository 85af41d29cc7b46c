"""Small errors in the headers of bindings/c, each of which one of their boundary programs notices."""

from pathlib import Path

import library
import pytest
from machine import INCLUDE, KITS, LAYOUTS, command, tool
from outcomes import Failed
from programs import SHARED, source

pytestmark = pytest.mark.boundary

# The programs that notice errors in a header.
PROGRAMS = {
    "kit.h": ("kit_routes", "kit_actions"),
    **{header.name: ("kit_layouts", "kit_lines", "kit_scrolling") for header in LAYOUTS},
    "kit_scroll.h": ("kit_scrolling",),
}
# What the error does; the text of one of the headers, which is there once; and the text with the error.
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
    ("a failed update is an update", "event->status == IQ_OK ? KIT_UPDATE : KIT_UPDATE_FAILED", "KIT_UPDATE"),
    (
        "nobody hears of a failed update that is passed on",
        "        name = KIT_UPDATE;",
        "        return KIT_PASS;",
    ),
    # kit_layout.h and its parts
    (
        "the section's rule hides its function",
        "answer == KIT_PASS && row != NULL)\n",
        "answer == KIT_PASS && row != NULL && row->layout == NULL)\n",
    ),
    ("the section's rule does not answer", "        answer = KIT_HANDLED;\n", "        ;\n"),
    ("a rule makes items take several columns", "*is_own = !of_layout;", "*is_own = 1;"),
    ("what was written before passing stays", "memset(rule, 0, sizeof *rule);\n    answer =", "answer ="),
    ("the list's estimate hides that of the class", "options == view->routes->layout)", "0)"),
    (
        "classes are measured although a rule says it",
        "kit_rule_in(row->layout, part) != NULL)\n        return 0;",
        "0)\n        return 0;",
    ),
    ("cells of another model are asked", "cell.model == request.model &&", "cell.model != request.model &&"),
    ("an aspect is the wrong way round", "horizontal ? across * ratio : across / ratio", "across * ratio"),
    ("insets are not taken from the room", "- kit_inset(view, &layout->insets, 0);", ";"),
    ("what columns lose makes items wider", "kit_whole(width, 1) : room;", "width : room;"),
    (
        "an item has no room between its columns",
        "taken * (kit_column(view, layout) + spacing)",
        "taken * kit_column(view, layout)",
    ),
    ("what is said in part of a flow is all", "(extent->across >= 0 || !is_flow)", "1"),
    ("a flow is a grid", "layout->kind = options != NULL ?", "layout->kind = 0 ?"),
    (
        "an item is wider than its lane",
        "layout->columns <= 1 || layout->kind == IQ_LAYOUT_LANES ||",
        "layout->columns <= 1 ||",
    ),
    ("a width makes no lanes", "layout->kind == IQ_LAYOUT_FLOW || width", "layout->kind != 0 || width"),
    ("there are too many lanes of a width", "layout->columns = 32;", "layout->columns = 33;"),
    ("another first item chooses the lanes of the list anew", "!(was_set && view->is_all_kept)", "1"),
    ("another first item chooses the lanes of a section anew", "placed->is_kept &&", "0 &&"),
    ("another section has the lanes of the former", "placed->section.id == section.id)", "1)"),
    ("what was empty keeps its lanes", "LANES && kit_first_item(view, row, &first)", "LANES"),
    ("lines have no alignment", "layout->flags |= options->alignment;", ";"),
    (
        "the first item makes columns before the layout",
        "width > 0 ? width : kit_across(view, &answer)",
        "kit_across(view, &answer)",
    ),
    (
        "other columns are not asked about",
        "    return iq_view_invalidate(view->view, 0, IQ_END);",
        "    return IQ_OK;",
    ),
    ("other windows are not asked about", "status = iq_view_invalidate(view->view, 0, IQ_END);", ";"),
    ("columns are as many as fit without spacing", "(room + spacing) / (width + spacing)", "room / width"),
    ("columns stay together", "layout->item_spacing = kit_whole(left / (layout->columns - 1), grain);", ";"),
    (
        "one column is as wide as the room",
        "else if (left > 0)\n        layout->insets.trailing += left;",
        ";",
    ),
    ("columns that are given are counted anew", "layout->columns != 0 || layout->kind", "layout->kind"),
    (
        "what is added is not",
        "size + (horizontal ? rule->additional.width",
        "size + 0 * (horizontal ? rule->additional.width",
    ),
    ("layouts stay when the list changes", " || info.version != view->version", ""),
    (
        "layouts stay when the window changes",
        "view->is_set = 0;\n        view->window.width",
        "view->window.width",
    ),
    ("layouts are set although they are there", "placed->section.id == section.id &&", "0 &&"),
    ("another section has the layout of the former", "placed->section.id == section.id &&", ""),
    ("the host's wish to set layouts is passed over", "if (!was_set && view->placed != NULL)", "if (0)"),
    ("what is forgotten is behind", "sizes[i].element.item = items[i];", "sizes[i].element.item = items[0];"),
    ("a failure is an answer", "return answer < 0 || !kit_is_rule(rule)", "return !kit_is_rule(rule)"),
    ("a cell is asked although its size is said", "if (kit_is_known(layout, &known))\n", "if (0)\n"),
    (
        "a cell's room has its insets",
        "room -= kit_around(view, &given, request->level, 0);",
        ";",
    ),
    ("a place has no room for its insets", "kit_around(view, &given, request->level, 1);", "0;"),
    ("a section's own layout is the list's", "own != NULL && (kit_fields_of(own) & field) != 0", "0"),
    ("what is not 0 is left out", "given = options->fields;", "given; return options->fields;"),
    ("from right to left, drags scroll away", "speed = -speed;", ";"),
    # kit_scroll.h
    ("parallax at the start", "if (offset > 0)\n        frame.y", "if (1)\n        frame.y"),
    ("a stretched header does not move", "frame.y += offset;\n", ""),
    ("what has left is visible", "if (!(start < window && start + length > 0))", "if (0)"),
    ("large cells are never focused", "along * 2 >=", "along / 2 >="),
    ("a drag does not end by a drag's end", "if (former == KIT_DRAG)\n", "if (0)\n"),
    ("an edge is reached again and again", "edges & ~scrolling->edges", "edges"),
    ("the first scene has scrolled", "if (scrolling->has_scene) {", "{"),
    (
        "speed has no end",
        "behind > 0 ? fastest * (zone - behind) / zone : fastest",
        "fastest * (zone - behind) / zone",
    ),
    ("zones overlap", "zone = zone * 2 < length ? zone : length / 2;", ""),
]


def run(changed: dict[str, str], names: tuple[str, ...], folder: Path) -> None:
    """Runs programs with the headers, of which some have other texts."""
    for header in KITS:
        (folder / header.name).write_text(changed.get(header.name) or header.read_text())
    found = library.release().parent
    folders = [f"-I{INCLUDE}", f"-I{folder}", f"-I{SHARED}"]
    libraries = [f"-L{found}", "-liqlist", f"-Wl,-rpath,{found}", "-lpthread", "-lm"]
    for name in names:
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
    texts = {header.name: header.read_text() for header in KITS}
    [(name, count)] = [(name, text.count(before)) for name, text in texts.items() if before in text]
    assert count == 1
    with pytest.raises(Noticed):
        run({name: texts[name].replace(before, after)}, PROGRAMS[name], tmp_path)


def test_without_an_error_nothing_is_noticed(tmp_path: Path) -> None:
    run({}, tuple(name for names in PROGRAMS.values() for name in names), tmp_path)
