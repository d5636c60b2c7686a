"""A game in progress, for Python, notebooks and the terminal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from xl_mastermind.game.codes import candidates, codebook
from xl_mastermind.game.conversion import check_positive, check_seed
from xl_mastermind.game.rules import (
    Code,
    CodeLike,
    Feedback,
    Rules,
    Turn,
    as_rules,
    feedback_in_words,
)
from xl_mastermind.presentation.games import LAST_ATTEMPT_STRATEGY, attempt_count, title
from xl_mastermind.presentation.messages import (
    RESULT,
    RESULT_LOST,
    feedback_symbols,
    pluralize,
)
from xl_mastermind.solve.codemaker import (
    cheating_feedbacks,
    draw_game_number,
    todays_game_number,
)
from xl_mastermind.solve.results import tiles_html
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, parse_strategy
from xl_mastermind.solve.suggestion import check_unsolved, suggest_guess

COMPUTER: Final = "computer"
CHEATS: Final = "cheats"
CODEMAKERS: Final = (COMPUTER, CHEATS)
"""The codemakers; a cheating one hides no code and keeps most codes possible."""


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
        All turns; the last one has found the code, or the game is lost.

    Examples
    --------
    >>> turns = (Turn((1, 1, 2, 2), Feedback(0, 0)), Turn((4, 5, 3, 6), Feedback(4, 0)))
    >>> print(GameResult(Rules(4, 6), 382, turns))
    Mastermind #382 in 2
    ····
    ●●●●
    """

    rules: Rules
    number: int | None
    turns: tuple[Turn, ...]

    @property
    def is_won(self) -> bool:
        """Whether the last turn has found the code."""
        return self.turns[-1].feedback == self.rules.win

    def __str__(self) -> str:
        """Return the lines to share."""
        pegs = self.rules.pegs
        return "\n".join(
            [self._title]
            + [feedback_symbols(*turn.feedback, pegs, "") for turn in self.turns]
        )

    @property
    def _title(self) -> str:
        number = f" #{self.number}" if self.number else ""
        form = RESULT if self.is_won else RESULT_LOST
        return form.format(game=f"{title(self.rules)}{number}", guesses=len(self.turns))

    def to_dict(self) -> dict[str, Any]:
        """Return the result for JSON, with the fields of `solve --json`."""
        return {
            "game": str(self.rules),
            "number": self.number,
            "turns": [turn_record(turn, self.rules) for turn in self.turns],
            "solved": self.is_won,
        }

    def _repr_html_(self) -> str:
        """Return the result with tiles and pegs, for notebooks."""
        return _turns_html(self._title, self.rules, self.turns)


