"""
Excel as `xlwings.App` starts it on Windows, with pyOpenVBA in its place.

`xlwings_engine` serves an open workbook; here is an application that opens workbooks,
runs macros, calls worksheet functions and quits.
"""

import contextlib
import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
import xlwings
from pyopenvba.apps import excel
from pyopenvba.formula._calc import registry, values
from pyopenvba.interpreter import (
    EMPTY,
    MISSING,
    VBAArray,
    VBAErrorValue,
    VBAObject,
    method,
)
from pyopenvba.interpreter._objects import MemberSpec
from vba_host import Application, EmptyExcel, Machine, Python, to_vba
from xlwings_engine import ENGINE, ERROR_BASE, ComObject, call_function, run_entry_point

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.files import ADD_IN_SUFFIX
from xl_mastermind.functions import FUNCTIONS
from xl_mastermind.presentation.sheet_names import SCORES_SHEET
from xl_mastermind.workbook_files.edition import Edition

APPLICATION_VALUES: dict[str, object] = {
    "AutomationSecurity": 1,
    "OperatingSystem": "Windows (64-bit) NT 10.00",
}
"""Properties of Excel's Application that pyOpenVBA lacks; they keep their values."""


def make_movable(sheet: VBAObject) -> None:
    """Remove from a sheet everything that prevents pyOpenVBA from moving cells."""
    assert isinstance(sheet, excel.Worksheet)
    sheet.vba_get("Unprotect")
    sheet.shapes_.clear()
    sheet.merged_areas.clear()


class StandInApplication(Application):
    """Excel's Application with the members that a private Excel needs."""

    def __init__(self) -> None:
        super().__init__()
        self.stored = dict(APPLICATION_VALUES)
        self.python = StandInPython()
        self.machine = Machine(self.python)

    @method
    def CalculateFullRebuild(self) -> object:
        for book in self.workbooks_.books:
            for sheet in book.sheets_:
                for cell in sheet.cells_.values():
                    cell.stale = bool(cell.formula)
            book.calculator.calculate_all()
        return EMPTY

    @method
    def International(self, index: object) -> object:
        return {3: ".", 5: ",", 1: 1}[index]  # type: ignore[index]


def _value_member(name: str) -> MemberSpec:
    def get(application: StandInApplication) -> object:
        return application.stored[name]

    def put(application: StandInApplication, value: object) -> None:
        application.stored[name] = value

    return MemberSpec(name, "property", get, put)


for _name in APPLICATION_VALUES:
    StandInApplication.vba_add_member(_value_member(_name))


excel.Workbook.vba_add_member(
    MemberSpec("EnableAutoRecover", "property", lambda _: True, lambda *_: None)
)
_FILE_FORMATS = {Edition.PLAIN: 51, Edition.MACROS: 52}


def _file_format(book: excel.Workbook) -> object:
    return _FILE_FORMATS[Edition.from_path(Path(book.name))]


def _save_as(book: excel.Workbook, file: str, *_: object) -> object:
    return book.SaveAs(file)


excel.Workbook.vba_add_member(MemberSpec("FileFormat", "property", _file_format))
excel.Workbook._vba_members["saveas"] = MemberSpec(  # noqa: SLF001
    "SaveAs", "method", _save_as, parameters=("Filename", "FileFormat", "Password")
)


class StandInExcel(EmptyExcel):
    """An Excel that opens files, of which one has macros, and runs Python."""

    application_class = StandInApplication

    def __init__(self, *, mac: bool = False) -> None:
        super().__init__(mac=mac)
        self.python.act = self._act

    def open(self, file: Path) -> excel.Workbook:
        book = self._excel.open_workbook(file)
        if file.suffix != Edition.PLAIN:
            self.add_modules(book, FUNCTIONS, is_add_in=file.suffix == ADD_IN_SUFFIX)
        for sheet in book.sheets_:
            if sheet.name == SCORES_SHEET:
                # pyOpenVBA cannot add a row to a table below merged cells or shapes.
                make_movable(sheet)
        return book

    def register_functions(self) -> None:
        """Let formulas call the macros of functions; LAMBDA names come second."""
        for function in FUNCTIONS:
            call = partial(_call_from_cell, self, function.name)
            registry.function(function.name, registry.R, minimum=0, maximum=255)(call)

    def _act(self, command: str) -> None:
        (call,) = re.findall(r"run_button\('(\w+)', '(.*)'\)", command)
        run_entry_point(self.book, *call)


class ComApplication(ComObject):
    """What `DispatchEx("Excel.Application")` returns."""

    def __init__(self, stand_in: StandInExcel) -> None:
        super().__init__(stand_in.application)
        vars(self)["stand_in"] = stand_in

    def __getattr__(self, name: str) -> Any:
        if name == "Workbooks":
            return ComWorkbooks(vars(self)["stand_in"])
        return super().__getattr__(name)


