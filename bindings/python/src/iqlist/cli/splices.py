"""The changes as one flat list takes them: `position removed added`, each valid after the ones before it."""

from __future__ import annotations

from collections.abc import Iterator

from .. import Changeset


def lines(changeset: Changeset) -> Iterator[str]:
    for splice in changeset.splices():
        yield f"{splice.position} {splice.removed} {splice.added}"
