"""Buttons and worksheet functions of Excel, through xlwings."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import xlwings
from boards import built, saved_boards
from excel_user import (
    child,
    fast_workbook,
    make_movable,
    mark_formulas_stale,
    named_range,
)
from processes import run_python
from pyopenvba.apps.excel import ExcelApplication, Workbook, Worksheet
from pyopenvba.apps.excel._model import Workbooks
from pyopenvba.interpreter import VBAObject
from pyopenvba.interpreter._objects import MemberSpec
from vba_host import MANUAL, to_vba
from xlwings_engine import ComObject, block, call_function, run_entry_point

from xl_mastermind import __version__
from xl_mastermind.board import buttons
from xl_mastermind.board.buttons import BUTTONS
from xl_mastermind.board.state import new_game
from xl_mastermind.cells.values import RangeValues
from xl_mastermind.excel import entry_points
from xl_mastermind.excel.macros import COMMANDS
from xl_mastermind.functions import FUNCTIONS
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.presentation.sheet_names import ANALYSIS_SHEET, SCORES_SHEET
from xl_mastermind.sheets.board.layout import BoardLayout

pytestmark = pytest.mark.slow


def open_book(folder: Path, *games: str) -> Workbook:
    file = folder / "MasterMind.xlsm"
    boards = (new_game(Rules.parse(game), (3, 2, 4)) for game in games or ["3x4"])
    file.write_bytes(fast_workbook(built(*boards, has_optional_sheets=False)))
    application = ExcelApplication.open(file, with_vba=False)
    (workbook,) = application.workbooks()
    mark_formulas_stale(workbook)
    make_movable(workbook.sheet_named(SCORES_SHEET))
    return workbook


INPUT_NAMES = (
    *("guess_input", "feedback_input", "game_number", "codemaker", "strategy"),
    *("first_guess", "cross_out_codes", "guess_source", "cached_state_key"),
)
"""Ranges that users or buttons change."""


@pytest.fixture(scope="module")
def new_book(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Workbook, dict[str, RangeValues]]:
    book = open_book(tmp_path_factory.mktemp("book"))
    return book, {name: read_range(book, name) for name in INPUT_NAMES}


@pytest.fixture
def book(new_book: tuple[Workbook, dict[str, RangeValues]]) -> Workbook:
    book, values = new_book
    for name, rows in values.items():
        write_range(book, name, rows)
    ComObject.calls = 0
    ComObject.writes.clear()
    return book


def add_in(front: Workbook) -> Workbook:
    return Workbook(front.application, "MasterMind.XLAM")


def cells_of(book: Workbook, name: str, sheet: str = "") -> VBAObject:
    """Return a named range of a sheet, by default of the first board."""
    return named_range(child(book, "Worksheets", sheet or book.sheets_[0].name), name)


def read_range(book: Workbook, name: str, sheet: str = "") -> RangeValues:
    return block(cells_of(book, name, sheet))


def write_range(book: Workbook, name: str, rows: RangeValues, sheet: str = "") -> None:
    cells_of(book, name, sheet).vba_set("Value", to_vba(rows))


def has_guess(book: Workbook, sheet: Worksheet) -> bool:
    return any(read_range(book, "guess_input", sheet.name)[0])


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


def test_function_reads_ranges(book: Workbook) -> None:
    guesses: RangeValues = [[123], [None], ["x"], [2.5], [324.0], ["#VALUE!"]]
    write_range(book, "guess_input", guesses)
    cells = ComObject(cells_of(book, "guess_input"))
    (function,) = [each for each in FUNCTIONS if each.name == "BLACK"]
    result = call_function(function, "324", cells)
    answers = [[1], [""], ["#VALUE!"], ["#VALUE!"], [3], ["#VALUE!"]]
    assert result == [*answers, *[[""]] * (BoardLayout.entry_count - len(answers))]


# The buttons


def test_vba_knows_the_commands() -> None:
    assert {*COMMANDS} == entry_points._COMMANDS.keys()  # noqa: SLF001


def test_button_calls_excel_quietly(book: Workbook) -> None:
    run_entry_point(book, "hint")
    assert ComObject.writes
    assert {*ComObject.writes} == {(MANUAL, False, False)}


@pytest.mark.parametrize("button", ["explain", "solve"])
def test_button_accepts_odd_values(book: Workbook, button: str) -> None:
    odd: list[Any] = [1.5, "b", "of no use", "#VALUE!", -2146826243, True]
    write_range(book, "guess_input", [[cell] for cell in odd])
    write_range(book, "feedback_input", [[cell, cell] for cell in odd])
    settings = ("strategy", "first_guess", "cross_out_codes", "codemaker")
    for name, cell in zip(settings, odd[2:], strict=True):
        write_range(book, name, [[cell]])
    run_entry_point(book, button)
    assert ComObject.writes


def test_button_runs_on_the_active_board(tmp_path: Path) -> None:
    book = open_book(tmp_path, "3x4", "3x4 black")
    first, second, *_, last = book.sheets_
    second.vba_get("Activate")
    run_entry_point(book, "hint")
    assert (has_guess(book, first), has_guess(book, second)) == (False, True)
    last.vba_get("Activate")
    run_entry_point(book, "hint")
    assert has_guess(book, first)
    assert book.active_sheet is first


# The add-in


def test_add_in_runs_on_the_active_workbook(book: Workbook) -> None:
    run_entry_point(add_in(book), "hint")
    assert has_guess(book, book.sheets_[0])
    front = ExcelApplication().add_workbook()
    for button, place in ("hint", "a board"), ("compare", "the sheet Compare"):
        message = f"expected a workbook with {place}, got {front.name}."
        assert message in error_message(add_in(front), button)


def test_new_board_opens_a_workbook_in_documents(
    home: Path, book: Workbook, monkeypatch: pytest.MonkeyPatch
) -> None:
    user_file = home / "Documents" / "MasterMind.xlsm"
    user_file.parent.mkdir()
    user_file.write_text("of the user")
    opened: list[Path] = []

    def open_file(_books: Workbooks, file: str, *_: object) -> Workbook:
        opened.append(Path(file))
        return book

    spec = MemberSpec("Open", "method", open_file, varargs=True)
    monkeypatch.setitem(Workbooks._vba_members, "open", spec)  # noqa: SLF001
    for _ in range(2):
        run_entry_point(add_in(book), "new_board")
    names = [file.name for file in opened]
    assert names == ["MasterMind 2.xlsm", "MasterMind 3.xlsm"]
    numbers = [[b.number for b in saved_boards(file)[0]] for file in opened]
    assert [*map(len, numbers)] == [len(GAMES)] * 2
    assert numbers[0] != numbers[1]
    assert user_file.read_text() == "of the user"


def test_link_state_names_python_and_log(home: Path, book: Workbook) -> None:
    message = error_message(book, "connection_state")
    assert message.startswith(f"Python answers: xl-mastermind {__version__} in")
    assert sys.executable in message
    assert message.endswith(str(home / "xl-mastermind.log"))


# Errors


@pytest.mark.table("reference", "message")
def test_wrong_name_raises_a_message(
    reference: str,
    message: str,
    book: Workbook,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name: Any = child(book.sheets_[0], "Names", "words")
    monkeypatch.setattr(name.entry, "refers_to", reference)
    assert error_message(book, "reveal_code") == (
        f"Reveal code did not work: expected {message}"
        f" Details: {home / 'xl-mastermind.log'}"
    )


def test_unknown_game_raises_a_message(book: Workbook) -> None:
    book.sheets_[0].vba_get("Unprotect")
    write_range(book, "game", [["4x"]])
    assert error_message(book, "explain").startswith("Explain did not work: expected ")
    write_range(book, "game", [["3x4"]])


def test_error_details_go_to_the_log(
    home: Path, book: Workbook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buttons, "run_button", lambda *_: 1 / 0)
    log = home / "xl-mastermind.log"
    message = f"Hint did not work: ZeroDivisionError: division by zero. Details: {log}"
    assert error_message(book, "hint") == message
    details = log.read_text("utf-8")
    assert "Traceback (most recent call last):" in details
    assert f"xl-mastermind {__version__}, xlwings {xlwings.__version__}" in details
    assert error_message(book, "hint") == message
    assert log.read_text("utf-8").count("ZeroDivisionError") == 2
    log.write_text("x" * 1_000_000)
    assert error_message(book, "hint") == message
    assert len(log.read_text("utf-8")) == 100_000
    assert log.read_text("utf-8").rstrip().endswith("division by zero")
    log.unlink()
    log.mkdir()
    kept = "ZeroDivisionError: division by zero. The details could not be saved: "
    assert kept in error_message(book, "hint")


def test_long_error_becomes_one_short_line(
    book: Workbook, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("one\n\n  two " + "x " * 1000)

    monkeypatch.setattr(buttons, "run_button", fail)
    message = error_message(book, "hint")
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
    board: str, message: str, book: Workbook
) -> None:
    board = board or book.sheets_[0].name
    run_entry_point(book, "hint")
    write_range(book, "analysed_board", [[board]], ANALYSIS_SHEET)
    run_entry_point(book, "analyse")
    shown = read_range(book, BUTTONS["analyse"].marker, ANALYSIS_SHEET)
    assert shown == [[message.format(board)]]


def test_scores_work_with_hidden_headings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = open_book(tmp_path)
    scores = book.sheet_named(SCORES_SHEET)
    table: Any = child(scores, "ListObjects", SCORES_SHEET)
    monkeypatch.setattr(table.table, "headers", False)
    run_entry_point(book, "solve")
    rows = block(child(table, "DataBodyRange"))
    assert [rows[-1][0], rows[-1][2]] == [1, "Little"]
