"""Machines of real folders, files, Pythons and programs, not of mocks."""

import sys
import venv
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from xl_mastermind.excel.registration import connect_excel
from xl_mastermind.files import bundled_file
from xl_mastermind.install import Check, Machine, machine_checks

XLWINGS = version("xlwings")

OURS = "9.8.7"


CLOUD = r"HKCU\Software\Policies\Microsoft\Cloud\Office\16.0"
POLICY = r"HKCU\Software\Policies\Microsoft\Office\16.0"


MACHINE_POLICY = r"HKLM\Software\Policies\Microsoft\Office\16.0"
CHOSEN = r"HKCU\Software\Microsoft\Office\16.0\Excel\Security\VBAWarnings"
DEFENDER = r"HKLM\SOFTWARE\Policies\Microsoft\Windows Defender"
GUARD = r"Microsoft\Windows Defender\Windows Defender Exploit Guard\ASR\Rules"

CALLS = "92E97FA1-2EDF-4476-BDD6-9DD0B4DDDC7B"

CHILDREN = "D4F940AB-401B-4EFC-AADC-AD5F3C50688A"


BLOCKS: list[tuple[dict[str, object], str]] = [
    ({CHOSEN: 2}, ""),
    ({CHOSEN: 3}, "run no macros but signed ones"),
    ({CHOSEN: 4}, "run no macros but signed ones"),
    ({rf"{POLICY}\Excel\Security\vbawarnings": 4}, "by a policy Excel is set"),
    ({rf"{CLOUD}\Excel\Security\vbawarnings": 3}, "by a policy Excel is set"),
    ({rf"{POLICY}\Excel\Security\vbawarnings": 2, CHOSEN: 4}, ""),
    ({rf"{MACHINE_POLICY}\Common\vbaoff": 1}, "switches off all macros"),
    ({rf"{MACHINE_POLICY}\Common\vbaoff": 0}, ""),
    (
        {rf"{POLICY}\Excel\Security\blockcontentexecutionfrominternet": 1},
        "workbooks that were downloaded",
    ),
    (
        {rf"HKLM\SOFTWARE\Policies\{GUARD}\{CALLS}": "1"},
        f"calling Windows: {CALLS}",
    ),
    ({rf"HKLM\SOFTWARE\{GUARD}\{CHILDREN}": 6}, f"starting programs: {CHILDREN}"),
    ({rf"HKLM\SOFTWARE\{GUARD}\{CHILDREN}": 2}, ""),
    (
        {
            rf"HKLM\SOFTWARE\{GUARD}\{CALLS}": 1,
            rf"HKLM\SOFTWARE\Policies\{GUARD}\{CALLS}": "0",
        },
        "",
    ),
    (
        {rf"{DEFENDER}\Policy Manager\ASRRules": f"{CHILDREN}=2|{CALLS.lower()}=1"},
        f"calling Windows: {CALLS}",
    ),
]
"""Values of the registry, and what the doctor says of them, if anything."""


MakeMachine = Callable[..., Machine]


def write(file: Path, text: str = "") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def write_program(file: Path, script: str) -> Path:
    write(file, f"#!/bin/sh\n{script}\n").chmod(0o755)
    return file


def write_recorder(file: Path) -> Path:
    """Write a program that notes its arguments beside itself."""
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
    """Return the registry's entries of programs, by their names without `.exe`."""
    key = r"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths"
    return {rf"{key}\{name}.exe" + "\\": f'"{file}"' for name, file in programs.items()}


def doctor_checks(workbook: Path | None, machine: Machine) -> list[Check]:
    """Return all checks of the doctor."""
    return [*machine_checks(workbook, machine)]


def failed_checks(checks: Iterable[Check]) -> list[Check]:
    return [check for check in checks if not check.is_ok]


def only_failed_check(checks: Iterable[Check]) -> Check:
    [check] = failed_checks(checks)
    assert check.fix
    return check


@pytest.fixture
def _installed_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this Python have a known version of us, installed or not."""
    write_package(tmp_path / "installed", "xl-mastermind", OURS)
    monkeypatch.syspath_prepend(tmp_path / "installed")


@pytest.fixture
def make_machine(tmp_path: Path, _installed_version: None) -> MakeMachine:
    """Return a machine of some platform whose whole world is `tmp_path`."""

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
    """A Python as Windows lays it out, with all that Excel needs."""
    home = tmp_path / "environment"
    venv.create(home, symlinks=True)
    packages = next(home.glob("lib/python*/site-packages"))
    write_package(packages, "xl-mastermind", OURS)
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
    """A Windows machine with Excel, before `setup`."""
    registry = registry_entries(excel=write_recorder(tmp_path / "Office" / "EXCEL.EXE"))
    return make_machine("win32", python=python, registry=registry.get)


@pytest.fixture
def connected_machine(windows: Machine) -> Machine:
    """A Windows machine with Excel, after `setup`."""
    connect_excel(windows)
    return windows


@pytest.fixture
def mac(make_machine: MakeMachine, python: Path) -> Machine:
    """A Mac with Excel, before `setup`."""
    machine = make_machine("darwin", python=python)
    (machine.root / "Applications" / "Microsoft Excel.app").mkdir(parents=True)
    return machine


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """The workbook that everybody gets, in a folder of its own."""
    file = tmp_path / "books" / "Master Mind.xlsm"
    file.parent.mkdir()
    file.write_bytes(bundled_file("MasterMind.xlsm").read_bytes())
    return file
