"""Looks at a workbook: whether it is ours, and what keeps its macros from running."""

import contextlib
import itertools
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple, Self

import openpyxl
from pyopenvba import ExcelFile

from xl_mastermind.setup.calc import find_libreoffice
from xl_mastermind.setup.finding import Finding, ill, well
from xl_mastermind.setup.machine import Machine, version_of
from xl_mastermind.sheet.layout import BOARD_NAMES, Edition

_OUR_MODULES: Final = {
    "Areas",
    "Dictionary",
    "ErrorSheet",
    "MasterMind",
    "Playing",
    "PythonLink",
    "ThisWorkbook",
    "xlwings",
    "xlwings_udfs",
}
"""The modules of a workbook that have macros."""

_BUILD: Final = "write a new workbook with: xl-mastermind build"
_BUILD_ANOTHER: Final = f"{_BUILD} NEW.xlsm, and copy the rows of Scores into it"

_INTERNET_ZONE: Final = 3


SAVED_BY_CALC: Final = ".ods"
"""The ending of a workbook that LibreOffice has saved as its own."""


class Book(NamedTuple):
    """What is in a workbook: its macros, its own settings of xlwings, and a board."""

    modules: Mapping[str, str]
    settings: Mapping[str, str]
    has_board: bool

    @classmethod
    def read(cls, file: Path) -> Self | None:
        """Return what is in the workbook, or nothing if it is no such workbook."""
        try:
            if file.suffix.lower() == SAVED_BY_CALC:
                return cls({}, {}, _names_in(file) >= {*BOARD_NAMES})
            modules = _modules_in(file)
            book = openpyxl.load_workbook(file, read_only=True, data_only=True)
            with contextlib.closing(book):
                settings = _settings_on_sheet(book)
                has_board = any(
                    {*each.defined_names} >= {*BOARD_NAMES} for each in book
                )
        except Exception:  # noqa: BLE001 - however a file is broken, it is broken
            return None
        return cls(modules, settings, has_board)

    @property
    def is_ours(self) -> bool:
        """Whether it is a MasterMind workbook."""
        if not self.modules:
            return self.has_board
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


def _names_in(file: Path) -> set[str]:
    """Return the names of the areas in a workbook of LibreOffice's own."""
    with zipfile.ZipFile(file) as parts:
        content = parts.read("content.xml").decode()
    return {*re.findall(r'<table:named-range [^>]*table:name="([^"]+)"', content)}


def _modules_in(file: Path) -> dict[str, str]:
    if file.suffix.lower() == Edition.PLAIN:
        return {}
    with ExcelFile(file) as macros:
        return dict(macros.vba_modules())


def _settings_on_sheet(book: openpyxl.Workbook) -> dict[str, str]:
    rows: dict[str, str] = {}
    if "xlwings.conf" not in book.sheetnames:
        return rows
    sheet = book["xlwings.conf"]
    for name, value in sheet.iter_rows(max_col=2, values_only=True):
        if name is None:
            break  # Excel reads down to the first blank cell
        rows[str(name).upper()] = "" if value is None else str(value)
    return rows


def workbook_findings(
    machine: Machine, workbook: Path, book: Book | None
) -> list[Finding]:
    """Return how a workbook is, and the place where it lies."""
    if not workbook.is_file():
        return [ill(f"there is no workbook {workbook}", _BUILD)]
    if book is None or not book.is_ours:
        return [ill(f"{workbook} is not a MasterMind workbook", _BUILD)]
    if not book.modules:
        what = f"{workbook} is a MasterMind workbook without macros: it needs no Python"
        return [well(what)]
    findings = [_version_finding(workbook, book)]
    if machine.platform == "win32" and was_downloaded(workbook):
        what = f"Windows blocks the macros of {workbook}, which was downloaded"
        cure = "right-click the file, choose Properties, tick Unblock, press OK"
        findings.append(ill(what, cure))
    if find_libreoffice(machine):
        findings.append(
            well(
                "where LibreOffice says that the macros of this workbook are disabled,"
                " press OK: it needs none"
            )
        )
    return findings


def _version_finding(workbook: Path, book: Book) -> Finding:
    installed = version_of("xlwings")
    if book.xlwings == installed:
        return well(f"{workbook} is a MasterMind workbook for xlwings {installed}")
    there = book.xlwings or "an unknown version"
    what = f"{workbook} is for xlwings {there}, but {installed} is installed"
    return ill(what, _BUILD_ANOTHER)


def was_downloaded(workbook: Path) -> bool:
    """Return whether Windows has marked a file as one from the internet."""
    try:
        zone = Path(f"{workbook}:Zone.Identifier").read_text("utf-8", "replace")
    except OSError:
        return False
    found = re.search(r"ZoneId=(\d+)", zone)
    return bool(found and int(found[1]) >= _INTERNET_ZONE)
