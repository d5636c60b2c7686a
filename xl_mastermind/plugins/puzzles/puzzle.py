"""
The puzzle of a number: a stored puzzle with moved pegs and renamed colours.

A number is the same puzzle in every program, because formulas of the workbook compute
the same steps. `make puzzles` writes the stored puzzles.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from xl_mastermind.game.conversion import input_error, whole_number
from xl_mastermind.game.numbers import MAX_NUMBER, feistel_steps
from xl_mastermind.game.rules import Code, CodeLike, Rules, Turn, as_rules
from xl_mastermind.solve.results import ResultBase
from xl_mastermind.tables import Table

LEVELS: Final = ("easy", "medium", "hard")
LEVELS_IN_WORDS: Final = f"{', '.join(LEVELS[:-1])} or {LEVELS[-1]}"

MAX_CLUES: Final = {
    "4x6": 4,
    "3x4": 3,
    "4x5": 4,
    "4x10 distinct": 5,
    "3x10 distinct": 4,
}
"""The games that have puzzles, and their maximum numbers of clues."""

PUZZLES_PER_PAGE: Final = 6

PUZZLES_FILE: Final = Path(__file__).with_name("puzzles.txt")
"""A heading for each game and level, then a line for each puzzle: code and guesses."""

_MAX_PERMUTED_COLOURS: Final = 9
"""Colours whose permutations, 362,880, fit into the half of a number."""


@dataclass(frozen=True, repr=False)
class NumberedPuzzle(ResultBase):
    """
    Clues that only one code fits.

    Attributes
    ----------
    clues : tuple of Turn
        Guesses with their feedback.
    code : Code
        The solution; `repr` does not show it.
    """

    rules: Rules
    level: str
    number: int
    clues: tuple[Turn, ...]
    code: Code

    def is_solution(self, code: CodeLike) -> bool:
        """Return whether a code fits all clues; raise a ValueError for no code."""
        return self.rules.check_code(code) == self.code

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle and its solution as plain values."""
        return {
            "game": str(self.rules),
            "level": self.level,
            "number": self.number,
            "clues": [*map(self.rules.format_turn, self.clues)],
            "code": self.rules.format_code(self.code),
        }

    def table(self) -> Table:
        """Return a row for each clue."""
        title = f"Puzzle {self.number:,} of {self.rules}, {self.level}"
        return Table(title, ("Guess", "Answer"), self.clues, self.rules)


class ChoiceCounts(NamedTuple):
    """The number of choices for each property that a puzzle's number determines."""

    puzzles: int
    peg_orders: int
    first_names: int
    """Choices for the first colour, if all names together exceed half a number."""

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
        count = rules.code_count
        nearest_game = min(MAX_CLUES, key=lambda g: abs(as_rules(g).code_count - count))
        raise ValueError(
            f"expected a game that has puzzles: {games}; got {rules}; did you mean"
            f" {nearest_game}?"
        )
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


def puzzle(
    rules: Rules | str = "4x6", number: int = 1, level: str = LEVELS[0]
) -> NumberedPuzzle:
    """
    Return the puzzle of a number, the same in every program.

    Parameters
    ----------
    rules : Rules or str
        A game that has puzzles, such as 4x6, 3x4, 4x5 or bulls-and-cows.
    number : int
        The number, from 1 to 999,999,999.
    level : str
        How far the player must think ahead: easy, medium or hard.

    Returns
    -------
    NumberedPuzzle
        The clues and the code.

    Raises
    ------
    ValueError
        If the game has no puzzles, or the number or the level is wrong.

    Examples
    --------
    >>> puzzle("3x4", 382)
    Puzzle 382 of 3x4, easy
    Guess  Answer
    311    2,0
    332    2,0
    414    0,1
    """
    rules, whole = as_rules(rules), whole_number(number)
    if level not in LEVELS:
        raise input_error(LEVELS_IN_WORDS, level)
    if whole is None:
        raise input_error("a puzzle's number", number)
    return puzzle_from_number(rules, level, whole)


def puzzle_from_number(rules: Rules, level: str, number: int) -> NumberedPuzzle:
    """Return the puzzle of a level with this number, from 1, or raise a ValueError."""
    game = check_game(rules)
    if not 1 <= number <= MAX_NUMBER:
        raise ValueError(
            f"expected a puzzle's number from 1 to {MAX_NUMBER:,}, got {number}"
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
    clues = tuple(Turn(guess, rules.feedback(code, guess)) for guess in guesses)
    return NumberedPuzzle(rules, level, number, clues, code)


def _permutation(number: int, items: Sequence[int]) -> list[int]:
    """Return the items in the order with this number."""
    remaining, order = [*items], []
    while remaining:
        number, index = divmod(number, len(remaining))
        order.append(remaining.pop(index))
    return order
