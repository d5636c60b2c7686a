"""
Clicks on colours, and the macros after a button: next input, formats, protection.

pyOpenVBA computes the formulas of a real workbook and sends its events, as Excel does;
`run_button` computes the buttons from the values of the board's ranges.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import xlwings as xw
from excel_stand_in import make_movable
from excel_user import ExcelUser, write_board_workbook
from pyopenvba.apps.excel import Range, Worksheet
from pyopenvba.interpreter import VBARuntimeError
from pyopenvba.interpreter._objects import MemberSpec
from vba_host import AUTOMATIC, MANUAL, Excel
from xlwings_engine import ComObject

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
    ComObject.calls = 0
    user.run_button("hint")
    # The macros pass the addresses on; the rest reads two sheets and writes ranges.
    assert ComObject.calls <= 120
    assert user.guess()
    assert "words=" in user.excel.python.commands[-1]


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
    for wrong in (12, "x", "=1/0"):  # takes no attempt
        user.enter("G5", None)
        user.sheet["G4"].formula = wrong
        before = user.values("guess_input")
        user.click(3)
        assert user.guess(2) == "3…"
        user.enter("G5", None)
        assert user.values("guess_input") == before


def test_clicks_add_letters_in_turkish(open_game: OpenGame) -> None:
    user = open_game("3x4 distinct symbols=fink")
    user.excel.set_turkish()
    user.enter("G3", "i…")
    for colour, guess in ((2, "i…"), (1, "If…"), (3, "IFn")):
        user.click(colour)
        assert user.guess() == guess


def copy(user: ExcelUser) -> None:
    user.sheet["A1"].api.Copy()


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
    assert user.sheet[user.cursor] == user.cells("colours")[0, 1]
    assert user.contents == before


@pytest.mark.parametrize("password", ["", "teacher"])
def test_click_unlocks_a_pasted_cell_or_says_why_not(
    password: str, open_game: OpenGame
) -> None:
    user = open_game()
    user.sheet.api.Unprotect()
    user.sheet["G3"].api.Locked = True
    user.sheet.api.Protect(*filter(None, [password]))
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
    assert user.values("feedback_input")[0] == [None, None]
    assert user.cursor == user.layout.ranges["feedback_input"].row(0).column(0).address


# After a button


def test_button_selects_the_next_guess(user: ExcelUser) -> None:
    cursors = {}
    for name in ("explain", "hint", "new_game"):
        user.enter("G3", 112)
        user.select("A1")
        user.run_button(name)
        cursors[name] = user.cursor
    assert cursors == {"explain": "G4", "hint": "G5", "new_game": "G3"}


def test_hint_restores_input_formats(user: ExcelUser) -> None:
    # Number, guesses, a mark.
    inputs = [user.sheet[address] for address in ("G2", "G4", "G5", "L4")]

    def formats() -> list[tuple[object, ...]]:
        return [
            (cell.api.Locked, cell.number_format, cell.api.Interior.Color)
            for cell in inputs
        ]

    user.enter("G3", 112)
    user.sheet.api.Unprotect()
    before = formats()
    for cell in inputs:
        cell.api.Locked = True
        cell.number_format = "0%"
        cell.api.Interior.Color = 255
    user.sheet.api.Protect()
    user.run_button("hint")
    assert user.sheet.api.ProtectContents
    assert formats() == before


def test_typed_code_restores_the_format_of_a_cut_guess(user: ExcelUser) -> None:
    cell = user.sheet["G3"]
    user.sheet.api.Unprotect()
    hidden = cell.number_format
    cell.number_format = "General"
    user.sheet.api.Protect()
    user.enter("G3", "own 324")
    assert cell.number_format == hidden
    assert user.sheet.api.ProtectContents
    assert user.cursor == "G4"


Settings: TypeAlias = tuple[int, bool, bool]
"""Calculation, events and screen updating."""

DEFAULT_SETTINGS: Settings = (AUTOMATIC, True, True)
WRITE_SETTINGS: Settings = (MANUAL, False, False)
"""While Python writes."""


def settings(excel: Excel) -> Settings:
    application = excel.application
    return (
        application.calculation,
        application.enable_events,
        application.screen_updating,
    )


def set_settings(excel: Excel, values: Settings) -> None:
    application = excel.application
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
    before: Settings, answer: object, *, mac: bool
) -> None:
    excel = Excel([], mac=mac)
    set_settings(excel, before)
    excel.python.act = lambda _: set_settings(excel, WRITE_SETTINGS)
    excel.python.answer = answer
    excel.run("Explain")
    while excel.machine.timers:  # on a Mac
        excel.run_timers()
    assert settings(excel) == before


def test_button_restores_settings_without_python() -> None:
    excel = Excel([])

    def fail() -> None:
        set_settings(excel, WRITE_SETTINGS)
        raise VBARuntimeError(-2147418113, "Catastrophic failure")

    excel.machine.on_start = fail
    excel.run("Explain")
    assert len(excel.messages) == 1
    assert settings(excel) == DEFAULT_SETTINGS


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
        keys += user.values("state_key")[0]
    moved = keys.pop(4)  # a blank row above a guess does not matter
    assert moved == keys[2]
    assert len({*keys}) == len(keys)
    user.run_button("explain")
    assert user.values("cached_state_key") == user.values("state_key")


@pytest.mark.parametrize("front", ["3x4", "Help"])
def test_manual_calculation_calculates_boards_only(front: str, user: ExcelUser) -> None:
    application = user.excel.application
    user.cells("cached_state_key").value = "unchanged by Python"
    if front == "Help":
        user.book.sheets[front].impl.activate()
    application.calculation = MANUAL
    user.excel.python.act = lambda _: application.calculated.append("Python")
    user.run_button("explain")
    board = [user.sheet.name]
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
    keys = [user.values("cached_state_key")]

    class Calculations(list[str]):
        def append(self, _: str) -> None:
            key = user.values("cached_state_key")
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
    window = user.book.app.api.ActiveWindow
    window.ScrollRow = 20
    user.run_button("hint")
    assert window.ScrollRow == 3  # below the frozen rows
    assert user.excel.application.calculated == []  # Excel does it automatically


def test_restoring_formats_keeps_the_clipboard(user: ExcelUser) -> None:
    make_movable(user.worksheet)
    user.sheet["G4"].number_format = "0%"
    user.excel.python.act = lambda _: None  # writing ends copying in Excel
    copy(user)
    user.run_button("hint")
    assert user.book.app.api.CutCopyMode
    assert user.sheet["G4"].number_format != "0%"


def test_pasted_conditional_formats_are_removed(user: ExcelUser) -> None:
    make_movable(user.worksheet)
    font = user.sheet["G4"].api.Font
    font.Superscript = True
    user.run_button("hint")
    assert font.Superscript  # no restored property differs
    user.excel.application.condition_counts["$G$4"] = 3
    user.run_button("hint")
    assert not font.Superscript


OPTIONS = ("AllowFiltering", "AllowSorting", "AllowInsertingRows")


def protect_with_options(sheet: xw.Sheet) -> None:
    sheet.api.Unprotect()
    options = (*OPTIONS, "UserInterfaceOnly")  # only a macro can set the last one
    sheet.api.Protect(**dict.fromkeys(options, True))


def protection(sheet: xw.Sheet) -> list[bool]:
    names = (*OPTIONS, "AllowFormattingCells", "AllowDeletingRows")
    return [
        *(bool(getattr(sheet.api.Protection, name)) for name in names),
        *(
            bool(getattr(sheet.api, f"Protect{name}"))
            for name in ("Contents", "Scenarios")
        ),
        bool(sheet.api.ProtectionMode),
    ]


def test_restoring_formats_keeps_protection_options(user: ExcelUser) -> None:
    user.sheet.api.Unprotect()
    user.sheet["G4"].api.Locked = True
    protect_with_options(user.sheet)
    before = protection(user.sheet)
    assert before == [True, True, True, False, False, True, True, True]
    user.run_button("hint")
    assert not user.sheet["G4"].api.Locked
    assert protection(user.sheet) == before


@pytest.mark.parametrize("sheet", ["Help", ""])
def test_unchanged_formats_keep_clipboard_and_protection(
    sheet: str, user: ExcelUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = user.book.sheets[sheet] if sheet else user.sheet
    shown.impl.activate()
    protect_with_options(shown)
    calls: list[object] = []
    spec = MemberSpec("Unprotect", "method", lambda *_: calls.append(0), varargs=True)
    monkeypatch.setitem(Worksheet._vba_members, "unprotect", spec)  # noqa: SLF001
    user.excel.python.act = lambda _: None  # writing ends copying in Excel
    copy(user)
    user.run_button("hint")
    assert user.book.app.api.CutCopyMode
    assert calls == []


def test_result_with_an_error_is_not_copied(open_game: OpenGame) -> None:
    user = open_game()
    make_movable(user.worksheet)
    user.cells("result")[1, 0].formula = "=1/0"
    user.excel.run("CopyResult")
    (message,) = user.excel.messages
    assert (
        message == "A cell of the result shows an error, so there is nothing to copy."
    )
    assert not user.book.app.api.CutCopyMode


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
    user.book.app.books.add()
    window = user.book.app.api.ActiveWindow
    window.ScrollRow = 20
    user.excel.run("CleanUp")  # as Python does in the end
    user.excel.run_timers()
    assert window.ScrollRow == 20
    assert user.values("cached_state_key") == user.values("state_key")


# Changed sheets


def delete_cells(user: ExcelUser, name: str) -> None:
    make_movable(user.worksheet)
    user.cells(name).api.EntireColumn.Delete()


def delete_name(user: ExcelUser, name: str) -> None:
    user.sheet.names[name].delete()


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
    key = user.cells("colours").address
    make_movable(user.worksheet)
    harm(user, name)
    user.enter("G4", 112)
    user.sheet[key][0, 0].select()
    user.excel.python.act = lambda _: None
    user.run_button("clear")
    assert user.excel.messages == []


def test_inserted_cells_move_the_board(user: ExcelUser) -> None:
    make_movable(user.worksheet)
    user.sheet["A1"].api.EntireRow.Insert()
    user.sheet["A2"].api.EntireColumn.Insert()
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
    board, user.sheet = user.sheet, user.book.sheets["Help"]
    user.sheet.impl.activate()
    user.sheet.api.Unprotect()
    user.enter("G3", 112)
    user.select("G5")
    assert user.cursor == "G5"
    user.sheet = board
    assert user.guess() == ""
