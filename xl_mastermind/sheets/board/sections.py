"""A board as a whole: its topics, and a name for its sheet."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.code_list import codes
from xl_mastermind.sheets.board.explanation import story
from xl_mastermind.sheets.board.feedback import answers
from xl_mastermind.sheets.board.guesses import guesses
from xl_mastermind.sheets.board.layout import BoardLayout, Section
from xl_mastermind.sheets.board.luck import luck
from xl_mastermind.sheets.board.message import message
from xl_mastermind.sheets.board.next_guess import next_guess
from xl_mastermind.sheets.board.panel import panel
from xl_mastermind.sheets.board.result import result
from xl_mastermind.sheets.board.secret import secret
from xl_mastermind.sheets.board.settings import settings
from xl_mastermind.sheets.board.status import standing
from xl_mastermind.sheets.cell_group import CARD, CARD_FOOT, SMALL_TEXT, CellGroup
from xl_mastermind.sheets.tree_table import tree_rows
from xl_mastermind.spreadsheet.board import NewBoard
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.games import game_name
from xl_mastermind.spreadsheet.messages import colours_in_words
from xl_mastermind.spreadsheet.sheet_names import BOARD_SHEET

_LONGEST_SHEET_NAME: Final = 31
"""Characters that Excel accepts."""


def card(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the ground of guesses and answers, and the legend below them."""
    left = b.first_peg_column - 2
    width = b.feedback_margin_column - left
    yield (
        "card",
        CellGroup(
            b.cell_range(0, left, b.last_row, width), values=[], cell_format=CARD
        ),
    )
    yield (
        "foot",
        CellGroup(
            b.cell_range(b.last_row, left, width=width),
            values=[],
            cell_format=CARD_FOOT,
        ),
    )
    cell_format = CARD | SMALL_TEXT | {"indent": 1}
    # Right of the cell for a number, and of the end of its anchor range.
    place, text = b.cell_range(b.legend_row, b.first_peg_column + 1), feedback_legend(b)
    if b.has_luck:  # at the end the luck of the game replaces it
        formula = f'IF({{}}="","{text}","")'
        shown = CellGroup(
            place,
            lambda *_: formula.format(b.game_luck.absolute_address),
            cell_format=cell_format,
        )
    else:
        shown = CellGroup(place, values=[[text]], cell_format=cell_format)
    yield "legend", shown


def feedback_legend(b: BoardLayout) -> str:
    """Return the meaning of the pegs of an answer."""
    colour = colours_in_words(b.rules).removesuffix("s")
    text = f"●  right {colour}, right place"
    if b.rules.pegs > 1 and not b.rules.black_only:
        text += f"      ○  right {colour}, wrong place"
    return text


_SECTIONS: Final[tuple[Section, ...]] = (
    *(card, message, panel, settings, guesses, answers, luck, codes, standing),
    *(next_guess, secret, story, result),
)
"""The parts of a board; where two hold a cell, the later one is seen."""


def board_layout(
    board: NewBoard,
    sheet: str = BOARD_SHEET,
    place: int = 0,
    edition: Edition = Edition.MACROS,
) -> BoardLayout:
    """Return the plan of a board."""
    plan = BoardLayout(board, sheet, place, edition, tree_rows(board.rules))
    return plan.add(_SECTIONS)


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


def board_layouts(
    boards: Sequence[NewBoard], edition: Edition = Edition.MACROS
) -> list[BoardLayout]:
    """Return the plans of the boards of a workbook, each on a sheet of its own."""
    games = [board.rules for board in boards]
    return [
        board_layout(board, name, place, edition)
        for place, (board, name) in enumerate(
            zip(boards, sheet_names(games), strict=True)
        )
    ]
