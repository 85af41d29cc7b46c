"""States of items: selected, highlighted, focused, expanded, and eight of the host's own."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from ctypes import byref, c_size_t, c_uint32
from typing import Any

from . import abi
from ._calls import check, to_size, to_uint32
from ._flags import Flags
from .handles import Item
from .identity import Key, KeyLike
from .keys import keys_struct, listed, raw_keys
from .paging import PageSource
from .records import M
from .sections import Section


class State(Flags):
    """The states of an item. A section has FOCUSED, EXPANDED and the host's, which are HOST << 0 to
    HOST << 7."""

    NONE = 0
    SELECTED = abi.IQ_STATE_SELECTED
    HIGHLIGHTED = abi.IQ_STATE_HIGHLIGHTED
    FOCUSED = abi.IQ_STATE_FOCUSED
    EXPANDED = abi.IQ_STATE_EXPANDED
    HOST = abi.IQ_STATE_HOST


class SetStates(Flags):
    """How states are set; without flags the items get them. BY_USER asks the traits of the items' classes and
    the selection's mode, ONLY takes the states from all other items, TOGGLE changes each item by itself."""

    NONE = 0
    OFF = abi.IQ_SET_OFF
    TOGGLE = abi.IQ_SET_TOGGLE
    ONLY = abi.IQ_SET_ONLY
    BY_USER = abi.IQ_SET_BY_USER


class StatesFlag(Flags):
    """The flags of a STATES event: see iqlist.h, IQ_SWITCHED_*."""

    NONE = 0
    ON = abi.IQ_SWITCHED_ON
    BY_USER = abi.IQ_SWITCHED_BY_USER
    CLEARED = abi.IQ_SWITCHED_CLEARED
    GONE = abi.IQ_SWITCHED_GONE


class Selection(Flags):
    """How many items can be selected. Without KEEPS, what the user selects is reported and not kept."""

    SINGLE = abi.IQ_SELECTION_SINGLE
    MULTIPLE = abi.IQ_SELECTION_MULTIPLE
    NONE = abi.IQ_SELECTION_NONE
    KEEPS = abi.IQ_SELECTION_KEEPS


