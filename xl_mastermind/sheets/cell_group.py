"""Groups of cells as sheets declare them: ranges, formulas, values and formats."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, NamedTuple, NewType, TypeAlias

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import Cell
from xl_mastermind.game.peg_colours import PEG_COLOURS, peg_colour
from xl_mastermind.presentation import palette

_MAX_LIST_LENGTH: Final = 255
"""Characters that Excel accepts in the list of a data validation."""

CellFormat: TypeAlias = dict[str, Any]
"""Properties of a cell's format, as XlsxWriter names them."""

Options: TypeAlias = dict[str, Any]
"""Options of XlsxWriter for a data validation."""

CARD: Final[CellFormat] = {"bg_color": palette.PAPER}
CARD_FOOT: Final[CellFormat] = {**CARD, "bottom": 5, "border_color": palette.PAPER}
SMALL_TEXT: Final[CellFormat] = {"font_size": 10, "font_color": palette.MUTED_INK}
UNDERLINE: Final[CellFormat] = {"bottom": 1, "border_color": palette.LINE_COLOUR}
HAIRLINE: Final[CellFormat] = {"bottom": 1, "border_color": palette.HAIR}
COLUMN_HEADING: Final[CellFormat] = SMALL_TEXT | UNDERLINE
TITLE: Final[CellFormat] = {"font_size": 26, "bold": True}
HEADING: Final[CellFormat] = {"font_size": 13, "bold": True}
SECTION_TITLE: Final[CellFormat] = {
    "font_size": 15,
    "bold": True,
    "font_color": palette.ACCENT,
}
ACCENT: Final[CellFormat] = {"bold": True, "font_color": palette.ACCENT}
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
    "border": 5,  # thick, in the ground's colour: the gap between tiles
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
"""The format of impossible input."""

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
"""The format of an impossible symbol."""

HIDDEN_VALUE: Final[CellFormat] = {"num_format": ";;;"}
"""The format of values that stay invisible in visible columns."""

CACHED_VALUE: Final[CellFormat] = HIDDEN_VALUE | INPUT
"""The format of values that buttons cache in hidden columns."""

HIDDEN_FORMULA: Final[CellFormat] = HIDDEN_VALUE | {"hidden": True}
"""The format of the code: on a protected sheet no formula bar shows its formulas."""


Formula = NewType("Formula", str)
"""A formula, or a part of one, in the notation of `formula_notation`."""


class ArrayFormula(str):
    """An array formula."""

    __slots__ = ()


class RichText(NamedTuple):
    """A text with parts of different formats, in place of a value."""

    parts: tuple[tuple[CellFormat, str], ...]
    cell_format: CellFormat  # of the cell


class Link(NamedTuple):
    """A text with a link to a cell of the workbook, in place of a value."""

    text: str
    sheet: str
    cell: str = "A1"


Content: TypeAlias = Cell | RichText | Link
"""The value of a cell without a formula."""


class ConditionalFormat(NamedTuple):
    """
    A format for cells that meet criteria.

    It has no borders: Calc makes them black when it saves the workbook as .xlsx.
    """

    criteria: str
    """The formula of the first cell, or a value."""

    cell_format: CellFormat
    is_value: bool = False
    """Whether cells are compared with a value."""


def peg_formats(
    symbols: Iterable[str] = PEG_COLOURS,
) -> list[ConditionalFormat]:
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
        if (colour := peg_colour(symbol))
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


def list_validation(choices: Sequence[str], **options: object) -> Options | None:
    """Return the data validation with a list, if it is not too long for Excel."""
    if len(",".join(choices)) > _MAX_LIST_LENGTH:
        return None
    return {
        "validate": "list",
        "source": [*choices],
        "error_message": f"Please choose one of these: {', '.join(choices)}.",
        **options,
    }


class FormulaCell(NamedTuple):
    """A cell with a formula: its group's range, its row and column in it from 0."""

    cell_range: CellRange
    row: int = 0
    column: int = 0
    is_conditional_format: bool = False
    is_column_array: bool = False

    @property
    def row_count(self) -> int:
        """Number of rows to which the row of the formula belongs."""
        cell_range = self.cell_range
        return cell_range.width if self.is_column_array else cell_range.height


