"""
Picking a guess: the best of those that a strategy compares at a position.

`suggest` picks for a game in progress, `evaluate` for all games at once, and
`analysis` lists what was compared.
"""

import math
import threading
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook
from xl_mastermind.game.rules import Code
from xl_mastermind.game.symmetry import (
    first_uses,
    representatives,
    unlike_in_colour,
    weighted_candidates,
)
from xl_mastermind.solve.parting import (
    Lists,
    best_guess,
    best_guesses,
    is_ready,
    part_sizes,
    peg_numbers,
)
from xl_mastermind.solve.strategies import TIE, Ranks, Sizes, Strategy

_MOST_PAIRS: Final = 1 << 21
"""With more pairs of guess and candidate, looking for symmetry pays for itself."""

_MOST_UNMOVED: Final = 1 << 23
"""With more pairs, looking for pegs that may be moved pays for itself."""

_MOST_COLOURS: Final = 63
"""Sets of so many colours are bits of a number."""

_MOST_KEPT: Final = 1 << 22
"""So many guesses are remembered at a time, in up to a hundred megabytes."""

_PATIENCE: Final = 0.5
"""Seconds in which compiled code may be loaded meanwhile."""

_FEW_GUESSES: Final = 256
"""To compare fewer takes as long, and compiled code is not asked."""

_FASTER: Final = 4
"""It compares so many times as many as numpy."""

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
    task = _task(book, strategy, history, candidates, most_pairs)
    weight = task.groups[0][0]
    if weight == len(task.groups) == 1 and _is_for_compiled_code(book, task):
        own = task.groups[0][1]
        every = np.arange(len(book)) if task.guesses is None else task.guesses
        return Choice(best_guess(book, strategy, own, every), task.sampled)
    sizes = _part_sizes(book, task)
    best = _best_guess(strategy, candidates, task.guesses, sizes)
    return Choice(best, task.sampled)


class Positions(NamedTuple):
    """
    Positions after as many guesses each, of three candidates at least.

    Attributes
    ----------
    candidates : (m,) array of int64
        The candidates of one position after the other, ascending in each.
    starts : (positions + 1,) array of int64
        Where those of each position start, and where the last ones end.
    histories : (positions, turns) array of int64
        The guesses that led there.
    """

    candidates: NDArray[np.int64]
    starts: NDArray[np.int64]
    histories: NDArray[np.int64]

    def of(self, position: int) -> NDArray[np.int64]:
        """Return the candidates of a position."""
        return self.candidates[self.starts[position] : self.starts[position + 1]]


