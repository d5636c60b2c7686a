"""Boards: the cells of a new one, and the state of a game as its ranges contain it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from xl_mastermind.cells.values import (
    Cell,
    RangeValues,
    Value,
    cell_text,
    feedback_width,
    first_cell,
    guess_cell,
    has_text,
    read_feedback,
    read_first_guess,
)
from xl_mastermind.game.codes import codebook, fit_mask
from xl_mastermind.game.numbers import DATE_SERIALS
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.presentation.games import LAST_ATTEMPT_STRATEGY
from xl_mastermind.presentation.messages import (
    BEST_GUESS,
    FIRST_GUESS,
    MARKS_WANTED,
    NO_CHEATS,
    NO_NUMBER,
    WASTED_GUESS,
    as_sentence,
    example_guess,
    pluralize,
)
from xl_mastermind.solve.analysis import explain_turns, partition
from xl_mastermind.solve.codemaker import cheating_feedbacks
from xl_mastermind.solve.contradictions import contradiction_in_words
from xl_mastermind.solve.rating import Rating, rate_turns
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    STRATEGIES,
    Strategy,
    parse_strategy,
    strategy_label,
)
from xl_mastermind.solve.suggestion import cached_suggestion

COMPUTER: Final = "Computer"
SOMEBODY_ELSE: Final = "Somebody else"
CHEATS: Final = "Cheats"
CODEMAKERS: Final = (COMPUTER, SOMEBODY_ELSE, CHEATS)
"""The codemakers; a cheating one hides no code and keeps most codes possible."""

CACHE_NAMES: Final = ("cached_reveal", "is_in_scores", "cached_game_number")
"""The cached facts about a game, and the number of the game they belong to."""

REVEAL_NO: Final = "No"
"""The setting “Reveal code” of a hidden code; of a revealed one the game's key."""

CODE_SOLVED: Final = "found"
CODE_REVEALED: Final = "shown"
CODE_ELSEWHERE: Final = "theirs"
"""The statuses of a code: solved, revealed, or hidden by another person."""

OPTIONAL_INPUTS: Final = (
    *("reveal", "reveal_choices", "cached_costs"),
    *("facts_wanted", "cached_best_guesses"),
)
"""The ranges that only one edition or only boards of smaller games have."""

BOARD_INPUTS: Final = (
    *("game", "game_number", "number_below", "guess_input", "feedback_input"),
    *("solver", "guess_source", "is_in_scores", "cached_game_number"),
    # Computed by formulas
    *("current_codemaker", "number", "secret", "cache_is_current", "is_revealed"),
    *("words", "is_playable", "feedback_pegs", "is_turn", "codes_left"),
    *("first_error", "message"),
    *OPTIONAL_INPUTS,
)
"""The ranges from which `BoardState` reads a game."""

_ATTEMPT_RANGES: Final = (
    *("guess_input", "feedback_input", "guess_source", "words", "is_playable"),
    *("feedback_pegs", "is_turn", "codes_left", "cached_best_guesses"),
)
"""The ranges with a row for each attempt; the others have one row."""


@dataclass(frozen=True)
class NewBoard:
    """The input cells of a board in a new workbook file."""

    rules: Rules
    number: Cell
    guess_input: list[Cell]  # from the first attempt on
    strategy: str
    first_guess: Cell

    @classmethod
    def from_rules(
        cls,
        rules: Rules,
        secret: Code | None = None,
        strategy: str = DEFAULT_STRATEGY,
        first_guess: Cell = None,
    ) -> "NewBoard":
        """Return a board without guesses."""
        number = rules.number_from_code(secret) if secret else None
        return cls(rules, number, [], strategy_label(strategy), first_guess)

    def with_guess(self, attempt: int, guess: Code) -> "NewBoard":
        """Return the board with a guess in a row, counted from 0."""
        blanks: list[Cell] = [None] * (attempt + 1 - len(self.guess_input))
        guesses = self.guess_input + blanks
        guesses[attempt] = guess_cell(guess, self.rules)
        return replace(self, guess_input=guesses)

    def to_values(self) -> dict[str, RangeValues]:
        """Return the values of its ranges by name."""
        is_date = self.number in DATE_SERIALS  # which a cell would show as a date
        return {
            "game": [[str(self.rules)]],
            "game_number": [[str(self.number) if is_date else self.number]],
            "guess_input": [[guess] for guess in self.guess_input],
            "strategy": [[self.strategy]],
            "first_guess": [[self.first_guess]],
        }


