"""An event that is read in one go is the one that ctypes reads field by field."""

from __future__ import annotations

from ctypes import c_void_p, cast, sizeof
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from iqlist import abi
from iqlist._event_memory import fields_of

SIZE = sizeof(abi.iq_event)


def plain(value: Any) -> Any:
    """A field as `fields_of` has it."""
    if isinstance(value, (abi.iq_key, abi.iq_position)):
        return bytes(value)
    if isinstance(value, (abi.iq_item, abi.iq_section, abi.iq_class)):
        return value.id
    if isinstance(value, int) or value is None:
        return value or 0
    return cast(value, c_void_p).value or 0


@given(st.binary(min_size=SIZE, max_size=SIZE))
def test_each_field_is_the_same(memory: bytes) -> None:
    raw = abi.iq_event.from_buffer_copy(memory)
    found = fields_of(raw)
    names = [name for name, *_ in abi.iq_event._fields_]
    # A status is a signed number in C, and never negative.
    expected = {name: plain(getattr(raw, name)) for name in names}
    expected["status"] %= 2**32
    assert found._asdict() == expected
