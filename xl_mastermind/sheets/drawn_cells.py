"""
Cells as they are declared: where they are, what they hold, how they look, and when.

`canvas` draws them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.area import Area
from xl_mastermind.spreadsheet.cells import Cell

_LONGEST_LIST: Final = 255
"""Characters that Excel accepts in a list to choose from."""

Style: TypeAlias = dict[str, Any]
"""Properties of a cell's format, as XlsxWriter names them."""

ON_CARD: Final[Style] = {"bg_color": palette.PAPER}
FOOT: Final[Style] = {**ON_CARD, "bottom": 5, "border_color": palette.PAPER}
SMALL: Final[Style] = {"font_size": 10, "font_color": palette.MUTED_INK}
UNDERLINED: Final[Style] = {"bottom": 1, "border_color": palette.LINE_COLOUR}
HAIRLINE: Final[Style] = {"bottom": 1, "border_color": palette.HAIR}
TITLE: Final[Style] = {"font_size": 26, "bold": True}
HEADING: Final[Style] = {"font_size": 13, "bold": True}
SECTION: Final[Style] = {"font_size": 15, "bold": True, "font_color": palette.ACCENT}
ACCENT: Final[Style] = {"bold": True, "font_color": palette.ACCENT}
LEFT: Final[Style] = {"align": "left"}
RIGHT: Final[Style] = {"align": "right"}
LABEL: Final[Style] = SMALL | RIGHT | {"indent": 1}
TILE: Final[Style] = {
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

TILE_ON_SHEET: Final[Style] = {**TILE, "border_color": palette.WHITE, "font_size": 13}

WRONG: Final[Style] = {
    "bg_color": palette.ALARM,
    "font_color": palette.WHITE,
    "bold": True,
}
"""The look of typed values that cannot be."""

BOX: Final[Style] = {
    "border": 1,
    "border_color": palette.LINE_COLOUR,
    "bg_color": palette.WHITE,
}

TYPED: Final[Style] = {"locked": False}
"""The look of cells that a protected sheet lets be typed into, and buttons write."""

AS_TYPED: Final[Style] = {"num_format": "General;-General"}
"""
A number as it is typed, with its fraction.

General itself would become the format of the first date that is typed there.
"""

STRUCK: Final[Style] = {
    "bg_color": palette.WHITE,
    "font_color": palette.MUTED_INK,
    "font_strikeout": True,
}
"""A symbol that cannot be where it stands."""

UNSEEN: Final[Style] = {"num_format": ";;;"}
"""The look of values that stay invisible where hidden columns are shown."""

KEPT: Final[Style] = UNSEEN | TYPED
"""The look of buttons' notes in hidden columns."""

SECRET: Final[Style] = UNSEEN | {"hidden": True}
"""The code, and how it is drawn: on a protected sheet no formula bar shows them."""


class ArrayFormula(str):
    """A formula of one cell that goes through areas cell by cell."""

    __slots__ = ()


class RichText(NamedTuple):
    """A text whose parts differ in their look, where a value may stand too."""

    parts: tuple[tuple[Style, str], ...]
    look: Style  # of the cell


class Link(NamedTuple):
    """A text that leads to a cell of the workbook, where a value may stand too."""

    text: str
    sheet: str
    cell: str = "A1"


Content: TypeAlias = Cell | RichText | Link
"""The value of a cell without a formula."""


class Condition(NamedTuple):
    """
    A look, and the test where it counts.

    It has no borders: Calc makes them black when it saves the workbook as .xlsx.
    """

    test: str
    """A formula as the first cell of the area would have it, or a value."""

    look: Style
    is_value: bool = False
    """Whether cells are compared with a value."""


def peg_colours(symbols: Iterable[str] = palette.PEG_COLOURS) -> list[Condition]:
    """
    Return the tiles that some symbols have on every board.

    They compare values: programs do that whenever they draw a cell, much faster
    than they compute formulas.
    """
    return [
        Condition(
            value, {"bg_color": colour.fill, "font_color": colour.ink}, is_value=True
        )
        for symbol in symbols
        if (colour := palette.peg_colour(symbol))
        for value in (symbol, f'"{symbol}"')
    ]


def pegs_on_ground(area: Area) -> list[Condition]:
    """Return the tiles of digits, and a ground for the pegs that have none."""
    ground = {"bg_color": palette.PAPER}
    return [*peg_colours(), Condition(f'{area.cell(0).address}<>""', ground)]


def marked_best(area: Area, best: str) -> Condition:
    """Return the look of the cells of an area that are as good as the best."""
    first = area.cell(0).address
    return Condition(f'AND({first}<>"",{first}={best})', ACCENT)


def seen_if(test: str) -> Condition:
    """Return the look of cells that show nothing where a test is not true."""
    unseen = {"font_color": palette.WHITE, "bg_color": palette.WHITE}
    return Condition(f"NOT({test})", unseen)


def choices(offered: Sequence[str], **options: object) -> Style | None:
    """Return the check that offers a list, if it is not too long for Excel."""
    if len(",".join(offered)) > _LONGEST_LIST:
        return None
    return {
        "validate": "list",
        "source": [*offered],
        "error_message": f"Please choose one of these: {', '.join(offered)}.",
        **options,
    }


def _no_conditions() -> Sequence[Condition]:
    return ()


@dataclass(frozen=True)
class Cells:
    """
    Cells that belong together: where they are, what they hold, how they look.

    Formulas and conditions are asked for when all cells have their places.
    """

    area: Area
    formula: Callable[[int, int], str] | None = None
    """The formula of each cell, by its row and column in the area; blank for none."""

    array: Callable[[], str] | None = None
    """One formula for all cells."""

    column_array: Callable[[int], str] | None = None
    """One formula for each column; the file has its first cell only."""

    values: Sequence[Sequence[Content]] | None = None
    """Values in place of formulas, row by row; the other cells are blank."""

    look: Style | None = None
    """None where cells look as their columns do; blank ones are not written then."""

    when: Callable[[], Sequence[Condition]] = _no_conditions
    """Looks with their tests: the first test that is true counts."""

    frame: Area | None = None
    """
    Typed cells with the locked cells before and after them, in a row or in columns.

    Formulas read typed cells by their places in it: a reference to a cell follows it
    when it is cut and pasted, one to an area does so only with its ends.
    """

    box: Area | None = None
    """The cells that are made one, if those of the area are some of them."""

    check: Style | None = None
    """The check of typed values, in XlsxWriter's words."""

    is_read: bool = False
    """Whether a button or a host reads or writes them: then the workbook names them."""
