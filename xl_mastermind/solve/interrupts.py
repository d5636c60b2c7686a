"""Ctrl-C while threads work: they get a signal to stop, and none runs on."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

TICK: Final = 0.1
"""Seconds between looks at what runs, so that Ctrl-C is heard."""


@contextmanager
def interrupted_by(stop: Callable[..., object]) -> Iterator[None]:
    """Call `stop` at Ctrl-C, where it would interrupt this thread."""
    is_main = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT) if is_main else None
    if not callable(before):  # Python does not hear of it, or is not to
        yield
        return
    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
