"""
All codes of a game, the feedback between them, and the part sizes of guesses.

`Codebook` is for one game and names codes by index; the functions below take codes.
In arrays, a feedback is its number ``black * (pegs + 1) + white``.
"""

import logging
import operator
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import chain, permutations
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game import rules as game_rules
from xl_mastermind.game.conversion import as_tuple, input_error
from xl_mastermind.game.part_sizes import add_part_sizes

_LOG: Final = logging.getLogger(__name__)

MAX_CODES: Final = 1 << 24
"""Larger games raise an error instead of filling the memory."""

_LARGE_GAME_CODES: Final = 1 << 20
"""The cache contains only one game with more codes."""

_LOGGED_BYTES: Final = 1 << 28
"""A game that needs more memory is logged."""

_MAX_TABLE_BYTES: Final = 1 << 25
"""The feedback of all pairs of codes is stored up to this size."""

_MAX_TABLE_PAIRS: Final = 1 << 14
"""Without a table, `add_part_sizes` is faster for more pairs of guess and candidate."""

_BLOCK_PAIRS: Final = 1 << 19
"""Pairs compared at a time, because they must fit in the processor's cache."""

_CHUNK_CODES: Final = 1 << 14
"""Codes whose bitmasks are computed at a time; they must fit in that cache too."""

_MAX_BINCOUNT_GUESSES: Final = 8
"""For more guesses, one comparison per feedback is faster than one bincount each."""

Indices: TypeAlias = NDArray[np.int64]
_Bitmasks: TypeAlias = tuple[NDArray[np.unsignedinteger], NDArray[np.unsignedinteger]]
"""The result of `_bitmasks_of`."""


