"""`swap`: the moves of the peg puzzle."""

from argparse import ArgumentParser, Namespace
from functools import partial
from typing import Final

from xl_mastermind.cli.options import whole_number
from xl_mastermind.cli.output import Command
from xl_mastermind.extra.swap_puzzle import MOST_PIECES, swap_moves

FAILURES: Final = ()


def swap_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "pieces",
        metavar="N",
        type=partial(whole_number, most=MOST_PIECES),
        help=f"pieces of each colour, 1 to {MOST_PIECES}",
    )


def swap(options: Namespace) -> Command:
    """Tell the moves that solve the puzzle, numbered as the post prints them."""
    for number, (start, end) in enumerate(swap_moves(options.pieces), 1):
        yield f"{number}. {start} -> {end}"
    return None