class Session:
    """
    A game of Mastermind in progress.

    Parameters
    ----------
    game : Rules or str
        The game, also as a text such as ``4x6`` or ``bulls-and-cows``.
    number : int or str, optional
        The number of the game, 1 to 999,999,999, or ``today`` for the game of the day;
        by default it is drawn. Everywhere a number hides the same code.
    attempts : int, optional
        The number of guesses; by default that of the game's board.
    codemaker : str
        ``computer`` hides a code; ``cheats`` hides none, and answers each guess so that
        most codes remain possible.
    seed : int or str, optional
        Makes the drawn number and the hints of the strategy ``random`` repeatable.

    Attributes
    ----------
    rules : Rules
        The game.
    number : int or None
        The number of the game; None if the codemaker cheats.
    secret : Code or None
        The hidden code; None if the codemaker cheats.
    attempts : int
        The number of guesses.
    turns : tuple of Turn
        The turns so far.

    Raises
    ------
    ValueError
        If there is no such game, number or codemaker, or the game is too large.

    Examples
    --------
    >>> session = Session("4x6", number=382)
    >>> session.guess("1122")
    Feedback(black=0, white=0)
    >>> session.candidate_count
    256
    >>> session.hint("knuth")
    (3, 3, 4, 5)
    >>> session.guess("4536")
    Feedback(black=4, white=0)
    >>> print(session.result)
    Mastermind #382 in 2
    ····
    ●●●●
    """

    def __init__(
        self,
        game: Rules | str = "4x6",
        *,
        number: int | Literal["today"] | None = None,
        attempts: int | None = None,
        codemaker: str = COMPUTER,
        seed: int | str | None = None,
    ) -> None:
        self.rules = as_rules(game)
        codebook(self.rules)  # raises an error for a game that is too large
        if codemaker not in CODEMAKERS:
            raise ValueError(
                f"expected a codemaker ({', '.join(CODEMAKERS)}), got {codemaker!r}"
            )
        check_positive("a number of attempts", attempts)
        self._seed = check_seed(seed)
        self.number: int | None = None
        self.secret: Code | None = None
        if codemaker == COMPUTER:
            self._hide_code(number)
        elif number is not None:
            raise ValueError(
                f"expected no number with the codemaker {CHEATS}, got {number!r}"
            )
        self.attempts = attempts or attempt_count(self.rules)
        self.turns: tuple[Turn, ...] = ()

    def _hide_code(self, number: int | Literal["today"] | None) -> None:
        if number is None:
            number = draw_game_number(self.rules, self._seed)
        elif number == "today":
            number = todays_game_number()
        self.secret = self.rules.code_from_number(number)
        self.number = int(number)

    def guess(self, code: CodeLike) -> Feedback:
        """
        Play a guess and return its feedback, or raise a ValueError.

        Parameters
        ----------
        code : code
            A text in the game's symbols, or a sequence or array of colours.

        Raises
        ------
        ValueError
            If it is not a code of this game, or the game is over.
        """
        guess = self.rules.check_code(code)
        self._check_in_progress()
        if self.secret:
            feedback = self.rules.feedback(self.secret, guess)
        else:
            guesses = [turn.guess for turn in self.turns]
            feedback = cheating_feedbacks(self.rules, [*guesses, guess])[-1]
        self.turns = (*self.turns, Turn(guess, feedback))
        return feedback

    def undo(self) -> None:
        """Take back the last guess, or raise a ValueError if there is none."""
        if not self.turns:
            raise ValueError("no guess to take back")
        self.turns = self.turns[:-1]

    @property
    def is_over(self) -> bool:
        """Whether the code is found, or all attempts are used."""
        is_won = bool(self.turns) and self.turns[-1].feedback == self.rules.win
        return is_won or len(self.turns) >= self.attempts

    @property
    def result(self) -> GameResult | None:
        """The result of a game that is over, else None."""
        if not self.is_over:
            return None
        return GameResult(self.rules, self.number, self.turns)

    @property
    def candidate_count(self) -> int:
        """Number of codes that fit every turn."""
        return len(codebook(self.rules).candidates(self.turns))

    @property
    def candidates(self) -> list[Code]:
        """The codes that fit every turn, in lexicographic order."""
        return candidates(self.rules, self.turns)

    def hint(self, strategy: str = DEFAULT_STRATEGY) -> Code:
        """
        Return the next guess of a strategy, without playing it.

        For the last attempt it is the first candidate, as on boards: no other code can
        win.

        Raises
        ------
        ValueError
            If the strategy is unknown, or the game is over.
        """
        name = parse_strategy(strategy).name
        self._check_in_progress()
        if len(self.turns) == self.attempts - 1:
            name = LAST_ATTEMPT_STRATEGY
        return suggest_guess(self.rules, self.turns, name, seed=self._seed).guess

    def explain(self, strategy: str = DEFAULT_STRATEGY) -> list[str]:
        """Return a text for each turn, which compares it with a strategy's guess."""
        from xl_mastermind.solve.analysis import explain_turns  # noqa: PLC0415, 50 ms

        return explain_turns(self.rules, self.turns, strategy)

    def _check_in_progress(self) -> None:
        check_unsolved(self.rules, self.turns)
        if self.is_over:
            raise ValueError(
                f"all {self.attempts} attempts are used: undo a guess, or start a new"
                " session"
            )

    def __repr__(self) -> str:
        """Return the game, its turns and the number of candidates."""
        turns = " ".join(map(self.rules.format_turn, self.turns)) or "no guess"
        return f"<Session {self._name}: {turns}, {self._codes_left}>"

    def _repr_html_(self) -> str:
        """Return the turns with tiles and pegs, for notebooks."""
        heading = f"{self._name}: {self._codes_left}"
        return _turns_html(heading, self.rules, self.turns)

    @property
    def _name(self) -> str:
        number = f"number {self.number}" if self.number else "against a cheat"
        return f"{self.rules} {number}"

    @property
    def _codes_left(self) -> str:
        return f"{pluralize(self.candidate_count, 'code')} left"


def _turns_html(heading: str, rules: Rules, turns: Sequence[Turn]) -> str:
    """Return a table of turns, as one element with styles of its own."""
    rows = []
    for number, (guess, feedback) in enumerate(turns, 1):
        tiles = tiles_html(guess, rules)
        pegs = feedback_symbols(*feedback, rules.pegs)
        words = feedback_in_words(feedback, rules)
        rows.append(
            f'<tr><td>{number}</td><td>{tiles}</td><td title="{words}">{pegs}</td></tr>'
        )
    return f"<table><caption>{heading}</caption>{''.join(rows)}</table>"
