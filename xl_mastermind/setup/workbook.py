"""Looks at a workbook: whether it is ours, and what keeps its macros from running."""

import contextlib
import re
import zipfile
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple, Self

import openpyxl

from xl_mastermind.setup.calc import find_libreoffice
from xl_mastermind.setup.machine import Finding, Machine, failed, passed, version_of
from xl_mastermind.sheet.edition import XLWINGS, Edition
from xl_mastermind.sheet.sheets import BOARD_NAMES, CONFIG_SHEET

_OUR_MODULES: Final = {
    "Areas",  # which workbooks had before Objects
    "Dictionary",
    "MasterMind",
    "Objects",
    "Playing",
    "PythonLink",
    "xlwings",
    "xlwings_udfs",
}
"""The modules of a workbook that have macros."""

_BUILD: Final = "write a new workbook with: xl-mastermind build"
_BUILD_ANOTHER: Final = f"{_BUILD} NEW.xlsm, and copy the rows of Scores into it"

_MANUAL: Final = (
    "the automatic calculation of {} is off: a guess that is typed is answered only"
    " after F9 (in LibreOffice Ctrl+Shift+F9) or a button"
)
_AUTOMATIC: Final = (
    "in Excel choose Formulas > Calculation Options > Automatic, in LibreOffice"
    " Data > Calculate > AutoCalculate, then save"
)

_INTERNET_ZONE: Final = 3

_PROPERTIES: Final = "docProps/custom.xml"


SAVED_BY_CALC: Final = ".ods"
"""The ending of a workbook that LibreOffice has saved as its own."""


class Book(NamedTuple):
    """What is in a workbook."""

    modules: Collection[str]  # the names of the modules that its macros are in
    xlwings: str  # the version of xlwings whose macros are among them, or nothing
    settings: Mapping[str, str]  # its own settings of xlwings
    has_board: bool  # whether it has a board
    is_manual: bool = False  # whether its automatic calculation is switched off

    @classmethod
    def read(cls, file: Path) -> Self | None:
        """Return what is in the workbook, or nothing if it is no such workbook."""
        try:
            if file.suffix.lower() == SAVED_BY_CALC:
                has_board = _names_in(file) >= {*BOARD_NAMES}
                return cls((), "", {}, has_board, _is_manual(file))
            modules, version = _macros_in(file)
            book = openpyxl.load_workbook(file, read_only=True, data_only=True)
            with contextlib.closing(book):
                settings = _settings_on_sheet(book)
                has_board = any(
                    {*each.defined_names} >= {*BOARD_NAMES} for each in book
                )
                is_manual = book.calculation.calcMode == "manual"
        except Exception:  # noqa: BLE001 - however a file is broken, it is broken
            return None
        return cls(modules, version, settings, has_board, is_manual)

    @property
    def is_ours(self) -> bool:
        """Whether it is a MasterMind workbook."""
        if not self.modules:
            return self.has_board
        return {"MasterMind", "xlwings"} <= {*self.modules}

    @property
    def has_own_macros(self) -> bool:
        """Whether a person has written macros in modules of their own."""
        return bool({*self.modules} - _OUR_MODULES)


def _names_in(file: Path) -> set[str]:
    """Return the names of the areas in a workbook of LibreOffice's own."""
    with zipfile.ZipFile(file) as parts:
        content = parts.read("content.xml").decode()
    return {*re.findall(r'<table:named-range [^>]*table:name="([^"]+)"', content)}


def _is_manual(file: Path) -> bool:
    """Return whether a workbook of LibreOffice's own computes only when asked."""
    with zipfile.ZipFile(file) as parts:
        settings = parts.read("settings.xml").decode()
    return bool(re.search(r'config:name="AutoCalculate"[^>]*>false<', settings))


def _macros_in(file: Path) -> tuple[set[str], str]:
    """Return the modules that belong to no sheet, and the version of xlwings' own."""
    if file.suffix.lower() == Edition.PLAIN:
        return set(), ""
    with zipfile.ZipFile(file) as parts:
        project = parts.read("xl/vbaProject.bin")
        has_properties = _PROPERTIES in parts.namelist()
        properties = parts.read(_PROPERTIES).decode() if has_properties else ""
    # [MS-OVBA], section 2.3.1: the list of modules is plain text.
    listed = re.findall(rb"\r\n(?:Module|Class|BaseClass)=([^\r\n]+)", project)
    version = re.search(rf'name="{XLWINGS}"[^>]*>\s*<vt:lpwstr>([^<]*)<', properties)
    return {name.decode("cp1252") for name in listed}, version[1] if version else ""


def _settings_on_sheet(book: openpyxl.Workbook) -> dict[str, str]:
    rows: dict[str, str] = {}
    if CONFIG_SHEET not in book.sheetnames:
        return rows
    sheet = book[CONFIG_SHEET]
    for name, value in sheet.iter_rows(max_col=2, values_only=True):
        if name is None:
            break  # Excel reads down to the first blank cell
        rows[str(name).upper()] = "" if value is None else str(value)
    return rows


def workbook_findings(
    machine: Machine, workbook: Path, book: Book | None
) -> Iterator[Finding]:
    """Yield how a workbook is, and the place where it lies."""
    if not workbook.is_file():
        yield failed(f"there is no workbook {workbook}", _BUILD)
    elif book is None or not book.is_ours:
        yield failed(f"{workbook} is not a MasterMind workbook", _BUILD)
    elif not book.modules:
        what = f"{workbook} is a MasterMind workbook without macros: it needs no Python"
        yield passed(what)
    else:
        yield _version_finding(workbook, book, machine)
        if machine.platform == "win32" and was_downloaded(workbook):
            what = f"Windows blocks the macros of {workbook}, which was downloaded"
            cure = "right-click the file, choose Properties, tick Unblock, press OK"
            yield failed(what, cure)
        if find_libreoffice(machine):
            yield passed(
                "where LibreOffice says that the macros of this workbook are disabled,"
                " press OK: it needs none"
            )
    if book and book.is_ours and book.is_manual:
        yield failed(_MANUAL.format(workbook), _AUTOMATIC)


def _version_finding(workbook: Path, book: Book, machine: Machine) -> Finding:
    installed = version_of("xlwings")
    if not (installed and machine.may_have_excel):  # nothing here runs its macros
        return passed(f"{workbook} is a MasterMind workbook")
    if book.xlwings == installed:
        return passed(f"{workbook} is a MasterMind workbook for xlwings {installed}")
    version = book.xlwings or "an unknown version"
    what = f"{workbook} is for xlwings {version}, but {installed} is installed"
    return failed(what, _BUILD_ANOTHER)


def was_downloaded(workbook: Path) -> bool:
    """Return whether Windows has marked a file as one from the internet."""
    try:
        zone = Path(f"{workbook}:Zone.Identifier").read_text("utf-8", "replace")
    except OSError:
        return False
    zone_id = re.search(r"ZoneId=(\d+)", zone)
    return bool(zone_id and int(zone_id[1]) >= _INTERNET_ZONE)
