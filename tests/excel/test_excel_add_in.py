"""The add-in for Excel: its parts, its ribbon, and what its commands do."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import other_readers
import pytest
import xlwings
from excel_stand_in import StandInExcel
from excel_user import mark_formulas_stale, write_board_workbook
from package_checks import package_parts
from pyopenvba.apps.excel import Worksheet
from pyopenvba.apps.excel._model import DefinedName
from pyopenvba.interpreter import NOTHING, VBAObject, VBARuntimeError, member
from pyopenvba.interpreter._objects import MemberSpec
from pyopenvba.interpreter._runtime import Slot

from xl_mastermind.board.buttons import BUTTONS, COPY_RESULT
from xl_mastermind.excel.add_in import add_in_bytes, command_groups, ribbon_xml
from xl_mastermind.files import bundled_file
from xl_mastermind.functions import FUNCTIONS
from xl_mastermind.presentation.sheet_names import HELP_SHEET
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import change_parts

pytestmark = pytest.mark.slow

RIBBON_COMMANDS = [command for group in command_groups().values() for command in group]
CAPTIONS = {command.caption: command for command in RIBBON_COMMANDS}

MARK = "{http://schemas.microsoft.com/office/2006/01/customui}"


@pytest.fixture(scope="module")
def parts() -> dict[str, bytes]:
    return package_parts(add_in_bytes())


# The file


def test_bundled_file_is_a_fresh_build() -> None:
    assert bundled_file("MasterMind.xlam").read_bytes() == add_in_bytes()


def test_parts_equal_those_of_xlwings_add_in(parts: dict[str, bytes]) -> None:
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


@other_readers.are_here
def test_validator_accepts_file_and_checks_ribbon(tmp_path: Path) -> None:
    good, damaged = tmp_path / "good.xlam", tmp_path / "damaged.xlam"
    good.write_bytes(add_in_bytes())
    assert other_readers.validated(good) == []
    change = ("customUI/", rb'size="large"', b'size="huge"')
    damaged.write_bytes(change_parts(good.read_bytes(), [change]))
    found = other_readers.validated(damaged)
    assert len(found) == 2
    assert all("attribute 'size' has invalid value" in each for each in found)


# The ribbon


def test_ribbon_names_are_unique_and_valid() -> None:
    root = ET.fromstring(ribbon_xml())  # noqa: S314, our own
    buttons = [*root.iter(f"{MARK}button")]
    assert len(buttons) == len(RIBBON_COMMANDS)
    ids = [each.attrib["id"] for each in root.iter() if "id" in each.attrib]
    assert len({*ids}) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z]\w*", each) for each in ids)
    for button in buttons:
        assert len(button.attrib["supertip"]) <= 1024
        assert button.attrib["imageMso"].isalpha()
    images = [button.attrib["imageMso"] for button in buttons]
    assert len({*images}) == len(images)
    keys = [button.attrib["keytip"] for button in buttons]
    assert len({*keys}) == len(keys)
    assert all(re.fullmatch("[A-Z]", key) for key in keys)
    (tab,) = root.iter(f"{MARK}tab")
    assert tab.attrib["keytip"] == "YM"


# What its commands do, to a workbook without macros


class Control(VBAObject):
    def __init__(self, tag: str) -> None:
        self.tag = tag

    @member
    def Tag(self) -> object:
        return self.tag


class AddInUser:
    def __init__(self, file: Path) -> None:
        self.excel = StandInExcel()
        self.excel.open(bundled_file("MasterMind.xlam"))
        self.book = self.excel.open(file)
        self.excel.python.act = lambda _: None
        mark_formulas_stale(self.book)
        self.excel.run("ThisWorkbook.Workbook_Open")

    def run_command(self, caption: str) -> None:
        command = CAPTIONS[caption]
        self.excel.run(f"Ribbon.{command.callback}", Control(command.tag))

    def is_enabled(self, caption: str) -> bool:
        enabled = Slot(value=False)
        tag = CAPTIONS[caption].tag
        self.excel.run("Ribbon.GetEnabled", Control(tag), enabled)
        return bool(enabled.value)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("front")
    file = write_board_workbook(folder, edition=Edition.PLAIN)
    return file.rename(folder / "Ann's game.xlsx")


@pytest.fixture
def user(plain: Path) -> Iterator[AddInUser]:
    """Return a user with a plain board; at the end, check that no message appeared."""
    user = AddInUser(plain)
    yield user
    assert user.excel.messages == []
    assert user.excel.application.enable_events


def test_commands_run_on_the_active_workbook(user: AddInUser) -> None:
    ran = {}
    for command in RIBBON_COMMANDS:
        user.excel.python.commands.clear()
        user.run_command(command.caption)
        ran[command.caption] = [*user.excel.python.commands]
    assert user.excel.application.ActiveSheet().name == HELP_SHEET
    names = {button.macro: button.name for button in BUTTONS.values()}
    for command in RIBBON_COMMANDS:
        name = names.get(command.tag, command.tag)
        if command.callback == "ShowHelp" or name == COPY_RESULT.name:
            assert ran[command.caption] == []
        else:
            (line,) = ran[command.caption]
            assert f"run_button('{name}', '" in line


def test_foreign_ribbon_runs_no_own_text(user: AddInUser) -> None:
    for callback in ("RunCommand", "RunButton"):
        for tag in ("hint()\nimport os", "Quit", "new board", ""):
            user.excel.run(f"Ribbon.{callback}", Control(tag))
    assert user.excel.python.commands == []


def test_board_commands_need_a_board(user: AddInUser) -> None:
    root = ET.fromstring(ribbon_xml())  # noqa: S314, our own
    waiting = {
        button.attrib["label"]
        for button in root.iter(f"{MARK}button")
        if button.attrib.get("getEnabled") == "Ribbon.GetEnabled"
    }
    assert waiting == {button.caption for button in BUTTONS.values()}
    assert user.is_enabled("Hint")
    user.excel.application.active_book = None
    user.excel.run("ThisWorkbook.ExcelApp_WindowDeactivate", user.book, user.book)
    assert not user.is_enabled("Hint")


def test_excel_searches_a_board_once(
    user: AddInUser, monkeypatch: pytest.MonkeyPatch
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
        user.excel.run("ThisWorkbook.ExcelApp_WindowActivate", user.book, user.book)
        for command in RIBBON_COMMANDS:
            assert user.is_enabled(command.caption)
        assert looked == [user.book.sheets_[0].name] * count


def test_range_in_other_workbook_is_no_board(
    user: AddInUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = user.excel.book.sheets_[0].vba_get("Range", ["A1"])
    elsewhere = MemberSpec("RefersToRange", "property", lambda _: cells)
    members = DefinedName._vba_members  # noqa: SLF001
    monkeypatch.setitem(members, "referstorange", elsewhere)
    assert not user.is_enabled("Hint")


def test_workbook_with_macros_uses_its_own(
    user: AddInUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    vars(user.book)["HasVBProject"] = True
    ran: list[str] = []
    application = user.excel.application
    monkeypatch.setattr(application, "run_elsewhere", ran.append)
    user.run_command("Hint")
    assert ran == [f"'{user.book.name}'!MasterMind.Hint".replace("n's", "n''s")]
    assert user.excel.python.commands == []


def test_add_in_replaces_disabled_macros(user: AddInUser) -> None:
    vars(user.book)["HasVBProject"] = True
    user.run_command("Hint")
    assert user.excel.python.commands[0].startswith(
        "from xl_mastermind.excel.entry_points import run_button; run_button('hint', '"
    )


def test_descriptions_wait_for_a_workbook(plain: Path) -> None:
    excel = StandInExcel()
    excel.open(bundled_file("MasterMind.xlam"))
    excel.open(plain)
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


@pytest.mark.parametrize("caption", ["Hint", "Help"])
def test_command_without_workbook_shows_a_message(caption: str, plain: Path) -> None:
    user = AddInUser(plain)
    user.excel.application.active_book = None
    user.run_command(caption)
    assert user.excel.messages == [
        "Please open a workbook with a board first, for example with New Board."
    ]
    assert user.excel.python.commands == []


def test_link_state_shows_the_answer(plain: Path) -> None:
    user = AddInUser(plain)
    message = "Python answers: xl-mastermind in Python 3.11, xl-mastermind.log"
    user.excel.python.answer = VBARuntimeError(-2147352567, message)
    user.run_command("State of the Connection")
    assert user.excel.messages == [message]


@pytest.mark.table("caption", "files", "beginning")
def test_broken_link_shows_one_message(
    caption: str, files: tuple[str, ...], beginning: str, plain: Path
) -> None:
    user = AddInUser(plain)
    user.excel.machine.files = {*files}
    user.run_command(caption)
    (message,) = user.excel.messages
    assert message.startswith(beginning)
    assert message.endswith("Please run in a terminal: xl-mastermind setup")
