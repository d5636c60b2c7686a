"""`play` in a terminal; `transcripts/play.txt` has its lines."""

import contextlib
import os
import pty
import re
import subprocess
import sys
import termios

import pytest
from command_line import run, run_json

PLAY = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C reaches this process
words = [sys.executable, "-m", "xl_mastermind", "play", "--number", "382"]
os.execv(sys.executable, words)
"""


def play_in_terminal(*typed: bytes, **environment: str) -> tuple[int, str]:
    """Type into `play` in a terminal of 60 columns; return its exit code and output."""
    terminal, end = pty.openpty()
    termios.tcsetwinsize(end, (24, 60))
    unset = ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "COLUMNS", "COLORTERM")
    inherited = {k: v for k, v in os.environ.items() if k not in unset}
    environment = {"TERM": "xterm-256color", "PYTHONUTF8": "1"} | environment
    with subprocess.Popen(
        [sys.executable, "-c", PLAY],
        stdin=end,
        stdout=end,
        stderr=end,
        start_new_session=True,
        env=inherited | environment,
    ) as process:
        os.close(end)
        output, keys = b"", [*typed]
        with contextlib.suppress(OSError):  # the program has ended
            while block := os.read(terminal, 1 << 16):
                output += block
                if output.endswith(b"> ") and keys:
                    os.write(terminal, keys.pop(0))
    os.close(terminal)
    return process.returncode, output.decode().replace("\r\n", "\n")


def test_terminal_shows_tiles_in_colour() -> None:
    exit_code, output = play_in_terminal(b"1122\n", b"quit\n")
    assert exit_code == 0
    assert "\x1b[1;38;5;231;48;5;25m 1 \x1b[0m" in output


def test_no_color_prints_plain_lines_of_60_columns() -> None:
    typed = (b"1122\n", b"3345\n", b"explain\n", b"show\n", b"4536\n")
    _, output = play_in_terminal(*typed, NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*[34][0-9]", output)
    output = re.sub(r"\x1b\[[0-9;]*m", "", output)
    assert "  2   3  3  4  5   ○○○·  0 black, 3 white  20 codes left\n" in output
    assert "Mastermind #382 in 3\n····\n○○○·\n●●●●\n" in output
    assert max(map(len, output.splitlines())) <= 60


@pytest.mark.parametrize(
    ("key", "exit_code", "end"),
    [
        (b"\x04", 0, "> \nThe code was 4536.\n"),  # Ctrl-D
        (b"\x03", 1, "> ^C\nxl-mastermind: interrupted\n"),
    ],
)
def test_control_key_ends_the_game(key: bytes, exit_code: int, end: str) -> None:
    ended = play_in_terminal(b"1122\n", key)
    assert ended == (exit_code, ended[1])
    assert ended[1].endswith(end)


def test_seed_hides_the_code_of_solve() -> None:
    solved = run_json("solve", "--seed", "7")
    assert f"Mastermind #{solved['number']}: " in run("play", "--seed", "7").out
    assert re.search("^play:\n  play ", run("--help").out, re.MULTILINE)
