"""The manual pages of the command `iqlist`: made of the parsers of its arguments by `Tests/run --renew`, and
checked in, so that installing the package needs no tool for them."""

from pathlib import Path
from tempfile import TemporaryDirectory

from checkers import PACKAGE
from environments import environment, newest
from machine import ROOT, command

FOLDER = PACKAGE / "man"
TOOL = ["argparse-manpage==4.8"]
WRITER = Path(__file__).with_name("write_man_pages.py")


def made(library: Path) -> dict[str, str]:
    """The pages as they have to be, by name. The parsers know what the library has."""
    python = environment(newest(), "man-pages", TOOL)
    given = {"PYTHONPATH": str(PACKAGE / "src"), "IQLIST_LIBRARY": str(library)}
    with TemporaryDirectory() as folder:
        command([python, "-B", WRITER, folder], given)
        return texts(Path(folder))


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(folder.iterdir())}


def renew() -> None:
    """Writes those that are not current, and says which. The library is built, if it is not."""
    command([ROOT / "bindings/c/build"])
    pages = made(ROOT / ".build/iqlist/libiqlist.so")
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts(FOLDER).items():
        if pages.get(name) == text:
            del pages[name]
        else:
            (FOLDER / name).unlink()
    for name, text in pages.items():
        (FOLDER / name).write_text(text)
        print(f"renewed {(FOLDER / name).relative_to(ROOT)}")
