"""The VBA project: its texts, what they do when run, and its binary form."""

import io
import re
import zipfile
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import TypeAlias
from xml.etree import ElementTree as ET

import pytest
import xlwings
from boards import built
from expected_values import DATA
from package_checks import MACROS, directory, modules, package_parts, streams_of
from pyopenvba.interpreter import NOTHING, VBARuntimeError
from vba_host import MAC_LOG, Excel

from xl_mastermind.board.buttons import BUTTONS, COPY_RESULT, Button
from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.excel import entry_points, macros
from xl_mastermind.excel.macros import (
    function_wrappers,
    vba_modules,
    vba_project,
    xlwings_modules,
)
from xl_mastermind.functions import FUNCTIONS, Argument, Function
from xl_mastermind.workbook_files.package import remove_macros

SHEETS = ["Board", "State"]
XLWINGS = Path(xlwings.__file__).parent
VERSION = metadata.version("xlwings")

Time: TypeAlias = tuple[int, int, int, int]

# The words that VBA keeps for itself, from section 3.3.5 of [MS-VBAL].
RESERVED = (DATA / "vba_keywords.txt").read_text("utf-8")


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


def test_module_texts_fit_the_vba_editor() -> None:
    for name, text in texts().items():
        assert text.isascii(), name
        assert text.count("\n") == text.count("\r\n") == text.count("\r"), name
        assert all(len(line) <= 1023 for line in text.splitlines()), name
        for statement in text.replace(" _\r\n", "\0").splitlines():
            assert statement.count("\0") <= 24, name


def test_names_are_no_vba_keywords() -> None:
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


def test_help_texts_have_at_most_255_characters() -> None:
    """Excel accepts no longer ones."""
    for function in FUNCTIONS:
        texts = [function.help, *(argument.help for argument in function.arguments)]
        assert max(map(len, texts)) <= 255


def test_xlwings_modules_differ_in_visibility_only() -> None:
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


# The buttons


