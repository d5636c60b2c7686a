"""
An Excel in memory that runs our macros, with stand-ins for what xlwings provides.

`xlwings.bas` itself is for Windows; a module of the same name stands here for
its two entry points, `RunPython` and `XLPy`.
"""

from collections.abc import Callable, Sequence

import pytest
from pyopenvba.apps import excel
from pyopenvba.interpreter import (
    EMPTY,
    MISSING,
    NOTHING,
    VBAArray,
    VBAErrorValue,
    VBAObject,
    VBARuntimeError,
    member,
    method,
)

from xl_mastermind.sheet.functions import Function
from xl_mastermind.sheet.macros import ModuleKind, vba_modules

XLWINGS = """
Function RunPython(PythonCommand As String)
    Application.Python.Exec PythonCommand
End Function

Function XLPy()
    Set XLPy = Application.Python
End Function
"""

PythonCall = tuple[object, ...]


def as_vba(value: object) -> object:
    """Return what COM makes of `value`: lists are arrays, `None` is empty."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        array = VBAArray([(0, len(value) - 1), (0, len(value[0]) - 1)])
        for i, row in enumerate(value):
            for j, cell in enumerate(row):
                array.set([i, j], as_vba(cell))
        return array
    if isinstance(value, list):
        return VBAArray([(0, len(value) - 1)], items=[*map(as_vba, value)])
    return EMPTY if value is None else value


class Python(VBAObject):
    """What `XLPy` gives: it notes each call and answers what the test wants."""

    def __init__(self) -> None:
        self.commands: list[str] = []
        self.calls: list[PythonCall] = []
        self.answer: object = None

    @method
    def Exec(self, command: object) -> object:  # noqa: N802, VBA's name
        self.commands.append(str(command))
        return EMPTY

    @method
    def CallUDF(  # noqa: N802, VBA's name
        self,
        module: object,
        name: object,
        arguments: VBAArray,
        workbook: object = MISSING,
        caller: object = MISSING,
    ) -> object:
        self.calls.append((module, name, [*arguments.items], workbook, caller))
        if isinstance(self.answer, Exception):
            raise self.answer
        return as_vba(self.answer)


class Application(excel.Application):
    """Excel's Application with the members that pyOpenVBA has not."""

    def __init__(self) -> None:
        super().__init__()
        self.python = Python()
        self.caller: object = NOTHING
        self.described: dict[str, dict[str, object]] = {}
        self.refuses_descriptions = False

    @member
    def Caller(self) -> object:  # noqa: N802, VBA's name
        return self.caller

    @member
    def Python(self) -> Python:  # noqa: N802, VBA's name
        return self.python

    @method
    def MacroOptions(  # noqa: N802, VBA's name
        self,
        Macro: object,  # noqa: N803, VBA's name
        Description: object = MISSING,  # noqa: N803
        Category: object = MISSING,  # noqa: N803
        ArgumentDescriptions: object = MISSING,  # noqa: N803
    ) -> object:
        if self.refuses_descriptions:
            raise VBARuntimeError(1004, "Method 'MacroOptions' failed")
        assert isinstance(ArgumentDescriptions, VBAArray)
        self.described[str(Macro)] = {
            "help": Description,
            "category": Category,
            "arguments": [*ArgumentDescriptions.items],
        }
        return EMPTY


class Excel:
    """A workbook with our modules, open in Excel."""

    def __init__(
        self,
        functions: Sequence[Function],
        edit: Callable[[str], str] = lambda text: text,
    ) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(excel, "Application", Application)
            self._excel = excel.ExcelApplication()
        application = self._excel.application
        assert isinstance(application, Application)
        self.application = application
        self.book = self._excel.add_workbook()
        kinds = {ModuleKind.STANDARD: "standard", ModuleKind.DOCUMENT: "document"}
        for name, kind, text in vba_modules(functions, ["Sheet1"]):
            if name == "xlwings":
                self._excel.add_module(XLWINGS, name=name)
            elif kind in kinds:
                self._excel.add_module(edit(text), name=name, kind=kinds[kind])

    @property
    def python(self) -> Python:
        return self.application.python

    def cells(self, address: str) -> VBAObject:
        """Return a range of the sheet."""
        found = self._excel.sheet(1).sheet.vba_get("Range", [address])
        assert isinstance(found, VBAObject)
        return found

    def run(self, macro: str, *arguments: object) -> object:
        """Run a macro as Excel does on the press of a button."""
        return self._excel.run(macro, *arguments)

    def calculate(self, name: str, *arguments: object, answer: object) -> object:
        """Return what the cell A9 shows that calls a function of the workbook."""
        self.python.answer = answer
        self.application.caller = self.cells("A9")
        return shown(self.run(name, *arguments))


def shown(value: object) -> object:
    """Return what a cell shows: an error value as its text."""
    if isinstance(value, list):
        return [*map(shown, value)]
    if isinstance(value, VBAErrorValue):
        return {2015: "#VALUE!", 2042: "#N/A"}[value.number]
    return value
