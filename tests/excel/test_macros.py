"""The VBA project: its texts, what they do when run, and its binary form."""

import io
import re
import zipfile
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import TypeAlias
from xml.etree import ElementTree as ET

import pytest
import xlwings
from boards import built
from package_checks import MACROS, directory_of, modules, package_parts, streams_of
from pyopenvba.interpreter import MISSING, NOTHING, VBARuntimeError
from vba_host import MAC_LOG, WINDOWS_PYTHON, Excel

from xl_mastermind.bundle.workbook import first_board
from xl_mastermind.excel import entry_points as excel_host
from xl_mastermind.excel import macros
from xl_mastermind.excel.add_in import add_in_bytes
from xl_mastermind.excel.macros import (
    XlwingsMismatchError,
    function_wrappers,
    vba_modules,
    vba_project,
    workbook_code,
    xlwings_modules,
)
from xl_mastermind.spreadsheet.buttons import BUTTONS, COPY_RESULT, Button
from xl_mastermind.spreadsheet.functions import FUNCTIONS, Argument, Function, Need
from xl_mastermind.spreadsheet.package import remove_macros

SHEETS = ["Board", "State"]
XLWINGS = Path(xlwings.__file__).parent
VERSION = metadata.version("xlwings")

Time: TypeAlias = tuple[int, int, int, int]

# The words that VBA keeps for itself, from section 3.3.5 of [MS-VBAL].
RESERVED = """
    call case close const declare defbool defbyte defcur defdate defdbl
    defint deflng deflnglng deflngptr defobj defsng defstr defvar dim do
    else elseif end endif enum erase event exit for friend function get
    global gosub goto if implements input let lock loop lset next on open
    option print private public put raiseevent redim resume return rset seek
    select set static stop sub type unlock wend while with write rem any as
    byref byval each in new shared until withevents optional paramarray
    preserve spc tab to me is not and or xor eqv imp mod like abs cbool
    cbyte ccur cdate cdbl cdec cint clng clnglng clngptr csng cstr cvar
    cverr date debug doevents fix int len lenb pset scale sgn string array
    circle lbound ubound boolean byte currency double integer long longlong
    longptr single variant true false nothing empty null typeof addressof
    attribute decimal local
"""


# What Python answers, as cells show it.
ANSWERS: list[object] = [
    2,
    2.5,
    "1122",
    "",
    None,
    "#VALUE!",
    "#N/A",
    [1, "", "#VALUE!"],
    [[1, None], ["#N/A", "#VALUE!"]],
    [[0], ["#N/A"]],
]


@pytest.fixture
def excel() -> Excel:
    return Excel(FUNCTIONS)


@pytest.fixture(scope="module")
def project() -> bytes:
    return vba_project(FUNCTIONS, SHEETS)


def texts() -> dict[str, str]:
    return {module.name: module.text for module in vba_modules(FUNCTIONS, SHEETS)}


# The texts


def test_every_text_is_one_that_the_editor_takes() -> None:
    for name, text in texts().items():
        assert text.isascii(), name
        assert text.count("\n") == text.count("\r\n") == text.count("\r"), name
        assert all(len(line) <= 1023 for line in text.splitlines()), name
        for statement in text.replace(" _\r\n", "\0").splitlines():
            assert statement.count("\0") <= 24, name


def test_no_name_is_a_word_of_vba() -> None:
    every = vba_modules([], SHEETS, has_ribbon=True)
    ours = [m for m in every if m.name not in ("Dictionary", "xlwings")]
    pattern = r"(?i)\b(?:Dim|Private|Public|Const|ByVal|ByRef|WithEvents|,) +(\w+) As\b"
    names = {name.lower() for m in ours for name in re.findall(pattern, m.text)}
    assert {"ribbontab", "excelapp", "server", "target"} <= names
    for function in FUNCTIONS:
        used = [function.name.lower(), *(a.name.lower() for a in function.arguments)]
        used += ["argsarray", "k"]  # variables of the wrapper
        assert len({*used}) == len(used)
        names |= {*used}
    assert all(name.isidentifier() for name in names)
    assert not {*RESERVED.split()} & names


def test_a_help_text_longer_than_excel_accepts_is_an_error() -> None:
    def code(length: int) -> str:
        argument = Argument("code", "x" * length)
        return workbook_code([Function("SAMPLE", "", (argument,), "", int)])

    assert "x" * 255 in code(255)
    with pytest.raises(ValueError, match="at most 255 characters, got 256: 'xxx"):
        code(256)


