"""
A board in Excel by the public API of xlwings.

On Windows and macOS this is Excel itself, elsewhere the stand-in of `excel_stand_in`.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import xlwings as xw
from board_oracle import Cells, TypedKeys
from excel_stand_in import stand_in_excel
from scenes import SceneApplication

from xl_mastermind.board.buttons import BUTTONS
from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import Cell, RangeValues
from xl_mastermind.install.private_excel import private_excel
from xl_mastermind.presentation.sheet_names import SCORES_SHEET
from xl_mastermind.sheets.board.layout import BoardLayout

_TEXT_FORMAT = "@"

_ERROR_NUMBERS = range(-2146826288, -2146826237)
"""COM passes errors as these numbers; xlwings converts seven of them."""


class XlwingsBoard(SceneApplication):
    """A board of an open workbook."""

    has_python = True

    def __init__(self, book: xw.Book, layout: BoardLayout) -> None:
        super().__init__(layout)
        self.book = book
        self._right = max(area.right for area in layout.ranges.values())

    def _cells(self, area: CellRange) -> xw.Range:
        return self.book.sheets[area.sheet].range(area.absolute_address)

    def put(self, area: CellRange, cells: Cells) -> None:
        target = self._cells(area)
        if not any(isinstance(cell, str | bool) for row in cells for cell in row):
            target.value = [[*row] for row in cells]
            return
        for row, line in enumerate(cells):
            for column, value in enumerate(line):
                self._put_cell(target[row, column], value)

    def _put_cell(self, cell: xw.Range, value: Cell) -> None:
        if isinstance(value, TypedKeys) and value.startswith("="):
            cell.formula = str(value)  # in a cell of format Text it stays a text
        elif isinstance(value, TypedKeys) or not isinstance(value, str):
            cell.value = str(value) if isinstance(value, str) else value
        else:
            # Excel converts a text that looks like a number, a date or a formula.
            is_safe = cell.number_format == _TEXT_FORMAT or not (
                value[:1] in "=+-@'" or any(sign.isdigit() for sign in value)
            )
            cell.value = value if is_safe else f"'{value}"

    def read(self, area: CellRange) -> RangeValues:
        rows = self._cells(area).options(ndim=2, empty="").value
        return [[self._without_error(cell) for cell in row] for row in rows]

    @staticmethod
    def _without_error(cell: Cell) -> Cell:
        is_error = type(cell) is int and cell in _ERROR_NUMBERS
        return None if is_error else cell

    def snapshot(self) -> Callable[[CellRange], RangeValues]:
        """Read all rows of the board at once, because each call takes a millisecond."""
        sheet, bottom = self.layout.sheet, self.visible_range.bottom
        cells = self.read(CellRange(sheet, 0, 0, bottom, self._right))

        def read(area: CellRange) -> RangeValues:
            if area.bottom > bottom or area.sheet != sheet:
                return self.read(area)
            rows = cells[area.top : area.bottom + 1]
            return [row[area.left : area.right + 1] for row in rows]

        return read

    def formulas(self, area: CellRange) -> set[tuple[int, int]]:
        target = self._cells(area)
        texts = target.formula
        rows = texts if isinstance(texts, tuple | list) else ((texts,),)
        return {
            (area.top + row, area.left + column)
            for row, line in enumerate(rows)
            for column, text in enumerate(line)
            # A text may begin with "=" too.
            if str(text).startswith("=") and target[row, column].api.HasFormula
        }

    @contextmanager
    def batch(self) -> Iterator[None]:
        with self.book.app.properties(calculation="manual", enable_events=False):
            yield

    def run_button(self, name: str) -> None:
        # `Sheet.activate` of xlwings needs a visible Excel.
        self.book.sheets[self.layout.sheet].impl.activate()
        self.book.macro(f"MasterMind.{BUTTONS[name].macro}")()

    @property
    def scores(self) -> RangeValues:
        table = self.book.sheets[SCORES_SHEET].tables[SCORES_SHEET]
        assert table.data_body_range
        rows = table.data_body_range.options(ndim=2).value
        return [row for row in rows if any(row)]


@contextmanager
def open_board(file: Path, layout: BoardLayout) -> Iterator[XlwingsBoard]:
    """Yield a board of a file in an Excel of its own, or in the stand-in."""
    has_excel = sys.platform in ("win32", "darwin")
    with nullcontext() if has_excel else stand_in_excel(), private_excel() as excel:
        book = excel.app.books.open(file)
        excel.app.api.CalculateFullRebuild()
        yield XlwingsBoard(book, layout)
