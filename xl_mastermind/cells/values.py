"""
Convert cells to codes, feedback and settings, and codes to cells.

All modules read cells with these functions. A range is a nested list of numbers, texts
and blanks, or a single value. Unreadable cells raise `ValueError`.
"""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Final, Generic, TypeAlias, TypeGuard, TypeVar

from xl_mastermind.game.conversion import input_error
from xl_mastermind.game.rules import UNKNOWN_SYMBOL, Code, Feedback, Rules, Turn
from xl_mastermind.game.symbols import code_word, english_letters

Cell: TypeAlias = object
"""The value of a cell: number, text, blank or an error."""

RangeValues: TypeAlias = list[list[Cell]]
"""The values of a range, row by row; `None` is a blank cell."""

RangeValuesByName: TypeAlias = dict[str, RangeValues]
"""The values of named ranges, by name."""

Rows: TypeAlias = list[list[float | str]]
CellResult: TypeAlias = float | str | Rows
"""The result of a worksheet function: one value, or rows of values."""

Value = TypeVar("Value")
Parsed = TypeVar("Parsed")

MAX_SYMBOLS: Final = 32
"""Longest text read as a code; games have at most 12 pegs."""

_INEXACT: Final = 1e15
"""From this number on applications round whole numbers."""

_DATE_DIGITS: Final = 5
"""Digits of a number that applications may display as a date."""

MAX_TURNS: Final = 10_000
"""Turns of a history; blank rows do not count."""


DATE_SERIALS: Final = range(36_526, 73_051)
"""
Spreadsheets' numbers of the days from 2000-01-01 to 2099-12-31.

In the cell for a game number such a number is a date, as typed digits are text there.
New games have other numbers.
"""


class CellError(StrEnum):
    """An error value; applications convert it to their own."""

    VALUE = "#VALUE!"
    NA = "#N/A"


def is_number(cell: Cell) -> TypeGuard[int | float]:
    """Return whether a cell contains a finite number."""
    if isinstance(cell, float):
        return math.isfinite(cell)
    return isinstance(cell, int) and not isinstance(cell, bool)


def cell_text(cell: Cell) -> str:
    """Return the text of a cell as a formula concatenates it."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def stripped_text(cell: Cell) -> str:
    """Return the text of a cell without blanks around it."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell.strip()
    if is_number(cell) and 0 <= cell < _INEXACT and cell == int(cell):
        return str(int(cell))
    raise input_error("a whole number of at most 15 digits or a text", cell)


def read_symbols(cell: Cell, pegs: int = 1) -> str:
    """Return the symbols of a cell in upper case, a number with zeros to `pegs`."""
    text = english_letters(stripped_text(cell))
    # Map them before `upper`, which turns other characters into symbols.
    if len(text) > MAX_SYMBOLS:
        raise ValueError(f"expected at most {MAX_SYMBOLS} symbols, got {len(text)}")
    if text and not (text.isascii() and text.isalnum()):
        raise input_error("digits and letters", text)
    return text.upper() if isinstance(cell, str) else text.zfill(pegs if text else 0)


def symbols_if_any(cell: Cell) -> str:
    """Return the symbols of a cell, "" if it contains others."""
    try:
        return read_symbols(cell)
    except ValueError:
        return ""


def as_rows(value: Cell) -> RangeValues:
    """Return a range, a list of cells or one cell as rows of cells."""
    if not isinstance(value, list | tuple):
        return [[value]]
    if not any(isinstance(row, list | tuple) for row in value):
        value = [value]
    rows = [[*row] if isinstance(row, (list, tuple)) else [row] for row in value]
    if len(set(map(len, rows))) != 1 or not rows[0]:
        raise ValueError("expected cells in rows of the same length")
    return rows


def first_cell(values: RangeValuesByName, name: str) -> Cell:
    """Return the first cell of a named range, `None` if there is no such range."""
    return values[name][0][0] if name in values else None


def flatten_cells(value: Cell) -> list[Cell]:
    """Return the cells of a range, row by row."""
    return [*chain.from_iterable(as_rows(value))]


def read_setting(cell: Cell) -> str:
    """Return the text of a setting, which is one cell."""
    rows = as_rows(cell)
    if len(rows) * len(rows[0]) != 1:
        raise ValueError(f"expected one cell, got {len(rows)} rows of {len(rows[0])}")
    return stripped_text(rows[0][0])


