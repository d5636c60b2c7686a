"""Buttons and worksheet functions of Excel, through xlwings."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import xlwings
from boards import saved_boards
from excel_user import ExcelUser, write_board_workbook
from processes import run_python
from pyopenvba.apps.excel import ExcelApplication, Workbook
from pyopenvba.apps.excel._model import Workbooks
from pyopenvba.interpreter._objects import MemberSpec
from vba_host import MANUAL
from xlwings_engine import ComObject, call_function, run_entry_point

from xl_mastermind import __version__
from xl_mastermind.board import buttons
from xl_mastermind.board.buttons import BUTTONS
from xl_mastermind.cells.values import RangeValues
from xl_mastermind.excel import entry_points
from xl_mastermind.excel.macros import COMMANDS
from xl_mastermind.functions import FUNCTIONS
from xl_mastermind.install.excel_steps import cell_values, named_cells
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.presentation.sheet_names import ANALYSIS_SHEET, SCORES_SHEET
from xl_mastermind.sheets.board.layout import BoardLayout

pytestmark = pytest.mark.slow

INPUT_NAMES = (
    *("guess_input", "feedback_input", "game_number", "codemaker", "strategy"),
    *("first_guess", "cross_out_codes", "guess_source", "cached_state_key"),
    *("revealed_games", "scored_games"),
)
"""Ranges that users or buttons change."""


@pytest.fixture(scope="module")
def two_boards(tmp_path_factory: pytest.TempPathFactory) -> ExcelUser:
    """Return a user of the boards 2x3 and 2x3 black."""
    folder = tmp_path_factory.mktemp("book")
    return ExcelUser(write_board_workbook(folder, "2x3", "2x3 black"), "2x3")


@pytest.fixture(scope="module")
def initial_values(two_boards: ExcelUser) -> dict[str, RangeValues]:
    return {name: two_boards.values(name) for name in INPUT_NAMES}


@pytest.fixture
def user(two_boards: ExcelUser, initial_values: dict[str, RangeValues]) -> ExcelUser:
    """Return the user with the first board active and in its initial state."""
    two_boards.sheet.impl.activate()
    for name, rows in initial_values.items():
        two_boards.cells(name).value = rows
    ComObject.calls = 0
    ComObject.writes.clear()
    return two_boards


def add_in(front: Workbook) -> Workbook:
    return Workbook(front.application, "MasterMind.XLAM")


def error_message(book: Workbook, button: str) -> str:
    with pytest.raises(ServerError) as error:
        run_entry_point(book, button)
    message, scode = error.value.args
    assert scode < 0
    assert "\n" not in message
    return str(message)


class ServerError(Exception):
    """COMException of win32com.server.exception."""

    def __init__(self, description: str, scode: int) -> None:
        super().__init__(description, scode)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use an empty home folder, and let Excel use this Python as a server."""
    server: Any = ModuleType("win32com.server.exception")
    server.COMException = ServerError
    monkeypatch.setitem(sys.modules, server.__name__, server)
    folder = tmp_path / "home"
    folder.mkdir()
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(folder))
    return folder


# The worksheet functions


def test_functions_answer_in_plain_text() -> None:
    black, codes = vars(entry_points)["BLACK"], vars(entry_points)["CODES"]
    assert black([["1236"]], [[1122.0]]) == 1
    assert codes("2x2") == [[1, 1], [1, 2], [2, 1], [2, 2]]
    # COM does not accept subclasses of str.
    assert type(codes("junk")) is str
    rows = black([["1122"]], [[1.5], ["of no use"]])
    assert [type(cell) for (cell,) in rows] == [str, str]


def test_function_reads_ranges(user: ExcelUser) -> None:
    user.type("guess_input", [[12], [None], ["x"], [2.5], [32.0], ["#VALUE!"]])
    (function,) = [each for each in FUNCTIONS if each.name == "BLACK"]
    result = call_function(function, "32", user.cells("guess_input").api)
    answers = [[1], [""], ["#VALUE!"], ["#VALUE!"], [2], ["#VALUE!"]]
    assert result == [*answers, *[[""]] * (BoardLayout.entry_count - len(answers))]


# The buttons


def test_vba_knows_the_commands() -> None:
    assert {*COMMANDS} == entry_points._COMMANDS.keys()  # noqa: SLF001


def test_button_calls_excel_quietly(user: ExcelUser) -> None:
    run_entry_point(user.workbook, "hint")
    assert ComObject.writes
    assert {*ComObject.writes} == {(MANUAL, False, False)}


@pytest.mark.parametrize("button", ["explain", "solve"])
def test_button_accepts_odd_values(user: ExcelUser, button: str) -> None:
    odd: list[Any] = [1.5, "b", "of no use", "#VALUE!", -2146826243, True]
    user.type("guess_input", [[cell] for cell in odd])
    user.type("feedback_input", [[cell, cell] for cell in odd])
    settings = ("strategy", "first_guess", "cross_out_codes", "codemaker")
    for name, cell in zip(settings, odd[2:], strict=True):
        user.cells(name).value = cell
    run_entry_point(user.workbook, button)
    assert ComObject.writes


def test_button_runs_on_the_active_board(user: ExcelUser) -> None:
    second, last = user.book.sheets[1], user.book.sheets[-1]
    second.impl.activate()
    run_entry_point(user.workbook, "hint")
    guesses = cell_values(named_cells(second, "guess_input"))
    assert (user.guess(), guesses[0] != [None]) == ("", True)
    last.impl.activate()
    run_entry_point(user.workbook, "hint")
    assert user.guess()
    assert user.workbook.active_sheet is user.worksheet


