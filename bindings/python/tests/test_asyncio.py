"""Events and tickets in asyncio: no thread, no reader that is left behind, on any loop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
from typing import Any

import pytest

from iqlist import (
    Action,
    BusyError,
    CancelledError,
    DiffFlag,
    EventKind,
    List,
    Snapshot,
    SupersededError,
    submissions,
)

NUMBER = Action.HOST


def polled() -> List[Any]:
    shown: List[Any] = List()
    shown.set_events(EventKind.UPDATE | EventKind.ACTION)
    return shown


def readers() -> int:
    """The descriptors that the running loop waits for, beside its own."""
    selector: Any = asyncio.get_running_loop()
    return len(selector._selector.get_map()) - 1


async def settled(condition: Any) -> None:
    for _ in range(2000):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not come to that")


def test_events_come_while_the_loop_runs_and_end_with_the_list() -> None:
    async def main() -> list[int]:
        shown = polled()
        seen: list[int] = []

        async def follow() -> None:
            async for event in shown.events():
                seen.append(event.number)

        following = asyncio.ensure_future(follow())
        for at in range(3):
            await shown.submit(Snapshot.of_items([at]))
        shown.emit(None, NUMBER)
        await settled(lambda: len(seen) == 4 and readers() == 1)
        shown.close()
        await following
        assert readers() == 0
        return seen

    before = threading.active_count()
    descriptors = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    assert asyncio.run(main()) == [1, 2, 3, 256]
    assert threading.active_count() == before
    assert len(os.listdir("/proc/self/fd")) == descriptors  # noqa: PTH208


def test_a_task_that_is_cancelled_leaves_no_reader_and_loses_no_event() -> None:
    async def main() -> None:
        shown = polled()
        task = asyncio.ensure_future(shown.events().__anext__())
        await settled(lambda: readers() == 1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert readers() == 0
        for number in range(3):
            shown.emit(None, NUMBER + number)
        async for event in shown.events():
            assert event.number == 256
            break
        assert [event.number for event in shown.events()] == [257, 258]

    asyncio.run(main())


def test_a_second_one_that_waits_is_refused_until_the_first_has_ended() -> None:
    async def main() -> None:
        shown = polled()
        first, second = shown.events(), shown.events()
        waiting = asyncio.ensure_future(first.__anext__())
        await settled(lambda: readers() == 1)
        with pytest.raises(BusyError):
            await second.__anext__()
        shown.emit(None, NUMBER)
        assert (await waiting).number == 256
        await first.aclose()
        shown.emit(None, NUMBER + 1)
        assert (await second.__anext__()).number == 257
        with pytest.raises(StopAsyncIteration):
            await first.__anext__()

    asyncio.run(main())


def test_other_tasks_have_their_turn_beside_many_events() -> None:
    async def main() -> int:
        shown, turns = polled(), 0

        async def other() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        task = asyncio.ensure_future(other())
        for number in range(1000):
            shown.emit(None, NUMBER + number)
        async for event in shown.events():
            if event.number == 256 + 999:
                break
        task.cancel()
        return turns

    assert asyncio.run(main()) >= 10


def test_a_list_is_closed_by_another_thread() -> None:
    async def main() -> None:
        shown = polled()
        threading.Timer(0.05, shown.close).start()
        async for _ in shown.events():
            raise AssertionError("there is none")
        async for _ in polled_and_closed():
            raise AssertionError("there is none")

    def polled_and_closed() -> Any:
        shown = polled()
        events = shown.events()
        shown.close()
        return events

    asyncio.run(main())


def test_the_handler_of_an_event_closes_the_list() -> None:
    async def main() -> list[int]:
        shown = polled()
        seen: list[int] = []
        for number in range(5):
            shown.emit(None, NUMBER + number)
        async for event in shown.events():
            seen.append(event.number)
            shown.close()
        return seen

    assert asyncio.run(main()) == [256]


def test_tickets_are_awaited_by_a_loop_that_does_not_poll() -> None:
    shown = polled()
    results: list[Any] = []

    async def submitting() -> None:
        await shown.submit(Snapshot.of_items([1]))
        results.append(shown.models())
        one, two = (shown.submit(Snapshot.of_items([at]), delay=0.02) for at in range(2))
        results.append(await asyncio.gather(one, two, return_exceptions=True))
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(waited(shown.submit(Snapshot(), delay=1000)), 0.02)

    async def waited(ticket: Any) -> None:
        await ticket

    async def polling() -> None:
        async for _ in shown.events():
            pass

    thread = threading.Thread(target=lambda: asyncio.run(submitting()))

    async def main() -> None:
        task = asyncio.ensure_future(polling())
        thread.start()
        await settled(lambda: not thread.is_alive())
        shown.close()
        await task

    asyncio.run(main())
    assert results[0] == [1] and isinstance(results[1][0], SupersededError) and results[1][1] is None


def test_a_ticket_is_resolved_when_its_list_is_closed() -> None:
    async def main() -> None:
        shown = polled()
        ticket = shown.submit(Snapshot(), delay=1000)
        asyncio.get_running_loop().call_later(0.02, shown.close)
        with pytest.raises(CancelledError):
            await ticket
        with pytest.raises(CancelledError):
            await ticket

    asyncio.run(main())


def test_a_ticket_ends_after_the_loop_that_waited_for_it() -> None:
    shown = polled()
    ticket = shown.submit(Snapshot(), delay=1000)

    async def wait() -> None:
        await ticket

    loop = asyncio.new_event_loop()
    task = loop.create_task(wait())
    loop.run_until_complete(asyncio.sleep(0))
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        loop.run_until_complete(task)
    loop.close()
    shown.close()
    assert ticket.done()


def test_signals_come_while_events_are_waited_for() -> None:
    async def main() -> int:
        shown, loop = polled(), asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, shown.emit, None, NUMBER)
        loop.call_later(0.02, os.kill, os.getpid(), signal.SIGUSR1)
        try:
            async for event in shown.events():
                return event.number
        finally:
            loop.remove_signal_handler(signal.SIGUSR1)
        return 0

    assert asyncio.run(main()) == 256


def test_the_list_itself_can_be_given_to_add_reader() -> None:
    async def main() -> list[int]:
        shown, loop = polled(), asyncio.get_running_loop()
        seen: list[int] = []
        loop.add_reader(shown, lambda: seen.extend(event.number for event in shown.events()))
        shown.emit(None, NUMBER)
        await settled(lambda: bool(seen))
        loop.remove_reader(shown)
        return seen

    assert asyncio.run(main()) == [256]


def test_a_ticket_that_nobody_polls_for_warns_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submissions, "PAUSE", 0.02)

    async def wait(shown: List[Any]) -> None:
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(shown.submit(Snapshot.of_items(["a"]), flags=DiffFlag.HERE), 0.1)

    shown: List[Any] = List()
    with pytest.warns(
        RuntimeWarning, match=r"<Ticket 1, under way> is awaited, and nobody polls <List"
    ) as told:
        asyncio.run(wait(shown))
        asyncio.run(wait(shown))
    assert len(told) == 1


def test_a_ticket_that_is_polled_for_does_not_warn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the loop has looked at it several times before it is prepared, or never."""
    monkeypatch.setattr(submissions, "PAUSE", 0.005)

    async def main(delay: float) -> None:
        shown: List[Any] = List()

        async def follow() -> None:
            async for _ in shown.events():
                pass

        following = asyncio.ensure_future(follow())
        await shown.submit(Snapshot.of_items(["a"]), delay=delay)
        assert not shown._is_unpolled
        shown.close()
        await following

    for delay in (0, 0.05):
        asyncio.run(main(delay))