def read_rules(game: Cell) -> Rules:
    """Return the rules that a cell names, Mastermind for a blank."""
    return Rules.parse(read_setting(game) or "mastermind")


@dataclass(frozen=True)
class CodeRows(Generic[Value]):
    """
    The codes of a range, one per row; `is_transposed` if they were its columns.

    A row is a list of cells, or after `parse` a value, an error, or `None` for a blank.
    """

    rows: Sequence[Value | ValueError | None]
    is_transposed: bool = False

    @property
    def valid_values(self) -> list[Value]:
        """The values, without errors."""
        return [row for row in self.rows if row and not isinstance(row, ValueError)]

    @property
    def values(self) -> list[Value]:
        """The values; raise the first error."""
        for row in self.rows:
            if isinstance(row, ValueError):
                raise row
        return self.valid_values

    def arrange(self, results: Iterable[list[float | str]], width: int = 1) -> Rows:
        """Return the results of each value, in the orientation of the codes."""
        lines, rows = iter(results), list[list[float | str]]()
        for row in self.rows:
            blank = CellError.VALUE if isinstance(row, ValueError) else ""
            is_value = row and not blank
            rows.append(next(lines) if is_value else [blank] * width)
        return _transpose(rows) if self.is_transposed else rows

    def parse(
        self, parse: Callable[..., Parsed | None], *ranges: RangeValues
    ) -> "CodeRows[Parsed]":
        """Return a value for each row and its rows of other ranges."""
        rows: list[Parsed | ValueError | None] = []
        for row, *others in zip(self.values, *ranges, strict=True):
            try:
                rows.append(parse(row, *others))
            except ValueError as error:
                rows.append(error)
        return CodeRows(rows, self.is_transposed)


def _transpose(rows: list[list[Value]]) -> list[list[Value]]:
    return [list(line) for line in zip(*rows, strict=True)]


def read_code_rows(value: Cell, pegs: int) -> CodeRows[list[Cell]]:
    """Return the codes of a range, each a row, a column or a cell."""
    rows = as_rows(value)
    height, width = len(rows), len(rows[0])
    column = [row[0] for row in rows]
    if width == pegs and not (height == 1 and _has_whole_codes(rows[0], pegs)):
        return CodeRows(rows)
    if width == 1 and height == pegs and not _has_whole_codes(column, pegs):
        return CodeRows([column])
    if width == 1:
        return CodeRows([[cell] for cell in column])
    if height == pegs:
        return CodeRows(_transpose(rows), is_transposed=True)
    if height == 1 and _has_whole_codes(rows[0], pegs):
        return CodeRows([[cell] for cell in rows[0]], is_transposed=True)
    raise ValueError(f"expected codes of {pegs} cells, got {width}")


def _has_whole_codes(cells: Sequence[Cell], pegs: int) -> bool:
    """Return whether the cells contain whole codes such as 1122, not pegs."""
    return pegs > 1 and any(len(symbols_if_any(cell)) == pegs for cell in cells)


def read_word(line: Sequence[Cell], pegs: int, digits: int | None = None) -> str:
    """
    Return the symbols of one code, "" if one of its pegs is blank.

    A number gets leading zeros up to `digits`, by default all pegs.
    """
    if len(line) == 1:
        word = read_symbols(line[0], pegs if digits is None else digits)
        if word and len(word) != pegs:
            raise input_error(f"{pegs} pegs", word)
        return word
    symbols = [*map(read_symbols, line)]
    if longest := next((symbol for symbol in symbols if len(symbol) > 1), ""):
        raise input_error("one symbol a peg", longest)
    return "".join(symbols) if all(symbols) else ""


def read_code(line: Sequence[Cell], rules: Rules) -> Code | None:
    """Return the code of a line, `None` if it is blank or half filled."""
    word = read_word(line, rules.pegs)
    return rules.parse_code(word) if word else None


def read_codes(value: Cell, rules: Rules) -> CodeRows[Code]:
    """Return the codes of a range."""
    return read_code_rows(value, rules.pegs).parse(lambda line: read_code(line, rules))


def read_first_guess(first: Cell, rules: Rules) -> Code | None:
    """Return the first guess of a setting, `None` if it is blank."""
    if isinstance(first, str):
        first = "".join(first.split())  # Boards write codes as 1 2 3 3.
    return read_code(read_code_rows(as_rows(first), rules.pegs).values[0], rules)


