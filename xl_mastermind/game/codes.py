"""
All codes of a game, the feedback between them, and how a guess splits them.

Everything that plays, evaluates or searches stands on `Codebook`; others take the
functions at the end. In arrays, a feedback is the number ``black * (p + 1) + white``.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.conversion import as_tuple, shown
from xl_mastermind.game.part_sizes import add_part_sizes
from xl_mastermind.game.rules import (
    Code,
    CodeLike,
    Feedback,
    Rules,
    Turn,
    TurnLike,
    read_game,
)

_LOG: Final = logging.getLogger(__name__)

MAX_CODES: Final = 1 << 24
"""Games with more codes are refused before they fill the memory."""

_LARGE: Final = 1 << 20
"""Of the games with more codes, one is kept at a time."""

_MUCH_MEMORY: Final = 1 << 28
"""Bytes; a game that takes more says so beforehand."""

_MOST_TABLE_BYTES: Final = 1 << 25
"""The feedback of all pairs of codes is kept where it takes no more than this."""

_MANY_PAIRS: Final = 1 << 14
"""To compare more pairs of guess and candidate, bits of words are faster."""

_BLOCK: Final = 1 << 19
"""Comparisons made at a time, so that they stay in the processor's cache."""

_STRETCH: Final = 1 << 14
"""Codes whose signatures are made at a time."""

_FEW_GUESSES: Final = 8
"""For no more guesses, tallying the feedbacks is faster than looking for each."""

_Bitmasks: TypeAlias = tuple[NDArray[np.unsignedinteger], NDArray[np.unsignedinteger]]
"""Bit patterns of codes, as `_signatures` makes them."""