class Codebook:
    """All codes of a game, by index in lexicographic order, and their feedback."""

    def __init__(self, rules: game_rules.Rules) -> None:
        count = rules.code_count
        if count > MAX_CODES:
            expected = f"expected a game of at most {MAX_CODES:,} codes"
            raise ValueError(f"{expected}, got {count:,} in {rules}")
        word_bytes, words = _word_layout(rules.pegs, rules.colours)
        # Bytes per code: pegs (seven copies), two bitmasks, one index.
        memory = count * (7 * rules.pegs + 2 * words * word_bytes + 8)
        if memory > _LOGGED_BYTES:
            text = "%s has %s codes: this takes about %.1f GB of memory"
            _LOG.info(text, rules, f"{count:,}", memory / 1e9)
        self.rules = rules
        self.codes = _enumerate_codes(rules)
        self.codes.setflags(write=False)

    def __len__(self) -> int:
        """Return the number of codes."""
        return len(self.codes)

    def index(self, code: game_rules.Code) -> int:
        """Return the index of a code, or raise a ValueError for another game's."""
        self.rules.check_code(code)
        return int(self.indices(np.array([code]))[0])

    def indices(self, codes: NDArray[np.integer]) -> Indices:
        """Return the indices of an (m, p) array of codes of this game."""
        numbers = self._base_k_numbers(codes)
        if not self.rules.distinct:  # With repeated pegs every number is a code.
            return numbers
        indices: Indices = np.searchsorted(self._all_numbers, numbers)
        return indices

    @cached_property
    def _all_numbers(self) -> Indices:
        return self._base_k_numbers(self.codes)

    def _base_k_numbers(self, codes: NDArray[np.integer]) -> Indices:
        """Return codes as numbers in base k, which ascend like the codes."""
        numbers = np.zeros(len(codes), dtype=np.int64)
        for colours in codes.T:
            numbers = numbers * self.rules.colours + (colours.astype(np.int64) - 1)
        return numbers

    def code(self, index: int) -> game_rules.Code:
        """Return the code at an index."""
        return tuple(self.codes[index].tolist())

    @cached_property
    def colour_bits(self) -> NDArray[np.uint64]:
        """The set of colours of each code: colour c is bit c - 1."""
        bits = np.zeros(len(self), dtype=np.uint64)
        for colours in self.codes.T:
            bits |= np.uint64(1) << (colours - np.uint8(1)).astype(np.uint64)
        return bits

    @cached_property
    def _bitmasks(self) -> _Bitmasks:
        return _bitmasks_of(self.codes, self.rules.colours)

    def _select_bitmasks(self, indices: Indices | slice) -> _Bitmasks:
        by_peg, by_count = self._bitmasks
        return by_peg[:, indices], by_count[:, indices]

    @cached_property
    def _table(self) -> NDArray[np.uint8] | None:
        """The feedback of every pair, or None if it is too large to store."""
        if len(self) ** 2 > _MAX_TABLE_BYTES:
            return None
        return _compare_pairs(self.rules, self._bitmasks, self._bitmasks)

    def feedback_matrix(
        self, rows: Indices, columns: Indices | slice = slice(None)
    ) -> NDArray[np.uint8]:
        """Return the feedback between two sets of codes as a (rows, columns) array."""
        if self._table is None:
            row_masks, column_masks = map(self._select_bitmasks, (rows, columns))
            return _compare_pairs(self.rules, row_masks, column_masks)
        table = self._table[rows]
        if isinstance(columns, slice):
            return table[:, columns]
        return table.take(columns, axis=1)

    def feedback_vector(
        self, guess: int, codes: Indices | slice = slice(None)
    ) -> NDArray[np.uint8]:
        """Return the feedback of each code, by default of all, to one guess."""
        if self._table is not None:
            return np.asarray(self._table[guess][codes])
        (feedback_numbers,) = self.feedback_matrix(np.array([guess]), codes)
        return np.asarray(feedback_numbers)

    def elementwise_feedback(
        self, guesses: Indices, codes: Indices
    ) -> NDArray[np.uint8]:
        """Return the feedback of each code to the guess at the same position."""
        if self._table is not None:
            return self._table[guesses, codes]
        masks, other_masks = map(self._select_bitmasks, (guesses, codes))
        return _compare(self.rules, masks, other_masks)

    def mask(self, indices: Indices) -> NDArray[np.bool_]:
        """Return a boolean per code: whether its index is in `indices`."""
        mask = np.zeros(len(self), dtype=np.bool_)
        mask[indices] = True
        return mask

    def candidates_by_turn(self, turns: Iterable[game_rules.Turn]) -> Iterator[Indices]:
        """Yield the ascending indices of the candidates after each turn."""
        candidates: Indices | None = None
        for turn in turns:
            candidates = self.candidates_after(turn, candidates)
            yield candidates

    def candidates_after(
        self, turn: game_rules.Turn, candidates: Indices | None = None
    ) -> Indices:
        """Return the indices of the candidates, by default all codes, that fit."""
        codes = slice(None) if candidates is None else candidates
        feedback_numbers = self.feedback_vector(self.index(turn.guess), codes)
        fits = matches_feedback(self.rules, feedback_numbers, turn.feedback)
        return np.flatnonzero(fits) if candidates is None else candidates[fits]

    def candidates(
        self, turns: Iterable[game_rules.Turn], pattern: game_rules.Code | None = None
    ) -> Indices:
        """Return the ascending indices of the codes that fit turns and pattern."""
        candidates = np.arange(len(self))
        for candidates_after_turn in self.candidates_by_turn(turns):
            candidates = candidates_after_turn
        if pattern is not None:
            known_pegs = np.flatnonzero(pattern)
            known_colours = self.codes[candidates][:, known_pegs]
            fits = (known_colours == np.array(pattern)[known_pegs]).all(axis=1)
            candidates = candidates[fits]
        return candidates

    @cached_property
    def feedback_numbers(self) -> NDArray[np.uint8]:
        """The numbers of `Rules.feedbacks`, ascending."""
        feedback_numbers = map(self.rules.feedback_number, self.rules.feedbacks)
        return np.array([*feedback_numbers], dtype=np.uint8)

    def parts(self, guess: int, codes: Indices) -> dict[game_rules.Feedback, Indices]:
        """Return some codes by their feedback to a guess, in ascending order."""
        feedback_numbers = self.feedback_vector(guess, codes)
        return {
            self.rules.feedback_from_number(number): codes[feedback_numbers == number]
            for number in np.unique(feedback_numbers).tolist()
        }

    def part_sizes(
        self, candidates: Indices, guesses: Indices | None = None
    ) -> NDArray[np.unsignedinteger]:
        """Return the candidates per feedback (rows) and guess, by default all codes."""
        columns = range(len(self)) if guesses is None else guesses
        shape = len(self.feedback_numbers), len(columns)
        sizes = np.zeros(shape, np.min_scalar_type(len(candidates)))
        if len(columns) <= _MAX_BINCOUNT_GUESSES:
            for column, guess in enumerate(columns):
                feedback_numbers = self.feedback_vector(guess, candidates)
                counts = np.bincount(feedback_numbers, minlength=256)
                sizes[:, column] = counts[self.feedback_numbers]
        elif self._table is None and len(columns) * len(candidates) > _MAX_TABLE_PAIRS:
            guess_codes = self.codes if guesses is None else self.codes[guesses]
            add_part_sizes(self.rules, self.codes[candidates], guess_codes, sizes)
        else:
            all_feedback = self.feedback_numbers[:, None, None]
            selection = slice(None) if guesses is None else guesses
            # The sums of up to 255 rows fit in a byte.
            height = min(255, max(1, _BLOCK_PAIRS // sizes.size))
            for top in range(0, len(candidates), height):
                block = self.feedback_matrix(candidates[top : top + height], selection)
                matches = (block == all_feedback).view(np.uint8)
                sizes += np.add.reduce(matches, axis=1, dtype=np.uint8)
        return sizes


def matches_feedback(
    rules: game_rules.Rules,
    feedback_numbers: NDArray[np.uint8],
    feedback: game_rules.Feedback,
) -> NDArray[np.bool_]:
    """Return a boolean per feedback number: whether it can be `feedback`."""
    if feedback.is_complete:
        return np.asarray(feedback_numbers == rules.feedback_number(feedback))
    possible_feedbacks = rules.possible_feedbacks(feedback)
    return np.isin(feedback_numbers, [*map(rules.feedback_number, possible_feedbacks)])


_cached_codebook: Final = lru_cache(maxsize=8)(Codebook)
_cached_large_codebook: Final = lru_cache(maxsize=1)(Codebook)


def codebook(rules: game_rules.Rules) -> Codebook:
    """Return the codebook of a game, from a cache of eight games and one large one."""
    is_large = rules.code_count > _LARGE_GAME_CODES
    return _cached_large_codebook(rules) if is_large else _cached_codebook(rules)


def all_codes(rules: game_rules.Rules | str) -> NDArray[np.uint8]:
    """
    Return all codes of a game in lexicographic order, one per row; read-only.

    Examples
    --------
    >>> from xl_mastermind import Rules
    >>> all_codes(Rules(4, 6)).shape
    (1296, 4)
    """
    return codebook(game_rules.as_rules(rules)).codes


def feedback_table(
    rules: game_rules.Rules | str,
    guesses: Sequence[game_rules.CodeLike] | NDArray[np.integer],
    codes: Sequence[game_rules.CodeLike] | NDArray[np.integer],
) -> NDArray[np.uint8]:
    """
    Return the feedback of every guess against every code.

    Parameters
    ----------
    rules : Rules or str
        The game; in a black-only game feedback has no white pegs.
    guesses, codes : codes, or (g, p) and (n, p) array of int
        Guesses and possible secrets, one a row; colours are 1, ..., k.

    Returns
    -------
    (g, n) array of uint8
        ``black * (p + 1) + white`` of each pair.

    Raises
    ------
    ValueError
        If a row is not a code of this game.

    Examples
    --------
    >>> from xl_mastermind import Rules
    >>> rules = Rules(pegs=2, colours=2)
    >>> feedback_table(rules, [(1, 1)], all_codes(rules))
    array([[6, 3, 3, 0]], dtype=uint8)
    """
    rules = game_rules.as_rules(rules)
    guess_masks, code_masks = (_check_codes(rules, rows) for rows in (guesses, codes))
    return _compare_pairs(rules, guess_masks, code_masks)


def _check_codes(
    rules: game_rules.Rules, codes: Sequence[game_rules.CodeLike] | NDArray[np.integer]
) -> _Bitmasks:
    """Return the bitmasks of codes, or raise a ValueError for another game's."""
    if isinstance(codes, np.ndarray) and codes.dtype.kind in "iu" and codes.size:
        array: NDArray[np.integer] = codes
    else:
        rows = as_tuple(codes)
        if rows is None:
            raise input_error("a list of codes", codes)
        checked_codes = [rules.check_code(row) for row in rows]
        array = np.array(checked_codes, np.int64).reshape(len(rows), rules.pegs)
    if array.ndim != 2 or array.shape[1] != rules.pegs:
        expected = f"expected codes of {rules.pegs} pegs, one per row"
        raise ValueError(f"{expected}, got an array of shape {array.shape}")
    is_wrong = ((array < 1) | (array > rules.colours)).any(axis=1)
    if rules.distinct:
        is_wrong |= (np.diff(np.sort(array, axis=1), axis=1) == 0).any(axis=1)
    for row in array[is_wrong]:
        rules.check_code(row)  # Raises the error.
    return _bitmasks_of(array.astype(np.uint8), rules.colours)


def fit_mask(
    rules: game_rules.Rules,
    turns: Iterable[game_rules.Turn],
    codes: NDArray[np.integer],
) -> NDArray[np.bool_]:
    """Return a boolean per code: whether it fits every turn. Needs no codebook."""
    fits = np.ones(len(codes), dtype=np.bool_)
    for guess, feedback in dict.fromkeys(turns):
        (feedback_numbers,) = feedback_table(rules, [guess], codes[fits])
        fits[fits] = matches_feedback(rules, feedback_numbers, feedback)
    return fits


def candidates(
    rules: game_rules.Rules | str,
    turns: Iterable[game_rules.TurnLike],
    pattern: game_rules.CodeLike | None = None,
) -> list[game_rules.Code]:
    """
    Return the codes that fit every turn, in lexicographic order.

    Parameters
    ----------
    rules, turns
        As `next_guess` takes them.
    pattern : code, optional
        The known pegs: a text such as ``?32?``, or colours with 0 for an unknown peg.

    Raises
    ------
    ValueError
        If the game has no such guess, feedback or pattern.

    Examples
    --------
    >>> from xl_mastermind import Feedback, Rules, Turn
    >>> rules = Rules(4, 6)
    >>> turns = [Turn((1, 1, 2, 2), Feedback(3, 0))]
    >>> candidates(rules, turns)[:2]
    [(1, 1, 1, 2), (1, 1, 2, 1)]
    >>> candidates(rules, turns, "?32?")
    [(1, 3, 2, 2)]
    """
    rules = game_rules.as_rules(rules)
    checked_turns = rules.check_turns(turns)
    if pattern is not None:
        pattern = rules.check_pattern(pattern)
    book = codebook(rules)
    indices = book.candidates(checked_turns, pattern)
    return [tuple(code) for code in book.codes[indices].tolist()]


def _word_layout(pegs: int, colours: int) -> tuple[int, int]:
    """Return the bytes of a word of a bitmask, and its number of words."""
    word_bytes = 4 if pegs * colours <= 32 else 8
    return word_bytes, -(-colours // (word_bytes * 8 // pegs))


def _enumerate_codes(rules: game_rules.Rules) -> NDArray[np.uint8]:
    if not rules.distinct:
        shape = (rules.colours,) * rules.pegs
        codes = np.indices(shape, dtype=np.uint8).reshape(rules.pegs, -1).T.copy()
        codes += 1
        return codes
    orders = permutations(range(1, rules.colours + 1), rules.pegs)
    all_pegs = chain.from_iterable(orders)
    return np.fromiter(all_pegs, dtype=np.uint8).reshape(-1, rules.pegs)


def _bitmasks_of(codes: NDArray[np.uint8], colours: int) -> _Bitmasks:
    """
    Return two bitmasks of each code, as (words, n) arrays.

    The first bitmask has a bit for each pair of colour and peg: the number of common
    bits of two codes is their number of black pegs. The second has a bit for each
    repetition of a colour: the number of common bits is the number of pegs in all.
    The bits of a colour are in one word.
    """
    pegs = codes.shape[1]
    word_bytes, words = _word_layout(pegs, colours)
    word: type[np.uint32 | np.uint64] = np.uint32 if word_bytes == 4 else np.uint64
    colours_per_word = word_bytes * 8 // pegs
    lowest_bits = np.zeros((words, colours + 1), dtype=word)
    for colour in range(colours):
        row, place = divmod(colour, colours_per_word)
        lowest_bits[row, colour + 1] = 1 << place * pegs
    colour_bits = lowest_bits * word((1 << pegs) - 1)
    by_peg, by_count = np.zeros((2, words, len(codes)), dtype=word)
    for start in range(0, len(codes), _CHUNK_CODES):
        chunk = slice(start, start + _CHUNK_CODES)
        for peg, peg_colours in enumerate(codes[chunk].T):
            for row in range(words):
                bit = lowest_bits[row].take(peg_colours)
                by_peg[row, chunk] |= bit << word(peg)
                # Adding the lowest bit to the set bits gives the next bit.
                set_bits = by_count[row, chunk] & colour_bits[row].take(peg_colours)
                by_count[row, chunk] |= set_bits + bit
    return by_peg, by_count


def _count_common_bits(
    masks: NDArray[np.unsignedinteger], other_masks: NDArray[np.unsignedinteger]
) -> NDArray[np.uint8]:
    """Return the number of common bits of (words, ...) masks."""
    common_words = map(np.bitwise_and, masks, other_masks)
    return np.asarray(reduce(operator.iadd, map(np.bitwise_count, common_words)))


def _compare(
    rules: game_rules.Rules, masks: _Bitmasks, other_masks: _Bitmasks
) -> NDArray[np.uint8]:
    """Return the feedback numbers of bitmasks, elementwise."""
    feedback_numbers = _count_common_bits(masks[0], other_masks[0])
    feedback_numbers *= np.uint8(rules.pegs + rules.black_only)
    if not rules.black_only:
        feedback_numbers += _count_common_bits(masks[1], other_masks[1])
    return feedback_numbers


def _compare_pairs(
    rules: game_rules.Rules, rows: _Bitmasks, columns: _Bitmasks
) -> NDArray[np.uint8]:
    """Return the feedback numbers of each pair of bitmasks."""
    by_peg, by_count = rows
    return _compare(rules, (by_peg[:, :, None], by_count[:, :, None]), columns)
