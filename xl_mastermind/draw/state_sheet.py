"""The very hidden sheets: each board's secret and notes, and optimal trees."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from xl_mastermind.draw.board.plan import STATE_COLUMNS, Plan
from xl_mastermind.draw.canvas import Canvas
from xl_mastermind.draw.cells import UNSEEN, Cells
from xl_mastermind.draw.tree_table import TreeTable
from xl_mastermind.sheet.sheets import STATE_SHEET


class StateSheet(Canvas):
    """Draws the sheet State, with what it keeps of each board."""

    def draw(self, plans: Sequence[Plan]) -> None:
        """Draw everything."""
        unseen = self.styles(UNSEEN)
        self.sheet.set_column(0, len(plans) * STATE_COLUMNS - 1, None, unseen)
        for plan in plans:
            self.draw_cells(plan.cells_on(STATE_SHEET))
        self.sheet.very_hidden()


class TreesSheet(Canvas):
    """Draws the sheet Trees."""

    def draw(self, tables: Iterable[TreeTable]) -> None:
        """Draw the tables."""
        for table in tables:
            area = replace(table.keys, right=table.guesses.right)
            self.draw_cells([Cells(area, values=table.rows)])
        self.sheet.very_hidden()
