"""A game in progress, for Python, notebooks and the terminal."""

from typing import Final

from xl_mastermind.game import rules as game_rules
from xl_mastermind.game.board_limits import attempt_count
from xl_mastermind.game.codemaker import draw_game_number, todays_game_number
from xl_mastermind.game.codes import candidates, codebook
from xl_mastermind.game.conversion import check_positive, check_seed, short_repr
from xl_mastermind.game.game import CHEATS, COMPUTER, Game
from xl_mastermind.game.numbers import parse_game_number
from xl_mastermind.presentation.game_result import GameResult, turns_html
from xl_mastermind.presentation.messages import pluralize
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, parse_strategy
from xl_mastermind.solve.suggestion import check_unsolved, suggest_guess

CODEMAKERS: Final = (COMPUTER.lower(), CHEATS.lower())
"""The codemakers of a session: those that compute the feedback."""


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
        The number of guesses; by default that of the game's board.
    codemaker : str
        ``computer`` hides a code; ``cheats`` hides none, and answers each guess so that
        most codes remain possible.
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
    Mastermind #382 in 2
    ····
    ●●●●
    """

    def __init__(  # noqa: PLR0913 - options are given by name
        self,
        game: game_rules.Rules | str = "4x6",
        *,
        number: int | str | None = None,
        secret: game_rules.CodeLike | None = None,
        attempts: int | None = None,
        codemaker: str = CODEMAKERS[0],
        seed: int | str | None = None,
    ) -> None:
        rules = game_rules.as_rules(game)
        codebook(rules)  # a game that is too large raises an error
        if codemaker not in CODEMAKERS:
            raise ValueError(
                f"expected a codemaker ({', '.join(CODEMAKERS)}),"
                f" got {short_repr(codemaker)}"
            )
        check_positive("a number of attempts", attempts)
        self._seed = check_seed(seed)
        self._hint_strategy = ""  # blank if the next attempt has no hint yet
        if number is not None and secret is not None:
            raise ValueError("expected a number or a secret, got both")
        name, value = ("number", number) if secret is None else ("secret", secret)
        is_computer = codemaker == CODEMAKERS[0]
        if value is not None and not is_computer:
            raise ValueError(
                f"expected no {name} with the codemaker {codemaker}, got"
                f" {short_repr(value)}"
            )
        is_numbered = is_computer and secret is None
        self._game = Game.start(
            rules,
            attempts or attempt_count(rules),
            codemaker.capitalize(),
            number=self._game_number(rules, number) if is_numbered else None,
            secret=None if secret is None else rules.check_code(secret),
        )

    def _game_number(self, rules: game_rules.Rules, number: int | str | None) -> int:
        if number is None:
            return draw_game_number(rules, self._seed)
        if number == "today":
            return todays_game_number()
        return parse_game_number(number) if isinstance(number, str) else number

    @property
    def rules(self) -> game_rules.Rules:
        """The game."""
        return self._game.rules

    @property
    def number(self) -> int | None:
        """The number of the game; None with a given code or a cheating codemaker."""
        return self._game.number

    @property
    def secret(self) -> game_rules.Code | None:
        """The hidden code; None if the codemaker cheats."""
        return self._game.secret

    @property
    def attempts(self) -> int:
        """The number of guesses."""
        return self._game.attempt_count

    @property
    def turns(self) -> tuple[game_rules.Turn, ...]:
        """The guesses with their feedback."""
        return self._game.turns

    def guess(self, code: game_rules.CodeLike) -> game_rules.Feedback:
        """
        Play a guess and return its feedback; raise a ValueError if the game is over.

        The code is a text in the game's symbols or in names of colours, or a sequence
        or array of colours.
        """
        rules = self.rules
        guess = (
            rules.parse_code(code) if isinstance(code, str) else rules.check_code(code)
        )
        self._check_in_progress()
        self._game = self._game.with_guess(guess, self._hint_strategy)
        self._hint_strategy = ""
        return self.turns[-1].feedback

    def undo(self) -> None:
        """Take back the last guess, or raise a ValueError if there is none."""
        if not self.turns:
            raise ValueError("no guess to take back")
        *attempts, last = self._game.attempts
        self._game = self._game.with_attempts(attempts)
        self._hint_strategy = self._hint_strategy or last.source

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
        strategy_name = parse_strategy(strategy).name
        name = self._game.next_strategy(strategy_name)
        self._check_in_progress()
        guess = suggest_guess(self.rules, self.turns, name, seed=self._seed).guess
        self._hint_strategy = strategy_name
        return guess

    def explain(self, strategy: str = DEFAULT_STRATEGY) -> list[str]:
        """Return a text for each turn, which compares it with a strategy's guess."""
        from xl_mastermind.solve.analysis import explain_turns  # noqa: PLC0415, 50 ms

        return explain_turns(self.rules, self.turns, strategy, self._game.sources)

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
        heading = f"{self._name}: {self._codes_left}"
        return turns_html(heading, self.rules, self.turns)

    @property
    def _name(self) -> str:
        code = "own code" if self.secret else "against a cheat"
        return f"{self.rules} {f'number {self.number}' if self.number else code}"

    @property
    def _codes_left(self) -> str:
        return f"{pluralize(self.candidate_count, 'code')} left"
