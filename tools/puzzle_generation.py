"""
Generate the stored puzzles: ``make puzzles``.

The seeds are fixed, so that every run writes the same file.
"""

import itertools
from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from puzzle_level import level

from xl_mastermind.files import write_file
from xl_mastermind.game.codes import Codebook, codebook
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.plugins.puzzles.puzzle import LEVELS, MAX_CLUES, PUZZLES_FILE

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MAX_STORED: Final = 250
"""Puzzles of a game and level; fewer if there are no more."""

_MAX_ATTEMPTS: Final = 100_000
"""Random puzzles of a game; small games do not have 250 puzzles of each level."""


class _Puzzle(NamedTuple):
    code: Code
    clues: tuple[Turn, ...]


def _random_puzzles(rules: Rules) -> Iterator[tuple[_Puzzle, str]]:
    """
    Yield puzzles of a game with their levels, no two of one symmetry class.

    The number of a puzzle chooses the names of colours, the positions of pegs and the
    order of clues.
    """
    book, random = codebook(rules), Random(f"puzzles of {rules}")
    representatives: set[tuple[int, ...]] = set()
    for _ in range(_MAX_ATTEMPTS):
        puzzle = _random_puzzle(book, random)
        if not 2 <= len(puzzle.clues) <= MAX_CLUES[str(rules)]:
            continue
        representative = _representative(puzzle)
        if representative in representatives:
            continue
        representatives.add(representative)
        if name := level(rules, puzzle.clues):
            yield puzzle, name


def _random_puzzle(book: Codebook, random: Random) -> _Puzzle:
    """Return a random puzzle without an unnecessary clue."""
    secret = random.randrange(len(book))
    fitting_codes: dict[int, NDArray[np.bool_]] = {}
    candidates = np.ones(len(book), bool)
    codes = np.arange(len(book))
    while candidates.sum() > 1:
        guess = random.randrange(len(book))
        feedback = book.feedback_vector(guess, codes)
        fits = feedback == feedback[secret]
        if guess != secret and (candidates & ~fits).any():
            fitting_codes[guess] = fits
            candidates &= fits
    guesses = [*fitting_codes]
    for guess in random.sample(guesses, len(guesses)):
        others = [fitting_codes[other] for other in guesses if other != guess]
        if others and np.logical_and.reduce(others).sum() == 1:
            guesses.remove(guess)
    code = book.code(secret)
    clues = (
        Turn(guess, book.rules.feedback(code, guess))
        for guess in map(book.code, guesses)
    )
    return _Puzzle(code, (*clues,))


def _representative(puzzle: _Puzzle) -> tuple[int, ...]:
    """Return a value that symmetric puzzles share."""
    guesses = [clue.guess for clue in puzzle.clues]
    pegs = range(len(puzzle.code))
    return min(
        _rename_colours([puzzle.code, *order], positions)
        for order in itertools.permutations(guesses)
        for positions in itertools.permutations(pegs)
    )


def _rename_colours(codes: Sequence[Code], positions: Sequence[int]) -> tuple[int, ...]:
    """Return codes with permuted pegs, and colours numbered as they appear."""
    names: dict[int, int] = {}
    pegs = (code[position] for code in codes for position in positions)
    return tuple(names.setdefault(colour, len(names)) for colour in pegs)


def generate_lines(rules: Rules, count: int = _MAX_STORED) -> dict[str, list[str]]:
    """Return the first puzzles of each level of a game, a line each."""
    lines: dict[str, list[str]] = {name: [] for name in LEVELS}
    for puzzle, name in _random_puzzles(rules):
        if len(lines[name]) < count:
            codes = (puzzle.code, *(clue.guess for clue in puzzle.clues))
            lines[name].append(" ".join(map(rules.format_code, codes)))
        if all(len(level_lines) == count for level_lines in lines.values()):
            break
    return lines


if __name__ == "__main__":
    write_file(
        PUZZLES_FILE,
        "".join(
            f"# {game} {name}\n" + "".join(f"{line}\n" for line in lines)
            for game in MAX_CLUES
            for name, lines in generate_lines(Rules.parse(game)).items()
        ),
    )
