"""
Reads cells as codes, answers and settings, and gives codes as cells.

This is the only reader of cells: worksheet functions, boards and the other sheets
stand on it. A range comes as a nested list of numbers, texts and blanks, or as a single
value. What cannot be read raises `ValueError`.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Final, TypeAlias, TypeGuard, TypeVar

from xl_mastermind.game.rules import (
    UNKNOWN_SYMBOL,
    Code,
    Feedback,
    Rules,
    Turn,
    english_letters,
)
from xl_mastermind.game.symbols import strip_separators
from xl_mastermind.spreadsheet.messages import (
    pluralize,
    symbols_in_words,
)

Cell: TypeAlias = object
"""The value of a cell: number, text, blank or an error."""

RangeValues: TypeAlias = list[list[Cell]]
"""The values of an area, row by row; `None` is a blank cell."""

Rows: TypeAlias = list[list[int | str]]
"""Rows of values."""

Figures: TypeAlias = list[list[float | str]]
"""Rows of values; some may be fractions."""

Result: TypeAlias = float | str | Rows | Figures
"""What a worksheet function gives: one value, or rows of values."""

Value = TypeVar("Value")

MAX_SYMBOLS: Final = 32
"""Symbols of a code in a cell at most; no game has half as many pegs."""

_INEXACT: Final = 1e15
"""From this number on programs do not keep every digit."""

_DIGITS_OF_DATES: Final = 5
"""Digits of the number by which programs keep a date of our time."""

MAX_TURNS: Final = 10_000
"""Turns of a game that is looked at; blank rows are none."""


class CellError(StrEnum):
    """An error that a cell shows; the hosts turn it into a real one."""

    VALUE = "#VALUE!"
    NA = "#N/A"


# One cell


def is_number(cell: Cell) -> TypeGuard[int | float]:
    """Return whether a cell holds a number to reckon with."""
    if isinstance(cell, float):
        return math.isfinite(cell)
    return isinstance(cell, int) and not isinstance(cell, bool)


def cell_text(cell: Cell) -> str:
    """Return the text that a formula makes of a cell when it joins texts."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def has_text(cell: Cell, text: str) -> bool:
    """Return whether a cell has this text, in either case, blanks around it or not."""
    return english_letters(cell_text(cell)).strip().lower() == text.lower()


