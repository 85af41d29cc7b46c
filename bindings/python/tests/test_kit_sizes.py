"""How large things are in a driver with a layout: who is asked, in which order, and when again."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest

from iqlist import Aspect, Auto, Fixed, PlaceFlag, Relative, Size, SizeRule, ViewOptions, kit

WINDOW = Size(200, 100_000)


def units(answer: Any) -> float:
    """How high something is, of an answer that is a length."""
    given = Fixed(answer.height) if isinstance(answer, Size) else answer
    rule = given if isinstance(given, SizeRule) else SizeRule(height=given)
    height = rule.height
    if isinstance(height, (int, float)):
        return height
    if isinstance(height, Relative):
        return height.value * WINDOW.height + rule.additional.height
    if isinstance(height, Aspect):
        return WINDOW.width / height.value + rule.additional.height
    return height.value + rule.additional.height


@dataclass(frozen=True)
class Told:
    """A model that may say how large it is."""

    id: int
    says: Any = None


class Item(kit.ViewModel["ItemCell"]):
    """A view model of it."""

    def __init__(self, told: Told) -> None:
        self.id, self.told = told.id, told

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Item) and self.told == other.told

    def __hash__(self) -> int:
        return hash(self.told)

    def setup(self, cell: ItemCell) -> None:
        pass

    def cell_size(self, window: Size) -> Any:
        assert window == WINDOW
        return self.told.says


class Levels:
    """What each level answers about each number: nothing, or a size."""

    of_class: dict[Any, Any]
    of_coordinator: dict[Any, Any]


class ItemCell(kit.Cell[Any]):
    levels: Levels

    @classmethod
    def size_for(cls, model: Any, window: Size) -> Any:
        assert window == WINDOW
        return cls.levels.of_class.get(number(model), NotImplemented)


class HeaderCell(ItemCell):
    pass


class PlainCell(kit.Cell[Told]):
    """Says nothing."""

    identity = "id"


class Source(kit.Coordinator):
    def __init__(self, levels: Levels) -> None:
        self.levels = levels

    def size_for(self, event: kit.Event[Any], window: Size) -> Any:
        assert window == WINDOW
        assert (event.item is None) is (event.part is not kit.Part.CELL) or event.item is None
        return self.levels.of_coordinator.get(number(event.model), NotImplemented)


def number(model: Any) -> Any:
    return model.id if isinstance(model, (Told, Item)) else model


def answer(chance: random.Random) -> Any:
    height = chance.randrange(1, 60)
    return chance.choice(
        (
            height,
            Fixed(height),
            Size(WINDOW.width, height),
            Aspect(chance.randrange(1, 8)),
            Relative(height / 1024),
            SizeRule(height=Fixed(height), additional=Size(0, 3)),
        )
    )


def maybe(chance: random.Random) -> Any:
    return answer(chance) if chance.random() < 0.4 else None


@pytest.mark.parametrize("seed", range(40))
def test_the_first_answer_counts(seed: int) -> None:
    """Of the host, the model, the coordinator, the section, the class, the driver: at random, with updates,
    other layouts and other answers of the coordinator in between."""
    chance = random.Random(seed)
    levels = Levels()
    ItemCell.levels = levels
    levels.of_class = {n: found for n in [*range(30), "H0", "H1"] if (found := maybe(chance)) is not None}
    levels.of_coordinator = {
        n: found for n in [*range(30), "H0", "H1"] if (found := maybe(chance)) is not None
    }
    if chance.random() < 0.4:
        levels.of_coordinator = {}
    coordinator = Source(levels) if chance.random() < 0.7 else None
    common = kit.Layout(item=maybe(chance), header=maybe(chance))
    driver = kit.Driver(coordinator=coordinator, layout=common)
    driver.set_size(*WINDOW)
    own: dict[int, Any] = {}
    items: dict[int, list[Any]] = {}

    def expected(level: list[Any]) -> float | None:
        given = next((found for found in level if found is not None), Auto())
        return None if isinstance(given, Auto) else units(given)

    for _ in range(6):
        for at in range(2):
            if at not in own or chance.random() < 0.5:
                own[at] = (
                    kit.Layout(item=maybe(chance), header=maybe(chance)) if chance.random() < 0.6 else None
                )
            numbers = chance.sample(range(at * 15, at * 15 + 15), chance.randrange(12))
            items[at] = [Told(n, maybe(chance)) for n in numbers]
        sections = [
            kit.Section(
                at,
                [Item(told) for told in items[at]],
                header=f"H{at}",
                header_cell=HeaderCell,
                layout=own[at],
            )
            if at == 0
            else kit.Section(
                at, items[at], cell=PlainCell, header=f"H{at}", header_cell=HeaderCell, layout=own[at]
            )
            for at in range(2)
        ]
        driver.layout()
        driver.update(sections)
        shown = {item.key for item in driver.list.items()}
        driver.poll()
        scene = driver.layout()
        assert {place.item.key for place in scene if place.item is not None} == shown, f"seed {seed}"
        for place in scene:
            assert place.position is not None
            at = place.position.section
            layout = own[at] or kit.Layout()
            if place.item is None:
                asked = levels.of_coordinator.get(f"H{at}") if coordinator else None
                wanted = expected([asked, layout.header, levels.of_class.get(f"H{at}"), common.header])
            else:
                told = next(told for told in items[at] if told.id == number(place.model))
                model = told.says if at == 0 else None
                asked = levels.of_coordinator.get(told.id) if coordinator else None
                of_class = levels.of_class.get(told.id) if at == 0 else None
                wanted = expected([model, asked, layout.item, of_class, common.item])
            if wanted is None:
                # Nobody knows: what was known before is a guess.
                assert place.flags & PlaceFlag.MEASURE, f"seed {seed}: {place}"
            else:
                assert wanted == pytest.approx(place.frame.height, abs=2**-10), f"seed {seed}: {place}"
        if coordinator is not None and chance.random() < 0.5:
            levels.of_coordinator = {n: answer(chance) for n in chance.sample(range(30), 10)}
            driver.invalidate_sizes()
        if chance.random() < 0.4:
            common = kit.Layout(item=maybe(chance), header=maybe(chance))
            driver.set_layout(common)


def test_other_answers_than_before_are_asked_for() -> None:
    """Without an update: after another layout of the section or the driver, or where the program says so."""

    class Asked(kit.Coordinator):
        answer: Any = 30

        def size_for(self, event: kit.Event[Any], window: Size) -> Any:
            return self.answer if event.model == "x" else None

    section = kit.Section("a", ["x", "y"])
    coordinator = Asked()
    driver = kit.Driver([section], layout=kit.Layout(item=20), coordinator=coordinator)
    driver.set_size(100, 100)

    def heights() -> list[float]:
        return [place.frame.height for place in driver.layout()]

    assert heights() == [30, 20]
    coordinator.answer = 40
    assert heights() == [30, 20]
    driver.invalidate_sizes()
    assert heights() == [40, 20]
    section.layout = kit.Layout(item=25)
    assert heights() == [40, 25]
    driver.set_layout(kit.Layout(item=Relative(0.1)))
    section.layout = None
    assert heights() == [40, 10]
    driver.set_size(100, 200)
    assert heights() == [40, 20]
    driver.coordinator = None
    assert heights() == [20, 20]


def test_what_the_host_sets_comes_before_all_others() -> None:
    class Sized(kit.Cell[str]):
        @classmethod
        def size_for(cls, model: str | None, window: Size) -> float:
            return 30

    driver = kit.Driver([kit.Section("a", ["x", "y"], cell=Sized)], layout=kit.Layout())
    driver.set_size(100, 100)
    driver.laid_out_view.set_sizes({"x": 50})
    assert [place.frame.height for place in driver.layout()] == [50, 30]


def test_where_nobody_answers_for_single_items_nobody_is_asked() -> None:
    """Many rows are rows of one size: nothing is measured, and the content is as long as it will be."""
    driver = kit.Driver([kit.Section("a", range(100_000), cell=kit.TextCell)], layout=kit.Layout(item=30))
    driver.set_size(100, 100)
    scene = driver.layout()
    assert scene.content.height == 3_000_000


@pytest.mark.parametrize("level", ["model", "class", "coordinator"])
def test_an_estimate_is_asked_for_the_first_item_and_holds_for_all(level: str) -> None:
    asked: list[Any] = []

    def estimate(model: Any) -> float:
        asked.append(number(model))
        return 10

    class Estimated(kit.Cell[Told]):
        identity = "id"

        @classmethod
        def size_for(cls, model: Told | None, window: Size) -> float:
            return 40

        @classmethod
        def estimated_size_for(cls, model: Told | None, window: Size) -> Any:
            return estimate(model) if level == "class" else None

    class Shown(Item):
        def estimated_cell_size(self, window: Size) -> Any:
            return estimate(self.told)

        def cell_size(self, window: Size) -> float:
            return 40

    class Asked(kit.Coordinator):
        def estimated_size_for(self, event: kit.Event[Any], window: Size) -> Any:
            return estimate(event.model) if level == "coordinator" else None

    told = [Told(n) for n in range(100)]
    items: list[Any] = [Shown(each) for each in told] if level == "model" else told
    section = kit.Section("a", items, cell=None if level == "model" else Estimated)
    driver = kit.Driver([section], layout=kit.Layout(), coordinator=Asked())
    driver.set_size(100, 100)
    # Ten were thought to be in the window.
    assert driver.layout().content.height == 10 * 40 + 90 * 10
    assert set(asked) == {0}


def test_the_estimate_of_a_layout_holds_until_something_is_measured() -> None:
    driver = kit.Driver([kit.Section("a", range(10))], layout=kit.Layout(estimate=12))
    driver.set_size(100, 24)
    scene = driver.layout()
    assert (scene.content.height, len(scene)) == (120, 2)
    assert all(place.flags & PlaceFlag.MEASURE for place in scene)


# --- cells that measure themselves


class Paragraph(kit.Cell[str]):
    """Has lines of 10, of as many letters as fit, each 10 wide."""

    asked: int = 0
    configured = 0

    def configure(self, model: str | None) -> None:
        self.configured += 1

    def fitting_size(self, room: Size) -> Any:
        Paragraph.asked += 1
        assert self.model is not None
        return None if self.model == "?" else height_of(self.model, room.width)


def height_of(text: str, width: float) -> float:
    return 10 * max(1, -(-len(text) * 10 // int(width)))


@pytest.mark.parametrize("horizontal", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_cells_are_as_large_as_what_they_show(seed: int, horizontal: bool) -> None:
    """After random updates, scrolls and resizes, everything in the window has the size of its content."""
    chance = random.Random(seed)
    texts = {n: "x" * chance.randrange(40) for n in range(60)}

    @dataclass(frozen=True)
    class Text:
        id: int
        text: str

    class TextCell(kit.Cell[Text]):
        identity = "id"

        def fitting_size(self, room: Size) -> Size:
            assert self.model is not None
            across = room.height if horizontal else room.width
            length = height_of(self.model.text, across)
            return Size(length, across) if horizontal else Size(across, length)

    class Title(kit.Cell[str]):
        def fitting_size(self, room: Size) -> float:
            assert self.model is not None
            return height_of(self.model, room.height if horizontal else room.width)

    section = kit.Section("a", [], cell=TextCell, header="Header" * 9, header_cell=Title)
    fixed = kit.Section(
        "b", ["z"], cell=kit.TextCell, header="H" * 90, header_cell=Title, layout=kit.Layout(header=7)
    )
    options = ViewOptions(horizontal=horizontal)
    driver = kit.Driver([section, fixed], layout=kit.Layout(estimate=20), view_options=options)
    driver.set_size(80, 80)
    for _ in range(25):
        what = chance.randrange(5)
        if what == 4:
            # A measured size does not outlive a layout that gives a length.
            chosen = chance.choice((section, fixed))
            chosen.layout = chance.choice((None, kit.Layout(header=7), kit.Layout(item=9, header=5)))
        elif what == 0:
            for n in chance.sample(range(60), 10):
                texts[n] = "x" * chance.randrange(40)
            section.items = [Text(n, texts[n]) for n in chance.sample(range(60), chance.randrange(50))]
        elif what == 1:
            width, height = chance.choice((50, 80, 120)), chance.randrange(50, 300)
            driver.set_size(*((height, width) if horizontal else (width, height)))
        else:
            driver.scroll(chance.uniform(-50, 50), by=True, clamp=True)
        driver.poll()
        scene = driver.layout()
        for place in scene:
            across = place.frame.height if horizontal else place.frame.width
            along = place.frame.width if horizontal else place.frame.height
            assert not place.flags & PlaceFlag.MEASURE or place.model == "z", f"seed {seed}: {place}"
            if place.position is None:
                continue
            where = (section, fixed)[place.position.section]
            said = where.layout or kit.Layout()
            if isinstance(place.model, Text):
                wanted = said.item or height_of(place.model.text, across)
            elif place.kind:
                wanted = said.header or height_of(where.header, across)
            else:
                continue
            assert along == wanted, f"seed {seed}: {place}"


def test_a_cell_is_asked_once_for_what_it_shows() -> None:
    Paragraph.asked = 0
    section = kit.Section("a", ["one", "two"], cell=Paragraph)
    driver = kit.Driver([section], layout=kit.Layout())
    driver.set_size(100, 100)
    cells = [place.cell for place in driver.layout()]
    for offset in (5, 0, 5):
        driver.scroll(offset)
        driver.layout()
    assert Paragraph.asked == 2
    assert [cell.configured for cell in cells] == [1, 1]
    driver.set_size(20, 100)
    assert [place.frame.height for place in driver.layout()] == [20, 20]
    assert Paragraph.asked == 4


def test_a_cell_that_does_not_know_asks_the_host_to_measure() -> None:
    driver = kit.Driver([kit.Section("a", ["?", "two"], cell=Paragraph)], layout=kit.Layout())
    driver.set_size(100, 100)
    scene = driver.layout()
    assert [bool(place.flags & PlaceFlag.MEASURE) for place in scene] == [True, False]
    driver.laid_out_view.set_sizes([(scene[0], 33)])
    assert [place.frame.height for place in driver.layout()] == [33, 10]


# --- what fails


@pytest.mark.parametrize("where", ["class", "coordinator", "fitting", "rule"])
def test_what_is_raised_by_those_who_are_asked_comes_out_of_the_layout_and_they_are_asked_again(
    where: str,
) -> None:
    fails = True

    def fail(at: str) -> None:
        if fails and at == where:
            raise ZeroDivisionError(where)

    class Failing(kit.Cell[str]):
        @classmethod
        def size_for(cls, model: str | None, window: Size) -> Any:
            fail("class")

        def fitting_size(self, room: Size) -> float:
            fail("fitting")
            return 30

    class Asked(kit.Coordinator):
        def size_for(self, event: kit.Event[Any], window: Size) -> Any:
            fail("coordinator")

    def rule(window: Size) -> Auto:
        fail("rule")
        return Auto()

    section = kit.Section("a", ["x"], cell=Failing)
    driver = kit.Driver([section], layout=kit.Layout(item=rule), coordinator=Asked())
    driver.set_size(100, 100)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError, match=where):
            driver.layout()
    fails = False
    assert [place.frame.height for place in driver.layout()] == [30]


def test_layouts_that_nobody_has_any_more_are_not_kept() -> None:
    section = kit.Section("a", ["x"], cell=Paragraph)
    driver = kit.Driver([section], layout=kit.Layout())
    driver.set_size(100, 100)
    for height in range(1, 50):
        section.layout = kit.Layout(item=height)
        driver.layout()
    assert driver._drawn is not None
    assert len(driver._drawn.sizes._measures) <= 3
    assert len(driver.laid_out_view._numbers) <= 3
