"""Drivers: a list, one view of it, and everything that a program says about both."""

from __future__ import annotations

import time
import weakref
from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, Callable

import iqlist
from iqlist import Changeset, DiffFlag, Edge, EventKind, Key, Ticket

from .building import Build, sections_of
from .cells import TextCell
from .classes import class_of
from .delivering import Deliveries
from .describer import Describer, section_of, sections_of_list
from .gestures import Gestures
from .identity import key_of
from .laid_out import Drawn, LaidOut
from .layouts import Layout
from .pager import Pager
from .pages import Paging
from .parts import CellType, LoadPage, Part
from .placeholders import Placeholders, Provider
from .poller import Iteration, Poller
from .responding import check_coordinator
from .router import Router
from .screen import Screen
from .sections import Section, raise_failure
from .slots import routers
from .updater import Done, Updater

EVENTS = sum(EventKind)
"""All kinds."""


class Models(Section[Any]):
    """The section of the view models that `Driver.data` was set to."""


class Driver(Screen, LaidOut, Gestures):
    """Drives one list and one view of it: shows sections, makes the cells that are visible, and takes events
    to whoever handles them, see `Responder`.

    `sections` are shown at first, not animated. `coordinator` handles what nobody else has handled.
    `empty_view_provider()` is asked for an `EmptyView`, or any other model, each time the list becomes empty;
    `loading_view_provider()` and `failed_view_provider(message)` each time that an empty list is being
    loaded, or could not be, see `set_failed`. `text_cell` shows headers that are texts. With `infer=False`,
    only classes that are registered can show items and elements. `selection` is an `iqlist.Selection`,
    `duplicates` an `iqlist.Duplicates`. With `drop_empty_sections`, sections without items are not shown.
    With `bind_edges` cells know whether their item is the first or last one of its section: `Cell.is_first`.
    With a `layout`, or `view_options`, the driver lays out its list: see `Driver.layout`. Without, the
    program tells what is visible, see `show`.

    One thread polls: handlers, models and cells are called there. Updates may come from any thread. An
    exception of a handler is raised from `poll`, when the other events have been handed out. A driver is
    closed by `close` or `with`; sections and handlers that refer to it keep it alive until then.

    >>> from iqlist import kit
    >>> class ColorCell(kit.Cell[str]):
    ...     def configure(self, color):
    ...         self.label = color.upper()
    >>> with kit.Driver([kit.Section("colors", ["blue", "red"], cell=ColorCell)]) as driver:
    ...     driver.show(0, 10)
    ...     _ = driver.poll()
    ...     [cell.label for cell in driver.visible_cells()]
    ['BLUE', 'RED']
    """

    _follows = False
    """Whether it is of a list that is made of another driver's."""

    def __init__(
        self,
        sections: Build = (),
        *,
        coordinator: Any = None,
        empty_view_provider: Provider | None = None,
        loading_view_provider: Provider | None = None,
        failed_view_provider: Callable[[str], Any] | None = None,
        text_cell: CellType = TextCell,
        infer: bool = True,
        selection: int = iqlist.Selection.SINGLE,
        duplicates: int = iqlist.Duplicates.REFUSE,
        drop_empty_sections: bool = False,
        bind_edges: bool = False,
        layout: Layout | None = None,
        view_options: iqlist.ViewOptions | None = None,
    ) -> None:
        check_coordinator(coordinator)
        for provider in (empty_view_provider, loading_view_provider, failed_view_provider):
            if not (provider is None or callable(provider)):
                raise TypeError(
                    f"a provider is a function that returns what stands there: write `lambda: ...` before "
                    f"{provider!r}"
                )
        describer = Describer(coordinator, text_cell, infer)
        shown: iqlist.List[Any] = iqlist.List(
            key=partial(key_of, describer.identities),
            duplicates=duplicates,
            drop_empty_sections=drop_empty_sections,
            registered_classes=None if infer else [],
        )
        self.empty_view_provider = empty_view_provider
        self.loading_view_provider = loading_view_provider
        self.failed_view_provider = failed_view_provider
        self._binds_edges, self._layout, self._view_options = bind_edges, layout, view_options
        self._begin(shown, selection, describer)
        if not infer:
            # Of the element that describes a section.
            shown.register_class(class_of(Section))
            self.register(text_cell)
        if sections:
            self._updater.show_first(sections_of(sections))

    def _begin(self, shown: iqlist.List[Any], selection: int, describer: Describer) -> None:
        shown.set_events(EVENTS)
        shown.set_selection(selection)
        self.list = self._list = shown
        self.view: iqlist.View[Any] = self._new_view(shown)
        self._describer, self._left = describer, Deliveries(shown)
        self._placeholders = Placeholders(weakref.ref(self), shown, describer)
        self._pager = Pager(shown, describer)
        self._router = Router(shown, self.view, describer, self._left)
        self._drawn = Drawn.of(self.view, self._layout, self._router)
        self._poller = Poller(shown, self._left)
        self._updater = Updater(weakref.ref(self), describer, self._left, self._router, self._pager)
        self._poller.begin(
            self._router,
            self._updater,
            self._pager,
            self._placeholders.changed,
            ignore if self._drawn is None else self._drawn.end_drag,
        )
        routers[id(self.view)] = self._router

    def _new_view(self, shown: iqlist.List[Any]) -> iqlist.View[Any]:
        options = self._view_options
        if options is None and self._layout is None:
            return shown.view(bind_edges=self._binds_edges)
        options = options or iqlist.ViewOptions()
        return shown.laid_out_view(replace(options, bind_edges=options.bind_edges or self._binds_edges))

    def following(self, shown: iqlist.DerivedList[Any], selection: int = iqlist.Selection.SINGLE) -> Driver:
        """Another driver, of an outline, a filter, a sorted or a grouped list of this one's list. It shows
        the same sections, or groups, in cells of its own and has the same coordinator, but is not updated by
        itself. Each is polled and closed by itself. An item in a group has the handlers of its section; for
        headers of groups see `group_header`.

        >>> from iqlist import kit
        >>> names = kit.Section("names", ["Ada", "Ben"], on_select=lambda event: print(event.model))
        >>> driver = kit.Driver([names])
        >>> found = driver.following(driver.list.filtered(lambda key, name: "e" in name))
        >>> _ = found.poll()
        >>> found.tap("Ben")
        >>> _ = found.poll()
        Ben
        """
        made = copy(self)
        made._follows = True
        made._begin(shown, selection, copy(self._describer))
        return made

    def group_header(
        self, header: Callable[[Any, int, Any], Any], cell: CellType | None = None
    ) -> Callable[[Any, int, Any], Any]:
        """The headers of a grouped list of this one's list, for `iqlist.List.grouped`, whose `header` this
        is: its answers are shown as headers of sections are. They are a text, a `SupplementaryModel`, any
        other model that `cell` shows, or None.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ben", "Ada", "Bea"], cell=kit.TextCell)])
        >>> header = driver.group_header(lambda value, count, first: f"{value}: {count}")
        >>> groups = driver.following(driver.list.grouped(lambda key, name: name[0], header=header))
        >>> _ = groups.poll()
        >>> groups.show(0, 10)
        >>> _ = groups.poll()
        >>> [cell.text for cell in groups.visible_elements()]
        ['A: 1', 'B: 2']
        """
        describer = self._describer

        def described(value: Any, count: int, first: Any) -> Any:
            model = header(value, count, first)
            return None if model is None and cell is None else describer.element(Part.HEADER, model, cell)

        return described

    @property
    def coordinator(self) -> Any:
        """Who handles what nobody else has handled. It can be set."""
        return self._describer.coordinator

    @coordinator.setter
    def coordinator(self, coordinator: Any) -> None:
        check_coordinator(coordinator)
        self._describer.coordinator = coordinator
        if self._drawn is not None:
            self._drawn.sizes.change()

    # --- updates

    def update(
        self, sections: Build, animated: bool = True, *, flags: int = DiffFlag.NONE
    ) -> Changeset | None:
        """Shows a `Collection` or other sections from now on, and returns the changes: see `perform_updates`.
        `flags` are a union of `iqlist.DiffFlag`.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])])
        >>> driver.update(kit.Collection([kit.Section("names", ["Ben", "Ada"])]))
        <Changeset: 1 item inserts>
        >>> driver.list.models()
        ['Ben', 'Ada']
        """
        return self.perform_updates(sections, animated, flags=flags)

    def perform_updates(
        self,
        build: Build,
        animated: bool = True,
        completion: Done | None = None,
        *,
        flags: int = DiffFlag.NONE,
    ) -> Changeset | None:
        """Shows sections, or what a function builds: `build(builder)` is called here, and appends sections to
        a `Builder`. On the thread that polls, or has made the driver, the result is shown when this returns,
        in place of updates that wait: those end as cancelled. Returns the changes.

        In a handler it is shown after it, by the same poll; while the user drags items or the list is edited,
        afterwards; from other threads, by a later poll. Then this returns None.

        `DuplicateError` if an identity occurs twice and duplicates are refused, TypeError and LookupError for
        what cannot be shown: then nothing has changed. What fails later is reported to `update_failed`, see
        `Coordinator`. What an `==` of models raises is raised when the update was made.

        `completion(error, changeset)` is called once, when the update is shown or has failed, by a poll or
        `close`; not if this raises.

        >>> from iqlist import kit
        >>> driver = kit.Driver()
        >>> def build(builder):
        ...     builder.append(kit.Section("names"))
        ...     builder.append(None, ["Ada", "Ben"])
        >>> driver.perform_updates(build, completion=lambda error, changeset: print(error))
        None
        <Changeset: 1 section inserts, 2 item inserts>
        >>> driver.list.models()
        ['Ada', 'Ben']
        """
        return self._updater.update(build, flags_of(flags, animated), completion)

    def submit(
        self,
        sections: Build,
        animated: bool = True,
        completion: Callable[[Ticket], object] | None = None,
        *,
        flags: int = DiffFlag.NONE,
        animation: int = 0,
        delay: float = 0,
    ) -> Ticket:
        """Submits an update, from any thread. What has changed is found out on a thread of the library, and
        the update is committed in a later `poll`, unless a later one supersedes it, or one is made at once.
        `flags`, `animation` and `delay` are as for `iqlist.List.submit`. A poll calls `completion(ticket)`,
        exactly once, whatever becomes of the update, or `close` does. The ticket can be awaited.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])])
        >>> ticket = driver.submit([kit.Section("names", ["Ben"])], completion=lambda ticket: print(ticket))
        >>> driver.wait()
        <Ticket 1, done>
        >>> driver.list.models()
        ['Ben']
        """
        return self._updater.submit(
            sections_of(sections),
            flags_of(flags, animated),
            ended=completion or ignore,
            animation=animation,
            delay=delay,
        )

    def wait(self, seconds: float = 60) -> None:
        """Polls until no update waits, and all handlers have been called: for tests, and for programs without
        a loop. TimeoutError after so many seconds.

        >>> from iqlist import kit
        >>> driver = kit.Driver()
        >>> _ = driver.submit([kit.Section("names", ["Ada"])])
        >>> driver.wait()
        >>> driver.list.models()
        ['Ada']
        """
        end = time.monotonic() + seconds
        while self.list.info().submissions:
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"an update waits after {seconds} seconds")
            self.poll(left)
        self.poll()

    def add_section(self, section: Section[Any]) -> Changeset | None:
        """Shows one more section, behind the others, as `update`.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])])
        >>> driver.add_section(kit.Section("more", ["Ben"]))
        <Changeset: 1 section inserts, 1 item inserts>
        >>> driver.sections
        [<Section 'names' of 1 items>, <Section 'more' of 1 items>]
        """
        return self.update([*self._updater.described(), section])

    def remove_section(self, id: Any) -> Changeset | None:
        """Shows the section of an id no longer, as `update`. `NotFoundError`, a KeyError, if there is none.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"]), kit.Section("more", ["Ben"])])
        >>> driver.remove_section("names")
        <Changeset: 1 section deletes, 1 item deletes>
        """
        key, shown = Key(id), self._updater.described()
        left = [section for section in shown if Key(section.id) != key]
        if len(left) == len(shown):
            raise iqlist.NotFoundError(f"there is no section {id!r}")
        return self.update(left)

    def reload(self, items: Iterable[Any]) -> None:
        """Shows items in other cells, though their models are the same: for objects that were changed in
        place. An item is given by its handle, its key, its model, or what identifies it; `NotFoundError` if
        the list does not have it. `BusyError` while the list is edited.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"], cell=kit.TextCell)])
        >>> driver.reload(["Ada"])
        """
        raise_failure(self._updater.mark([*items], reload=True))

    def reconfigure(self, items: Iterable[Any]) -> None:
        """The same in the cells that show them now, which are configured again.

        >>> from iqlist import kit
        >>> class Numbers(kit.Cell[list]):
        ...     identity = staticmethod(lambda numbers: 1)
        ...     def configure(self, numbers):
        ...         print(numbers)
        >>> numbers = [1]
        >>> driver = kit.Driver([kit.Section("numbers", [numbers], cell=Numbers)])
        >>> driver.show(0, 1)
        >>> _ = driver.poll()
        [1]
        >>> numbers.append(2)
        >>> driver.reconfigure([1])
        >>> _ = driver.poll()
        [1, 2]
        """
        raise_failure(self._updater.mark([*items], reload=False))

    def paging(
        self,
        load: LoadPage | None,
        *,
        edge: Edge = Edge.END,
        has_next: bool = True,
        loader: Any = "Loading",
        distance: int = 0,
        only_while_loading: bool = False,
    ) -> None:
        """Turns paging of the whole list on, as `Section.paging` does for a section. `load` None turns it
        off. A page that could not be loaded is asked for again when this is called again.

        >>> from iqlist import kit
        >>> def load(request):
        ...     print("loading", request.section)
        ...     request.finish(has_next=False)
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])])
        >>> driver.paging(load)
        >>> driver.show(0, 10)
        >>> _ = driver.poll()
        loading None
        """
        paging = None if load is None else Paging(load, has_next, loader, distance, only_while_loading)
        self._pager.set_own(edge, paging)

    def index_titles(self) -> list[tuple[str, Section[Any]]]:
        """The index titles of the sections that the list shows now, with the first section of each: for a bar
        beside the list.

        >>> from iqlist import kit
        >>> sections = [kit.Section(name, [name], index_title=name[0]) for name in ("Ada", "Alma", "Ben")]
        >>> kit.Driver(sections).index_titles()
        [('A', <Section 'Ada' of 1 items>), ('B', <Section 'Ben' of 1 items>)]
        """
        found: dict[str, Section[Any]] = {}
        for section in self.sections:
            if section.index_title is not None:
                found.setdefault(section.index_title, section)
        return [*found.items()]

    @property
    def sections(self) -> list[Section[Any]]:
        """The sections that the list shows now."""
        return sections_of_list(self.list)

    def section(self, id: Any) -> Section[Any]:
        """The section of an id that the list shows now; `iqlist.NotFoundError` (a KeyError) if there is none.

        >>> from iqlist import kit
        >>> kit.Driver([kit.Section("names", ["Ada"])]).section("names").items
        ['Ada']
        """
        return section_of(self.list, id)

    @property
    def data(self) -> list[Any]:
        """What the driver shows: sections, or view models, which become the items of one section. Setting
        it is an `update` that reloads every visible cell."""
        shown = self.sections
        return shown[0].items if len(shown) == 1 and isinstance(shown[0], Models) else shown

    @data.setter
    def data(self, data: Iterable[Any]) -> None:
        given = [*data]
        are_sections = all(isinstance(each, Section) for each in given)
        self.update(given if are_sections else [Models("data", given)], flags=DiffFlag.RELOAD)

    # --- polls

    def poll(self, wait: float = 0) -> list[iqlist.Event[Any]]:
        """Does what waits to be done, calls the handlers of what has happened, and returns the list's events
        that no poll has returned before, oldest first: for a program that draws what has changed. Each change
        is an UPDATE of its own, with its changeset, also if several are made between two polls; the list is
        read as it is after the last. If nothing waits, waits up to `wait` seconds. One thread at a time
        polls; it is asked to by `fileno`.

        An exception of a handler is raised from here, when the handlers of the other events of the list's
        poll have been called; of several the first one, the others go to `sys.unraisablehook`. So is one of a
        cell that failed, which the next poll tries again. No event is lost: the next poll returns those of
        the one that has raised, before later ones. What fails meanwhile is raised by the poll after that.

        >>> from iqlist import kit
        >>> names = kit.Section("names", ["Ada"])
        >>> driver = kit.Driver([names])
        >>> names.items = ["Ada", "Ben"]
        >>> for event in driver.poll():
        ...     if event.changeset:
        ...         print(event.changeset)
        <Changeset: 1 section inserts, 1 item inserts>
        <Changeset: 1 item inserts>
        """
        return self._poller.poll(wait)

    def fileno(self) -> int:
        """A file descriptor that is readable while `poll` would find something to do: see
        `iqlist.List.fileno`.

        >>> from iqlist import kit
        >>> kit.Driver().fileno() > 0
        True
        """
        return self.list.fileno()

    async def run(self) -> None:
        """Polls whenever there is something to do, until the driver is closed, or a handler raises something.
        A task of its own, so that updates can be awaited.

        >>> import asyncio
        >>> from iqlist import kit
        >>> async def main():
        ...     async with kit.Driver() as driver:
        ...         running = asyncio.create_task(driver.run())
        ...         await driver.submit([kit.Section("names", ["Ada"])])
        ...         print(driver.list.models())
        ...     await running
        >>> asyncio.run(main())
        ['Ada']
        """
        async for _ in self:
            pass

    def __aiter__(self) -> Iteration:
        """The list's events, when their handlers have been called, until the driver is closed. Exceptions of
        handlers end it, as they end a `poll`: whoever iterates again gets the events."""
        return self._poller.__aiter__()

    def close(self) -> None:
        """Closes the list and its view: cells are dropped, updates that wait are cancelled, and completions
        of swipe actions that wait are called, with False if they are not done. Closing twice does nothing.
        Raises what cells and completions raise, when all has been done.

        >>> from iqlist import kit
        >>> driver = kit.Driver()
        >>> driver.close()
        >>> driver.list.closed
        True
        """
        self._left.guarded(self.view.close)
        self._left.guarded(self.list.close)
        self._updater.end()
        self._left.end()

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Driver:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Driver of {self.list!r}>"


def ignore(*_: object) -> None:
    """Nothing is to be done: whoever has the ticket asks it."""


def flags_of(flags: int, animated: bool) -> int:
    return flags if animated else flags | DiffFlag.PLAIN