class Codebook:
    """All codes of a game, named by their index in order, and their feedback."""

    def __init__(self, rules: Rules) -> None:
        if rules.code_count > MAX_CODES:
            raise ValueError(
                f"expected a game of at most {MAX_CODES:,} codes,"
                f" got {rules.code_count:,} in {rules}"
            )
        memory = _memory_of(rules)
        if memory > _MUCH_MEMORY:
            _LOG.info(
                "%s has %s codes: this takes about %.1f GB of memory",
                *(rules, f"{rules.code_count:,}", memory / 1e9),
            )
        self.rules = rules
        self.codes = _enumerate(rules)
        self.codes.setflags(write=False)

    def __len__(self) -> int:
        """Return the number of codes."""
        return len(self.codes)

    @cached_property
    def keys(self) -> NDArray[np.int64]:
        """The codes as numbers in base k, in ascending order."""
        return self._number(self.codes)

    def _number(self, codes: NDArray[np.integer]) -> NDArray[np.int64]:
        numbers = np.zeros(len(codes), dtype=np.int64)
        for peg in codes.T:
            numbers = numbers * self.rules.colours + (peg.astype(np.int64) - 1)
        return numbers

    def index(self, code: Code) -> int:
        """Return the index of `code`, or raise if it is not one of this game."""
        self.rules.check_code(code)
        return int(self.indices(np.array([code]))[0])

    def indices(self, codes: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the indices of `codes`, an (m, p) array of codes of this game."""
        numbers = self._number(codes)
        if not self.rules.distinct:  # then there is a code for every number
            return numbers
        indices: NDArray[np.int64] = np.searchsorted(self.keys, numbers)
        return indices

    def code(self, index: int) -> Code:
        """Return the code at `index`."""
        return tuple(self.codes[index].tolist())

    @cached_property
    def colours(self) -> NDArray[np.uint64]:
        """The colours of each code, a bit each."""
        bits = np.zeros(len(self), dtype=np.uint64)
        for peg in self.codes.T:
            bits |= np.uint64(1) << (peg - np.uint8(1)).astype(np.uint64)
        return bits

    @cached_property
    def _signs(self) -> _Bitmasks:
        return _signatures(self.codes, self.rules.colours)

    @cached_property
    def _table(self) -> NDArray[np.uint8] | None:
        """The feedback of every pair, where it is small enough to keep."""
        if len(self) ** 2 > _MOST_TABLE_BYTES:
            return None
        return _compare(self._signs, self._signs, self.rules)

    def feedback_matrix(
        self,
        rows: NDArray[np.int64],
        columns: NDArray[np.int64] | slice = slice(None),
    ) -> NDArray[np.uint8]:
        """Return the feedback between two sets of codes, as a (rows, columns) array."""
        if self._table is None:
            hot, counts = self._signs
            row_signs = hot[:, rows], counts[:, rows]
            column_signs = hot[:, columns], counts[:, columns]
            return _compare(row_signs, column_signs, self.rules)
        table = self._table[rows]
        if isinstance(columns, slice):
            return table[:, columns]
        return table.take(columns, axis=1)

    def feedback_vector(
        self, guess: int, codes: NDArray[np.int64] | slice = slice(None)
    ) -> NDArray[np.uint8]:
        """Return the feedback that one guess is given by each code, all by default."""
        if self._table is None:
            (answers,) = self.feedback_matrix(np.array([guess]), codes)
        else:
            answers = self._table[guess][codes]
        return np.asarray(answers)

    def elementwise_feedback(
        self, guesses: NDArray[np.int64], codes: NDArray[np.int64]
    ) -> NDArray[np.uint8]:
        """Return the feedback that each guess is given by the code at its place."""
        if self._table is not None:
            return self._table[guesses, codes]
        black, shared = (
            np.bitwise_count(signs[:, guesses] & signs[:, codes]).sum(0, np.uint8)
            for signs in self._signs
        )
        if self.rules.black_only:
            return np.asarray(black * np.uint8(self.rules.pegs + 1))
        return np.asarray(black * np.uint8(self.rules.pegs) + shared)

    def mask(self, indices: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return for each code whether its index is one of these."""
        mask = np.zeros(len(self), dtype=np.bool_)
        mask[indices] = True
        return mask

    def candidates_by_turn(self, turns: Iterable[Turn]) -> Iterator[NDArray[np.int64]]:
        """Yield after each turn the indices of the codes that fit so far, ascending."""
        candidates: NDArray[np.int64] | None = None
        seen: set[Turn] = set()
        for turn in turns:  # each narrows the candidates, if it was not there before
            if candidates is None or (len(candidates) and turn not in seen):
                candidates = self.candidates_after(turn, candidates)
                seen.add(turn)
            yield candidates

    def candidates_after(
        self, turn: Turn, candidates: NDArray[np.int64] | None = None
    ) -> NDArray[np.int64]:
        """Return the indices of the codes that fit a turn, of some or of all."""
        codes = slice(None) if candidates is None else candidates
        answers = self.feedback_vector(self.index(turn.guess), codes)
        hits = matches_feedback(self.rules, answers, turn.feedback)
        return np.flatnonzero(hits) if candidates is None else candidates[hits]

    def _matches(self, pattern: Code) -> NDArray[np.bool_]:
        """Return for each code whether it matches a pattern; unknown pegs are 0."""
        fit_mask = np.ones(len(self), dtype=np.bool_)
        for peg, colour in enumerate(pattern):
            if colour:
                fit_mask &= self.codes[:, peg] == colour
        return fit_mask

    def candidates(
        self, turns: Iterable[Turn], pattern: Code | None = None
    ) -> NDArray[np.int64]:
        """Return the indices of the codes that fit turns and pattern, ascending."""
        candidates = None
        for candidates in self.candidates_by_turn(turns):
            if not len(candidates):
                break
        if candidates is None:
            candidates = np.arange(len(self))
        if pattern is not None:
            candidates = candidates[self._matches(pattern)[candidates]]
        return candidates

    def feedback_number(self, feedback: Feedback) -> int:
        """Return the number of a sure feedback."""
        return feedback_number(self.rules, feedback)

    @cached_property
    def feedback_numbers(self) -> NDArray[np.uint8]:
        """The number of each of the rules' feedbacks, ascending."""
        return np.array(
            [*map(self.feedback_number, self.rules.feedbacks)], dtype=np.uint8
        )

    def part_sizes(
        self,
        candidates: NDArray[np.int64],
        guesses: NDArray[np.int64] | None = None,
    ) -> NDArray[np.unsignedinteger]:
        """Return how many candidates give each of `numbers`, a column a guess."""
        places = range(len(self)) if guesses is None else guesses
        sizes = np.zeros(
            (len(self.feedback_numbers), len(places)),
            np.min_scalar_type(len(candidates)),
        )
        if len(places) <= _FEW_GUESSES:
            for place, guess in enumerate(places):
                answers = self.feedback_vector(guess, candidates)
                counts = np.bincount(
                    answers, minlength=int(self.feedback_numbers[-1]) + 1
                )
                sizes[:, place] = counts[self.feedback_numbers]
        elif self._table is None and len(places) * len(candidates) > _MANY_PAIRS:
            guess_codes = self.codes if guesses is None else self.codes[guesses]
            add_part_sizes(self.rules, self.codes[candidates], guess_codes, sizes)
        else:
            self._count_answers(candidates, guesses, sizes)
        return sizes

    def _count_answers(
        self,
        candidates: NDArray[np.int64],
        guesses: NDArray[np.int64] | None,
        sizes: NDArray[np.unsignedinteger],
    ) -> None:
        """Add to the sizes how many candidates give each answer."""
        numbers = self.feedback_numbers[:, None, None]
        columns = slice(None) if guesses is None else guesses
        # At most 255 rows at a time, so that the sums stay in a byte.
        height = min(255, max(1, _BLOCK // sizes.size))
        for top in range(0, len(candidates), height):
            block = self.feedback_matrix(candidates[top : top + height], columns)
            hits = (block == numbers).view(np.uint8)
            sizes += np.add.reduce(hits, axis=1, dtype=np.uint8)


def feedback_number(rules: Rules, feedback: Feedback) -> int:
    """Return ``black * (p + 1) + white``, the number of a sure feedback."""
    return feedback.black * (rules.pegs + 1) + feedback.white


def matches_feedback(
    rules: Rules, answers: NDArray[np.uint8], feedback: Feedback
) -> NDArray[np.bool_]:
    """Return which answers, as their numbers, a feedback may be."""
    if feedback.is_complete:
        return np.asarray(answers == feedback_number(rules, feedback))
    possible = [feedback_number(rules, answer) for answer in rules.possible(feedback)]
    return np.isin(answers, possible)


_book: Final = lru_cache(maxsize=8)(Codebook)
_large_book: Final = lru_cache(maxsize=1)(Codebook)


def codebook(rules: Rules) -> Codebook:
    """Return the codebook of a game; the last few are kept, and one that is large."""
    return _large_book(rules) if rules.code_count > _LARGE else _book(rules)


def all_codes(rules: Rules | str) -> NDArray[np.uint8]:
    """
    Return all codes of a game in lexicographic order, one a row; read only.

    Examples
    --------
    >>> all_codes(Rules(4, 6)).shape
    (1296, 4)
    """
    return codebook(read_game(rules)).codes


def feedback_table(
    rules: Rules | str,
    guesses: Sequence[CodeLike] | NDArray[np.integer],
    codes: Sequence[CodeLike] | NDArray[np.integer],
) -> NDArray[np.uint8]:
    """
    Return the feedback of every guess against every code.

    Parameters
    ----------
    rules : Rules or str
        A black-only game leaves the whites out.
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

    Notes
    -----
    Black plus white is the sum over colours of the lesser of the counts in
    guess and code [1]_, so the result is ``black * p`` plus that sum.

    References
    ----------
    .. [1] D. E. Knuth, "The computer as Master Mind", Journal of
       Recreational Mathematics 9 (1976), 1-6.

    Examples
    --------
    >>> rules = Rules(pegs=2, colours=2)
    >>> feedback_table(rules, [(1, 1)], all_codes(rules))
    array([[6, 3, 3, 0]], dtype=uint8)
    """
    game = rules = read_game(rules)

    def signs(rows: Sequence[CodeLike] | NDArray[np.integer]) -> _Bitmasks:
        array = _code_array(game, rows)
        if array.ndim != 2 or array.shape[1] != rules.pegs:
            raise ValueError(
                f"expected codes of {rules.pegs} pegs, one a row,"
                f" got an array of shape {array.shape}"
            )
        if array.size and (array.min() < 1 or array.max() > rules.colours):
            raise ValueError(
                f"expected colours 1 to {rules.colours},"
                f" got {array.min()} to {array.max()}"
            )
        if game.distinct:
            repeats = (np.diff(np.sort(array, axis=1), axis=1) == 0).any(axis=1)
            for row in array[repeats]:
                game.check_code(row)
        return _signatures(array.astype(np.uint8), game.colours)

    return _compare(signs(guesses), signs(codes), rules)


def _code_array(
    rules: Rules, codes: Sequence[CodeLike] | NDArray[np.integer]
) -> NDArray[np.integer]:
    """Return codes as an array, one a row; array elements are not yet checked."""
    if isinstance(codes, np.ndarray) and codes.dtype.kind in "iu" and codes.size:
        return codes
    rows = as_tuple(codes)
    if rows is None:
        raise ValueError(f"expected a list of codes, got {shown(codes)}")
    checked = [rules.check_code(row) for row in rows]
    return np.array(checked, np.int64).reshape(len(checked), rules.pegs)


def fit_mask(
    rules: Rules, turns: Iterable[Turn], codes: NDArray[np.integer]
) -> NDArray[np.bool_]:
    """Return for each of some codes whether it fits every turn; needs no codebook."""
    candidates = np.arange(len(codes))
    for guess, feedback in dict.fromkeys(turns):
        (answers,) = feedback_table(rules, [guess], codes[candidates])
        candidates = candidates[matches_feedback(rules, answers, feedback)]
    mask = np.zeros(len(codes), dtype=np.bool_)
    mask[candidates] = True
    return mask


def candidates(
    rules: Rules | str,
    turns: Iterable[TurnLike],
    pattern: CodeLike | None = None,
) -> list[Code]:
    """
    Return the codes that fit every turn, in lexicographic order.

    Parameters
    ----------
    rules, turns
        As `next_guess` takes them.
    pattern : code, optional
        What is known of the code: a text such as ``?32?``, or colours with 0 for an
        unknown peg.

    Raises
    ------
    ValueError
        If a guess, a feedback or the pattern is not one of this game.

    Examples
    --------
    >>> rules = Rules(4, 6)
    >>> turns = [Turn((1, 1, 2, 2), Feedback(3, 0))]
    >>> candidates(rules, turns)[:2]
    [(1, 1, 1, 2), (1, 1, 2, 1)]
    >>> candidates(rules, turns, "?32?")
    [(1, 3, 2, 2)]
    """
    rules = read_game(rules)
    checked = rules.check_turns(turns)
    if pattern is not None:
        pattern = rules.check_pattern(pattern)
    book = codebook(rules)
    indices = book.candidates(checked, pattern)
    return [tuple(code) for code in book.codes[indices].tolist()]


def _memory_of(rules: Rules) -> int:
    """
    Return about how many bytes playing a large game takes.

    Each code takes its pegs, seven times where compiled code compares all of them,
    its signatures, and an index.
    """
    size, words = _words_of(rules.pegs, rules.colours)
    return rules.code_count * (7 * rules.pegs + 2 * words * size + 8)


def _words_of(pegs: int, colours: int) -> tuple[int, int]:
    """Return the bytes of a word of a signature, and how many words it has."""
    size = 4 if pegs * colours <= 32 else 8
    return size, -(-colours // (size * 8 // pegs))


def _enumerate(rules: Rules) -> NDArray[np.uint8]:
    """Return all codes, built peg by peg so that they come out in order."""
    colours = np.arange(1, rules.colours + 1, dtype=np.uint8)
    if not rules.distinct:
        codes = np.empty((rules.code_count, rules.pegs), dtype=np.uint8)
        for peg in range(rules.pegs):
            repeats = rules.colours ** (rules.pegs - peg - 1)
            blocks = codes.reshape(-1, rules.colours, repeats, rules.pegs)
            blocks[..., peg] = colours[:, None]
        return codes
    codes = np.empty((1, 0), dtype=np.uint8)
    for _ in range(rules.pegs):
        codes = np.column_stack(
            [np.repeat(codes, rules.colours, axis=0), np.tile(colours, len(codes))]
        )
        codes = codes[(codes[:, :-1] != codes[:, -1:]).all(axis=1)]
    return codes


def _signatures(codes: NDArray[np.uint8], colours: int) -> _Bitmasks:
    """
    Return two bit patterns of each code, as (words, n) arrays.

    Two codes share as many bits of the first (a bit for each colour and peg) as they
    have black pegs, and as many of the second (a bit for each time that a colour is
    there) as black and white pegs together. The bits of a colour lie together in one
    word.
    """
    pegs = codes.shape[1]
    size, words = _words_of(pegs, colours)
    word: type[np.uint32 | np.uint64] = np.uint32 if size == 4 else np.uint64
    together = size * 8 // pegs
    lowest = np.zeros((words, colours + 1), dtype=word)
    for colour in range(colours):
        row, place = divmod(colour, together)
        lowest[row, colour + 1] = 1 << place * pegs
    colour_bits = lowest * word((1 << pegs) - 1)
    hot, counts = np.zeros((2, words, len(codes)), dtype=word)
    # Some codes at a time, so that what is worked out between stays in the cache.
    for start in range(0, len(codes), _STRETCH):
        stretch = slice(start, start + _STRETCH)
        for peg, block in enumerate(codes[stretch].T):
            for row in range(words):
                bit = lowest[row].take(block)
                hot[row, stretch] |= bit << word(peg)
                # The lowest bit and those that are set add up to the next bit.
                old_bits = counts[row, stretch] & colour_bits[row].take(block)
                counts[row, stretch] |= old_bits + bit
    return hot, counts


def _compare(rows: _Bitmasks, columns: _Bitmasks, rules: Rules) -> NDArray[np.uint8]:
    """Return ``black * (p + 1) + white`` of each pair of signatures."""
    table = _shared_bits(rows[0], columns[0])
    if rules.black_only:
        table *= np.uint8(rules.pegs + 1)
    else:
        table *= np.uint8(rules.pegs)
        table += _shared_bits(rows[1], columns[1])
    return table


def _shared_bits(
    rows: NDArray[np.unsignedinteger], columns: NDArray[np.unsignedinteger]
) -> NDArray[np.uint8]:
    """Return how many bits each two (words, n) patterns have in common."""
    first_pair, *pairs = zip(rows, columns, strict=True)
    shared: NDArray[np.uint8] = np.bitwise_count(np.bitwise_and.outer(*first_pair))
    for pair in pairs:
        shared += np.bitwise_count(np.bitwise_and.outer(*pair))
    return shared
