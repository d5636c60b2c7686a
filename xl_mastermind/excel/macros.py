"""
The workbook's VBA project: our modules, those of xlwings, and their binary form.

What Excel calls comes from the tables of worksheet functions and of buttons; the rest
is text in `vba`; the modules `xlwings` and `Dictionary` are those of the installed
xlwings, because the name of its DLL, version included, is written in them.
"""

import io
import re
from collections.abc import Sequence
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from pyopenvba import ExcelFile, VBAModuleKind
from pyopenvba.cfb import CFB
from pyopenvba.vba import (
    compress,
    normalize_class_source,
    parse_vba_project,
    rebuild_module_stream,
    serialize_dir_stream,
    serialize_project_stream,
    serialize_projectwm,
)
from xlsxwriter.worksheet import Worksheet

from xl_mastermind.files import reraise_with_path
from xl_mastermind.sheets.extended_workbook import ExtendedWorkbook
from xl_mastermind.spreadsheet.buttons import BUTTONS, COPY_RESULT, Button
from xl_mastermind.spreadsheet.edition import XLWINGS
from xl_mastermind.spreadsheet.functions import Argument, Function, Need

CONFIG: Final = (
    ("UDF MODULES", "xl_mastermind.excel.entry_points"),
    ("ADD_WORKBOOK_TO_PYTHONPATH", "false"),
    ("USE UDF SERVER", "true"),
    ("SHOW_ERROR_POPUPS", "False"),
)
"""
No interpreter here: a row for it, even blank, would win over the user's own.
Errors go to the sheet Error, and the macros make one sentence of them.
Text, not booleans, which Excel would write in the user's language.
"""

CATEGORY: Final = "MasterMind"
"""The category of the worksheet functions in the function wizard."""

LONGEST_HELP: Final = 255
"""Characters that Excel accepts as the help text of a function or an argument."""

_WRITTEN: Final = ("MasterMind.bas", "Objects.bas", "PythonLink.cls", "BoardMacros.cls")
"""The files in `vba` that every project has, each a module."""

ERROR_MODULE: Final = "ErrorSheet"
"""The module of the sheet to which xlwings writes errors."""

_WORKBOOK: Final = "ThisWorkbook"
_WORKBOOK_CLASS: Final = "0{00020819-0000-0000-C000-000000000046}"
_SHEET_CLASS: Final = "0{00020820-0000-0000-C000-000000000046}"

# Magic, "made by no version of VBA" and no cache, so that every Excel compiles
# the text; section 2.3.4.1 of [MS-OVBA].
_NO_COMPILED_CODE: Final = b"\xcc\x61\xff\xff\x00\x00\x00"


_HIDDEN_FROM_BASIC: Final = """\
#If False Then
{} ReadByLibreOffice()
#End If
"""
"""
Hides from LibreOffice all Subs that follow, with `Function`, or all Functions.

It passes over lines that begin with #, and looks in vain for the end of what Excel
never sees. So it runs nothing, and compiles nothing, when a workbook opens with macros
allowed: it cannot compile xlwings' modules, and says so in some twenty boxes.
"""


class XlwingsMismatchError(ValueError):
    """The installed xlwings ships macros that load the DLL of another version."""


class ModuleKind(StrEnum):
    """A kind of VBA module, as the project's own list writes it."""

    DOCUMENT = "Document"
    STANDARD = "Module"
    CLASS = "Class"


class VbaModule(NamedTuple):
    """A VBA module: `text` is all of it, attributes included, lines ending in CRLF."""

    name: str
    kind: ModuleKind
    text: str


def _crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def _literal(text: str) -> str:
    """Return `text` as VBA writes it in code."""
    if len(text) > LONGEST_HELP:
        raise ValueError(
            f"expected a help text of at most {LONGEST_HELP} characters,"
            f" got {len(text)}: {text!r}"
        )
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


# The worksheet functions


def _declaration(argument: Argument) -> str:
    forms = {
        Need.REQUIRED: "{}",
        Need.OPTIONAL: "Optional {}",
        Need.REPEATED: "ParamArray {}()",
    }
    return forms[argument.need].format(argument.name)