class Chooser:
    """
    Chooses guesses at many positions of a game, as `choose` does at each.

    A thread remembers which guesses are compared where the same colours are left, as
    long as it plays one game; all strategies compare the same.
    """

    def __init__(self, book: Codebook, strategy: Strategy) -> None:
        self._book = book
        self._strategy = strategy

    @cached_property
    def _kept(self) -> "_Kept":  # not where no guesses are compared
        if self._strategy.only_candidates:  # at each position they are others
            return _Kept(self._book)
        return _kept_by(threading.get_ident(), self._book)

    def choose(self, positions: Positions) -> NDArray[np.int64]:
        """Return the guess at each position."""
        book, strategy = self._book, self._strategy
        if not (strategy.ranks or strategy.exact):
            return positions.candidates[positions.starts[:-1]]
        best = np.full(len(positions.starts) - 1, -1)
        compared = self._compared(positions)
        known = compared[:, 0] >= 0
        if known.any() and is_ready(len(book) ** 2):
            spans = positions.starts[:-1], positions.starts[1:], compared
            task = positions.candidates, np.column_stack(spans)[known]
            found = best_guesses(book.rules, strategy, self._kept.lists, *task)
            best[known] = found
        else:
            for place in np.flatnonzero(known).tolist():
                first, last = compared[place]
                guesses = self._kept.lists.guesses[first:last]
                own = positions.of(place)
                best[place] = _choose_among(book, strategy, own, guesses)
        for place in np.flatnonzero(~known).tolist():
            history = [*map(book.code, positions.histories[place])]
            best[place] = choose(book, strategy, history, positions.of(place)).guess
        return best

    def _compared(self, positions: Positions) -> NDArray[np.int64]:
        """Return from where to where the guesses of each are; -1 for a few."""
        book, rules = self._book, self._book.rules
        spans = np.full((len(positions.starts) - 1, 2), -1)
        if not self._strategy.ranks or rules.colours > _MOST_COLOURS:
            return spans
        kept = self._kept
        kept.forget_if_too_many()
        colours = book.colours.view(np.int64)
        here = np.bitwise_or.reduceat(
            colours[positions.candidates], positions.starts[:-1]
        )
        used = np.bitwise_or.reduce(colours[positions.histories], axis=1)
        kinds = np.column_stack([here & ~used, (1 << rules.colours) - 1 & ~here])
        kinds, which = np.unique(kinds, axis=0, return_inverse=True)
        for kind, (free, absent) in enumerate(kinds.tolist()):
            if free.bit_count() <= 2 * rules.pegs:  # else `choose` spares candidates
                spans[which == kind] = kept.unlike_in_colour(free, absent)
        sizes = np.diff(positions.starts)
        large = sizes * (spans[:, 1] - spans[:, 0]) > _MOST_UNMOVED
        for place in np.flatnonzero(large).tolist():
            turns, own = positions.histories[place].tolist(), positions.of(place)
            spans[place] = kept.unlike(turns, int(here[place]), own)
        if self._strategy.only_candidates:
            for place in np.flatnonzero(spans[:, 0] >= 0).tolist():
                guesses = kept.lists.guesses[slice(*spans[place])]
                spans[place] = kept.keep(_both(book, positions.of(place), guesses))
        return spans


class _Kept:
    """Lists of the guesses that are compared, each found once."""

    def __init__(self, book: Codebook) -> None:
        self._book = book
        pegs = peg_numbers(book.rules, book.codes)
        self.lists = Lists(pegs, np.empty(0, np.int64), pegs[:, :0])
        self._count = 0
        self._places: dict[tuple[int, ...], tuple[int, int]] = {}
        self._first_uses = first_uses(book)

    def forget_if_too_many(self) -> None:
        """Begin with nothing where too much is kept; places given before are void."""
        if self._count > _MOST_KEPT:
            self._places.clear()
            self._count = 0

    def unlike_in_colour(self, free: int, absent: int) -> tuple[int, int]:
        """Return where the guesses are that differ by more than these colours, bits."""
        rules = self._book.rules
        return self._remember(
            (free, absent),
            lambda: unlike_in_colour(
                self._first_uses, rules, _colours(free), _colours(absent)
            ),
        )

    def unlike(
        self, turns: Sequence[int], present: int, candidates: NDArray[np.int64]
    ) -> tuple[int, int]:
        """Return where one guess of each class is; the colours `present` are bits."""
        history = [*map(self._book.code, turns)]
        return self._remember(
            (*turns, present, -1),
            lambda: representatives(self._book, history, candidates),
        )

    def _remember(
        self, key: tuple[int, ...], find: Callable[[], NDArray[np.int64]]
    ) -> tuple[int, int]:
        """Return where guesses are kept that are found once."""
        if key not in self._places:
            self._places[key] = self.keep(find())
        return self._places[key]

    def keep(self, guesses: NDArray[np.int64]) -> tuple[int, int]:
        """Keep guesses until there are too many; return where they are."""
        first, last = self._count, self._count + len(guesses)
        room = len(self.lists.guesses)
        if last > room:
            more = max(last - room, room)
            self.lists = Lists(
                self.lists.codes,
                np.pad(self.lists.guesses, (0, more)),
                np.pad(self.lists.pegs, ((0, 0), (0, more))),
            )
        self.lists.guesses[first:last] = guesses
        codes, pegs = self.lists.codes, self.lists.pegs[:, first:last]
        # Without "clip", numpy takes them into an array of its own first.
        np.take(codes, guesses, axis=1, out=pegs, mode="clip")
        self._count = last
        return first, last


@lru_cache(maxsize=1)
def _kept_by(_thread: int, book: Codebook) -> _Kept:
    """Return what a thread keeps of a game; no other thread may add to it."""
    return _Kept(book)


