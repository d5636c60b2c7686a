"""Writes a board to its sheet: its cells, its buttons, columns and rows."""

from typing import Final

from xl_mastermind.board.buttons import BOARD_BUTTONS
from xl_mastermind.presentation import palette
from xl_mastermind.sheets.board.edition_panel import has_buttons
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.sheet import Sheet

_CARD_WIDTH: Final = 824
"""Pixels left of the panel, on a board of four pegs with a list."""

_BUTTON_GAP: Final = 4
_BUTTON_HEIGHT: Final = 23
_BUTTON_COLUMNS: Final = 4


def write_board(sheet: Sheet, layout: BoardLayout) -> None:
    """Write the cells, the buttons, the columns and the rows."""
    sheet.add_layout(layout)
    if has_buttons(layout):
        _write_buttons(sheet, layout)
    heights = [54, 23, *[layout.row_height] * (layout.card_bottom - 1)]
    sheet.set_heights(heights, sheet.workbook.cell_formats(), layout.row_height)
    _write_columns(sheet, layout)
    _set_view(sheet, layout)


def _write_buttons(sheet: Sheet, layout: BoardLayout) -> None:
    gaps = (_BUTTON_COLUMNS - 1) * _BUTTON_GAP
    panel_width = layout.panel_column_count * layout.panel_column_width
    width = (panel_width - gaps) // _BUTTON_COLUMNS
    for index, button in enumerate(BOARD_BUTTONS):
        row, column = divmod(index, _BUTTON_COLUMNS)
        sheet.add_button(
            button,
            0,  # the first row is frozen: buttons stay in sight in later games
            layout.panel_column,
            width=width,
            height=_BUTTON_HEIGHT,
            x_offset=column * (width + _BUTTON_GAP),
            y_offset=2 + row * (_BUTTON_HEIGHT + _BUTTON_GAP),
        )


def _write_columns(sheet: Sheet, layout: BoardLayout) -> None:
    pegs, after = layout.rules.pegs, layout.feedback_column
    # M and W are wider than all other letters and digits.
    listed = 14 if layout.rules.symbols.isdigit() else 16
    widths = dict.fromkeys(range(pegs), listed if layout.has_list else 2)
    tile, little_peg = (38, 17) if layout.is_wide else (46, 18)
    if pegs < 4:  # as wide together as those of four pegs
        tile = 4 * tile // pegs
    widths |= dict.fromkeys(range(layout.first_peg_column, after), tile)
    panel = range(layout.panel_column, layout.panel_right + 1)
    widths |= dict.fromkeys(panel, layout.panel_column_width)
    # Room for the arrow and for two digits.
    widths |= dict(enumerate((8, 16, 48, 80), pegs))
    last = (84, 64, 84, 52) if layout.has_code_list else (92, 16)
    right = (14 + little_peg * pegs, 24, 24, *last, 14)
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
    sheet.set_portrait()
    sheet.fit_to_pages(1, 1)
    sheet.freeze_panes(layout.first_attempt_row, 0)
    sheet.print_area(0, left, bottom, right)
    sheet.center_horizontally()
    sheet.set_selection(layout.guess_input.cell(0).address)
