"""A Windows under Wine: functions by xlwings' DLL and COM server, setup, doctor."""

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import xlwings
from windows_python import WINDOWS_FOLDER
from wine import (
    ComConnection,
    ExcelProcess,
    Windows,
    WindowsFailureError,
    needs_wine,
)

from xl_mastermind.functions import FUNCTIONS, Function, Need

pytestmark = needs_wine

MISSING = {"missing": ""}
"""An argument that was left out."""

CELLS = {
    "number": (1.0, 1.0),
    "fraction": (1.5, 1.5),
    "digit": ("2", "2"),
    "letter": ("b", "b"),
    "code": ("1122", "1122"),
    "number of a code": (1122.0, 1122.0),
    "long text": ("of no use", "of no use"),
    "blank": (None, None),
    "empty text": ("", None),
    "true": (True, True),
    "currency": (Decimal(1), Decimal(1)),
    "date": (datetime(2024, 1, 2, tzinfo=UTC), datetime(2024, 1, 2)),  # noqa: DTZ001
}
"""What pywin32 hands over of a cell, and what xlwings makes of that."""

WORKBOOK = r"C:\Games\Master Mind.xlsm"

ODD_WORKBOOKS = [
    r"C:\Zoë & Ada's #1 (old); ^100% [fun]!\Master Mind+.xlsm",
    "https://d.docs.live.net/0123456789abcdef/Bücher/Master Mind.xlsm",
    rf"C:\{'long' * 50}\Master Mind.xlsm",
]


@pytest.fixture(autouse=True)
def _no_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this Python have no numba either, which ratings use where it is."""
    monkeypatch.setitem(sys.modules, "numba", None)


@pytest.fixture(scope="module")
def connection(wine: Windows, excel_process: ExcelProcess) -> ComConnection:
    """Return the way from Excel to a Python that has started."""
    return ComConnection(excel_process, wine.python, WORKBOOK)


def test_two_links_use_the_same_python(
    wine: Windows, excel_process: ExcelProcess
) -> None:
    connection = ComConnection(excel_process, wine.python, WORKBOOK)
    assert connection.call("BLACK", "3625", "1122") == 1
    process = connection.evaluate("__import__('os').getpid()")
    again = ComConnection(excel_process, wine.python, WORKBOOK)
    assert again.call("BLACK", "3625", "3625") == 4
    assert again.evaluate("__import__('os').getpid()") == process
    assert connection.evaluate("__import__('sys').executable") == wine.python


def needed(function: Function, *needs: Need) -> int:
    return sum(argument.need in needs for argument in function.arguments)


def to_com(result: object) -> object:
    """Return a result as the COM server hands it to VBA."""
    rows = result if isinstance(result, list) else [[result]]
    cells = [["" if cell is None else cell for cell in row] for row in rows]
    if len(cells) > 1:
        return cells
    return cells[0] if len(cells[0]) > 1 else cells[0][0]


def sent(cell: object) -> object:
    """Return a cell as a question has it of which JSON knows nothing."""
    if isinstance(cell, datetime):
        return {"date": cell.isoformat()}
    if isinstance(cell, Decimal):
        return {"currency": str(cell)}
    return cell


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
def test_function_accepts_all_cell_values(
    function: Function, connection: ComConnection
) -> None:
    count = needed(function, Need.REQUIRED)
    optional = needed(function, Need.OPTIONAL)
    for name, (raw, read) in CELLS.items():
        cell = sent(raw)
        for height, width in [(1, 1), (9, 4)]:
            cells = cell if width == 1 else [[cell] * width] * height
            blocks = [[[read] * width] * height] * count
            for more, known in ((cell, [read]), (MISSING, [])):
                given = [*[cells] * count, *[more] * optional]
                expected = to_com(function.call(*blocks, *known * optional))
                assert connection.call(function.name, *given) == expected, (name, given)


@pytest.mark.parametrize("workbook", ODD_WORKBOOKS)
def test_function_works_with_odd_workbook_paths(
    workbook: str, wine: Windows, excel_process: ExcelProcess
) -> None:
    assert (
        ComConnection(excel_process, wine.python, workbook).call(
            "BLACK", 1236.0, 1122.0
        )
        == 1
    )


def test_failed_button_raises_a_message(connection: ComConnection) -> None:
    with pytest.raises(WindowsFailureError, match=r"Explain did not work: .*caller"):
        connection.run_button("explain")  # of no workbook


PRINT_COMMANDS = """
import subprocess
from types import SimpleNamespace

