"""Compare boards in LibreOffice with the oracle."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from board_oracle import BoardApplication, Cells, ExpectedBoard, TypedKeys
from libreoffice import FORMULAS, Document, corners_of, used_cells

from xl_mastermind.board.state import BOARD_INPUTS, new_game
from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import Cell, RangeValues
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.presentation.sheet_names import FUNCTIONS_SHEET, SCORES_SHEET
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.sections import board_layouts
from xl_mastermind.workbook_files.edition import Edition

RULES = Rules(4, 6)

BOARDS = [new_game(Rules.parse(game)) for game in GAMES.values()]

LAYOUTS_BY_EDITION = {
    edition: {layout.sheet: layout for layout in board_layouts(BOARDS, edition)}
    for edition in Edition
}
"""The boards of the committed workbooks, by edition and sheet."""

LAYOUTS = LAYOUTS_BY_EDITION[Edition.MACROS]

_TEXT = 256
"""`com.sun.star.util.NumberFormat.TEXT`"""

CONTENTS = 1 | 2 | 4 | 16
"""`com.sun.star.sheet.CellFlags`: VALUE, DATETIME, STRING and FORMULA"""


class CalcBoard(BoardApplication):
    def __init__(
        self, document: Document, layout: BoardLayout, *, has_python: bool = False
    ) -> None:
        super().__init__(layout)
        self.sheet = cache(document.model.Sheets.getByName)
        self.formats = document.model.NumberFormats
        self._right = max(area.right for area in layout.ranges.values())
        self.has_python = has_python

    def _cells(self, area: CellRange) -> Any:
        return self.sheet(area.sheet).getCellRangeByPosition(
            area.left, area.top, area.right, area.bottom
        )

    def put(self, area: CellRange, cells: Cells) -> None:
        target = self._cells(area)
        if not any(isinstance(cell, TypedKeys) for row in cells for cell in row):
            blanks = (["" if cell is None else cell for cell in row] for row in cells)
            target.setDataArray(tuple(map(tuple, blanks)))
            return
        for top, row in enumerate(cells):
            for left, value in enumerate(row):
                cell = target.getCellByPosition(left, top)
                if isinstance(value, str) and self._is_text(cell, value):
                    cell.setString(value)
                elif isinstance(value, str):
                    cell.setFormula(value)
                elif value is None:
                    cell.clearContents(CONTENTS)
                else:
                    cell.setValue(value)

    def _is_text(self, cell: Any, typed: str) -> bool:
        form = self.formats.getByKey(cell.NumberFormat)
        return bool(form.Type & _TEXT) and not typed.startswith("=")

    def snapshot(self) -> Callable[[CellRange], RangeValues]:
        """Read all rows of the board at once, since each call takes a millisecond."""
        rows = CellRange(
            self.layout.sheet, 0, 0, self.visible_range.bottom, self._right
        )
        cells = self.read(rows)

        def read(area: CellRange) -> RangeValues:
            if area.bottom > rows.bottom or area.sheet != rows.sheet:
                return self.read(area)
            lines = cells[area.top : area.bottom + 1]
            return [line[area.left : area.right + 1] for line in lines]

        return read

    def read(self, area: CellRange) -> RangeValues:
        return [[*row] for row in self._cells(area).getDataArray()]

    def formulas(self, area: CellRange) -> set[tuple[int, int]]:
        found = self._cells(area).queryContentCells(FORMULAS).RangeAddresses
        areas = (CellRange(area.sheet, *corners_of(at)) for at in found)
        return {cell for area in areas for cell in area.cells()}


def assert_agrees(document: Document, message: str = "") -> ExpectedBoard:
    """Compare a sheet with the oracle, and its message with that of a button."""
    has_buttons = document.model.Sheets.hasByName(SCORES_SHEET)
    edition = Edition.MACROS if has_buttons else Edition.PLAIN
    layout = LAYOUTS_BY_EDITION[edition][document.sheet.Name]
    return CalcBoard(document, layout, has_python=has_buttons).check(message)


def code(document: Document) -> tuple[int, ...]:
    (pegs,) = document.read("secret")
    return tuple(int(peg or 0) for peg in pegs)


def cell_text(value: float | str | None) -> str:
    return f"{value:.0f}" if isinstance(value, float) else str(value)


def type_in_cell(document: Document, address: str, text: str) -> None:
    """Type in a cell and leave the cursor there."""
    document.calc.dispatch(document.model, ".uno:GoToCell", ToPoint=address)
    document.calc.dispatch(document.model, ".uno:EnterString", StringName=text)


def formulas(document: Document) -> set[tuple[int, int, str]]:
    top = document.sheet.getCellRangeByPosition(0, 0, 160, 60)
    return {
        (at.StartRow + row, at.StartColumn + column, formula)
        for cells in top.queryContentCells(FORMULAS)
        for at in (cells.RangeAddress,)
        for row, line in enumerate(cells.getFormulaArray())
        for column, formula in enumerate(line)
    }


# Undo

SEEN = (
    *BOARD_INPUTS,
    "computed_feedback",
    "codes_left",
    "message",
    "cached_state_key",
    "cached_explanation",
)
"""Names of inputs, of ranges that buttons write, and of visible results."""


def shown(sheets: Iterable[Any]) -> dict[str, tuple[tuple[Cell, ...], ...]]:
    return {
        sheet.Name: tuple(
            tuple(map(_cell, row)) for row in used_cells(sheet).getDataArray()
        )
        for sheet in sheets
        if sheet.Name != FUNCTIONS_SHEET  # LibreOffice has no LAMBDA
    }


def _cell(value: float | str) -> Cell:
    """Return a value without the last digits of a number, which files leave out."""
    return float(f"{value:.12g}") if isinstance(value, float) else value


def assert_calculated(document: Document, sheets: Iterable[Any]) -> None:
    """Assert that a full calculation changes no value of some sheets."""
    before = shown(sheets)
    document.model.calculateAll()  # compared with what the user saw without it
    for sheet, rows in shown(sheets).items():
        for row, cells in enumerate(rows):
            assert before[sheet][row] == cells, (sheet, row)


def sheet_contents(document: Document) -> list[Any]:
    names = document.sheet.NamedRanges
    seen = [*filter(names.hasByName, SEEN)] or names.ElementNames
    areas = [names.getByName(name).ReferredCells for name in seen]
    if document.model.Sheets.hasByName("Scores"):
        scores = document.model.Sheets.getByName("Scores")
        areas.append(scores.getCellRangeByPosition(0, 0, 10, 20))
    return [area.getDataArray() for area in areas]


def undo_titles(document: Document) -> tuple[str, ...]:
    titles: tuple[str, ...] = document.model.UndoManager.getAllUndoActionTitles()
    return titles


def assert_undone(document: Document, before: list[Any], title: str) -> None:
    """Undo the last step, redo it, and undo it again."""
    after, done = sheet_contents(document), undo_titles(document)
    assert done[0] == title
    for command, expected, left in (
        (".uno:Undo", before, done[1:]),
        (".uno:Redo", after, done),
        (".uno:Undo", before, done[1:]),
    ):
        document.calc.dispatch(document.model, command)
        assert sheet_contents(document) == expected, f"{command} of {title}"
        assert undo_titles(document) == left
        shown = document.model.CurrentController.ActiveSheet.Name
        assert shown == document.sheet.Name, f"{command} of {title}"
