"""Read the stored values of all cells of a workbook."""

import io
from collections.abc import Collection
from pathlib import Path
from typing import TypeAlias

import openpyxl

from xl_mastermind.cells.cell_range import column_name
from xl_mastermind.cells.values import Cell

SheetValues: TypeAlias = dict[str, dict[str, Cell]]


def stored_values(
    workbook: Path | io.BytesIO, sheets: Collection[str] = ()
) -> SheetValues:
    """Return the stored values of a workbook or some sheets; empty texts are `None`."""
    book = openpyxl.load_workbook(workbook, read_only=True, data_only=True)
    values: SheetValues = {
        sheet.title: {
            f"{column_name(column)}{row}": value
            for row, cells in enumerate(sheet.iter_rows(values_only=True), 1)
            for column, value in enumerate(cells)
        }
        for sheet in book
        if not sheets or sheet.title in sheets
    }
    book.close()
    return values
