"""
Excel in memory: pyOpenVBA runs our macros and those of xlwings.

Tests replace everything outside Excel (DLL, files, shell, AppleScript) by a `Machine`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

import fast_formulas  # noqa: F401 - pyOpenVBA with indexes
import pytest
from expected_values import DATA
from pyopenvba.apps import excel
from pyopenvba.interpreter import (
    EMPTY,
    MISSING,
    NOTHING,
    VBAArray,
    VBADate,
    VBAErrorValue,
    VBAObject,
    VBARuntimeError,
    _preprocess,
    _runtime,
    member,
    method,
)
from pyopenvba.interpreter._objects import MemberSpec
from pyopenvba.interpreter._parse import parse_module

from xl_mastermind.excel.macros import CONFIG, ERROR_MODULE, ModuleKind, vba_modules
from xl_mastermind.functions import Function
from xl_mastermind.presentation.sheet_names import CONFIG_SHEET, ERROR_SHEET

WINDOWS_PYTHON = r"C:\venv\Scripts\python.exe"
WINDOWS_DLL = r"C:\venv\xlwings64-0.37.8.dll"
CONTAINER = "/Users/ada/Library/Containers/com.microsoft.Excel/Data"
MAC_SCRIPT = (
    "/Users/ada/Library/Application Scripts/com.microsoft.Excel"
    "/xlwings-0.37.8.applescript"
)
MAC_LOG = f"{CONTAINER}/xlwings.log"

OUTSIDE = (DATA / "outside.bas").read_text("utf-8")

AUTOMATIC, MANUAL = -4105, -4135
DONE, PENDING = 0, 2
"""Values of Application.Calculation and CalculationState."""

PARSERS = {mac: cache(parse_module) for mac in (False, True)}
"""Parse each module once per platform: `xlwings.bas` is long."""


def to_vba(value: object) -> object:
    """Return a value as COM converts it: lists to arrays, `None` to Empty."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        array = VBAArray([(0, len(value) - 1), (0, len(value[0]) - 1)])
        for i, row in enumerate(value):
            for j, cell in enumerate(row):
                array.set([i, j], to_vba(cell))
        return array
    if isinstance(value, list):
        return VBAArray([(0, len(value) - 1)], items=[*map(to_vba, value)])
    return EMPTY if value is None else value


class Python(VBAObject):
    """The object of `XLPy`: it records calls and returns `answer`."""

    def __init__(self) -> None:
        self.commands: list[str] = []
        self.calls: list[tuple[object, ...]] = []
        self.answer: object = None
        self.act: Callable[[str], None] = lambda _: None
        self.is_killed = False

    def _reply(self) -> object:
        if self.is_killed:
            raise VBARuntimeError(462, "The remote server machine does not exist")
        if isinstance(self.answer, Exception):
            raise self.answer
        return to_vba(self.answer)

    @method
    def Module(self, name: object) -> object:
        return str(name)

    @method
    def SetAttr(self, owner: object, name: object, value: object) -> object:
        assert (owner, name) == ("xlwings._xlwindows", "BOOK_CALLER")
        assert value
        return EMPTY

    @method
    def Exec(self, command: object) -> object:
        self.commands.append(str(command))
        self.act(str(command))
        return self._reply()

    @method
    def CallUDF(
        self,
        module: object,
        name: object,
        arguments: VBAArray,
        workbook: object = MISSING,
        caller: object = MISSING,
    ) -> object:
        self.calls.append((module, name, [*arguments.items], workbook, caller))
        return self._reply()


