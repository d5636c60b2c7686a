"""Opens a workbook in Excel or in LibreOffice Calc."""

import contextlib
import secrets
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, Literal, TypeAlias

from xl_mastermind.files import write_file
from xl_mastermind.machine import (
    InstallError,
    Machine,
    find_excel,
    find_libreoffice,
)
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.package import check_workbook, remove_macros
from xl_mastermind.spreadsheet.workbook_contents import WorkbookContents

Application: TypeAlias = Literal["excel", "calc"]
"""A spreadsheet program, as the command line names it."""

_START_SECONDS: Final = 2
"""Seconds in which a program that ends is one that has failed to start."""

_COPY_SECONDS: Final = 600
"""More than LibreOffice takes to start and to read a workbook."""


def opens_in_calc(program: Application | None, machine: Machine) -> bool:
    """Return whether `open_workbook` would use LibreOffice Calc."""
    return program != "excel" and (program == "calc" or find_excel(machine) is None)


def check_can_open(
    workbook: Path | None, program: Application | None, machine: Machine
) -> Path:
    """Return the program that opens a workbook, `None` if it is to be written first."""
    if workbook and not workbook.is_file():
        raise FileNotFoundError(f"expected a workbook to open, got no file: {workbook}")
    if workbook:
        check_workbook(workbook)
    in_calc = opens_in_calc(program, machine)
    opener = find_libreoffice(machine) if in_calc else find_excel(machine)
    if opener is None:
        raise InstallError(_nothing_to_open_in(program))
    if in_calc and not _has_screen(machine):
        # LibreOffice would start, show nothing and wait for ever.
        raise InstallError(f"expected a screen for {opener}, found none")
    return opener


def open_workbook(workbook: Path, program: Application | None, machine: Machine) -> str:
    """
    Open a workbook in a program, which goes on running without us, and say so.

    No `program` is Excel where there is one, else LibreOffice Calc.
    """
    opener = check_can_open(workbook, program, machine)
    workbook = workbook.resolve()
    if opens_in_calc(program, machine):
        return _open_in_calc(opener, workbook, machine)
    _start(_excel_command(machine, opener, workbook), machine)
    if not _has_macros(workbook):
        return f"Opening {workbook} in Excel."
    return (
        f"Opening {workbook} in Excel. If it asks, choose Enable Content:"
        " the buttons are macros."
    )


def _open_in_calc(calc: Path, workbook: Path, machine: Machine) -> str:
    menu = " The menu MasterMind has its buttons."
    if workbook.suffix.lower() not in {*Edition}:
        _start([str(calc), str(workbook)], machine)
        return f"Opening {workbook} in LibreOffice Calc.{menu}"
    has_macros = _has_macros(workbook)
    shown = _copy_for_calc(workbook, machine) if has_macros else workbook
    # As a new document: Excel could not use what LibreOffice saves in a .xlsm.
    _start([str(calc), "-n", str(shown)], machine)
    return (
        f"Opening a copy of {workbook} in LibreOffice Calc. To keep the game,"
        f" save it as ODF Spreadsheet (.ods).{'' if has_macros else menu}"
    )


def _has_macros(workbook: Path) -> bool:
    return workbook.suffix.lower() == Edition.MACROS


def _copy_for_calc(workbook: Path, machine: Machine) -> Path:
    """Return a copy of a MasterMind workbook without macros, unless it has others."""
    book = WorkbookContents.read(workbook)
    if book is None or not book.is_mastermind or book.has_user_macros:
        return workbook
    copies = machine.copies_folder  # not every LibreOffice can read in /tmp
    copy = copies / f"{secrets.token_hex(6)}.xlsx"
    try:
        for old in copies.glob("*.xlsx"):
            if time.time() - old.stat().st_mtime > _COPY_SECONDS:
                old.unlink()
        write_file(copy, remove_macros(workbook.read_bytes()), mode=0o600)
    except OSError:  # then with macros, which LibreOffice says it has disabled
        return workbook
    return copy


def _has_screen(machine: Machine) -> bool:
    return (
        machine.supports_excel
        or bool(machine.environ.get("DISPLAY"))
        or bool(machine.environ.get("WAYLAND_DISPLAY"))
    )


def _excel_command(machine: Machine, excel: Path, workbook: Path) -> list[str]:
    if machine.platform == "darwin":
        launcher = machine.root / "usr" / "bin" / "open"
        return [str(launcher), "-a", str(excel), str(workbook)]
    return [str(excel), str(workbook)]


def _nothing_to_open_in(program: Application | None) -> str:
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
            env=machine.desktop_environ,
            creationflags=flags,
            start_new_session=True,
        )
    except OSError as error:
        raise InstallError(f"{command[0]} did not start: {error.strerror}") from error
    with contextlib.suppress(subprocess.TimeoutExpired):
        if code := process.wait(_START_SECONDS):
            raise InstallError(f"{command[0]} ended at once with exit code {code}")
