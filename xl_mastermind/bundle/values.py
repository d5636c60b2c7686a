"""Read stored values of cells, or compute them with LibreOffice."""

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

from xl_mastermind.cells.values import Cell
from xl_mastermind.files import bundled_file
from xl_mastermind.presentation.sheet_names import (
    ANALYSIS_SHEET,
    COMPARE_SHEET,
    SCORES_SHEET,
)
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import fill_cells

_BOARD_DEPENDENT_SHEETS: Final = {ANALYSIS_SHEET, COMPARE_SHEET, SCORES_SHEET}
"""Sheets whose constants depend on the boards of the workbook."""
_FORMULA: Final = re.compile(r"<f\b[^>]*>[^<]*</f>")

CellValuesByAddress: TypeAlias = dict[str, dict[str, Cell]]
"""Values by sheet and address."""


def stored_values(
    workbook: Path | io.BytesIO, sheets: Collection[str] = ()
) -> CellValuesByAddress:
    """Return the stored values of a workbook or some sheets; empty texts are `None`."""
    book = openpyxl.load_workbook(workbook, read_only=True, data_only=True)
    values: CellValuesByAddress = {
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


def computed_values(workbook: Path) -> CellValuesByAddress:
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


def with_bundled_values(workbook: bytes, edition: Edition) -> bytes:
    """
    Return a new workbook with the values of the bundled one.

    Only sheets with the same formulas and the same boards get them; applications
    calculate the other sheets.
    """
    bundled = bundled_file(f"MasterMind{edition}").read_bytes()
    parts, bundled_parts = _sheet_parts(workbook), _sheet_parts(bundled)
    equal_sheets = {
        title
        for title in parts.keys() & bundled_parts.keys() - _BOARD_DEPENDENT_SHEETS
        if _FORMULA.findall(parts[title]) == _FORMULA.findall(bundled_parts[title])
    }
    return fill_cells(workbook, stored_values(io.BytesIO(bundled), equal_sheets))


def _sheet_parts(workbook: bytes) -> dict[str, str]:
    """Return the XML of each sheet by its title."""
    titles = openpyxl.load_workbook(io.BytesIO(workbook), read_only=True).sheetnames
    with zipfile.ZipFile(io.BytesIO(workbook)) as package:
        return {
            title: package.read(f"xl/worksheets/sheet{number}.xml").decode()
            for number, title in enumerate(titles, 1)
        }
