"""What is named after the version: it is the header's everywhere."""

import json
import re
import runpy

import library
import pytest
from machine import HEADER, ROOT, command, tool
from version import node, numbers, soname, version

pytestmark = pytest.mark.facts

RUST = ROOT / "bindings/rust"


def test_the_headers_macros_agree() -> None:
    major, minor, patch = numbers()
    text = HEADER.read_text()
    assert re.findall(r"^#define IQ_VERSION_STRING \"(.*)\"$", text, re.MULTILINE) == [version()]
    (number,) = re.findall(r"^#define IQ_VERSION (\S+)$", text, re.MULTILINE)
    assert int(number, 16) == major << 16 | minor << 8 | patch


def test_the_changelog_has_it_or_says_that_it_comes_next() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text()
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", changelog, re.MULTILINE)
    following = re.findall(r"^The next version, (\S+)\.$", changelog, re.MULTILINE)
    assert [*following, *released][0] == version()


def test_the_library_is_named_after_it() -> None:
    """The name that programs ask for changes with the minor version until 1.0."""
    shared = library.release()
    assert shared.name == soname()
    read = command([tool("readelf"), "-dVW", shared])
    assert re.findall(r"\(SONAME\).*\[(.+)\]", read) == [shared.name]
    # The first definition is that of the file itself.
    assert re.findall(r"Flags: none  Index: \d+  Cnt: \d+  Name: (\S+)", read) == [node()]


def test_pkg_config_has_it() -> None:
    described = library.release().with_name("iqlist.pc").read_text()
    assert re.findall(r"^Version: (.*)$", described, re.MULTILINE) == [version()]


def test_the_python_package_has_it() -> None:
    """Its build takes the package's version from that module (pyproject.toml)."""
    module = "src/iqlist/_library.py"
    described = (ROOT / "bindings/python/pyproject.toml").read_text()
    assert f'[tool.hatch.version]\npath = "{module}"\n' in described
    found = runpy.run_path(str(ROOT / "bindings/python" / module))
    assert found["VERSION"] == version()
    assert found["SONAME"] == soname()


def test_the_recipes_of_other_tools_have_it() -> None:
    """Conan's, vcpkg's and Meson's; what is not here they read from the archive."""
    folder = ROOT / "bindings/c/packaging"
    conan = (folder / "conan/conanfile.py").read_text()
    assert re.findall(r'^    version = "(.*)"$', conan, re.MULTILINE) == [version()]
    assert json.loads((folder / "vcpkg/iqlist/vcpkg.json").read_text())["version"] == version()
    wrap = (folder / "meson/subprojects/iqlist.wrap").read_text()
    assert re.findall(r"^\w+ = libiqlist-([^-\n]+)-", wrap, re.MULTILINE) == [version()] * 2
    # No other file repeats a version.
    recipes = [path for part in ("conan", "vcpkg", "meson") for path in (folder / part).rglob("*")]
    named = {path.name for path in recipes if path.is_file() and version() in path.read_text()}
    assert named == {"conanfile.py", "vcpkg.json", "iqlist.wrap"}


def test_the_crates_have_it() -> None:
    """build.rs takes the library's name from the crate's version."""
    manifest = (RUST / "Cargo.toml").read_text()
    assert re.findall(r'^version = "(.*)"$', manifest, re.MULTILINE) == [version()]
    for crate in ("iqlist-sys", "iqlist"):
        assert "\nversion.workspace = true\n" in (RUST / crate / "Cargo.toml").read_text()
    wanted = re.findall(r'^iqlist-sys = .*version = "(.*)"', (RUST / "iqlist/Cargo.toml").read_text(), re.M)
    assert wanted == [version()]
    for lock in (RUST / "Cargo.lock", ROOT / "Tests/Walkthroughs/rust/Cargo.lock"):
        found = re.findall(r'^name = "(iqlist.*)"\nversion = "(.*)"$', lock.read_text(), re.MULTILINE)
        assert dict(found) == {"iqlist-sys": version(), "iqlist": version()}
