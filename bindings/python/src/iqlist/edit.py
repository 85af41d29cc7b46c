"""Edits: a list changed where it stands, at a cost that follows the change."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from ctypes import byref
from types import TracebackType
from typing import Any, Generic, Union, cast

from . import abi
from ._calls import Core, Owner, check, place, word
from .arrangement import beside, supplementary_struct
from .changeset import Changeset, told
from .classes import CellClass
from .columns import Columns, packed
from .errors import ArgumentError, HandleError, NoSectionError
from .handles import Handle, HandleSource
from .identity import Key, KeyLike
from .keys import keys_struct, listed, raw_keys
from .records import M, Supplementary
from .snapshot import Items

ItemLike = Union[Handle[Any], KeyLike]
"""An item of the list: its handle, or its key. Where keys are scoped, it must be the handle."""
_UNSAID: Any = object()


class Edit(Owner, Generic[M]):
    """An open edit of a list: `with shown.edit() as edit: ...`.

    At the end of the block it is committed, and `changeset` holds what it changed; an exception that leaves
    the block abandons it: the list is again what it was. `commit` and `close` do the same by hand.

    While it is open, whoever reads the list sees it edited, and whatever else would change the list raises
    `BusyError`. Each call is all or nothing; after an error the edit is still open, and positions are as
    the calls before have left them. Sections are named by key (or `Section`), items by `Handle`, by key, or
    by the object that they are made of (see `List.key_of`). An
    `index` or `position` of None is the end. `NotFoundError` (a KeyError) if there is no such key,
    `HandleError` for a handle whose item is gone and for what is to be deleted twice, `RangeError` (an
    IndexError) beyond the end, duplicates as the list's policy has it. After the commit every call raises
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
    """What was changed; there once it is committed."""

    def __init__(self) -> None:
        raise TypeError("edits are made by List.edit")

    @classmethod
    def _of(cls, core: Core, owner: HandleSource[M], options: Any, wanted: bool) -> Edit[M]:
        made = cls.__new__(cls)
        made._core, made._list, made._options, made._wanted = core, owner, options, wanted
        return made

    _list: HandleSource[M]
    _options: Any
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
        """Ends the edit: its changes stay. Answers the changeset, and keeps it as `changeset`. If it is
        refused, the edit stays open.

        >>> import iqlist
        >>> with iqlist.List().edit() as edit:
        ...     edit.commit()
        ...     edit.insert_sections(["s"])
        Traceback (most recent call last):
        iqlist.errors.StateError: IQ_ERROR_STATE: ...
        """
        self.changeset = told(self._wanted, abi.iq_edit_commit, self._pointer, self._options)
        return self.changeset

    # --- items

    def insert_items(
        self,
        items: Items,
        section: KeyLike | None = None,
        index: int | None = None,
        *,
        before: ItemLike | M | None = None,
        after: ItemLike | M | None = None,
    ) -> None:
        """Puts items into a section, the first of them at `index`; or next to an item. Where no section is
        said it is the only one, which is made if there is none; `NoSectionError` if there are several.

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
            function, anchor = beside(
                before, abi.iq_edit_insert_items_before, after, abi.iq_edit_insert_items_after
            )
            with given._lent() as columns:
                status = function(self._pointer, self._item(anchor), byref(columns))
            self._check(status, given)
            return
        if section is None:
            with self._only_section() as where:
                self._insert_items(where, index, given)
        else:
            self._insert_items(self._section(section), index, given, section)

    def _insert_items(
        self, where: abi.iq_section, index: int | None, given: Columns, *names: KeyLike
    ) -> None:
        with given._lent() as columns:
            status = abi.iq_edit_insert_items(self._pointer, where, _place(index), byref(columns))
        self._check(status, given, *names)

    def delete_items(self, items: Iterable[ItemLike | M]) -> None:
        """Deletes items from anywhere.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"s": ["a", "b"], "t": ["c"]})
        >>> with shown.edit() as edit:
        ...     edit.delete_items([shown.handle_at(0), "c"])
        >>> shown.models()
        ['b']
        """
        names = listed(items)
        given = self._items(names)
        self._check_items(abi.iq_edit_delete_items(self._pointer, given, len(given)), names, given)

    def delete_item_range(self, section: KeyLike | None, first: int, count: int) -> None:
        """Deletes `count` items of a section (None: of the only one) from `first` on.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"s": ["a", "b", "c"]})
        >>> with shown.edit() as edit:
        ...     edit.delete_item_range("s", 1, 2)
        >>> shown.models()
        ['a']
        """
        where = self._section_or_only(section)
        check(abi.iq_edit_delete_item_range(self._pointer, where, place(first), place(count)))

    def move_item(
        self, item: ItemLike | M, *, before: ItemLike | M | None = None, after: ItemLike | M | None = None
    ) -> None:
        """Moves an item next to another, also of another section; next to itself is nothing. To another
        section is `ScopeError` where keys are scoped.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"s": ["a", "b"], "t": ["c"]})
        >>> with shown.edit() as edit:
        ...     edit.move_item("a", after="c")
        >>> shown.position("a")
        Position(section=1, item=1)
        """
        function, anchor = beside(before, abi.iq_edit_move_item_before, after, abi.iq_edit_move_item_after)
        check(function(self._pointer, self._item(item), self._item(anchor)))

    def move_item_range(
        self,
        section: KeyLike | None,
        first: int,
        count: int,
        target: KeyLike | None = None,
        index: int | None = None,
    ) -> None:
        """Moves `count` items of a section (None: of the only one) from `first` on to where the first of
        them stands at `index` of `target` (None: of the same section) afterwards. Scoped keys as for
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
        check(
            abi.iq_edit_move_item_range(self._pointer, source, place(first), place(count), to, _place(index))
        )

    def update_item(
        self,
        item: ItemLike | M,
        *,
        content: Any = _UNSAID,
        model: Any = _UNSAID,
        cell_class: CellClass | None = _UNSAID,
    ) -> None:
        """Gives an item another look: content, model, class. What is not said stays; but with another model
        the content and the class, too, are what the list's recipe makes of it, if it is the object itself
        that the list holds as a model.

        >>> import iqlist
        >>> shown = iqlist.List(content=lambda text: (text,))
        >>> _ = shown.set_items(["a", "b"])
        >>> with shown.edit() as edit:
        ...     edit.update_item("b", model="B")
        >>> edit.changeset, shown.models()
        (<Changeset: 1 item reconfigures>, ['a', 'B'])
        """
        handle = self._handle(item)
        recipe = self._list._recipe
        if model is not _UNSAID and recipe.makes_looks_of_models:
            made_content, made_class = recipe.look(model)
            content = made_content if content is _UNSAID else content
            cell_class = made_class if cell_class is _UNSAID else cell_class
        models, classes, which = None, None, 0
        if content is not _UNSAID:
            which |= abi.IQ_COLUMN_CONTENT
        if model is not _UNSAID or cell_class is not _UNSAID:
            which |= abi.IQ_COLUMN_MODEL | abi.IQ_COLUMN_CLASS
            models = [handle.model if model is _UNSAID else model]
            classes = [handle.cell_class if cell_class is _UNSAID else cell_class]
        contents = None if content is _UNSAID else [content]
        if which:
            self._update([handle], Columns([0], contents, models, classes), which)

    def update_items(self, items: Items, section: KeyLike | None = None) -> None:
        """Says that these objects look so now: each updates the item of its key, and content, model and class
        are what the list's recipe makes of it. `Columns` give the fields that they have, and the others stay;
        classes come with models. Where keys are scoped, all of them are looked up in `section`.
        `NotFoundError` if a key is not there, `ArgumentError` if one is given twice: nothing is changed then.

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
        which = 0 if columns._contents is None else abi.IQ_COLUMN_CONTENT
        if columns._models is not None:
            which |= abi.IQ_COLUMN_MODEL | abi.IQ_COLUMN_CLASS
        elif columns._classes is not None:
            raise TypeError("classes come with models: an item that keeps its model keeps its class")
        keys = packed(columns._keys, 16)
        with self._list._explained(columns, section):
            found = [self._list.handle(key, section) for key in raw_keys(keys)]
        if found and which:
            self._update(found, columns, which)

    def _update(self, handles: list[Handle[M]], columns: Columns, which: int) -> None:
        items = self._items(handles)
        with columns._lent() as lent:
            status = abi.iq_edit_update_items(self._pointer, items, byref(lent), which)
        try:
            check(status)
        except ArgumentError as error:
            seen: set[Handle[M]] = set()
            for handle in handles:
                if handle in seen:
                    error._blame(columns._value_of(handle.key), "is named twice")
                seen.add(handle)
            raise

    def reload_items(self, items: Iterable[ItemLike | M]) -> None:
        """Asks for new cells for these items, whatever their contents say.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set_items(["a", "b"])
        >>> with shown.edit() as edit:
        ...     edit.reload_items(["b"])
        >>> edit.changeset
        <Changeset: 1 item reloads>
        """
        names = listed(items)
        given = self._items(names)
        self._check_items(abi.iq_edit_reload_items(self._pointer, given, len(given)), names, given)

    def reconfigure_items(self, items: Iterable[ItemLike | M]) -> None:
        """Asks for the same cells bound again.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set_items(["a", "b"])
        >>> with shown.edit() as edit:
        ...     edit.reconfigure_items(shown.handles())
        >>> edit.changeset
        <Changeset: 2 item reconfigures>
        """
        names = listed(items)
        given = self._items(names)
        self._check_items(abi.iq_edit_reconfigure_items(self._pointer, given, len(given)), names, given)

    def set_section_items(self, section: KeyLike, items: Items) -> None:
        """Replaces the items of one section. Those whose keys are among the new ones stay themselves.

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
        """Puts empty sections in, the first of them at `position`, or next to a section.

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
            status = abi.iq_edit_insert_sections(self._pointer, _place(position), given, len(given))
        else:
            function, anchor = beside(
                before, abi.iq_edit_insert_sections_before, after, abi.iq_edit_insert_sections_after
            )
            status = function(self._pointer, self._section(anchor), given, len(given))
        self._check(status, names)
        self._list._name_sections(names)

    def delete_sections(self, sections: Iterable[KeyLike]) -> None:
        """Deletes sections with their items and elements.

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

    def delete_section_range(self, first: int, count: int) -> None:
        """Deletes `count` sections from `first` on.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> with shown.edit() as edit:
        ...     edit.insert_sections(["s", "t", "u"])
        ...     edit.delete_section_range(1, 2)
        >>> "s" in shown.sections, "t" in shown.sections
        (True, False)
        """
        check(abi.iq_edit_delete_section_range(self._pointer, place(first), place(count)))

    def move_section(
        self, section: KeyLike, *, before: KeyLike | None = None, after: KeyLike | None = None
    ) -> None:
        """Moves a section next to another; next to itself is nothing. Its items go with it and are no moves.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"s": ["a", "b"], "t": ["c", "d"]})
        >>> with shown.edit() as edit:
        ...     edit.move_section("s", after="t")
        >>> edit.changeset
        <Changeset: 1 section moves>
        """
        function, anchor = beside(
            before, abi.iq_edit_move_section_before, after, abi.iq_edit_move_section_after
        )
        check(function(self._pointer, self._section(section), self._section(anchor)))

    def move_section_range(self, first: int, count: int, position: int | None = None) -> None:
        """Moves `count` sections from `first` on to where the first of them stands at `position` afterwards.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> with shown.edit() as edit:
        ...     edit.insert_sections(["s", "t", "u"])
        ...     edit.move_section_range(0, 2, 1)
        >>> [shown.section(key).position for key in "stu"]
        [1, 2, 0]
        """
        check(abi.iq_edit_move_section_range(self._pointer, place(first), place(count), _place(position)))

    def reload_sections(self, sections: Iterable[KeyLike]) -> None:
        """Asks for a reload of sections, their items and their supplementary elements.

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
        """Sets a header, footer or other element of a section, in place of one of the same (kind, index).

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
        """Removes it; `NotFoundError` if there is none.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set([("s", ["a"], [iqlist.Supplementary(iqlist.ElementKind.HEADER, "title")])])
        >>> with shown.edit() as edit:
        ...     edit.remove_supplementary("s", iqlist.ElementKind.HEADER)
        >>> edit.changeset
        <Changeset: 1 supplementary deletes>
        """
        where = self._section(section)
        check(abi.iq_edit_remove_supplementary(self._pointer, where, word(kind), word(index)))

    # --- names

    def _section(self, key: KeyLike) -> abi.iq_section:
        return self._list._section_handle(key)

    def _sections(self, keys: Iterable[KeyLike]) -> Any:
        found = [self._section(key) for key in keys]
        return (abi.iq_section * len(found))(*found)

    def _section_or_only(self, section: KeyLike | None) -> abi.iq_section:
        if section is not None:
            return self._section(section)
        if self._list._counts()[0] != 1:
            raise self._no_section()
        found = abi.iq_section()
        check(abi.iq_list_section_at(self._list._pointer, 0, byref(found)))
        return found

    def _no_section(self) -> NoSectionError:
        count = self._list._counts()[0]
        message = f"the list has {count} sections: say which one" if count else "the list has no section"
        return NoSectionError(message, status=abi.IQ_ERROR_NO_SECTION)

    @contextmanager
    def _only_section(self) -> Generator[abi.iq_section, None, None]:
        """The only section, made if there is none; gone again if the block fails."""
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

    def _item(self, item: ItemLike | M) -> abi.iq_item:
        return self._handle(item)._struct

    def _handle(self, item: Any) -> Handle[M]:
        return cast("Handle[M]", item) if isinstance(item, Handle) else self._list.handle(item)

    def _items(self, items: list[Any]) -> Any:
        found = [self._item(item) for item in items]
        return (abi.iq_item * len(found))(*found)

    def _check(self, status: int, *given: Any) -> None:
        self._list._check(status, *given)

    def _check_items(self, status: int, names: list[Any], given: Any) -> None:
        """Ends a call that is given items: an error says which of them is not there, or named twice."""
        try:
            check(status)
        except HandleError as error:
            seen: set[int] = set()
            for name, item in zip(names, given):
                if item.id in seen:
                    error._blame(name, "is named twice")
                elif abi.iq_list_item_position(self._list._pointer, item, byref(abi.iq_position())):
                    error._blame(name, "is not there any more, or is of another list")
                seen.add(item.id)
            raise

    def __repr__(self) -> str:
        if self.closed:
            return "<Edit, closed>"
        return f"<Edit of {self._list!r}, {'committed' if hasattr(self, 'changeset') else 'open'}>"


def _place(index: int | None) -> int:
    return abi.IQ_END if index is None else place(index)
