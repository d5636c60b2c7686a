"""
Windows and Excel as far as xlwings needs them, so that its own code runs anywhere.

`windows()` imports xlwings as Windows does: its decorators, its COM server and its
engine for Excel are the real ones, and only pywin32 is replaced. `Workbook` stands
for an Excel that keeps values in cells and does not calculate.
"""

import ctypes
import importlib
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import openpyxl
from openpyxl.utils.cell import range_boundaries

RANGE_IID = "{00020846-0000-0000-C000-000000000046}"
AUTOMATIC, MANUAL = -4105, -4135
MISSING = -2147352572
"""How pywin32 hands over an argument that was left out."""

COM_TYPES = {bool, int, float, datetime, Decimal}

HOST = "xl_mastermind.hosts.excel"


class ComError(Exception):
    """pywintypes.com_error; the number is that of an error which Excel has raised."""

    hresult = -2147352567


class ServerError(ComError):
    """COMException of win32com.server.exception."""

    def __init__(self, description: str, scode: int) -> None:
        super().__init__(description)
        self.description = description
        self.scode = scode


class _AnyModule(ModuleType):
    """A module whose names are whatever is asked for."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return MagicMock(name=f"{self.__name__}.{name}")


def _not_wrapped(_: object) -> None:
    raise ComError


def _pywin32() -> dict[str, ModuleType]:
    """Return stand-ins for the modules of pywin32 that xlwings imports."""
    com = type("CDispatch", (), {})
    given: dict[str, dict[str, object]] = {
        "pythoncom": {
            "__file__": "pythoncom",
            "IID_IDispatch": 0,
            "TypeIIDs": {0: type("PyIDispatch", (), {})},
            "com_error": ComError,
            "ole_error": ComError,
        },
        "pywintypes": {
            "com_error": ComError,
            "error": ComError,
            "TimeType": datetime,
            "IID": str,
        },
        "win32api": {},
        "win32con": {},
        "win32event": {},
        "win32gui": {},
        "win32process": {"GetWindowThreadProcessId": lambda hwnd: (hwnd, hwnd)},
        "win32timezone": {"TimeZoneInfo": SimpleNamespace(utc=lambda: UTC)},
        "win32com": {},
        "win32com.client": {
            "CDispatch": com,
            "CoClassBaseClass": com,
            "DispatchBaseClass": com,
            "Dispatch": lambda wrapped: wrapped,
        },
        "win32com.server": {},
        "win32com.server.dispatcher": {},
        "win32com.server.exception": {"COMException": ServerError},
        "win32com.server.policy": {},
        "win32com.server.util": {"unwrap": _not_wrapped},
    }
    modules = {name: _AnyModule(name) for name in given}
    for name, names in given.items():
        vars(modules[name]).update(names)
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(modules[parent], child, modules[name])
    return dict(modules)


def _is_replaced(name: str) -> bool:
    return name.partition(".")[0] == "xlwings" or name == HOST


@contextmanager
def windows() -> Iterator[ModuleType]:
    """Import the Excel host on a stand-in for Windows, and undo it in the end."""
    import pytest  # noqa: PLC0415, in a real Windows there is none

    kept = {name: module for name, module in sys.modules.items() if _is_replaced(name)}
    hosts = importlib.import_module("xl_mastermind.hosts")
    for name in kept:
        del sys.modules[name]
    with pytest.MonkeyPatch.context() as patch:
        for name, module in _pywin32().items():
            patch.setitem(sys.modules, name, module)
        with pytest.MonkeyPatch.context() as importing:
            for name in ("oledll", "windll", "PyDLL"):
                importing.setattr(ctypes, name, MagicMock(), raising=False)
            importing.setattr(sys, "platform", "win32")
            importlib.import_module("xlwings")
        server = importlib.import_module("xlwings.com_server")
        try:
            yield importlib.import_module(HOST)
        finally:
            server.loop.close()
            for name in [*filter(_is_replaced, sys.modules)]:
                del sys.modules[name]
            sys.modules.update(kept)
            if HOST in kept:
                vars(hosts)["excel"] = kept[HOST]
            else:
                vars(hosts).pop("excel", None)


def typed(value: object) -> object:
    """Return what a cell of the format General keeps of a value written to it."""
    if value == "":
        return None
    if isinstance(value, str):
        assert value[0] not in "=+-@", f"Excel takes {value!r} for a formula"
        odd = re.fullmatch(r"\d+(e\d+|([/:.-]\d+)+)|true|false|.*%", value.lower())
        assert not odd, f"Excel takes {value!r} for a number, a date or a truth value"
        return float(value) if value.isdigit() else value
    assert type(value) in COM_TYPES, f"COM knows no {type(value)}"
    return float(value) if type(value) is int else value


def _as_com(value: object) -> object:
    """Return a cell's value as COM hands it over."""
    return float(value) if type(value) is int else value


