"""Writes a board to its sheet: its cells, its buttons, columns and rows."""

from typing import Final

from xl_mastermind.board.buttons import COPY_RESULT, PANEL_BUTTONS
from xl_mastermind.presentation import palette
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.sheet import BUTTON_WIDTH, Sheet

_CARD_WIDTH: Final = 856
"""Pixels left of the panel, on a board of four pegs with a list."""

_BUTTON_GAP: Final = 9
_BUTTON_HEIGHT: Final = 36
_BUTTON_ROWS: Final = 2
"""There is room for no more between the line of help and the settings."""


def write_board(sheet: Sheet, layout: BoardLayout) -> None:
    """Write the cells, the buttons, the columns and the rows."""
    sheet.add_layout(layout)
    if not layout.is_plain:
        _write_buttons(sheet, layout)
    # All attempts are in sight in a window of 1024x600, of which Calc shows 377 pixels,
    # and at 150 % in one of 1366x768, of which it shows 363.
    count = layout.attempt_row_count
    heights = [54, 22, *[260 // count] * count, 24, 34]
    sheet.set_heights(heights, sheet.workbook.cell_formats())
    _write_columns(sheet, layout)
    _set_view(sheet, layout)


def _write_buttons(sheet: Sheet, layout: BoardLayout) -> None:
    """Insert buttons below the line of help in equal rows, and beside the result."""
    column_count = -(-len(PANEL_BUTTONS) // _BUTTON_ROWS)
    width = (layout.panel_width - (column_count - 1) * _BUTTON_GAP) // column_count
    for index, button in enumerate(PANEL_BUTTONS):
        row, column = divmod(index, column_count)
        sheet.add_button(
            button,
            layout.first_attempt_row,
            layout.panel_column,
            width=width,
            height=_BUTTON_HEIGHT,
            x_offset=column * (width + _BUTTON_GAP),
            y_offset=11 + row * (_BUTTON_HEIGHT + _BUTTON_GAP),
        )
    sheet.add_button(
        COPY_RESULT,
        layout.result_row + 1,
        layout.panel_column,
        x_offset=layout.panel_width - BUTTON_WIDTH,
    )


def _write_columns(sheet: Sheet, layout: BoardLayout) -> None:
    pegs, after = layout.rules.pegs, layout.feedback_column
    widths = dict.fromkeys(range(pegs), 18 if layout.is_wide else 20)
    tile, little_peg = (38, 17) if layout.is_wide else (46, 18)
    if pegs < 4:  # as wide together as those of four pegs
        tile = 4 * tile // pegs
    widths |= dict.fromkeys(range(layout.first_peg_column, after), tile)
    panel = range(layout.panel_column, layout.panel_right + 1)
    widths |= dict.fromkeys(panel, layout.panel_width // layout.panel_column_count)
    # Room for the arrow and for two digits.
    widths |= dict(enumerate((16, 16, 48, 80), pegs))
    last = (72, 54, 72, 42) if layout.has_code_list else (92, 16)
    right = (22, 22, 14 + little_peg * pegs, 24, 24, *last, 14)
    widths |= dict(enumerate(right, after))
    if not layout.has_code_list:  # the message has as much room as on the other boards
        card = sum(widths[column] for column in range(layout.panel_column))
        widths[layout.ranges["codes_left"].left] += max(0, _CARD_WIDTH - card)
    for column, pixels in widths.items():
        sheet.set_column_pixels(column, column, pixels)


def _set_view(sheet: Sheet, layout: BoardLayout) -> None:
    sheet.set_tab_color(palette.ACCENT)
    bottom = layout.ranges["explanation"].bottom
    left, right = layout.first_peg_column - 2, layout.panel_right
    sheet.set_landscape()
    sheet.fit_to_pages(1, 1)
    sheet.print_area(0, left, bottom, right)
    sheet.center_horizontally()
    sheet.set_selection(layout.guess_input.cell(0).address)
