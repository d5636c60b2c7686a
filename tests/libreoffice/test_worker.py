"""What the worker answers, without LibreOffice."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from boards import saved_boards

from xl_mastermind import __version__
from xl_mastermind.libreoffice.worker import handle_request
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


@pytest.mark.table("name", "cells", "value")
def test_zero_stays_a_value_of_feedback(name: str, cells: str, value: str) -> None:
    assert ask("call", name, json.loads(cells))["value"] == json.loads(value)


@pytest.mark.table("question")
def test_invalid_request_returns_an_error(question: str) -> None:
    found = handle_request(question.replace("DEEP", "[" * 100_000))
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
    code = "from xl_mastermind.libreoffice.worker import main; main()"
    words = [sys.executable, "-c", code]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe) as worker:
        assert worker.stdout
        assert json.loads(worker.stdout.readline())["version"] == __version__
    assert worker.returncode == 0  # its questions were closed, and it ended
