"""
Picking a guess: the best of those that a strategy compares at a position.

`suggest` picks for a game in progress, `evaluate` for all games at once, and
`analysis` lists what was compared.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook
from xl_mastermind.game.rules import Code
from xl_mastermind.game.symmetry import representatives, weighted_candidates
from xl_mastermind.solve.strategies import Ranks, Sizes, Strategy

_TIE: Final = 1e-9
"""Ranks nearer than this are equal; whole numbers never are."""

_MOST_PAIRS: Final = 1 << 21
"""With more pairs of guess and candidate, looking for symmetry pays for itself."""

_SAMPLED_PAIRS: Final = 1 << 26
_SAMPLED_CANDIDATES: Final = 1 << 15
"""A sample has so many pairs of guess and candidate, and so many candidates at most."""


class Choice(NamedTuple):
    """The index of a guess, and whether it is the best of a sample only."""

    guess: int
    sampled: bool = False


def choose(
    book: Codebook,
    strategy: Strategy,
    history: Sequence[Code],
    candidates: NDArray[np.int64],
    *,
    most_pairs: float = math.inf,
) -> Choice:
    """
    Return the guess that `strategy` makes; not for a strategy at random.

    It is the guess with the best rank; then, where the strategy says so, a
    candidate; then the smallest code. With one or two candidates it is the first.

    Parameters
    ----------
    book, strategy
        All codes of the game, and how guesses are ranked.
    history : sequence of Code
        The guesses made so far, and the pattern if the candidates match one.
    candidates : (m,) array of int64
        Indices of the codes that fit the feedback to them, ascending, all.
    most_pairs : float
        With more pairs of guess and candidate to compare, a sample is compared.
    """
    if len(candidates) <= 2:
        return Choice(int(candidates[0]))
    if strategy.exact:
        # What searches takes a while to import, and few games need it.
        from xl_mastermind.solve.optimal import optimal_guess  # noqa: PLC0415

        return Choice(book.index(optimal_guess(book, strategy, history, candidates)))
    if not strategy.ranks:
        return Choice(int(candidates[0]))
    if strategy.prefers_candidates and len(candidates) <= len(book.numbers):
        split = _first_perfect_split(book, candidates)
        if split is not None:
            return Choice(split)
    guesses, sizes, sampled = comparison(
        book, strategy, history, candidates, most_pairs=most_pairs
    )
    best = _best(strategy, sizes)
    if guesses is not None:
        best = guesses[best]
    if strategy.prefers_candidates and not strategy.only_candidates:
        nearest = np.searchsorted(candidates[:-1], best)
        possible = best[candidates[nearest] == best]
        best = possible if len(possible) else best
    return Choice(int(best[0]), sampled)


class Comparison(NamedTuple):
    """
    The guesses that a strategy compares at a position, and their part sizes.

    There are no `guesses` if they are all codes; else their indices ascend. If there
    are too many, they are `sampled`, and the parts are those of some candidates.
    """

    guesses: NDArray[np.int64] | None
    sizes: Sizes
    sampled: bool


def comparison(
    book: Codebook,
    strategy: Strategy,
    history: Sequence[Code],
    candidates: NDArray[np.int64],
    *,
    most_pairs: float,
) -> Comparison:
    """
    Return the guesses that a strategy compares, and their parts; see `choose`.

    They are all codes, or all candidates if it looks at no others, as long as
    there are not too many pairs of guess and candidate. Where there are more,
    one guess stands for all that the turns do not tell from it; where there
    are more than `most_pairs` even so, they are a sample.
    """
    some = strategy.only_candidates and len(candidates) < len(book)
    guesses: NDArray[np.int64] | None = candidates if some else None
    groups = [(1, candidates)]
    width = len(book) if guesses is None else len(guesses)
    if width * len(candidates) > _MOST_PAIRS:
        unlike = representatives(book, history, candidates)
        guesses = unlike if guesses is None else _both(book, guesses, unlike)
        groups = weighted_candidates(book, history, candidates)
        width = len(guesses)
    sampled = width * sum(len(group) for _, group in groups) > most_pairs
    if sampled:
        guesses, groups = _sample(book, guesses, candidates)
    return Comparison(guesses, _part_sizes(book, groups, guesses), sampled)


def _part_sizes(
    book: Codebook,
    groups: Sequence[tuple[int, NDArray[np.int64]]],
    guesses: NDArray[np.int64] | None,
) -> Sizes:
    """Return the part sizes of groups of candidates, each with its weight."""
    (weight, group), *others = groups
    sizes: Sizes = book.part_sizes(group, guesses)
    if weight > 1 or others:
        sizes = sizes * np.uint32(weight)
    for weight, group in others:
        sizes = sizes + book.part_sizes(group, guesses) * np.uint32(weight)
    return sizes


def _sample(
    book: Codebook,
    guesses: NDArray[np.int64] | None,
    candidates: NDArray[np.int64],
) -> tuple[NDArray[np.int64], list[tuple[int, NDArray[np.int64]]]]:
    """Return some guesses, candidates among them, and candidates to rank them by."""
    rng = np.random.default_rng(len(candidates))  # the same turns, the same sample

    def draw(codes: NDArray[np.int64], number: int) -> NDArray[np.int64]:
        drawn = (
            rng.choice(codes, number, replace=False) if number < len(codes) else codes
        )
        return np.sort(drawn)

    if guesses is None:
        guesses = np.arange(len(book))
    secrets = draw(candidates, _SAMPLED_CANDIDATES)
    number = _SAMPLED_PAIRS // len(secrets)
    possible = draw(_both(book, candidates, guesses), number // 2)
    chosen = np.zeros(len(book), dtype=np.bool_)
    chosen[possible] = True
    chosen[draw(guesses, number - len(possible))] = True
    return np.flatnonzero(chosen), [(1, secrets)]


def _both(
    book: Codebook, codes: NDArray[np.int64], others: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the codes that are among the others too, in their order."""
    among = np.zeros(len(book), dtype=np.bool_)
    among[others] = True
    return codes[among[codes]]


