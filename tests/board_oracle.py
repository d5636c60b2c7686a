"""The board oracle: a naive Mastermind computes what a board shows for its inputs."""

import itertools
import unicodedata
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache
from typing import Any, Final, TypeAlias

import pytest

from xl_mastermind.game.codes import MAX_CODES
from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.peg_colours import peg_colour
from xl_mastermind.game.rules import Rules, Turn, feedback_from_counts
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.message import usual_guesses
from xl_mastermind.sheets.board.sections import feedback_legend
from xl_mastermind.solve.suggestion import survivors
from xl_mastermind.solve.trees import bundled_tree
from xl_mastermind.spreadsheet import messages
from xl_mastermind.spreadsheet.board import CHEATS, CODEMAKERS, COMPUTER, SOMEBODY_ELSE
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import Cell, RangeValues
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.messages import (
    guess_in_words,
    number_in_words,
    pluralize,
    typing_instructions,
)

Cells: TypeAlias = Sequence[Sequence[Cell]]
"""Values to type into a range, row by row."""

MarkCells: TypeAlias = tuple[int | str, ...]
"""Black and white counts, or black ones only; "?" for an unknown count."""


class TypedKeys(str):
    """A text as typed: the application converts it to a number, text or formula."""

    __slots__ = ()


NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"

OTHER_DIGITS: Final = "０１２３４５６７８９٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹"
FULL_WIDTH_LETTERS: Final = "ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ"  # noqa: RUF001

FIRST_DATE, AFTER_DATES = 36_526, 73_051
"""The days from 2000 to 2099, as spreadsheets count them."""

HELP_LINES: Final = {
    (False, False): messages.HELP_LINE,
    (False, True): messages.HELP_LINE_MARKS,
    (True, False): messages.HELP_LINE_PLAIN,
    (True, True): messages.HELP_LINE_MARKS_PLAIN,
}
"""The line of help during a game: without buttons, against somebody else."""

# A naive Mastermind


@lru_cache(maxsize=100_000)
def answer(secret: str, guess: str, *, black_only: bool) -> MarkCells:
    """Return black and white pegs, or black ones only."""
    black = sum(s == g for s, g in zip(secret, guess, strict=True))
    common = (Counter(secret) & Counter(guess)).total()
    return (black,) if black_only else (black, common - black)


def in_ascii(text: str) -> str:
    """Return a text with ASCII for full-width letters and other digits."""
    return "".join(
        str(unicodedata.digit(c))
        if c in OTHER_DIGITS
        else unicodedata.normalize("NFKC", c)
        if c in FULL_WIDTH_LETTERS
        else c
        for c in text
    )


def word_of(typed: Cell, rules: Rules | None = None) -> str:
    """Return the symbols of a typed guess, "?" for another value."""
    if isinstance(typed, str):
        between = f" {NO_BREAK_SPACE}\u3000,.…" + "-" * (typed.strip(" ")[:1] != "-")
        text = "".join(c for c in typed if c not in between).upper().replace("İ", "I")
        known = rules.symbols.upper() if rules else ""
        return "".join(in_ascii(c) if in_ascii(c) in known else c for c in text)
    is_number = isinstance(typed, float | int) and not isinstance(typed, bool)
    if is_number and typed >= 0 and typed == int(typed):  # type: ignore[operator, call-overload]
        return str(int(typed))  # type: ignore[call-overload]
    return "?"


def number_of(typed: Cell) -> int:
    """Return the game number that is typed, 0 for another value."""
    text = ""
    if isinstance(typed, str):
        text = in_ascii(typed).replace(NO_BREAK_SPACE, " ").strip(" ")
        text = text.removeprefix("#").strip(" ")
    elif isinstance(typed, float | int) and not isinstance(typed, bool):
        if FIRST_DATE <= typed < AFTER_DATES:
            text = f"{date(1899, 12, 30) + timedelta(int(typed)):%Y-%m-%d}"
        else:
            text = str(int(typed)) if typed == int(typed) else ""
    if len(text) == 10 and text[4] == text[7] == "-":
        try:
            text = f"{date.fromisoformat(text):%Y%m%d}"
        except ValueError:
            return 0
    for separator in ",. ":
        first, *others = text.split(separator)
        if 0 < len(first) < 4 and all(len(other) == 3 for other in others):
            text = "".join((first, *others))
    number = int(text) if text.isascii() and text.isdigit() else 0
    return number if number <= LARGEST_NUMBER else 0


