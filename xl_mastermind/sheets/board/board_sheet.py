"""Draws a board on its sheet: its cells, its buttons, columns and rows."""

from typing import Final

from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.panel import panel_buttons
from xl_mastermind.sheets.board.result import result_buttons
from xl_mastermind.sheets.canvas import Canvas
from xl_mastermind.sheets.cell_group import INPUT, CellGroup
from xl_mastermind.spreadsheet import palette

_CARD_PIXELS: Final = 856
"""From the left edge of the sheet to the panel, on a board of four pegs with a list."""


def write_board(canvas: Canvas, b: BoardLayout) -> None:
    """Draw everything."""
    canvas.write_groups(b.groups.values())
    if not b.is_plain:
        for each in (*panel_buttons(b), *result_buttons(b)):
            canvas.button(
                each.button, each.reference.top, each.reference.left, **each.place
            )
    _columns_and_rows(canvas, b)
    _view(canvas, b)


def _columns_and_rows(canvas: Canvas, b: BoardLayout) -> None:
    pegs, after = b.rules.pegs, b.feedback_column
    canvas.hide_columns(b.first_hidden_column, b.last_hidden_column)
    widths = dict.fromkeys(range(pegs), 18 if b.is_wide else 20)
    tile, little = (38, 17) if b.is_wide else (46, 18)
    if pegs < 4:  # as wide together as those of four pegs
        tile = 4 * tile // pegs
    widths |= dict.fromkeys(range(b.first_peg_column, after), tile)
    panel = range(b.panel_column, b.panel_right + 1)
    widths |= dict.fromkeys(panel, b.panel_width // b.panel_column_count)
    # Room for the arrow and for two digits.
    widths |= dict(enumerate((16, 16, 48, 80), pegs))
    last = (72, 54, 72, 42) if b.has_code_list else (92, 16)
    right = (22, 22, 14 + little * pegs, 24, 24, *last, 14)
    widths |= dict(enumerate(right, after))
    if not b.has_code_list:  # the message has as much room as on the other boards
        missing = _CARD_PIXELS - sum(widths[column] for column in range(b.panel_column))
        widths[b.codes_left.left] += max(0, missing)
    for column, pixels in widths.items():
        canvas.sheet.set_column_pixels(column, column, pixels)
    attempts = [b.attempt_height] * b.attempt_row_count
    canvas.rows([54, 22, *attempts, 24, 34], canvas.styles())
    canvas.write_groups([CellGroup(b.notes, values=[], cell_format=INPUT)])


def _view(canvas: Canvas, b: BoardLayout) -> None:
    texts = f"{b.guess_input.address} {b.game_number.address}"
    canvas.sheet.ignore_errors({"number_stored_as_text": texts})
    canvas.sheet.set_tab_color(palette.ACCENT)
    canvas.print_on_one_page(
        0, b.first_peg_column - 2, b.explanation.bottom, b.panel_right
    )
    canvas.sheet.center_horizontally()
    canvas.select(b.guess_input.top, b.guess_input.left)
