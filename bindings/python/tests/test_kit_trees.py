"""Trees of sections: items and their children, beside a plain model of them, and the drivers of outlines."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from kits import USERS, User, UserCell, users

import iqlist
from iqlist import kit
from iqlist.kit import Driver, Event, Section
from iqlist.kit.tree import Rows


class Folder(UserCell):
    @classmethod
    def has_children(cls, model: User | None) -> bool:
        return True

    @classmethod
    def is_movable(cls, model: User | None) -> bool:
        return True


def tree_of(driver: Driver) -> list[tuple[int, Any]]:
    """The levels and models of the list."""
    return [(row.level, row.model) for row in driver.list]


def test_children_are_given_by_model_key_or_handle_and_go_with_their_parent() -> None:
    section = users(items=USERS[:2])
    section.children[USERS[0]] = [User(11)]
    with Driver([section]) as driver:
        section.children[iqlist.Key(2)] = [User(21), User(22)]
        section.children[driver.list.item(21)] = [User(211)]
        section.append(UserCell, [User(23)], parent=USERS[1])
        tree = [(0, USERS[0]), (1, User(11)), (0, USERS[1]), (1, User(21)), (2, User(211)), (1, User(22))]
        assert tree_of(driver) == [*tree, (1, User(23))]
        assert section.items == USERS[:2] and len(section) == 2
        assert section.children[User(21)] == [User(211)] and section.children[User(211)] == []
        assert User(21) in section.children and set(section.children) == {*map(iqlist.Key, (1, 2, 21))}
        section.items = [USERS[2], USERS[1]]
        assert tree_of(driver) == [(0, USERS[2]), *tree[2:], (1, User(23))]
        section.items = [USERS[0]]
        # What has gone with its parent does not come back with it.
        assert tree_of(driver) == [(0, USERS[0])] and len(section.children) == 0


def test_children_of_what_is_no_item_are_refused() -> None:
    section, wrong = Section[Any]("users", USERS, cell=UserCell), {1: User(2)}
    with Driver([section]) as driver:
        for change in (
            lambda: section.children.__setitem__(9, [User(1)]),
            lambda: section.children[User(9)],
            lambda: section.append(None, ["x"], parent=9),
        ):
            with pytest.raises(KeyError, match="is no item of <Section 'users' of 3 items>"):
                change()
        with pytest.raises(iqlist.DuplicateError):
            section.children[1] = [User(1)]
        with pytest.raises(TypeError, match="items are needed, not dict"):
            section.children[1] = wrong
        assert tree_of(driver) == [(0, user) for user in USERS] and len(section.children) == 0


def test_a_named_class_says_who_children_are_once_a_driver_knows_the_name() -> None:
    section = Section("users", USERS, cell="user")
    with pytest.raises(LookupError, match="no driver shows the section, which would know what 'user' is"):
        section.children[USERS[0]] = [User(11)]
    with Driver() as driver:
        driver.register(UserCell, name="user")
        driver.update([section])
        section.children[User(1, "by its id")] = [User(11)]
        assert [row.level for row in driver.list] == [0, 1, 0, 0]


def test_a_deep_tree_needs_no_deep_recursion() -> None:
    section = Section("numbers", [0])
    below = {iqlist.Key(number): Rows.of([number + 1], None) for number in range(3000)}
    section._tree = replace(section._tree, below=below)
    with Driver([section]) as driver:
        assert tree_of(driver) == [(number, number) for number in range(3001)]


class Asked(kit.Coordinator):
    """Inserts the children of a user, by the section or by an edit of the source."""

    def __init__(self, by_edit: bool) -> None:
        self.by_edit, self.log = by_edit, []
        self.source: Driver | None = None

    log: list[Any]

    def on_children_needed(self, event: Event[User]) -> None:
        self.log.append(event.model.id)
        below = [User(10 * event.model.id + n) for n in (1, 2)]
        assert event.section is not None and event.item is not None and self.source is not None
        if self.by_edit:
            with self.source.list.edit() as edit:
                edit.insert_children(event.key, None, below)
        else:
            event.section.children[event.item] = below


@pytest.mark.parametrize("by_edit", [False, True])
def test_children_that_a_handler_inserts_survive_other_items(by_edit: bool) -> None:
    asked = Asked(by_edit)
    section = Section("users", USERS[:2], cell=Folder)
    driver = asked.source = Driver([section], coordinator=asked)
    with driver, driver.following(driver.list.outline()) as outline:
        outline.show(0, 10)
        outline.poll()
        outline.expand(USERS[0])
        for _ in range(2):
            outline.poll()
        assert asked.log == [1] and [model.id for model in outline.list.models()] == [1, 11, 12, 2]
        section.items += [User(3)]
        driver.poll()
        outline.poll()
        assert [(level, model.id) for level, model in tree_of(outline)] == [
            *((0, 1), (1, 11), (1, 12), (0, 2), (0, 3))
        ]
        assert section.children[1] == [User(11), User(12)]


@pytest.mark.parametrize("stops", ["model", "cell", "section", "coordinator"])
def test_children_are_asked_of_model_cell_section_and_coordinator(stops: str) -> None:
    log: list[str] = []

    def tell(name: str) -> Any:
        def handle(self: Any, event: Event[Any] = None) -> Any:  # type: ignore[assignment]
            log.append(name)
            return None if name == stops else NotImplemented

        return handle

    class Row(Folder):
        on_children_needed = tell("cell")

    @dataclass(frozen=True)
    class Model(kit.ViewModel[Row]):
        id: int
        on_children_needed = tell("model")

        def setup(self, cell: Row) -> None:
            pass

        def has_children(self) -> bool:
            return True

    class Last(kit.Coordinator):
        on_children_needed = tell("coordinator")

    section = Section[Any]("models", [Model(1)], on_children_needed=tell("section"))
    driver = Driver([section], coordinator=Last())
    with driver, driver.following(driver.list.outline()) as outline:
        outline.show(0, 1)
        outline.poll()
        outline.expand(1)
        outline.poll()
    names = ["model", "cell", "section", "coordinator"]
    assert log == names[: names.index(stops) + 1]


@dataclass
class Node:
    """An item of the slow model."""

    id: int
    below: list[Node] = field(default_factory=list)

    def walk(self, level: int = 0) -> Any:
        yield level, self.id
        for node in self.below:
            yield from node.walk(level + 1)


class Session:
    """Random changes of trees, with drags, undo and an outline that follows."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.trees: dict[str, list[Node]] = {"a": [], "b": []}
        self.sections = {name: Section[User](name, cell=Folder) for name in self.trees}
        self.driver = Driver([*self.sections.values()])
        self.driver.list.set_undo(1 << 20)
        self.outline = self.driver.following(self.driver.list.outline())
        self.next_id = 0

    def node(self) -> Node:
        self.next_id += 1
        return Node(self.next_id)

    def every(self, name: str) -> list[Node]:
        found: list[Node] = []
        ahead = [*self.trees[name]]
        while ahead:
            found.append(ahead.pop())
            ahead += found[-1].below
        return found

    def replaced(self, nodes: list[Node]) -> list[Node]:
        """Some of them in another order, and others."""
        kept = self.random.sample(nodes, self.random.randrange(len(nodes) + 1))
        return [*kept, *(self.node() for _ in range(self.random.randrange(3)))]

    def set_items(self, name: str) -> None:
        self.trees[name] = self.replaced(self.trees[name])
        self.sections[name].items = [User(node.id) for node in self.trees[name]]

    def set_children(self, name: str) -> None:
        for parent in self.random.sample(self.every(name), min(1, len(self.every(name)))):
            parent.below = self.replaced(parent.below)
            self.sections[name].children[User(parent.id)] = [User(node.id) for node in parent.below]

    def append(self, name: str) -> None:
        parents: list[Node | None] = [None, *self.every(name)]
        parent, more = self.random.choice(parents), [self.node()]
        (self.trees[name] if parent is None else parent.below).extend(more)
        given = None if parent is None else User(parent.id)
        self.sections[name].append(Folder, [User(node.id) for node in more], parent=given)

    def edit(self, name: str) -> None:
        """By hand: the section follows with the next poll, or the next change."""
        if self.trees[name]:
            parent, more = self.random.choice(self.every(name)), self.node()
            with self.driver.list.edit() as edit:
                edit.insert_children(parent.id, 0, [User(more.id)])
            if self.random.random() < 0.5:
                self.driver.poll()
            if self.random.random() < 0.3:
                self.driver.list.undo()
            else:
                parent.below.insert(0, more)

    def update(self, name: str) -> None:
        """The sections in another order, or another object with the same tree."""
        self.driver.poll()
        section = self.sections[name]
        copied = Section(name, section.items, cell=Folder)
        for _, rows, at, _ in section._tree.walk():
            below = section.children[rows.models[at]]
            if below:
                copied.children[rows.models[at]] = below
        self.sections[name] = copied
        self.driver.update([*self.sections.values()])

    def fold(self, name: str) -> None:
        self.outline.poll()
        shown = self.outline.list.models()
        if shown:
            self.outline.expand(self.random.choice(shown).id)

    def check(self) -> None:
        for name, section in self.sections.items():
            expected = [step for node in self.trees[name] for step in node.walk()]
            shown = [(row.level, row.model.id) for row in self.driver.list.section(name)]
            assert shown == expected
            assert [(level, rows.models[at].id) for level, rows, at, _ in section._tree.walk()] == expected
            assert section.items == [User(node.id) for node in self.trees[name]]

    def run(self) -> None:
        steps = [self.set_items, self.set_children, self.append, self.edit, self.update, self.fold]
        with self.driver, self.outline:
            for _ in range(40):
                self.random.choice(steps)(self.random.choice("ab"))
                if self.random.random() < 0.5:
                    self.driver.poll()
                    self.outline.poll()
                    self.check()
            self.driver.poll()
            self.check()


@pytest.mark.parametrize("seed", range(40))
def test_a_section_and_its_list_have_the_tree_of_a_model(seed: int) -> None:
    Session(seed).run()
