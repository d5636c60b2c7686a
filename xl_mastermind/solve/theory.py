"""The documented path to `exact.theory` and to the end-games of `exact.paper`."""

from xl_mastermind.solve.exact.paper import (
    end_game_table,
    end_game_worst_case,
    fixed_guesses,
)
from xl_mastermind.solve.exact.theory import (
    ab_2_average,
    ab_worst_case,
    abb_worst_case,
    most_permutations,
    permutation_lower_bound,
    permutation_worst_case,
)

__all__ = [
    "ab_2_average",
    "ab_worst_case",
    "abb_worst_case",
    "end_game_table",
    "end_game_worst_case",
    "fixed_guesses",
    "most_permutations",
    "permutation_lower_bound",
    "permutation_worst_case",
]
