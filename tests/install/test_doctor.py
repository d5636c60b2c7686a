"""What the doctor says of a whole machine."""

import sys
from pathlib import Path

import pytest
from machines import (
    OURS,
    XLWINGS,
    MakeMachine,
    doctor_checks,
    failed_checks,
    only_failed_check,
)

from xl_mastermind.excel.registration import connect_excel
from xl_mastermind.machine import Machine


def test_doctor_omits_excel_on_linux(
    make_machine: MakeMachine,
) -> None:
    checks = doctor_checks(None, make_machine("linux"))
    assert checks[0].is_ok
    assert f"xl-mastermind {OURS}" in checks[0].text
    assert [check.text for check in checks[1:]] == ["LibreOffice was not found"]


def test_doctor_reports_a_missing_package(
    make_machine: MakeMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [])
    check = doctor_checks(None, make_machine("linux"))[0]
    assert not check.is_ok
    assert "as the README says" in check.fix


def test_doctor_accepts_a_connected_machine(
    windows: Machine, mac: Machine, workbook: Path
) -> None:
    of_windows = f"DLL {XLWINGS}", "pywin32"
    of_mac = ("script that the buttons need is installed",)
    for machine, its, others in (
        (windows, of_windows, of_mac),
        (mac, of_mac, of_windows),
    ):
        connect_excel(machine)
        checks = doctor_checks(workbook, machine)
        assert not failed_checks(checks)
        said = "\n".join(check.text for check in checks)
        for words in (*its, str(machine.python), "MasterMind workbook"):
            assert words in said
        for words in others:
            assert words not in said


def test_doctor_continues_after_unreadable_settings(
    windows: Machine, workbook: Path
) -> None:
    windows.config_file.mkdir(parents=True)
    checks = doctor_checks(workbook, windows)
    assert "cannot be read" in only_failed_check(checks).text
    assert "MasterMind workbook" in checks[-1].text
