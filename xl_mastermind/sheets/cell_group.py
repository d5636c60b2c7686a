"""Groups of cells as sheets declare them: ranges, formulas, values and formats."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, NamedTuple, Self, TypeAlias

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import Cell
from xl_mastermind.sheets.formats import CellFormat, ConditionalFormat

_MAX_LIST_LENGTH: Final = 255
"""Characters that Excel accepts in the list of a data validation."""

Options: TypeAlias = dict[str, Any]
Formula: TypeAlias = str
"""A formula, or a part of one, in the notation of `formula_notation`."""


class ArrayFormula(str):
    """An array formula."""

    __slots__ = ()


class RichText(NamedTuple):
    """A text with parts of different formats, in place of a value."""

    parts: tuple[tuple[CellFormat, str], ...]
    cell_format: CellFormat


class Link(NamedTuple):
    """A text with a link to a cell of the workbook, in place of a value."""

    text: str
    sheet: str
    cell: str = "A1"


Content: TypeAlias = Cell | RichText | Link
"""The value of a cell without a formula."""


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
    """A cell with a formula: the range of its group, its row and column there."""

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
    formula: str = ""  # The formula of every cell.
    cell_format: CellFormat | None = None
    """
    None: formulas get the default format, values the format of their column.

    Blank cells without a format are not written.
    """

    is_shared: bool = False
    """
    Whether the file has the formula of the first cell only, as a shared formula.

    The formulas differ by the rows of relative addresses, so they contain no number of
    a row.
    """

    row_formulas: Sequence[str] = ()  # If they differ by more than the cells they read.
    column_formulas: Sequence[str] = ()  # Cells without a formula are blank.
    array_formula: str = ""  # One array formula for all cells.
    column_array_formula: str | Sequence[str] = ""
    """An array formula for each column; the file has its first cell only."""

    values: Sequence[Sequence[Content]] | None = None
    """Values in place of formulas, row by row; the other cells are blank."""

    conditional_formats: Sequence[ConditionalFormat] = ()
    """The first format with true criteria applies."""

    column_names: Sequence[str] = ()
    """Names of the columns in formulas; all columns also have numbers from 1."""

    anchor_range: CellRange | None = None
    """
    The input cells with the locked cells before and after them, in a row or in columns.

    Formulas read input cells by their position in this range: a reference to a cell
    follows the cell when a user cuts and pastes it; a reference to a range follows its
    ends, which are locked.
    """

    merged_range: CellRange | None = None  # The merged cells: `cell_range` and others.
    validation: Options | None = None  # The data validation, in XlsxWriter's words.
    is_background: bool = False  # Whether later groups may cover its blank cells.
    resolve: Callable[[str, FormulaCell], str] = lambda formula, _: formula
    """Return a formula with addresses; the layout sets it."""

    @classmethod
    def background(cls, cell_range: CellRange, cell_format: CellFormat) -> Self:
        """Return a group of blank cells that later groups may cover."""
        return cls(cell_range, values=[], cell_format=cell_format, is_background=True)

    @classmethod
    def from_text(
        cls, cell_range: CellRange, text: str, cell_format: CellFormat
    ) -> Self:
        """Return a group with a text in its first cell."""
        return cls(cell_range, values=[[text]], cell_format=cell_format)

    @classmethod
    def from_column(
        cls, cell_range: CellRange, values: Iterable[Content], cell_format: CellFormat
    ) -> Self:
        """Return a group of one column with these values."""
        return cls(cell_range, values=[[v] for v in values], cell_format=cell_format)

    @property
    def area(self) -> CellRange:
        """The cells that the group occupies."""
        return self.merged_range or self.cell_range

    @property
    def is_written(self) -> bool:
        """Whether it has contents or a format, not only a name for other cells."""
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
            rule._replace(criteria=self.resolve(rule.criteria, cell))
            for rule in self.conditional_formats
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


CellGroups: TypeAlias = dict[str, CellGroup]
