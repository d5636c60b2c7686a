"""Machines are built of real folders, files, Pythons and programs, not of mocks."""

import os
import runpy
import shutil
import subprocess
import sys
import time
import types
import venv
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

import openpyxl
import pytest
import xlwings
import xlwings.utils
from libreoffice import WORKBOOK
from pyopenvba import ExcelFile

from xl_mastermind import setup as install
from xl_mastermind.hosts.file import read_boards
from xl_mastermind.setup import Finding, InstallError, Machine
from xl_mastermind.setup import machine as machine_module

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="the machines are built of POSIX programs"
)

XLWINGS = version("xlwings")
OURS = "9.8.7"

MachineOf = Callable[..., Machine]


@pytest.fixture
def machine_of(tmp_path: Path) -> MachineOf:
    """Return a machine of some platform whose whole world is `tmp_path`."""

    def build(platform: str, **facts: Any) -> Machine:
        world = tmp_path / platform
        world.mkdir(exist_ok=True)
        facts.setdefault("home", world / "home")
        facts.setdefault("environ", {"PATH": ""})
        facts.setdefault("python", Path(sys.executable))
        return Machine(platform, root=world, **facts)

    return build


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this Python have a known version of us, installed or not."""
    write_package(tmp_path / "installed", "xl-mastermind", OURS)
    monkeypatch.syspath_prepend(tmp_path / "installed")


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


def recorded(program: Path) -> list[str]:
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


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """A Python as Windows lays it out, with all that Excel needs."""
    home = tmp_path / "environment"
    venv.create(home, symlinks=True)
    packages = next(home.glob("lib/python*/site-packages"))
    write_package(packages, "xl-mastermind", OURS)
    write_package(packages, "xlwings", XLWINGS)
    write_modules(packages, "xl_mastermind.hosts.excel")
    write_modules(packages, "pythoncom", "win32com.client")
    for bits in (32, 64):
        write(home / f"xlwings{bits}-{XLWINGS}.dll")
    (home / "Scripts").mkdir()
    program = home / "Scripts" / "python.exe"
    program.symlink_to(home / "bin" / "python")
    return program


def packages_of(python: Path) -> Path:
    return next(python.parent.parent.glob("lib/python*/site-packages"))


@pytest.fixture
def windows(machine_of: MachineOf, tmp_path: Path, python: Path) -> Machine:
    """A Windows machine with Excel, before `setup`."""
    excel = write_recorder(tmp_path / "Office" / "EXCEL.EXE")
    return machine_of("win32", python=python, app_paths={"excel.exe": str(excel)})


@pytest.fixture
def mac(machine_of: MachineOf, python: Path) -> Machine:
    """A Mac with Excel, before `setup`."""
    machine = machine_of("darwin", python=python)
    (machine.root / "Applications" / "Microsoft Excel.app").mkdir(parents=True)
    return machine


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """A workbook with xlwings' own VBA code and a module of ours."""
    return write_workbook(tmp_path / "books" / "Master Mind.xlsm")


def write_workbook(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    source = Path(xlwings.__file__).with_name("quickstart_standalone.xlsm")
    with ExcelFile(source) as book:
        book.vba_project().add_module("MasterMind", "Sub NewGame()\r\nEnd Sub\r\n")
        book.save(file)
    return file


def ill(findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if not finding.ok]


def only_ill(findings: list[Finding]) -> Finding:
    [finding] = ill(findings)
    assert finding.cure
    return finding


# This machine


def test_here_is_this_machine() -> None:
    here = Machine.here()
    assert here.config_file == Path(xlwings.USER_CONFIG_FILE)
    assert here.python == Path(sys.executable)


class Key:
    """A stand-in for an open key of the registry of Windows."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close nothing."""


def registry(values: dict[str, str]) -> types.ModuleType:
    """Return a stand-in for winreg with these values at the ends of their paths."""

    def value(path: str) -> str:
        if path not in values:
            raise FileNotFoundError(path)
        return values[path]

    def children(key: Key) -> list[str]:
        start = f"{key.path}\\"
        below = [path.removeprefix(start) for path in values if path.startswith(start)]
        if not below:
            raise FileNotFoundError(key.path)
        return sorted({path.split("\\")[0] for path in below})

    winreg = types.ModuleType("winreg")
    vars(winreg).update(
        HKEY_LOCAL_MACHINE=Key("HKLM"),
        HKEY_CURRENT_USER=Key("HKCU"),
        QueryValue=lambda key, name: value(rf"{key.path}\{name}"),
        QueryValueEx=lambda key, name: (value(rf"{key.path}\{name}"), 1),
        OpenKey=lambda key, name, *_: Key(rf"{key.path}\{name}"),
        KEY_READ=0x20019,
        KEY_WOW64_64KEY=0x100,
        QueryInfoKey=lambda key: (len(children(key)), 0, 0),
        EnumKey=lambda key, index: children(key)[index],
    )
    return winreg


@pytest.mark.parametrize("installed", [True, False])
def test_here_reads_the_registry_of_windows(
    monkeypatch: pytest.MonkeyPatch, *, installed: bool
) -> None:
    paths = r"SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths"
    drives = r"HKCU\SOFTWARE\SyncEngines\Providers\OneDrive"
    values = {
        rf"HKLM\{paths}\excel.exe": r"C:\Office\EXCEL.EXE",
        rf"HKLM\{paths}\soffice.exe": r"C:\all\soffice.exe",
        rf"HKCU\{paths}\soffice.exe": r'"C:\mine\soffice.exe"',
        rf"{drives}\Business1\MountPoint": "Contoso",
        rf"{drives}\Closed\UserEmail": "ada@example.org",
        rf"{drives}\Personal\MountPoint": "OneDrive",
        r"HKCU\Software\Ada\Age": "36",
    }
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "winreg", registry(values if installed else {}))
    here = runpy.run_path(machine_module.__file__)["Machine"].here()
    assert here.platform == "win32"
    programs = {
        "excel.exe": r"C:\Office\EXCEL.EXE",
        "soffice.exe": r"C:\mine\soffice.exe",
    }
    assert here.app_paths == (programs if installed else {})
    assert here.synced == installed * (Path("Contoso"), Path("OneDrive"))
    assert here.registry(r"HKCU\Software\Ada\Age") == ("36" if installed else None)
    assert here.registry(r"HKLM\Software\Ada\Age") is None


