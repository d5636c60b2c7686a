"""The VBA project: its texts, what they do when run, and its binary form."""

import io
import re
import zipfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import TypeAlias
from xml.etree import ElementTree as ET

import pytest
from boards import built
from package_checks import MACROS, directory_of, modules, parts_of, streams_of
from pyopenvba.interpreter import MISSING, NOTHING, VBARuntimeError
from pyopenvba.vba import decompress
from vba_host import MAC_LOG, MAC_SCRIPT, WINDOWS_DLL, WINDOWS_PYTHON, Excel

from xl_mastermind.build.book import first_board
from xl_mastermind.build.excel_add_in import add_in_bytes
from xl_mastermind.build.macros import (
    ModuleKind,
    XlwingsMismatchError,
    vba_modules,
    vba_project,
    workbook_code,
    xlwings_modules,
)
from xl_mastermind.hosts import excel as excel_host
from xl_mastermind.sheet.buttons import BUTTONS, COPY, Button
from xl_mastermind.sheet.functions import FUNCTIONS, Argument, Function, Need
from xl_mastermind.sheet.parts import without_macros

SHEETS = ["Board", "State"]

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


def sample(name: str = "SAMPLE", *arguments: Argument) -> Function:
    return Function(name, 'Say "hello".', arguments, "", int)


SAMPLES = [
    sample("PLAIN", Argument("code", "The code."), Argument("guess", "The guess.")),
    sample(
        "CHOICE",
        Argument("guesses", "The guesses."),
        Argument("game", "The game.", Need.OPTIONAL),
    ),
    sample(
        "MANY",
        Argument("code", "The code."),
        Argument("guess", "The guess."),
        Argument("more", "More pegs.", Need.REPEATED),
    ),
]


# What Python answers, and what the cells show.
ANSWERS: list[tuple[object, object]] = [
    (2, 2),
    (2.5, 2.5),
    ("1122", "1122"),
    ("", ""),
    (None, None),
    ("#VALUE!", "#VALUE!"),
    ("#N/A", "#N/A"),
    ([1, "", "#VALUE!"], [1, "", "#VALUE!"]),
    ([[1, None], ["#N/A", "#VALUE!"]], [[1, None], ["#N/A", "#VALUE!"]]),
    ([[0], ["#N/A"]], [[0], ["#N/A"]]),
    (VBARuntimeError(-2147352567, "Traceback: ZeroDivisionError"), "#VALUE!"),
]


@pytest.fixture
def excel() -> Excel:
    return Excel(SAMPLES)


@pytest.fixture(scope="module")
def project() -> bytes:
    return vba_project(FUNCTIONS, SHEETS)


def texts() -> dict[str, str]:
    return {module.name: module.text for module in vba_modules(FUNCTIONS, SHEETS)}


# The texts


def test_every_text_is_ascii_with_windows_line_ends() -> None:
    for name, text in texts().items():
        assert text.isascii(), name
        assert text.count("\n") == text.count("\r\n") == text.count("\r"), name


def test_no_line_is_too_long_for_the_editor() -> None:
    for name, text in texts().items():
        for line in text.splitlines():
            assert len(line) <= 1023, name
        for statement in text.replace(" _\r\n", "\0").splitlines():
            assert statement.count("\0") <= 24, name


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
def test_names_are_free_for_vba(function: Function) -> None:
    names = [function.name.lower(), *(a.name.lower() for a in function.arguments)]
    names += ["argsarray", "k"]  # variables of the wrapper
    assert len({*names}) == len(names)
    assert not {*RESERVED.split()}.intersection(names)
    assert all(name.isidentifier() for name in names)


def test_no_variable_is_called_like_a_word_of_vba() -> None:
    every = vba_modules([], SHEETS, has_ribbon=True)
    ours = [m for m in every if m.kind is not ModuleKind.CLASS and m.name != "xlwings"]
    pattern = r"(?i)\b(?:Dim|Private|Public|Const|ByVal|ByRef|WithEvents|,) +(\w+) As\b"
    names = {name.lower() for m in ours for name in re.findall(pattern, m.text)}
    assert {"strip", "host", "server", "target"} <= names
    assert not {*RESERVED.split()} & names


def test_a_help_text_longer_than_excel_accepts_is_an_error() -> None:
    workbook_code([sample("SAMPLE", Argument("code", "x" * 255))])
    with pytest.raises(ValueError, match="at most 255 characters, got 256: 'xxx"):
        workbook_code([sample("SAMPLE", Argument("code", "x" * 256))])


