"""Draws a board on its sheet: its cells, its buttons, columns and rows."""

import xlsxwriter

from xl_mastermind.draw.board.panel import panel_buttons
from xl_mastermind.draw.board.plan import Plan
from xl_mastermind.draw.board.result import result_buttons
from xl_mastermind.draw.canvas import (
    Canvas,
    Sheet,
    Styles,
)
from xl_mastermind.draw.cells import (
    TYPED,
)
from xl_mastermind.sheet import palette


class BoardSheet(Canvas):
    """Draws the board of one game on its sheet."""

    def __init__(
        self, workbook: xlsxwriter.Workbook, sheet: Sheet, styles: Styles, plan: Plan
    ) -> None:
        super().__init__(workbook, sheet, styles)
        self.plan = plan

    def draw(self) -> None:
        """Draw everything."""
        self.draw_cells(self.plan.cells_on(self.plan.sheet))
        if not self.plan.is_plain:
            for each in (*panel_buttons(self.plan), *result_buttons(self.plan)):
                self.button(each.button, each.at.top, each.at.left, **each.place)
        self._columns_and_rows()
        self._view()

    def _columns_and_rows(self) -> None:
        b, pegs, after = self.plan, self.plan.rules.pegs, self.plan.after_pegs
        self.hide_columns(b.first_helper, b.last_helper)
        widths = dict.fromkeys(range(pegs), 18 if b.is_wide else 24 if pegs < 5 else 20)
        tile, little = (38, 16) if b.is_wide else (46, 20)
        widths |= dict.fromkeys(range(b.first_peg, after), tile)
        panel = range(b.panel_left, b.panel_right + 1)
        widths |= dict.fromkeys(panel, b.panel_pixels // b.panel_columns)
        widths |= dict(enumerate((24, 24, 40, 92), pegs))
        margin = 28 if pegs <= 4 else 20
        last = (82, 62) if b.has_list else (92, 16)
        right = (26, 26, 24 + little * pegs, 30, 30, *last, margin)
        widths |= dict(enumerate(right, after))
        for column, pixels in widths.items():
            self.sheet.set_column_pixels(column, column, pixels)
        # Locked beside the board too, or Tab would lead there from the guesses.
        # Every board has the same height altogether.
        attempts = [340 // b.attempt_rows] * b.attempt_rows
        self.rows([56, 26, *attempts, 24, 34], self.styles())
        free, beside = self.styles(TYPED), b.free_columns
        self.sheet.set_column(beside.start, beside.stop - 1, None, free)
        for row in b.free_rows:
            self.sheet.set_row(row, None, free)

    def _view(self) -> None:
        b = self.plan
        self.sheet.ignore_errors({"number_stored_as_text": b.typed_guesses.address})
        self.sheet.set_tab_color(palette.ACCENT)
        self.print_on_one_page(0, b.first_peg - 2, b.story.bottom, b.panel_right)
        self.sheet.center_horizontally()
        self.select(b.typed_guesses.top, b.typed_guesses.left)