class Machine(VBAObject):
    """The machine outside Excel: everything works until a test changes it."""

    def __init__(self, python: Python) -> None:
        self._python = python
        self.files = {WINDOWS_PYTHON, WINDOWS_DLL, MAC_SCRIPT}
        self.settings = {  # the user's xlwings.conf
            "INTERPRETER_WIN": WINDOWS_PYTHON,
            "INTERPRETER_MAC": "/Users/ada/.venv/bin/python",
        }
        self.reads = 0  # of a setting
        self.logs: dict[str, str] = {}  # files that xlwings reads
        self.start_error: str | Exception = ""  # of a Python that the DLL starts
        self.starts = 0  # by the DLL
        self.start_command = ""
        self.on_start: Callable[[], None] = lambda: None
        self.commands: list[str] = []
        # The exit code and the standard error of every command, or Excel's error.
        self.shell: tuple[int, str] | Exception = (0, "")
        self.boxes: list[str] = []  # texts of xlwings' message boxes
        self.timers: list[str] = []  # pending macros of `Application.OnTime`
        self.due = 0.0  # the time of the last of them
        self.forbids_shell = False  # whether macros cannot start programs
        self._has_dll = False

    def exists(self, path: object) -> bool:
        return path in self.files or str(path).endswith("xlwings.conf")

    @method
    def LoadLibrary(self, path: object) -> object:
        self._has_dll |= path in self.files
        return int(path in self.files)

    @method
    def Activate(self, command: object) -> object:
        self.starts += 1
        self.start_command = str(command)
        self.on_start()
        if not self._has_dll:
            raise VBARuntimeError(53, "File not found: xlwings64-0.37.8.dll")
        if isinstance(self.start_error, Exception):
            raise self.start_error
        if not self.start_error:
            self._python.is_killed = False
        return self.start_error

    @method
    def Setting(self, key: object) -> object:
        self.reads += 1
        return self.settings.get(str(key), "")

    @method
    def ReadFile(self, path: object) -> object:
        if path not in self.logs:
            raise VBARuntimeError(53, "File not found")
        return self.logs[str(path)]

    @method
    def Kill(self, path: object) -> object:
        self.logs.pop(str(path), None)
        return EMPTY

    # WScript.Shell

    @method
    def ExpandEnvironmentStrings(self, text: object) -> object:
        return str(text)

    @method
    def Run(
        self, command: object, style: object = MISSING, wait: object = MISSING
    ) -> object:
        assert (style, wait) == (0, True)
        code, error = self._execute(str(command))
        (log,) = re.findall(r'2> "(.*?)"', str(command))
        self.logs[log] = error
        return code

    def _execute(self, command: str) -> tuple[int, str]:
        self.commands.append(command)
        self._python.act(command)
        if isinstance(self.shell, Exception):
            raise self.shell
        return self.shell

    @method
    def Popup(self, text: object, *_: object) -> object:
        self.boxes.append(str(text))
        return EMPTY

    # A Mac's AppleScript

    def script(self, name: object, handler: object, parameters: object) -> object:
        if MAC_SCRIPT not in self.files:
            raise VBARuntimeError(5, "Invalid procedure call or argument")
        assert MAC_SCRIPT.endswith(f"/{name}")
        assert handler == "VbaHandler"
        *_, log = str(parameters).split("|")
        _, error = self._execute(str(parameters))
        self.logs[log] = error
        return "0"


excel.Application.vba_add_member(MemberSpec("Hwnd", "property", lambda _: 1))


class Application(excel.Application):
    """Excel's Application with the members that pyOpenVBA lacks."""

    def __init__(self) -> None:
        super().__init__()
        self.python = Python()
        self.machine = Machine(self.python)
        self.caller: object = NOTHING
        self.described: dict[str, dict[str, object]] = {}
        self.refuses_descriptions = False
        self.calculations = 0
        self.calculated: list[str] = []  # names of sheets
        self.condition_counts: dict[str, int] = {}  # of pasted conditional formats

    @member
    def CalculationState(self) -> object:
        return PENDING if self.calculation == MANUAL else DONE

    @method
    def Calculate(self) -> object:
        self.calculations += 1
        return super().Calculate()

    @method
    def Run(self, Macro: object = MISSING, *args: object) -> object:
        """Run a macro of the only open project."""
        book, _, macro = str(Macro).rpartition("!")
        assert self._this_workbook
        if book and book != f"'{self._this_workbook.name}'":
            self.run_elsewhere(str(Macro))
            return EMPTY
        return super().Run(macro, *args)

    def run_elsewhere(self, macro: str) -> None:
        """Raise Excel's error for a workbook with disabled macros."""
        raise VBARuntimeError(1004, f"Cannot run the macro {macro}")

    @member
    def Caller(self) -> object:
        return self.caller

    @member
    def Python(self) -> Python:
        return self.python

    @member
    def Machine(self) -> Machine:
        return self.machine

    @member
    def Path(self) -> object:
        return "/Applications/Microsoft Excel.app/Contents"

    @method
    def OnTime(
        self,
        when: object,
        macro: object,
        latest: object = MISSING,
        schedule: object = MISSING,
    ) -> object:
        if schedule is MISSING:
            assert isinstance(when, VBADate)
            self.machine.due = when.serial
            self.machine.timers.append(str(macro))
            return EMPTY
        assert (latest, schedule) == (MISSING, False)
        if macro not in self.machine.timers:
            raise VBARuntimeError(1004, "Method 'OnTime' failed")
        assert isinstance(when, VBADate)
        assert self.machine.due == when.serial
        self.machine.timers.remove(str(macro))
        return EMPTY

    @method
    def MacroOptions(
        self,
        Macro: object,
        Description: object = MISSING,
        Category: object = MISSING,
        ArgumentDescriptions: object = MISSING,
    ) -> object:
        if self.refuses_descriptions:
            raise VBARuntimeError(1004, "Method 'MacroOptions' failed")
        assert isinstance(ArgumentDescriptions, VBAArray)
        assert self._this_workbook
        self._this_workbook.saved = False
        self.described[str(Macro)] = {
            "help": Description,
            "category": Category,
            "arguments": [*ArgumentDescriptions.items],
        }
        return EMPTY


