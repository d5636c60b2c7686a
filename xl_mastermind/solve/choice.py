"""
Picking a guess: the best of those that a strategy compares at a position.

`suggest` picks for a game in progress, `evaluate` for all games at once, and
`analysis` lists what was compared.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook
from xl_mastermind.game.rules import Code
from xl_mastermind.game.symmetry import (
    colour_class_representatives,
    representatives,
    weighted_candidates,
)
from xl_mastermind.solve import compare_guesses
from xl_mastermind.solve.compare_guesses import Indices
from xl_mastermind.solve.strategies import TIE, Ranks, Sizes, Strategy

_MANY_IN_A_TREE: Final = 1 << 23
"""
With more pairs at a position of a tree, looking for pegs that may be moved pays.

There the colours have been looked at before. At 2^23 pairs of 6x6 compiled code takes
5 ms, `representatives` as much.
"""

_MOST_KEPT: Final = 1 << 24
"""The most guesses that are remembered: 128 megabytes."""

_SPEEDUP: Final = 4
"""Compiled code compares about four times as many pairs a second as numpy."""

_PATIENCE: Final = 0.5
"""Seconds in which it may be loaded meanwhile."""

_AT_ONCE: Final = 1 << 18
"""Guesses that are compared at a time, so that their part sizes fill no memory."""

Groups: TypeAlias = list[tuple[int, Indices]]
"""Candidates, and how many each of them stands for."""

_SAMPLED_PAIRS: Final = 1 << 26
_SAMPLED_CANDIDATES: Final = 1 << 15
"""The most pairs of guess and candidate, and the most candidates, of a sample."""


class Choice(NamedTuple):
    """The index of a guess, and whether it is the best of a sample only."""

    guess: int
    is_sampled: bool = False


def choose(
    book: Codebook,
    strategy: Strategy,
    history: Sequence[Code],
    candidates: Indices,
    *,
    most_pairs: float = math.inf,
) -> Choice:
    """
    Return the guess that `strategy` makes; not for a strategy at random.

    It is the guess with the best rank; then, where the strategy says so, a candidate;
    then the smallest code. With one or two candidates it is the first.
    """
    if len(candidates) <= 2:
        return Choice(int(candidates[0]))
    if strategy.is_exact:
        from xl_mastermind.solve.optimal import optimal_guess  # noqa: PLC0415, 0.1 s

        return Choice(book.index(optimal_guess(book, strategy, history, candidates)))
    if strategy.heuristic:
        guess = strategy.heuristic(book.rules, book.codes[candidates])
        return Choice(book.index(guess))
    if not strategy.ranks:
        return Choice(int(candidates[0]))
    if strategy.prefers_candidates:
        split = compare_guesses.first_perfect_split(book, candidates)
        if split is not None:
            return Choice(split)
    guesses, groups, is_sampled = _to_compare(
        book, strategy, history, candidates, most_pairs
    )

    def best_of(guesses: Indices | None) -> int:
        sizes = _part_sizes(book, groups, guesses)
        return compare_guesses.best_by_sizes(strategy, candidates, guesses, sizes)

    if guesses is None and len(book) > _AT_ONCE:
        guesses = np.arange(len(book))
    if guesses is not None and len(guesses) > _AT_ONCE:
        blocks = np.split(guesses, range(_AT_ONCE, len(guesses), _AT_ONCE))
        guesses = np.array([*map(best_of, blocks)])
    return Choice(best_of(guesses), is_sampled)


class Positions(NamedTuple):
    """Positions after as many turns each, of three candidates at least."""

    candidates: Indices  # of one position after the other, ascending in each
    starts: Indices  # where those of each position start, and where the last ones end
    histories: Indices  # (positions, turns): the guesses that led there
    answers: NDArray[np.uint8]  # (positions, turns): the answers to them

    def of(self, position: int) -> Indices:
        """Return the candidates of a position."""
        return self.candidates[self.starts[position] : self.starts[position + 1]]


def choose_each(book: Codebook, strategy: Strategy, positions: Positions) -> Indices:
    """Return the guess at each of many positions, which `choose` makes too."""
    if not (strategy.ranks or strategy.is_exact or strategy.heuristic):
        return positions.candidates[positions.starts[:-1]]
    compared = _compared(book, strategy, positions)
    candidates = [positions.of(place) for place in compared]
    best = np.empty(len(positions.starts) - 1, dtype=np.int64)
    best[[*compared]] = compare_guesses.best_guesses(
        book, strategy, candidates, [*compared.values()]
    )
    for place in {*range(len(best))}.difference(compared):
        history = [*map(book.code, positions.histories[place].tolist())]
        best[place] = choose(book, strategy, history, positions.of(place)).guess
    return best


def choose_in_order(
    book: Codebook, strategy: Strategy, places: Indices, positions: Positions
) -> Indices:
    """
    Return the guess at each position if the first code is that of another order.

    `places` has the place of each code in it. The strategy compares candidates alone.
    """
    best = np.empty(len(positions.starts) - 1, dtype=np.int64)
    for position in range(len(best)):
        candidates = codes = positions.of(position)
        for rank in strategy.ranks:
            ranks = rank(compare_guesses.part_sizes(book, candidates, codes))
            codes = codes[ranks == ranks.min()]
        best[position] = codes[places[codes].argmin()]
    return best


def _compared(
    book: Codebook, strategy: Strategy, positions: Positions
) -> dict[int, Indices]:
    """Return the guesses to compare at each position, but where `choose` has fewer."""
    rules, compared = book.rules, dict[int, Indices]()
    if not strategy.ranks:
        return compared
    lists = _lists_of(book)
    if len(lists) * len(book) > _MOST_KEPT:
        lists.clear()
    colours, every_colour = book.colour_bits.view(np.int64), (1 << rules.colours) - 1
    colours_of_all = colours[positions.candidates]
    present = np.bitwise_or.reduceat(colours_of_all, positions.starts[:-1])
    used = np.bitwise_or.reduce(colours[positions.histories], axis=1)
    free, absent = present & ~used, every_colour & ~present
    kinds = zip(free.tolist(), absent.tolist(), strict=True)
    sizes = np.diff(positions.starts).tolist()
    for place, kind in enumerate(kinds):
        if kind[0].bit_count() > 2 * rules.pegs:  # `choose` spares candidates too
            continue
        guesses = lists.get(kind)
        if guesses is None:
            guesses = lists[kind] = colour_class_representatives(book, *kind)
        if sizes[place] * len(guesses) > _MANY_IN_A_TREE:
            turns = positions.histories[place].tolist()
            guesses = lists.get(key := (*turns, *kind))
            if guesses is None:
                history = [*map(book.code, turns)]
                guesses = representatives(book, history, positions.of(place))
                lists[key] = guesses
        if strategy.only_candidates:
            guesses = _intersection(book, positions.of(place), guesses)
        compared[place] = guesses
    return compared


@lru_cache(maxsize=1)
def _lists_of(_book: Codebook) -> dict[tuple[int, ...], Indices]:
    """
    Return the guesses that positions of a game compare, as far as they are known.

    All threads share them, and any may clear them at any time.
    """
    return {}


class Comparison(NamedTuple):
    """
    The guesses that a strategy compares at a position, and their part sizes.

    There are no `guesses` if they are all codes; else their indices ascend. If there
    are too many, they are `sampled`, and the parts are those of some candidates.
    """

    guesses: Indices | None
    sizes: Sizes
    is_sampled: bool


def comparison(
    book: Codebook,
    strategy: Strategy,
    history: Sequence[Code],
    candidates: Indices,
    *,
    most_pairs: float,
) -> Comparison:
    """Return the guesses that a strategy compares, and their parts; see `choose`."""
    guesses, groups, is_sampled = _to_compare(
        book, strategy, history, candidates, most_pairs
    )
    return Comparison(guesses, _part_sizes(book, groups, guesses), is_sampled)


def _to_compare(
    book: Codebook,
    strategy: Strategy,
    history: Sequence[Code],
    candidates: Indices,
    most_pairs: float,
) -> tuple[Indices | None, Groups, bool]:
    """
    Return the guesses, the weighted candidates, and whether they are a sample.

    They are all codes, or all candidates if it looks at no others, as long as there
    are not too many pairs of guess and candidate. Where there are more, one guess
    stands for all that the turns do not tell from it; where there are more than
    `most_pairs` even so, they are a sample.
    """
    guesses = None
    if strategy.only_candidates and len(candidates) < len(book):
        guesses = candidates
    groups = [(1, candidates)]
    if _pairs(book, guesses, groups) > compare_guesses.MANY_PAIRS:
        alike = representatives(book, history, candidates)
        guesses = alike if guesses is None else _intersection(book, candidates, alike)
        groups = weighted_candidates(book, history, candidates)
    pairs = _pairs(book, guesses, groups)
    if pairs > most_pairs and compare_guesses.is_ready(pairs, _PATIENCE):
        most_pairs *= _SPEEDUP
    if pairs > most_pairs:
        guesses, groups = _sample(book, guesses, candidates)
    return guesses, groups, pairs > most_pairs


def _part_sizes(book: Codebook, groups: Groups, guesses: Indices | None) -> Sizes:
    """Return how many candidates are in each part of each guess."""
    sizes: Sizes = np.zeros(1, dtype=np.uint32)
    for weight, group in groups:
        sizes = sizes + compare_guesses.part_sizes(book, group, guesses) * np.uint32(
            weight
        )
    return sizes


def _pairs(
    book: Codebook,
    guesses: Indices | None,
    groups: Groups,
) -> int:
    """Return the number of pairs of guess and candidate to compare."""
    width = len(book) if guesses is None else len(guesses)
    return width * sum(len(group) for _, group in groups)


def _sample(
    book: Codebook,
    guesses: Indices | None,
    candidates: Indices,
) -> tuple[Indices, Groups]:
    """Return some guesses, candidates among them, and candidates to rank them by."""
    rng = np.random.default_rng(len(candidates))  # the same turns, the same sample

    def draw(codes: Indices, number: int) -> Indices:
        drawn = (
            rng.choice(codes, number, replace=False) if number < len(codes) else codes
        )
        return np.sort(drawn)

    if guesses is None:
        guesses = np.arange(len(book))
    secrets = draw(candidates, _SAMPLED_CANDIDATES)
    number = _SAMPLED_PAIRS // len(secrets)
    possible = draw(_intersection(book, candidates, guesses), number // 2)
    chosen = np.union1d(possible, draw(guesses, number - len(possible)))
    return chosen, [(1, secrets)]


def _intersection(book: Codebook, codes: Indices, other_codes: Indices) -> Indices:
    """Return the codes that are among other codes too, in their order."""
    return codes[book.mask(other_codes)[codes]]


def best_first(
    strategy: Strategy, sizes: Sizes, possible: NDArray[np.bool_]
) -> Indices:
    """
    Return the columns of `sizes`, a guess each, the best by `choose` first.

    Smaller codes are further to the left; `possible` says which are candidates.
    """
    keys: list[NDArray[np.integer | np.bool_]] = [
        _levels(ranks(sizes)) for ranks in strategy.ranks
    ]
    has_few = int(sizes[:, 0].sum()) <= 2  # then the first candidate is guessed
    if strategy.prefers_candidates or has_few:
        keys.append(~possible)
    if not keys:
        return np.arange(sizes.shape[1])
    order: Indices = np.lexsort(keys[::-1])
    return order


def _levels(ranks: Ranks) -> Indices:
    """Return the ranks as whole numbers, the same for those that tie."""
    order = np.argsort(ranks, kind="stable")
    steps = np.diff(ranks[order], prepend=ranks[order[0]]) > TIE
    levels = np.empty(len(ranks), dtype=np.int64)
    levels[order] = np.cumsum(steps)
    return levels
