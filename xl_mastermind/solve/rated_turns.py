"""The ratings of a game's guesses, for Python."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from xl_mastermind.game.rules import Rules, Turn, TurnLike, as_rules
from xl_mastermind.solve import rating
from xl_mastermind.solve.compilation import compile_kernels
from xl_mastermind.solve.rating import MAX_RATED_CODES, Rating
from xl_mastermind.solve.results import (
    Cell,
    ResultSequence,
    ResultTable,
    position_in_words,
)
from xl_mastermind.solve.suggestion import survivors

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, repr=False)
class RatedTurns(ResultSequence[Rating]):
    """Turns and the ratings of their guesses; a sequence of `Rating`."""

    rules: Rules
    turns: tuple[Turn, ...]
    rows: tuple[Rating, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the turns with their ratings."""
        return {
            "game": str(self.rules),
            "turns": [
                {
                    "turn": self.rules.format_turn(turn),
                    "cost": rated.cost,
                    "best": self.rules.format_code(rated.best_guess),
                    "luck": rated.luck,
                    "proved": rated.is_proved,
                }
                for turn, rated in zip(self.turns, self, strict=True)
            ],
        }

    def table(self) -> ResultTable:
        """Return a row for each turn."""
        rows: list[list[Cell]] = [
            [*turn, count, rated.cost, rated.best_guess, rated.luck, rated.is_proved]
            for turn, count, rated in zip(
                self.turns, survivors(self.rules, self.turns), self, strict=True
            )
        ]
        title = position_in_words(self.rules, (), self.rules.code_count)
        headings = ("Guess", "Answer", "Left", "Cost", "Best", "Luck", "Proved")
        return ResultTable(title, headings, rows)


def rate_guesses(rules: Rules | str, turns: Iterable[TurnLike]) -> RatedTurns:
    """
    Return the cost of each guess and the luck of its answer.

    The cost is the expected number of additional guesses against the best guess, by
    exact search in games of up to 5,040 codes with numba, otherwise estimated. The
    first call compiles the search for half a minute; further ones load it.

    Parameters
    ----------
    rules, turns
        As `next_guess` takes them.

    Returns
    -------
    RatedTurns
        A sequence of `Rating`, one for each turn: its cost in guesses; the best guess;
        the luck of the answer from 0 to 1, 0.5 on average, None if an answer is
        incomplete; and whether the cost is proved.

    Raises
    ------
    NoCandidateError
        If no code fits the turns.
    ValueError
        If a turn is not one of this game.

    Examples
    --------
    >>> rate_guesses("3x4", ["112:0,2", "344:0,1", "231:3,0"])
    3x4: 64 codes
    Guess  Answer  Left    Cost  Best    Luck  Proved
    112    0,2        5  0.0000  112   0.9141  yes
    344    0,1        2  0.4000  231   0.4000  yes
    231    3,0        1  0.0000  231   0.7500  yes
    """
    rules = as_rules(rules)
    played = (*rules.check_turns(turns),)
    if rules.code_count <= MAX_RATED_CODES:
        compile_kernels(_LOG.info, rules)
    return RatedTurns(rules, played, (*rating.rate_guesses(rules, played),))