def test_the_modules_of_xlwings_are_verbatim_but_for_what_is_public() -> None:
    modules = {module.name: module.text for module in xlwings_modules()}
    code = modules["xlwings"].splitlines()
    theirs = (XLWINGS / "xlwings.bas").read_text("ascii").splitlines()[1:]
    attributes = [line for line in code if line.startswith("Attribute ")]
    ours = code[len(attributes) :][: len(theirs)]
    changed = [(a, b) for a, b in zip(theirs, ours, strict=True) if a != b]
    assert changed
    for before, after in changed:
        assert re.search("Declare |Const |CleanUp", after), after
        without = (re.sub("Public |Private ", "", line) for line in (before, after))
        assert len({*without}) == 1
    original = (XLWINGS / "addin" / "Dictionary.cls").read_bytes().decode()
    kept = original[original.index("Attribute VB_Name") :].splitlines()
    kept.insert(1, 'Attribute VB_Base = "0{FCFB3D2A-A0FA-1068-A738-08002B3371B5}"')
    assert modules["Dictionary"].splitlines() == kept


def test_another_version_of_xlwings_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = SimpleNamespace(version="0.1.2", locate_file=lambda _: XLWINGS)
    monkeypatch.setattr(metadata, "distribution", lambda _: other)
    message = f"expected the DLL of xlwings 0.1.2 in xlwings.bas, got {VERSION}"
    with pytest.raises(XlwingsMismatchError, match=message):
        vba_project(FUNCTIONS, SHEETS)


# The buttons


