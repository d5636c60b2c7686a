"""One-step strategies: they differ in how they rank a partition, in nothing else."""

import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, codebook
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.game.symmetry import representatives, weighted_candidates
from xl_mastermind.solve.contradictions import contradiction_in_words
from xl_mastermind.solve.exact.search import ExactSearchError, Problem, Search, prepare
from xl_mastermind.solve.trees import shipped_tree

Sizes: TypeAlias = NDArray[np.unsignedinteger]
"""Part sizes as `Codebook.part_sizes` gives them: (feedbacks, guesses)."""

Ranks: TypeAlias = NDArray[np.integer | np.floating]
"""The rank of each guess, the less the better."""

_TIE: Final = 1e-9
"""Ranks nearer than this are equal; whole numbers never are."""

_MOST_PAIRS: Final = 1 << 21
"""With more pairs of guess and candidate, looking for symmetry pays for itself."""

MOST_EXACT: Final = 1 << 27
"""With more pairs that symmetry does not spare, a game in progress takes a sample."""

_SAMPLED_PAIRS: Final = 1 << 26
_SAMPLED_CANDIDATES: Final = 1 << 15
"""So many pairs are compared then, with so many candidates at most."""


_MOST_SEARCHED: Final = 5040**2
"""With more pairs of guess and candidate, an optimal guess is not looked for."""

_PATIENCE: Final = 30.0
"""Seconds after which an optimal guess is given up."""


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
    exact : bool
        Whether guesses are ranked by the least total number of guesses that
        they lead to, not by part sizes.
    most : int, optional
        Guesses that an exact strategy makes at most, where that can be.
    """

    name: str
    rule: str
    ranks: tuple[Callable[[Sizes], Ranks], ...] = ()
    only_candidates: bool = False
    prefers_candidates: bool = True
    at_random: bool = False
    exact: bool = False
    most: int | None = None


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
        Strategy(
            "optimal",
            "Of all codes, one with the fewest guesses on average, proved.",
            exact=True,
        ),
        Strategy(
            "optimal-5",
            "The same, and never a sixth guess where five can be enough.",
            exact=True,
            most=5,
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
brain-breaker, expected-size, entropy, most-parts, optimal, optimal-5), got 'magic'
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
        The guesses made so far, and the pattern if the candidates match one.
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
    return _choose(book, strategy, history, candidates, rng, most_pairs=math.inf).guess


class _Choice(NamedTuple):
    """The index of a guess, and whether it is the best of a sample only."""

    guess: int
    sampled: bool = False


def _choose(  # noqa: PLR0913 - those of `choose`, and one more
    book: Codebook,
    strategy: Strategy,
    history: Sequence[Code],
    candidates: NDArray[np.int64],
    rng: random.Random,
    *,
    most_pairs: float,
) -> _Choice:
    """Choose as `choose` does, from a sample if there are more pairs to compare."""
    if len(candidates) <= 2:
        return _Choice(int(candidates[0]))
    if strategy.exact:
        return _Choice(book.index(_exact(book, strategy, history, candidates)))
    if not strategy.ranks and not strategy.at_random:
        return _Choice(int(candidates[0]))
    if strategy.at_random:
        return _Choice(int(candidates[rng.randrange(len(candidates))]))
    if strategy.prefers_candidates and len(candidates) <= len(book.numbers):
        split = _first_perfect_split(book, candidates)
        if split is not None:
            return _Choice(split)
    guesses, sizes, sampled = compared(
        book, strategy, history, candidates, most_pairs=most_pairs
    )
    best = _best(strategy, sizes)
    if guesses is not None:
        best = guesses[best]
    if strategy.prefers_candidates and not strategy.only_candidates:
        nearest = np.searchsorted(candidates[:-1], best)
        possible = best[candidates[nearest] == best]
        best = possible if len(possible) else best
    return _Choice(int(best[0]), sampled)


class Compared(NamedTuple):
    """
    The guesses that a strategy compares at a position.

    Attributes
    ----------
    guesses : (g,) array of int64 or None
        Their indices, ascending; none if they are all codes.
    sizes : (f, g) array of unsigned int
        Into which parts each splits the candidates.
    sampled : bool
        Whether there are too many, so that these are some of the guesses, and
        the parts those of some of the candidates.
    """

    guesses: NDArray[np.int64] | None
    sizes: Sizes
    sampled: bool


def compared(
    book: Codebook,
    strategy: Strategy,
    history: Sequence[Code],
    candidates: NDArray[np.int64],
    *,
    most_pairs: float,
) -> Compared:
    """
    Return the guesses that a strategy compares, and their parts.

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
    return Compared(guesses, _part_sizes(book, groups, guesses), sampled)


