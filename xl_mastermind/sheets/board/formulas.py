"""Parts of formulas: numbers with commas, sentences, cases, areas."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from string import Formatter
from typing import Final

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.spreadsheet.cell_range import CellRange

NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"

_SPACES: Final = (
    *(NO_BREAK_SPACE, "\N{NARROW NO-BREAK SPACE}", "\N{FIGURE SPACE}"),
    *("\N{THIN SPACE}", "\N{EM SPACE}", "\N{EN SPACE}", "\N{IDEOGRAPHIC SPACE}"),
)
"""Characters that count as a space; pasted texts and some keyboards have them."""

_BLANK_ROW: Final = 20_000
"""A row below all lists."""

PASTED_TILE: Final = NO_BREAK_SPACE * 2
"""The value of a tile in another column, where it has locked the cell."""


def grouped(number: str) -> str:
    """
    Return a formula for a number with commas, as in every sentence of a sheet.

    FIXED, or a comma without a backslash before it, would give the separator of the
    reader's country.
    """
    return f'TEXT({number},"[<1000]0;[<1000000]0\\,000;0\\,000\\,000")'


def counted(number: str, noun: str) -> str:
    """Return a formula for a number with its noun."""
    return f'{grouped(number)}&IF({number}=1," {noun}"," {noun}s")'


def as_formula(sentence: str, **parts: str) -> str:
    """Return a formula for a sentence of `words`, with formulas in its braces."""
    pieces = []
    for text, name, *_ in Formatter().parse(sentence):
        pieces += [f'"{text}"'] if text else []
        pieces += [parts[name]] if name else []
    return "&".join(pieces)


def first_that_holds(cases: Sequence[tuple[str, str]], otherwise: str) -> str:
    """Return a formula for the answer of the first case whose test holds."""
    formula = otherwise
    for test, answer in reversed(cases):
        formula = f"IF({test},{answer},{formula})"
    return formula


def as_tile(cell: CellRange, symbol: str) -> str:
    """
    Return the formula of a tile, which is locked.

    Where it was pasted over a guess, that cell is locked too, and its value says so:
    a test of the lock itself, CELL, would be volatile. A blank cell far below names
    the column: the tile itself would be a circular reference.
    """
    column = replace(cell, top=_BLANK_ROW, bottom=_BLANK_ROW).absolute_address
    return f'IF(COLUMN()=COLUMN({column}),{symbol},"{PASTED_TILE}")'


def joined(cells: Iterable[str], between: str = ".") -> str:
    """Return a formula that writes cells together."""
    return f'&"{between}"&'.join(cells)


def counted_rows(cell_range: CellRange) -> str:
    """Return an array formula: the rows of an area, counted from 1."""
    column = cell_range.column(0)
    return f"ROW({column.absolute_address})-ROW({column.row(0).absolute_address})+1"


def first_attempt_row(b: BoardLayout, test: str) -> str:
    """
    Return the first attempt for which a test is not 0; one more if none is.

    The test is compared with 0, since not every program finds TRUE in an array.
    """
    after = b.attempts + 1
    return f"{after}-SUMPRODUCT(MAX({test}*({after}-({counted_rows(b.is_turn)}))))"


def capitals(text: str) -> str:
    """
    Return a text in capitals, for which a Turkish i is an i.

    In Turkish UPPER makes İ of i; in other languages it may leave ı as it is.
    """
    return f'SUBSTITUTE(SUBSTITUTE(UPPER({text}),"İ","I"),"ı","I")'


def without_spaces(text: str) -> str:
    """Return a text without spaces of any width."""
    for space in (" ", *_SPACES):
        text = f'SUBSTITUTE({text},"{space}","")'
    return text


def is_no_entry(cell: str) -> str:
    """
    Return whether an input cell holds TRUE, FALSE or a formula.

    Excel before 2013 has no ISFORMULA. In LibreOffice =TRUE() is the number 1.
    """
    return f"OR(ISLOGICAL({cell}),IFERROR(_xlfn.ISFORMULA({cell}),FALSE))"


def as_typed_number(cell: str) -> str:
    """Return the number in a cell, also one typed as text; other texts as they are."""
    text = f'TRIM(SUBSTITUTE({cell},"{NO_BREAK_SPACE}"," "))'
    # VALUE also takes $1, 1e0, 0:00, dates and TRUE for numbers, and where people write
    # Japanese full-width digits.
    digits = f'EXACT(TEXT(VALUE({text}),REPT("0",LEN({text}))),{text})'
    number = f"IF(IFERROR({digits},FALSE),VALUE({text}),{text})"
    return f'IF({is_no_entry(cell)},"#",IF(ISNUMBER({cell}),{cell},{number}))'


def says(setting: str, text: str) -> str:
    """Return whether the cell of a setting has a text."""
    return f'IFERROR(TRIM({setting})="{text}",FALSE)'


def first_cell(cell_range: CellRange, row: int = 0) -> str:
    """Return a cell of an area's first column, as the conditions of rows write it."""
    return f"${cell_range.cell(row).address}"


def is_code(rules: Rules, word: str) -> str:
    """Return whether a word has the symbols of a code, and no other."""
    symbols = ",".join(f'"{symbol}"' for symbol in rules.symbols.upper())
    # Not every program lets FIND look for several texts at once.
    counts = f'LEN({word})-LEN(SUBSTITUTE({word},{{{symbols}}},""))'
    known = f"--({counts}=1)" if rules.distinct else counts
    return f"AND(LEN({word})={rules.pegs},SUMPRODUCT({known})={rules.pegs})"


def answer_base(rules: Rules) -> int:
    """Return by how much an answer's number grows with a black peg."""
    return rules.pegs + 1
