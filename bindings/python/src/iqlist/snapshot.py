"""Snapshots: descriptions of what a list should show, built step by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from ctypes import byref, c_size_t
from typing import Any, Callable, Union, overload

from . import abi
from ._calls import check, create, to_uint32
from .arrangement import (
    beside,
    optional_key,
    or_end,
    supplementary_struct,
)
from .columns import Columns, packed
from .entries import Entries, SectionEntries
from .getters import Getter
from .identity import Key, KeyLike
from .keys import key_struct, keys_struct, listed
from .names import Names
from .recipe import ClassGetter, Recipe, itself
from .records import Duplicates, M, Row, Supplementary, T
from .snapshot_reading import SnapshotSource, snapshot_options

Items = Union[Columns, Iterable[Any]]
"""Items as input: columns, or any objects, from which the recipe makes items."""


class Snapshot(SnapshotSource[M]):
    """A description of what a list should show. It copies everything that it is given, and can be built on
    any thread, applied to any number of lists, and copied at no cost per item.

    `duplicates` is the policy for keys that occur more than once, see `Duplicates`; with
    `drop_empty_sections`, sections without items are dropped when it is used. `key`, `content`, `model`,
    `cell_class` and `level` define how items are made of objects, see `List`.

    It can be pickled: its encoding, its models and the names of its sections. TypeError if the models cannot;
    `encode` leaves them out. If a function of its recipe cannot, it has no recipe then, as after `decode`.

    Items are given by key, or by the object that they are made of; where keys are scoped by section
    (`Duplicates.SCOPE`) the section is required. `NotFoundError` (a KeyError) if there is no such key, except
    in deletes, which skip it. A call that would change the snapshot while another thread uses it raises
    `BusyError`.

    >>> wanted = Snapshot(key="id", content=("name",))
    >>> wanted.append_sections(["friends", "family"])
    >>> wanted.append_items([{"id": 1, "name": "Ada"}, {"id": 2, "name": "Ben"}], section="friends")
    >>> wanted.move_item(2, before=1)
    >>> [item.model["name"] for item in wanted], wanted.position(1)
    (['Ben', 'Ada'], Position(section=0, item=1))
    """

    def __init__(
        self,
        *,
        duplicates: int = Duplicates.REFUSE,
        drop_empty_sections: bool = False,
        key: Getter | None = None,
        content: Getter | None = None,
        model: Callable[[Any], M] | None = itself,
        cell_class: ClassGetter | None = None,
        level: Getter | None = None,
    ) -> None:
        self._recipe, self._names = Recipe(key, content, model, cell_class, level), Names()
        self._owns_recipe = True
        self._duplicates, self._drops_empty_sections = duplicates, drop_empty_sections
        options = snapshot_options(duplicates, drop_empty_sections)
        self._core = create(abi.iq_snapshot, abi.iq_snapshot_create, options)

    @overload
    @classmethod
    def of_items(cls, items: Columns, **options: Any) -> Snapshot[Any]: ...
    @overload
    @classmethod
    def of_items(cls, items: Iterable[Any], *, model: Callable[[Any], T], **options: Any) -> Snapshot[T]: ...
    @overload
    @classmethod
    def of_items(cls, items: Iterable[Any], *, model: None, **options: Any) -> Snapshot[None]: ...
    @overload
    @classmethod
    def of_items(cls, items: Iterable[Row[T]], **options: Any) -> Snapshot[T]: ...
    @overload
    @classmethod
    def of_items(cls, items: Iterable[T], **options: Any) -> Snapshot[T]: ...
    @classmethod
    def of_items(cls, items: Items, **options: Any) -> Snapshot[Any]:
        """A snapshot of one section with these items, whose key is 16 zero bytes, as for `List.set_items`.
        Options are those of the constructor.

        >>> Snapshot.of_items([{"id": 1, "name": "Ada"}], key="id", content="name")
        <Snapshot of 1 item in 1 section>
        """
        made: Snapshot[Any] = cls(**options)
        made.append_sections([Key(bytes(16))])
        made.append_items(items)
        return made

    @overload
    @classmethod
    def of_sections(cls, sections: Entries, *, model: Callable[[Any], T], **options: Any) -> Snapshot[T]: ...
    @overload
    @classmethod
    def of_sections(cls, sections: Entries, *, model: None, **options: Any) -> Snapshot[None]: ...
    @overload
    @classmethod
    def of_sections(cls, sections: Mapping[Any, Sequence[T]], **options: Any) -> Snapshot[T]: ...
    @overload
    @classmethod
    def of_sections(cls, sections: Entries, **options: Any) -> Snapshot[Any]: ...
    @classmethod
    def of_sections(cls, sections: Entries, **options: Any) -> Snapshot[Any]:
        """A snapshot of sections with their items: a mapping, or pairs, of key and items. Options are those
        of the constructor.

        >>> Snapshot.of_sections({"a": ["x"], "b": ["y", "z"]})
        <Snapshot of 3 items in 2 sections>
        """
        made: Snapshot[Any] = cls(**options)
        made.set(sections)
        return made

    def set(self, sections: Entries, columns: Columns | None = None) -> None:
        """Replaces the whole snapshot in one call, including marks. Sections, items and columns as for
        `List.set`. `DuplicateError` if a section's key occurs twice and duplicates are refused; `BusyError`.

        >>> wanted = Snapshot.of_items(["a"])
        >>> wanted.set({"a": ["x"], "b": ["y", "z"]})
        >>> wanted
        <Snapshot of 3 items in 2 sections>
        """
        given = SectionEntries(sections, columns, self._recipe)
        with self._showing_values(given.columns, given.names), given.columns._lent() as lent:
            check(abi.iq_snapshot_set(self._pointer, given.structs, len(given.names), byref(lent)))
        self._name_sections(given.names)

    def copy(self) -> Snapshot[M]:
        """An independent copy, including marks, with no work per item.

        >>> wanted = Snapshot.of_items(["a"])
        >>> other = wanted.copy()
        >>> other.append_items(["b"])
        >>> wanted, other
        (<Snapshot of 1 item in 1 section>, <Snapshot of 2 items in 1 section>)
        """
        core = create(abi.iq_snapshot, abi.iq_snapshot_copy, self._pointer)
        made: Snapshot[M] = Snapshot._of(core, self._recipe, self._names.copy(), self._policies)
        return made

    __copy__ = copy
    _frozen = copy

    def __enter__(self) -> Snapshot[M]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- sections

    def append_sections(self, keys: Iterable[KeyLike]) -> None:
        """Appends empty sections. A key that already exists is a duplicate.

        >>> Snapshot().append_sections(["s", "t", "s"])
        Traceback (most recent call last):
        iqlist.errors.DuplicateError: IQ_ERROR_DUPLICATE: ...
        """
        given = listed(keys)
        self._check(abi.iq_snapshot_append_sections(self._pointer, keys_struct(given), len(given)), given)
        self._name_sections(given)

    def insert_sections(
        self,
        keys: Iterable[KeyLike],
        position: int | None = None,
        *,
        before: KeyLike | None = None,
        after: KeyLike | None = None,
    ) -> None:
        """Inserts empty sections, the first of them at `position`, None: the end; or next to the section of a
        key. `RangeError` (an IndexError) beyond the end, `NotFoundError` if there is no such section.

        >>> wanted = Snapshot.of_sections({"s": [], "u": []})
        >>> wanted.insert_sections(["t"], after="s")
        >>> wanted.insert_sections(["r"], 0)
        >>> [wanted.section(key).position for key in "rstu"]
        [0, 1, 2, 3]
        """
        names = listed(keys)
        given = keys_struct(names)
        if before is None and after is None:
            place = or_end(position)
            status = abi.iq_snapshot_insert_sections(self._pointer, place, given, len(given))
            self._check(status, names)
        else:
            where, anchor = beside(before, after)
            status = abi.iq_snapshot_insert_sections_beside(
                self._pointer, where, key_struct(anchor), given, len(given)
            )
            self._check(status, anchor, names)
        self._name_sections(names)

    def move_section(
        self, section: KeyLike, *, before: KeyLike | None = None, after: KeyLike | None = None
    ) -> None:
        """Moves a section next to another. Moving it next to itself does nothing.

        >>> wanted = Snapshot.of_sections({"s": ["a"], "t": ["b"]})
        >>> wanted.move_section("t", before="s")
        >>> wanted.models()
        ['b', 'a']
        """
        where, anchor = beside(before, after)
        status = abi.iq_snapshot_move_section_beside(
            self._pointer, key_struct(section), where, key_struct(anchor)
        )
        self._check(status, section, anchor)

    def delete_sections(self, keys: Iterable[KeyLike]) -> int:
        """Deletes sections with their items. Returns the number of keys that did not exist.

        >>> wanted = Snapshot.of_sections({"s": ["a"], "t": ["b"]})
        >>> wanted.delete_sections(["t", "u"]), wanted
        (1, <Snapshot of 1 item in 1 section>)
        """
        given, missing = keys_struct(listed(keys)), c_size_t()
        check(abi.iq_snapshot_delete_sections(self._pointer, given, len(given), byref(missing)))
        return missing.value

    def clear(self) -> None:
        """Deletes all sections and items.

        >>> wanted = Snapshot.of_items(["a", "b"])
        >>> wanted.clear()
        >>> wanted
        <Snapshot of 0 items in 0 sections>
        """
        check(abi.iq_snapshot_delete_all(self._pointer))

    # --- items

    def append_items(self, items: Items, section: KeyLike | None = None) -> None:
        """Appends items to a section; without `section` to the last one. `NoSectionError` if there is none. A
        duplicate that is refused is reported by the first call that looks up a key, by `diff` and by
        `List.apply`.

        >>> Snapshot().append_items(["a"])
        Traceback (most recent call last):
        iqlist.errors.NoSectionError: IQ_ERROR_NO_SECTION: ...
        """
        given = self._recipe.columns(items)
        with given._lent() as columns:
            status = abi.iq_snapshot_append_items(self._pointer, optional_key(section), byref(columns))
        self._check(status, section, given)

    def insert_items(
        self,
        items: Items,
        *,
        before: KeyLike | M | None = None,
        after: KeyLike | M | None = None,
        section: KeyLike | None = None,
        position: int | None = None,
    ) -> None:
        """Inserts items next to another item, O(n) the first time, then O(count + log n); or into `section`,
        the first of them at `position`, None: the end. `RangeError` (an IndexError) beyond the end.

        >>> wanted = Snapshot.of_sections({"s": ["b", "e"]})
        >>> wanted.insert_items(["c", "d"], after="b")
        >>> wanted.insert_items(["a"], section="s", position=0)
        >>> wanted.models()
        ['a', 'b', 'c', 'd', 'e']
        """
        given = self._recipe.columns(items)
        if before is None and after is None and section is not None:
            place = or_end(position)
            with given._lent() as columns:
                status = abi.iq_snapshot_insert_items(
                    self._pointer, key_struct(section), place, byref(columns)
                )
            return self._check(status, section, given)
        if position is not None:
            raise TypeError("a position needs a section, and neither before nor after")
        where, anchor = beside(before, after)
        name = self._key_value(anchor, section)
        with given._lent() as columns:
            status = abi.iq_snapshot_insert_items_beside(
                self._pointer, optional_key(section), where, key_struct(name), byref(columns)
            )
        self._check(status, section, name, given)

    def insert_children(
        self, parent: KeyLike | M, index: int | None, items: Items, section: KeyLike | None = None
    ) -> None:
        """Inserts items below the item `parent`, as `Edit.insert_children` does: the first of them becomes
        child number `index` of `parent`, None: behind the last one. `RangeError` (an IndexError) if the index
        is more than its children, `ArgumentError` if a level would be more than 65,535.

        >>> wanted = Snapshot.of_items(["src", "README"])
        >>> wanted.insert_children("src", 0, ["main.c"])
        >>> [(row.model, row.level) for row in wanted]
        [('src', 0), ('main.c', 1), ('README', 0)]
        """
        given, name = self._recipe.columns_of_children(items), self._key_value(parent, section)
        where, key, number = optional_key(section), key_struct(name), or_end(index)
        with given._lent() as columns:
            status = abi.iq_snapshot_insert_children(self._pointer, where, key, number, byref(columns))
        self._check(status, section, name, given)

    def set_section_items(self, section: KeyLike, items: Items) -> None:
        """Replaces the items of one section, at a cost that follows them and not the snapshot. A key that
        another section has is a duplicate.

        >>> wanted = Snapshot.of_sections({"s": ["a", "b"], "t": ["c"]})
        >>> wanted.set_section_items("s", ["b", "d"])
        >>> wanted.models()
        ['b', 'd', 'c']
        """
        given = self._recipe.columns(items)
        with given._lent() as columns:
            status = abi.iq_snapshot_set_section_items(self._pointer, key_struct(section), byref(columns))
        self._check(status, section, given)

    def update_items(self, items: Items, section: KeyLike | None = None) -> None:
        """Updates the items of these objects' keys where they are, as `Edit.update_items` does. `Columns`
        update the fields that they have, and the others stay; classes require models. `NotFoundError` if a
        key does not exist, `ArgumentError` if one is given twice; then nothing is changed.

        >>> import iqlist
        >>> before = Snapshot.of_items([{"id": 1, "name": "Ada"}], key="id", content="name")
        >>> after = before.copy()
        >>> after.update_items([{"id": 1, "name": "Ada L."}])
        >>> iqlist.diff(before, after)
        <Changeset: 1 item reconfigures>
        """
        columns = self._recipe.columns(items)
        flags, keys = columns._fields(), packed(columns._keys, 16)
        if not keys or not flags:
            return
        given, where = (abi.iq_key * (len(keys) // 16)).from_buffer_copy(keys), optional_key(section)
        with columns._lent() as lent:
            status = abi.iq_snapshot_update_items(self._pointer, where, given, byref(lent), flags)
        with columns._blaming_repeated(lambda i: bytes(given[i])):
            self._check(status, section, columns)

    def move_item(
        self,
        item: KeyLike | M,
        *,
        before: KeyLike | M | None = None,
        after: KeyLike | M | None = None,
        section: KeyLike | None = None,
        to_section: KeyLike | None = None,
    ) -> None:
        """Moves an item next to another, also of another section, or to the end of `to_section`. Where keys
        are scoped, both are looked up in `section`, and moving to another section is a `ScopeError`.

        >>> wanted = Snapshot.of_sections({"s": ["a", "b"], "t": []})
        >>> wanted.move_item("a", to_section="t")
        >>> wanted.position("a")
        Position(section=1, item=0)
        """
        name = self._key_value(item, section)
        if to_section is not None:
            if before is not None or after is not None:
                raise TypeError("give one of before, after and to_section")
            status = abi.iq_snapshot_move_item_to_end(self._pointer, key_struct(to_section), key_struct(name))
            self._check(status, name, to_section)
            return
        where, anchor = beside(before, after)
        other = self._key_value(anchor, section)
        status = abi.iq_snapshot_move_item_beside(
            self._pointer, optional_key(section), key_struct(name), where, key_struct(other)
        )
        self._check(status, section, name, other)

    def delete_items(self, items: Iterable[KeyLike | M], section: KeyLike | None = None) -> int:
        """Deletes items. Returns the number of them that did not exist.

        >>> wanted = Snapshot.of_items(["a", "b"])
        >>> wanted.delete_items(["b", "c"]), len(wanted)
        (1, 1)
        """
        given, missing = keys_struct(self._key_values(items, section)), c_size_t()
        status = abi.iq_snapshot_delete_items(
            self._pointer, optional_key(section), given, len(given), byref(missing)
        )
        self._check(status, section)
        return missing.value

    def delete_all_items(self, section: KeyLike | None = None) -> None:
        """Deletes the items of one section, or of all; the sections stay.

        >>> wanted = Snapshot.of_sections({"s": ["a", "b"], "t": ["c"]})
        >>> wanted.delete_all_items("s")
        >>> wanted
        <Snapshot of 1 item in 2 sections>
        """
        self._check(abi.iq_snapshot_delete_all_items(self._pointer, optional_key(section)), section)

    # --- marks

    def reload_items(self, items: Iterable[KeyLike | M], section: KeyLike | None = None) -> None:
        """Marks items for reload: an update with a new cell, even if the contents are equal. `NotFoundError`,
        with nothing marked, if one does not exist. A list that the snapshot is applied to does not keep the
        marks.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set_items(["a", "b"])
        >>> wanted = shown.snapshot()
        >>> wanted.reload_items(["b"])
        >>> shown.apply(wanted)
        <Changeset: 1 item reloads>
        """
        names = self._key_values(items, section)
        given, where = keys_struct(names), optional_key(section)
        self._check(abi.iq_snapshot_reload_items(self._pointer, where, given, len(given)), section, names)

    def reconfigure_items(self, items: Iterable[KeyLike | M], section: KeyLike | None = None) -> None:
        """Marks items for reconfigure: an update with the same cell bound again. Errors as for
        `reload_items`.

        >>> import iqlist
        >>> before = Snapshot.of_items(["a", "b"])
        >>> after = before.copy()
        >>> after.reconfigure_items(["a", "b"])
        >>> iqlist.diff(before, after)
        <Changeset: 2 item reconfigures>
        """
        names = self._key_values(items, section)
        given, where = keys_struct(names), optional_key(section)
        self._check(
            abi.iq_snapshot_reconfigure_items(self._pointer, where, given, len(given)), section, names
        )

    def reload_sections(self, keys: Iterable[KeyLike]) -> None:
        """Marks sections, their items and their supplementary elements for reload. Errors as for
        `reload_items`.

        >>> import iqlist
        >>> before = Snapshot.of_sections({"s": ["a", "b"], "t": ["c"]})
        >>> after = before.copy()
        >>> after.reload_sections(["s"])
        >>> iqlist.diff(before, after)
        <Changeset: 1 section updates, 2 item reloads>
        """
        names = listed(keys)
        given = keys_struct(names)
        self._check(abi.iq_snapshot_reload_sections(self._pointer, given, len(given)), names)

    def clear_marks(self) -> None:
        """Removes all marks.

        >>> before = Snapshot.of_items(["a", "b"])
        >>> after = before.copy()
        >>> after.reload_items(["a"])
        >>> after.clear_marks()
        >>> after == before
        True
        """
        check(abi.iq_snapshot_clear_marks(self._pointer))

    # --- supplementary elements

    def set_supplementary(self, section: KeyLike, element: Supplementary) -> None:
        """Sets a supplementary element of a section; it replaces one of the same (kind, index).

        >>> import iqlist
        >>> wanted = Snapshot.of_sections({"s": ["a"]})
        >>> header = Supplementary(iqlist.ElementKind.HEADER, "title", content=("Fruit",), model="Fruit")
        >>> wanted.set_supplementary("s", header)
        >>> wanted.section("s").header.model
        'Fruit'
        """
        given = byref(supplementary_struct(element))
        self._check(abi.iq_snapshot_set_supplementary(self._pointer, key_struct(section), given), section)

    def remove_supplementary(self, section: KeyLike, kind: int, index: int = 0) -> None:
        """Removes a supplementary element; `NotFoundError` if there is none of this kind and index.

        >>> Snapshot.of_sections({"s": ["a"]}).remove_supplementary("s", 2)
        Traceback (most recent call last):
        iqlist.errors.NotFoundError: IQ_ERROR_NOT_FOUND: ...
        """
        where, numbers = key_struct(section), (to_uint32(kind), to_uint32(index))
        self._check(abi.iq_snapshot_remove_supplementary(self._pointer, where, *numbers), section)
