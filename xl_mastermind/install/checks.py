"""The checks of a workbook, in Excel and in LibreOffice."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from xl_mastermind.machine import (
    Check,
    Machine,
    failed,
    find_libreoffice,
    noted,
    passed,
    version_of,
)
from xl_mastermind.spreadsheet.workbook_contents import Book, was_downloaded

BUILD: Final = "write a new workbook with: xl-mastermind build"
_BUILD_ANOTHER: Final = f"{BUILD} NEW.xlsm, and copy the rows of Scores into it"

_MANUAL: Final = (
    "the automatic calculation of {} is off: a guess that is typed is answered only"
    " after F9 (in LibreOffice Ctrl+Shift+F9) or a button"
)
_AUTOMATIC: Final = (
    "in Excel choose Formulas > Calculation Options > Automatic, in LibreOffice"
    " Data > Calculate > AutoCalculate, then save"
)


def workbook_checks(
    machine: Machine, workbook: Path, book: Book | None
) -> Iterator[Check]:
    """Yield the checks of a workbook and of its folder."""
    if not workbook.is_file():
        yield failed(f"there is no workbook {workbook}", BUILD)
    elif book is None or not book.is_ours:
        yield failed(f"{workbook} is not a MasterMind workbook", BUILD)
    elif not book.modules:
        what = f"{workbook} is a MasterMind workbook without macros: it needs no Python"
        yield passed(what)
    else:
        yield _version_check(workbook, book, machine)
        if machine.platform == "win32" and was_downloaded(workbook):
            what = f"Windows blocks the macros of {workbook}, which was downloaded"
            cure = "right-click the file, choose Properties, tick Unblock, press OK"
            yield failed(what, cure)
        if find_libreoffice(machine):
            yield noted(
                "where LibreOffice says that the macros of this workbook are disabled,"
                " press OK: it needs none"
            )
    if book and book.is_ours and book.is_manual:
        yield failed(_MANUAL.format(workbook), _AUTOMATIC)


def _version_check(workbook: Path, book: Book, machine: Machine) -> Check:
    installed = version_of("xlwings")
    if not (installed and machine.may_have_excel):  # nothing here runs its macros
        return passed(f"{workbook} is a MasterMind workbook")
    if book.xlwings == installed:
        return passed(f"{workbook} is a MasterMind workbook for xlwings {installed}")
    version = book.xlwings or "an unknown version"
    what = f"{workbook} is for xlwings {version}, but {installed} is installed"
    return failed(what, _BUILD_ANOTHER)