@pytest.mark.calc
def test_finds_libreoffice_here() -> None:
    found = install.find_libreoffice()
    if found is None:
        pytest.skip("needs LibreOffice on this machine")
    [finding] = [f for f in install.doctor() if "LibreOffice" in f.what]
    assert finding.ok
    assert str(found) in finding.what
    assert any(character.isdigit() for character in finding.what)


def test_doctor_leaves_out_excel_where_it_does_not_run(machine_of: MachineOf) -> None:
    findings = install.doctor(machine=machine_of("linux"))
    assert findings[0].ok
    assert f"xl-mastermind {OURS}" in findings[0].what
    assert [finding.what for finding in findings[1:]] == ["LibreOffice was not found"]


def test_doctor_says_when_this_python_is_without_the_package(
    machine_of: MachineOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [])
    finding = install.doctor(machine=machine_of("linux"))[0]
    assert not finding.ok
    assert "as the README says" in finding.cure


# setup


def test_setup_on_linux_says_that_there_is_no_excel(machine_of: MachineOf) -> None:
    machine = machine_of("linux")
    [line] = install.setup(machine)
    assert "Excel does not run on this system" in line
    assert not machine.config_file.exists()


def test_setup_writes_what_xlwings_itself_writes(
    machine_of: MachineOf, tmp_path: Path
) -> None:
    home = tmp_path / "theirs"
    home.mkdir()
    subprocess.run(
        [sys.executable, "-m", "xlwings.cli", "config", "create"],
        check=True,
        env={"HOME": str(home), "PATH": ""},
    )
    machine = machine_of("darwin" if sys.platform == "darwin" else "win32")
    install.setup(machine)
    theirs = Path(xlwings.USER_CONFIG_FILE).relative_to(Path.home())
    ours = machine.config_file.read_bytes()
    assert ours.splitlines() == (home / theirs).read_bytes().splitlines()


@pytest.mark.parametrize(
    ("platform", "name"),
    [("win32", "interpreter_win"), ("darwin", "interpreter_mac")],
)
def test_xlwings_reads_what_setup_writes(
    machine_of: MachineOf,
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    name: str,
) -> None:
    machine = machine_of(platform)
    install.setup(machine)
    monkeypatch.setattr(xlwings, "USER_CONFIG_FILE", str(machine.config_file))
    read = xlwings.utils.read_user_config()  # type: ignore[no-untyped-call]
    assert read == {name: sys.executable}


def test_setup_keeps_every_other_row(machine_of: MachineOf) -> None:
    machine = machine_of("win32", python=Path("/new/python.exe"), encoding="cp1252")
    machine.config_file.parent.mkdir(parents=True)
    machine.config_file.write_bytes(
        b'"PYTHONPATH","C:\\M\xfcller, A"\n'
        b'\n"interpreter_win","/old/python.exe"\r\n \r\n'
        b'"CONDA PATH","/conda"\n"CONDA ENV","base"\n'
        b'"LICENSE_KEY","secret"'
    )
    lines = install.setup(machine)
    assert machine.config_file.read_bytes() == (
        b'"PYTHONPATH","C:\\M\xfcller, A"\r\n'
        b'"LICENSE_KEY","secret"\r\n'
        b'"INTERPRETER_WIN","/new/python.exe"\r\n'
    )
    assert "Before, all your xlwings workbooks used /old/python.exe" in lines
    assert [file.name for file in machine.config_file.parent.iterdir()] == [
        "xlwings.conf"
    ]


def test_setup_twice_changes_nothing(windows: Machine) -> None:
    install.setup(windows)
    first = windows.config_file.read_bytes()
    assert "uses this Python already" in install.setup(windows)[0]
    assert windows.config_file.read_bytes() == first


def test_setup_follows_a_link(machine_of: MachineOf, tmp_path: Path) -> None:
    machine = machine_of("win32")
    file = write(tmp_path / "kept elsewhere.conf")
    machine.config_file.parent.mkdir(parents=True)
    machine.config_file.symlink_to(file)
    install.setup(machine)
    assert machine.config_file.is_symlink()
    assert sys.executable in file.read_text(encoding="utf-8")


