"""Where everything stands in the workbook: sheets and their named areas."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Final, Self

from xl_mastermind.game.codes import MOST_CODES
from xl_mastermind.game.numbers import ROUNDS
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.area import Area

GAMES: Final = {
    "Mastermind": "4x6",
    "Little": "3x4",
    "Brain Breaker": "4x5",
    "Bulls and Cows": "4x10 distinct",
    "AB with repeats": "4x10",
    "Super": "5x8",
    "Letters": "4x26",
    "Black Pegs": "4x6 black",
}
"""The games of the workbook that everybody gets, by the names of their sheets."""

NAMES: Final = {written: name for name, written in GAMES.items()}
"""What people call these games."""


ADD_IN: Final = ".xlam"
"""The ending of the add-in for Excel, which is no edition: it has no boards."""

XLWINGS: Final = "xlwings"
"""The property of a workbook that says which version's macros it has."""

EXTENSION: Final = ".oxt"
"""The ending of LibreOffice's extension."""

IDENTIFIER: Final = "org.xlmastermind"
"""The extension's name among extensions, and the module of its services."""


class Edition(StrEnum):
    """A kind of workbook, by the ending of its file."""

    MACROS = ".xlsm"
    """With buttons and functions of ours, which need Python."""

    PLAIN = ".xlsx"
    """Plain formulas alone: for everybody, and for every program."""

    @classmethod
    def of(cls, path: Path) -> Self:
        """Return the edition that a file of this name is."""
        try:
            return cls(path.suffix.lower())
        except ValueError:
            endings = " or ".join(cls)
            raise ValueError(
                f"expected a file name ending in {endings}, got {path}"
            ) from None


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

MOST_PEGS: Final = 8
MOST_COLOURS: Final = 26
"""A game with more pegs or colours has no board."""

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


class _Areas:
    """The places of one sheet: each area of its table is an attribute."""

    sheet: str

    @property
    def areas(self) -> dict[str, Area]:
        """All areas by their names."""
        raise NotImplementedError

    @property
    def named(self) -> dict[str, Area]:
        """The areas that are names of the sheet."""
        return {
            name: area for name, area in self.areas.items() if name not in _NAMELESS
        }

    def at(self, top: int, left: int, height: int = 1, width: int = 1) -> Area:
        """Return a place of the sheet."""
        return Area(self.sheet, top, left, top + height - 1, left + width - 1)

    def __getattr__(self, name: str) -> Area:
        if name.startswith("_") or name not in self.areas:
            raise AttributeError(f"{type(self).__name__} has no area {name!r}")
        return self.areas[name]


