"""What the formulas of a board have in common: how they are written, and its cells."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from string import Formatter
from typing import Final

from xl_mastermind.draw.tree_table import TreeTable
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.board import SOMEBODY_ELSE
from xl_mastermind.sheet.edition import Edition
from xl_mastermind.sheet.layout import BoardLayout

NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"


def grouped(number: str) -> str:
    """Return a formula for a number with commas, as all our sentences have them."""
    # FIXED, or a comma that no backslash precedes, would be that of the reader's
    # country.
    return f'TEXT({number},"[<1000]0;[<1000000]0\\,000;0\\,000\\,000")'


def counted(number: str, noun: str) -> str:
    """Return a formula for a number with its noun."""
    return f'{grouped(number)}&IF({number}=1," {noun}"," {noun}s")'


def said(sentence: str, **parts: str) -> str:
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


def joined(cells: Iterable[Area], between: str = ".") -> str:
    """Return a formula that writes cells together."""
    return f'&"{between}"&'.join(cell.address for cell in cells)


def counted_rows(area: Area) -> str:
    """Return an array formula: the rows of an area, counted from 1."""
    column = area.column(0)
    return f"ROW({column.fixed})-ROW({column.row(0).fixed})+1"


def capitals(text: str) -> str:
    """Return a text in capitals, for which a Turkish i is an i."""
    # Where people write Turkish, UPPER makes İ of i; elsewhere it may leave ı.
    return f'SUBSTITUTE(SUBSTITUTE(UPPER({text}),"İ","I"),"ı","I")'


def is_no_entry(cell: str) -> str:
    """Return whether a cell that a person types holds TRUE, FALSE or a formula."""
    # ISFORMULA is of 2013. In LibreOffice =TRUE() is the number 1.
    return f"OR(ISLOGICAL({cell}),IFERROR(_xlfn.ISFORMULA({cell}),FALSE))"


@dataclass(frozen=True)
class SharedFormulas:
    """Formulas and addresses that several areas use; rows count from 0."""

    layout: BoardLayout  # the board's places
    tree: TreeTable | None = None  # the optimal tree of the game

    @property
    def _has_list(self) -> bool:
        return "code_list" in self.layout.areas

    @property
    def _is_plain(self) -> bool:
        return self.layout.edition is Edition.PLAIN

    def _ours(self, formula: str, instead: str = '""') -> str:
        """Return a formula of ours, and what stands where no function answers."""
        return instead if self._is_plain else f"IFERROR({formula},{instead})"

    def _until(self, area: str, row: int) -> str:
        """Return the rows of an area up to one, for functions of ours."""
        first = self.layout.areas[area]
        return replace(first, bottom=first.top + row).fixed

    @property
    def _answers(self) -> str:
        """The arguments guesses and feedback of our functions."""
        # While a guess is typed they stay as they are, and so does what is answered.
        return f"{self.layout.answered_codes.fixed},{self.layout.answered_marks.fixed}"

    @property
    def _candidates(self) -> str:
        """The arguments of CANDIDATES but the last, their number."""
        return f'{self._answers},"",{self.layout.game.full}'

    def _cell(self, area: str, row: int, column: int = 0) -> str:
        return self.layout.areas[area].row(row).column(column).address

    def _row(self, area: str, row: int) -> str:
        return self.layout.areas[area].row(row).address

    @property
    def is_yours(self) -> str:
        """Return whether somebody else hides the code."""
        return f'{self.layout.maker.fixed}="{SOMEBODY_ELSE}"'

    def _marks(self, row: int) -> tuple[str, str]:
        return self._cell("answered_marks", row), self._cell("answered_marks", row, 1)

    @property
    def _black(self) -> str:
        """The black pegs of all attempts."""
        return self.layout.answered_marks.column(0).fixed

    def _columns(self, marks: Area) -> list[str]:
        """Return the columns of marks that the game has."""
        width = 1 if self.layout.rules.black_only else 2
        return [marks.column(index).fixed for index in range(width)]

    def _answer_in_words(self, marks: Area, attempt: str) -> str:
        """Return the answer to an attempt, counted from 1, in words."""
        black, *white = self._columns(marks)
        words = f'INDEX({black},{attempt})&" black'
        for cells in white:
            words += f', "&INDEX({cells},{attempt})&" white'
        return f'{words}"'

    @property
    def is_last(self) -> str:
        """Return whether no other attempt follows the next one."""
        return f'SUMPRODUCT(--({self._black}=""))=1'

    def says_yes(self, setting: Area) -> str:
        """Return whether a setting is Yes."""
        return self._says(setting, "Yes")

    def _says(self, setting: Area, text: str) -> str:
        return f'IFERROR(TRIM({setting.fixed})="{text}",FALSE)'

    def said(self, cell: Area) -> str:
        """Return what a button has said in a cell, if it belongs to these attempts."""
        is_now = f"{self.layout.turns_key.fixed}={self.layout.said_key.full}"
        return f'IF({is_now},IF({cell.full}="","",{cell.full}),"")'

    def first_of(self, test: str) -> str:
        """Return the first attempt for which a test is not 0; one more if none is."""
        # Not every program looks for TRUE in what it has computed.
        after = self.layout.attempts + 1
        rows = counted_rows(self.layout.is_turn)
        return f"{after}-SUMPRODUCT(MAX({test}*({after}-({rows}))))"