def test_setup_names_the_environment_of_conda(
    machine_of: MachineOf, tmp_path: Path
) -> None:
    environ = {
        "CONDA_DEFAULT_ENV": "games",
        "CONDA_EXE": str(tmp_path / "conda" / "Scripts" / "conda.exe"),
        "CONDA_PREFIX": str(tmp_path / "conda" / "envs" / "games"),
        "PATH": "",
    }
    python = tmp_path / "conda" / "envs" / "games" / "python.exe"
    machine = machine_of("win32", environ=environ, python=python)
    write(machine.config_file, '"INTERPRETER_WIN","/old/python.exe"\n')
    lines = install.setup(machine)
    assert machine.config_file.read_text(encoding="utf-8").splitlines() == [
        f'"CONDA PATH","{tmp_path / "conda"}"',
        '"CONDA ENV","games"',
    ]
    assert lines[0] == f"Excel now uses this Python: {python}"


def test_setup_prefers_a_virtual_environment_to_conda(
    machine_of: MachineOf, tmp_path: Path
) -> None:
    environ = {
        "CONDA_DEFAULT_ENV": "base",
        "CONDA_EXE": str(tmp_path / "conda" / "Scripts" / "conda.exe"),
        "CONDA_PREFIX": str(tmp_path / "conda"),
    }
    machine = machine_of("win32", environ=environ)
    install.setup(machine)
    written = machine.config_file.read_text(encoding="utf-8")
    assert written == f'"INTERPRETER_WIN","{sys.executable}"\n'


def test_setup_installs_the_script_of_the_buttons_on_macos(mac: Machine) -> None:
    install.setup(mac)
    scripts = mac.home / "Library" / "Application Scripts" / "com.microsoft.Excel"
    name = f"xlwings-{XLWINGS}.applescript"
    shipped = Path(xlwings.__file__).with_name(name)
    assert (scripts / name).read_bytes() == shipped.read_bytes()


def test_setup_refuses_a_path_that_excel_cannot_read(machine_of: MachineOf) -> None:
    python = Path("/Users/Νίκος/python.exe")
    machine = machine_of("win32", python=python, encoding="cp1252")
    with pytest.raises(InstallError, match=r"cp1252.* got /Users/Νίκος"):
        install.setup(machine)
    assert not machine.config_file.exists()


def test_setup_says_what_cannot_be_read(machine_of: MachineOf) -> None:
    machine = machine_of("win32")
    machine.config_file.mkdir(parents=True)
    with pytest.raises(InstallError, match=r"xlwings\.conf cannot be read"):
        install.setup(machine)


def test_setup_says_what_cannot_be_written(mac: Machine) -> None:
    write(mac.script_file.parent)
    with pytest.raises(InstallError, match=r"\.applescript cannot be written"):
        install.setup(mac)


# needs_setup


def test_needs_setup_until_it_is_done(windows: Machine, mac: Machine) -> None:
    for machine in (windows, mac):
        assert install.needs_setup(machine)
        install.setup(machine)
        assert not install.needs_setup(machine)


def test_needs_no_setup_without_excel(machine_of: MachineOf) -> None:
    assert not install.needs_setup(machine_of("win32"))


# doctor on Excel


def test_doctor_is_content_after_setup(windows: Machine, workbook: Path) -> None:
    install.setup(windows)
    findings = install.doctor(workbook, windows)
    assert not ill(findings)
    said = "\n".join(finding.what for finding in findings)
    assert str(windows.python) in said
    assert f"DLL {XLWINGS}" in said
    assert "pywin32" in said
    assert "MasterMind workbook" in said


def test_doctor_is_content_after_setup_on_macos(mac: Machine, workbook: Path) -> None:
    install.setup(mac)
    findings = install.doctor(workbook, mac)
    assert not ill(findings)
    said = "\n".join(finding.what for finding in findings)
    assert "script that the buttons need is installed" in said
    assert "DLL" not in said
    assert "pywin32" not in said


def test_doctor_misses_excel_and_still_looks_at_python(
    machine_of: MachineOf, python: Path
) -> None:
    machines = [machine_of(platform, python=python) for platform in ("win32", "darwin")]
    for machine in machines:
        findings = install.doctor(machine=machine)
        assert only_ill(findings).what == "Microsoft Excel was not found"
        assert any(f"Excel's Python {python} has" in f.what for f in findings)
    (packages_of(python) / "pythoncom.py").unlink()
    _, pywin32 = ill(install.doctor(machine=machines[0]))
    assert "No module named 'pythoncom'" in pywin32.what


def test_doctor_knows_office_from_the_store(windows: Machine, tmp_path: Path) -> None:
    install.setup(windows)
    excel = tmp_path / "WindowsApps" / "Microsoft.Office" / "EXCEL.EXE"
    windows = Machine(
        "win32",
        windows.home,
        windows.environ,
        windows.python,
        {"excel.exe": str(excel)},
    )
    finding = only_ill(install.doctor(machine=windows))
    assert "Microsoft Store" in finding.what


def test_doctor_asks_for_setup(windows: Machine, mac: Machine) -> None:
    finding = only_ill(install.doctor(machine=windows))
    assert finding.what == "Excel has not been told which Python to use"
    assert finding.cure == "run: xl-mastermind setup"
    script, python = ill(install.doctor(machine=mac))
    assert "script that the buttons need is missing" in script.what
    assert script.cure == python.cure == finding.cure


