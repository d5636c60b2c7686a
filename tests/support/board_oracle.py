"""
The board oracle: the facts that a board shows for its input cells.

The naive column finds the games; `game` and `solve` give candidates and luck. A message
is compared with all facts, in any order: each sentence in it must be true, and each
error and each end of a game must have its sentence. Scenes contain whole sentences.
"""

import itertools
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import pytest
from naive_column import (
    NaiveColumn,
    NaiveGame,
    is_code,
    is_hint_mark,
    number_of,
    own_prefix,
    word_of,
)
from numpy.typing import NDArray

from xl_mastermind.board.state import read_codemaker
from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import Cell, RangeValues, read_feedback
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.game import CHEATS, COMPUTER, SOMEBODY_ELSE
from xl_mastermind.game.rules import (
    UNKNOWN_COUNT,
    Feedback,
    Rules,
    Turn,
    feedback_in_words,
)
from xl_mastermind.presentation import messages
from xl_mastermind.presentation.game_result import GameResult
from xl_mastermind.sheets.board.edition_panel import has_buttons
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.solve.analysis import partition
from xl_mastermind.solve.rating import luck

Cells: TypeAlias = Sequence[Sequence[Cell]]
"""Values to type into a range, row by row."""

NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"


class TypedKeys(str):
    """A text as typed: the application converts it to a number, text or formula."""

    __slots__ = ()


def typed_feedback(
    cells: Sequence[Cell], rules: Rules
) -> Feedback | Literal["wrong"] | None:
    """Return typed feedback, `None` if a count is missing, or "wrong"."""
    if "" in cells:
        return None
    if "-" in cells:  # a board asks for a digit: a dash may mean 0 or a white peg
        return "wrong"
    try:
        return read_feedback(cells, rules)
    except ValueError:
        return "wrong"


def game_name(game: NaiveGame) -> str:
    """Return the number of a game, or that its code was typed."""
    return f"game {game.number}" if game.number else messages.OWN_CODE


def code_cells(word: str, rules: Rules) -> list[Cell]:
    digits = "" if rules.symbols.isalpha() else "0123456789"
    return [int(c) if c in digits else "" if c == " " else c for c in word]


def feedback_cells(feedback: Feedback | str | None, rules: Rules) -> list[Cell]:
    """Return black and white as cells contain them, blanks for no feedback."""
    if not isinstance(feedback, Feedback):
        return ["", ""]
    black, white = ("?" if mark == UNKNOWN_COUNT else mark for mark in feedback)
    return [black, "" if rules.black_only else white]


