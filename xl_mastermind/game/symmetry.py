"""Guesses that are equal up to renaming colours and moving pegs."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook
from xl_mastermind.game.rules import Code, Rules

_MOST_MOVED: Final = 6
"""With more pegs, there are too many ways to move those that differ."""


def representatives(
    book: Codebook, history: Sequence[Code], candidates: NDArray[np.int64]
) -> NDArray[np.int64]:
    """
    Return one guess of every class that splits the candidates alike, ascending.

    Candidates are all codes that fit the answers to `history`, which has the guesses
    made and a pattern if the candidates match one. A representative is the smallest
    of its class, and a candidate if any of the class is.

    A renaming of colours with a moving of pegs that leaves every guess of the history
    as it was maps the candidates onto themselves. Colours that no guess has used may
    be renamed freely, and so may those that no candidate has; the latter are as good
    as one colour where colours may repeat.
    """
    history = [*dict.fromkeys(history)]
    codes = book.codes
    present = _colours_of(codes[candidates])
    absent = sorted({*range(1, book.rules.colours + 1)} - present)
    free = sorted(present.difference(*history))

    guesses = _in_order_of_first_use(codes, free)
    guesses = guesses[_in_order_of_first_use(codes[guesses], absent)]
    if not book.rules.distinct and len(absent) > 1:
        is_spare = np.zeros(256, dtype=np.bool_)
        is_spare[absent[1:]] = True
        guesses = guesses[~is_spare[codes[guesses]].any(axis=1)]
    for pegs in _pegs_alike(book.rules.pegs, history):
        for peg, next_peg in pairwise(pegs):
            guesses = guesses[codes[guesses, peg] <= codes[guesses, next_peg]]
    if book.rules.pegs > _MOST_MOVED:
        return guesses
    for order, renamed in _stabiliser(book.rules.pegs, history):
        names = np.arange(book.rules.colours + 1, dtype=np.uint8)
        for old, new in renamed.items():
            names[old] = new
        images = names[codes[guesses][:, order]]
        for alike in (free, absent):
            images = _renamed_by_first_use(images, alike)
        guesses = guesses[guesses <= book.indices(images)]
    return guesses


def colour_class_representatives(
    book: Codebook, free: int, absent: int
) -> NDArray[np.int64]:
    """
    Return one guess of every class that renaming colours makes alike.

    Colours that no guess has used are `free`, those that no candidate has `absent`;
    both are bits, as in `Codebook.colours`. It is what `representatives` returns if
    no pegs can be moved.
    """
    first, rules = _first_uses(book), book.rules
    free_colours, absent_colours = (
        [colour for colour in range(1, rules.colours + 1) if bits >> colour - 1 & 1]
        for bits in (free, absent)
    )
    is_first = np.ones(len(book), dtype=np.bool_)
    if not rules.distinct:
        for colour in absent_colours[1:]:
            is_first &= first[colour] == rules.pegs
        absent_colours = []
    for colour, next_colour in (*pairwise(free_colours), *pairwise(absent_colours)):
        is_first &= first[colour] <= first[next_colour]
    return np.flatnonzero(is_first)


@lru_cache(maxsize=1)
def _first_uses(book: Codebook) -> NDArray[np.uint8]:
    """Return the first peg, if any, at which each code has each colour, a row each."""
    pegs, colours = book.rules.pegs, book.rules.colours
    first = np.full((colours + 1, len(book)), pegs, dtype=np.uint8)
    everyone = np.arange(len(book))
    for peg in reversed(range(pegs)):
        first[book.codes[:, peg], everyone] = peg
    return first


def first_guesses(rules: Rules) -> list[Code]:
    """
    Return one first guess of every class, the smallest code of each, ascending.

    Two codes are in the same class if one becomes the other by renaming colours and
    moving pegs, so if they have one colour as often, another one as often, and so on.
    """

    def counts(pegs: int, most: int, colours: int) -> Iterator[list[int]]:
        if not pegs:
            yield []
        for count in range(min(pegs, most) if colours else 0, 0, -1):
            for other_counts in counts(pegs - count, count, colours - 1):
                yield [count, *other_counts]

    most = 1 if rules.distinct else rules.pegs
    return [
        tuple(np.repeat(range(1, len(colour_counts) + 1), colour_counts).tolist())
        for colour_counts in counts(rules.pegs, most, rules.colours)
    ]


def weighted_candidates(
    book: Codebook, history: Sequence[Code], candidates: NDArray[np.int64]
) -> list[tuple[int, NDArray[np.int64]]]:
    """
    Return candidates that stand for all, by how many each stands for.

    No guess of `representatives` tells a candidate from those it stands for: they use
    colours that no guess has used in order, so that none uses more than the first p
    of them. A renaming of the others changes no such guess, and maps candidates onto
    candidates.
    """
    codes = book.codes[candidates]
    free = sorted(_colours_of(codes).difference(*history))
    spare_colours = free[book.rules.pegs :]
    if len(spare_colours) < 2:
        return [(1, candidates)]
    ordered = _in_order_of_first_use(codes, spare_colours)
    members, codes = candidates[ordered], codes[ordered]
    spare_counts = sum((codes == colour).any(axis=1) for colour in spare_colours)
    return [
        (math.perm(len(spare_colours), int(number)), members[spare_counts == number])
        for number in np.unique(spare_counts)
    ]


def _pegs_alike(pegs: int, history: Sequence[Code]) -> Iterable[list[int]]:
    """Return the groups of pegs that have had the same colours in every guess."""
    groups: dict[Code, list[int]] = {}
    for peg in range(pegs):
        groups.setdefault(tuple(guess[peg] for guess in history), []).append(peg)
    return groups.values()


def _stabiliser(
    pegs: int, history: Sequence[Code]
) -> Iterator[tuple[list[int], dict[int, int]]]:
    """
    Yield the ways to move pegs and rename colours that keep every guess.

    Each is an order of the pegs and the new names of the colours used, such that
    ``renamed[guess[order[i]]] == guess[i]``. Colours that the history does not use
    are left out.
    """

    def extend(
        order: list[int], renamed: dict[int, int]
    ) -> Iterator[tuple[list[int], dict[int, int]]]:
        peg = len(order)
        if peg == pegs:
            yield order, renamed
            return
        for source in range(pegs):
            if source in order:
                continue
            names = dict(renamed)
            fits = all(
                names.setdefault(guess[source], guess[peg]) == guess[peg]
                for guess in history
            )
            if fits and len(set(names.values())) == len(names):
                yield from extend([*order, source], names)

    yield from extend([], {0: 0})


def _colours_of(codes: NDArray[np.uint8]) -> set[int]:
    """Return the colours that any of the codes has."""
    has = np.zeros(256, dtype=np.bool_)
    has[codes] = True
    return set(np.flatnonzero(has).tolist())


def _in_order_of_first_use(
    codes: NDArray[np.uint8], alike: Sequence[int]
) -> NDArray[np.int64]:
    """Return the places of the codes that use the colours `alike` in this order."""
    rank_of = np.zeros(256, dtype=np.uint8)
    rank_of[list(alike)] = np.arange(1, len(alike) + 1)
    places = np.arange(len(codes))
    used_counts = np.zeros(len(codes), dtype=np.uint8)
    for colours in codes.T if alike else ():
        ranks = rank_of[colours[places]]
        ordered = ranks <= used_counts + 1  # the next new one, or one that was used
        places = places[ordered]
        used_counts = np.maximum(used_counts, ranks)[ordered]
    return places


def _renamed_by_first_use(
    codes: NDArray[np.uint8], alike: Sequence[int]
) -> NDArray[np.uint8]:
    """Return the codes with the colours `alike` renamed in order of first use."""
    renamed = codes.copy()
    if not alike:
        return renamed
    rank_of = np.zeros(256, dtype=np.uint8)
    rank_of[list(alike)] = np.arange(1, len(alike) + 1)
    names = np.array([0, *alike], dtype=np.uint8)
    order = np.zeros((len(codes), len(alike) + 1), dtype=np.uint8)
    used_counts = np.zeros(len(codes), dtype=np.uint8)
    rows = np.arange(len(codes))
    for peg, colours in enumerate(codes.T):
        ranks = rank_of[colours]
        new = (ranks > 0) & (order[rows, ranks] == 0)
        used_counts += new
        order[rows[new], ranks[new]] = used_counts[new]
        renamed[:, peg] = np.where(ranks > 0, names[order[rows, ranks]], colours)
    return renamed
