"""
The puzzle of a number: a stored puzzle with moved pegs and renamed colours.

The workbook computes the same steps in formulas, so that a number is the same puzzle
everywhere. `make puzzles` writes the stored puzzles.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from xl_mastermind.game.numbers import LARGEST_NUMBER, feistel_steps
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn

LEVELS: Final = ("easy", "medium", "hard")
LEVELS_IN_WORDS: Final = f"{', '.join(LEVELS[:-1])} or {LEVELS[-1]}"

MAX_CLUES: Final = {"4x6": 4, "3x4": 3, "4x5": 4, "4x10 distinct": 5}
"""The games that have puzzles, and their maximum numbers of clues."""

PUZZLES_FILE: Final = Path(__file__).with_name("puzzles.txt")
"""A heading for each game and level, then a line for each puzzle: code and guesses."""

_MAX_PERMUTED_COLOURS: Final = 9
"""Colours whose permutations, 362,880, fit into the half of a number."""


class Puzzle(NamedTuple):
    """A code, and clues that only this code fits."""

    code: Code
    clues: tuple[Turn, ...]

    @classmethod
    def of(cls, rules: Rules, code: Code, guesses: Sequence[Code]) -> "Puzzle":
        """Return the puzzle of a code and some guesses."""
        clues = (Turn(guess, rules.feedback(code, guess)) for guess in guesses)
        return cls(code, (*clues,))

    def first_conflict(self, rules: Rules, code: Code) -> tuple[int, Feedback] | None:
        """Return the first clue, from 1, that a code does not fit, and its feedback."""
        for number, (guess, clue_feedback) in enumerate(self.clues, 1):
            feedback = rules.feedback(code, guess)
            if feedback != clue_feedback:
                return number, feedback
        return None


class ChoiceCounts(NamedTuple):
    """The number of choices for each property that a puzzle's number determines."""

    puzzles: int
    peg_orders: int
    first_names: int
    """Names of the first colour, if those of the others fill half of a number."""

    name_orders: int
    """Orders of the names of the other colours."""

    @property
    def halves(self) -> tuple[int, int]:
        """The number of values of the left and the right half of a number."""
        return self.puzzles * self.peg_orders * self.first_names, self.name_orders


def check_game(rules: Rules) -> str:
    """Return the text form of a game that has puzzles, or raise a ValueError."""
    if str(rules) not in MAX_CLUES:
        games = ", ".join(MAX_CLUES)
        raise ValueError(f"expected a game that has puzzles: {games}; got {rules}")
    return str(rules)


@cache
def stored_puzzles() -> Mapping[tuple[str, str], Sequence[str]]:
    """Return the lines of each game and level."""
    lines: dict[tuple[str, str], list[str]] = {}
    for line in PUZZLES_FILE.read_text("ascii").splitlines():
        if line.startswith("#"):
            game, _, name = line.removeprefix("# ").rpartition(" ")
            lines[game, name] = []
        else:
            lines[game, name].append(line)
    return lines


def choice_counts(rules: Rules, level: str) -> ChoiceCounts:
    """Return the number of choices for each property of a puzzle."""
    first_names = rules.colours if rules.colours > _MAX_PERMUTED_COLOURS else 1
    return ChoiceCounts(
        len(stored_puzzles()[check_game(rules), level]),
        math.factorial(rules.pegs),
        first_names,
        math.factorial(rules.colours) // first_names,
    )


def puzzle_from_number(rules: Rules, level: str, number: int) -> Puzzle:
    """Return the puzzle of a level with this number, from 1, or raise a ValueError."""
    game = check_game(rules)
    if not 1 <= number <= LARGEST_NUMBER:
        raise ValueError(
            f"expected a puzzle's number from 1 to {LARGEST_NUMBER:,}, got {number}"
        )
    counts = choice_counts(rules, level)
    *_, left, _, right = feistel_steps(number, counts.halves)
    left, first_name = divmod(left, counts.first_names)
    row, peg_order = divmod(left, counts.peg_orders)
    pegs = _permutation(peg_order, range(rules.pegs))
    name_order = right * counts.first_names + first_name
    names = _permutation(name_order, range(1, rules.colours + 1))
    code, *guesses = (
        tuple(names[stored[peg] - 1] for peg in pegs)
        for stored in map(rules.parse_code, stored_puzzles()[game, level][row].split())
    )
    return Puzzle.of(rules, code, guesses)


def _permutation(number: int, items: Sequence[int]) -> list[int]:
    """Return the items in the order with this number."""
    remaining, order = [*items], []
    while remaining:
        number, index = divmod(number, len(remaining))
        order.append(remaining.pop(index))
    return order
