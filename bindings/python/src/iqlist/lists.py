"""Lists: what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from ctypes import byref, sizeof
from typing import Any, Callable, TypeVar, overload

from . import abi
from ._calls import create, pointer_of, to_size, to_uint32
from .changeset import Changeset, changeset_of, update_options
from .classes import CellClass
from .columns import Columns
from .commits import step_of
from .derived import Batch, Expandable, Filterable, Where, derive
from .entries import Entries, SectionEntries
from .getters import Getter
from .identity import KeyLike
from .keys import key_struct
from .names import Names, showing_values
from .ordered import Groupable, GroupBy, Header, Place, Sortable, SortBatch, SortBy
from .recipe import ClassGetter, Recipe, itself
from .records import DiffFlag, Duplicates, M, Row, T
from .snapshot import Items, Snapshot
from .storage import StorageSource

L = TypeVar("L", bound="List[Any]")


class List(StorageSource[M]):
    """What is shown: sections of items, each identified by its key. An update replaces it as a whole (`set`,
    `set_items`, `apply`), all or nothing, an `edit` changes it in place; both give a changeset.

    The recipe defines how items are made of objects:

    `key`         the identity of an object: a callable, the name of an attribute (of a mapping: of a field),
                  or several names for a tuple of those. None: the object itself is the key. The result is a
                  `Key`, or becomes one.
    `content`     its appearance, likewise: an int is taken as it is (64 bits; 0 is no content, so a count is
                  better given as `("count",)`); for anything else, such as a tuple of fields, the hasher's
                  content is computed. None: for a dataclass all fields that it is compared by; for an object
                  that is its own key, the key; else no content. Of an item that has none, before and after,
                  the models are compared: with ==, or by `equal` of their class.
    `model`       the model that the list holds and returns: the object itself, or the result of a callable,
                  or None for no models.
    `cell_class`  a `CellClass`, or a callable that returns one. None: "python.object" if there is a model.
    `level`       its level in the tree of its section, see `Columns`: an int from 0 to 65,535, got as a key
                  is. None: 0 for all.

    The items of a data frame of pandas or polars are its rows, read by columns: names are those of columns,
    models are NamedTuples. With `model=None` no objects are made. Without `content`, it is all columns. What
    is missing is None, but NaN among floats of numpy.

    `Columns` and `Row`s are taken as they are, past the recipe. Wherever an item is given by its key, it can
    be given by the object that it is made of, see `key_of`. For type checkers, the models of a `List[Chat]`
    are Chats.

    An object that is the same as last time, and frozen all the way down, is not hashed again: a frozen
    dataclass, a NamedTuple, a tuple, a str and so on of such. The list keeps those that it was given last,
    until it is given others, or closed.

    Models are ordinary objects; the list has a reference while it shows them. The garbage collector cannot
    see that reference: a model that refers to its list keeps both alive until `close`.

    `duplicates` is the policy for keys that occur more than once, see `Duplicates`; with
    `drop_empty_sections`, sections without items are not shown. With more changed items than
    `reload_threshold`, or more splices than `splice_threshold` (0: no threshold), an update is a full reload.
    With `event_payload`, the changesets of UPDATE events are made with `DiffFlag.PAYLOAD`. More than
    `max_items` (0: 2**31 - 2) or `max_sections` (0: 2**24 - 2) raise `LimitError`. With `registered_classes`,
    items and elements may only have these classes, or those of `register_class`, or none.

    Every update takes `flags`, `reload_threshold` and `splice_threshold`, see `diff`; `animation`, a number
    of your own that its UPDATE event passes on; and `changeset`: if false, none is made, which saves a large
    part of the cost, and the returned changeset is a closed one. Updates of one list from
    several threads run one after another; reads run beside them. An update inside a callback of another
    update of the same list, or beside an open edit, raises `BusyError`.

    >>> class Chat:
    ...     def __init__(self, name, messages):
    ...         self.name, self.messages = name, messages
    >>> shown = List[Chat](key="name", content=("messages",))
    >>> ada, ben, cem = Chat("Ada", 7), Chat("Ben", 2), Chat("Cem", 5)
    >>> shown.set_items([ada, ben, cem])
    <Changeset: 1 section inserts, 3 item inserts>
    >>> cem.messages += 1
    >>> shown.set_items([cem, ada])
    <Changeset: 1 item deletes, 1 item moves, 1 item reconfigures>
    >>> shown[0].model is cem, shown.index(ada), shown.index("Ada")
    (True, 1, 1)
    """

    _instead_of_pickle = ": snapshot() can"

    def __init__(
        self,
        *,
        key: Getter | None = None,
        content: Getter | None = None,
        model: Callable[[Any], M] | None = itself,
        cell_class: ClassGetter | None = None,
        level: Getter | None = None,
        duplicates: int = Duplicates.REFUSE,
        drop_empty_sections: bool = False,
        reload_threshold: int = 0,
        max_items: int = 0,
        max_sections: int = 0,
        splice_threshold: int = 0,
        event_payload: bool = False,
        registered_classes: Iterable[CellClass] | None = None,
    ) -> None:
        self._recipe, self._names = Recipe(key, content, model, cell_class, level), Names()
        self._owns_recipe = True
        self._duplicates, self._drops_empty_sections = duplicates, drop_empty_sections
        self._begin()
        options = abi.iq_list_options(
            struct_size=sizeof(abi.iq_list_options),
            duplicates=to_uint32(duplicates),
            flags=abi.IQ_LIST_DROP_EMPTY_SECTIONS * drop_empty_sections
            | abi.IQ_LIST_REGISTERED_CLASSES * (registered_classes is not None)
            | abi.IQ_LIST_PAYLOAD * event_payload,
            reload_threshold=to_size(reload_threshold),
            max_items=to_size(max_items),
            max_sections=to_size(max_sections),
            splice_threshold=to_size(splice_threshold),
        )
        self._core = create(abi.iq_list, abi.iq_list_create, byref(options))
        for registered in registered_classes or ():
            self.register_class(registered)

    @overload
    @classmethod
    def of_items(cls, items: Columns, **options: Any) -> List[Any]: ...
    @overload
    @classmethod
    def of_items(cls, items: Iterable[Any], *, model: Callable[[Any], T], **options: Any) -> List[T]: ...
    @overload
    @classmethod
    def of_items(cls, items: Iterable[Any], *, model: None, **options: Any) -> List[None]: ...
    @overload
    @classmethod
    def of_items(cls, items: Iterable[Row[T]], **options: Any) -> List[T]: ...
    @overload
    @classmethod
    def of_items(cls, items: Iterable[T], **options: Any) -> List[T]: ...
    @classmethod
    def of_items(cls, items: Items, **options: Any) -> List[Any]:
        """A list that shows these items, as after `set_items`. Options are those of the constructor.

        >>> List.of_items(["a", "b"]).models()
        ['a', 'b']
        """
        made: List[Any] = cls(**options)
        made.set_items(items, changeset=False)
        return made

    @overload
    @classmethod
    def of_sections(cls, sections: Entries, *, model: Callable[[Any], T], **options: Any) -> List[T]: ...
    @overload
    @classmethod
    def of_sections(cls, sections: Entries, *, model: None, **options: Any) -> List[None]: ...
    @overload
    @classmethod
    def of_sections(cls, sections: Mapping[Any, Sequence[T]], **options: Any) -> List[T]: ...
    @overload
    @classmethod
    def of_sections(cls, sections: Entries, **options: Any) -> List[Any]: ...
    @classmethod
    def of_sections(cls, sections: Entries, **options: Any) -> List[Any]:
        """A list that shows these sections, as after `set`. Options are those of the constructor.

        >>> List.of_sections({"a": ["x"], "b": ["y", "z"]})
        <List of 3 items in 2 sections>
        """
        made: List[Any] = cls(**options)
        made.set(sections, changeset=False)
        return made

    def __enter__(self: L) -> L:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- updates

    def set(
        self,
        sections: Entries,
        columns: Columns | None = None,
        *,
        flags: int = DiffFlag.NONE,
        reload_threshold: int = 0,
        splice_threshold: int = 0,
        animation: int = 0,
        changeset: bool = True,
    ) -> Changeset:
        """Replaces the whole list: a mapping of section key to items, or an iterable of (key, items) or (key,
        items, supplementary elements).

        With `columns`, which are then not copied, each section has a count in place of items: the number of
        rows of the columns that are its items, one section after another. ValueError if the sum of the counts
        is not the number of rows.

        >>> shown = List()
        >>> _ = shown.set([("a", 2), ("b", 1)], Columns([1, 2, 3]))
        >>> [len(section) for section in shown.sections]
        [2, 1]
        """
        given = SectionEntries(sections, columns, self._recipe)
        entries, count = given.structs, len(given.names)
        options = update_options(flags, reload_threshold, splice_threshold, animation)
        names = Names()
        names.add(given.names)
        self._names.add_from(names)
        try:
            with self._showing_values(given.columns, given.names), given.columns._lent() as lent:
                return changeset_of(
                    changeset, abi.iq_list_set, self._pointer, entries, count, byref(lent), options
                )
        finally:
            self._end_update(names, flags)

    def set_items(
        self,
        items: Items,
        *,
        flags: int = DiffFlag.NONE,
        reload_threshold: int = 0,
        splice_threshold: int = 0,
        animation: int = 0,
        changeset: bool = True,
    ) -> Changeset:
        """Replaces the whole list by one section with these items, whose key is 16 zero bytes.
        `DuplicateError` if a key occurs twice and duplicates are refused, `LimitError`, `BusyError`,
        `NoMemoryError`; then nothing has changed.

        >>> shown = List()
        >>> shown.set_items(["a", "b"])
        <Changeset: 1 section inserts, 2 item inserts>
        >>> shown.set_items(["c"], changeset=False)
        <Changeset, closed>
        """
        options = update_options(flags, reload_threshold, splice_threshold, animation)
        given = self._recipe.columns(items)
        with self._committing(step_of(flags)), self._showing_values(given), given._lent() as columns:
            return changeset_of(changeset, abi.iq_list_set_items, self._pointer, byref(columns), options)

    def set_section_items(
        self,
        section: KeyLike,
        items: Items,
        *,
        flags: int = DiffFlag.NONE,
        reload_threshold: int = 0,
        splice_threshold: int = 0,
        animation: int = 0,
        changeset: bool = True,
    ) -> Changeset:
        """Replaces the items of one section; all other sections keep theirs. `NotFoundError` (a KeyError) if
        there is no such section. The cost follows that section.

        >>> shown = List()
        >>> _ = shown.set({"fruit": ["apple"], "nuts": ["walnut"]})
        >>> shown.set_section_items("nuts", ["almond", "walnut"])
        <Changeset: 1 item inserts>
        """
        options = update_options(flags, reload_threshold, splice_threshold, animation)
        given, key = self._recipe.columns(items), key_struct(section)
        with self._committing(step_of(flags)), self._showing_values(section, given), given._lent() as columns:
            lent = byref(columns)
            return changeset_of(changeset, abi.iq_list_set_section_items, self._pointer, key, lent, options)

    def apply(
        self,
        snapshot: Snapshot[Any],
        *,
        flags: int = DiffFlag.NONE,
        reload_threshold: int = 0,
        splice_threshold: int = 0,
        animation: int = 0,
        changeset: bool = True,
    ) -> Changeset:
        """Makes the list show what the snapshot describes. The snapshot is not changed. Errors as for
        `set_items`; `ScopeError` if one is scoped and the other is not. `ArgumentError` (a ValueError) if
        list and snapshot have made items of objects, but not with the same `key`, `content`, `model`,
        `cell_class` and `level`: then the same object would be two items. `new_snapshot` has those of the
        list. `Columns`, `Row`s and decoded snapshots always pass.

        >>> shown, wanted = List(), Snapshot.of_items(["a", "b"])
        >>> shown.apply(wanted)
        <Changeset: 1 section inserts, 2 item inserts>
        >>> shown.snapshot() == wanted
        True
        """
        options = update_options(flags, reload_threshold, splice_threshold, animation)
        wanted = pointer_of(snapshot, Snapshot)
        self._recipe.take(snapshot._recipe)
        self._names.add_from(snapshot._names)
        try:
            with showing_values(snapshot._names, snapshot):
                return changeset_of(changeset, abi.iq_list_apply, self._pointer, wanted, options)
        finally:
            self._end_update(snapshot._names, flags)

    def outline(
        self,
        *,
        exclusive: bool = False,
        expanded: bool = False,
        sections: bool = False,
        drop_empty_sections: bool = False,
    ) -> Outline[M]:
        """A list that follows this one and shows what is not below something collapsed, by the levels of the
        items: see `Outline`. Nothing is expanded at first; with `expanded`, what is new and has items below
        it is. With `exclusive`, of items with the same parent one at most is expanded; then `expanded` is
        not allowed. With `sections`, sections fold as well: one that is not expanded shows no items.
        With `drop_empty_sections`, sections that show no item are not shown, unless they are collapsed.

        `BusyError` while an edit of this list is open, `LimitError` if this one is 8 derivations deep. O(n).

        >>> files = List(level=lambda name: name.count("/"))
        >>> _ = files.set_items(["src", "src/a", "src/b", "docs", "docs/c"])
        >>> outline = files.outline()
        >>> outline.models()
        ['src', 'docs']
        >>> outline.expand("docs")
        >>> _ = outline.poll()
        >>> outline.models()
        ['src', 'docs', 'docs/c']
        """
        flags = (
            abi.IQ_DERIVE_EXCLUSIVE * exclusive
            | abi.IQ_DERIVE_EXPANDED * expanded
            | abi.IQ_DERIVE_SECTIONS * sections
            | abi.IQ_DERIVE_DROP_EMPTY_SECTIONS * drop_empty_sections
        )
        made: Outline[M] = Outline._of(self, abi.IQ_DERIVE_OUTLINE, flags)
        made._followed, made._folds_sections = self, bool(sections)
        return made

    def filtered(
        self,
        where: Where[M] = None,
        *,
        batch: Batch[M] | None = None,
        keep_parents: bool = False,
        drop_empty_sections: bool = False,
    ) -> FilteredList[M]:
        """A list that follows this one and shows what passes: see `FilteredList`. At first everything does;
        `where` or `batch` is submitted as by `FilteredList.set_filter`, and is committed with the first poll.

        `where(key, model)`: whether an item passes, asked in polls only. Or a bit for each item of this list
        in its order: a numpy array or another sequence of bools; or packed, as a buffer of integers, the
        first item the lowest bit, as of `numpy.packbits(mask, bitorder="little")`. None: everything passes.

        `batch(models)` is asked instead of `where`, about a list of at most 1,024 models at a time, which
        costs a fraction: it returns such bits for these. An item without a model is None.

        With `keep_parents`, what is above an item that passes is shown too, by the levels of the items. With
        `drop_empty_sections`, sections that show no item are not shown. Errors as for `outline`.

        >>> shown = List()
        >>> _ = shown.set_items(range(10))
        >>> even = shown.filtered(lambda key, number: number % 2 == 0)
        >>> _ = even.poll()
        >>> even.models()
        [0, 2, 4, 6, 8]
        >>> _ = shown.set_items(range(4, 7)), even.poll()
        >>> even.models()
        [4, 6]
        """
        flags = (
            abi.IQ_DERIVE_KEEP_PARENTS * keep_parents
            | abi.IQ_DERIVE_DROP_EMPTY_SECTIONS * drop_empty_sections
        )
        made: FilteredList[M] = FilteredList._of(self, abi.IQ_DERIVE_FILTER, flags)
        made._followed = self
        if where is not None or batch is not None:
            made.set_filter(where, batch=batch)
        return made

    def sorted(
        self,
        key: SortBy[M] | None = None,
        *,
        batch: SortBatch[M] | None = None,
        reverse: bool = False,
        frozen: bool = False,
        compare: bool = False,
    ) -> SortedList[M]:
        """A list that follows this one and shows each section in an order of its own, siblings of a tree with
        what is below them: see `SortedList`. At first in this list's order; `key` or `batch` is submitted as
        by `SortedList.set_order`, and is committed with the first poll.

        `key(key, model)` is the sort key of an item, asked in polls only, when the item is new or has
        changed: None, a number, a str, bytes, a date or datetime, or a tuple of these, in which `Descending`
        reverses a part. `batch(models)` is asked instead about many at once, and returns their sort keys.
        Items stand as `sorted` puts them: equal ones in this list's order, with `reverse` too. Keys that
        Python does not compare stand apart, None first, numbers before texts. With `compare`, keys may have
        any objects with `<`, which is called for those that are equal so far.

        With `frozen`, what is shown stays where it is, whatever changes, and what is new is put in by its
        key, until the order is set again. Errors as for `outline`.

        >>> shown = List.of_items(["Cem", "Ada", "Ben"])
        >>> ordered = shown.sorted(lambda key, name: name)
        >>> _ = ordered.poll()
        >>> ordered.models()
        ['Ada', 'Ben', 'Cem']
        >>> _ = shown.set_items(["Cem", "Alan", "Ada"]), ordered.poll()
        >>> ordered.models()
        ['Ada', 'Alan', 'Cem']
        """
        made: SortedList[M] = SortedList._of(self, abi.IQ_DERIVE_SORTED, 0)
        if key is not None or batch is not None:
            made.set_order(key, batch=batch, reverse=reverse, frozen=frozen, compare=compare)
        return made

    def grouped(
        self,
        by: GroupBy[M],
        key: SortBy[M] | None = None,
        *,
        batch: SortBatch[M] | None = None,
        header: Header[M] | None = None,
        place: Place | None = None,
        counts: bool = False,
        reverse: bool = False,
        frozen: bool = False,
        compare: bool = False,
    ) -> GroupedList[M]:
        """A list that follows this one and shows its items in sections of its own, groups: see `GroupedList`.
        Empty until the first poll, which commits what is submitted as by `GroupedList.set_order`.

        `by(key, model)` is the value of an item's group, asked as a sort key is, see `List.sorted`: anything
        that a `Key` can be made of. Groups stand in the order of their values, or of what `place(value)`
        answers, which is asked once: both are sort keys, or have `<`. Within a group items stand in this
        list's order, or as `key`, `batch`, `reverse`, `frozen` and `compare` say for `List.sorted`.

        `header(value, count, first)` is the model of a group's header, or a `Supplementary` of the kind
        HEADER, or None for none: asked with the model of the first item when the group is new, or the first
        item is another one or has changed; with `counts` also when its number of items has changed.

        `ScopeError` if keys are scoped by section; other errors as for `outline`.

        >>> shown = List.of_items(["beet", "apple", "bean"])
        >>> groups = shown.grouped(
        ...     lambda key, name: name[0], header=lambda value, count, first: f"{value}: {count}", counts=True
        ... )
        >>> _ = groups.poll()
        >>> [(section.name, section.header.model) for section in groups.sections]
        [('a', 'a: 1'), ('b', 'b: 2')]
        """
        made: GroupedList[M] = GroupedList._of(self, abi.IQ_DERIVE_GROUPED, abi.IQ_DERIVE_COUNTS * counts)
        made.set_order(
            by, key, batch=batch, header=header, place=place, reverse=reverse, frozen=frozen, compare=compare
        )
        return made

    # --- for Changeset

    def _take(self, changeset: Any, options: Any, flags: int, wanted: bool) -> Changeset:
        with self._committing(step_of(flags)):
            return changeset_of(wanted, abi.iq_changeset_apply_to_list, changeset, self._pointer, options)


class DerivedList(List[M]):
    """A list that follows another one, its source, and shows a part of it, or all in another order: what
    outlines, filters, sorted and grouped lists have in common. It has events, states, views and handles of
    its own, and reads as every list; but only its source changes it. `set`, `submit`, edits and undo raise
    StateError.

    A commit of the source makes work for the next poll of this list, and its descriptor readable; all since
    its last poll take place in that poll, as one update. Polling does not poll the source: each list is
    polled by itself. Items that are hidden keep handle, model and states in the source, and this list
    remembers its own states of them; they come back with new handles. If the source is derived itself, the
    same holds of what is hidden there, as long as the first source of all has it.

    It refers to its source and keeps it alive. Either may be closed first: without its source it goes on with
    what it knows of that, shows, folds, filters and sorts it, and still only reads as a list. What the
    source got since the last poll is lost then.

    >>> shown = List.of_items(["a", "b"])
    >>> derived = shown.filtered()
    >>> derived.select("b")
    >>> _ = shown.set_items(["b", "c"])
    >>> events = derived.poll()
    >>> derived.models(), derived.item("b").states == derived.source.item("b").states
    (['b', 'c'], False)
    >>> derived.set_items(["d"])
    Traceback (most recent call last):
    iqlist.errors.StateError: IQ_ERROR_STATE: ...
    """

    def __init__(self) -> None:
        raise TypeError("derived lists are made by List.outline, filtered, sorted and grouped")

    @classmethod
    def _of(cls, source: List[M], kind: int, flags: int) -> Any:
        made = cls.__new__(cls)
        made._recipe, made._names, made._source = source._recipe, Names(), source
        made._duplicates, made._drops_empty_sections = source._duplicates, source._drops_empty_sections
        made._begin()
        made._core = derive(source, kind, flags)
        made._share_names(source)
        return made

    def _share_names(self, source: List[M]) -> None:
        """Its sections are the source's."""
        self._names, self._family = source._names, source._family
        self._family.update({id(source): source, id(self): self})

    _source: List[M]

    @property
    def source(self) -> List[M]:
        """The list that it follows."""
        return self._source