def _colours(bits: int) -> list[int]:
    """Return the colours of which each has a bit."""
    return [place + 1 for place in range(bits.bit_length()) if bits >> place & 1]


def _choose_among(
    book: Codebook,
    strategy: Strategy,
    candidates: NDArray[np.int64],
    guesses: NDArray[np.int64] | None,
) -> int:
    """Return the guess of a strategy that compares all of these guesses."""
    if strategy.prefers_candidates and len(candidates) <= len(book.numbers):
        split = _first_perfect_split(book, candidates)
        if split is not None:
            return split
    sizes = book.part_sizes(candidates, guesses)
    return _best_guess(strategy, candidates, guesses, sizes)


def _best_guess(
    strategy: Strategy,
    candidates: NDArray[np.int64],
    guesses: NDArray[np.int64] | None,
    sizes: Sizes,
) -> int:
    """Return the best of some guesses, by default of all, by their part sizes."""
    best = _best(strategy, sizes)
    if guesses is not None:
        best = guesses[best]
    if strategy.prefers_candidates and not strategy.only_candidates:
        nearest = np.searchsorted(candidates[:-1], best)
        possible = best[candidates[nearest] == best]
        best = possible if len(possible) else best
    return int(best[0])


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
    task = _task(book, strategy, history, candidates, most_pairs)
    return Comparison(task.guesses, _part_sizes(book, task), task.sampled)


class _Task(NamedTuple):
    """Guesses to compare by groups of candidates, each with its weight."""

    guesses: NDArray[np.int64] | None
    groups: list[tuple[int, NDArray[np.int64]]]
    sampled: bool

    def pairs(self, book: Codebook) -> int:
        """Return the number of pairs of guess and candidate; few guesses count more."""
        width = len(book) if self.guesses is None else len(self.guesses)
        return max(width, _FEW_GUESSES) * sum(len(group) for _, group in self.groups)


def _task(
    book: Codebook,
    strategy: Strategy,
    history: Sequence[Code],
    candidates: NDArray[np.int64],
    most_pairs: float,
) -> _Task:
    """Return what is to be compared; see `comparison`."""
    some = strategy.only_candidates and len(candidates) < len(book)
    task = _Task(candidates if some else None, [(1, candidates)], sampled=False)
    if task.pairs(book) > _MOST_PAIRS:
        guesses = representatives(book, history, candidates)
        if some:
            guesses = _both(book, candidates, guesses)
        groups = weighted_candidates(book, history, candidates)
        task = _Task(guesses, groups, sampled=False)
    pairs = task.pairs(book)
    if pairs > most_pairs and is_ready(pairs, _PATIENCE):
        most_pairs *= _FASTER
    if pairs > most_pairs:
        guesses, groups = _sample(book, task.guesses, candidates)
        task = _Task(guesses, groups, sampled=True)
    return task


def _is_for_compiled_code(book: Codebook, task: _Task) -> bool:
    """Return whether compiled code is ready, and there is enough to do for it."""
    pairs = task.pairs(book)
    few = task.guesses is not None and len(task.guesses) < _FEW_GUESSES
    return pairs > _MOST_PAIRS and not few and is_ready(pairs)


def _part_sizes(book: Codebook, task: _Task) -> Sizes:
    """Return the part sizes of groups of candidates, each with its weight."""
    count = book.part_sizes
    if _is_for_compiled_code(book, task):
        count = partial(part_sizes, book)
    (weight, group), *others = task.groups
    sizes: Sizes = count(group, task.guesses)
    if weight > 1 or others:
        sizes = sizes * np.uint32(weight)
    for weight, group in others:
        sizes = sizes + count(group, task.guesses) * np.uint32(weight)
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
    best = np.flatnonzero(ranks <= ranks.min() + TIE)
    for breaks_ties in others:
        ranks = breaks_ties(sizes[:, best])
        best = best[ranks <= ranks.min() + TIE]
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
    steps = np.diff(ranks[order], prepend=ranks[order[0]]) > TIE
    levels = np.empty(len(ranks), dtype=np.int64)
    levels[order] = np.cumsum(steps)
    return levels
