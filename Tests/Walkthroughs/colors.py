"""The colours of ListKit's document, what shows them, and a list of them that is laid out."""

from __future__ import annotations

from iqlist import kit

COLORS = ["Blue", "Red", "Yellow", "Brown", "Cyan", "Green", "Black"]


class ColorCell(kit.Cell[str]):
    text = ""

    def configure(self, model: str | None) -> None:
        assert model is not None
        self.text = model


class ColorHeaderView(kit.Cell[str]):
    text = ""

    def configure(self, model: str | None) -> None:
        self.text = f"header: {model}"


class ColorFooterView(kit.Cell[str]):
    text = ""

    def configure(self, model: str | None) -> None:
        self.text = f"footer: {model}"


def colors(layout: kit.Layout, count: int = 7) -> kit.Driver:
    """A list that is laid out."""
    return kit.Driver(
        [kit.Section("colors", COLORS[:count], cell=ColorCell, layout=layout)],
        layout=kit.Layout(),
    )
