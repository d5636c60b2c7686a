"""
A board: what is typed on it, and the game that its formulas have made of that.

Nothing here knows which program the board lives in: a host reads and writes areas.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from xl_mastermind.game.codes import codebook, fitting
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.sheet.cells import (
    Block,
    Cell,
    pegs_as_cells,
    read_feedback,
    read_first_guess,
    says,
    shown_text,
    typed_cell,
)
from xl_mastermind.sheet.games import game_name
from xl_mastermind.sheet.scores import NOBODY, YOU, FinishedGame, moment_now
from xl_mastermind.sheet.words import (
    FIRST_GUESS,
    MARKS_WANTED,
    NO_CHEATS,
    NO_NUMBER,
    WASTED,
    example,
    plural,
    sentence,
)
from xl_mastermind.solve.analysis import tell_turns
from xl_mastermind.solve.codemaker import cheating_answers
from xl_mastermind.solve.contradictions import contradiction_in_words
from xl_mastermind.solve.rating import Rating, rate_guesses
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    STRATEGIES,
    parse_strategy,
    strategy_label,
)
from xl_mastermind.solve.suggest import cached_suggestion

COMPUTER: Final = "Computer"
SOMEBODY_ELSE: Final = "Somebody else"
CHEATS: Final = "Cheats"
CODEMAKERS: Final = (COMPUTER, SOMEBODY_ELSE, CHEATS)
"""Who hides the code; one who cheats hides none, and answers as late as can be."""

FIRST_LEFT: Final = "first-consistent"
"""The strategy of the last attempt: a code that cannot be would be wasted there."""

NOTED: Final = ("revealed", "recorded", "noted_for")
"""What is noted of a game, and the number of the game for which it counts."""

SHOWN: Final = "shown"
THEIRS: Final = "theirs"
"""What stands beside the code: it may be seen; somebody else hides it."""

TYPED: Final = ("game", "game_number", "typed_guesses", "strategy", "first_guess")
"""The areas that are filled when a board is written to a file."""

NOT_EVERYWHERE: Final = ("reveal", "said_costs")
"""Areas that one edition has, or the boards of games that are not too large."""

INPUTS: Final = (
    *TYPED,
    *("typed_marks", "played_by", "recorded", "noted_for"),
    # What formulas have worked out.
    *("maker", "secret", "is_noted", "is_revealed", "words", "playable"),
    *("answered_marks", "is_turn", "codes_left", "first_fault", "message"),
    *NOT_EVERYWHERE,
)
"""The areas whose values make a game."""

_OF_ATTEMPTS: Final = (
    *("typed_guesses", "typed_marks", "played_by", "words", "playable"),
    *("answered_marks", "is_turn", "codes_left"),
)
"""Those with a row for each attempt; all others have one row."""


@dataclass(frozen=True)
class Board:
    """What is typed on a board of a workbook that is written to a file."""

    rules: Rules
    number: Cell
    typed_guesses: list[Cell]  # from the first attempt on
    strategy: str
    first_guess: Cell

    @classmethod
    def new(
        cls,
        rules: Rules,
        secret: Code | None = None,
        strategy: str = DEFAULT_STRATEGY,
        first_guess: Cell = None,
    ) -> "Board":
        """Return a board on which nothing was played."""
        number = rules.number_of(secret) if secret else None
        return cls(rules, number, [], strategy_label(strategy), first_guess)

    def with_guess(self, attempt: int, guess: Code) -> "Board":
        """Return the board with a guess in a row, counted from 0."""
        blank: list[Cell] = [None] * (attempt + 1 - len(self.typed_guesses))
        typed = self.typed_guesses + blank
        typed[attempt] = typed_cell(pegs_as_cells(guess, self.rules), self.rules)
        return replace(self, typed_guesses=typed)

    def to_values(self) -> dict[str, Block]:
        """Return the values of the areas of `TYPED`."""
        return {
            "game": [[str(self.rules)]],
            "game_number": [[self.number]],
            "typed_guesses": [[guess] for guess in self.typed_guesses],
            "strategy": [[self.strategy]],
            "first_guess": [[self.first_guess]],
        }


@dataclass(frozen=True)
class Game:
    """A game as the formulas of its board have worked it out, and after a button."""

    rules: Rules  # the game
    number: Cell  # what stands for the number of the game
    codemaker: str  # one of `CODEMAKERS`
    secret: Code | None  # the hidden code, if the computer hides one
    typed_guesses: list[Cell]  # the attempts as they were typed
    typed_marks: Block  # the marks typed beside them
    words: list[str]  # what each attempt says, right or wrong
    # Each attempt: a turn, a code that is not answered, or none of both
    rows: list[Turn | Code | None]
    fault: str  # what is wrong first, in a sentence, or nothing
    strategy: Cell  # settings of the solver
    first_guess: Cell
    # The strategy that made each attempt, blank where a person did
    played_by: list[Cell]
    revealed: bool  # whether the code was shown before it was found
    recorded: bool  # whether this game is among the scores, or may no longer come there
    is_noted: bool  # whether what is noted is noted of this game
    has_costs: bool  # whether the board says what guesses cost
    # What a button has to say; without it, the board's own formulas say something
    sentence: str = ""

    @classmethod
    def from_values(cls, values: Mapping[str, Block]) -> "Game":
        """Return the game of a board whose areas hold `values`, those of `INPUTS`."""
        needed = [name for name in INPUTS if name not in NOT_EVERYWHERE]
        if missing := [name for name in needed if name not in values]:
            raise ValueError(
                f"expected a board of this version, got one without {missing[0]}"
            )
        first = {name: values[name][0][0] for name in INPUTS if name in values}
        rules = Rules.parse(str(first["game"]))
        _check_sizes(values, rules)
        secret = "".join(map(shown_text, values["secret"][0]))
        return cls(
            rules,
            number=first["game_number"],
            codemaker=str(first["maker"]),
            secret=rules.parse_code(secret) if secret else None,
            typed_guesses=[guess for (guess,) in values["typed_guesses"]],
            typed_marks=values["typed_marks"],
            words=[shown_text(word) for (word,) in values["words"]],
            rows=_rows(values, rules),
            fault=shown_text(first["first_fault"]),
            strategy=first["strategy"],
            first_guess=first["first_guess"],
            played_by=[name for (name,) in values["played_by"]],
            revealed=bool(first["is_revealed"]),
            recorded=bool(first["is_noted"]) and says(first["recorded"], "yes"),
            is_noted=bool(first["is_noted"]),
            has_costs="said_costs" in values,
        )

    def to_values(self) -> dict[str, Block]:
        """Return the values of the areas that buttons change."""
        return {
            "game_number": [[self.number]],
            "typed_guesses": [[guess] for guess in self.typed_guesses],
            "typed_marks": self.typed_marks,
            "played_by": [[name] for name in self.played_by],
            "revealed": [[SHOWN if self.revealed else None]],
            "reveal": [["Yes" if self.revealed else "No"]],
            "recorded": [["yes" if self.recorded else None]],
            "noted_for": [[self.number]],
        }

    # How it stands

    @cached_property
    def attempts(self) -> dict[int, Turn]:
        """The turns by their attempts, counted from 1."""
        rows = enumerate(self.rows, 1)
        return {attempt: row for attempt, row in rows if isinstance(row, Turn)}

    @property
    def turns(self) -> list[Turn]:
        """The turns."""
        return [*self.attempts.values()]

    @cached_property
    def solved_in(self) -> int | None:
        """The first attempt that is all black, unless it contradicts another."""
        first = next(iter(self._wins), None)
        if not first:
            return None
        code = np.array([self.attempts[first].guess])
        return first if fitting(self.rules, self.turns, code)[0] else None

    @property
    def is_lost(self) -> bool:
        """Whether every attempt was answered, and none was all black."""
        return len(self.turns) == len(self.rows) and not self._wins

    @property
    def _wins(self) -> list[int]:
        """The attempts that are all black."""
        win = self.rules.win
        return [n for n, turn in self.attempts.items() if turn.feedback == win]

    @property
    def is_finished(self) -> bool:
        """Whether the code was found, or no attempt is left."""
        return bool(self.solved_in) or self.is_lost

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to find out."""
        is_shown = self.revealed and self.codemaker != SOMEBODY_ELSE
        return self.is_finished or is_shown

    @property
    def _free(self) -> int:
        """The row to play next, counted from 0; there must be one."""
        return self.rows.index(None)

    @property
    def _strategy_name(self) -> str:
        return " ".join(shown_text(self.strategy).split()) or DEFAULT_STRATEGY

    # What keeps the solver from guessing

    @cached_property
    def obstacle(self) -> str:
        """What keeps the solver from guessing, in a sentence, or nothing."""
        if self.is_finished:
            return "This game is over: press New Game."
        if self.codemaker == COMPUTER and not self.secret:
            return NO_NUMBER
        try:
            parse_strategy(self._strategy_name)
        except ValueError:
            names = ", ".join(map(strategy_label, STRATEGIES))
            return f"Please choose a strategy: {names}."
        try:
            read_first_guess(self.first_guess, self.rules)
        except ValueError:
            return FIRST_GUESS.format(example=example(self.rules))
        return self.fault or self._unfinished or self._no_guess

    @property
    def _unfinished(self) -> str:
        """Which attempt has no answer yet, in a sentence, or nothing."""
        for attempt, row in enumerate(self.rows, 1):
            if row and not isinstance(row, Turn):
                wanted = MARKS_WANTED.format(attempt=attempt)
                return NO_CHEATS if self.codemaker == CHEATS else wanted
        return ""

    @cached_property
    def contradiction(self) -> str:
        """Which answers contradict one another and what would mend them, or nothing."""
        try:
            return contradiction_in_words(
                self.rules, self.turns, "attempt", [*self.attempts]
            )
        except ValueError:  # there are too many codes to look for one that fits
            return ""

    @property
    def _no_guess(self) -> str:
        """Why there is no next guess, in a sentence, or nothing."""
        try:
            self._next_guess()
        except ValueError as error:
            return self.contradiction or sentence(error)
        return ""

    def _next_guess(self) -> Code:
        is_last = self.rows.count(None) == 1  # only a code that is left can win
        name = FIRST_LEFT if is_last else parse_strategy(self._strategy_name).name
        first = read_first_guess(self.first_guess, self.rules)
        return cached_suggestion(self.rules, tuple(self.turns), name, first).guess

    # What buttons do

    def with_hint(self) -> "Game":
        """Return the game with the next guess played, where nothing is in the way."""
        row, guess = self._free, self._next_guess()
        rows, words, typed = [*self.rows], [*self.words], [*self.typed_guesses]
        rows[row], words[row] = guess, self.rules.format_code(guess)
        typed[row] = typed_cell(words[row], self.rules)
        players = [*self.played_by]
        players[row] = strategy_label(parse_strategy(self._strategy_name).name)
        return replace(
            self,
            typed_guesses=typed,
            words=words,
            rows=self._answered(rows),
            played_by=players,
        )

    def _answered(self, rows: Sequence[Turn | Code | None]) -> list[Turn | Code | None]:
        """Return rows with the answers of the codemaker, if he is a program."""
        codes = [row.guess if isinstance(row, Turn) else row for row in rows]
        if self.secret:
            answers = {c: self.rules.answer(self.secret, c) for c in codes if c}
        elif self.codemaker == CHEATS:
            played = [*filter(None, codes)]
            feedbacks = cheating_answers(self.rules, played)
            answers = dict(zip(played, feedbacks, strict=True))
        else:
            return [*rows]
        return [Turn(code, answers[code]) if code else None for code in codes]

    def cleared(self) -> "Game":
        """Return the game without attempts."""
        rows = len(self.rows)
        return replace(
            self,
            typed_guesses=[None] * rows,
            typed_marks=[[None] * len(marks) for marks in self.typed_marks],
            words=[""] * rows,
            rows=[None] * rows,
            played_by=[None] * rows,
            fault="",
        )

    @property
    def first_left(self) -> str:
        """The first code that fits all turns, as sentences write it; there is one."""
        book = codebook(self.rules)
        code = book.code(int(book.candidates(self.turns)[0]))
        return " ".join(self.rules.format_code(code))

    # What a button says

    @property
    def key(self) -> str:
        """The game and all attempts, written together as `turns_key` writes them."""
        turns = [
            f"{word}:{'.'.join(map(shown_text, typed))}"
            for word, typed in zip(self.words, self.typed_marks, strict=True)
        ]
        number = shown_text(self.number)
        return "/".join([self.codemaker, number, *turns]).replace(",", ".")

    def said_blocks(self) -> dict[str, Block]:
        """Return what a button says, by areas of the sheet State."""
        blocks: dict[str, Block] = {
            "said_key": [[self.key]],
            "said_message": [[self.sentence or None]],
            "said_story": [[text] for text in self.story],
        }
        if self.has_costs:
            blocks["said_costs"] = [[cost] for cost in self._costs]
        return blocks

    @cached_property
    def story(self) -> list[str]:
        """A sentence for each attempt; blank where it is no turn."""
        try:
            sentences = tell_turns(self.rules, self.turns, self._strategy_name)
        except ValueError:  # too many codes, or no such strategy
            sentences = [""] * len(self.turns)
        by_attempt = dict(zip(self.attempts, sentences, strict=True))
        return [by_attempt.get(attempt, "") for attempt, _ in enumerate(self.rows, 1)]

    @cached_property
    def _ratings(self) -> list[Rating]:
        """What each turn cost, once the game is over."""
        is_rated = self.has_costs and self.is_finished
        try:
            return rate_guesses(self.rules, self.turns) if is_rated else []
        except ValueError:  # the answers contradict one another
            return []

    @property
    def _costs(self) -> list[Cell]:
        """A head, and below it what each attempt cost, once the game is over."""
        estimated = any(not rating.exact for rating in self._ratings)
        head = f"{'≈ ' if estimated else ''}Cost" if self._ratings else ""
        shown = [WASTED if each.wasted else each.cost for each in self._ratings]
        by_attempt = dict(zip(self.attempts, shown, strict=False))
        return [head, *(by_attempt.get(n, "") for n, _ in enumerate(self.rows, 1))]

    # What is kept of it

    def finished_game(self) -> FinishedGame | None:
        """Return what the scores keep of this game; nothing if nothing was played."""
        played = [n for n in self.attempts if n <= (self.solved_in or len(self.rows))]
        if not played:
            return None
        return FinishedGame(
            moment_now(),
            game_name(self.rules),
            self._broken_by(played) if self.solved_in and not self.revealed else NOBODY,
            len(played),
            self._cost,
        )

    @property
    def _cost(self) -> float | None:
        """Guesses given away against the optimum, if all of them are proved."""
        rated = self._ratings
        if not rated or not all(rating.exact for rating in rated):
            return None
        return round(sum(rating.cost for rating in rated), 2)

    def _broken_by(self, attempts: Sequence[int]) -> str:
        players = {shown_text(self.played_by[n - 1]) or YOU for n in attempts}
        return " and ".join(sorted(players, key=lambda name: (name != YOU, name)))


