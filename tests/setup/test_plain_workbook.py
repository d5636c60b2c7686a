"""The workbook without macros: how it is opened, and what `doctor` says of it."""

from pathlib import Path

import openpyxl
import pytest
from boards import fresh, played, write_workbook
from machines import MachineOf, examined, only_failed, recorded, write_recorder

from xl_mastermind.setup import Machine, open_workbook


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game in progress."""
    path = tmp_path / "game.xlsx"
    write_workbook(path, played("1122", board=fresh()))
    return path


def test_opens_as_a_copy(machine_of: MachineOf, tmp_path: Path, file: Path) -> None:
    program = write_recorder(tmp_path / "bin" / "soffice")
    environ = {"PATH": str(tmp_path / "bin"), "DISPLAY": ":0"}
    said = open_workbook(file, None, machine_of("linux", environ=environ))
    assert said == (
        f"Opening a copy of {file} in LibreOffice Calc. To keep the game, save it as"
        " ODF Spreadsheet (.ods). The menu MasterMind has its buttons."
    )
    assert recorded(program) == ["-n", str(file)]


def test_opens_in_excel_without_a_word_about_macros(
    windows: Machine, file: Path
) -> None:
    assert open_workbook(file, None, windows) == f"Opening {file} in Excel."


def test_doctor_knows_it(machine_of: MachineOf, file: Path) -> None:
    check = examined(file, machine_of("linux"))[-1]
    assert check.what == (
        f"{file} is a MasterMind workbook without macros: it needs no Python"
    )
    assert check.ok
    openpyxl.Workbook().save(file)
    check = only_failed(examined(file, machine_of("linux"))[-1:])
    assert check.what == f"{file} is not a MasterMind workbook"
