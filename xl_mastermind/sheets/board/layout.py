"""
The layout of a board: its game, its edition, its rows and columns.

The addresses of 4x6 are those of the article that this workbook replaces; with more
pegs the list of codes and the guesses are wider, and all else moves to the right.
"""

from collections.abc import Container
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final

from xl_mastermind.board.state import BOARD_INPUTS, input_values
from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import RangeValuesByName, feedback_width
from xl_mastermind.game.board_limits import FEW_CODES, MAX_LISTED_CODES, attempt_count
from xl_mastermind.game.codes import MAX_CODES
from xl_mastermind.game.game import Game
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.sheet_names import BOARD_NAMES
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula
from xl_mastermind.sheets.sheet_layout import SheetLayout
from xl_mastermind.workbook_files.edition import Edition

FEEDBACK_COLUMNS: Final = ("black", "white")
"""Names of the columns of feedback."""

_ATTEMPTS_HEIGHT: Final = 260
"""Pixels of all attempts."""

_CARD_WIDTH, PANEL_WIDTH, _SMALL_WINDOW = 730, 392, 935
_MIN_COLOUR_WIDTH, _MARGIN = 20, 13
"""Pixels left of the panel, of the panel, of a small window, and of columns."""

_BLANK_ROW: Final = 20_000
"""A row below all lists."""

LISTS: Final = ("ruled_out_codes", "code_list_feedback", "candidate_list")
"""Defined names whose formulas fill a row for each code."""

_DEFINED_NAMES: Final = (
    *(*BOARD_INPUTS, *BOARD_NAMES, *LISTS),
    *("game_number", "game_number_template", "number_below", "number_steps"),
    *("codemaker", "strategy", "first_guess", "cross_out_codes", "show_facts"),
    *("guess_input_template", "feedback_input", "feedback_input_template"),
    *("guesses", "computed_feedback", "codes_left", "costs", "code_list", "symbols"),
    *("hidden_code", "code_status", "colours", "next_cell", "message", "explanation"),
    *("cached_message", "cached_explanation", "cached_costs", "cached_best_guesses"),
    *("result", "copy_message"),
)
"""The defined names of boards, for buttons, applications and formulas of users."""


