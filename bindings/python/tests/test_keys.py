"""Keys and contents are those of C: of the same fields the same bits, whatever way they come in."""

from __future__ import annotations

import datetime
import enum
import hashlib
import math
import pickle
import struct
import uuid
from ctypes import byref
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path, PurePath
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iqlist import ArgumentError, Hasher, Key, List, Row, abi
from iqlist.keys import content_bits

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.floats(),
    st.text(),
    st.binary(),
    st.uuids(),
    st.dates(),
    st.datetimes(),
    st.timedeltas(),
    st.decimals(),
    st.text(st.sampled_from("ab/."), max_size=5).map(PurePath),
)
FIELDS = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.tuples(inner),
        st.lists(inner, max_size=3),
        st.dictionaries(st.text(max_size=3), inner, max_size=3),
    ),
    max_leaves=6,
)


def fields_of(value: Any) -> Any:
    fields = value
    return fields if isinstance(value, tuple) else (value,)


def siphash(data: bytes) -> bytes:
    """SipHash-2-4 with 128 bits of output and a zero key, written plainly after the paper."""
    mask = 2**64 - 1
    v = [0x736F6D6570736575, 0x646F72616E646F6D ^ 0xEE, 0x6C7967656E657261, 0x7465646279746573]

    def turn(x: int, bits: int) -> int:
        return (x << bits | x >> (64 - bits)) & mask

    def rounds(count: int) -> None:
        for _ in range(count):
            v[0], v[2] = (v[0] + v[1]) & mask, (v[2] + v[3]) & mask
            v[1], v[3] = turn(v[1], 13) ^ v[0], turn(v[3], 16) ^ v[2]
            v[0] = turn(v[0], 32)
            v[2], v[0] = (v[2] + v[1]) & mask, (v[0] + v[3]) & mask
            v[1], v[3] = turn(v[1], 17) ^ v[2], turn(v[3], 21) ^ v[0]
            v[2] = turn(v[2], 32)

    padded = data + bytes(-(len(data) + 1) % 8) + bytes([len(data) & 0xFF])
    for (word,) in struct.iter_unpack("<Q", padded):
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 0xEE
    rounds(4)
    first = v[0] ^ v[1] ^ v[2] ^ v[3]
    v[1] ^= 0xDD
    rounds(4)
    return struct.pack("<QQ", first, v[0] ^ v[1] ^ v[2] ^ v[3])


def plainly(field: Any) -> bytes:
    """A field as the header's table has it; tuples and lists by the key of a hasher of their own."""
    if field is None:
        return b"\x08"
    if isinstance(field, bool):
        return b"\x07" + bytes([field])
    if isinstance(field, int):
        return b"\x01" + struct.pack("<Q", field) if field >= 0 else b"\x02" + struct.pack("<q", field)
    if isinstance(field, float):
        if math.isnan(field):
            return b"\x03" + bytes.fromhex("000000000000f87f")
        return b"\x03" + struct.pack("<d", field + 0.0)
    if isinstance(field, str):
        data = field.encode()
        return b"\x05" + struct.pack("<Q", len(data)) + data
    if isinstance(field, bytes):
        return b"\x04" + struct.pack("<Q", len(field)) + field
    if isinstance(field, uuid.UUID):
        return b"\x06" + field.bytes
    given = field
    if isinstance(field, dict):
        members = sorted(siphash(plainly(pair)) for pair in given.items())
        joined = siphash(b"".join(b"\x06" + key for key in members))
        return b"\x06" + siphash(plainly("dict") + b"\x06" + joined)
    for kind in (datetime.datetime, datetime.date, datetime.timedelta, Decimal, PurePath):
        if isinstance(field, kind):
            return plainly((kind.__name__, str(field)))
    return b"\x06" + siphash(b"".join(map(plainly, field)))


def told(text: str) -> tuple[Any, str]:
    """The value that begins a text of golden/keys.txt, TYPE:VALUE, and the rest of the text."""
    of, _, rest = text.partition(":")
    if rest[0] in "({":
        members: list[Any] = []
        closing, rest = ")}"["({".index(rest[0])], rest[1:]
        while rest[0] != closing:
            member, rest = told(rest.removeprefix(","))
            members.append(member)
        return (tuple(members) if of == "tuple" else frozenset(members)), rest[1:]
    end = min((at for at in map(rest.find, ",)}") if at >= 0), default=len(rest))
    shown, rest = rest[:end], rest[end:]
    kinds: dict[str, Any] = {
        "str": lambda: bytes.fromhex(shown[1:]).decode(),
        "bytes": lambda: bytes.fromhex(shown[1:]),
        "UUID": lambda: uuid.UUID(shown[1:]),
        "int": lambda: int(shown),
        "float": lambda: float(shown),
        "bool": lambda: shown == "True",
        "NoneType": lambda: None,
    }
    return kinds[of](), rest


def test_keys_are_the_golden_ones_of_every_language() -> None:
    golden = Path(__file__).parents[3] / "Tests/Boundary/golden/keys.txt"
    lines = [line.split() for line in golden.read_text().splitlines() if not line.startswith("#")]
    assert {of for _, of, _ in lines} == {"str", "bytes", "int", "float", "bool", "UUID", "tuple", "set"}
    for key, of, value in lines:
        made, rest = told(f"{of}:{value}")
        assert rest == "" and Key(made).hex() == key, value
    for key, of, value in lines:
        if of == "set":
            changeable: Any = set(told(f"{of}:{value}")[0])
            assert Key(changeable).hex() == key, value


