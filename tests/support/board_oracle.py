"""
The board oracle: what a board shows for its input cells, as Python computes it.

The functions of `game` and `solve` give feedback, candidates and luck; other tests
compare these functions with brute force. Only the choice of messages is repeated here.
"""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import chain
from typing import Any, Final, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from xl_mastermind.board.state import read_codemaker
from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import (
    DATE_SERIALS,
    Cell,
    RangeValues,
    entry_text,
    is_number,
    read_feedback,
)
from xl_mastermind.game.codemaker import cheating_feedbacks
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.game import CHEATS, COMPUTER, SOMEBODY_ELSE
from xl_mastermind.game.game_column import (
    NEXT_GAME_WORDS,
    ColumnGame,
    asks_for_hint,
    split_game_column,
)
from xl_mastermind.game.game_key import own_code_prefix
from xl_mastermind.game.numbers import (
    parse_game_number,
)
from xl_mastermind.game.rules import (
    UNKNOWN_COUNT,
    Feedback,
    Rules,
    Turn,
    feedback_in_words,
)
from xl_mastermind.game.symbols import (
    PARTIAL_GUESS_MARK,
    SEPARATORS,
    ascii_symbols,
)
from xl_mastermind.presentation import messages
from xl_mastermind.presentation.game_result import GameResult
from xl_mastermind.sheets.board.edition_panel import edition_sentences, has_buttons
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.message import (
    codemaker_won,
    feedback_legend,
    found_by_user,
)
from xl_mastermind.solve.analysis import partition
from xl_mastermind.solve.board_hint import board_hint
from xl_mastermind.solve.rating import luck

Cells: TypeAlias = Sequence[Sequence[Cell]]
"""Values to type into a range, row by row."""

NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"


class TypedKeys(str):
    """A text as typed: the application converts it to a number, text or formula."""

    __slots__ = ()


# Input cells


def word_of(typed: Cell, rules: Rules) -> str:
    """Return the symbols of a typed guess, "?" for another value."""
    if isinstance(typed, str):
        hyphens = "" if typed.strip(" ").startswith("-") else "-"
        dropped = f"{SEPARATORS}{PARTIAL_GUESS_MARK}{hyphens}"
        text = "".join(c for c in typed if c not in dropped).upper().replace("İ", "I")
        symbols = f"{rules.symbols}nextown".upper()
        return "".join(
            ascii_symbols(c) if ascii_symbols(c) in symbols else c for c in text
        )
    is_whole = is_number(typed) and typed >= 0 and typed == int(typed)
    return str(int(typed)) if is_number(typed) and is_whole else "?"


def is_hint_mark(typed: Cell) -> bool:
    """Return whether an entry asks for a guess."""
    return isinstance(typed, str) and asks_for_hint(typed)


def number_of(typed: Cell) -> int:
    """Return the game number that is typed, 0 for another value."""
    if is_number(typed) and DATE_SERIALS.start <= typed < DATE_SERIALS.stop:
        typed = str(date(1899, 12, 30) + timedelta(int(typed)))
    elif is_number(typed) and typed == int(typed):
        typed = str(int(typed))
    try:
        return parse_game_number(typed) if isinstance(typed, str) else 0
    except ValueError:
        return 0


def typed_code(typed: Cell, rules: Rules) -> str:
    """Return the code that is typed in place of a number, or ""."""
    text, prefix = without_blanks(typed), own_code_prefix(rules).strip()
    code = word_of(text.removeprefix(prefix), rules) if text.startswith(prefix) else ""
    return code if is_code(code, rules) else ""


def without_blanks(typed: Cell) -> str:
    return "".join(typed.split()).lower() if isinstance(typed, str) else ""


def is_code(word: str, rules: Rules) -> bool:
    is_long = len(word) == rules.pegs and set(word) <= set(rules.symbols.upper())
    return is_long and not (rules.distinct and len(set(word)) < rules.pegs)


def game_name(game: ColumnGame) -> str:
    """Return the number of a game, or that its code was typed."""
    number = game.game.number
    return f"game {number}" if number else messages.OWN_CODE


def marks_of(cells: Sequence[Cell], rules: Rules) -> Feedback | str | None:
    """Return typed marks, `None` if one is missing, or "wrong"."""
    if "" in cells:
        return None
    try:
        return read_feedback(cells, rules)
    except ValueError:
        return "wrong"


def cells_of(word: str, rules: Rules) -> list[Cell]:
    digits = "" if rules.symbols.isalpha() else "0123456789"
    return [int(c) if c in digits else "" if c == " " else c for c in word]


def mark_cells(feedback: Feedback | str | None, rules: Rules) -> list[Cell]:
    """Return black and white as cells contain them, blanks for no feedback."""
    if not isinstance(feedback, Feedback):
        return ["", ""]
    black, white = ("?" if mark == UNKNOWN_COUNT else mark for mark in feedback)
    return [black, "" if rules.black_only else white]


# Applications