def _collected(arguments: Sequence[Argument]) -> tuple[list[str], str]:
    """Return the lines that put `arguments` into one array, and that array."""
    named = [a.name for a in arguments if a.need is not Need.REPEATED]
    array = f"Array({', '.join(named)})"
    repeated = [a.name for a in arguments if a.need is Need.REPEATED]
    if not repeated:
        return [], array
    more = repeated[0]
    lines = [
        "Dim argsArray() As Variant, k As Long",
        f"argsArray = {array}",
        f"ReDim Preserve argsArray(0 To {len(named)} + UBound({more}))",
        f"For k = 0 To UBound({more})",
        f"    argsArray({len(named)} + k) = {more}(k)",
        "Next k",
    ]
    return lines, "argsArray"


def _wrapper(function: Function) -> str:
    name = function.name
    declared = ", ".join(map(_declaration, function.arguments))
    before, array = _collected(function.arguments)
    lines = [
        *before,
        "If TypeOf Application.Caller Is Range Then On Error GoTo failed",
        f'{name} = Link.CallPython("{name}", {array})',
        "Exit Function",
    ]
    body = "".join(f"        {line}\n" for line in lines)
    return f"""
Function {name}({declared})
    #If App = "Microsoft Excel" Then
{body}\
    #End If
failed:
    {name} = CVErr(xlErrValue)
End Function
"""


def function_wrappers(functions: Sequence[Function]) -> str:
    """
    Return the module `xlwings_udfs`: one VBA function for each of `functions`.

    The module has the name, and its functions the shape, that xlwings generates, so
    that "Import Functions" replaces them. They differ in two ways: cells show error
    values in place of text, and the questions go through the module `PythonLink`. A
    macro that calls such a function gets the error with its text.
    """
    head = """\
Attribute VB_Name = "xlwings_udfs"
'Written by xl-mastermind from its table of worksheet functions.
#Const App = "Microsoft Excel"
"""
    wrappers = "".join(map(_wrapper, functions))
    return head + _HIDDEN_FROM_BASIC.format("Sub") + wrappers


# The buttons


def _button_macros() -> str:
    """Return a Sub for each button."""
    return "".join(map(_button_macro, BUTTONS.values()))


def _button_macro(button: Button) -> str:
    act = (
        "BoardSheets.CopyResult"
        if button == COPY_RESULT
        else f'Link.RunButton "{button.caption}"'
    )
    return f"""
Sub {button.macro}()
    {act}
End Sub
"""


def _button_table() -> str:
    """Return the table of buttons for the module `PythonLink`."""
    buttons = BUTTONS.values()
    functions = "".join(
        f'        Case "{button.caption}": ButtonFunction = "{button.name}"\n'
        for button in buttons
        if button != COPY_RESULT
    )
    writing = [button.caption for button in buttons if button.writes_guesses]
    return f"""
'What follows is written from the table of buttons.

'The Python function of a button; nothing for any other words.
Private Function ButtonFunction(ByVal Caption As String) As String
    Select Case Caption
{functions}\
    End Select
End Function

Private Function WritesGuesses(ByVal Caption As String) As Boolean
    Select Case Caption
        Case {_listed(writing)}: WritesGuesses = True
    End Select
End Function

'Whether this is the macro of a button.
Public Function IsMacro(ByVal Macro As String) As Boolean
    Select Case Macro
        Case {_listed([button.macro for button in buttons])}: IsMacro = True
    End Select
End Function
"""


def _listed(texts: Sequence[str]) -> str:
    return ", ".join(map(_literal, texts))


_WRITTEN_BELOW: Final = {
    "MasterMind.bas": _button_macros,
    "PythonLink.cls": _button_table,
}
"""The code that is added below the text of a file."""


# The documents


def _document(name: str, base: str, code: str = "") -> VbaModule:
    header = f"""\
Attribute VB_Name = "{name}"
Attribute VB_Base = "{base}"
Attribute VB_GlobalNameSpace = False
Attribute VB_Creatable = False
Attribute VB_PredeclaredId = True
Attribute VB_Exposed = True
Attribute VB_TemplateDerived = False
Attribute VB_Customizable = True
"""
    return VbaModule(name, ModuleKind.DOCUMENT, _crlf(header + code))


def _description(function: Function) -> str:
    helps = ", _\n        ".join(_literal(a.help) for a in function.arguments)
    return f"""\
    Application.MacroOptions _
        Macro:=Prefix & "{function.name}", _
        Description:={_literal(function.help)}, _
        Category:="{CATEGORY}", _
        ArgumentDescriptions:=Array({helps})
"""


_WATCHED: Final = """\
Private WithEvents ExcelApp As Application
"""