def _first_perfect_split(book: Codebook, candidates: NDArray[np.int64]) -> int | None:
    """Return the first candidate that tells all apart, if any: no rank is better."""
    answers = np.sort(book.feedbacks(candidates, candidates), axis=0)
    perfect = (answers[1:] != answers[:-1]).all(axis=0)
    return int(candidates[perfect.argmax()]) if perfect.any() else None


def _best(strategy: Strategy, sizes: Sizes) -> NDArray[np.int64]:
    """Return which columns of `sizes` have the best rank, ascending."""
    first, *others = strategy.ranks
    ranks = first(sizes)
    best = np.flatnonzero(ranks <= ranks.min() + _TIE)
    for breaks_ties in others:
        ranks = breaks_ties(sizes[:, best])
        best = best[ranks <= ranks.min() + _TIE]
    return best


def best_first(
    strategy: Strategy, sizes: Sizes, possible: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """
    Return columns of `sizes`, a guess each, in the order in which `choose` takes them.

    Smaller codes are further to the left; `possible` says which are candidates.
    """
    keys: list[NDArray[np.integer | np.bool_]] = [
        _levels(ranks(sizes)) for ranks in strategy.ranks
    ]
    few = int(sizes[:, 0].sum()) <= 2  # then the first candidate is guessed
    if strategy.prefers_candidates or few:
        keys.append(~possible)
    if not keys:
        return np.arange(sizes.shape[1])
    order: NDArray[np.int64] = np.lexsort(keys[::-1])
    return order


def _levels(ranks: Ranks) -> NDArray[np.int64]:
    """Return the ranks as whole numbers, the same for those that tie."""
    order = np.argsort(ranks, kind="stable")
    steps = np.diff(ranks[order], prepend=ranks[order[0]]) > _TIE
    levels = np.empty(len(ranks), dtype=np.int64)
    levels[order] = np.cumsum(steps)
    return levels
