"""
Write the VBA project: modules of `vba`, generated ones, and those of xlwings.

The modules `xlwings` and `Dictionary` come from the installed xlwings, since they name
the version of its DLL.
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

from xl_mastermind.board.buttons import BUTTONS, COPY_RESULT
from xl_mastermind.files import reraise_with_path
from xl_mastermind.functions import Argument, Function, Need
from xl_mastermind.sheets.extended_workbook import ExtendedWorkbook
from xl_mastermind.workbook_files.edition import XLWINGS

CONFIG: Final = (
    ("UDF MODULES", "xl_mastermind.excel.entry_points"),
    ("ADD_WORKBOOK_TO_PYTHONPATH", "false"),
    ("USE UDF SERVER", "true"),
    ("SHOW_ERROR_POPUPS", "False"),
)
"""
xlwings' settings. A row of the interpreter, even a blank one, would override the user's
settings. xlwings writes errors to the sheet Error, from which macros show them. The
values are texts because Excel writes booleans in the user's language.
"""

COMMANDS: Final = ("new_board", "connection_state")
"""The commands of the ribbon that `entry_points.run_button` runs without a board."""

CATEGORY: Final = "MasterMind"
"""The category of the worksheet functions in the function wizard."""

_VBA_FOLDER: Final = Path(__file__).with_name("vba")
_VBA_FILES: Final = (
    "MasterMind.bas",
    "Objects.bas",
    "PythonConnection.cls",
    "BoardMacros.cls",
)
"""The files of `vba` that are modules of each project."""

ERROR_MODULE: Final = "ErrorSheet"
"""The module of the sheet to which xlwings writes errors."""

_WORKBOOK: Final = "ThisWorkbook"
_WORKBOOK_CLASS: Final = "0{00020819-0000-0000-C000-000000000046}"
_SHEET_CLASS: Final = "0{00020820-0000-0000-C000-000000000046}"
_CLASS: Final = "0{FCFB3D2A-A0FA-1068-A738-08002B3371B5}"

_NO_COMPILED_CODE: Final = b"\xcc\x61\xff\xff\x00\x00\x00"
"""Lets every Excel compile the text; section 2.3.4.1 of [MS-OVBA]."""


class ModuleKind(StrEnum):
    """A kind of VBA module, as the project's stream PROJECT names it."""

    DOCUMENT = "Document"
    STANDARD = "Module"
    CLASS = "Class"


class VbaModule(NamedTuple):
    """A VBA module with its complete text, including attributes, with CRLF."""

    name: str
    kind: ModuleKind
    text: str


def _crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def _literal(text: str) -> str:
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


def _argument_array(arguments: Sequence[Argument]) -> tuple[list[str], str]:
    """Return lines that collect `arguments` in an array, and the array."""
    names = [a.name for a in arguments if a.need is not Need.REPEATED]
    array = f"Array({', '.join(names)})"
    if len(names) == len(arguments):
        return [], array
    repeated = arguments[-1].name
    lines = [
        "Dim argsArray() As Variant, k As Long",
        f"argsArray = {array}",
        f"ReDim Preserve argsArray(0 To {len(names)} + UBound({repeated}))",
        f"For k = 0 To UBound({repeated})",
        f"    argsArray({len(names)} + k) = {repeated}(k)",
        "Next k",
    ]
    return lines, "argsArray"


def _wrapper(function: Function) -> str:
    name = function.name
    parameters = ", ".join(map(_declaration, function.arguments))
    array_lines, array = _argument_array(function.arguments)
    lines = [
        *array_lines,
        "If TypeOf Application.Caller Is Range Then On Error GoTo failed",
        f'{name} = Connection.CallPython("{name}", {array})',
        "Exit Function",
    ]
    body = "".join(f"        {line}\n" for line in lines)
    return f"""
Function {name}({parameters})
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

    xlwings' "Import Functions" replaces it: names and form are those of xlwings. Cells
    show error values instead of text; a macro gets the error with its text.
    """
    head = (_VBA_FOLDER / "xlwings_udfs.bas").read_text("ascii")
    return head + "".join(map(_wrapper, functions))


# The buttons


def _button_macros() -> str:
    macros = {
        button.macro: f'Connection.RunButton "{button.name}"'
        for button in BUTTONS.values()
    }
    macros[COPY_RESULT.macro] = "Boards.CopyLines"
    return "".join(
        f"\nSub {macro}()\n    {call}\nEnd Sub\n" for macro, call in macros.items()
    )


def _button_lists() -> dict[str, str]:
    """Return the lists of buttons in `PythonConnection.cls` by their placeholders."""
    buttons = BUTTONS.values()
    lists = {
        "buttons": [*(b.name for b in buttons if b != COPY_RESULT), *COMMANDS],
        "writing buttons": [b.name for b in buttons if b.writes_guesses],
        "macros": [b.macro for b in buttons],
    }
    return {f'"{{{key}}}"': ", ".join(map(_literal, lists[key])) for key in lists}


# The documents


def _class_header(name: str, base: str = _CLASS, *, is_document: bool = False) -> str:
    return f"""\
Attribute VB_Name = "{name}"
Attribute VB_Base = "{base}"
Attribute VB_GlobalNameSpace = False
Attribute VB_Creatable = False
Attribute VB_PredeclaredId = {is_document}
Attribute VB_Exposed = {is_document}
Attribute VB_TemplateDerived = False
Attribute VB_Customizable = {is_document}
"""


def _document(name: str, base: str, code: str = "") -> VbaModule:
    header = _class_header(name, base, is_document=True)
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


