"""contacts.py - a list of people: cells, a header, what the user does, and updates."""

from __future__ import annotations

from dataclasses import dataclass

from iqlist import kit


@dataclass(frozen=True)
class Person:
    id: int
    name: str


class PersonCell(kit.Cell[Person]):
    """A place on the screen: here a text, elsewhere a widget."""

    identity = "id"
    text = ""

    def configure(self, model: Person | None) -> None:
        self.text = "" if model is None else model.name

    def trailing_swipe_actions(self, event: kit.Event[Person]) -> list[kit.SwipeAction]:
        return [kit.SwipeAction("Delete", delete, kit.SwipeStyle.DESTRUCTIVE)]


def delete(event: kit.Event[Person], complete: kit.Complete) -> None:
    section = event.section
    assert section is not None
    section.items = [person for person in section if person != event.model]
    complete(True)


def selected(event: kit.Event[Person]) -> None:
    print("selected", event.model.name)


def draw(driver: kit.Driver) -> None:
    """Calls the handlers of what has happened, then shows what stands in the cells."""
    driver.poll()
    print(", ".join(cell.text for cell in driver.visible_cells()) or driver.empty_view.title)


ada, ben = Person(1, "Ada"), Person(2, "Ben")
people = kit.Section("people", [ada, ben], cell=PersonCell, header="People", on_select=selected)
with kit.Driver([people], empty_view_provider=lambda: kit.EmptyView(title="Nobody")) as driver:
    driver.show(0, 10)
    draw(driver)

    driver.tap(ben)
    people.items = [ada, Person(2, "Benjamin"), Person(3, "Cem")]
    draw(driver)

    for person in people.items:
        (action,) = driver.trailing_swipe_actions(person)
        driver.perform_swipe_action(person, action, completion=lambda done: print("deleted", done))
    draw(driver)
