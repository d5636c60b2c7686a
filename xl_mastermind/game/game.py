"""The model of a game in progress; sessions, boards and files are views of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final, NamedTuple

import numpy as np

from xl_mastermind.game.codemaker import cheating_feedbacks
from xl_mastermind.game.codes import fit_mask
from xl_mastermind.game.contradictions import contradiction_in_words
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn

COMPUTER: Final = "Computer"
SOMEBODY_ELSE: Final = "Somebody else"
CHEATS: Final = "Cheats"
CODEMAKERS: Final = (COMPUTER, SOMEBODY_ELSE, CHEATS)
"""The codemakers; a cheating one hides no code and keeps most codes possible."""

LAST_ATTEMPT_STRATEGY: Final = "first-consistent"
"""The strategy of the last attempt, where only a candidate can win."""


class Attempt(NamedTuple):
    """A row of a game: blank, a guess that waits for its feedback, or a turn."""

    guess: Code | None = None
    feedback: Feedback | None = None
    source: str = ""  # The strategy that made the guess; "" means the player.

    @property
    def turn(self) -> Turn | None:
        """The guess with its feedback, if there are both."""
        if self.guess is None or self.feedback is None:
            return None
        return Turn(self.guess, self.feedback)


@dataclass(frozen=True)
class Game:
    """
    A game in progress. Its attempts count from 1 and may have gaps.

    Examples
    --------
    >>> game = Game.start(Rules(4, 6), 10, number=382).with_guess((1, 1, 2, 2))
    >>> game = game.with_guess((4, 5, 3, 6), "Knuth")
    >>> game.turns[0].feedback, game.solved_attempt, game.is_finished
    (Feedback(black=0, white=0), 2, True)
    """

    rules: Rules
    attempt_count: int
    attempts: tuple[Attempt, ...] = ()  # Blank attempts at the end are left out.
    codemaker: str = COMPUTER
    number: int | None = None  # A game with a typed code has None.
    secret: Code | None = None  # None: another player hides the code.

    @classmethod
    def start(
        cls,
        rules: Rules,
        attempt_count: int,
        codemaker: str = COMPUTER,
        *,
        number: int | None = None,
        secret: Code | None = None,
    ) -> "Game":
        """Return a game without guesses; its number stands for a code."""
        if number is not None and codemaker == COMPUTER:
            secret = rules.code_from_number(number)
            number = int(number)  # The caller may pass an integer of numpy.
        return cls(rules, attempt_count, (), codemaker, number, secret)

    @cached_property
    def turns_by_attempt(self) -> dict[int, Turn]:
        """The turns by the numbers of their attempts."""
        rows = enumerate(self.attempts, 1)
        return {n: turn for n, row in rows if (turn := row.turn)}

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns, in the order of the attempts."""
        return (*self.turns_by_attempt.values(),)

    @property
    def sources(self) -> tuple[str, ...]:
        """The source of each turn."""
        return (*(self.attempts[n - 1].source for n in self.turns_by_attempt),)

    @property
    def counted_attempts(self) -> dict[int, Attempt]:
        """The turns up to the solved attempt: those of results, scores and costs."""
        end = self.solved_attempt or self.attempt_count
        return {n: self.attempts[n - 1] for n in self.turns_by_attempt if n <= end}

    @property
    def unanswered_attempt(self) -> int | None:
        """The first attempt with a guess but without feedback."""
        rows = enumerate(self.attempts, 1)
        return next((n for n, row in rows if row.guess and not row.turn), None)

    @property
    def _first_win(self) -> int | None:
        win, turns = self.rules.win, self.turns_by_attempt.items()
        return next((n for n, turn in turns if turn.feedback == win), None)

    @cached_property
    def solved_attempt(self) -> int | None:
        """The first winning attempt, unless its code contradicts another turn."""
        attempt = self._first_win
        if not attempt:
            return None
        code = np.array([self.turns_by_attempt[attempt].guess])
        return attempt if fit_mask(self.rules, self.turns, code)[0] else None

    @property
    def is_lost(self) -> bool:
        """Whether all attempts are turns without a win, which some code fits."""
        is_full = len(self.turns_by_attempt) == self.attempt_count
        return is_full and not self._first_win and not self.contradiction

    @property
    def is_finished(self) -> bool:
        """Whether the game is solved or lost."""
        return bool(self.solved_attempt) or self.is_lost

    @cached_property
    def contradiction(self) -> str:
        """The contradictory turns and their possible corrections, as sentences."""
        if self.codemaker != SOMEBODY_ELSE:  # Only people contradict themselves.
            return ""
        try:
            numbers = [*self.turns_by_attempt]
            return contradiction_in_words(self.rules, self.turns, "attempt", numbers)
        except ValueError:  # The game has too many codes to search.
            return ""

    def next_strategy(self, strategy: str) -> str:
        """Return the strategy of the next guess; another one for the last attempt."""
        guesses = sum(row.guess is not None for row in self.attempts)
        is_last = guesses == self.attempt_count - 1
        return LAST_ATTEMPT_STRATEGY if is_last else strategy

    def with_guess(
        self, guess: Code, source: str = "", feedback: Feedback | None = None
    ) -> "Game":
        """Return the game with a guess in the first free attempt, and its feedback."""
        attempts = [*self.attempts, Attempt()]
        free = next(index for index, row in enumerate(attempts) if not row.guess)
        if free >= self.attempt_count:
            raise ValueError(f"all {self.attempt_count} attempts are used")
        attempts[free] = Attempt(guess, feedback, source)
        return self.with_attempts(attempts).with_feedback()

    def with_attempts(self, attempts: Sequence[Attempt]) -> "Game":
        """Return the game with other attempts."""
        count = max((n for n, row in enumerate(attempts, 1) if row.guess), default=0)
        return replace(self, attempts=(*attempts[:count],))

    def with_feedback(self) -> "Game":
        """Return the game with the codemaker's feedback; a person's stays as typed."""
        guesses = [row.guess for row in self.attempts if row.guess]
        if self.codemaker == CHEATS:  # Each feedback depends on all guesses before.
            feedbacks = iter(cheating_feedbacks(self.rules, guesses))
        elif self.codemaker == COMPUTER and self.secret:
            feedbacks = map(partial(self.rules.feedback, self.secret), guesses)
        else:
            return self
        answered = [
            row._replace(feedback=next(feedbacks)) if row.guess else row
            for row in self.attempts
        ]
        return replace(self, attempts=(*answered,))
