"""What identifies models: what the key of an item is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from operator import attrgetter, itemgetter
from typing import Any


class ShowsItself:
    """A model that says itself how it is shown: see `ElementModel`."""


def shows_itself(model: Any) -> bool:
    """Whether a model says itself how it is shown."""
    return isinstance(model, ShowsItself)


Identities = dict[type, Any]
"""What identifies models, by their type, as the classes of cells say that show them."""


def key_of(identities: Identities, model: Any) -> Any:
    """What the key of a model is made of."""
    return identity_of(model, identities.get(model.__class__))


def identity_of(model: Any, identity: Any) -> Any:
    """What the key of a model is made of: what `identity` gets, the `id` of a view model, or the model: with
    its class, as models of two classes are not equal either, but for values that may be a key."""
    if shows_itself(model):
        if hasattr(model, "id"):
            return model.id
    elif callable(identity):
        return identity(model)
    elif isinstance(identity, str):
        return value_of(model, identity)
    elif identity is not None:
        return tuple([value_of(model, name) for name in identity])
    if is_dataclass(model):
        return (f"{type(model).__module__}.{type(model).__qualname__}", model)
    return model


def value_of(model: Any, name: str) -> Any:
    """An attribute of a model, of a mapping its field."""
    get: Any = itemgetter if isinstance(model, Mapping) else attrgetter
    return get(name)(model)
