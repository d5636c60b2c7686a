"""Where everything stands on a board; the names of all sheets of the workbook."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from xl_mastermind.game.codes import MOST_CODES
from xl_mastermind.game.numbers import ROUNDS
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.area import Area, Layout
from xl_mastermind.sheet.edition import Edition
from xl_mastermind.sheet.games import GAMES, game_name

BOARD_SHEET: Final = next(iter(GAMES))
ANALYSIS_SHEET: Final = "Analysis"
COMPARE_SHEET: Final = "Compare"
SCORES_SHEET: Final = "Scores"
FUNCTIONS_SHEET: Final = "Functions"
HELP_SHEET: Final = "Help"
CONFIG_SHEET: Final = "xlwings.conf"
STATE_SHEET: Final = "State"
"""
Very hidden: each board's secret, worked out from the number of its game, and what its
last button said.
"""

TREES_SHEET: Final = "Trees"
"""Very hidden: optimal trees as tables, for the next guess in plain formulas."""

ERROR_SHEET: Final = "Error"
"""Very hidden: xlwings writes errors there instead of showing boxes."""

STATE_COLUMNS: Final = 64
"""Columns that each board has on the sheet State; the widest board has fewer."""

LONGEST_SHEET_NAME: Final = 31
"""Characters that Excel accepts."""

LONGEST_LIST: Final = 255
"""Characters that Excel accepts in a list to choose from."""

MOST_LISTED: Final = 10_000
"""A game with more codes has no list of them all on its board."""

_FEW_CODES: Final = 100
"""A game with no more is one for children."""

_DRAW_ROW: Final = 40
"""Below all else on the sheet State."""

_FREE: Final = 100
"""Columns right of a board, and rows below it, that people may fill as they like."""

DRAW_STEPS: Final = 4 + 2 * len(ROUNDS)
"""Number, block, two halves of the place in it; two steps a round."""

FIRST_LISTED: Final = 1000
"""So many candidates are listed where not all codes are."""


_NAMELESS: Final = {
    *("list_head", "marks_caption", "marks_heads", "next_label", "next_source"),
    *("help_line", "story_head", "story_numbers", "result_head", "page_message"),
    "cost_head",
    *("anchor", "answered_codes", "codes", "contradicted"),
    *("draw", "faults", "last_guess", "last_marks", "last_pegs", "unlike"),
    *("first_left", "last_turn", "little_pegs", "lost"),
    *("marks_wanted", "next_attempt", "next_wanted"),
    *("more_candidates", "numbers", "repeats", "won"),
    *("suggested", "symbols_left", "tree_nodes"),
}
"""Areas of a board that only formulas and drawings know."""


@dataclass(frozen=True)
class BoardLayout(Layout):
    """The places of one game's board."""

    # The addresses of 4x6 are those of the article that this workbook replaces; with
    # more pegs the list of codes and the guesses are that many columns wider, and all
    # else moves to the right. An area that a game does not have is missing in `areas`.

    rules: Rules  # the game
    sheet: str = BOARD_SHEET  # the board's sheet
    place: int = 0  # which board of the workbook it is, counted from 0
    edition: Edition = Edition.MACROS  # the kind of the workbook
    nameless = _NAMELESS

    @property
    def has_few_codes(self) -> bool:
        """Whether it is a board for children: fewer attempts, no code crossed out."""
        return self.rules.code_count <= _FEW_CODES

    @property
    def attempts(self) -> int:
        """Number of attempts: ten; six for few codes, twelve for many or long ones."""
        if self.has_few_codes:
            return 6
        is_small = self.rules.pegs <= 4 and self.rules.code_count <= MOST_LISTED
        return 10 if is_small else 12

    @property
    def attempt_rows(self) -> int:
        """Rows of the attempts, at least as many as the panel beside them needs."""
        return max(10, self.attempts)

    @property
    def row_pixels(self) -> int:
        """Height of an attempt; every board has the same height altogether."""
        return 340 // self.attempt_rows

    @property
    def is_wide(self) -> bool:
        """Whether a window has room for the board only if all is a little smaller."""
        return self.rules.pegs > 6

    # Columns from left to right; those named by letters are 4x6's.

    @property
    def first_peg(self) -> int:
        """Column I, the first peg of the guesses."""
        return self.rules.pegs + 4

    @property
    def after_pegs(self) -> int:
        """Column M, the first right of the pegs."""
        return self.first_peg + self.rules.pegs

    @property
    def panel_left(self) -> int:
        """Column U, the first of the panel with title, message and settings."""
        return self.after_pegs + 8

    @property
    def panel_columns(self) -> int:
        """How many columns the panel has: one a colour where that looks well."""
        return self.rules.colours if 5 <= self.rules.colours <= 10 else 6

    @property
    def panel_pixels(self) -> int:
        """Width of the panel; with more pegs it has less room beside the board."""
        return 408 if self.rules.pegs <= 4 else 360 if self.is_wide else 384

    @property
    def panel_right(self) -> int:
        """Column Z, the last of the panel."""
        return self.panel_left + self.panel_columns - 1

    @property
    def first_helper(self) -> int:
        """Column AB, the first of the hidden columns."""
        return self.panel_right + 2

    @property
    def last_helper(self) -> int:
        """The last of the hidden columns."""
        return max(area.right for area in self.hidden.values())

    @property
    def free_columns(self) -> range:
        """Columns right of all others, free below the rows of the board."""
        return range(self.last_helper + 1, self.last_helper + 1 + _FREE)

    # Rows from top to bottom.

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
    def settings_row(self) -> int:
        """The row of the game's number, the first setting, below the buttons."""
        return 7 if self.attempt_rows == 10 else 9

    @property
    def marks_typed(self) -> int:
        """How many marks somebody else types for a guess."""
        return 1 if self.rules.black_only else 2

    @property
    def typed_format(self) -> str:
        """The number format of the cells into which guesses are typed."""
        # Where a guess is a number, no program completes 112 to the 1122 above it.
        if not self.rules.symbols.isdigit():
            return "@"
        return "0" * (self.rules.pegs if "0" in self.rules.symbols else 1)

    @property
    def free_rows(self) -> range:
        """Rows below the result, for what people write there."""
        first = self.result.bottom + 2
        return range(first, first + _FREE)

    # Areas

    @cached_property
    def _visible(self) -> dict[str, Area]:
        """What people see and type."""
        pegs, first, after = self.rules.pegs, self.first_peg, self.after_pegs
        marks = self.marks_typed
        rows, attempts = self.first_attempt, self.attempts
        setting = self.panel_left + self.panel_columns // 2
        first_guess = self.panel_right + 1 - (self.panel_right + 1 - setting) // 2
        count = self.rules.code_count
        areas = {
            "list_head": self.area(0, 0),
            "hidden_code": self.area(0, first, width=pegs),
            "code_status": self.area(0, after),
            "numbers": self.area(rows, first - 2, attempts),
            # A guess is typed into one cell; its tiles are formulas.
            "typed_guesses": self.area(rows, first - 1, attempts),
            "guesses": self.area(rows, first, attempts, pegs),
            "marks": self.area(rows, after, attempts, 2),
            "little_pegs": self.area(rows, after + 2, attempts),
            "typed_marks": self.area(rows, after + 3, attempts, marks),
            "marks_caption": self.area(0, after + 3),
            "marks_heads": self.area(rows - 1, after + 3, width=marks),
            "codes_left": self.area(rows, after + 5, attempts),
            "next_label": self.area(self.last_row, first - 1),
            "next_guess": self.area(self.last_row, first, width=pegs),
            "next_source": self.area(self.last_row, after),
            "help_line": self.area(1, self.panel_left),
            "message": self.area(2, self.panel_left),
            # Below the board: a sentence for each attempt.
            "story_head": self.area(self.last_row + 2, first - 1),
            "story_numbers": self.area(self.last_row + 3, first - 2, attempts),
            "story": self.area(self.last_row + 3, first - 1, attempts),
            # Below the panel: what a player shows friends once the game is over.
            "result_head": self.area(self.last_row + 2, self.panel_left),
            "result": self.area(self.last_row + 3, self.panel_left, attempts + 1),
            "page_message": self.area(self.last_row + 4 + attempts, self.panel_left),
            "game_number": self.area(self.settings_row, setting),
            "show_marks": self.area(self.settings_row + 2, setting),
            "show_next_guess": self.area(self.settings_row + 3, setting),
            "codemaker": self.area(self.settings_row + 4, setting),
        }
        if self.rules.colours <= self.panel_columns:
            # The key of the colours.
            areas["colours"] = self.area(
                self.last_row, self.panel_left, width=self.rules.colours
            )
        if self.edition is Edition.PLAIN:
            areas["reveal"] = self.area(self.settings_row + 1, setting)
        else:
            areas |= {
                "strategy": self.area(self.settings_row + 1, setting),
                "first_guess": self.area(self.settings_row + 1, first_guess),
            }
        if count <= MOST_LISTED:
            areas |= {
                "code_list": self.area(1, 0, count, pegs),
                "ruled_out_marks": self.area(1, pegs, count),
                "cost_head": self.area(rows - 1, after + 6),
                "costs": self.area(rows, after + 6, attempts),
            }
        elif count <= MOST_CODES:
            areas |= {
                "candidate_list": self.area(1, 0, FIRST_LISTED, pegs),
                "more_candidates": self.area(1 + FIRST_LISTED, 0),
            }
        return areas

    @property
    def message_box(self) -> Area:
        """The merged cells of the message."""
        height = 2 if self.attempt_rows == 10 else 3  # of lower rows
        return self.area(2, self.panel_left, height, self.panel_columns)

    @cached_property
    def hidden(self) -> dict[str, Area]:
        """The hidden columns, which other formulas read."""
        helper, rows, attempts = self.first_helper, self.first_attempt, self.attempts
        pegs, count = self.rules.pegs, self.rules.code_count
        blocks = helper + 13
        areas = {
            # All attempts written together: what a button has said belongs to them.
            "turns_key": self.area(0, helper),
            # The attempt that found the code, or 0; whether there is none left.
            "won": self.area(0, helper + 1),
            "lost": self.area(0, helper + 2),
            # What is wrong first; the first attempt that no code fits, or 0.
            "first_fault": self.area(0, helper + 3),
            "contradicted": self.area(0, helper + 4),
            # The last attempt that is answered, or 0.
            "last_turn": self.area(0, helper + 5),
            # The attempt to play now, or 0; the address of its next peg or mark.
            "next_attempt": self.area(0, helper + 6),
            "next_cell": self.area(0, helper + 7),
            # The settings as they count, whatever stands in their cells.
            "maker": self.area(1, helper + 3),
            # Whether what is noted is noted of this game, and so whether its code was
            # shown before it was found.
            "is_noted": self.area(1, helper),
            "is_revealed": self.area(1, helper + 6),
            "marks_wanted": self.area(1, helper + 4),
            "next_wanted": self.area(1, helper + 5),
            # All symbols, one after the other.
            "symbols": self.area(1, helper + 7),
            "playable": self.area(rows, helper + 1, attempts),
            # What counts: typed marks if complete; no guess that is being typed.
            "answered_marks": self.area(rows, helper + 2, attempts, 2),
            # Whether an attempt is answered, and that rightly; what is wrong with it.
            "is_turn": self.area(rows, helper + 8, attempts),
            "faults": self.area(rows, helper + 9, attempts),
            # What each attempt says; that of those that are a code, and are answered.
            "words": self.area(rows, helper + 10, attempts),
            "codes": self.area(rows, helper + 11, attempts),
            "answered_codes": self.area(rows, helper + 12, attempts),
            # How many pegs up to each one are of its colour.
            "repeats": self.area(rows, blocks, attempts, pegs),
            # The guess of the strategy, where functions answer.
            "suggested": self.area(self.last_row + 1, blocks, width=pegs),
            # The last attempt that is complete, or 0; its pegs; how each attempt would
            # be answered if they were the code; the first that is not, or 0.
            "last_guess": self.area(0, blocks),
            "unlike": self.area(1, blocks),
            "last_pegs": self.area(self.last_row, blocks, width=pegs),
            "last_marks": self.area(rows, blocks + pegs, attempts, 2),
            # Cells as they are to be typed into, whatever was pasted over them.
            "untouched": self.area(rows, blocks + pegs + 2, attempts),
            "untouched_marks": self.area(
                rows, blocks + pegs + 3, attempts, self.marks_typed
            ),
        }
        if "strategy" not in self._visible:
            # Where no function and no button of the sheet asks for a strategy.
            areas["strategy"] = self.area(1, helper + 1)
            areas["first_guess"] = self.area(1, helper + 2)
        if "costs" in self._visible:
            after = blocks + pegs + 5
            # Where the optimal tree has come to; the first code left in the list.
            areas["tree_nodes"] = self.area(rows, after, attempts)
            areas["first_left"] = self.area(0, after)
            # For each code of the list, which of the attempts it does not fit.
            areas["misfits"] = self.area(1, after + 1, count, attempts)
        return areas

    @cached_property
    def _state(self) -> dict[str, Area]:
        """The sheet State: secret, flags, and what a button computed last."""
        board, pegs = self._visible | self.hidden, self.rules.pegs
        areas = {
            "game": self.area(0, 0),
            "anchor": self.area(0, 1),  # names the board's sheet, renamed or not
            "secret": board["hidden_code"],
            "revealed": board["code_status"],
            "recorded": self.area(0, board["typed_guesses"].left),
            "played_by": board["numbers"],
            # The number of the game to which these and the last flag belong.
            "noted_for": self.area(1, board["typed_guesses"].left),
            # From the number of the game to its secret, a step a cell.
            "draw": self.area(_DRAW_ROW, self.panel_left, width=DRAW_STEPS),
            "symbols_left": self.area(_DRAW_ROW + 1, self.panel_left, width=pegs),
            # What a button has said, and of which attempts.
            "said_key": board["turns_key"],
            "said_message": board["message"],
            "said_story": board["story"],
        }
        if "costs" in board:
            # With a head.
            head = self.first_attempt - 1
            areas["said_costs"] = self.area(
                head, board["costs"].left, self.attempts + 1
            )
        shift = self.place * STATE_COLUMNS
        return {
            name: replace(area.beside(shift), sheet=STATE_SHEET)
            for name, area in areas.items()
        }

    @cached_property
    def areas(self) -> dict[str, Area]:
        """All areas by their names."""
        return self._visible | self.hidden | self._state


BOARD_NAMES: Final = ("game", "secret", "turns_key", "said_key")
"""A sheet with these names has a board, whichever version it is of."""

LISTS: Final = ("ruled_out_marks", "misfits", "candidate_list")
"""Areas of a board whose formulas fill a row for each code."""


def board_layouts(
    games: Iterable[Rules], edition: Edition = Edition.MACROS
) -> list[BoardLayout]:
    """Return the layout of each board of a workbook, one for each game."""
    layouts: list[BoardLayout] = []
    for place, rules in enumerate(games):
        taken = {board.sheet.lower() for board in layouts}
        name = game_name(rules)[:LONGEST_SHEET_NAME]
        number = 1
        while name.lower() in taken:
            number += 1
            mark = f" {number}"
            name = name[: LONGEST_SHEET_NAME - len(mark)] + mark
        layouts.append(BoardLayout(rules, name, place, edition))
    return layouts
