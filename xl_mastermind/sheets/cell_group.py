"""
Cells as they are declared: where they are, what they hold, how they look, and when.

`canvas` draws them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import Cell

_MAX_LIST_LENGTH: Final = 255
"""Characters that Excel accepts in a list to choose from."""

CellFormat: TypeAlias = dict[str, Any]
"""Properties of a cell's format, as XlsxWriter names them."""

CARD: Final[CellFormat] = {"bg_color": palette.PAPER}
CARD_FOOT: Final[CellFormat] = {**CARD, "bottom": 5, "border_color": palette.PAPER}
SMALL_TEXT: Final[CellFormat] = {"font_size": 10, "font_color": palette.MUTED_INK}
UNDERLINE: Final[CellFormat] = {"bottom": 1, "border_color": palette.LINE_COLOUR}
HAIRLINE: Final[CellFormat] = {"bottom": 1, "border_color": palette.HAIR}
TITLE: Final[CellFormat] = {"font_size": 26, "bold": True}
HEADING: Final[CellFormat] = {"font_size": 13, "bold": True}
SECTION_TITLE: Final[CellFormat] = {
    "font_size": 15,
    "bold": True,
    "font_color": palette.ACCENT,
}
ACCENT: Final[CellFormat] = {"bold": True, "font_color": palette.ACCENT}
LEFT_ALIGNMENT: Final[CellFormat] = {"align": "left"}
RIGHT_ALIGNMENT: Final[CellFormat] = {"align": "right"}
LABEL: Final[CellFormat] = SMALL_TEXT | RIGHT_ALIGNMENT | {"indent": 1}
TILE: Final[CellFormat] = {
    "align": "center",
    # LibreOffice 7.4 dies if a formula gives its cell a number format just when the
    # condition of its look is tested.
    "num_format": "0",
    "bg_color": palette.WHITE,
    "bold": True,
    "border": 5,  # thick, in the ground's colour: the gap between tiles
    "border_color": palette.PAPER,
    "font_size": 15,
}

SHEET_TILE: Final[CellFormat] = {**TILE, "border_color": palette.WHITE, "font_size": 13}

INVALID_INPUT: Final[CellFormat] = {
    "bg_color": palette.ALARM,
    "font_color": palette.WHITE,
    "bold": True,
}
"""The look of typed values that cannot be."""

INPUT_BORDER: Final[CellFormat] = {
    "border": 1,
    "border_color": palette.LINE_COLOUR,
    "bg_color": palette.WHITE,
}

INPUT: Final[CellFormat] = {"locked": False}
"""The look of cells that a protected sheet lets be typed into, and buttons write."""

GENERAL_NUMBER: Final[CellFormat] = {"num_format": "General;-General"}
"""
A number as it is typed, with its fraction.

General itself would become the format of the first date that is typed there.
"""

STRIKEOUT: Final[CellFormat] = {
    "bg_color": palette.WHITE,
    "font_color": palette.MUTED_INK,
    "font_strikeout": True,
}
"""A symbol that cannot be where it stands."""

HIDDEN_VALUE: Final[CellFormat] = {"num_format": ";;;"}
"""The look of values that stay invisible where hidden columns are shown."""

CACHED_VALUE: Final[CellFormat] = HIDDEN_VALUE | INPUT
"""The look of buttons' notes in hidden columns."""

HIDDEN_FORMULA: Final[CellFormat] = HIDDEN_VALUE | {"hidden": True}
"""The code, and how it is drawn: on a protected sheet no formula bar shows them."""


class ArrayFormula(str):
    """A formula of one cell that goes through areas cell by cell."""

    __slots__ = ()


class RichText(NamedTuple):
    """A text whose parts differ in their look, where a value may stand too."""

    parts: tuple[tuple[CellFormat, str], ...]
    cell_format: CellFormat  # of the cell


class Link(NamedTuple):
    """A text that leads to a cell of the workbook, where a value may stand too."""

    text: str
    sheet: str
    cell: str = "A1"


Content: TypeAlias = Cell | RichText | Link
"""The value of a cell without a formula."""


class ConditionalFormat(NamedTuple):
    """
    A look, and the test where it counts.

    It has no borders: Calc makes them black when it saves the workbook as .xlsx.
    """

    test: str
    """A formula as the first cell of the area would have it, or a value."""

    cell_format: CellFormat
    is_value: bool = False
    """Whether cells are compared with a value."""


def peg_formats(
    symbols: Iterable[str] = palette.PEG_COLOURS,
) -> list[ConditionalFormat]:
    """
    Return the tiles that some symbols have on every board.

    They compare values: programs do that whenever they draw a cell, much faster
    than they compute formulas.
    """
    return [
        ConditionalFormat(
            value, {"bg_color": colour.fill, "font_color": colour.ink}, is_value=True
        )
        for symbol in symbols
        if (colour := palette.peg_colour(symbol))
        for value in (symbol, f'"{symbol}"')
    ]


def peg_formats_on_ground(cell_range: CellRange) -> list[ConditionalFormat]:
    """Return the tiles of digits, and a ground for the pegs that have none."""
    ground = {"bg_color": palette.PAPER}
    return [
        *peg_formats(),
        ConditionalFormat(f'{cell_range.cell(0).address}<>""', ground),
    ]


def best_value_format(cell_range: CellRange, best: str) -> ConditionalFormat:
    """Return the look of the cells of an area that are as good as the best."""
    first = cell_range.cell(0).address
    return ConditionalFormat(f'AND({first}<>"",{first}={best})', ACCENT)


def visibility_format(test: str) -> ConditionalFormat:
    """Return the look of cells that show nothing where a test is not true."""
    unseen = {"font_color": palette.WHITE, "bg_color": palette.WHITE}
    return ConditionalFormat(f"NOT({test})", unseen)


def list_validation(offered: Sequence[str], **options: object) -> CellFormat | None:
    """Return the check that offers a list, if it is not too long for Excel."""
    if len(",".join(offered)) > _MAX_LIST_LENGTH:
        return None
    return {
        "validate": "list",
        "source": [*offered],
        "error_message": f"Please choose one of these: {', '.join(offered)}.",
        **options,
    }


def _no_conditions() -> Sequence[ConditionalFormat]:
    return ()


@dataclass(frozen=True)
class CellGroup:
    """
    Cells that belong together: where they are, what they hold, how they look.

    Formulas and conditions are asked for when all cells have their places.
    """

    cell_range: CellRange
    formula: Callable[[int, int], str] | None = None
    """The formula of each cell, by its row and column in the area; blank for none."""

    array_formula: Callable[[], str] | None = None
    """One formula for all cells."""

    column_array_formula: Callable[[int], str] | None = None
    """One formula for each column; the file has its first cell only."""

    values: Sequence[Sequence[Content]] | None = None
    """Values in place of formulas, row by row; the other cells are blank."""

    cell_format: CellFormat | None = None
    """None where cells look as their columns do; blank ones are not written then."""

    conditional_formats: Callable[[], Sequence[ConditionalFormat]] = _no_conditions
    """Looks with their tests: the first test that is true counts."""

    anchor_range: CellRange | None = None
    """
    Typed cells with the locked cells before and after them, in a row or in columns.

    Formulas read typed cells by their places in it: a reference to a cell follows it
    when it is cut and pasted, one to an area does so only with its ends.
    """

    merged_range: CellRange | None = None
    """The cells that are made one, if those of the area are some of them."""

    validation: CellFormat | None = None
    """The check of typed values, in XlsxWriter's words."""

    has_defined_name: bool = False
    """Whether a button or a host reads or writes them: then the workbook names them."""
