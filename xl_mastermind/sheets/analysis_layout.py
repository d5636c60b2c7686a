"""The layout of the sheet Analysis, and the tests that its sections share."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from xl_mastermind.board.analysis import FIGURE_HEADINGS, analyse_turns
from xl_mastermind.cells.values import RangeValuesByName
from xl_mastermind.presentation.messages import OTHER_LENGTH
from xl_mastermind.presentation.sheet_names import ANALYSIS_SHEET
from xl_mastermind.sheets import sheet_layout
from xl_mastermind.sheets.board.formulas import as_formula
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import Formula
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, strategy_label

RANKING_ROWS: Final = 14
"""Rows of the ranking, and bars of the chart beside it."""

CURRENT_TEST: Final = (
    'AND([analysed_board]&""=[first analysis_key]&"",'
    '[analysis_strategy]&""=[last analysis_key]&"")'
)
"""Whether the results belong to the board and the strategy above them."""

_SAME_GUESS_TEST: Final = '[split_guess]&""=[current_split_guess]&""'
SPLIT_TEST: Final = f"AND({CURRENT_TEST},{_SAME_GUESS_TEST})"
OLD_SPLIT_TEST: Final = f"AND(NOT({CURRENT_TEST}),{_SAME_GUESS_TEST})"
"""Whether the button wrote the guess: for these settings, and for other settings."""


def max_pegs(boards: Iterable[BoardLayout]) -> int:
    """Return the number of pegs for which other sheets have room: at least four."""
    return max([4, *(board.rules.pegs for board in boards)])


def length_hint(code: str, game: str, pegs: str, otherwise: str) -> Formula:
    """Return a formula: the error in a code's length, or else another hint."""
    length = f'LEN(SUBSTITUTE({code}," ",""))'
    error = as_formula(OTHER_LENGTH, board=game, pegs=pegs, got=length)
    return f'IF(AND({pegs}>0,{length}>0,{length}<>{pegs}),{error},"{otherwise}")'


@dataclass(frozen=True)
class AnalysisLayout(sheet_layout.SheetLayout):
    """
    All cells of the sheet, which is as wide as the widest board needs.

    Results are visible only while the settings above them are their own.
    """

    boards: Sequence[BoardLayout]
    sheet: str = ANALYSIS_SHEET

    @cached_property
    def pegs(self) -> int:
        """The pegs of the widest board."""
        return max_pegs(self.boards)

    @cached_property
    def initial_values(self) -> RangeValuesByName:
        """The values that the button Analyse writes for the first board."""
        board, width = self.boards[0], self.pegs + len(FIGURE_HEADINGS)
        strategy = strategy_label(DEFAULT_STRATEGY)
        settings: RangeValuesByName = {
            "analysed_board": [[board.sheet]],
            "analysis_strategy": [[strategy]],
            "ranked_guesses": [[None] * width] * RANKING_ROWS,
        }
        return settings | analyse_turns(board.rules, [], strategy, settings)

    @property
    def names_to_define(self) -> Container[str]:
        """The ranges that the button Analyse reads and writes."""
        return self.initial_values

    @property
    def split_column(self) -> int:
        """The first column of the parts."""
        return self.pegs + 9

    @property
    def chart_column(self) -> int:
        """The first column of the chart."""
        return 2 * self.pegs + 12

    @property
    def first_hidden_column(self) -> int:
        """The first of the hidden columns, right of the chart."""
        return self.chart_column + 8