class Outline(Expandable[M], DerivedList[M]):
    """A list from `List.outline`, which shows what is not below something collapsed. Expanded is
    `State.EXPANDED` of its items, and of its sections if they fold. Items are in pre-order in the source:
    what is below one follows it with higher levels.

    An item whose class has `Trait.HAS_CHILDREN` may be expanded while the source has nothing below it: with
    EventKind.CHILDREN one event then asks for items there.

    >>> import iqlist
    >>> folder = iqlist.CellClass("docs/folder", traits=iqlist.Trait.HAS_CHILDREN)
    >>> files = List(level=lambda name: name.count("/"), cell_class=folder)
    >>> _ = files.set_items(["src", "docs"])
    >>> outline = files.outline()
    >>> outline.set_events(iqlist.EventKind.CHILDREN)
    >>> outline.expand("src")
    >>> for event in outline.events():
    ...     with files.edit() as edit:
    ...         edit.insert_items(["src/a", "src/b"], after=event.model)
    >>> outline.models()
    ['src', 'src/a', 'src/b', 'docs']
    """


class FilteredList(Filterable[M], DerivedList[M]):
    """A list from `List.filtered`, which shows what passes its filter.

    >>> shown = List.of_items(["Ada", "Ben", "Cem"])
    >>> found = shown.filtered([True, False, True])
    >>> _ = found.poll()
    >>> found.models()
    ['Ada', 'Cem']
    >>> ticket = found.set_filter(lambda key, name: "e" in name)
    >>> _ = found.poll()
    >>> found.models(), ticket.done()
    (['Ben', 'Cem'], True)
    """


