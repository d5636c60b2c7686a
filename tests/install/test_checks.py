"""The doctor's checks of a workbook."""

from pathlib import Path

import openpyxl
import pytest
import xlwings
from machines import XLWINGS, MakeMachine, doctor_checks, doctor_problems, write

from xl_mastermind.files import bundled_file
from xl_mastermind.install.machine import Check, Machine
from xl_mastermind.workbook_files.package import change_parts

PROPERTIES = "docProps/custom.xml"


def last_check(file: Path, machine: Machine) -> Check:
    return doctor_checks(file, machine)[-1]


@pytest.mark.parametrize("content", [b"", b"PK\3\4 rubbish", b"text", None])
def test_doctor_rejects_other_files(
    make_machine: MakeMachine, tmp_path: Path, content: bytes | None
) -> None:
    file = tmp_path / "other.xlsm"
    if content is None:
        openpyxl.Workbook().save(file)
    else:
        file.write_bytes(content)
    text = f"{file} is not a MasterMind workbook"
    assert last_check(file, make_machine("linux")).text == text


def test_doctor_rejects_other_macros(make_machine: MakeMachine) -> None:
    file = Path(xlwings.__file__).with_name("quickstart_standalone.xlsm")
    text = f"{file} is not a MasterMind workbook"
    assert last_check(file, make_machine("linux")).text == text


def test_doctor_accepts_a_workbook_without_macros(make_machine: MakeMachine) -> None:
    file = bundled_file("MasterMind.xlsx")
    text = f"{file} is a MasterMind workbook without macros: it needs no Python"
    assert last_check(file, make_machine("linux")) == Check("ok", text)


def test_doctor_reports_a_missing_workbook(
    make_machine: MakeMachine, tmp_path: Path
) -> None:
    check = last_check(tmp_path / "lost.xlsm", make_machine("linux"))
    assert check.text == f"there is no workbook {tmp_path / 'lost.xlsm'}"
    assert check.fix == "write a new workbook with: xl-mastermind build"


@pytest.mark.parametrize(
    ("version", "message"),
    [(b"0.1.2", "xlwings 0.1.2, but"), (b"", "an unknown version")],
)
def test_doctor_reports_another_xlwings_version(
    windows: Machine,
    make_machine: MakeMachine,
    workbook: Path,
    version: bytes,
    message: str,
) -> None:
    changes = [(PROPERTIES, XLWINGS.encode(), version)]
    without = None if version else PROPERTIES
    workbook.write_bytes(change_parts(workbook.read_bytes(), changes, without=without))
    check = last_check(workbook, windows)
    assert check.is_problem
    assert message in check.text
    assert XLWINGS in check.text
    assert check.fix == (
        "write a new workbook with: xl-mastermind build NEW.xlsm, and copy the rows of"
        " Scores into it"
    )
    # Nothing runs its macros elsewhere than where Excel is.
    check = last_check(workbook, make_machine("linux"))
    assert check == Check("ok", f"{workbook} is a MasterMind workbook")


@pytest.mark.parametrize(("zone", "blocked"), [(0, False), (2, False), (3, True)])
def test_doctor_reports_a_blocked_download(
    connected_pc: Machine, workbook: Path, *, zone: int, blocked: bool
) -> None:
    # Elsewhere than on Windows a stream is a file of that name.
    write(Path(f"{workbook}:Zone.Identifier"), f"[ZoneTransfer]\r\nZoneId={zone}\r\n")
    checks = doctor_problems(connected_pc, workbook)
    assert [check.fix for check in checks] == blocked * [
        "right-click the file, choose Properties, tick Unblock, press OK"
    ]