@pytest.mark.parametrize(
    "button", [b for b in BUTTONS.values() if b != COPY_RESULT], ids=lambda b: b.name
)
def test_button_runs_python(
    button: Button, excel: Excel, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []
    monkeypatch.setattr(
        entry_points, "run_button", lambda name, _addresses: names.append(name)
    )
    excel.run(button.macro)
    (command,) = excel.python.commands
    assert '"' not in command
    exec(command, {})  # noqa: S102, as xlwings does
    assert names == [button.name]


# Failed connections

SETUP_HINT = " Please run in a terminal: xl-mastermind setup"
DOCTOR_HINT = " Please run in a terminal: xl-mastermind doctor"
NAMES = {"SETUP": SETUP_HINT, "DOCTOR": DOCTOR_HINT, "VERSION": VERSION}
"""What the table of messages has in braces."""

NO_START = "Could not activate Python COM server, hr = -2147221164"
LACKS_PACKAGE = "ModuleNotFoundError: No module named 'xl_mastermind'"
TRACEBACK = f"""Traceback (most recent call last):
  File "<string>", line 1, in <module>
{LACKS_PACKAGE}
"""
FAILED = f"Python failed: {LACKS_PACKAGE}.{DOCTOR_HINT}"
MESSAGE = "Explain did not work: division by zero. Details: /home/ada/xl-mastermind.log"


@pytest.mark.table("way", "machine", "errors", "message")
def test_button_explains_a_failed_connection(
    way: str,
    machine: dict[str, object],
    errors: dict[str, tuple[int, str]],
    message: str,
) -> None:
    settings = {"USE UDF SERVER": str(way == "server")}
    excel = Excel([], mac=way == "mac", settings=settings)
    raised = {name: VBARuntimeError(*error) for name, error in errors.items()}
    excel.python.answer = raised.pop("answer", None)
    vars(excel.machine).update(machine | raised)
    excel.application.enable_events = False  # as a macro may have left it
    for count in (1, 2):
        excel.run("Explain")
        assert excel.messages == [message.format_map(NAMES)] * count
        assert excel.status is False


# On a Mac, where Python runs beside Excel


@pytest.fixture
def mac() -> Excel:
    return Excel(FUNCTIONS, mac=True)


def test_button_runs_on_a_mac(mac: Excel) -> None:
    mac.run("Explain")
    (command,) = mac.machine.commands
    _, python, code, *_ = command.split("|")
    assert python == "/Users/ada/.venv/bin/python"
    assert "import run_button; run_button('explain', '" in code
    assert str(mac.status) == "Running..."
    mac.run("CleanUp")  # as Python does in the end
    assert mac.status is False
    mac.run_timers()
    assert not mac.machine.timers
    assert not mac.messages


@pytest.mark.parametrize(
    ("log", "macro", "message"),
    [(f"{MESSAGE}\n", "CleanUp", MESSAGE), (TRACEBACK, "PollForError", FAILED)],
    ids=["end", "failed start"],
)
def test_mac_shows_an_error_once(
    log: str, macro: str, message: str, mac: Excel
) -> None:
    mac.run("Explain")
    mac.run_timers()
    assert not mac.messages
    mac.machine.logs[MAC_LOG] = log
    mac.run(macro)
    for _ in range(2):
        assert mac.messages == [message]
        assert mac.status is False
        mac.run_timers()


def test_mac_polls_for_half_a_minute(mac: Excel) -> None:
    mac.run("Explain")
    polls = 0
    while mac.machine.timers:
        mac.run_timers()
        polls += 1
    assert polls == 30
    mac.run("Explain")
    assert mac.machine.timers


# Pending macros would open a closed workbook again.

CLOSE = ("ThisWorkbook.Workbook_BeforeClose", False)


def test_closing_cancels_pending_macros(mac: Excel) -> None:
    mac.run("Explain")
    assert mac.machine.timers
    mac.run(*CLOSE)
    assert not mac.machine.timers
    mac.run(*CLOSE)


@pytest.mark.parametrize("event", ["SheetSelectionChange", "WindowActivate", "CleanUp"])
def test_cancelled_closing_reschedules_macros(event: str, mac: Excel) -> None:
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


def test_finished_macro_is_not_rescheduled(mac: Excel) -> None:
    mac.run("Explain")
    mac.run("CleanUp")
    mac.run_timers()
    mac.run(*CLOSE)
    mac.run("ThisWorkbook.Workbook_WindowActivate", NOTHING)
    assert not mac.machine.timers


# The function wizard


@pytest.mark.parametrize("saved", [True, False])
def test_opening_describes_functions_and_keeps_saved(*, saved: bool) -> None:
    quoted = Function("SAMPLE", 'Say "hello".', (Argument("code", "A"),), int)
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


def test_opening_survives_rejected_descriptions(excel: Excel) -> None:
    excel.application.refuses_descriptions = True
    excel.run("ThisWorkbook.Workbook_Open")
    assert not excel.application.described


# The worksheet functions


@pytest.mark.parametrize("answer", ANSWERS, ids=str)
def test_function_returns_values_and_errors(excel: Excel, answer: object) -> None:
    assert excel.calculate("CODES", "4x6", answer=answer) == answer


def test_macro_gets_the_error_of_a_function(excel: Excel) -> None:
    excel.python.answer = VBARuntimeError(1000, "no such interpreter")
    excel.application.caller = NOTHING
    with pytest.raises(VBARuntimeError, match="no such interpreter"):
        excel.run("CODES", "4x6")


# A Python that does not start delays each call by two minutes.


def test_functions_start_python_once(excel: Excel) -> None:
    assert excel.calculate("CODES", "4x6", answer=3) == 3
    reads = excel.machine.reads
    assert excel.machine.starts == 1
    for answer in range(5):
        assert excel.calculate("CODES", "4x6", answer=answer) == answer
    assert (excel.machine.starts, excel.machine.reads) == (1, reads)


@pytest.mark.table("failed", "waits", "tries")
def test_failed_start_is_not_retried_for_a_minute(
    excel: Excel, failed: Time, waits: Time, tries: Time
) -> None:
    excel.machine.start_error = NO_START
    excel.set_clock(*failed)
    assert excel.calculate("CODES", "4x6", answer=3) == "#VALUE!"
    reads = excel.machine.reads
    excel.set_clock(*waits)
    for _ in range(7):
        assert excel.calculate("CODES", "4x6", answer=3) == "#VALUE!"
    assert (excel.machine.starts, excel.machine.reads) == (1, reads)
    excel.machine.start_error = ""
    excel.set_clock(*tries)
    assert excel.calculate("CODES", "4x6", answer=3) == 3


@pytest.mark.parametrize(("server", "shows"), [(True, 3), (False, "#VALUE!")])
def test_functions_retry_after_a_button_started_python(
    shows: object, *, server: bool
) -> None:
    excel = Excel(FUNCTIONS, settings={"USE UDF SERVER": str(server)})
    excel.machine.start_error = NO_START
    assert excel.calculate("CODES", "4x6", answer=3) == "#VALUE!"
    excel.machine.start_error = ""
    excel.run("Explain")
    assert not excel.messages
    # Without the server, a button has shown nothing of what functions need.
    assert excel.calculate("CODES", "4x6", answer=3) == shows


@pytest.mark.parametrize(("error", "shows"), [("", 4), (NO_START, "#VALUE!")])
def test_killed_python_is_restarted_once(
    error: str, shows: object, excel: Excel
) -> None:
    assert excel.calculate("CODES", "4x6", answer=3) == 3
    excel.python.is_killed = True
    excel.machine.start_error = error
    for _ in range(3):
        assert excel.calculate("CODES", "4x6", answer=4) == shows
    assert excel.machine.starts == 2


def test_python_error_is_no_failed_start(excel: Excel) -> None:
    error = VBARuntimeError(-2147352567, "Traceback: ZeroDivisionError")
    for _ in range(3):
        assert excel.calculate("CODES", "4x6", answer=error) == "#VALUE!"
        assert excel.calculate("CODES", "4x6", answer=3) == 3


def test_functions_fail_on_a_mac(mac: Excel) -> None:
    assert mac.calculate("CODES", "4x6", answer=3) == "#VALUE!"
    assert mac.calculate("BLACK", 1, 2, 3, answer=3) == "#VALUE!"
    assert not mac.python.calls
    assert not mac.machine.reads


def test_other_applications_call_no_python(monkeypatch: pytest.MonkeyPatch) -> None:
    def elsewhere(functions: Sequence[Function]) -> str:
        text = function_wrappers(functions)
        return text.replace('#Const App = "Microsoft Excel"', '#Const App = "Calc"')

    monkeypatch.setattr(macros, "function_wrappers", elsewhere)
    calc = Excel(FUNCTIONS)
    assert calc.calculate("CODES", "4x6", answer=3) == "#VALUE!"
    assert not calc.python.calls


# The binary project


CLASS = 'Attribute VB_Base = "0{FCFB3D2A-A0FA-1068-A738-08002B3371B5}"'
"""The attribute of a class, of which only code makes objects."""

PROCEDURE = r"(?m)^ *(?:Public |Private |Static )*(?:Sub|Function) (\w+)\((.*?)\)"


@pytest.fixture(params=[False, True], ids=["workbook", "add-in"])
def module_texts(request: pytest.FixtureRequest) -> dict[str, str]:
    modules = vba_modules(FUNCTIONS, SHEETS, has_ribbon=request.param)
    return {module.name: module.text for module in modules}


def test_cells_call_only_worksheet_functions(module_texts: dict[str, str]) -> None:
    functions = set()
    for text in module_texts.values():
        code = re.sub(r"(?s)#If False Then.*?#End If", "", text)
        is_standard = "Attribute VB_Base" not in code
        if is_standard and not re.search(r"(?mi)^Option Private Module", code):
            functions |= {
                *re.findall(r"(?mi)^(?:Public |Static )*Function (\w+)", code)
            }
    assert functions == {function.name for function in FUNCTIONS}


def test_only_one_module_has_macros_of_buttons(module_texts: dict[str, str]) -> None:
    """LibreOffice finds the macro of a button in any module, classes included."""
    macros = {button.macro.lower() for button in BUTTONS.values()}
    for name, text in module_texts.items():
        procedures = {found.lower() for found, _ in re.findall(PROCEDURE, text)}
        assert procedures & macros == (macros if name == "MasterMind" else set()), name


def test_shapes_reach_no_procedure_with_text(module_texts: dict[str, str]) -> None:
    """Shapes of any workbook can call 'MasterMind.xlam'!'Module.Procedure "text"'."""
    types = {"Object", "Range", "Workbook", "Window", "IRibbonUI", "IRibbonControl"}
    types.add("Boolean")  # whether an event is cancelled
    count = 0
    for name, text in module_texts.items():
        if name == "xlwings_udfs" or CLASS in text:
            continue
        for procedure, parameters in re.findall(PROCEDURE, text.replace(" _\r\n", " ")):
            count += 1
            for parameter in filter(None, parameters.split(",")):
                is_result = parameter.strip() == "ByRef Enabled As Variant"
                assert is_result or parameter.split(" As ")[1] in types, procedure
    assert count > len(BUTTONS)


def test_project_lists_its_modules(project: bytes) -> None:
    listing = streams_of(project)["PROJECT"].decode("ascii").split("\r\n")
    assert listing[1:11] == [
        "Document=ThisWorkbook/&H00000000",
        "Document=Board/&H00000000",
        "Document=State/&H00000000",
        "Module=MasterMind",
        "Module=Objects",
        "Class=PythonConnection",
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


def test_directory_ends_with_its_stream(project: bytes) -> None:
    saved_by_excel = [
        package_parts(file.read_bytes())[MACROS] for file in XLWINGS.glob("*.xl[sa]m")
    ]
    assert saved_by_excel
    terminators = b"\x2b\0" + bytes(4) + b"\x10\0" + bytes(4)
    for each in (project, *saved_by_excel):
        assert directory(each).endswith(terminators)


def test_project_has_no_compiled_code(project: bytes) -> None:
    streams = streams_of(project)
    assert streams["VBA/_VBA_PROJECT"] == b"\xcc\x61\xff\xff\0\0\0"
    assert not [path for path in streams if "__SRP" in path]
    assert modules(project) == texts()


def test_project_refers_to_no_xlwings_library(project: bytes) -> None:
    libraries = directory(project)
    assert b"xlwings.xlam" not in libraries
    assert b"stdole2.tlb" in libraries
    assert b"MSO.DLL" in libraries


# Without macros


def test_removing_macros_leaves_no_reference() -> None:
    with_them = built(first_game())
    before, after = package_parts(with_them), package_parts(remove_macros(with_them))
    assert before.keys() - after.keys() == {MACROS}
    changed = {name for name, part in after.items() if before[name] != part}
    drawn = {name for name in changed if name.startswith("xl/drawings/vml")}
    assert drawn
    assert changed - drawn == {"[Content_Types].xml", "xl/_rels/workbook.xml.rels"}
    for name in changed:
        assert not re.search(rb"FmlaMacro|macroEnabled|vbaProject\.bin", after[name])
        ET.fromstring(after[name])  # noqa: S314 - written by ourselves


@pytest.mark.table("part", "before", "after")
def test_removing_macros_changes_saved_buttons(
    part: str, before: str, after: str
) -> None:
    buffer, name = io.BytesIO(), f"xl/{part}.xml"
    with zipfile.ZipFile(buffer, "w") as saved:
        saved.writestr(name, before)
    plain = package_parts(remove_macros(buffer.getvalue()))
    assert plain[name].decode() == after
