"""A workbook with one board as COM objects for other Windows programs."""

import inspect
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pythoncom
import winerror
from win32com.server import policy, util
from win32com.server.exception import COMException

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.spreadsheet.board import NewBoard
from xl_mastermind.spreadsheet.cell_range import parse_range

RANGE_IID = "{00020846-0000-0000-C000-000000000046}"
OTHER_IID = "{6E9C3A0F-3B3F-4C5B-9C0E-2C9C86C3F7A1}"

WINDOWS = 3
"""COM's number of 64-bit Windows."""

PUT_FLAGS = pythoncom.INVOKE_PROPERTYPUT | pythoncom.INVOKE_PROPERTYPUTREF

member_names: list[str] = []
"""Members by their dispatch identifiers, which begin with 1."""


def type_infos() -> list[Any]:
    """Return the type information of a Range and of other objects."""
    file = os.path.join(tempfile.mkdtemp(), "kinds.tlb")  # noqa: PTH118
    library = pythoncom.CreateTypeLib2(WINDOWS, file)
    for name, identifier in (("Range", RANGE_IID), ("Other", OTHER_IID)):
        made = library.CreateTypeInfo(name, pythoncom.TKIND_DISPATCH)
        made.SetGuid(identifier)
        made.LayOut()
    library.SaveAllChanges()
    loaded = pythoncom.LoadTypeLib(file)
    return [loaded.GetTypeInfo(index) for index in range(2)]


RANGE, OTHER = type_infos()


def to_com(value: Any) -> Any:
    """Return a value for COM, other Python objects as COM objects."""
    if isinstance(value, tuple):
        return [*value]  # of a tuple pywin32 would return the first row
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return util.wrap(value, usePolicy=ComPolicy)


def from_com(value: Any) -> Any:
    """Return the Python object behind a COM object of this process."""
    is_object = type(value) is pythoncom.TypeIIDs[pythoncom.IID_IDispatch]
    return util.unwrap(value) if is_object else value


class ComPolicy(policy.BasicWrapPolicy):  # type: ignore[misc]
    """Lets COM read, write and call members of a Python object."""

    def _wrap_(self, object: Any) -> None:  # noqa: A002 - as pywin32 has it
        self._obj_ = object

    def _GetTypeInfoCount_(self) -> int:
        return 1

    def _GetTypeInfo_(self, *_: int) -> tuple[int, Any]:
        return 0, RANGE if isinstance(self._obj_, ComRange) else OTHER

    def _getdispid_(self, name: str, _: int) -> int:
        if not hasattr(self._obj_, name):
            raise COMException(scode=winerror.DISP_E_UNKNOWNNAME)
        if name not in member_names:
            member_names.append(name)
        return member_names.index(name) + 1

    def _invokeex_(
        self, member: int, _language: int, flags: int, arguments: Any, *_: object
    ) -> Any:
        if member == pythoncom.DISPID_NEWENUM:
            is_dict = isinstance(self._obj_, dict)
            items = self._obj_.values() if is_dict else self._obj_
            return util.NewEnum([*map(to_com, items)])
        try:
            return to_com(self._invoked(member, flags, [*map(from_com, arguments)]))
        except COMException:
            raise
        except Exception as error:
            raise COMException(repr(error), winerror.E_FAIL) from error

    def _invoked(self, member: int, flags: int, arguments: list[Any]) -> Any:
        if member == pythoncom.DISPID_VALUE:
            return self._obj_(*arguments)
        if not 1 <= member <= len(member_names):
            raise COMException(scode=winerror.DISP_E_MEMBERNOTFOUND)
        name = member_names[member - 1]
        if flags & PUT_FLAGS:
            return setattr(self._obj_, name, *arguments)
        value = getattr(self._obj_, name)
        if not inspect.ismethod(value) and not arguments:
            return value
        if not flags & pythoncom.INVOKE_FUNC:  # asked first as if it were a property
            raise COMException(scode=winerror.DISP_E_MEMBERNOTFOUND)
        return value(*arguments)