@dataclass(frozen=True)
class CellGroup:
    """
    A range with its content and formats, declared once.

    `formula_notation` describes the notation of formulas, also in conditional formats
    and data validations; a layout inserts the addresses.
    """

    cell_range: CellRange
    formula: str = ""
    """The formula of every cell."""

    cell_format: CellFormat | None = None
    """
    None for the default format, and for values the format of their columns.

    Then blank cells are not written.
    """

    row_formulas: Sequence[str] = ()
    """A formula for each row, if they differ by more than the cells they read."""

    column_formulas: Sequence[str] = ()
    """A formula for each column, likewise; cells without a formula are blank."""

    array_formula: str = ""
    """One array formula for all cells."""

    column_array_formula: str | Sequence[str] = ""
    """An array formula for each column; the file has its first cell only."""

    values: Sequence[Sequence[Content]] | None = None
    """Values in place of formulas, row by row; the other cells are blank."""

    conditional_formats: Sequence[ConditionalFormat] = ()
    """The first whose criteria are true applies."""

    column_names: Sequence[str] = ()
    """Names of the columns in formulas; all columns also have numbers from 1."""

    anchor_range: CellRange | None = None
    """
    The input cells with the locked cells before and after them, in a row or in columns.

    Formulas read input cells by position in it: a reference to a cell follows it when a
    user cuts and pastes it, one to a range only if its ends are moved.
    """

    merged_range: CellRange | None = None
    """The merged cells, of which `cell_range` is the first."""

    validation: Options | None = None
    """The data validation, in XlsxWriter's words."""

    is_background: bool = False
    """Whether later groups may cover its cells, which are blank."""

    has_defined_name: bool = False
    """Whether buttons or applications use it: then the workbook defines its name."""

    resolve: Callable[[str, FormulaCell], str] = lambda formula, _: formula
    """Return a formula with addresses; the layout sets it."""

    @property
    def area(self) -> CellRange:
        """The cells that the group occupies."""
        return self.merged_range or self.cell_range

    @property
    def is_written(self) -> bool:
        """Whether it has cells of its own, and is not a name for parts of others."""
        return self.cell_format is not None or self.has_formulas or bool(self.values)

    @property
    def has_formulas(self) -> bool:
        """Whether its cells have formulas."""
        return bool(
            self.formula
            or self.row_formulas
            or self.column_formulas
            or self.array_formula
            or self.column_array_formula
        )

    def formulas(self) -> Iterator[tuple[CellRange, str]]:
        """Yield ranges and their formulas with addresses; "" for blank cells."""
        cell_range = self.cell_range
        columns = range(cell_range.width)
        if self.array_formula:
            formula = self.resolve(self.array_formula, FormulaCell(cell_range))
            yield cell_range, ArrayFormula(formula)
        elif formulas := self.column_array_formula:
            if isinstance(formulas, str):
                formulas = [formulas] * cell_range.width
            for column in columns:
                cell = FormulaCell(cell_range, column, column, is_column_array=True)
                formula = self.resolve(formulas[column], cell)
                yield cell_range.column(column), ArrayFormula(formula)
        else:
            for row, column in product(range(cell_range.height), columns):
                formula = self.formula
                if self.row_formulas:
                    formula = self.row_formulas[row]
                elif self.column_formulas:
                    formula = self.column_formulas[column]
                resolved = self.resolve(formula, FormulaCell(cell_range, row, column))
                yield cell_range.cell(row, column), type(formula)(resolved)

    def resolved_conditional_formats(self) -> list[ConditionalFormat]:
        """Return the conditional formats with addresses in their criteria."""
        cell = FormulaCell(self.cell_range, is_conditional_format=True)
        return [
            each._replace(criteria=self.resolve(each.criteria, cell))
            for each in self.conditional_formats
        ]

    def resolved_validation(self) -> Options:
        """Return the data validation with addresses in its formulas."""
        cell = FormulaCell(self.cell_range)
        return {
            option: self.resolve(value, cell)
            if isinstance(value, str) and value.startswith("=")
            else value
            for option, value in (self.validation or {}).items()
        }


Groups: TypeAlias = dict[str, CellGroup]
"""Groups of cells by name."""


def background_group(cell_range: CellRange, cell_format: CellFormat) -> CellGroup:
    """Return a group of blank cells that later groups may cover."""
    return CellGroup(cell_range, values=[], cell_format=cell_format, is_background=True)


def text_group(cell_range: CellRange, text: str, cell_format: CellFormat) -> CellGroup:
    """Return a group with a text in its first cell."""
    return CellGroup(cell_range, values=[[text]], cell_format=cell_format)


def column_group(
    cell_range: CellRange, values: Iterable[Content], cell_format: CellFormat
) -> CellGroup:
    """Return a group of one column with these values."""
    return CellGroup(
        cell_range, values=[[value] for value in values], cell_format=cell_format
    )