_WATCHING: Final = """
Private Sub ExcelApp_WindowActivate(ByVal Book As Workbook, ByVal View As Window)
    RefreshCommands
    Link.RescheduleMacros
End Sub

Private Sub ExcelApp_WindowDeactivate(ByVal Book As Workbook, ByVal View As Window)
    RefreshCommands
End Sub
"""
"""Another workbook may have no board: the ribbon's commands are looked at again."""


def workbook_code(functions: Sequence[Function], *, has_ribbon: bool = False) -> str:
    """
    Return the code of `ThisWorkbook`: its events.

    Opening sets the texts of the function wizard. Excel refuses them while no
    workbook is in front, for example when it starts with the add-in alone: the code
    tries again later. Where Excel refuses a text, the workbook opens without it.
    Closing does not ask to save what only these texts have changed.
    """
    descriptions = "".join(map(_description, functions))
    return f"""\
Option Explicit
{_WATCHED if has_ribbon else ""}\
{_HIDDEN_FROM_BASIC.format("Function")}
Private Sub Workbook_Open()
    {"Set ExcelApp = Application" if has_ribbon else ""}
    DescribeFunctions
End Sub
{_WATCHING if has_ribbon else ""}\

Public Sub DescribeFunctions()
    Dim WasSaved As Boolean, Prefix As String
    On Error Resume Next
    Prefix = "'" & Replace(Me.Name, "'", "''") & "'!"
    If ActiveWorkbook Is Nothing Then
        Link.ScheduleDescription
        Exit Sub
    End If
    WasSaved = Me.Saved
{descriptions}\
    Me.Saved = WasSaved
End Sub

Private Sub Workbook_BeforeClose(Cancel As Boolean)
    Link.CancelMacros
End Sub

Private Sub Workbook_WindowActivate(ByVal Wn As Window)
    Link.RescheduleMacros
End Sub

Private Sub Workbook_SheetSelectionChange( _
    ByVal Sh As Object, ByVal Target As Range)
    Link.RescheduleMacros
    BoardSheets.AddClickedColour Sh, Target
End Sub
"""


_ERROR_SHEET_CODE: Final = """\
Option Explicit

Private Sub Worksheet_Change(ByVal Target As Range)
    Link.ShowPythonError
End Sub
"""


# The project


def _class_header(name: str) -> str:
    return f"""\
Attribute VB_Name = "{name}"
Attribute VB_Base = "0{{FCFB3D2A-A0FA-1068-A738-08002B3371B5}}"
Attribute VB_GlobalNameSpace = False
Attribute VB_Creatable = False
Attribute VB_PredeclaredId = False
Attribute VB_Exposed = False
Attribute VB_TemplateDerived = False
Attribute VB_Customizable = False
"""


_AS_CLASS: Final = (
    (r"(?m)^([ \t]*)Declare ", r"\1Private Declare "),
    (r"(?m)^Public Const ", "Private Const "),
    (r"(?m)^Private Sub CleanUp\b", "Public Sub CleanUp"),
)
"""The lines of `xlwings.bas` that differ in a class."""

_DLL_VERSION: Final = """\

Public Property Get DllVersion() As String
    DllVersion = XLWINGS_VERSION
End Property
"""


def xlwings_modules() -> list[VbaModule]:
    """
    Return the modules `xlwings` and `Dictionary` of the installed xlwings.

    `xlwings` becomes a class. While the add-in is loaded, a shape of any workbook
    could run the RunPython of a module with its own arguments, and cells could call
    it. A class can publish no constants and no functions of a DLL; the macros need
    the version and CleanUp.
    """
    xlwings = metadata.distribution("xlwings")
    folder = Path(str(xlwings.locate_file("xlwings")))
    bas = (folder / "xlwings.bas").read_bytes().decode("ascii")
    cls = (folder / "addin" / "Dictionary.cls").read_bytes().decode("ascii")
    named = set(re.findall(r"xlwings(?:32|64)-(.+?)\.dll", bas))
    if named != {xlwings.version}:
        raise XlwingsMismatchError(
            f"expected the DLL of xlwings {xlwings.version} in xlwings.bas,"
            f" got {', '.join(sorted(named)) or 'none'}"
        )
    _, _, code = bas.partition("\r\n")
    for pattern, changed in _AS_CLASS:
        code = re.sub(pattern, changed, code)
    text = _crlf(_class_header("xlwings")) + code + _crlf(_DLL_VERSION)
    return [
        VbaModule("xlwings", ModuleKind.CLASS, text),
        VbaModule("Dictionary", ModuleKind.CLASS, normalize_class_source(cls)),
    ]


