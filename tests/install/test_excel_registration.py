"""Connect and disconnect Excel, and check it."""

import errno
from dataclasses import replace
from pathlib import Path

import pytest
import xlwings
import xlwings.utils
from machines import (
    XLWINGS,
    MakeMachine,
    doctor_checks,
    doctor_problem,
    doctor_problems,
    write,
)

from xl_mastermind.files import bundled_file
from xl_mastermind.install import connect_applications, disconnect_applications
from xl_mastermind.install.excel_registration import connect_excel, excel_needs_setup
from xl_mastermind.install.machine import InstallError, Machine


@pytest.mark.table("platform", "message")
def test_setup_needs_an_application(
    platform: str, message: str, make_machine: MakeMachine
) -> None:
    machine = make_machine(platform)
    with pytest.raises(InstallError, match=message):
        list(connect_applications(machine))
    assert machine.config_file.exists() is (platform != "linux")


def test_setup_installs_the_script_on_macos(mac: Machine) -> None:
    assert any("-1743" in line and "Automation" in line for line in connect_excel(mac))
    scripts = mac.home / "Library" / "Application Scripts" / "com.microsoft.Excel"
    name = f"xlwings-{XLWINGS}.applescript"
    source = Path(xlwings.__file__).with_name(name)
    assert (scripts / name).read_bytes() == source.read_bytes()


def test_setup_names_an_unwritable_file(mac: Machine) -> None:
    write(mac.script_file.parent)
    with pytest.raises(InstallError, match=r"\.applescript cannot be written"):
        connect_excel(mac)


def test_excel_needs_setup_once(
    windows: Machine, mac: Machine, make_machine: MakeMachine
) -> None:
    assert not excel_needs_setup(make_machine("win32"))  # there is no Excel
    for machine in (windows, mac):
        assert excel_needs_setup(machine)
        connect_excel(machine)
        assert not excel_needs_setup(machine)


def test_doctor_requests_setup(windows: Machine, mac: Machine) -> None:
    check = doctor_problem(windows)
    assert check.text == "Excel is not connected with a Python"
    assert check.fix == "run: xl-mastermind setup"
    script, python = doctor_problems(mac)
    assert "script for the buttons is missing" in script.text
    assert script.fix == python.fix == check.fix


@pytest.mark.parametrize(
    ("by_company", "by_user", "is_blocked"),
    [
        (None, None, False),
        (None, 2, False),
        (None, 3, True),
        (4, 1, True),
        (2, 4, False),
    ],
)
def test_doctor_says_whether_macros_are_blocked(
    connected_pc: Machine,
    by_company: int | None,
    by_user: int | None,
    *,
    is_blocked: bool,
) -> None:
    key = r"Microsoft\Office\16.0\Excel\Security"
    values: dict[str, object] = {
        rf"HKCU\Software\Policies\{key}\vbawarnings": by_company,
        rf"HKCU\Software\{key}\VBAWarnings": by_user,
    }
    machine = replace(
        connected_pc,
        registry=lambda path: values.get(path, connected_pc.registry(path)),
    )
    texts = [check.text for check in doctor_problems(machine)]
    assert texts == ["macros are blocked here"] * is_blocked


# The add-in


def test_setup_installs_and_removes_the_add_in(windows: Machine, mac: Machine) -> None:
    office = "Library/Group Containers/UBF8T346G9.Office/User Content.localized"
    for machine, place in (
        (windows, "AppData/Roaming/Microsoft/Excel/XLSTART"),
        (mac, f"{office}/Startup.localized/Excel"),
    ):
        file = machine.home / place / "MasterMind.xlam"
        assert any(str(file) in line for line in connect_applications(machine))
        assert file.read_bytes() == bundled_file("MasterMind.xlam").read_bytes()
        assert any(str(file) in check.text for check in doctor_checks(None, machine))
        file.unlink()
        check = doctor_problem(machine)
        assert check.text.startswith("Excel has no MasterMind add-in")
        connect_excel(machine)
        lines = [*disconnect_applications(machine)]
        assert any(str(file) in line for line in lines)
        assert f"Excel no longer uses this Python: {machine.python}" in lines
        assert not file.exists()
        assert not machine.config_file.exists()
        assert [*disconnect_applications(machine)] == [
            "Excel had no MasterMind add-in."
        ]


def test_removal_keeps_other_settings(windows: Machine) -> None:
    file = write(windows.config_file, '"LICENSE_KEY","secret"\n')
    connect_excel(windows)
    [*disconnect_applications(windows)]
    assert file.read_bytes() == b'"LICENSE_KEY","secret"\r\n'
    write(file, '"INTERPRETER_WIN","/other/python.exe"\n')
    [*disconnect_applications(windows)]
    assert file.read_text("utf-8") == '"INTERPRETER_WIN","/other/python.exe"\n'


def test_removal_keeps_read_only_settings(connected_pc: Machine) -> None:
    connected_pc.config_file.chmod(0o444)
    removal = disconnect_applications(connected_pc)
    assert next(removal).startswith("Excel no longer has the MasterMind add-in")
    with pytest.raises(InstallError, match=r"xlwings.conf cannot be written"):
        next(removal)
    assert connected_pc.config_file.exists()


def test_setup_replaces_another_add_in_version(connected_pc: Machine) -> None:
    file = connected_pc.add_in_file
    before = file.stat()
    connect_excel(connected_pc)
    after = file.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    file.write_bytes(b"of old")
    assert "add-in has another version" in doctor_problem(connected_pc).text
    connect_excel(connected_pc)
    assert not doctor_problems(connected_pc)


def test_setup_reports_an_open_add_in(
    connected_pc: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected_pc.add_in_file.write_bytes(b"of old")

    def deny(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    # Windows does not replace or remove a file that a program has open.
    monkeypatch.setattr(Path, "replace", deny)
    monkeypatch.setattr("os.replace", deny)
    with pytest.raises(InstallError, match="quit Excel, which may have it open"):
        connect_excel(connected_pc)
    assert connected_pc.add_in_file.read_bytes() == b"of old"
    monkeypatch.setattr(Path, "unlink", deny)
    with pytest.raises(InstallError, match="quit Excel first"):
        [*disconnect_applications(connected_pc)]
