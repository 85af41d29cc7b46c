#!/usr/bin/env python3
"""Computes golden values without libiqlist: SipHash-2-4-128 with a zero key, from its paper.

Run it to print those in keys.c, one line for each value in its order; with `--keys` to print golden/keys.txt,
the keys that C, Python and Rust are each tested by.
"""

import math
import struct
import sys
import uuid

MASK = (1 << 64) - 1


def rotate(word: int, bits: int) -> int:
    return ((word << bits) | (word >> (64 - bits))) & MASK


def siphash128(data: bytes, k0: int = 0, k1: int = 0) -> bytes:
    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D ^ 0xEE]
    v += [k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]

    def rounds(count: int) -> None:
        for _ in range(count):
            v[0] = (v[0] + v[1]) & MASK
            v[1] = rotate(v[1], 13) ^ v[0]
            v[0] = rotate(v[0], 32)
            v[2] = (v[2] + v[3]) & MASK
            v[3] = rotate(v[3], 16) ^ v[2]
            v[0] = (v[0] + v[3]) & MASK
            v[3] = rotate(v[3], 21) ^ v[0]
            v[2] = (v[2] + v[1]) & MASK
            v[1] = rotate(v[1], 17) ^ v[2]
            v[2] = rotate(v[2], 32)

    whole = len(data) & ~7
    words = [word for (word,) in struct.iter_unpack("<Q", data[:whole])]
    words.append((len(data) & 255) << 56 | int.from_bytes(data[whole:], "little"))
    for word in words:
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 0xEE
    rounds(4)
    first = v[0] ^ v[1] ^ v[2] ^ v[3]
    v[1] ^= 0xDD
    rounds(4)
    return struct.pack("<QQ", first, v[0] ^ v[1] ^ v[2] ^ v[3])


def unsigned(value: int) -> bytes:
    return b"\x01" + struct.pack("<Q", value)


def signed(value: int) -> bytes:
    return unsigned(value) if value >= 0 else b"\x02" + struct.pack("<q", value)


def double(value: float) -> bytes:
    return b"\x03" + struct.pack("<d", value)


def raw(value: bytes) -> bytes:
    return b"\x04" + struct.pack("<Q", len(value)) + value


def string(value: str) -> bytes:
    return b"\x05" + struct.pack("<Q", len(value.encode())) + value.encode()


def key(value: bytes) -> bytes:
    return b"\x06" + value


def boolean(value: int) -> bytes:
    return b"\x07" + bytes([value])


NOTHING = b"\x08"
NAN = b"\x03" + struct.pack("<Q", 0x7FF8000000000000)
COUNTING = bytes(range(16))
LONG = bytes(i * 7 & 255 for i in range(1000))

EACH = unsigned(42) + signed(-42) + double(0.1) + raw(b"bytes") + string("string")
EACH += key(COUNTING) + boolean(1) + NOTHING

GOLDEN = [
    ("no field", b""),
    ("unsigned 0", unsigned(0)),
    ("unsigned 1", unsigned(1)),
    ("unsigned max", unsigned(MASK)),
    ("signed 7", signed(7)),
    ("signed -1", signed(-1)),
    ("signed min", signed(-(2**63))),
    ("double 0", double(0.0)),
    ("double 1.5", double(1.5)),
    ("double -2.25e300", double(-2.25e300)),
    ("double infinity", double(float("inf"))),
    ("NaN", NAN),
    ("no bytes", raw(b"")),
    ("bytes 00 ff", raw(b"\x00\xff")),
    ("empty string", string("")),
    ("string a", string("a")),
    ("string Zoë 日本", string("Zoë 日本")),
    ("key", key(COUNTING)),
    ("true", boolean(1)),
    ("false", boolean(0)),
    ("nothing", NOTHING),
    ("a, bc", string("a") + string("bc")),
    ("ab, c", string("ab") + string("c")),
    ("one of each", EACH),
    ("1000 bytes", raw(LONG)),
    ("key from 1 byte", raw(b"x")),
    ("key from 15 bytes", raw(COUNTING[:15])),
    ("key from 17 bytes", raw(bytes(range(17)))),
    ("second occurrence of key 5", key(struct.pack("<QQ", 5, 0)) + unsigned(2)),
]


