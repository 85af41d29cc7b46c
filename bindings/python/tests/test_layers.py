"""The modules of the package stand in layers: each imports only from those before it, in no function and for
no type checker alone. So none of them imports another in a circle, and the order below is one to read them
in."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import iqlist

FOLDER = Path(iqlist.__file__).parent

LAYERS = [
    *("_process", "_library", "abi", "_checks", "_flags", "_sort_numbers", "_sort_keys"),
    *("identity", "errors", "_calls"),
    *("_buffers", "fields", "bulk", "frozen", "getters", "keys"),
    *("_models", "_cells", "_event_memory", "_filters", "_orders", "_fitting", "_html"),
    *("classes", "_views", "layouts"),
    "_svg",
    *("names", "records", "changes", "summary", "columns", "memo", "frames", "recipe"),
    *("items", "sections", "arrangement", "_groups", "commits", "handles", "entries", "_measuring", "scenes"),
    *("pickling", "snapshot_reading", "snapshot", "changeset", "replays", "edit"),
    *("event_kinds", "events", "_view_geometry", "laid_out", "polling", "submissions", "paging", "states"),
    *(
        "editing",
        "storage",
        "derived",
        "ordered",
        "lists",
        "_worker",
        "_feed",
        "_hold",
        "_survivor",
        "_scroll",
    ),
    *("_gtk_scroll", "_gtk_sort", "_gtk_hold", "gtk"),
    *("_qt", "_qt_layout", "_qt_rows", "_qt_kinds", "_qt_scroll", "_qt_hold", "qt"),
    *("log", "memory", "_picture_names", "_picture_scene"),
    *("_picture_sides", "_picture_table", "_picture_changes", "picture"),
    *("__init__", "cli", "__main__"),
]

KIT = [
    *("parts", "identity", "tree", "mappings", "followers", "pages", "layouts", "windows", "lines"),
    "sections",
    *("events", "responding", "actions", "models", "building", "cells", "slots", "fitting", "classes"),
    *("delivering", "describer", "pager", "router", "updater", "placeholders", "poller"),
    *("features", "scrolling", "visibility", "levels", "sizes", "merging", "laid_out"),
    *("taken", "screen", "gestures", "driver"),
    "__init__",
]
"""Those of the kit layer, above the package."""

TABLE = ["columns", "scenes", "table", "__init__"]
"""Those of tables, likewise."""

SQL = ["paged_list", "sources", "memo", "shaping", "pages", "postgres", "query", "__init__"]
"""Those of databases, likewise."""

SYNC = [
    *("log", "bodies", "recorder", "replica"),
    *("heads", "log_file", "file_log", "statements", "postgres_log", "redis_log"),
    *("follower", "publisher", "filling", "journal"),
    "__init__",
]
"""Those of lists that others follow, likewise; PostgreSQL is known to those of databases."""


def is_package(module: str) -> bool:
    return module.split(".")[0] == "iqlist"


def imported(path: Path) -> list[str]:
    """The modules of the package that one imports from, wherever in it."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            names = [name.name for name in node.names] if node.module is None else [node.module]
            found += names if node.level else filter(is_package, names)
        elif isinstance(node, ast.Import):
            found += [name.name for name in node.names if is_package(name.name)]
    return ["__init__" if is_package(name) else name.split(".")[0] for name in found]


def test_each_module_has_a_layer() -> None:
    modules = {path.stem for path in FOLDER.glob("*.py")} | {"cli"}
    assert modules == set(LAYERS) and len(modules) == len(LAYERS)


def test_each_module_imports_only_from_those_before_it() -> None:
    wrong = [
        f"{path.stem} imports {other}"
        for path in sorted(FOLDER.glob("*.py"))
        for other in imported(path)
        if LAYERS.index(other) >= LAYERS.index(path.stem)
    ]
    assert wrong == []


@pytest.mark.parametrize(("name", "layers"), [("kit", KIT), ("table", TABLE), ("sql", SQL), ("sync", SYNC)])
def test_each_module_above_the_package_imports_only_from_those_before_it(
    name: str, layers: list[str]
) -> None:
    paths = sorted((FOLDER / name).glob("*.py"))
    assert {path.stem for path in paths} == set(layers) and len(paths) == len(layers)
    wrong = [
        f"{path.stem} imports {node.module}"
        for path in paths
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.level == 1
        if layers.index(node.module or "__init__") >= layers.index(path.stem)
    ]
    assert wrong == []


def test_what_is_above_the_package_needs_nothing_but_what_is_public() -> None:
    """And type variables with defaults, which no user needs to name; the thread of a list that is filled;
    what a commit is for undo; and what `sql` knows of PostgreSQL."""
    found: set[str] = set()
    for path in [path for name in ("kit", "table", "sql", "sync") for path in (FOLDER / name).glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.level == 2:
                found |= {f"{node.module}.{name.name}" for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module == "iqlist":
                found |= {name.name for name in node.names}
            elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "iqlist":
                found.add(node.attr)
    assert found - set(iqlist.__all__) == {
        *("records.M", "records.T", "commits.Step"),
        *(f"_worker.{name}" for name in ("FIRST_PAUSE", "Filler", "OnError", "Worker", "tell")),
        *("sql.postgres.loaded_psycopg", "sql.postgres.quoted"),
    }


def test_imports_are_seen_wherever_they_stand(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        "from .keys import Key\nfrom . import abi\ndef f():\n    from .lists import List\n    import iqlist\n"
    )
    assert sorted(imported(module)) == ["__init__", "abi", "keys", "lists"]
