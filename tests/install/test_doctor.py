"""What the doctor says of a whole machine."""

import sys
from pathlib import Path

import pytest
from machines import (
    OURS,
    XLWINGS,
    MachineOf,
    examined,
    failed,
    only_failed,
)

from xl_mastermind.excel.registration import connect_excel
from xl_mastermind.machine import Machine


def test_doctor_leaves_out_excel_where_it_does_not_run(machine_of: MachineOf) -> None:
    checks = examined(None, machine_of("linux"))
    assert checks[0].ok
    assert f"xl-mastermind {OURS}" in checks[0].what
    assert [check.what for check in checks[1:]] == ["LibreOffice was not found"]


def test_doctor_says_when_this_python_is_without_the_package(
    machine_of: MachineOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [])
    check = examined(None, machine_of("linux"))[0]
    assert not check.ok
    assert "as the README says" in check.cure


def test_doctor_is_content_after_setup(
    windows: Machine, mac: Machine, workbook: Path
) -> None:
    of_windows = f"DLL {XLWINGS}", "pywin32"
    of_mac = ("script that the buttons need is installed",)
    for machine, its, others in (
        (windows, of_windows, of_mac),
        (mac, of_mac, of_windows),
    ):
        connect_excel(machine)
        checks = examined(workbook, machine)
        assert not failed(checks)
        said = "\n".join(check.what for check in checks)
        for words in (*its, str(machine.python), "MasterMind workbook"):
            assert words in said
        for words in others:
            assert words not in said


def test_doctor_goes_on_when_the_settings_cannot_be_read(
    windows: Machine, workbook: Path
) -> None:
    windows.config_file.mkdir(parents=True)
    checks = examined(workbook, windows)
    assert "cannot be read" in only_failed(checks).what
    assert "MasterMind workbook" in checks[-1].what
