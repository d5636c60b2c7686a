"""`setup` and `doctor` with a real registry, in a Windows under Wine."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from test_blocks import BLOCKS
from wine import FOLDER, Link, Side, Windows, WindowsFailureError, needs_wine

pytestmark = needs_wine

EXCEL = r"C:\Program Files\Microsoft Office\EXCEL.EXE"
APP_PATH = r"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe" + "\\"
CONFIG = "users/*/.xlwings/xlwings.conf"


def doctor(wine: Windows, python: str, *words: str) -> list[str]:
    """Return what the doctor would have mended."""
    done = wine.run(python, "-m", "xl_mastermind", "doctor", "--json", *words)
    said = json.loads(done.stdout)
    ill = [each["what"] for each in said["checks"] if not each["ok"]]
    assert (said["ok"], done.returncode) == (not ill, bool(ill)), done.stderr
    return ill


def folder_of(python: str) -> str:
    return python.rpartition("\\")[0]


def set_up(wine: Windows, python: str, *words: str) -> str:
    """Run `setup`, and return what it says."""
    done = wine.run(python, "-m", "xl_mastermind", "setup", *words)
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def files(wine: Windows) -> set[Path]:
    """Return the files of all users."""
    return {file for file in (wine.drive / "users").rglob("*") if file.is_file()}


@contextmanager
def registered(side: Side, values: dict[str, Any]) -> Iterator[None]:
    """Have values in the registry."""
    side.ask("register", values)
    yield
    side.ask("register", dict.fromkeys(values))


@pytest.fixture
def excel(wine: Windows, excel_side: Side) -> Iterator[None]:
    """Have an Excel registered, which is another program."""
    program = wine.path(EXCEL)
    program.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(FOLDER / "python.exe", program)
    with registered(excel_side, {APP_PATH: EXCEL}):
        yield


@pytest.mark.usefixtures("excel")
def test_setup_connects_excel_and_can_be_undone(wine: Windows) -> None:
    before = files(wine)
    assert doctor(wine, wine.python) == ["Excel has not been told which Python to use"]
    assert f"Excel now uses this Python: {wine.python}" in set_up(wine, wine.python)
    assert doctor(wine, wine.python) == []
    (config,) = wine.drive.glob(CONFIG)
    assert config.read_bytes() == (
        b'"INTERPRETER_WIN","C:\\Zo\xeb\'s 100% Python & Co\\python.exe"\r\n'
    )
    assert f"Excel uses this Python already: {wine.python}" in set_up(wine, wine.python)
    set_up(wine, wine.python, "--remove")
    assert files(wine) == before


@pytest.mark.parametrize(("values", "said"), BLOCKS)
def test_doctor_reads_the_registry_for_what_blocks_macros(
    values: dict[str, Any], said: str, excel_side: Side
) -> None:
    with registered(excel_side, values):
        checks = excel_side.ask("blocks")
    assert [said in what for ok, what, _ in checks if not ok] == [True] * bool(said)
    assert [ok for ok, _, _ in excel_side.ask("blocks")] == [True]


@pytest.mark.usefixtures("excel")
def test_a_python_that_has_moved_is_named_and_set_up_anew(
    wine: Windows,
    excel_side: Side,
) -> None:
    first, second = r"C:\First\python.exe", r"C:\Second\python.exe"
    wine.link(r"C:\First", folder_of(wine.python))
    set_up(wine, first)
    assert Link(excel_side, first, "Master Mind.xlsm").call("SWAP_COUNT", 3.0) == 15
    wine.path(r"C:\First").rename(wine.path(r"C:\Second"))
    started_anew = Side(wine)
    # At once, and not after the two minutes for which the DLL waits.
    with pytest.raises(WindowsFailureError, match="FileNotFoundError"):
        Link(started_anew, first, "Master Mind.xlsm")
    (what,) = doctor(wine, second)
    assert what == f"Excel is told to use a Python that is not there: {first}"
    assert f"Before, all your xlwings workbooks used {first}" in set_up(wine, second)
    assert doctor(wine, second) == []
    assert Link(started_anew, second, "Master Mind.xlsm").call("SWAP_COUNT", 3.0) == 15
    started_anew.close()


@pytest.mark.usefixtures("excel")
def test_a_python_that_does_not_start_is_told(
    wine: Windows, excel_side: Side, dead: Side
) -> None:
    set_up(wine, wine.python)
    (config,) = wine.drive.glob(CONFIG)
    config.write_text(r'"INTERPRETER_WIN","C:\Dead\python.exe"')
    (what,) = [what for ok, what, _ in excel_side.ask("checks") if not ok]
    assert what.startswith(r"C:\Dead\python.exe ")
    with pytest.raises(WindowsFailureError, match="Could not activate Python COM"):
        dead.receive()