# The add-in


def test_add_in_runs_on_the_active_workbook(user: ExcelUser) -> None:
    run_entry_point(add_in(user.workbook), "hint")
    assert user.guess()
    front = ExcelApplication().add_workbook()
    for button, place in ("hint", "a board"), ("compare", "the sheet Compare"):
        message = f"expected a workbook with {place}, got {front.name}."
        assert message in error_message(add_in(front), button)


def test_new_board_opens_a_workbook_in_documents(
    home: Path, user: ExcelUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    user_file = home / "Documents" / "MasterMind.xlsm"
    user_file.parent.mkdir()
    user_file.write_text("of the user")
    opened: list[Path] = []

    def open_file(_books: Workbooks, file: str, *_: object) -> Workbook:
        opened.append(Path(file))
        return user.workbook

    spec = MemberSpec("Open", "method", open_file, varargs=True)
    monkeypatch.setitem(Workbooks._vba_members, "open", spec)  # noqa: SLF001
    for _ in range(2):
        run_entry_point(add_in(user.workbook), "new_board")
    names = [file.name for file in opened]
    assert names == ["MasterMind 2.xlsm", "MasterMind 3.xlsm"]
    numbers = [[b.number for b in saved_boards(file)[0]] for file in opened]
    assert [*map(len, numbers)] == [len(GAMES)] * 2
    assert numbers[0] != numbers[1]
    assert user_file.read_text() == "of the user"


def test_link_state_names_python_and_log(home: Path, user: ExcelUser) -> None:
    message = error_message(user.workbook, "connection_state")
    assert message.startswith(f"Python answers: xl-mastermind {__version__} in")
    assert sys.executable in message
    assert message.endswith(str(home / "xl-mastermind.log"))


# Errors


@pytest.mark.table("reference", "message")
def test_wrong_name_raises_a_message(
    reference: str,
    message: str,
    user: ExcelUser,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = f"'{user.sheet.name}'!words"
    entry = next(e for e in user.workbook.names_.entries if e.name == words)
    monkeypatch.setattr(entry, "refers_to", reference)
    assert error_message(user.workbook, "reveal_code") == (
        f"Reveal code did not work: expected {message}"
        f" Details: {home / 'xl-mastermind.log'}"
    )


def test_unknown_game_raises_a_message(user: ExcelUser) -> None:
    user.sheet.api.Unprotect()
    user.cells("game").value = "4x"
    message = error_message(user.workbook, "explain")
    assert message.startswith("Explain did not work: expected ")
    user.cells("game").value = "2x3"


def test_error_details_go_to_the_log(
    home: Path, user: ExcelUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buttons, "run_button", lambda *_: 1 / 0)
    log = home / "xl-mastermind.log"
    message = f"Hint did not work: ZeroDivisionError: division by zero. Details: {log}"
    assert error_message(user.workbook, "hint") == message
    details = log.read_text("utf-8")
    assert "Traceback (most recent call last):" in details
    assert f"xl-mastermind {__version__}, xlwings {xlwings.__version__}" in details
    assert error_message(user.workbook, "hint") == message
    assert log.read_text("utf-8").count("ZeroDivisionError") == 2
    log.write_text("x" * 1_000_000)
    assert error_message(user.workbook, "hint") == message
    assert len(log.read_text("utf-8")) == 100_000
    assert log.read_text("utf-8").rstrip().endswith("division by zero")
    log.unlink()
    log.mkdir()
    kept = "ZeroDivisionError: division by zero. The details could not be saved: "
    assert kept in error_message(user.workbook, "hint")


def test_long_error_becomes_one_short_line(
    user: ExcelUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("one\n\n  two " + "x " * 1000)

    monkeypatch.setattr(buttons, "run_button", fail)
    message = error_message(user.workbook, "hint")
    assert message.startswith("Hint did not work: one two x x")
    assert len(message.partition(" Details: ")[0]) < 350


def test_message_without_server_goes_to_stderr(home: Path) -> None:
    """On a Mac, and without the server, xlwings reads standard error."""
    code = (
        "from xl_mastermind.excel import entry_points; entry_points.run_button('hint')"
    )
    words = "--wb=no such.xlsm", "--from_xl=1", "--hwnd=1"
    done = run_python(code, *words, check=False)
    assert done.returncode == 1
    *_, line = done.stderr.splitlines()  # matplotlib may look for fonts first
    assert line.startswith("Hint did not work: ")
    assert line.endswith(f" Details: {home / 'xl-mastermind.log'}")
    assert "Traceback" in (home / "xl-mastermind.log").read_text("utf-8")


# The other sheets


@pytest.mark.table("board", "message")
def test_analysis_reads_the_named_board(
    board: str, message: str, user: ExcelUser
) -> None:
    board = board or user.sheet.name
    user.enter(user.layout.guess_input.row(0).address, 22)
    user.cells("analysed_board", ANALYSIS_SHEET).value = board
    run_entry_point(user.workbook, "analyse")
    shown = user.values(BUTTONS["analyse"].marker, ANALYSIS_SHEET)
    assert shown == [[message.format(board)]]


def test_scores_work_with_hidden_headings(
    user: ExcelUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = user.book.sheets[SCORES_SHEET].tables[SCORES_SHEET]
    monkeypatch.setattr(vars(table.api)["_inner"].table, "headers", False)
    run_entry_point(user.workbook, "solve")
    assert table.data_body_range
    rows = table.data_body_range.options(ndim=2).value
    assert [rows[-1][0], rows[-1][2]] == [1, user.sheet.name]