class CannotGuessError(ValueError):
    """There is no next guess; the message is a sentence with the reason."""


@dataclass(frozen=True)
class Attempts:
    """The rows of a game: each a turn, a guess without feedback, or `None`."""

    rules: Rules
    rows: tuple[Turn | Code | None, ...]

    @cached_property
    def turns_by_attempt(self) -> dict[int, Turn]:
        """The turns by the numbers of their rows, counted from 1."""
        return {n: row for n, row in enumerate(self.rows, 1) if isinstance(row, Turn)}

    @property
    def turns(self) -> list[Turn]:
        """The turns."""
        return [*self.turns_by_attempt.values()]

    @cached_property
    def solved_attempt(self) -> int | None:
        """The first winning attempt, unless its code contradicts another turn."""
        attempt = self._first_win
        if not attempt:
            return None
        code = np.array([self.turns_by_attempt[attempt].guess])
        return attempt if fit_mask(self.rules, self.turns, code)[0] else None

    @property
    def _first_win(self) -> int | None:
        win, turns = self.rules.win, self.turns_by_attempt.items()
        return next((n for n, turn in turns if turn.feedback == win), None)

    @property
    def is_finished(self) -> bool:
        """Whether the code was found, or all attempts are turns without a win."""
        is_full = len(self.turns_by_attempt) == len(self.rows)
        return bool(self.solved_attempt) or (is_full and not self._first_win)

    @property
    def unanswered_attempt(self) -> int | None:
        """The first attempt with a guess but without feedback."""
        rows = enumerate(self.rows, 1)
        return next((n for n, row in rows if row and not isinstance(row, Turn)), None)

    @cached_property
    def contradiction(self) -> str:
        """The contradictory turns and their possible corrections, as sentences."""
        try:
            return contradiction_in_words(
                self.rules, self.turns, "attempt", [*self.turns_by_attempt]
            )
        except ValueError:  # too many codes to search
            return ""

    @cached_property
    def ratings(self) -> list[Rating]:
        """The rating of each turn of a finished game."""
        try:
            return rate_turns(self.rules, self.turns) if self.is_finished else []
        except ValueError:  # contradictory turns
            return []

    def align(self, turn_values: Iterable[Value]) -> list[Value | str]:
        """Return the values of the turns by row, blank texts in the other rows."""
        values: dict[int, Value | str] = dict(
            zip(self.turns_by_attempt, turn_values, strict=False)
        )
        return [values.get(n, "") for n, _ in enumerate(self.rows, 1)]

    def words(self) -> list[str]:
        """Return the guess of each row as text."""
        codes = (row.guess if isinstance(row, Turn) else row for row in self.rows)
        return [self.rules.format_code(code or ()) for code in codes]


