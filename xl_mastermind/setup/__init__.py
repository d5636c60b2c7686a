"""What connects this Python with the spreadsheet programs of this machine."""

from typing import Final

from xl_mastermind.setup.calc import find_libreoffice
from xl_mastermind.setup.doctor import doctor
from xl_mastermind.setup.excel import connect_excel
from xl_mastermind.setup.excel import excel_needs_setup as needs_setup
from xl_mastermind.setup.finding import Finding
from xl_mastermind.setup.lasting import make_copy
from xl_mastermind.setup.launch import Program, open_workbook, opens_in_calc
from xl_mastermind.setup.machine import InstallError, Machine
from xl_mastermind.setup.workbook import is_outdated

__all__ = [
    "Finding",
    "InstallError",
    "Machine",
    "Program",
    "doctor",
    "find_libreoffice",
    "is_outdated",
    "make_copy",
    "needs_setup",
    "open_workbook",
    "opens_in_calc",
    "setup",
]

_NO_EXCEL: Final = (
    "Excel does not run on this system, and LibreOffice was not found;"
    " install it from https://www.libreoffice.org"
)


def setup(machine: Machine) -> list[str]:
    """
    Tell Excel to use this Python.

    Examples
    --------
    >>> from pathlib import Path
    >>> for line in setup(Machine("linux", home=Path())):
    ...     print(line)
    Excel does not run on this system, and LibreOffice was not found; install it \
from https://www.libreoffice.org
    """
    return connect_excel(machine) if machine.may_have_excel else [_NO_EXCEL]