def test_doctor_misses_the_python(windows: Machine) -> None:
    write(windows.config_file, '"INTERPRETER_WIN","/gone/python.exe"\n')
    finding = only_ill(install.doctor(machine=windows))
    assert "not there: /gone/python.exe" in finding.what


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo no such option >&2; exit 3", "fails: no such option"),
        ("exit 3", "fails: exit code 3"),
        ("echo hello", "not a Python that works"),
        ("echo 42", "not a Python that works"),
        (":", "not a Python that works"),
    ],
)
def test_doctor_doubts_a_python_that_is_none(
    windows: Machine, tmp_path: Path, script: str, said: str
) -> None:
    program = write_program(tmp_path / "python.exe", script)
    write(windows.config_file, f'"INTERPRETER_WIN","{program}"\n')
    assert said in only_ill(install.doctor(machine=windows)).what


def test_doctor_does_not_wait_for_ever(
    windows: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = write_program(tmp_path / "python.exe", f"exec {shutil.which('sleep')} 60")
    write(windows.config_file, f'"INTERPRETER_WIN","{program}"\n')
    monkeypatch.setattr(machine_module, "_PROBE_SECONDS", 0.2)
    finding = only_ill(install.doctor(machine=windows))
    assert "did not answer in 0.2 seconds" in finding.what


def test_doctor_reports_why_the_package_does_not_load(windows: Machine) -> None:
    install.setup(windows)
    module = packages_of(windows.python) / "xl_mastermind" / "hosts" / "excel.py"
    write(module, "import numpy_is_missing")
    finding = only_ill(install.doctor(machine=windows))
    assert "No module named 'numpy_is_missing'" in finding.what
    assert finding.cure.startswith("install xl-mastermind again")


def test_doctor_does_not_import_from_where_we_are(
    windows: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install.setup(windows)
    shutil.rmtree(packages_of(windows.python) / "xl_mastermind")
    write_modules(tmp_path / "checkout", "xl_mastermind.hosts.excel")
    monkeypatch.chdir(tmp_path / "checkout")
    finding = only_ill(install.doctor(machine=windows))
    assert "No module named 'xl_mastermind'" in finding.what


def test_doctor_sees_another_version(windows: Machine) -> None:
    install.setup(windows)
    packages = packages_of(windows.python)
    shutil.rmtree(packages / f"xl_mastermind-{OURS}.dist-info")
    write_package(packages, "xl-mastermind", "1.2.3")
    finding = only_ill(install.doctor(machine=windows))
    assert "has xl-mastermind 1.2.3, this one 9.8.7" in finding.what


def test_doctor_sends_another_python_to_setup(windows: Machine) -> None:
    install.setup(windows)
    shutil.rmtree(packages_of(windows.python) / "xl_mastermind")
    windows = Machine("win32", windows.home, app_paths=windows.app_paths)
    finding = only_ill(install.doctor(machine=windows))
    assert finding.cure == "run: xl-mastermind setup"


def test_doctor_misses_a_dll(windows: Machine) -> None:
    install.setup(windows)
    dll = windows.python.parent.parent / f"xlwings64-{XLWINGS}.dll"
    dll.rename(windows.python.parent / dll.name)
    assert not ill(install.doctor(machine=windows))
    (windows.python.parent / dll.name).unlink()
    finding = only_ill(install.doctor(machine=windows))
    assert finding.what.startswith(f"{dll.name} not found in")
    assert f"xlwings=={XLWINGS}" in finding.cure


@pytest.mark.parametrize(
    ("kind", "bits"), [(b"\x4c\x01", 32), (b"\x64\x86", 64), (b"\x64\xaa", 64)]
)
def test_doctor_asks_for_the_dll_that_this_excel_needs(
    windows: Machine, kind: bytes, bits: int
) -> None:
    install.setup(windows)
    start = b"MZ".ljust(60, b"\0") + (0x80).to_bytes(4, "little")
    Path(windows.app_paths["excel.exe"]).write_bytes(
        start.ljust(0x80) + b"PE\0\0" + kind
    )
    folder = windows.python.parent.parent
    (folder / f"xlwings{96 - bits}-{XLWINGS}.dll").unlink()
    findings = install.doctor(machine=windows)
    assert not ill(findings)
    assert any(f"Excel of {bits} bits is installed" in f.what for f in findings)
    (folder / f"xlwings{bits}-{XLWINGS}.dll").unlink()
    said = only_ill(install.doctor(machine=windows)).what
    assert said.startswith(f"xlwings{bits}-{XLWINGS}.dll not found in")


CLOUD = r"HKCU\Software\Policies\Microsoft\Cloud\Office\16.0"
POLICY = r"HKCU\Software\Policies\Microsoft\Office\16.0"
MACHINE_POLICY = r"HKLM\Software\Policies\Microsoft\Office\16.0"
CHOSEN = r"HKCU\Software\Microsoft\Office\16.0\Excel\Security\VBAWarnings"
DEFENDER = r"HKLM\SOFTWARE\Policies\Microsoft\Windows Defender"
GUARD = r"Microsoft\Windows Defender\Windows Defender Exploit Guard\ASR\Rules"
CALLS = "92E97FA1-2EDF-4476-BDD6-9DD0B4DDDC7B"
CHILDREN = "D4F940AB-401B-4EFC-AADC-AD5F3C50688A"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({CHOSEN: 1}, ""),
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
        ({rf"HKLM\SOFTWARE\{GUARD}\{CHILDREN}": 1}, f"starting programs: {CHILDREN}"),
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
    ],
)
def test_doctor_sees_what_blocks_macros(
    windows: Machine, values: dict[str, object], said: str
) -> None:
    install.setup(windows)
    findings = install.doctor(machine=replace(windows, registry=values.get))
    assert [said in finding.what for finding in ill(findings)] == [True] * bool(said)
    assert all(finding.cure for finding in ill(findings))
    none = "no setting of Office or Windows that blocks macros was found"
    assert (none in [finding.what for finding in findings]) == (not said)