@dataclass(frozen=True)
class BoardState:
    """A board as read from a workbook: input cells, caches and values of formulas."""

    rules: Rules
    number: Cell  # of the game; a text with a typed code; blank if neither is valid
    codemaker: str  # one of `CODEMAKERS`
    secret: Code | None  # the hidden code, if the computer hides one
    guess_input: RangeValues
    feedback_input: RangeValues
    number_below: Cell
    attempts: Attempts
    codes_left: list[Cell]  # after each attempt; blank where not counted
    first_error: str  # a sentence, or ""
    strategy: str  # as typed
    first_guess: Cell
    guess_source: list[str]  # of each attempt the strategy; "" for the player
    is_revealed: bool  # before the code was found
    is_in_scores: bool  # or excluded from them
    cache_is_current: bool  # whether the cached values belong to this game
    has_costs: bool  # whether the board has a column of costs
    has_best_guesses: bool  # whether it has a column of the best guesses
    shows_facts: bool  # whether the player chose to see facts about the candidates
    player: str  # the name of the user, or ""

    @classmethod
    def from_values(cls, values: Mapping[str, RangeValues]) -> "BoardState":
        """Return the board whose ranges `BOARD_INPUTS` contain these values."""
        for name in BOARD_INPUTS:
            if name not in values and name not in OPTIONAL_INPUTS:
                raise ValueError(
                    f"expected a board of this version, got one without {name}"
                )
        first = {name: values[name][0][0] for name in BOARD_INPUTS if name in values}
        rules = Rules.parse(str(first["game"]))
        _check_sizes(values, rules)
        secret = "".join(map(cell_text, values["secret"][0]))
        strategy, first_guess = values["solver"][0]
        attempts = Attempts(rules, tuple(_attempt_rows(values, rules)))
        is_current = bool(first["cache_is_current"])
        return cls(
            rules,
            number=first["number"],
            codemaker=str(first["current_codemaker"]),
            secret=rules.parse_code(secret) if secret else None,
            guess_input=values["guess_input"],
            feedback_input=values["feedback_input"],
            number_below=first["number_below"],
            attempts=attempts,
            codes_left=[count for (count,) in values["codes_left"]],
            first_error=cell_text(first["first_error"]),
            strategy=" ".join(cell_text(strategy).split()) or DEFAULT_STRATEGY,
            first_guess=first_guess,
            guess_source=_guess_sources(values, attempts),
            is_revealed=bool(first["is_revealed"]),
            is_in_scores=is_current and has_text(first["is_in_scores"], "yes"),
            cache_is_current=is_current,
            has_costs="cached_costs" in values,
            has_best_guesses="cached_best_guesses" in values,
            shows_facts=bool(first.get("facts_wanted")),
            player=cell_text(first_cell(values, "player")),
        )

    @cached_property
    def solver(self) -> Strategy:
        """The strategy for guesses; raise `CannotGuessError` if it is unknown."""
        try:
            return parse_strategy(self.strategy)
        except ValueError as error:
            names = ", ".join(map(strategy_label, STRATEGIES))
            raise CannotGuessError(f"Please choose a strategy: {names}.") from error

    @property
    def is_over(self) -> bool:
        """Whether the game is solved, lost, or its code revealed."""
        is_shown = self.is_revealed and self.codemaker != SOMEBODY_ELSE
        return self.attempts.is_finished or is_shown

    def next_guess(self) -> Code:
        """Return the solver's next guess, or raise `CannotGuessError`."""
        attempts = self.attempts
        if attempts.is_finished:
            raise CannotGuessError("This game is over: press New Game.")
        if self.codemaker == COMPUTER and not self.secret:
            raise CannotGuessError(NO_NUMBER)
        solver = self.solver
        try:
            first = read_first_guess(self.first_guess, self.rules)
        except ValueError as error:
            message = FIRST_GUESS.format(example=example_guess(self.rules))
            raise CannotGuessError(message) from error
        if self.first_error:
            raise CannotGuessError(self.first_error)
        if attempts.unanswered_attempt:
            message = MARKS_WANTED.format(attempt=attempts.unanswered_attempt)
            raise CannotGuessError(NO_CHEATS if self.codemaker == CHEATS else message)
        is_last = attempts.rows.count(None) == 1
        name = LAST_ATTEMPT_STRATEGY if is_last else solver.name
        turns = tuple(attempts.turns)
        try:
            return cached_suggestion(self.rules, turns, name, first).guess
        except ValueError as error:
            message = attempts.contradiction or as_sentence(error)
            raise CannotGuessError(message) from error

    def play_guess(self, guess: Code) -> "BoardState":
        """Return the board with a guess of the solver, and the feedback if known."""
        rows = [*self.attempts.rows]
        row = rows.index(None)
        rows[row] = guess
        if self.secret:
            rows[row] = Turn(guess, self.rules.feedback(self.secret, guess))
        elif self.codemaker == CHEATS:  # whose feedback depends on all guesses
            codes = [each.guess if isinstance(each, Turn) else each for each in rows]
            feedbacks = iter(cheating_feedbacks(self.rules, [*filter(None, codes)]))
            rows = [Turn(code, next(feedbacks)) if code else None for code in codes]
        cells, sources = [*self.guess_input], [*self.guess_source]
        cells[row] = [guess_cell(guess, self.rules)]
        sources[row] = strategy_label(self.solver.name)
        return replace(
            self,
            attempts=Attempts(self.rules, tuple(rows)),
            guess_input=cells,
            guess_source=sources,
        )

    def without_attempts(self) -> "BoardState":
        """Return the board with blank input cells."""
        rows = len(self.attempts.rows)
        return replace(
            self,
            attempts=Attempts(self.rules, (None,) * rows),
            guess_input=[[None]] * rows,
            feedback_input=[[None] * len(marks) for marks in self.feedback_input],
            number_below=None,
            guess_source=[""] * rows,
        )

    @cached_property
    def explanations(self) -> list[str]:
        """A sentence for each turn, by row."""
        turns = self.attempts.turns
        try:
            sentences = explain_turns(self.rules, turns, self.strategy)
        except ValueError:  # too many codes, or an unknown strategy
            sentences = []
        return self.attempts.align(sentences)

    def best_guesses(self) -> list[str]:
        """Return the best guess at each turn, by row; blank until the end."""
        sentences = []
        for index, rating in enumerate(self.attempts.ratings):
            best, turns = rating.best_guess, self.attempts.turns[:index]
            left = partition(self.rules, best, turns).expected_size
            guess = self.rules.format_code(best)
            sentences.append(BEST_GUESS.format(guess=guess, left=left))
        return self.attempts.align(sentences)

    def cost_column(self) -> list[Cell]:
        """Return a heading and the cost of each turn, by row; blank until the end."""
        ratings = self.attempts.ratings
        is_estimated = any(not rating.is_proved for rating in ratings)
        heading = f"{'≈ ' if is_estimated else ''}Cost" if ratings else ""
        costs = (WASTED_GUESS if each.is_wasted else each.cost for each in ratings)
        return [heading, *self.attempts.align(costs)]

    def guess_source_cells(self) -> RangeValues:
        """Return each strategy with its guess, so that another guess invalidates it."""
        rows = zip(self.guess_source, self.attempts.words(), strict=True)
        return [[f"{strategy} {word}" if strategy else ""] for strategy, word in rows]

    def first_candidate(self) -> str:
        """Return the first code that fits all turns, with blanks between its pegs."""
        book = codebook(self.rules)
        code = book.code(int(book.candidates(self.attempts.turns)[0]))
        return " ".join(self.rules.format_code(code))


