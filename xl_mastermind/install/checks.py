"""Check a workbook for Excel and LibreOffice."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from xl_mastermind.install.machine import Check, Machine, package_version
from xl_mastermind.workbook_files.package import WorkbookError
from xl_mastermind.workbook_files.workbook_contents import (
    WorkbookContents,
    is_downloaded,
)

_BUILD: Final = "write a new workbook with: xl-mastermind build"
_BUILD_ANOTHER: Final = f"{_BUILD} NEW.xlsm, and copy the rows of Scores into it"


def workbook_checks(machine: Machine, workbook: Path) -> Iterator[Check]:
    """Yield the checks of a workbook."""
    if not workbook.is_file():
        yield Check("problem", f"there is no workbook {workbook}", _BUILD)
        return
    try:
        book = WorkbookContents.read(workbook)
    except WorkbookError as error:
        yield Check("problem", str(error), _BUILD)
        return
    if book is None or not book.is_mastermind:
        yield Check("problem", f"{workbook} is not a MasterMind workbook", _BUILD)
    elif not book.modules:
        text = f"{workbook} is a MasterMind workbook without macros: it needs no Python"
        yield Check("ok", text)
    else:
        yield _version_check(workbook, book, machine)
        if machine.platform == "win32" and is_downloaded(workbook):
            text = f"Windows blocks the macros of {workbook}, a downloaded file"
            fix = "right-click the file, choose Properties, tick Unblock, press OK"
            yield Check("problem", text, fix)


def _version_check(workbook: Path, book: WorkbookContents, machine: Machine) -> Check:
    installed = package_version("xlwings")
    if book.xlwings == installed or not machine.is_windows_or_mac:
        return Check("ok", f"{workbook} is a MasterMind workbook")
    version = book.xlwings or "an unknown version"
    text = f"{workbook} is for xlwings {version}, but {installed} is installed"
    return Check("problem", text, _BUILD_ANOTHER)
