"""
Compare the exact search with the brute force in all games of up to 150 codes.

In games with more sets than the argument, the exact search is compared with itself
without symmetry. It takes half an hour.

    PYTHONPATH=tests/support .venv/bin/python tools/compare_searches.py 3000000
"""

import sys
import time

from brute_force import game
from brute_force_search import least, small_games

from xl_mastermind.game.codes import all_codes
from xl_mastermind.game.rules import Rules
from xl_mastermind.lab.exact.problem import Problem
from xl_mastermind.lab.exact.search import Search


def without_symmetry(
    written: str, time_limit: float = 60.0
) -> tuple[int | None, int | None]:
    """Return least total and best worst case by a search without symmetry."""
    rules = Rules.parse(written)
    codes = all_codes(rules)
    search = Search(Problem(rules, codes, codes, renames=False, symmetric=False))
    total = search.optimum(time_limit)
    worst = search.worst_case(time_limit)
    return (
        total.upper if total.is_proved else None,
        worst.upper if worst.is_proved else None,
    )


def main(max_sets: int) -> None:
    """Compare the exact search with the brute force for all small games."""
    for notation in small_games():
        begin = time.process_time()
        codes = range(len(game(notation).codes))
        brute_force = least(game(notation), codes, codes, max_sets)
        seconds = time.process_time() - begin
        search = Search(Problem.from_game(Rules.parse(notation)))
        values = (search.optimum().lower, search.worst_case().lower)
        name = f"{notation}: {len(codes)} codes,"
        if not brute_force:
            plain_values = without_symmetry(notation)
            outcome = "confirmed without symmetry"
            if plain_values != values:
                outcome = f"but {plain_values} without symmetry (None: not in time)"
            print(name, f"more than {max_sets:,} sets; {values} {outcome}")
            continue
        expected, sets = brute_force[:2], brute_force[2]
        if expected == values:
            print(name, f"{sets:,} sets, {seconds:.1f} s: {values} confirmed")
        else:
            print(name, f"{sets:,} sets: {expected}, BUT {values} by the search")
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
