"""
`swap`: the moves of the peg puzzle of the AB game post's blog, apart from Mastermind.

On a row of 2n + 1 squares, n black pieces stand on the left, n red ones on the
right, and the middle is empty. Black moves to the right and red to the left: a
piece steps onto the empty square beside it, or hops onto it over one piece of
the other colour. At the end the colours have changed sides.
"""

from argparse import ArgumentParser, Namespace
from functools import partial
from typing import Final

from xl_mastermind.terminal.options import positive_number
from xl_mastermind.terminal.output import Command

FAILURES: Final = ()

_MAX_PIECES: Final = 20


def swap_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "pieces",
        metavar="N",
        type=partial(positive_number, maximum=_MAX_PIECES),
        help=f"pieces of each colour, 1 to {_MAX_PIECES}",
    )


def swap(options: Namespace) -> Command:
    """Print the moves that solve the puzzle, numbered as the post prints them."""
    for number, (start, end) in enumerate(swap_moves(options.pieces), 1):
        yield f"{number}. {start} -> {end}"
    return None


def swap_moves(pieces: int) -> list[tuple[int, int]]:
    """
    Return the moves that solve the puzzle, black first, as squares from 1 on the left.

    The colours take turns. Their runs are 0, 1, ..., n - 1 hops and a step each, then
    n hops, then a step and n - 1, ..., 1, 0 hops each.
    """
    first_runs = [[2] * hops + [1] for hops in range(pieces)]
    last_runs = [run[::-1] for run in reversed(first_runs)]
    runs = [*first_runs, [2] * pieces, *last_runs]
    moves = []
    empty = pieces + 1
    for turn, run in enumerate(runs):
        side = 1 if turn % 2 else -1  # The moving piece is on this side of the gap.
        for squares in run:
            start = empty + side * squares
            moves.append((start, empty))
            empty = start
    return moves