class StateSource(PageSource[M]):
    """The part of a list that knows which items are selected, and so on."""

    def set_states(
        self,
        elements: Item[M] | Section[M] | KeyLike | M | Iterable[Item[M] | KeyLike | M],
        states: int,
        flags: int = 0,
    ) -> None:
        """Sets states of one item, of a list or set of them, or of a section; an item by its handle, its key
        or the object. `RefusedError` if the user (BY_USER) may not do it; of several items those that refuse
        are passed over. `HandleError` if an item has gone, `NotFoundError` if there is no such key.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b", "c"])
        >>> shown.set_states("b", State.SELECTED)
        >>> [item.model for item in shown.items_in_state(State.SELECTED)]
        ['b']
        """
        if isinstance(elements, Section):
            section = self._section_handle(elements.key)
            check(abi.iq_list_set_section_states(self._pointer, section, to_uint32(states), to_uint32(flags)))
            return
        are_several = isinstance(elements, (list, set, frozenset))
        given: Any = elements
        several: list[Any] = list(given) if are_several else [given]
        found = [(one if isinstance(one, Item) else self.item(one))._struct for one in several]
        items = (abi.iq_item * len(found))(*found)
        check(abi.iq_list_set_states(self._pointer, items, len(found), to_uint32(states), to_uint32(flags)))

    def select(
        self, elements: Item[M] | KeyLike | M | Iterable[Item[M] | KeyLike | M], *, only: bool = False
    ) -> None:
        """Selects an item, or a list or set of them, given as for `set_states`; with `only` no others stay
        selected. `deselect` is the reverse.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b", "c"])
        >>> shown.select("b")
        >>> shown.info().selected, shown.item("b").states == State.SELECTED
        (1, True)
        """
        self.set_states(elements, State.SELECTED, SetStates.ONLY if only else SetStates.NONE)

    def deselect(self, elements: Item[M] | KeyLike | M | Iterable[Item[M] | KeyLike | M]) -> None:
        """The reverse of `select`.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a"])
        >>> shown.select("a")
        >>> shown.deselect("a")
        >>> shown.info().selected
        0
        """
        self.set_states(elements, State.SELECTED, SetStates.OFF)

    def set_range_states(self, first: int, count: int | None, states: int, flags: int = 0) -> None:
        """Sets states of `count` items (None: all that follow) from index `first` on. `RangeError` (an
        IndexError) beyond the end.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b", "c"])
        >>> shown.set_selection(Selection.MULTIPLE)
        >>> shown.set_range_states(0, None, State.SELECTED)
        >>> shown.info().selected
        3
        """
        number = abi.IQ_END if count is None else to_size(count)
        first = to_size(first)
        check(abi.iq_list_set_range_states(self._pointer, first, number, to_uint32(states), to_uint32(flags)))

    def items_in_state(self, states: int, first: int = 0) -> list[Item[M]]:
        """The items from index `first` on that have all of `states`, as their handles, in order.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b", "c"])
        >>> shown.set_states(["a", "c"], State.EXPANDED)
        >>> [item.model for item in shown.items_in_state(State.EXPANDED, 1)]
        ['c']
        """
        first, mask, count = to_size(first), to_uint32(states), c_size_t()
        found = array("Q")
        while True:
            items = (abi.iq_item * max(1, len(found))).from_buffer(found or array("Q", [0]))
            check(
                abi.iq_list_find_items_in_state(self._pointer, mask, first, items, len(found), byref(count))
            )
            if count.value <= len(found):
                return [Item._of(self, item.id) for item in items[: count.value]]
            found = array("Q", bytes(8 * count.value))

    def set_key_states(
        self,
        keys: Iterable[KeyLike],
        states: int,
        flags: int = 0,
        *,
        sections: Iterable[KeyLike] | None = None,
    ) -> int:
        """Sets states of the items of these keys, and returns how many of the keys are not in the list: to
        restore what `keys_in_state` has returned. Of a `DerivedList` also items that it hides, or a list
        above it: none is missing that the first source has. Where keys are scoped, `sections` has the key of
        each one's section, otherwise `ScopeError`.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b"])
        >>> shown.set_states("b", State.EXPANDED)
        >>> saved = [key for _, key in shown.keys_in_state(State.EXPANDED)]
        >>> again = iqlist.List.of_items(["b", "c"])
        >>> again.set_key_states(saved, State.EXPANDED)
        0
        """
        names = listed(keys)
        given, missing = keys_struct(names), c_size_t()
        scopes = None if sections is None else keys_struct(listed(sections))
        if scopes is not None and len(scopes) < len(names):
            raise ValueError("each key needs the key of its section")
        check(
            abi.iq_list_set_key_states(
                self._pointer, scopes, given, len(names), to_uint32(states), to_uint32(flags), byref(missing)
            )
        )
        return missing.value

    def keys_in_state(self, states: int, first: int = 0) -> list[tuple[Key, Key]]:
        """The keys of the items from index `first` on that have all of `states`: section and item, in
        order. Of a `DerivedList` also of items that it hides: in the order of its source, of which `first` is
        an index, and behind them, all of them, those that only the first source has.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b"])
        >>> shown.set_states("b", State.HOST)
        >>> [key == shown.item("b").key for _, key in shown.keys_in_state(State.HOST)]
        [True]
        """
        first, mask, count = to_size(first), to_uint32(states), c_size_t()
        room = 0
        while True:
            sections, keys = (abi.iq_key * max(1, room))(), (abi.iq_key * max(1, room))()
            check(
                abi.iq_list_find_keys_in_state(self._pointer, mask, first, sections, keys, room, byref(count))
            )
            if count.value <= room:
                size = 16 * count.value
                return list(zip(raw_keys(bytes(sections)[:size]), raw_keys(bytes(keys)[:size])))
            room = count.value

    def set_selection(self, mode: int) -> None:
        """Sets how many items can be selected; at first `Selection.SINGLE`. What does not fit a stricter mode
        is deselected, from the end.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b"])
        >>> shown.set_selection(Selection.MULTIPLE)
        >>> shown.set_states(["a", "b"], State.SELECTED)
        >>> shown.set_selection(Selection.SINGLE)
        >>> [item.model for item in shown.items_in_state(State.SELECTED)]
        ['a']
        """
        check(abi.iq_list_set_selection(self._pointer, to_uint32(mode)))

    @property
    def selection(self) -> Selection:
        """How many items can be selected: see `set_selection`.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> shown.set_selection(Selection.MULTIPLE | Selection.KEEPS)
        >>> shown.selection == Selection.MULTIPLE | Selection.KEEPS
        True
        """
        mode = c_uint32()
        check(abi.iq_list_get_selection(self._pointer, byref(mode)))
        return Selection(mode.value)
