"""Writes a board to its sheet: its cells, its buttons, columns and rows."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final

from xl_mastermind.board.buttons import BOARD_BUTTONS
from xl_mastermind.game.game_column import NEXT_GAME_WORDS
from xl_mastermind.presentation import messages, palette
from xl_mastermind.sheets.board.edition_panel import has_buttons
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.sheet import Sheet

_BUTTON_HEIGHT: Final = 23
_BUTTON_GAP: Final = 4

_ROW_HEIGHTS: Final = (54, 24 + _BUTTON_HEIGHT)
"""The frozen rows: the code with the message, and the buttons above the headings."""


def write_board(sheet: Sheet, layout: BoardLayout) -> None:
    """Write the cells, the buttons, the columns and the rows."""
    sheet.add_layout(layout)
    _write_buttons(sheet, layout)
    heights = [*_ROW_HEIGHTS, *[layout.row_height] * (layout.card_bottom - 1)]
    sheet.set_heights(heights, sheet.workbook.cell_format(), layout.row_height)
    for column, pixels in layout.column_widths.items():
        sheet.set_column_pixels(column, column, pixels)
    _set_view(sheet, layout)


def _write_buttons(sheet: Sheet, layout: BoardLayout) -> None:
    """Write the buttons, or instructions in their place, into the frozen rows."""
    row, left = layout.key_row, layout.first_peg_column - 2
    card = range(left, layout.feedback_margin_column)
    width = sum(layout.column_widths[column] for column in card)
    if not has_buttons(layout):
        word = NEXT_GAME_WORDS[layout.rules.symbols.isalpha()]
        text = messages.PANEL_INSTRUCTIONS.format(word=word)
        sheet.insert_textbox(
            *(row, left, text),
            {
                "description": "What to type in place of a button",
                "width": width,
                "height": _BUTTON_HEIGHT + 1,
                "font": {"size": 9, "color": palette.MUTED_INK},
                "fill": {"color": palette.PAPER},
                "line": {"none": True},
                "align": {"vertical": "middle"},
                "object_position": 3,  # XlsxWriter: do not move or size with cells.
            },
        )
        return
    starts = button_starts([layout.column_widths[column] for column in card])
    for button, (start, end) in zip(BOARD_BUTTONS, pairwise(starts), strict=True):
        sheet.add_button(
            *(button, row, left),
            width=end - start - _BUTTON_GAP,
            height=_BUTTON_HEIGHT,
            x_offset=start,
            y_offset=1,
        )


def button_starts(column_widths: Sequence[int]) -> list[int]:
    """
    Return the left sides of the buttons in pixels, and of one more.

    Calc widens columns, but no offsets within a column: each gap lies in one column.
    """
    edges, width = [*accumulate(column_widths)], sum(column_widths) + _BUTTON_GAP
    count, starts = len(BOARD_BUTTONS), [0]
    for index in range(1, count):
        start = index * width // count
        crossed = [edge for edge in edges if start - _BUTTON_GAP < edge <= start]
        starts.append(crossed[-1] + _BUTTON_GAP if crossed else start)
    return [*starts, width]


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
