"""What stands in place of the items of a list that has none."""

from __future__ import annotations

import weakref
from contextlib import suppress
from typing import Any, Callable

import iqlist
from iqlist import ElementKind, Loading, Placeholder

from .actions import EmptyView
from .describer import Describer
from .events import Event
from .parts import Part
from .router import Router

Provider = Callable[[], Any]

PARTS = {
    Placeholder.EMPTY: (Part.EMPTY, "empty_view_provider"),
    Placeholder.LOADING: (Part.LOADING, "loading_view_provider"),
    Placeholder.FAILED: (Part.FAILED, "failed_view_provider"),
}
"""What may stand there: as which element, and the attribute of the driver that is asked for it."""


class Placeholders:
    """Asks a driver for what stands in place of items each time that this begins: see `Driver`."""

    def __init__(self, owner: weakref.ref[Any], shown: iqlist.List[Any], describer: Describer) -> None:
        self._owner, self._list, self._describer = owner, shown, describer
        self.view: Any = None
        """What the provider has returned, while it stands there."""
        self._part: Part | None = None
        self._message = ""
        """Of a failure."""

    def fail(self, message: str) -> None:
        """See `Driver.set_failed`."""
        self._message = message
        self._list.set_loading(Loading.FAILED)
        if self._part == Part.FAILED:
            self.changed(Placeholder.FAILED)

    def changed(self, placeholder: Placeholder) -> None:
        """Something else stands there from now on, or items do."""
        part, name = PARTS.get(placeholder, (None, ""))
        provider = getattr(self._owner(), name, None)
        if part == Part.FAILED:
            self.view = EmptyView(message=self._message) if provider is None else provider(self._message)
        else:
            self.view = None if provider is None else provider()
        if self._part is not None:
            with suppress(LookupError):
                self._list.remove_supplementary(ElementKind(self._part))
        self._part = None if self.view is None else part
        if self._part is not None:
            self._list.set_supplementary(self._describer.element(self._part, self.view))

    def perform_action(self, router: Router) -> None:
        """See `Driver.perform_empty_action`."""
        view, part = self.view, self._part
        if part is None:
            return
        if isinstance(view, EmptyView) and view.action is not None:
            view.action.handler(Event(model=view, sender=view.action, part=part))
        else:
            router.route("on_empty_action", Event(model=view, part=part))