class Block:
    """A rectangle of cells: COM's Range."""

    def __init__(self, sheet: "Sheet", top: int, left: int, h: int, w: int) -> None:
        self.Worksheet = sheet
        self.Row = top
        self.Column = left
        self.Rows = SimpleNamespace(Count=h)
        self.Columns = SimpleNamespace(Count=w)
        kind = SimpleNamespace(GetTypeAttr=lambda: SimpleNamespace(iid=RANGE_IID))
        self._oleobj_ = SimpleNamespace(GetTypeInfo=lambda: kind)

    @property
    def Count(self) -> int:  # noqa: N802, COM's name
        """The number of cells."""
        return int(self.Rows.Count * self.Columns.Count)

    def last_row(self) -> "Block":
        """Return the last row of the rectangle."""
        last = self.Row + self.Rows.Count - 1
        return Block(self.Worksheet, last, self.Column, 1, self.Columns.Count)

    def __call__(self, row: int, column: int) -> "Block":
        return Block(self.Worksheet, self.Row + row - 1, self.Column + column - 1, 1, 1)

    def _places(self) -> list[list[tuple[int, int]]]:
        return [
            [(self.Row + i, self.Column + j) for j in range(self.Columns.Count)]
            for i in range(self.Rows.Count)
        ]

    @property
    def Value(self) -> object:  # noqa: N802, COM's name
        self.Worksheet.Parent.Application.reads += 1
        rows = tuple(
            tuple(map(self.Worksheet.cells.get, line)) for line in self._places()
        )
        return rows[0][0] if len(rows) == len(rows[0]) == 1 else rows

    @Value.setter
    def Value(self, rows: list[list[object]]) -> None:  # noqa: N802, COM's name
        assert [len(row) for row in rows] == [self.Columns.Count] * self.Rows.Count
        self.Worksheet.Parent.Application.note_write()
        for line, row in zip(self._places(), rows, strict=True):
            unlocked = self.Worksheet.unlocked
            assert unlocked is None or unlocked.issuperset(line), "error 1004 of Excel"
            self.Worksheet.cells.update(zip(line, map(typed, row), strict=True))

    def fill(self, rows: Sequence[Sequence[object]]) -> None:
        """Put raw values into the cells, as a person or a formula does."""
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                self.Worksheet.cells[self.Row + i, self.Column + j] = value


class Table:
    """A table of a worksheet: COM's ListObject, with its rows and their number."""

    def __init__(self, sheet: "Sheet", name: str, address: str) -> None:
        self.Name = name
        self._whole = sheet.Range(address)

    def clear(self) -> None:
        """Delete all rows, as a person does."""
        self._whole.Rows.Count = 1

    @property
    def DataBodyRange(self) -> Any:  # noqa: N802, COM's name, and None
        whole = self._whole
        if whole.Rows.Count == 1:
            return None
        return Block(
            whole.Worksheet,
            whole.Row + 1,
            whole.Column,
            whole.Rows.Count - 1,
            whole.Columns.Count,
        )

    @property
    def ListRows(self) -> "Table":  # noqa: N802, COM's name
        return self

    @property
    def ListColumns(self) -> SimpleNamespace:  # noqa: N802, COM's name
        return self._whole.Columns

    def Add(self) -> SimpleNamespace:  # noqa: N802, COM's name
        self._whole.Rows.Count += 1
        body = self.DataBodyRange
        return SimpleNamespace(Range=body.last_row())


class _Tables(dict[str, Table]):
    """The tables of a worksheet by their names: COM's ListObjects."""

    def Item(self, name: str) -> Table:  # noqa: N802, COM's name
        if name not in self:
            raise ComError
        return self[name]


class Name:
    """A defined name: the cells it is for, wherever they have gone."""

    def __init__(self, cells: Block) -> None:
        self._cells: Block | None = cells

    @property
    def RefersToRange(self) -> Block:  # noqa: N802, COM's name
        if self._cells is None:
            raise ComError
        return self._cells

    def delete(self) -> None:
        """Delete its cells."""
        self._cells = None


class _Names(dict[str, Name]):
    """The names that belong to a worksheet: COM's Names."""

    def __call__(self, name: str) -> Name:
        if name not in self:
            raise ComError
        return self[name]


