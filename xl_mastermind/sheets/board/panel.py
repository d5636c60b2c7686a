"""Right of the guesses: title, buttons, colours."""

from collections.abc import Iterator
from typing import Final

from xl_mastermind.sheets.board.formulas import as_tile
from xl_mastermind.sheets.board.layout import BoardLayout, ButtonPlacement
from xl_mastermind.sheets.cell_group import (
    SMALL_TEXT,
    TILE,
    TITLE,
    CellGroup,
    peg_formats,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.buttons import PANEL_BUTTONS
from xl_mastermind.spreadsheet.cell_range import CellRange
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


def panel(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the title, the size of the game, and the key of the colours."""
    rules, left = b.rules, b.panel_column
    name = title(rules)
    is_large = len(name) <= _LARGE_TITLE
    points = TITLE["font_size"] if is_large else min(13, _PANEL_POINTS // len(name))
    cell_format = TITLE | {"font_size": points}
    yield (
        "title",
        CellGroup(b.cell_range(0, left), values=[[name]], cell_format=cell_format),
    )
    size = f"{rules.pegs} pegs  ·  {rules.colours} {colours_in_words(rules)}"
    if rules.distinct:
        size += "  ·  none twice"
    # A long title takes the room of the size, which is in it.
    values = [[size if is_large else ""]]
    right = b.cell_range(0, b.panel_right)
    yield (
        "size",
        CellGroup(right, values=values, cell_format=SMALL_TEXT | {"align": "right"}),
    )
    if rules.colours <= b.panel_column_count:
        yield from _colour_key(b)
    else:
        text = f"A peg is {symbols_in_words(rules)}."
        yield (
            "symbols_text",
            CellGroup(
                b.cell_range(b.legend_row, left),
                values=[[text]],
                cell_format=SMALL_TEXT,
            ),
        )


def _colour_key(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield a tile of each colour, and the names of the colours above them."""
    symbols = b.rules.symbols
    cell_range = b.cell_range(b.last_row, b.panel_column, width=b.rules.colours)
    yield (
        "colours",
        CellGroup(
            cell_range,
            lambda _, index: _colour(cell_range.column(index), symbols[index]),
            # Symbols without a colour stand on the colour of paper.
            cell_format=TILE
            | {"border_color": palette.WHITE, "bg_color": palette.PAPER},
            conditional_formats=lambda: peg_formats(symbols),
            has_defined_name=True,
        ),
    )
    colours = [palette.peg_colour(symbol) for symbol in symbols]
    for index, (symbol, colour) in enumerate(zip(symbols, colours, strict=True)):
        if colour and all(colours):
            name = b.cell_range(b.legend_row, cell_range.left + index)
            centred = SMALL_TEXT | {"align": "center"}
            yield (
                f"colour_name_{symbol}",
                CellGroup(name, values=[[colour.name]], cell_format=centred),
            )


def _colour(cell: CellRange, symbol: str) -> str:
    """Return a tile of the key: a digit as a number."""
    return as_tile(cell, symbol if symbol.isdigit() else f'"{symbol}"')


def panel_buttons(b: BoardLayout) -> Iterator[ButtonPlacement]:
    """Yield the buttons below the line of help, as many in each row."""
    columns = -(-len(PANEL_BUTTONS) // _BUTTON_ROWS)
    width = (b.panel_width - (columns - 1) * _GAP) // columns
    place = b.cell_range(b.first_attempt_row, b.panel_column)
    for index, button in enumerate(PANEL_BUTTONS):
        down, across = divmod(index, columns)
        yield ButtonPlacement(
            button,
            place,
            {
                "width": width,
                "height": _BUTTON_HEIGHT,
                "x_offset": across * (width + _GAP),
                "y_offset": 11 + down * (_BUTTON_HEIGHT + _GAP),
            },
        )
