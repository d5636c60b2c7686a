"""
The strategies once more, for games that `brute_force` is too slow for.

Nothing of the package is used here. It has tables of numpy, but no symmetry and
no short cuts: at every node, every guess is held against every candidate.
"""

import itertools
from collections import Counter
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.generic]
Rank = Callable[[NDArray[np.int64]], NDArray[np.generic]]


def codes_of(pegs: int, colours: int, *, distinct: bool) -> NDArray[np.int64]:
    if distinct:
        return np.array([*itertools.permutations(range(colours), pegs)])
    return np.array([*itertools.product(range(colours), repeat=pegs)])


def answers_of(codes: NDArray[np.int64], colours: int) -> NDArray[np.int8]:
    """Return ``10 * black + white`` of every pair of codes."""
    count = len(codes)
    black = np.zeros((count, count), dtype=np.int8)
    both = np.zeros((count, count), dtype=np.int8)
    for peg in codes.T:
        black += peg[:, None] == peg
    for colour in range(colours):
        of_colour = (codes == colour).sum(axis=1).astype(np.int8)
        both += np.minimum(of_colour[:, None], of_colour)
    return 9 * black + both


def bits(sizes: NDArray[np.int64]) -> NDArray[np.generic]:
    terms = np.where(sizes > 0, sizes * np.log2(np.maximum(sizes, 1)), 0.0)
    missing: NDArray[np.float64] = terms.sum(axis=0).round(7)
    return missing


# The ranks of each strategy; then among candidates only, then whether they win ties.
METHODS: dict[str, tuple[list[Rank], bool, bool]] = {
    "first-consistent": ([], True, True),
    "minimax": ([lambda sizes: sizes.max(axis=0)], True, True),
    "knuth": ([lambda sizes: sizes.max(axis=0)], False, True),
    "brain-breaker": (
        [lambda sizes: sizes.max(axis=0), lambda sizes: (sizes**2).sum(axis=0)],
        False,
        False,
    ),
    "expected-size": ([lambda sizes: (sizes**2).sum(axis=0)], False, True),
    "entropy": ([bits], False, True),
    "most-parts": ([lambda sizes: -(sizes > 0).sum(axis=0)], False, True),
}


def choose(answers: NDArray[np.int8], strategy: str, left: NDArray[np.int64]) -> int:
    ranks, among_candidates, prefers_candidates = METHODS[strategy]
    if len(left) <= 2:
        return int(left[0])
    guesses = left if among_candidates else np.arange(len(answers))
    given = answers[left] if not among_candidates else answers[left][:, left]
    sizes = np.array([(given == number).sum(axis=0) for number in np.unique(given)])
    keys: list[Table] = [guesses]
    if prefers_candidates:
        keys.append(~np.isin(guesses, left))
    keys += [rank(sizes) for rank in reversed(ranks)]
    return int(guesses[np.lexsort(keys)[0]])


def play_all(pegs: int, colours: int, strategy: str, *, distinct: bool) -> list[int]:
    """Return how many secrets are found with 1, 2, ... guesses."""
    answers = answers_of(codes_of(pegs, colours, distinct=distinct), colours)
    found: Counter[int] = Counter()

    def walk(left: NDArray[np.int64], guesses: int) -> None:
        guess = choose(answers, strategy, left)
        for number in np.unique(answers[guess, left]):
            if number == 10 * pegs:
                found[guesses] += 1
            else:
                walk(left[answers[guess, left] == number], guesses + 1)

    walk(np.arange(len(answers)), 1)
    return [found[number] for number in range(1, max(found) + 1)]