class BoardApplication(ABC):
    """
    An application with an open board.

    Attributes
    ----------
    layout : BoardLayout
        The ranges of the board.
    has_python : bool
        Whether UDFs compute the next guess.
    """

    has_python = False

    def __init__(self, layout: BoardLayout) -> None:
        self.layout = layout
        first = layout.rules.pegs + 1  # right of the list of codes and its marks
        self.visible_range = CellRange(
            layout.sheet,
            0,
            first,
            layout.ranges["explanation"].bottom,
            layout.panel_right,
        )

    @abstractmethod
    def put(self, area: CellRange, cells: Cells) -> None:
        """Type into cells; `None` clears a cell."""

    @abstractmethod
    def read(self, area: CellRange) -> RangeValues:
        """Return the values of cells, `None` for an error, "" for a blank."""

    @abstractmethod
    def formulas(self, area: CellRange) -> set[tuple[int, int]]:
        """Return the cells of a range with formulas, as row and column."""

    def typed(
        self, area: CellRange, read: Callable[[CellRange], RangeValues]
    ) -> RangeValues:
        """Return the typed values of a range, `None` for a formula."""
        block = read(area)
        for row, column in self.formulas(area):
            block[row - area.top][column - area.left] = None
        return block

    def snapshot(self) -> Callable[[CellRange], RangeValues]:
        """Return a function that reads all ranges as they are now."""
        return self.read

    def type(self, name: str, cells: Cells, row: int = 0) -> None:
        """Type into a range, from one of its rows on."""
        corner = self.layout.ranges[name].cell(row)
        bottom, right = corner.top + len(cells) - 1, corner.left + len(cells[0]) - 1
        self.put(replace(corner, bottom=bottom, right=right), cells)

    def normalized(self, sentence: str) -> str:
        """Return a sentence without differences between applications."""
        return sentence

    @property
    def expected(self) -> "ExpectedBoard":
        """The correct board for its inputs."""
        return ExpectedBoard(self)

    def check(self, said: str = "") -> "ExpectedBoard":
        """Assert that the board and its message, or a button's, are correct."""
        right = self.expected
        assert right.differences(said) == []
        return right