def test_doctor_minds_downloads_only_where_there_are_some(
    windows: Machine, workbook: Path
) -> None:
    install.setup(windows)
    values = {rf"{POLICY}\Excel\Security\blockcontentexecutionfrominternet": 1}
    windows = replace(windows, registry=values.get)
    assert not ill(install.doctor(workbook, windows))
    write(Path(f"{workbook}:Zone.Identifier"), "[ZoneTransfer]\r\nZoneId=3\r\n")
    assert len(ill(install.doctor(workbook, windows))) == 2


def test_doctor_misses_pywin32(windows: Machine) -> None:
    install.setup(windows)
    (packages_of(windows.python) / "pythoncom.py").unlink()
    finding = only_ill(install.doctor(machine=windows))
    assert "No module named 'pythoncom'" in finding.what
    assert "pywin32" in finding.cure


def test_doctor_knows_python_from_the_store(windows: Machine, tmp_path: Path) -> None:
    name = "PythonSoftwareFoundation.Python.3.13_qbz5n2kfra8p0"
    shutil.move(windows.python.parent.parent, tmp_path / name)
    python = tmp_path / name / "Scripts" / "python.exe"
    python.unlink()
    python.symlink_to(tmp_path / name / "bin" / "python")
    windows = Machine("win32", windows.home, {}, python, windows.app_paths)
    install.setup(windows)
    assert "Microsoft Store" in only_ill(install.doctor(machine=windows)).what


def test_doctor_sees_a_space_on_macos(mac: Machine, tmp_path: Path) -> None:
    link = tmp_path / "my environment"
    link.symlink_to(mac.python.parent.parent)
    write(mac.config_file, f'"INTERPRETER_MAC","{link / "bin" / "python"}"\n')
    write(mac.script_file)
    assert "there is a space in" in only_ill(install.doctor(machine=mac)).what


def test_doctor_sees_blank_lines(windows: Machine) -> None:
    install.setup(windows)
    with windows.config_file.open("a", encoding="utf-8") as file:
        file.write("\n\n")
    assert "blank lines" in only_ill(install.doctor(machine=windows)).what
    install.setup(windows)
    assert not ill(install.doctor(machine=windows))


def test_doctor_goes_on_when_the_settings_cannot_be_read(
    windows: Machine, workbook: Path
) -> None:
    windows.config_file.mkdir(parents=True)
    findings = install.doctor(workbook, windows)
    assert "cannot be read" in only_ill(findings).what
    assert "MasterMind workbook" in findings[-1].what


def test_doctor_follows_conda(windows: Machine, tmp_path: Path) -> None:
    environment = windows.python.parent.parent
    write_program(environment / "python.exe", f'exec "{windows.python}" "$@"')
    (tmp_path / "conda" / "envs").mkdir(parents=True)
    (tmp_path / "conda" / "envs" / "games").symlink_to(environment)
    for path, name in (
        (tmp_path / "conda", "games"),
        (tmp_path / "conda", environment),
        (environment, "base"),
    ):
        write(
            windows.config_file,
            f'"INTERPRETER","pythonw"\n"CONDA PATH","{path}"\n"CONDA ENV","{name}"\n',
        )
        assert not ill(install.doctor(machine=windows))


# doctor on the workbook


def test_doctor_reads_settings_as_xlwings_does(
    windows: Machine, workbook: Path
) -> None:
    """The sheet wins over the folder, the folder over the user; blanks win too."""
    install.setup(windows)
    beside = write(workbook.parent / "xlwings.conf", '"INTERPRETER_WIN","/folder"\n')
    finding = only_ill(install.doctor(workbook, windows))
    assert finding.what.endswith("not there: /folder")
    assert f"in {beside}" in finding.cure

    book = openpyxl.load_workbook(workbook, keep_vba=True)
    sheet = book["_xlwings.conf"]
    sheet.title = "xlwings.conf"
    sheet["A1"], sheet["B1"] = "Interpreter_Win", "/sheet"
    book.save(workbook)
    finding = only_ill(install.doctor(workbook, windows))
    assert finding.what.endswith("not there: /sheet")
    assert "in the workbook's sheet xlwings.conf" in finding.cure

    sheet["B1"] = None
    book.save(workbook)
    finding = only_ill(install.doctor(workbook, windows))
    assert finding.what == "Excel has not been told which Python to use"


@pytest.mark.parametrize("content", [b"", b"PK\3\4 rubbish", b"text"])
def test_doctor_does_not_take_any_file_for_a_workbook(
    machine_of: MachineOf, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "broken.xlsm"
    file.write_bytes(content)
    finding = install.doctor(file, machine_of("linux"))[-1]
    assert finding.what == f"{file} is not a MasterMind workbook"


def test_doctor_does_not_take_any_macros_for_ours(machine_of: MachineOf) -> None:
    file = Path(xlwings.__file__).with_name("quickstart_standalone.xlsm")
    finding = install.doctor(file, machine_of("linux"))[-1]
    assert finding.what == f"{file} is not a MasterMind workbook"


def test_doctor_misses_the_workbook(machine_of: MachineOf, tmp_path: Path) -> None:
    finding = install.doctor(tmp_path / "lost.xlsm", machine_of("linux"))[-1]
    assert finding.what == f"there is no workbook {tmp_path / 'lost.xlsm'}"
    assert finding.cure == "write a new workbook with: xl-mastermind build"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('Public Const XLWINGS_VERSION As String = "0.1.2"\r\n', "xlwings 0.1.2, but"),
        ("", "an unknown version"),
    ],
)
def test_doctor_sees_a_workbook_of_another_xlwings(
    machine_of: MachineOf, workbook: Path, code: str, said: str
) -> None:
    with ExcelFile(workbook) as book:
        book.set_module("xlwings", f'Attribute VB_Name = "xlwings"\r\n{code}')
        book.save(workbook)
    finding = install.doctor(workbook, machine_of("linux"))[-1]
    assert not finding.ok
    assert said in finding.what
    assert XLWINGS in finding.what


