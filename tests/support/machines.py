"""Machines of real folders, files, Pythons and programs, without mocks."""

import sys
import venv
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from xl_mastermind.files import bundled_file
from xl_mastermind.install import Check, Machine, machine_checks
from xl_mastermind.install.excel_registration import connect_excel

XLWINGS = version("xlwings")

PACKAGE_VERSION = "9.8.7"

MakeMachine = Callable[..., Machine]


def write(file: Path, text: str = "") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def write_program(file: Path, script: str) -> Path:
    write(file, f"#!/bin/sh\n{script}\n").chmod(0o755)
    return file


def write_recorder(file: Path) -> Path:
    """Write a program that records its arguments in a file beside it."""
    return write_program(file, """printf '%s\\n' "$@" > "$0.arguments\"""")


def recorded_arguments(program: Path) -> list[str]:
    text = Path(f"{program}.arguments").read_text(encoding="utf-8")
    return text.splitlines()


def write_package(folder: Path, name: str, version: str) -> None:
    information = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    write(information / "METADATA", f"Name: {name}\nVersion: {version}\n")


def write_modules(folder: Path, *names: str) -> None:
    for name in names:
        *packages, module = name.split(".")
        for depth in range(1, len(packages) + 1):
            write(folder.joinpath(*packages[:depth], "__init__.py"))
        write(folder.joinpath(*packages, f"{module}.py"))


def packages_of(python: Path) -> Path:
    return next(python.parent.parent.glob("lib/python*/site-packages"))


def registry_entries(**programs: Path) -> dict[str, object]:
    """Return the registry entries of programs, named without `.exe`."""
    key = r"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths"
    return {rf"{key}\{name}.exe" + "\\": f'"{file}"' for name, file in programs.items()}


def doctor_checks(workbook: Path | None, machine: Machine) -> list[Check]:
    return [*machine_checks(workbook, machine)]


def doctor_problems(machine: Machine, workbook: Path | None = None) -> list[Check]:
    problems = [c for c in machine_checks(workbook, machine) if c.is_problem]
    assert all(problem.fix for problem in problems)
    return problems


def doctor_problem(machine: Machine, workbook: Path | None = None) -> Check:
    (problem,) = doctor_problems(machine, workbook)
    return problem


@pytest.fixture
def _installed_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give this Python a known version of our package, installed or not."""
    write_package(tmp_path / "installed", "xl-mastermind", PACKAGE_VERSION)
    monkeypatch.syspath_prepend(tmp_path / "installed")


@pytest.fixture
def make_machine(tmp_path: Path, _installed_version: None) -> MakeMachine:
    """Return a function that makes a machine whose files are in `tmp_path`."""

    def build(platform: str, **facts: Any) -> Machine:
        world = tmp_path / platform
        world.mkdir(exist_ok=True)
        facts.setdefault("home", world / "home")
        facts.setdefault("environ", {"PATH": ""})
        facts.setdefault("python", Path(sys.executable))
        return Machine(platform, root=world, **facts)

    return build


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """A Python in the layout of Windows with everything that Excel needs."""
    home = tmp_path / "environment"
    venv.create(home, symlinks=True)
    packages = next(home.glob("lib/python*/site-packages"))
    write_package(packages, "xl-mastermind", PACKAGE_VERSION)
    write_package(packages, "xlwings", XLWINGS)
    write_modules(packages, "xl_mastermind.excel.entry_points")
    write_modules(packages, "pythoncom", "win32com.client")
    for bits in (32, 64):
        write(home / f"xlwings{bits}-{XLWINGS}.dll")
    (home / "Scripts").mkdir()
    program = home / "Scripts" / "python.exe"
    program.symlink_to(home / "bin" / "python")
    return program


@pytest.fixture
def windows(make_machine: MakeMachine, tmp_path: Path, python: Path) -> Machine:
    registry = registry_entries(excel=write_recorder(tmp_path / "Office" / "EXCEL.EXE"))
    return make_machine("win32", python=python, registry=registry.get)


@pytest.fixture
def connected_pc(windows: Machine) -> Machine:
    """A Windows machine with Excel, after `setup`."""
    connect_excel(windows)
    return windows


@pytest.fixture
def mac(make_machine: MakeMachine, python: Path) -> Machine:
    machine = make_machine("darwin", python=python)
    (machine.root / "Applications" / "Microsoft Excel.app").mkdir(parents=True)
    return machine


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    file = tmp_path / "books" / "Master Mind.xlsm"
    file.parent.mkdir()
    file.write_bytes(bundled_file("MasterMind.xlsm").read_bytes())
    return file
