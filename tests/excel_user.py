"""A user of Excel: pyOpenVBA runs the macros, and fakes of xlwings the buttons."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import xlwings
from board_oracle import BoardApplication, Cells
from boards import built
from pyopenvba._a1 import Area
from pyopenvba.apps.excel import Range, SheetView, Workbook, Worksheet
from pyopenvba.interpreter import VBAObject, VBARuntimeError
from vba_host import MANUAL, Excel, to_vba

from xl_mastermind.bundle.workbook import first_board
from xl_mastermind.excel import entry_points
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.spreadsheet.board import NewBoard
from xl_mastermind.spreadsheet.buttons import BUTTONS
from xl_mastermind.spreadsheet.cell_range import CellRange, input_range, parse_range
from xl_mastermind.spreadsheet.cells import Cell, RangeValues
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


def block(cells: VBAObject) -> RangeValues:
    """Return the values of cells."""
    assert isinstance(cells, Range)
    read = SheetView(cells.sheet).value(address(cells))
    return read if isinstance(read, list) else [[read]]


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


# Fakes of xlwings


class FakeRange:
    """A range."""

    def __init__(self, book: "FakeBook", cells: VBAObject) -> None:
        self._book, self._cells = book, cells

    def options(self, *, ndim: int) -> "FakeRange":
        assert ndim == 2
        return self

    @property
    def value(self) -> RangeValues:
        self._book.calls += 1
        return block(self._cells)

    @value.setter
    def value(self, rows: RangeValues) -> None:
        self._write(rows)

    def _write(self, rows: RangeValues) -> None:
        sides = (part(self._cells, side) for side in ("Rows", "Columns"))
        size = [side.vba_get("Count") for side in sides]
        assert size == [len(rows), len(rows[0])]
        texts = [cell for row in rows for cell in row if isinstance(cell, str)]
        assert not any(t.startswith(("=", "+", "-", "@")) for t in texts), texts
        self._book.calls += 1
        self._book.writes.append(self._book.state)
        self._cells.vba_set("Value", to_vba(rows))

    @property
    def raw_value(self) -> RangeValues:
        raise AssertionError("Windows and Mac give other values")

    @raw_value.setter
    def raw_value(self, rows: RangeValues) -> None:
        kinds = {type(cell) for row in rows for cell in row}
        assert kinds <= {str, bool, int, float}, f"Windows and Mac differ: {kinds}"
        self.value = rows

    @property
    def rows(self) -> "list[FakeRow]":
        count = part(self._cells, "Rows").vba_get("Count")
        assert isinstance(count, int)
        rows = (part(self._cells, "Rows", row + 1) for row in range(count))
        return [FakeRow(self._book, row) for row in rows]


class FakeRow(FakeRange):
    """A row, whose value is a list."""

    @property
    def value(self) -> Any:  # noqa: ANN401 - of xlwings it is no block
        return block(self._cells)[0]

    @value.setter
    def value(self, row: Any) -> None:  # noqa: ANN401 - likewise
        self._write([row])


class FakeTable:
    """A table of a sheet."""

    show_headers = True

    def __init__(self, book: "FakeBook", table: VBAObject) -> None:
        self._book, self._table = book, table

    @property
    def header_row_range(self) -> FakeRange:
        return FakeRange(self._book, part(self._table, "HeaderRowRange"))

    @property
    def data_body_range(self) -> FakeRange | None:
        body = self._table.vba_get("DataBodyRange")
        return FakeRange(self._book, body) if isinstance(body, Range) else None

    @property
    def rows(self) -> SimpleNamespace:
        return SimpleNamespace(add=self._add)

    def _add(self, row: list[Cell]) -> None:
        added = part(part(self._table, "ListRows"), "Add")
        FakeRow(self._book, part(added, "Range")).value = row


class FakeSheet:
    """A worksheet, which is its collection of names too."""

    def __init__(self, book: "FakeBook", sheet: VBAObject) -> None:
        self.book, self._sheet = book, sheet
        self.impl = SimpleNamespace(activate=lambda: sheet.vba_get("Activate"))

    @property
    def name(self) -> str:
        return str(self._sheet.vba_get("Name"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FakeSheet) and self.name == other.name

    __hash__ = None  # type: ignore[assignment]

    @property
    def names(self) -> "FakeSheet":
        return self

    def contains(self, name: str) -> bool:
        self.book.calls += 1
        if name in self.book.hidden:
            return False
        try:
            part(self._sheet, "Names", name)
        except VBARuntimeError:
            return False
        return True

    def __call__(self, name: str) -> SimpleNamespace:
        self.book.calls += 2  # one for the name, one for its text
        found = part(self._sheet, "Names", name).vba_get("RefersTo")
        return SimpleNamespace(refers_to=self.book.refers_to.get(name, found))

    def range(self, there: str) -> FakeRange:
        self.book.calls += 1
        return FakeRange(self.book, part(self._sheet, "Range", there))

    @property
    def tables(self) -> dict[str, FakeTable]:
        try:
            table = part(self._sheet, "ListObjects", SCORES_SHEET)
        except VBARuntimeError:
            return {}
        return {SCORES_SHEET: FakeTable(self.book, table)}


class FakeSheets:
    """The worksheets of a workbook, and the active one."""

    def __init__(self, book: "FakeBook") -> None:
        self._book = book

    def __iter__(self) -> Iterator[FakeSheet]:
        return (self[sheet.name] for sheet in self._book.workbook.sheets_)

    def __getitem__(self, name: str) -> FakeSheet:
        self._book.calls += 1
        return FakeSheet(self._book, part(self._book.workbook, "Worksheets", name))

    @property
    def active(self) -> FakeSheet:
        return FakeSheet(self._book, part(self._book.workbook, "ActiveSheet"))


class FakeBook:
    """
    An open workbook.

    Attributes
    ----------
    calls : int
        The number of calls to Excel.
    writes : list of dict
        The properties of the application at each write.
    opened : list of Path
        The files that were opened.
    refers_to : dict of str to str
        The references of names that a user has changed.
    hidden : set of str
        Missing names.
    """

    def __init__(self, workbook: Workbook, front: "FakeBook | None" = None) -> None:
        self.workbook = workbook
        self.name = self.fullname = workbook.name
        self.calls = 0
        self.state: dict[str, object] = {}
        self.writes: list[dict[str, object]] = []
        self.opened: list[Path] = []
        self.refers_to: dict[str, str] = {}
        self.hidden: set[str] = set()
        books = SimpleNamespace(active=front or self, open=self.opened.append)
        self.app = SimpleNamespace(books=books, properties=self.quiet)
        self.sheets = FakeSheets(self)

    @contextmanager
    def quiet(self, **state: object) -> Iterator[None]:
        it = self.workbook.application
        before = it.enable_events, it.calculation
        self.state, it.enable_events, it.calculation = state, False, MANUAL
        try:
            yield
        finally:
            self.state = {}
            it.enable_events, it.calculation = before

    def area(self, name: str, sheet: str = "") -> FakeRange:
        """Return a named range of a sheet, by default of the first board."""
        home = sheet or self.workbook.sheets_[0].name
        return FakeRange(self, named(part(self.workbook, "Worksheets", home), name))

    def run_button(self, button: str) -> None:
        """Run the entry point of a button, as its macro does."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(xlwings.Book, "caller", lambda: self)
            entry_points.run_button(button)