class SortedList(Sortable[M], DerivedList[M]):
    """A list from `List.sorted`, which shows its source in another order. What is moved keeps its handle,
    states and cell.

    >>> import iqlist
    >>> load = {"Ada": 31, "Ben": 2, "Cem": 70}
    >>> shown = List.of_items(load.keys(), content=lambda name: (load[name],))
    >>> busiest = shown.sorted(lambda key, name: load[name], reverse=True)
    >>> _ = busiest.poll()
    >>> busiest.models()
    ['Cem', 'Ada', 'Ben']
    >>> load["Ben"] = 90
    >>> _ = shown.set_items(load.keys()), busiest.poll()
    >>> busiest.models()
    ['Ben', 'Cem', 'Ada']
    """


class GroupedList(Groupable[M], DerivedList[M]):
    """A list from `List.grouped`, whose sections are groups: their names are the values, `Section.name`, and
    so are their keys, as of `section`. There is a group as long as it has items. An item that changes its
    group moves, and keeps its handle, states and cell.

    >>> import iqlist
    >>> kinds = {"apple": "fruit", "beet": "root", "cherry": "fruit"}
    >>> shown = List.of_items(kinds.keys(), content=lambda name: (kinds[name],))
    >>> groups = shown.grouped(lambda key, name: kinds[name])
    >>> _ = groups.poll()
    >>> [(section.name, section[0].model, len(section)) for section in groups.sections]
    [('fruit', 'apple', 2), ('root', 'beet', 1)]
    >>> kinds["beet"] = "fruit"
    >>> _ = shown.set_items(kinds.keys()), groups.poll()
    >>> groups.sections, len(groups.section("fruit"))
    (['fruit'], 3)
    """

    def _share_names(self, source: List[M]) -> None:
        """Its sections are its own."""