def test_doctor_tells_what_the_box_of_libreoffice_means(
    machine_of: MachineOf, workbook: Path
) -> None:
    machine = machine_of("linux")
    assert "press OK" not in install.doctor(workbook, machine)[-1].what
    place = "opt/libreoffice25.2/program/soffice"
    write_program(machine.root / place, "echo LibreOffice 25.2")
    finding = install.doctor(workbook, machine)[-1]
    assert finding.ok
    assert "macros of this workbook are disabled, press OK" in finding.what


@pytest.mark.parametrize(("zone", "blocked"), [(0, False), (2, False), (3, True)])
def test_doctor_sees_that_windows_blocks_the_workbook(
    windows: Machine, workbook: Path, *, zone: int, blocked: bool
) -> None:
    install.setup(windows)
    # Elsewhere than on Windows a stream is a file of that name.
    write(Path(f"{workbook}:Zone.Identifier"), f"[ZoneTransfer]\r\nZoneId={zone}\r\n")
    findings = ill(install.doctor(workbook, windows))
    assert [finding.cure for finding in findings] == blocked * [
        "right-click the file, choose Properties, tick Unblock, press OK"
    ]


@pytest.mark.parametrize(
    ("flags", "quarantined"),
    [
        ("0081;5991b778;Safari;BC4DFC58", True),
        ("00c1;5991b778;Safari;BC4DFC58", False),  # the user said yes
        ("0082;5991b778;Microsoft Excel;", False),  # saved, not downloaded
        ("rubbish", False),
    ],
)
def test_doctor_sees_the_quarantine_of_macos(
    mac: Machine, workbook: Path, flags: str, *, quarantined: bool
) -> None:
    install.setup(mac)
    script = f'test "$1 $2" = "-p com.apple.quarantine" && echo "{flags}"'
    write_program(mac.root / "usr" / "bin" / "xattr", script)
    findings = ill(install.doctor(workbook, mac))
    assert [finding.cure for finding in findings] == quarantined * [
        f"run: xattr -d com.apple.quarantine '{workbook}'"
    ]


@pytest.mark.parametrize(
    ("folder", "named"),
    [("100%", ""), ("%nobody%", ""), ("a%Path%b", "Path"), ("5%x%PATH%", "PATH")],
)
def test_doctor_sees_a_variable_in_the_path(
    windows: Machine, tmp_path: Path, folder: str, named: str
) -> None:
    install.setup(windows)
    file = write_workbook(tmp_path / folder / "MasterMind.xlsm")
    findings = ill(install.doctor(file, windows))
    assert [
        finding.what.startswith(f"there is %{named}% in") for finding in findings
    ] == [True] * bool(named)


def test_doctor_sees_onedrive_and_sharepoint(windows: Machine, tmp_path: Path) -> None:
    install.setup(windows)
    cloud = write_workbook(
        tmp_path / "OneDrive - Contoso" / "games" / "MasterMind.xlsm"
    )
    named = write_workbook(tmp_path / "cloud" / "MasterMind.xlsm")
    shared = write_workbook(tmp_path / "Contoso" / "Games - Files" / "MasterMind.xlsm")
    windows = Machine(
        "win32",
        windows.home,
        {"PATH": "", "OneDrive": str(named.parent)},
        windows.python,
        windows.app_paths,
        synced=(shared.parent,),
    )
    for file in (cloud, named, shared):
        assert "lies in OneDrive" in only_ill(install.doctor(file, windows)).what


# LibreOffice


@pytest.mark.parametrize(
    ("platform", "place"),
    [
        ("win32", "Program Files/LibreOffice/program/soffice.exe"),
        ("win32", "Program Files/LibreOffice 5/program/soffice.exe"),
        ("darwin", "Applications/LibreOffice.app/Contents/MacOS/soffice"),
        ("darwin", "home/Applications/LibreOffice.app/Contents/MacOS/soffice"),
        ("linux", "opt/libreoffice25.2/program/soffice"),
        ("linux", "usr/lib64/libreoffice/program/soffice"),
        ("linux", "snap/bin/libreoffice"),
        ("freebsd14", "usr/lib/libreoffice/program/soffice"),
    ],
)
def test_finds_libreoffice_in_the_usual_places(
    machine_of: MachineOf, tmp_path: Path, platform: str, place: str
) -> None:
    environ = {"ProgramFiles": str(tmp_path / platform / "Program Files")}
    machine = machine_of(platform, environ=environ)
    assert install.find_libreoffice(machine) is None
    program = write_program(machine.root / place, "exit")
    assert install.find_libreoffice(machine) == program


