"""
Compare the exact search with the brute force in all games of up to 150 codes.

Games of up to the given number of sets are compared with the brute force, the
others with the exact search without its symmetry. It takes half an hour.

    PYTHONPATH=tests .venv/bin/python tools/compare_searches.py 3000000
"""

import sys
import time

from brute_force import game
from brute_force_search import least, small_games, without_symmetry

from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search


def main(max_sets: int) -> None:
    """Compare the exact search with the brute force for all small games."""
    for written in small_games():
        begin = time.process_time()
        everything = range(len(game(written).codes))
        found = least(game(written), everything, everything, max_sets)
        seconds = time.process_time() - begin
        search = Search(Problem.from_game(Rules.parse(written)))
        proved = (search.optimum().lower, search.worst_case().lower)
        name = f"{written}: {len(everything)} codes,"
        if not found:
            by_plain = without_symmetry(written)
            outcome = "confirmed without symmetry"
            if by_plain != proved:
                outcome = f"but {by_plain} without symmetry (None: not in time)"
            print(name, f"more than {max_sets:,} sets; {proved} {outcome}")
        elif found[:2] == proved:
            print(name, f"{found[2]:,} sets, {seconds:.1f} s: {proved} confirmed")
        else:
            print(name, f"{found[2]:,} sets: {found[:2]}, BUT {proved} by the search")
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
