"""Draws the sheet of the swap puzzle: its board, a player's moves, the shortest way."""

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
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.cells import Cell
from xl_mastermind.sheet.draw.canvas import (
    BOX,
    SMALL,
    TILE_ON_SHEET,
    TITLE,
    TYPED,
    UNDERLINED,
    Canvas,
    write_cell,
)
from xl_mastermind.sheet.layout import SWAP_SHEET
from xl_mastermind.sheet.plain import first_that_holds, said

_FIRST_PIECES: Final = 3
"""The post's own puzzle."""

_SQUARES: Final = 2 * MOST_PIECES + 1
_MOST_MOVES: Final = swap_count(MOST_PIECES)
_MOVES_A_ROW: Final = MOST_PIECES

_RULES: Final = (
    "Black goes right, red goes left: a step onto the empty square, or a hop over one"
    " piece of the other colour, until they have changed sides."
)
_YOUR_MOVES: Final = (
    "Your moves, each by the square that a piece leaves. Delete them to begin anew."
)
_WAY: Final = "The shortest way"

_NO_PIECES: Final = f"Please type 1 to {MOST_PIECES} pieces."
_BEGIN: Final = "Type the square of the piece that moves, then Tab: {squares}."
_COUNTED: Final = "{done} of {count} moves. Next: {squares}."
_GAP: Final = "Please type move {move} in the marked cell: {squares}."
_SOLVED: Final = "Solved in {count} moves: there is no shorter way."
_NO_SQUARE: Final = "Move {move}: please type the number of a square, 1 to {last}."
_NO_PIECE: Final = "Move {move}: no piece is on {square}."
_STUCK: Final = "Move {move}: the piece on {square} has nowhere to go."
_DEAD_END: Final = (
    "Move {move} can be made, but then the colours can no longer change sides."
    " Please try another."
)
_STEPS: Final = "{count} moves. Type a step to see the board after it."
_STEP_IS: Final = "Move {step} of {count}, {start} → {end}"


def _at(row: int, column: int, height: int = 1, width: int = 1) -> Area:
    return Area(SWAP_SHEET, row, column, row + height - 1, column + width - 1)


