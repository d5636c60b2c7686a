"""The result for friends once the game is over, and the web page of the game."""

from collections.abc import Iterator

from xl_mastermind.game.rules import UNKNOWN_SYMBOL
from xl_mastermind.sheets.board.feedback import drawn, marks_at
from xl_mastermind.sheets.board.formulas import as_formula, first_that_holds
from xl_mastermind.sheets.board.layout import BoardLayout, ButtonPlacement
from xl_mastermind.sheets.board.message import found_in
from xl_mastermind.sheets.board.settings import is_revealed
from xl_mastermind.sheets.cell_group import CellGroup
from xl_mastermind.spreadsheet.board import COMPUTER
from xl_mastermind.spreadsheet.buttons import COPY_RESULT, WEB_PAGE
from xl_mastermind.spreadsheet.games import title
from xl_mastermind.spreadsheet.messages import (
    NO_RESULT,
    NO_RESULT_YET,
    RESULT,
    RESULT_COPIED,
    RESULT_LOST,
    SHOW_FRIENDS,
    WEB_PAGE_PREFIX,
)

_BUTTON_PIXELS = 138


def result(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the lines below the panel."""
    row, left = b.below, b.panel_column
    yield (
        "result_head",
        CellGroup(
            b.cell_range(row, left),
            lambda *_: f'IF({b.reference("result", 0)}="","","{SHOW_FRIENDS}")',
            cell_format={"bold": True, "font_size": 13},
        ),
    )
    yield (
        "result",
        CellGroup(
            b.cell_range(row + 1, left, b.attempts + 1),
            lambda row, _: _pegs(b, row - 1) if row else _result(b),
            cell_format={"font_size": 11},
            has_defined_name=True,
        ),
    )
    place = b.cell_range(row + 2 + b.attempts, left)
    # What Copy Result says.
    text = (
        f'IF({b.reference("result", 0)}<>"","{RESULT_COPIED}",'
        f'IF({is_revealed(b)},"{NO_RESULT}","{NO_RESULT_YET}"))'
    )
    yield (
        "copy_message",
        CellGroup(
            b.cache_columns(place),
            lambda *_: text,
            cell_format={},
            has_defined_name=True,
        ),
    )
    if not b.is_plain:
        yield (
            "page_message",
            CellGroup(place, lambda *_: _page_message(b), cell_format={}),
        )


def result_buttons(b: BoardLayout) -> Iterator[ButtonPlacement]:
    """Yield the buttons right of the lines."""
    row, right = b.below + 1, b.panel_width - _BUTTON_PIXELS
    yield ButtonPlacement(
        COPY_RESULT, b.cell_range(row, b.panel_column), {"x_offset": right}
    )
    below = {"x_offset": right, "y_offset": 6}
    yield ButtonPlacement(WEB_PAGE, b.cell_range(row + 2, b.panel_column), below)


def _result(b: BoardLayout) -> str:
    """Return which game was played, and in how many guesses, or nothing."""
    is_numbered = f'AND({b.current_codemaker.absolute_address}="{COMPUTER}",ISNUMBER({b.number.absolute_address}))'
    number = f'IF({is_numbered}," #"&{b.number.absolute_address},"")'
    game = f'"{title(b.rules)}"&{number}'
    found = as_formula(RESULT, game=game, guesses=found_in(b))
    lost = as_formula(RESULT_LOST, game=game, guesses=str(b.attempts))
    cases = (
        (is_revealed(b), '""'),  # also after a guess that repeats the code
        (b.won.absolute_address, found),
        (b.lost.absolute_address, lost),
    )
    return first_that_holds(cases, '""')


def _pegs(b: BoardLayout, row: int) -> str:
    """Return the pegs of an answer, where the game has a result, or nothing."""
    black, white = marks_at(b, row)
    is_complete = f'AND({black}<>"{UNKNOWN_SYMBOL}",{white}<>"{UNKNOWN_SYMBOL}")'
    others = f"IF({is_complete},{b.rules.pegs}-{black}-N({white}),0)"
    pegs = f'{drawn("●", black)}&{drawn("○", white)}&REPT("·",{others})'
    won = b.won.absolute_address
    counts = f"AND({b.reference('is_turn', row)},OR({won}=0,{row}<{won}))"
    return f'IF({b.reference("result", 0)}="","",IF({counts},{pegs},""))'


def _page_message(b: BoardLayout) -> str:
    """Return the message on the web page."""
    message = b.message.address
    begins = f'LEFT({message},{len(WEB_PAGE_PREFIX)})="{WEB_PAGE_PREFIX}"'
    return f'IF({begins},{message},"")'
