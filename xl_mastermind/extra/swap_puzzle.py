"""
The peg puzzle of the AB game post's blog, apart from Mastermind.

On a row of 2n + 1 squares, n black pieces stand on the left, n red ones on the
right, and the middle is empty. Black moves to the right and red to the left: a
piece steps onto the empty square beside it, or hops onto it over one piece of
the other colour. The colours are to change sides.
"""

from typing import Final, NamedTuple

MOST_PIECES: Final = 20
"""Pieces of a colour, at most."""


class Move(NamedTuple):
    """A piece moves from one square to another, counted from 1 on the left."""

    start: int
    end: int

    def __str__(self) -> str:
        """Return the move as a cell shows it."""
        return f"{self.start} → {self.end}"


def swap_count(pieces: int) -> int:
    """
    Return how many moves the puzzle takes: n (n + 2) for n pieces of a colour.

    A black and a red piece that change places come 2 (n + 1) squares past each other.
    Each of them takes part in n hops, of two squares, so n of the pair's moves are
    hops and two are steps [1]_.
    """
    if not 1 <= pieces <= MOST_PIECES:
        raise ValueError(f"expected 1 to {MOST_PIECES} pieces a colour, got {pieces}")
    return pieces * (pieces + 2)


def swap_moves(pieces: int) -> list[Move]:
    """
    Return the moves that solve the puzzle, black first.

    The colours take turns. Their runs are 0, 1, ..., n - 1 hops and a step each, then
    n hops, then a step and n - 1, ..., 1, 0 hops each.
    """
    swap_count(pieces)
    grown = [[2] * hops + [1] for hops in range(pieces)]
    runs = [*grown, [2] * pieces, *([*reversed(run)] for run in reversed(grown))]
    moves: list[Move] = []
    empty = pieces + 1
    for turn, run in enumerate(runs):
        left_or_right = 1 if turn % 2 else -1  # of the empty square the piece stands
        for squares in run:
            start = empty + left_or_right * squares
            moves.append(Move(start, empty))
            empty = start
    return moves
