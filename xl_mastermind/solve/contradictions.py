"""Turns that contradict one another, and changes of one answer that resolve it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from xl_mastermind.game import rules as game_rules
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.contradictions import (
    Correction,
    contradiction_in_words,
    corrections,
    first_contradiction,
)
from xl_mastermind.solve.results import ResultBase
from xl_mastermind.tables import Cell, Table, cell_text


@dataclass(frozen=True, repr=False)
class Contradictions(ResultBase):
    """
    The contradiction of some turns, and each change of one answer that resolves it.

    Attributes
    ----------
    first : int or None
        The index of the first turn without candidates; None if some code fits.
    corrections : tuple of Correction
        Empty if some code fits, or if one change is not enough.
    """

    rules: game_rules.Rules
    turns: tuple[game_rules.Turn, ...]
    first: int | None
    corrections: tuple[Correction, ...]

    def __bool__(self) -> bool:
        """Return whether the turns contradict one another."""
        return self.first is not None

    def to_dict(self) -> dict[str, Any]:
        """Return the turns, the first impossible one, and the changes."""
        return {
            "game": str(self.rules),
            "turns": [*map(self.rules.format_turn, self.turns)],
            "first": self.first,
            "corrections": [
                {"turn": index, "feedback": cell_text(feedback, self.rules)}
                for index, feedback in self.corrections
            ],
        }

    def table(self) -> Table:
        """Return a row for each turn: its guess, its answer, and other answers."""
        rows: list[list[Cell]] = [
            [
                number,
                *turn,
                " or ".join(
                    cell_text(feedback, self.rules)
                    for index, feedback in self.corrections
                    if index == number - 1
                ),
            ]
            for number, turn in enumerate(self.turns, 1)
        ]
        title = contradiction_in_words(self.rules, self.turns)
        headings = ("Turn", "Guess", "Answer", "Possible instead")
        return Table(title or "Some code fits all turns.", headings, rows, self.rules)


def contradictions(
    rules: game_rules.Rules | str, turns: Iterable[game_rules.TurnLike]
) -> Contradictions:
    """
    Return the contradiction of some turns, which is false if some code fits.

    Parameters
    ----------
    rules, turns
        As `next_guess` takes them.

    Examples
    --------
    >>> found = contradictions("4x6", ["1122:2,0", "1134:0,0", "3456:2,0"])
    >>> bool(found), found.first
    (True, 2)
    >>> found.corrections[0]
    Correction(turn=0, feedback=Feedback(black=0, white=0))
    """
    rules = game_rules.as_rules(rules)
    game_turns = (*rules.check_turns(turns),)
    book = codebook(rules)
    first = first_contradiction(book, game_turns)
    changes = corrections(book, game_turns) if first is not None else ()
    return Contradictions(rules, game_turns, first, (*changes,))
