"""What the worker answers, without LibreOffice."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from boards import saved_boards

from xl_mastermind import __version__
from xl_mastermind.calc.worker import handle_request
from xl_mastermind.presentation.games import GAMES


def ask(*question: object) -> dict[str, Any]:
    found = handle_request(json.dumps([7, *question]))
    assert found.pop("number") == 7
    return found


@pytest.mark.table("name", "cells", "value")
def test_zero_stands_for_a_blank_cell(
    name: str, cells: list[object], value: object
) -> None:
    found = ask("call", name, cells)["value"]
    assert value == (len(found) if isinstance(found, list) else found)


@pytest.mark.parametrize(
    ("name", "cells", "value"),
    [
        # No black peg.
        (
            "SOLVE_NEXT",
            [[[1, 1, 2, 2]], 0.0, "knuth", "4x6 black"],
            [[2, 2, 1, 1]],
        ),
        ("CANDIDATES_LEFT", [1111, 0.0, "4x6 black"], [[625]]),
        ("RULED_OUT", [1122, 1111, 0.0, "4x6 black"], [["x"]]),
        # The code 0000, in a game that has it.
        ("CANDIDATES_LEFT", [0.0, [[4, 0]], "4x10"], [[1]]),
        ("CHEAT", [0.0, "4x10"], [[0, 0]]),
        ("CHEAT", [0.0, 0.0], [["", ""]]),
        ("CHEAT", [0.0, "4x10 distinct"], [["", ""]]),
        # A setting that is blank.
        ("CANDIDATES", [1111, [[4, 0]], 0.0, 0.0, 0.0], [[1, 1, 1, 1]]),
        ("SOLVE_NEXT", [[[None] * 4], [[None] * 2], 0.0, 0.0, 0.0], [[1, 1, 2, 2]]),
    ],
)
def test_zero_stays_a_value_of_feedback(
    name: str, cells: list[object], value: object
) -> None:
    assert ask("call", name, cells)["value"] == value


@pytest.mark.parametrize(
    "question",
    [
        "{",
        "7",
        "[]",
        '["shout"]',
        '[7, "shout"]',
        '[7, "call", "GREY", []]',
        '[7, "run_button", "solve", {}]',
        '[7, "board", "/dev/null/x.xlsx"]',
        "[" * 100_000,
    ],
)
def test_invalid_request_returns_an_error(question: str) -> None:
    found = handle_request(question)
    assert list(found) == ["number", "error"]
    assert found["number"] == (7 if '[7, "' in question else None)
    assert "\n" not in str(found["error"])


@pytest.mark.slow
def test_board_request_writes_a_new_workbook(tmp_path: Path) -> None:
    file = tmp_path / "new.xlsx"
    assert ask("board", str(file)) == {"value": str(file)}
    boards, _ = saved_boards(file)
    assert [str(board.rules) for board in boards] == [*GAMES.values()]


def test_worker_ends_with_its_input() -> None:
    code = "from xl_mastermind.calc.worker import main; main()"
    words = [sys.executable, "-c", code]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe) as worker:
        assert worker.stdout
        assert json.loads(worker.stdout.readline())["version"] == __version__
    assert worker.returncode == 0  # its questions were closed, and it ended
