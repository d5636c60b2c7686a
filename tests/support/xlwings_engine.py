"""xlwings' engine for Windows, with pyOpenVBA's objects in place of Excel's."""

import ctypes
import importlib
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar
from unittest.mock import MagicMock

import pytest
import xlwings
from pyopenvba.apps.excel import Range, SheetView, Workbook
from pyopenvba.interpreter import (
    NOTHING,
    VBAErrorValue,
    VBAObject,
    VBARuntimeError,
)
from vba_host import to_vba

from xl_mastermind.cells.values import RangeValues
from xl_mastermind.excel import entry_points
from xl_mastermind.excel.functions import udf
from xl_mastermind.functions import Function

if TYPE_CHECKING:
    from collections.abc import Iterator


class ComError(Exception):
    """An error of Excel; xlwings takes it for a missing item."""

    hresult = -2147352567


ERROR_BASE = -2146828288
"""COM passes an error of a cell as this number plus that of VBA."""


class ComObject:
    """
    An object of Excel as pywin32 shows it.

    Attributes
    ----------
    calls : int
        The number of calls of all objects.
    writes : list of tuple
        The settings of the application at each write of values: calculation, events and
        screen updating.
    """

    calls = 0
    writes: ClassVar[list[tuple[object, bool, bool]]] = []

    def __init__(self, inner: Any) -> None:
        vars(self)["_inner"] = inner

    def __getattr__(self, name: str) -> Any:
        spec = self._inner.vba_member(name)
        is_function = name in ("Range", "Item") and spec and spec.parameters
        if is_function or (spec and spec.kind == "method"):
            return lambda *arguments, **named: self._get(name, *arguments, **named)
        if name == "Value" and isinstance(self._inner, Range):
            rows = [[_com_value(cell) for cell in row] for row in block(self._inner)]
            return rows if len(rows) > 1 or len(rows[0]) > 1 else rows[0][0]
        return self._get(name)

    def _get(self, name: str, *arguments: Any, **named: Any) -> Any:
        ComObject.calls += 1
        # xlwings passes None for missing arguments.
        present = {k: _inner(value) for k, value in named.items() if value is not None}
        try:
            value = self._inner.vba_get(name, [*map(_inner, arguments)], present)
        except VBARuntimeError as error:
            raise ComError(name) from error
        if value is NOTHING:
            return None
        return ComObject(value) if isinstance(value, VBAObject) else value

    def __setattr__(self, name: str, value: Any) -> None:
        ComObject.calls += 1
        if name == "Value":
            self._check_values(value)
        self._inner.vba_set(name, to_vba(value))

    def _check_values(self, rows: Any) -> None:
        rows = rows if isinstance(rows, list | tuple) else [[rows]]  # a single cell
        cells = [cell for row in rows for cell in row]
        assert {*map(type, cells)} <= {str, bool, int, float, datetime}
        texts = [cell for cell in cells if isinstance(cell, str)]
        assert not any(text.startswith(("=", "+", "-", "@")) for text in texts), texts
        settings = self._inner.sheet.book.application
        ComObject.writes.append(
            (settings.calculation, settings.enable_events, settings.screen_updating)
        )

    def __call__(self, *arguments: Any) -> Any:
        return self._get("Item", *arguments)

    def __iter__(self) -> "Iterator[ComObject]":
        return map(ComObject, self._inner.vba_iterate())


def _com_value(cell: Any) -> Any:
    """Return the value of a cell as COM passes it: an error is a number."""
    return ERROR_BASE + cell.number if isinstance(cell, VBAErrorValue) else cell


def _inner(argument: Any) -> Any:
    """Return the object in one that xlwings has wrapped, maybe twice."""
    while type(argument).__name__ in ("COMRetryObjectWrapper", "ComObject"):
        argument = vars(argument)["_inner"]
    return argument


def block(cells: VBAObject) -> RangeValues:
    assert isinstance(cells, Range)
    address = str(cells.vba_get("Address", [False, False]))
    read = SheetView(cells.sheet).value(address)
    return read if isinstance(read, list) else [[read]]


_PYWIN32 = (
    *("pywintypes", "pythoncom", "win32com", "win32com.client", "win32timezone"),
    *("win32api", "win32con", "win32gui", "win32process"),
)


def _load_modules() -> tuple[Any, Any]:
    """Import xlwings' modules for Windows with stand-ins for pywin32."""
    modules = {name: MagicMock(__file__="") for name in _PYWIN32}
    client = modules["win32com"].client = modules["win32com.client"]
    client.CDispatch = ComObject
    client.CoClassBaseClass = client.DispatchBaseClass = type("Unused", (), {})
    modules["pywintypes"].com_error = ComError
    modules["pywintypes"].TimeType = datetime
    modules["win32process"].GetWindowThreadProcessId.return_value = 1, 4711
    modules["win32timezone"].TimeZoneInfo.utc = lambda: UTC
    with pytest.MonkeyPatch.context() as patch:
        for name, module in modules.items():
            patch.setitem(sys.modules, name, module)
        for name in ("oledll", "windll", "PyDLL"):
            patch.setattr(ctypes, name, MagicMock(), raising=False)
        engine = importlib.import_module("xlwings._xlwindows")
        return engine, importlib.import_module("xlwings.udfs")


ENGINE, UDFS = _load_modules()


def run_entry_point(book: Workbook, button: str, addresses: str = "") -> None:
    """Run the entry point of a button, as its macro does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ENGINE, "BOOK_CALLER", ComObject(book))
        entry_points.run_button(button, addresses)


def call_function(function: Function, *arguments: object) -> Any:
    """Call a worksheet function as `CallUDF` of xlwings does."""
    with pytest.MonkeyPatch.context() as patch:
        excel = xlwings.main.Engine(ENGINE.engine)
        patch.setitem(xlwings.engines.engines_by_name, "excel", excel)
        patch.setattr(xlwings, "func", UDFS.xlfunc)
        patch.setattr(xlwings, "arg", UDFS.xlarg)
        patch.setattr(entry_points, function.name, udf(function))
        patch.setitem(sys.modules, "xlwings.com_server", MagicMock())
        patch.setattr(ENGINE, "is_range_instance", lambda a: isinstance(a, ComObject))
        return UDFS.call_udf(entry_points.__name__, function.name, arguments)