_DESCRIPTIONS: Final = "    'Descriptions of all functions.\n"
"""The line of `ThisWorkbook.cls` that calls of `MacroOptions` replace."""


def workbook_code(functions: Sequence[Function], *, has_ribbon: bool = False) -> str:
    """Return the code of `ThisWorkbook`, with the texts of the function wizard."""
    code = _read_vba("ThisWorkbook.cls").replace(
        "#Const HasRibbon = False", f"#Const HasRibbon = {has_ribbon}"
    )
    return code.replace(_DESCRIPTIONS, "".join(map(_description, functions)))


# The project


_CLASS_CHANGES: Final = (
    (r"(?m)^([ \t]*)Declare ", r"\1Private Declare "),
    (r"(?m)^Public Const ", "Private Const "),
    (r"(?m)^Private Sub CleanUp\b", "Public Sub CleanUp"),
)
"""Changes of `xlwings.bas`: a class has no public constants or DLL functions."""

_DLL_VERSION: Final = """\

Public Property Get DllVersion() As String
    DllVersion = XLWINGS_VERSION
End Property
"""


def xlwings_modules() -> list[VbaModule]:
    """
    Return the modules `xlwings` and `Dictionary` of the installed xlwings.

    `xlwings` becomes a class, since shapes and cells of any open workbook can call
    RunPython of a module, with their own arguments.
    """
    xlwings = metadata.distribution("xlwings")
    folder = Path(str(xlwings.locate_file("xlwings")))
    bas = (folder / "xlwings.bas").read_bytes().decode("ascii")
    cls = (folder / "addin" / "Dictionary.cls").read_bytes().decode("ascii")
    _, _, code = bas.partition("\r\n")
    for pattern, replacement in _CLASS_CHANGES:
        code = re.sub(pattern, replacement, code)
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
    code = workbook_code(functions, has_ribbon=has_ribbon)
    sheet_code = dict.fromkeys(sheet_code_names, "")
    if ERROR_MODULE in sheet_code:
        sheet_code[ERROR_MODULE] = _read_vba(f"{ERROR_MODULE}.cls")
    wrappers = _crlf(function_wrappers(functions))
    return [
        _document(_WORKBOOK, _WORKBOOK_CLASS, code),
        *(_document(name, _SHEET_CLASS, code) for name, code in sheet_code.items()),
        *map(_file_module, (*_VBA_FILES, "Ribbon.bas") if has_ribbon else _VBA_FILES),
        VbaModule("xlwings_udfs", ModuleKind.STANDARD, wrappers),
        *xlwings_modules(),
    ]


def _file_module(file: str) -> VbaModule:
    name, _, ending = file.partition(".")
    code = _read_vba(file)
    for placeholder, names in _button_lists().items():
        code = code.replace(placeholder, names)
    if name == "MasterMind":
        code += _button_macros()
    if ending == "bas":
        header = f'Attribute VB_Name = "{name}"\n'
        return VbaModule(name, ModuleKind.STANDARD, _crlf(header + code))
    return VbaModule(name, ModuleKind.CLASS, _crlf(_class_header(name) + code))


def _read_vba(file: str) -> str:
    """Return the code of a file of `vba`, without its name in the first line."""
    text = (_VBA_FOLDER / file).read_text("ascii")
    return text.partition("\n")[2]


def _blank_project() -> CFB:
    """Return the VBA project of a new workbook."""
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
    """Return `vbaProject.bin`, the modules in binary form."""
    container = _blank_project()
    project = parse_vba_project(container)
    old_names = project.module_names()
    for name in old_names:
        container.remove_stream_in_storage("VBA", name)
    project.modules.clear()

    modules = vba_modules(functions, sheet_code_names, has_ribbon=has_ribbon)
    for name, kind, text in modules:
        text.encode("ascii")
        is_standard = kind is ModuleKind.STANDARD
        vba_kind = VBAModuleKind.standard if is_standard else VBAModuleKind.other
        module = project.add_module(name, text, kind=vba_kind)
        stream = rebuild_module_stream(module, project.code_page)
        container.add_stream_to_storage("VBA", name, stream)

    # The stream ends with 0x0010 and four zeros, section 2.3.4.2 of [MS-OVBA];
    # pyOpenVBA writes eight.
    directory = serialize_dir_stream(project).rstrip(b"\0") + bytes(5)
    container.write_stream_in_storage("VBA", "dir", compress(directory))
    container.write_stream_in_storage("VBA", "_VBA_PROJECT", _NO_COMPILED_CODE)
    listing = serialize_project_stream(
        container.get_stream("PROJECT"),
        {},
        add_modules=[(name, kind) for name, kind, _ in modules],
        # ThisWorkbook marks the position of the modules in the stream.
        delete_names=set(old_names) - {_WORKBOOK},
        code_page=project.code_page,
    )
    container.write_stream("PROJECT", listing)
    names = serialize_projectwm(
        [(name, name) for name, _, _ in modules], code_page=project.code_page
    )
    container.write_stream("PROJECTwm", names)
    return container.to_bytes()


def write_macros(workbook: ExtendedWorkbook, project: bytes, config: Worksheet) -> None:
    """Write the macros, and xlwings' settings on the sheet `config`."""
    # The annotation lacks the stream that `is_stream` allows.
    workbook.add_vba_project(io.BytesIO(project), is_stream=True)  # type: ignore[arg-type]
    workbook.set_custom_property(XLWINGS, metadata.version("xlwings"))
    workbook.set_vba_name(_WORKBOOK)
    for row, pair in enumerate(CONFIG):
        config.write_row(row, 0, pair)
    config.set_column(0, 1, 40)