def _adapt_xlwings(text: str) -> str:
    """Return `xlwings.bas` for pyOpenVBA, without access to the machine."""
    text = text.replace("\r\n", "\n")
    text = re.sub(r"(?m)^([ \t]*#[^\n']*?)[ \t]*'.*$", r"\1", text)
    text = re.sub(r"(?m)^[ \t]*(Private )?Declare .*$", "", text)
    for name in ("ReadFile", "GetConfigFromFile"):
        text = re.sub(rf"(?s)\nFunction {name}\(.*?\nEnd Function", "", text)
    # pyOpenVBA finds no label inside of an If.
    plain = "RunPython = ExecuteWindows(False, PythonCommand, interpreter, PYTHONPATH)"
    text = re.sub(rf"\n *Else\n *{re.escape(plain)}\n *End If", "", text)
    branch = f"If Not OPTIMIZED_CONNECTION Then {plain}: Exit Function"
    text = text.replace("If OPTIMIZED_CONNECTION = True Then", branch)
    text = re.sub(r"(GetConfig\([^()]*\)) = True", r"CBool(\1)", text)
    text = re.sub(r"\bKill (?=LOG_FILE)", "Application.Machine.Kill ", text)
    # Excel takes the sheet from the cells, pyOpenVBA the active one.
    text = text.replace("In Range(sht.", "In sht.Range(sht.")
    text = text.replace("As Dictionary", "As Object")
    return text.replace("New Dictionary", 'CreateObject("Scripting.Dictionary")')


def _calculate_sheet(sheet: excel.Worksheet) -> None:
    application = sheet.book.application
    assert isinstance(application, Application)
    application.calculated.append(sheet.name)
    sheet.book.calculator.calculate_all()


excel.Worksheet._vba_members["calculate"] = MemberSpec(  # noqa: SLF001
    "Calculate", "method", _calculate_sheet
)


for name in ("IsAddin", "HasVBProject"):
    excel.Workbook.vba_add_member(
        MemberSpec(name, "property", lambda book, key=name: key in vars(book))
    )


class FormatConditions(VBAObject):
    """The conditional formats of a range, of which tests set the number."""

    def __init__(self, cells: excel.Range) -> None:
        application = cells.sheet.book.application
        assert isinstance(application, Application)
        address = str(cells.vba_get("Address"))
        self.count = application.condition_counts.get(address, 0)

    @member
    def Count(self) -> object:
        return self.count


excel.Range.vba_add_member(MemberSpec("FormatConditions", "property", FormatConditions))


