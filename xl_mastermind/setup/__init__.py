"""
Connects this Python with the spreadsheet programs of this machine.

The command line calls what is here: `set_up` and `remove` for ``setup``, `examine` for
``doctor``, and for ``open`` `set_up_for` and `open_workbook`.
"""

from collections.abc import Iterator
from typing import Final

from xl_mastermind.setup.calc import (
    connect_calc,
    disconnect_calc,
    find_libreoffice,
    is_calc_connected,
)
from xl_mastermind.setup.doctor import examine
from xl_mastermind.setup.excel import (
    connect_excel,
    disconnect_excel,
    excel_needs_setup,
)
from xl_mastermind.setup.finding import Finding
from xl_mastermind.setup.launch import Program, open_workbook, opens_in_calc
from xl_mastermind.setup.machine import InstallError, Machine

__all__ = [
    "Finding",
    "InstallError",
    "Machine",
    "Program",
    "examine",
    "open_workbook",
    "remove",
    "set_up",
    "set_up_for",
]

_NO_EXCEL: Final = (
    "Excel does not run on this system, and LibreOffice was not found;"
    " install it from https://www.libreoffice.org"
)


def set_up(machine: Machine) -> Iterator[str]:
    """Connect Excel and LibreOffice Calc with this Python, and yield what was done."""
    calc = find_libreoffice(machine)
    if machine.may_have_excel:
        yield from connect_excel(machine)
    if calc:
        yield from connect_calc(calc, machine)
    elif not machine.may_have_excel:
        yield _NO_EXCEL


def set_up_for(program: Program | None, machine: Machine) -> list[str]:
    """Connect the program that `open_workbook` would use, if it is not connected."""
    # Returned are lines that say what was done, and raised are the errors of `set_up`.
    if not opens_in_calc(program, machine):
        return connect_excel(machine) if excel_needs_setup(machine) else []
    calc = find_libreoffice(machine)
    if calc is None or is_calc_connected(machine):
        return []
    return connect_calc(calc, machine)


def remove(machine: Machine) -> Iterator[str]:
    """Take the add-in out of Excel and the extension out of Calc; say what was done."""
    calc = find_libreoffice(machine)
    if calc is None and not machine.may_have_excel:
        raise InstallError("expected LibreOffice on this machine, found none")
    if machine.may_have_excel:
        yield from disconnect_excel(machine)
    if calc:
        yield from disconnect_calc(calc, machine)
