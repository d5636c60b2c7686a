"""Draws a board on its sheet: its cells, its buttons, columns and rows."""

from typing import Final

from xl_mastermind.sheets.board.panel import panel_buttons
from xl_mastermind.sheets.board.plan import Plan
from xl_mastermind.sheets.board.result import result_buttons
from xl_mastermind.sheets.canvas import Canvas
from xl_mastermind.sheets.drawn_cells import TYPED, Cells
from xl_mastermind.spreadsheet import palette

_CARD_PIXELS: Final = 856
"""From the left edge of the sheet to the panel, on a board of four pegs with a list."""


def draw_board(canvas: Canvas, b: Plan) -> None:
    """Draw everything."""
    canvas.draw_cells(b.cells.values())
    if not b.is_plain:
        for each in (*panel_buttons(b), *result_buttons(b)):
            canvas.button(each.button, each.at.top, each.at.left, **each.place)
    _columns_and_rows(canvas, b)
    _view(canvas, b)


def _columns_and_rows(canvas: Canvas, b: Plan) -> None:
    pegs, after = b.rules.pegs, b.after_pegs
    canvas.hide_columns(b.first_helper, b.last_helper)
    widths = dict.fromkeys(range(pegs), 18 if b.is_wide else 20)
    tile, little = (38, 17) if b.is_wide else (46, 18)
    if pegs < 4:  # as wide together as those of four pegs
        tile = 4 * tile // pegs
    widths |= dict.fromkeys(range(b.first_peg, after), tile)
    panel = range(b.panel_left, b.panel_right + 1)
    widths |= dict.fromkeys(panel, b.panel_pixels // b.panel_columns)
    # Room for the arrow and for two digits.
    widths |= dict(enumerate((16, 16, 48, 80), pegs))
    last = (72, 54, 72, 42) if b.has_list else (92, 16)
    right = (22, 22, 14 + little * pegs, 24, 24, *last, 14)
    widths |= dict(enumerate(right, after))
    if not b.has_list:  # the message has as much room as on the other boards
        missing = _CARD_PIXELS - sum(widths[column] for column in range(b.panel_left))
        widths[b.codes_left.left] += max(0, missing)
    for column, pixels in widths.items():
        canvas.sheet.set_column_pixels(column, column, pixels)
    attempts = [b.attempt_pixels] * b.attempt_rows
    canvas.rows([54, 22, *attempts, 24, 34], canvas.styles())
    canvas.draw_cells([Cells(b.notes, values=[], look=TYPED)])


def _view(canvas: Canvas, b: Plan) -> None:
    texts = f"{b.typed_guesses.address} {b.game_number.address}"
    canvas.sheet.ignore_errors({"number_stored_as_text": texts})
    canvas.sheet.set_tab_color(palette.ACCENT)
    canvas.print_on_one_page(0, b.first_peg - 2, b.story.bottom, b.panel_right)
    canvas.sheet.center_horizontally()
    canvas.select(b.typed_guesses.top, b.typed_guesses.left)
