"""The worker and its client, as two processes, without LibreOffice."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from xl_mastermind import __version__
from xl_mastermind.hosts.calc.client import Client, WorkerError
from xl_mastermind.hosts.calc.worker import answer
from xl_mastermind.hosts.file import read_boards
from xl_mastermind.sheet.functions import FUNCTIONS, Function, Need

Clients = Callable[..., Client]


# What the worker answers


def ask(*question: object) -> dict[str, Any]:
    return answer(json.dumps(question))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
def test_the_worker_calls_every_function(function: Function) -> None:
    required = [a for a in function.arguments if a.need is Need.REQUIRED]
    assert "value" in ask("call", function.name, [[[1, 1, 2, 2]] for _ in required])


@pytest.mark.parametrize(
    ("name", "cells", "value"),
    [
        # One blank cell comes as nought.
        ("BLACK", [0.0, 1122], ""),
        ("BLACK", ["1122", 0.0], ""),
        ("CODES", [0.0], 1296),
        # Single pegs may be noughts.
        ("BLACK", [0.0, 5.0, 7.0, 9.0, 0.0, 5.0, 1.0, 9.0], 3),
    ],
)
def test_a_nought(name: str, cells: list[object], value: object) -> None:
    found = ask("call", name, cells)["value"]
    assert value == (len(found) if isinstance(found, list) else found)


@pytest.mark.parametrize(
    "question",
    [
        "",
        "{",
        "7",
        "[]",
        '["shout"]',
        '["call"]',
        '["call", "GREY", []]',
        '["press", "solve"]',
        '["press", "solve", {}]',
        '["board", "/dev/null/x.xlsm"]',
    ],
)
def test_a_question_that_is_none_is_answered(question: str) -> None:
    found = answer(question)
    assert list(found) == ["error"]
    assert "\n" not in str(found["error"])


def test_a_board_is_a_workbook_with_a_new_game(tmp_path: Path) -> None:
    file = tmp_path / "new.xlsm"
    assert ask("board", str(file)) == {"value": str(file)}
    assert not any(map(any, read_boards(file).boards[0].guesses))


# The client


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    return tmp_path / "calc.json"


@pytest.fixture
def client_for(settings: Path) -> Iterator[Clients]:
    """Return a function that returns a client, with a worker of its own."""
    clients = []

    def client(
        version: str = __version__,
        go_on: Callable[[], bool] = lambda: False,
        **chosen: object,
    ) -> Client:
        settings.write_text(json.dumps({"python": sys.executable} | chosen), "utf-8")
        clients.append(Client(settings, version, go_on))
        return clients[-1]

    yield client
    for each in clients:
        each.stop()


def signal_worker(client: Client, number: signal.Signals) -> None:
    assert client._process  # noqa: SLF001
    os.kill(client._process._process.pid, number)  # noqa: SLF001


def test_calls_are_answered_by_one_worker(client_for: Clients) -> None:
    client = client_for()
    assert client.ask("call", "BLACK", [1122, 1236]) == 1
    worker = client._process  # noqa: SLF001
    assert client.ask("call", "WHITE", [1122, 1236]) == 1
    assert client._process is worker  # noqa: SLF001
    assert client.greeting["executable"] == sys.executable


def test_a_dead_worker_is_started_again(client_for: Clients) -> None:
    client = client_for()
    client.ask("call", "BLACK", [1122, 1236])
    for _ in range(3):
        signal_worker(client, signal.SIGKILL)
        assert client.ask("call", "BLACK", [1122, 1236]) == 1


@pytest.mark.parametrize("waits", [True, False])
def test_a_hung_worker_is_waited_for_or_given_up(
    client_for: Clients,
    settings: Path,
    waits: bool,  # noqa: FBT001
) -> None:
    def go_on() -> bool:
        signal_worker(client, signal.SIGCONT)
        return waits

    client = client_for(go_on=go_on)
    client.ask("call", "BLACK", [1122, 1236])
    chosen = {"python": sys.executable, "patience": 0.2}
    settings.write_text(json.dumps(chosen), "utf-8")
    signal_worker(client, signal.SIGSTOP)
    if waits:
        assert client.ask("call", "BLACK", [1122, 1236]) == 1
    else:
        with pytest.raises(WorkerError, match=r"was cancelled, after more than 0\.2"):
            client.ask("call", "BLACK", [1122, 1236])


def test_what_a_fault_says(client_for: Clients) -> None:
    with pytest.raises(WorkerError, match="MasterMind has a fault: KeyError: 'GREY'"):
        client_for().ask("call", "GREY", [])


def test_a_python_that_is_gone(client_for: Clients, tmp_path: Path) -> None:
    gone = str(tmp_path / "gone")
    with pytest.raises(
        WorkerError, match=re.escape(f"the Python {gone} does not start")
    ):
        client_for(python=gone).ask("call", "BLACK", [1122, 1236])


def test_a_python_that_is_too_old(client_for: Clients, tmp_path: Path) -> None:
    old = tmp_path / "python3.9"
    code = "import sys; sys.version_info = (3, 9, 2); exec(sys.argv[1])"
    old.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{code}" "$2"\n', "utf-8")
    old.chmod(0o755)
    cure = "install xl-mastermind with Python 3.11 or newer, then run its setup"
    said = f"it is Python 3.9, and 3.11 or newer is needed; {cure}"
    with pytest.raises(WorkerError, match=re.escape(said)):
        client_for(python=str(old)).ask("call", "BLACK", [1122, 1236])


def test_a_python_without_the_package(client_for: Clients, tmp_path: Path) -> None:
    folder = tmp_path / "bare"
    words = [sys.executable, "-m", "venv", "--without-pip", str(folder)]
    subprocess.run(words, check=True)
    said = "No module named 'xl_mastermind'; install xl-mastermind with Python"
    with pytest.raises(WorkerError, match=said):
        client_for(python=str(folder / "bin" / "python")).ask("call", "BLACK", [1, 2])


def test_a_python_with_another_version(client_for: Clients) -> None:
    said = f"has xl-mastermind {__version__}, this extension needs 0.1; run: xl-master"
    with pytest.raises(WorkerError, match=said):
        client_for("0.1").ask("call", "BLACK", [1122, 1236])


def test_a_module_of_somebody_s_folder_is_not_python_s(
    client_for: Clients, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('caught')", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert client_for().ask("call", "BLACK", [1122, 1236]) == 1


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"python"'])
def test_settings_that_are_broken(settings: Path, text: str) -> None:
    settings.write_text(text, "utf-8")
    client = Client(settings, __version__, lambda: False)
    with pytest.raises(WorkerError, match=r"calc\.json cannot be read .*; run: xl-"):
        client.ask("call", "BLACK", [1122, 1236])


def test_no_settings(tmp_path: Path) -> None:
    client = Client(tmp_path / "none.json", __version__, lambda: False)
    said = "MasterMind has not been told which Python to use; run: xl-mastermind setup"
    with pytest.raises(WorkerError, match=said):
        client.ask("call", "BLACK", [1122, 1236])


def test_the_worker_ends_with_its_questions() -> None:
    code = "from xl_mastermind.hosts.calc.worker import main; main()"
    words = [sys.executable, "-c", code]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe) as worker:
        assert worker.stdout
        assert json.loads(worker.stdout.readline())["version"] == __version__
    assert worker.returncode == 0  # its questions were closed, and it ended
