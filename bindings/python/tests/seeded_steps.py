"""The steps of the seeded script, in the order of lists.c, snapshots.c, snapshot_items.c and edits.c of
bindings/seeds."""

from __future__ import annotations

from typing import Any, Callable

from seeded import WATCHED, Script, position_text
from seeded_changes import print_changeset
from seeded_follow import FollowSteps

from iqlist import Changeset, Columns, Duplicates, Edit, Item, Key, NotFoundError, Snapshot, diff


def run(seed: int) -> list[tuple[str, str]]:
    """The lines of a seed: the name of each, and the whole line."""
    script = Script(seed)
    for _ in range(3):
        ListSteps(script).run()
        EditSteps(script).run()
        SnapshotSteps(script).run()
    FollowSteps(script, seed).run(is_source_first=seed % 2 == 0)
    return script.lines


def take_changeset(script: Script, changeset: Changeset | None) -> None:
    """The changeset, undone and joined to the one before; then it is the one before."""
    if changeset is None or changeset.closed:
        return
    print_changeset(script, changeset)
    inverse = script.attempt("invert", changeset.invert)
    if inverse is not None:
        print_changeset(script, inverse)
    previous = script.previous
    if previous is not None:
        both = script.attempt("compose", lambda: previous.compose(changeset))
        if both is not None:
            print_changeset(script, both)
    if inverse is not None:
        script.previous = changeset


class ListSteps:
    def __init__(self, script: Script) -> None:
        self.script = script

    def run(self) -> None:
        steps = [self.set] * 3 + [self.set_items] + [self.set_section_items] * 2
        steps += [self.apply, self.apply_changeset]
        for step in range(4):
            steps[0 if step == 0 else self.script.random.below(8)]()
            self.script.print_list()

    def update(self, step: str, function: Callable[..., Changeset], *given: Any) -> None:
        options = self.options()
        take_changeset(self.script, self.script.attempt(step, lambda: function(*given, **options)))

    def options(self) -> dict[str, Any]:
        """Now and then no changeset is wanted."""
        return {**self.script.options(), "changeset": self.script.random.chance(90)}

    def set(self) -> None:
        self.update("set", self.script.list.set, self.script.sections())

    def set_items(self) -> None:
        self.update("set items", self.script.list.set_items, self.script.rows(12))

    def set_section_items(self) -> None:
        sections = self.script.list.sections.keys()
        at = self.script.random.below(len(sections) + 1)
        section = self.script.section_key() if at == len(sections) else sections[at]
        self.update("set section items", self.script.list.set_section_items, section, self.script.rows(8))

    def apply(self) -> None:
        self.update("apply", self.script.list.apply, self.script.snapshot)

    def apply_changeset(self) -> None:
        script = self.script
        is_inverse = script.random.chance(80)
        options, previous = self.options(), script.previous
        if previous is not None:
            given = ~previous if is_inverse else previous
            call = "apply changeset"
            take_changeset(script, script.attempt(call, lambda: given.apply(script.list, **options)))