@pytest.mark.parametrize(
    "button", [b for b in BUTTONS.values() if b != COPY_RESULT], ids=lambda b: b.name
)
def test_a_button_runs_its_python_function(
    button: Button, excel: Excel, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed: list[str] = []
    assert callable(getattr(excel_host, button.name))
    monkeypatch.setattr(excel_host, button.name, lambda: pressed.append(button.name))
    excel.run(button.macro)
    (command,) = excel.python.commands
    assert '"' not in command
    exec(command, {})  # noqa: S102, as xlwings does
    assert pressed == [button.name]


# What is said where Python cannot be reached

SET_UP = " Please run in a terminal: xl-mastermind setup"
EXAMINE = " Please run in a terminal: xl-mastermind doctor"
GONE = f"There is no Python any more at {WINDOWS_PYTHON}.{SET_UP}"
UNKNOWN = f"Excel does not know its Python yet.{SET_UP}"
OTHER_XLWINGS = (
    f"The Python at {WINDOWS_PYTHON} lacks xlwings {VERSION},"
    " which this workbook needs. Please write a new one, in a terminal: xl-mastermind"
    " build NEW.xlsm; then paste the rows of the sheet Scores into it."
)
FORBIDDEN = (
    "Excel's macros may not start Python here; a rule of your organisation may"
    f" forbid it.{EXAMINE}"
)
UNREACHED = (
    f"Excel did not reach Python, error -2147418113: Catastrophic failure.{EXAMINE}"
)
NO_SCRIPT = (
    f"Excel lacks xlwings-{VERSION}.applescript, with which it reaches Python.{SET_UP}"
)
NO_START = "Could not activate Python COM server, hr = -2147221164"
DENIED = (
    "Could not create Python process.\nError message: Access is denied.\nCommand: x"
)
LACKS_PACKAGE = "ModuleNotFoundError: No module named 'xl_mastermind'"
TRACEBACK = f"""Traceback (most recent call last):
  File "<string>", line 1, in <module>
{LACKS_PACKAGE}
"""
# The DLL turns a traceback round and leaves out its first line.
FROM_DLL = "\n".join(reversed(TRACEBACK.splitlines()[1:]))
FAILED = f"Python failed: {LACKS_PACKAGE}.{EXAMINE}"
SENTENCE = (
    "Explain did not work: division by zero. Details: /home/ada/xl-mastermind.log"
)


BLOCKED: list[tuple[str, dict[str, object], str]] = [
    ("server", {"settings": {}, "files": set()}, UNKNOWN),
    ("server", {"files": set()}, GONE),
    ("server", {"files": {WINDOWS_PYTHON}}, OTHER_XLWINGS),
    ("server", {"forbids_shell": True}, FORBIDDEN),
    (
        "server",
        {"cannot_start": NO_START},
        f"Python does not start: {NO_START}.{EXAMINE}",
    ),
    ("server", {"cannot_start": DENIED}, FORBIDDEN),
    (
        "server",
        {"cannot_start": VBARuntimeError(49, "Bad DLL calling convention")},
        FORBIDDEN,
    ),
    (
        "server",
        {"cannot_start": VBARuntimeError(-2147418113, "Catastrophic failure")},
        UNREACHED,
    ),
    ("shell", {"files": set()}, GONE),
    ("shell", {"forbids_shell": True}, FORBIDDEN),
    ("shell", {"shell": VBARuntimeError(70, "Permission denied")}, FORBIDDEN),
    ("shell", {"shell": VBARuntimeError(-2147024891, "Access is denied.")}, FORBIDDEN),
    ("shell", {"shell": (1, TRACEBACK)}, FAILED),
    (
        "shell",
        {"shell": (1, "No Python at 'C:\\Python311\\python.exe'\r\n")},
        rf"Python failed: No Python at 'C:\Python311\python.exe'.{EXAMINE}",
    ),
    ("shell", {"shell": (1, f"{SENTENCE}\r\n")}, SENTENCE),
    (
        "mac",
        {"files": set()},
        NO_SCRIPT,
    ),
    (
        "mac",
        {"shell": (0, "sh: /bin/python: No such file or directory")},
        f"Python failed: sh: /bin/python: No such file or directory.{EXAMINE}",
    ),
]


@pytest.mark.parametrize(("way", "machine", "sentence"), BLOCKED)
def test_a_button_says_in_one_sentence_why_python_is_not_reached(
    way: str, machine: dict[str, object], sentence: str
) -> None:
    settings = {"USE UDF SERVER": str(way == "server")}
    excel = Excel([], mac=way == "mac", settings=settings)
    vars(excel.machine).update(machine)
    excel.run("Explain")
    assert excel.said == [sentence]
    assert excel.status is False
    excel.run("Hint")
    assert excel.said == [sentence] * 2


@pytest.mark.parametrize(
    ("number", "text", "sentence"),
    [
        (-2147352567, FROM_DLL, FAILED),
        (
            462,
            "The remote server is unavailable",
            f"Python failed: The remote server is unavailable.{EXAMINE}",
        ),
        (-2147467259, SENTENCE, SENTENCE),
    ],
)
def test_a_button_says_in_one_sentence_why_python_failed(
    number: int, text: str, sentence: str
) -> None:
    excel = Excel([])
    excel.application.enable_events = False  # as a macro may have left it
    excel.python.answer = VBARuntimeError(number, text)
    for count in (1, 2):
        excel.run("Explain")
        assert excel.said == [sentence] * count


# On a Mac Python runs beside Excel, and Excel hears of it once it ends.


@pytest.fixture
def mac() -> Excel:
    return Excel(FUNCTIONS, mac=True)


def test_a_button_runs_on_a_mac(mac: Excel) -> None:
    mac.run("Explain")
    (command,) = mac.machine.commands
    _, python, code, *_ = command.split("|")
    assert python == "/Users/ada/.venv/bin/python"
    assert (
        code == "from xl_mastermind.excel import entry_points; entry_points.explain()"
    )
    assert str(mac.status) == "Running..."
    mac.run("CleanUp")  # as Python does in the end
    assert mac.status is False
    mac.run_timers()
    assert not mac.machine.timers
    assert not mac.said


def test_what_python_says_in_the_end_is_told(mac: Excel) -> None:
    mac.run("Explain")
    mac.machine.logs[MAC_LOG] = f"{SENTENCE}\n"
    mac.run("CleanUp")
    check_told_once(mac, SENTENCE)


def test_a_python_that_ends_without_a_word_to_excel_is_told(mac: Excel) -> None:
    mac.run("Explain")
    mac.run_timers()
    assert not mac.said
    mac.machine.logs[MAC_LOG] = TRACEBACK
    mac.run_timers()
    check_told_once(mac, FAILED)


def check_told_once(mac: Excel, sentence: str) -> None:
    for _ in range(2):
        assert mac.said == [sentence]
        assert mac.status is False
        mac.run_timers()


def test_excel_looks_for_errors_half_a_minute_long(mac: Excel) -> None:
    mac.run("Explain")
    looks = 0
    while mac.machine.timers:
        mac.run_timers()
        looks += 1
    assert looks == 30
    mac.run("Explain")
    assert mac.machine.timers


# A macro that is pending would open a closed workbook again.

CLOSE = ("ThisWorkbook.Workbook_BeforeClose", False)


def test_closing_leaves_no_macro_pending(mac: Excel) -> None:
    mac.run("Explain")
    assert mac.machine.timers
    mac.run(*CLOSE)
    assert not mac.machine.timers
    mac.run(*CLOSE)


@pytest.mark.parametrize("event", ["SheetSelectionChange", "WindowActivate", "CleanUp"])
def test_a_cancelled_closing_renews_the_pending_macro(event: str, mac: Excel) -> None:
    cells = mac.cells("A1")
    renewals = {
        "SheetSelectionChange": (cells.vba_get("Worksheet"), cells),
        "WindowActivate": (NOTHING,),
    }
    macro = f"ThisWorkbook.Workbook_{event}" if event in renewals else event
    mac.run("Explain")
    pending = [*mac.machine.timers]
    mac.run(*CLOSE)
    for _ in range(2):
        mac.run(macro, *renewals.get(event, ()))
        assert mac.machine.timers == pending


def test_closing_renews_no_macro_that_has_run(mac: Excel) -> None:
    mac.run("Explain")
    mac.run("CleanUp")
    mac.run_timers()
    mac.run(*CLOSE)
    mac.run("ThisWorkbook.Workbook_WindowActivate", NOTHING)
    assert not mac.machine.timers


# The function wizard


@pytest.mark.parametrize("saved", [True, False])
def test_opening_the_workbook_describes_its_functions_and_changes_nothing_else(
    *, saved: bool
) -> None:
    quoted = Function("SAMPLE", 'Say "hello".', (Argument("code", "A"),), "", int)
    functions = [*FUNCTIONS, quoted]
    excel = Excel(functions)
    excel.book.name, excel.book.saved = "Bob's.xlsm", saved
    excel.run("ThisWorkbook.Workbook_Open")
    assert excel.application.described == {
        f"'Bob''s.xlsm'!{function.name}": {
            "help": function.help,
            "category": "MasterMind",
            "arguments": [argument.help for argument in function.arguments],
        }
        for function in functions
    }
    assert excel.book.saved is saved


def test_the_workbook_opens_where_excel_refuses_the_texts(excel: Excel) -> None:
    excel.application.refuses_descriptions = True
    excel.run("ThisWorkbook.Workbook_Open")
    assert not excel.application.described


# The worksheet functions


@pytest.mark.parametrize("answer", ANSWERS, ids=str)
def test_a_cell_shows_values_and_real_errors(excel: Excel, answer: object) -> None:
    assert excel.calculate("CODES", "4x6", answer=answer) == answer


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
def test_a_function_passes_its_arguments_to_python(
    function: Function, excel: Excel
) -> None:
    needs = [argument.need for argument in function.arguments]
    required = [excel.cells("A1:D4")] * needs.count(Need.REQUIRED)
    optional = needs.count(Need.OPTIONAL)
    cases = [(required, [*required, *[MISSING] * optional])]
    cases += [([*required, *"4x6"[:optional]],) * 2]
    if Need.REPEATED in needs:
        cases += [([*required, *range(count)],) * 2 for count in (1, 6)]
    for arguments, sent in cases:
        assert excel.calculate(function.name, *arguments, answer=[[1]]) == [[1]]
        assert excel.python.calls[-1] == (
            "xl_mastermind.excel.entry_points",
            function.name,
            sent,
            excel.book,
            excel.application.caller,
        )


def test_other_macros_that_call_a_function_see_what_went_wrong(excel: Excel) -> None:
    excel.python.answer = VBARuntimeError(1000, "no such interpreter")
    excel.application.caller = NOTHING
    with pytest.raises(VBARuntimeError, match="no such interpreter"):
        excel.run("CODES", "4x6")


# A Python that cannot start holds Excel up for two minutes, at every call.


def test_python_is_asked_for_once(excel: Excel) -> None:
    assert excel.calculate("CODES", "4x6", answer=3) == 3
    reads = excel.machine.reads
    assert excel.machine.starts == 1
    for answer in range(5):
        assert excel.calculate("CODES", "4x6", answer=answer) == answer
    assert (excel.machine.starts, excel.machine.reads) == (1, reads)


@pytest.mark.parametrize(
    ("failed", "waits", "tries"),
    [
        ((5, 12, 0, 0), (5, 12, 0, 59), (5, 12, 1, 0)),
        ((5, 23, 59, 30), (6, 0, 0, 29), (6, 0, 0, 30)),  # around midnight
        ((5, 12, 0, 0), (5, 12, 0, 0), (5, 11, 59, 0)),  # the clock was put back
    ],
)
def test_after_a_failed_start_functions_fail_at_once_for_a_minute(
    excel: Excel, failed: Time, waits: Time, tries: Time
) -> None:
    excel.machine.cannot_start = NO_START
    excel.set_clock(*failed)
    assert excel.calculate("CODES", "4x6", answer=3) == "#VALUE!"
    reads = excel.machine.reads
    excel.set_clock(*waits)
    for _ in range(7):
        assert excel.calculate("CODES", "4x6", answer=3) == "#VALUE!"
    assert (excel.machine.starts, excel.machine.reads) == (1, reads)
    excel.machine.cannot_start = ""
    excel.set_clock(*tries)
    assert excel.calculate("CODES", "4x6", answer=3) == 3


@pytest.mark.parametrize(("server", "shows"), [(True, 3), (False, "#VALUE!")])
def test_functions_try_again_once_a_button_has_started_python(
    shows: object, *, server: bool
) -> None:
    excel = Excel(FUNCTIONS, settings={"USE UDF SERVER": str(server)})
    excel.machine.cannot_start = NO_START
    assert excel.calculate("CODES", "4x6", answer=3) == "#VALUE!"
    excel.machine.cannot_start = ""
    excel.run("Explain")
    assert not excel.said
    # Without the server, a button has shown nothing of what functions need.
    assert excel.calculate("CODES", "4x6", answer=3) == shows


@pytest.mark.parametrize(("error", "shows"), [("", 4), (NO_START, "#VALUE!")])
def test_a_killed_python_is_started_again_at_once_but_not_twice(
    error: str, shows: object, excel: Excel
) -> None:
    assert excel.calculate("CODES", "4x6", answer=3) == 3
    excel.python.is_killed = True
    excel.machine.cannot_start = error
    for _ in range(3):
        assert excel.calculate("CODES", "4x6", answer=4) == shows
    assert excel.machine.starts == 2


def test_an_error_inside_python_is_no_failed_start(excel: Excel) -> None:
    error = VBARuntimeError(-2147352567, "Traceback: ZeroDivisionError")
    for _ in range(3):
        assert excel.calculate("CODES", "4x6", answer=error) == "#VALUE!"
        assert excel.calculate("CODES", "4x6", answer=3) == 3


def test_functions_fail_at_once_on_a_mac(mac: Excel) -> None:
    assert mac.calculate("CODES", "4x6", answer=3) == "#VALUE!"
    assert mac.calculate("BLACK", 1, 2, 3, answer=3) == "#VALUE!"
    assert not mac.python.calls
    assert not mac.machine.reads


def test_other_programs_than_excel_call_no_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def elsewhere(functions: Sequence[Function]) -> str:
        text = function_wrappers(functions)
        return text.replace('#Const App = "Microsoft Excel"', '#Const App = "Calc"')

    monkeypatch.setattr(macros, "function_wrappers", elsewhere)
    calc = Excel(FUNCTIONS)
    assert calc.calculate("CODES", "4x6", answer=3) == "#VALUE!"
    assert not calc.python.calls


# The binary project


@pytest.mark.parametrize("is_add_in", [False, True], ids=["workbook", "add-in"])
def test_cells_can_call_no_function_but_ours(*, is_add_in: bool) -> None:
    content = add_in_bytes() if is_add_in else built(first_board())
    written = modules(package_parts(content)[MACROS]).values()
    callable_from_cells = {name for text in written for name in public_functions(text)}
    assert callable_from_cells == {function.name for function in FUNCTIONS}


# While the add-in is loaded, a shape in any workbook can name what is in its modules,
# 'MasterMind.xlam'!'Module.Procedure "text"', and not what is in its classes.


@pytest.mark.parametrize("is_add_in", [False, True], ids=["workbook", "add-in"])
def test_nothing_that_a_shape_can_name_takes_a_text(*, is_add_in: bool) -> None:
    content = add_in_bytes() if is_add_in else built(first_board())
    written = modules(package_parts(content)[MACROS])
    objects = {"Object", "Range", "Workbook", "Window", "IRibbonUI", "IRibbonControl"}
    objects.add("Boolean")  # whether an event is cancelled: no text
    named = 0
    for name, text in written.items():
        if name == "xlwings_udfs" or CLASS in text:
            continue
        for procedure, taken in re.findall(PROCEDURE, text.replace(" _\r\n", " ")):
            named += 1
            for argument in filter(None, taken.split(",")):
                is_answer = argument.strip() == "ByRef Enabled As Variant"
                assert is_answer or argument.split(" As ")[1] in objects, procedure
    assert named > len(BUTTONS)


CLASS = 'Attribute VB_Base = "0{FCFB3D2A-A0FA-1068-A738-08002B3371B5}"'
"""What only a class has, of which there is no object until code makes one."""

PROCEDURE = r"(?m)^ *(?:Public |Private |Static )*(?:Sub|Function) (\w+)\((.*?)\)"


def public_functions(module: str) -> list[str]:
    """Return the functions of a module that Excel offers to every cell."""
    seen = re.sub(r"(?s)#If False Then.*?#End If", "", module)
    is_standard = "Attribute VB_Base" not in seen
    if not is_standard or re.search(r"(?mi)^Option Private Module", seen):
        return []
    return re.findall(r"(?mi)^(?:Public )?(?:Static )?Function (\w+)", seen)


def test_the_project_lists_its_modules_as_excel_does(project: bytes) -> None:
    listing = streams_of(project)["PROJECT"].decode("ascii").split("\r\n")
    assert listing[1:11] == [
        "Document=ThisWorkbook/&H00000000",
        "Document=Board/&H00000000",
        "Document=State/&H00000000",
        "Module=MasterMind",
        "Module=Objects",
        "Class=PythonLink",
        "Class=BoardMacros",
        "Module=xlwings_udfs",
        "Class=xlwings",
        "Class=Dictionary",
    ]
    # Section 2.3.1 of [MS-OVBA] fixes the order of the rest.
    keys = [line.partition("=")[0] for line in listing]
    assert [keys[0], *keys[11:19]] == [
        *("ID", "Name", "HelpContextID", "VersionCompatible32", "CMG", "DPB", "GC"),
        *("", "[Host Extender Info]"),
    ]
    workspace = keys[keys.index("[Workspace]") + 1 :]
    assert [name for name in workspace if name] == [*texts()]


def test_the_directory_ends_as_those_of_excel_do(project: bytes) -> None:
    saved_by_excel = [
        package_parts(file.read_bytes())[MACROS] for file in XLWINGS.glob("*.xl[sa]m")
    ]
    assert saved_by_excel
    for each in (project, *saved_by_excel):
        assert directory_of(each)  # which ends where the stream does


def test_there_is_no_compiled_code(project: bytes) -> None:
    streams = streams_of(project)
    assert streams["VBA/_VBA_PROJECT"] == b"\xcc\x61\xff\xff\0\0\0"
    assert not [path for path in streams if "__SRP" in path]
    assert modules(project) == texts()


def test_the_project_needs_no_library_of_xlwings(project: bytes) -> None:
    libraries = b"".join(value for _, value in directory_of(project))
    assert b"xlwings.xlam" not in libraries
    assert b"stdole2.tlb" in libraries
    assert b"MSO.DLL" in libraries


# Without macros


def test_a_workbook_without_macros_is_whole_and_names_none() -> None:
    with_them = built(first_board())
    before, after = package_parts(with_them), package_parts(remove_macros(with_them))
    assert before.keys() - after.keys() == {MACROS}
    changed = {name for name, part in after.items() if before[name] != part}
    drawn = {name for name in changed if name.startswith("xl/drawings/vml")}
    assert drawn
    assert changed - drawn == {"[Content_Types].xml", "xl/_rels/workbook.xml.rels"}
    for name in changed:
        assert not re.search(rb"FmlaMacro|macroEnabled|vbaProject\.bin", after[name])
        ET.fromstring(after[name])  # noqa: S314 - written by ourselves


@pytest.mark.parametrize(
    ("part", "before", "after"),
    [
        ("drawings/drawing1", '<sp macro="[0]!Hint" a="">', '<sp macro="" a="">'),
        (
            "worksheets/sheet1",
            '<controlPr a="" macro="[0]!Hint"/>',
            '<controlPr a=""/>',
        ),
        ("sharedStrings", '<t>say macro="x"</t>', '<t>say macro="x"</t>'),
        ("worksheets/sheet1", '<t>say macro="x"</t>', '<t>say macro="x"</t>'),
    ],
)
def test_buttons_that_excel_has_saved_name_no_macro(
    part: str, before: str, after: str
) -> None:
    buffer, name = io.BytesIO(), f"xl/{part}.xml"
    with zipfile.ZipFile(buffer, "w") as saved:
        saved.writestr(name, before)
    plain = package_parts(remove_macros(buffer.getvalue()))
    assert plain[name].decode() == after