@given(st.lists(FIELDS, max_size=4))
def test_the_hasher_is_the_one_that_the_header_describes(fields: list[Any]) -> None:
    told = siphash(b"".join(map(plainly, fields)))
    hasher = Hasher(*fields)
    assert hasher.key() == told
    assert hasher.content() == (int.from_bytes(told[:8], "little") or 1)
    assert Key(tuple(fields)) == told
    assert hasher.copy().add("more").key() == Hasher(*fields, "more").key()
    assert hasher.key() == told, "asking and copying leave it as it is"


@given(st.integers(0, 2**64 - 1))
def test_an_int_is_c_s_key_of_that_number(value: int) -> None:
    assert Key(value) == bytes(abi.iq_key_from_u64(value)) and Key(value).uuid.bytes == Key(value)


@given(st.binary(min_size=1, max_size=40))
def test_bytes_are_c_s_key_of_those_bytes(value: bytes) -> None:
    made = abi.iq_key()
    assert abi.iq_key_from_bytes(value, len(value), byref(made)) == abi.IQ_OK
    assert Key(value) == Key(bytearray(value)) == Key(memoryview(value)) == bytes(made)


@given(st.frozensets(st.one_of(st.text(), st.integers(0, 9)), max_size=6))
def test_the_order_of_a_set_does_not_matter(members: frozenset[Any]) -> None:
    assert Hasher(members).key() == Hasher({*list(members)[::-1]}).key()
    assert Hasher(members).key() != Hasher(members | {"another one"}).key()


def test_what_is_not_the_same_has_other_keys() -> None:
    same_looking = [
        1,
        "1",
        1.0,
        b"1",
        True,
        (1, 1),
        ("a", "bc"),
        ("ab", "c"),
        ((1,),),
        (),
        "",
        -1,
        None,
        (None,),
    ]
    keys = [Hasher(*(value if isinstance(value, tuple) else (value,))).key() for value in same_looking]
    # None and (None,) are one field each, and the same.
    assert len(set(keys)) == len(keys) - 1


def test_keys_are_bytes_with_a_face() -> None:
    key = Key(uuid.UUID(int=5))
    assert key == uuid.UUID(int=5).bytes and key.uuid == uuid.UUID(int=5)
    assert {key: 1}[Key(bytes(key))] == 1
    assert eval(repr(key)) == key and type(eval(repr(key))) is Key
    assert type(pickle.loads(pickle.dumps(key))) is Key
    assert Key(key) == key and Key(Row(key, 0, None, None)) == key
    assert Key.from_digest(hashlib.sha256(b"x").digest()) == hashlib.sha256(b"x").digest()[:16]
    shown = List()
    shown.set({"section": ["item"]})
    assert Key(shown.section("section")) == Key("section") and Key(shown.item("item")) == Key("item")


def test_dataclasses_are_the_fields_that_they_are_compared_by_and_enumerations_their_names() -> None:
    @dataclass
    class Size:
        width: int
        height: int
        drawn: bool = field(default=False, compare=False)

    @dataclass
    class Picture:
        id: int
        size: Size
        taken: datetime.date

    class Colour(enum.Enum):
        RED = 1
        GREEN = 2

    day = datetime.date(2024, 2, 29)
    assert Hasher(Size(3, 4, True)).key() == Hasher((3, 4)).key()
    assert Key(Colour.RED) == Hasher(("Colour", "RED")).key() != Key(Colour.GREEN)
    shown = List(key="id")
    shown.set_items([Picture(1, Size(3, 4), day), Picture(2, Size(3, 4), day)])
    changes = shown.set_items([Picture(1, Size(3, 4, True), day), Picture(2, Size(3, 5), day)])
    assert [change.after_item for change in changes.batch()] == [1]


def test_kinds_of_known_types_are_taken_as_those() -> None:
    class Colour(enum.IntEnum):
        RED = 7

    class Name(str):
        __slots__ = ()

    class Pair(NamedTuple):
        left: int
        right: str

    assert Key(Colour.RED) == Key(7) and content_bits(Colour.RED) == 7
    assert Key(Name("a")) == Key("a") and Key(Pair(1, "b")) == Key((1, "b"))
    assert Hasher(Colour.RED, Name("a")).key() == Hasher(7, "a").key()


def test_surrogates_of_file_names_go_in() -> None:
    assert len({Key("\udcff"), Key("ÿ"), Key("\udcfe")}) == 3


@pytest.mark.parametrize("value", [2**64, -(2**63) - 1, b"", Key.from_digest])
def test_what_can_be_no_key_is_refused(value: Any) -> None:
    with pytest.raises((ArgumentError, TypeError)):
        Key(value)


def test_errors_of_fields_name_what_is_wrong() -> None:
    with pytest.raises(TypeError, match="complex"):
        Hasher(1j)
    with pytest.raises(ValueError, match="18446744073709551616"):
        Hasher(2**64)
    with pytest.raises(ValueError):
        Key.from_digest(b"short")
    hasher = Hasher("a")
    with pytest.raises(TypeError):
        hasher.add("b", object())
    assert hasher.key() == Hasher("a", "b").key()


@given(st.one_of(SCALARS, st.tuples(SCALARS, SCALARS)))
def test_contents(value: Any) -> None:
    if value is None:
        expected = 0
    elif isinstance(value, int) and not isinstance(value, bool):
        expected = value % 2**64
    else:
        expected = Hasher(*fields_of(value)).content()
    assert content_bits(value) == expected


def test_contents_out_of_bounds_are_refused() -> None:
    for value in (2**64, -(2**63) - 1):
        with pytest.raises(ValueError):
            content_bits(value)