def test_the_modules_of_xlwings_are_verbatim_but_for_one_line() -> None:
    folder = Path(str(metadata.distribution("xlwings").locate_file("xlwings")))
    modules = {module.name: module.text for module in xlwings_modules()}
    lines = modules["xlwings"].encode().split(b"\r\n")
    assert lines.pop(1) == b"Option Private Module"
    assert b"\r\n".join(lines) == (folder / "xlwings.bas").read_bytes()
    original = (folder / "addin" / "Dictionary.cls").read_bytes().decode()
    kept = original[original.index("Attribute VB_Name") :].splitlines()
    kept.insert(1, 'Attribute VB_Base = "0{FCFB3D2A-A0FA-1068-A738-08002B3371B5}"')
    assert modules["Dictionary"].splitlines() == kept


def test_another_version_of_xlwings_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Other:
        version = "0.1.2"
        locate_file = staticmethod(metadata.distribution("xlwings").locate_file)

    shipped = metadata.version("xlwings")
    monkeypatch.setattr(metadata, "distribution", lambda _: Other)
    message = f"expected the DLL of xlwings 0.1.2 in xlwings.bas, got {shipped}"
    with pytest.raises(XlwingsMismatchError, match=message):
        vba_project(FUNCTIONS, SHEETS)


# The buttons