def test_finds_libreoffice_on_the_path_and_in_the_registry(
    machine_of: MachineOf, tmp_path: Path
) -> None:
    app_paths = {"soffice.exe": str(tmp_path / "soffice.exe")}
    machine = machine_of("win32", app_paths=app_paths)
    assert install.find_libreoffice(machine) == tmp_path / "soffice.exe"
    program = write_program(tmp_path / "bin" / "libreoffice", "exit")
    machine = machine_of("win32", environ={"PATH": str(tmp_path / "bin")})
    assert install.find_libreoffice(machine) == program


def test_doctor_asks_libreoffice_for_its_version(
    machine_of: MachineOf, tmp_path: Path
) -> None:
    program = write_program(tmp_path / "bin" / "soffice", "echo LibreOffice 25.2.1.2 x")
    machine = machine_of("linux", environ={"PATH": str(tmp_path / "bin")})
    finding = install.doctor(machine=machine)[-1]
    assert finding == Finding(
        ok=True, what=f"LibreOffice 25.2.1.2 is installed: {program}"
    )


def test_doctor_asks_the_program_that_answers_on_windows(
    machine_of: MachineOf, tmp_path: Path
) -> None:
    program = write_program(tmp_path / "soffice.exe", "exit")
    write_program(tmp_path / "soffice.com", "echo LibreOffice 24.8.0.1")
    machine = machine_of("win32", app_paths={"soffice.exe": str(program)})
    assert "LibreOffice 24.8.0.1 is" in install.doctor(machine=machine)[-1].what


def test_doctor_doubts_a_libreoffice_that_fails(
    machine_of: MachineOf, tmp_path: Path
) -> None:
    write_program(tmp_path / "bin" / "soffice", "echo broken library >&2; exit 1")
    machine = machine_of("linux", environ={"PATH": str(tmp_path / "bin")})
    finding = only_ill(install.doctor(machine=machine))
    assert finding.what.endswith("fails: broken library")


