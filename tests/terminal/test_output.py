"""Lines and overwritten lines of streams, in this process."""

import io
import sys

import pytest

from xl_mastermind.terminal.output import Stream


class TerminalFile(io.StringIO):
    """A file that counts as a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("file", "env", "is_terminal"),
    [
        (TerminalFile, {}, True),
        (TerminalFile, {"TTY_COMPATIBLE": "0"}, False),
        (io.StringIO, {}, False),
        (io.StringIO, {"FORCE_COLOR": "1"}, True),
    ],
)
def test_stream_overwrites_lines_in_terminals(
    file: type[io.StringIO],
    env: dict[str, str],
    is_terminal: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stderr", file())
    assert Stream("stderr").is_terminal() is is_terminal


def test_broken_lines_end_without_blanks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "12")
    monkeypatch.setattr(sys, "stdout", file := TerminalFile())
    Stream("stdout").print("two words, three words")
    assert file.getvalue() == "two words,\nthree words\n"
