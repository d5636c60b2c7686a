"""
Values of a workbook's cells.

A workbook stores some; LibreOffice computes those of the four files, and pyOpenVBA the
visible ones of other workbooks.
"""

import io
import re
import subprocess
import zipfile
from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

import openpyxl
from openpyxl.utils import get_column_letter
from pyopenvba.apps.excel import ExcelApplication, SheetView, Worksheet
from pyopenvba.interpreter import VBAErrorValue

from xl_mastermind.files import bundled_file
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import Cell
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.package import Change, change_parts, fill_cells
from xl_mastermind.spreadsheet.sheet_names import (
    ANALYSIS_SHEET,
    COMPARE_SHEET,
    SCORES_SHEET,
)

_OF_BOARDS: Final = {ANALYSIS_SHEET, COMPARE_SHEET, SCORES_SHEET}
"""Sheets whose constants depend on the boards of the workbook."""
_FORMULA: Final = re.compile(r"<f\b[^>]*>[^<]*</f>")
_ERRORS: Final = {
    2000: "#NULL!",
    2007: "#DIV/0!",
    2015: "#VALUE!",
    2023: "#REF!",
    2029: "#NAME?",
    2036: "#NUM!",
    2042: "#N/A",
}
"""The errors of cells by their numbers in VBA."""
_HIDDEN: Final = re.compile(r'<col min="(\d+)" max="(\d+)"[^>]* hidden="1"')

Values: TypeAlias = dict[str, dict[str, Cell]]
"""For each sheet its values, by the addresses of the cells."""


def stored_values(workbook: Path | io.BytesIO, sheets: Collection[str] = ()) -> Values:
    """Return the values that a workbook stores, or some sheets do; "" is `None`."""
    book = openpyxl.load_workbook(workbook, read_only=True, data_only=True)
    values: Values = {
        sheet.title: {
            f"{get_column_letter(column)}{row}": value
            for row, cells in enumerate(sheet.iter_rows(values_only=True), 1)
            for column, value in enumerate(cells, 1)
        }
        for sheet in book
        if not sheets or sheet.title in sheets
    }
    book.close()
    return values


def computed_values(workbook: Path) -> Values:
    """Return the values of a workbook as LibreOffice computes those that it lacks."""
    with TemporaryDirectory() as folder:
        profile = f"-env:UserInstallation={Path(folder, 'profile').as_uri()}"
        to = ("--convert-to", "xlsx", "--outdir", folder)
        subprocess.run(  # noqa: S603 - our own file
            ["soffice", "--headless", profile, *to, str(workbook)],  # noqa: S607
            check=True,
            capture_output=True,
        )
        return stored_values(Path(folder, workbook.name).with_suffix(".xlsx"))


def with_visible_values(
    workbook: bytes, edition: Edition, *, skipped: Collection[str] = ()
) -> bytes:
    """
    Return a new workbook with values in its visible cells.

    Sheets with the formulas of the shipped workbook have its values, all others those
    that pyOpenVBA computes, but for skipped ones. Hidden cells may lack values: the
    workbook requests that programs recalculate it.
    """
    usual = bundled_file(f"MasterMind{edition}").read_bytes()
    parts, usual_parts = _sheet_parts(workbook), _sheet_parts(usual)
    equal = {
        title
        for title in parts.keys() & usual_parts.keys() - _OF_BOARDS
        if _FORMULA.findall(parts[title]) == _FORMULA.findall(usual_parts[title])
    }
    values = stored_values(io.BytesIO(usual), equal)
    # No formula names another sheet: pyOpenVBA need not read those.
    left_out: list[Change] = [
        (f"xl/worksheets/sheet{number}.xml", rb"(?s)<sheetData>.*</sheetData>", b"")
        for number, title in enumerate(parts, 1)
        if title in equal.union(skipped)
    ]
    with TemporaryDirectory() as folder:
        file = Path(folder, f"bare{edition}")
        file.write_bytes(change_parts(workbook, left_out))
        (book,) = ExcelApplication.open(file, with_vba=False).workbooks()
    others = [sheet for sheet in book.sheets_ if sheet.name not in equal.union(skipped)]
    for sheet in others:
        for cell in sheet.cells_.values():
            cell.stale = bool(cell.formula)
    for sheet in others:
        values[sheet.name] = _visible_values(sheet, parts[sheet.name])
    return fill_cells(workbook, values)


def _sheet_parts(workbook: bytes) -> dict[str, str]:
    """Return the text of each sheet by its title."""
    titles = openpyxl.load_workbook(io.BytesIO(workbook), read_only=True).sheetnames
    with zipfile.ZipFile(io.BytesIO(workbook)) as package:
        return {
            title: package.read(f"xl/worksheets/sheet{number}.xml").decode()
            for number, title in enumerate(titles, 1)
        }


def _visible_values(sheet: Worksheet, part: str) -> dict[str, Cell]:
    """Return the values of the formulas in the columns of a sheet that are visible."""
    ranges = {place: (*place, *place) for place in sheet.cells_}
    ranges = {p: corners for p, corners in ranges.items() if sheet.cells_[p].formula}
    for place, array in sheet.array_formulas.items():
        ranges[place] = (array.top, array.left, array.bottom, array.right)
    hidden = {
        column
        for first, last in _HIDDEN.findall(part)
        for column in range(int(first), int(last) + 1)
    }
    view = SheetView(sheet)
    values: dict[str, Cell] = {}
    for corners in ranges.values():
        top, left, bottom, right = (number - 1 for number in corners)
        area = CellRange(sheet.name, top, left, bottom, right)
        if left + 1 in hidden:
            continue
        found = view.value(area.address)
        rows = found if isinstance(found, list) else [[found]]
        for row, column in area.cells():
            address = CellRange(sheet.name, row, column, row, column).address
            values[address] = _as_cell(rows[row - top][column - left])
    return values


def _as_cell(value: object) -> Cell:
    """Return a value of pyOpenVBA as cells keep it."""
    if isinstance(value, VBAErrorValue):
        return _ERRORS[value.number]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str | bool | int | float):
        return value
    return None
