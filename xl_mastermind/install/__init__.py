"""
Connect this Python with the spreadsheet applications of this machine.

The command line calls `connect_applications` and `disconnect_applications` for
``setup``, `machine_checks` for ``doctor``, `try_excel` for ``doctor --excel``, and for
``open`` `check_can_open`, `ensure_connection` and `open_workbook`.
"""

import platform
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from xl_mastermind.install.checks import workbook_checks
from xl_mastermind.install.excel_registration import (
    connect_excel,
    disconnect_excel,
    excel_checks,
    excel_needs_setup,
)
from xl_mastermind.install.launch import (
    Application,
    check_can_open,
    missing_message,
    open_workbook,
    opens_in_calc,
)
from xl_mastermind.install.libreoffice_registration import (
    connect_calc,
    disconnect_calc,
    extension_checks,
    is_calc_connected,
)
from xl_mastermind.install.machine import (
    Check,
    InstallError,
    Machine,
    find_excel,
    find_libreoffice,
    package_version,
)

if TYPE_CHECKING:
    from xl_mastermind.install.excel_trial import Step

__all__ = [
    "Application",
    "Check",
    "InstallError",
    "Machine",
    "check_can_open",
    "connect_applications",
    "disconnect_applications",
    "ensure_connection",
    "machine_checks",
    "open_workbook",
    "opens_in_calc",
    "try_excel",
]


def connect_applications(machine: Machine) -> Iterator[str]:
    """
    Connect Excel and LibreOffice Calc with this Python, and yield a report.

    Raise an `InstallError` if both are missing. Prepare Excel even if it is missing,
    because the user may install it later.
    """
    calc = find_libreoffice(machine)
    if machine.is_windows_or_mac:
        yield from connect_excel(machine)
    if calc:
        yield "Connecting LibreOffice: up to half a minute ..."
        yield from connect_calc(calc, machine)
    elif find_excel(machine) is None:
        raise InstallError(f"{missing_message(None, machine)}, then run setup again")


def ensure_connection(application: Application | None, machine: Machine) -> list[str]:
    """Connect the application of `open_workbook` if necessary, and return a report."""
    if not opens_in_calc(application, machine):
        return connect_excel(machine) if excel_needs_setup(machine) else []
    calc = find_libreoffice(machine)
    if calc is None or is_calc_connected(machine):
        return []
    return connect_calc(calc, machine)


def disconnect_applications(machine: Machine) -> Iterator[str]:
    """Remove the add-in from Excel and the extension from Calc, and yield a report."""
    calc = find_libreoffice(machine)
    if calc is None and not machine.is_windows_or_mac:
        raise InstallError("expected LibreOffice on this machine, found none")
    if machine.is_windows_or_mac:
        yield from disconnect_excel(machine)
    if calc:
        yield from disconnect_calc(calc, machine)


def machine_checks(workbook: Path | None, machine: Machine) -> Iterator[Check]:
    """Yield the checks that apply to this platform, and those of a workbook."""
    python = f"Python {platform.python_version()}, {sys.executable}"
    if version := package_version("xl-mastermind"):
        yield Check("ok", f"xl-mastermind {version} in {python}")
    else:
        text = f"xl-mastermind is not installed in {python}"
        yield Check("problem", text, "install it with this Python (see README)")
    if machine.is_windows_or_mac:
        yield from excel_checks(machine)
    calc = find_libreoffice(machine)
    if calc:
        yield Check("ok", f"LibreOffice is installed: {calc}")
    elif not machine.is_windows_or_mac:
        fix = "install it from https://www.libreoffice.org"
        yield Check("problem", "LibreOffice was not found", fix)
    if workbook:
        yield from workbook_checks(machine, workbook)
    if calc:
        yield from extension_checks(calc, machine)


def try_excel(workbooks: Sequence[Path], machine: Machine) -> Iterator["Step"]:
    """Yield the steps of a trial of workbooks in a private Excel."""
    if find_excel(machine) is None:
        raise InstallError("expected Excel on this machine, found none")
    from xl_mastermind.install import excel_trial  # noqa: PLC0415, only where Excel is

    yield from excel_trial.try_excel(workbooks)
