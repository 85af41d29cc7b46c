"""The benchmark runs in its quick mode and writes what it measured. No time is judged."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import library
import pytest
from machine import BUILD, ROOT, command

pytestmark = [pytest.mark.bench, pytest.mark.all]

WORKLOADS = [f"W{number}" for number in range(11)]
SIZES = [100, 1000, 10_000, 100_000, 1_000_000]
# How many items a workload deletes, inserts and updates of 1,000.
CHANGES = {
    "W0": (0, 0, 0),
    "W1": (0, 1, 0),
    "W2": (10, 10, 10),
    "W3": (0, 0, 0),
    "W4": (0, 0, 0),
    "W5": (0, 0, 0),
    "W6": (1000, 1000, 0),
    "W7": (0, 10, 0),
    "W8": (10, 10, 10),
    "W9": (500, 500, 0),
    "W10": (0, 0, 0),
}
TIMES = ["diff", "set", "set_with_changeset", "build", "apply", "batch", "steps", "splices", "map"]
# Of views that are laid out, in a quick run: how many items, and the times of each measurement.
LAYOUTS = {
    "steps": (100_000, ["told", "step", "nothing", "idle"]),
    "sizes": (1_000_000, ["layout", "frame", "refill", "records", "fenwick"]),
    "updates": (100_000, ["alone", "uniform", "own", "shuffled_alone", "shuffled"]),
    "edits": (1_000_000, ["alone", "uniform", "own", "grid", "rows", "lanes", "greedy"]),
    "first": (1_000_000, ["uniform", "many", "own"]),
}
# The lines of its table.
LAYOUT_ROWS = [
    "a row further / a told view and its poll",
    "nothing changed / a poll that finds nothing",
    "to a random offset / to an index, one place",
    "a size and a frame / a prefix array",
    "a size and a frame / TanStack's records",
    "a size and a frame / a Fenwick tree",
    "a size and a layout / a Fenwick tree",
    "W2 and a layout / W2, uniform",
    "W2 and a layout / W2, own sizes",
    "W2 and a layout / W2, own sizes, shuffled",
    "an insert and a layout / an insert, uniform",
    "an insert and a layout / an insert, own sizes",
    "an insert and a layout / an insert, grid of 4",
    "an insert and a layout / all rows of it anew",
    "an insert and a layout / an insert, 4 lanes",
    "an insert and a layout / all lanes of it anew",
    "first layout of 1,000,000: uniform",
    "with all sizes set by iq_view_set_extents",
    "bytes an item of a view: uniform",
]
# The lines of the table of sorted and grouped lists.
ORDER_ROWS = [
    "one rank changes / an outline whose source changes",
    "the same of five ranks",
    "a leaf of a tree changes its rank / its outline",
    "a root of it / its outline",
    "1 % of the ranks / a host sorts all and sets",
    "the same with the update of the source",
    "the same / a host merges what it knows and sets",
    "1 % change their group / a host sorts all and sets",
    "another order of all / a host sorts all and sets",
    "bytes an item more than an outline",
]
FRAME = ["set_with_changeset", "with_batch", "diff", "edit", "empty_commit"]


def measured(timing: dict[str, float]) -> bool:
    """Whether a timing has samples, and its least is not above its median."""
    return timing["count"] > 0 and 0 < timing["least"] <= timing["median"]


def check_row(row: dict[str, Any]) -> None:
    """All competitors took part, and the library and the expert baseline found the fewest changes."""
    assert all(measured(row[name]) for name in [*TIMES, "heckel", "expert"]), row
    assert row["counted"] == row["fewest"] == row["expert_counted"], row
    assert row["wrong"] == row["expert_wrong"] == 0
    # Heckel's algorithm finds the same but for the moves.
    for kind in ("deletes", "inserts", "updates"):
        assert row["heckel_counted"][kind] == row["fewest"][kind]
    for ratio, unit in (("over_heckel", "heckel"), ("over_expert", "expert")):
        least = row["set_with_changeset"]["least"] / row[unit]["least"]
        assert row[ratio] == pytest.approx(least, rel=0.01, abs=1e-3)


def check_many(results: dict[str, Any]) -> None:
    frames = results["frames"]
    assert all(measured(frames["ours"][name]) for name in FRAME)
    assert measured(frames["heckel"]) and measured(frames["expert"])
    (load,), (shuffle,) = results["section_loads"], results["section_shuffles"]
    assert shuffle["wrong"] == 0
    assert all(measured(each[name]) for each in (load, shuffle) for name in ("many", "one"))
    small = results["small_lists"]
    assert small["lists"] > 0 and 0 < small["empty_bytes"] < small["ten_bytes"]
    assert all(measured(small[name]) for name in ("create_and_destroy", "create", "set_ten", "destroy"))


def check_polls(results: dict[str, Any]) -> None:
    polls = results["polls"]
    assert [update["items"] for update in polls["updates"]] == [10, 10_000]
    assert all(measured(update[name]) for update in polls["updates"] for name in ("apply", "submit"))
    assert all(measured(polls[name]) for name in ("event", "idle", "select"))
    assert all(measured(polls["view"][name]) for name in ("nothing", "step", "calls", "with", "without"))


def check_derived(results: dict[str, Any]) -> None:
    derived = results["derived"]
    assert derived["items"] == 100_000 and derived["children"] == 10_000
    assert derived["asked"] > 0
    assert all(measured(derived[name]) for name in ("filter", "set", "fold", "edit", "derive", "load"))


def check_orders(results: dict[str, Any], printed: str) -> None:
    orders = results["orders"]
    assert orders["items"] == 100_000 and orders["tree_items"] > 100_000
    times = ["outline", "distinct", "few", "tree", "leaf", "root", "all", "all_host"]
    assert all(measured(orders[name]) for name in times)
    for changes in (orders["ranks"], orders["groups"]):
        assert all(measured(changes[name]) for name in ("polls", "both", "sorts", "merges"))
        assert changes["polls"]["least"] < changes["both"]["least"]
    assert 0 < orders["bytes"] < 50
    outline, *others = orders["kinds"]
    assert len(others) == 3 and all(measured(kind["all"]) for kind in others)
    for kind in orders["kinds"]:
        assert kind["bytes"] >= outline["bytes"] - 1 > 0
        assert measured(kind["one"]) and measured(kind["some"])
    for row in ORDER_ROWS:
        assert re.search(rf"^{re.escape(row)} +[0-9]", printed, re.MULTILINE), row
    # Judged at full sizes only.
    assert not any("sorted" in goal["name"] or "order" in goal["name"] for goal in results["goals"])


def check_layouts(results: dict[str, Any], printed: str) -> None:
    layouts = results["layouts"]
    assert layouts.keys() == {*LAYOUTS, "jumps", "miss"}
    for name, (items, times) in LAYOUTS.items():
        assert layouts[name]["items"] == items, name
        assert all(measured(layouts[name][time]) for time in times), layouts[name]
    assert [jump["items"] for jump in layouts["jumps"]] == [10_000, 1_000_000]
    assert all(measured(jump[name]) for jump in layouts["jumps"] for name in ("laid", "told"))
    assert layouts["miss"] > 0
    first = layouts["first"]
    assert first["sections"] == 1000
    assert 0 < first["uniform_bytes"] < first["own_bytes"]
    for row in LAYOUT_ROWS:  # What is measured comes after it.
        assert re.search(rf"^ *{re.escape(row)} +[0-9]", printed, re.MULTILINE), row
    # What depends on the size is judged at full sizes only.
    goals = {goal["name"]: goal["goal"] for goal in results["goals"]}
    assert {name: goal for name, goal in goals.items() if "layout" in name or "of a view" in name} == {
        "a layout one row further / a told view": 1.5,
        "a layout with nothing changed, ns": 50,
    }


def check_goals(results: dict[str, Any]) -> None:
    """The goals name what was measured; whether they are met is not judged here."""
    goals = {goal["name"]: goal for goal in results["goals"]}
    assert len(goals) == len(results["goals"])
    for size in SIZES:
        for row in next(sized for sized in results["sizes"] if sized["items"] == size)["rows"]:
            for key, unit in (("heckel_goal", "Heckel"), ("expert_goal", "expert")):
                name = f"{row['workload']} of {size}, set / {unit}"
                assert (name in goals) == (row[key] > 0), name
                assert name not in goals or goals[name]["goal"] == row[key]
    assert {"batch, ns a move of W4 of 10000", "steps, ns a move of W4 of 10000"} <= goals.keys()
    assert {"F200, set / Heckel", "bytes of an empty list", "create and destroy, ns"} <= goals.keys()
    assert {"W2 of 10000, submit / apply", "an event, ns", "a poll that finds nothing, ns"} <= goals.keys()
    assert {"50 visible cells with nothing to do, ns", "a view one row further, ns"} <= goals.keys()
    assert "stricter filter, calls / shown" in goals
    assert {f"W{w} of 10000, decode and apply / set" for w in (2, 3, 4, 9, 10)} <= goals.keys()


def check_applied(results: dict[str, Any], printed: str) -> None:
    """Applied are changes: not W0, which has none, and not W1, of which a list has no time to speak of."""
    assert [row["workload"] for row in results["applied"]] == WORKLOADS[2:]
    table = printed[printed.index("== changes that came as bytes") :]
    for row in results["applied"]:
        times = [row[time] for time in ("decode", "apply", "both", "set")]
        assert row["items"] == 10_000 and all(map(measured, times))
        ratio = row["both"]["least"] / row["set"]["least"]
        assert re.search(rf"^{row['workload']} .* {ratio:.2f}\b", table, re.MULTILINE), row


def check_against(folder: Path) -> None:
    """The other build is a copy of this one: to the loader a copy is a library of its own."""
    other, report = folder / "other.so", folder / "against.json"
    shutil.copy(library.release(), other)
    benchmark = BUILD / "benchmarks/benchmark"
    options: list[str | Path] = ["--quick", "--against", other, "--json", report]
    command([benchmark, *options, "--only", "F200,small"])
    rows = json.loads(report.read_text())["against"]["rows"]
    names = {row["what"] for row in rows}
    assert {"F200 set with a changeset", "create and destroy", "load", "edit and commit"} <= names
    for row in rows:
        assert measured(row["ours"]) and measured(row["other"])
        assert row["slower"] == (row["ratio"] > 1.05) or row["ratio"] == pytest.approx(1.05)

    command([benchmark, *options, "--size", "1000"])
    rows = json.loads(report.read_text())["against"]["rows"]
    assert len(rows) == len(WORKLOADS) * len(TIMES)


def test_the_quick_benchmark_writes_json(tmp_path: Path) -> None:
    library.release()
    report = tmp_path / "bench.json"
    printed = command([ROOT / "Tests/Benchmarks/run", "--quick", "--json", report])
    results = json.loads(report.read_text())
    assert [sized["items"] for sized in results["sizes"]] == SIZES, printed
    for sized in results["sizes"]:
        assert [row["workload"] for row in sized["rows"]] == WORKLOADS
        assert measured(sized["floors"]["scan"]) and measured(sized["load"]["warm"])
        for row in sized["rows"]:
            check_row(row)
    thousand = {row["workload"]: row["fewest"] for row in results["sizes"][1]["rows"]}
    counts = {name: (each["deletes"], each["inserts"], each["updates"]) for name, each in thousand.items()}
    assert counts == CHANGES
    check_many(results)
    check_polls(results)
    check_derived(results)
    check_orders(results, printed)
    check_layouts(results, printed)
    check_goals(results)
    check_applied(results, printed)
    assert results["against"] is None
    assert results["stalls"]["items"] == 0  # A million edits take longer than a quick run may.
    for part in ("growth", "storage", "edits", "travel", "calls"):
        assert results[part], part
    check_against(tmp_path)
