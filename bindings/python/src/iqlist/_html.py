"""Tables for notebooks: what lists, snapshots and changesets show there, short and escaped."""

from __future__ import annotations

import dataclasses
import reprlib
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

ROWS = 10
"""More rows are cut in the middle."""
COLUMNS = 8
"""More fields of a model are not shown."""

_brief = reprlib.Repr()
_brief.maxstring = _brief.maxother = 60


def ends(count: int) -> tuple[range, range]:
    """Which of so many rows are shown: all, or the first and the last ones."""
    if count <= ROWS:
        return range(count), range(0)
    return range(ROWS // 2), range(count - ROWS // 2, count)


def table(caption: str, names: Sequence[str], first: Iterable[Any], last: Iterable[Any]) -> str:
    """A table of rows of texts, and of those behind a gap. The caption stands below."""
    head = "".join([f"<th>{escape(name)}</th>" for name in names])
    body = [_row(row) for row in first]
    rest = [_row(row) for row in last]
    if rest:
        body += ["<tr>" + "<td>…</td>" * len(names) + "</tr>", *rest]
    rows = "".join(body)
    shown = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>" if body else ""
    return f"<div>{shown}<p>{escape(caption)}</p></div>"


def _row(values: Iterable[Any]) -> str:
    return "<tr>" + "".join([f"<td>{escape(str(value))}</td>" for value in values]) + "</tr>"


def text_of(value: Any) -> str:
    """A value, in short. A text stands for itself."""
    if type(value) is str:
        return value if len(value) <= _brief.maxstring else value[: _brief.maxstring - 1] + "…"
    return _brief.repr(value)


def fields_of(models: Sequence[Any]) -> list[str]:
    """The fields that all models have, if they are dataclasses, NamedTuples or mappings of one kind."""
    kinds = set(map(type, models))
    if len(kinds) != 1:
        return []
    first: Any = models[0]
    names: list[Any] = []
    if dataclasses.is_dataclass(first):
        names = [field.name for field in dataclasses.fields(first) if field.repr]
    elif isinstance(models[0], tuple):
        names = list(getattr(first, "_fields", ()))
    elif isinstance(models[0], Mapping):
        names = [name for name in first if all(name in model for model in models)]
    found: list[str] = names[:COLUMNS] if all(isinstance(name, str) for name in names) else []
    return found


def value_of(model: Any, name: str) -> str:
    """A field of a model, in short. What a model cannot say is left out."""
    try:
        return text_of(model[name] if isinstance(model, Mapping) else getattr(model, name))
    except Exception:
        return ""
