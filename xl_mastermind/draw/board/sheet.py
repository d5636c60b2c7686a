"""A board drawn on its sheet: all its topics, columns and rows, buttons."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import xlsxwriter

from xl_mastermind.draw.board.answers import answers
from xl_mastermind.draw.board.codes import codes
from xl_mastermind.draw.board.guesses import guesses
from xl_mastermind.draw.board.message import message
from xl_mastermind.draw.board.next_guess import next_guess
from xl_mastermind.draw.board.panel import panel, panel_buttons
from xl_mastermind.draw.board.plan import Plan, Topic
from xl_mastermind.draw.board.result import result, result_buttons
from xl_mastermind.draw.board.secret import secret
from xl_mastermind.draw.board.settings import settings
from xl_mastermind.draw.board.standing import standing
from xl_mastermind.draw.board.story import story
from xl_mastermind.draw.canvas import (
    Canvas,
    Sheet,
    Styles,
)
from xl_mastermind.draw.cells import (
    FOOT,
    ON_CARD,
    SMALL,
    TYPED,
    Cells,
)
from xl_mastermind.draw.tree_table import TreeTable, tree_tables
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.board import Board
from xl_mastermind.sheet.edition import Edition
from xl_mastermind.sheet.games import game_name
from xl_mastermind.sheet.sheets import BOARD_SHEET
from xl_mastermind.sheet.words import colours_in_words

_LONGEST_SHEET_NAME: Final = 31
"""Characters that Excel accepts."""


def card(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield the ground of guesses and answers, and the legend below them."""
    left = b.first_peg - 2
    width = b.after_pegs + 7 - left
    yield "card", Cells(b.area(0, left, b.last_row, width), values=[], look=ON_CARD)
    yield "foot", Cells(b.area(b.last_row, left, width=width), values=[], look=FOOT)
    colour = colours_in_words(b.rules).removesuffix("s")
    legend = f"●  right {colour}, right place"
    if not b.rules.black_only:
        legend += f"      ○  right {colour}, wrong place"
    look = ON_CARD | SMALL | {"indent": 1}
    yield "legend", Cells(b.area(b.legend_row, left), values=[[legend]], look=look)


_TOPICS: Final[tuple[Topic, ...]] = (
    *(card, message, panel, settings, guesses, answers, codes, standing),
    *(next_guess, secret, story, result),
)
"""The parts of a board; where two hold a cell, the later one is seen."""


def board_plan(
    board: Board,
    sheet: str = BOARD_SHEET,
    place: int = 0,
    edition: Edition = Edition.MACROS,
    tree: TreeTable | None = None,
) -> Plan:
    """Return the plan of a board."""
    return Plan(board, sheet, place, edition, tree).add(_TOPICS)


def sheet_names(games: Iterable[Rules]) -> list[str]:
    """Return a name for the sheet of each game, all different."""
    names: list[str] = []
    for rules in games:
        taken = {name.lower() for name in names}
        name = game_name(rules)[:_LONGEST_SHEET_NAME]
        number = 1
        while name.lower() in taken:
            number += 1
            mark = f" {number}"
            name = name[: _LONGEST_SHEET_NAME - len(mark)] + mark
        names.append(name)
    return names


def board_plans(
    boards: Sequence[Board], edition: Edition = Edition.MACROS
) -> list[Plan]:
    """Return the plans of the boards of a workbook, each on a sheet of its own."""
    games = [board.rules for board in boards]
    trees = tree_tables(games)
    return [
        board_plan(board, name, place, edition, trees.get(board.rules))
        for place, (board, name) in enumerate(
            zip(boards, sheet_names(games), strict=True)
        )
    ]


class BoardSheet(Canvas):
    """Draws the board of one game on its sheet."""

    def __init__(
        self, workbook: xlsxwriter.Workbook, sheet: Sheet, styles: Styles, plan: Plan
    ) -> None:
        super().__init__(workbook, sheet, styles)
        self.plan = plan

    def draw(self) -> None:
        """Draw everything."""
        self.draw_cells(self.plan.cells_on(self.plan.sheet))
        if not self.plan.is_plain:
            for each in (*panel_buttons(self.plan), *result_buttons(self.plan)):
                self.button(each.button, each.at.top, each.at.left, **each.place)
        self._columns_and_rows()
        self._view()

    def _columns_and_rows(self) -> None:
        b, pegs, after = self.plan, self.plan.rules.pegs, self.plan.after_pegs
        self.hide_columns(b.first_helper, b.last_helper)
        widths = dict.fromkeys(range(pegs), 18 if b.is_wide else 24 if pegs < 5 else 20)
        tile, little = (38, 16) if b.is_wide else (46, 20)
        widths |= dict.fromkeys(range(b.first_peg, after), tile)
        panel = range(b.panel_left, b.panel_right + 1)
        widths |= dict.fromkeys(panel, b.panel_pixels // b.panel_columns)
        widths |= dict(enumerate((24, 24, 40, 92), pegs))
        margin = 28 if pegs <= 4 else 20
        last = (82, 62) if b.has_list else (92, 16)
        right = (26, 26, 24 + little * pegs, 30, 30, *last, margin)
        widths |= dict(enumerate(right, after))
        for column, pixels in widths.items():
            self.sheet.set_column_pixels(column, column, pixels)
        # Locked beside the board too, or Tab would lead there from the guesses.
        # Every board has the same height altogether.
        attempts = [340 // b.attempt_rows] * b.attempt_rows
        self.rows([56, 26, *attempts, 24, 34], self.styles())
        free, beside = self.styles(TYPED), b.free_columns
        self.sheet.set_column(beside.start, beside.stop - 1, None, free)
        for row in b.free_rows:
            self.sheet.set_row(row, None, free)

    def _view(self) -> None:
        b = self.plan
        self.sheet.ignore_errors({"number_stored_as_text": b.typed_guesses.address})
        self.sheet.set_tab_color(palette.ACCENT)
        self.print_on_one_page(0, b.first_peg - 2, b.story.bottom, b.panel_right)
        self.sheet.center_horizontally()
        self.select(b.typed_guesses.top, b.typed_guesses.left)
