"""What connects this Python with the spreadsheet programs of this machine."""

import contextlib
import importlib.metadata
import itertools
import json
import os
import platform
import re
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, Literal, NamedTuple, Self, TypeAlias

import openpyxl
from pyopenvba import ExcelFile

from xl_mastermind.files import write_file
from xl_mastermind.setup.blocks import block_findings
from xl_mastermind.setup.lasting import cache_findings, make_copy
from xl_mastermind.setup.machine import (
    CHOOSE_PYTHON,
    Finding,
    InstallError,
    Machine,
    ill,
    run,
    version_of,
    well,
)
from xl_mastermind.sheet.macros import without_macros

__all__ = [
    "Finding",
    "InstallError",
    "Machine",
    "Program",
    "doctor",
    "find_excel",
    "find_libreoffice",
    "is_outdated",
    "make_copy",
    "needs_setup",
    "open_workbook",
    "opens_in_calc",
    "setup",
]

Program: TypeAlias = Literal["excel", "calc"]
"""A spreadsheet program, as the command line names it."""

_EXCEL_IMPORTS: Final = "xl_mastermind.hosts.excel"
"""What Excel's functions and buttons import."""

_PYWIN32: Final = ("pythoncom", "win32com.client")
"""What xlwings imports on Windows."""

_LIBREOFFICE_PLACES: Final = {
    "win32": ("LibreOffice*/program/soffice.exe",),
    "darwin": ("Applications/LibreOffice*.app/Contents/MacOS/soffice",),
    "linux": (
        "usr/lib*/libreoffice/program/soffice",
        "opt/libreoffice*/program/soffice",
        "snap/bin/libreoffice",
        "var/lib/flatpak/exports/bin/org.libreoffice.LibreOffice",
        ".local/share/flatpak/exports/bin/org.libreoffice.LibreOffice",
    ),
}
"""Where LibreOffice lies when it is not on the PATH, below `_bases`."""

_PROBE: Final = """
import importlib, importlib.metadata, json, sys

answer = {}
for package in ("xl-mastermind", "xlwings"):
    try:
        answer[package] = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        pass
for module in sys.argv[1:]:
    try:
        importlib.import_module(module)
    except Exception as error:
        answer["import " + module] = type(error).__name__ + ": " + str(error)
print()
print(json.dumps(answer))
"""
"""Asks a Python for its packages, and why it cannot import a module."""

_START_SECONDS: Final = 2
"""How long a program is watched for ending at once with an error."""

_INTERNET_ZONE: Final = 3
_QUARANTINE_DOWNLOADED: Final = 0x01
_QUARANTINE_APPROVED: Final = 0x40

_OUR_MODULES: Final = {
    "Dictionary",
    "ErrorSheet",
    "MasterMind",
    "PythonLink",
    "ThisWorkbook",
    "xlwings",
    "xlwings_udfs",
}
"""The modules of a workbook that have macros."""

_COPY_SECONDS: Final = 600
"""More than LibreOffice takes to start and to read a workbook."""

_NO_EXCEL: Final = (
    "Excel does not run on this system, and LibreOffice was not found;"
    " install it from https://www.libreoffice.org"
)
_SET_UP: Final = "run: xl-mastermind setup"
_BUILD: Final = "write a new workbook with: xl-mastermind build"


def setup(machine: Machine | None = None) -> list[str]:
    """
    Tell Excel to use this Python.

    This writes what ``xlwings config create`` and, on macOS, ``xlwings
    runpython install`` would, and keeps every row of the user's xlwings.conf
    that does not choose a Python. Nothing else is changed, and it takes no
    administrator.

    Parameters
    ----------
    machine : Machine, optional
        By default this one.

    Returns
    -------
    list of str
        Lines that say what was done.

    Raises
    ------
    InstallError
        If a file cannot be written.

    Examples
    --------
    >>> for line in setup(Machine("linux", home=Path())):
    ...     print(line)
    Excel does not run on this system, and LibreOffice was not found; install it \
from https://www.libreoffice.org
    """
    machine = machine or Machine.here()
    if not machine.may_have_excel:
        return [_NO_EXCEL]
    lines = [*make_copy(machine), *_choose_this_python(machine)]
    if machine.platform == "darwin":
        lines += _install_script(machine)
    if find_excel(machine) is None:
        lines.append("Excel was not found on this machine; install it to use this.")
    else:
        lines.append("If Excel is open, quit it and start it again.")
    return [*lines, "To check the connection, run: xl-mastermind doctor"]


