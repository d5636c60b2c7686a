"""A user of Excel: pyOpenVBA runs the macros, and xlwings runs the buttons."""

import re
from functools import cache
from pathlib import Path

from board_oracle import BoardApplication, Cells
from boards import built
from pyopenvba._a1 import Area
from pyopenvba.apps.excel import Workbook, Worksheet
from pyopenvba.interpreter import VBAObject
from vba_host import Excel, to_vba
from xlwings_engine import block, run_entry_point

from xl_mastermind.bundle.workbook import first_board
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.spreadsheet.board import NewBoard
from xl_mastermind.spreadsheet.buttons import BUTTONS
from xl_mastermind.spreadsheet.cell_range import CellRange, input_range, parse_range
from xl_mastermind.spreadsheet.cells import RangeValues
from xl_mastermind.spreadsheet.package import change_parts, remove_macros
from xl_mastermind.spreadsheet.sheet_names import FUNCTIONS_SHEET, SCORES_SHEET

_MAX_INDEXED_ROWS = 300


def part(owner: VBAObject, name: str, *arguments: object) -> VBAObject:
    """Return a property of an object that is an object."""
    member = owner.vba_get(name, [*arguments])
    assert isinstance(member, VBAObject)
    return member


def named(sheet: VBAObject, name: str) -> VBAObject:
    """Return a named range of a sheet, without its anchor cells."""
    cells = part(part(sheet, "Names", name), "RefersToRange")
    area = parse_range(f"sheet!{cells.vba_get('Address')}")
    assert area
    return part(sheet, "Range", input_range(name, area).address)


def address(cells: VBAObject) -> str:
    return str(cells.vba_get("Address", [False, False]))


def bare(sheet: VBAObject) -> None:
    """Remove from a sheet everything that prevents pyOpenVBA from moving cells."""
    assert isinstance(sheet, Worksheet)
    sheet.vba_get("Unprotect")
    sheet.shapes_.clear()
    sheet.merged_areas.clear()


def mark_formulas_stale(workbook: Workbook) -> None:
    """Let no formula have a value yet; remove Functions, which no button reads."""
    workbook.sheets_[:] = [s for s in workbook.sheets_ if s.name != FUNCTIONS_SHEET]
    for sheet in workbook.sheets_:
        for cell in sheet.cells_.values():
            cell.stale = bool(cell.formula)


def index_readers(workbook: Workbook) -> None:
    """
    Index the formulas that read a cell.

    After each write pyOpenVBA searches the ranges that all formulas read, but looks
    single cells up in an index: so it gets single cells in place of small ranges.
    """
    engine = workbook.calculator.engine_book
    find_precedents = engine.precedents

    def find_cells(*formula: object) -> list[Area]:
        cells = []
        for area in find_precedents(*formula):
            is_large = area.rows > _MAX_INDEXED_ROWS
            rows = range(area.top, area.bottom + 1)
            columns = range(area.left, area.right + 1)
            cells += (
                [area]
                if is_large
                else [
                    Area(row, column, row, column, area.sheet)
                    for row in rows
                    for column in columns
                ]
            )
        return cells

    engine.precedents = find_cells


class ExcelUser(BoardApplication):
    """A user of a workbook with one board, with mouse and keyboard."""

    def __init__(self, file: Path, game: str, *, mac: bool = False) -> None:
        self.excel = Excel([], mac=mac, file=file)
        board = NewBoard.from_rules(Rules.parse(game))
        super().__init__(board_layout(board, self.excel.book.sheets_[0].name))
        mark_formulas_stale(self.excel.book)
        index_readers(self.excel.book)
        self.sheet: VBAObject = self.other(self.layout.sheet)
        bare(self.other(SCORES_SHEET))
        self.excel.python.act = self.run

    # The application

    def put(self, area: CellRange, cells: Cells) -> None:
        there = part(self.other(area.sheet), "Range", area.absolute_address)
        there.vba_set("Value", to_vba([[*row] for row in cells]))

    def read(self, area: CellRange | str) -> RangeValues:
        if isinstance(area, str):
            return block(self.area(area))
        rows = block(part(self.other(area.sheet), "Range", area.absolute_address))
        return [["" if cell is None else cell for cell in row] for row in rows]

    def formulas(self, area: CellRange) -> set[tuple[int, int]]:
        sheet = self.other(area.sheet)
        assert isinstance(sheet, Worksheet)
        return {
            (row, column)
            for row, column in area.cells()
            if (cell := sheet.cells_.get((row + 1, column + 1))) and cell.formula
        }

    # Values

    def area(self, name: str) -> VBAObject:
        return named(self.sheet, name)

    def cells(self, there: str) -> VBAObject:
        return part(self.sheet, "Range", there)

    def guess(self, row: int = 0) -> str:
        """Return a guess as typed."""
        (guess,) = self.read("guess_input")[row]
        return str(int(guess)) if isinstance(guess, float) else str(guess or "")

    @property
    def contents(self) -> dict[str, RangeValues]:
        """The named ranges without formulas, by name, and the scores."""
        areas = {name: self.area(name) for name in self.layout.defined_names}
        typed = {n: block(a) for n, a in areas.items() if not a.vba_get("HasFormula")}
        return typed | {"scores": self.rows_of_scores}

    @property
    def rows_of_scores(self) -> RangeValues:
        return block(part(self.table, "DataBodyRange"))

    def other(self, sheet: str) -> VBAObject:
        return part(self.excel.application, "Worksheets", sheet)

    @property
    def table(self) -> VBAObject:
        """The table of scores."""
        return part(self.other(SCORES_SHEET), "ListObjects", SCORES_SHEET)

    @property
    def cursor(self) -> str:
        return address(part(self.excel.application, "ActiveCell"))

    # Actions

    def select(self, there: str) -> None:
        self.cells(there).vba_get("Select")

    def enter(self, there: str, value: object, down: int = 1, right: int = 0) -> None:
        """Type into a cell; the selection moves before the event, as in Excel."""
        self.select(there)
        moved = part(self.cells(there), "Offset", down, right)
        self.excel.application.enable_events = False
        moved.vba_get("Select")
        self.excel.application.enable_events = True
        self.cells(there).vba_set("Value", to_vba(value))

    def click(self, colour: int) -> None:
        """Click a colour of the key, counted from 1."""
        part(self.area("colours"), "Cells", 1, colour).vba_get("Select")

    def hide(self, *secret: int) -> None:
        """Type the number of a code."""
        number = self.layout.rules.number_from_code(secret)
        self.enter(self.layout.game_number.address, number)

    def run_button(self, name: str) -> None:
        self.excel.run(BUTTONS[name].macro)

    def run(self, command: str) -> None:
        """Do what Python does when a button is pressed."""
        (name,) = re.findall(r"run_button\('(\w+)'\)", command)
        run_entry_point(self.excel.book, name)


@cache
def light(workbook: bytes) -> bytes:
    """Return a workbook without macros and without columns that read slowly."""
    all_columns = rb'<col [^<>]*max="16384"[^<>]*>'
    return change_parts(remove_macros(workbook), [("xl/worksheets/", all_columns, b"")])


def write_board_workbook(folder: Path, game: str = "3x4") -> Path:
    """Write the workbook of a game into a folder."""
    file = folder / "MasterMind.xlsm"
    board = first_board(Rules.parse(game))
    file.write_bytes(light(built(board, has_optional_sheets=False)))
    return file
