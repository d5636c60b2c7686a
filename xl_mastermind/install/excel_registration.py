"""Connect Excel with this Python, and check the connection."""

import importlib.metadata
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from xl_mastermind.files import ADD_IN_SUFFIX, bundled_file
from xl_mastermind.install.machine import (
    SETUP_FIX,
    Check,
    InstallError,
    Machine,
    find_excel,
)
from xl_mastermind.install.python_checks import python_checks
from xl_mastermind.install.xlwings_conf import (
    choose_this_python,
    excel_python,
    forget_this_python,
    write_setting,
)

_MACRO_SETTINGS: Final = (
    r"HKCU\Software\Policies\Microsoft\Office\16.0\Excel\Security\vbawarnings",
    r"HKCU\Software\Microsoft\Office\16.0\Excel\Security\VBAWarnings",
)
"""Registry values that allow macros; the first one, of the company, wins."""

_MACROS_BLOCKED: Final = (3, 4)
"""Values with which Excel runs no macros, or signed ones only, and does not ask."""

_PERMISSION: Final = (
    "if a button says “The user has declined permission” (-1743), macOS prevents Python"
    " from controlling Excel"
)
_ALLOW_AUTOMATION: Final = (
    "in System Settings > Privacy & Security > Automation, allow the programs there to"
    " control Microsoft Excel; if none is listed, run: tccutil reset AppleEvents, and"
    " press OK when macOS asks"
)


def connect_excel(machine: Machine) -> list[str]:
    """
    Let Excel use this Python and the add-in, and return a report.

    Write the files of ``xlwings config create`` and, on macOS, of ``xlwings runpython
    install``; keep every row of the user's xlwings.conf that does not choose a Python.
    No administrator is necessary.
    """
    lines = choose_this_python(machine)
    if machine.platform == "darwin":
        lines.append(_install_script(machine.script_file))
        lines.append(f"Note: {_PERMISSION}; {_ALLOW_AUTOMATION}.")
    lines.append(_install_add_in(machine.add_in_file))
    if find_excel(machine) is None:
        lines.append(
            "Excel was not found on this machine: install it to use the connection."
        )
    else:
        lines.append("If Excel is open, quit it and start it again.")
    return [*lines, "To check the connection, run: xl-mastermind doctor"]


def _install_script(script: Path) -> str:
    xlwings = importlib.metadata.distribution("xlwings")
    source = Path(str(xlwings.locate_file(f"xlwings/{script.name}")))
    write_setting(script, source.read_bytes())
    return f"The script for the buttons is in {script.parent}"


def _install_add_in(file: Path) -> str:
    try:
        write_setting(file, bundled_file(f"MasterMind{ADD_IN_SUFFIX}").read_bytes())
    except InstallError as error:
        if isinstance(error.__cause__, PermissionError):
            raise InstallError(f"{error}; quit Excel, which may have it open") from None
        raise
    return f"Excel opens the add-in at every start: {file}"


def disconnect_excel(machine: Machine) -> Iterator[str]:
    """Remove the add-in and this Python from Excel, and yield a report."""
    file = machine.add_in_file
    try:
        file.unlink()
    except FileNotFoundError:
        yield "Excel had no MasterMind add-in."
    except OSError as error:
        raise InstallError(
            f"{file} cannot be removed: {error.strerror}; quit Excel first"
        ) from error
    else:
        yield f"Excel no longer has the MasterMind add-in: {file}"
    yield from forget_this_python(machine)


def excel_needs_setup(machine: Machine) -> bool:
    """Return whether Excel is installed but not connected with a Python."""
    if find_excel(machine) is None:
        return False
    if machine.platform == "darwin" and not machine.script_file.is_file():
        return True
    return next(_connection_checks(machine)).is_problem


def excel_checks(machine: Machine) -> Iterator[Check]:
    """Yield the checks of Excel and of its connection with Python."""
    excel = find_excel(machine)
    if excel is None:
        fix = "install it, or play in LibreOffice: xl-mastermind open --in calc"
        yield Check("problem", "Microsoft Excel was not found", fix)
        return
    yield Check("ok", f"Microsoft Excel is installed: {excel}")
    if machine.platform == "win32":
        yield _macro_check(machine)
    if machine.platform == "darwin":
        script, text = machine.script_file, "the script for the buttons is"
        if script.is_file():
            yield Check("ok", f"{text} installed: {script}")
            yield Check("note", _PERMISSION, _ALLOW_AUTOMATION)
        else:
            yield Check("problem", f"{text} missing: {script}", SETUP_FIX)
    try:
        connection = [*_connection_checks(machine)]
    except InstallError as error:
        yield Check("problem", str(error), "make this file readable")
        return
    yield from connection
    if not any(check.is_problem for check in connection):
        # A problem of the connection already has the fix `setup`, which installs the
        # add-in too.
        yield _add_in_check(machine.add_in_file)


def _macro_check(machine: Machine) -> Check:
    values = filter(None, map(machine.registry, _MACRO_SETTINGS))
    if next(values, None) not in _MACROS_BLOCKED:
        return Check("ok", "Excel's settings allow macros")
    fix = (
        "ask the person who administers this computer to allow them, or play in"
        " LibreOffice: xl-mastermind open --in calc"
    )
    return Check("problem", "macros are blocked here", fix)


def _add_in_check(file: Path) -> Check:
    try:
        installed = file.read_bytes()
    except FileNotFoundError:
        return Check(
            "problem",
            "Excel has no MasterMind add-in: functions work only in MasterMind.xlsm",
            SETUP_FIX,
        )
    if installed == bundled_file(f"MasterMind{ADD_IN_SUFFIX}").read_bytes():
        return Check("ok", f"Excel has the MasterMind add-in: {file}")
    text = f"the MasterMind add-in has another version: {file}"
    return Check("problem", text, SETUP_FIX)


def _connection_checks(machine: Machine) -> Iterator[Check]:
    name = excel_python(machine)
    python = machine.find_program(name) if name else machine.python
    if python is None:
        yield Check("problem", f"Excel's Python was not found: {name}", SETUP_FIX)
        return
    if not name:
        yield Check("problem", "Excel is not connected with a Python", SETUP_FIX)
    yield from python_checks(machine, python, SETUP_FIX)