def needs_setup(machine: Machine | None = None) -> bool:
    """
    Return whether Excel is here and `setup` would let it find this package.

    Examples
    --------
    >>> needs_setup(Machine("linux", home=Path()))  # there is no Excel for it
    False
    """
    machine = machine or Machine.here()
    if find_excel(machine) is None:
        return False
    if machine.platform == "darwin" and not machine.script_file.is_file():
        return True
    return not _connection_findings(machine, [_user_settings(machine)])[0].ok


def find_excel(machine: Machine | None = None) -> Path | None:
    """
    Return Excel: its program on Windows, its app on macOS.

    Examples
    --------
    >>> find_excel(Machine("linux", home=Path()))
    """
    machine = machine or Machine.here()
    if machine.platform == "win32":
        registered = machine.app_paths.get("excel.exe")
        return Path(registered) if registered else None
    if machine.platform == "darwin":
        for base in (machine.root, machine.home):
            app = base / "Applications" / "Microsoft Excel.app"
            if app.is_dir():
                return app
    return None


def find_libreoffice(machine: Machine | None = None) -> Path | None:
    """
    Return LibreOffice's program, from the PATH or else from the usual places.

    Examples
    --------
    >>> find_libreoffice(Machine("linux", home=Path(), root=Path("no such folder")))
    """
    machine = machine or Machine.here()
    for name in ("soffice", "libreoffice"):
        if found := machine.which(name):
            return found
    if registered := machine.app_paths.get("soffice.exe"):
        return Path(registered)
    places = _LIBREOFFICE_PLACES.get(machine.platform, _LIBREOFFICE_PLACES["linux"])
    for base in _bases(machine):
        for place in places:
            for found in sorted(base.glob(place)):
                return found
    return None


def _bases(machine: Machine) -> Iterator[Path]:
    if machine.platform != "win32":
        yield from (machine.root, machine.home)
        return
    for variable in ("ProgramW6432", "ProgramFiles", "ProgramFiles(x86)"):
        if variable in machine.environ:
            yield Path(machine.environ[variable])


def opens_in_calc(program: Program | None, machine: Machine) -> bool:
    """
    Return whether `open_workbook` would use LibreOffice Calc.

    Examples
    --------
    >>> opens_in_calc(None, Machine("linux", home=Path()))
    True
    """
    return program != "excel" and (program == "calc" or find_excel(machine) is None)


def open_workbook(
    workbook: Path, program: Program | None = None, machine: Machine | None = None
) -> str:
    """
    Open a workbook in a spreadsheet program, which goes on running without us.

    Parameters
    ----------
    workbook : Path
        The file to open.
    program : {"excel", "calc"}, optional
        By default Excel where there is one, else LibreOffice Calc.
    machine : Machine, optional
        By default this one.

    Returns
    -------
    str
        A sentence that says what was done.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    InstallError
        If there is no such program, or it does not start.

    Examples
    --------
    >>> bare = Machine("linux", home=Path(), root=Path("no such folder"))
    >>> open_workbook(Path(__file__), machine=bare)
    Traceback (most recent call last):
    ...
    xl_mastermind.setup.machine.InstallError: expected Microsoft Excel or \
LibreOffice on this machine, found neither; install LibreOffice from \
https://www.libreoffice.org
    """
    machine = machine or Machine.here()
    if not workbook.is_file():
        raise FileNotFoundError(f"expected a workbook to open, got no file: {workbook}")
    workbook = workbook.resolve()
    excel = find_excel(machine)
    if excel is not None and not opens_in_calc(program, machine):
        _start(_excel_command(machine, excel, workbook), machine)
        return (
            f"Opening {workbook} in Excel. If it asks, choose Enable Content:"
            " the buttons are macros."
        )
    calc = None if program == "excel" else find_libreoffice(machine)
    if calc is None:
        raise InstallError(_nothing_to_open_in(program))
    if not _has_screen(machine):
        # LibreOffice would start, show nothing and wait for ever.
        raise InstallError(f"expected a screen for {calc}, found none")
    if workbook.suffix.lower() != ".xlsm":
        _start([str(calc), str(workbook)], machine)
        return f"Opening {workbook} in LibreOffice Calc."
    # As a new document: saved there, Excel could not use it.
    liked = _as_libreoffice_likes_it(workbook, machine)
    _start([str(calc), "-n", str(liked)], machine)
    return (
        f"Opening a copy of {workbook} in LibreOffice Calc. To keep the game,"
        " save it as ODF Spreadsheet (.ods)."
    )


