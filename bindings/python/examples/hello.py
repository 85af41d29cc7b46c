"""hello.py - two states of a list, and what changes from one to the other."""

import iqlist

with iqlist.List[None]() as people:
    people.set_items(["Ada", "Ben", "Cem"])
    changes = people.set_items(["Cem", "Ada", "Eve"])
    for splice in changes.splices():
        print(f"at {splice.position}: {splice.removed} removed, {splice.added} added")