def read_feedback(line: Sequence[Cell], rules: Rules) -> Feedback | None:
    """
    Return the feedback of a line, `None` if it is blank or half filled.

    Black and white are a cell each, or an answer such as 1a2b is one cell.
    """
    texts = [stripped_text(cell) for cell in line]
    if rules.black_only and not texts[-1]:
        texts = texts[:1]
    if not all(texts):
        return None
    if len(texts) == 1:
        return rules.parse_feedback(texts[0])
    is_count = re.compile("[0-9]{1,2}").fullmatch
    return rules.check_feedback([int(t) if is_count(t) else t for t in texts])


def feedback_width(rules: Rules) -> int:
    """Return the number of cells of a feedback."""
    return 1 if rules.black_only else 2


def read_turns(guesses: Cell, feedback: Cell, rules: Rules) -> CodeRows[Turn]:
    """Return the turns of a board, row by row."""
    codes = read_code_rows(guesses, rules.pegs)
    answers = as_rows(feedback)
    square = len(codes.values) == rules.pegs == len(answers[0])
    if square and not codes.is_transposed and len(answers) != rules.pegs:
        # With as many turns as pegs only the feedback shows the orientation.
        codes = CodeRows(_transpose(codes.values), is_transposed=True)
    if codes.is_transposed or (len(codes.values) == 1 and len(answers) > 1):
        answers = _transpose(answers)
    count = len(codes.values)
    if len(answers) != count:
        raise ValueError(f"expected feedback for {count} guesses, got {len(answers)}")
    if len(answers[0]) > 2:
        raise ValueError(f"expected black and white, got {len(answers[0])} cells")

    def parse_turn(line: list[Cell], answer: list[Cell]) -> Turn | None:
        feedback = read_feedback(answer, rules)
        guess = read_code(line, rules) if feedback else None
        return Turn(guess, feedback) if guess and feedback else None

    turns = codes.parse(parse_turn, answers)
    if sum(row is not None for row in turns.rows) > MAX_TURNS:
        raise ValueError(f"expected at most {MAX_TURNS:,} turns")
    return turns


def has_number_cells(rules: Rules) -> bool:
    """
    Return whether input cells contain guesses as numbers.

    Numbers are better, because applications complete 112 to a text 1122 above it. But
    the number 12 could mean 0012, and five digits could be a date.
    """
    digits = rules.symbols
    return digits.isdigit() and "0" not in digits and rules.pegs < _DATE_DIGITS


UNREADABLE_ENTRY: Final = "!"
"""The text of an input cell that is no guess and begins no game."""


def entry_text(cell: Cell) -> str:
    """Return the text of an input cell, `UNREADABLE_ENTRY` for other values."""
    if isinstance(cell, str):
        return cell
    try:
        return stripped_text(cell)
    except ValueError:
        return UNREADABLE_ENTRY


def guess_word(cell: Cell) -> str:
    """Return the guess in an input cell as text."""
    return code_word(entry_text(cell))


def guess_cell(code: Code, rules: Rules) -> int | str:
    """Return a guess as the value of its input cell."""
    word = rules.format_code(code)
    return int(word) if has_number_cells(rules) else word


def read_pattern(value: Cell, rules: Rules) -> Code:
    """Return the pattern of one cell, or of a cell for each peg; blanks are unknown."""
    cells = flatten_cells(value)
    pegs = [english_letters(stripped_text(cell)) for cell in cells]
    if len(cells) == 1:
        lacks_zeros = is_number(cells[0]) and "0" in rules.symbols
        pegs = [*pegs[0].zfill(rules.pegs if lacks_zeros else 0)] or [""] * rules.pegs
    return rules.parse_pattern("".join(peg or UNKNOWN_SYMBOL for peg in pegs))


def pegs_as_cells(code: Sequence[int], rules: Rules) -> list[float | str]:
    """Return a code as a cell for each peg; digits are numbers."""
    return [int(s) if s.isdigit() else s for s in rules.format_code(code)]


def codes_as_cells(codes: Iterable[Sequence[int]], rules: Rules) -> Rows:
    """Return codes as rows with a cell for each peg."""
    cells = [0, *pegs_as_cells(range(1, rules.colours + 1), rules)]
    return [[cells[colour] for colour in code] for code in codes]


def pad_rows(rows: Sequence[Sequence[Cell]], height: int, width: int) -> RangeValues:
    """Return rows with blanks right of and below them, up to a size."""
    missing: RangeValues = [[] for _ in range(height - len(rows))]
    return [[*row, *[""] * (width - len(row))] for row in (*rows, *missing)]