def own_code(typed: Cell, rules: Rules) -> str:
    """Return the code that is typed in place of a number, or ""."""
    text = without_blanks(typed)
    prefix = "*" if any(map(str.isalpha, rules.symbols)) else "own"
    code = word_of(text.removeprefix(prefix), rules) if text.startswith(prefix) else ""
    return code if is_code(code, rules) else ""


def without_blanks(typed: Cell) -> str:
    """Return a typed text in small letters without any blanks."""
    return "".join(typed.split()).lower() if isinstance(typed, str) else ""


def is_code(word: str, rules: Rules) -> bool:
    """Return whether a word is a code of the game."""
    is_long = len(word) == rules.pegs and set(word) <= set(rules.symbols.upper())
    return is_long and not (rules.distinct and len(set(word)) < rules.pegs)


def marks_of(cells: Sequence[Cell], rules: Rules) -> MarkCells | str | None:
    """Return typed marks, `None` if one is missing, or "wrong"."""
    if "" in cells:
        return None
    texts = [c.strip() if isinstance(c, str) else f"{c:g}" for c in cells]
    sure = [t for t in texts if t != "?"]
    counts = [int(t) if t.isascii() and t.isdigit() else -1 for t in sure]
    is_one_off = counts == [rules.pegs - 1, 1]
    if min(counts, default=0) < 0 or sum(counts) > rules.pegs or is_one_off:
        return "wrong"
    if texts == [str(rules.pegs), "?"]:
        return (rules.pegs, 0)
    return tuple(t if t == "?" else int(t) for t in texts)


def fits(marks: MarkCells, right: MarkCells) -> bool:
    """Return whether marks equal the right ones, except unknown counts."""
    return all(mark in ("?", count) for mark, count in zip(marks, right, strict=True))


def all_codes(rules: Rules) -> list[str]:
    """Return all codes of a game, in their order."""
    symbols = rules.symbols.upper()
    if rules.distinct:
        return ["".join(c) for c in itertools.permutations(symbols, rules.pegs)]
    return ["".join(c) for c in itertools.product(symbols, repeat=rules.pegs)]


def luck_in_a_word(luck: float | str) -> str:
    """Return the word of a board for a luck."""
    if isinstance(luck, str):
        return ""
    return "lucky" if luck >= 3 / 4 else "unlucky" if luck <= 1 / 4 else "as expected"


def _in_children_words(
    names: Sequence[str], least: Sequence[int], most: Sequence[int]
) -> str:
    """Return which colours are in the code, and which are not."""
    inside = [name for name, low in zip(names, least, strict=True) if low]
    outside = [name for name, high in zip(names, most, strict=True) if not high]
    sentences = [f"In the code: {', '.join(inside)}."] * bool(inside)
    sentences += [f"Not in it: {', '.join(outside)}."] * bool(outside)
    return " ".join(sentences) or "Each colour may be in the code."


def cells_of(word: str, rules: Rules) -> list[Cell]:
    """Return a word as tiles show it."""
    digits = "" if rules.symbols.isalpha() else "0123456789"
    return [int(c) if c in digits else "" if c == " " else c for c in word]


# Applications