class Sheet:
    """A worksheet."""

    def __init__(self, book: "Workbook", name: str) -> None:
        self.Parent = book
        self.Name = name
        self.cells: dict[tuple[int, int], object] = {}
        self.unlocked: set[tuple[int, int]] | None = None
        """Where it is protected, the cells that may be written."""
        self.Names = _Names()
        self.ListObjects = _Tables()

    def Activate(self) -> None:  # noqa: N802, COM's name
        self.Parent.ActiveSheet = self

    def Range(self, first: Block | str, last: Block | None = None) -> Block:  # noqa: N802, COM's name
        if isinstance(first, Block):
            assert last
            height, width = last.Row - first.Row, last.Column - first.Column
            return Block(self, first.Row, first.Column, height + 1, width + 1)
        left, top, right, bottom = range_boundaries(first)
        assert left
        assert top
        assert right
        assert bottom
        return Block(self, top, left, bottom - top + 1, right - left + 1)

    def Cells(self, row: int, column: int) -> Block:  # noqa: N802, COM's name
        return Block(self, row, column, 1, 1)

    def name(self, name: str, sheet: "Sheet", address: str) -> None:
        """Give cells of any sheet a name that belongs to this one."""
        self.Names[name] = Name(sheet.Range(address))

    def fill(self, address: str, rows: Sequence[Sequence[object]]) -> Block:
        """Put raw values into cells, as a person or a formula does."""
        block = self.Range(address)
        block.fill(rows)
        return block


class _Worksheets(list[Sheet]):
    def __init__(self, book: "Workbook", names: Sequence[str]) -> None:
        super().__init__(Sheet(book, name) for name in names)
        self.Parent = book

    @property
    def Count(self) -> int:  # noqa: N802, COM's name
        return len(self)

    def __call__(self, name: str | int) -> Sheet:
        if isinstance(name, int):
            return self[name - 1]
        return next(sheet for sheet in self if sheet.Name == name)


class _Workbooks:
    """The open workbooks: COM's Workbooks."""

    def __init__(self, excel: "_Application") -> None:
        self._excel = self.Application = excel

    def __call__(self, _: str) -> "Workbook":
        raise ComError

    def Open(self, path: str, *_: object) -> Any:  # noqa: N802, COM's name
        self._excel.opened.append(Path(path))
        return Workbook.open(Path(path))


class _Application:
    """Excel itself: it counts reads, and notes what stood still at writes."""

    def __init__(self) -> None:
        self.Hwnd = 1
        self.ScreenUpdating = True
        self.Calculation = AUTOMATIC
        self.EnableEvents = True
        self.opened: list[Path] = []
        self.ActiveWorkbook: Workbook | None = None
        self.Workbooks = _Workbooks(self)
        self.writes: list[tuple[bool, int, bool]] = []
        self.reads = 0

    def note_write(self) -> None:
        state = self.ScreenUpdating, self.Calculation, self.EnableEvents
        self.writes.append(state)


class Workbook:
    """An open workbook; the first of its sheets is active."""

    @classmethod
    def open(cls, path: Path) -> "Workbook":
        """Open a workbook file: its values, its tables and its defined names."""
        file = openpyxl.load_workbook(path, data_only=True)
        book = cls(*file.sheetnames)
        for source in file.worksheets:
            sheet = book.Worksheets(source.title)
            for row in source.iter_rows():
                for cell in row:
                    if cell.value is not None:
                        sheet.cells[cell.row, cell.column] = _as_com(cell.value)
            if source.protection.sheet:
                sheet.unlocked = {
                    (row, column)
                    for row, line in enumerate(source.iter_rows(), 1)
                    for column, cell in enumerate(line, 1)
                    if not cell.protection.locked
                }
            for name, defined in source.defined_names.items():
                ((other, address),) = defined.destinations
                sheet.name(name, book.Worksheets(other), address.replace("$", ""))
            for table in source.tables.values():
                sheet.ListObjects[table.name] = Table(sheet, table.name, table.ref)
        return book

    def __init__(self, *sheets: str) -> None:
        self.Name = "MasterMind.xlsm"
        self.FullName = "MasterMind.xlsm"
        self.Application = _Application()
        self.Application.ActiveWorkbook = self
        self.Worksheets = _Worksheets(self, sheets)
        self.ActiveSheet = self.Worksheets[0]


CELLS = {
    "number": (1.0, 1.0),
    "fraction": (1.5, 1.5),
    "negative": (-1.0, -1.0),
    "digit": ("2", "2"),
    "letter": ("b", "b"),
    "code": ("1122", "1122"),
    "number of a code": (1122.0, 1122.0),
    "long text": ("of no use", "of no use"),
    "blank": (None, None),
    "empty text": ("", None),
    "#VALUE!": (-2146826273, "#VALUE!"),
    "#N/A": (-2146826246, "#N/A"),
    "#SPILL!": (-2146826243, -2146826243),
    "true": (True, True),
    "currency": (Decimal(1), Decimal(1)),
    "date": (datetime(2024, 1, 2, tzinfo=UTC), datetime(2024, 1, 2)),  # noqa: DTZ001
}
"""What pywin32 hands over of a cell, and what xlwings makes of that."""
