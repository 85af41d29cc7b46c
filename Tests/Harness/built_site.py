"""The pages of the documentation's site, the places in them, and the links that lead nowhere."""

import functools
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.names.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


@functools.cache
def page(path: Path) -> Page:
    return Page(path.read_text(errors="replace"))


# What the pages of rustdoc make by a script: lines of a source file.
MADE_LATER = re.compile(r"[\d-]+$")
# What rustdoc writes for a trait that another crate implements, and names for each.
IF_ANY = "/trait.impl/"


def has(target: Path, anchor: str) -> bool:
    return bool({anchor, unquote(anchor)} & page(target).names) or MADE_LATER.match(anchor) is not None


def broken(site: Path) -> Iterator[str]:
    """The internal links that lead to no file, or to no place in one."""
    for path in sorted(site.rglob("*.html")):
        for link in page(path).links:
            address = urlsplit(link)
            # The page for what is not found is shown at any address, and so has links from the root.
            if address.scheme or address.netloc or (path.name == "404.html" and link.startswith("/")):
                continue
            target = (path.parent / unquote(address.path)).resolve() if address.path else path
            anchor = address.fragment
            shown = f"{path.relative_to(site)}: {link}"
            if not target.is_file() and IF_ANY not in link:
                yield f"{shown}: no such file"
            elif anchor and target.suffix == ".html" and not has(target, anchor):
                yield f"{shown}: no such place"
