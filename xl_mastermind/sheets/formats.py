"""Formats of cells, in XlsxWriter's words, and conditional formats."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple, TypeAlias

from xl_mastermind.game.peg_colours import PEG_COLOURS
from xl_mastermind.presentation import palette

CellFormat: TypeAlias = dict[str, Any]
"""Properties of a cell's format, as XlsxWriter names them."""

CARD: Final[CellFormat] = {"bg_color": palette.PAPER}
CARD_FOOT: Final[CellFormat] = {**CARD, "bottom": 5, "border_color": palette.PAPER}
SMALL_TEXT: Final[CellFormat] = {"font_size": 10, "font_color": palette.MUTED_INK}
UNDERLINE: Final[CellFormat] = {"bottom": 1, "border_color": palette.LINE_COLOUR}
HAIRLINE: Final[CellFormat] = {"bottom": 1, "border_color": palette.HAIR}
COLUMN_HEADING: Final[CellFormat] = SMALL_TEXT | UNDERLINE
TITLE: Final[CellFormat] = {"font_size": 26, "bold": True}
HEADING: Final[CellFormat] = {"font_size": 13, "bold": True}
ACCENT: Final[CellFormat] = {"bold": True, "font_color": palette.ACCENT}
SECTION_TITLE: Final[CellFormat] = ACCENT | {"font_size": 15}
LEFT_ALIGNMENT: Final[CellFormat] = {"align": "left"}
CENTRE_ALIGNMENT: Final[CellFormat] = {"align": "center"}
RIGHT_ALIGNMENT: Final[CellFormat] = {"align": "right"}
LABEL: Final[CellFormat] = SMALL_TEXT | RIGHT_ALIGNMENT | {"indent": 1}
TILE: Final[CellFormat] = {
    "align": "center",
    # LibreOffice 7.4 crashes if a formula sets the number format of its cell while it
    # tests a conditional format.
    "num_format": "0",
    "bg_color": palette.WHITE,
    "bold": True,
    "border": 5,  # A thick border in the ground's colour is the gap between tiles.
    "border_color": palette.PAPER,
    "font_size": 15,
}

WHITE_GAP: Final[CellFormat] = {"border": 5, "border_color": palette.WHITE}
SHEET_TILE: Final[CellFormat] = TILE | WHITE_GAP | {"font_size": 13}
TEXT: Final[CellFormat] = {"num_format": "@"}
"""The number format Text: entries stay as users type them."""


INVALID_INPUT: Final[CellFormat] = {
    "bg_color": palette.ALARM,
    "font_color": palette.WHITE,
    "bold": True,
}

INPUT_BORDER: Final[CellFormat] = {
    "border": 1,
    "border_color": palette.LINE_COLOUR,
    "bg_color": palette.WHITE,
}

INPUT: Final[CellFormat] = {"locked": False}
"""The format of cells that users and buttons change on a protected sheet."""

GENERAL_NUMBER: Final[CellFormat] = {"num_format": "General;-General"}
"""
A number as it was entered, with its fraction.

General itself would become the format of the first date that is entered.
"""

STRIKEOUT: Final[CellFormat] = {
    "bg_color": palette.WHITE,
    "font_color": palette.MUTED_INK,
    "font_strikeout": True,
}

HIDDEN_VALUE: Final[CellFormat] = {"num_format": ";;;"}
"""The format of values that stay invisible in visible columns."""

CACHED_VALUE: Final[CellFormat] = HIDDEN_VALUE | INPUT
"""The format of values that buttons cache in hidden columns."""

HIDDEN_FORMULA: Final[CellFormat] = HIDDEN_VALUE | {"hidden": True}
"""The format of the code: on a protected sheet no formula bar shows its formulas."""


class ConditionalFormat(NamedTuple):
    """
    A format for cells that meet criteria.

    It has no borders: Calc makes them black when it saves the workbook as .xlsx.
    """

    criteria: str  # The formula of the first cell, or a value.
    cell_format: CellFormat
    is_value: bool = False  # Whether cells are compared with a value.


def peg_formats(symbols: Iterable[str] = PEG_COLOURS) -> list[ConditionalFormat]:
    """
    Return the formats of tiles with some symbols.

    They compare values: applications do that whenever they draw a cell, much faster
    than they compute formulas.
    """
    return [
        ConditionalFormat(
            value, {"bg_color": colour.fill, "font_color": colour.ink}, is_value=True
        )
        for symbol in symbols
        if (colour := PEG_COLOURS.get(symbol))
        for value in (symbol, f'"{symbol}"')
    ]


def peg_formats_on_ground() -> list[ConditionalFormat]:
    """Return the formats of tiles with digits, and a ground for all other pegs."""
    return [*peg_formats(), ConditionalFormat('[@]<>""', {"bg_color": palette.PAPER})]


def best_value_format(best: str) -> ConditionalFormat:
    """Return the format of the cells that equal `best`, a formula."""
    return ConditionalFormat(f'AND([@]<>"",[@]={best})', ACCENT)


def visibility_format(test: str) -> ConditionalFormat:
    """Return the format of cells that show nothing unless a test is true."""
    unseen = {"font_color": palette.WHITE, "bg_color": palette.WHITE}
    return ConditionalFormat(f"NOT({test})", unseen)
