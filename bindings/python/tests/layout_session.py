"""Random sessions of a list with views that are laid out: what the operations are, and what they draw."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from layout_model_content import Name
from layout_model_custom import SPOTS, pattern
from layout_model_targets import Align, Target
from layout_model_view import Hold
from layouts_beside import Beside, measure

from iqlist import (
    Aspect,
    Auto,
    Edge,
    Edit,
    ElementKind,
    Error,
    Fixed,
    Insets,
    Key,
    Length,
    List,
    Loading,
    PageState,
    Relative,
    Row,
    SectionLayout,
    Size,
    SizeRule,
    Supplementary,
    ViewOptions,
)

SectionPlan = tuple[Key, list[Row[Any]], list[Supplementary]]


class Abandon(Exception):
    """Ends an edit that is not committed."""


class Session:
    """A list, views of it, and what happens to them. Every operation is drawn from the seed alone."""

    def __init__(
        self,
        seed: int,
        derived: str = "",
        counts: Sequence[int] = (0, 0, 1, 3, 7, 20),
        kinds: Sequence[str] = ("rows", "rows", "flow", "lanes", "custom"),
    ) -> None:
        """`counts`: how many items sections have at first. `kinds`: of layouts."""
        self.random, self.counts, self.kinds = random.Random(seed), counts, kinds
        self.source: List[Any] = List()
        self.source.set_undo(1 << 20)
        self.next_key = 1
        self.shown: List[Any] = self.source
        self.source.set(self.first_sections())
        if derived == "outline":
            self.shown = self.source.outline()
            self.shown.poll()
        if derived == "filter":
            self.shown = self.source.filtered(lambda key, _: key[0] % 3 != 0, keep_parents=False)
            self.shown.poll()
        for kind in (ElementKind.HEADER, ElementKind.FOOTER, ElementKind.EMPTY):
            if self.random.random() < 0.5:
                self.shown.set_supplementary(self.element(kind))
        self.views = [
            Beside(self.shown, self.options(), self.random) for _ in range(self.random.choice([1, 1, 2]))
        ]
        for view in self.views:
            view.set_size(*self.size())
            for _ in range(2):
                self.set_layout(view)
        self.log: list[str] = []

    # --- what is drawn

    def chance(self, percent: int) -> bool:
        return self.random.random() * 100 < percent

    def length(self) -> float:
        """A size of something, mostly whole."""
        number = self.random.randrange(0, 40)
        return self.random.choice([number, number, number + 0.3, number / 3])

    def any_size(self) -> Any:
        """A length along the axis, or a size: some are wider than any column."""
        if self.chance(50):
            return self.length()
        return Size(*(length * self.random.choice([1, 1, 3]) for length in (self.length(), self.length())))

    def small(self) -> float:
        return self.random.choice([0, 0, 1, 2, 3.5, 8])

    def insets(self) -> Insets:
        if self.chance(60):
            return Insets()
        return Insets(self.small(), self.small(), self.small(), self.small())

    def size(self) -> tuple[float, float]:
        if self.chance(10):
            return self.random.choice([(0, 0), (0, 50), (50, 0), (3, 3)])
        return self.random.randrange(20, 160), self.random.randrange(20, 160)

    def options(self, grain: float | None = None, horizontal: bool | None = None) -> ViewOptions:
        chance = self.chance
        return ViewOptions(
            horizontal=chance(30) if horizontal is None else horizontal,
            rtl=chance(25),
            gravity_end=chance(20),
            sticky_header=chance(30),
            sticky_footer=chance(25),
            grain=self.random.choice([0, 0, 1, 0.25]) if grain is None else grain,
            insets=self.insets(),
            section_spacing=self.small(),
            overscan=self.random.choice([0, 0, 10, 60]),
            end_threshold=self.random.choice([0, 0, 5]),
            kept_sizes=self.random.choice([0, 0, 3]),
            free_origin=chance(25),
        )

    def rule_length(self) -> Length:
        part = self.random.choice([0.1, 0.25, 1 / 3])
        lengths: list[Length] = [Auto(), Auto(), Auto(self.length()), Fixed(self.length()), Relative(part)]
        return self.random.choice([*lengths, Aspect(), Aspect(1.5)])

    def rule(self) -> Any:
        if self.chance(40):
            return self.rule_length()
        return SizeRule(
            self.rule_length(),
            self.rule_length(),
            Size(self.small(), self.small()),
            self.insets(),
            self.small(),
            self.small(),
        )

    def section_layout(self, is_horizontal: bool) -> SectionLayout:
        rule, chance = self.rule, self.chance
        kind = self.random.choice(self.kinds)
        custom = None
        if kind == "custom":
            custom = pattern(self.random.choice([*SPOTS]), self.random.randrange(50), is_horizontal)
        return SectionLayout(
            columns=self.random.choice([0, 1, 1, 1, 2, 3, 4] if kind == "rows" else [1, 2, 3, 4]),
            flow=kind == "flow",
            lanes=kind == "lanes",
            fit=chance(20),
            custom=custom,
            **{self.random.choice(["centered", "justified"]): chance(30)},
            item=rule(),
            header=rule() if chance(50) else Auto(),
            footer=rule() if chance(50) else Auto(),
            page=rule() if chance(50) else Auto(),
            insets=self.insets(),
            line_spacing=self.small(),
            item_spacing=self.small(),
            sticky_header=chance(40),
            sticky_footer=chance(30),
            measure=measure(is_horizontal, self.random.choice([7, 3])) if chance(40) else None,
        )

    def row(self, key: Key | None = None) -> Row[Any]:
        if key is None:
            key = Key(self.next_key)
            self.next_key += 1
        model = self.random.choice([None, "one", "two", ("three", self.random.randrange(3))])
        return Row(key, self.random.choice([0, 1, 2, 3]), model, None, self.random.choice([0, 0, 1, 2]))

    def element(self, kind: int) -> Supplementary:
        key = Key(self.random.randrange(1, 4))
        return Supplementary(kind, key, self.random.choice([0, 1, 2]), self.random.choice([None, "title"]))

    def elements(self) -> list[Supplementary]:
        kinds = {
            ElementKind.HEADER: 60,
            ElementKind.FOOTER: 35,
            ElementKind.PAGE_START: 20,
            ElementKind.PAGE_END: 30,
        }
        return [self.element(kind) for kind, percent in kinds.items() if self.chance(percent)]

    def first_sections(self) -> list[SectionPlan]:
        """Headers and empty sections are there from the first operation."""
        made: list[SectionPlan] = []
        for key in self.random.sample(range(1, 8), self.random.randrange(0, 6)):
            count = self.random.choice(self.counts)
            made.append((Key(key), [self.row() for _ in range(count)], self.elements()))
        return made

    # --- updates

    def sections(self) -> list[SectionPlan]:
        """What the source shows."""
        source = self.source
        return [
            (
                section.key,
                [source[at] for at in range(section.first, section.first + len(section))],
                list(section.supplementaries),
            )
            for section in source.sections
        ]

    def update(self) -> str:
        """Describes the list anew: one or more changes in one update."""
        sections = self.sections()
        names = [self.change(sections) for _ in range(self.random.choice([1, 1, 2, 4]))]
        self.source.set(sections)
        return "set: " + ", ".join(names)

    def change(self, sections: list[SectionPlan]) -> str:
        pick = self.random.choice(
            [
                *(self.insert, self.insert, self.delete, self.delete, self.prepend, self.bump, self.scatter),
                *(
                    self.move_block,
                    self.look_different,
                    self.add_section,
                    self.drop_section,
                    self.move_section,
                ),
                *(self.other_elements, self.empty_section),
            ]
        )
        pick(sections)
        return pick.__name__

    def any_rows(self, sections: list[SectionPlan]) -> list[Row[Any]]:
        return self.random.choice(sections)[1] if sections else []

    def insert(self, sections: list[SectionPlan]) -> None:
        rows = self.any_rows(sections)
        at = self.random.randrange(len(rows) + 1)
        if sections:
            rows[at:at] = [self.row() for _ in range(self.random.choice([1, 1, 2, 5]))]

    def prepend(self, sections: list[SectionPlan]) -> None:
        if sections:
            sections[0][1][:0] = [self.row() for _ in range(self.random.choice([1, 5]))]

    def delete(self, sections: list[SectionPlan]) -> None:
        rows = self.any_rows(sections)
        at = self.random.randrange(len(rows) + 1)
        del rows[at : at + self.random.choice([1, 1, 2, 9])]

    def bump(self, sections: list[SectionPlan]) -> None:
        rows = self.any_rows(sections)
        if rows:
            rows.insert(0, rows.pop(self.random.randrange(len(rows))))

    def scatter(self, sections: list[SectionPlan]) -> None:
        self.random.shuffle(self.any_rows(sections))

    def move_block(self, sections: list[SectionPlan]) -> None:
        rows, target = self.any_rows(sections), self.any_rows(sections)
        at = self.random.randrange(len(rows) + 1)
        block, rows[at : at + 4] = rows[at : at + 4], []
        to = self.random.randrange(len(target) + 1)
        target[to:to] = block

    def look_different(self, sections: list[SectionPlan]) -> None:
        rows = self.any_rows(sections)
        for at in range(len(rows)):
            if self.chance(40):
                rows[at] = self.row(rows[at].key)

    def add_section(self, sections: list[SectionPlan]) -> None:
        key = Key(self.random.randrange(1, 12))
        if all(key != known for known, _, _ in sections):
            rows = [self.row() for _ in range(self.random.choice([0, 2, 6]))]
            sections.insert(self.random.randrange(len(sections) + 1), (key, rows, self.elements()))

    def drop_section(self, sections: list[SectionPlan]) -> None:
        if sections:
            del sections[self.random.randrange(len(sections))]

    def move_section(self, sections: list[SectionPlan]) -> None:
        if sections:
            moved = sections.pop(self.random.randrange(len(sections)))
            sections.insert(self.random.randrange(len(sections) + 1), moved)

    def other_elements(self, sections: list[SectionPlan]) -> None:
        if sections:
            at = self.random.randrange(len(sections))
            sections[at] = (*sections[at][:2], self.elements())

    def empty_section(self, sections: list[SectionPlan]) -> None:
        if self.chance(30):
            self.any_rows(sections).clear()

    # --- edits

    def edit(self) -> str:
        """Changes the list in place, and looks at it in between; some edits are abandoned."""
        names: list[str] = []
        is_abandoned = self.chance(40)
        with suppress(Abandon), self.source.edit() as edit:
            for _ in range(self.random.randrange(1, 5)):
                names.append(self.edit_once(edit))
                self.log.append(f"  in an edit: {names[-1]}")
                if self.chance(60) and self.shown is self.source:
                    self.check()
            if is_abandoned:
                raise Abandon
        return f"edit{', abandoned' * is_abandoned}: " + ", ".join(names)

    def edit_once(self, edit: Edit[Any]) -> str:
        source, pick = self.source, self.random
        section = pick.choice(source.sections).key if len(source.sections) else None
        what = pick.choice(["insert", "insert", "delete", "move", "update", "header", "section", "drop"])
        item = source.item_at(pick.randrange(len(source))) if len(source) else None
        if section is None or what == "section":
            key = Key(pick.randrange(20, 30))
            if all(key != known.key for known in source.sections):
                edit.insert_sections([key], pick.randrange(len(source.sections) + 1))
        elif what == "drop":
            edit.delete_sections([section])
        elif what == "header":
            kind = pick.choice([ElementKind.HEADER, ElementKind.FOOTER])
            if any(each.kind == kind for each in source.section(section).supplementaries) and self.chance(50):
                edit.remove_supplementary(section, kind)
            else:
                edit.set_supplementary(section, self.element(kind))
        elif what == "insert" or item is None:
            at = pick.randrange(len(source.section(section)) + 1)
            edit.insert_items([self.row() for _ in range(pick.choice([1, 3]))], section, at)
        elif what == "delete":
            edit.delete_items([item])
        elif what == "move":
            edit.move_item(item, before=source.item_at(pick.randrange(len(source))))
        else:
            row = self.row()
            edit.update_item(item, content=row.content, model=row.model, level=row.level)
        return what

    def undo(self) -> str:
        step = self.random.choice([self.source.undo, self.source.undo, self.source.redo])
        with suppress(Error):
            step()
        return "undo"

    def trim(self) -> str:
        self.source.trim()
        return "trim"

    def fold(self) -> str:
        """Of an outline: opens or closes something."""
        shown: Any = self.shown
        if self.shown is not self.source and hasattr(shown, "expand_all"):
            if self.chance(30):
                shown.expand_all()
            elif len(shown):
                item = shown.item_at(self.random.randrange(len(shown)))
                (shown.collapse if shown.is_expanded(item) else shown.expand)(item)
        return "fold"

    def features(self) -> str:
        """Pages, loading, elements of the list itself."""
        pick, shown = self.random, self.shown
        for view in self.views:
            view.tell()
        what = pick.choice(["page", "page", "loading", "element", "element", "states"])
        if what == "page":
            sections = [None, *shown.sections]
            state = pick.choice(list(PageState))
            shown.set_page(
                pick.choice(list(Edge)), state, pick.choice(sections), shows_loading=self.chance(40)
            )
        elif what == "loading":
            shown.set_loading(pick.choice(list(Loading)))
        elif what == "states" and len(shown):
            shown.select(shown.item_at(pick.randrange(len(shown))))
        else:
            kind = pick.choice([kind for kind in ElementKind if kind < ElementKind.HOST])
            if any(each.kind == kind for each in shown.supplementaries) and self.chance(40):
                shown.remove_supplementary(kind)
            else:
                shown.set_supplementary(self.element(kind))
        return what

    # --- views

    def set_layout(self, view: Beside) -> str:
        sections = len(self.shown.sections)
        at = self.random.randrange(sections) if sections and self.chance(50) else None
        layout = None if self.chance(15) else self.section_layout(view.model.options.horizontal)
        view.set_layout(layout, at)
        return f"layout of {at}: {layout}"

    def set_options(self, view: Beside) -> str:
        """All but grain and axis: those that forget sizes have tests of their own."""
        options = view.model.options
        view.set_options(self.options(options.grain, options.horizontal))
        return f"options: {view.model.options}"

    def set_size(self, view: Beside) -> str:
        width, height = self.size()
        if self.chance(50):
            width = view.model.width
        elif self.chance(50):
            height = view.model.height
        view.set_size(width, height)
        return f"size: {width} x {height}"

    def set_sizes(self, view: Beside) -> str:
        """Of what is drawn and asks for it, or of anything."""
        last = view.model.last
        things = view.things()
        chosen = self.random.sample(things, min(len(things), self.random.choice([1, 1, 2, 8])))
        if last is not None and self.chance(60):
            asking = {place.spot.name for place in last.places if place.spot.asks}
            chosen = [thing for thing in things if thing.name in asking]
        sizes = [(thing, None if self.chance(10) else self.any_size()) for thing in chosen]
        view.set_sizes(sizes)
        return f"sizes: {len(sizes)}"

    def set_lengths(self, view: Beside) -> str:
        count = len(self.shown)
        first = self.random.randrange(count + 1)
        number = self.random.randrange(count - first + 1)
        lengths = array("d", [self.length() for _ in range(number)])
        view.set_lengths(float(self.length()) if self.chance(20) else lengths, first, number)
        return f"lengths: {number} from {first}"

    def invalidate(self, view: Beside) -> str:
        first = self.random.randrange(len(self.shown) + 1)
        if self.chance(50):
            view.invalidate()
        else:
            view.invalidate(first, self.random.randrange(len(self.shown) - first + 1))
        return "invalidate"

    def scroll(self, view: Beside) -> str:
        view_length = view.model.last.plan.length * view.grain if view.model.last else 100
        if self.chance(50):
            offset, by = self.random.choice([-60, -7, -1, 0, 1, 7, 60]), True
        else:
            start = int(view.model.last.seen.minimum) if view.model.last else 0
            offset, by = start + self.random.randrange(0, int(view_length) + 1), False
        clamp, held, bar = self.chance(85), self.chance(10), self.chance(10)
        view.scroll(offset, by, clamp, held, bar)
        return f"scroll: {offset} by={by} clamp={clamp} held={held} bar={bar}"

    def drag_bar(self, view: Beside) -> str:
        """Holds a scroll bar while sizes become known and the list changes."""
        for _ in range(self.random.randrange(1, 5)):
            last = view.model.last
            if last is None:
                break
            part = self.random.choice([0, 0.01, 0.3, 0.5, 0.99, 1, 1.2])
            offset = last.seen.minimum + part * (last.seen.maximum - last.seen.minimum)
            by = self.chance(30)
            view.scroll(self.random.choice([-30, -1, 2, 40]) if by else offset, by, bar=True)
            self.log.append(f"  bar to {offset}, by={by}")
            view.check()
            if self.chance(30):
                self.log.append(f"  {self.update()}")
                view.check()
        if self.chance(70):
            view.scroll(0, by=True, clamp=self.chance(70))
        return "drag_bar"

    def turn_pages(self, view: Beside) -> str:
        """Jumps to where nothing may have been measured yet, and reads on from there."""
        last = view.model.last
        if last is None:
            return "turn_pages"
        view.scroll(self.random.randrange(int(last.plan.length * view.grain) + 1), clamp=True)
        view.check()
        along = view.model.window.along * view.grain
        step = self.random.choice([-1, -1, 1]) * self.random.choice([along, along, along / 2, 2 * along])
        clamp = self.chance(70)
        for _ in range(self.random.randrange(1, 4)):
            view.scroll(step, by=True, clamp=clamp)
            self.log.append(f"  by {step} clamp={clamp}")
            view.check()
        view.scroll(0, by=True, clamp=True)
        return f"turn_pages: {step}"

    def scroll_to(self, view: Beside) -> str:
        plan = view.model.plan(view.content())
        names = [spot.name for spot in plan.spots] + [Name(0, band.handle, 0, 0) for band in plan.bands]
        name = self.random.choice([Name(0, 0, 0, 0), *names])
        target = Target(name, self.random.choice(list(Align)), self.random.choice([0, 0, 4]))
        view.scroll_to(target)
        self.log.append(f"  scroll to {plan.find(name)} {target}")
        view.check()
        if target.align is Align.NEAREST or self.chance(60):
            view.scroll(self.random.choice([-1, 1]), by=True, clamp=True)
        return f"scroll_to: {target}"

    def restore(self, view: Beside) -> str:
        saved = view.model.save()
        if saved is not None:
            view.scroll(self.random.randrange(200), clamp=True)
            view.check()
            view.restore(saved)
            view.check()
            view.scroll(1, by=True, clamp=True)
        return f"restore: {saved}"

    def set_anchor(self, view: Beside) -> str:
        anchor = self.random.choice(list(Hold))
        items = view.all_items()
        item = self.random.choice(items) if items and self.chance(30) else None
        view.set_anchor(anchor, item)
        return f"anchor: {anchor.name} {item and item.name}"

    def take(self, view: Beside) -> str:
        if view.taken and self.chance(60):
            view.give()
            return "give"
        things = view.things()
        if things:
            view.take(self.random.choice(things))
        return "take"

    # --- a step

    def step(self) -> None:
        """One operation, and all views beside their models."""
        view = self.random.choice(self.views)
        of_list: list[Callable[[], str]] = [
            *(
                self.update,
                self.update,
                self.update,
                self.edit,
                self.undo,
                self.trim,
                self.features,
                self.fold,
            ),
        ]
        of_view: list[Callable[[Beside], str]] = [
            *(
                self.set_layout,
                self.set_options,
                self.set_size,
                self.set_sizes,
                self.set_sizes,
                self.set_lengths,
            ),
            *(self.invalidate, self.scroll, self.scroll, self.scroll, self.scroll_to, self.restore),
            *(self.set_anchor, self.take, self.turn_pages, self.drag_bar),
        ]
        # Some operations come together, before the views look again.
        for _ in range(self.random.choice([1, 1, 1, 2])):
            if self.chance(45):
                self.log.append(self.random.choice(of_list)())
                if self.shown is not self.source or self.chance(30):
                    while self.shown.poll():
                        pass
            else:
                self.log.append(self.random.choice(of_view)(view))
        self.check()

    def check(self) -> None:
        for view in self.views:
            view.check()

    def close(self) -> None:
        for view in self.views:
            view.view.close()
        self.shown.close()
        self.source.close()
