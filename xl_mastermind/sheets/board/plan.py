"""
The plan of a board: its game, its edition, and where its rows and columns are.

The addresses of 4x6 are those of the article that this workbook replaces; with more
pegs the list of codes and the guesses are wider, and all else moves to the right.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

from xl_mastermind.game.codes import MAX_CODES
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.drawn_cells import Cells
from xl_mastermind.sheets.sheet_plan import SheetPlan
from xl_mastermind.sheets.tree_table import TreeRows
from xl_mastermind.spreadsheet.area import Area
from xl_mastermind.spreadsheet.board import NewBoard
from xl_mastermind.spreadsheet.buttons import Button
from xl_mastermind.spreadsheet.edition import Edition

_KEPT_COLUMNS: Final = 64
"""Hidden columns for the code and what is noted of a game; no board has more."""

MOST_LISTED: Final = 10_000
"""A game with more codes has no list of them all on its board."""

_FEW_CODES: Final = 100
"""A game with no more is one for children."""

_FREE: Final = 100
"""Rows below a board for notes."""


Topic: TypeAlias = Callable[["Plan"], Iterator[tuple[str, Cells]]]
"""Yields the cells of a part of a board, by their names."""


@dataclass(frozen=True)
class Plan(SheetPlan):
    """All cells of one game's board; each group is an attribute, its area."""

    board: NewBoard
    """The cells that are filled."""

    sheet: str
    place: int
    """Its place among the boards of the workbook, counted from 0."""

    edition: Edition
    tree: TreeRows = ()
    """The optimal tree of the game."""

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.board.rules

    def kept(self, area: Area) -> Area:
        """Return the hidden columns for the notes of an area."""
        return area.beside(self._first_kept)

    # What the game and the edition have

    @property
    def is_plain(self) -> bool:
        """Whether the board has neither worksheet functions nor buttons."""
        return self.edition is Edition.PLAIN

    @property
    def has_few_codes(self) -> bool:
        """Whether it is a board for children: fewer attempts, no code crossed out."""
        return self.rules.code_count <= _FEW_CODES

    @property
    def has_list(self) -> bool:
        """Whether all codes stand on the board, and each guess has a cost."""
        return self.rules.code_count <= MOST_LISTED

    @property
    def shows_luck(self) -> bool:
        """Whether the end of a game shows averages and luck of its guesses."""
        return self.has_list and not self.has_few_codes

    @property
    def lists_candidates(self) -> bool:
        """Whether codes that are left are listed instead."""
        return MOST_LISTED < self.rules.code_count <= MAX_CODES

    def ours(self, formula: str, instead: str = '""') -> str:
        """Return a formula with worksheet functions, or the one without Python."""
        return instead if self.is_plain else f"IFERROR({formula},{instead})"

    # Rows from top to bottom

    @property
    def attempts(self) -> int:
        """Number of attempts: ten; six for few codes, twelve for many or long ones."""
        if self.has_few_codes:
            return 6
        is_small = self.rules.pegs <= 4 and self.has_list
        return 10 if is_small else 12

    @property
    def attempt_rows(self) -> int:
        """Rows of the attempts, at least as many as the panel beside them needs."""
        return max(10, self.attempts)

    @property
    def attempt_pixels(self) -> int:
        """
        Height of an attempt: together 260 pixels or less.

        With the code above them, in 54 pixels, and the heads, in 22, all are in sight
        in a window of 1024x600, and at 150 % in one of 1366x768: Calc shows 377 pixels
        there, and 363.
        """
        return 260 // self.attempt_rows

    @property
    def peg_size(self) -> int:
        """Size of the font of pegs and guesses, which fits into the height."""
        return 15 if self.attempt_rows == 10 else 12

    @property
    def first_attempt(self) -> int:
        """Row 3."""
        return 2

    @property
    def legend_row(self) -> int:
        """The row below the last attempt."""
        return self.first_attempt + self.attempt_rows

    @property
    def last_row(self) -> int:
        """The row of the next guess, the last of the board."""
        return self.legend_row + 1

    @property
    def below(self) -> int:
        """The row of the heads of story and result."""
        return self.last_row + 2

    @property
    def settings_row(self) -> int:
        """The row of the first setting, below the buttons if there are some."""
        if self.is_plain:
            return self.first_attempt + 1
        return 6 if self.attempt_rows == 10 else 7

    # Columns from left to right; those named by letters are 4x6's.

    @property
    def is_wide(self) -> bool:
        """Whether a window has room for the board only if all is a little smaller."""
        return self.rules.pegs > 6

    @property
    def first_peg(self) -> int:
        """Column I, the first peg of the guesses."""
        return self.rules.pegs + 4

    @property
    def after_pegs(self) -> int:
        """Column M, the first right of the pegs."""
        return self.first_peg + self.rules.pegs

    @property
    def after_answers(self) -> int:
        """Column V, the margin right of what stands beside the guesses."""
        return self.after_pegs + (9 if self.has_list else 7)

    @property
    def panel_left(self) -> int:
        """Column W, the first of the panel with title, message and settings."""
        return self.after_answers + 1

    @property
    def panel_columns(self) -> int:
        """The number of columns of the panel: one a colour where that looks well."""
        return self.rules.colours if 5 <= self.rules.colours <= 10 else 6

    @property
    def panel_pixels(self) -> int:
        """Width of the panel; with more pegs it has less room beside the board."""
        return 408 if self.rules.pegs <= 4 else 360 if self.is_wide else 384

    @property
    def panel_right(self) -> int:
        """Column AB, the last of the panel."""
        return self.panel_left + self.panel_columns - 1

    @property
    def first_helper(self) -> int:
        """Column AD, the first of the hidden columns."""
        return self.panel_right + 2

    @property
    def _first_kept(self) -> int:
        """The first hidden column right of the lists and the sizes of parts."""
        return self.first_helper + 19 + self.rules.pegs + 2 * self.attempts

    @property
    def first_of_tree(self) -> int:
        """The first of the last two hidden columns."""
        return self._first_kept + _KEPT_COLUMNS

    @property
    def last_helper(self) -> int:
        """The last of the hidden columns."""
        return max(area.right for area in self.areas.values())

    @property
    def notes(self) -> Area:
        """
        Cells below the result, for notes.

        They are left of the settings: Enter leads to the next cell that is not locked
        below, else in the next column, and the board is to stay in sight.
        """
        first = self.below + 1 + self.attempts + 2
        return self.area(first, self.panel_left, _FREE, self.panel_columns // 2)

    def of_attempts(self, column: int, width: int = 1) -> Area:
        """Return columns of the attempts."""
        return self.area(self.first_attempt, column, self.attempts, width)

    def framed(self, area: Area, margin: int = 1) -> Area:
        """Return an area with some rows above it, and below."""
        return replace(area, top=area.top - margin, bottom=area.bottom + margin)

    def hidden(self, row: int, column: int, width: int = 1) -> Area:
        """Return cells of a row in the hidden columns."""
        return self.area(row, self.first_helper + column, width=width)

    def hidden_of_attempts(self, column: int, width: int = 1) -> Area:
        """Return hidden columns of the attempts."""
        return self.of_attempts(self.first_helper + column, width)

    @property
    def marks_typed(self) -> int:
        """The number of marks that are typed for a guess."""
        return 1 if self.rules.black_only else 2


def widest(boards: Iterable[Plan]) -> int:
    """Return the pegs that the sheets after the boards have room for: four at least."""
    return max([4, *(board.rules.pegs for board in boards)])


class PlacedButton(NamedTuple):
    """A button of a board."""

    button: Button
    at: Area
    place: dict[str, int]
    """Its size, and how far it is from the corner of its cell, in pixels."""
