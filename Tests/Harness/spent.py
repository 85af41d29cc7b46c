"""Where the time of a run goes: what each test has built (see once.py) and waited for, apart from the test
itself. The workers record it, and plugin.py prints it at the end."""

import resource
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

SHOWN = 1.0
"""Seconds from which on a case or a build has a line of its own."""


class Span(NamedTuple):
    name: str
    seconds: float
    processor: float
    """Seconds of the processor, those of ended child processes among them."""


_built: list[Span] = []
_waited = 0.0


def processor() -> float:
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


@contextmanager
def measured(name: str, record: Callable[[Span], None]) -> Iterator[None]:
    """Without what is built and waited for within, which is recorded apart."""
    began, used, first, waited = time.monotonic(), processor(), len(_built), _waited
    try:
        yield
    finally:
        inner = _built[first:]
        seconds = time.monotonic() - began - (_waited - waited) - sum(each.seconds for each in inner)
        record(Span(name, seconds, processor() - used - sum(each.processor for each in inner)))


def building(name: str) -> AbstractContextManager[None]:
    return measured(name, _built.append)


def wait(seconds: float) -> None:
    """For what another test builds."""
    global _waited
    _waited += seconds


def take() -> tuple[list[Span], float]:
    """What was built since the last call, and how long was waited."""
    global _waited
    taken = list(_built), _waited
    _built.clear()
    _waited = 0.0
    return taken


def report(cases: list[Span], builds: list[Span], waited: float) -> Iterator[str]:
    for title, spans in (("builds", builds), ("cases", cases)):
        seconds, used = sum(each.seconds for each in spans), sum(each.processor for each in spans)
        yield f"{title}: {seconds:.0f} s, {used:.0f} s of the processor"
        for span in sorted(spans, key=lambda each: -each.seconds):
            if span.seconds >= SHOWN:
                yield f"{span.seconds:8.1f} {span.processor:8.1f}  {span.name}"
    yield f"waited for what another test built: {waited:.0f} s"
