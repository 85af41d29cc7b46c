"""The example of SDL, which draws a grid for itself: what it binds, what it draws, where a drop goes."""

import math
import re
import struct
from dataclasses import dataclass
from pathlib import Path

import library
import pytest
from machine import ROOT, WORK, command
from once import once
from outcomes import Failed, skip
from screen import screen
from sdl import FOLDER, flags, link
from tree import shown

pytestmark = pytest.mark.sdl

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
WITHOUT_SCREEN = {"SDL_VIDEODRIVER": "dummy", "XDG_RUNTIME_DIR": str(WORK)}
# What the program lays out: see grid.c. A header is above the items of its section.
SPACE, HEADER, FOOT = 8, 34, 30
BACK, SELECTED, HOT = (24, 26, 31), (255, 196, 61), (255, 255, 255)
ADDRESS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fuse-ld=lld"]

Colour = tuple[int, int, int]


@once
def built() -> Path:
    return link("gcc", WORK / "sdl/colours")


def run(*words: str | Path, given: dict[str, str] | None = None) -> str:
    if not FONT.exists():
        skip("fonts-dejavu-core is not installed")
    return command([built(), *words], given or WITHOUT_SCREEN)


@dataclass(frozen=True)
class Place:
    """A line that `places` prints."""

    kind: str
    name: str
    x: float
    y: float
    width: float
    height: float
    marks: frozenset[str]

    def at(self, across: float, along: float) -> tuple[int, int]:
        return int(self.x + across * self.width), int(self.y + along * self.height)

    def colour(self) -> Colour:
        return int(self.name[1:3], 16), int(self.name[3:5], 16), int(self.name[5:7], 16)


def places(printed: str) -> list[Place]:
    found = []
    for line in printed.splitlines():
        words = line.split()
        if words and words[0] in ("item", "header"):
            x, y, width, height = map(float, words[2:6])
            found.append(Place(words[0], words[1], x, y, width, height, frozenset(words[6:])))
    return found


def items(printed: str) -> list[Place]:
    return [place for place in places(printed) if place.kind == "item"]


class Picture:
    """A BMP file with 24 bits for each point, the lowest line first."""

    def __init__(self, path: Path) -> None:
        self.data = path.read_bytes()
        (self.start,) = struct.unpack_from("<I", self.data, 10)
        self.width, self.height, _, bits = struct.unpack_from("<iiHH", self.data, 18)
        assert bits == 24
        assert self.height > 0

    def __getitem__(self, point: tuple[int, int]) -> Colour:
        line = (self.width * 3 + 3) // 4 * 4
        first = self.start + (self.height - 1 - point[1]) * line + point[0] * 3
        blue, green, red = self.data[first : first + 3]
        return red, green, blue


def drawn(folder: Path, *words: str, given: dict[str, str] | None = None) -> tuple[str, Picture]:
    """What a script prints, with its last places, and the picture of its last frame."""
    path = folder / "picture.bmp"
    printed = run("--size", "500x400", "--screenshot", path, *words, "places", given=given)
    return printed, Picture(path)


def check_items(found: list[Place], picture: Picture) -> int:
    """The middle of each item that is seen has its colour."""
    seen = [place for place in found if HEADER < place.at(0.5, 0.3)[1] < picture.height - FOOT]
    for place in seen:
        assert picture[place.at(0.5, 0.3)] == place.colour(), place
    return len(seen)


def drag(taken: Place, x: int, y: int) -> list[str]:
    from_x, from_y = taken.at(0.5, 0.5)
    return [f"press:{from_x},{from_y}", f"move:{from_x - 9},{from_y - 9}", f"move:{x},{y}"]


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_it_compiles_without_warnings(compiler: str, tmp_path: Path) -> None:
    link(compiler, tmp_path / "colours", "-Wshadow")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.[ch]")), ids=shown)
def test_a_file_is_short(path: Path) -> None:
    """It is to be read from its top to its end."""
    assert len(path.read_text().splitlines()) <= 350


