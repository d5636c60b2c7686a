"""Values of formulas, read by openpyxl."""

import io

import openpyxl
from package_checks import findings

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import Cell
from xl_mastermind.sheets.cell_group import CellGroup
from xl_mastermind.sheets.extended_workbook import ExtendedWorkbook
from xl_mastermind.sheets.sheet import new_sheet
from xl_mastermind.workbook_files.package import fill_cells

SHEET = "Ann's & Bob's"

ROW = {"A1": 5, "B1": 2.5, "C1": True, "D1": "#N/A", "E1": "a < b & c", "F1": None}
ARRAYS = {"A2": False, "A3": "x", "A4": 1e-7, "B2": 1}


def book() -> bytes:
    """Return a workbook with formulas in a row, and arrays below it."""
    buffer = io.BytesIO()
    groups = [
        CellGroup(CellRange(SHEET, 0, 0, 0, len(ROW) - 1), "1+1"),
        CellGroup(CellRange(SHEET, 1, 0, 3, 0), array_formula="D2:D4"),
        CellGroup(CellRange(SHEET, 1, 1, 3, 1), column_array_formula="D2:D4"),
    ]
    with ExtendedWorkbook(buffer) as workbook:
        sheet = new_sheet(workbook, SHEET, "Sheet1")
        sheet.add_groups(groups)
        sheet.finish()
        sheet.write_string("A5", "typed")  # right below an array
    return buffer.getvalue()


def test_values_keep_their_types() -> None:
    others = {"B3": 2, "A5": 3}  # hidden by an array, input
    filled = fill_cells(book(), {SHEET: ROW | ARRAYS | others})
    sheet = openpyxl.load_workbook(io.BytesIO(filled), data_only=True)[SHEET]
    there = ROW | ARRAYS | {"A5": "typed"}
    assert read_back(filled) == {p: v for p, v in there.items() if v is not None}
    # An empty text has a type too, or programs would compute it.
    assert [cell.data_type for cell in sheet[1]] == [*"nnbes", "str"]


def read_back(workbook: bytes) -> dict[str, Cell]:
    sheet = openpyxl.load_workbook(io.BytesIO(workbook), data_only=True)[SHEET]
    cells = (cell for row in sheet for cell in row)
    return {c.coordinate: c.value for c in cells if c.value not in (None, "")}


def test_input_fills_cells_without_formulas() -> None:
    typed = {"A5": "a < b & c", "A1": 7, "A2": 7, "Z9": 7}  # the last has no format
    assert read_back(fill_cells(book(), {}, {SHEET: typed})) == {"A5": "a < b & c"}
    for value in (7, 2.5, True):
        filled = fill_cells(book(), {}, {SHEET: {"A5": value}})
        assert read_back(filled) == {"A5": value}
    assert read_back(fill_cells(book(), {}, {SHEET: {"A5": None}})) == {}


def test_outdated_values_are_removed() -> None:
    filled = fill_cells(book(), {SHEET: ROW | ARRAYS})
    again = fill_cells(filled, {SHEET: {"A1": 6}}, {SHEET: {"A5": "b"}})
    assert read_back(again) == {"A1": 6, "A5": "b"}
    assert any("fullCalcOnLoad" in finding for finding in findings(again))
    typed = fill_cells(again, {SHEET: ROW | ARRAYS}, {SHEET: {"A5": "typed"}})
    assert read_back(typed) == read_back(filled)
    # Other sheets keep theirs.
    assert fill_cells(filled, {}, {"Other": {"A5": 1}}) == filled


def test_complete_workbook_needs_no_calculation() -> None:
    assert findings(fill_cells(book(), {SHEET: ROW | ARRAYS})) == []
    finding, *_ = findings(fill_cells(book(), {SHEET: ROW}))
    assert finding.endswith("fullCalcOnLoad")