def _as_libreoffice_likes_it(workbook: Path, machine: Machine) -> Path:
    """Return a copy without macros, unless it is not ours or has a person's own."""
    book = _Book.read(workbook)
    if book is None or not book.is_ours or book.has_own_macros:
        return workbook
    copies = machine.copy.parent / "opened"  # not every LibreOffice can read in /tmp
    copy = copies / f"{secrets.token_hex(6)}.xlsx"
    try:
        for old in copies.glob("*.xlsx"):
            if time.time() - old.stat().st_mtime > _COPY_SECONDS:
                old.unlink()
        write_file(copy, without_macros(workbook.read_bytes()), mode=0o600)
    except OSError:  # then with macros, which LibreOffice says it has disabled
        return workbook
    return copy


def _has_screen(machine: Machine) -> bool:
    return (
        machine.platform in CHOOSE_PYTHON
        or "DISPLAY" in machine.environ
        or "WAYLAND_DISPLAY" in machine.environ
    )


def _excel_command(machine: Machine, excel: Path, workbook: Path) -> list[str]:
    if machine.platform == "darwin":
        launcher = machine.root / "usr" / "bin" / "open"
        return [str(launcher), "-a", str(excel), str(workbook)]
    return [str(excel), str(workbook)]


def _nothing_to_open_in(program: Program | None) -> str:
    if program == "excel":
        return (
            "expected Microsoft Excel on this machine, found none; install it,"
            " or leave out --in excel to use LibreOffice"
        )
    wanted = "LibreOffice" if program else "Microsoft Excel or LibreOffice"
    found = "none" if program else "neither"
    return (
        f"expected {wanted} on this machine, found {found};"
        " install LibreOffice from https://www.libreoffice.org"
    )


def _start(command: list[str], machine: Machine) -> None:
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
    try:
        process = subprocess.Popen(  # noqa: S603 - a list of our own, no shell
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=machine.plain_environ,
            creationflags=flags,
            start_new_session=True,
        )
    except OSError as error:
        raise InstallError(f"{command[0]} did not start: {error.strerror}") from error
    with contextlib.suppress(subprocess.TimeoutExpired):
        if code := process.wait(_START_SECONDS):
            raise InstallError(f"{command[0]} ended at once with exit code {code}")


def doctor(
    workbook: Path | None = None, machine: Machine | None = None
) -> list[Finding]:
    """
    Look at everything that Excel or Calc needs here, and say what to mend.

    Parameters
    ----------
    workbook : Path, optional
        A workbook to look at as well.
    machine : Machine, optional
        By default this one.

    Returns
    -------
    list of Finding
        What makes no sense on this system is left out.

    Examples
    --------
    >>> bare = Machine("linux", home=Path(), root=Path("no such folder"))
    >>> doctor(Path("lost.xlsm"), bare)[-1].what
    'there is no workbook lost.xlsm'
    """
    machine = machine or Machine.here()
    findings = [_this_python(), *cache_findings(machine)]
    book = _Book.read(workbook) if workbook else None
    if machine.platform in CHOOSE_PYTHON:
        findings += _excel_findings(machine, workbook, book)
    findings += _libreoffice_findings(machine)
    if workbook:
        findings += _workbook_findings(machine, workbook, book)
    return findings


def _this_python() -> Finding:
    python = f"Python {platform.python_version()}, {sys.executable}"
    if version := version_of("xl-mastermind"):
        return well(f"xl-mastermind {version} in {python}")
    return ill(
        f"xl-mastermind is not installed in {python}",
        "install it with this Python, as the README says",
    )


def _excel_findings(
    machine: Machine, workbook: Path | None, book: "_Book | None"
) -> list[Finding]:
    excel = find_excel(machine)
    findings = [_excel_finding(excel)]
    if excel and machine.platform == "win32":
        downloaded = workbook is None or _from_internet(workbook)
        findings += block_findings(machine, downloaded=downloaded)
    try:
        layers = _layers(machine, workbook, book)
        findings += _blank_line_findings(machine)
    except InstallError as error:
        return [*findings, ill(str(error), "get the right to read this file")]
    if excel and machine.platform == "darwin":
        findings.append(_script_finding(machine))
    return findings + _connection_findings(machine, layers)


