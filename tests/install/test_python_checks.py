"""The Python that Excel starts, and what it may lack."""

import shutil
from pathlib import Path

import pytest
from machines import (
    PACKAGE_VERSION,
    XLWINGS,
    doctor_problem,
    doctor_problems,
    packages_of,
    write,
    write_modules,
    write_package,
    write_program,
)

from xl_mastermind.install import machine as machine_module
from xl_mastermind.install.machine import Machine


def test_doctor_reports_a_missing_python(
    windows: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOLDER", "/gone")
    rows = '"INTERPRETER_WIN",""\n"INTERPRETER","$FOLDER/python.exe"\n'
    write(windows.config_file, rows)
    check = doctor_problem(windows)
    assert check.text == "Excel's Python was not found: /gone/python.exe"


@pytest.mark.table("script", "message")
def test_doctor_reports_a_broken_python(
    windows: Machine, tmp_path: Path, script: str, message: str
) -> None:
    program = write_program(tmp_path / "python.exe", script)
    write(windows.config_file, f'"INTERPRETER_WIN","{program}"\n')
    assert message in doctor_problem(windows).text


def test_doctor_stops_a_slow_python(
    windows: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = write_program(tmp_path / "python.exe", f"exec {shutil.which('sleep')} 60")
    write(windows.config_file, f'"INTERPRETER_WIN","{program}"\n')
    monkeypatch.setattr(machine_module, "_PROBE_TIMEOUT", 0.2)
    check = doctor_problem(windows)
    assert "did not answer in 0.2 seconds" in check.text


def test_doctor_reports_an_import_error(connected_pc: Machine) -> None:
    module = (
        packages_of(connected_pc.python) / "xl_mastermind" / "excel" / "entry_points.py"
    )
    write(module, "print('one line'); print('and another')")  # as some packages do
    assert not doctor_problems(connected_pc)
    write(module, "import numpy_is_missing")
    check = doctor_problem(connected_pc)
    assert "No module named 'numpy_is_missing'" in check.text
    assert check.fix.startswith("install xl-mastermind again")


def test_doctor_imports_nothing_from_current_folder(
    connected_pc: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(packages_of(connected_pc.python) / "xl_mastermind")
    write_modules(tmp_path / "checkout", "xl_mastermind.excel.entry_points")
    monkeypatch.chdir(tmp_path / "checkout")
    check = doctor_problem(connected_pc)
    assert "No module named 'xl_mastermind'" in check.text


def test_doctor_reports_another_version(connected_pc: Machine) -> None:
    packages = packages_of(connected_pc.python)
    shutil.rmtree(packages / f"xl_mastermind-{PACKAGE_VERSION}.dist-info")
    write_package(packages, "xl-mastermind", "1.2.3")
    check = doctor_problem(connected_pc)
    assert check.text.startswith("expected xl-mastermind 9.8.7 in")
    assert check.text.endswith("got 1.2.3")


def test_doctor_recommends_setup_for_another_python(connected_pc: Machine) -> None:
    shutil.rmtree(packages_of(connected_pc.python) / "xl_mastermind")
    connected_pc = Machine("win32", connected_pc.home, registry=connected_pc.registry)
    check = doctor_problem(connected_pc)
    assert check.fix == "run: xl-mastermind setup"


def test_doctor_reports_a_missing_dll(connected_pc: Machine) -> None:
    dll = connected_pc.python.parent.parent / f"xlwings64-{XLWINGS}.dll"
    dll.rename(connected_pc.python.parent / dll.name)
    assert not doctor_problems(connected_pc)
    (connected_pc.python.parent / dll.name).unlink()
    check = doctor_problem(connected_pc)
    assert check.text.startswith(f"{dll.name} not found in")
    assert f"xlwings=={XLWINGS}" in check.fix


def test_doctor_reports_missing_pywin32(connected_pc: Machine) -> None:
    (packages_of(connected_pc.python) / "pythoncom.py").unlink()
    check = doctor_problem(connected_pc)
    assert "No module named 'pythoncom'" in check.text


def test_doctor_rejects_a_space_on_macos(mac: Machine, tmp_path: Path) -> None:
    link = tmp_path / "my environment"
    link.symlink_to(mac.python.parent.parent)
    write(mac.config_file, f'"INTERPRETER_MAC","{link / "bin" / "python"}"\n')
    write(mac.script_file)
    assert "has a space" in doctor_problem(mac).text
