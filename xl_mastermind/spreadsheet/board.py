"""
A board: its typed cells, and the state of the game that its formulas compute.

Nothing here knows which program the board lives in: a host reads and writes areas.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from xl_mastermind.game.codes import codebook, fit_mask
from xl_mastermind.game.numbers import DATE_SERIALS
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.solve.analysis import explain_turns
from xl_mastermind.solve.codemaker import cheating_feedbacks
from xl_mastermind.solve.contradictions import contradiction_in_words
from xl_mastermind.solve.rating import Rating, rate_guesses
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    STRATEGIES,
    Strategy,
    parse_strategy,
    strategy_label,
)
from xl_mastermind.solve.suggestion import cached_suggestion
from xl_mastermind.spreadsheet.cells import (
    Cell,
    RangeValues,
    cell_text,
    guess_cell,
    has_text,
    pegs_as_cells,
    read_feedback,
    read_first_guess,
)
from xl_mastermind.spreadsheet.messages import (
    FIRST_GUESS,
    MARKS_WANTED,
    NO_CHEATS,
    NO_NUMBER,
    WASTED_GUESS,
    as_sentence,
    example_guess,
    pluralize,
)

COMPUTER: Final = "Computer"
SOMEBODY_ELSE: Final = "Somebody else"
CHEATS: Final = "Cheats"
CODEMAKERS: Final = (COMPUTER, SOMEBODY_ELSE, CHEATS)
"""The codemakers; one who cheats hides no code, and keeps most codes possible."""

LAST_ATTEMPT_STRATEGY: Final = "first-consistent"
"""The strategy of the last attempt: a code that cannot be would be wasted there."""

CACHE_NAMES: Final = ("cached_reveal", "is_in_scores", "cached_game_number")
"""The notes of a game, and the number of the game for which they count."""

REVEAL_NO: Final = "No"
"""The setting “Reveal code” of a hidden code; else it is the key of the game."""

CODE_SOLVED: Final = "found"
CODE_REVEALED: Final = "shown"
CODE_ELSEWHERE: Final = "theirs"
"""The notes beside a code: it is found; it may be seen; another person hides it."""

NEW_BOARD_NAMES: Final = (
    "game",
    "game_number",
    "guess_input",
    "strategy",
    "first_guess",
)
"""The areas that are filled when a board is written to a file."""

OPTIONAL_INPUTS: Final = ("reveal", "reveal_choices", "cached_costs")
"""Areas that one edition has, or the boards of games that are not too large."""

BOARD_INPUTS: Final = (
    *("game", "game_number", "number_below", "guess_input", "feedback_input"),
    *("solver", "guess_source", "is_in_scores", "cached_game_number"),
    # What formulas have worked out.
    *(
        "current_codemaker",
        "number",
        "secret",
        "cache_is_current",
        "is_revealed",
        "words",
        "is_playable",
    ),
    *("feedback", "is_turn", "codes_left", "first_error", "message"),
    *OPTIONAL_INPUTS,
)
"""The areas whose values make a game."""

_OF_ATTEMPTS: Final = (
    *("guess_input", "feedback_input", "guess_source", "words", "is_playable"),
    *("feedback", "is_turn", "codes_left"),
)
"""Those with a row for each attempt; all others have one row."""


@dataclass(frozen=True)
class NewBoard:
    """The cells to fill when a workbook is written."""

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
        """Return a board on which nothing was played."""
        number = rules.number_from_code(secret) if secret else None
        return cls(rules, number, [], strategy_label(strategy), first_guess)

    def with_guess(self, attempt: int, guess: Code) -> "NewBoard":
        """Return the board with a guess in a row, counted from 0."""
        blank: list[Cell] = [None] * (attempt + 1 - len(self.guess_input))
        typed = self.guess_input + blank
        typed[attempt] = guess_cell(pegs_as_cells(guess, self.rules), self.rules)
        return replace(self, guess_input=typed)

    def to_values(self) -> dict[str, RangeValues]:
        """Return the values of the areas of `TYPED`."""
        return {
            "game": [[str(self.rules)]],
            # A number that a cell would take for a date is a text, as typed.
            "game_number": [
                [str(self.number) if self.number in DATE_SERIALS else self.number]
            ],
            "guess_input": [[guess] for guess in self.guess_input],
            "strategy": [[self.strategy]],
            "first_guess": [[self.first_guess]],
        }


class CannotGuessError(ValueError):
    """There is no next guess; the text is a sentence that says why."""


@dataclass(frozen=True)
class Attempts:
    """The attempts of a game: a turn, a code without an answer, or none, by row."""

    rules: Rules
    rows: tuple[Turn | Code | None, ...]

    @cached_property
    def turns_by_attempt(self) -> dict[int, Turn]:
        """The turns by their attempts, counted from 1."""
        rows = enumerate(self.rows, 1)
        return {attempt: row for attempt, row in rows if isinstance(row, Turn)}

    @property
    def turns(self) -> list[Turn]:
        """The turns."""
        return [*self.turns_by_attempt.values()]

    @cached_property
    def solved_attempt(self) -> int | None:
        """The first attempt that is all black, unless it contradicts another."""
        first = next(iter(self._wins), None)
        if not first:
            return None
        code = np.array([self.turns_by_attempt[first].guess])
        return first if fit_mask(self.rules, self.turns, code)[0] else None

    @property
    def _wins(self) -> list[int]:
        """The attempts that are all black."""
        win = self.rules.win
        return [n for n, turn in self.turns_by_attempt.items() if turn.feedback == win]

    @property
    def is_finished(self) -> bool:
        """Whether the code was found, or every attempt was answered without that."""
        is_full = len(self.turns_by_attempt) == len(self.rows)
        return bool(self.solved_attempt) or (is_full and not self._wins)

    @property
    def unanswered_attempt(self) -> int | None:
        """The first attempt that has no answer yet."""
        rows = enumerate(self.rows, 1)
        codes = (n for n, row in rows if row and not isinstance(row, Turn))
        return next(codes, None)

    @cached_property
    def contradiction(self) -> str:
        """The answers that contradict one another, and what would mend them."""
        try:
            return contradiction_in_words(
                self.rules, self.turns, "attempt", [*self.turns_by_attempt]
            )
        except ValueError:  # there are too many codes to look for one that fits
            return ""

    @cached_property
    def ratings(self) -> list[Rating]:
        """The cost of each turn, once the game is over."""
        try:
            return rate_guesses(self.rules, self.turns) if self.is_finished else []
        except ValueError:  # the answers contradict one another
            return []


@dataclass(frozen=True)
class BoardState:
    """A board as read from the workbook: typed cells, and values of formulas."""

    rules: Rules
    number: Cell  # of the game; own and a code; a blank if what is typed is none
    codemaker: str  # one of `CODEMAKERS`
    secret: Code | None  # the hidden code, if the computer hides one
    guess_input: RangeValues
    feedback_input: RangeValues
    attempts: Attempts
    codes_left: list[Cell]  # after each attempt, where they are counted
    first_error: str  # what is wrong first, in a sentence, or nothing
    strategy: str  # as it is typed
    first_guess: Cell
    # The strategy that made each attempt; blank for the player
    guess_source: list[str]
    is_revealed: bool  # whether the code was shown before it was found
    is_in_scores: (
        bool  # whether this game is among the scores, or may no longer come there
    )
    cache_is_current: bool  # whether what is noted is noted of this game
    has_costs: bool  # whether the board says what guesses cost

    @classmethod
    def from_values(cls, values: Mapping[str, RangeValues]) -> "BoardState":
        """Return the board whose areas hold `values`, those of `BOARD_INPUTS`."""
        needed = [name for name in BOARD_INPUTS if name not in OPTIONAL_INPUTS]
        if missing := [name for name in needed if name not in values]:
            raise ValueError(
                f"expected a board of this version, got one without {missing[0]}"
            )
        first = {name: values[name][0][0] for name in BOARD_INPUTS if name in values}
        rules = Rules.parse(str(first["game"]))
        _check_sizes(values, rules)
        secret = "".join(map(cell_text, values["secret"][0]))
        strategy, first_guess = values["solver"][0]
        attempts = Attempts(rules, tuple(_rows(values, rules)))
        return cls(
            rules,
            number=first["number"],
            codemaker=str(first["current_codemaker"]),
            secret=rules.parse_code(secret) if secret else None,
            guess_input=values["guess_input"],
            feedback_input=values["feedback_input"],
            attempts=attempts,
            codes_left=[count for (count,) in values["codes_left"]],
            first_error=cell_text(first["first_error"]),
            strategy=" ".join(cell_text(strategy).split()) or DEFAULT_STRATEGY,
            first_guess=first_guess,
            guess_source=_players(values, attempts),
            is_revealed=bool(first["is_revealed"]),
            is_in_scores=bool(first["cache_is_current"])
            and has_text(first["is_in_scores"], "yes"),
            cache_is_current=bool(first["cache_is_current"]),
            has_costs="cached_costs" in values,
        )

    @cached_property
    def solver(self) -> Strategy:
        """The strategy that makes the guesses."""
        try:
            return parse_strategy(self.strategy)
        except ValueError as error:
            names = ", ".join(map(strategy_label, STRATEGIES))
            wanted = f"Please choose a strategy: {names}."
            raise CannotGuessError(wanted) from error

    def is_over(self, attempts: Attempts, *, is_revealed: bool) -> bool:
        """Return whether a game is over: solved, lost, or its code shown."""
        is_shown = is_revealed and self.codemaker != SOMEBODY_ELSE
        return attempts.is_finished or is_shown

    def next_guess(self, attempts: Attempts) -> Code:
        """Return the solver's guess after these attempts; raise why there is none."""
        if attempts.is_finished:
            raise CannotGuessError("This game is over: press New Game.")
        if self.codemaker == COMPUTER and not self.secret:
            raise CannotGuessError(NO_NUMBER)
        solver = self.solver
        try:
            first = read_first_guess(self.first_guess, self.rules)
        except ValueError as error:
            wanted = FIRST_GUESS.format(example=example_guess(self.rules))
            raise CannotGuessError(wanted) from error
        if self.first_error:
            raise CannotGuessError(self.first_error)
        if attempts.unanswered_attempt:
            wanted = MARKS_WANTED.format(attempt=attempts.unanswered_attempt)
            raise CannotGuessError(NO_CHEATS if self.codemaker == CHEATS else wanted)
        is_last = attempts.rows.count(None) == 1  # only a code that is left can win
        name = LAST_ATTEMPT_STRATEGY if is_last else solver.name
        turns = tuple(attempts.turns)
        try:
            return cached_suggestion(self.rules, turns, name, first).guess
        except ValueError as error:
            why = attempts.contradiction or as_sentence(error)
            raise CannotGuessError(why) from error

    def play_guess(self, attempts: Attempts, row: int, guess: Code) -> Attempts:
        """Return the attempts with a guess in a row, answered where a program can."""
        rows = [*attempts.rows]
        rows[row] = guess
        if self.secret:
            rows[row] = Turn(guess, self.rules.feedback(self.secret, guess))
        elif self.codemaker == CHEATS:  # whose answers depend on all guesses
            codes = [each.guess if isinstance(each, Turn) else each for each in rows]
            played = [*filter(None, codes)]
            feedbacks = cheating_feedbacks(self.rules, played)
            answers = dict(zip(played, feedbacks, strict=True))
            rows = [Turn(code, answers[code]) if code else None for code in codes]
        return Attempts(self.rules, tuple(rows))

    def explanations(self, attempts: Attempts) -> list[str]:
        """Return a sentence for each attempt; blank where it is no turn."""
        try:
            sentences = explain_turns(self.rules, attempts.turns, self.strategy)
        except ValueError:  # too many codes, or no such strategy
            sentences = [""] * len(attempts.turns)
        by_attempt = dict(zip(attempts.turns_by_attempt, sentences, strict=True))
        return [by_attempt.get(n, "") for n, _ in enumerate(attempts.rows, 1)]

    def cost_column(self, attempts: Attempts) -> list[Cell]:
        """Return a head, and what each attempt cost, once the game is over."""
        ratings = attempts.ratings
        estimated = any(not rating.is_proved for rating in ratings)
        head = f"{'≈ ' if estimated else ''}Cost" if ratings else ""
        shown = [WASTED_GUESS if each.is_wasted else each.cost for each in ratings]
        by_attempt = dict(zip(attempts.turns_by_attempt, shown, strict=False))
        return [head, *(by_attempt.get(n, "") for n, _ in enumerate(attempts.rows, 1))]