def _excel_finding(excel: Path | None) -> Finding:
    if excel is None:
        return ill(
            "Microsoft Excel was not found",
            "install it, or play in LibreOffice: xl-mastermind open --in calc",
        )
    if _from_store(excel):
        return ill(
            f"Excel comes from the Microsoft Store, apart from Python: {excel}",
            "uninstall Office in the Windows settings, then install it again"
            " from https://www.office.com",
        )
    bits = _bits(excel)
    kind = f" of {bits} bits" if bits else ""
    return well(f"Microsoft Excel{kind} is installed: {excel}")


def _bits(excel: Path) -> int | None:
    """Return for how many bits a program of Windows was made, if it says so."""
    try:
        with excel.open("rb") as file:
            start = file.read(4096)
    except OSError:
        return None
    header = start[int.from_bytes(start[60:64], "little") :]
    if not header.startswith(b"PE\0\0"):
        return None
    return 32 if header[4:6] == b"\x4c\x01" else 64


def _from_store(program: Path) -> bool:
    return any(
        part.lower() == "windowsapps"
        or part.lower().startswith("pythonsoftwarefoundation.")
        for part in program.parts
    )


def _libreoffice_findings(machine: Machine) -> list[Finding]:
    program = find_libreoffice(machine)
    if program is None and machine.platform in CHOOSE_PYTHON:
        return []
    cure = "install it from https://www.libreoffice.org"
    if program is None:
        return [ill("LibreOffice was not found", cure)]
    # On Windows soffice.exe prints nothing; soffice.com beside it does.
    talker = program.with_suffix(".com")
    asked = talker if talker.is_file() else program
    try:
        answer = run([str(asked), "--version"], machine)
    except InstallError as error:
        return [ill(str(error), cure)]
    version = re.search(r"LibreOffice \S+", answer)
    name = version[0] if version else "LibreOffice"
    return [well(f"{name} is installed: {program}")]


class _Settings(NamedTuple):
    """Rows of one xlwings.conf, their names in capitals."""

    where: str
    rows: Mapping[str, str]


def _settings_in(file: Path, machine: Machine) -> _Settings:
    rows: dict[str, str] = {}
    for line in _lines(file):
        name, value = _row(line, machine)
        rows.setdefault(name, value)  # Excel stops at the first row of a name
    return _Settings(str(file), rows)


def _user_settings(machine: Machine) -> _Settings:
    return _settings_in(machine.config_file, machine)


def _layers(
    machine: Machine, workbook: Path | None, book: "_Book | None"
) -> list[_Settings]:
    """Return every xlwings.conf that counts, the one that wins first."""
    layers = []
    if book is not None:
        layers.append(_Settings("the workbook's sheet xlwings.conf", book.settings))
    if workbook is not None:
        beside = workbook.resolve().parent / "xlwings.conf"
        layers.append(_settings_in(beside, machine))
    return [*layers, _user_settings(machine)]


def _lines(file: Path) -> list[bytes]:
    try:
        return file.read_bytes().splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InstallError(f"{file} cannot be read: {error.strerror}") from error


def _row(line: bytes, machine: Machine) -> tuple[str, str]:
    name, _, value = line.decode(machine.encoding, "replace").partition(",")
    return name.strip().strip('"').upper(), value.strip().strip('"')


def _choose_this_python(machine: Machine) -> list[str]:
    file = machine.config_file
    before = _named_python(machine, [_user_settings(machine)]).name
    chosen = _rows_for(machine)
    lines = [
        line
        for line in _lines(file)
        # Excel fails on blank lines, and the first row of a name wins.
        if line.strip()
        and _row(line, machine)[0] not in CHOOSE_PYTHON[machine.platform]
    ]
    lines += [_encoded(name, value, machine) for name, value in chosen.items()]
    newline = b"\r\n" if machine.platform == "win32" else b"\n"
    _write(file, newline.join([*lines, b""]))
    after = _named_python(machine, [_user_settings(machine)]).name
    if before == after:
        return [f"Excel uses this Python already: {after}"]
    said = [f"Excel now uses this Python: {after}", f"This is written in {file}"]
    if before:
        said.append(f"Before, all your xlwings workbooks used {before}")
    return said


