"""Ctrl-C while threads run: stop all of them."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

TICK: Final = 0.1
"""Seconds to wait at a time: a longer wait would delay Ctrl-C."""


@contextmanager
def call_on_interrupt(stop: Callable[..., object]) -> Iterator[None]:
    """Call `stop` at Ctrl-C, if that would interrupt this thread."""
    is_main = threading.current_thread() is threading.main_thread()
    handler = signal.getsignal(signal.SIGINT) if is_main else None
    if not callable(handler):  # Ctrl-C is ignored, or not Python's
        yield
        return
    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
