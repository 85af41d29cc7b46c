"""Runs the groups that were asked for, as many at a time as there are cores: first those that fail early and
cheaply."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor

import bench
import boundary
import cxx
import dialects
import facts
import fuzz
import lint
import mutants
import python
import readme
import rust
import static
import unit
from report import Group, Report, Totals

GROUPS: dict[str, Group] = {
    "header": dialects.run,
    "lint": lint.run,
    "swift": unit.run,
    "facts": facts.run,
    "static": static.run,
    "readme": readme.run,
    "boundary": boundary.run,
    "mutants": mutants.run,
    "cxx": cxx.run,
    "python": python.run,
    "rust": rust.run,
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
    totals = Totals(refuses_skips=os.environ.get("CI") == "true")
    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        chosen = [name for name in GROUPS if not arguments or name in arguments]
        for group in [pool.submit(GROUPS[name], Report(totals, name)) for name in chosen]:
            group.result()
    finally:
        pool.shutdown(cancel_futures=True)
    totals.end()
    return 1 if totals.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
