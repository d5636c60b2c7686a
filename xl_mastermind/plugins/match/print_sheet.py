"""The sheet Print beside Match: a blank board and a class list, for A4 and Letter."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.game.board_limits import attempt_count
from xl_mastermind.game.rules import Rules
from xl_mastermind.plugins.match import MATCH_SHEET, PRINT_SHEET
from xl_mastermind.plugins.match.line_formulas import MAX_NAMES
from xl_mastermind.plugins.match.match_sheet import (
    MatchLayout,
    match_layout,
    write_match,
)
from xl_mastermind.presentation import palette
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups
from xl_mastermind.sheets.sheet import Sheet
from xl_mastermind.sheets.sheet_layout import SheetLayout

_HINT: Final = (
    "Print this sheet: the first page is a blank board for two,",
    f"the second a class list with the names of the sheet {MATCH_SHEET}.",
)
_INSTRUCTIONS: Final = (
    "One player hides a code at the top and folds it back; the other writes guesses.",
    "● a digit in the right place   ○ a digit in another place",
)

_PEGS: Final = 4
_ATTEMPTS: Final = attempt_count(Rules(_PEGS, 6))

_BOARD_WIDTHS: Final = (28, *[44] * _PEGS, 88)
"""The widths in pixels of a board's numbers, boxes and answers."""

_GAP_WIDTH: Final = 60
_PAGE_COLUMNS: Final = 2 * len(_BOARD_WIDTHS) + 1
_LIST_ROW: Final = _ATTEMPTS + 6
"""The first row of the second page."""

_GAME_COLUMNS: Final = (5, 6, 8, 10, 12)
"""The first columns of the games in the class list; each game is 88 pixels wide."""

_ROW_HEIGHT: Final = 60
_LIST_ROW_HEIGHT: Final = 23

_BOX: Final[formats.CellFormat] = {"border": 1, "border_color": palette.MUTED_INK}
_LINE: Final[formats.CellFormat] = {"bottom": 1, "border_color": palette.MUTED_INK}


@dataclass(frozen=True)
class PrintLayout(SheetLayout):
    """The cells of two pages, one below the other."""

    match: MatchLayout
    sheet: str = PRINT_SHEET

    def cell_range(
        self, top: int, left: int, height: int = 1, width: int = 1
    ) -> CellRange:
        """Return a range of the page, right of the margin."""
        return super().cell_range(top, left + 1, height, width)


def _boards(layout: PrintLayout) -> CellGroups:
    cells, muted = layout.cell_range, {"font_color": palette.MUTED_INK}
    hint = cells(0, _PAGE_COLUMNS + 1, len(_HINT))
    instructions = cells(_ATTEMPTS + 4, 0, len(_INSTRUCTIONS))
    left, right = _board(layout, 0), _board(layout, len(_BOARD_WIDTHS) + 1)
    return {
        "title": CellGroup.from_text(cells(0, 0), "Mastermind", formats.TITLE),
        "hint": CellGroup.from_column(hint, _HINT, muted),
        **{f"{name}_1": group for name, group in left.items()},
        **{f"{name}_2": group for name, group in right.items()},
        "instructions": CellGroup.from_column(
            instructions, _INSTRUCTIONS, formats.SMALL_TEXT
        ),
    }


def _board(layout: PrintLayout, left: int) -> CellGroups:
    cells, width = layout.cell_range, len(_BOARD_WIDTHS)
    attempts = range(1, _ATTEMPTS + 1)
    name_format, label_format = (
        formats.SMALL_TEXT | _LINE,
        formats.SMALL_TEXT | {"indent": 1},
    )
    return {
        "player": CellGroup.from_text(cells(1, left, width=width), "Name", name_format),
        "code": CellGroup.from_text(cells(2, left + 1, width=_PEGS), "", _BOX),
        "code_label": CellGroup.from_text(
            cells(2, left + 1 + _PEGS), "code", label_format
        ),
        "fold": CellGroup.from_text(cells(3, left, width=width), "", _LINE),
        "numbers": CellGroup.from_column(
            cells(4, left, _ATTEMPTS), attempts, formats.LABEL
        ),
        "boxes": CellGroup.from_text(
            cells(4, left + 1, _ATTEMPTS, _PEGS + 1), "", _BOX
        ),
    }


def _class_list(layout: PrintLayout) -> CellGroups:
    width, numbers = _PAGE_COLUMNS, range(1, MAX_NAMES + 1)
    games = ["Game #" if column in _GAME_COLUMNS else "" for column in range(2, width)]
    title = layout.cell_range(_LIST_ROW, 0)
    lines = layout.cell_range(_LIST_ROW + 2, 0, MAX_NAMES, width)
    players = layout.match.ranges["player_names"]
    names = [f'{players.cell(row).qualified_address}&""' for row in range(MAX_NAMES)]
    game_format = _LINE | {"left": 1}
    return {
        "list_title": CellGroup.from_text(title, "Class list", formats.HEADING),
        "list_headings": CellGroup(
            lines.row(-1),
            values=[["", "Name", *games]],
            cell_format=formats.SMALL_TEXT | _LINE,
        ),
        "list_lines": CellGroup.background(lines, _LINE),
        "list_numbers": CellGroup.from_column(
            lines.column(0), numbers, formats.LABEL | _LINE
        ),
        "list_names": CellGroup(
            lines.column(1),
            row_formulas=names,
            cell_format=_LINE | formats.LEFT_ALIGNMENT,
        ),
        **{
            f"list_game_{column}": CellGroup.from_text(
                lines.column(column), "", game_format
            )
            for column in _GAME_COLUMNS
        },
    }


def write_sheets(sheets: Mapping[str, Sheet]) -> None:
    """Write both sheets; pages of Print fit A4 and Letter, upright, without scaling."""
    match = match_layout()
    write_match(sheets[match.sheet], match)
    layout = PrintLayout(match).add((_boards, _class_list))
    sheet = sheets[PRINT_SHEET]
    sheet.add_layout(layout)
    sheet.set_widths((24, *_BOARD_WIDTHS, _GAP_WIDTH, *_BOARD_WIDTHS))
    page = layout.cell_range(0, 0, _LIST_ROW + 2 + MAX_NAMES, _PAGE_COLUMNS)
    boards = [44, 30, 40, 12, *[_ROW_HEIGHT] * _ATTEMPTS, 24, 24]
    sheet.set_heights([*boards, 40, 30, *[_LIST_ROW_HEIGHT] * MAX_NAMES])
    sheet.print_area(*page.corners)
    sheet.set_h_pagebreaks([_LIST_ROW])
    sheet.set_tab_color(palette.LINE_COLOUR)
    sheet.set_selection(page.cell(0).address)