def first_candidate(attempts: Attempts) -> str:
    """Return the first code that fits all turns, as sentences write it."""
    book = codebook(attempts.rules)
    code = book.code(int(book.candidates(attempts.turns)[0]))
    return " ".join(attempts.rules.format_code(code))


def _check_sizes(values: Mapping[str, RangeValues], rules: Rules) -> None:
    """Raise an error if an area has other rows or columns than it has on a board."""
    attempts = len(values["guess_input"])
    heights = dict.fromkeys(_OF_ATTEMPTS, attempts) | {"cached_costs": attempts + 1}
    marks = 1 if rules.black_only else 2
    widths = {"secret": rules.pegs, "feedback_input": marks, "feedback": 2}
    widths |= {"solver": 2, "reveal_choices": 2}
    for name in (name for name in BOARD_INPUTS if name in values):
        rows, height, width = values[name], heights.get(name, 1), widths.get(name, 1)
        if len(rows) != height or {*map(len, rows)} != {width}:
            raise ValueError(
                f"expected {pluralize(height, 'row')} of {pluralize(width, 'cell')} in the"
                f" area {name} of a board of {rules}, got others"
            )


def guess_source_cells(attempts: Attempts, guess_source: Sequence[str]) -> RangeValues:
    """
    Return what the board keeps of the strategies that made attempts.

    Each name stands with its guess: once another guess is typed over it, the name
    no longer counts.
    """
    rows = zip(attempts.rows, guess_source, strict=True)
    return [
        [f"{name} {_word(row, attempts.rules)}" if name else ""] for row, name in rows
    ]