def vba_modules(
    functions: Sequence[Function],
    sheet_code_names: Sequence[str],
    *,
    has_ribbon: bool = False,
) -> list[VbaModule]:
    """Return all modules of a VBA project."""
    wrappers = function_wrappers(functions)
    return [
        _document(
            _WORKBOOK,
            _WORKBOOK_CLASS,
            workbook_code(functions, has_ribbon=has_ribbon),
        ),
        *(
            _document(
                name, _SHEET_CLASS, _ERROR_SHEET_CODE if name == ERROR_MODULE else ""
            )
            for name in sheet_code_names
        ),
        *map(_written, (*_WRITTEN, "Ribbon.bas") if has_ribbon else _WRITTEN),
        VbaModule("xlwings_udfs", ModuleKind.STANDARD, _crlf(wrappers)),
        *xlwings_modules(),
    ]


def _written(file: str) -> VbaModule:
    """Return the module whose text is a file."""
    path = Path(__file__).parent / "vba" / file
    text = path.read_text("ascii")
    if file in _WRITTEN_BELOW:
        text += _WRITTEN_BELOW[file]()
    if path.suffix == ".bas":
        return VbaModule(path.stem, ModuleKind.STANDARD, _crlf(text))
    _, _, code = text.partition("\n")
    header = _class_header(path.stem)
    return VbaModule(path.stem, ModuleKind.CLASS, _crlf(header + code))


def _blank_project() -> CFB:
    """Return the project of a new workbook, as Excel itself writes one."""
    with (
        TemporaryDirectory() as folder,
        reraise_with_path(Path(folder)),
        ExcelFile.create_new(Path(folder) / "blank.xlsm") as blank,
    ):
        return CFB.from_bytes(blank.vba_project_bytes())


def vba_project(
    functions: Sequence[Function],
    sheet_code_names: Sequence[str],
    *,
    has_ribbon: bool = False,
) -> bytes:
    """Return `vbaProject.bin`: the modules as the workbook keeps them."""
    container = _blank_project()
    project = parse_vba_project(container)
    stale = project.module_names()
    for name in stale:
        container.remove_stream_in_storage("VBA", name)
    project.modules.clear()

    modules = vba_modules(functions, sheet_code_names, has_ribbon=has_ribbon)
    for name, kind, text in modules:
        text.encode("ascii")
        is_standard = kind is ModuleKind.STANDARD
        added = project.add_module(
            name,
            text,
            kind=VBAModuleKind.standard if is_standard else VBAModuleKind.other,
        )
        stream = rebuild_module_stream(added, project.code_page)
        container.add_stream_to_storage("VBA", name, stream)

    # It ends with 0x0010 and four bytes, section 2.3.4.2 of [MS-OVBA]; pyOpenVBA writes
    # eight. All of them are zeros.
    directory = serialize_dir_stream(project).rstrip(b"\0") + bytes(5)
    container.write_stream_in_storage("VBA", "dir", compress(directory))
    container.write_stream_in_storage("VBA", "_VBA_PROJECT", _NO_COMPILED_CODE)
    listing = serialize_project_stream(
        container.get_stream("PROJECT"),
        {},
        add_modules=[(name, kind) for name, kind, _ in modules],
        # The place of ThisWorkbook shows where the list of modules belongs.
        delete_names=set(stale) - {_WORKBOOK},
        code_page=project.code_page,
    )
    container.write_stream("PROJECT", listing)
    names = serialize_projectwm(
        [(name, name) for name, _, _ in modules], code_page=project.code_page
    )
    container.write_stream("PROJECTwm", names)
    return container.to_bytes()


def write_macros(workbook: ExtendedWorkbook, project: bytes, config: Worksheet) -> None:
    """Write macros, and on the sheet `config` how xlwings is to find Python."""
    stream = io.BytesIO(project)
    # `is_stream` takes a stream, though the annotation says a path.
    workbook.add_vba_project(stream, is_stream=True)  # type: ignore[arg-type]
    workbook.set_custom_property(XLWINGS, metadata.version("xlwings"))
    workbook.set_vba_name("ThisWorkbook")
    for row, pair in enumerate(CONFIG):
        config.write_row(row, 0, pair)
    config.set_column(0, 1, 40)
