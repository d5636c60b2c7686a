"""The sheet Match in a LibreOffice that knows nothing of us."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from boards import built, fresh
from libreoffice import Calc, Document
from match_lines import check, random_lines

from xl_mastermind.match.match_sheet import match_layout
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import RangeValues
from xl_mastermind.spreadsheet.edition import Edition

AT = match_layout()


@pytest.fixture
def sheet(calc_without_extension: Calc, tmp_path: Path) -> Iterator[Document]:
    file = tmp_path / "match.xlsx"
    file.write_bytes(built(fresh("3x4"), edition=Edition.PLAIN))
    document = calc_without_extension.open(file, AsTemplate=True)
    document.sheet = document.model.Sheets.getByName(AT.sheet)
    yield document
    document.close()


def cells(document: Document, area: CellRange) -> Any:
    return document.sheet.getCellRangeByPosition(
        area.left, area.top, area.right, area.bottom
    )


def read(document: Document, area: CellRange) -> RangeValues:
    return [[*row] for row in cells(document, area).getDataArray()]


@pytest.mark.parametrize(("seed", "people"), [(1, 5), (2, 29), (3, 37)])
def test_it_counts_as_people_do(sheet: Document, seed: int, people: int) -> None:
    rows = random_lines(seed, people)
    for column, name in enumerate(("results", "names")):
        texts = tuple((row[column],) for row in rows)
        cells(sheet, AT.ranges[name]).setDataArray(texts)
    check(AT, rows, lambda area: read(sheet, area))


def test_cells_that_are_moved_take_no_formula_along(sheet: Document) -> None:
    rows = [(f"Little #{n} in {n}", "Ann") for n in range(1, 6)]
    for column, name in enumerate(("results", "names")):
        first = AT.ranges[name].rows_through(len(rows) - 1)
        cells(sheet, first).setDataArray(tuple((row[column],) for row in rows))
    moved = cells(sheet, AT.ranges["results"].cell(1)).RangeAddress
    goal = cells(sheet, AT.ranges["results"].cell(7)).getCellByPosition(0, 0)
    sheet.sheet.moveRange(goal.CellAddress, moved)
    cells(sheet, AT.ranges["results"].cell(1)).getCellByPosition(
        0, 0
    ).String = "Letters in 9"
    now = [
        rows[0],
        ("Letters in 9", "Ann"),
        *rows[2:],
        *[("", "")] * 2,
        (rows[1][0], ""),
    ]
    now += [("", "")] * (AT.ranges["results"].height - len(now))
    check(AT, now, lambda area: read(sheet, area))