def _players(values: Mapping[str, RangeValues], attempts: Attempts) -> list[str]:
    """Return the strategies that made the attempts, as far as they still do."""
    cache_is_current = bool(values["cache_is_current"][0][0])
    players = []
    for (kept,), row in zip(values["guess_source"], attempts.rows, strict=True):
        name, _, word = cell_text(kept).rpartition(" ")
        is_here = cache_is_current and row and word == _word(row, attempts.rules)
        players.append(name if is_here else "")
    return players


def _word(row: Turn | Code | None, rules: Rules) -> str:
    """Return an attempt as it is written."""
    return rules.format_code(row.guess if isinstance(row, Turn) else row or ())


def _rows(values: Mapping[str, RangeValues], rules: Rules) -> list[Turn | Code | None]:
    """Return the turns and codes that formulas have computed."""
    rows: list[Turn | Code | None] = []
    names = ("words", "is_playable", "is_turn")
    columns = ([cell for (cell,) in values[name]] for name in names)
    for row, (word, is_playable, is_turn) in enumerate(zip(*columns, strict=True)):
        code = rules.parse_code(cell_text(word)) if is_playable else None
        if code and is_turn:
            marks = [cell_text(mark) or 0 for mark in values["feedback"][row]]
            feedback = read_feedback(marks, rules)
            rows.append(Turn(code, feedback) if feedback else code)
        else:
            rows.append(code)
    return rows