def _rows_for(machine: Machine) -> dict[str, str]:
    environ = machine.environ
    if (
        machine.platform == "win32"
        and "CONDA_DEFAULT_ENV" in environ
        and "CONDA_EXE" in environ
        # A virtual environment made by conda's Python is none of conda's own.
        and Path(environ.get("CONDA_PREFIX", "")) == machine.python.parent
    ):
        return {
            "CONDA PATH": str(Path(environ["CONDA_EXE"]).parent.parent),
            "CONDA ENV": environ["CONDA_DEFAULT_ENV"],
        }
    return {CHOOSE_PYTHON[machine.platform][0]: str(machine.python)}


def _encoded(name: str, value: str, machine: Machine) -> bytes:
    try:
        return f'"{name}","{value}"'.encode(machine.encoding)
    except UnicodeEncodeError as error:
        raise InstallError(
            f"expected a Python whose folder is written in {machine.encoding}, the only"
            f" letters Excel reads in xlwings.conf, got {value}"
        ) from error


def _write(file: Path, data: bytes) -> None:
    try:
        write_file(file, data)
    except OSError as error:
        raise InstallError(f"{file} cannot be written: {error.strerror}") from error


def _install_script(machine: Machine) -> list[str]:
    name = machine.script_file.name
    source = importlib.metadata.distribution("xlwings").locate_file(f"xlwings/{name}")
    _write(machine.script_file, Path(str(source)).read_bytes())
    return [f"The script that the buttons need is in {machine.script_file.parent}"]


class _Named(NamedTuple):
    """A Python as the settings name it, and where they do; no name if none does."""

    name: str
    where: str


def _named_python(machine: Machine, layers: list[_Settings]) -> _Named:
    """Return the Python that Excel starts, found as xlwings' VBA code finds it."""
    named = _setting(CHOOSE_PYTHON[machine.platform][0], layers)
    if not named.name:
        named = _setting("INTERPRETER", layers)
    path, environment = _setting("CONDA PATH", layers), _setting("CONDA ENV", layers)
    if (
        machine.platform != "win32"
        or named.name.lower() not in ("", "python", "pythonw")
        or not (path.name and environment.name)
    ):
        return named
    folder = Path(path.name)
    if environment.name != "base":
        folder = folder / "envs" / environment.name  # or where that is, if a path
    return _Named(str(folder / "python.exe"), path.where)


def _setting(name: str, layers: list[_Settings]) -> _Named:
    for layer in layers:
        if name in layer.rows:
            return _Named(os.path.expandvars(layer.rows[name]), layer.where)
    return _Named("", layers[-1].where)


def _connection_findings(machine: Machine, layers: list[_Settings]) -> list[Finding]:
    named = _named_python(machine, layers)
    cure = _SET_UP
    if named.where != layers[-1].where:
        cure = f"delete the row that names it in {named.where}, then {_SET_UP}"
    if not named.name:
        findings = _python_findings(machine, machine.python, cure)
        if find_excel(machine) is None:
            return findings
        what = "Excel has not been told which Python to use"
        return [ill(what, cure), *findings]
    python = machine.which(named.name)
    if python is None:
        what = f"Excel is told to use a Python that is not there: {named.name}"
        return [ill(what, cure)]
    return _python_findings(machine, python, cure)


def _python_findings(machine: Machine, python: Path, cure: str) -> list[Finding]:
    modules = [_EXCEL_IMPORTS, *_PYWIN32 * (machine.platform == "win32")]
    try:
        answer = _ask(python, modules, machine)
    except InstallError as error:
        return [ill(str(error), cure)]
    if python == machine.python:
        cure = "install xl-mastermind again with this Python, as the README says"
    findings = [_python_finding(python, answer, cure)]
    if machine.platform == "win32":
        excel = find_excel(machine)
        bits = _bits(excel) if excel else None
        findings.append(_dll_finding(python, answer.get("xlwings", ""), bits))
        findings.append(_pywin32_finding(python, answer))
    return findings + _place_findings(machine, python)


def _ask(python: Path, modules: list[str], machine: Machine) -> dict[str, str]:
    # In its own folder, as Excel starts it, so that no module is imported by
    # accident from where we are.
    command = [str(python), "-B", "-c", _PROBE, *modules]
    said = run(command, machine, folder=python.parent).splitlines()
    try:
        answer = dict(json.loads(said[-1]))
    except (IndexError, TypeError, ValueError) as error:
        raise InstallError(f"{python} is not a Python that works") from error
    return {str(key): str(value) for key, value in answer.items()}


