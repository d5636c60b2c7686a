"""Ctrl-C while threads work."""

import _thread
import signal
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock

import pytest

from xl_mastermind.lab.interrupts import call_on_interrupt, run_jobs


@pytest.mark.parametrize(
    ("handler", "is_heard"),
    [(signal.default_int_handler, True), (signal.SIG_IGN, False)],
    ids=["heard", "ignored"],
)
def test_ctrl_c_respects_an_ignored_signal(
    handler: signal.Handlers, *, is_heard: bool
) -> None:
    before, heard = signal.signal(signal.SIGINT, handler), list[bool]()
    try:
        with call_on_interrupt(lambda *_: heard.append(True)):
            signal.raise_signal(signal.SIGINT)
        assert any(heard) == is_heard
        assert signal.getsignal(signal.SIGINT) == handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_stops_all_jobs() -> None:
    stop, is_first = Event(), Lock()
    ended: list[bool] = []

    def job() -> None:
        if is_first.acquire(blocking=False):
            _thread.interrupt_main()
        ended.append(stop.wait())

    with ThreadPoolExecutor(2) as pool, pytest.raises(KeyboardInterrupt):
        run_jobs(pool, [job, job], stop.set)
    assert ended == [True, True]
