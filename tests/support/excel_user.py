"""A user of Excel: pyOpenVBA runs the macros, and xlwings runs the buttons."""

import re
from functools import cache
from pathlib import Path

from boards import built
from pyopenvba.apps.excel import Workbook, Worksheet
from pyopenvba.interpreter import VBAObject
from vba_host import Excel, to_vba
from xlwings_engine import block, run_entry_point

from xl_mastermind.board.buttons import BUTTONS
from xl_mastermind.board.state import new_game
from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.cells.cell_range import input_range, parse_range
from xl_mastermind.cells.values import RangeValues
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.sheet_names import FUNCTIONS_SHEET, SCORES_SHEET
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.workbook_files.package import change_parts, remove_macros


def child(owner: VBAObject, name: str, *arguments: object) -> VBAObject:
    member = owner.vba_get(name, [*arguments])
    assert isinstance(member, VBAObject)
    return member


def named_range(sheet: VBAObject, name: str) -> VBAObject:
    """Return a named range of a sheet, without its anchor cells."""
    cells = child(child(sheet, "Names", name), "RefersToRange")
    cell_range = parse_range(f"sheet!{cells.vba_get('Address')}")
    assert cell_range
    return child(sheet, "Range", input_range(name, cell_range).address)


def address_of(cells: VBAObject) -> str:
    return str(cells.vba_get("Address", [False, False]))


def make_movable(sheet: VBAObject) -> None:
    """Remove from a sheet everything that prevents pyOpenVBA from moving cells."""
    assert isinstance(sheet, Worksheet)
    sheet.vba_get("Unprotect")
    sheet.shapes_.clear()
    sheet.merged_areas.clear()


def mark_formulas_stale(workbook: Workbook) -> None:
    """Mark all formulas as not computed; drop Functions, which no button reads."""
    workbook.sheets_[:] = [s for s in workbook.sheets_ if s.name != FUNCTIONS_SHEET]
    for sheet in workbook.sheets_:
        for cell in sheet.cells_.values():
            cell.stale = bool(cell.formula)


class ExcelUser:
    """A user of a workbook with one board, with mouse and keyboard."""

    def __init__(self, file: Path, game: str, *, mac: bool = False) -> None:
        self.excel = Excel([], mac=mac, file=file)
        board = new_game(Rules.parse(game))
        self.layout = board_layout(board, self.excel.book.sheets_[0].name)
        mark_formulas_stale(self.excel.book)
        self.sheet: VBAObject = self.worksheet(self.layout.sheet)
        make_movable(self.worksheet(SCORES_SHEET))
        self.excel.python.act = self.run

    def read(self, name: str) -> RangeValues:
        return block(self.named_range(name))

    # Values

    def named_range(self, name: str) -> VBAObject:
        return named_range(self.sheet, name)

    def cells(self, address: str) -> VBAObject:
        return child(self.sheet, "Range", address)

    def guess(self, row: int = 0) -> str:
        (guess,) = self.read("guess_input")[row]
        return str(int(guess)) if isinstance(guess, float) else str(guess or "")

    @property
    def contents(self) -> dict[str, RangeValues]:
        """The named ranges without formulas, by name."""
        ranges = {name: self.named_range(name) for name in self.layout.defined_names}
        return {n: block(r) for n, r in ranges.items() if not r.vba_get("HasFormula")}

    def worksheet(self, sheet: str) -> VBAObject:
        return child(self.excel.application, "Worksheets", sheet)

    @property
    def cursor(self) -> str:
        return address_of(child(self.excel.application, "ActiveCell"))

    # Actions

    def select(self, address: str) -> None:
        self.cells(address).vba_get("Select")

    def enter(self, address: str, value: object, down: int = 1, right: int = 0) -> None:
        """Type into a cell; the selection moves before the event, as in Excel."""
        self.select(address)
        moved = child(self.cells(address), "Offset", down, right)
        self.excel.application.enable_events = False
        moved.vba_get("Select")
        self.excel.application.enable_events = True
        self.cells(address).vba_set("Value", to_vba(value))

    def click(self, colour: int) -> None:
        """Click a colour of the key, counted from 1."""
        child(self.named_range("colours"), "Cells", 1, colour).vba_get("Select")

    def hide_code(self, *secret: int) -> None:
        number = self.layout.rules.number_from_code(secret)
        self.enter(self.layout.game_number.address, number)

    def run_button(self, name: str) -> None:
        self.excel.run(BUTTONS[name].macro)

    def run(self, command: str) -> None:
        (call,) = re.findall(r"run_button\('(\w+)', '(.*)'\)", command)
        run_entry_point(self.excel.book, *call)


@cache
def fast_workbook(workbook: bytes) -> bytes:
    """Return a workbook without macros and columns that pyOpenVBA reads slowly."""
    all_columns = rb'<col [^<>]*max="16384"[^<>]*>'
    return change_parts(remove_macros(workbook), [("xl/worksheets/", all_columns, b"")])


def write_board_workbook(folder: Path, game: str = "3x4") -> Path:
    file = folder / "MasterMind.xlsm"
    board = first_game(Rules.parse(game))
    file.write_bytes(fast_workbook(built(board, has_optional_sheets=False)))
    return file