def _python_finding(python: Path, answer: Mapping[str, str], cure: str) -> Finding:
    if failure := answer.get(f"import {_EXCEL_IMPORTS}"):
        what = f"Excel's Python {python} cannot load xl-mastermind: {failure}"
        return ill(what, cure)
    there, ours = answer.get("xl-mastermind", ""), version_of("xl-mastermind")
    if there != ours:
        what = f"Excel's Python {python} has xl-mastermind {there}, this one {ours}"
        return ill(what, cure)
    return well(f"Excel's Python {python} has xl-mastermind {there}")


def _dll_finding(python: Path, version: str, bits: int | None) -> Finding:
    folders = (python.parent, python.parent.parent)
    kinds = (bits,) if bits else (32, 64)
    missing = [
        name
        for name in (f"xlwings{kind}-{version}.dll" for kind in kinds)
        if not any((folder / name).is_file() for folder in folders)
    ]
    if not missing:
        return well(f"xlwings' DLL {version} lies beside {python}")
    return ill(
        f"{' and '.join(missing)} not found in {folders[0]} or {folders[1]}",
        f'run: "{python}" -m pip install --force-reinstall --no-deps'
        f" xlwings=={version}; if it stays away, look into what the antivirus program"
        " has removed, or install xl-mastermind in a virtual environment",
    )


def _pywin32_finding(python: Path, answer: Mapping[str, str]) -> Finding:
    for module in _PYWIN32:
        if failure := answer.get(f"import {module}"):
            return ill(
                f"pywin32, through which Excel talks to Python, fails: {failure}",
                f'run: "{python}" -m pip install --force-reinstall pywin32',
            )
    return well("pywin32, through which Excel talks to Python, loads")


def _place_findings(machine: Machine, python: Path) -> list[Finding]:
    if machine.platform == "win32" and _from_store(python):
        return [
            ill(
                f"Python comes from the Microsoft Store, apart from Excel: {python}",
                "install Python from https://www.python.org and xl-mastermind in it,"
                " then run its setup",
            )
        ]
    if machine.platform == "darwin" and " " in str(python):
        return [
            ill(
                f"there is a space in {python}, on which Excel's buttons fail",
                "install xl-mastermind in a folder without spaces, then run its setup",
            )
        ]
    return []


def _script_finding(machine: Machine) -> Finding:
    script = machine.script_file
    if script.is_file():
        return well(f"the script that the buttons need is installed: {script}")
    return ill(f"the script that the buttons need is missing: {script}", _SET_UP)


def _blank_line_findings(machine: Machine) -> list[Finding]:
    file = machine.config_file
    if all(line.strip() for line in _lines(file)):
        return []
    return [ill(f"there are blank lines in {file}, on which Excel fails", _SET_UP)]


class _Book(NamedTuple):
    """What `doctor` reads in a workbook."""

    modules: Mapping[str, str]
    settings: Mapping[str, str]

    @classmethod
    def read(cls, file: Path) -> Self | None:
        """Return what is in the workbook, or nothing if it is no such workbook."""
        try:
            with ExcelFile(file) as macros:
                modules = dict(macros.vba_modules())
            book = openpyxl.load_workbook(file, read_only=True, data_only=True)
            with contextlib.closing(book):
                settings = _sheet_rows(book)
        except Exception:  # noqa: BLE001 - however a file is broken, it is broken
            return None
        return cls(modules, settings)

    @property
    def is_ours(self) -> bool:
        """Whether it is a MasterMind workbook."""
        return {"MasterMind", "xlwings"} <= self.modules.keys()

    @property
    def has_own_macros(self) -> bool:
        """Whether a person has written macros in modules of their own."""
        own = [text for name, text in self.modules.items() if name not in _OUR_MODULES]
        # The module of a sheet without macros has a head all the same.
        head = ("attribute ", "option ")
        lines = itertools.chain.from_iterable(text.splitlines() for text in own)
        return any(line.strip() and not line.lower().startswith(head) for line in lines)

    @property
    def xlwings(self) -> str:
        """The version of the xlwings code in the workbook, or nothing."""
        found = re.search(
            r'XLWINGS_VERSION As String = "([^"]+)"', self.modules.get("xlwings", "")
        )
        return found[1] if found else ""


