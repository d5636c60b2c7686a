"""
Part sizes of many guesses, by numpy, for `Codebook.part_sizes`.

One bit per candidate: one AND compares a guess with all candidates of a word.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.rules import Rules

_CHUNK_CANDIDATES: Final = 1 << 12
"""Candidates whose words are computed at a time."""

_BLOCK_BYTES: Final = 1 << 16
"""Bytes of words compared at a time; they must fit in the processor's cache."""

Words: TypeAlias = NDArray[np.unsignedinteger]


def add_part_sizes(
    rules: Rules,
    candidates: NDArray[np.uint8],
    guesses: NDArray[np.uint8],
    sizes: NDArray[np.unsignedinteger],
) -> None:
    """
    Add to (f, g) sizes the candidates with each feedback to each guess.

    One table has the candidates by peg and colour, another those that have a colour
    more than 0, 1, 2, ... times. Each guess adds its rows of a table, peg by peg, as
    binary digits: the first table gives its black pegs, the second its black and white
    pegs together.
    """
    for top in range(0, len(candidates), _CHUNK_CANDIDATES):
        chunk = candidates[top : top + _CHUNK_CANDIDATES]
        by_peg, by_count, all_bits = _tables(chunk, int(guesses.max()))
        step = max(1, _BLOCK_BYTES // all_bits.nbytes)
        for start in range(0, len(guesses), step):
            columns = slice(start, start + step)
            colours = np.ascontiguousarray(guesses[columns].T)
            rows = colours.astype(np.intp)
            blacks = _candidates_by_sum(map(_take, by_peg, rows), all_bits)
            totals = [all_bits]
            if not rules.black_only:
                if not rules.distinct:
                    rows += count_repeats(colours) * np.intp(
                        by_count.shape[-1] // len(colours)
                    )
                digits = (_take(by_count, row) for row in rows)
                totals = _candidates_by_sum(digits, all_bits)
            for row, feedback in enumerate(rules.feedbacks):
                total = 0 if rules.black_only else sum(feedback)
                counts = np.bitwise_count(blacks[feedback.black] & totals[total])
                sizes[row, columns] += (
                    counts[0] if len(counts) == 1 else counts.sum(axis=0)
                )


def _take(table: Words, columns: NDArray[np.intp]) -> Words:
    return table.take(columns, axis=1)


def count_repeats(colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return for each peg the number of earlier pegs with its colour."""
    counts = np.zeros_like(colours)
    for peg in range(1, len(colours)):
        for earlier in colours[:peg]:
            counts[peg] += colours[peg] == earlier
    return counts


def _tables(candidates: NDArray[np.uint8], colours: int) -> tuple[Words, Words, Words]:
    """Return the candidates by peg and colour, by count and colour, and all."""
    count, pegs = candidates.shape
    max_colour = max(colours, int(candidates.max()))
    has_colour = candidates[:, :, None] == np.arange(max_colour + 1, dtype=np.uint8)
    counts = has_colour.sum(axis=1, dtype=np.uint8)[:, None]
    has_more = counts > np.arange(pegs)[:, None]
    by_count = _pack_words(has_more.reshape(count, 1, -1))[0]
    all_bits = _pack_words(np.ones((count, 1, 1), np.bool_))[0]
    return _pack_words(has_colour), by_count, all_bits


def _pack_words(rows: NDArray[np.bool_]) -> Words:
    """Return (n, p, q) booleans as (p, words, q) words, with a bit for each row."""
    count = len(rows)
    size = min(8, 1 << max(0, (count - 1).bit_length() - 3))
    packed = np.packbits(rows, axis=0, bitorder="little")
    padded = np.zeros((-(-len(packed) // size) * size, *rows.shape[1:]), np.uint8)
    padded[: len(packed)] = packed
    octets = padded.reshape(-1, size, *rows.shape[1:]).transpose(2, 0, 3, 1)
    words: Words = np.ascontiguousarray(octets).view(f"<u{size}")[..., 0]
    return words


def _candidates_by_sum(digits: Iterable[Words], all_bits: Words) -> list[Words]:
    """Return the candidates whose binary digits add up to 0, 1, 2, ..."""
    planes: list[Words] = []
    for count, words in enumerate(digits, 1):
        carry = words
        for row, plane in enumerate(planes):
            planes[row], carry = plane ^ carry, plane & carry
        if count.bit_length() > len(planes):
            planes.append(carry)
    candidates = [all_bits]
    for plane in reversed(planes):
        candidates = [
            half for words in candidates for half in (words & ~plane, words & plane)
        ]
    return candidates
