"""The result for friends once the game is over, and the web page of the game."""

from collections.abc import Iterator

from xl_mastermind.game.rules import UNKNOWN_SYMBOL
from xl_mastermind.sheets.board.answers import drawn, marks_at
from xl_mastermind.sheets.board.formulas import as_formula, first_that_holds
from xl_mastermind.sheets.board.message import found_in
from xl_mastermind.sheets.board.plan import PlacedButton, Plan
from xl_mastermind.sheets.board.settings import is_revealed
from xl_mastermind.sheets.drawn_cells import Cells
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


def result(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield the lines below the panel."""
    row, left = b.below, b.panel_left
    yield (
        "result_head",
        Cells(
            b.area(row, left),
            lambda *_: f'IF({b.at("result", 0)}="","","{SHOW_FRIENDS}")',
            look={"bold": True, "font_size": 13},
        ),
    )
    yield (
        "result",
        Cells(
            b.area(row + 1, left, b.attempts + 1),
            lambda row, _: _pegs(b, row - 1) if row else _result(b),
            look={"font_size": 11},
            is_read=True,
        ),
    )
    place = b.area(row + 2 + b.attempts, left)
    # What Copy Result says.
    text = (
        f'IF({b.at("result", 0)}<>"","{RESULT_COPIED}",'
        f'IF({is_revealed(b)},"{NO_RESULT}","{NO_RESULT_YET}"))'
    )
    yield "copy_message", Cells(b.kept(place), lambda *_: text, look={}, is_read=True)
    if not b.is_plain:
        yield "page_message", Cells(place, lambda *_: _page_message(b), look={})


def result_buttons(b: Plan) -> Iterator[PlacedButton]:
    """Yield the buttons right of the lines."""
    row, right = b.below + 1, b.panel_pixels - _BUTTON_PIXELS
    yield PlacedButton(COPY_RESULT, b.area(row, b.panel_left), {"x_offset": right})
    below = {"x_offset": right, "y_offset": 6}
    yield PlacedButton(WEB_PAGE, b.area(row + 2, b.panel_left), below)


def _result(b: Plan) -> str:
    """Return which game was played, and in how many guesses, or nothing."""
    is_numbered = f'AND({b.maker.fixed}="{COMPUTER}",ISNUMBER({b.number.fixed}))'
    number = f'IF({is_numbered}," #"&{b.number.fixed},"")'
    game = f'"{title(b.rules)}"&{number}'
    found = as_formula(RESULT, game=game, guesses=found_in(b))
    lost = as_formula(RESULT_LOST, game=game, guesses=str(b.attempts))
    cases = (
        (is_revealed(b), '""'),  # also after a guess that repeats the code
        (b.won.fixed, found),
        (b.lost.fixed, lost),
    )
    return first_that_holds(cases, '""')


def _pegs(b: Plan, row: int) -> str:
    """Return the pegs of an answer, where the game has a result, or nothing."""
    black, white = marks_at(b, row)
    is_complete = f'AND({black}<>"{UNKNOWN_SYMBOL}",{white}<>"{UNKNOWN_SYMBOL}")'
    others = f"IF({is_complete},{b.rules.pegs}-{black}-N({white}),0)"
    pegs = f'{drawn("●", black)}&{drawn("○", white)}&REPT("·",{others})'
    won = b.won.fixed
    counts = f"AND({b.at('is_turn', row)},OR({won}=0,{row}<{won}))"
    return f'IF({b.at("result", 0)}="","",IF({counts},{pegs},""))'


def _page_message(b: Plan) -> str:
    """Return the message on the web page."""
    message = b.message.address
    begins = f'LEFT({message},{len(WEB_PAGE_PREFIX)})="{WEB_PAGE_PREFIX}"'
    return f'IF({begins},{message},"")'