def is_outdated(workbook: Path) -> bool:
    """
    Return whether a MasterMind workbook is for another xlwings than the installed.

    Examples
    --------
    >>> is_outdated(Path("no such workbook.xlsm"))
    False
    """
    book = _Book.read(workbook)
    return book is not None and book.is_ours and book.xlwings != version_of("xlwings")


def _sheet_rows(book: openpyxl.Workbook) -> dict[str, str]:
    rows: dict[str, str] = {}
    if "xlwings.conf" not in book.sheetnames:
        return rows
    sheet = book["xlwings.conf"]
    for name, value in sheet.iter_rows(max_col=2, values_only=True):
        if name is None:
            break  # Excel reads down to the first blank cell
        rows[str(name).upper()] = "" if value is None else str(value)
    return rows


def _workbook_findings(
    machine: Machine, workbook: Path, book: _Book | None
) -> list[Finding]:
    if not workbook.is_file():
        return [ill(f"there is no workbook {workbook}", _BUILD)]
    if book is None or not book.is_ours:
        return [ill(f"{workbook} is not a MasterMind workbook", _BUILD)]
    findings = [_book_version(workbook, book)]
    if machine.platform == "win32" and _from_internet(workbook):
        findings.append(
            ill(
                f"Windows blocks the macros of {workbook}, which was downloaded",
                "right-click the file, choose Properties, tick Unblock, press OK",
            )
        )
    if machine.platform == "win32" and (name := _variable_in(machine, workbook)):
        findings.append(
            ill(
                f"there is %{name}% in the path of {workbook}, on which its link to"
                " Python breaks: Windows takes it for a variable",
                "move or rename it so that its path has no %",
            )
        )
    if machine.platform == "darwin" and _quarantined(machine, workbook):
        findings.append(
            ill(
                f"macOS holds {workbook} in quarantine, because it was downloaded",
                f"run: xattr -d com.apple.quarantine '{workbook}'",
            )
        )
    if machine.platform in CHOOSE_PYTHON and _in_cloud(machine, workbook):
        findings.append(
            ill(
                f"{workbook} lies in OneDrive or SharePoint, where Excel may know it"
                " by a web address only",
                "if a button fails, move it to another folder of this machine",
            )
        )
    if find_libreoffice(machine):
        findings.append(
            well(
                "where LibreOffice says that the macros of this workbook are disabled,"
                " press OK: it needs none"
            )
        )
    return findings


def _book_version(workbook: Path, book: _Book) -> Finding:
    installed = version_of("xlwings")
    if book.xlwings == installed:
        return well(f"{workbook} is a MasterMind workbook for xlwings {installed}")
    there = book.xlwings or "an unknown version"
    what = f"{workbook} is for xlwings {there}, but {installed} is installed"
    return ill(what, _BUILD)


def _variable_in(machine: Machine, workbook: Path) -> str:
    """Return a variable of Windows that is written in the path, if there is one."""
    known = {name.upper() for name in machine.environ}
    written: list[str] = re.findall("(?=%([^%]+)%)", str(workbook.resolve()))
    return next((name for name in written if name.upper() in known), "")


def _from_internet(workbook: Path) -> bool:
    try:
        zone = Path(f"{workbook}:Zone.Identifier").read_text("utf-8", "replace")
    except OSError:
        return False
    found = re.search(r"ZoneId=(\d+)", zone)
    return bool(found and int(found[1]) >= _INTERNET_ZONE)


def _quarantined(machine: Machine, workbook: Path) -> bool:
    reader = str(machine.root / "usr" / "bin" / "xattr")
    try:
        flags = run([reader, "-p", "com.apple.quarantine", str(workbook)], machine)
    except InstallError:
        return False
    found = re.match(r"[0-9a-fA-F]+", flags)
    value = int(found[0], 16) if found else 0
    # Excel marks what it saves as well, with other bits.
    return bool(value & _QUARANTINE_DOWNLOADED and not value & _QUARANTINE_APPROVED)


def _in_cloud(machine: Machine, workbook: Path) -> bool:
    variables = ("OneDrive", "OneDriveConsumer", "OneDriveCommercial")
    named = {Path(machine.environ[v]) for v in variables if v in machine.environ}
    return any(
        folder in named
        or folder in machine.synced
        or folder.name.startswith(("OneDrive", "SharePoint"))
        for folder in workbook.resolve().parents
    )