def test_a_run_binds_what_comes_into_the_window_and_nothing_else() -> None:
    """Scrolling binds the items of the rows that come in, a jump at most a window, a shuffle only what was
    not in the window before."""
    width, height = 960, 640
    printed = run("--size", f"{width}x{height}", "--frames", "200")
    parts = re.findall(
        r"^(\w+) +(\d+) frames: .*; (\d+) cells bound, (\d+) places new; at (\d+) of", printed, re.M
    )
    assert [part[0] for part in parts] == ["scroll", "jump", "shuffle"], printed
    assert sum(int(part[1]) for part in parts) == 200
    begun = re.search(r"^(\d+) colours, (\d+) places at first, (\d+) cells bound", printed, re.M)
    assert begun is not None, printed
    assert begun.group(1) == "200000"
    assert begun.group(2) == begun.group(3)
    bound = {part[0]: int(part[2]) for part in parts}
    assert bound == {part[0]: int(part[3]) for part in parts}, printed

    first = items(run("--size", f"{width}x{height}", "places"))
    columns = sum(place.y == first[0].y for place in first)
    pitch = first[columns].y - first[0].y
    window = height - FOOT

    def rows_above(y: float) -> int:
        return math.ceil((y - HEADER - SPACE) / pitch)

    scrolled = int(parts[0][4])
    assert scrolled == 100 * 30
    came = (rows_above(scrolled + window) - rows_above(window)) * columns
    assert bound["scroll"] == came, printed
    assert bound["jump"] <= 50 * ((window // pitch + 2) * columns + 2), printed
    # A shuffle exchanges within 48 neighbours: not more than that comes in at either end.
    assert bound["shuffle"] <= 5 * 2 * 48, printed


def test_a_picture_has_the_colours_of_its_items(tmp_path: Path) -> None:
    printed, picture = drawn(tmp_path, "wheel:-40")
    assert check_items(items(printed), picture) >= 9
    first, second = items(printed)[3:5]
    gap = int((first.x + first.width + second.x) / 2)
    assert picture[gap, first.at(0.5, 0.3)[1]] == BACK


def test_it_draws_the_same_on_an_x_server(tmp_path: Path) -> None:
    with screen() as name:
        given = {"SDL_VIDEODRIVER": "x11", "DISPLAY": name, "XDG_RUNTIME_DIR": str(WORK)}
        printed, picture = drawn(tmp_path, "wheel:-40", given=given)
    assert check_items(items(printed), picture) >= 9


def test_columns_follow_the_width(tmp_path: Path) -> None:
    for width, columns in [(150, 1), (400, 3), (600, 4)]:
        printed, picture = drawn(tmp_path, f"size:{width}x400", "wait:12")
        found = items(printed)
        assert sum(place.y == found[0].y for place in found) == columns
        assert picture.width == width
        check_items(found, picture)


def test_the_item_below_the_pointer_is_framed_and_a_click_selects(tmp_path: Path) -> None:
    x, y = items(run("--size", "500x400", "places"))[4].at(0.5, 0.5)
    printed, picture = drawn(tmp_path, f"move:{x},{y}")
    place = items(printed)[4]
    assert "hot" in place.marks
    assert picture[int(place.x) - 1, y] == HOT
    printed, picture = drawn(tmp_path, f"press:{x},{y}", f"release:{x},{y}")
    assert [place.marks >= {"selected"} for place in items(printed)].index(True) == 4
    assert picture[int(place.x) - 1, y] == SELECTED


def test_keys_select_neighbours_and_scroll_to_them(tmp_path: Path) -> None:
    keys = ["key:Home", "key:Down", "key:Right", "key:Right", "key:Left"]
    printed, _ = drawn(tmp_path, *keys)
    assert [place.marks >= {"selected"} for place in items(printed)].index(True) == 4
    printed, picture = drawn(tmp_path, "key:End")
    (place,) = [place for place in items(printed) if "selected" in place.marks]
    assert place == items(printed)[-1]
    assert check_items([place], picture) == 1


def test_the_scroll_bar_leads_to_any_part(tmp_path: Path) -> None:
    printed, picture = drawn(tmp_path, "press:493,5", "move:493,395", "release:493,395")
    found = re.search(r"offset (\d+) of (\d+)", printed)
    assert found is not None
    assert found.group(1) == found.group(2)
    check_items(items(printed), picture)


@pytest.mark.parametrize(("taken", "target"), [(1, 7), (7, 1), (4, 5), (4, 4)])
def test_a_drop_moves_the_item_where_the_mark_was(taken: int, target: int, tmp_path: Path) -> None:
    """The mark is a line in the gap that the drop would fill; Escape leaves everything as it was."""
    before = items(run("--size", "500x400", "places"))
    x, y = before[target].at(0.2, 0.5)
    script = drag(before[taken], x, y)
    printed, picture = drawn(tmp_path, *script)
    found = re.search(r"^mark (\S+) (\S+) (\S+) (\S+)$", printed, re.M)
    assert found is not None, printed
    left, top, width, height = map(float, found.groups())
    assert (left + width, top, height) == (before[target].x, before[target].y, before[target].height)
    assert picture[int(left + width / 2), int(top) + 4] == SELECTED

    printed, picture = drawn(tmp_path, *script, f"release:{x},{y}", "wait:12")
    names = [place.name for place in before]
    rest = names[:taken] + names[taken + 1 :]
    at = target - 1 if taken < target else target
    assert [place.name for place in items(printed)] == [*rest[:at], names[taken], *rest[at:]]
    check_items(items(printed), picture)
    printed, _ = drawn(tmp_path, *script, "key:Escape", f"release:{x},{y}", "wait:12")
    assert [place.name for place in items(printed)] == names


def test_a_drop_moves_the_item_to_another_section() -> None:
    """It stays there when the sections are ordered anew."""
    few = ["--count", "24", "--size", "960x640"]
    before = places(run(*few, "places"))
    header = next(
        number
        for number in range(2, len(before) - 1)
        if before[number].kind == "header" and before[number + 1].kind == "item"
    )
    x, y = before[header + 1].at(0.2, 0.5)
    assert before[1].kind == "item"
    words = [*drag(before[1], x, y), f"release:{x},{y}", "wait:12", "places", "key:n", "wait:12", "places"]
    parts = re.split(r"^offset .*$", run(*few, *words), flags=re.M)
    after = [place.name for place in places(parts[0])]
    assert after.index(before[1].name) == after.index(before[header].name) + 1
    assert sorted(after) == sorted(place.name for place in before)
    ordered = places(parts[1])
    mine = next(number for number, place in enumerate(ordered) if place.name == before[1].name)
    assert [place.name for place in ordered[:mine] if place.kind == "header"][-1] == before[header].name


def test_what_moves_is_on_its_way_for_a_while() -> None:
    """After a shuffle, places are between where they were and where they will be; then they are there."""
    printed = run("places", "key:s", "wait:3", "places", "wait:12", "places")
    parts = [items(part) for part in re.split(r"^offset .*$", printed, flags=re.M)[:3]]
    before, under_way, after = [{place.name: (place.x, place.y) for place in part} for part in parts]
    moved = [name for name in before if name in after and before[name] != after[name]]
    assert len(moved) > 0, printed
    for name in moved:
        for axis in (0, 1):
            ends = sorted([before[name][axis], after[name][axis]])
            assert ends[0] <= under_way[name][axis] <= ends[1], name
        assert under_way[name] not in (before[name], after[name]), name


@pytest.mark.parametrize("key", ["key:s", "key:n"])
def test_an_update_begins_with_what_was_drawn(key: str, tmp_path: Path) -> None:
    """Its first frame is the last one of before; then what has left fades, and what is new appears."""
    before = drawn(tmp_path, "wheel:-40")[1]
    _, begun = drawn(tmp_path, "wheel:-40", key)
    assert begun.data == before.data
    _, under_way = drawn(tmp_path, "wheel:-40", key, "wait:3")
    assert under_way.data != before.data
    printed, after = drawn(tmp_path, "wheel:-40", key, "wait:12")
    assert after.data != under_way.data
    check_items(items(printed), after)
    assert drawn(tmp_path, "wheel:-40", key, "wait:40")[1].data == after.data


def test_address_sanitizer_finds_nothing(tmp_path: Path) -> None:
    """What SDL loads leaks."""
    program = link("clang", tmp_path / "colours", *ADDRESS)
    options = {"ASAN_OPTIONS": "detect_leaks=0", **WITHOUT_SCREEN}
    script = ["press:100,90", "move:120,110", "move:300,300", "release:300,300", "key:s", "size:90x90"]
    command([program, "--count", "3000", "--frames", "40", *script, "key:End", "wait:12"], options)
    command([program, "--count", "0", "key:Down", "key:End", "key:h", *script], options)


def test_the_commands_of_the_guide_work(tmp_path: Path) -> None:
    """All but the one that opens a window and waits for its user."""
    text = (ROOT / "bindings/c/README.md").read_text()
    found = re.search(r"^```\n(cc -O2 bindings/c/sdl/.*?)^```", text, re.M | re.S)
    assert found is not None
    build, _, runs = found.group(1).partition(".build/colours\n")
    assert runs.startswith(".build/colours\n")
    script = build + ".build/colours\n" + runs.partition("\n")[2]
    folder = library.release().parent
    script = re.sub(r"(\$PWD/)?\.build/iqlist", str(folder), script)
    script = re.sub(r"(?<!\S)\.build/colours", str(tmp_path / "colours"), script)
    script = script.replace("picture.bmp", str(tmp_path / "picture.bmp"))
    flags()
    command(["bash", "-euc", script], WITHOUT_SCREEN)
    assert Picture(tmp_path / "picture.bmp").width == 960


def test_wrong_words_are_refused() -> None:
    for words in (["--size", "0x4"], ["--count", "x"], ["--dance"], ["dance"], ["key:Dance"], ["wheel:3x"]):
        with pytest.raises(Failed):
            run(*words)


def test_the_same_script_draws_the_same() -> None:
    """No test of this file depends on a clock."""
    script = ["--size", "500x400", "key:s", "wait:2", "key:s", "places"]
    assert run(*script) == run(*script)
