"""
How many candidates give each answer to each of many guesses.

`Codebook.part_sizes` stands on this. A candidate is a bit of a word, and what is asked
of candidates is answered for all of a word at once.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.rules import Rules

_CHUNK: Final = 1 << 12
"""Candidates whose words are made at a time."""

_BLOCK: Final = 1 << 16
"""Bytes of words that are compared at a time, so that they stay in the cache."""

Words: TypeAlias = NDArray[np.unsignedinteger]


def add_part_sizes(
    rules: Rules,
    candidates: NDArray[np.uint8],
    guesses: NDArray[np.uint8],
    sizes: NDArray[np.unsignedinteger],
) -> None:
    """
    Add to (f, g) numbers how many candidates give each feedback to each guess.

    One table has the candidates with each colour at each peg, another those that have
    each colour more than 0, 1, 2, ... times. A guess adds up its rows of a table, peg
    by peg, in binary digits: the first table gives its black pegs, the second its black
    and white ones together.
    """
    for top in range(0, len(candidates), _CHUNK):
        chunk = candidates[top : top + _CHUNK]
        by_peg, by_count, everyone = _tables(chunk, int(guesses.max()))
        step = max(1, _BLOCK // (everyone.nbytes))
        for start in range(0, len(guesses), step):
            columns = slice(start, start + step)
            block = np.ascontiguousarray(guesses[columns].T)
            places = block.astype(np.intp)
            blacks = _by_number(map(_take, by_peg, places), everyone)
            totals = [everyone]
            if not rules.black_only:
                if not rules.distinct:
                    places += repeats(block) * np.intp(by_count.shape[-1] // len(block))
                rows = [by_count] * len(block)
                totals = _by_number(map(_take, rows, places), everyone)
            for place, feedback in enumerate(rules.feedbacks):
                total = 0 if rules.black_only else sum(feedback)
                hits = np.bitwise_count(blacks[feedback.black] & totals[total])
                sizes[place, columns] += hits[0] if len(hits) == 1 else hits.sum(axis=0)


def _take(table: Words, places: NDArray[np.intp]) -> Words:
    return table.take(places, axis=1)


def repeats(colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return how often the colour of each peg stands at the pegs before it."""
    counts = np.zeros_like(colours)
    for peg in range(1, len(colours)):
        for earlier in colours[:peg]:
            counts[peg] += colours[peg] == earlier
    return counts


def _tables(candidates: NDArray[np.uint8], colours: int) -> tuple[Words, Words, Words]:
    """Return the candidates by colour and peg, by how often they have a colour; all."""
    count, pegs = candidates.shape
    most = max(colours, int(candidates.max()))
    has = candidates[:, :, None] == np.arange(most + 1, dtype=np.uint8)
    often = has.sum(axis=1, dtype=np.uint8)[:, None] > np.arange(pegs)[:, None]
    by_count = _as_words(often.reshape(count, 1, -1))[0]
    return _as_words(has), by_count, _as_words(np.ones((count, 1, 1), np.bool_))[0]


def _as_words(rows: NDArray[np.bool_]) -> Words:
    """Return (n, p, q) truths as (p, words, q) words in which each row has a bit."""
    count = len(rows)
    size = min(8, 1 << max(0, (count - 1).bit_length() - 3))
    packed = np.packbits(rows, axis=0, bitorder="little")
    padded = np.zeros((-(-len(packed) // size) * size, *rows.shape[1:]), np.uint8)
    padded[: len(packed)] = packed
    octets = padded.reshape(-1, size, *rows.shape[1:]).transpose(2, 0, 3, 1)
    words: Words = np.ascontiguousarray(octets).view(f"<u{size}")[..., 0]
    return words


def _by_number(digits: Iterable[Words], everyone: Words) -> list[Words]:
    """Return which candidates add up to 0, 1, 2, ... in their digits."""
    planes: list[Words] = []
    for count, words in enumerate(digits, 1):
        carried = words
        for place, plane in enumerate(planes):
            planes[place], carried = plane ^ carried, plane & carried
        if count.bit_length() > len(planes):
            planes.append(carried)
    numbers = [everyone]
    for plane in reversed(planes):
        numbers = [part for group in numbers for part in _halves(group, plane)]
    return numbers


def _halves(words: Words, plane: Words) -> tuple[Words, Words]:
    high = words & plane
    return words ^ high, high
