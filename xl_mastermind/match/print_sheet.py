"""The sheet Print: a blank board and a class list, for A4 and Letter."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from xl_mastermind.match.match_sheet import MAX_NAMES, MatchLayout
from xl_mastermind.sheets.canvas import Canvas
from xl_mastermind.sheets.cell_group import (
    HEADING,
    LEFT_ALIGNMENT,
    RIGHT_ALIGNMENT,
    SMALL_TEXT,
    TITLE,
    CellFormat,
    CellGroup,
)
from xl_mastermind.sheets.sheet_layout import SheetLayout
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.sheet_names import MATCH_SHEET, PRINT_SHEET

_HINT: Final = (
    "Print this sheet: the first page is a blank board for two,",
    f"the second a class list with the names of the sheet {MATCH_SHEET}.",
)
_HOW: Final = (
    "One hides a code at the top and folds it back, the other writes a guess a line.",
    "● a digit in the right place   ○ a digit in another place",
)

_PEGS: Final = 4
_ATTEMPTS: Final = 12

_BOARD: Final = (28, *[44] * _PEGS, 88)
"""Of a board: its numbers, its boxes, its answers. The page has two, and a gap."""

_GAP: Final = 60
_GAMES: Final = (5, 6, 8, 10, 12)
"""The columns in which games of the class list begin, 88 pixels each."""

_ROW: Final = 40
_LIST_ROW: Final = 26

_BOX: Final[CellFormat] = {"border": 1, "border_color": palette.MUTED_INK}
_LINE: Final[CellFormat] = {"bottom": 1, "border_color": palette.MUTED_INK}


@dataclass(frozen=True)
class PrintLayout(SheetLayout):
    """All cells of the sheet: a page below the other."""

    match: MatchLayout
    sheet: str = PRINT_SHEET

    def cell_range(
        self, top: int, left: int, height: int = 1, width: int = 1
    ) -> CellRange:
        """Return a place of the page, right of the margin."""
        return super().cell_range(top, left + 1, height, width)

    @property
    def list_top(self) -> int:
        """The first row of the second page."""
        return _ATTEMPTS + 6

    @property
    def width(self) -> int:
        """Columns of a page."""
        return 2 * len(_BOARD) + 1


def print_layout(match: MatchLayout) -> PrintLayout:
    """Return the plan of the sheet."""
    return PrintLayout(match).add((_boards, _class_list))


def _boards(p: PrintLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield two blank boards, side by side, and how they are played."""
    yield (
        "title",
        CellGroup(p.cell_range(0, 0), values=[["Mastermind"]], cell_format=TITLE),
    )
    hint = p.cell_range(0, p.width + 1, len(_HINT))
    cell_format = {"font_color": palette.MUTED_INK}
    yield (
        "hint",
        CellGroup(hint, values=[[line] for line in _HINT], cell_format=cell_format),
    )
    for board in (1, 2):
        for name, cells in _board(p, (board - 1) * (len(_BOARD) + 1)):
            yield f"{name}_{board}", cells
    how = p.cell_range(_ATTEMPTS + 4, 0, len(_HOW))
    yield (
        "how",
        CellGroup(how, values=[[line] for line in _HOW], cell_format=SMALL_TEXT),
    )


def _board(p: PrintLayout, left: int) -> Iterator[tuple[str, CellGroup]]:
    """Yield a board."""
    player = p.cell_range(1, left, width=len(_BOARD))
    yield "player", CellGroup(player, values=[["Name"]], cell_format=SMALL_TEXT | _LINE)
    code = p.cell_range(2, left + 1, width=_PEGS)
    yield "code", CellGroup(code, values=[], cell_format=_BOX)
    label = p.cell_range(2, left + 1 + _PEGS)
    yield (
        "label",
        CellGroup(label, values=[["code"]], cell_format=SMALL_TEXT | {"indent": 1}),
    )
    top = 4
    yield (
        "fold",
        CellGroup(
            p.cell_range(3, left, width=len(_BOARD)), values=[], cell_format=_LINE
        ),
    )
    numbers = [[attempt] for attempt in range(1, _ATTEMPTS + 1)]
    cell_format = SMALL_TEXT | RIGHT_ALIGNMENT | {"indent": 1}
    yield (
        "numbers",
        CellGroup(
            p.cell_range(top, left, _ATTEMPTS), values=numbers, cell_format=cell_format
        ),
    )
    boxes = p.cell_range(top, left + 1, _ATTEMPTS, _PEGS + 1)
    yield "boxes", CellGroup(boxes, values=[], cell_format=_BOX)


def _class_list(p: PrintLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the names of the match, with room for some games."""
    top = p.list_top
    yield (
        "list_title",
        CellGroup(p.cell_range(top, 0), values=[["Class list"]], cell_format=HEADING),
    )
    heads = p.cell_range(top + 1, 0, width=p.width)
    games = ["Game #" if column in _GAMES else "" for column in range(p.width)]
    values = [["", "Name", *games[2:]]]
    yield "list_heads", CellGroup(heads, values=values, cell_format=SMALL_TEXT | _LINE)
    ground = p.cell_range(top + 2, 0, MAX_NAMES, p.width)
    yield "list_ground", CellGroup(ground, values=[], cell_format=_LINE)
    numbers = [[place] for place in range(1, MAX_NAMES + 1)]
    cell_format = SMALL_TEXT | RIGHT_ALIGNMENT | _LINE | {"indent": 1}
    yield (
        "list_numbers",
        CellGroup(ground.column(0), values=numbers, cell_format=cell_format),
    )
    names = p.match.ranges["player"]
    yield (
        "list_names",
        CellGroup(
            ground.column(1),
            lambda row, _: f'{names.cell(row).qualified_address}&""',
            cell_format=_LINE | LEFT_ALIGNMENT,
        ),
    )
    edge = _LINE | {"left": 1}
    for column in _GAMES:
        cell_range = ground.column(column)
        yield f"list_game_{column}", CellGroup(cell_range, values=[], cell_format=edge)


class PrintSheet(Canvas):
    """Draws the sheet."""

    def draw(self, p: PrintLayout) -> None:
        """Draw everything; each page fits A4 and Letter, upright, as large as it is."""
        self.write_groups(p.groups.values())
        self.widths((24, *_BOARD, _GAP, *_BOARD))
        page = p.cell_range(0, 0, p.list_top + 2 + MAX_NAMES, p.width)
        boards = [44, 30, _ROW, 12, *[_ROW] * _ATTEMPTS, 24, 24]
        self.rows([*boards, 40, 30, *[_LIST_ROW] * MAX_NAMES])
        self.sheet.print_area(*page.corners)
        self.sheet.set_h_pagebreaks([p.list_top])
        self.sheet.set_tab_color(palette.LINE_COLOUR)
        self.select(page.top, page.left)
