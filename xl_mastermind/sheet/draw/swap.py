"""Draws the sheet of the swap puzzle: the board after any step, and all moves."""

from typing import Final

from xl_mastermind.extra.swap_puzzle import (
    BLACK,
    EMPTY,
    MOST_PIECES,
    RED,
    swap_boards,
    swap_count,
    swap_moves,
)
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.area import Area, column_name
from xl_mastermind.sheet.draw.canvas import (
    SMALL,
    TILE_ON_SHEET,
    TITLE,
    TYPED,
    UNDERLINED,
    Canvas,
    write_cell,
)
from xl_mastermind.sheet.layout import SWAP_SHEET

_FIRST_PIECES: Final = 3
"""The post's own puzzle."""

_SQUARES: Final = 2 * MOST_PIECES + 1
_MOVES_A_ROW: Final = MOST_PIECES
"""A move is as wide as two squares."""

_RULES: Final = (
    "Black goes right, red goes left: a step onto the empty square, or a hop over one"
    " piece of the other colour, until they have changed sides."
)


def _at(row: int, column: int, height: int = 1, width: int = 1) -> Area:
    return Area(SWAP_SHEET, row, column, row + height - 1, column + width - 1)


PIECES: Final = _at(3, 8, width=2)
STEP: Final = _at(3, 13, width=2)
MESSAGE: Final = _at(3, 17)
BOARD: Final = _at(5, 1, width=_SQUARES)
NUMBERS: Final = _at(6, 1, width=_SQUARES)
MOVES: Final = _at(9, 1, swap_count(MOST_PIECES) // _MOVES_A_ROW, 2 * _MOVES_A_ROW)

# Hidden columns, which need no Python: a column of boards for each number of pieces,
# and left of them whether that number is one, the moves it takes, the step, its board.
_TABLE: Final = _at(0, _SQUARES + 3, swap_count(MOST_PIECES) + 1, MOST_PIECES)
_VALID, _COUNT, _STEP, _SHOWN = (_at(row, _TABLE.left - 1) for row in range(4))


class SwapSheet(Canvas):
    """
    Draws the sheet.

    The board is looked up by the number of pieces and the step; a move follows from
    the boards before and after it, by the square that is empty.
    """

    def draw(self) -> None:
        """Draw everything."""
        self._columns_and_rows()
        self._heads()
        self._settings()
        self._board()
        self._moves()
        self._helpers()
        self._conditions()

    def _columns_and_rows(self) -> None:
        self.sheet.set_column_pixels(0, 0, 46)
        self.sheet.set_column_pixels(BOARD.left, BOARD.right, 31)
        self.hide_columns(_VALID.left, _TABLE.right)
        self.sheet.set_default_row(18)
        for row, pixels in ((0, 56), (2, 12), (3, 30), (5, 36), (8, 24)):
            self.sheet.set_row_pixels(row, pixels)
        self.sheet.set_tab_color(palette.LOST)
        self.print_on_one_page(0, 0, MOVES.bottom, BOARD.right)
        self.select(STEP.top, STEP.left)

    def _heads(self) -> None:
        text, left = self.sheet.write_string, BOARD.left
        text(0, left, "Swap puzzle", self.styles(TITLE))
        text(1, left, _RULES, self.styles(font_color=palette.MUTED))
        line = self.styles(SMALL, UNDERLINED)
        self.fill(MOVES.top - 1, range(BOARD.right + 1), SMALL, UNDERLINED)
        text(MOVES.top - 1, left, "Moves, from square to square", line)

    def _settings(self) -> None:
        box = {"border": 1, "border_color": palette.LINE, "align": "center"}
        value = self.styles(box, TYPED, bold=True, font_size=13)
        settings = (
            (PIECES, "Pieces of each colour", _FIRST_PIECES, 1, MOST_PIECES),
            (STEP, "Step", 0, 0, swap_count(MOST_PIECES)),
        )
        for area, label, setting, least, most in settings:
            right = self.styles(align="right", indent=1)
            self.sheet.write_string(area.top, area.left - 1, label, right)
            self.sheet.merge_range(area.address, setting, value)
            self.whole_number(area.cell(0), label, least, most)
        count, step = _COUNT.fixed, _STEP.fixed
        asks = " moves. Type a step to see the board after it."
        before, after = _board(f"{step}-1"), _board(step)
        done = f'IF({step}={count},": all have changed sides.",".")'
        self.formula(
            MESSAGE,
            f'IF(NOT({_VALID.fixed}),"Please type 1 to {MOST_PIECES} pieces.",'
            f'IF({step}=0,{count}&"{asks}",'
            f'"Move "&{step}&" of "&{count}&", "&{_move(before, after)}&{done}))',
            self.styles({"bold": True, "font_size": 13, "font_color": palette.ACCENT}),
            f"{swap_count(_FIRST_PIECES)}{asks}",
        )

    def _board(self) -> None:
        start = swap_boards(_FIRST_PIECES)[0]
        for index in range(_SQUARES):
            # The board stands in the middle, however long it is.
            square = f"{PIECES.column(0).fixed}+{index - MOST_PIECES + 1}"
            number = index - MOST_PIECES + 1 + _FIRST_PIECES
            inside = 1 <= number <= len(start)
            piece = start[number - 1] if inside else ""
            self.formula(
                BOARD.column(index),
                f'IFERROR(SUBSTITUTE(MID({_SHOWN.fixed},{square},1),"{EMPTY}",""),"")',
                self.styles(TILE_ON_SHEET),
                piece.replace(EMPTY, ""),
            )
            self.formula(
                NUMBERS.column(index),
                f'IFERROR(IF(MID({_SHOWN.fixed},{square},1)="","",{square}),"")',
                self.styles({**SMALL, "align": "center"}),
                number if inside else "",
            )

    def _moves(self) -> None:
        moves = swap_moves(_FIRST_PIECES)
        for row in range(MOVES.height):
            first = row * _MOVES_A_ROW
            self.formula(
                _at(MOVES.top + row, 0),
                f'IF({first}<{_COUNT.fixed},{first + 1},"")',
                self.styles({**SMALL, "align": "right", "indent": 1}),
                first + 1 if first < len(moves) else "",
            )
            for column in range(_MOVES_A_ROW):
                index = first + column
                move = _move(_board(f"{index}"), _board(f"{index + 1}"))
                self.formula(
                    MOVES.row(row).column(2 * column),
                    f'IF({index}<{_COUNT.fixed},{move},"")',
                    self.styles(),
                    str(moves[index]) if index < len(moves) else "",
                )

    def _helpers(self) -> None:
        for column in range(MOST_PIECES):
            for row, board in enumerate(swap_boards(column + 1)):
                write_cell(self.sheet, row, _TABLE.left + column, board)
        pieces, step = PIECES.column(0).fixed, STEP.column(0).fixed
        inside = f"{pieces}>=1,{pieces}<={MOST_PIECES},{pieces}=INT({pieces})"
        valid = f"IFERROR(AND({inside}),FALSE)"
        self.formula(_VALID, valid, self.styles(), value=True)
        count = f"{pieces}*({pieces}+2)"
        first = swap_count(_FIRST_PIECES)
        self.formula(_COUNT, f"IF({_VALID.fixed},{count},0)", self.styles(), first)
        limited = f"IFERROR(MAX(0,MIN({_COUNT.fixed},INT({step}))),0)"
        self.formula(_STEP, limited, self.styles(), 0)
        shown = f'IF({_VALID.fixed},{_board(_STEP.fixed)},"")'
        self.formula(_SHOWN, shown, self.styles(), swap_boards(_FIRST_PIECES)[0])

    def _conditions(self) -> None:
        square = f"{column_name(BOARD.left)}{BOARD.top + 1}"
        number = f"{column_name(NUMBERS.left)}{NUMBERS.top + 1}"
        looks = (
            (
                f'{square}="{BLACK}"',
                {"bg_color": palette.INK, "font_color": palette.WHITE},
            ),
            (f'{square}="{RED}"', {"bg_color": _RED.fill, "font_color": _RED.ink}),
            (f'{number}<>""', {"bg_color": palette.HAIR}),
        )
        for test, change in looks:
            self.when(BOARD, test, **change)
        # A move covers two columns, and both tell its number by their place.
        row, column = f"ROW()-{MOVES.top + 1}", f"COLUMN()-{MOVES.left + 1}"
        place = f"({row})*{_MOVES_A_ROW}+INT(({column})/2)+1"
        self.when(MOVES, f"{place}={_STEP.fixed}", bg_color=palette.GLOW, bold=True)
        self.when(MOVES, f"{place}<{_STEP.fixed}", font_color=palette.FAINT)


_RED: Final = palette.PEG_COLOURS[4]


def _board(step: str) -> str:
    """Return a formula for the board after a step."""
    return f"INDEX({_TABLE.fixed},{step}+1,{PIECES.column(0).fixed})"


def _move(before: str, after: str) -> str:
    """Return a formula for the move from a board to the next, as the post writes it."""
    return f'FIND("{EMPTY}",{after})&" → "&FIND("{EMPTY}",{before})'