class EmptyExcel:
    """Excel on Windows or on a Mac, without a workbook."""

    application_class: type[Application] = Application
    book: excel.Workbook  # with our modules

    def __init__(self, *, mac: bool = False) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(excel, "Application", self.application_class)
            self._excel = excel.ExcelApplication()
        application = self._excel.application
        assert isinstance(application, self.application_class)
        self.application = application
        self._is_mac = mac
        self._connect(mac=mac)

    def add_modules(
        self,
        book: excel.Workbook,
        functions: Sequence[Function],
        *,
        is_add_in: bool = False,
    ) -> None:
        """Add our modules to a workbook, and run its macros from now on."""
        self.book = book
        vars(book)["HasVBProject"] = True
        if is_add_in:
            vars(book)["IsAddin"] = True
        self.application._this_workbook = book  # noqa: SLF001
        mac = self._is_mac
        constants = {name: mac == (name == "Mac") for name in ("Mac", "Win32", "Win64")}
        with pytest.MonkeyPatch.context() as patch:
            for name, value in constants.items():
                patch.setitem(_preprocess.DEFAULT_CONSTANTS, name, value)
            patch.setitem(_preprocess.DEFAULT_CONSTANTS, "MAC_OFFICE_VERSION", 16 * mac)
            patch.setattr(_runtime, "parse_module", PARSERS[mac])
            self._load(functions, is_add_in=is_add_in)

    def _load(self, functions: Sequence[Function], *, is_add_in: bool) -> None:
        kinds = {
            ModuleKind.STANDARD: "standard",
            ModuleKind.DOCUMENT: "document",
            ModuleKind.CLASS: "class",
        }
        sheets = [sheet.code_name for sheet in self.book.sheets_ if sheet.code_name]
        modules = vba_modules(functions, sheets, has_ribbon=is_add_in)
        for name, kind, text in modules:
            if name != "Dictionary":  # the interpreter has its own
                # The interpreter sends no events; tests call their handlers.
                code = text.replace("WithEvents ", "")
                if name == "xlwings":
                    code = _adapt_xlwings(code) + f"\n{OUTSIDE}"
                self._excel.add_module(code, name=name, kind=kinds[kind])

    def _connect(self, *, mac: bool) -> None:
        machine, interpreter = self.machine, self._excel.interpreter
        environ = {
            "HOME": CONTAINER,
            "USERPROFILE": r"C:\Users\Ada",
            "Temp": r"C:\Temp",
        }

        def file_attributes(path: object) -> object:
            if not machine.exists(path):
                raise VBARuntimeError(53, "File not found")
            return 0

        def posix_path(script: object) -> object:
            path = re.search(r'"(.*)"', str(script))
            return path[1] if path else f"{CONTAINER}/"

        functions: dict[str, Callable[..., object]] = {
            "environ": lambda name: environ.get(str(name), ""),
            "getattr": file_attributes,
            "dir": lambda path, *_: "found" if machine.exists(path) else "",
            "macscript": posix_path,
            "applescripttask": machine.script,
        }
        self._replace_intrinsics(
            {
                name: lambda _, arguments, __, function=function: function(*arguments)
                for name, function in functions.items()
            }
        )
        create_com = interpreter.create_com

        def create_shell(name: str) -> object:
            if name != "WScript.Shell":
                return create_com(name)
            assert not mac
            if machine.forbids_shell:
                raise VBARuntimeError(429, "ActiveX component can't create object")
            return machine

        setattr(interpreter, "create_com", create_shell)  # noqa: B010, no method of its own

    def _replace_intrinsics(self, functions: Mapping[str, Callable[..., Any]]) -> None:
        interpreter = self._excel.interpreter
        intrinsics = {**interpreter._intrinsics, **functions}  # noqa: SLF001
        interpreter._intrinsics = intrinsics  # noqa: SLF001

    def set_turkish(self) -> None:
        """Set Windows to Turkish, where the capital of i has a dot."""
        self._replace_intrinsics(
            {
                "ucase": lambda _, texts, __: texts[0].replace("i", "\u0130").upper(),
                "lcase": lambda _, texts, __: texts[0].replace("I", "\u0131").lower(),
            }
        )

    @property
    def machine(self) -> Machine:
        return self.application.machine

    @property
    def python(self) -> Python:
        return self.application.python

    @property
    def status(self) -> object:
        """The text of the status bar, `False` if Excel controls it."""
        return self.application.status_bar

    @property
    def messages(self) -> list[str]:
        assert {title for _, _, title, _ in self._excel.dialogs} <= {"MasterMind", ""}
        return [text for _, text, _, _ in self._excel.dialogs] + self.machine.boxes

    def cells(self, address: str) -> VBAObject:
        cells = self._excel.sheet(1).sheet.vba_get("Range", [address])
        assert isinstance(cells, VBAObject)
        return cells

    def run_timers(self) -> None:
        timers = [*self.machine.timers]
        self.machine.timers.clear()
        for macro in timers:
            self.run(macro.rpartition("!")[2])

    def set_clock(self, day: int, hour: int, minute: int, second: int) -> None:
        """Set the time, in January 2026."""
        now = datetime(2026, 1, day, hour, minute, second)  # noqa: DTZ001, as VBA's
        self._excel.freeze_clock(now)

    def run(self, macro: str, *arguments: object) -> object:
        return self._excel.run(macro, *arguments)


class Excel(EmptyExcel):
    """Excel with a blank workbook that has our modules and the settings of xlwings."""

    def __init__(
        self,
        functions: Sequence[Function],
        *,
        mac: bool = False,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(mac=mac)
        book = self._excel.add_workbook()
        config = book.add_sheet(CONFIG_SHEET)
        for row, pair in enumerate({**dict(CONFIG), **(settings or {})}.items(), 1):
            for column, value in zip("AB", pair, strict=True):
                cell = config.vba_get("Range", [f"{column}{row}"])
                assert isinstance(cell, VBAObject)
                cell.vba_set("Value", value)
        book.add_sheet(ERROR_SHEET).code_name = ERROR_MODULE
        self.add_modules(book, functions)

    def calculate(self, name: str, *arguments: object, answer: object) -> object:
        """Return the value of the cell A9 that calls a worksheet function."""
        self.python.answer = answer
        self.application.caller = self.cells("A9")
        return displayed_value(self.run(name, *arguments))


def displayed_value(value: object) -> object:
    """Return the value of a cell, an error value as text."""
    if isinstance(value, list):
        return [*map(displayed_value, value)]
    if isinstance(value, VBAErrorValue):
        return {2015: "#VALUE!", 2042: "#N/A"}[value.number]
    assert value not in ("#VALUE!", "#N/A"), "a text, no error"
    return value
