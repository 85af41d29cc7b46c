"""What there is once in a process, as the library is, however often this package is imported or reloaded:
which classes are registered, what waits for a thread. Two copies of the
package must agree on these."""

from __future__ import annotations

import sys
from typing import Any, Callable


def once(name: str, make: Callable[[], Any]) -> Any:
    """What the first import has made under that name."""
    process: Any = sys.__dict__
    kept: dict[str, Any] = process.setdefault("_iqlist_process", {})
    if name not in kept:
        kept[name] = make()
    return kept[name]
