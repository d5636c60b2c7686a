"""Right of the guesses: title, buttons, colours."""

from collections.abc import Iterator
from typing import Final

from xl_mastermind.sheets.board.formulas import as_tile
from xl_mastermind.sheets.board.plan import PlacedButton, Plan
from xl_mastermind.sheets.drawn_cells import (
    SMALL,
    TILE,
    TITLE,
    Cells,
    peg_colours,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.area import Area
from xl_mastermind.spreadsheet.buttons import PANEL_BUTTONS
from xl_mastermind.spreadsheet.games import title
from xl_mastermind.spreadsheet.messages import colours_in_words, symbols_in_words

_LARGE_TITLE: Final = 16
"""Characters of a title that has room beside the size of the game."""

_PANEL_POINTS: Final = 500
"""Width of the panel, in points of bold characters of an average width."""

_GAP: Final = 9
_BUTTON_HEIGHT: Final = 36
_BUTTON_ROWS: Final = 2
"""There is room for no more between the line of help and the settings."""


def panel(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield the title, the size of the game, and the key of the colours."""
    rules, left = b.rules, b.panel_left
    name = title(rules)
    is_large = len(name) <= _LARGE_TITLE
    points = TITLE["font_size"] if is_large else min(13, _PANEL_POINTS // len(name))
    look = TITLE | {"font_size": points}
    yield "title", Cells(b.area(0, left), values=[[name]], look=look)
    size = f"{rules.pegs} pegs  ·  {rules.colours} {colours_in_words(rules)}"
    if rules.distinct:
        size += "  ·  none twice"
    # A long title takes the room of the size, which is in it.
    values = [[size if is_large else ""]]
    right = b.area(0, b.panel_right)
    yield "size", Cells(right, values=values, look=SMALL | {"align": "right"})
    if rules.colours <= b.panel_columns:
        yield from _colour_key(b)
    else:
        text = f"A peg is {symbols_in_words(rules)}."
        yield (
            "symbols_text",
            Cells(b.area(b.legend_row, left), values=[[text]], look=SMALL),
        )


def _colour_key(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield a tile of each colour, and the names of the colours above them."""
    symbols = b.rules.symbols
    area = b.area(b.last_row, b.panel_left, width=b.rules.colours)
    yield (
        "colours",
        Cells(
            area,
            lambda _, index: _colour(area.column(index), symbols[index]),
            # Symbols without a colour stand on the colour of paper.
            look=TILE | {"border_color": palette.WHITE, "bg_color": palette.PAPER},
            when=lambda: peg_colours(symbols),
            is_read=True,
        ),
    )
    colours = [palette.peg_colour(symbol) for symbol in symbols]
    for index, (symbol, colour) in enumerate(zip(symbols, colours, strict=True)):
        if colour and all(colours):
            name = b.area(b.legend_row, area.left + index)
            centred = SMALL | {"align": "center"}
            yield (
                f"colour_name_{symbol}",
                Cells(name, values=[[colour.name]], look=centred),
            )


def _colour(cell: Area, symbol: str) -> str:
    """Return a tile of the key: a digit as a number."""
    return as_tile(cell, symbol if symbol.isdigit() else f'"{symbol}"')


def panel_buttons(b: Plan) -> Iterator[PlacedButton]:
    """Yield the buttons below the line of help, as many in each row."""
    columns = -(-len(PANEL_BUTTONS) // _BUTTON_ROWS)
    width = (b.panel_pixels - (columns - 1) * _GAP) // columns
    place = b.area(b.first_attempt, b.panel_left)
    for index, button in enumerate(PANEL_BUTTONS):
        down, across = divmod(index, columns)
        yield PlacedButton(
            button,
            place,
            {
                "width": width,
                "height": _BUTTON_HEIGHT,
                "x_offset": across * (width + _GAP),
                "y_offset": 11 + down * (_BUTTON_HEIGHT + _GAP),
            },
        )
