"""IronCalc, an engine besides LibreOffice that computes formulas."""

import re
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Self

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


class IronCalcBoard(BoardApplication):
    """
    A board in IronCalc.

    It ignores conditions in number formats: its sentences have no commas, and seven
    zeros for 0.
    """

    def __init__(self, model: ironcalc.Model, layout: BoardLayout) -> None:
        super().__init__(layout)
        self.model = model
        sheets = [sheet["name"] for sheet in model.get_worksheets_properties()]
        self._sheet_indices = {name: index for index, name in enumerate(sheets)}
        self._is_outdated = False

    @classmethod
    def of(cls, file: Path, layout: BoardLayout, sheet: str = "") -> Self:
        """Return a file with one sheet only, by default that of the board."""
        content = _sheet_content(file.read_bytes(), sheet or layout.sheet)
        return cls(ironcalc.load_from_bytes(content, "en"), layout)

    def normalized(self, sentence: str) -> str:
        sentence = sentence.replace("0,000,000 codes ruled out", "0 codes ruled out")
        return re.sub(r"(?<=\d),(?=\d{3})", "", sentence)

    def put(self, area: CellRange, cells: Cells) -> None:
        self._is_outdated = True
        sheet, model = self._sheet_indices[area.sheet], self.model
        values = (value for row in cells for value in row)
        for (row, column), value in zip(area.cells(), values, strict=True):
            cell = sheet, row + 1, column + 1
            if value is None or value == "":
                model.clear_cell_contents(*cell)
            elif isinstance(value, TypedKeys) and self._is_text(cell, value):
                model.update_cell_with_text(*cell, value)
            elif isinstance(value, TypedKeys):
                model.set_user_input(*cell, value)
            elif isinstance(value, str):
                model.update_cell_with_text(*cell, value)
            elif isinstance(value, int | float):
                model.update_cell_with_number(*cell, value)

    def _is_text(self, cell: tuple[int, int, int], typed: str) -> bool:
        form = self.model.get_cell_style(*cell)["num_fmt"]
        return form == "@" and not typed.startswith("=")

    def read(self, area: CellRange) -> RangeValues:
        if self._is_outdated:
            self.model.evaluate()
        self._is_outdated = False
        cells = [self._value(area.sheet, *cell) for cell in area.cells()]
        return [cells[i : i + area.width] for i in range(0, len(cells), area.width)]

    def formulas(self, area: CellRange) -> set[tuple[int, int]]:  # noqa: ARG002 - of other programs
        # Its ISFORMULA returns an error for a cell that INDEX returns: a formula that a
        # user types counts as its value.
        return set()

    def _value(self, sheet: str, row: int, column: int) -> Cell:
        cell = self._sheet_indices[sheet], row + 1, column + 1
        if self.model.get_cell_type(*cell) == ironcalc.CellType.ErrorValue:
            return None
        value: Cell = self.model.get_cell_value(*cell)
        return "" if value is None else value
