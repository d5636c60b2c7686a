"""Open a workbook in Excel or LibreOffice Calc."""

import contextlib
import secrets
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, Literal, TypeAlias

from xl_mastermind.files import write_file
from xl_mastermind.install.machine import (
    CALC_PACKAGES,
    InstallError,
    Machine,
    find_excel,
    find_libreoffice,
)
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import check_workbook, remove_macros
from xl_mastermind.workbook_files.workbook_contents import WorkbookContents

Application: TypeAlias = Literal["excel", "calc"]
"""A spreadsheet application, as the command line names it."""

_START_TIMEOUT: Final = 2
"""Seconds; a program that ends earlier has failed to start."""

_COPY_LIFETIME: Final = 600
"""Seconds; LibreOffice needs less to start and read a workbook."""


def opens_in_calc(application: Application | None, machine: Machine) -> bool:
    """Return whether `open_workbook` uses LibreOffice Calc."""
    if application is None:
        return find_excel(machine) is None
    return application == "calc"


def check_can_open(
    workbook: Path | None, application: Application | None, machine: Machine
) -> Path:
    """Return the program that opens a workbook, `None` if it does not exist yet."""
    if workbook and not workbook.is_file():
        raise FileNotFoundError(f"expected a workbook to open, got no file: {workbook}")
    if workbook:
        check_workbook(workbook)
    in_calc = opens_in_calc(application, machine)
    program = find_libreoffice(machine) if in_calc else find_excel(machine)
    if program is None:
        raise InstallError(missing_message(application, machine))
    # LibreOffice without a screen would start, show nothing and wait for ever.
    environ = machine.environ
    has_screen = environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")
    if in_calc and not (has_screen or machine.is_windows_or_mac):
        raise InstallError(f"expected a screen for {program}, found none")
    return program


def open_workbook(
    workbook: Path, application: Application | None, machine: Machine
) -> str:
    """
    Open a workbook in an application that outlives this process; return a report.

    Without an `application`, use Excel if it is installed, otherwise LibreOffice Calc.
    """
    program = check_can_open(workbook, application, machine)
    workbook = workbook.resolve()
    has_macros = workbook.suffix.lower() == Edition.MACROS
    if opens_in_calc(application, machine):
        return _open_in_calc(program, workbook, machine, has_macros=has_macros)
    if machine.platform == "darwin":
        launcher = machine.root / "usr" / "bin" / "open"
        command = [str(launcher), "-a", str(program), str(workbook)]
    else:
        command = [str(program), str(workbook)]
    _start_program(command, machine)
    hint = " If it asks, choose Enable Content: the buttons are macros."
    return f"Opening {workbook} in Excel.{hint * has_macros}"


def _open_in_calc(
    calc: Path, workbook: Path, machine: Machine, *, has_macros: bool
) -> str:
    hint = " The menu MasterMind has its buttons."
    if workbook.suffix.lower() not in {*Edition}:
        _start_program([str(calc), str(workbook)], machine)
        return f"Opening {workbook} in LibreOffice Calc.{hint}"
    file = _copy_for_calc(workbook, machine) if has_macros else workbook
    # Open a new document, because Excel cannot use an .xlsm that LibreOffice saves.
    _start_program([str(calc), "-n", str(file)], machine)
    return (
        f"Opening a copy of {workbook} in LibreOffice Calc: the window “Untitled” is"
        " not the saved file. To keep the game, save it as ODF Spreadsheet (.ods)."
        f"{'' if has_macros else hint}"
    )


def _copy_for_calc(workbook: Path, machine: Machine) -> Path:
    """Return a copy without macros, or the workbook if the user has added macros."""
    book = WorkbookContents.read(workbook)
    if book is None or not book.is_mastermind or book.has_user_macros:
        return workbook
    folder = machine.copies_folder  # a Flatpak or Snap cannot read /tmp
    copy = folder / f"{secrets.token_hex(6)}.xlsx"
    try:
        for file in folder.glob("*.xlsx"):
            if time.time() - file.stat().st_mtime > _COPY_LIFETIME:
                file.unlink()
        write_file(copy, remove_macros(workbook.read_bytes()), mode=0o600)
    except OSError:  # LibreOffice disables the macros and shows a message
        return workbook
    return copy


def missing_message(application: Application | None, machine: Machine) -> str:
    """Return an error message: the missing application, and how to install it."""
    if application == "excel":
        return (
            "expected Microsoft Excel on this machine, found none; install it,"
            " or leave out --in excel to use LibreOffice"
        )
    expected, found = "LibreOffice", "none"
    if machine.is_windows_or_mac and not application:
        expected, found = "Microsoft Excel or LibreOffice", "neither"
    packages = "" if machine.is_windows_or_mac else f", or {CALC_PACKAGES}"
    return (
        f"expected {expected} on this machine, found {found}; install LibreOffice from"
        f" https://www.libreoffice.org{packages}"
    )


def _start_program(command: list[str], machine: Machine) -> None:
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
    try:
        process = subprocess.Popen(  # noqa: S603 - a list of our own, no shell
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=machine.desktop_environ,
            creationflags=flags,
            start_new_session=True,
        )
    except OSError as error:
        raise InstallError(f"{command[0]} did not start: {error.strerror}") from error
    with contextlib.suppress(subprocess.TimeoutExpired):
        if code := process.wait(_START_TIMEOUT):
            raise InstallError(f"{command[0]} ended at once with exit code {code}")
