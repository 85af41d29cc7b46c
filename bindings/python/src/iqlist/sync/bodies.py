"""The bodies of entries: an arrangement or its changes, encoded, and what does not travel with it.

    the list     a  b  c  d           the body      step        an undo, a redo, or a step of its own
                    │     └ updated                 data        the encoded changeset: b inserted, d updated
                    └ inserted                      ranges      section 0, item 1, one; section 0, item 3, one
                                                    models      of b and d, as the host encodes them
                                                    places      of headers and other elements with a model
                                                    elements    the models of these
                                                    names       of sections that are new

As bytes: the step, whether all is shown anew, then the length of each part, then the parts. All numbers are
little-endian.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any, NamedTuple, Optional, Union

from ..commits import Step

HEAD = struct.Struct("<BB6Q")
TRIPLE = struct.Struct("<3I")
NO_MODEL = 2**32 - 1
"""As the length of a model: there is none."""

Range = tuple[int, int, int]
"""Items of a section: the section, the first item, how many."""
Place = tuple[int, int, int]
"""An element: its section, kind and index."""
Model = Optional[bytes]


class Body(NamedTuple):
    """What an entry holds."""

    step: Step
    reloads: bool
    """Whether all is to be shown anew."""
    data: bytes
    ranges: list[Range]
    models: list[Model]
    """Of the items of the ranges, one after another; empty if models are not sent."""
    places: list[Place]
    elements: list[Model]
    """Of the places."""
    names: list[Union[str, int]]

    def pack(self) -> bytes:
        """Its bytes."""
        parts = [
            self.data,
            pack_triples(self.ranges),
            pack_models(self.models),
            pack_triples(self.places),
            pack_models(self.elements),
            json.dumps(self.names).encode() if self.names else b"",
        ]
        return b"".join([HEAD.pack(self.step, self.reloads, *map(len, parts)), *parts])

    @classmethod
    def unpack(cls, data: bytes) -> Body:
        """ValueError for bytes that are no body."""
        try:
            step, reloads, *lengths = HEAD.unpack_from(data)
            ends = list(accumulate(lengths, initial=HEAD.size))
            if ends[-1] != len(data):
                raise ValueError("its parts have other lengths")
            parts = [data[start:end] for start, end in zip(ends, ends[1:])]
            ranges, places = (list(TRIPLE.iter_unpack(each)) for each in (parts[1], parts[3]))
            models, elements = unpack_models(parts[2]), unpack_models(parts[4])
            if models and len(models) != sum(count for _, _, count in ranges):
                raise ValueError("it has another number of models")
            if len(elements) != len(places):
                raise ValueError("it has another number of elements")
            names = names_of(parts[5])
            return cls(Step(step), bool(reloads), parts[0], ranges, models, places, elements, names)
        except (struct.error, ValueError) as error:
            raise ValueError(f"an entry of the log is damaged: {error}") from error


NEAR = 256
"""Of two ranges with so few items between them all are read at once."""


def spans(ranges: Iterable[Range]) -> Iterator[tuple[int, int, list[range]]]:
    """Ranges that are near, together: the section, the first item, and where the items are from there.

    >>> list(spans([(0, 3, 1), (0, 5, 2), (1, 0, 1)]))
    [(0, 3, [range(0, 1), range(2, 4)]), (1, 0, [range(0, 1)])]
    """
    found: list[range] = []
    section = first = 0
    for at, item, count in ranges:
        if found and (at != section or not 0 <= item - first - found[-1].stop <= NEAR):
            yield section, first, found
            found = []
        if not found:
            section, first = at, item
        found.append(range(item - first, item - first + count))
    if found:
        yield section, first, found


def pack_triples(triples: list[tuple[int, int, int]]) -> bytes:
    return b"".join(TRIPLE.pack(*each) for each in triples)


def pack_models(models: list[Model]) -> bytes:
    """How many, their lengths, and they themselves."""
    if not models:
        return b""
    lengths = (NO_MODEL if each is None else len(each) for each in models)
    head = struct.pack(f"<{len(models) + 1}I", len(models), *lengths)
    return b"".join([head, *(each for each in models if each)])


def unpack_models(data: bytes) -> list[Model]:
    if not data:
        return []
    (count,) = struct.unpack_from("<I", data)
    start = 4 * (count + 1)
    # A number of billions is no reason to make room for them.
    if start > len(data):
        raise ValueError("its models are cut off")
    lengths = struct.unpack_from(f"<{count}I", data, 4)
    if start + sum(each for each in lengths if each != NO_MODEL) != len(data):
        raise ValueError("its models have other lengths")
    return list(cut(data, start, lengths))


def cut(data: bytes, start: int, lengths: Iterable[int]) -> Iterator[Model]:
    for length in lengths:
        if length == NO_MODEL:
            yield None
        else:
            yield data[start : start + length]
            start += length


def names_of(data: bytes) -> list[Union[str, int]]:
    names: list[Any] = json.loads(data) if data else []
    if type(names) is not list or not {*map(type, names)} <= {str, int}:
        raise ValueError("it has names that are none")
    return names
