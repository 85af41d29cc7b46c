"""`bindings/c/packaging/debian-source`: the source package that it makes of archives, and what it refuses.
The archives are small ones: test_debian.py looks at what is built of true ones."""

import hashlib
import re
import tarfile
from pathlib import Path

import pytest
from debian import MACHINES, MAINTAINER, REVISION, SCRIPT, TEMPLATES, TREE, source
from installation import alone, listing, refusal
from machine import ROOT, command
from version import series, version

pytestmark = pytest.mark.install

NAMES = [f"libiqlist-{version()}-{name}.tar.gz" for name in MACHINES.values()]


@pytest.fixture
def archives(tmp_path: Path) -> Path:
    """As those of a release, but for what is in them."""
    folder = tmp_path / "archives"
    sums = []
    for name in NAMES:
        prefix = folder / name.removesuffix(".tar.gz")
        (prefix / "lib").mkdir(parents=True)
        (prefix / "lib/machine").write_text(name)
        command(["tar", "-C", folder, "-czf", folder / name, prefix.name])
        sums.append(f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n")
    (folder / "SHA256SUMS").write_text("".join(sums))
    return folder


def test_the_archives_are_components_as_they_are(archives: Path, tmp_path: Path) -> None:
    tree = source(archives, tmp_path / "out")
    for name, machine in zip(NAMES, MACHINES.values(), strict=True):
        component = machine.replace("_", "-")
        packed = tmp_path / f"out/iqlist_{version()}.orig-{component}.tar.gz"
        assert packed.read_bytes() == (archives / name).read_bytes()
        assert (tree / component / "lib/machine").read_text() == name
    assert len(list((tmp_path / "out").iterdir())) == 4


def test_the_main_archive_has_the_sources_and_nothing_that_was_built(archives: Path, tmp_path: Path) -> None:
    source(archives, tmp_path)
    with tarfile.open(tmp_path / f"iqlist_{version()}.orig.tar.gz") as packed:
        found = {member.name for member in packed if member.isfile()}
    needed = ["LICENSE", "include/iqlist.h", "Sources/IQList/Lists.swift", "bindings/c/build"]
    needed += ["bindings/python/src/iqlist/_library.py", "bindings/python/pyproject.toml"]
    assert {f"{TREE}/{path}" for path in needed} <= found
    assert not [path for path in found if re.search(r"\.so|\.pyc$|/\.|\.a$", path)]


def test_no_word_of_a_template_is_left(archives: Path, tmp_path: Path) -> None:
    tree = source(archives, tmp_path) / "debian"
    made = {str(path.relative_to(tree)) for path in tree.rglob("*") if path.is_file()}
    templates = {str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*") if path.is_file()}
    assert made == {name.replace("@SERIES@", series()) for name in templates} | {"changelog"}
    for path in made:
        assert not re.search(r"@[A-Z]+@", (tree / path).read_text()), path
    for path in ("rules", "tests/program", "tests/python"):
        assert (tree / path).stat().st_mode & 0o111 == 0o111


def test_the_licence_is_the_repositorys(archives: Path, tmp_path: Path) -> None:
    words = (ROOT / "LICENSE").read_text().partition("authors")[2].split()
    copied = (source(archives, tmp_path) / "debian/copyright").read_text().split()
    text = " ".join(word for word in copied if word != ".")
    assert " ".join(words) in text


def test_the_changelog_has_version_maintainer_and_date(archives: Path, tmp_path: Path) -> None:
    given = {"SOURCE_DATE_EPOCH": "86400", "DEBREVISION": "1~bpo12+1"}
    changelog = (source(archives, tmp_path, **given) / "debian/changelog").read_text()
    assert changelog.startswith(f"iqlist ({version()}-1~bpo12+1) unstable; urgency=medium\n")
    signed = " -- The packagers <packagers@example.org>  Fri, 02 Jan 1970 00:00:00 +0000\n"
    assert changelog.endswith(f"\n{signed}")


def test_unless_given_the_date_is_that_of_the_newest_version(archives: Path, tmp_path: Path) -> None:
    changelog = (source(archives, tmp_path) / "debian/changelog").read_text()
    days = re.findall(r"^## \[[0-9.]+\] - (\S+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    written = command(["date", "-u", "-R", "-d", days[0]])
    assert changelog.startswith(f"iqlist ({REVISION})")
    assert changelog.endswith(f">  {written}")


def test_it_has_the_same_bytes_whatever_the_mask_and_the_clock(archives: Path, tmp_path: Path) -> None:
    source(archives, tmp_path / "here")
    script = f'umask 077; "{SCRIPT}" archives there'
    alone(["bash", "-euc", script], tmp_path, TZ="Asia/Tokyo", LC_ALL="C.UTF-8", **MAINTAINER)
    here, there = tmp_path / "here", tmp_path / "there"
    assert listing(here) == listing(there)
    for path, kind in listing(here).items():
        if kind == "file":
            assert (here / path).read_bytes() == (there / path).read_bytes(), path
        assert (here / path).stat().st_mode == (there / path).stat().st_mode, path


@pytest.mark.parametrize("words", [[], ["archives"], ["a", "b", "c"], ["--nonsense", "out"]], ids=" ".join)
def test_unknown_arguments_are_refused_with_the_usage(words: list[str], tmp_path: Path) -> None:
    printed = refusal([SCRIPT, *words], tmp_path, **MAINTAINER)
    assert "usage: bindings/c/packaging/debian-source" in printed
    assert "status 2" in printed
    assert listing(tmp_path) == {}


def test_help_names_each_variable(tmp_path: Path) -> None:
    words = set(re.findall(r"\w+", alone([SCRIPT, "--help"], tmp_path)))
    assert {"DEBFULLNAME", "DEBEMAIL", "DEBREVISION", "SOURCE_DATE_EPOCH"} <= words


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"DEBEMAIL": ""}, "DEBFULLNAME and DEBEMAIL have to name"),
        ({"DEBFULLNAME": ""}, "DEBFULLNAME and DEBEMAIL have to name"),
        ({"DEBEMAIL": "nobody"}, "are no name and address"),
        ({"DEBFULLNAME": "A <b"}, "are no name and address"),
        ({"DEBREVISION": "1-2"}, "DEBREVISION is no revision"),
        ({"SOURCE_DATE_EPOCH": "today"}, "SOURCE_DATE_EPOCH is no number"),
    ],
    ids=str,
)
def test_a_bad_environment_is_refused(
    given: dict[str, str], reason: str, archives: Path, tmp_path: Path
) -> None:
    check_refusal(archives, tmp_path / "out", reason, **given)


