"""The Conan recipe of libiqlist: packages a release archive, and compiles nothing.

The conf `user.iqlist:archives`, or else the environment variable IQLIST_ARCHIVES, names the folder that has
`libiqlist-V-T.tar.gz` and SHA256SUMS. With the conf `user.iqlist:sha256` the archive has to have that sum as
well, and SHA256SUMS may be missing.
"""

# The checker of types does not have Conan.
# mypy: disable-error-code="import-not-found,misc"

import hashlib
import os
from pathlib import Path
from typing import Any, ClassVar

from conan import ConanFile
from conan.errors import ConanException, ConanInvalidConfiguration
from conan.tools.files import copy, unzip

required_conan_version = ">=2.0"

# Those of the archives, by Conan's names of the machine and by libc.
TARGETS = {
    ("x86_64", "gnu"): "x86_64-linux-gnu",
    ("armv8", "gnu"): "aarch64-linux-gnu",
    ("x86_64", "musl"): "x86_64-linux-musl",
}


class Iqlist(ConanFile):
    name = "iqlist"
    version = "0.11.0"
    description = "A headless list engine: the fewest changes from what is shown to what should be"
    license = "MIT"
    topics = ("list", "diff", "gui")
    package_type = "library"
    settings: ClassVar[Any] = ("os", "arch")
    # The libc is no setting of Conan's.
    options: ClassVar[Any] = {"shared": [True, False], "libc": ["gnu", "musl"]}
    default_options: ClassVar[Any] = {"shared": True, "libc": "gnu"}

    def validate(self) -> None:
        machine = (str(self.settings.arch), str(self.options.libc))
        if self.settings.os != "Linux" or machine not in TARGETS:
            known = ", ".join(f"Linux {arch} with libc={libc}" for arch, libc in TARGETS)
            asked = f"{self.settings.os} {machine[0]} with libc={machine[1]}"
            raise ConanInvalidConfiguration(
                f"there is no release archive for {asked}; there are ones for {known}"
            )

    def build(self) -> None:
        name = f"libiqlist-{self.version}-{TARGETS[str(self.settings.arch), str(self.options.libc)]}.tar.gz"
        archive = self._archives() / name
        if not archive.is_file():
            raise ConanException(
                f"there is no {name} in {archive.parent}; put it there, and SHA256SUMS beside it"
            )
        found = hashlib.sha256(archive.read_bytes()).hexdigest()
        for wanted in self._sums(archive):
            if found != wanted:
                raise ConanException(f"{archive} has the SHA-256 sum {found}, and not {wanted}; take it anew")
        unzip(self, str(archive), destination=self.build_folder, strip_root=True)

    def _archives(self) -> Path:
        named = self.conf.get("user.iqlist:archives", check_type=str) or os.environ.get("IQLIST_ARCHIVES")
        if not named:
            raise ConanException(
                "name the folder of the archives: -c user.iqlist:archives=FOLDER, or IQLIST_ARCHIVES"
            )
        return Path(named).absolute()

    def _sums(self, archive: Path) -> list[str]:
        """All that are known of it."""
        sums = []
        given = self.conf.get("user.iqlist:sha256", check_type=str)
        if given:
            sums.append(given.lower())
        listed = archive.with_name("SHA256SUMS")
        if listed.is_file():
            lines = [line.split(maxsplit=1) for line in listed.read_text().splitlines() if line.strip()]
            own = [words[0].lower() for words in lines if words[-1].lstrip("*") == archive.name]
            if not own:
                raise ConanException(f"{listed} does not list {archive.name}; take both from one release")
            sums += own
        if not sums:
            raise ConanException(
                f"there is no {listed}; put it there, or name the sum: -c user.iqlist:sha256=SUM"
            )
        return sums

    def package(self) -> None:
        source, target = Path(self.build_folder), Path(self.package_folder)
        copy(self, "LICENSE", str(source / "share/licenses/iqlist"), str(target / "licenses"))
        copy(self, "*", str(source / "include"), str(target / "include"))
        # A linker would take the shared one if both were there.
        files = "libiqlist.so*" if self.options.shared else "libiqlist.a"
        copy(self, files, str(source / "lib"), str(target / "lib"))

    def package_info(self) -> None:
        self.cpp_info.libs = ["iqlist"]
        self.cpp_info.set_property("cmake_file_name", "iqlist")
        self.cpp_info.set_property("cmake_target_name", "iqlist::iqlist")
        # Until 1.0 a minor version may break programs.
        kept = "SameMinorVersion" if str(self.version).startswith("0.") else "SameMajorVersion"
        self.cpp_info.set_property("cmake_config_version_compat", kept)
        self.cpp_info.set_property("pkg_config_name", "iqlist")
        if not self.options.shared:
            self.cpp_info.system_libs = ["pthread"]
            self.cpp_info.set_property("cmake_target_aliases", ["iqlist::static"])