class SnapshotSteps:
    def __init__(self, script: Script) -> None:
        self.script, self.random = script, script.random

    def run(self) -> None:
        script = self.script
        script.snapshot = script.list.snapshot() if self.random.chance(85) else script.new_snapshot()
        script.first = script.snapshot.copy()
        steps = [
            *(self.set, self.append_sections, self.insert_sections, self.move_section, self.delete_sections),
            *(self.delete_all, self.append_items, self.append_items, self.insert_items, self.insert_items),
            *(self.move_item, self.move_item, self.delete_items, self.delete_all_items, self.mark_items),
            *(self.mark_items, self.mark_sections, self.clear_marks, self.set_element, self.set_element),
            *(self.find_item, self.remove_element, self.find_index, self.take_back, self.copy),
            *(self.move_section, self.move_item_to_section, self.insert_sections_at, self.insert_items_at),
            *(self.insert_children, self.set_section_items, self.update_items),
        ]
        for _ in range(10):
            steps[self.random.below(len(steps))]()
            script.print_snapshot(script.snapshot)
        self.end()
        script.print_snapshot(script.first)

    def end(self) -> None:
        script = self.script
        options = script.options()
        sides = script.first, script.snapshot
        for step, before, after in (("diff", *sides), ("diff back", *reversed(sides))):
            changeset = script.attempt(step, lambda b=before, a=after: diff(b, a, **options))  # type: ignore[misc]
            if changeset is not None:
                print_changeset(script, changeset)
        data, policy = script.snapshot.encode(), script.policy
        decoded = script.attempt("decode", lambda: Snapshot.decode(data, duplicates=policy))
        if decoded is not None:
            assert all(model is None for model in decoded.models())
            script.print_snapshot(decoded)

    @property
    def wanted(self) -> Snapshot[Any]:
        return self.script.snapshot

    def beside(self, key: Key, is_after: bool) -> dict[str, Any]:
        return {"after" if is_after else "before": key}

    def section(self) -> Key:
        """Mostly of a section that is there."""
        sections = self.wanted.sections.keys()
        is_there = self.random.chance(90)
        at = self.random.below(len(sections) + 1)
        return sections[at] if is_there and at < len(sections) else self.script.section_key()

    def name(self) -> tuple[Key, Key | None]:
        """The key of an item, and that of its section where it is wanted."""
        is_there = self.random.chance(90)
        index = self.random.below(len(self.wanted) + 1)
        is_usual = self.random.chance(95)
        key, where = Key(5000), Key(0)
        if is_there and index < len(self.wanted):
            (section,) = [s for s in self.wanted.sections if s.first <= index < s.first + len(s)]
            key, where = self.wanted.row_at((section.position, index - section.first)).key, section.key
        return key, where if is_usual == (self.script.policy == Duplicates.SCOPE) else None

    def names(self) -> tuple[list[Key], Key | None]:
        count = self.random.below(3)
        _, section = self.name()
        return [self.name()[0] for _ in range(count)], section

    def attempt(self, step: str, call: Callable[[], Any]) -> Any:
        return self.script.attempt(step, call)

    # --- sections

    def set(self) -> None:
        given = self.script.sections()
        self.attempt("snapshot set", lambda: self.wanted.set(given))

    def append_sections(self) -> None:
        keys = self.script.section_keys()
        self.attempt("append sections", lambda: self.wanted.append_sections(keys))

    def insert_sections(self) -> None:
        where = self.beside(self.section(), self.random.chance(50))
        keys = self.script.section_keys()
        self.attempt("insert sections beside", lambda: self.wanted.insert_sections(keys, **where))

    def index(self) -> int | None:
        index = self.random.below(5)
        return None if index == 4 else index

    def insert_sections_at(self) -> None:
        position, keys = self.index(), self.script.section_keys()
        self.attempt("insert sections at", lambda: self.wanted.insert_sections(keys, position))

    def move_section(self) -> None:
        section, anchor = self.section(), self.section()
        where = self.beside(anchor, self.random.chance(50))
        self.attempt("move section beside", lambda: self.wanted.move_section(section, **where))

    def delete_sections(self) -> None:
        keys = self.script.section_keys()
        self.missing(self.attempt("delete sections", lambda: self.wanted.delete_sections(keys)))

    def missing(self, count: int | None) -> None:
        if count is not None:
            self.script.print("missing", count)

    def delete_all(self) -> None:
        if self.random.chance(10):
            self.attempt("delete all", self.wanted.clear)

    # --- items

    def append_items(self) -> None:
        section, is_last, rows = self.section(), self.random.chance(30), self.script.rows(6)
        where = None if is_last else section
        self.attempt("append items", lambda: self.wanted.append_items(rows, where))

    def insert_items(self) -> None:
        is_after = self.random.chance(50)
        anchor, section = self.name()
        rows, where = self.script.rows(4), self.beside(anchor, is_after)
        call = "insert items beside"
        self.attempt(call, lambda: self.wanted.insert_items(rows, **where, section=section))

    def insert_items_at(self) -> None:
        section, position, rows = self.section(), self.index(), self.script.rows(4)
        call = "insert items at"
        self.attempt(call, lambda: self.wanted.insert_items(rows, section=section, position=position))

    def insert_children(self) -> None:
        index = self.index()
        parent, section = self.name()
        rows = self.script.rows(4)
        call = "insert children"
        self.attempt(call, lambda: self.wanted.insert_children(parent, index, rows, section))

    def set_section_items(self) -> None:
        section, rows = self.section(), self.script.rows(8)
        self.attempt("set section items", lambda: self.wanted.set_section_items(section, rows))

    def update_items(self) -> None:
        keys, section = self.names()
        if keys:
            columns = Columns(keys, contents=[6, 7, 8][: len(keys)])
            self.attempt("update items", lambda: self.wanted.update_items(columns, section))

    def move_item(self) -> None:
        is_after = self.random.chance(50)
        (item, section), (anchor, _) = self.name(), self.name()
        where = self.beside(anchor, is_after)
        self.attempt("move item beside", lambda: self.wanted.move_item(item, **where, section=section))

    def move_item_to_section(self) -> None:
        section, (item, _) = self.section(), self.name()
        self.attempt("move item to section", lambda: self.wanted.move_item(item, to_section=section))

    def delete_items(self) -> None:
        keys, section = self.names()
        self.missing(self.attempt("delete items", lambda: self.wanted.delete_items(keys, section)))

    def delete_all_items(self) -> None:
        section, is_all = self.section(), self.random.chance(10)
        if self.random.chance(30):
            where = None if is_all else section
            self.attempt("delete all items", lambda: self.wanted.delete_all_items(where))

    def mark_items(self) -> None:
        mark = self.wanted.reload_items if self.random.chance(50) else self.wanted.reconfigure_items
        keys, section = self.names()
        self.attempt("mark items", lambda: mark(keys, section))

    def find_item(self) -> None:
        key, section = self.name()
        try:
            position = self.wanted.position(key, section)
        except NotFoundError:
            self.script.print("find item", "none")
            return
        except Exception as error:
            raised = error
            self.attempt("find item", lambda: fail(raised))
            return
        self.script.print("find item", 0)
        self.script.print("found", position_text(position), self.wanted.index_of(position))

    def find_index(self) -> None:
        section, item = self.random.below(len(self.wanted.sections) + 1), self.random.below(6)
        index = self.attempt("index of", lambda: self.wanted.index_of((section, item)))
        if index is not None:
            self.script.print("index", index)

    # --- marks, supplementary elements, the whole

    def mark_sections(self) -> None:
        section = self.section()
        self.attempt("mark sections", lambda: self.wanted.reload_sections([section]))

    def clear_marks(self) -> None:
        if self.random.chance(20):
            self.attempt("clear marks", self.wanted.clear_marks)

    def set_element(self) -> None:
        section, element = self.section(), self.script.element()
        self.attempt("set supplementary", lambda: self.wanted.set_supplementary(section, element))

    def remove_element(self) -> None:
        section, element = self.section(), self.script.element()
        place = element.kind, element.index
        self.attempt("remove supplementary", lambda: self.wanted.remove_supplementary(section, *place))

    def take_back(self) -> None:
        previous = self.script.previous
        if previous is not None:
            inverse = ~previous
            self.attempt("apply to snapshot", lambda: inverse.apply(self.wanted))

    def copy(self) -> None:
        self.script.snapshot = self.wanted.copy()


