"""The doctor on a complete machine."""

import sys
from pathlib import Path

import pytest
from machines import (
    PACKAGE_VERSION,
    XLWINGS,
    MakeMachine,
    doctor_checks,
    doctor_problem,
    doctor_problems,
)

from xl_mastermind.install.excel_registration import connect_excel
from xl_mastermind.install.machine import Machine


def test_doctor_omits_excel_on_linux(make_machine: MakeMachine) -> None:
    checks = doctor_checks(None, make_machine("linux"))
    assert not checks[0].is_problem
    assert f"xl-mastermind {PACKAGE_VERSION}" in checks[0].text
    assert [check.text for check in checks[1:]] == ["LibreOffice was not found"]


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_doctor_reports_a_missing_excel(
    platform: str, make_machine: MakeMachine
) -> None:
    machine = make_machine(platform)
    assert doctor_problem(machine).text == "Microsoft Excel was not found"


def test_doctor_reports_a_missing_package(
    make_machine: MakeMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [])
    check = doctor_checks(None, make_machine("linux"))[0]
    assert check.is_problem
    assert "see README" in check.fix


@pytest.mark.parametrize("platform", ["windows", "mac"])
def test_doctor_accepts_a_connected_machine(
    platform: str, workbook: Path, request: pytest.FixtureRequest
) -> None:
    machine: Machine = request.getfixturevalue(platform)
    connect_excel(machine)
    text = "\n".join(check.text for check in doctor_checks(workbook, machine))
    assert not doctor_problems(machine, workbook)
    assert str(machine.python) in text
    assert "MasterMind workbook" in text
    is_windows = platform == "windows"
    assert (f"DLL {XLWINGS}" in text) == is_windows
    assert ("script for the buttons is installed" in text) == (not is_windows)
    fixes = "\n".join(check.fix for check in doctor_checks(workbook, machine))
    assert ("permission" in text, "Automation" in fixes) == (not is_windows,) * 2


def test_doctor_continues_after_unreadable_settings(
    windows: Machine, workbook: Path
) -> None:
    windows.config_file.mkdir(parents=True)
    assert "cannot be read" in doctor_problem(windows, workbook).text
    assert "MasterMind workbook" in doctor_checks(workbook, windows)[-1].text
