"""
What macros do on a click, and after a button: add a colour, go on, renew the inputs.

The workbook is a real one, whose plain formulas and events pyOpenVBA works out as Excel
does; a button is `run_button` on the values of the board's areas, as a host makes it.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from excel_user import ExcelUser, address, bare, part, write_board_workbook
from pyopenvba.apps.excel import Range, Worksheet
from pyopenvba.interpreter import VBAObject, VBARuntimeError
from pyopenvba.interpreter._objects import MemberSpec
from vba_host import AUTOMATIC, MANUAL
from xlwings_engine import block

from xl_mastermind.spreadsheet.board import SOMEBODY_ELSE

GAME = "3x4"
SECRET = (3, 2, 4)
"""The game of most tests: the first guess is in G3, its feedback in N3:O3."""


OpenGame: TypeAlias = "Callable[..., ExcelUser]"


@pytest.fixture
def open_game(tmp_path: Path) -> OpenGame:
    """Return a function that opens the workbook of a game."""

    def open_book(game: str = GAME, *, mac: bool = False) -> ExcelUser:
        return ExcelUser(write_board_workbook(tmp_path, game), game, mac=mac)

    return open_book


@pytest.fixture
def person(open_game: OpenGame) -> Iterator[ExcelUser]:
    """Return a player of 3x4; at the end, check that events are on and no message."""
    person = open_game()
    person.hide(*SECRET)
    yield person
    assert not person.excel.messages
    assert person.excel.application.enable_events


def test_copy_result_needs_a_finished_game(open_game: OpenGame) -> None:
    person = open_game()
    person.hide(*SECRET)
    person.enter("G3", 112)
    person.run_button("copy_result")
    later = "No result yet: finish the game first."
    assert person.area("message").vba_get("Value") == later
    person.enter("G5", 324)  # a row is left free
    person.run_button("copy_result")
    copied = "Result copied: paste it for friends."
    assert person.area("message").vba_get("Value") == copied
    clip = person.excel.application.clipboard
    assert clip
    lines = [line for (line,) in block(clip.source)]
    number = person.layout.rules.number_from_code(SECRET)
    assert lines == [f"Little #{number} in 2", "○··", "", "●●●"]


# The mouse


@pytest.mark.parametrize(
    ("game", "clicked", "shown"),
    [
        ("3x4", (1, 1, 2), ("1…", "11…", "112")),
        ("3x4 distinct", (1, 1, 2, 3), ("1…", "1…", "12…", "123")),
        ("3x4 symbols=FALS", (1, 2, 3), ("F…", "FA…", "FAL")),
        ("3x10", (1, 2, 3), ("0…", "01…", "012")),
    ],
)
def test_clicks_compose_a_guess(
    game: str, clicked: Sequence[int], shown: Sequence[str], open_game: OpenGame
) -> None:
    person = open_game(game)
    person.hide(*[4, 3, 2][: person.layout.rules.pegs])
    inputs = person.layout.guess_input
    for colour, guess in zip(clicked, shown, strict=True):
        person.click(colour)
        assert person.guess() == guess
        is_done = guess == shown[-1]
        assert person.cursor == inputs.row(int(is_done)).address


def test_click_keeps_typed_guesses(person: ExcelUser) -> None:
    person.enter("G3", 12)
    person.click(3)
    assert person.guess() == "123"
    for wrong in (19, 1123, "x", "=1/0"):
        person.enter("G4", wrong)
        before = person.contents
        person.click(3)
        assert person.contents == before
        assert person.cursor == "G4"


def test_clicks_add_letters_in_turkish(open_game: OpenGame) -> None:
    person = open_game("3x4 distinct symbols=fink")
    person.excel.set_turkish()
    person.enter("G3", "i")
    for colour, guess in ((2, "i"), (1, "If…"), (3, "IFn")):
        person.click(colour)
        assert person.guess() == guess


def copy(person: ExcelUser) -> None:
    person.cells("A1").vba_get("Copy")


def protect(person: ExcelUser) -> None:
    person.sheet.vba_get("Unprotect")
    person.area("guess_input").vba_set("Locked", -1)
    person.sheet.vba_get("Protect")


def win(person: ExcelUser) -> None:
    person.enter("G3", 324)


@pytest.mark.parametrize("happens", [copy, protect, win])
def test_click_changes_no_locked_board(
    happens: Callable[[ExcelUser], None], person: ExcelUser
) -> None:
    happens(person)
    before = person.contents
    person.click(2)
    assert person.cursor == address(part(person.area("colours"), "Cells", 1, 2))
    assert person.contents == before


def test_click_adds_no_colour_to_feedback(person: ExcelUser) -> None:
    person.enter(person.layout.ranges["codemaker"].address, SOMEBODY_ELSE)
    person.enter("G3", 112)
    person.click(3)
    assert person.read("feedback_input")[0] == [None, None]
    assert (
        person.cursor == person.layout.ranges["feedback_input"].row(0).column(0).address
    )


# After a button


def test_button_selects_the_next_guess(person: ExcelUser) -> None:
    cursors = {}
    for name in ("explain", "hint", "clear", "reveal_code", "new_game", "solve"):
        person.enter("G3", 112)
        person.select("A1")
        person.run_button(name)
        cursors[name] = person.cursor
    assert cursors == {
        "explain": "G4",
        "hint": "G5",
        "clear": "G3",
        "reveal_code": "A1",  # the game is over
        "new_game": "G3",
        "solve": "A1",
    }


@pytest.mark.parametrize("name", ["new_game", "hint", "explain"])
def test_writing_buttons_restore_input_formats(name: str, person: ExcelUser) -> None:
    person.enter("G3", 112)
    person.sheet.vba_get("Unprotect")
    for pasted in ("G4:G5", "N4"):
        person.cells(pasted).vba_set("Locked", -1)
        person.cells(pasted).vba_set("NumberFormat", "0%")
        part(person.cells(pasted), "Interior").vba_set("Color", 255)
    person.sheet.vba_get("Protect")
    person.run_button(name)
    assert person.sheet.vba_get("ProtectContents")
    is_restored = name != "explain"
    for pasted, unchanged in (("G4", "G6"), ("G5", "G6"), ("N4", "N6")):
        formats = [
            (
                cells.vba_get("Locked"),
                cells.vba_get("NumberFormat"),
                part(cells, "Interior").vba_get("Color"),
            )
            for cells in map(person.cells, (pasted, unchanged))
        ]
        assert (formats[0] == formats[1]) is is_restored
    assert (person.guess() == "") is (name == "new_game")


Settings: TypeAlias = tuple[int, bool, bool]
"""Calculation, events and screen updating."""

DEFAULT_SETTINGS: Settings = (AUTOMATIC, True, True)
WRITE_SETTINGS: Settings = (MANUAL, False, False)
"""While Python writes."""


def settings(person: ExcelUser) -> Settings:
    application = person.excel.application
    return (
        application.calculation,
        application.enable_events,
        application.screen_updating,
    )


def set_settings(person: ExcelUser, values: Settings) -> None:
    application = person.excel.application
    application.calculation, application.enable_events = values[:2]
    application.screen_updating = values[2]


@pytest.mark.parametrize(
    ("mac", "before", "answer"),
    [
        (False, DEFAULT_SETTINGS, VBARuntimeError(462, "gone")),
        (False, (MANUAL, False, True), None),
        (True, (MANUAL, False, True), None),
    ],
    ids=["windows, error", "windows", "mac"],
)
def test_button_restores_settings_if_python_dies(
    before: Settings, answer: object, open_game: OpenGame, *, mac: bool
) -> None:
    person = open_game(mac=mac)
    set_settings(person, before)
    person.excel.python.act = lambda _: set_settings(person, WRITE_SETTINGS)
    person.excel.python.answer = answer
    person.run_button("explain")
    while person.excel.machine.timers:  # on a Mac
        person.excel.run_timers()
    assert settings(person) == before


def test_button_restores_settings_without_python(open_game: OpenGame) -> None:
    person = open_game()

    def fail() -> None:
        set_settings(person, WRITE_SETTINGS)
        raise VBARuntimeError(-2147418113, "Catastrophic failure")

    person.excel.machine.on_start = fail
    person.run_button("explain")
    assert len(person.excel.messages) == 1
    assert settings(person) == DEFAULT_SETTINGS


def test_state_key_changes_with_each_input(person: ExcelUser) -> None:
    keys = []
    for place, value in (
        (person.layout.ranges["codemaker"].address, SOMEBODY_ELSE),
        *(("G3", 112), ("G3", 113), ("G4", 113), ("G3", None)),
        *(("N4", 1), ("O4", 1), ("N4", None)),
        (person.layout.game_number.address, 2611),
    ):
        person.enter(place, value)
        keys += person.read("state_key")[0]
    assert len({*keys}) == len(keys)
    person.run_button("explain")
    assert person.read("cached_state_key") == person.read("state_key")


@pytest.mark.parametrize("front", ["3x4", "Help"])
def test_manual_calculation_calculates_boards_only(
    front: str, person: ExcelUser
) -> None:
    application = person.excel.application
    person.area("cached_state_key").vba_set("Value", "unchanged by Python")
    if front == "Help":
        person.other(front).vba_get("Activate")
    application.calculation = MANUAL
    person.excel.python.act = lambda _: application.calculated.append("Python")
    person.run_button("explain")
    board = [person.excel.book.sheets_[0].name]
    others = [front] if front == "Help" else []
    assert application.calculated == [*board, *others, "Python", *board, *others]
    assert application.calculations == 0


def test_button_scrolls_to_the_board_and_calculates_nothing(
    person: ExcelUser,
) -> None:
    window = part(person.excel.application, "ActiveWindow")
    window.vba_set("ScrollRow", 20)
    person.run_button("hint")
    assert window.vba_get("ScrollRow") == 1
    assert person.excel.application.calculated == []  # Excel does it automatically


def test_restoring_formats_keeps_the_clipboard(person: ExcelUser) -> None:
    bare(person.sheet)
    person.cells("G4").vba_set("NumberFormat", "0%")
    person.excel.python.act = lambda _: None  # writing ends copying in Excel
    copy(person)
    person.run_button("hint")
    assert person.excel.application.vba_get("CutCopyMode")
    assert person.cells("G4").vba_get("NumberFormat") != "0%"


def test_pasted_conditional_formats_are_removed(person: ExcelUser) -> None:
    bare(person.sheet)
    font = part(person.cells("G4"), "Font")
    font.vba_set("Superscript", -1)
    person.run_button("hint")
    assert font.vba_get("Superscript")  # no restored property differs
    person.excel.application.condition_counts["$G$4"] = 3
    person.run_button("hint")
    assert not font.vba_get("Superscript")


OPTIONS = ("AllowFiltering", "AllowSorting", "AllowInsertingRows")


def protect_with_options(sheet: VBAObject) -> None:
    sheet.vba_get("Unprotect")
    options = (*OPTIONS, "UserInterfaceOnly")  # only a macro can set the last one
    sheet.vba_get("Protect", (), dict.fromkeys(options, True))


def protection(sheet: VBAObject) -> list[bool]:
    options = part(sheet, "Protection")
    names = (*OPTIONS, "AllowFormattingCells", "AllowDeletingRows")
    return [
        *(bool(options.vba_get(name)) for name in names),
        *(bool(sheet.vba_get(f"Protect{name}")) for name in ("Contents", "Scenarios")),
        bool(sheet.vba_get("ProtectionMode")),
    ]


def test_restoring_formats_keeps_protection_options(person: ExcelUser) -> None:
    person.sheet.vba_get("Unprotect")
    person.cells("G4").vba_set("Locked", -1)
    protect_with_options(person.sheet)
    before = protection(person.sheet)
    assert before == [True, True, True, False, False, True, True, True]
    person.run_button("hint")
    assert not person.cells("G4").vba_get("Locked")
    assert protection(person.sheet) == before


@pytest.mark.parametrize("sheet", ["Help", ""])
def test_unchanged_formats_keep_clipboard_and_protection(
    sheet: str, person: ExcelUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = person.other(sheet) if sheet else person.sheet
    shown.vba_get("Activate")
    protect_with_options(shown)
    calls: list[object] = []
    spec = MemberSpec("Unprotect", "method", lambda *_: calls.append(0), varargs=True)
    monkeypatch.setitem(Worksheet._vba_members, "unprotect", spec)  # noqa: SLF001
    person.excel.python.act = lambda _: None  # writing ends copying in Excel
    copy(person)
    person.run_button("hint")
    assert person.excel.application.vba_get("CutCopyMode")
    assert calls == []


def test_result_with_an_error_is_not_copied(open_game: OpenGame) -> None:
    person = open_game()
    bare(person.sheet)
    part(person.area("result"), "Cells", 2, 1).vba_set("Formula", "=1/0")
    person.excel.run("CopyResult")
    (message,) = person.excel.messages
    assert (
        message == "A cell of the result shows an error, so there is nothing to copy."
    )
    assert not person.excel.application.vba_get("CutCopyMode")


def test_mac_selects_the_next_guess_after_python(open_game: OpenGame) -> None:
    person = open_game(mac=True)
    person.select("A1")
    person.run_button("hint")
    person.excel.run_timers()
    assert person.cursor == "A1"
    person.excel.run("CleanUp")  # as Python does in the end
    person.excel.run_timers()
    assert person.cursor == "G4"
    assert not person.excel.machine.timers


# Changed sheets


def delete_cells(person: ExcelUser, name: str) -> None:
    bare(person.sheet)
    part(person.area(name), "EntireColumn").vba_get("Delete")


def delete_name(person: ExcelUser, name: str) -> None:
    part(person.sheet, "Names", name).vba_get("Delete")


@pytest.mark.parametrize(
    ("harm", "name"),
    [
        *((delete_cells, name) for name in ("guess_input", "words", "guess_template")),
        (delete_name, "next_cell"),
    ],
)
def test_deleted_ranges_raise_no_error(
    harm: Callable[[ExcelUser, str], None], name: str, person: ExcelUser
) -> None:
    key = str(person.area("colours").vba_get("Address"))
    bare(person.sheet)
    harm(person, name)
    person.enter("G4", 112)
    part(person.cells(key), "Cells", 1, 1).vba_get("Select")
    person.excel.python.act = lambda _: None
    person.run_button("clear")
    assert person.excel.messages == []


def test_inserted_cells_move_the_board(person: ExcelUser) -> None:
    bare(person.sheet)
    part(person.cells("A1"), "EntireRow").vba_get("Insert")
    part(person.cells("A2"), "EntireColumn").vba_get("Insert")
    person.enter("H4", 112)
    assert person.guess() == "112"
    person.click(3)
    assert person.guess(1) == "3…"


def test_click_ignores_errors_and_keeps_events(
    person: ExcelUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Range.vba_set

    def fail(cells: Range, name: str, *values: Any, **options: Any) -> None:
        if name == "Value2":
            raise VBARuntimeError(1004, "Application-defined or object-defined error")
        write(cells, name, *values, **options)

    person.click(2)
    monkeypatch.setattr(Range, "vba_set", fail)
    person.click(1)
    assert person.excel.application.enable_events


def test_click_ignores_other_sheets(person: ExcelUser) -> None:
    help_sheet = person.other("Help")
    help_sheet.vba_get("Activate")
    help_sheet.vba_get("Unprotect")
    board, person.sheet = person.sheet, help_sheet
    person.enter("G3", 112)
    person.select("G5")
    assert person.cursor == "G5"
    person.sheet = board
    assert person.guess() == ""
