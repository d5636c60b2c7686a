"""
The puzzle of a number: a stored one whose pegs are moved and whose colours renamed.

The workbook has these few steps as formulas, so the same number is the same puzzle
everywhere. `making` has made the puzzles that are stored.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from xl_mastermind.game.numbers import LARGEST_NUMBER, feistel_steps
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.puzzles.level import MAX_PASSES

LEVELS: Final = (*MAX_PASSES,)

MAX_CLUES: Final = {"4x6": 4, "3x4": 3, "4x5": 4, "4x10 distinct": 5}
"""The games that have puzzles, as they are written, and the clues of one, at most."""

FILE: Final = Path(__file__).with_name("puzzles.txt")
"""A heading a game and level, then a line a puzzle: its code, and the guesses."""

_COLOURS_OF_HALF: Final = 9
"""Colours whose orders, 362,880, fit into the half of a number."""


class Puzzle(NamedTuple):
    """A code, and the clues that it alone fits."""

    code: Code
    clues: tuple[Turn, ...]

    @classmethod
    def of(cls, rules: Rules, code: Code, guesses: Sequence[Code]) -> "Puzzle":
        """Return the puzzle of a code and some guesses."""
        clues = (Turn(guess, rules.feedback(code, guess)) for guess in guesses)
        return cls(code, (*clues,))

    def conflict(self, rules: Rules, code: Code) -> tuple[int, Feedback] | None:
        """Return the first clue, from 1, that a code does not fit, and its answer."""
        for number, (guess, answer) in enumerate(self.clues, 1):
            would_be = rules.feedback(code, guess)
            if would_be != answer:
                return number, would_be
        return None


class Sizes(NamedTuple):
    """In how many ways a number chooses each thing about a puzzle."""

    stored: int
    moves: int
    """Orders of the pegs."""

    first: int
    """Names of the first colour, where those of the others fill half of a number."""

    rest: int
    """Orders of the names of the other colours."""

    @property
    def halves(self) -> tuple[int, int]:
        """The two halves of a number."""
        return self.stored * self.moves * self.first, self.rest


def check_game(rules: Rules) -> str:
    """Return how a game that has puzzles is written, or raise a ValueError."""
    if str(rules) not in MAX_CLUES:
        games = ", ".join(MAX_CLUES)
        raise ValueError(f"expected a game that has puzzles: {games}; got {rules}")
    return str(rules)


@cache
def stored_puzzles() -> Mapping[tuple[str, str], Sequence[str]]:
    """Return the lines of each game and level."""
    lines: dict[tuple[str, str], list[str]] = {}
    for line in FILE.read_text("ascii").splitlines():
        if line.startswith("#"):
            game, _, name = line.removeprefix("# ").rpartition(" ")
            lines[game, name] = []
        else:
            lines[game, name].append(line)
    return lines


def sizes(rules: Rules, level: str) -> Sizes:
    """Return how a number is divided at a level of a game."""
    first = rules.colours if rules.colours > _COLOURS_OF_HALF else 1
    return Sizes(
        len(stored_puzzles()[check_game(rules), level]),
        math.factorial(rules.pegs),
        first,
        math.factorial(rules.colours) // first,
    )


def puzzle_from_number(rules: Rules, level: str, number: int) -> Puzzle:
    """Return the puzzle of a level with this number, from 1 on, or raise."""
    game = check_game(rules)
    if not 1 <= number <= LARGEST_NUMBER:
        raise ValueError(
            f"expected a puzzle's number from 1 to {LARGEST_NUMBER:,}, got {number}"
        )
    of = sizes(rules, level)
    *_, left, _, right = feistel_steps(number, of.halves)
    left, first = divmod(left, of.first)
    row, move = divmod(left, of.moves)
    places = _order(move, range(rules.pegs))
    names = _order(right * of.first + first, range(1, rules.colours + 1))
    code, *guesses = (
        tuple(names[colour - 1] for colour in (word[place] for place in places))
        for word in map(rules.parse_code, stored_puzzles()[game, level][row].split())
    )
    return Puzzle.of(rules, code, guesses)


def _order(number: int, things: Sequence[int]) -> list[int]:
    """Return the things in the order that a number stands for."""
    left, order = [*things], []
    while left:
        number, place = divmod(number, len(left))
        order.append(left.pop(place))
    return order