PIECES: Final = _at(3, 7, width=2)
SHOW_WAY: Final = _at(3, 16, width=2)
STEP: Final = _at(3, 21, width=2)
MESSAGE: Final = _at(5, 1, width=_SQUARES)
BOARD: Final = _at(7, 1, width=_SQUARES)
NUMBERS: Final = _at(8, 1, width=_SQUARES)
MOVES: Final = _at(12, 1, _MOST_MOVES // _MOVES_A_ROW, _MOVES_A_ROW)
WAY: Final = MOVES.beside(_MOVES_A_ROW + 1)

# Hidden columns, which need no Python: a column of boards for each number of pieces;
# right of them, in the row of the board after a move, the square that it leaves, and
# whether a person typed that; left of them, what follows for the sheet.
_TABLE: Final = _at(0, _SQUARES + 3, _MOST_MOVES + 1, MOST_PIECES)
_STARTS, _ARE_RIGHT = (_at(1, _TABLE.right + i, _MOST_MOVES) for i in (1, 2))
_VALID, _COUNT, _MIRROR, _SHOWS, _DONE, _STEP, _BOARD, _SHOWN = (
    _at(row, _TABLE.left - 1) for row in range(8)
)
_FROM_LEFT, _FROM_RIGHT, _TYPED, _SQUARE, _FAULT = (
    _at(row, _TABLE.left - 1) for row in range(8, 13)
)


class SwapSheet(Canvas):
    """
    Draws the sheet.

    Two ways lead to the end, and no move that leaves both. So the board is looked up by
    the number of pieces and of moves that are right. The table has the way that black
    begins; the other is its mirror image, in which squares count from the right and the
    colours are exchanged.
    """

    def draw(self) -> None:
        """Draw everything."""
        self._columns_and_rows()
        self._heads()
        self._settings()
        self._message()
        self._board()
        self._moves()
        self._table()
        self._progress()
        self._next_move()
        self._conditions()

    def _columns_and_rows(self) -> None:
        self.sheet.set_column_pixels(0, 0, 46)
        self.sheet.set_column_pixels(BOARD.left, BOARD.right, 31)
        self.hide_columns(_VALID.left, _ARE_RIGHT.right)
        self.rows((56, 18, 12, 30, 12, 34, 14, 36, 20, 14, 24, 6, *[26] * MOVES.height))
        self.sheet.set_tab_color(palette.LOST)
        self.print_on_one_page(0, 0, MOVES.bottom, BOARD.right)
        self.select(MOVES.top, MOVES.left)

    def _heads(self) -> None:
        left, line = BOARD.left, MOVES.top - 2
        self.text(0, left, "Swap puzzle", TITLE)
        self.text(1, left, _RULES, font_color=palette.MUTED)
        self.fill(line, range(BOARD.right + 1), SMALL, UNDERLINED)
        self.text(line, left, _YOUR_MOVES, SMALL, UNDERLINED)
        way = f'IF({_SHOWS.fixed},"{_WAY}","")'
        self.formula(_at(line, WAY.left), way, self.styles(SMALL, UNDERLINED), "")

    def _settings(self) -> None:
        value = self.styles(BOX, TYPED, bold=True, font_size=13, align="center")
        settings: tuple[tuple[Area, str, Cell], ...] = (
            (PIECES, "Pieces of each colour", _FIRST_PIECES),
            (SHOW_WAY, "Show the shortest way", "No"),
            (STEP, "Step", 0),
        )
        for area, label, setting in settings:
            self.text(area.top, area.left - 1, label, align="right", indent=1)
            self.merged(area, setting, value)
        self.whole_number(PIECES.column(0), "Pieces", 1, MOST_PIECES)
        self.choices(SHOW_WAY.column(0), ["Yes", "No"])
        self.whole_number(STEP.column(0), "Step", 0, _MOST_MOVES)

    def _message(self) -> None:
        count, done, step = _COUNT.fixed, _DONE.fixed, _STEP.fixed
        ends = f"{_FROM_LEFT.fixed},{_FROM_RIGHT.fixed}"
        squares = f'IF(MIN({ends})=0,"",MIN({ends})&" or ")&MAX({ends})'
        shown = said(
            _STEP_IS,
            step=step,
            count=count,
            start=f"INDEX({_STARTS.fixed},{step})",
            end=_empty(f"INDEX({_TABLE.fixed},{step},{PIECES.column(0).fixed})"),
        )
        cases = (
            (f"NOT({_VALID.fixed})", f'"{_NO_PIECES}"'),
            (f"AND({_SHOWS.fixed},{step}=0)", said(_STEPS, count=count)),
            (f"AND({_SHOWS.fixed},{step}<{count})", f'{shown}&"."'),
            (_SHOWS.fixed, f'{shown}&": all have changed sides."'),
            (f'{_FAULT.fixed}<>""', _FAULT.fixed),
            (f"{done}={count}", said(_SOLVED, count=count)),
            (
                f"COUNTA({MOVES.fixed})>{done}",
                said(_GAP, move=f"({done}+1)", squares=squares),
            ),
            (f"{done}=0", said(_BEGIN, squares=squares)),
        )
        counted = said(_COUNTED, done=done, count=count, squares=squares)
        formula = first_that_holds(cases, counted)
        bar = {"left": 5, "left_color": palette.ACCENT, "bg_color": palette.TINT}
        look = self.styles(bar, font_size=13, bold=True, indent=1)
        self.merged(MESSAGE, "", look)
        either = f"{_FIRST_PIECES} or {_FIRST_PIECES + 2}"
        self.formula(MESSAGE.column(0), formula, look, _BEGIN.format(squares=either))

    def _board(self) -> None:
        start = swap_boards(_FIRST_PIECES)[0]
        for index in range(_SQUARES):
            # The board stands in the middle, however long it is.
            square = f"{PIECES.column(0).fixed}+{index - MOST_PIECES + 1}"
            place = index - MOST_PIECES + _FIRST_PIECES
            inside = 0 <= place < len(start)
            number = NUMBERS.column(index)
            piece = f"MID({_SHOWN.fixed},ABS({_MIRROR.fixed}-{number.address}),1)"
            self.formula(
                BOARD.column(index),
                f'IFERROR(SUBSTITUTE({piece},"{EMPTY}",""),"")',
                self.styles(TILE_ON_SHEET),
                start[place].replace(EMPTY, "") if inside else "",
            )
            self.formula(
                number,
                f'IFERROR(IF(MID({_SHOWN.fixed},{square},1)="","",{square}),"")',
                self.styles({**SMALL, "align": "center"}),
                place + 1 if inside else "",
            )

    def _moves(self) -> None:
        for row in range(MOVES.height):
            first, top = row * _MOVES_A_ROW, MOVES.top + row
            self.formula(
                _at(top, 0),
                f'IF({first}<{_COUNT.fixed},{first + 1},"")',
                self.styles({**SMALL, "align": "right", "indent": 1}),
                first + 1 if first < swap_count(_FIRST_PIECES) else "",
            )
            self.fill(top, range(MOVES.left, MOVES.right + 1), TILE_ON_SHEET, TYPED)
            for column in range(_MOVES_A_ROW):
                start = _STARTS.row(first + column).address
                way = f'IF({_SHOWS.fixed},{start},"")'
                centred = self.styles(align="center")
                self.formula(WAY.cell(row, column), way, centred, "")

    def _table(self) -> None:
        """Write the boards of all puzzles, and what this one's moves are."""
        for column in range(MOST_PIECES):
            for row, board in enumerate(swap_boards(column + 1)):
                write_cell(self.sheet, row, _TABLE.left + column, board)
        starts = {i: move.start for i, move in enumerate(swap_moves(_FIRST_PIECES))}
        for index, (row, column) in enumerate(MOVES.cells()):
            board = f"INDEX({_TABLE.row(index + 1).address},{PIECES.column(0).fixed})"
            start, typed = _STARTS.row(index), _at(row, column)
            formula = f'IF({index}<{_COUNT.fixed},{_empty(board)},"")'
            self._helper(start, formula, starts.get(index, ""))
            # As texts, so that a number may be typed as one.
            is_right = f'IFERROR(--(TRIM({typed.address})={start.address}&""),0)'
            self._helper(_ARE_RIGHT.row(index), is_right, int(index not in starts))

    def _progress(self) -> None:
        """Write what settings and moves come to: the board that is shown."""
        pieces, count = PIECES.column(0).fixed, _COUNT.fixed
        start = swap_boards(_FIRST_PIECES)[0]
        within = f"{pieces}>=1,{pieces}<={MOST_PIECES},{pieces}=INT({pieces})"
        self._helper(_VALID, f"IFERROR(AND({within}),FALSE)", value=True)
        moves = f"IF({_VALID.fixed},{pieces}*({pieces}+2),0)"
        self._helper(_COUNT, moves, swap_count(_FIRST_PIECES))
        red_begins = f'TRIM({MOVES.cell(0).fixed})={pieces}+2&""'
        self._helper(_MIRROR, f"IFERROR(IF({red_begins},2*{pieces}+2,0),0)", 0)
        shows = f'IFERROR({SHOW_WAY.column(0).fixed}="Yes",FALSE)'
        self._helper(_SHOWS, shows, value=False)
        right = f"IFERROR(MATCH(0,{_ARE_RIGHT.fixed},0)-1,{count})"
        self._helper(_DONE, f"MIN({count},{right})", 0)
        step = f"IFERROR(MAX(0,MIN({count},INT({STEP.column(0).fixed}))),0)"
        self._helper(_STEP, f"IF({_SHOWS.fixed},{step},{_DONE.fixed})", 0)
        board = f"INDEX({_TABLE.fixed},{_STEP.fixed}+1,{pieces})"
        self._helper(_BOARD, f'IF({_VALID.fixed},{board},"")', start)
        exchanged = _BOARD.fixed
        for old, new in ((BLACK, "x"), (RED, BLACK), ("x", RED)):
            exchanged = f'SUBSTITUTE({exchanged},"{old}","{new}")'
        shown = f"IF({_MIRROR.fixed}=0,{_BOARD.fixed},{exchanged})"
        self._helper(_SHOWN, shown, start)

    def _next_move(self) -> None:
        """Write which pieces may move, and what is wrong with the move typed next."""
        board, done, typed = _BOARD.fixed, _DONE.fixed, _TYPED.fixed
        square, move = _SQUARE.fixed, f"({_DONE.fixed}+1)"
        black = f'IFERROR(FIND("B.",{board}),FIND("BR.",{board}))'
        red = f'IFERROR(FIND(".R",{board})+1,FIND(".BR",{board})+2)'
        mirror, first = _MIRROR.fixed, _FIRST_PIECES
        self._helper(_FROM_LEFT, f"IFERROR(ABS({mirror}-{black}),0)", first)
        self._helper(_FROM_RIGHT, f"IFERROR(ABS({mirror}-{red}),0)", first + 2)
        row, column = (f"INT({done}/{_MOVES_A_ROW})", f"MOD({done},{_MOVES_A_ROW})")
        cell = f"INDEX({MOVES.fixed},{row}+1,{column}+1)"
        self._helper(_TYPED, f'IFERROR(TRIM({cell}),"?")', "")
        number = f"INT(VALUE({typed}))"
        last = f"(2*{PIECES.column(0).fixed}+1)"
        is_square = f'AND({number}&""={typed},{number}>0,{number}<={last})'
        self._helper(_SQUARE, f"IFERROR(IF({is_square},{number},0),0)", 0)
        piece = f"MID({board},ABS({mirror}-{square}),1)"
        is_free = f"OR({square}={_FROM_LEFT.fixed},{square}={_FROM_RIGHT.fixed})"
        cases = (
            (f'OR({_SHOWS.fixed},{done}={_COUNT.fixed},{typed}="")', '""'),
            (f"{square}=0", said(_NO_SQUARE, move=move, last=last)),
            (f'{piece}="{EMPTY}"', said(_NO_PIECE, move=move, square=square)),
            (is_free, said(_DEAD_END, move=move)),
        )
        stuck = said(_STUCK, move=move, square=square)
        self._helper(_FAULT, first_that_holds(cases, stuck), "")

    def _helper(self, cell: Area, formula: str, value: Cell) -> None:
        self.formula(cell, formula, self.styles(), value)

    # Conditions; LibreOffice applies the first that is true, Excel all of them.

    def _conditions(self) -> None:
        square, number = BOARD.column(0).address, NUMBERS.column(0).address
        black = {"bg_color": palette.INK, "font_color": palette.WHITE}
        self.when(BOARD, f'{square}="{BLACK}"', **black)
        red = palette.PEG_COLOURS[4]
        self.when(BOARD, f'{square}="{RED}"', bg_color=red.fill, font_color=red.ink)
        self.when(BOARD, f'{number}<>""', bg_color=palette.HAIR)
        accent = {"bg_color": palette.GLOW, "font_color": palette.ACCENT, "bold": True}
        is_free = f"OR({number}={_FROM_LEFT.fixed},{number}={_FROM_RIGHT.fixed})"
        self.when(NUMBERS, is_free, **accent)

        shows, done, fault = _SHOWS.fixed, _DONE.fixed, f'{_FAULT.fixed}<>""'
        self.when(STEP, f"NOT({shows})", font_color=palette.FAINT)
        lost = {"font_color": palette.LOST, "left": 1, "left_color": palette.LOST}
        self.when(MESSAGE, fault, bg_color=palette.PAPER, **lost)
        is_over = f"AND(NOT({shows}),{_VALID.fixed},{done}={_COUNT.fixed})"
        win = {"bg_color": palette.ACCENT, "font_color": palette.WHITE}
        self.when(MESSAGE, is_over, **win)

        wrong = {"font_color": palette.MUTED, "font_strikeout": True}
        is_next = f"{_place(MOVES)}={done}+1"
        self.when(MOVES, f"AND({is_next},{fault})", bg_color=palette.GLOW, **wrong)
        is_asked = f"AND({is_next},NOT({shows}),{done}<{_COUNT.fixed})"
        self.when(MOVES, is_asked, bg_color=palette.GLOW)
        self.when(MOVES, f"{_place(MOVES)}<={_COUNT.fixed}", bg_color=palette.PAPER)
        step = _STEP.fixed
        self.when(WAY, f"AND({shows},{_place(WAY)}={step})", **accent)
        self.when(WAY, f"{_place(WAY)}<{step}", font_color=palette.FAINT)


def _place(area: Area) -> str:
    """Return a formula for the number of the move that a cell stands for."""
    row, column = f"ROW()-{area.top + 1}", f"COLUMN()-{area.left}"
    return f"({row})*{_MOVES_A_ROW}+{column}"


def _empty(board: str) -> str:
    """Return a formula for the square that is empty on a board."""
    return f'ABS({_MIRROR.fixed}-FIND("{EMPTY}",{board}))'
