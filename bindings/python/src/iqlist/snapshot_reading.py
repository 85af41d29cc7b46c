"""How snapshots are read, encoded, pickled and compared."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import byref, sizeof
from typing import Any, cast

from . import abi
from ._calls import Core, check, create, encoding, text, to_uint32
from .arrangement import (
    Arrangement,
    counts,
    optional_key,
    read_supplementaries,
    read_supplementary,
    same_models,
    section_info,
)
from .classes import default_class
from .columns import Columns
from .identity import Key, KeyLike, Position
from .items import read_row
from .keys import key_struct, listed
from .names import Names
from .pickling import check_pickled, is_pickled
from .recipe import Recipe
from .records import Duplicates, M, Row, Supplementary

Policies = tuple[int, bool]
"""What becomes of duplicates, and whether empty sections are dropped."""


def snapshot_options(duplicates: int, drop_empty_sections: bool) -> Any:
    flags = abi.IQ_SNAPSHOT_DROP_EMPTY_SECTIONS if drop_empty_sections else 0
    size = sizeof(abi.iq_snapshot_options)
    return byref(abi.iq_snapshot_options(struct_size=size, duplicates=to_uint32(duplicates), flags=flags))


class SnapshotSource(Arrangement[M]):
    """The part of a snapshot that is read."""

    _duplicates: int
    _drops_empty_sections: bool

    @classmethod
    def _of(cls, core: Core, recipe: Recipe, names: Names, policies: Policies) -> Any:
        made = cls.__new__(cls)
        made._core, made._recipe, made._names = core, recipe, names
        made._duplicates, made._drops_empty_sections = policies
        return made

    @property
    def _policies(self) -> Policies:
        return self._duplicates, self._drops_empty_sections

    def _counts(self) -> tuple[int, int]:
        return counts(abi.iq_snapshot_get_count, self._pointer)

    def _read_items(self, first: int, count: int, buffers: Any) -> None:
        check(abi.iq_snapshot_get_items(self._pointer, first, count, buffers))

    def _row_at(self, position: Any) -> Row[M]:
        return read_row(abi.iq_snapshot_get_item_info_at, self._pointer, position)

    def _index_of(self, position: Any, index: Any) -> None:
        check(abi.iq_snapshot_find_index(self._pointer, position, index))

    def _has(self, key: KeyLike, section: KeyLike | None) -> bool:
        where, name, found = optional_key(section), key_struct(key), abi.iq_position()
        status: int = abi.iq_snapshot_find_position(self._pointer, where, name, byref(found))
        return status == abi.IQ_OK

    def _key_values(self, items: Iterable[Any], section: KeyLike | None) -> list[Any]:
        return [self._key_value(item, section) for item in listed(items)]

    def _section_at(self, position: int) -> abi.iq_section_info:
        return section_info(abi.iq_snapshot_get_section_info_at, self._pointer, position)

    def _section_for_key(self, key: KeyLike) -> abi.iq_section_info:
        with self._showing_values(key):
            return section_info(abi.iq_snapshot_get_section_info, self._pointer, key_struct(key))

    def _supplementaries(self, key: Key) -> list[Supplementary]:
        return read_supplementaries(abi.iq_snapshot_get_supplementaries, self._pointer, key_struct(key))

    def _supplementary(self, key: Key, kind: int, index: int) -> Supplementary:
        return read_supplementary(
            abi.iq_snapshot_get_supplementary, self._pointer, key_struct(key), kind, index
        )

    def _take(self, changeset: Any, options: Any, flags: int, wanted: bool) -> None:
        check(abi.iq_changeset_apply(changeset, self._pointer))

    def _dump(self) -> str:
        return text(abi.iq_snapshot_dump, self._pointer)

    def position(self, item: KeyLike | M, section: KeyLike | None = None) -> Position:
        found, name = abi.iq_position(), self._key_value(item, section)
        where, key = optional_key(section), key_struct(name)
        self._check(abi.iq_snapshot_find_position(self._pointer, where, key, byref(found)), name, section)
        return Position.of(found)

    position.__doc__ = Arrangement.position.__doc__

    def encode(self) -> bytes:
        """Encodes it as bytes, including marks, the same on every machine. Cell classes are encoded by name,
        models are not encoded. O(n).

        >>> from iqlist import Snapshot
        >>> data = Snapshot.of_items(["a"]).encode()
        >>> Snapshot.decode(data).models()
        [None]
        """
        return encoding(abi.iq_snapshot_encode, self._pointer)

    @classmethod
    def decode(
        cls,
        data: bytes | bytearray | memoryview,
        *,
        duplicates: int = Duplicates.REFUSE,
        drop_empty_sections: bool = False,
    ) -> Any:
        """Decodes bytes, whoever wrote them, without models. `FormatError` (a ValueError) if they are no
        encoding or damaged, `NotFoundError` if a cell class is not registered in this process, `ScopeError`
        if its keys are scoped and `duplicates` is not, or the other way round.

        >>> from iqlist import Snapshot
        >>> wanted = Snapshot.of_items(["a", "b"], model=None)
        >>> Snapshot.decode(wanted.encode()) == wanted
        True
        """
        default_class()
        given, options = bytes(data), snapshot_options(duplicates, drop_empty_sections)
        core = create(abi.iq_snapshot, abi.iq_snapshot_decode, given, len(given), options)
        return cls._of(core, Recipe(), Names(), (duplicates, drop_empty_sections))

    def __eq__(self, other: object) -> bool:
        """Whether both have the same sections, items, supplementary elements and marks, and the same model
        objects."""
        snapshot = cast("SnapshotSource[Any]", other)
        if not isinstance(other, SnapshotSource):
            return NotImplemented
        if self is snapshot or self._pointer is snapshot._pointer:
            return True
        return bool(self.encode() == snapshot.encode()) and same_models(self, snapshot)

    def __reduce_ex__(self, protocol: Any) -> Any:
        models = self.models()
        elements: list[tuple[int, Supplementary]] = []
        for at, section in enumerate(self.sections):
            elements += [(at, each) for each in section.supplementaries if each.model is not None]
        check_pickled((models, elements), protocol)
        recipe = self._recipe.parts()
        given = (
            self.encode(),
            self._policies,
            None if all(model is None for model in models) else models,
            elements,
            {bytes(key): name for key, name in self._names.items()},
            recipe if is_pickled(recipe, protocol) else (),
        )
        return type(self)._restored, given

    @classmethod
    def _restored(
        cls,
        data: bytes,
        policies: Policies,
        models: list[Any] | None,
        elements: list[tuple[int, Supplementary]],
        names: dict[bytes, Any],
        recipe: tuple[Any, ...],
    ) -> Any:
        """The snapshot that was pickled."""
        made: Any = cls.decode(data, duplicates=policies[0], drop_empty_sections=policies[1])
        made._names.set(names)
        sections = list(made.sections)
        if models is not None:
            for section in sections:
                first, end = section.first, section.first + len(section)
                columns = made.columns(first, end - first)
                held = Columns(columns.keys, None, models[first:end], columns.classes)
                made.update_items(held, section)
        for at, element in elements:
            made.set_supplementary(sections[at], element)
        made._recipe = Recipe(*recipe)
        return made

    __hash__ = None  # type: ignore[assignment]
