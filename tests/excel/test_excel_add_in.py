"""The add-in for Excel: its parts, its ribbon, and what its commands do."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import openpyxl
import other_readers
import pytest
import xlwings
from boards import built
from excel_user import light, mark_formulas_stale
from package_checks import modules, package_parts
from pyopenvba.apps.excel import Worksheet
from pyopenvba.apps.excel._model import DefinedName
from pyopenvba.interpreter import NOTHING, VBAObject, VBARuntimeError, member
from pyopenvba.interpreter._objects import MemberSpec
from pyopenvba.interpreter._runtime import Slot
from vba_host import WINDOWS_PYTHON, AddIn

from xl_mastermind.bundle.workbook import first_board
from xl_mastermind.excel import entry_points as excel_host
from xl_mastermind.excel.add_in import Command, add_in_bytes, groups, ribbon
from xl_mastermind.excel.macros import vba_modules
from xl_mastermind.files import bundled_file
from xl_mastermind.game.rules import Rules
from xl_mastermind.spreadsheet.buttons import BOARD_BUTTONS, BUTTONS
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.functions import FUNCTIONS
from xl_mastermind.spreadsheet.package import change_parts
from xl_mastermind.spreadsheet.sheet_names import HELP_SHEET

COMMANDS = [command for group in groups().values() for command in group]

MARK = "{http://schemas.microsoft.com/office/2006/01/customui}"


@pytest.fixture(scope="module")
def parts() -> dict[str, bytes]:
    return package_parts(add_in_bytes())


# The file


def test_the_committed_file_is_a_fresh_build() -> None:
    assert bundled_file("MasterMind.xlam").read_bytes() == add_in_bytes()


def test_its_parts_are_those_of_the_add_in_that_xlwings_ships(
    parts: dict[str, bytes],
) -> None:
    source = Path(xlwings.__file__).with_name("quickstart_addin_ribbon.xlam")
    theirs = package_parts(source.read_bytes())
    more = {name for name in parts if not name.endswith(("sheet2.xml", "sheet3.xml"))}
    assert more == {*theirs, "docProps/custom.xml"}
    for part_name, pattern in (
        ("[Content_Types].xml", rb'PartName="/xl/workbook.xml" ContentType="([^"]*)"'),
        ("_rels/.rels", rb'Target="(customUI/customUI.xml)"'),
        ("xl/workbook.xml", rb'<workbookView visibility="(\w+)"'),
    ):
        ours, their = (re.search(pattern, p[part_name]) for p in (parts, theirs))
        assert ours, pattern
        assert their, pattern
        assert ours[1] == their[1]


def test_its_macros_are_ours(parts: dict[str, bytes]) -> None:
    written = modules(parts["xl/vbaProject.bin"])
    names = ["ConfigSheet", "ErrorSheet"]
    expected = vba_modules(FUNCTIONS, names, has_ribbon=True)
    assert {*written} == {module.name for module in expected}
    for name in ("Ribbon", "PythonLink", "ThisWorkbook", "xlwings_udfs"):
        (text,) = (module.text for module in expected if module.name == name)
        assert text.splitlines()[-5:] == written[name].splitlines()[-5:]


@other_readers.are_here
def test_microsofts_validator_finds_nothing_and_reads_the_ribbon(
    tmp_path: Path,
) -> None:
    good, damaged = tmp_path / "good.xlam", tmp_path / "damaged.xlam"
    good.write_bytes(add_in_bytes())
    assert other_readers.validated(good) == []
    change = ("customUI/", rb'size="large"', b'size="huge"')
    damaged.write_bytes(change_parts(good.read_bytes(), [change]))
    found = other_readers.validated(damaged)
    assert len(found) == 2
    assert all("attribute 'size' has invalid value" in each for each in found)


# The ribbon


def test_every_button_of_a_board_is_on_the_ribbon() -> None:
    captions = {command.caption for command in COMMANDS}
    assert {button.caption for button in BOARD_BUTTONS} <= captions
    assert {"New Board", "Analyse", "Compare", "Help", "State of the Link"} <= captions


def test_names_on_the_ribbon_are_of_one_kind_each() -> None:
    root = ET.fromstring(ribbon())  # noqa: S314, our own
    buttons = [*root.iter(f"{MARK}button")]
    assert len(buttons) == len(COMMANDS)
    ids = [each.attrib["id"] for each in root.iter() if "id" in each.attrib]
    assert len({*ids}) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z]\w*", each) for each in ids)
    for button in buttons:
        assert len(button.attrib["supertip"]) <= 1024
        assert button.attrib.get("imageMso", "Help").isalpha()
    keys = [button.attrib["keytip"] for button in buttons]
    assert len({*keys}) == len(keys)
    assert all(re.fullmatch("[A-Z]", key) for key in keys)
    (tab,) = root.iter(f"{MARK}tab")
    assert tab.attrib["keytip"] == "YM"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: c.caption)
def test_a_command_calls_what_there_is(command: Command) -> None:
    texts = {m.name: m.text for m in vba_modules(FUNCTIONS, [], has_ribbon=True)}
    sub = rf"Sub {command.callback}\(Control As IRibbonControl\)"
    assert re.search(sub, texts["Ribbon"])
    if command.callback == "RunButton":
        assert f"Sub {command.tag}()" in texts["MasterMind"]
    elif command.callback == "RunCommand":
        assert callable(vars(excel_host)[command.tag.lower().replace(" ", "_")])
    else:
        assert command.callback == "ShowHelp"
        sheets = openpyxl.load_workbook(bundled_file("MasterMind.xlsx"), read_only=True)
        assert HELP_SHEET in sheets.sheetnames


# What its commands do, to a workbook without macros


class Control(VBAObject):
    """What Excel gives a callback: the control that was pressed."""

    def __init__(self, caption: str) -> None:
        (self.command,) = (each for each in COMMANDS if each.caption == caption)

    @member
    def Tag(self) -> object:  # noqa: N802, VBA's name
        return self.command.tag


class ExcelUser:
    """A person who has the add-in, and before it a workbook of another kind."""

    def __init__(self, file: Path) -> None:
        self.excel = AddIn([], file=file)
        self.book = self.excel.front
        mark_formulas_stale(self.book)
        self.excel.run("ThisWorkbook.Workbook_Open")

    def press(self, caption: str) -> None:
        control = Control(caption)
        self.excel.run(f"Ribbon.{control.command.callback}", control)

    def can_press(self, caption: str) -> bool:
        enabled = Slot(value=False)
        self.excel.run("Ribbon.GetEnabled", Control(caption), enabled)
        return bool(enabled.value)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("front") / "Ann's game.xlsx"
    board = first_board(Rules.parse("3x4"))
    path.write_bytes(light(built(board, edition=Edition.PLAIN)))
    return path


@pytest.fixture
def person(plain: Path) -> Iterator[ExcelUser]:
    """Let a person have the add-in and a plain board, and see no box."""
    sitting = ExcelUser(plain)
    yield sitting
    assert sitting.excel.said == []
    assert sitting.excel.application.enable_events


@pytest.mark.parametrize(
    ("caption", "asked"),
    [
        ("Hint", "entry_points.hint()"),
        ("New Game", "entry_points.new_game()"),
        ("Reveal Code", "entry_points.reveal_code()"),
        ("Web Page", "entry_points.web_page()"),
        ("Analyse", "entry_points.analyse()"),
        ("New Board", "entry_points.new_board()"),
    ],
)
def test_a_button_is_pressed_on_the_workbook_in_front(
    caption: str, asked: str, person: ExcelUser
) -> None:
    person.press(caption)
    (command,) = person.excel.python.commands
    assert command.endswith(asked)


class Forged(VBAObject):
    """A control that a stranger's workbook brings, with a tag of its own."""

    def __init__(self, tag: str) -> None:
        self.tag = tag

    @member
    def Tag(self) -> object:  # noqa: N802, VBA's name
        return self.tag