_STATUS: Final = (
    "found it in|codemaker has won|Not found this time|[Tt]he code (was|is)|could still"
    r"|possible\. Your|Please type the marks|Attempt \d+: [\d?]|ruled out"
)
"""The words of sentences about the status, which must be true."""


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

    def __init__(self, program: BoardApplication) -> None:
        self.layout, self.rules = program.layout, program.layout.rules
        self._program, self.read = program, program.snapshot()
        # The formulas of the plain edition call no UDF.
        self.has_python = program.has_python and has_buttons(self.layout)
        self.codemaker = read_codemaker(self._cell("codemaker"), self.rules)
        self.has_user_feedback = self.codemaker == SOMEBODY_ELSE
        guesses = program.typed(self.layout.guess_input, self.read)
        self.guess_inputs = [guess for (guess,) in guesses]
        self.entry_marks = self._mark_inputs()
        self._read_column()
        self.words = [self.entries[row] for row in self.rows]
        self.turns = {
            n: Turn(guess, answer)
            for n, (guess, answer) in enumerate(
                zip(self.game.guesses, self.game.feedback, strict=True)
            )
            if answer
        }
        self.is_counted = self.layout.has_code_list or (
            self.has_python and self.layout.has_list
        )
        self.candidates_by_row = self._candidates_by_row()
        self.candidate_counts = {
            row: len(left) for row, left in self.candidates_by_row.items()
        }
        self._find_end()
        self.guess_sources = [
            self._solver(row, self.number_or_code) for row in self.rows
        ]
        self.values = self._values()

    def _cell(self, name: str) -> Cell:
        return self.read(self.layout.ranges[name])[0][0]

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

    def _read_column(self) -> None:
        """Read the games of the column; marks without a guess hide all feedback."""
        rules, ranges = self.rules, self.layout.ranges
        ((number,),) = self._program.typed(self.layout.game_number, self.read)
        ((below,),) = self._program.typed(ranges["number_below"], self.read)
        self.number_below = number_of(below)
        self.unused_mark_rows = [
            row
            for row, (typed, marks) in enumerate(
                zip(self.guess_inputs, self.entry_marks, strict=True)
            )
            if any(str(mark).strip() for mark in marks)
            and not (word_of(typed, rules) and self.has_user_feedback)
        ]
        self.is_stopped = bool(self.unused_mark_rows and self.has_user_feedback)
        column = NaiveColumn(
            rules, self.layout.attempts, len(self.guess_inputs), number, self.codemaker
        )
        feedback = [typed_feedback(marks, rules) for marks in self.entry_marks]
        is_read = self.has_user_feedback and not self.is_stopped
        for typed, read in zip(self.guess_inputs, feedback, strict=True):
            valid = read if isinstance(read, Feedback) and is_read else None
            column.type(typed, valid)
        self.games, self.hints, self.entries = (
            column.games,
            column.sources,
            column.words,
        )
        self.game = self.games[-1]
        self.rows, self.secret = self.game.rows, self.game.code
        self.number, self.number_or_code = self.game.number or 0, self.game.key
        self.wrong_attempts = [
            n for n, row in enumerate(self.rows) if is_read and feedback[row] == "wrong"
        ]

    def _find_end(self) -> None:
        """Find a win, a loss, a revealed code, and the next attempt."""
        rules, turns = self.rules, self.turns
        wins = [row for row, turn in turns.items() if turn.feedback == rules.win]
        last = len(self.rows) - 1
        self.conflict_row = next((r for r in turns if self._conflicts(last, r)), None)
        is_complete = 0 not in self.candidate_counts.values()
        is_complete &= self.conflict_row is None or last not in wins[:1]
        self.winning_row = wins[0] if wins and is_complete else None
        is_full = len(turns) == self.layout.attempts
        self.is_lost = is_full and is_complete and not wins
        games = str(self._cell("revealed_games"))
        self.is_revealed = (
            f"#{self.number_or_code} " in games and not self.has_user_feedback
        )
        read = {*turns, *self.wrong_attempts}
        free = [n for n in range(self.layout.attempts) if n not in read]
        self.next_row = None
        if free and self.winning_row is None and not self.is_revealed:
            self.next_row = free[0]
        self.next_entry = self.open_row
        if self.is_stopped:
            self.next_entry = self.unused_mark_rows[0]
        elif self.next_row is not None and self.next_row < len(self.rows):
            self.next_entry = self.rows[self.next_row]

    def _conflicts(self, last: int, row: int) -> bool:
        """Return whether the last guess as code contradicts an earlier feedback."""
        guess, feedback = self.turns[row]
        right = self.rules.feedback(self.game.guesses[last], guess)
        marks = zip(feedback, right, strict=True)
        return row < last and any(m not in (UNKNOWN_COUNT, n) for m, n in marks)

    def is_code(self, word: str) -> bool:
        return is_code(word, self.rules)

    # The column

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
        return None if is_full or (self.game.is_ended and not self.goes_on) else row

    @property
    def goes_on(self) -> bool:
        """Whether the next guess begins the next game."""
        room = len(self.entries) - self.last_entry
        is_known = self.codemaker != COMPUTER or self.game.next_number is not None
        return self.game.is_ended and room >= self.layout.attempts and is_known

    # Candidates

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

    def _solver(self, row: int, key: str) -> str:
        """Return the strategy that made the guess of an entry, "" for the player."""
        stored = self.read(self.layout.ranges["guess_source"])[row][0]
        source, end = str(stored), f" {self.entries[row]} #{key}"
        is_stored = source.upper().endswith(end.upper())
        return self.hints.get(row, source[: -len(end)] if is_stored else "")

    # Comparison

    def differences(self, message: str = "") -> list[str]:
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
        sentence = str(self._cell("message"))
        if message and sentence != message:
            wrong.append(f"message: {sentence!r}, expected {message!r}")
        if not message:
            untrue = self._untrue(sentence)
            wrong += [f"message: {sentence!r}, {each}" for each in untrue]
        line = str(self._cell("help_line"))
        wrong += [f"help: {line!r}, {each}" for each in self._unhelpful(line)]
        return [f"{each}; {self.guess_inputs}, {self.entry_marks}" for each in wrong]

    # The message

    @property
    def ignored_entry(self) -> int | None:
        """The row of the last entry, if it is no attempt and begins no game."""
        row = self.last_entry - 1
        is_used = row in (*self.rows, *(game.start for game in self.games))
        return None if row < 0 or is_used or self.is_partial(row) else row

    def _errors(self) -> dict[str, bool]:
        """Return whether each error is true, by the pattern of its sentence."""
        is_secret = self.codemaker == COMPUTER
        texts = [
            str(mark)
            for row in self.unused_mark_rows[:1]
            for mark in self.entry_marks[row]
            if mark != ""
        ]
        number = number_of(texts[0].removesuffix(".0")) if len(texts) == 1 else 0
        row = self.ignored_entry
        is_hint = row is not None and is_hint_mark(self.guess_inputs[row])
        is_guess = row is not None and self.is_code(self.entries[row])
        has_error = self.game.is_ended if is_guess else row is not None and not is_hint
        contradicted = [n + 1 for n, k in self.candidate_counts.items() if not k]
        wrong = [n + 1 for n in self.wrong_attempts]
        attempt = f"Attempt {len(self.rows) + 1}"
        name = "Next game" if self.game.is_ended else attempt
        return {
            f"^{self.number_below} in .* is below the attempts": is_secret
            and bool(self.number_below),
            f"^{number} in .* is among the marks": is_secret
            and number > self.rules.pegs,
            "^Type a number for a new game|^To hide a code,": is_secret
            and not self.secret,
            "^There are marks": self.is_stopped,
            f"^Attempt {min(wrong, default=0)}: (exp|.* impossible|- could)": (
                bool(wrong)
            ),
            f"^{name}: please type|^To hide a code, |^Press New Game|^New game: delete"
            r"|^Type \d+ in the|^Type the number of|^.* has too few": has_error,
            "^[?] plays no guess": is_hint and not self.layout.has_code_list,
            f"^No code fits from attempt {min(contradicted, default=0)} ": bool(
                contradicted
            ),
        }

    def _untrue(self, message: str) -> list[str]:
        """Return the sentences that a message lacks, and those that are untrue."""
        # Applications group digits in other ways.
        message = re.sub(r"(?<=\d),(?=\d{3})", "", message)
        errors, rest, wrong = self._errors(), message, list[str]()
        true_errors = [pattern for pattern, is_true in errors.items() if is_true]
        shown = [pattern for pattern in errors if re.search(pattern, message)]
        if bool(true_errors) != bool({*true_errors} & {*shown}):
            wrong.append(f"expected one of {true_errors}")
        for pattern in self._true_sentences(true_errors):
            if not re.search(pattern, message):
                wrong.append(f"expected {pattern!r}")
            rest = re.sub(pattern, "", rest)
        if true_errors:
            rest = rest.partition("\n")[2]
        is_explained = bool(self._explanation_of_last) and not true_errors
        if (found := re.search(_STATUS, rest)) and not is_explained:
            wrong.append(f"expected no {found[0]!r}")
        return wrong

    def _true_sentences(self, errors: Sequence[str]) -> Iterator[str]:
        """Yield the patterns of sentences about the status, beside some errors."""
        is_contradicted = 0 in self.candidate_counts.values()
        is_shown = self.is_revealed and self.codemaker == COMPUTER and not errors
        if is_shown:
            yield f"The code is {' '.join(self.secret)}\\."
        elif self.winning_row is not None:
            yield self._win_pattern(self.winning_row)
        elif self.is_lost:
            is_cheat = self.codemaker == CHEATS
            code = " ".join(self.first_candidate if is_cheat else self.secret)
            yield (
                "codemaker has won" if not self.layout.is_for_children else "Not found"
            )
            yield f"(was|could still be) {code}\\." if code else "$"
        elif len(errors) > is_contradicted:
            yield self._last_feedback if self.turns else "$"
        elif not is_contradicted:
            yield from self._progress_sentences()
        is_over = is_shown or self.winning_row is not None or self.is_lost
        number = self.game.next_number
        if is_over and not errors and self.codemaker == COMPUTER and number:
            yield rf"[Gg]ame {number}\b|Press New Game|Type {number} in|too few rows"

    def _progress_sentences(self) -> Iterator[str]:
        """Yield the patterns of sentences about a game in progress."""
        codes = self.rules.code_count
        if self.next_row is not None and self.next_row < len(self.rows):
            yield f"Please type the marks of attempt {self.next_row + 1}\\."
        elif not self.turns:
            yield f"{codes} codes? (are|is) possible\\. Your"
            if given_up := self._given_up(self.last_entry - 1):
                yield f"The code was {' '.join(given_up)}\\."
        elif not self._explanation_of_last:
            yield self._last_feedback
            if self.open_row is None:
                yield messages.NO_ROW_LEFT
            elif self.is_counted:
                left = self.candidate_counts[max(self.turns)]
                yield rf"\b0*{codes - left} codes? ruled out, 0*{left} left"

    @property
    def _last_feedback(self) -> str:
        """The pattern of the sentence about the last feedback."""
        last, turn = max(self.turns.items())
        marks = self._feedback_in_words(turn.feedback)
        return rf"Attempt {last + 1}: {re.escape(marks)}\."

    @property
    def _explanation_of_last(self) -> Cell:
        explanation = self.read(self.layout.ranges["explanation"])
        return explanation[max(self.turns)][0] if self.turns else ""

    def _win_pattern(self, last: int) -> str:
        """Return the sentence of a win: its guesses, and those of a strategy."""
        rows = [row for row in self.turns if row <= last]
        hint_count = sum(bool(self.guess_sources[row]) for row in rows)
        solver, own_count = self.guess_sources[last], len(rows) - hint_count
        found = rf"{solver or 'You'} found it in {len(rows)}\b"
        if solver:
            after = f", after {own_count} guess(es)? of yours"
            return found + (after if own_count else "(?!, after)")
        return found + (f", with {hint_count} hints?" if hint_count else "(?!, with)")

    def _feedback_in_words(self, feedback: Feedback) -> str:
        words = feedback_in_words(feedback, self.rules)
        if self.layout.is_for_children:
            words = words.replace("black", "in the right place")
            words = words.replace("white", "in another")
        return words

    def _unhelpful(self, line: str) -> list[str]:
        """Return why the line of help is wrong: each status has one beginning."""
        is_open, last = self.next_row is not None, len(self.rows) - 1
        has_game = self.codemaker != COMPUTER or bool(self.secret)
        conflict, pattern = self.conflict_row, "$"
        if has_game and is_open and conflict is not None:
            guesses = self.game.guesses
            right = self.rules.feedback(guesses[last], guesses[conflict])
            marks = self._feedback_in_words(right)
            end = f"attempt {conflict + 1} would have {marks}"
            if self.layout.is_for_children:
                end = f"see attempt {conflict + 1}"
            pattern = f"Attempt {last + 1} cannot be the code: {end}\\."
        elif has_game and self.unused_mark_rows and not self.has_user_feedback:
            pattern = "Marks count only if"
        elif has_game and is_open:
            pattern = "Stuck|Unsure" if self.turns else "Type "
        elif has_game and self.is_revealed:
            pattern = "A revealed game has no result"
        elif self.winning_row is not None or self.is_lost:
            pattern = "Share it with|Copy the lines"
        return [] if re.match(pattern, line) else [f"expected {pattern!r}"]

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
                code_cells(code.ljust(pegs), rules)
                if status in ("found", "shown")
                else ["?"] * pegs
            ],
            "next_cell": [[self._next_cell()]],
            "game_name": [[self._game_name()]],
            "game_labels": [[self._game_label(row)] for row in rows],
            "result_title": [[self._result()[0]]],
            "result_pegs": [[line] for line in self._result()[1:]],
        }
        if not self.has_user_feedback:
            values["computed_feedback"] = [
                feedback_cells(self.answers[row], rules)
                if row in self.answers
                else [self._surplus_symbols(row), ""]
                for row in rows
            ]
        if not self.wrong_attempts:
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
        is_next = row == self.next_entry and self.goes_on
        return f"game {self.game.next_number}" if is_next else ""

    @property
    def answers(self) -> dict[int, Feedback]:
        """The feedback of all games of the column, by row."""
        return {
            row: answer
            for game in self.games
            for row, answer in zip(game.rows, game.feedback, strict=True)
            if answer
        }

    def _old_counts(self) -> dict[int, Cell]:
        """Return the codes left in the finished games of the column, by row."""
        counts: dict[int, Cell] = {}
        for game in self.games[:-1]:
            turns: list[Turn] = []
            for row, guess in zip(game.rows, game.guesses, strict=True):
                if row in self.answers:
                    turns.append(Turn(guess, self.answers[row]))
                    counts[row] = len(codebook(self.rules).candidates(turns))
        return counts

    def _tiles(self, row: int) -> list[Cell]:
        """Return the tiles of an entry."""
        pegs, word = self.rules.pegs, self.entries[row]
        if word.startswith(own_prefix(self.rules)):
            word = ""
        elif self._starts(row):
            word = self._given_up(row)
        return code_cells(word[:pegs].ljust(pegs), self.rules)

    def _given_up(self, row: int) -> str:
        """Return the code of the game that an entry gives up."""
        if self.codemaker != COMPUTER:
            return ""
        for game, after in itertools.pairwise(self.games):
            is_over = len(game.turns) == self.layout.attempts or (
                self.rules.win in game.feedback
            )
            if after.start == row and game.rows and not is_over:
                return game.code
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
        before = 0 if self.game.is_ended else shown
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
        for game in self.games[-2::-1]:
            if not game.turns:
                continue
            if self._is_revealed_game(game.key):
                return []
            number = game.number if self.codemaker == COMPUTER else None
            rows = [row for row in game.rows if row in self.answers]
            made_by = (self._solver(row, game.key) for row in rows)
            result = GameResult(rules, number, (*game.turns,), (*made_by,))
            title, *pegs = str(result).splitlines()
            shown = iter(pegs)
            lines = [next(shown) if each else "" for each in game.feedback]
            return [title, *lines, *[""] * (limit - len(lines))]
        return []

    def _is_revealed_game(self, key: str) -> bool:
        games = str(self._cell("revealed_games"))
        return f"#{key} " in games and self.codemaker == COMPUTER

    def _game_name(self) -> str:
        """Return the name of the current game, if the computer hides its code."""
        name = game_name(self.game)
        is_known = self.codemaker == COMPUTER and self.number_or_code
        return f"{name[:1].upper()}{name[1:]}" if is_known else ""

    def _surplus_symbols(self, row: int) -> str:
        """Return the symbols of a too long guess right of the tiles."""
        prefix = own_prefix(self.rules)
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
