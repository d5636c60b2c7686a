"""The sheet Print: a blank board and a class list, for A4 and Letter."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from xl_mastermind.match.match_sheet import MAX_NAMES, MatchLayout
from xl_mastermind.sheets.canvas import Canvas
from xl_mastermind.sheets.drawn_cells import (
    HEADING,
    LEFT,
    RIGHT,
    SMALL,
    TITLE,
    Cells,
    Style,
)
from xl_mastermind.sheets.sheet_plan import SheetPlan
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.area import Area
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

_BOX: Final[Style] = {"border": 1, "border_color": palette.MUTED_INK}
_LINE: Final[Style] = {"bottom": 1, "border_color": palette.MUTED_INK}


@dataclass(frozen=True)
class PrintLayout(SheetPlan):
    """All cells of the sheet: a page below the other."""

    match: MatchLayout
    sheet: str = PRINT_SHEET

    def area(self, top: int, left: int, height: int = 1, width: int = 1) -> Area:
        """Return a place of the page, right of the margin."""
        return super().area(top, left + 1, height, width)

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


def _boards(p: PrintLayout) -> Iterator[tuple[str, Cells]]:
    """Yield two blank boards, side by side, and how they are played."""
    yield "title", Cells(p.area(0, 0), values=[["Mastermind"]], look=TITLE)
    hint = p.area(0, p.width + 1, len(_HINT))
    look = {"font_color": palette.MUTED_INK}
    yield "hint", Cells(hint, values=[[line] for line in _HINT], look=look)
    for board in (1, 2):
        for name, cells in _board(p, (board - 1) * (len(_BOARD) + 1)):
            yield f"{name}_{board}", cells
    how = p.area(_ATTEMPTS + 4, 0, len(_HOW))
    yield "how", Cells(how, values=[[line] for line in _HOW], look=SMALL)


def _board(p: PrintLayout, left: int) -> Iterator[tuple[str, Cells]]:
    """Yield a board."""
    player = p.area(1, left, width=len(_BOARD))
    yield "player", Cells(player, values=[["Name"]], look=SMALL | _LINE)
    code = p.area(2, left + 1, width=_PEGS)
    yield "code", Cells(code, values=[], look=_BOX)
    label = p.area(2, left + 1 + _PEGS)
    yield "label", Cells(label, values=[["code"]], look=SMALL | {"indent": 1})
    top = 4
    yield "fold", Cells(p.area(3, left, width=len(_BOARD)), values=[], look=_LINE)
    numbers = [[attempt] for attempt in range(1, _ATTEMPTS + 1)]
    look = SMALL | RIGHT | {"indent": 1}
    yield "numbers", Cells(p.area(top, left, _ATTEMPTS), values=numbers, look=look)
    boxes = p.area(top, left + 1, _ATTEMPTS, _PEGS + 1)
    yield "boxes", Cells(boxes, values=[], look=_BOX)


def _class_list(p: PrintLayout) -> Iterator[tuple[str, Cells]]:
    """Yield the names of the match, with room for some games."""
    top = p.list_top
    yield "list_title", Cells(p.area(top, 0), values=[["Class list"]], look=HEADING)
    heads = p.area(top + 1, 0, width=p.width)
    games = ["Game #" if column in _GAMES else "" for column in range(p.width)]
    values = [["", "Name", *games[2:]]]
    yield "list_heads", Cells(heads, values=values, look=SMALL | _LINE)
    ground = p.area(top + 2, 0, MAX_NAMES, p.width)
    yield "list_ground", Cells(ground, values=[], look=_LINE)
    numbers = [[place] for place in range(1, MAX_NAMES + 1)]
    look = SMALL | RIGHT | _LINE | {"indent": 1}
    yield "list_numbers", Cells(ground.column(0), values=numbers, look=look)
    names = p.match.name_of
    yield (
        "list_names",
        Cells(
            ground.column(1),
            lambda row, _: f'{names.cell(row).full}&""',
            look=_LINE | LEFT,
        ),
    )
    edge = _LINE | {"left": 1}
    for column in _GAMES:
        area = ground.column(column)
        yield f"list_game_{column}", Cells(area, values=[], look=edge)


class PrintSheet(Canvas):
    """Draws the sheet."""

    def draw(self, p: PrintLayout) -> None:
        """Draw everything; each page fits A4 and Letter, upright, as large as it is."""
        self.draw_cells(p.cells.values())
        self.widths((24, *_BOARD, _GAP, *_BOARD))
        page = p.area(0, 0, p.list_top + 2 + MAX_NAMES, p.width)
        boards = [44, 30, _ROW, 12, *[_ROW] * _ATTEMPTS, 24, 24]
        self.rows([*boards, 40, 30, *[_LIST_ROW] * MAX_NAMES])
        self.sheet.print_area(*page.corners)
        self.sheet.set_h_pagebreaks([p.list_top])
        self.sheet.set_tab_color(palette.LINE_COLOUR)
        self.select(page.top, page.left)
