"""The result of a finished game: lines to share, JSON, and a table for notebooks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from xl_mastermind.game.game import COMPUTER, Game
from xl_mastermind.game.rules import Rules, Turn, feedback_in_words
from xl_mastermind.presentation import messages
from xl_mastermind.presentation.games import title
from xl_mastermind.tables import html_table, tiles_html


def turn_record(turn: Turn, rules: Rules) -> dict[str, Any]:
    """Return a turn for JSON; a game of black pegs has no `white`."""
    record = {"guess": rules.format_code(turn.guess), **turn.feedback._asdict()}
    if rules.black_only:
        del record["white"]
    return record


@dataclass(frozen=True)
class GameResult:
    """
    The result of a finished game; as text, the lines to share, without the guesses.

    Attributes
    ----------
    rules : Rules
        The game.
    number : int or None
        The number of the game; None if it has none.
    turns : tuple of Turn
        The turns up to the one that has found the code; without it the game is lost.
    sources : tuple of str
        The strategy that made each guess, "" for the player; blank for the player only.

    Examples
    --------
    >>> rules = Rules(4, 6)
    >>> turns = rules.check_turns(["1122:0,0", "4536:4,0"])
    >>> print(GameResult(rules, 382, (*turns,)))
    Mastermind #382 in 2
    ····
    ●●●●
    """

    rules: Rules
    number: int | None
    turns: tuple[Turn, ...]
    sources: tuple[str, ...] = ()

    @classmethod
    def from_game(cls, game: Game) -> "GameResult | None":
        """Return the result of a game, None while it is in progress."""
        if not game.is_finished:
            return None
        number = game.number if game.codemaker == COMPUTER else None
        attempts = game.counted_attempts
        turns = (game.turns_by_attempt[n] for n in attempts)
        sources = (attempt.source for attempt in attempts.values())
        return cls(game.rules, number, (*turns,), (*sources,))

    @property
    def is_won(self) -> bool:
        """Whether the last turn has found the code."""
        return self.turns[-1].feedback == self.rules.win

    def __str__(self) -> str:
        """Return the lines to share."""
        lines = [self.title_line]
        for turn in self.turns:
            pegs = messages.feedback_symbols(*turn.feedback, self.rules.pegs, "")
            lines.append(pegs)
        return "\n".join(lines)

    @property
    def game(self) -> str:
        """The title and number of the game."""
        return title(self.rules) + (f" #{self.number}" if self.number else "")

    @property
    def title_line(self) -> str:
        """The first of these lines, with the game and the number of guesses."""
        form = messages.RESULT if self.is_won else messages.RESULT_LOST
        line = form.format(game=self.game, guesses=len(self.turns))
        return line + messages.RESULT_HINTS * any(self.sources)

    def to_dict(self) -> dict[str, Any]:
        """Return the result for JSON, with the fields of `solve --json`."""
        return {
            "game": str(self.rules),
            "number": self.number,
            "turns": [turn_record(turn, self.rules) for turn in self.turns],
            "solved": self.is_won,
        }

    def _repr_html_(self) -> str:
        return turns_html(self.title_line, self.rules, self.turns)


def turns_html(heading: str, rules: Rules, turns: Sequence[Turn]) -> str:
    """Return a table of turns, as one element with styles of its own."""
    rows = []
    for number, (guess, feedback) in enumerate(turns, 1):
        tiles = tiles_html(guess, rules)
        pegs = messages.feedback_symbols(*feedback, rules.pegs)
        words = feedback_in_words(feedback, rules)
        rows.append((str(number), tiles, f'<span title="{words}">{pegs}</span>'))
    return html_table(heading, (), rows)
