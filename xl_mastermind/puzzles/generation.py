"""
Makes the puzzles that are stored: ``make puzzles``.

They are drawn from a seed, so that every run makes the same file.
"""

import itertools
from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from xl_mastermind.files import write_file
from xl_mastermind.game.codes import Codebook, codebook
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.puzzles.level import level
from xl_mastermind.puzzles.puzzle import FILE, LEVELS, MAX_CLUES, Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

STORED: Final = 250
"""Puzzles of a game and level; fewer where there are no more."""

_MOST_DRAWN: Final = 100_000
"""Puzzles of a game that are looked at; small games have no 250 of each level."""


class Graded(NamedTuple):
    """A puzzle that was drawn, and its level."""

    puzzle: Puzzle
    level: str


def graded_puzzles(rules: Rules) -> Iterator[Graded]:
    """
    Yield puzzles of a game as they are drawn from its seed, none twice.

    Puzzles that differ only in the names of colours, the places of pegs and the
    order of clues are the same: the number of a puzzle chooses those.
    """
    book, draw = codebook(rules), Random(f"puzzles of {rules}")
    seen: set[tuple[int, ...]] = set()
    for _ in range(_MOST_DRAWN):
        drawn = _drawn(book, draw)
        if not 2 <= len(drawn.clues) <= MAX_CLUES[str(rules)]:
            continue
        form = _general_form(drawn)
        if form in seen:
            continue
        seen.add(form)
        if name := level(rules, drawn.clues):
            yield Graded(drawn, name)


def _drawn(book: Codebook, draw: Random) -> Puzzle:
    """Return a puzzle drawn at random, with no clue to spare."""
    secret = draw.randrange(len(book))
    fits: dict[int, NDArray[np.bool_]] = {}
    left = np.ones(len(book), bool)
    codes = np.arange(len(book))
    while left.sum() > 1:
        guess = draw.randrange(len(book))
        answers = book.feedback_vector(guess, codes)
        fitting = answers == answers[secret]
        if guess != secret and (left & ~fitting).any():
            fits[guess] = fitting
            left &= fitting
    guesses = [*fits]
    for guess in draw.sample(guesses, len(guesses)):
        others = [fits[other] for other in guesses if other != guess]
        if others and np.logical_and.reduce(others).sum() == 1:
            guesses.remove(guess)
    return Puzzle.of(book.rules, book.code(secret), [*map(book.code, guesses)])


def _general_form(puzzle: Puzzle) -> tuple[int, ...]:
    """Return what puzzles have alike that are the same but for names and orders."""
    guesses = [clue.guess for clue in puzzle.clues]
    pegs = range(len(puzzle.code))
    return min(
        _renamed([puzzle.code, *order], places)
        for order in itertools.permutations(guesses)
        for places in itertools.permutations(pegs)
    )


def _renamed(codes: Sequence[Code], places: Sequence[int]) -> tuple[int, ...]:
    """Return codes with moved pegs, colours called 0, 1, ... as they come."""
    names: dict[int, int] = {}
    pegs = (code[place] for code in codes for place in places)
    return tuple(names.setdefault(colour, len(names)) for colour in pegs)


def made_lines(rules: Rules, count: int = STORED) -> dict[str, list[str]]:
    """Return the first puzzles of each level of a game, as they are stored."""
    lines: dict[str, list[str]] = {name: [] for name in LEVELS}
    for drawn, name in graded_puzzles(rules):
        if len(lines[name]) < count:
            codes = (drawn.code, *(clue.guess for clue in drawn.clues))
            lines[name].append(" ".join(map(rules.format_code, codes)))
        if all(len(made) == count for made in lines.values()):
            break
    return lines


def main() -> None:
    """Make all puzzles and write them into the package."""
    text = ""
    for game in MAX_CLUES:
        for name, lines in made_lines(Rules.parse(game)).items():
            text += "".join(f"{line}\n" for line in (f"# {game} {name}", *lines))
    write_file(FILE, text)


if __name__ == "__main__":
    main()
