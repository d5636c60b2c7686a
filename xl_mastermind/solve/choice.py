"""Choose the guess of a strategy at one position, or at many."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, Indices
from xl_mastermind.game.rules import Code
from xl_mastermind.game.symmetry import (
    colour_class_representatives,
    representatives,
    weighted_candidates,
)
from xl_mastermind.solve import compare_guesses
from xl_mastermind.solve.endgame import SEARCHED_GAMES, endgame_guess
from xl_mastermind.solve.strategies import Sizes, Strategy
from xl_mastermind.solve.trees import bundled_guess

_MIN_SYMMETRY_PAIRS: Final = 1 << 23
"""
Above this many pairs, peg symmetries pay off. Colour symmetries are always used.

Compiled code takes 5 ms for 2^23 pairs of 6x6, as long as `representatives` takes.
"""

_MAX_CACHED_GUESSES: Final = 1 << 24
"""Guesses in cached lists: 128 megabytes."""

_LOADING_TIMEOUT: Final = 0.5
"""Seconds to wait for compiled code to be loaded."""

_BLOCK_GUESSES: Final = 1 << 18
"""Guesses compared at a time, to limit the memory of their part sizes."""

WeightedCandidates: TypeAlias = list[tuple[int, Indices]]
"""Candidates by the size of their symmetry class."""

_SAMPLE_PAIRS: Final = 1 << 26
_SAMPLE_CANDIDATES: Final = 1 << 15
"""The pairs of guess and candidate, and the candidates, of a sample."""


class Choice(NamedTuple):
    """The index of a guess, and whether it is the best of a sample only."""

    guess: int
    is_sampled: bool = False


def choose_guess(
    book: Codebook,
    strategy: Strategy,
    history: Sequence[Code],
    candidates: Indices,
    *,
    max_pairs: float = math.inf,
) -> Choice:
    """
    Return the guess of a strategy that is not random.

    Of guesses of equal rank, candidates come first if the strategy prefers them, then
    smaller codes. With one or two candidates, the guess is the first of them.
    """
    if len(candidates) <= 2:
        return Choice(int(candidates[0]))
    if strategy.is_exact:
        return Choice(book.index(_searched_guess(book, strategy, history, candidates)))
    if strategy.heuristic:
        guess = strategy.heuristic(book.rules, book.codes[candidates])
        return Choice(book.index(guess))
    if not strategy.rankings:
        return Choice(int(candidates[0]))
    if strategy.prefers_candidates:
        perfect_split = compare_guesses.first_perfect_split(book, candidates)
        if perfect_split is not None:
            return Choice(perfect_split)
    guesses, groups, is_sampled = compared_guesses(
        book, strategy, history, candidates, max_pairs
    )

    def best_of(guesses: Indices) -> int:
        sizes = weighted_part_sizes(book, groups, guesses)
        return compare_guesses.best_by_sizes(strategy, candidates, guesses, sizes)

    if len(guesses) > _BLOCK_GUESSES:
        blocks = np.split(guesses, range(_BLOCK_GUESSES, len(guesses), _BLOCK_GUESSES))
        guesses = np.array([*map(best_of, blocks)])
    return Choice(best_of(guesses), is_sampled)


def _searched_guess(
    book: Codebook, strategy: Strategy, history: Sequence[Code], candidates: Indices
) -> Code:
    """Return the guess of an exact strategy or a lookahead, from the first source."""
    guess = bundled_guess(book, strategy.name, history, candidates)
    if guess is None and not (strategy.width or book.rules in SEARCHED_GAMES):
        max_guesses = strategy.guesses_after(history)
        guess = endgame_guess(book, history, candidates, max_guesses)
    if guess is None:
        from xl_mastermind.lab.lookahead import searched_guess  # noqa: PLC0415, 0.1 s

        guess = searched_guess(book, strategy, history, candidates)
    return guess


class PositionBatch(NamedTuple):
    """Positions after equally many turns, with three or more candidates each."""

    candidates: Indices  # the candidates of all positions, ascending in each of them
    starts: Indices  # index of each position's first candidate, then the total
    histories: Indices  # (positions, turns): the guesses of the turns
    feedbacks: NDArray[np.uint8]  # (positions, turns): their feedback numbers

    def candidates_at(self, position: int) -> Indices:
        """Return the candidates of a position."""
        return self.candidates[self.starts[position] : self.starts[position + 1]]


def choose_guesses(
    book: Codebook, strategy: Strategy, positions: PositionBatch
) -> Indices:
    """Return the guess at each position; see `choose_guess`."""
    if not (strategy.rankings or strategy.is_exact or strategy.heuristic):
        return positions.candidates[positions.starts[:-1]]
    guesses = _guesses_by_position(book, strategy, positions)
    candidates = [positions.candidates_at(position) for position in guesses]
    best = np.empty(len(positions.starts) - 1, dtype=np.int64)
    best[[*guesses]] = compare_guesses.best_guesses(
        book, strategy, candidates, [*guesses.values()]
    )
    for position in {*range(len(best))}.difference(guesses):
        history = [*map(book.code, positions.histories[position].tolist())]
        codes = positions.candidates_at(position)
        best[position] = choose_guess(book, strategy, history, codes).guess
    return best


def choose_guesses_by_order(
    book: Codebook, strategy: Strategy, ranks_of: Indices, positions: PositionBatch
) -> Indices:
    """
    Return the guess at each position for another order of the codes.

    `ranks_of` has the rank of each code in that order. The strategy compares candidates
    only.
    """
    best = np.empty(len(positions.starts) - 1, dtype=np.int64)
    for position in range(len(best)):
        candidates = codes = positions.candidates_at(position)
        for ranking in strategy.rankings:
            ranks = ranking(compare_guesses.part_sizes(book, candidates, codes))
            codes = codes[ranks == ranks.min()]
        best[position] = codes[ranks_of[codes].argmin()]
    return best


def _guesses_by_position(
    book: Codebook, strategy: Strategy, positions: PositionBatch
) -> dict[int, Indices]:
    """Return the compared guesses by position, unless candidates are symmetric, too."""
    rules, guesses_by_position = book.rules, dict[int, Indices]()
    if not strategy.rankings:
        return guesses_by_position
    cache = _guess_cache(book)
    if len(cache) * len(book) > _MAX_CACHED_GUESSES:
        cache.clear()
    colour_bits, all_bits = book.colour_bits.view(np.int64), (1 << rules.colours) - 1
    candidate_bits = np.bitwise_or.reduceat(
        colour_bits[positions.candidates], positions.starts[:-1]
    )
    guess_bits = np.bitwise_or.reduce(colour_bits[positions.histories], axis=1)
    free_bits = (candidate_bits & ~guess_bits).tolist()
    absent_bits = (all_bits & ~candidate_bits).tolist()
    sizes = np.diff(positions.starts).tolist()
    for position, bits in enumerate(zip(free_bits, absent_bits, strict=True)):
        if bits[0].bit_count() > 2 * rules.pegs:  # `choose_guess` compares fewer pairs
            continue
        guesses = cache.get(bits)
        if guesses is None:
            guesses = cache[bits] = colour_class_representatives(book, *bits)
        if sizes[position] * len(guesses) > _MIN_SYMMETRY_PAIRS:
            turns = positions.histories[position].tolist()
            guesses = cache.get(key := (*turns, *bits))
            if guesses is None:
                history = [*map(book.code, turns)]
                candidates = positions.candidates_at(position)
                guesses = cache[key] = representatives(book, history, candidates)
        if strategy.only_candidates:
            guesses = _intersection(book, positions.candidates_at(position), guesses)
        guesses_by_position[position] = guesses
    return guesses_by_position


@lru_cache(maxsize=1)
def _guess_cache(_book: Codebook) -> dict[tuple[int, ...], Indices]:
    """Return the cache of compared guesses; any thread may clear it at any time."""
    return {}


def compared_guesses(
    book: Codebook,
    strategy: Strategy,
    history: Sequence[Code],
    candidates: Indices,
    max_pairs: float,
) -> tuple[Indices, WeightedCandidates, bool]:
    """
    Return the compared guesses, the weighted candidates, and whether they are a sample.

    The guesses, ascending, are all codes, or all candidates if the strategy considers
    no others. For many pairs of guess and candidate they are representatives of
    symmetry classes; if these still have more than `max_pairs`, a sample.
    """
    guesses = candidates if strategy.only_candidates else np.arange(len(book))
    groups = [(1, candidates)]
    if len(guesses) * len(candidates) > compare_guesses.MIN_COMPILED_PAIRS:
        smallest = representatives(book, history, candidates)
        guesses = _intersection(book, guesses, smallest)
        groups = weighted_candidates(book, history, candidates)
    pairs = len(guesses) * sum(len(group) for _, group in groups)
    if pairs > max_pairs and compare_guesses.is_kernel_loaded(pairs, _LOADING_TIMEOUT):
        max_pairs *= 4  # compiled code is four times as fast as numpy
    if pairs > max_pairs:
        guesses, groups = _sample(book, guesses, candidates)
    return guesses, groups, pairs > max_pairs


def weighted_part_sizes(
    book: Codebook, groups: WeightedCandidates, guesses: Indices
) -> Sizes:
    """Return the part sizes of weighted candidates."""
    sizes: Sizes = np.zeros(1, dtype=np.uint32)
    for weight, group in groups:
        part_sizes = compare_guesses.part_sizes(book, group, guesses)
        sizes = sizes + part_sizes * np.uint32(weight)
    return sizes


def _sample(
    book: Codebook, guesses: Indices, candidates: Indices
) -> tuple[Indices, WeightedCandidates]:
    """Return a sample of guesses, up to half of them candidates, and of candidates."""
    rng = np.random.default_rng(len(candidates))  # the same turns draw the same sample

    def draw(codes: Indices, number: int) -> Indices:
        if number < len(codes):
            codes = rng.choice(codes, number, replace=False)
        return np.sort(codes)

    secrets = draw(candidates, _SAMPLE_CANDIDATES)
    number = _SAMPLE_PAIRS // len(secrets)
    guess_candidates = draw(_intersection(book, candidates, guesses), number // 2)
    other_guesses = draw(guesses, number - len(guess_candidates))
    return np.union1d(guess_candidates, other_guesses), [(1, secrets)]


def _intersection(book: Codebook, codes: Indices, other_codes: Indices) -> Indices:
    """Return the codes that are in `other_codes`, in their order."""
    return codes[book.mask(other_codes)[codes]]