def field(value: object) -> bytes:
    """One field. A tuple and a set are a field of a key: of all fields, of the sorted keys of the members."""
    if value is None:
        return NOTHING
    if isinstance(value, tuple):
        fields: tuple[object, ...] = value
        return key(siphash128(b"".join(map(field, fields))))
    if isinstance(value, frozenset):
        members: frozenset[object] = value
        return key(siphash128(b"".join(map(key, sorted(siphash128(field(member)) for member in members)))))
    if isinstance(value, bool):
        return boolean(value)
    if isinstance(value, float):
        # -0.0 + 0.0 is 0.0.
        return NAN if math.isnan(value) else double(value + 0.0)
    if isinstance(value, str):
        return string(value)
    if isinstance(value, bytes):
        return raw(value)
    if isinstance(value, uuid.UUID):
        return key(value.bytes)
    assert isinstance(value, int)
    return signed(value)


def key_of(value: object) -> bytes:
    """The key that every language makes of a value: 16 bytes and integers from 0 on as they are, of a tuple
    that of its fields, of anything else that of one field."""
    if isinstance(value, uuid.UUID):
        return value.bytes
    if isinstance(value, bytes) and len(value) == 16:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return struct.pack("<QQ", value, 0)
    if isinstance(value, tuple):
        fields: tuple[object, ...] = value
        return siphash128(b"".join(map(field, fields)))
    return siphash128(field(value))


UUID = uuid.UUID("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
KEYS: list[object] = ["", "a", "1", "Zoë 日本", "sixteen letters!", "null \0 within", "x" * 1000]
KEYS += [b"\0", b"a", COUNTING[:15], COUNTING, bytes(range(17)), LONG]
KEYS += [0, 1, 7, 2**31 - 1, 2**32, MASK, -1, -7, -(2**31), -(2**63)]
KEYS += [0.0, -0.0, 1.0, 1.5, 0.1, -2.25e300, 5e-324, float("inf"), float("-inf"), float("nan")]
KEYS += [True, False, UUID, uuid.UUID(bytes=bytes(16)), uuid.UUID(bytes=COUNTING)]
KEYS += [("order", 4711), (1,), ("1",), (1.0,), ("a", "bc"), ("ab", "c"), (UUID, COUNTING), (None, True, -1)]
KEYS += [(1, ("a", (2.5, None))), ((1,),), ("a", 1, 2.5, True, b"b", UUID, None, -7)]
KEYS += [
    frozenset(),
    frozenset({1}),
    frozenset({1, 2, 3}),
    frozenset({-1, 5, 300}),
    frozenset({"b", "a", "c"}),
]
KEYS += [frozenset({("x", 1), ("x", 2), ("y", 1)}), frozenset({frozenset({1, 2}), frozenset({3})})]
KEYS += [("tags", frozenset({"new", "red"})), (frozenset({True, False}), UUID)]


def shown(value: object) -> str:
    """TYPE:VALUE, with text and bytes in hex, the fields of a tuple in (), the members of a set in {}."""
    if isinstance(value, tuple):
        fields: tuple[object, ...] = value
        return f"tuple:({','.join(map(shown, fields))})"
    if isinstance(value, frozenset):
        members: frozenset[object] = value
        return f"set:{{{','.join(sorted(map(shown, members)))}}}"
    data = value.encode() if isinstance(value, str) else value
    data = data.bytes if isinstance(data, uuid.UUID) else data
    text = f"x{data.hex()}" if isinstance(data, bytes) else str(data)
    return f"{type(value).__name__}:{text}"


def key_line(value: object) -> str:
    return f"{key_of(value).hex()} {shown(value).replace(':', ' ', 1)}"


if __name__ == "__main__":
    vector = siphash128(b"", 0x0706050403020100, 0x0F0E0D0C0B0A0908)
    assert vector.hex() == "a3817f04ba25a8e66df67214c7550293", "the reference implementation's first vector"
    if sys.argv[1:] == ["--keys"]:
        print(
            "# keys.py --keys: a key, the type in Python of what it is made of, and that;\n"
            "# text, bytes and UUIDs in hex, fields in (), members of a set in {}, each with its type"
        )
        print(*map(key_line, KEYS), sep="\n")
    else:
        for name, fields in GOLDEN:
            print(siphash128(fields).hex(), name)
