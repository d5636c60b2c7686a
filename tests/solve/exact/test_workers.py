"""Worker processes and Ctrl-C; `test_spread.py` has what they work out."""

import os
import signal
import threading
import time

import pytest

from xl_mastermind.solve.exact import workers


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is another thing there")
def test_ctrl_c_waits_until_all_workers_have_been_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[float] = []

    def submit(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.05)
        started.append(time.monotonic())

    ended: list[int] = []
    over = threading.Event()
    other = threading.Thread(target=over.wait)  # may take the signal, and blocks none
    other.start()
    monkeypatch.setattr(workers.Processes, "submit", submit)
    monkeypatch.setattr(workers.Processes, "__exit__", lambda *_: ended.append(1))
    try:
        with pytest.raises(KeyboardInterrupt):
            workers.Processes(2)
    finally:
        over.set()
        other.join()
    assert (len(started), len(ended)) == (2, 1)