def _check_sizes(values: Mapping[str, Block], rules: Rules) -> None:
    """Raise an error if an area has other rows or columns than it has on a board."""
    attempts = len(values["typed_guesses"])
    heights = dict.fromkeys(_OF_ATTEMPTS, attempts) | {"said_costs": attempts + 1}
    marks = 1 if rules.black_only else 2
    widths = {"secret": rules.pegs, "typed_marks": marks, "answered_marks": 2}
    for name in (name for name in INPUTS if name in values):
        rows, height, width = values[name], heights.get(name, 1), widths.get(name, 1)
        if len(rows) != height or {*map(len, rows)} != {width}:
            raise ValueError(
                f"expected {plural(height, 'row')} of {plural(width, 'cell')} in the"
                f" area {name} of a board of {rules}, got others"
            )


def _rows(values: Mapping[str, Block], rules: Rules) -> list[Turn | Code | None]:
    """Return the turns and codes that formulas have worked out."""
    rows: list[Turn | Code | None] = []
    names = ("words", "playable", "is_turn")
    columns = ([cell for (cell,) in values[name]] for name in names)
    for row, (word, playable, is_turn) in enumerate(zip(*columns, strict=True)):
        code = rules.parse_code(shown_text(word)) if playable else None
        if code and is_turn:
            marks = [shown_text(mark) or 0 for mark in values["answered_marks"][row]]
            feedback = read_feedback(marks, rules)
            rows.append(Turn(code, feedback) if feedback else code)
        else:
            rows.append(code)
    return rows