def run(command, **_):
    print(command)
    return SimpleNamespace(stdout=chr(10) * 3 + "EXCEL.EXE 4711 Console 1 99,876 K")

subprocess.run = run
from xl_mastermind.excel import entry_points
entry_points.xw.apps.cleanup()
"""
"""Prints commands, with an Excel that shows a workbook in Protected View."""


def test_python_kills_no_other_excel(wine: Windows) -> None:
    done = wine.run(wine.python, "-c", PRINT_COMMANDS)
    assert (done.stdout, done.stderr) == ("", "")


PRIVATE_EXCEL = """
import subprocess, sys, time
from xl_mastermind.install.private_excel import close_boxes, end_process

box = "import win32gui; win32gui.MessageBox(0, 'No Python', 'MasterMind', 0)"
ours, other = (subprocess.Popen([sys.executable, "-c", box]) for _ in "12")
while not (texts := close_boxes(ours.pid)) and ours.poll() is None:
    time.sleep(0.1)
print(texts, ours.wait(), other.poll())
end_process(other.pid)
print(other.wait())
"""
"""Closes the box of one of two processes, and ends the other process."""


def test_private_excel_closes_its_own_boxes(wine: Windows) -> None:
    done = wine.run(wine.python, "-c", PRIVATE_EXCEL)
    assert done.stderr == ""
    closed, ended = done.stdout.splitlines()
    assert closed == "['MasterMind | OK | No Python'] 0 None"
    assert ended == "1"


# `setup` and `doctor` with a real registry

EXCEL = r"C:\Program Files\Microsoft Office\EXCEL.EXE"
APP_PATH = r"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe" + "\\"
CONFIG = "users/*/.xlwings/xlwings.conf"


def doctor(wine: Windows, python: str, *words: str) -> list[str]:
    done = wine.run(python, "-m", "xl_mastermind", "doctor", "--json", *words)
    report = json.loads(done.stdout)
    problems = [c["text"] for c in report["checks"] if c["result"] == "problem"]
    assert (report["ok"], done.returncode) == (not problems, bool(problems))
    return problems


def run_setup(wine: Windows, python: str, *words: str) -> str:
    done = wine.run(python, "-m", "xl_mastermind", "setup", *words)
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def files(wine: Windows) -> set[Path]:
    return {file for file in (wine.drive / "users").rglob("*") if file.is_file()}


@contextmanager
def registered(side: ExcelProcess, values: dict[str, Any]) -> Iterator[None]:
    side.ask("register", values)
    yield
    side.ask("register", dict.fromkeys(values))


@pytest.fixture
def excel(wine: Windows, excel_process: ExcelProcess) -> Iterator[None]:
    """Have an Excel registered, which is another program."""
    program = wine.path(EXCEL)
    program.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(WINDOWS_FOLDER / "python.exe", program)
    with registered(excel_process, {APP_PATH: EXCEL}):
        yield


@pytest.mark.usefixtures("excel")
def test_setup_connects_and_disconnects_excel(wine: Windows) -> None:
    before = files(wine)
    assert doctor(wine, wine.python) == ["Excel is not connected with a Python"]
    assert f"Excel now uses this Python: {wine.python}" in run_setup(wine, wine.python)
    assert doctor(wine, wine.python) == []
    (config,) = wine.drive.glob(CONFIG)
    assert config.read_bytes() == (
        b'"INTERPRETER_WIN","C:\\Zo\xeb\'s 100% Python & Co\\python.exe"\r\n'
    )
    assert f"Excel uses this Python already: {wine.python}" in run_setup(
        wine, wine.python
    )
    run_setup(wine, wine.python, "--remove")
    assert files(wine) == before


@pytest.mark.proof  # it takes the two minutes for which the DLL waits
def test_dll_reports_a_dead_python(wine: Windows, excel_process: ExcelProcess) -> None:
    folder = wine.path(r"C:\Dead")
    folder.mkdir()
    for file in ("python.exe", f"xlwings64-{xlwings.__version__}.dll"):
        (folder / file).symlink_to(WINDOWS_FOLDER / file)
    with pytest.raises(WindowsFailureError, match="Could not activate Python COM"):
        ComConnection(excel_process, r"C:\Dead\python.exe", "Master Mind.xlsm")
