"""Draws the very hidden sheets: each board's secret and notes, and optimal trees."""

from collections.abc import Iterable

import xlsxwriter

from xl_mastermind.draw.canvas import Canvas, Sheet, Styles
from xl_mastermind.draw.formulas import BoardFormulas
from xl_mastermind.draw.tree_table import TreeTable
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.board import Board
from xl_mastermind.sheet.layout import STATE_COLUMNS, BoardLayout
from xl_mastermind.sheet.result_layouts import SHEET_ANCHORS


def draw_trees(sheet: Sheet, tables: Iterable[TreeTable]) -> None:
    """Write the tables."""
    for table in tables:
        for row, pair in enumerate(table.rows):
            sheet.write_row(row, table.keys.left, pair)
    sheet.very_hidden()


class StateSheet(Canvas):
    """Draws the sheet State, with what it keeps of each board."""

    def __init__(
        self, workbook: xlsxwriter.Workbook, sheet: Sheet, styles: Styles
    ) -> None:
        super().__init__(workbook, sheet, styles)
        # Where very hidden sheets are merely hidden, what they hold is still invisible.
        self._style = styles(num_format=";;;")

    def draw(self, boards: Iterable[tuple[BoardLayout, Board]]) -> None:
        """Draw everything."""
        boards = [*boards]
        last = len(boards) * STATE_COLUMNS - 1
        self.sheet.set_column(0, last, None, self._style)
        for layout, board in boards:
            self._values(layout, board)
            self._secret(layout)
            self._anchor(layout.sheet, layout.anchor)
        for sheet, anchor in SHEET_ANCHORS.items():
            if sheet in self.workbook.sheetnames:
                self._anchor(sheet, anchor)
        self.sheet.very_hidden()

    def _values(self, layout: BoardLayout, board: Board) -> None:
        self.values(layout.game, [[str(board.rules)]], self._style)
        self.values(layout.noted_for, [[board.number]], self._style)

    def _secret(self, layout: BoardLayout) -> None:
        """Write the formulas that make the secret of the game's number."""
        formulas = BoardFormulas(layout)
        for name in ("draw", "symbols_left", "secret"):
            self.area_of(formulas, name, self._style)

    def _anchor(self, sheet: str, layout: Area) -> None:
        quoted = sheet.replace("'", "''")
        self.formula(layout, f"ROW('{quoted}'!$A$1)", self._style)
