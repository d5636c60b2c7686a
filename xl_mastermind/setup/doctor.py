"""Looks at everything that Excel or Calc needs here."""

import platform
import sys
from pathlib import Path

from xl_mastermind.setup.calc import (
    extension_findings,
    find_libreoffice,
    program_findings,
)
from xl_mastermind.setup.excel import excel_findings
from xl_mastermind.setup.finding import Finding, failed, passed
from xl_mastermind.setup.machine import CACHED, INSTALL, Machine, version_of
from xl_mastermind.setup.workbook import Book, workbook_findings


def examine(workbook: Path | None, machine: Machine) -> list[Finding]:
    """Look at everything that Excel or Calc needs here, and say what to mend."""
    # A workbook is looked at as well, if there is one. What makes no sense on this
    # system is left out.
    findings = [_this_python()]
    if machine.is_in_cache:
        findings.append(failed(f"{machine.python} {CACHED}", INSTALL))
    book = Book.read(workbook) if workbook else None
    if machine.may_have_excel:
        findings += excel_findings(machine, workbook, book)
    findings += program_findings(machine)
    if workbook:
        findings += workbook_findings(machine, workbook, book)
    if calc := find_libreoffice(machine):
        findings += extension_findings(calc, machine)
    return findings


def _this_python() -> Finding:
    python = f"Python {platform.python_version()}, {sys.executable}"
    if version := version_of("xl-mastermind"):
        return passed(f"xl-mastermind {version} in {python}")
    return failed(
        f"xl-mastermind is not installed in {python}",
        "install it with this Python, as the README says",
    )
