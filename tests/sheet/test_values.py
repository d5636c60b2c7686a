"""Values put beside formulas, read back by openpyxl."""

import io

import openpyxl
from package_checks import findings

from xl_mastermind.build.book import new_book
from xl_mastermind.build.canvas import Canvas, Styles, new_sheet
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.parts import with_cells

SHEET = "Ann's & Bob's"

ROW = {"A1": 5, "B1": 2.5, "C1": True, "D1": "#N/A", "E1": "a < b & c", "F1": None}
ARRAYS = {"A2": False, "A3": "x", "A4": 1e-7, "B2": 1}


def book() -> bytes:
    """Return a workbook with formulas in a row, and arrays below it."""
    buffer = io.BytesIO()
    with new_book(buffer) as workbook:
        styles = Styles(workbook)
        sheet = new_sheet(workbook, SHEET, "Sheet1")
        canvas = Canvas(workbook, sheet, styles)
        for column in range(len(ROW)):
            canvas.formula(Area(SHEET, 0, column, 0, column), "1+1", styles())
        canvas.array(Area(SHEET, 1, 0, 3, 0), "D2:D4", styles())
        canvas.hidden_array(Area(SHEET, 1, 1, 3, 1), "D2:D4", styles())
        sheet.write_string("G1", "typed")
    return buffer.getvalue()


def test_values_keep_their_types_and_go_nowhere_else() -> None:
    others = {"B3": 2, "G1": 3}  # unseen of an array, typed
    filled = with_cells(book(), {SHEET: ROW | ARRAYS | others})
    sheet = openpyxl.load_workbook(io.BytesIO(filled), data_only=True)[SHEET]
    read = {cell.coordinate: cell.value for row in sheet for cell in row if cell.value}
    there = ROW | ARRAYS | {"G1": "typed"}
    assert read == {place: value for place, value in there.items() if value}
    # An empty text has a type too, or programs would compute it.
    assert [cell.data_type for cell in sheet[1]] == [*"nnbes", "str", "s"]
    assert sheet["A2"].value is False


def test_a_workbook_that_has_all_values_is_not_computed_when_it_is_opened() -> None:
    assert findings(with_cells(book(), {SHEET: ROW | ARRAYS})) == []
    (told, *_) = findings(with_cells(book(), {SHEET: ROW}))
    assert told.endswith("fullCalcOnLoad")
