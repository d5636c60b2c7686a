"""A game in progress, for Python, notebooks and the terminal."""

from random import SystemRandom
from typing import Final

from xl_mastermind.game import rules as game_rules
from xl_mastermind.game.board_limits import attempt_count
from xl_mastermind.game.codemaker import draw_game_number, todays_game_number
from xl_mastermind.game.codes import candidates, codebook
from xl_mastermind.game.conversion import (
    check_positive,
    check_seed,
    input_error,
    short_repr,
)
from xl_mastermind.game.game import CHEATS, COMPUTER, SOMEBODY_ELSE, Game
from xl_mastermind.game.numbers import parse_game_number
from xl_mastermind.presentation.game_result import GameResult, turns_html
from xl_mastermind.presentation.messages import pluralize
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, parse_strategy
from xl_mastermind.solve.suggestion import Suggestion, check_unsolved, suggest_guess

CODEMAKERS: Final = {"computer": COMPUTER, "cheats": CHEATS, "person": SOMEBODY_ELSE}
"""The codemakers of boards by their words in sessions and in the terminal."""

UNLIMITED_ATTEMPTS: Final = 999
"""Number of guesses against a person, unless the user limits them."""


class Session:
    """
    A game of Mastermind in progress.

    Parameters
    ----------
    game : Rules or str
        The game, also as a text such as ``4x6`` or ``bulls-and-cows``.
    number : int or str, optional
        The number of the game, 1 to 999,999,999, or ``today`` for the game of the day;
        by default it is drawn. A number hides the same code in every program.
    secret : code, optional
        The hidden code, in place of a number.
    attempts : int, optional
        The number of guesses; by default that of the game's board, and 999 if a person
        hides the code.
    codemaker : str
        ``computer`` hides a code; ``cheats`` hides none, and answers each guess so that
        most codes remain possible; ``person`` hides a code whose answers `guess` gets.
    seed : int or str, optional
        Makes the drawn number and the hints of the strategy ``random`` repeatable.

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
    Mastermind #382 in 2 with hints
    ····
    ●●●●

    A game that is played elsewhere:

    >>> session = Session("4x6", codemaker="person")
    >>> session.guess("1122", "1 black, 1 white")
    Feedback(black=1, white=1)
    >>> session.correct(1, "1 black")
    >>> session.hint("entropy")
    (1, 3, 4, 5)
    """

    def __init__(  # noqa: PLR0913 - options are given by name
        self,
        game: game_rules.Rules | str = "4x6",
        *,
        number: int | str | None = None,
        secret: game_rules.CodeLike | None = None,
        attempts: int | None = None,
        codemaker: str = "computer",
        seed: int | str | None = None,
    ) -> None:
        rules = game_rules.as_rules(game)
        codebook(rules)  # a game that is too large raises an error
        if not isinstance(codemaker, str) or codemaker not in CODEMAKERS:
            raise input_error(f"a codemaker ({', '.join(CODEMAKERS)})", codemaker)
        check_positive("a number of attempts", attempts)
        self._codemaker = codemaker
        # Each attempt up to the next has the strategy of its last hint, or blank text.
        self._hint_strategies = [""]
        # Turns before a suggestion are counted: the guess alone could repeat.
        self._suggestions = dict[tuple[int, game_rules.Code], str]()
        seed = check_seed(seed)
        # After undo, the same seed repeats a suggestion of the strategy random.
        self._seed = SystemRandom().getrandbits(64) if seed is None else seed
        if number is not None and secret is not None:
            raise ValueError("expected a number or a secret, got both")
        name, value = ("number", number) if secret is None else ("secret", secret)
        is_computer = codemaker == "computer"
        if value is not None and not is_computer:
            raise input_error(f"no {name} with the codemaker {codemaker}", value)
        is_numbered = is_computer and secret is None
        limit = UNLIMITED_ATTEMPTS if codemaker == "person" else attempt_count(rules)
        self._game = Game.start(
            rules,
            attempts or limit,
            CODEMAKERS[codemaker],
            number=_game_number(rules, number, seed) if is_numbered else None,
            secret=None if secret is None else rules.check_code(secret),
        )

    @property
    def rules(self) -> game_rules.Rules:
        """The game."""
        return self._game.rules

    @property
    def number(self) -> int | None:
        """The number of the game; None with a given code or another codemaker."""
        return self._game.number

    @property
    def secret(self) -> game_rules.Code | None:
        """The hidden code; None if the codemaker cheats or is a person."""
        return self._game.secret

    @property
    def attempts(self) -> int:
        """The number of guesses."""
        return self._game.attempt_count

    @property
    def turns(self) -> tuple[game_rules.Turn, ...]:
        """The guesses with their feedback."""
        return self._game.turns

    def guess(
        self,
        code: game_rules.CodeLike,
        answer: game_rules.FeedbackLike | None = None,
    ) -> game_rules.Feedback:
        """
        Play a guess and return its feedback; raise a ValueError if the game is over.

        The code is a text in the game's symbols or in names of colours, or a sequence
        or array of colours. The answer is that of a person who hides the code.
        """
        rules = self.rules
        guess = (
            rules.parse_code(code) if isinstance(code, str) else rules.check_code(code)
        )
        feedback = self._check_answer(answer)
        self._check_in_progress()
        suggestion = len(self.turns), guess
        source = self._suggestions.get(suggestion, self._hint_strategies[-1])
        self._game = self._game.with_guess(guess, source, feedback)
        self._hint_strategies.append("")
        return self.turns[-1].feedback

    def correct(self, turn: int, answer: game_rules.FeedbackLike) -> None:
        """Change the answer of a person in a turn, counted from 1."""
        feedback = self._check_answer(answer)
        attempts = dict(enumerate(self._game.attempts, 1))
        if turn not in [*attempts]:  # a dict refuses lists by another error
            raise ValueError(f"guess {short_repr(turn)} has no answer to change")
        attempts[turn] = attempts[turn]._replace(feedback=feedback)
        self._game = self._game.with_attempts([*attempts.values()])

    def _check_answer(
        self, answer: game_rules.FeedbackLike | None
    ) -> game_rules.Feedback | None:
        """Return the answer of a person, None of another codemaker."""
        if (answer is None) == (self._codemaker == "person"):
            noun = "an answer" if answer is None else "no answer"
            raise input_error(f"{noun} with the codemaker {self._codemaker}", answer)
        return None if answer is None else self.rules.check_feedback(answer)

    def undo(self) -> None:
        """Take back the last guess, or raise a ValueError if there is none."""
        if not self.turns:
            raise ValueError("no guess to take back")
        self._game = self._game.with_attempts(self._game.attempts[:-1])
        later_strategy = self._hint_strategies.pop()
        self._hint_strategies[-1] = later_strategy or self._hint_strategies[-1]

    @property
    def is_over(self) -> bool:
        """Whether the player has found the code or used all attempts."""
        return self._game.is_finished

    @property
    def result(self) -> GameResult | None:
        """The result of a game that is over, else None."""
        return GameResult.from_game(self._game)

    @property
    def candidate_count(self) -> int:
        """Number of codes that fit every turn."""
        return len(codebook(self.rules).candidates(self.turns))

    @property
    def candidates(self) -> list[game_rules.Code]:
        """The codes that fit every turn, in lexicographic order."""
        return candidates(self.rules, self.turns)

    def hint(self, strategy: str = DEFAULT_STRATEGY) -> game_rules.Code:
        """
        Return the next guess of a strategy, without playing it.

        The result mentions hints, whatever the player guesses next. Before the last
        attempt, return the first candidate as boards do, because only a candidate can
        win.
        """
        return self.suggest(strategy, is_hint=True).guess

    def suggest(
        self, strategy: str = DEFAULT_STRATEGY, *, is_hint: bool = False
    ) -> Suggestion:
        """
        Return the guess of `hint`, and how many codes fit every turn.

        Unless `is_hint`, the result mentions hints only if this guess is played.
        """
        strategy_name = parse_strategy(strategy).name
        name = self._game.next_strategy(strategy_name)
        self._check_in_progress()
        suggestion = suggest_guess(self.rules, self.turns, name, seed=self._seed)
        if is_hint:
            self._hint_strategies[-1] = strategy_name
        else:
            self._suggestions[len(self.turns), suggestion.guess] = strategy_name
        return suggestion

    def explain(self, strategy: str = DEFAULT_STRATEGY) -> list[str]:
        """Return a text for each turn, which compares it with a strategy's guess."""
        from xl_mastermind.solve.explanation import explain_turns  # noqa: PLC0415, 50 ms

        return explain_turns(self.rules, self.turns, strategy, self._game.sources)

    def _check_in_progress(self) -> None:
        if self.is_over:
            check_unsolved(self.rules, self.turns)
            reason = f"all {self.attempts} attempts are used"
            raise ValueError(f"{reason}: undo a guess, or start a new session")

    def __repr__(self) -> str:
        """Return the game, its turns and the number of candidates."""
        turns = " ".join(map(self.rules.format_turn, self.turns)) or "no guess"
        return f"<Session {self._name}: {turns}, {self._codes_left}>"

    def _repr_html_(self) -> str:
        heading = f"{self._name}: {self._codes_left}"
        return turns_html(heading, self.rules, self.turns)

    @property
    def _name(self) -> str:
        own_code = "own code" if self.secret else f"codemaker {self._codemaker}"
        return f"{self.rules} {f'number {self.number}' if self.number else own_code}"

    @property
    def _codes_left(self) -> str:
        return f"{pluralize(self.candidate_count, 'code')} left"


def _game_number(
    rules: game_rules.Rules, number: int | str | None, seed: int | str | None
) -> int:
    if number is None:
        return draw_game_number(rules, seed)
    if number == "today":
        return todays_game_number()
    return parse_game_number(number) if isinstance(number, str) else number
