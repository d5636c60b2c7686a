"""Symmetry: guesses that are equal under renaming colours and moving pegs."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook
from xl_mastermind.game.rules import Code, Rules

_MAX_PERMUTED_PEGS: Final = 6
"""With more pegs, there are too many permutations of the different ones."""


def representatives(
    book: Codebook, history: Sequence[Code], candidates: NDArray[np.int64]
) -> NDArray[np.int64]:
    """
    Return the smallest guess of every symmetry class, ascending.

    `history` has the guesses of the turns, and a pattern if the candidates match one;
    `candidates` are all codes that fit. Guesses of a class have the same part sizes; if
    any of them is a candidate, the representative is one.

    The symmetries rename colours and move pegs so that every guess of the history
    remains the same. Colours in no guess may be renamed freely, and so may colours in
    no candidate. If colours may repeat, one colour in no candidate represents all.
    """
    history = [*dict.fromkeys(history)]
    codes = book.codes
    candidate_colours = _colours_of(codes[candidates])
    absent_colours = sorted({*range(1, book.rules.colours + 1)} - candidate_colours)
    free_colours = sorted(candidate_colours.difference(*history))

    guesses = _in_order_of_first_use(codes, free_colours)
    guesses = guesses[_in_order_of_first_use(codes[guesses], absent_colours)]
    if not book.rules.distinct and len(absent_colours) > 1:
        is_spare = np.zeros(256, dtype=np.bool_)
        is_spare[absent_colours[1:]] = True
        guesses = guesses[~is_spare[codes[guesses]].any(axis=1)]
    # Pegs with equal colours in every guess can be exchanged.
    pegs_by_colours: dict[Code, list[int]] = {}
    for peg in range(book.rules.pegs):
        peg_colours = tuple(guess[peg] for guess in history)
        pegs_by_colours.setdefault(peg_colours, []).append(peg)
    for pegs in pegs_by_colours.values():
        for peg, next_peg in pairwise(pegs):
            guesses = guesses[codes[guesses, peg] <= codes[guesses, next_peg]]
    if book.rules.pegs > _MAX_PERMUTED_PEGS:
        return guesses
    for order, new_colours in _stabiliser(book.rules.pegs, history):
        renamed = [new_colours.get(c, c) for c in range(book.rules.colours + 1)]
        renaming = np.array(renamed, dtype=np.uint8)
        images = renaming[codes[guesses][:, order]]
        for colours in (free_colours, absent_colours):
            images = _rename_by_first_use(images, colours)
        guesses = guesses[guesses <= book.indices(images)]
    return guesses


def colour_class_representatives(
    book: Codebook, free_bits: int, absent_bits: int
) -> NDArray[np.int64]:
    """
    Return the smallest guess of every class under renaming colours alone.

    `free_bits` are the colours in no guess, `absent_bits` those in no candidate, as in
    `Codebook.colour_bits`. `representatives` returns the same if no pegs can be moved.
    """
    first_uses, rules = _first_uses(book), book.rules
    free_colours, absent_colours = (
        [colour for colour in range(1, rules.colours + 1) if bits >> colour - 1 & 1]
        for bits in (free_bits, absent_bits)
    )
    is_smallest = np.ones(len(book), dtype=np.bool_)
    if not rules.distinct:
        for colour in absent_colours[1:]:
            is_smallest &= first_uses[colour] == rules.pegs
        absent_colours = []
    for colour, next_colour in (*pairwise(free_colours), *pairwise(absent_colours)):
        is_smallest &= first_uses[colour] <= first_uses[next_colour]
    return np.flatnonzero(is_smallest)


@lru_cache(maxsize=1)
def _first_uses(book: Codebook) -> NDArray[np.uint8]:
    """Return for each colour (row) and code the first peg with it, or `pegs`."""
    pegs, colours = book.rules.pegs, book.rules.colours
    first_uses = np.full((colours + 1, len(book)), pegs, dtype=np.uint8)
    for peg in reversed(range(pegs)):
        first_uses[book.codes[:, peg], np.arange(len(book))] = peg
    return first_uses


def first_guesses(rules: Rules) -> list[Code]:
    """
    Return the smallest first guess of every symmetry class, ascending.

    Classes are the partitions of the number of pegs: the counts of the colours.
    """

    def partitions(pegs: int, max_count: int, colours: int) -> Iterator[list[int]]:
        if not pegs:
            yield []
        for count in range(min(pegs, max_count) if colours else 0, 0, -1):
            for other_counts in partitions(pegs - count, count, colours - 1):
                yield [count, *other_counts]

    max_count = 1 if rules.distinct else rules.pegs
    return [
        tuple(np.repeat(range(1, len(counts) + 1), counts).tolist())
        for counts in partitions(rules.pegs, max_count, rules.colours)
    ]


def weighted_candidates(
    book: Codebook, history: Sequence[Code], candidates: NDArray[np.int64]
) -> list[tuple[int, NDArray[np.int64]]]:
    """
    Return representatives of the candidates, grouped by the size of their classes.

    Every guess of `representatives` gives the candidates of a class the same feedback,
    because the guess uses at most p colours that the history lacks, the first ones, and
    a class renames only the other colours.
    """
    codes = book.codes[candidates]
    free_colours = sorted(_colours_of(codes).difference(*history))
    spare_colours = free_colours[book.rules.pegs :]
    if len(spare_colours) < 2:
        return [(1, candidates)]
    is_ordered = _in_order_of_first_use(codes, spare_colours)
    members, codes = candidates[is_ordered], codes[is_ordered]
    spare_counts = sum((codes == colour).any(axis=1) for colour in spare_colours)
    return [
        (math.perm(len(spare_colours), int(count)), members[spare_counts == count])
        for count in np.unique(spare_counts)
    ]


def _stabiliser(
    pegs: int, history: Sequence[Code]
) -> Iterator[tuple[list[int], dict[int, int]]]:
    """
    Yield the permutations of pegs and colours that keep every guess.

    Each is an order of the pegs and the new colours of the used ones:
    ``new_colours[guess[order[i]]] == guess[i]``.
    """

    def extend(
        order: list[int], new_colours: dict[int, int]
    ) -> Iterator[tuple[list[int], dict[int, int]]]:
        peg = len(order)
        if peg == pegs:
            yield order, new_colours
            return
        for source in range(pegs):
            if source in order:
                continue
            extended = dict(new_colours)
            fits = all(
                extended.setdefault(guess[source], guess[peg]) == guess[peg]
                for guess in history
            )
            if fits and len(set(extended.values())) == len(extended):
                yield from extend([*order, source], extended)

    yield from extend([], {0: 0})


def _colours_of(codes: NDArray[np.uint8]) -> set[int]:
    is_used = np.zeros(256, dtype=np.bool_)
    is_used[codes] = True
    return set(np.flatnonzero(is_used).tolist())


def _ranks_of(colours: Sequence[int]) -> NDArray[np.uint8]:
    """Return for each colour its place among `colours`, from 1, or 0."""
    ranks = np.zeros(256, dtype=np.uint8)
    ranks[list(colours)] = np.arange(1, len(colours) + 1)
    return ranks


def _in_order_of_first_use(
    codes: NDArray[np.uint8], colours: Sequence[int]
) -> NDArray[np.int64]:
    """Return the rows of the codes that use `colours` in this order."""
    rows = np.arange(len(codes))
    ranks_of, max_ranks = _ranks_of(colours), np.zeros(len(codes), dtype=np.uint8)
    for peg_colours in codes.T if colours else ():
        ranks = ranks_of[peg_colours[rows]]
        # A peg has a colour of an earlier peg, or the next new colour.
        is_ordered = ranks <= max_ranks + 1
        rows = rows[is_ordered]
        max_ranks = np.maximum(max_ranks, ranks)[is_ordered]
    return rows


def _rename_by_first_use(
    codes: NDArray[np.uint8], colours: Sequence[int]
) -> NDArray[np.uint8]:
    """Return the codes with `colours` renamed in order of first use."""
    renamed_codes = codes.copy()
    ranks_of, new_colours = _ranks_of(colours), np.array([0, *colours], dtype=np.uint8)
    new_ranks = np.zeros((len(codes), len(colours) + 1), dtype=np.uint8)
    max_ranks = np.zeros(len(codes), dtype=np.uint8)
    rows = np.arange(len(codes))
    for peg, peg_colours in enumerate(codes.T if colours else ()):
        ranks = ranks_of[peg_colours]
        is_new = (ranks > 0) & (new_ranks[rows, ranks] == 0)
        max_ranks += is_new
        new_ranks[rows[is_new], ranks[is_new]] = max_ranks[is_new]
        renamed = new_colours[new_ranks[rows, ranks]]
        renamed_codes[:, peg] = np.where(ranks > 0, renamed, peg_colours)
    return renamed_codes
