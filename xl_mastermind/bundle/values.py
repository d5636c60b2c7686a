"""Read stored values of cells, or compute them with LibreOffice or pyOpenVBA."""

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

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import Cell
from xl_mastermind.files import bundled_file
from xl_mastermind.presentation.sheet_names import (
    ANALYSIS_SHEET,
    COMPARE_SHEET,
    SCORES_SHEET,
)
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import Change, change_parts, fill_cells

_BOARD_DEPENDENT_SHEETS: Final = {ANALYSIS_SHEET, COMPARE_SHEET, SCORES_SHEET}
"""Sheets whose constants depend on the boards of the workbook."""
_FORMULA: Final = re.compile(r"<f\b[^>]*>[^<]*</f>")

Values: TypeAlias = dict[str, dict[str, Cell]]
"""Values by sheet and address."""


def stored_values(workbook: Path | io.BytesIO, sheets: Collection[str] = ()) -> Values:
    """Return the stored values of a workbook or some sheets; empty texts are `None`."""
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
    """Return the values of a workbook, computed by LibreOffice where it has none."""
    with TemporaryDirectory() as folder:
        profile = f"-env:UserInstallation={Path(folder, 'profile').as_uri()}"
        options = ("--convert-to", "xlsx", "--outdir", folder)
        subprocess.run(  # noqa: S603 - our own file
            ["soffice", "--headless", profile, *options, str(workbook)],  # noqa: S607
            check=True,
            capture_output=True,
        )
        return stored_values(Path(folder, workbook.name).with_suffix(".xlsx"))


def with_visible_values(
    workbook: bytes, edition: Edition, *, skipped: Collection[str] = ()
) -> bytes:
    """
    Return a new workbook with values in its visible cells.

    Sheets with the formulas of the bundled workbook have its values; pyOpenVBA computes
    the others, except for `skipped` ones. Hidden cells may lack values.
    """
    bundled = bundled_file(f"MasterMind{edition}").read_bytes()
    parts, bundled_parts = _sheet_parts(workbook), _sheet_parts(bundled)
    equal_sheets = {
        title
        for title in parts.keys() & bundled_parts.keys() - _BOARD_DEPENDENT_SHEETS
        if _FORMULA.findall(parts[title]) == _FORMULA.findall(bundled_parts[title])
    }
    values = stored_values(io.BytesIO(bundled), equal_sheets)
    ignored_sheets = equal_sheets.union(skipped)
    # No formula refers to another sheet: pyOpenVBA need not read these.
    changes: list[Change] = [
        (f"xl/worksheets/sheet{number}.xml", rb"(?s)<sheetData>.*</sheetData>", b"")
        for number, title in enumerate(parts, 1)
        if title in ignored_sheets
    ]
    with TemporaryDirectory() as folder:
        file = Path(folder, f"bare{edition}")
        file.write_bytes(change_parts(workbook, changes))
        (book,) = ExcelApplication.open(file, with_vba=False).workbooks()
    sheets = [sheet for sheet in book.sheets_ if sheet.name not in ignored_sheets]
    for sheet in sheets:
        for cell in sheet.cells_.values():
            cell.stale = bool(cell.formula)
    for sheet in sheets:
        values[sheet.name] = _visible_values(sheet)
    return fill_cells(workbook, values)


def _sheet_parts(workbook: bytes) -> dict[str, str]:
    """Return the XML of each sheet by its title."""
    titles = openpyxl.load_workbook(io.BytesIO(workbook), read_only=True).sheetnames
    with zipfile.ZipFile(io.BytesIO(workbook)) as package:
        return {
            title: package.read(f"xl/worksheets/sheet{number}.xml").decode()
            for number, title in enumerate(titles, 1)
        }


def _visible_values(sheet: Worksheet) -> dict[str, Cell]:
    """Return the values of formulas in visible columns by address."""
    corners = {
        cell: (*cell, *cell) for cell in sheet.cells_ if sheet.cells_[cell].formula
    }
    for cell, array in sheet.array_formulas.items():
        corners[cell] = (array.top, array.left, array.bottom, array.right)
    view = SheetView(sheet)
    values: dict[str, Cell] = {}
    for top, left, bottom, right in corners.values():
        if sheet.column_width_points(left) == 0:  # hidden
            continue
        cells = CellRange(sheet.name, top - 1, left - 1, bottom - 1, right - 1)
        result = view.value(cells.address)
        for row, line in enumerate(result if isinstance(result, list) else [[result]]):
            for column, value in enumerate(line):
                values[cells.cell(row, column).address] = _cell_value(value)
    return values


def _cell_value(value: object) -> Cell:
    """Return a value of pyOpenVBA as the value of a cell, none for an error."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, str | bool | int | float) else None
