"""Ctrl-C while threads run: stop all of them."""

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, wait
from contextlib import contextmanager
from typing import Final, TypeVar

TICK: Final = 0.1
"""Seconds to wait at a time: a longer wait would delay Ctrl-C."""

T = TypeVar("T")


@contextmanager
def call_on_interrupt(stop: Callable[..., object]) -> Iterator[None]:
    """Call `stop` at Ctrl-C, if that would interrupt this thread."""
    is_main = threading.current_thread() is threading.main_thread()
    handler = signal.getsignal(signal.SIGINT) if is_main else None
    if not callable(handler):  # the process ignores Ctrl-C, or C code handles it
        yield
        return
    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def run_jobs(
    pool: Executor,
    jobs: Sequence[Callable[[], T]],
    stop: Callable[[], object],
    report: Callable[[int, T], object] = lambda *_: None,
) -> list[T]:
    """
    Return the results of jobs; at Ctrl-C `stop` them, then raise KeyboardInterrupt.

    Call `report` with the index and the result of each job that succeeds.
    """
    is_interrupted = threading.Event()

    def interrupt(*_: object) -> None:
        is_interrupted.set()
        stop()

    with call_on_interrupt(interrupt):
        futures = {pool.submit(job): index for index, job in enumerate(jobs)}
        pending = {*futures}
        while pending:
            done, pending = wait(pending, TICK, FIRST_COMPLETED)
            for future in done:
                if not (future.cancelled() or future.exception()):
                    report(futures[future], future.result())
    if is_interrupted.is_set():
        signal.raise_signal(signal.SIGINT)  # call the program's handler
        raise KeyboardInterrupt
    return [future.result() for future in futures]
