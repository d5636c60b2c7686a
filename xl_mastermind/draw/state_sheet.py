"""Draws the very hidden sheets: each board's secret and notes, and optimal trees."""

from collections.abc import Iterable, Sequence

from xl_mastermind.draw.board.plan import STATE_COLUMNS, Plan
from xl_mastermind.draw.canvas import Canvas, Sheet
from xl_mastermind.draw.cells import UNSEEN
from xl_mastermind.draw.tree_table import TreeTable
from xl_mastermind.sheet.result_layouts import SHEET_ANCHORS
from xl_mastermind.sheet.sheets import STATE_SHEET


def draw_trees(sheet: Sheet, tables: Iterable[TreeTable]) -> None:
    """Write the tables."""
    for table in tables:
        for row, pair in enumerate(table.rows):
            sheet.write_row(row, table.keys.left, pair)
    sheet.very_hidden()


class StateSheet(Canvas):
    """Draws the sheet State, with what it keeps of each board."""

    def draw(self, plans: Sequence[Plan]) -> None:
        """Draw everything."""
        unseen = self.styles(UNSEEN)
        self.sheet.set_column(0, len(plans) * STATE_COLUMNS - 1, None, unseen)
        for plan in plans:
            self.draw_cells(plan.cells_on(STATE_SHEET))
        for sheet, anchor in SHEET_ANCHORS.items():
            if sheet in self.workbook.sheetnames:
                self.formula(anchor, f"ROW('{sheet}'!$A$1)", unseen)
        self.sheet.very_hidden()