# The objects of Excel that buttons use


class ComRange:
    """A rectangle of cells: COM's Range."""

    def __init__(self, sheet: "Sheet", top: int, left: int, h: int, w: int) -> None:
        self.Worksheet = sheet
        self.Row, self.Column = top, left
        self.Rows, self.Columns = SimpleNamespace(Count=h), SimpleNamespace(Count=w)
        self.Count = h * w

    def __call__(self, row: int, column: int) -> "ComRange":
        return ComRange(
            self.Worksheet, self.Row + row - 1, self.Column + column - 1, 1, 1
        )

    def _rows(self) -> list[list[tuple[int, int]]]:
        columns = range(self.Column, self.Column + self.Columns.Count)
        rows = range(self.Row, self.Row + self.Rows.Count)
        return [[(row, column) for column in columns] for row in rows]

    @property
    def Value(self) -> object:
        rows = tuple(tuple(map(self.Worksheet.cells.get, row)) for row in self._rows())
        return rows if self.Count > 1 else rows[0][0]

    @Value.setter
    def Value(self, rows: Sequence[Sequence[object]]) -> None:
        for places, values in zip(self._rows(), rows, strict=True):
            self.Worksheet.cells.update(zip(places, values, strict=True))


class Names(dict[str, SimpleNamespace]):
    """The defined names of a worksheet: COM's Names."""

    def __call__(self, name: str) -> SimpleNamespace:
        if name not in self:
            raise COMException(scode=winerror.E_INVALIDARG)
        return self[name]


class Sheet:
    """A worksheet."""

    def __init__(self, book: "Workbook", name: str) -> None:
        self.Parent = book
        self.Name = name
        self.cells: dict[tuple[int, int], object] = {}
        self.Names = Names()
        self.ListObjects = SimpleNamespace(Item=Names())

    def Activate(self) -> None:
        self.Parent.ActiveSheet = self

    def Cells(self, row: int, column: int) -> ComRange:
        return ComRange(self, row, column, 1, 1)

    def Range(self, first: ComRange | str, last: ComRange | None = None) -> ComRange:
        if isinstance(first, str) or last is None:
            area = parse_range(f"{self.Name}!{first}")
            assert area
            return ComRange(self, area.top + 1, area.left + 1, area.height, area.width)
        height, width = last.Row - first.Row + 1, last.Column - first.Column + 1
        return ComRange(self, first.Row, first.Column, height, width)


class Worksheets(list[Sheet]):
    """The worksheets of a workbook: COM's Worksheets."""

    Parent: "Workbook"

    @property
    def Count(self) -> int:
        return len(self)

    def __call__(self, key: int | str) -> Sheet:
        if isinstance(key, str):
            return next(sheet for sheet in self if sheet.Name == key)
        return self[key - 1]


class Workbook:
    """An open workbook: a board, if there is one."""

    def __init__(
        self, rules: Rules | None = None, values: dict[str, Any] | None = None
    ) -> None:
        self.Name = self.FullName = "MasterMind.xlsm"
        self.Application = SimpleNamespace(
            Hwnd=1, ScreenUpdating=True, Calculation=-4105, EnableEvents=True
        )
        self.ActiveSheet = Sheet(self, "Mastermind")
        self.Worksheets = Worksheets([self.ActiveSheet])
        self.Worksheets.Parent = self
        if rules:
            plan = board_layout(NewBoard.from_rules(rules))
            for name, area in plan.ranges.items():
                cells = self.Worksheets(area.sheet).Range(area.absolute_address)
                self.ActiveSheet.Names[name] = SimpleNamespace(
                    RefersTo=f"={plan.defined_names.get(name, area).qualified_address}",
                    RefersToRange=cells,
                )
            for name, rows in (values or {}).items():
                with suppress(KeyError):
                    self.ActiveSheet.Names[name].RefersToRange.Value = rows