class BoardApplication(ABC):
    """
    An application with an open board.

    Attributes
    ----------
    at : Plan
        The ranges of the board.
    has_python : bool
        Whether UDFs compute the next guess.
    """

    has_python = False

    def __init__(self, at: BoardLayout) -> None:
        self.at = at
        first = at.rules.pegs + 1  # right of the list of codes and its marks
        self.seen = CellRange(
            at.sheet, 0, first, at.ranges["explanation"].bottom, at.panel_right
        )
        self.codes = all_codes(at.rules) if "code_list" in at.ranges else []

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

    def look(self) -> Callable[[CellRange], RangeValues]:
        """Return a function that reads ranges, all at the same time."""
        return self.read

    def type(self, name: str, cells: Cells, row: int = 0) -> None:
        """Type into a range, from one of its rows on."""
        corner = self.at.ranges[name].cell(row)
        bottom, right = corner.top + len(cells) - 1, corner.left + len(cells[0]) - 1
        self.put(replace(corner, bottom=bottom, right=right), cells)

    def written(self, sentence: str) -> str:
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
    """The correct values of a board for its inputs."""

    def __init__(self, program: BoardApplication) -> None:
        self.at, self.rules, self.codes = program.at, program.at.rules, program.codes
        self._program, self.read = program, program.look()
        # The formulas of the plain edition call no UDF.
        self.has_python = program.has_python and not self.at.is_plain
        maker = str(self.read(self.at.ranges["codemaker"])[0][0]).strip().capitalize()
        self.codemaker = maker if maker in CODEMAKERS else COMPUTER
        self.shows_next = self.read(self.at.ranges["show_next_guess"]) == [["Yes"]]
        marks = self.at.ranges.get("show_marks")  # a board without a list has none
        self.crosses_out = marks is not None and self.read(marks) == [["Yes"]]
        ((number,),) = program.typed(self.at.game_number, self.read)
        self.number, self.own = number_of(number), own_code(number, self.rules)
        self.has_no_number = isinstance(number, str) and not number.strip()
        self.has_own = without_blanks(number).startswith(("own", "*"))
        self.key = f"own {self.own}" if self.own else self.number or ""
        self.secret = self._secret()
        guesses = program.typed(self.at.guess_input, self.read)
        self.marks = self._marks_typed(program)
        self.typed = [guess for (guess,) in guesses]
        self.words = [word_of(guess, self.rules) for guess in self.typed]
        ((below,),) = program.typed(self.at.ranges["number_below"], self.read)
        self.below = number_of(below)
        self.answers = [*map(self._answer, self.words, self.marks)]
        self.unused = [
            row
            for row, (word, marks) in enumerate(
                zip(self.words, self.marks, strict=True)
            )
            if any(str(mark).strip() for mark in marks)
            and not (word and self.codemaker == SOMEBODY_ELSE)
        ]
        is_stopped = self.unused and self.codemaker == SOMEBODY_ELSE
        if is_stopped:
            self.answers = [None] * self.at.attempts
        self.cheats = self.has_python and self.codemaker == CHEATS
        if self.cheats:
            self._cheat()
        self.turns = {
            row: marks
            for row, marks in enumerate(self.answers)
            if isinstance(marks, tuple)
        }
        self.candidates = self.codes
        self.splits: dict[int, Counter[MarkCells]] = {}
        self.counts = self._counts()
        wins = [row for row, marks in self.turns.items() if marks[0] == self.rules.pegs]
        free = [row for row, marks in enumerate(self.answers) if marks is None]
        self.last = max(filter(self._is_code_in, range(len(self.words))), default=None)
        self.conflict = self._conflict()
        is_complete = 0 not in self.counts.values()
        is_complete &= self.conflict is None or self.last not in wins[:1]
        self.solved = wins[0] if wins and is_complete else None
        self.lost = len(self.turns) == self.at.attempts and is_complete and not wins
        self.revealed = self._revealed()
        self.next = None
        if free and self.solved is None and not self.revealed:
            self.next = self.unused[0] if is_stopped else free[0]
        self.players = self._players()
        self.fault = self._fault()
        self.message = self._message()
        self.areas = self._areas()

    def differences(self, said: str = "") -> list[str]:
        """Return what the board shows wrongly; a button may have set the message."""
        seen = self._program.seen
        names = ("guess_input", "feedback_input", "codemaker", "game_number")
        typed = {cell for name in names for cell in self.at.ranges[name].cells()}
        values = zip(seen.cells(), itertools.chain(*self.read(seen)), strict=True)
        errors = {cell for cell, value in values if value is None} - typed
        wrong = [f"errors in {sorted(errors)}"] if errors else []
        for name, cells in self.areas.items():
            if (shown := self.read(self.at.ranges[name])) != cells:
                wrong.append(f"{name}: {shown}, expected {cells}")
        message = str(self.read(self.at.ranges["message"])[0][0])
        sentence = said or self.message
        # Marks are quoted as cells show them.
        if self.message.endswith((": ", "(")):
            message = message[: len(sentence)]
        if self._program.written(message) != self._program.written(sentence):
            wrong.append(f"message: {message!r}, expected {sentence!r}")
        return [f"{each}; {self.typed}, {self.marks}" for each in wrong]

    def _players(self) -> list[str]:
        """Return the strategies of the guesses that were not changed, by row."""
        ((noted,),) = self.read(self.at.ranges["cached_game_number"])
        kept = [str(cell) for (cell,) in self.read(self.at.ranges["guess_source"])]
        ends = [f" {word}" for word in self.words]
        return [
            cell.removesuffix(end) if cell.endswith(end) and noted == self.key else ""
            for cell, end in zip(kept, ends, strict=True)
        ]

    def _secret(self) -> str:
        if self.own:
            return self.own if self.codemaker == COMPUTER else ""
        if self.codemaker != COMPUTER or not self.number:
            return ""
        return self.rules.format_code(self.rules.code_from_number(self.number)).upper()

    def _revealed(self) -> bool:
        """Return whether the user revealed the code of this game."""
        at = self.at
        cache_is_current = self.read(at.ranges["cached_game_number"]) == [[self.key]]
        is_wanted = cache_is_current and self.read(at.ranges["cached_reveal"]) == [
            ["shown"]
        ]
        if "reveal" in at.ranges:
            ((chosen,),), ((_, key),) = map(
                self.read, (at.ranges["reveal"], at.ranges["reveal_choices"])
            )
            is_wanted |= key != "" and number_of(chosen) == number_of(key) > 0
            is_wanted |= chosen == key != ""
        return is_wanted and self.codemaker != SOMEBODY_ELSE

    def _answer(self, word: str, marks: Sequence[Cell]) -> MarkCells | str | None:
        if not self.is_code(word):
            return None
        if self.codemaker == SOMEBODY_ELSE:
            return marks_of(marks, self.rules)
        if not self.secret:
            return None
        return self._marks(self.secret, word)

    def _cheat(self) -> None:
        """Answer each code so that most codes stay, of equal answers by the least."""
        left = all_codes(self.rules)
        for row, word in enumerate(self.words):
            if self.is_code(word):
                parts = Counter(self._marks(code, word) for code in left)
                marks = min(parts, key=lambda marks: (-parts[marks], marks))
                left = [code for code in left if self._marks(code, word) == marks]
                self.answers[row] = marks

    def is_code(self, word: str) -> bool:
        """Return whether a word is a code of the game."""
        return is_code(word, self.rules)

    def _is_code_in(self, row: int) -> bool:
        return self.is_code(self.words[row])

    def _marks_typed(self, program: BoardApplication) -> RangeValues:
        """Return the marks that were typed; formulas, errors, TRUE are none."""
        area = self.at.ranges["feedback_input"]
        marks, formulas = self.read(area), program.formulas(area)
        for (row, column), cell in zip(
            area.cells(), itertools.chain(*marks), strict=True
        ):
            is_formula = cell != "" and (row, column) in formulas
            if is_formula or cell is None or cell is True:
                marks[row - area.top][column - area.left] = "#"
        return marks

    def _conflict(self) -> int | None:
        """Return the first answer that the last complete guess contradicts as code."""
        for row, marks in self.turns.items():
            if self.last is not None and row < self.last:
                right = self._marks(self.words[self.last], self.words[row])
                if not fits(marks, right):
                    return row
        return None

    @property
    def as_turns(self) -> list[Turn]:
        """The turns as the package knows them."""
        parse = self.rules.parse_code
        return [
            Turn(parse(self.words[row]), feedback_from_counts(*map(str, marks)))
            for row, marks in self.turns.items()
        ]

    def _counts(self) -> dict[int, int]:
        """Return how many codes are left after each turn, where a board knows it."""
        if not self.codes:
            if not self.has_python or self.rules.code_count > MAX_CODES:
                return {}
            left = survivors(self.rules, self.as_turns)
            return dict(zip(self.turns, left, strict=True))
        counts = {}
        for row, marks in self.turns.items():
            self.splits[row] = Counter(
                self._marks(code, self.words[row]) for code in self.candidates
            )
            self.candidates = [
                code
                for code in self.candidates
                if fits(marks, self._marks(code, self.words[row]))
            ]
            counts[row] = len(self.candidates)
        return counts

    def _marks(self, secret: str, guess: str) -> MarkCells:
        return answer(secret, guess, black_only=self.rules.black_only)

    def _message(self) -> str:
        if self.codemaker == COMPUTER and not self.secret:
            how_to_hide = messages.hiding_instructions(self.rules) * self.has_own
            return how_to_hide or self._misplaced() or messages.NO_NUMBER
        is_over = self.solved is not None or self._status == "shown"
        if self.fault and not (is_over and self._misplaced()):
            return f"{self.fault}{self._state()}"
        return self._contradiction() or self._ending()

    def _state(self) -> str:
        """Return the text after an error, which quotes no marks."""
        if self.fault.endswith((": ", "(")):
            return ""
        if self.solved is not None:
            return f"\n{self._found(self.solved)}."
        return f"\n{self._answer_in_words()}" if self.turns else ""

    def _misplaced(self) -> str:
        """Return the message about a game number in a wrong cell."""
        if self.codemaker != COMPUTER:
            return ""
        last = max(self.turns, default=-1)
        end = self.at.attempts if self._status == "hidden" else last
        end = end if self.solved is None else self.solved
        entries = [
            (row, word)
            for row, word in enumerate(self.words)
            if word and (row > end or self.has_no_number)
        ]
        marks = [(row, self.marks[row]) for row in self.unused[:1]]
        places = [
            messages.IN_ATTEMPT.format(attempt=row + 1)
            for row, word in entries
            if number_of(word) and word[0] != "0"
        ]
        numbers = [number_of(word) for _, word in entries]
        if len(entries) != 1 or not places:
            places, numbers = [messages.BELOW_ATTEMPTS], [self.below]
        if not numbers[0] and marks:
            ((row, typed),) = marks
            texts = [str(mark) for mark in typed if mark != ""]
            number = number_of(texts[0].removesuffix(".0")) if len(texts) == 1 else 0
            numbers = [number * (number > self.rules.pegs)]
            places = [messages.AMONG_MARKS.format(attempt=row + 1)]
        if not numbers[0]:
            return ""
        return messages.MISPLACED_NUMBER.format(number=numbers[0], place=places[0])

    def _fault(self) -> str:
        rules = self.rules
        for row, word in enumerate(self.words):
            is_begun = "…" in str(self.typed[row]) and len(word) < rules.pegs
            is_wrong = word and not self.is_code(word)
            if is_wrong and not is_begun:
                guess = guess_in_words(rules)
                return messages.GUESS_WANTED.format(attempt=row + 1, guess=guess)
            if isinstance(self.answers[row], str):
                return f"Attempt {row + 1}: "
            if not word and row in self.unused and self.codemaker == SOMEBODY_ELSE:
                text, _, _ = messages.MARKS_WITHOUT_GUESS.partition("{marks}")
                return text.format(attempt=row + 1)
        return ""

    def _contradiction(self) -> str:
        is_alone = self.codemaker == CHEATS and not self.has_python
        if is_alone and any(map(self.is_code, self.words)):
            return messages.NO_CHEATS
        without_codes = [row for row, count in self.counts.items() if count == 0]
        if without_codes:
            return messages.NO_CODE.format(attempt=without_codes[0] + 1)
        return ""

    def _ending(self) -> str:
        again = self._misplaced() or messages.PRESS_NEW_GAME
        if self.at.edition is Edition.PLAIN and not self._misplaced():
            is_marked = self.codemaker == SOMEBODY_ELSE
            again = messages.CLEAR_MARKS if is_marked else messages.TYPE_A_NUMBER
        if self.solved is not None:
            return f"{self._found(self.solved)}.\n{again}"
        if self.lost:
            return self._lost() + again
        if self.revealed and self.secret:
            return f"{messages.CODE_IS.format(code=' '.join(self.secret))}\n{again}"
        return self._standing()

    def _lost(self) -> str:
        is_cheat = self.codemaker == CHEATS and self.candidates
        code = " ".join(self.candidates[0] if is_cheat else self.secret)
        if self.is_for_children:
            text = messages.CODE_NOT_FOUND
            if code:
                text = messages.CODE_NOT_FOUND_WAS
            if is_cheat:
                text = messages.CODE_NOT_FOUND_COULD_BE
            return f"{text.format(code=code)}\n"
        text = messages.CODE_COULD_BE if is_cheat else messages.CODE_WAS
        attempts = number_in_words(self.at.attempts).capitalize() + " attempts"
        won = messages.CODEMAKER_WON.format(attempts=attempts)
        return f"{won}\n{text.format(code=code)} " if code else f"{won}\n"

    def _found(self, last: int) -> str:
        rows = [row for row in self.turns if row <= last]
        hints = sum(bool(self.players[row]) for row in rows)
        count = len(rows)
        if solver := self.players[last]:
            found = messages.FOUND_BY_SOLVER.format(solver=solver, guesses=count)
            guesses = pluralize(count - hints, "guess")
            after = messages.AFTER_USER_GUESSES.format(guesses=guesses)
            return found + after if count > hints else found
        if hints:
            hints_in_words = pluralize(hints, "hint")
            return messages.FOUND_WITH_HINTS.format(guesses=count, hints=hints_in_words)
        praise = messages.WELL_DONE if self.is_for_children else ""
        found = messages.FOUND_BY_USER.format(guesses=count)
        return f"{praise}{found}{usual_guesses(self.rules)}"

    @property
    def is_for_children(self) -> bool:
        return self.at.attempts == 6

    @property
    def pegs_in_words(self) -> tuple[str, str]:
        """The words for black and white pegs."""
        return (
            ("right place", "other place")
            if self.is_for_children
            else ("black", "white")
        )

    def _standing(self) -> str:
        if self.next is not None and self.is_code(self.words[self.next]):
            return messages.MARKS_WANTED.format(attempt=self.next + 1)
        if not self.turns:
            return f"{self.rules.code_count:,} codes are possible. Your guess."
        last, said = max(self.turns), self._answer_in_words()
        if self.next is not None and self.next < last:
            said += messages.FREE_ATTEMPT.format(attempt=self.next + 1)
        if self.counts:
            left = self.counts[last]
            out = pluralize(self.rules.code_count - left, "code")
            said += "\n" + messages.RULED_OUT_COUNT.format(codes=out, left=f"{left:,}")
        return said

    def _answer_in_words(self) -> str:
        """Return the feedback of the last attempt."""
        last, marks = max(self.turns.items())
        words = zip(marks, self.pegs_in_words, strict=False)
        said = ", ".join(f"{number} {colour}" for number, colour in words)
        return f"Attempt {last + 1}: {said}."

    def _areas(self) -> dict[str, RangeValues]:
        rules, pegs, rows = self.rules, self.rules.pegs, range(self.at.attempts)
        status = self._status
        is_visible = status in {"found", "shown"}
        code = self.secret
        if self.cheats and self.candidates:
            code = self.candidates[0]
        areas: dict[str, RangeValues] = {
            "guesses": [
                cells_of(word[:pegs].ljust(pegs), rules) for word in self.words
            ],
            "numbers": [
                [f"{self._sign(row)}{NO_BREAK_SPACE * 2}{row + 1}"] for row in rows
            ],
            "code_status": [[status]],
            "hidden_code": [
                cells_of(code.ljust(pegs), rules) if is_visible else ["?"] * pegs
            ],
            "next_cell": [[self._next_cell()]],
            "next_number": [[self._next_number()]],
            "help_line": [[self._help_line()]],
        }
        if not self.shows_next:
            areas["next_guess"] = [[""] * pegs]
        elif not self.has_python:
            areas["next_guess"] = [self._next_guess()]
        if self.codemaker != SOMEBODY_ELSE:
            marks = [(*self.turns.get(row, ("", "")), "")[:2] for row in rows]
            areas["computed_feedback"] = [
                [black if black != "" else self._surplus(row), white]
                for row, (black, white) in enumerate(marks)
            ]
        if "wrong" not in self.answers:
            areas["feedback_symbols"] = [[self._drawn(row)] for row in rows]
        if self.codes or self.has_python:
            areas["codes_left"] = [[self.counts.get(row, "")] for row in rows]
        if self.codes:
            shown = {*(self.candidates if self.crosses_out else self.codes)}
            areas["exclusion_marks"] = [["" if c in shown else "x"] for c in self.codes]
            if not self.is_for_children:
                areas |= self._how_good()
        if "show_facts" in self.at.ranges:
            areas |= self._facts()
        return areas

    def _facts(self) -> dict[str, RangeValues]:
        """Return the facts about the candidates, blank before the first turn."""
        ((wanted,),) = self.read(self.at.ranges["show_facts"])
        is_wanted = wanted in ("Yes", "Shades", "Numbers")
        candidates = self.candidates if is_wanted and self.turns else []
        symbols, pegs = self.rules.symbols.upper(), range(self.rules.pegs)
        counts = [[code.count(symbol) for code in candidates] for symbol in symbols]
        least = [min(each, default=0) for each in counts]
        most = [max(each, default=0) for each in counts]
        colours = [peg_colour(symbol) for symbol in symbols]
        names = [colour.name if colour else "" for colour in colours]
        names = names if all(names) else [""] * len(names)
        if self.is_for_children:
            sentence = _in_children_words(names, least, most) if candidates else ""
            return {"facts_sentence": [[sentence]]}
        blanks: list[Cell] = [""] * len(symbols)
        limits: list[Cell] = [
            str(low) if low == high else f"{low}\N{EN DASH}{high}"
            for low, high in zip(least, most, strict=True)
        ]
        ticks = [" ✓" * (low > 0) for low in least]
        shares: RangeValues = [blanks for _ in pegs]
        if candidates and wanted == "Numbers":
            places = [[code[peg] for code in candidates] for peg in pegs]
            shares = [
                [place.count(symbol) / len(place) for symbol in symbols]
                for place in places
            ]
        return {
            "colour_names": [
                [f"{n}{t}".strip() for n, t in zip(names, ticks, strict=True)]
            ],
            "colour_limits": [limits if candidates else blanks],
            "colour_shares": shares,
            "fact_positions": [[peg + 1 if candidates else ""] for peg in pegs],
        }

    def _how_good(self) -> dict[str, RangeValues]:
        """Return the average codes left after each guess, and the luck."""
        rows = range(self.at.attempts)
        averages, lucks = [*map(self._average, rows)], [*map(self._luck, rows)]
        is_over = self.solved is not None or self.lost or self.revealed
        words = [luck_in_a_word(luck) for luck in lucks]
        known = [luck for luck in lucks if isinstance(luck, float)]
        # Programs add numbers up in ways of their own.
        of_game: Any = pytest.approx(sum(known) / len(known)) if known else ""
        return {
            "expected_left": [[average] for average in averages],
            "luck": [[luck] for luck in lucks],
            "expected": [[average if is_over else ""] for average in averages],
            "luck_words": [[word if is_over else ""] for word in words],
            "game_luck": [[of_game if is_over else ""]],
            "legend": [["" if is_over and known else feedback_legend(self.at)]],
        }

    def _split(self, row: int) -> "Counter[MarkCells]":
        """Return the part sizes of an attempt, none after the win."""
        is_after = self.solved is not None and row > self.solved
        return Counter() if is_after else self.splits.get(row, Counter())

    def _average(self, row: int) -> Cell:
        parts = self._split(row)
        return sum(n * n for n in parts.values()) / parts.total() if parts else ""

    def _luck(self, row: int) -> float | str:
        """Return the share of codes that leave more; equal ones count half."""
        parts, marks = self._split(row), self.turns.get(row, ())
        if "?" in marks or not parts[marks]:
            return ""
        parts_left = {
            given: 0 if given[0] == self.rules.pegs else count
            for given, count in parts.items()
        }
        left = parts_left[marks]
        worse = sum(parts[given] for given, count in parts_left.items() if count > left)
        same = sum(parts[given] for given, count in parts_left.items() if count == left)
        return (worse + same / 2) / parts.total()

    def _help_line(self) -> str:
        is_plain, theirs = self.at.is_plain, self.codemaker == SOMEBODY_ELSE
        is_without_code = self.codemaker == COMPUTER and not self.secret
        if is_without_code or (is_plain and self.codemaker == CHEATS):
            return ""
        if self.next is not None and (conflict := self._conflict_in_words()):
            return conflict
        if self.unused and not theirs:
            return messages.UNUSED_MARKS
        if self.next is not None:
            return self._next_step()
        if self.revealed:
            return messages.NO_RESULT
        after = messages.LINES_BELOW if is_plain else messages.COPY_LINES
        return after if self.solved is not None or self.lost else ""

    def _next_step(self) -> str:
        is_plain, theirs = self.at.is_plain, self.codemaker == SOMEBODY_ELSE
        if self.turns:
            return HELP_LINES[is_plain, theirs]
        if not theirs:
            return typing_instructions(self.rules)
        is_black = self.rules.black_only
        return messages.PLAY_AND_MARK_BLACK if is_black else messages.PLAY_AND_MARK

    def _conflict_in_words(self) -> str:
        if self.conflict is None or self.last is None:
            return ""
        right = self._marks(self.words[self.last], self.words[self.conflict])
        marks = zip(right, self.pegs_in_words, strict=False)
        had = ", ".join(f"{count} {colour}" for count, colour in marks)
        attempts = {"attempt": self.last + 1, "earlier": self.conflict + 1}
        if self.is_for_children:
            return messages.IMPOSSIBLE_GUESS_SHORT.format(**attempts)
        return messages.IMPOSSIBLE_GUESS.format(marks=had, **attempts)

    def _next_number(self) -> str:
        if self.codemaker != COMPUTER or not self.number:
            return ""
        after = self.number % LARGEST_NUMBER
        day = str(after)
        is_long = len(day) == 8 and day >= "19010100"  # dates begin in 1901
        if is_long and "01" <= day[4:6] <= "12" and day[6:] <= "31":
            after = int(day[4:])  # the next one might be that of a day
        return messages.NEXT_GAME.format(number=after + 1)

    def _surplus(self, row: int) -> str:
        """Return the symbols of a too long guess right of the tiles."""
        more = self.words[row][self.rules.pegs :]
        return more if len(more) < 2 else f"{more[0]}…"

    @property
    def _status(self) -> str:
        if self.codemaker == SOMEBODY_ELSE:
            return "theirs"
        if self.solved is not None:
            return "found"
        return "shown" if self.lost or self.revealed else "hidden"

    def _sign(self, row: int) -> str:
        if row == self.next:
            return "►"
        return "★" if row == self.solved else ""

    def _drawn(self, row: int) -> str:
        if row not in self.turns:
            return ""
        drawn = []
        for number, peg in zip(self.turns[row], "●○", strict=False):
            drawn += [f"{peg}?"] if isinstance(number, str) else [peg] * number
        return " ".join(drawn) or "none"

    def _next_guess(self) -> list[Cell]:
        """Return the guess of the optimal tree, else the first candidate."""
        blank: list[Cell] = [""] * self.rules.pegs
        if not self.codes or self.next is None:
            return blank
        tree = bundled_tree(self.rules, "optimal")
        subtree = tree.subtree_after(self.as_turns) if tree else None
        if subtree:
            return cells_of(self.rules.format_code(subtree.guess), self.rules)
        return cells_of(self.candidates[0], self.rules) if self.candidates else blank

    def _next_cell(self) -> str:
        row = self.next
        if row is None:
            return ""
        if self.codemaker == SOMEBODY_ELSE and self.is_code(self.words[row]):
            is_second = self.marks[row][0] != "" and not self.rules.black_only
            return (
                self.at.ranges["feedback_input"]
                .cell(row, int(is_second))
                .absolute_address
            )
        return self.at.guess_input.row(row).absolute_address