@pytest.mark.parametrize(
    "button", [b for b in BUTTONS.values() if b != COPY], ids=lambda b: b.name
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
    f"The Python at {WINDOWS_PYTHON} lacks xlwings {metadata.version('xlwings')},"
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


def forget_python(excel: Excel) -> None:
    excel.machine.settings.clear()
    excel.machine.files -= {WINDOWS_PYTHON, WINDOWS_DLL}


def remove_python(excel: Excel) -> None:
    excel.machine.files -= {WINDOWS_PYTHON, WINDOWS_DLL}


def update_xlwings(excel: Excel) -> None:
    excel.machine.files -= {WINDOWS_DLL}


def forbid_shell(excel: Excel) -> None:
    excel.machine.forbids_shell = True


def refuse_start(error: str | Exception) -> Callable[[Excel], None]:
    return lambda excel: setattr(excel.machine, "cannot_start", error)


def refuse_call(number: int, text: str) -> Callable[[Excel], None]:
    error = VBARuntimeError(number, text)
    return lambda excel: setattr(excel.python, "answer", error)


def refuse_shell(number: int, text: str) -> Callable[[Excel], None]:
    def refuse(_: str) -> tuple[int, str]:
        raise VBARuntimeError(number, text)

    return lambda excel: setattr(excel.machine, "shell", refuse)


def fail(text: str) -> Callable[[Excel], None]:
    return lambda excel: setattr(excel.machine, "shell", lambda _: (1, text))


WITH_SERVER: list[tuple[Callable[[Excel], None], str]] = [
    (forget_python, UNKNOWN),
    (remove_python, GONE),
    (update_xlwings, OTHER_XLWINGS),
    (forbid_shell, FORBIDDEN),
    (refuse_start(NO_START), f"Python does not start: {NO_START}.{EXAMINE}"),
    (refuse_start(DENIED), FORBIDDEN),
    (refuse_start(VBARuntimeError(49, "Bad DLL calling convention")), FORBIDDEN),
    (
        refuse_start(VBARuntimeError(-2147418113, "Catastrophic failure")),
        UNREACHED,
    ),
    (refuse_call(-2147352567, FROM_DLL), FAILED),
    (
        refuse_call(462, "The remote server is unavailable"),
        f"Python failed: The remote server is unavailable.{EXAMINE}",
    ),
    (refuse_call(-2147467259, SENTENCE), SENTENCE),
]
WITHOUT_SERVER: list[tuple[Callable[[Excel], None], str]] = [
    (remove_python, GONE),
    (forbid_shell, FORBIDDEN),
    (refuse_shell(70, "Permission denied"), FORBIDDEN),
    (refuse_shell(-2147024891, "Access is denied."), FORBIDDEN),
    (fail(TRACEBACK), FAILED),
    (
        fail("No Python at 'C:\\Python311\\python.exe'\r\n"),
        rf"Python failed: No Python at 'C:\Python311\python.exe'.{EXAMINE}",
    ),
    (fail(f"{SENTENCE}\r\n"), SENTENCE),
]


@pytest.mark.parametrize(
    ("server", "harm", "sentence"),
    [(True, *case) for case in WITH_SERVER]
    + [(False, *case) for case in WITHOUT_SERVER],
)
def test_a_button_says_in_one_sentence_why_python_is_not_reached(
    harm: Callable[[Excel], None], sentence: str, *, server: bool
) -> None:
    excel = Excel([], settings={"USE UDF SERVER": str(server)})
    harm(excel)
    excel.run("Explain")
    assert excel.said == [sentence]
    excel.run("Hint")
    assert excel.said == [sentence] * 2


def test_the_sentence_is_told_where_events_are_off() -> None:
    excel = Excel([])
    excel.application.enable_events = False
    excel.python.answer = VBARuntimeError(-2147467259, SENTENCE)
    excel.run("Explain")
    assert excel.said == [SENTENCE]


# On a Mac Python runs beside Excel, and Excel hears of it once it ends.


@pytest.fixture
def mac() -> Excel:
    return Excel(SAMPLES, mac=True)


def test_a_button_runs_on_a_mac(mac: Excel) -> None:
    mac.run("Explain")
    (command,) = mac.machine.commands
    _, python, code, *_ = command.split("|")
    assert python == "/Users/ada/.venv/bin/python"
    assert code == "from xl_mastermind.hosts import excel; excel.explain()"
    assert str(mac.status) == "Running..."
    mac.run("xlwings.CleanUp")  # as Python does in the end
    assert mac.status is False
    mac.run_timers()
    assert not mac.machine.timers
    assert not mac.said


def test_a_missing_script_is_told(mac: Excel) -> None:
    mac.machine.files -= {MAC_SCRIPT}
    mac.run("Explain")
    script = MAC_SCRIPT.rpartition("/")[2]
    assert mac.said == [f"Excel lacks {script}, with which it reaches Python.{SET_UP}"]
    assert not mac.machine.commands


def test_what_the_shell_says_is_told(mac: Excel) -> None:
    missing = "sh: /Users/ada/.venv/bin/python: No such file or directory"
    mac.machine.shell = lambda _: (0, missing)
    mac.run("Explain")
    assert mac.said == [f"Python failed: {missing}.{EXAMINE}"]
    assert mac.status is False


def test_what_python_says_in_the_end_is_told(mac: Excel) -> None:
    mac.run("Explain")
    mac.machine.logs[MAC_LOG] = f"{SENTENCE}\n"
    mac.run("xlwings.CleanUp")
    assert mac.said == [SENTENCE]
    assert mac.status is False
    mac.run_timers()
    assert mac.said == [SENTENCE]


def test_a_python_that_ends_without_a_word_to_excel_is_told(mac: Excel) -> None:
    mac.run("Explain")
    mac.run_timers()
    assert not mac.said
    mac.machine.logs[MAC_LOG] = TRACEBACK
    mac.run_timers()
    assert mac.said == [FAILED]
    assert mac.status is False
    mac.run_timers()
    assert mac.said == [FAILED]


def test_excel_looks_for_errors_half_a_minute_long(mac: Excel) -> None:
    mac.run("Explain")
    looks = 0
    while mac.machine.timers:
        mac.run_timers()
        looks += 1
    assert looks == 30
    mac.run("Explain")
    assert mac.machine.timers


# The function wizard


def test_opening_the_workbook_describes_its_functions() -> None:
    excel = Excel(FUNCTIONS)
    name = str(excel.book.vba_get("Name"))
    excel.run("ThisWorkbook.Workbook_Open")
    assert excel.application.described == {
        f"'{name}'!{function.name}": {
            "help": function.help,
            "category": "MasterMind",
            "arguments": [argument.help for argument in function.arguments],
        }
        for function in FUNCTIONS
    }


def test_quotes_are_kept_in_texts_and_in_the_name_of_the_file(excel: Excel) -> None:
    excel.book.name = "Bob's.xlsm"
    excel.run("ThisWorkbook.Workbook_Open")
    described = excel.application.described
    assert next(iter(described)) == "'Bob''s.xlsm'!PLAIN"
    assert described["'Bob''s.xlsm'!PLAIN"]["help"] == 'Say "hello".'


def test_the_workbook_opens_where_excel_refuses_the_texts(excel: Excel) -> None:
    excel.application.refuses_descriptions = True
    excel.run("ThisWorkbook.Workbook_Open")
    assert not excel.application.described


@pytest.mark.parametrize("saved", [True, False])
def test_opening_leaves_the_question_whether_to_save_as_it_is(
    excel: Excel, *, saved: bool
) -> None:
    excel.book.saved = saved
    excel.run("ThisWorkbook.Workbook_Open")
    assert excel.book.saved is saved


# The worksheet functions


@pytest.mark.parametrize(("answer", "cells"), ANSWERS, ids=str)
def test_a_cell_shows_values_and_real_errors(
    excel: Excel, answer: object, cells: object
) -> None:
    code, guess = excel.cells("A1:D1"), excel.cells("F1:I3")
    assert excel.calculate("PLAIN", code, guess, answer=answer) == cells
    (call,) = excel.python.calls
    assert call == (
        "xl_mastermind.hosts.excel",
        "PLAIN",
        [code, guess],
        excel.book,
        excel.application.caller,
    )


def test_an_optional_argument_may_be_missing(excel: Excel) -> None:
    assert excel.calculate("CHOICE", "1122", answer=1) == 1
    assert excel.calculate("CHOICE", "1122", "4x6", answer=2) == 2
    passed = [call[2] for call in excel.python.calls]
    assert passed == [["1122", MISSING], ["1122", "4x6"]]


@pytest.mark.parametrize("more", [(), (3,), (3, 4, 5, 6, 7, 8)], ids=len)
def test_repeated_arguments_are_passed_one_by_one(
    excel: Excel, more: tuple[int, ...]
) -> None:
    assert excel.calculate("MANY", 1, 2, *more, answer=3) == 3
    (call,) = excel.python.calls
    assert call[2] == [1, 2, *more]


def test_other_macros_that_call_a_function_see_what_went_wrong(excel: Excel) -> None:
    excel.python.answer = VBARuntimeError(1000, "no such interpreter")
    excel.application.caller = NOTHING
    with pytest.raises(VBARuntimeError, match="no such interpreter"):
        excel.run("PLAIN", 1, 2)


# A Python that cannot start holds Excel up for two minutes, at every call.


def test_python_is_asked_for_once(excel: Excel) -> None:
    assert excel.calculate("PLAIN", 1, 2, answer=3) == 3
    reads = excel.machine.reads
    assert excel.machine.starts == 1
    for answer in range(5):
        assert excel.calculate("PLAIN", 1, 2, answer=answer) == answer
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
    assert excel.calculate("PLAIN", 1, 2, answer=3) == "#VALUE!"
    reads = excel.machine.reads
    excel.set_clock(*waits)
    for _ in range(7):
        assert excel.calculate("PLAIN", 1, 2, answer=3) == "#VALUE!"
    assert (excel.machine.starts, excel.machine.reads) == (1, reads)
    excel.machine.cannot_start = ""
    excel.set_clock(*tries)
    assert excel.calculate("PLAIN", 1, 2, answer=3) == 3


@pytest.mark.parametrize(("server", "shows"), [(True, 3), (False, "#VALUE!")])
def test_functions_try_again_once_a_button_has_started_python(
    shows: object, *, server: bool
) -> None:
    excel = Excel(SAMPLES, settings={"USE UDF SERVER": str(server)})
    excel.machine.cannot_start = NO_START
    assert excel.calculate("PLAIN", 1, 2, answer=3) == "#VALUE!"
    excel.machine.cannot_start = ""
    excel.run("Explain")
    assert not excel.said
    # Without the server, a button has shown nothing of what functions need.
    assert excel.calculate("PLAIN", 1, 2, answer=3) == shows


def test_a_killed_python_is_started_again_at_once(excel: Excel) -> None:
    assert excel.calculate("PLAIN", 1, 2, answer=3) == 3
    excel.python.is_killed = True
    assert excel.calculate("PLAIN", 1, 2, answer=4) == 4
    assert excel.machine.starts == 2


def test_a_killed_python_that_does_not_start_again_is_a_failed_start(
    excel: Excel,
) -> None:
    assert excel.calculate("PLAIN", 1, 2, answer=3) == 3
    excel.python.is_killed = True
    excel.machine.cannot_start = NO_START
    for _ in range(3):
        assert excel.calculate("PLAIN", 1, 2, answer=4) == "#VALUE!"
    assert excel.machine.starts == 2


def test_an_error_inside_python_is_no_failed_start(excel: Excel) -> None:
    error = VBARuntimeError(-2147352567, "Traceback: ZeroDivisionError")
    for _ in range(3):
        assert excel.calculate("PLAIN", 1, 2, answer=error) == "#VALUE!"
        assert excel.calculate("PLAIN", 1, 2, answer=3) == 3


def test_functions_fail_at_once_on_a_mac(mac: Excel) -> None:
    assert mac.calculate("PLAIN", 1, 2, answer=3) == "#VALUE!"
    assert mac.calculate("MANY", 1, 2, 3, answer=3) == "#VALUE!"
    assert not mac.python.calls
    assert not mac.machine.reads


def test_other_programs_than_excel_call_no_python() -> None:
    const = '#Const App = "{}"'.format
    calc = Excel(
        SAMPLES, lambda text: text.replace(const("Microsoft Excel"), const("Calc"))
    )
    assert calc.calculate("PLAIN", 1, 2, answer=3) == "#VALUE!"
    assert not calc.python.calls


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
def test_each_function_of_the_table_has_a_wrapper_that_runs(function: Function) -> None:
    excel = Excel(FUNCTIONS)
    required = sum(a.need is Need.REQUIRED for a in function.arguments)
    passed = [excel.cells("A1:D4") for _ in function.arguments]
    for arguments in (passed, passed[:required]):
        assert excel.calculate(function.name, *arguments, answer=[[1]]) == [[1]]
        _, name, sent, *_ = excel.python.calls[-1]
        assert name == function.name
        assert isinstance(sent, list)
        assert sent[:required] == passed[:required]
        assert len(sent) >= len(arguments)


# The binary project


@pytest.mark.parametrize("is_add_in", [False, True], ids=["workbook", "add-in"])
def test_cells_can_call_no_function_but_ours(*, is_add_in: bool) -> None:
    content = add_in_bytes() if is_add_in else built(first_board())
    written = modules(parts_of(content)[MACROS]).values()
    callable_from_cells = {name for text in written for name in public_functions(text)}
    assert callable_from_cells == {function.name for function in FUNCTIONS}


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
        "Module=PythonLink",
        "Module=Playing",
        "Module=Areas",
        "Module=xlwings_udfs",
        "Module=xlwings",
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
    xlwings = Path(str(metadata.distribution("xlwings").locate_file("xlwings")))
    saved_by_excel = [
        parts_of(file.read_bytes())["xl/vbaProject.bin"]
        for file in (*xlwings.glob("*.xlsm"), *xlwings.glob("*.xlam"))
    ]
    assert saved_by_excel
    for each in (project, *saved_by_excel):
        assert directory_of(each)[-1] == (0x0010, b"")
    assert modules(project) == texts()


def test_there_is_no_compiled_code(project: bytes) -> None:
    found = streams_of(project)
    assert found["VBA/_VBA_PROJECT"] == b"\xcc\x61\xff\xff\0\0\0"
    assert not [path for path in found if "__SRP" in path]
    for name, text in texts().items():
        assert decompress(found[f"VBA/{name}"]).decode() == text


def test_the_project_needs_no_library_of_xlwings(project: bytes) -> None:
    directory = decompress(streams_of(project)["VBA/dir"])
    assert b"xlwings.xlam" not in directory
    assert b"stdole2.tlb" in directory
    assert b"MSO.DLL" in directory


# Without macros


def test_a_workbook_without_macros_is_whole_and_names_none() -> None:
    with_them = built(first_board())
    with (
        zipfile.ZipFile(io.BytesIO(with_them)) as before,
        zipfile.ZipFile(io.BytesIO(without_macros(with_them))) as after,
    ):
        assert {*before.namelist()} - {*after.namelist()} == {"xl/vbaProject.bin"}
        changed = {
            name for name in after.namelist() if before.read(name) != after.read(name)
        }
        drawn = {name for name in changed if name.startswith("xl/drawings/vml")}
        rest = {"[Content_Types].xml", "xl/_rels/workbook.xml.rels"}
        assert drawn
        assert changed == drawn | rest
        for name in changed:
            text = after.read(name)
            assert b"FmlaMacro" not in text
            assert b"macroEnabled" not in text
            assert b"vbaProject.bin" not in text
            ET.fromstring(text)  # noqa: S314 - written by ourselves


@pytest.mark.parametrize(
    ("part", "before", "after"),
    [
        (
            "xl/drawings/drawing1.xml",
            '<sp macro="[0]!Hint" a="">',
            '<sp macro="" a="">',
        ),
        (
            "xl/worksheets/sheet1.xml",
            '<controlPr a="" macro="[0]!Hint"/>',
            '<controlPr a=""/>',
        ),
        ("xl/sharedStrings.xml", '<t>say macro="x"</t>', '<t>say macro="x"</t>'),
        ("xl/worksheets/sheet1.xml", '<t>say macro="x"</t>', '<t>say macro="x"</t>'),
    ],
)
def test_buttons_that_excel_has_saved_name_no_macro(
    part: str, before: str, after: str
) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as saved:
        saved.writestr(part, before)
    with zipfile.ZipFile(io.BytesIO(without_macros(buffer.getvalue()))) as plain:
        assert plain.read(part).decode() == after
