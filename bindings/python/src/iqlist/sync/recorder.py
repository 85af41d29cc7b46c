"""What a list has become since it was looked at last, as the bodies of entries."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Callable, Optional

from iqlist import ChangeKind, Changeset, DiffFlag, List, Reload, Snapshot, Supplementary, diff

from ..commits import Step
from .bodies import Body, Model, Place, Range, spans

Encode = Callable[[Any], bytes]
"""Makes bytes of a model, by which another process makes it again."""
NO_LIMIT = sys.maxsize
WITH_NEW_MODELS = (ChangeKind.ITEM_INSERT, ChangeKind.ITEM_UPDATE)
OF_ELEMENTS = (ChangeKind.SUPPLEMENTARY_INSERT, ChangeKind.SUPPLEMENTARY_UPDATE)


class Recorder:
    """Looks at a list, and describes it."""

    def __init__(self, shown: List[Any], encode: Optional[Encode]) -> None:
        self._list, self._encode = shown, encode

    def state(self) -> Snapshot[Any]:
        """What the list shows now. `BusyError` while an edit is open."""
        found = self._list.changes_since(None)
        if found is not None:
            return found[1]
        state = self._list.snapshot()
        # An edit that was begun meanwhile is noticed.
        self._list.changes_since(state)
        return state

    def changes(self, since: Snapshot[Any], step: Step) -> Optional[tuple[Body, Snapshot[Any]]]:
        """What has changed, and what the list shows now; None: nothing. Models count by the contents of their
        items. `BusyError` while an edit is open."""
        limits = {"reload_threshold": NO_LIMIT, "splice_threshold": NO_LIMIT}
        found = self._list.changes_since(since, flags=DiffFlag.PAYLOAD, **limits)
        if found is None:
            return None
        changes, after = found
        if changes.reload == Reload.NO:
            return (self._of_changes(changes, after, step), after) if changes else None
        # It does not say what is new: all models are sent.
        changes = diff(since, after, flags=DiffFlag.PAYLOAD)
        return self.whole(after)._replace(step=step, reloads=True, data=changes.encode()), after

    def whole(self, state: Snapshot[Any]) -> Body:
        """All of a state."""
        ranges = [(at, 0, len(section)) for at, section in enumerate(state.sections)]
        elements = [
            (at, each) for at, section in enumerate(state.sections) for each in section.supplementaries
        ]
        names = (section.name for section in state.sections)
        return self._body(Step.NO_STEP, state.encode(), state, ranges, elements, names)

    def _of_changes(self, changes: Changeset, after: Snapshot[Any], step: Step) -> Body:
        ranges: list[Range] = []
        elements: list[tuple[int, Supplementary]] = []
        names: list[Any] = []
        for change in changes:
            place = change.after
            if change.kind in WITH_NEW_MODELS and place is not None and place.item is not None:
                ranges.append((place.section, place.item, change.count))
            elif change.kind in OF_ELEMENTS and place is not None:
                section = after.sections[place.section]
                found = section.supplementary(change.element_kind, change.element_index)
                elements.append((place.section, found))
            elif change.kind == ChangeKind.SECTION_INSERT and place is not None:
                for at in range(place.section, place.section + change.count):
                    section = after.sections[at]
                    elements += [(at, each) for each in section.supplementaries]
                    names.append(section.name)
        return self._body(step, changes.encode(), after, ranges, elements, names)

    def _body(
        self,
        step: Step,
        data: bytes,
        state: Snapshot[Any],
        ranges: list[Range],
        elements: Iterable[tuple[int, Supplementary]],
        names: Iterable[Any],
    ) -> Body:
        encode = self._encode
        models: list[Model] = []
        places: list[Place] = []
        of_elements: list[Model] = []
        if encode is not None:
            for section, item, found in spans(ranges):
                held = state.models(state.sections[section].first + item, found[-1].stop)
                wanted = (held[at] for each in found for at in each)
                models += [None if model is None else encode(model) for model in wanted]
            with_model = [each for each in elements if each[1].model is not None]
            places = [(section, each.kind, each.index) for section, each in with_model]
            of_elements = [encode(each.model) for _, each in with_model]
        sent = [name for name in names if type(name) in (str, int)]
        return Body(step, False, data, ranges, models, places, of_elements, sent)
