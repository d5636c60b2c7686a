"""The result for friends once the game is over, and the web page of the game."""

from typing import Final

from xl_mastermind.game.rules import UNKNOWN_SYMBOL
from xl_mastermind.sheets.board.feedback import drawn_pegs
from xl_mastermind.sheets.board.formulas import as_formula, first_that_holds
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.message import GUESS_COUNT
from xl_mastermind.sheets.board.settings import IS_REVEALED
from xl_mastermind.sheets.cell_group import INPUT, CellGroup, Groups
from xl_mastermind.spreadsheet import messages
from xl_mastermind.spreadsheet.board import COMPUTER
from xl_mastermind.spreadsheet.games import title

_NOTE_ROWS: Final = 100
"""Rows below a board for notes."""

_COPY_MESSAGE: Final = (
    f'IF([@result_title]<>"","{messages.RESULT_COPIED}",'
    f'IF({IS_REVEALED},"{messages.NO_RESULT}","{messages.NO_RESULT_YET}"))'
)
"""The message of the button Copy Result."""

_IS_PAGE_MESSAGE: Final = (
    f'LEFT([@message],{len(messages.WEB_PAGE_PREFIX)})="{messages.WEB_PAGE_PREFIX}"'
)


def result(layout: BoardLayout) -> Groups:
    """Return the lines below the panel."""
    groups: Groups = {}
    row, left = layout.result_row, layout.panel_column
    groups["result_head"] = CellGroup(
        layout.cell_range(row, left),
        f'IF([@result_title]="","","{messages.SHOW_FRIENDS}")',
        {"bold": True, "font_size": 13},
    )
    pegs = layout.cell_range(row + 2, left, layout.attempts)
    for name, cell_range, formula in (
        ("result_title", pegs.row(-1), _title(layout)),
        ("result_pegs", pegs, _pegs(layout.rules.pegs)),
    ):
        groups[name] = CellGroup(cell_range, formula, {"font_size": 11})
    lines = layout.cell_range(row + 1, left, layout.attempts + 1)
    groups["result"] = CellGroup(lines, has_defined_name=True)
    below = layout.cell_range(pegs.bottom + 1, left)
    groups["copy_message"] = CellGroup(
        layout.cache_columns(below), _COPY_MESSAGE, has_defined_name=True
    )
    # Left of the settings: Enter leads to the next cell that is not locked below, else
    # in the next column, and the board is to stay in sight.
    notes = layout.cell_range(
        pegs.bottom + 2, left, _NOTE_ROWS, layout.panel_column_count // 2
    )
    groups["notes"] = CellGroup(notes, values=[], cell_format=INPUT)
    if not layout.is_plain:
        page_message = f'IF({_IS_PAGE_MESSAGE},[@message],"")'
        groups["page_message"] = CellGroup(below, page_message)
    return groups


def _title(layout: BoardLayout) -> str:
    """Return the game and its number of guesses, or nothing."""
    is_numbered = f'AND([current_codemaker]="{COMPUTER}",ISNUMBER([number]))'
    game = f'"{title(layout.rules)}"&IF({is_numbered}," #"&[number],"")'
    cases = (
        (IS_REVEALED, '""'),  # also after a guess that repeats the code
        ("[won]", as_formula(messages.RESULT, game=game, guesses=GUESS_COUNT)),
        (
            "[lost]",
            as_formula(messages.RESULT_LOST, game=game, guesses=str(layout.attempts)),
        ),
    )
    return first_that_holds(cases, '""')


def _pegs(pegs: int) -> str:
    """Return the pegs of the feedback, where the game has a result, or nothing."""
    black, white = "[@feedback_pegs.black]", "[@feedback_pegs.white]"
    is_known = f'AND({black}<>"{UNKNOWN_SYMBOL}",{white}<>"{UNKNOWN_SYMBOL}")'
    missing = f'REPT("·",IF({is_known},{pegs}-{black}-N({white}),0))'
    line = f"{drawn_pegs('●', black)}&{drawn_pegs('○', white)}&{missing}"
    counts = "AND([@is_turn],OR([won]=0,[above #]<[won]))"
    return f'IF([@result_title]="","",IF({counts},{line},""))'
