"""Values of a workbook's cells: as it keeps them, and as LibreOffice computes them."""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import openpyxl
from openpyxl.utils import get_column_letter

from xl_mastermind.sheet.cells import Cell

Values: TypeAlias = dict[str, dict[str, Cell]]
"""For each sheet its values, by the addresses of the cells."""


def kept(workbook: Path) -> Values:
    """Return the values that a workbook keeps; an empty text is `None`."""
    book = openpyxl.load_workbook(workbook, read_only=True, data_only=True)
    values: Values = {
        sheet.title: {
            f"{get_column_letter(column)}{row}": value
            for row, cells in enumerate(sheet.iter_rows(values_only=True), 1)
            for column, value in enumerate(cells, 1)
        }
        for sheet in book
    }
    book.close()
    return values


def computed(workbook: Path) -> Values:
    """Return the values of a workbook as LibreOffice computes those that it lacks."""
    with TemporaryDirectory() as folder:
        profile = f"-env:UserInstallation={Path(folder, 'profile').as_uri()}"
        to = ("--convert-to", "xlsx", "--outdir", folder)
        subprocess.run(  # noqa: S603 - our own file
            ["soffice", "--headless", profile, *to, str(workbook)],  # noqa: S607
            check=True,
            capture_output=True,
        )
        return kept(Path(folder, workbook.name).with_suffix(".xlsx"))