# open_workbook


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file whose name would do harm in a shell."""
    return write(tmp_path / "my games; exit 1" / "$(Master) 'Mind'.xlsm")


def test_opens_excel_on_windows(windows: Machine, file: Path) -> None:
    assert "in Excel" in install.open_workbook(file, machine=windows)
    assert recorded(Path(windows.app_paths["excel.exe"])) == [str(file)]


def test_opens_excel_on_macos(mac: Machine, file: Path) -> None:
    launcher = write_recorder(mac.root / "usr" / "bin" / "open")
    assert "in Excel" in install.open_workbook(file, machine=mac)
    app = mac.root / "Applications" / "Microsoft Excel.app"
    assert recorded(launcher) == ["-a", str(app), str(file)]


def test_opens_libreoffice_where_there_is_no_excel(
    machine_of: MachineOf, tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = write_recorder(tmp_path / "bin" / "soffice")
    environ = {"PATH": str(tmp_path / "bin"), "DISPLAY": ":0"}
    monkeypatch.chdir(file.parent)
    said = install.open_workbook(
        Path(file.name), machine=machine_of("linux", environ=environ)
    )
    assert said == (
        f"Opening a copy of {file} in LibreOffice Calc. To keep the game,"
        " save it as ODF Spreadsheet (.ods)."
    )
    assert recorded(program) == ["-n", str(file)]


@pytest.fixture
def calc_here(machine_of: MachineOf, tmp_path: Path) -> tuple[Machine, Path]:
    """A machine with LibreOffice, and LibreOffice, which notes what it opens."""
    program = write_recorder(tmp_path / "bin" / "soffice")
    environ = {"PATH": str(tmp_path / "bin"), "DISPLAY": ":0"}
    return machine_of("linux", environ=environ), program


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """The workbook as everybody has it."""
    return Path(shutil.copy(WORKBOOK, tmp_path))


def test_libreoffice_gets_a_copy_without_macros(
    calc_here: tuple[Machine, Path], board: Path
) -> None:
    machine, program = calc_here
    before = board.read_bytes()
    install.open_workbook(board, machine=machine)
    option, opened = recorded(program)
    copy = Path(opened)
    assert (option, copy.suffix) == ("-n", ".xlsx")
    assert copy.is_relative_to(machine.home)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert read_boards(copy) == read_boards(board)
    assert board.read_bytes() == before
    # A copy stays until LibreOffice has surely read it, and then goes.
    install.open_workbook(board, machine=machine)
    assert len([*copy.parent.iterdir()]) == 2
    long_ago = copy.stat().st_mtime - 3600
    os.utime(copy, (long_ago, long_ago))
    install.open_workbook(board, machine=machine)
    assert not copy.exists()
    assert len([*copy.parent.iterdir()]) == 2


def test_libreoffice_gets_the_workbook_itself_if_it_has_macros_of_its_own(
    calc_here: tuple[Machine, Path], board: Path
) -> None:
    machine, program = calc_here
    with ExcelFile(board) as book:
        book.vba_project().add_module("Mine", "Sub Mine()\r\nEnd Sub\r\n")
        book.save(board)
    install.open_workbook(board, machine=machine)
    assert recorded(program) == ["-n", str(board)]


def test_libreoffice_gets_the_workbook_itself_if_no_copy_can_be_written(
    calc_here: tuple[Machine, Path], board: Path
) -> None:
    machine, program = calc_here
    (machine.home / ".local").mkdir(parents=True)
    (machine.home / ".local" / "share").write_text("in the way", "utf-8")
    install.open_workbook(board, machine=machine)
    assert recorded(program) == ["-n", str(board)]


def test_programs_do_not_inherit_our_environment(
    machine_of: MachineOf, tmp_path: Path, file: Path
) -> None:
    """As venv, conda, uv and the launcher of macOS leave it behind."""
    venv.create(tmp_path / "my games", symlinks=True)
    places = (
        tmp_path / "my games" / "bin",
        tmp_path / "conda" / "Library" / "bin",
        tmp_path / "base" / "bin",
        tmp_path / "bin",
    )
    program = write_program(places[-1] / "soffice", 'env >"$0.environment"')
    environ = {
        "PATH": os.pathsep.join(["", *map(str, places)]),
        "DISPLAY": ":0",
        "VIRTUAL_ENV": str(tmp_path / "my games"),
        "VIRTUAL_ENV_PROMPT": "(my games) ",
        "CONDA_PREFIX": str(tmp_path / "conda"),
        "CONDA_PREFIX_1": str(tmp_path / "base"),
        "CONDA_DEFAULT_ENV": "games",
        "PYTHONHOME": "/usr",
        "PYTHONPATH": "/somewhere",
        "UV_RUN_RECURSION_DEPTH": "1",
        "__PYVENV_LAUNCHER__": "/python",
        "LANG": "pl_PL.UTF-8",
    }
    install.open_workbook(file, "calc", machine_of("linux", environ=environ))
    lines = Path(f"{program}.environment").read_text("utf-8").splitlines()
    given = dict(line.split("=", 1) for line in lines)
    wanted = {"PATH", "DISPLAY", "LANG"}
    assert given.keys() - {"PWD", "OLDPWD", "SHLVL", "_"} == wanted
    assert given["PATH"] == f"/usr/bin{os.pathsep}{places[-1]}"


def test_opens_a_game_that_libreoffice_has_kept(
    machine_of: MachineOf, tmp_path: Path, file: Path
) -> None:
    program = write_recorder(tmp_path / "bin" / "soffice")
    environ = {"PATH": str(tmp_path / "bin"), "DISPLAY": ":0"}
    kept = file.rename(file.with_suffix(".ods"))
    said = install.open_workbook(kept, machine=machine_of("linux", environ=environ))
    assert said == f"Opening {kept} in LibreOffice Calc."
    assert recorded(program) == [str(kept)]


def test_opens_in_the_program_that_was_asked_for(
    windows: Machine, tmp_path: Path, file: Path
) -> None:
    excel = Path(windows.app_paths["excel.exe"])
    calc = write_recorder(tmp_path / "soffice.exe")
    both = {"excel.exe": str(excel), "soffice.exe": str(calc)}
    windows = Machine("win32", windows.home, app_paths=both)
    install.open_workbook(file, "calc", windows)
    assert recorded(calc) == ["-n", str(file)]
    assert not Path(f"{excel}.arguments").exists()
    install.open_workbook(file, "excel", windows)
    assert recorded(excel) == [str(file)]


@pytest.mark.parametrize(
    ("program", "missing"),
    [
        (
            None,
            "expected Microsoft Excel or LibreOffice on this machine, found neither",
        ),
        ("excel", "expected Microsoft Excel on this machine, found none"),
        ("calc", "expected LibreOffice on this machine, found none"),
    ],
)
def test_says_what_to_install(
    machine_of: MachineOf, file: Path, program: install.Program | None, missing: str
) -> None:
    for platform in ("win32", "darwin", "linux"):
        with pytest.raises(InstallError, match=f"^{missing}; .*install"):
            install.open_workbook(file, program, machine_of(platform))


def test_opens_no_file_that_is_not_there(machine_of: MachineOf, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"got no file: .*lost"):
        install.open_workbook(tmp_path / "lost.xlsm", machine=machine_of("linux"))


def test_says_that_the_program_does_not_start(windows: Machine, file: Path) -> None:
    excel = Path(windows.app_paths["excel.exe"])
    excel.chmod(0o644)
    with pytest.raises(InstallError, match="did not start: Permission denied"):
        install.open_workbook(file, machine=windows)
    write_program(excel, "exit 7")
    with pytest.raises(InstallError, match="ended at once with exit code 7"):
        install.open_workbook(file, machine=windows)


def test_opens_nothing_without_a_screen(
    machine_of: MachineOf, tmp_path: Path, file: Path
) -> None:
    write_recorder(tmp_path / "bin" / "soffice")
    machine = machine_of("linux", environ={"PATH": str(tmp_path / "bin")})
    with pytest.raises(InstallError, match=r"expected a screen for .*soffice"):
        install.open_workbook(file, machine=machine)


def test_the_program_outlives_us(tmp_path: Path, file: Path) -> None:
    program = write_program(
        tmp_path / "bin" / "soffice", 'touch "$0.begun"; sleep 4; touch "$0.done"'
    )
    opening = (
        "import sys; from pathlib import Path; import xl_mastermind.setup as install;"
        "print(install.open_workbook(Path(sys.argv[1]), 'calc'))"
    )
    environ = {
        "PATH": os.pathsep.join([str(tmp_path / "bin"), os.environ["PATH"]]),
        "DISPLAY": ":0",
        "PYTHONPATH": str(Path(install.__file__).parents[2]),
    }
    command = [sys.executable, "-c", opening, str(file)]
    subprocess.run(command, check=True, env=environ)
    assert Path(f"{program}.begun").exists()
    assert not Path(f"{program}.done").exists()
    deadline = time.monotonic() + 30
    while not Path(f"{program}.done").exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
