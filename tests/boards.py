"""Boards to press buttons on, and to write workbooks of."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import openpyxl
from openpyxl.utils import range_boundaries

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.board import INPUTS, SOMEBODY_ELSE, Board
from xl_mastermind.sheet.build import first_board, workbook_bytes
from xl_mastermind.sheet.buttons import press_on
from xl_mastermind.sheet.cells import Block, Cell
from xl_mastermind.sheet.layout import Edition

MASTERMIND = Rules(4, 6)
SECRET = (3, 6, 2, 5)


def fresh(game: str = "4x6", secret: str = "", **settings: Cell) -> Board:
    """Return a board on which nothing was played, with `settings`."""
    rules = Rules.parse(game)
    board = first_board(rules)
    if secret:
        board = Board.new(rules, rules.parse_code(secret))
    return replace(board, **settings)  # type: ignore[arg-type]


def pressed(name: str, board: Board) -> Board:
    """Return the board after a button was pressed."""
    return press_on(board, name)[0]


def played(*guesses: object, board: Board | None = None) -> Board:
    """Return a board with these guesses typed; `None` is an empty row."""
    board = board or Board.new(MASTERMIND, SECRET)
    for row, guess in enumerate(guesses):
        if isinstance(guess, str) and guess.isalnum():
            board = board.with_guess(row, guess)
        elif guess is not None:
            typed = [*board.typed_guesses]
            typed[row] = guess
            board = replace(board, typed_guesses=typed)
    return board


def with_marks(board: Board, *marks: Sequence[Cell]) -> Board:
    """Return the board with marks typed in its first rows."""
    rest = board.typed_marks[len(marks) :]
    return replace(board, typed_marks=[*map(list, marks), *rest])


def yours(*turns: tuple[object, Sequence[Cell]]) -> Board:
    """Return a board against a code of somebody else, with these turns."""
    board = fresh(codemaker=SOMEBODY_ELSE)
    board = played(*(guess for guess, _ in turns), board=board)
    return with_marks(board, *(marks for _, marks in turns))


_BUILT: dict[str, bytes] = {}


def built(*boards: Board, edition: Edition = Edition.MACROS) -> bytes:
    """Return the workbook of these boards, which is built once in a process."""
    made_of = repr((boards, edition))
    if made_of not in _BUILT:
        _BUILT[made_of] = workbook_bytes(*boards, edition=edition)
    return _BUILT[made_of]


def saved_boards(path: Path) -> tuple[list[Board], Board]:
    """Return the boards of a workbook file, and the one that it shows first."""
    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    boards: dict[str, Board] = {}
    for sheet in book:
        values: dict[str, Block] = {}
        for name in {*INPUTS} & {*sheet.defined_names}:
            ((home, address),) = sheet.defined_names[name].destinations
            left, top, right, bottom = range_boundaries(address)
            rows = book[home.replace("''", "'")].iter_rows(top, bottom, left, right)
            values[name] = [[cell.value for cell in row] for row in rows]
        if "game" in values:
            boards[sheet.title] = Board.from_values(values)
    return [*boards.values()], boards[book.active.title]  # type: ignore[union-attr]
