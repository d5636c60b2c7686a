"""Excel is set up, and found or missed."""

import errno
from dataclasses import replace
from pathlib import Path

import pytest
import xlwings
import xlwings.utils
from machines import (
    XLWINGS,
    MachineOf,
    examined,
    failed,
    only_failed,
    registered,
    write,
)

from xl_mastermind.excel.registration import connect_excel, excel_needs_setup
from xl_mastermind.files import shipped
from xl_mastermind.install import remove, set_up
from xl_mastermind.machine import InstallError, Machine


def test_setup_on_linux_needs_libreoffice(machine_of: MachineOf) -> None:
    machine = machine_of("linux")
    with pytest.raises(InstallError, match=r"does not run on this system.*apt install"):
        list(set_up(machine))
    assert not machine.config_file.exists()


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_setup_needs_excel_or_libreoffice(platform: str, machine_of: MachineOf) -> None:
    lines = set_up(machine_of(platform))
    with pytest.raises(
        InstallError, match=r"Microsoft Excel or LibreOffice .* neither"
    ):
        assert not [line for line in lines if "Now play" in line]


def test_setup_installs_the_script_of_the_buttons_on_macos(mac: Machine) -> None:
    connect_excel(mac)
    scripts = mac.home / "Library" / "Application Scripts" / "com.microsoft.Excel"
    name = f"xlwings-{XLWINGS}.applescript"
    source = Path(xlwings.__file__).with_name(name)
    assert (scripts / name).read_bytes() == source.read_bytes()


def test_setup_says_what_cannot_be_written(mac: Machine) -> None:
    write(mac.script_file.parent)
    with pytest.raises(InstallError, match=r"\.applescript cannot be written"):
        connect_excel(mac)


def test_needs_setup_until_it_is_done(
    windows: Machine, mac: Machine, machine_of: MachineOf
) -> None:
    assert not excel_needs_setup(machine_of("win32"))  # there is no Excel
    for machine in (windows, mac):
        assert excel_needs_setup(machine)
        connect_excel(machine)
        assert not excel_needs_setup(machine)


def test_doctor_misses_excel_and_still_looks_at_python(
    machine_of: MachineOf, python: Path
) -> None:
    machines = [machine_of(platform, python=python) for platform in ("win32", "darwin")]
    for machine in machines:
        checks = examined(None, machine)
        assert only_failed(checks).what == "Microsoft Excel was not found"
        assert any(f"Excel's Python {python} has" in f.what for f in checks)


def test_doctor_knows_office_from_the_store(connected: Machine, tmp_path: Path) -> None:
    excel = tmp_path / "WindowsApps" / "Microsoft.Office" / "EXCEL.EXE"
    connected = replace(connected, registry=registered(excel=excel).get)
    check = only_failed(examined(None, connected))
    assert "Microsoft Store" in check.what


def test_doctor_asks_for_setup(windows: Machine, mac: Machine) -> None:
    check = only_failed(examined(None, windows))
    assert check.what == "Excel has not been told which Python to use"
    assert check.cure == "run: xl-mastermind setup"
    script, python = failed(examined(None, mac))
    assert "script that the buttons need is missing" in script.what
    assert script.cure == python.cure == check.cure


# The add-in


def test_setup_brings_the_add_in_and_takes_it_away(
    windows: Machine, mac: Machine
) -> None:
    office = "Library/Group Containers/UBF8T346G9.Office/User Content.localized"
    for machine, place in (
        (windows, "AppData/Roaming/Microsoft/Excel/XLSTART"),
        (mac, f"{office}/Startup.localized/Excel"),
    ):
        file = machine.home / place / "MasterMind.xlam"
        assert any(str(file) in line for line in set_up(machine))
        assert file.read_bytes() == shipped("MasterMind.xlam").read_bytes()
        assert any(str(file) in check.what for check in examined(None, machine))
        file.unlink()
        check = only_failed(examined(None, machine))
        assert check.what.startswith("Excel has no MasterMind add-in")
        connect_excel(machine)
        said = [*remove(machine)]
        assert any(str(file) in line for line in said)
        assert f"Excel no longer uses this Python: {machine.python}" in said
        assert not file.exists()
        assert not machine.config_file.exists()
        assert [*remove(machine)] == ["Excel had no MasterMind add-in."]


def test_what_others_have_set_stays_when_ours_goes(windows: Machine) -> None:
    file = write(windows.config_file, '"LICENSE_KEY","secret"\n')
    connect_excel(windows)
    [*remove(windows)]
    assert file.read_bytes() == b'"LICENSE_KEY","secret"\r\n'
    write(file, '"INTERPRETER_WIN","/other/python.exe"\n')
    [*remove(windows)]
    assert file.read_text("utf-8") == '"INTERPRETER_WIN","/other/python.exe"\n'


def test_settings_that_are_read_only_stay_and_are_named(connected: Machine) -> None:
    connected.config_file.chmod(0o444)
    removal = remove(connected)
    assert next(removal).startswith("Excel no longer has the MasterMind add-in")
    with pytest.raises(InstallError, match=r"xlwings.conf cannot be written"):
        next(removal)
    assert connected.config_file.exists()


def test_only_an_add_in_of_another_version_is_renewed(connected: Machine) -> None:
    before = connected.add_in_file.stat()
    connect_excel(connected)
    after = connected.add_in_file.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    connected.add_in_file.write_bytes(b"of old")
    check = only_failed(examined(None, connected))
    assert "add-in is of another version" in check.what
    connect_excel(connected)
    assert not failed(examined(None, connected))


def test_an_add_in_that_excel_has_open_is_told(
    connected: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected.add_in_file.write_bytes(b"of old")

    def deny(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    # Windows lets nobody replace or remove a file that a program has open.
    monkeypatch.setattr(Path, "replace", deny)
    monkeypatch.setattr("os.replace", deny)
    with pytest.raises(InstallError, match="quit Excel, which may have it open"):
        connect_excel(connected)
    assert connected.add_in_file.read_bytes() == b"of old"
    monkeypatch.setattr(Path, "unlink", deny)
    with pytest.raises(InstallError, match="quit Excel first"):
        [*remove(connected)]