def fail(error: Exception) -> None:
    raise error


class EditSteps:
    edit: Edit[Any]

    def __init__(self, script: Script) -> None:
        self.script, self.random, self.list = script, script.random, script.list

    def run(self) -> None:
        script = self.script
        sections, items = self.list.sections, self.list
        some: list[tuple[Callable[[], None], Any]] = [
            *((self.insert_items, sections), (self.insert_items, sections)),
            *((self.insert_items_beside, items), (self.delete_items, items)),
            *((self.delete_item_range, sections), (self.move_item_range, sections)),
            *((self.move_item, items), (self.move_item, items), (self.update_items, sections)),
            *((self.update_contents, items), (self.mark_items, items), (self.set_section_items, sections)),
            *((self.insert_sections, None), (self.insert_sections_beside, sections)),
            *((self.delete_sections, sections), (self.delete_section_range, None)),
            *((self.move_section_range, None), (self.move_section, sections)),
            *((self.mark_sections, sections), (self.set_element, sections), (self.set_element, sections)),
            (self.remove_element, sections),
        ]
        self.edit = self.list.edit(**script.options())
        before, handles = self.list.snapshot(), self.list.items()
        for _ in range(8):
            step, needed = some[self.random.below(len(some))]
            if needed is None or len(needed):
                step()
                script.print_list()
        if self.random.chance(75):
            changeset = script.attempt("commit", self.edit.commit)
            assert changeset is None or changeset is self.edit.changeset
            self.edit.close()
            take_changeset(script, changeset)
        else:
            self.edit.close()
            assert self.list.snapshot() == before and self.list.items() == handles
        script.print_list()

    def attempt(self, step: str, call: Callable[[], Any]) -> None:
        self.script.attempt(step, call)

    def section(self) -> Key:
        return self.list.sections[self.random.below(len(self.list.sections))].key

    def item(self) -> Item[Any]:
        """Mostly one that is there, else one that was watched and may be gone."""
        index, which = self.random.below(len(self.list)), self.random.below(WATCHED)
        if self.random.chance(10) and which < len(self.script.watched):
            return self.script.watched[which]
        return self.list.item_at(index)

    def items(self) -> list[Item[Any]]:
        return [self.item() for _ in range(self.random.below(4))]

    def position(self, count: int) -> int | None:
        position = self.random.below(count + 2)
        return None if self.random.chance(20) else position

    def length(self, section: Key) -> int:
        return len(self.list.section(section))

    def beside(self, anchor: Any) -> dict[str, Any]:
        return {"after" if self.random.chance(50) else "before": anchor}

    # --- items

    def insert_items(self) -> None:
        section = self.section()
        position, rows = self.position(self.length(section)), self.script.rows(5)
        self.attempt("insert items", lambda: self.edit.insert_items(rows, section, position))

    def insert_items_beside(self) -> None:
        where, rows = self.beside(self.item()), self.script.rows(5)
        self.attempt("insert items beside", lambda: self.edit.insert_items(rows, **where))

    def delete_items(self) -> None:
        items = self.items()
        self.attempt("delete items", lambda: self.edit.delete_items(items))

    def delete_item_range(self) -> None:
        section = self.section()
        given = self.random.below(self.length(section) + 1), self.random.below(4)
        self.attempt("delete item range", lambda: self.edit.delete_item_range(section, *given))

    def move_item_range(self) -> None:
        section, target = self.section(), self.section()
        given = self.random.below(self.length(section) + 1), self.random.below(4)
        to = target, self.position(self.length(target))
        self.attempt("move item range", lambda: self.edit.move_item_range(section, *given, *to))

    def move_item(self) -> None:
        item, anchor = self.item(), self.item()
        where = self.beside(anchor)
        self.attempt("move item beside", lambda: self.edit.move_item(item, **where))

    def update_items(self) -> None:
        section = self.list.section(self.section())
        length, rows = len(section), self.script.rows(4)
        if length == 0 or not rows:
            return
        rows = [row._replace(key=section[self.random.below(length)].key) for row in rows]
        where = section.key if self.script.policy == Duplicates.SCOPE else None
        self.attempt("update items", lambda: self.edit.update_items(rows, where))

    def update_contents(self) -> None:
        item, content = self.item(), self.random.below(3)
        self.attempt("update contents", lambda: self.edit.update_item(item, content=content))

    def mark_items(self) -> None:
        items = self.items()
        mark = self.edit.reload_items if self.random.chance(50) else self.edit.reconfigure_items
        self.attempt("mark items", lambda: mark(items))

    def set_section_items(self) -> None:
        section, rows = self.section(), self.script.rows(8)
        self.attempt("edit section items", lambda: self.edit.set_section_items(section, rows))

    # --- sections

    def insert_sections(self) -> None:
        position, keys = self.position(len(self.list.sections)), self.script.section_keys()
        self.attempt("insert sections", lambda: self.edit.insert_sections(keys, position))

    def insert_sections_beside(self) -> None:
        where, keys = self.beside(self.section()), self.script.section_keys()
        self.attempt("insert sections beside", lambda: self.edit.insert_sections(keys, **where))

    def delete_sections(self) -> None:
        keys = [self.section() for _ in range(self.random.below(3))]
        self.attempt("delete sections", lambda: self.edit.delete_sections(keys))

    def delete_section_range(self) -> None:
        given = self.random.below(len(self.list.sections) + 1), self.random.below(3)
        self.attempt("delete section range", lambda: self.edit.delete_section_range(*given))

    def move_section_range(self) -> None:
        sections = len(self.list.sections)
        given = self.random.below(sections + 1), self.random.below(3), self.position(sections)
        self.attempt("move section range", lambda: self.edit.move_section_range(*given))

    def move_section(self) -> None:
        section, anchor = self.section(), self.section()
        where = self.beside(anchor)
        self.attempt("move section beside", lambda: self.edit.move_section(section, **where))

    def mark_sections(self) -> None:
        section = self.section()
        self.attempt("mark sections", lambda: self.edit.reload_sections([section]))

    def set_element(self) -> None:
        section, element = self.section(), self.script.element()
        self.attempt("set supplementary", lambda: self.edit.set_supplementary(section, element))

    def remove_element(self) -> None:
        section, element = self.section(), self.script.element()
        place = element.kind, element.index
        self.attempt("remove supplementary", lambda: self.edit.remove_supplementary(section, *place))
