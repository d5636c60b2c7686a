"""The very hidden sheets: each board's secret and notes, and optimal trees."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from xl_mastermind.draw.board.plan import STATE_COLUMNS, Plan
from xl_mastermind.draw.canvas import Canvas
from xl_mastermind.draw.cells import UNSEEN, Cells
from xl_mastermind.draw.tree_table import TreeTable
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.sheets import SHEETS, STATE_SHEET


def _anchors(sheets: Iterable[str]) -> Iterator[Cells]:
    """Yield formulas that name sheets after the boards, as the boards' anchors do."""
    for column, sheet in enumerate(SHEETS, 2):
        if sheet in sheets:
            yield _anchor(Area(STATE_SHEET, 0, column, 0, column), sheet)


def _anchor(place: Area, sheet: str) -> Cells:
    return Cells(place, lambda *_: f"ROW('{sheet}'!$A$1)", look=UNSEEN)


class StateSheet(Canvas):
    """Draws the sheet State, with what it keeps of each board."""

    def draw(self, plans: Sequence[Plan]) -> None:
        """Draw everything."""
        unseen = self.styles(UNSEEN)
        self.sheet.set_column(0, len(plans) * STATE_COLUMNS - 1, None, unseen)
        for plan in plans:
            self.draw_cells(plan.cells_on(STATE_SHEET))
        self.draw_cells(_anchors(self.workbook.sheetnames))
        self.sheet.very_hidden()


class TreesSheet(Canvas):
    """Draws the sheet Trees."""

    def draw(self, tables: Iterable[TreeTable]) -> None:
        """Draw the tables."""
        for table in tables:
            area = replace(table.keys, right=table.guesses.right)
            self.draw_cells([Cells(area, values=table.rows)])
        self.sheet.very_hidden()