@pytest.mark.parametrize("callback", ["RunCommand", "RunButton"])
@pytest.mark.parametrize("tag", ["hint()\nimport os", "Quit", "new board", ""])
def test_a_strangers_ribbon_runs_nothing_by_words_of_its_own(
    callback: str, tag: str, person: ExcelUser
) -> None:
    person.excel.run(f"Ribbon.{callback}", Forged(tag))
    assert person.excel.python.commands == []


def test_commands_of_a_board_can_be_pressed_with_one_in_front(
    person: ExcelUser,
) -> None:
    root = ET.fromstring(ribbon())  # noqa: S314, our own
    waiting = {
        button.attrib["label"]
        for button in root.iter(f"{MARK}button")
        if button.attrib.get("getEnabled") == "Ribbon.GetEnabled"
    }
    assert waiting == {button.caption for button in BUTTONS.values()}
    assert person.can_press("Hint")
    person.excel.application.active_book = None
    person.excel.run("ThisWorkbook.ExcelApp_WindowDeactivate", person.book, person.book)
    assert not person.can_press("Hint")


def test_excel_looks_for_a_board_once_and_stops_at_the_first(
    person: ExcelUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    names = Worksheet._vba_members["names"]  # noqa: SLF001
    getter = names.getter
    assert getter

    def look(sheet: Worksheet, *given: object) -> object:
        looked.append(sheet.name)
        return getter(sheet, *given)

    noted = replace(names, getter=look)
    monkeypatch.setitem(Worksheet._vba_members, "names", noted)  # noqa: SLF001
    for count in (1, 2):
        person.excel.run(
            "ThisWorkbook.ExcelApp_WindowActivate", person.book, person.book
        )
        for command in COMMANDS:
            assert person.can_press(command.caption)
        assert looked == [person.book.sheets_[0].name] * count


def test_an_area_in_another_workbook_is_none_of_a_board(
    person: ExcelUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = person.excel.book.sheets_[0].vba_get("Range", ["A1"])
    elsewhere = MemberSpec("RefersToRange", "property", lambda _: cells)
    members = DefinedName._vba_members  # noqa: SLF001
    monkeypatch.setitem(members, "referstorange", elsewhere)
    assert not person.can_press("Hint")


def test_a_workbook_with_macros_presses_by_its_own(
    person: ExcelUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    vars(person.book)["HasVBProject"] = True
    ran: list[str] = []
    application = person.excel.application
    monkeypatch.setattr(application, "runs_elsewhere", ran.append)
    person.press("Hint")
    assert ran == [f"'{person.book.name}'!MasterMind.Hint".replace("n's", "n''s")]
    assert person.excel.python.commands == []


def test_where_its_macros_may_not_run_those_of_the_add_in_do(person: ExcelUser) -> None:
    vars(person.book)["HasVBProject"] = True
    person.press("Hint")
    assert person.excel.python.commands[0].endswith("entry_points.hint()")


def test_the_functions_get_their_texts_once_a_workbook_is_in_front(
    plain: Path,
) -> None:
    excel = AddIn(FUNCTIONS, file=plain)
    excel.set_clock(1, 12, 0, 0)
    application = excel.application
    front, application.active_book = application.active_book, None
    excel.run("ThisWorkbook.Workbook_Open")
    noon = 46023.5  # of 1 January 2026
    assert round((excel.machine.due - noon) * 24 * 60 * 60) == 5
    excel.run_timers()
    assert application.described == {}
    excel.run("ThisWorkbook.Workbook_BeforeClose", False)  # noqa: FBT003, VBA's
    assert not excel.machine.timers
    application.active_book = front
    excel.run("ThisWorkbook.ExcelApp_WindowActivate", front, NOTHING)
    excel.run_timers()
    assert len(application.described) == len(FUNCTIONS)
    assert not excel.machine.timers


def test_without_a_workbook_a_sentence_says_what_to_do(plain: Path) -> None:
    sitting = ExcelUser(plain)
    sitting.excel.application.active_book = None
    sitting.press("Hint")
    (said,) = sitting.excel.said
    assert said == "There is no workbook with a board in front. New Board opens one."
    assert sitting.excel.python.commands == []


def test_help_shows_the_sheet_of_the_workbook_in_front(person: ExcelUser) -> None:
    person.press("Help")
    assert person.excel.application.ActiveSheet().name == "Help"
    assert person.excel.python.commands == []


def test_without_a_workbook_help_says_where_it_is(plain: Path) -> None:
    sitting = ExcelUser(plain)
    sitting.excel.application.active_book = None
    sitting.press("Help")
    (said,) = sitting.excel.said
    assert said == "Help is a sheet of a workbook with boards. New Board opens one."


def test_the_state_of_the_link_is_told(plain: Path) -> None:
    sitting = ExcelUser(plain)
    told = "Python answers: xl-mastermind in Python 3.11, xl-mastermind.log"
    sitting.excel.python.answer = VBARuntimeError(-2147352567, told)
    sitting.press("State of the Link")
    assert sitting.excel.said == [told]


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ((), "There is no Python any more at "),
        (
            (WINDOWS_PYTHON,),
            "which the add-in needs. Please run in a terminal: xl-mastermind",
        ),
    ],
)
@pytest.mark.parametrize("caption", ["State of the Link", "New Board", "Hint"])
def test_a_link_that_is_broken_is_one_sentence(
    caption: str, files: tuple[str, ...], told: str, plain: Path
) -> None:
    sitting = ExcelUser(plain)
    sitting.excel.machine.files = {*files}
    sitting.press(caption)
    (said,) = sitting.excel.said
    assert told in said
