"""
Clicks on colours, and the macros after a button: next input, formats, protection.

pyOpenVBA computes the formulas of a real workbook and sends its events, as Excel does;
`run_button` computes the buttons from the values of the board's ranges.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from excel_user import (
    ExcelUser,
    address_of,
    child,
    make_movable,
    write_board_workbook,
)
from pyopenvba.apps.excel import Range, Worksheet
from pyopenvba.interpreter import VBAObject, VBARuntimeError
from pyopenvba.interpreter._objects import MemberSpec
from vba_host import AUTOMATIC, MANUAL
from xlwings_engine import ComObject, block

from xl_mastermind.board import buttons
from xl_mastermind.board.buttons import BUTTON_STEPS
from xl_mastermind.excel import entry_points
from xl_mastermind.game.game import SOMEBODY_ELSE

pytestmark = pytest.mark.slow

GAME = "3x4"
SECRET = (3, 2, 4)
"""The game of most tests: the first guess is in G3, its feedback in N3:O3."""


OpenGame: TypeAlias = "Callable[..., ExcelUser]"


@pytest.fixture
def open_game(tmp_path: Path) -> OpenGame:
    def open_book(game: str = GAME, *, mac: bool = False) -> ExcelUser:
        return ExcelUser(write_board_workbook(tmp_path, game), game, mac=mac)

    return open_book


@pytest.fixture
def user(open_game: OpenGame) -> Iterator[ExcelUser]:
    """Return a player of 3x4; at the end, check that events are on and no message."""
    user = open_game()
    user.hide_code(*SECRET)
    yield user
    assert not user.excel.messages
    assert user.excel.application.enable_events


def test_hint_calls_excel_rarely(user: ExcelUser) -> None:
    calls = ComObject.calls
    user.run_button("hint")
    assert user.guess()
    # The macros pass the addresses on; the rest reads two sheets and writes ranges.
    assert ComObject.calls - calls <= 120
    assert "words=" in user.excel.python.commands[-1]


def test_copy_result_needs_a_finished_game(open_game: OpenGame) -> None:
    user = open_game()
    user.hide_code(*SECRET)
    user.enter("G3", 112)
    user.run_button("copy_result")
    later = "No result yet: finish the game first."
    assert user.named_range("message").vba_get("Value") == later
    user.enter("G5", 324)  # a row is left free
    user.run_button("copy_result")
    copied = "Result copied: paste it for friends."
    assert user.named_range("message").vba_get("Value") == copied
    clip = user.excel.application.clipboard
    assert clip
    lines = [line for (line,) in block(clip.source)]
    number = user.layout.rules.number_from_code(SECRET)
    assert lines == [f"Little #{number} in 2", "○··", "●●●"]


# The mouse


@pytest.mark.table("game", "clicked", "shown")
def test_clicks_compose_a_guess(
    game: str, clicked: Sequence[int], shown: Sequence[str], open_game: OpenGame
) -> None:
    user = open_game(game)
    user.hide_code(*[4, 3, 2][: user.layout.rules.pegs])
    inputs = user.layout.guess_input
    for colour, guess in zip(clicked, shown, strict=True):
        user.click(colour)
        assert user.guess() == guess
        is_done = guess == shown[-1]
        assert user.cursor == inputs.row(int(is_done)).address


def test_click_keeps_typed_guesses(user: ExcelUser) -> None:
    user.enter("G3", "12…")
    user.click(3)
    assert user.guess() == "123"
    for wrong in (12, 19, 1123, "x", "=1/0"):  # takes no attempt
        user.enter("G5", None)
        user.enter("G4", wrong)
        before = user.read("guess_input")
        user.click(3)
        assert user.guess(2) == "3…"
        user.enter("G5", None)
        assert user.read("guess_input") == before


def test_clicks_add_letters_in_turkish(open_game: OpenGame) -> None:
    user = open_game("3x4 distinct symbols=fink")
    user.excel.set_turkish()
    user.enter("G3", "i…")
    for colour, guess in ((2, "i…"), (1, "If…"), (3, "IFn")):
        user.click(colour)
        assert user.guess() == guess


def copy(user: ExcelUser) -> None:
    user.cells("A1").vba_get("Copy")


def win_in_last_row(user: ExcelUser) -> None:
    last = user.layout.entry_count - 1
    user.enter(user.layout.guess_input.row(last).address, 324)


@pytest.mark.parametrize("happens", [copy, win_in_last_row])
def test_click_changes_no_locked_board(
    happens: Callable[[ExcelUser], None], user: ExcelUser
) -> None:
    happens(user)
    before = user.contents
    user.click(2)
    assert user.cursor == address_of(child(user.named_range("colours"), "Cells", 1, 2))
    assert user.contents == before


@pytest.mark.parametrize("password", ["", "teacher"])
def test_click_unlocks_a_pasted_cell_or_says_why_not(
    password: str, open_game: OpenGame
) -> None:
    user = open_game()
    user.sheet.vba_get("Unprotect")
    user.cells("G3").vba_set("Locked", -1)
    user.sheet.vba_get("Protect", (password,) if password else ())
    user.click(2)
    assert user.guess() == ("" if password else "2…")
    locked = "The cell of the next guess is locked: please unprotect the sheet."
    assert user.excel.messages == [locked] * bool(password)


def test_click_after_a_win_begins_the_next_game(user: ExcelUser) -> None:
    user.enter("G3", 324)
    user.click(2)
    assert [user.guess(row) for row in range(2)] == ["324", "2…"]
    assert user.cursor == "G4"


def test_click_adds_no_colour_to_feedback(user: ExcelUser) -> None:
    user.enter(user.layout.ranges["codemaker"].address, SOMEBODY_ELSE)
    user.enter("G3", 112)
    user.click(3)
    assert user.read("feedback_input")[0] == [None, None]
    assert user.cursor == user.layout.ranges["feedback_input"].row(0).column(0).address


# After a button


def test_button_selects_the_next_guess(user: ExcelUser) -> None:
    cursors = {}
    for name in ("explain", "hint", "clear", "reveal_code", "new_game", "solve"):
        user.hide_code(*SECRET)  # New Game draws a number
        user.enter("G3", 112)
        user.select("A1")
        user.run_button(name)
        cursors[name] = user.cursor
    assert cursors == {
        "explain": "G4",
        "hint": "G5",
        "clear": "G3",
        "reveal_code": "G4",  # for the next game
        "new_game": "G3",
        "solve": "G6",
    }


@pytest.mark.parametrize("name", ["new_game", "hint"])
def test_writing_buttons_restore_input_formats(name: str, user: ExcelUser) -> None:
    inputs = [*map(user.cells, ("G2", "G4", "G5", "L4"))]  # number, guesses, a mark

    def formats() -> list[tuple[object, ...]]:
        return [
            (
                cell.vba_get("Locked"),
                cell.vba_get("NumberFormat"),
                child(cell, "Interior").vba_get("Color"),
            )
            for cell in inputs
        ]

    user.enter("G3", 112)
    user.sheet.vba_get("Unprotect")
    before = formats()
    for cell in inputs:
        cell.vba_set("Locked", -1)
        cell.vba_set("NumberFormat", "0%")
        child(cell, "Interior").vba_set("Color", 255)
    user.sheet.vba_get("Protect")
    user.run_button(name)
    assert user.sheet.vba_get("ProtectContents")
    assert formats() == before
    assert (user.guess() == "") is (name == "new_game")


def test_typed_code_restores_the_format_of_a_cut_guess(user: ExcelUser) -> None:
    cell = user.cells("G3")
    user.sheet.vba_get("Unprotect")
    hidden = cell.vba_get("NumberFormat")
    cell.vba_set("NumberFormat", "General")
    user.sheet.vba_get("Protect")
    user.enter("G3", "own 324")
    assert cell.vba_get("NumberFormat") == hidden
    assert user.sheet.vba_get("ProtectContents")
    assert user.cursor == "G4"


Settings: TypeAlias = tuple[int, bool, bool]
"""Calculation, events and screen updating."""

DEFAULT_SETTINGS: Settings = (AUTOMATIC, True, True)
WRITE_SETTINGS: Settings = (MANUAL, False, False)
"""While Python writes."""


def settings(user: ExcelUser) -> Settings:
    application = user.excel.application
    return (
        application.calculation,
        application.enable_events,
        application.screen_updating,
    )


def set_settings(user: ExcelUser, values: Settings) -> None:
    application = user.excel.application
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
    user = open_game(mac=mac)
    set_settings(user, before)
    user.excel.python.act = lambda _: set_settings(user, WRITE_SETTINGS)
    user.excel.python.answer = answer
    user.run_button("explain")
    while user.excel.machine.timers:  # on a Mac
        user.excel.run_timers()
    assert settings(user) == before


def test_button_restores_settings_without_python(open_game: OpenGame) -> None:
    user = open_game()

    def fail() -> None:
        set_settings(user, WRITE_SETTINGS)
        raise VBARuntimeError(-2147418113, "Catastrophic failure")

    user.excel.machine.on_start = fail
    user.run_button("explain")
    assert len(user.excel.messages) == 1
    assert settings(user) == DEFAULT_SETTINGS


def test_state_key_changes_with_each_input(user: ExcelUser) -> None:
    keys = []
    user.enter("L4", 1)  # counts with the second mark
    for place, value in (
        (user.layout.ranges["codemaker"].address, SOMEBODY_ELSE),
        *(("G3", 112), ("G3", 113), ("G4", 113), ("G3", None)),
        ("M4", 1),
        (user.layout.game_number.address, 2611),
    ):
        user.enter(place, value)
        keys += user.read("state_key")[0]
    moved = keys.pop(4)  # a blank row above a guess does not matter
    assert moved == keys[2]
    assert len({*keys}) == len(keys)
    user.run_button("explain")
    assert user.read("cached_state_key") == user.read("state_key")


@pytest.mark.parametrize("front", ["3x4", "Help"])
def test_manual_calculation_calculates_boards_only(front: str, user: ExcelUser) -> None:
    application = user.excel.application
    user.named_range("cached_state_key").vba_set("Value", "unchanged by Python")
    if front == "Help":
        user.worksheet(front).vba_get("Activate")
    application.calculation = MANUAL
    user.excel.python.act = lambda _: application.calculated.append("Python")
    user.run_button("explain")
    board = [user.excel.book.sheets_[0].name]
    others = [front] if front == "Help" else []
    assert application.calculated == [*board, *others, "Python", *board, *others]
    assert application.calculations == 0


def test_macros_have_the_steps_of_a_button(
    user: ExcelUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []

    def record(owner: object, function: str, step: str) -> None:
        call = getattr(owner, function)

        def recorded(*arguments: Any) -> Any:
            if steps[-1:] != [step]:
                steps.append(step)
            return call(*arguments)

        monkeypatch.setattr(owner, function, recorded)

    record(entry_points, "_read_ranges", "read_ranges")
    record(buttons, "run_button", "run_button")
    record(entry_points, "_write_values", "write_ranges")
    keys = [user.read("cached_state_key")]

    class Calculations(list[str]):
        def append(self, _: str) -> None:
            key = user.read("cached_state_key")
            steps.extend(["copy_state_key"] * (key != keys[-1] and key != [[None]]))
            keys.append(key)
            steps.append("calculate")

    user.excel.application.calculation = MANUAL
    user.excel.application.calculated = Calculations()
    user.run_button("hint")
    assert steps == [*BUTTON_STEPS[:-1]]  # other tests look at the selection


def test_button_scrolls_to_the_board_and_calculates_nothing(
    user: ExcelUser,
) -> None:
    window = child(user.excel.application, "ActiveWindow")
    window.vba_set("ScrollRow", 20)
    user.run_button("hint")
    assert window.vba_get("ScrollRow") == 3  # below the frozen rows
    assert user.excel.application.calculated == []  # Excel does it automatically


def test_restoring_formats_keeps_the_clipboard(user: ExcelUser) -> None:
    make_movable(user.sheet)
    user.cells("G4").vba_set("NumberFormat", "0%")
    user.excel.python.act = lambda _: None  # writing ends copying in Excel
    copy(user)
    user.run_button("hint")
    assert user.excel.application.vba_get("CutCopyMode")
    assert user.cells("G4").vba_get("NumberFormat") != "0%"


def test_pasted_conditional_formats_are_removed(user: ExcelUser) -> None:
    make_movable(user.sheet)
    font = child(user.cells("G4"), "Font")
    font.vba_set("Superscript", -1)
    user.run_button("hint")
    assert font.vba_get("Superscript")  # no restored property differs
    user.excel.application.condition_counts["$G$4"] = 3
    user.run_button("hint")
    assert not font.vba_get("Superscript")


OPTIONS = ("AllowFiltering", "AllowSorting", "AllowInsertingRows")


def protect_with_options(sheet: VBAObject) -> None:
    sheet.vba_get("Unprotect")
    options = (*OPTIONS, "UserInterfaceOnly")  # only a macro can set the last one
    sheet.vba_get("Protect", (), dict.fromkeys(options, True))


def protection(sheet: VBAObject) -> list[bool]:
    options = child(sheet, "Protection")
    names = (*OPTIONS, "AllowFormattingCells", "AllowDeletingRows")
    return [
        *(bool(options.vba_get(name)) for name in names),
        *(bool(sheet.vba_get(f"Protect{name}")) for name in ("Contents", "Scenarios")),
        bool(sheet.vba_get("ProtectionMode")),
    ]


def test_restoring_formats_keeps_protection_options(user: ExcelUser) -> None:
    user.sheet.vba_get("Unprotect")
    user.cells("G4").vba_set("Locked", -1)
    protect_with_options(user.sheet)
    before = protection(user.sheet)
    assert before == [True, True, True, False, False, True, True, True]
    user.run_button("hint")
    assert not user.cells("G4").vba_get("Locked")
    assert protection(user.sheet) == before


@pytest.mark.parametrize("sheet", ["Help", ""])
def test_unchanged_formats_keep_clipboard_and_protection(
    sheet: str, user: ExcelUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = user.worksheet(sheet) if sheet else user.sheet
    shown.vba_get("Activate")
    protect_with_options(shown)
    calls: list[object] = []
    spec = MemberSpec("Unprotect", "method", lambda *_: calls.append(0), varargs=True)
    monkeypatch.setitem(Worksheet._vba_members, "unprotect", spec)  # noqa: SLF001
    user.excel.python.act = lambda _: None  # writing ends copying in Excel
    copy(user)
    user.run_button("hint")
    assert user.excel.application.vba_get("CutCopyMode")
    assert calls == []


def test_result_with_an_error_is_not_copied(open_game: OpenGame) -> None:
    user = open_game()
    make_movable(user.sheet)
    child(user.named_range("result"), "Cells", 2, 1).vba_set("Formula", "=1/0")
    user.excel.run("CopyResult")
    (message,) = user.excel.messages
    assert (
        message == "A cell of the result shows an error, so there is nothing to copy."
    )
    assert not user.excel.application.vba_get("CutCopyMode")


def test_mac_selects_the_next_guess_after_python(open_game: OpenGame) -> None:
    user = open_game(mac=True)
    user.select("A1")
    user.run_button("hint")
    user.excel.run_timers()
    assert user.cursor == "A1"
    user.excel.run("CleanUp")  # as Python does in the end
    user.excel.run_timers()
    assert user.cursor == "G4"
    assert not user.excel.machine.timers


def test_mac_button_ends_beside_another_workbook(open_game: OpenGame) -> None:
    user = open_game(mac=True)
    user.run_button("explain")
    child(child(user.excel.application, "Workbooks"), "Add")
    window = child(user.excel.application, "ActiveWindow")
    window.vba_set("ScrollRow", 20)
    user.excel.run("CleanUp")  # as Python does in the end
    user.excel.run_timers()
    assert window.vba_get("ScrollRow") == 20
    assert user.read("cached_state_key") == user.read("state_key")


# Changed sheets


def delete_cells(user: ExcelUser, name: str) -> None:
    make_movable(user.sheet)
    child(user.named_range(name), "EntireColumn").vba_get("Delete")


def delete_name(user: ExcelUser, name: str) -> None:
    child(user.sheet, "Names", name).vba_get("Delete")


@pytest.mark.parametrize(
    ("harm", "name"),
    [
        *(
            (delete_cells, name)
            for name in ("guess_input", "words", "guess_input_template")
        ),
        (delete_name, "next_cell"),
    ],
)
def test_deleted_ranges_raise_no_error(
    harm: Callable[[ExcelUser, str], None], name: str, user: ExcelUser
) -> None:
    key = str(user.named_range("colours").vba_get("Address"))
    make_movable(user.sheet)
    harm(user, name)
    user.enter("G4", 112)
    child(user.cells(key), "Cells", 1, 1).vba_get("Select")
    user.excel.python.act = lambda _: None
    user.run_button("clear")
    assert user.excel.messages == []


def test_inserted_cells_move_the_board(user: ExcelUser) -> None:
    make_movable(user.sheet)
    child(user.cells("A1"), "EntireRow").vba_get("Insert")
    child(user.cells("A2"), "EntireColumn").vba_get("Insert")
    user.enter("H4", 112)
    assert user.guess() == "112"
    user.click(3)
    assert user.guess(1) == "3…"


def test_click_ignores_errors_and_keeps_events(
    user: ExcelUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Range.vba_set

    def fail(cells: Range, name: str, *values: Any, **options: Any) -> None:
        if name == "Value2":
            raise VBARuntimeError(1004, "Application-defined or object-defined error")
        write(cells, name, *values, **options)

    user.click(2)
    monkeypatch.setattr(Range, "vba_set", fail)
    user.click(1)
    assert user.excel.application.enable_events


def test_click_ignores_other_sheets(user: ExcelUser) -> None:
    help_sheet = user.worksheet("Help")
    help_sheet.vba_get("Activate")
    help_sheet.vba_get("Unprotect")
    board, user.sheet = user.sheet, help_sheet
    user.enter("G3", 112)
    user.select("G5")
    assert user.cursor == "G5"
    user.sheet = board
    assert user.guess() == ""
