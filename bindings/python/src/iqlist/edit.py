"""Edits: a list changed in place, at a cost that follows the change."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from ctypes import byref
from types import TracebackType
from typing import Any, Generic, Union, cast

from . import abi
from ._calls import Core, Owner, check, to_size, to_uint32
from .arrangement import beside, or_end, supplementary_struct
from .changeset import Changeset, changeset_of
from .classes import CellClass
from .columns import Columns, packed
from .commits import Step
from .errors import ArgumentError, HandleError, NoSectionError
from .handles import Item, ItemSource
from .identity import Key, KeyLike, Position
from .keys import keys_struct, listed, raw_keys
from .records import M, Supplementary
from .snapshot import Items

ItemLike = Union[Item[Any], KeyLike]
"""An item of the list: its handle, or its key. Where keys are scoped, it must be the handle."""
_MISSING: Any = object()


class Edit(Owner, Generic[M]):
    """An open edit of a list: `with shown.edit() as edit: ...`.

    At the end of the block it is committed, and `changeset` has the changes; an exception that leaves the
    block abandons it: the list is again as it was. `commit` and `close` do the same explicitly.

    While it is open, every read of the list sees it edited, and any other change of the list raises
    `BusyError`. Each call is all or nothing; after an error the edit is still open, and positions are those
    after the calls before. Sections are given by key (or `Section`), items by `Item`, by key, or by the
    object that they are made of (see `List.key_of`). A `position` of None is the end. `NotFoundError` (a
    KeyError) if there is no such key, `HandleError` for an item that was deleted, `RangeError` (an
    IndexError) beyond the end; duplicates follow the list's policy. After the commit every call raises
    `StateError`.

    Costs O(k log n) for k items, or for sections with k items.

    >>> import iqlist
    >>> log = iqlist.List()
    >>> _ = log.set({"today": ["fetch", "compile", "link"]})
    >>> with log.edit() as edit:
    ...     edit.insert_items(["test"], "today")
    ...     edit.delete_items(["link"])
    ...     edit.move_item("compile", before="fetch")
    >>> edit.changeset
    <Changeset: 1 item deletes, 1 item inserts, 1 item moves>
    >>> log.models()
    ['compile', 'fetch', 'test']
    """

    changeset: Changeset
    """The changes; set by `commit`."""

    def __init__(self) -> None:
        raise TypeError("edits are made by List.edit")

    @classmethod
    def _of(cls, core: Core, owner: ItemSource[M], options: Any, step: Step, wanted: bool) -> Edit[M]:
        made = cls.__new__(cls)
        made._core, made._list, made._options, made._step, made._wanted = core, owner, options, step, wanted
        return made

    _list: ItemSource[M]
    _options: Any
    _step: Step
    _wanted: bool

    def __enter__(self) -> Edit[M]:
        self._live()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None and not self.closed and not hasattr(self, "changeset"):
                self.commit()
        finally:
            self.close()

    def commit(self) -> Changeset:
        """Commits the edit: its changes stay. Returns the changeset, and sets `changeset`. After an error the
        edit stays open.

        >>> import iqlist
        >>> with iqlist.List().edit() as edit:
        ...     edit.commit()
        ...     edit.insert_sections(["s"])
        Traceback (most recent call last):
        iqlist.errors.StateError: IQ_ERROR_STATE: ...
        """
        with self._list._committing(self._step):
            self.changeset = changeset_of(self._wanted, abi.iq_edit_commit, self._pointer, self._options)
        return self.changeset

    # --- items

    def insert_items(
        self,
        items: Items,
        section: KeyLike | None = None,
        position: int | None = None,
        *,
        before: ItemLike | M | None = None,
        after: ItemLike | M | None = None,
    ) -> None:
        """Inserts items into a section, the first of them at `position`; or next to another item. Without
        `section` into the only one, which is created if there is none; `NoSectionError` if there are several.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"s": ["c"]})
        >>> with shown.edit() as edit:
        ...     edit.insert_items(["a"], "s", 0)
        ...     edit.insert_items(["b"], before="c")
        >>> shown.models()
        ['a', 'b', 'c']
        """
        given = self._list._recipe.columns(items)
        if before is not None or after is not None:
            where, anchor = beside(before, after)
            with given._lent() as columns:
                status = abi.iq_edit_insert_items_beside(
                    self._pointer, where, self._item_struct(anchor), byref(columns)
                )
            self._check(status, given)
            return
        if section is None:
            with self._only_section() as only:
                self._insert_items(only, position, given)
        else:
            self._insert_items(self._section(section), position, given, section)

    def _insert_items(
        self, where: abi.iq_section, position: int | None, given: Columns, *names: KeyLike
    ) -> None:
        with given._lent() as columns:
            status = abi.iq_edit_insert_items(self._pointer, where, or_end(position), byref(columns))
        self._check(status, given, *names)

    def insert_children(self, parent: ItemLike | M, index: int | None, items: Items) -> None:
        """Inserts items below the item `parent`: the first of them becomes child number `index` of it; None,
        like the number of its children, is behind the last one. Levels count from there: 0, which is that of
        all items without one, is a child, 1 a child of the child before. Of levels that the list's `level`
        makes, the least is a child's, so that they may count from the root, as those of paths do. Levels of
        `Columns` and of rows are taken as they are.

        `RangeError` (an IndexError) if the index is more than `parent` has children, `ArgumentError` if a
        level would be more than 65,535.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set_items(["src", "README"])
        >>> with shown.edit() as edit:
        ...     edit.insert_children("src", 0, ["main.c"])
        ...     edit.insert_children("src", None, ["test.c"])
        >>> [(row.model, row.level) for row in shown]
        [('src', 0), ('main.c', 1), ('test.c', 1), ('README', 0)]
        >>> paths = iqlist.List(level=lambda path: path.count("/"))
        >>> _ = paths.set_items(["src", "src/lib"])
        >>> with paths.edit() as edit:
        ...     edit.insert_children("src/lib", None, ["src/lib/a", "src/lib/a/b"])
        >>> [(row.model, row.level) for row in paths]
        [('src', 0), ('src/lib', 1), ('src/lib/a', 2), ('src/lib/a/b', 3)]
        """
        given = self._list._recipe.columns_of_children(items)
        with given._lent() as columns:
            status = abi.iq_edit_insert_children(
                self._pointer, self._item_struct(parent), or_end(index), byref(columns)
            )
        self._check(status, given)

    def delete_items(self, items: Iterable[ItemLike | M]) -> None:
        """Deletes items, of any sections. `ArgumentError` if one is given twice.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"s": ["a", "b"], "t": ["c"]})
        >>> with shown.edit() as edit:
        ...     edit.delete_items([shown.item_at(0), "c"])
        >>> shown.models()
        ['b']
        """
        names = listed(items)
        given = self._item_structs(names)
        self._check_items(abi.iq_edit_delete_items(self._pointer, given, len(given)), names)

    def delete_item_range(self, section: KeyLike | None, first: int, count: int | None) -> None:
        """Deletes `count` items of a section (None: the only one) from position `first` on; None: all.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"s": ["a", "b", "c"]})
        >>> with shown.edit() as edit:
        ...     edit.delete_item_range("s", 1, 2)
        >>> shown.models()
        ['a']
        """
        where = self._section_or_only(section)
        check(abi.iq_edit_delete_item_range(self._pointer, where, to_size(first), or_end(count)))

    def move_item(
        self, item: ItemLike | M, *, before: ItemLike | M | None = None, after: ItemLike | M | None = None
    ) -> None:
        """Moves an item next to another, also of another section. Moving it next to itself does nothing.
        Where keys are scoped, moving to another section is a `ScopeError`.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"s": ["a", "b"], "t": ["c"]})
        >>> with shown.edit() as edit:
        ...     edit.move_item("a", after="c")
        >>> shown.position("a")
        Position(section=1, item=1)
        """
        where, anchor = beside(before, after)
        given = self._item_struct(item)
        check(abi.iq_edit_move_item_beside(self._pointer, given, where, self._item_struct(anchor)))

    def move_items(self, items: Iterable[ItemLike | M], position: Position | tuple[int, int | None]) -> None:
        """Moves items, of any sections, so that they follow each other in this order before the item at
        `position`, which is that of now, while all are still where they are: `Hit.insertion` fits as it is.
        With `item` None, or the number of items, they go to the end of the section. `ArgumentError` if one is
        given twice, `RangeError` (an IndexError) if there is no such position; scoped keys as for
        `move_item`.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set_items(["a", "b", "c", "d"])
        >>> with shown.edit() as edit:
        ...     edit.move_items(["d", "a"], (0, 2))
        >>> shown.models()
        ['b', 'd', 'a', 'c']
        """
        names = listed(items)
        given = self._item_structs(names)
        section, item = position
        item = len(self._list.sections[section]) if item is None else item
        where = abi.iq_position(to_uint32(section), to_uint32(item))
        self._check_items(abi.iq_edit_move_items_to(self._pointer, given, len(given), where), names)

    def move_item_range(
        self,
        section: KeyLike | None,
        first: int,
        count: int | None,
        target: KeyLike | None = None,
        position: int | None = None,
    ) -> None:
        """Moves `count` items of a section (None: the only one) from position `first` on; None: all of them.
        Afterwards the first is at `position` of `target` (None: the same section). Scoped keys as for
        `move_item`.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"s": ["a", "b", "c"], "t": ["d"]})
        >>> with shown.edit() as edit:
        ...     edit.move_item_range("s", 1, 2, "t", 0)
        >>> shown.models()
        ['a', 'b', 'c', 'd']
        >>> [len(section) for section in shown.sections]
        [1, 3]
        """
        source = self._section_or_only(section)
        to = source if target is None else self._section(target)
        numbers = to_size(first), or_end(count)
        check(abi.iq_edit_move_item_range(self._pointer, source, *numbers, to, or_end(position)))

    def update_item(
        self,
        item: ItemLike | M,
        *,
        content: Any = _MISSING,
        model: Any = _MISSING,
        cell_class: CellClass | None = _MISSING,
        level: int = _MISSING,
    ) -> None:
        """Updates an item's content, model, class or level. Those that are not given stay; but with a new
        model, the others are also what the list's recipe makes of it, if the list's models are the objects
        themselves.

        >>> import iqlist
        >>> shown = iqlist.List(content=lambda text: (text,))
        >>> _ = shown.set_items(["a", "b"])
        >>> with shown.edit() as edit:
        ...     edit.update_item("b", model="B")
        >>> edit.changeset, shown.models()
        (<Changeset: 1 item reconfigures>, ['a', 'B'])
        """
        found = self._item(item)
        recipe = self._list._recipe
        if model is not _MISSING and recipe.holds_objects:
            made_content, made_class = recipe.appearance(model)
            content = made_content if content is _MISSING else content
            cell_class = made_class if cell_class is _MISSING else cell_class
            made_level = recipe.level_of(model)
            level = made_level if level is _MISSING and made_level is not None else level
        models, classes, flags = None, None, 0
        if content is not _MISSING:
            flags |= abi.IQ_COLUMN_CONTENT
        if model is not _MISSING or cell_class is not _MISSING:
            flags |= abi.IQ_COLUMN_MODEL | abi.IQ_COLUMN_CLASS
            models = [found.model if model is _MISSING else model]
            classes = [found.cell_class if cell_class is _MISSING else cell_class]
        contents = None if content is _MISSING else [content]
        levels = None if level is _MISSING else [level]
        flags |= 0 if level is _MISSING else abi.IQ_COLUMN_LEVEL
        if flags:
            self._update([found], Columns([0], contents, models, classes, levels), flags)

    def update_items(self, items: Items, section: KeyLike | None = None) -> None:
        """Updates the items of these objects' keys: content, model and class, and level if it makes one, are
        what the list's recipe makes of each object. `Columns` update the fields that they have, and the
        others stay; classes require models. Where keys are scoped, all of them are looked up in `section`.
        `NotFoundError` if a key does not exist, `ArgumentError` if one is given twice; then nothing is
        changed.

        >>> import iqlist
        >>> shown = iqlist.List(key="id", content="done")
        >>> class Task:
        ...     def __init__(self, id: int) -> None:
        ...         self.id, self.done = id, False
        >>> tasks = [Task(1), Task(2), Task(3)]
        >>> _ = shown.set_items(tasks)
        >>> tasks[0].done = tasks[2].done = True
        >>> with shown.edit() as edit:
        ...     edit.update_items([tasks[0], tasks[2]])
        >>> edit.changeset
        <Changeset: 2 item reconfigures>
        """
        columns = self._list._recipe.columns(items)
        flags = columns._fields()
        keys = packed(columns._keys, 16)
        with self._list._showing_values(columns, section):
            found = [self._list.item(key, section) for key in raw_keys(keys)]
        if found and flags:
            self._update(found, columns, flags)

    def _update(self, items: list[Item[M]], columns: Columns, flags: int) -> None:
        structs = self._item_structs(items)
        with columns._lent() as lent:
            status = abi.iq_edit_update_items(self._pointer, structs, byref(lent), flags)
        with columns._blaming_repeated(lambda i: items[i].key):
            check(status)

    def reload_items(self, items: Iterable[ItemLike | M]) -> None:
        """Marks items for reload: an update with a new cell, even if nothing differs.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set_items(["a", "b"])
        >>> with shown.edit() as edit:
        ...     edit.reload_items(["b"])
        >>> edit.changeset
        <Changeset: 1 item reloads>
        """
        names = listed(items)
        given = self._item_structs(names)
        self._check_items(abi.iq_edit_reload_items(self._pointer, given, len(given)), names)

    def reconfigure_items(self, items: Iterable[ItemLike | M]) -> None:
        """Marks items for reconfigure: an update with the same cell bound again.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set_items(["a", "b"])
        >>> with shown.edit() as edit:
        ...     edit.reconfigure_items(shown.items())
        >>> edit.changeset
        <Changeset: 2 item reconfigures>
        """
        names = listed(items)
        given = self._item_structs(names)
        self._check_items(abi.iq_edit_reconfigure_items(self._pointer, given, len(given)), names)

    def set_section_items(self, section: KeyLike, items: Items) -> None:
        """Replaces the items of one section. Items whose keys are among the new ones keep their handles.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"s": ["a", "b"], "t": ["c"]})
        >>> with shown.edit() as edit:
        ...     edit.set_section_items("s", ["b", "d"])
        >>> edit.changeset
        <Changeset: 1 item deletes, 1 item inserts>
        """
        given = self._list._recipe.columns(items)
        with given._lent() as columns:
            status = abi.iq_edit_set_section_items(self._pointer, self._section(section), byref(columns))
        self._check(status, given, section)

    # --- sections

    def insert_sections(
        self,
        keys: Iterable[KeyLike],
        position: int | None = None,
        *,
        before: KeyLike | None = None,
        after: KeyLike | None = None,
    ) -> None:
        """Inserts empty sections, the first of them at `position`; or next to another section.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> with shown.edit() as edit:
        ...     edit.insert_sections(["s", "u"])
        ...     edit.insert_sections(["t"], after="s")
        ...     edit.insert_items(["a"], "t")
        >>> shown.position("a")
        Position(section=1, item=0)
        """
        names = listed(keys)
        given = keys_struct(names)
        if before is None and after is None:
            status = abi.iq_edit_insert_sections(self._pointer, or_end(position), given, len(given))
        else:
            where, anchor = beside(before, after)
            status = abi.iq_edit_insert_sections_beside(
                self._pointer, where, self._section(anchor), given, len(given)
            )
        self._check(status, names)
        self._list._name_sections(names)

    def delete_sections(self, sections: Iterable[KeyLike]) -> None:
        """Deletes sections with their items and supplementary elements. `ArgumentError` if one is given
        twice.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"s": ["a", "b"], "t": ["c"]})
        >>> with shown.edit() as edit:
        ...     edit.delete_sections(["s"])
        >>> edit.changeset
        <Changeset: 1 section deletes, 2 item deletes>
        """
        given = self._sections(sections)
        check(abi.iq_edit_delete_sections(self._pointer, given, len(given)))

    def delete_section_range(self, first: int, count: int | None) -> None:
        """Deletes `count` sections from position `first` on; None: all of them.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> with shown.edit() as edit:
        ...     edit.insert_sections(["s", "t", "u"])
        ...     edit.delete_section_range(1, 2)
        >>> "s" in shown.sections, "t" in shown.sections
        (True, False)
        """
        check(abi.iq_edit_delete_section_range(self._pointer, to_size(first), or_end(count)))

    def move_section(
        self, section: KeyLike, *, before: KeyLike | None = None, after: KeyLike | None = None
    ) -> None:
        """Moves a section next to another. Its items move with it and are no moves of their own. Moving it
        next to itself does nothing.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"s": ["a", "b"], "t": ["c", "d"]})
        >>> with shown.edit() as edit:
        ...     edit.move_section("s", after="t")
        >>> edit.changeset
        <Changeset: 1 section moves>
        """
        where, anchor = beside(before, after)
        given = self._section(section)
        check(abi.iq_edit_move_section_beside(self._pointer, given, where, self._section(anchor)))

    def move_section_range(self, first: int, count: int | None, position: int | None = None) -> None:
        """Moves `count` sections from position `first` on; None: all of them. Afterwards the first is at
        `position`.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> with shown.edit() as edit:
        ...     edit.insert_sections(["s", "t", "u"])
        ...     edit.move_section_range(0, 2, 1)
        >>> [shown.section(key).position for key in "stu"]
        [1, 2, 0]
        """
        check(abi.iq_edit_move_section_range(self._pointer, to_size(first), or_end(count), or_end(position)))

    def reload_sections(self, sections: Iterable[KeyLike]) -> None:
        """Marks sections, their items and their supplementary elements for reload.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"s": ["a", "b"], "t": ["c"]})
        >>> with shown.edit() as edit:
        ...     edit.reload_sections(["s"])
        >>> edit.changeset
        <Changeset: 1 section updates, 2 item reloads>
        """
        given = self._sections(sections)
        check(abi.iq_edit_reload_sections(self._pointer, given, len(given)))

    def set_supplementary(self, section: KeyLike, element: Supplementary) -> None:
        """Sets a supplementary element of a section; it replaces one of the same (kind, index).

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> with shown.edit() as edit:
        ...     edit.insert_sections(["s"])
        ...     edit.set_supplementary("s", iqlist.Supplementary(iqlist.ElementKind.FOOTER, "sum", model=7))
        >>> shown.section("s").footer.model
        7
        """
        given = byref(supplementary_struct(element))
        check(abi.iq_edit_set_supplementary(self._pointer, self._section(section), given))

    def remove_supplementary(self, section: KeyLike, kind: int, index: int = 0) -> None:
        """Removes a supplementary element; `NotFoundError` if there is none of this kind and index.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set([("s", ["a"], [iqlist.Supplementary(iqlist.ElementKind.HEADER, "title")])])
        >>> with shown.edit() as edit:
        ...     edit.remove_supplementary("s", iqlist.ElementKind.HEADER)
        >>> edit.changeset
        <Changeset: 1 supplementary deletes>
        """
        where = self._section(section)
        check(abi.iq_edit_remove_supplementary(self._pointer, where, to_uint32(kind), to_uint32(index)))

    # --- lookups

    def _section(self, key: KeyLike) -> abi.iq_section:
        return self._list._section_handle(key)

    def _sections(self, keys: Iterable[KeyLike]) -> Any:
        found = [self._section(key) for key in keys]
        return (abi.iq_section * len(found))(*found)

    def _section_or_only(self, section: KeyLike | None) -> abi.iq_section:
        if section is not None:
            return self._section(section)
        count = self._list._counts()[0]
        if count != 1:
            why = f"the list has {count} sections: give one of them" if count else "the list has no section"
            raise NoSectionError(why, status=abi.IQ_ERROR_NO_SECTION)
        found = abi.iq_section()
        check(abi.iq_list_find_section_at(self._list._pointer, 0, byref(found)))
        return found

    @contextmanager
    def _only_section(self) -> Generator[abi.iq_section, None, None]:
        """The only section, created if there is none, and then deleted again if the block fails."""
        if self._list._counts()[0]:
            yield self._section_or_only(None)
            return
        key = Key(bytes(16))
        self.insert_sections([key])
        try:
            yield self._section(key)
        except BaseException:
            self.delete_sections([key])
            raise

    def _item_struct(self, item: ItemLike | M) -> abi.iq_item:
        return self._item(item)._struct

    def _item(self, item: Any) -> Item[M]:
        return cast("Item[M]", item) if isinstance(item, Item) else self._list.item(item)

    def _item_structs(self, items: list[Any]) -> Any:
        found = [self._item_struct(item) for item in items]
        return (abi.iq_item * len(found))(*found)

    def _check(self, status: int, *given: Any) -> None:
        self._list._check(status, *given)

    def _check_items(self, status: int, names: list[Any]) -> None:
        """Ends a call that is given items: an error shows which of them does not exist, or is given twice."""
        try:
            check(status)
        except (ArgumentError, HandleError) as error:
            if error.element is not None:
                is_gone = isinstance(error, HandleError)
                why = "was deleted, or is of another list" if is_gone else "is given twice"
                error._blame(names[error.element], why)
            raise

    def __repr__(self) -> str:
        if self.closed:
            return "<Edit, closed>"
        return f"<Edit of {self._list!r}, {'committed' if hasattr(self, 'changeset') else 'open'}>"