# The user


class ExcelUser(BoardApplication):
    """A user of a workbook with one board, with mouse and keyboard."""

    def __init__(self, file: Path, game: str, *, mac: bool = False) -> None:
        self.excel = Excel([], mac=mac, file=file)
        board = NewBoard.from_rules(Rules.parse(game))
        super().__init__(board_layout(board, self.excel.book.sheets_[0].name))
        mark_formulas_stale(self.excel.book)
        index_readers(self.excel.book)
        self.sheet: VBAObject = self.other(self.at.sheet)
        bare(self.other(SCORES_SHEET))
        self.book = FakeBook(self.excel.book)
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
        areas = {name: self.area(name) for name in self.at.defined_names}
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
        number = self.at.rules.number_from_code(secret)
        self.enter(self.at.game_number.address, number)

    def run_button(self, name: str) -> None:
        self.excel.run(BUTTONS[name].macro)

    def run(self, command: str) -> None:
        """Do what Python does when a button is pressed."""
        (name,) = re.findall(r"run_button\('(\w+)'\)", command)
        self.book.run_button(name)


@cache
def light(workbook: bytes) -> bytes:
    """Return a workbook without macros and without columns that read slowly."""
    all_columns = rb'<col [^<>]*max="16384"[^<>]*>'
    return change_parts(remove_macros(workbook), [("xl/worksheets/", all_columns, b"")])


def write_board_workbook(folder: Path, game: str = "3x4") -> Path:
    """Write the workbook of a game into a folder."""
    file = folder / "MasterMind.xlsm"
    board = first_board(Rules.parse(game))
    file.write_bytes(light(built(board, has_subjects=False)))
    return file
