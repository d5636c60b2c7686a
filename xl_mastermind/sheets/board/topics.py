"""A board as a whole: its topics, and a name for its sheet."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.answers import answers
from xl_mastermind.sheets.board.code_list import codes
from xl_mastermind.sheets.board.guesses import guesses
from xl_mastermind.sheets.board.luck import luck
from xl_mastermind.sheets.board.message import message
from xl_mastermind.sheets.board.next_guess import next_guess
from xl_mastermind.sheets.board.panel import panel
from xl_mastermind.sheets.board.plan import Plan, Topic
from xl_mastermind.sheets.board.result import result
from xl_mastermind.sheets.board.secret import secret
from xl_mastermind.sheets.board.settings import settings
from xl_mastermind.sheets.board.standing import standing
from xl_mastermind.sheets.board.story import story
from xl_mastermind.sheets.drawn_cells import FOOT, ON_CARD, SMALL, Cells
from xl_mastermind.sheets.tree_table import tree_rows
from xl_mastermind.spreadsheet.board import NewBoard
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.games import game_name
from xl_mastermind.spreadsheet.messages import colours_in_words
from xl_mastermind.spreadsheet.sheet_names import BOARD_SHEET

_LONGEST_SHEET_NAME: Final = 31
"""Characters that Excel accepts."""


def card(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield the ground of guesses and answers, and the legend below them."""
    left = b.first_peg - 2
    width = b.after_answers - left
    yield "card", Cells(b.area(0, left, b.last_row, width), values=[], look=ON_CARD)
    yield "foot", Cells(b.area(b.last_row, left, width=width), values=[], look=FOOT)
    look = ON_CARD | SMALL | {"indent": 1}
    # Right of the cell for a number, and of the end of its anchor range.
    place, text = b.area(b.legend_row, b.first_peg + 1), legend_text(b)
    if b.shows_luck:  # at the end the luck of the game replaces it
        formula = f'IF({{}}="","{text}","")'
        shown = Cells(place, lambda *_: formula.format(b.game_luck.fixed), look=look)
    else:
        shown = Cells(place, values=[[text]], look=look)
    yield "legend", shown


def legend_text(b: Plan) -> str:
    """Return the meaning of the pegs of an answer."""
    colour = colours_in_words(b.rules).removesuffix("s")
    text = f"●  right {colour}, right place"
    if b.rules.pegs > 1 and not b.rules.black_only:
        text += f"      ○  right {colour}, wrong place"
    return text


_TOPICS: Final[tuple[Topic, ...]] = (
    *(card, message, panel, settings, guesses, answers, luck, codes, standing),
    *(next_guess, secret, story, result),
)
"""The parts of a board; where two hold a cell, the later one is seen."""


def board_plan(
    board: NewBoard,
    sheet: str = BOARD_SHEET,
    place: int = 0,
    edition: Edition = Edition.MACROS,
) -> Plan:
    """Return the plan of a board."""
    plan = Plan(board, sheet, place, edition, tree_rows(board.rules))
    return plan.add(_TOPICS)


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
    boards: Sequence[NewBoard], edition: Edition = Edition.MACROS
) -> list[Plan]:
    """Return the plans of the boards of a workbook, each on a sheet of its own."""
    games = [board.rules for board in boards]
    return [
        board_plan(board, name, place, edition)
        for place, (board, name) in enumerate(
            zip(boards, sheet_names(games), strict=True)
        )
    ]
