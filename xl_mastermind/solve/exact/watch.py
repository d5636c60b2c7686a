"""Runs a search in a thread of its own, so that Ctrl-C and a time limit stop it."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Final, TypeVar

from xl_mastermind.solve.exact.bounds import Limit, Standing

TICK: Final = 0.1
"""Seconds between looks at what runs."""

Result = TypeVar("Result")


def watch(
    job: Callable[[], Result],
    limit: Limit,
    stop: Callable[..., None],
    standing: Callable[[], Standing],
) -> Result:
    """
    Return what a job gives; `stop` is called past the time limit or at Ctrl-C.

    The job is waited for even then. Its progress is told by `standing`.
    """
    end = limit.deadline()
    with interrupted_by(stop), ThreadPoolExecutor(1) as pool:
        future = pool.submit(job)
        while not wait([future], min(TICK, max(0, end - time.monotonic()))).done:
            if time.monotonic() >= end:
                stop()
                break
            if limit.progress:
                limit.progress(standing())
        return future.result()


@contextmanager
def interrupted_by(stop: Callable[..., None]) -> Iterator[None]:
    """Call `stop` at Ctrl-C, where this thread is the one to hear of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