def _part_sizes(
    book: Codebook,
    groups: Sequence[tuple[int, NDArray[np.int64]]],
    guesses: NDArray[np.int64] | None,
) -> Sizes:
    """Return the part sizes of candidates that count more than once each."""
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

    def some(codes: NDArray[np.int64], number: int) -> NDArray[np.int64]:
        drawn = (
            rng.choice(codes, number, replace=False) if number < len(codes) else codes
        )
        return np.sort(drawn)

    if guesses is None:
        guesses = np.arange(len(book))
    secrets = some(candidates, _SAMPLED_CANDIDATES)
    number = _SAMPLED_PAIRS // len(secrets)
    possible = some(_both(book, candidates, guesses), number // 2)
    chosen = np.zeros(len(book), dtype=np.bool_)
    chosen[possible] = True
    chosen[some(guesses, number - len(possible))] = True
    return np.flatnonzero(chosen), [(1, secrets)]


def _both(
    book: Codebook, some: NDArray[np.int64], others: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the codes that are among the others too, in their order."""
    among = np.zeros(len(book), dtype=np.bool_)
    among[others] = True
    return some[among[some]]


def _exact(
    book: Codebook,
    strategy: Strategy,
    history: Sequence[Code],
    candidates: NDArray[np.int64],
) -> Code:
    """Return the guess of the tree that ships, or of a search outside of it."""
    rules = book.rules
    one = book.code(int(candidates[0]))
    turns = [Turn(guess, rules.answer(one, guess)) for guess in history]
    tree = shipped_tree(rules, strategy.name)
    if tree and (here := tree.after(turns)):
        return here.guess
    search, members = _search_of(book, turns, candidates)
    past = history if members is not None else ()
    choose_within = partial(search.choose, members, past, time_limit=_PATIENCE)
    guess = None
    if strategy.most and strategy.most > len(history):
        guess = choose_within(most=strategy.most - len(history))
    return guess or choose_within() or one


def _search_of(
    book: Codebook, turns: Sequence[Turn], candidates: NDArray[np.int64]
) -> tuple[Search, NDArray[np.int64] | None]:
    """Return a search, and where in it the candidates are if they are not all."""
    pairs = len(book) * len(candidates)
    if pairs > _MOST_SEARCHED:
        raise ExactSearchError(
            f"expected a position of at most {_MOST_SEARCHED // len(book):,} codes for"
            f" an optimal guess in {book.rules}, got {len(candidates):,}"
        )
    prepare(lambda _: None, book.rules)  # or it would take the time of the search
    if len(book) ** 2 <= _MOST_SEARCHED:
        return search_of_game(book.rules), candidates
    return Search(Problem.of_game(book.rules, turns)), None


@lru_cache(maxsize=2)
def search_of_game(rules: Rules) -> Search:
    """Return a search of a whole game, which remembers what it has found."""
    return Search(Problem.of_game(rules))


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


def best_first(
    strategy: Strategy, sizes: Sizes, possible: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """
    Return the order of guesses by the strategy's rule, as `choose` would take them.

    Parameters
    ----------
    strategy : Strategy
        How guesses are ranked.
    sizes : (f, g) array of unsigned int
        The part sizes of each guess; the smaller code is further to the left.
    possible : (g,) array of bool
        Whether each guess is a candidate.

    Returns
    -------
    (g,) array of int64
        Columns of `sizes`, the best guess first.
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


@lru_cache(maxsize=64)
def first_choice(rules: Rules, strategy: Strategy) -> _Choice:
    """Return the strategy's own first choice; not for a strategy at random."""
    book = codebook(rules)
    everything = np.arange(len(book))
    return _choose(
        book, strategy, (), everything, random.Random(), most_pairs=MOST_EXACT
    )


def first_guess(rules: Rules, strategy: Strategy) -> Code:
    """
    Return the strategy's own first guess; not for a strategy at random.

    Examples
    --------
    >>> first_guess(Rules(4, 6), STRATEGIES["expected-size"])
    (1, 1, 2, 3)
    """
    return codebook(rules).code(first_choice(rules, strategy).guess)


class Suggestion(NamedTuple):
    """
    The next guess of a game in progress.

    Attributes
    ----------
    guess : Code
        The guess.
    left : int
        How many codes are possible before it.
    sampled : bool
        Whether the game was too large to compare all guesses, so that the
        guess is the best of a sample only.
    """

    guess: Code
    left: int
    sampled: bool = False


def next_guess(  # noqa: PLR0913 - options are given by name
    rules: Rules,
    turns: Iterable[Turn],
    strategy: str = DEFAULT_STRATEGY,
    *,
    first: Code | None = None,
    seed: int | str | None = None,
    pattern: Code | None = None,
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
    pattern : Code, optional
        What else is known of the code, as `Rules.parse_pattern` gives it.

    Returns
    -------
    Code
        The guess. With one or two candidates left it is the first of them.

    Raises
    ------
    NoCandidateError
        If no code fits the turns, or none that does matches the pattern.
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
    return suggest(
        rules, turns, strategy, first=first, seed=seed, pattern=pattern
    ).guess


def suggest(  # noqa: PLR0913 - options are given by name
    rules: Rules,
    turns: Iterable[Turn],
    strategy: str = DEFAULT_STRATEGY,
    *,
    first: Code | None = None,
    seed: int | str | None = None,
    pattern: Code | None = None,
) -> Suggestion:
    """
    Return the next guess of a game in progress, and what is known about it.

    It takes and raises what `next_guess` does.

    Examples
    --------
    >>> from xl_mastermind.game.rules import Feedback
    >>> suggest(Rules(4, 6), [Turn((1, 1, 2, 2), Feedback(1, 0))])
    Suggestion(guess=(1, 3, 4, 4), left=256, sampled=False)
    """
    chosen = parse_strategy(strategy)
    played = [rules.check_turn(turn) for turn in turns]
    if first is not None:
        rules.check_code(first)
    if pattern is not None:
        rules.check_pattern(pattern)
    book = codebook(rules)
    left = book.candidates(played, pattern)
    if not len(left):
        raise NoCandidateError(_contradiction(rules, played, pattern))
    if not played and first is not None:
        return Suggestion(first, len(left))
    if not played and pattern is None and not chosen.at_random:
        start = first_choice(rules, chosen)
        return Suggestion(book.code(start.guess), len(left), start.sampled)
    history = [turn.guess for turn in played]
    if pattern is not None:
        history.append(pattern)
    draw = None if seed is None else f"{seed}, turn {len(played) + 1}"
    rng = random.Random(draw)
    guess, sampled = _choose(book, chosen, history, left, rng, most_pairs=MOST_EXACT)
    return Suggestion(book.code(guess), len(left), sampled)


@lru_cache(maxsize=128)
def cached_suggestion(
    rules: Rules, turns: tuple[Turn, ...], strategy: str, first: Code | None = None
) -> Suggestion:
    """Return the suggestion, which a sheet asks for more than once."""
    return suggest(rules, turns, strategy, first=first, seed=str([*turns]))


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
    played = map(rules.check_turn, turns)
    return [len(left) for left in codebook(rules).narrowed(played)]


def _contradiction(rules: Rules, turns: Sequence[Turn], pattern: Code | None) -> str:
    words = contradiction_in_words(rules, turns)
    if words:
        return words[0].lower() + words[1:].rstrip(".")
    these = "this turn" if len(turns) == 1 else f"these {len(turns)} turns"
    written = rules.format_pattern(pattern or ())
    return f"no code that fits {these} matches the pattern {written!r}"
