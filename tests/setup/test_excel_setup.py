"""Excel is set up, and found or missed."""

from pathlib import Path

import pytest
import xlwings
import xlwings.utils
from machines import (
    XLWINGS,
    MachineOf,
    ill,
    only_ill,
    packages_of,
    write,
)

from xl_mastermind.setup import set_up
from xl_mastermind.setup.doctor import examine
from xl_mastermind.setup.excel import connect_excel, excel_needs_setup
from xl_mastermind.setup.machine import InstallError, Machine


def test_setup_on_linux_says_that_there_is_no_excel(machine_of: MachineOf) -> None:
    machine = machine_of("linux")
    [line] = set_up(machine)
    assert "Excel does not run on this system" in line
    assert not machine.config_file.exists()


def test_setup_installs_the_script_of_the_buttons_on_macos(mac: Machine) -> None:
    connect_excel(mac)
    scripts = mac.home / "Library" / "Application Scripts" / "com.microsoft.Excel"
    name = f"xlwings-{XLWINGS}.applescript"
    shipped = Path(xlwings.__file__).with_name(name)
    assert (scripts / name).read_bytes() == shipped.read_bytes()


def test_setup_says_what_cannot_be_written(mac: Machine) -> None:
    write(mac.script_file.parent)
    with pytest.raises(InstallError, match=r"\.applescript cannot be written"):
        connect_excel(mac)


def test_needs_setup_until_it_is_done(windows: Machine, mac: Machine) -> None:
    for machine in (windows, mac):
        assert excel_needs_setup(machine)
        connect_excel(machine)
        assert not excel_needs_setup(machine)


def test_needs_no_setup_without_excel(machine_of: MachineOf) -> None:
    assert not excel_needs_setup(machine_of("win32"))


def test_doctor_misses_excel_and_still_looks_at_python(
    machine_of: MachineOf, python: Path
) -> None:
    machines = [machine_of(platform, python=python) for platform in ("win32", "darwin")]
    for machine in machines:
        findings = examine(None, machine)
        assert only_ill(findings).what == "Microsoft Excel was not found"
        assert any(f"Excel's Python {python} has" in f.what for f in findings)
    (packages_of(python) / "pythoncom.py").unlink()
    _, pywin32 = ill(examine(None, machines[0]))
    assert "No module named 'pythoncom'" in pywin32.what


def test_doctor_knows_office_from_the_store(windows: Machine, tmp_path: Path) -> None:
    connect_excel(windows)
    excel = tmp_path / "WindowsApps" / "Microsoft.Office" / "EXCEL.EXE"
    windows = Machine(
        "win32",
        windows.home,
        windows.environ,
        windows.python,
        {"excel.exe": str(excel)},
    )
    finding = only_ill(examine(None, windows))
    assert "Microsoft Store" in finding.what


def test_doctor_asks_for_setup(windows: Machine, mac: Machine) -> None:
    finding = only_ill(examine(None, windows))
    assert finding.what == "Excel has not been told which Python to use"
    assert finding.cure == "run: xl-mastermind setup"
    script, python = ill(examine(None, mac))
    assert "script that the buttons need is missing" in script.what
    assert script.cure == python.cure == finding.cure
