"""Ctrl-C while threads work."""

import signal

import pytest

from xl_mastermind.solve.interrupts import call_on_interrupt


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
