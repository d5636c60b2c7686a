"""A user of Excel: pyOpenVBA runs the macros, and xlwings runs the buttons."""

from functools import cache
from pathlib import Path

import xlwings as xw
from boards import built
from excel_stand_in import StandInExcel
from pyopenvba.apps.excel import Workbook, Worksheet
from xlwings_board import XlwingsBoard
from xlwings_engine import ENGINE, ComObject

from xl_mastermind.board.buttons import BUTTONS
from xl_mastermind.board.state import new_game
from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.cells.values import Cell, RangeValues
from xl_mastermind.game.rules import Rules
from xl_mastermind.install.excel_steps import cell_values, named_cells
from xl_mastermind.presentation.sheet_names import FUNCTIONS_SHEET
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import change_parts, remove_macros


def mark_formulas_stale(workbook: Workbook) -> None:
    """Mark all formulas as not computed; drop Functions, which no button reads."""
    workbook.sheets_[:] = [s for s in workbook.sheets_ if s.name != FUNCTIONS_SHEET]
    for sheet in workbook.sheets_:
        for cell in sheet.cells_.values():
            cell.stale = bool(cell.formula)


class ExcelUser(XlwingsBoard):
    """A user of a workbook, with mouse and keyboard, on its first board."""

    def __init__(self, file: Path, game: str, *, mac: bool = False) -> None:
        self.excel = StandInExcel(mac=mac)
        self.workbook = self.excel.open(file)
        mark_formulas_stale(self.workbook)
        board = new_game(Rules.parse(game))
        super().__init__(
            xw.Book(impl=ENGINE.Book(xl=ComObject(self.workbook))),
            board_layout(board, self.workbook.sheets_[0].name),
        )
        self.sheet: xw.Sheet = self.book.sheets[0]

    @property
    def worksheet(self) -> Worksheet:
        """The sheet as pyOpenVBA has it."""
        return self.workbook.sheets_[0]

    # Values

    def cells(self, name: str, sheet: str = "") -> xw.Range:
        """Return the cells of a defined name, by default of the board."""
        return named_cells(self.book.sheets[sheet] if sheet else self.sheet, name)

    def values(self, name: str, sheet: str = "") -> RangeValues:
        return cell_values(self.cells(name, sheet))

    def guess(self, row: int = 0) -> str:
        (guess,) = self.values("guess_input")[row]
        return str(int(guess)) if isinstance(guess, float) else str(guess or "")

    @property
    def contents(self) -> dict[str, RangeValues]:
        """The named ranges without formulas, by name."""
        ranges = {name: self.cells(name) for name in self.layout.defined_names}
        return {n: cell_values(r) for n, r in ranges.items() if not r.api.HasFormula}

    @property
    def cursor(self) -> str:
        return str(self.book.app.api.ActiveCell.Address).replace("$", "")

    # Actions

    def select(self, address: str) -> None:
        self.sheet[address].select()

    def enter(self, address: str, value: Cell, down: int = 1, right: int = 0) -> None:
        """Type into a cell; the selection moves before the event, as in Excel."""
        cell = self.sheet[address]
        self.select(address)
        self.excel.application.enable_events = False
        cell.offset(down, right).select()
        self.excel.application.enable_events = True
        cell.value = value

    def click(self, colour: int) -> None:
        """Click a colour of the key, counted from 1."""
        self.cells("colours")[0, colour - 1].select()

    def hide_code(self, *secret: int) -> None:
        number = self.layout.rules.number_from_code(secret)
        self.enter(self.layout.game_number.address, number)

    def run_button(self, name: str) -> None:
        self.excel.run(BUTTONS[name].macro)


@cache
def fast_workbook(workbook: bytes) -> bytes:
    """Return a workbook without macros and columns that pyOpenVBA reads slowly."""
    all_columns = rb'<col [^<>]*max="16384"[^<>]*>'
    return change_parts(remove_macros(workbook), [("xl/worksheets/", all_columns, b"")])


def write_board_workbook(
    folder: Path, *games: str, edition: Edition = Edition.MACROS
) -> Path:
    """Write a workbook with boards, by default 3x4, and without optional sheets."""
    file = folder / f"MasterMind{edition}"
    boards = [first_game(Rules.parse(game)) for game in games or ["3x4"]]
    workbook = built(*boards, edition=edition, has_optional_sheets=False)
    file.write_bytes(fast_workbook(workbook))
    return file