class ComWorkbooks(ComObject):
    """The open workbooks."""

    def __init__(self, stand_in: StandInExcel) -> None:
        super().__init__(stand_in.application.workbooks_)
        vars(self)["stand_in"] = stand_in

    def __getattr__(self, name: str) -> Any:
        if name == "Open":
            return self._open
        return super().__getattr__(name)

    def _open(self, file: str, *_: object) -> ComObject:
        stand_in: StandInExcel = vars(self)["stand_in"]
        book = stand_in.open(Path(file))
        if vars(book).get("HasVBProject"):
            stand_in.register_functions()
        for sheet in book.sheets_:
            if sheet.name != SCORES_SHEET:
                # pyOpenVBA computes the used range at each read, though it is constant.
                vars(sheet)["used_bounds"] = cache(sheet.used_bounds)
        return ComObject(book)


@contextlib.contextmanager
def stand_in_excel() -> Iterator[None]:
    """Let `xlwings.App()` start stand-ins, which may show no message."""
    started: list[StandInExcel] = []

    def start(_: str) -> ComApplication:
        started.append(StandInExcel())
        return ComApplication(started[-1])

    functions = dict(registry.FUNCTIONS)
    with pytest.MonkeyPatch.context() as patch:
        engine = xlwings.main.Engine(ENGINE.engine)
        patch.setitem(xlwings.engines.engines_by_name, "excel", engine)
        patch.setattr(xlwings.engines, "active", engine)
        patch.setattr(ENGINE, "DispatchEx", start)
        yield
    assert not any(excel.messages for excel in started)
    # pyOpenVBA has one table of functions for all applications.
    registry.FUNCTIONS.clear()
    registry.FUNCTIONS.update(functions)


# Worksheet functions in cells


class StandInPython(Python):
    """The Python that functions call: it computes them as xlwings does."""

    def _reply(self) -> object:
        if not self.calls:
            return super()._reply()
        _, name, arguments, *_ = self.calls.pop()
        function = next(each for each in FUNCTIONS if each.name == name)
        assert isinstance(arguments, list)
        return to_vba(call_function(function, *map(_to_com, arguments)))


def _to_com(value: object) -> object:
    """Return an argument as pywin32 hands it over."""
    if value is MISSING:
        return -2147352572
    if value is EMPTY:
        return None
    if isinstance(value, VBAErrorValue):
        return ERROR_BASE + value.number
    if isinstance(value, VBAArray):
        return tuple(tuple(map(_to_com, row)) for row in _rows(value))
    return ComObject(value) if isinstance(value, VBAObject) else value


def _rows(array: VBAArray) -> list[list[Any]]:
    """Return the rows of an array of two dimensions, the one row of another array."""
    if len(array.bounds) == 1:
        return [[*array.items]]
    rows, columns = (range(low, high + 1) for low, high in array.bounds)
    return [[array.get([row, column]) for column in columns] for row in rows]


def _call_from_cell(
    stand_in: StandInExcel, name: str, context: Any, *arguments: object
) -> object:
    """Call a function of the VBA project, which pyOpenVBA's formulas cannot."""
    application = stand_in.application
    sheet = _sheet(stand_in, context.sheet)
    cell = sheet.vba_get("Cells", [context.row, context.column])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(application, "caller", cell)
        # `run` of pyOpenVBA would convert the result.
        interpreter = stand_in._excel.interpreter  # noqa: SLF001
        result = interpreter.run(name, [_to_variant(a, stand_in) for a in arguments])
    return _to_engine(result)


def _sheet(stand_in: StandInExcel, name: str) -> excel.Worksheet:
    books = stand_in.application.workbooks_.books
    return next(sheet for book in books for sheet in book.sheets_ if sheet.name == name)


def _to_variant(value: object, stand_in: StandInExcel) -> object:
    """Return an argument of pyOpenVBA's formulas as VBA gets it."""
    if isinstance(value, values.Reference):
        area = value.area
        assert area
        corners = area.top - 1, area.left - 1, area.bottom - 1, area.right - 1
        sheet = _sheet(stand_in, area.sheet)
        return sheet.vba_get("Range", [CellRange("", *corners).address])
    if isinstance(value, values.Array):
        return to_vba([[_to_variant(v, stand_in) for v in row] for row in value.rows])
    if value is values.NA:
        return VBAErrorValue(2042)
    if value is values.VALUE:
        return VBAErrorValue(2015)
    return EMPTY if value is values.EMPTY else value


def _to_engine(value: object) -> Any:
    """Return the result of VBA as pyOpenVBA's formulas get it."""
    if isinstance(value, VBAErrorValue):
        return {2042: values.NA}.get(value.number, values.VALUE)
    if isinstance(value, VBAArray):
        return values.Array([[*map(_to_engine, row)] for row in _rows(value)])
    if value in (EMPTY, None):
        return values.EMPTY
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value
