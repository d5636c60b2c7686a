"""One-step strategies: they differ in how they rank a partition, in nothing else."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, codebook
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.game.symmetry import representatives

Sizes: TypeAlias = NDArray[np.unsignedinteger]
"""Part sizes as `Codebook.part_sizes` gives them: (feedbacks, guesses)."""

Ranks: TypeAlias = NDArray[np.integer | np.floating]
"""The rank of each guess, the less the better."""

_TIE: Final = 1e-9
"""Ranks nearer than this are equal; whole numbers never are."""

_MOST_PAIRS: Final = 1 << 21
"""With more pairs of guess and candidate, looking for symmetry pays for itself."""


class NoCandidateError(ValueError):
    """The turns contradict one another: no code fits them all."""


def _largest_part(sizes: Sizes) -> Ranks:
    largest: Ranks = sizes.max(axis=0)
    return largest


def _sum_of_squares(sizes: Sizes) -> Ranks:
    # Exact: the sum is at most the square of the number of codes, below 2**53.
    total: Ranks = np.square(sizes, dtype=np.float64).sum(axis=0)
    return total


def _bits_missing(sizes: Sizes) -> Ranks:
    """Return the bits that are still unknown, on average, after each answer."""
    terms = np.arange(int(sizes.max()) + 1, dtype=np.float64)
    terms[1:] *= np.log2(terms[1:])
    missing: Ranks = terms.take(sizes).sum(axis=0) / sizes[:, 0].sum()
    return missing


def _fewest_parts(sizes: Sizes) -> Ranks:
    fewest: Ranks = -np.count_nonzero(sizes, axis=0)
    return fewest


@dataclass(frozen=True)
class Strategy:
    """
    How a guess is chosen when three or more candidates are left.

    Attributes
    ----------
    name : str
        The name it is asked for by.
    rule : str
        The rule in one sentence.
    ranks : tuple of functions
        Ranks of the guesses by their part sizes, the less the better; a later
        one breaks the ties of those before it. With none, every guess ties.
    only_candidates : bool
        Whether only candidates are considered, not all codes.
    prefers_candidates : bool
        Whether a candidate wins a tie against a code that is none.
    at_random : bool
        Whether ties are broken at random, not by the smallest code.
    """

    name: str
    rule: str
    ranks: tuple[Callable[[Sizes], Ranks], ...] = ()
    only_candidates: bool = False
    prefers_candidates: bool = True
    at_random: bool = False


STRATEGIES: Final = {
    strategy.name: strategy
    for strategy in (
        Strategy(
            "first-consistent",
            "The smallest code that is still possible.",
            only_candidates=True,
        ),
        Strategy(
            "random",
            "A code that is still possible, at random.",
            only_candidates=True,
            at_random=True,
        ),
        Strategy(
            "minimax",
            "Of the codes still possible, the first whose largest part is smallest.",
            (_largest_part,),
            only_candidates=True,
        ),
        Strategy(
            "knuth",
            "Of all codes, one whose largest part is smallest.",
            (_largest_part,),
        ),
        Strategy(
            "brain-breaker",
            "Of all codes, the smallest largest part, then the smallest average part.",
            (_largest_part, _sum_of_squares),
            prefers_candidates=False,
        ),
        Strategy(
            "expected-size",
            "Of all codes, one whose parts are smallest on average.",
            (_sum_of_squares,),
        ),
        Strategy(
            "entropy",
            "Of all codes, one whose answer tells the most bits.",
            (_bits_missing,),
        ),
        Strategy(
            "most-parts",
            "Of all codes, one with the most different answers.",
            (_fewest_parts,),
        ),
    )
}
"""Every strategy by its name."""

DEFAULT_STRATEGY: Final = "knuth"

_OTHER_NAMES: Final = {"random-consistent": "random"}


def parse_strategy(text: str) -> Strategy:
    """
    Return the strategy of a name, in any case, with blanks for hyphens.

    Raises
    ------
    ValueError
        If there is none of this name.

    Examples
    --------
    >>> parse_strategy("Most parts").name
    'most-parts'
    >>> parse_strategy("magic")
    Traceback (most recent call last):
    ...
    ValueError: expected a strategy (first-consistent, random, minimax, knuth, \
brain-breaker, expected-size, entropy, most-parts), got 'magic'
    """
    name = "-".join(text.lower().split())
    name = _OTHER_NAMES.get(name, name)
    if name not in STRATEGIES:
        raise ValueError(f"expected a strategy ({', '.join(STRATEGIES)}), got {text!r}")
    return STRATEGIES[name]


def choose(
    book: Codebook,
    strategy: Strategy,
    history: Sequence[Code],
    candidates: NDArray[np.int64],
    rng: random.Random,
) -> int:
    """
    Return the index of the guess that `strategy` makes.

    Parameters
    ----------
    book : Codebook
        All codes of the game.
    strategy : Strategy
        How guesses are ranked.
    history : sequence of Code
        The guesses made so far.
    candidates : (m,) array of int64
        Indices of the codes that fit the feedback to them, ascending, all.
    rng : random.Random
        Used by a strategy that chooses at random.

    Returns
    -------
    int
        Index of the guess: the best rank; then, where the strategy says so, a
        candidate; then the smallest code. With one or two candidates it is
        the first of them.
    """
    if len(candidates) <= 2 or (not strategy.ranks and not strategy.at_random):
        return int(candidates[0])
    if strategy.at_random:
        return int(candidates[rng.randrange(len(candidates))])
    if strategy.prefers_candidates and len(candidates) <= len(book.numbers):
        split = _first_perfect_split(book, candidates)
        if split is not None:
            return split
    guesses = _guesses(book, strategy, history, candidates)
    best = _best(strategy, book.part_sizes(candidates, guesses))
    if guesses is not None:
        best = guesses[best]
    if strategy.prefers_candidates and not strategy.only_candidates:
        nearest = np.searchsorted(candidates[:-1], best)
        possible = best[candidates[nearest] == best]
        best = possible if len(possible) else best
    return int(best[0])


def _guesses(
    book: Codebook,
    strategy: Strategy,
    history: Sequence[Code],
    candidates: NDArray[np.int64],
) -> NDArray[np.int64] | None:
    """Return the guesses to rank, ascending, or `None` for all codes."""
    pool = candidates if strategy.only_candidates else None
    width = len(book) if pool is None else len(pool)
    if width * len(candidates) <= _MOST_PAIRS:
        return pool
    unlike = representatives(book, history, candidates)
    return unlike if pool is None else np.intersect1d(pool, unlike)


def _first_perfect_split(book: Codebook, candidates: NDArray[np.int64]) -> int | None:
    """
    Return the first candidate that tells all candidates apart, if there is one.

    No rank is better, so the other codes need not be looked at.
    """
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


@lru_cache(maxsize=64)
def first_guess(rules: Rules, strategy: Strategy) -> Code:
    """
    Return the strategy's own first guess; not for a strategy at random.

    Examples
    --------
    >>> first_guess(Rules(4, 6), STRATEGIES["expected-size"])
    (1, 1, 2, 3)
    """
    book = codebook(rules)
    everything = np.arange(len(book))
    return book.code(choose(book, strategy, (), everything, random.Random()))


def next_guess(
    rules: Rules,
    turns: Iterable[Turn],
    strategy: str = DEFAULT_STRATEGY,
    *,
    first: Code | None = None,
    seed: int | str | None = None,
) -> Code:
    """
    Return the next guess of a game in progress.

    Parameters
    ----------
    rules : Rules
        The game.
    turns : iterable of Turn
        The guesses so far with their feedback.
    strategy : str
        A name of `STRATEGIES`.
    first : Code, optional
        The first guess; the strategy's own if left out.
    seed : int or str, optional
        Makes the strategy ``random`` repeatable.

    Returns
    -------
    Code
        The guess. With one or two candidates left it is the first of them.

    Raises
    ------
    NoCandidateError
        If no code fits the turns.
    ValueError
        If a code or a feedback is not one of this game, or the strategy is
        unknown.

    Examples
    --------
    >>> rules = Rules(4, 6)
    >>> next_guess(rules, [])
    (1, 1, 2, 2)
    >>> from xl_mastermind.game.rules import Feedback
    >>> next_guess(rules, [Turn((1, 1, 2, 2), Feedback(1, 0))])
    (1, 3, 4, 4)
    """
    chosen = parse_strategy(strategy)
    played = [rules.check_turn(turn) for turn in turns]
    if first is not None:
        rules.check_code(first)
    if not played and first is not None:
        return first
    if not played and not chosen.at_random:
        return first_guess(rules, chosen)
    book = codebook(rules)
    left = np.flatnonzero(book.fitting(played))
    if not len(left):
        raise NoCandidateError(_contradiction(book, played))
    history = [turn.guess for turn in played]
    draw = None if seed is None else f"{seed}, turn {len(played) + 1}"
    return book.code(choose(book, chosen, history, left, random.Random(draw)))


def survivors(rules: Rules, turns: Sequence[Turn]) -> list[int]:
    """
    Return how many codes are left after each turn.

    Raises
    ------
    ValueError
        If a guess or a feedback is not one of this game.

    Examples
    --------
    >>> from xl_mastermind.game.rules import Feedback
    >>> turns = [Turn((1, 1, 2, 2), Feedback(1, 0)), Turn((1, 2, 3, 4), Feedback(0, 2))]
    >>> survivors(Rules(4, 6), turns)
    [256, 78]
    """
    book = codebook(rules)
    left = np.ones(len(book), dtype=np.bool_)
    counts = []
    for turn in turns:
        left &= book.fitting([rules.check_turn(turn)])
        counts.append(int(np.count_nonzero(left)))
    return counts


def _contradiction(book: Codebook, turns: Sequence[Turn]) -> str:
    first = survivors(book.rules, turns).index(0) + 1
    these = "this turn" if len(turns) == 1 else f"these {len(turns)} turns"
    return f"no code fits {these}; check the feedback of turn {first}"
