"""Run commands and read their output; games and paths for their tests."""

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import pytest
from boards import SavedBoard, saved_boards

from xl_mastermind.cli import main

GAMES = {
    "4x6": "3625",
    "brain-breaker": "1253",
    "4x10 distinct": "0579",
    "4x6 black": "3625",
    "4x6 distinct black symbols=abcdef": "dfbe",
    "3x4 symbols=FALS": "SAF",
    "3x26": "CAB",
    "5x8": "87654",
}
"""Games, and a code of each."""

OTHER_PLAYERS_GAME = ("--codemaker", "person")


class CommandResult(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def errors(self) -> list[str]:
        """Lines on standard error, without the progress of a search."""
        return [line for line in self.err.splitlines() if ": at least " not in line]


def run(*words: str) -> CommandResult:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    colours = re.compile(r"\x1b\[[0-9;]*m")
    return CommandResult(
        code, *(colours.sub("", text.getvalue()) for text in (out, err))
    )


def run_json(*words: str) -> Any:
    said = run(*words, "--json")
    assert (said.code, said.errors) == (0, [])
    assert said.out.count("\n") == 1
    assert said.out.endswith("\n")
    return json.loads(said.out)


def press_ctrl_c(command: subprocess.Popen[Any]) -> None:
    """Press Ctrl-C each second until the command ends; `input` may miss the first."""
    while command.poll() is None:
        command.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            command.wait(timeout=1)


def play(*lines: str, options: Sequence[str] = OTHER_PLAYERS_GAME) -> CommandResult:
    typed = "".join(f"{line}\n" for line in lines)
    with mock.patch("sys.stdin", io.StringIO(typed)):
        return run("play", *options)


def run_process(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k != "FORCE_COLOR"}
    return subprocess.run(
        [sys.executable, "-m", "xl_mastermind", *words],
        env=environment | options.pop("env", {"PYTHONUTF8": "1"}),
        check=False,
        capture_output=True,
        encoding=options.pop("encoding", "utf-8"),
        **options,
    )


def without_numba(folder: Path) -> dict[str, str]:
    (folder / "numba.py").write_text("raise ImportError('no numba')")
    return {"PYTHONPATH": str(folder), "PYTHONUTF8": "1"}


def is_refused(said: CommandResult) -> bool:
    """Return whether a command printed one error and nothing else."""
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("xl-mastermind: ")
    assert "Traceback" not in said.err
    return said.code == 2


def suggested_guesses(said: CommandResult) -> list[str]:
    """Return the guesses that `play` suggested for the code of another player."""
    found = re.findall(r"Guess [0-9]+: ((?: \w )+)", said.out)
    return ["".join(guess.split()) for guess in found]


def candidate_counts(said: CommandResult) -> list[int]:
    """Return the number of candidates before each suggested guess."""
    reasons = re.findall(r"of ([0-9,]+)$|the only code left$", said.out, re.MULTILINE)
    return [int(number.replace(",", "") or 1) for number in reasons]


def active_board(path: Path) -> SavedBoard:
    return saved_boards(path)[1]


def has_macros(path: Path) -> bool:
    with zipfile.ZipFile(path) as package:
        return "xl/vbaProject.bin" in package.namelist()


# Paths that cannot be written


def make_folder(path: Path) -> Path:
    path.mkdir()
    return path


def path_below_file(path: Path) -> Path:
    path.write_text("mine")
    return path / path.name


def unwritable_path(path: Path) -> Path:
    folder = Path("/proc")
    if not folder.is_dir():
        pytest.skip("there is no folder where not even root can write")
    return folder / path.name