def _check_sizes(values: Mapping[str, RangeValues], rules: Rules) -> None:
    """Raise an error if a range has another size than on a board of this game."""
    attempts = len(values["guess_input"])
    heights = dict.fromkeys(_ATTEMPT_RANGES, attempts) | {"cached_costs": attempts + 1}
    widths = {"secret": rules.pegs, "feedback_input": feedback_width(rules)}
    widths |= dict.fromkeys(("feedback_pegs", "solver", "reveal_choices"), 2)
    for name in (name for name in BOARD_INPUTS if name in values):
        rows, height, width = values[name], heights.get(name, 1), widths.get(name, 1)
        if len(rows) != height or {*map(len, rows)} != {width}:
            size = f"{pluralize(height, 'row')} of {pluralize(width, 'cell')}"
            raise ValueError(
                f"expected {size} in the range {name} of a board of {rules}, got others"
            )


def _guess_sources(values: Mapping[str, RangeValues], attempts: Attempts) -> list[str]:
    """Return the strategies that made the attempts; "" for the player's own."""
    if not values["cache_is_current"][0][0]:
        return [""] * len(attempts.rows)
    cells = (cell_text(cell).rpartition(" ") for (cell,) in values["guess_source"])
    rows = zip(cells, attempts.words(), strict=True)
    return [source if guess == word else "" for (source, _, guess), word in rows]


def _attempt_rows(
    values: Mapping[str, RangeValues], rules: Rules
) -> Iterator[Turn | Code | None]:
    """Yield the turns and guesses that formulas have computed."""
    names = ("words", "is_playable", "is_turn", "feedback_pegs")
    rows = zip(*(values[name] for name in names), strict=True)
    for (word,), (is_playable,), (is_turn,), marks in rows:
        code = rules.parse_code(cell_text(word)) if is_playable else None
        feedback = None
        if code and is_turn:
            feedback = read_feedback([cell_text(mark) or 0 for mark in marks], rules)
        yield Turn(code, feedback) if code and feedback else code
