"""IronCalc and formulon, engines besides LibreOffice that compute formulas."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Self

import formulon
import ironcalc
from board_oracle import BoardApplication, Cells, TypedKeys

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import Cell, RangeValues
from xl_mastermind.sheets.board.layout import BoardLayout


@cache
def _sheet_content(workbook: bytes, sheet: str) -> bytes:
    """Return a workbook's sheet in IronCalc's format, which loads much faster."""
    with NamedTemporaryFile(suffix=".xlsx") as file:
        file.write(workbook)
        file.flush()
        model = ironcalc.load_from_xlsx(file.name, "en", "UTC")
    names = [sheet["name"] for sheet in model.get_worksheets_properties()]

    def cell_count(name: str) -> int:
        _, rows, _, columns = model.get_sheet_dimensions(names.index(name))
        return int(rows * columns)

    # Each deletion parses all formulas that remain: delete large sheets first.
    for name in sorted(names, key=cell_count, reverse=True):
        if name != sheet:
            model.delete_sheet(names.index(name))
            names.remove(name)
    content: bytes = model.to_bytes()
    return content


class EngineBoard(BoardApplication):
    """A board in an engine, which computes when a test reads."""

    def __init__(self, layout: BoardLayout, sheets: Sequence[str]) -> None:
        super().__init__(layout)
        self._sheet_indices = {name: index for index, name in enumerate(sheets)}
        self._is_outdated = False

    @abstractmethod
    def _put(self, sheet: int, row: int, column: int, value: Cell) -> None:
        """Type into a cell, with rows and columns from 0; `None` and "" clear it."""

    @abstractmethod
    def _compute(self) -> None:
        """Compute all formulas that depend on typed cells."""

    @abstractmethod
    def _value(self, sheet: int, row: int, column: int) -> Cell:
        """Return the value of a cell, `None` for an error."""

    def put(self, area: CellRange, cells: Cells) -> None:
        self._is_outdated = True
        values = chain.from_iterable(cells)
        for cell, value in zip(area.cells(), values, strict=True):
            self._put(self._sheet_indices[area.sheet], *cell, value)

    def read(self, area: CellRange) -> RangeValues:
        if self._is_outdated:
            self._compute()
        self._is_outdated = False
        sheet = self._sheet_indices[area.sheet]
        cells = [self._value(sheet, *cell) for cell in area.cells()]
        return [cells[i : i + area.width] for i in range(0, len(cells), area.width)]

    def formulas(self, area: CellRange) -> set[tuple[int, int]]:  # noqa: ARG002 - of other programs
        # Their ISFORMULA returns an error for a cell that INDEX returns: a formula that
        # a user types counts as its value.
        return set()


class FormulonBoard(EngineBoard):
    """A board in formulon, which computes as Excel in a language."""

    def __init__(
        self, book: formulon.Workbook, layout: BoardLayout, profile: str
    ) -> None:
        self.book = book
        self.book.set_excel_profile_id(profile)  # type: ignore[arg-type] # a list of literals
        indices = range(self.book.sheet_count())
        super().__init__(layout, [*map(self.book.sheet_name, indices)])

    def _put(self, sheet: int, row: int, column: int, value: Cell) -> None:
        if value is None or value == "":
            self.book.set_blank(sheet, row, column)
        elif isinstance(value, str):
            self.book.set_text(sheet, row, column, value)
        elif isinstance(value, int | float):
            self.book.set_number(sheet, row, column, value)

    def _compute(self) -> None:
        self.book.recalc()

    def _value(self, sheet: int, row: int, column: int) -> Cell:
        value = self.book.get_value(sheet, row, column)
        if value.kind == formulon.ValueKind.ERROR:
            return None
        cell = value.to_python()
        assert not isinstance(cell, formulon.Value)
        return "" if cell is None else cell


class IronCalcBoard(EngineBoard):
    """
    A board in IronCalc.

    It ignores conditions in number formats: its sentences have no commas, and seven
    zeros for 0.
    """

    def __init__(self, model: ironcalc.Model, layout: BoardLayout) -> None:
        self.model = model
        sheets = [sheet["name"] for sheet in model.get_worksheets_properties()]
        super().__init__(layout, sheets)

    @classmethod
    def of(cls, file: Path, layout: BoardLayout, sheet: str = "") -> Self:
        """Return a file with one sheet only, by default that of the board."""
        content = _sheet_content(file.read_bytes(), sheet or layout.sheet)
        return cls(ironcalc.load_from_bytes(content, "en"), layout)

    def _put(self, sheet: int, row: int, column: int, value: Cell) -> None:
        cell, model = (sheet, row + 1, column + 1), self.model
        if value is None or value == "":
            model.clear_cell_contents(*cell)
        elif isinstance(value, TypedKeys) and not self._is_text(cell, value):
            model.set_user_input(*cell, value)
        elif isinstance(value, str):
            model.update_cell_with_text(*cell, value)
        elif isinstance(value, int | float):
            model.update_cell_with_number(*cell, value)

    def _is_text(self, cell: tuple[int, int, int], typed: str) -> bool:
        form = self.model.get_cell_style(*cell)["num_fmt"]
        return form == "@" and not typed.startswith("=")

    def _compute(self) -> None:
        self.model.evaluate()

    def _value(self, sheet: int, row: int, column: int) -> Cell:
        cell = sheet, row + 1, column + 1
        if self.model.get_cell_type(*cell) == ironcalc.CellType.ErrorValue:
            return None
        value: Cell = self.model.get_cell_value(*cell)
        return "" if value is None else value