def check_refusal(archives: Path, out: Path, reason: str, **given: str) -> None:
    """It says why, and makes nothing."""
    before = listing(out)
    printed = refusal([SCRIPT, archives, out], ROOT, **{**MAINTAINER, **given})
    assert reason in printed
    assert "status 2" in printed
    assert listing(out) == before


def test_a_missing_archive_is_named(archives: Path, tmp_path: Path) -> None:
    (archives / NAMES[1]).unlink()
    check_refusal(archives, tmp_path / "out", f"there is no {NAMES[1]}")


def test_archives_without_their_checksums_are_refused(archives: Path, tmp_path: Path) -> None:
    sums = archives / "SHA256SUMS"
    lines = sums.read_text().splitlines(keepends=True)
    sums.write_text(lines[0])
    check_refusal(archives, tmp_path / "out", f"{NAMES[1]} is not the file")
    sums.unlink()
    check_refusal(archives, tmp_path / "out", "there is no SHA256SUMS")


def test_an_archive_that_was_changed_is_refused(archives: Path, tmp_path: Path) -> None:
    with (archives / NAMES[0]).open("ab") as opened:
        opened.write(b"more")
    check_refusal(archives, tmp_path / "out", f"{NAMES[0]} is not the file")


def test_what_is_there_already_stays(archives: Path, tmp_path: Path) -> None:
    source(archives, tmp_path / "out")
    check_refusal(archives, tmp_path / "out", "is there already")
