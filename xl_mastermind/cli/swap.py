"""`swap`: the moves of the peg puzzle."""

from functools import partial

from xl_mastermind.cli.options import Command, option, whole_number
from xl_mastermind.cli.output import DONE, out
from xl_mastermind.extra.swap_puzzle import MOST_PIECES, swap_moves


class Swap(Command):
    """Print the moves that solve the puzzle, numbered as the post prints them."""

    pieces: int = option(
        metavar="N",
        type=partial(whole_number, most=MOST_PIECES),
        help=f"pieces of each colour, 1 to {MOST_PIECES}",
    )

    def run(self) -> int:
        for number, (start, end) in enumerate(swap_moves(self.pieces), 1):
            out.print(f"{number}. {start} -> {end}")
        return DONE
