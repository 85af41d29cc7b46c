"""A process whose memory runs out where it is told to; test_no_memory.py starts it. It tries every case of
starved_cases.py and prints for each, as JSON, how many allocations it let fail.

The allocator belongs to the process, and this one calls Python: so no garbage is collected but between calls,
or a destructor might call the library from inside its own allocator.
"""

from __future__ import annotations

import ctypes
import gc
import json
import sys
from typing import Any

from starved_cases import CASES, MANY, MODELS, Make, World, shown_list

import iqlist
from iqlist import List, abi

libc = ctypes.CDLL(None)
libc.malloc.restype = libc.realloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
libc.realloc.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]


class Memory:
    """malloc, but for one allocation, or for it and all that follow."""

    def __init__(self) -> None:
        self.runs_out(sys.maxsize, False)
        kinds: dict[str, Any] = dict(field[:2] for field in abi.iq_allocator._fields_)
        self.allocator = abi.iq_allocator(
            struct_size=ctypes.sizeof(abi.iq_allocator),
            allocate=kinds["allocate"](self.allocate),
            reallocate=kinds["reallocate"](self.reallocate),
            release=kinds["release"](self.release),
        )
        assert abi.iq_memory_set_allocator(ctypes.byref(self.allocator)) == abi.IQ_OK

    def runs_out(self, at: int, for_good: bool) -> None:
        # No scratch memory of earlier calls: it would take the place of allocations.
        iqlist.memory_trim()
        self.left, self.for_good, self.refused = at, for_good, 0

    def refuses(self) -> bool:
        refuses = self.left == 0 or (self.left < 0 and self.for_good)
        self.left -= 1
        self.refused += refuses
        return refuses

    def allocate(self, _: object, size: int) -> Any:
        return None if self.refuses() else libc.malloc(size)

    def reallocate(self, _: object, memory: int, size: int) -> Any:
        return None if self.refuses() else libc.realloc(memory, size)

    def release(self, _: object, memory: int) -> None:
        libc.free(memory)


def held() -> list[int]:
    gc.collect()
    return [sys.getrefcount(model) for model in MODELS + MANY]


def looks(world: World) -> list[Any]:
    return [[thing.dump() for thing in world.things], held() if world.is_counted else None]


def outcome(told: Any, world: World) -> list[Any]:
    """What a call has answered, and what all looks like afterwards."""
    return [told.dump() if hasattr(told, "dump") else None, looks(world)]


def starve(memory: Memory, make: Make, for_good: bool) -> int:
    """Lets the allocations of a call fail, one after the other: the call is refused, and nothing has changed.
    Made again it goes through in the end, and does what it does elsewhere. Answers how many failed."""
    usual = make()
    wanted = outcome(usual.call(), usual)
    del usual
    world = make()
    before = looks(world)
    failed = 0
    while True:
        memory.runs_out(failed, for_good)
        try:
            told = world.call()
        except iqlist.NoMemoryError as error:
            assert isinstance(error, MemoryError) and memory.refused
        else:
            memory.runs_out(sys.maxsize, False)
            assert outcome(told, world) == wanted, f"it comes to something else after {failed} failures"
            assert not memory.refused, f"it did without allocation {failed}"
            return failed
        memory.runs_out(sys.maxsize, False)
        assert looks(world) == before, f"something has changed when allocation {failed} failed"
        failed += 1


def main() -> None:
    gc.disable()
    memory = Memory()
    with List(model=None) as plain:
        plain.set_items(range(9)).close()
    iqlist.memory_trim()
    assert iqlist.memory_used() == 0, "a list has left something"
    shown_list()  # Registers the class of Python's objects, which stays.
    iqlist.memory_trim()
    gc.freeze()  # Nothing of what is there now need be looked at again.
    models, classes = held(), iqlist.memory_used()
    for name, make in CASES.items():
        failed = [starve(memory, make, for_good) for for_good in (False, True)]
        assert held() == models, name
        iqlist.memory_trim()
        if name != "CellClass":
            assert iqlist.memory_used() == classes, name
        classes = iqlist.memory_used()
        print(json.dumps([name, *failed]), flush=True)


if __name__ == "__main__":
    main()
