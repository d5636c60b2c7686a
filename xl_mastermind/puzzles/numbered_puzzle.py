"""Puzzles for Python: a game, a level and a number."""

from dataclasses import dataclass
from typing import Any

from xl_mastermind.game.conversion import short_repr, whole_number
from xl_mastermind.game.rules import Code, CodeLike, Rules, Turn, as_rules
from xl_mastermind.puzzles.puzzle import (
    LEVELS,
    LEVELS_IN_WORDS,
    Puzzle,
    puzzle_from_number,
)
from xl_mastermind.solve.results import Result, ResultTable


@dataclass(frozen=True, repr=False)
class NumberedPuzzle(Result):
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

    def table(self) -> ResultTable:
        """Return a row for each clue."""
        title = f"Puzzle {self.number:,} of {self.rules}, {self.level}"
        return ResultTable(title, ("Guess", "Answer"), self.clues)


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
        How far one must think ahead: easy, medium or hard.

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
        raise ValueError(f"expected {LEVELS_IN_WORDS}, got {short_repr(level)}")
    if whole is None:
        raise ValueError(f"expected a puzzle's number, got {short_repr(number)}")
    found: Puzzle = puzzle_from_number(rules, level, whole)
    return NumberedPuzzle(rules, level, whole, found.clues, found.code)