def stripped_text(cell: Cell) -> str:
    """Return the text of a cell without blanks around it, breaking or not."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell.strip()
    if is_number(cell) and 0 <= cell < _INEXACT and cell == int(cell):
        return str(int(cell))
    raise ValueError(
        f"expected a whole number of at most 15 digits or a text, got {cell!r}"
    )


def read_symbols(cell: Cell, pegs: int = 1) -> str:
    """Return the symbols in a cell, in upper case; a number may lack its zeros."""
    text = english_letters(stripped_text(cell))
    # Other characters would pass for symbols in upper case, so look before.
    if len(text) > MAX_SYMBOLS:
        raise ValueError(f"expected at most {MAX_SYMBOLS} symbols, got {len(text)}")
    if text and not (text.isascii() and text.isalnum()):
        raise ValueError(f"expected digits and letters, got {text!r}")
    return text.upper() if isinstance(cell, str) else text.zfill(pegs if text else 0)


def symbols_if_any(cell: Cell) -> str:
    """Return the symbols in a cell; none if it cannot hold any."""
    try:
        return read_symbols(cell)
    except ValueError:
        return ""


# Ranges


def as_rows(value: Cell) -> RangeValues:
    """Return a range as rows of cells, whatever shape it came in."""
    if not isinstance(value, list | tuple):
        return [[value]]
    if not any(isinstance(row, list | tuple) for row in value):
        value = [value]
    rows = [[*row] if isinstance(row, (list, tuple)) else [row] for row in value]
    if len(set(map(len, rows))) != 1 or not rows[0]:
        raise ValueError("expected cells in rows of the same length")
    return rows


def first_cell(values: Mapping[str, RangeValues], area: str) -> Cell:
    """Return the first cell of an area, a blank where there is no such area."""
    return values[area][0][0] if area in values else None


def flatten_cells(value: Cell) -> list[Cell]:
    """Return the cells of a range, row by row."""
    return [*chain.from_iterable(as_rows(value))]


def read_setting(cell: Cell) -> str:
    """Return the text of a setting, which stands in one cell."""
    rows = as_rows(cell)
    if len(rows) * len(rows[0]) != 1:
        raise ValueError(f"expected one cell, got {len(rows)} rows of {len(rows[0])}")
    return stripped_text(rows[0][0])


def read_number(cell: Cell, least: int, most: int) -> int:
    """Return the whole number in a cell."""
    text = read_setting(cell)
    is_short_number = re.fullmatch("[0-9]{1,15}", text)  # Python reads no long ones
    if not (is_short_number and least <= int(text) <= most):
        raise ValueError(f"expected a number from {least} to {most}, got {text!r}")
    return int(text)


def read_rules(game: Cell) -> Rules:
    """Return the rules that a cell names; a blank one names Mastermind."""
    return Rules.parse(read_setting(game) or "mastermind")


# Codes and answers


@dataclass(frozen=True)
class CodeRows:
    """The cells of some codes, a row each, and whether they stood side by side."""

    lines: RangeValues
    across: bool = False

    def give(self, values: Sequence[int | str]) -> Rows:
        """Return one value a code, laid out as the codes were."""
        return [list(values)] if self.across else [[value] for value in values]

    def give_rows(self, rows: list[list[Value]]) -> list[list[Value]]:
        """Return a row of values a code, laid out as the codes were."""
        return _turned(rows) if self.across else rows

    def read(self, value: Callable[[list[Cell]], Value]) -> list[Value | CellError]:
        """Return a value a code; a wrong code is an error in its place only."""

        def value_or_error(line: list[Cell]) -> Value | CellError:
            try:
                return value(line)
            except ValueError:
                return CellError.VALUE

        return [value_or_error(line) for line in self.lines]


def _turned(rows: Sequence[Sequence[Cell]]) -> list[list]:  # type: ignore[type-arg]
    return [list(line) for line in zip(*rows, strict=True)]


def read_code_rows(value: Cell, pegs: int) -> CodeRows:
    """Return the codes of a range: a row each, a column each, or a cell each."""
    rows = as_rows(value)
    height, width = len(rows), len(rows[0])
    column = [row[0] for row in rows]
    if width == pegs and not (height == 1 and _holds_codes(rows[0], pegs)):
        return CodeRows(rows)
    if width == 1 and height == pegs and not _holds_codes(column, pegs):
        return CodeRows([column])
    if width == 1:
        return CodeRows([[cell] for cell in column])
    if height == pegs:
        return CodeRows(_turned(rows), across=True)
    if height == 1 and _holds_codes(rows[0], pegs):
        return CodeRows([[cell] for cell in rows[0]], across=True)
    raise ValueError(f"expected codes of {pegs} cells, got {width}")


def _holds_codes(cells: Sequence[Cell], pegs: int) -> bool:
    """Return whether the cells hold a whole code each, such as 1122, not a peg."""
    return pegs > 1 and any(len(symbols_if_any(cell)) == pegs for cell in cells)


def read_word(line: Sequence[Cell], pegs: int, pad_rows: int | None = None) -> str:
    """
    Return the symbols of one code, or nothing if a peg of it is blank.

    Zeros are restored to a number up to `padded` digits, by default all pegs.
    """
    if len(line) == 1:
        word = read_symbols(line[0], pegs if pad_rows is None else pad_rows)
        if word and len(word) != pegs:
            raise ValueError(f"expected {pegs} pegs, got {word!r}")
        return word
    symbols = [read_symbols(cell) for cell in line]
    for symbol in symbols:
        if len(symbol) > 1:
            raise ValueError(f"expected one symbol a peg, got {symbol!r}")
    return "".join(symbols) if all(symbols) else ""


def read_code(line: Sequence[Cell], rules: Rules) -> Code | None:
    """Return the code of a line, `None` if it is blank or half filled."""
    word = read_word(line, rules.pegs)
    return rules.parse_code(word) if word else None


def read_codes(value: Cell, rules: Rules) -> tuple[list[Code | str], CodeRows]:
    """Return the codes of a range, for each line that has none a blank or an error."""
    layout = read_code_rows(value, rules.pegs)
    return [*layout.read(lambda line: read_code(line, rules) or "")], layout


def read_first_guess(first: Cell, rules: Rules) -> Code | None:
    """Return the first guess that a setting names, `None` if it is blank."""
    if isinstance(first, str):
        first = "".join(first.split())  # 1 2 3 3, as the board writes codes
    return read_code(read_code_rows(as_rows(first), rules.pegs).lines[0], rules)


def read_feedback(line: Sequence[Cell], rules: Rules) -> Feedback | None:
    """
    Return the feedback of a line, `None` if it is blank or half filled.

    Black and white stand in a cell each, or the answer in one, such as 1a2b.
    """
    texts = [stripped_text(cell) for cell in line]
    if rules.black_only and not texts[-1]:
        texts = texts[:1]
    return rules.parse_feedback(",".join(texts)) if all(texts) else None


@dataclass(frozen=True)
class History:
    """The rows of a board: each a turn, nothing yet, or what is wrong with it."""

    rows: list[Turn | ValueError | None]
    layout: CodeRows

    @property
    def turns(self) -> list[Turn]:
        """The answered rows; raises the first error among them."""
        for row in self.rows:
            if isinstance(row, ValueError):
                raise row
        return self.answered

    @property
    def answered(self) -> list[Turn]:
        """The answered rows, without those that are wrong."""
        return [row for row in self.rows if isinstance(row, Turn)]

    def each(
        self, values: Iterable[Value], *, blank: Value, wrong: Value
    ) -> list[Value]:
        """Return a value a row: the answered rows get those given."""
        valid = iter(values)
        return [
            wrong if isinstance(row, ValueError) else next(valid) if row else blank
            for row in self.rows
        ]

    @property
    def by_attempt(self) -> dict[int, Turn]:
        """The answered rows by their number, counted from 1."""
        numbered = enumerate(self.rows, 1)
        return {number: row for number, row in numbered if isinstance(row, Turn)}


def read_history(guesses: Cell, feedback: Cell, rules: Rules) -> History:
    """Return the turns of a board, row by row."""
    layout = read_code_rows(guesses, rules.pegs)
    answers = as_rows(feedback)
    square = len(layout.lines) == rules.pegs == len(answers[0])
    if square and not layout.across and len(answers) != rules.pegs:
        # As many turns as pegs: only the feedback tells how they stand.
        layout = CodeRows(_turned(layout.lines), across=True)
    if layout.across or (len(layout.lines) == 1 and len(answers) > 1):
        answers = _turned(answers)
    if len(answers) != len(layout.lines):
        raise ValueError(
            f"expected feedback for {len(layout.lines)} guesses, got {len(answers)}"
        )
    if len(answers[0]) > 2:
        raise ValueError(f"expected black and white, got {len(answers[0])} cells")
    rows: list[Turn | ValueError | None] = []
    filled = 0
    for line, answer in zip(layout.lines, answers, strict=True):
        row = _read_turn(line, answer, rules)
        filled += row is not None
        if filled > MAX_TURNS:
            raise ValueError(f"expected at most {MAX_TURNS:,} turns")
        rows.append(row)
    return History(rows, layout)


def _read_turn(
    line: Sequence[Cell], answer: Sequence[Cell], rules: Rules
) -> Turn | ValueError | None:
    """Return a row of a board: a turn, nothing yet, or what is wrong with it."""
    try:
        feedback = read_feedback(answer, rules)
        guess = read_code(line, rules) if feedback else None
    except ValueError as error:
        return error
    return Turn(guess, feedback) if guess and feedback else None


# What is typed, right or wrong

PARTIAL_GUESS_MARK: Final = "\N{HORIZONTAL ELLIPSIS}"
"""Ends a guess whose first pegs alone have been clicked."""


def is_number_cell(rules: Rules) -> bool:
    """
    Return whether guesses are typed as numbers.

    A program completes 112 to a text 1122 above it, so numbers are better; but 12 would
    stand for 0012, and five digits might be a date.
    """
    digits = rules.symbols
    return digits.isdigit() and "0" not in digits and rules.pegs < _DIGITS_OF_DATES


def guess_word(cell: Cell) -> str:
    """Return the word in the cell of a guess; a question mark if it cannot be one."""
    if is_number(cell) and cell >= 0 and cell == int(cell):
        return str(int(cell))
    if isinstance(cell, str) or cell is None:
        text = english_letters(cell_text(cell)).replace(PARTIAL_GUESS_MARK, "")
        return strip_separators(text).upper()
    return UNKNOWN_SYMBOL


def guess_cell(code: Code, rules: Rules) -> int | str:
    """Return a guess as the value of its input cell."""
    word = rules.format_code(code)
    return int(word) if is_number_cell(rules) else word


class WrongPatternError(ValueError):
    """A pattern cannot be; the message is a sentence for the sheet."""


def read_pattern(value: Cell, rules: Rules) -> Code:
    """Return the pattern of a cell, or of a cell a peg; blank pegs are unknown."""
    cells = flatten_cells(value)
    if len(cells) == 1:
        lacks_zeros = is_number(cells[0]) and "0" in rules.symbols
        text = english_letters(stripped_text(cells[0]))
        text = text.zfill(rules.pegs if lacks_zeros else 0)
        written = [*text] or [UNKNOWN_SYMBOL] * rules.pegs
    else:
        written = [
            english_letters(stripped_text(cell)) or UNKNOWN_SYMBOL for cell in cells
        ]
    symbols = [symbol for symbol in written if symbol != UNKNOWN_SYMBOL]
    if not rules.colour_by_symbol.keys() >= {*symbols}:
        possible = symbols_in_words(rules)
        raise WrongPatternError(
            f"A peg of a pattern is {possible}, or {UNKNOWN_SYMBOL}."
        )
    if len(written) != rules.pegs:
        pegs = pluralize(rules.pegs, "peg")
        raise WrongPatternError(f"A pattern has {pegs}; this one has {len(written)}.")
    colours = {rules.colour_by_symbol[symbol] for symbol in symbols}
    if rules.distinct and len(colours) < len(symbols):
        raise WrongPatternError("Please use each symbol only once.")
    return rules.parse_pattern("".join(written))


# Giving cells


def pegs_as_cells(code: Sequence[int], rules: Rules) -> list[int | str]:
    """Return a code as cells, a peg each; digits are numbers."""
    return [int(s) if s.isdigit() else s for s in rules.format_code(code)]


def codes_as_cells(codes: Iterable[Sequence[int]], rules: Rules) -> Rows:
    """Return codes, one a row, as cells with a peg each."""
    symbols = [0, *pegs_as_cells(range(1, rules.colours + 1), rules)]
    return [[symbols[colour] for colour in code] for code in codes]


def pad_rows(rows: Sequence[Sequence[Cell]], height: int, width: int) -> RangeValues:
    """Return rows with blanks at their right and below, for an area of this size."""
    missing: RangeValues = [[] for _ in range(height - len(rows))]
    return [[*row, *[""] * (width - len(row))] for row in (*rows, *missing)]
