"""Runs the groups that were asked for, in an order that fails early and cheaply."""

import os
import sys

import bench
import boundary
import dialects
import facts
import fuzz
import lint
import python
import readme
import rust
import static
import unit
from report import Group, Report

GROUPS: dict[str, Group] = {
    "header": dialects.run,
    "lint": lint.run,
    "swift": unit.run,
    "facts": facts.run,
    "static": static.run,
    "readme": readme.run,
    "python": python.run,
    "rust": rust.run,
    "boundary": boundary.run,
    "fuzz": fuzz.run,
    "bench": bench.run,
}


def main(arguments: list[str]) -> int:
    if arguments == ["--list"]:
        print("\n".join(GROUPS))
        return 0
    unknown = [name for name in arguments if name not in GROUPS]
    if unknown:
        print(f"no such group: {', '.join(unknown)}; there are: {', '.join(GROUPS)}", file=sys.stderr)
        return 2
    report = Report(refuses_skips=os.environ.get("CI") == "true")
    for name, group in GROUPS.items():
        if not arguments or name in arguments:
            report.begin(name)
            group(report)
    report.end()
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