@dataclass(frozen=True)
class BoardLayout(_Areas):
    """The places of one game's board."""

    # The addresses of 4x6 are those of the article that this workbook replaces; with
    # more pegs the list of codes and the guesses are that many columns wider, and all
    # else moves to the right. An area that a game does not have is missing in `areas`.

    rules: Rules  # the game
    sheet: str = BOARD_SHEET  # the board's sheet
    place: int = 0  # which board of the workbook it is, counted from 0
    edition: Edition = Edition.MACROS  # the kind of the workbook

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
    def has_digits(self) -> bool:
        """Whether a guess is a number: a cell of texts completes 112 to 1122."""
        return self.rules.symbols.isdigit()

    @property
    def typed_format(self) -> str:
        """The number format of the cells into which guesses are typed."""
        if not self.has_digits:
            return "@"
        return "0" * (self.rules.pegs if "0" in self.rules.symbols else 1)

    @property
    def free_rows(self) -> range:
        """Rows below the result, for what people write there."""
        first = self.result.bottom + 2
        return range(first, first + _FREE)

    # Areas

    def on_state(self, area: Area) -> Area:
        """Return the cells on the sheet State for an area of the board."""
        shift = self.place * STATE_COLUMNS
        left, right = area.left + shift, area.right + shift
        return Area(STATE_SHEET, area.top, left, area.bottom, right)

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
            "list_head": self.at(0, 0),
            "hidden_code": self.at(0, first, width=pegs),
            "code_status": self.at(0, after),
            "numbers": self.at(rows, first - 2, attempts),
            # A guess is typed into one cell; its tiles are formulas.
            "typed_guesses": self.at(rows, first - 1, attempts),
            "guesses": self.at(rows, first, attempts, pegs),
            "marks": self.at(rows, after, attempts, 2),
            "little_pegs": self.at(rows, after + 2, attempts),
            "typed_marks": self.at(rows, after + 3, attempts, marks),
            "marks_caption": self.at(0, after + 3),
            "marks_heads": self.at(rows - 1, after + 3, width=marks),
            "codes_left": self.at(rows, after + 5, attempts),
            "next_label": self.at(self.last_row, first - 1),
            "next_guess": self.at(self.last_row, first, width=pegs),
            "next_source": self.at(self.last_row, after),
            "help_line": self.at(1, self.panel_left),
            "message": self.at(2, self.panel_left),
            # Below the board: a sentence for each attempt.
            "story_head": self.at(self.last_row + 2, first - 1),
            "story_numbers": self.at(self.last_row + 3, first - 2, attempts),
            "story": self.at(self.last_row + 3, first - 1, attempts),
            # Below the panel: what a player shows friends once the game is over.
            "result_head": self.at(self.last_row + 2, self.panel_left),
            "result": self.at(self.last_row + 3, self.panel_left, attempts + 1),
            "page_message": self.at(self.last_row + 4 + attempts, self.panel_left),
            "game_number": self.at(self.settings_row, setting),
            "show_marks": self.at(self.settings_row + 2, setting),
            "show_next_guess": self.at(self.settings_row + 3, setting),
            "codemaker": self.at(self.settings_row + 4, setting),
        }
        if self.rules.colours <= self.panel_columns:
            # The key of the colours.
            areas["colours"] = self.at(
                self.last_row, self.panel_left, width=self.rules.colours
            )
        if self.edition is Edition.PLAIN:
            areas["reveal"] = self.at(self.settings_row + 1, setting)
        else:
            areas |= {
                "strategy": self.at(self.settings_row + 1, setting),
                "first_guess": self.at(self.settings_row + 1, first_guess),
            }
        if count <= MOST_LISTED:
            areas |= {
                "code_list": self.at(1, 0, count, pegs),
                "ruled_out_marks": self.at(1, pegs, count),
                "cost_head": self.at(rows - 1, after + 6),
                "costs": self.at(rows, after + 6, attempts),
            }
        elif count <= MOST_CODES:
            areas |= {
                "candidate_list": self.at(1, 0, FIRST_LISTED, pegs),
                "more_candidates": self.at(1 + FIRST_LISTED, 0),
            }
        return areas

    @property
    def message_box(self) -> Area:
        """The merged cells of the message."""
        height = 2 if self.attempt_rows == 10 else 3  # of lower rows
        return self.at(2, self.panel_left, height, self.panel_columns)

    @cached_property
    def hidden(self) -> dict[str, Area]:
        """The hidden columns, which other formulas read."""
        helper, rows, attempts = self.first_helper, self.first_attempt, self.attempts
        pegs, count = self.rules.pegs, self.rules.code_count
        blocks = helper + 13
        areas = {
            # All attempts written together: what a button has said belongs to them.
            "turns_key": self.at(0, helper),
            "solved": self.at(0, helper + 1),
            "lost": self.at(0, helper + 2),
            # What is wrong first; the first attempt that no code fits, or 0.
            "first_fault": self.at(0, helper + 3),
            "contradicted": self.at(0, helper + 4),
            # The last attempt that is answered, or 0.
            "last_turn": self.at(0, helper + 5),
            # The attempt to play now, or 0; the address of its next peg or mark.
            "next_attempt": self.at(0, helper + 6),
            "next_cell": self.at(0, helper + 7),
            # The settings as they count, whatever stands in their cells.
            "maker": self.at(1, helper + 3),
            # Whether what is noted is noted of this game, and so whether its code was
            # shown before it was found.
            "is_noted": self.at(1, helper),
            "is_revealed": self.at(1, helper + 6),
            "marks_wanted": self.at(1, helper + 4),
            "next_wanted": self.at(1, helper + 5),
            # All symbols, one after the other.
            "symbols": self.at(1, helper + 7),
            "playable": self.at(rows, helper + 1, attempts),
            # What counts: typed marks if complete; no guess that is being typed.
            "answered_marks": self.at(rows, helper + 2, attempts, 2),
            # Whether an attempt is answered, and that rightly; what is wrong with it.
            "is_turn": self.at(rows, helper + 8, attempts),
            "faults": self.at(rows, helper + 9, attempts),
            # What each attempt says; that of those that are a code, and are answered.
            "words": self.at(rows, helper + 10, attempts),
            "codes": self.at(rows, helper + 11, attempts),
            "answered_codes": self.at(rows, helper + 12, attempts),
            # How many pegs up to each one are of its colour.
            "repeats": self.at(rows, blocks, attempts, pegs),
            # The guess of the strategy, where functions answer.
            "suggested": self.at(self.last_row + 1, blocks, width=pegs),
            # The last attempt that is complete, or 0; its pegs; how each attempt would
            # be answered if they were the code; the first that is not, or 0.
            "last_guess": self.at(0, blocks),
            "unlike": self.at(1, blocks),
            "last_pegs": self.at(self.last_row, blocks, width=pegs),
            "last_marks": self.at(rows, blocks + pegs, attempts, 2),
            # Cells as they are to be typed into, whatever was pasted over them.
            "untouched": self.at(rows, blocks + pegs + 2, attempts),
            "untouched_marks": self.at(
                rows, blocks + pegs + 3, attempts, self.marks_typed
            ),
        }
        if "strategy" not in self._visible:
            # Where no function and no button of the sheet asks for a strategy.
            areas["strategy"] = self.at(1, helper + 1)
            areas["first_guess"] = self.at(1, helper + 2)
        if "costs" in self._visible:
            after = blocks + pegs + 5
            # Where the optimal tree has come to; the first code left in the list.
            areas["tree_nodes"] = self.at(rows, after, attempts)
            areas["first_left"] = self.at(0, after)
            # For each code of the list, which of the attempts it does not fit.
            areas["misfits"] = self.at(1, after + 1, count, attempts)
        return areas

    @cached_property
    def _state(self) -> dict[str, Area]:
        """The sheet State: secret, flags, and what a button computed last."""
        seen, pegs = self._visible | self.hidden, self.rules.pegs
        own = {
            "game": self.at(0, 0),
            "anchor": self.at(0, 1),  # names the board's sheet, renamed or not
            "secret": seen["hidden_code"],
            "revealed": seen["code_status"],
            "recorded": self.at(0, seen["typed_guesses"].left),
            "played_by": seen["numbers"],
            # The number of the game to which these and the last flag belong.
            "noted_for": self.at(1, seen["typed_guesses"].left),
            # From the number of the game to its secret, a step a cell.
            "draw": self.at(_DRAW_ROW, self.panel_left, width=DRAW_STEPS),
            "symbols_left": self.at(_DRAW_ROW + 1, self.panel_left, width=pegs),
            # What a button has said, and of which attempts.
            "said_key": seen["turns_key"],
            "said_message": seen["message"],
            "said_story": seen["story"],
        }
        if "costs" in seen:
            # With a head.
            head = self.first_attempt - 1
            own["said_costs"] = self.at(head, seen["costs"].left, self.attempts + 1)
        return {name: self.on_state(area) for name, area in own.items()}

    @cached_property
    def areas(self) -> dict[str, Area]:
        """All areas by their names."""
        return self._visible | self.hidden | self._state


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
class AnalysisLayout(_Areas):
    """The places of the sheet Analysis, which is as wide as the widest board needs."""

    pegs: int  # pegs of the workbook's widest board
    sheet = ANALYSIS_SHEET

    @cached_property
    def areas(self) -> dict[str, Area]:
        """All areas by their names."""
        pegs = self.pegs
        matrix, chart = pegs + 9, 2 * pegs + 12
        helper = chart + 8
        parts = (pegs + 1) * (pegs + 2) // 2 - 1
        return {
            "analysis_message": self.at(1, 1),
            "analysed_board": self.at(2, 2),
            "analysis_strategy": self.at(2, pegs + 4),
            # A column a peg, then six figures.
            "ranked_guesses": self.at(6, 2, ANALYSED_ROWS, pegs + 6),
            # Rows black, columns white, with heads above and to the left.
            "matrix": self.at(5, matrix, pegs + 2, pegs + 2),
            "split_guess": self.at(4, matrix + 1),
            "chart": self.at(4, chart),
            # Hidden: the game. Each in one cell: the best guess, the one of the parts,
            # and a formula for the one that stands there now.
            "analysed_game": self.at(0, helper),
            "best_guess": self.at(1, helper),
            "split_by": self.at(2, helper),
            # The board and the strategy of what is shown, as they were typed.
            "analysis_of": self.at(6, helper, 2),
            # The pegs of the game; the head of the column that ranks the guesses.
            "analysed_pegs": self.at(4, helper),
            "sorted_by": self.at(5, helper),
            # Black, white and number of codes of every answer; a formula for the
            # numbers, blank where another guess was typed.
            "split_parts": self.at(0, helper + 1, parts, 3),
            "sizes": self.at(0, helper + 4, parts),
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
class CompareLayout(_Areas):
    """The places of the sheet Compare, whose blocks are as wide as the widest board."""

    pegs: int  # pegs of the workbook's widest board
    sheet = COMPARE_SHEET

    def left(self, block: int) -> int:
        """Return the first column of a block, counted from 1."""
        return 1 + (block - 1) * (self.pegs + 3)

    @cached_property
    def areas(self) -> dict[str, Area]:
        """All areas by their names."""
        helper = self.left(COMPARED + 1) + 1
        areas = {
            "compare_message": self.at(1, 1),
            "compared_game": self.at(2, 3),
            "compared_code": self.at(2, self.left(2)),
            # Hidden: the bars of the charts, of which the first column numbers them,
            # and each strategy has two; how high all are.
            "bars": self.at(3, helper, BARS, 1 + 2 * COMPARED),
            "highest_bar": self.at(3 + BARS, helper),
            # The game and the strategies of what is shown, as they were typed.
            "comparison_of": self.at(4 + BARS, helper, 1 + COMPARED),
            "first_guesses": self.at(46, 1, MOST_FIRST_GUESSES),
        }
        for block in range(1, COMPARED + 1):
            left = self.left(block)
            last = left + self.pegs + 1
            areas |= {
                f"strategy_{block}": self.at(4, left),
                f"guesses_{block}": self.at(4, last),
                f"turns_{block}": self.at(6, left, COMPARED_TURNS, self.pegs + 2),
                # Average, most and total over all codes.
                f"figures_{block}": self.at(17, last, 3),
                f"chart_{block}": self.at(21, left),
                # Codes found with 1, 2, ... guesses.
                f"histogram_{block}": self.at(31, last, LENGTHS),
                f"by_first_guess_{block}": self.at(46, last, MOST_FIRST_GUESSES),
            }
        return areas


_NAMELESS: Final = {
    *("list_head", "marks_caption", "marks_heads", "next_label", "next_source"),
    *("help_line", "story_head", "story_numbers", "result_head", "page_message"),
    "cost_head",
    *("anchor", "answered_codes", "codes", "contradicted"),
    *("draw", "faults", "last_guess", "last_marks", "last_pegs", "unlike"),
    *("first_left", "last_turn", "little_pegs", "lost"),
    *("marks_wanted", "next_attempt", "next_wanted"),
    *("more_candidates", "numbers", "repeats", "solved"),
    *("suggested", "symbols_left", "tree_nodes"),
    *("matrix", "chart", "sizes", "analysed_pegs"),
    *("bars", "highest_bar"),
    *(f"chart_{block}" for block in range(1, COMPARED + 1)),
}
"""Areas that only formulas and drawings know: of boards, Analysis and Compare."""


BOARD_NAMES: Final = ("game", "secret", "turns_key", "said_key")
"""A sheet with these names has a board, whichever version it is of."""

LISTS: Final = ("ruled_out_marks", "misfits", "candidate_list")
"""Areas of a board whose formulas fill a row for each code."""

SHEETS: Final = (ANALYSIS_SHEET, COMPARE_SHEET, SCORES_SHEET)
"""The sheets after the boards that buttons write to."""

SHEET_ANCHORS: Final = {
    sheet: Area(STATE_SHEET, 0, column, 0, column)
    for column, sheet in enumerate(SHEETS, 2)
}
"""Formulas that name these sheets, as the anchors of the boards do."""


def widest(boards: Iterable[BoardLayout]) -> int:
    """Return the pegs that the sheets after the boards have room for: four at least."""
    return max([4, *(at.rules.pegs for at in boards)])


def sheet_areas(pegs: int) -> dict[str, dict[str, Area]]:
    """Return the named areas of these sheets, in a workbook of so many pegs at most."""
    return {
        ANALYSIS_SHEET: AnalysisLayout(pegs).named,
        COMPARE_SHEET: CompareLayout(pegs).named,
        SCORES_SHEET: SCORES_AREAS,
    }


def check_size(rules: Rules) -> None:
    """Do nothing if there is a board for this game."""
    if rules.pegs > MOST_PEGS or rules.colours > MOST_COLOURS:
        raise ValueError(
            f"expected a board of at most {MOST_PEGS} pegs and"
            f" {MOST_COLOURS} colours, got {rules}"
        )


def title(rules: Rules) -> str:
    """Return the title of a game's board."""
    size = f"{rules.pegs}x{rules.colours}"
    name = game_name(rules)
    return {"Super": "Super Mastermind", str(rules): f"Mastermind {size}"}.get(
        name, name
    )


def game_name(rules: Rules) -> str:
    """Return what people call a game; one without a name as it is written."""
    return NAMES.get(str(rules), str(rules))


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
