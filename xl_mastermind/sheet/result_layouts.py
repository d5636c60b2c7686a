"""Where everything stands on the sheets Analysis, Compare and Scores."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.area import Area, Layout
from xl_mastermind.sheet.sheets import (
    ANALYSIS_SHEET,
    COMPARE_SHEET,
    SCORES_SHEET,
    STATE_SHEET,
)

MOST_STANDINGS: Final = 8
"""Games that have a line above the table of scores: its best, average and streak."""

SCORES: Final = Area(SCORES_SHEET, 15, 1, 16, 7)
"""
The table of scores in an empty workbook: its heads and one row, to grow below.

Nothing stands below or beside it, where a filter would hide it, and a deleted row
would take it away.
"""

SCORES_AREAS: Final = {
    "score_heads": SCORES.row(0),
    "player": Area(SCORES_SHEET, 2, 2, 2, 2),
}
"""The named areas of that sheet."""

ANALYSED_ROWS: Final = 14
"""Rows of the ranking, and bars of the chart beside it."""


@dataclass(frozen=True)
class AnalysisLayout(Layout):
    """The places of the sheet Analysis, which is as wide as the widest board needs."""

    pegs: int  # pegs of the workbook's widest board
    sheet = ANALYSIS_SHEET
    nameless = ("matrix", "chart", "sizes", "analysed_pegs")

    @cached_property
    def areas(self) -> dict[str, Area]:
        """All areas by their names."""
        pegs = self.pegs
        matrix, chart = pegs + 9, 2 * pegs + 12
        helper = chart + 8
        parts = (pegs + 1) * (pegs + 2) // 2 - 1
        return {
            "analysis_message": self.area(1, 1),
            "analysed_board": self.area(2, 2),
            "analysis_strategy": self.area(2, pegs + 4),
            # A column a peg, then six figures.
            "ranked_guesses": self.area(6, 2, ANALYSED_ROWS, pegs + 6),
            # Rows black, columns white, with heads above and to the left.
            "matrix": self.area(5, matrix, pegs + 2, pegs + 2),
            "split_guess": self.area(4, matrix + 1),
            "chart": self.area(4, chart),
            # Hidden: the game. Each in one cell: the best guess, the one of the parts,
            # and a formula for the one that stands there now.
            "analysed_game": self.area(0, helper),
            "best_guess": self.area(1, helper),
            "split_by": self.area(2, helper),
            # The board and the strategy of what is shown, as they were typed.
            "analysis_of": self.area(6, helper, 2),
            # The pegs of the game; the head of the column that ranks the guesses.
            "analysed_pegs": self.area(4, helper),
            "sorted_by": self.area(5, helper),
            # Black, white and number of codes of every answer; a formula for the
            # numbers, blank where another guess was typed.
            "split_parts": self.area(0, helper + 1, parts, 3),
            "sizes": self.area(0, helper + 4, parts),
        }


COMPARED: Final = 6
"""Strategies side by side."""

COMPARED_TURNS: Final = 10
"""Rows of a game there; a longer one ends below them, unseen."""

LENGTHS: Final = 12
"""Rows of the numbers of games by their length."""

BARS: Final = 9
"""Bars of the charts of these numbers; the last has all that are longer too."""

MOST_FIRST_GUESSES: Final = 7
"""Rows of the table of first guesses: 5 for four pegs, 7 for five."""


@dataclass(frozen=True)
class CompareLayout(Layout):
    """The places of the sheet Compare, whose blocks are as wide as the widest board."""

    pegs: int  # pegs of the workbook's widest board
    sheet = COMPARE_SHEET
    nameless = (
        *("bars", "highest_bar"),
        *(f"chart_{block}" for block in range(1, COMPARED + 1)),
    )

    def left(self, block: int) -> int:
        """Return the first column of a block, counted from 1."""
        return 1 + (block - 1) * (self.pegs + 3)

    @cached_property
    def areas(self) -> dict[str, Area]:
        """All areas by their names."""
        helper = self.left(COMPARED + 1) + 1
        areas = {
            "compare_message": self.area(1, 1),
            "compared_game": self.area(2, 3),
            "compared_code": self.area(2, self.left(2)),
            # Hidden: the bars of the charts, of which the first column numbers them,
            # and each strategy has two; how high all are.
            "bars": self.area(3, helper, BARS, 1 + 2 * COMPARED),
            "highest_bar": self.area(3 + BARS, helper),
            # The game and the strategies of what is shown, as they were typed.
            "comparison_of": self.area(4 + BARS, helper, 1 + COMPARED),
            "first_guesses": self.area(46, 1, MOST_FIRST_GUESSES),
        }
        for block in range(1, COMPARED + 1):
            left = self.left(block)
            last = left + self.pegs + 1
            areas |= {
                f"strategy_{block}": self.area(4, left),
                f"guesses_{block}": self.area(4, last),
                f"turns_{block}": self.area(6, left, COMPARED_TURNS, self.pegs + 2),
                # Average, most and total over all codes.
                f"figures_{block}": self.area(17, last, 3),
                f"chart_{block}": self.area(21, left),
                # Codes found with 1, 2, ... guesses.
                f"histogram_{block}": self.area(31, last, LENGTHS),
                f"by_first_guess_{block}": self.area(46, last, MOST_FIRST_GUESSES),
            }
        return areas


SHEETS: Final = (ANALYSIS_SHEET, COMPARE_SHEET, SCORES_SHEET)
"""The sheets after the boards that buttons write to."""

SHEET_ANCHORS: Final = {
    sheet: Area(STATE_SHEET, 0, column, 0, column)
    for column, sheet in enumerate(SHEETS, 2)
}
"""Formulas that name these sheets, as the anchors of the boards do."""


def widest(games: Iterable[Rules]) -> int:
    """Return the pegs that the sheets after the boards have room for: four at least."""
    return max([4, *(rules.pegs for rules in games)])


def sheet_areas(pegs: int) -> dict[str, dict[str, Area]]:
    """Return the named areas of these sheets, in a workbook of so many pegs at most."""
    return {
        ANALYSIS_SHEET: AnalysisLayout(pegs).named,
        COMPARE_SHEET: CompareLayout(pegs).named,
        SCORES_SHEET: SCORES_AREAS,
    }
