"""A board as a whole: its sections, and a name for its sheet."""

from collections.abc import Iterable, Sequence
from typing import Final

from xl_mastermind.game.game import Game
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.games import game_name
from xl_mastermind.presentation.sheet_names import BOARD_SHEET
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.code_list import code_list
from xl_mastermind.sheets.board.codes_left import codes_left
from xl_mastermind.sheets.board.facts import facts
from xl_mastermind.sheets.board.feedback import ROW_LINE, feedback
from xl_mastermind.sheets.board.game_column import game_column
from xl_mastermind.sheets.board.guesses import guesses
from xl_mastermind.sheets.board.hints import hints
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.luck import luck
from xl_mastermind.sheets.board.message import message
from xl_mastermind.sheets.board.panel import panel
from xl_mastermind.sheets.board.result import explanation, result
from xl_mastermind.sheets.board.secret import secret
from xl_mastermind.sheets.board.settings import settings
from xl_mastermind.sheets.board.status import status
from xl_mastermind.sheets.board.valid_feedback import valid_feedback
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups
from xl_mastermind.workbook_files.edition import Edition

_MAX_NAME_LENGTH: Final = 31
"""Characters that Excel accepts."""


def card(layout: BoardLayout) -> CellGroups:
    """Return the background of guesses and feedback."""
    groups: CellGroups = {}
    left, row = layout.first_peg_column - 2, layout.first_attempt_row - 1
    lines_left, lines_end = layout.feedback_column, layout.feedback_margin_column
    end = layout.panel_right + 1
    for name, top, first, height, last, cell_format in (
        ("card", 0, left, layout.card_bottom, end, formats.CARD),
        ("foot", layout.card_bottom, left, 1, end, formats.CARD_FOOT),
        ("row_lines", row, lines_left, layout.entry_count + 1, lines_end, ROW_LINE),
    ):
        cells = layout.cell_range(top, first, height, last - first)
        groups[name] = CellGroup.background(cells, cell_format)
    return groups


_SECTIONS: Final = (
    *(card, message, panel, settings, guesses, game_column),
    *(feedback, codes_left, valid_feedback, luck, code_list, hints),
    *(status, secret, explanation, facts, result),
)
"""The parts of a board; later groups cover the card."""


def board_layout(
    game: Game, sheet: str = BOARD_SHEET, edition: Edition = Edition.MACROS
) -> BoardLayout:
    """Return the layout of the board of a game."""
    return BoardLayout(game, sheet, edition).add(_SECTIONS)


def sheet_names(games: Iterable[Rules]) -> list[str]:
    """Return a name for the sheet of each game, all different."""
    names: list[str] = []
    for rules in games:
        taken = {name.lower() for name in names}
        name = game_name(rules)[:_MAX_NAME_LENGTH]
        number = 1
        while name.lower() in taken:
            number += 1
            mark = f" {number}"
            name = name[: _MAX_NAME_LENGTH - len(mark)] + mark
        names.append(name)
    return names


def board_layouts(
    games: Sequence[Game], edition: Edition = Edition.MACROS
) -> list[BoardLayout]:
    """Return the layouts of the boards of these games, each on its own sheet."""
    names = sheet_names(game.rules for game in games)
    return [
        board_layout(game, name, edition)
        for game, name in zip(games, names, strict=True)
    ]
