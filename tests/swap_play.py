"""
Random moves on the sheet of the swap puzzle, and what it has to show after them.

A `Program` computes the sheet; the moves are the same in each.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from plain_play import Keys, Program

from xl_mastermind.extra.swap_puzzle import (
    EMPTY,
    swap_boards,
    swap_count,
    swap_moves,
)
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.cells import Block, Cell
from xl_mastermind.sheet.draw.swap import (
    BOARD,
    MESSAGE,
    MOVES,
    NUMBERS,
    PIECES,
    SHOW_WAY,
    STEP,
    WAY,
)

ODD: Final[Sequence[Cell]] = (
    *("?", "*", "x", "1.5", "1e0", "03", "1/2", "3%", "$3", "-1", "2 3", "0", "99"),
    *(1.5, 0, -1, 42, 1e9, "²", "\uff12", Keys("#N/A"), Keys("=2.5")),
    *(Keys("=NA()"), Keys("=1/0"), " ", Keys('=""')),
)
"""What is no square of any board; the last two look blank."""

_SEEN: Final = replace(MOVES, top=0, left=0, right=BOARD.right)

_AFTER: Final = {"B.": ".B", "BR.": ".RB", ".R": "R.", ".BR": "RB."}


def moved(board: str, square: int) -> str | None:
    """Return the board after the piece on a square has moved, if it can."""
    for before, after in _AFTER.items():
        first = square - 1 if before.startswith("B") else square - len(before)
        if first >= 0 and board[first : first + len(before)] == before:
            return board[:first] + after + board[first + len(before) :]
    return None


def mirrored(board: str) -> str:
    """Return the board in a mirror that exchanges the colours."""
    return board[::-1].translate(str.maketrans("BR", "RB"))


def told(pieces: int, typed: Sequence[Cell]) -> tuple[str, str]:
    """Return the board that the sheet has to show, and its message."""
    ways = swap_boards(pieces)
    hopeful = {*ways, *map(mirrored, ways)}
    board, count, last = ways[0], swap_count(pieces), 2 * pieces + 1
    for done in range(count):
        text = _text(typed[done] if done < len(typed) else None)
        free = [square for square in range(1, last + 1) if moved(board, square)]
        squares = " or ".join(map(str, free))
        move = f"Move {done + 1}"
        if not text:
            if any(later not in (None, "") for later in typed[done:]):
                ask = f"Please type move {done + 1} in the marked cell"
            elif done:
                ask = f"{done} of {count} moves. Next"
            else:
                ask = "Type the square of the piece that moves, then Tab"
            return board, f"{ask}: {squares}."
        if not re.fullmatch("[1-9][0-9]*", text) or int(text) > last:
            number = f"please type the number of a square, 1 to {last}"
            return board, f"{move}: {number}."
        if board[int(text) - 1] == EMPTY:
            return board, f"{move}: no piece is on {text}."
        after = moved(board, int(text))
        if after is None:
            return board, f"{move}: the piece on {text} has nowhere to go."
        if after not in hopeful:
            hopeless = "can be made, but then the colours can no longer change sides"
            return board, f"{move} {hopeless}. Please try another."
        board = after
    return board, f"Solved in {count} moves: there is no shorter way."


def _text(cell: Cell) -> str:
    """Return what a formula reads in a cell, without the spaces that do not count."""
    return "" if cell in (None, '=""') else " ".join(str(cell).split(" ")).strip()


def some_moves(draw: Random, pieces: int) -> list[Cell]:
    """Return what a person might type: much that is right, then what is not."""
    squares = [move.start for move in swap_moves(pieces)]
    if draw.random() < 0.5:
        squares = [2 * pieces + 2 - square for square in squares]
    done = draw.choice([0, 1, draw.randint(0, len(squares)), len(squares)])
    typed: list[Cell] = [
        draw.choice([square, square, str(square), f" {square}  "])
        for square in squares[:done]
    ]
    for _ in range(draw.choice([0, 1, 1, 2])):
        wrong = draw.randint(1, 2 * pieces + 1)
        typed.append(draw.choice([wrong, wrong, wrong, None, draw.choice(ODD)]))
    return typed


def show(program: Program, pieces: Cell, typed: Sequence[Cell], step: Cell) -> Block:
    """Type moves, and a step of the way if it is to show; return what people see."""
    cells = [*typed, *[None] * (MOVES.height * MOVES.width)]
    keys = [cell if isinstance(cell, Keys) else None for cell in cells]
    values = [None if isinstance(cell, Keys) else cell for cell in cells]
    program.put(PIECES.column(0), [[pieces]])
    program.put(SHOW_WAY.column(0), [["No" if step is None else "Yes"]])
    program.put(STEP.column(0), [[step or 0]])
    width = MOVES.width
    rows = [values[row * width : (row + 1) * width] for row in range(MOVES.height)]
    program.put(MOVES, rows)
    for place, key in enumerate(keys):
        if key is not None:
            program.put(MOVES.cell(*divmod(place, width)), [[key]])
    return program.read(_SEEN)


def of(seen: Block, area: Area) -> list[Cell]:
    """Return what an area shows, row after row."""
    return [seen[row][column] for row, column in area.cells()]


def check(program: Program, pieces: int, typed: Sequence[Cell]) -> None:
    """Hold the sheet against Python."""
    board, message = told(pieces, typed)
    seen = show(program, pieces, typed, step=None)
    shown = of(seen, MESSAGE)[0]
    assert shown == message, (shown, typed)
    middle = (BOARD.width - len(board)) // 2
    blanks = [""] * middle
    squares = [square.replace(EMPTY, "") for square in board]
    assert of(seen, BOARD) == [*blanks, *squares, *blanks], typed
    assert of(seen, NUMBERS) == [*blanks, *range(1, len(board) + 1), *blanks]
    assert {*of(seen, WAY)} == {""}