class ExpectedBoard:
    """The correct values of a board for its inputs; rows count from 0."""

    def __init__(self, program: BoardApplication) -> None:  # noqa: PLR0915
        self.layout, self.rules = program.layout, program.layout.rules
        self._program, self.read = program, program.snapshot()
        # The formulas of the plain edition call no UDF.
        self.has_python = program.has_python and has_buttons(self.layout)
        ((codemaker,),) = self.read(self.layout.ranges["codemaker"])
        self.codemaker = read_codemaker(codemaker, self.rules)
        self.has_user_feedback = self.codemaker == SOMEBODY_ELSE
        ((number,),) = program.typed(self.layout.game_number, self.read)
        self.has_own_prefix = without_blanks(number).startswith(("own", "*"))
        guesses = program.typed(self.layout.guess_input, self.read)
        self.guess_inputs = [guess for (guess,) in guesses]
        self.entries = [word_of(guess, self.rules) for guess in self.guess_inputs]
        self.entry_marks = self._mark_inputs()
        ((below,),) = program.typed(self.layout.ranges["number_below"], self.read)
        self.number_below = number_of(below)
        self.unused_mark_rows = [
            row
            for row, (word, marks) in enumerate(
                zip(self.entries, self.entry_marks, strict=True)
            )
            if any(str(mark).strip() for mark in marks)
            and not (word and self.has_user_feedback)
        ]
        is_stopped = bool(self.unused_mark_rows and self.has_user_feedback)
        self.games = self._games(number, is_stopped=is_stopped)
        self.hints = self._play_hints()
        self.column_game = self.games[-1]
        self.rows = self.column_game.rows
        self.number = self.column_game.game.number or 0
        self.typed_code = ""
        if not self.number and self.column_game.game.secret:
            code = self.rules.format_code(self.column_game.game.secret)
            self.typed_code = code.upper()
        self.number_or_code = (
            f"own {self.typed_code}" if self.typed_code else self.number or ""
        )
        self.secret = self._secret_code()
        # By attempt of the current game
        blanks = self.layout.attempts - len(self.rows)
        self.words = [*(self.entries[row] for row in self.rows), *[""] * blanks]
        no_marks: list[Cell] = [""] * self.layout.input_mark_count
        self.mark_inputs = [
            *(self.entry_marks[row] for row in self.rows),
            *[no_marks] * blanks,
        ]
        self.feedbacks = (
            [None] * self.layout.attempts if is_stopped else self._feedbacks()
        )
        self.turns = {
            row: Turn(self.rules.parse_code(self.words[row]), feedback)
            for row, feedback in enumerate(self.feedbacks)
            if isinstance(feedback, Feedback)
        }
        self.is_counted = self.layout.has_code_list or (
            self.has_python and self.layout.has_candidate_list
        )
        self.candidates_by_row = self._candidates_by_row()
        self.candidate_counts = {
            row: len(left) for row, left in self.candidates_by_row.items()
        }
        wins = [r for r, turn in self.turns.items() if turn.feedback == self.rules.win]
        free = [row for row, feedback in enumerate(self.feedbacks) if feedback is None]
        self.last_guess_row = max(
            (r for r, w in enumerate(self.words) if self.is_code(w)), default=None
        )
        self.conflict_row = self._conflict_row()
        is_complete = 0 not in self.candidate_counts.values()
        is_complete &= self.conflict_row is None or self.last_guess_row not in wins[:1]
        self.winning_row = wins[0] if wins and is_complete else None
        self.is_lost = (
            len(self.turns) == self.layout.attempts and is_complete and not wins
        )
        self.is_revealed = self._is_revealed()
        self.next_row = None
        if free and self.winning_row is None and not self.is_revealed:
            self.next_row = free[0]
        self.next_entry = self._next_entry(is_stopped=is_stopped)
        self.guess_sources = self._guess_sources()
        self.first_error = self._first_error()
        self.message = self._message()
        self.values = self._values()

    def is_code(self, word: str) -> bool:
        return is_code(word, self.rules)

    def differences(self, said: str = "") -> list[str]:
        """Return what the board shows wrongly; a button may have set the message."""
        seen = self._program.visible_range
        names = ("guess_input", "feedback_input", "codemaker", "game_number")
        typed = {cell for name in names for cell in self.layout.ranges[name].cells()}
        values = zip(seen.cells(), chain(*self.read(seen)), strict=True)
        errors = {cell for cell, value in values if value is None} - typed
        wrong = [f"errors in {sorted(errors)}"] if errors else []
        for name, cells in self.values.items():
            if (shown := self.read(self.layout.ranges[name])) != cells:
                wrong.append(f"{name}: {shown}, expected {cells}")
        message = str(self.read(self.layout.ranges["message"])[0][0])
        sentence = said or self.message
        # Marks are quoted as cells show them.
        if self.message.endswith((": ", "(")):
            message = message[: len(sentence)]
        if self._program.normalized(message) != self._program.normalized(sentence):
            wrong.append(f"message: {message!r}, expected {sentence!r}")
        return [f"{each}; {self.guess_inputs}, {self.entry_marks}" for each in wrong]

    # The column of games

    def _games(self, number: Cell, *, is_stopped: bool) -> list[ColumnGame]:
        """Return the games of the column, as Python splits it."""
        rules, code = self.rules, typed_code(number, self.rules)
        key = rules.parse_code(code) if code else number_of(number) or None
        feedback = [marks_of(marks, rules) for marks in self.entry_marks]
        return split_game_column(
            rules,
            self.layout.attempts,
            key,
            [
                entry_text(typed) if word != "?" or is_hint_mark(typed) else "!"
                for word, typed in zip(self.entries, self.guess_inputs, strict=True)
            ],
            codemaker=self.codemaker,
            feedback=[
                None if isinstance(each, str) or is_stopped else each
                for each in feedback
            ],
            hint=board_hint,
        )

    def _play_hints(self) -> dict[int, str]:
        """Replace question marks by the guesses that Python plays; return sources."""
        sources, turns = {}, list[Turn]()
        attempts = {
            row: attempt
            for game in self.games
            for row, attempt in zip(game.rows, game.game.attempts, strict=True)
        }
        first_rows = {game.rows[0] for game in self.games if game.rows}
        first_rows |= {game.start for game in self.games if game.start is not None}
        for row, typed in enumerate(self.guess_inputs):
            is_over = len(turns) == self.layout.attempts
            if row in first_rows or is_over or self.rules.win in dict(turns).values():
                turns = []
            if is_hint_mark(typed) and (hint := board_hint(self.rules, turns)):
                sources[row] = hint.source
                self.entries[row] = self.rules.format_code(hint.guess).upper()
            turn = attempts[row].turn if row in attempts else None
            turns += [turn] if turn else []
        return sources

    def is_partial(self, row: int) -> bool:
        is_short = len(self.entries[row]) < self.rules.pegs
        return is_short and "…" in str(self.guess_inputs[row])

    @property
    def last_entry(self) -> int:
        """The number of the last entry, from 1, or 0."""
        return max((row for row, word in enumerate(self.entries, 1) if word), default=0)

    @property
    def open_row(self) -> int | None:
        last = self.last_entry
        row = last - (last > 0 and self.is_partial(last - 1))
        is_full = row >= len(self.entries)
        return None if is_full or (self.is_ended and not self.goes_on) else row

    @property
    def is_ended(self) -> bool:
        """Whether the column has a whole game at its end."""
        return self.column_game.is_ended

    @property
    def goes_on(self) -> bool:
        """Whether the next guess begins the next game."""
        room = len(self.entries) - self.last_entry
        is_known = (
            self.column_game.next_number is not None
            if self.codemaker == COMPUTER
            else True
        )
        return self.is_ended and room >= self.layout.attempts and is_known

    def _next_entry(self, *, is_stopped: bool) -> int | None:
        if is_stopped:
            return self.unused_mark_rows[0]
        if self.next_row is not None and self.next_row < len(self.rows):
            return self.rows[self.next_row]
        return self.open_row

    # The state of the game

    def _secret_code(self) -> str:
        if self.codemaker != COMPUTER or not (self.typed_code or self.number):
            return ""
        code = self.typed_code or self.rules.code_from_number(self.number)
        return self.rules.format_code(code).upper()

    def _mark_inputs(self) -> RangeValues:
        """Return the marks that were typed; formulas, errors, TRUE are none."""
        area = self.layout.ranges["feedback_input"]
        typed = chain(*self._program.typed(area, self.read))
        values = chain(*self.read(area))
        marks: list[Cell] = [
            "#" if value != "" and (entry is None or entry is True) else value
            for value, entry in zip(values, typed, strict=True)
        ]
        return [marks[i : i + area.width] for i in range(0, len(marks), area.width)]

    def _feedbacks(self) -> list[Feedback | str | None]:
        """Return the feedback of each row, `None` without, "wrong" for wrong marks."""
        rules, codes = self.rules, [*filter(self.is_code, self.words)]
        if self.codemaker == CHEATS:
            feedbacks = cheating_feedbacks(rules, [*map(rules.parse_code, codes)])
        else:
            feedbacks = [rules.feedback(self.secret, c) for c in codes if self.secret]
        given = iter(feedbacks)
        return [
            (marks_of(marks, rules) if self.has_user_feedback else next(given, None))
            if self.is_code(word)
            else None
            for word, marks in zip(self.words, self.mark_inputs, strict=True)
        ]

    def _candidates_by_row(self) -> dict[int, NDArray[np.int64]]:
        """Return the indices of the candidates after each turn, if they are counted."""
        if not self.is_counted:
            return {}
        left = codebook(self.rules).candidates_by_turn(self.turns.values())
        return dict(zip(self.turns, left, strict=True))

    @property
    def candidates(self) -> NDArray[np.int64]:
        """The indices of the codes that fit all turns, where they are counted."""
        return [np.arange(self.rules.code_count), *self.candidates_by_row.values()][-1]

    @property
    def first_candidate(self) -> str:
        """The first code that fits all turns, "" if there is none."""
        if not self.is_counted or not len(self.candidates):
            return ""
        first = codebook(self.rules).code(int(self.candidates[0]))
        return self.rules.format_code(first).upper()

    def _conflict_row(self) -> int | None:
        """Return the first answer that the last complete guess contradicts as code."""
        for row, turn in self.turns.items():
            if self.last_guess_row is not None and row < self.last_guess_row:
                right = self.rules.feedback(self.words[self.last_guess_row], turn.guess)
                marks = zip(turn.feedback, right, strict=True)
                if any(mark not in (UNKNOWN_COUNT, count) for mark, count in marks):
                    return row
        return None

    def _is_revealed(self) -> bool:
        ranges = self.layout.ranges
        ((games,),) = self.read(ranges["revealed_games"])
        is_wanted = f"#{self.number_or_code} " in str(games)
        return is_wanted and not self.has_user_feedback

    def _guess_sources(self) -> list[str]:
        """Return the strategies of the guesses that were not changed, by attempt."""
        made_by = [self._solver(row, str(self.number_or_code)) for row in self.rows]
        return [*made_by, *[""] * (self.layout.attempts - len(made_by))]

    def _solver(self, row: int, key: str) -> str:
        """Return the strategy that made the guess of an entry, "" for the player."""
        (stored,) = self.read(self.layout.ranges["guess_source"])[row]
        source, end = str(stored), f" {self.entries[row]} #{key}"
        is_stored = source.upper().endswith(end.upper())
        return self.hints.get(row, source[: -len(end)] if is_stored else "")

    # Messages

    def _first_error(self) -> str:
        if self.unused_mark_rows and self.has_user_feedback:
            text, _, _ = messages.MARKS_WITHOUT_GUESS.partition("{marks}")
            return text
        wrong = (row + 1 for row, each in enumerate(self.feedbacks) if each == "wrong")
        return "".join(f"Attempt {row}: " for row in [*wrong][:1])

    def _entry_error(self) -> str:  # noqa: PLR0911
        row = self.last_entry - 1
        starts = {game.start for game in self.games}
        if row < 0 or self.is_partial(row) or row in (*self.rows, *starts):
            return ""
        word = self.entries[row]
        if self.is_code(word):
            return self._end_of_column() if self.is_ended else ""
        if is_hint_mark(self.guess_inputs[row]):
            return messages.HINT_NEEDS_BUTTON * (not self.layout.has_code_list)
        attempt = "Next game" if self.is_ended else f"Attempt {len(self.rows) + 1}"
        guess = messages.guess_in_words(self.rules)
        error = messages.GUESS_WANTED.format(attempt=attempt, guess=guess)
        digits = ascii_symbols(word.removeprefix("#"))
        is_partial = PARTIAL_GUESS_MARK in str(self.guess_inputs[row])
        is_number = digits.isdigit() and not is_partial and number_of(digits)
        prefix = own_code_prefix(self.rules).strip().upper()
        code = word.removeprefix(prefix) if word.startswith(prefix) else ""
        is_start = is_number or self.is_code(code) or word.lower() in NEXT_GAME_WORDS
        if is_start and self.is_full:
            return self._end_of_column()
        if word.startswith(prefix):
            return messages.hiding_instructions(self.rules)
        if is_number and (len(word) != self.rules.pegs or self.is_ended):
            typed = self.guess_inputs[row]
            number = number_of(typed) if not isinstance(typed, str) else int(digits)
            return error + messages.GAME_BY_NUMBER.format(number=number)
        return error

    @property
    def is_full(self) -> bool:
        """Whether too few rows are left for another game."""
        return len(self.entries) - self.last_entry < self.layout.attempts

    def _end_of_column(self) -> str:
        """Return how the next game begins where no guess can begin it."""
        number, row = self.column_game.next_number, self.last_entry - 1
        if self.is_full and row > 0 and not self.entries[row - 1]:
            cell = self.layout.guess_input.cell(row).address
            return messages.NO_ROOM.format(cell=cell)
        if self.is_full and self.has_user_feedback:
            return messages.CLEAR_MARKS
        if number is None:
            return messages.NUMBER_WANTED
        return edition_sentences(self.layout).full_column.format(number=number)

    def _next_game(self) -> str:
        """Return how the next game begins after the end of a game."""
        number = self.column_game.next_number
        if self.goes_on and self.has_user_feedback:
            return messages.NEXT_GAME_OF_OTHERS
        if self.goes_on:
            return messages.NEXT_GAME_BY_GUESS.format(number=number)
        if self.is_ended:
            return self._end_of_column()
        if number is None:
            return messages.NUMBER_WANTED
        word = "0" if self.rules.symbols.isalpha() else "next"
        return messages.NEXT_GAME_BY_WORD.format(number=number, word=word)

    def _message(self) -> str:
        if misplaced := self._misplaced_number():
            return f"{misplaced}{self._context()}"
        if self.codemaker == COMPUTER and not self.secret:
            how_to_hide = messages.hiding_instructions(self.rules) * self.has_own_prefix
            return how_to_hide or messages.NO_NUMBER
        if self.first_error:
            is_quote = self.first_error.endswith((": ", "("))
            return f"{self.first_error}{'' if is_quote else self._context()}"
        if entry_error := self._entry_error():
            return f"{entry_error}{self._context()}"
        return self._contradiction() or self._status_message()

    def _context(self) -> str:
        """Return the text after an error."""
        if self.winning_row is not None:
            return f"\n{self._win_message(self.winning_row)}."
        if self.is_lost:
            return f"\n{self._loss_message()}{self._next_game()}"
        return f"\n{self._last_feedback_in_words()}" if self.turns else ""

    def _misplaced_number(self) -> str:
        """Return the message about a game number in a wrong cell."""
        if self.codemaker != COMPUTER:
            return ""
        if self.number_below:
            cell = self.layout.ranges["number_below"].address
            return messages.NUMBER_BELOW_ATTEMPTS.format(
                number=self.number_below, cell=cell
            )
        number = 0
        if self.unused_mark_rows:
            row = self.unused_mark_rows[0]
            texts = [str(mark) for mark in self.entry_marks[row] if mark != ""]
            number = number_of(texts[0].removesuffix(".0")) if len(texts) == 1 else 0
            number *= number > self.rules.pegs
        return messages.NUMBER_AMONG_MARKS.format(number=number) if number else ""

    def _contradiction(self) -> str:
        without_codes = [
            row for row, count in self.candidate_counts.items() if count == 0
        ]
        if without_codes:
            return messages.NO_CODE.format(attempt=without_codes[0] + 1)
        return ""

    def _status_message(self) -> str:
        again = self._next_game()
        if self.is_revealed and self.secret:
            return f"{messages.CODE_IS.format(code=' '.join(self.secret))}\n{again}"
        if self.winning_row is not None:
            return f"{self._win_message(self.winning_row)}.\n{again}"
        if self.is_lost:
            return self._loss_message() + again
        return self._progress_message()

    def _loss_message(self) -> str:
        is_cheat = self.codemaker == CHEATS and self.first_candidate
        code = " ".join(self.first_candidate if is_cheat else self.secret)
        if self.layout.is_for_children:
            text = messages.CODE_NOT_FOUND
            if code:
                text = messages.CODE_NOT_FOUND_WAS
            if is_cheat:
                text = messages.CODE_NOT_FOUND_COULD_BE
            return f"{text.format(code=code)}\n"
        text = messages.CODE_COULD_BE if is_cheat else messages.CODE_WAS
        won = codemaker_won(self.layout)
        return f"{won}\n{text.format(code=code)} " if code else f"{won}\n"

    def _win_message(self, last: int) -> str:
        rows = [row for row in self.turns if row <= last]
        hints = sum(bool(self.guess_sources[row]) for row in rows)
        count = len(rows)
        if solver := self.guess_sources[last]:
            found = messages.FOUND_BY_SOLVER.format(solver=solver, guesses=count)
            guesses = messages.pluralize(count - hints, "guess")
            after = messages.AFTER_USER_GUESSES.format(guesses=guesses)
            return found + after if count > hints else found
        if hints:
            hints_in_words = messages.pluralize(hints, "hint")
            return messages.FOUND_WITH_HINTS.format(guesses=count, hints=hints_in_words)
        return found_by_user(self.layout).format(guesses=count).removesuffix(".")

    def _progress_message(self) -> str:
        if self.next_row is not None and self.is_code(self.words[self.next_row]):
            return messages.MARKS_WANTED.format(attempt=self.next_row + 1)
        if not self.turns:
            is_later = len(self.games) > 1
            legend = "" if is_later else f"\n{feedback_legend(self.rules)}"
            codes = f"{self.rules.code_count:,} codes are possible. Your guess."
            given_up = self._given_up(self.last_entry - 1)
            if given_up:
                given_up = messages.GIVEN_UP.format(code=" ".join(given_up))
            return f"{given_up}{codes}{legend}"
        last, text = max(self.turns), self._last_feedback_in_words()
        if explained := self._explanation[last][0]:
            return f"Attempt {last + 1}: {explained}"
        if self.candidate_counts:
            left = self.candidate_counts[last]
            out = messages.pluralize(self.rules.code_count - left, "code")
            text += "\n" + messages.RULED_OUT_COUNT.format(codes=out, left=f"{left:,}")
        return text

    def _last_feedback_in_words(self) -> str:
        last, turn = max(self.turns.items())
        marks = self._feedback_in_words(turn.feedback)
        return messages.ATTEMPT_MARKS.format(attempt=last + 1, marks=marks)

    def _feedback_in_words(self, feedback: Feedback) -> str:
        words = feedback_in_words(feedback, self.rules)
        if self.layout.is_for_children:
            words = words.replace("black", "in the right place")
            words = words.replace("white", "in another")
        return words

    def _help_line(self) -> str:
        is_open = self.next_row is not None
        if self.codemaker == COMPUTER and not self.secret:
            return ""
        if is_open and self.conflict_row is not None:
            return self._conflict_in_words(self.conflict_row)
        if self.unused_mark_rows and not self.has_user_feedback:
            return messages.UNUSED_MARKS
        if is_open:
            return self._next_step()
        if self.is_revealed:
            return messages.NO_RESULT
        after = edition_sentences(self.layout).after_game
        after = after.format(explain=self._explain())
        return after if self.winning_row is not None or self.is_lost else ""

    def _explain(self) -> str:
        """Return where the explanation is, or how to get it."""
        row = self.layout.ranges["explanation"].top + 1
        is_explained = any(text for (text,) in self._explanation)
        return messages.EXPLAINED.format(row=row) if is_explained else messages.EXPLAIN

    @property
    def _explanation(self) -> RangeValues:
        return self.read(self.layout.ranges["explanation"])

    def _next_step(self) -> str:
        if self.turns:
            sentences = edition_sentences(self.layout)[:2]
            text = sentences[self.has_user_feedback]
            return text.format(explain=self._explain())
        if not self.has_user_feedback:
            return messages.typing_instructions(self.rules)
        is_black = self.rules.black_only
        return messages.PLAY_AND_MARK_BLACK if is_black else messages.PLAY_AND_MARK

    def _conflict_in_words(self, conflict: int) -> str:
        assert self.last_guess_row is not None
        right = self.rules.feedback(
            self.words[self.last_guess_row], self.words[conflict]
        )
        short = self.layout.is_for_children
        text = messages.IMPOSSIBLE_GUESS_SHORT if short else messages.IMPOSSIBLE_GUESS
        return text.format(
            attempt=self.last_guess_row + 1,
            earlier=conflict + 1,
            marks=self._feedback_in_words(right),
        )

    # Cells

    def _values(self) -> dict[str, RangeValues]:
        rules, pegs, rows = self.rules, self.rules.pegs, range(len(self.entries))
        status = self._code_status
        code = self.first_candidate if self.codemaker == CHEATS else self.secret
        values: dict[str, RangeValues] = {
            "guesses": [self._tiles(row) for row in rows],
            "numbers": [
                [f"{self._row_sign(row)}{NO_BREAK_SPACE * 2}{self._number(row)}"]
                for row in rows
            ],
            "code_status": [[status]],
            "hidden_code": [
                cells_of(code.ljust(pegs), rules)
                if status in ("found", "shown")
                else ["?"] * pegs
            ],
            "next_cell": [[self._next_cell()]],
            "game_name": [[self._game_name()]],
            "game_labels": [[self._game_label(row)] for row in rows],
            "help_line": [[self._help_line()]],
            "result_title": [[self._result()[0]]],
            "result_lines": [[line] for line in self._result()[1:]],
        }
        if not self.has_user_feedback:
            values["computed_feedback"] = [
                mark_cells(self.answers[row], rules)
                if row in self.answers
                else [self._surplus_symbols(row), ""]
                for row in rows
            ]
        if "wrong" not in self.feedbacks:
            values["feedback_symbols"] = [[self._feedback_symbols(row)] for row in rows]
        if self.is_counted or self.has_python:
            values["codes_left"] = self._entry_column(
                self.candidate_counts,
                self._old_counts()
                if self.layout.has_code_list
                else self._game_labels(),
            )
        if self.layout.has_code_list:
            values["ruled_out_codes"] = self._ruled_out_codes()
        if self.layout.has_luck:
            values |= self._luck()
        return values

    def _entry_column(
        self, values: Mapping[int, Cell], others: Mapping[int, Cell] | None = None
    ) -> RangeValues:
        """Return values of the current game's attempts beside their entries."""
        by_row = {row: values.get(n, "") for n, row in enumerate(self.rows)}
        by_row |= others or {}
        return [[by_row.get(row, "")] for row in range(len(self.entries))]

    def _game_labels(self) -> dict[int, Cell]:
        rows = range(len(self.entries))
        return {row: self._game_label(row) for row in rows if row not in self.rows}

    def _game_label(self, row: int) -> str:
        """Return the game before the current one that a row begins, or the next."""
        if self.has_user_feedback:
            return ""
        for game in self.games[1:-1]:
            first = game.start if game.start is not None else min(game.rows)
            if row == first:
                return game_name(game)
        number = self.column_game.next_number
        is_next = row == self.next_entry and self.goes_on
        return f"game {number}" if is_next else ""

    @property
    def answers(self) -> dict[int, Feedback]:
        """The feedback of all games of the column, by row."""
        answers = {
            row: attempt.feedback
            for game in self.games[:-1]
            for row, attempt in zip(game.rows, game.game.attempts, strict=True)
            if attempt.feedback
        }
        return answers | {self.rows[n]: turn.feedback for n, turn in self.turns.items()}

    def _old_counts(self) -> dict[int, Cell]:
        """Return the codes left in the finished games of the column, by row."""
        counts: dict[int, Cell] = {}
        for game in self.games[:-1]:
            turns: list[Turn] = []
            for row, attempt in zip(game.rows, game.game.attempts, strict=True):
                if attempt.turn:
                    turns.append(attempt.turn)
                    counts[row] = len(codebook(self.rules).candidates(turns))
        return counts

    def _tiles(self, row: int) -> list[Cell]:
        """Return the tiles of an entry."""
        pegs, word = self.rules.pegs, self.entries[row]
        prefix = own_code_prefix(self.rules).strip().upper()
        if word.startswith(prefix):
            word = ""
        elif self._starts(row):
            word = self._given_up(row)
        return cells_of(word[:pegs].ljust(pegs), self.rules)

    def _given_up(self, row: int) -> str:
        """Return the code of the game that an entry gives up."""
        if self.codemaker != COMPUTER:
            return ""
        for game, after in itertools.pairwise(self.games):
            is_over = len(game.game.turns) == self.layout.attempts or any(
                turn.feedback == self.rules.win for turn in game.game.turns
            )
            if after.start == row and game.rows and not is_over:
                return self.rules.format_code(game.game.secret or ()).upper()
        return ""

    def _starts(self, row: int) -> bool:
        return any(game.start == row for game in self.games)

    def _number(self, row: int) -> Cell:
        """Return the number of an attempt, also of those to come."""
        for game in self.games:
            if row in game.rows:
                return game.rows.index(row) + 1
        if self.open_row is None or row < self.open_row:
            return ""
        shown = self.layout.attempts if self.is_revealed else len(self.rows)
        before = 0 if self.is_ended else shown
        number = before + row - self.open_row + 1
        return number if number <= self.layout.attempts else ""

    def _ruled_out_codes(self) -> RangeValues:
        """Return a cross for each code that is no candidate, if they are wanted."""
        is_wanted = self.read(self.layout.ranges["cross_out_codes"]) == [["Yes"]]
        mask = codebook(self.rules).mask(self.candidates)
        return [["" if fits or not is_wanted else "x"] for fits in mask.tolist()]

    def _luck(self) -> dict[str, RangeValues]:
        """Return the average codes left after each guess, and the luck."""
        averages: list[Cell] = [""] * self.layout.attempts
        lucks: list[Cell] = [""] * self.layout.attempts
        words: list[Cell] = [""] * self.layout.attempts
        book, known, earlier = codebook(self.rules), [], list[Turn]()
        before = np.arange(len(book))
        for row, turn in self.turns.items():
            if not len(before) or (
                self.winning_row is not None and row > self.winning_row
            ):
                break
            averages[row] = partition(self.rules, turn.guess, earlier).expected_size
            if turn.feedback.is_complete and self.candidate_counts[row]:
                share = lucks[row] = luck(book, turn, before)
                is_lucky, is_unlucky = share >= 3 / 4, share <= 1 / 4
                words[row] = (
                    "lucky" if is_lucky else "unlucky" if is_unlucky else "as expected"
                )
                known.append(share)
            earlier.append(turn)
            before = self.candidates_by_row[row]
        is_over = self.winning_row is not None or self.is_lost or self.is_revealed
        if known:
            last = max(self.turns) if self.winning_row is None else self.winning_row
            share_in_words = f"{sum(known) / len(known) + 1e-9:.0%}"
            words[last] = messages.LUCK_OF_THE_GAME.format(luck=share_in_words)
        # Programs add numbers up in ways of their own.
        of_game: Any = pytest.approx(sum(known) / len(known)) if known else ""
        return {
            "expected_left": [[average] for average in averages],
            "luck": [[luck] for luck in lucks],
            "expected": self._entry_column(
                dict(enumerate(averages)) if is_over else {}
            ),
            "luck_words": self._entry_column(
                dict(enumerate(words)) if is_over else {}, self._game_labels()
            ),
            "game_luck": [[of_game if is_over else ""]],
        }

    def _result(self) -> list[str]:
        """Return the lines for friends: the title, and the pegs of each row."""
        lines = [""] * (1 + self.layout.attempts)
        if self.winning_row is None and not self.is_lost:
            return self._earlier_result() or lines
        if self.is_revealed:
            return lines
        turns = {
            row: turn
            for row, turn in self.turns.items()
            if self.winning_row is None or row <= self.winning_row
        }
        number = self.number if self.codemaker == COMPUTER else None
        sources = (*(self.guess_sources[row] for row in turns),)
        result = GameResult(self.rules, number, (*turns.values(),), sources)
        lines[0], *pegs = str(result).splitlines()
        for row, line in zip(turns, pegs, strict=True):
            lines[1 + row] = line
        return lines

    def _earlier_result(self) -> list[str]:
        """Return the lines of the last finished game before the current one."""
        rules, limit = self.rules, self.layout.attempts
        for column_game in self.games[-2::-1]:
            game, turns = column_game.game, column_game.game.turns
            if not turns:
                continue
            key = str(game.number or f"own {rules.format_code(game.secret or ())}")
            if self._is_revealed_game(key):
                return []
            number = game.number if self.codemaker == COMPUTER else None
            made_by = (
                self._solver(row, key)
                for row, attempt in zip(column_game.rows, game.attempts, strict=True)
                if attempt.feedback
            )
            result = GameResult(rules, number, turns, (*made_by,))
            title, *pegs = str(result).splitlines()
            shown = iter(pegs)
            lines = [next(shown) if each.feedback else "" for each in game.attempts]
            return [title, *lines, *[""] * (limit - len(lines))]
        return []

    def _is_revealed_game(self, key: str) -> bool:
        ((games,),) = self.read(self.layout.ranges["revealed_games"])
        return f"#{key} " in str(games) and self.codemaker == COMPUTER

    def _game_name(self) -> str:
        """Return the name of the current game, if the computer hides its code."""
        if self.codemaker != COMPUTER:
            return ""
        name = game_name(self.column_game)
        is_known = self.column_game.game.number or self.typed_code
        return f"{name[:1].upper()}{name[1:]}" if is_known else ""

    def _surplus_symbols(self, row: int) -> str:
        """Return the symbols of a too long guess right of the tiles."""
        prefix = own_code_prefix(self.rules).strip().upper()
        is_start = self.entries[row].startswith(prefix) or self._starts(row)
        more = "" if is_start else self.entries[row][self.rules.pegs :]
        return more if len(more) < 2 else f"{more[0]}…"

    @property
    def _code_status(self) -> str:
        if self.has_user_feedback:
            return "theirs"
        if self.is_lost or self.is_revealed:
            return "shown"
        return "hidden" if self.winning_row is None else "found"

    def _row_sign(self, row: int) -> str:
        if row == self.next_entry:
            return "►"
        if row in self.rows:
            return "★" if self.rows.index(row) == self.winning_row else ""
        return "★" if self.answers.get(row) == self.rules.win else ""

    def _feedback_symbols(self, row: int) -> str:
        if row not in self.answers:
            if self._starts(row):
                return "Next game" if self.has_user_feedback else ""
            return "" if row == self.next_entry else self._surplus_symbols(row)
        feedback = self.answers[row]
        known = sum(mark for mark in feedback if mark != UNKNOWN_COUNT)
        return messages.feedback_symbols(*feedback, known) or "none"

    def _next_cell(self) -> str:
        row = self.next_entry
        if row is None:
            return ""
        cell = self.layout.guess_input.cell(row)
        if self.has_user_feedback and row in self.rows:
            is_second = self.entry_marks[row][0] != "" and not self.rules.black_only
            cell = self.layout.ranges["feedback_input"].cell(row, int(is_second))
        return cell.absolute_address