@dataclass(frozen=True)
class BoardLayout(SheetLayout):
    """The layout of the board of one game."""

    game: Game
    sheet: str
    edition: Edition
    names_to_define: Container[str] = _DEFINED_NAMES
    # Rows to type guesses in: three games of twelve attempts, or more shorter ones.
    entry_count: ClassVar[int] = 36
    first_attempt_row: ClassVar[int] = 2

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.game.rules

    @cached_property
    def input_values(self) -> RangeValuesByName:
        """The values of its input cells."""
        return input_values(self.game)

    def cached_group(self, cell_range: CellRange) -> CellGroup:
        """Return hidden cells in which buttons cache values."""
        return CellGroup(cell_range, values=[], cell_format=formats.CACHED_VALUE)

    # Properties of the game and the edition

    @property
    def is_for_children(self) -> bool:
        """Whether it is for children: fewer attempts, no code crossed out."""
        return self.rules.code_count <= FEW_CODES

    @property
    def has_code_list(self) -> bool:
        """Whether the board lists all codes, and each guess has a cost."""
        return self.rules.code_count <= MAX_LISTED_CODES

    @property
    def has_luck(self) -> bool:
        """Whether the end of a game shows averages and luck of its guesses."""
        return self.has_code_list and not self.is_for_children

    @property
    def has_facts(self) -> bool:
        """Whether a setting shows facts about the candidates, below the key."""
        return self.has_code_list and self.rules.symbols.isdigit()

    @property
    def has_fact_grid(self) -> bool:
        """Whether the facts are a grid, and not a sentence for children."""
        return self.has_facts and not self.is_for_children

    @property
    def has_list(self) -> bool:
        """Whether the board lists codes: all, or with Python the first candidates."""
        return self.rules.code_count <= MAX_CODES

    # Rows from top to bottom

    @property
    def attempts(self) -> int:
        """Number of attempts."""
        return attempt_count(self.rules)

    @property
    def card_bottom(self) -> int:
        """The row below the last entry."""
        return self.first_attempt_row + self.entry_count

    @property
    def peg_font_size(self) -> int:
        """Font size of pegs and guesses, which fits into the height."""
        return 15 if self.attempts <= 10 else 12

    @property
    def key_row(self) -> int:
        """The row of the key of colours, beside the number of the game."""
        return self.first_attempt_row - 1

    @property
    def help_row(self) -> int:
        """The row of the line of help, below the names of the colours."""
        return self.first_attempt_row + 1

    @property
    def settings_row(self) -> int:
        """The row of the first setting, below the buttons."""
        return self.help_row + 4

    @property
    def result_row(self) -> int:
        """The row of the result for friends, below settings and facts for children."""
        count = 1 + self.has_code_list + self.has_facts
        has_sentence = self.has_facts and self.is_for_children
        return self.settings_row + count + has_sentence

    @property
    def row_height(self) -> int:
        """
        Pixels of all rows but the first two.

        All attempts are in sight in a window of 1024x600, of which Calc shows 377
        pixels, and at 150 % in one of 1366x768, of which it shows 363.
        """
        return _ATTEMPTS_HEIGHT // max(10, self.attempts)

    # Columns from left to right. Letters in the names are those of the board 4x6.

    @property
    def first_peg_column(self) -> int:
        """Column I, the first peg of the guesses."""
        return self.rules.pegs + 4

    @property
    def feedback_column(self) -> int:
        """Column M, the first right of the pegs."""
        return self.first_peg_column + self.rules.pegs

    @property
    def feedback_margin_column(self) -> int:
        """Column V, the margin right of the feedback."""
        return self.feedback_column + (7 if self.has_code_list else 4)

    @property
    def panel_column(self) -> int:
        """Column W, the first of the panel with title, message and settings."""
        return self.feedback_margin_column + 1

    @property
    def panel_column_count(self) -> int:
        """Number of columns of the panel: one per colour for 5 to 10 colours."""
        return self.rules.colours if 5 <= self.rules.colours <= 10 else 6

    @property
    def panel_right(self) -> int:
        """Column AA, the last of the panel, right of the colours."""
        return self.panel_column + self.panel_column_count

    @property
    def first_hidden_column(self) -> int:
        """Column AC, the first of the hidden columns."""
        return self.panel_right + 2

    @property
    def label_width(self) -> int:
        """Number of columns of the labels of settings."""
        return (self.panel_column_count + 1) // 2

    @cached_property
    def column_widths(self) -> dict[int, int]:
        """
        The widths of the visible columns in pixels.

        The colours are in sight in a window of 1024x600, of which Calc shows 951
        pixels; settings are right of them. Calc draws columns 1.6 % wider.
        """
        pegs, after = self.rules.pegs, self.feedback_column
        # M and W are wider than all other letters and digits.
        listed = 14 if self.rules.symbols.isdigit() else 16
        widths = dict.fromkeys(range(pegs), listed if self.has_list else 2)
        tile = 34 if pegs > 6 else 41
        if pegs < 4:  # The columns together have the width of four pegs.
            tile = 4 * tile // pegs
        # This width has room for the arrow and for two digits.
        card = [8, 16, 48, 69, *[tile] * pegs, 14 + 17 * pegs, 20, 20]
        card += [69, 48, 69, 48, _MARGIN] if self.has_code_list else [90, _MARGIN]
        widths |= dict(enumerate(card, pegs))
        if not self.has_code_list:  # The columns give the buttons their usual room.
            widths[after + 3] += max(0, _CARD_WIDTH - sum(widths.values()))
        colours = range(self.panel_column, self.panel_right)
        room = (_SMALL_WINDOW - sum(widths.values())) // len(colours)
        colour = max(_MIN_COLOUR_WIDTH, room)
        widths |= dict.fromkeys(colours, colour)
        widths[self.panel_right] = PANEL_WIDTH - colour * len(colours)
        return widths | {self.panel_right + 1: _MARGIN}

    @property
    def message_width(self) -> int:
        """Number of columns of the message, which windows show at 150 % too."""
        left, width = self.feedback_column, self.panel_column - self.feedback_column
        while sum(self.column_widths[n] for n in range(left + width + 1)) <= 848:
            width += 1
        return width

    def setting_label(self, row: int, label: str) -> CellGroup:
        """Return the label of a setting; Calc checks no spelling of formulas."""
        cells = self.cell_range(row, self.panel_column, width=self.label_width)
        line = formats.CARD | formats.UNDERLINE
        return CellGroup(cells.cell(0), f'"{label}"', line, merged_range=cells)

    def setting_box(self, row: int) -> CellRange:
        """Return the cells of the value of a setting."""
        left = self.panel_column + self.label_width
        return replace(self.cell_range(row, left), right=self.panel_right)

    def entry_columns(self, column: int, width: int = 1) -> CellRange:
        """Return columns beside the entries."""
        return self.cell_range(self.first_attempt_row, column, self.entry_count, width)

    def input_groups(self, name: str, group: CellGroup, margin: int) -> CellGroups:
        """
        Return input cells of the entries, their anchor range and their template.

        The anchor range has `margin` more rows above and below. Buttons repair pasted
        input cells with the format of the template, in hidden columns.
        """
        cells = group.cell_range
        anchor = replace(cells, top=cells.top - margin, bottom=cells.bottom + margin)
        template = self.hidden_entry_columns(cells.width)
        return {
            f"{name}_anchor": CellGroup(anchor, column_names=group.column_names),
            f"{name}_input": replace(group, anchor_range=anchor),
            f"{name}_input_template": replace(group, cell_range=template, values=[]),
        }

    def hidden_attempts(self, formula: str) -> CellGroup:
        """Take the next hidden column for a formula of each attempt."""
        return CellGroup(self.hidden_attempt_columns(), formula)

    def hidden_entries(
        self,
        formula: str,
        first: str = "",
        cell_format: formats.CellFormat | None = None,
    ) -> CellGroup:
        """Take the next hidden column for a formula of each entry, or all but one."""
        cells, others = self.hidden_entry_columns(), [formula] * (self.entry_count - 1)
        formulas = [first or formula, *others]
        return CellGroup(cells, cell_format=cell_format, row_formulas=formulas)

    def feedback_group(self, cells: CellRange, black: str, white: str) -> CellGroup:
        """Return columns of black and white pegs; without white, the last is blank."""
        formulas = [black, "" if self.rules.black_only else white]
        return CellGroup(cells, column_formulas=formulas, column_names=FEEDBACK_COLUMNS)

    def hidden_attempt_columns(self, width: int = 1) -> CellRange:
        """Take the next hidden columns for the attempts of the current game."""
        return self.hidden_range(self.attempts, width, self.first_attempt_row)

    def hidden_entry_columns(self, width: int = 1) -> CellRange:
        """Take the next hidden columns, and return their cells beside the entries."""
        return self.hidden_range(self.entry_count, width, self.first_attempt_row)

    def of_current_game(self, group: str) -> Formula:
        """Return a value of the current game's attempts, beside their entries."""
        value = f"INDEX([{group}],[@current_attempts])"
        return f'IF([@current_attempts]=0,"",{value})'

    def blank_cells(self, cell_range: CellRange) -> CellRange:
        """Return a row of blank cells far below a range."""
        return replace(cell_range, top=_BLANK_ROW, bottom=_BLANK_ROW)

    @property
    def mark_names(self) -> tuple[str, ...]:
        """Names of the marks that a user enters for a guess."""
        return FEEDBACK_COLUMNS[: feedback_width(self.rules)]

    # Ranges that Python uses

    @property
    def game_number(self) -> CellRange:
        """The input cell of the number of the game."""
        return self.cell_range(self.first_attempt_row - 1, self.first_peg_column - 1)

    @property
    def guess_input(self) -> CellRange:
        """The input cells of guesses."""
        return self.entry_columns(self.first_peg_column - 1)
