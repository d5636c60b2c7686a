"""Buttons and worksheet functions of Excel, with a fake of xlwings."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import xlwings
from boards import built, saved_boards
from excel_user import FakeBook, FakeTable, bare, light, mark_formulas_stale, part
from pyopenvba.apps.excel import ExcelApplication

from xl_mastermind import __version__
from xl_mastermind.excel import entry_points
from xl_mastermind.excel.macros import COMMANDS
from xl_mastermind.game.rules import Rules
from xl_mastermind.spreadsheet import buttons
from xl_mastermind.spreadsheet.board import BOARD_INPUTS, NewBoard
from xl_mastermind.spreadsheet.buttons import BUTTONS
from xl_mastermind.spreadsheet.cells import RangeValues
from xl_mastermind.spreadsheet.games import GAMES
from xl_mastermind.spreadsheet.sheet_names import SCORES_SHEET


def open_book(folder: Path, *games: str) -> FakeBook:
    """Return a workbook with a board of each game and the other sheets."""
    file = folder / "MasterMind.xlsm"
    boards = (
        NewBoard.from_rules(Rules.parse(game), (3, 2, 4)) for game in games or ["3x4"]
    )
    file.write_bytes(light(built(*boards, has_subjects=False)))
    application = ExcelApplication.open(file, with_vba=False)
    (workbook,) = application.workbooks()
    mark_formulas_stale(workbook)
    bare(workbook.sheet_named(SCORES_SHEET))
    return FakeBook(workbook)


INPUT_NAMES = (
    *("guess_input", "feedback_input", "game_number", "codemaker", "strategy"),
    *("first_guess", "show_marks", "guess_source", "cached_game_number"),
    "cached_state_key",
)
"""Ranges that users or buttons change."""


@pytest.fixture(scope="module")
def new_book(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[FakeBook, dict[str, RangeValues]]:
    """Return a workbook and its values."""
    book = open_book(tmp_path_factory.mktemp("book"))
    return book, {name: book.area(name).value for name in INPUT_NAMES}


@pytest.fixture
def book(new_book: tuple[FakeBook, dict[str, RangeValues]]) -> FakeBook:
    """Return the workbook with a new board."""
    book, values = new_book
    for name, rows in values.items():
        write_range(book, name, rows)
    book.calls = 0
    for changed in (book.writes, book.opened, book.refers_to, book.hidden):
        changed.clear()
    return book


@pytest.fixture
def own_book(tmp_path: Path) -> FakeBook:
    """Return a separate workbook with an empty table of scores."""
    return open_book(tmp_path)


def add_in(front: FakeBook) -> FakeBook:
    """Return the add-in with an active workbook."""
    workbook: Any = SimpleNamespace(name="MasterMind.XLAM", sheets_=[])
    return FakeBook(workbook, front)


def write_range(book: FakeBook, name: str, rows: RangeValues, sheet: str = "") -> None:
    """Write values into a range of the board."""
    book.area(name, sheet).value = rows


def score_table(book: FakeBook) -> FakeTable:
    (table,) = [sheet.tables[SCORES_SHEET] for sheet in book.sheets if sheet.tables]
    return table


def score_rows(book: FakeBook) -> RangeValues:
    body = score_table(book).data_body_range
    assert body
    return body.value


def error_message(book: FakeBook, button: str) -> str:
    """Return the message that a button raises."""
    with pytest.raises(ServerError) as error:
        book.run_button(button)
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


# The buttons


def test_vba_knows_the_commands() -> None:
    assert {*COMMANDS} == entry_points._COMMANDS.keys()  # noqa: SLF001


def test_button_calls_excel_rarely_and_quietly(book: FakeBook) -> None:
    book.run_button("hint")
    # Two calls per name, three for a missing one; six read the two boxes, three write a
    # range: three of guesses, four of cached values.
    names = 2 * (len(BOARD_INPUTS) + 4) + 1
    assert book.calls <= names + 2 * 3 + 3 * 7 + 10
    quiet = {"screen_updating": False, "calculation": "manual", "enable_events": False}
    assert book.writes
    assert all(state == quiet for state in book.writes)


@pytest.mark.parametrize("button", ["explain", "solve"])
def test_button_accepts_odd_values(book: FakeBook, button: str) -> None:
    odd: list[Any] = [1.5, "b", "of no use", "#VALUE!", -2146826243, True]
    write_range(book, "guess_input", [[cell] for cell in odd])
    write_range(book, "feedback_input", [[cell, cell] for cell in odd])
    settings = ("strategy", "first_guess", "show_marks", "codemaker")
    for area, cell in zip(settings, odd[2:], strict=True):
        write_range(book, area, [[cell]])
    book.writes.clear()
    book.run_button(button)
    assert book.writes


def test_button_runs_on_the_active_board(tmp_path: Path) -> None:
    book = open_book(tmp_path, "3x4", "3x4 black")
    first, second, *_, last = book.sheets
    second.impl.activate()
    book.run_button("hint")
    assert any(book.area("guess_input", second.name).value[0])
    assert not any(book.area("guess_input", first.name).value[0])
    last.impl.activate()
    book.run_button("hint")
    assert any(book.area("guess_input", first.name).value[0])
    assert book.sheets.active == first


# The add-in


def test_add_in_runs_on_the_active_workbook(book: FakeBook) -> None:
    add_in(book).run_button("hint")
    assert any(book.area("guess_input").value[0])
    book.hidden |= {BUTTONS["hint"].marker, BUTTONS["compare"].marker}
    for button, place in ("hint", "a board"), ("compare", "the sheet Compare"):
        message = f"expected a workbook with {place}, got MasterMind.xlsm."
        assert message in error_message(add_in(book), button)


def test_new_board_opens_a_workbook_in_documents(home: Path, book: FakeBook) -> None:
    user_file = home / "Documents" / "MasterMind.xlsm"
    user_file.parent.mkdir()
    user_file.write_text("of the user")
    front = add_in(book)
    front.run_button("new_board")
    front.run_button("new_board")
    names = [file.name for file in front.opened]
    assert names == ["MasterMind 2.xlsm", "MasterMind 3.xlsm"]
    numbers = [[b.number for b in saved_boards(file)[0]] for file in front.opened]
    assert [*map(len, numbers)] == [len(GAMES)] * 2
    assert numbers[0] != numbers[1]
    assert user_file.read_text() == "of the user"


def test_link_state_names_python_and_log(home: Path, book: FakeBook) -> None:
    message = error_message(book, "state_of_the_link")
    assert message.startswith(f"Python answers: xl-mastermind {__version__} in")
    assert sys.executable in message
    assert message.endswith(str(home / "xl-mastermind.log"))


# Errors


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        pytest.param(
            r"='C:\My [old]\[Wages.xlsx]Mastermind'!$A$1",
            "cells named guess_input in MasterMind.xlsm, got some in Wages.xlsx.",
            id="other workbook",
        ),
        pytest.param(
            "=Mastermind!$A$1:$XFD$1048576",
            "at most 262,144 cells named guess_input, got 17,179,869,184.",
            id="whole sheet",
        ),
        pytest.param(
            "=Mastermind!#REF!",
            "cells named guess_input, but they were deleted.",
            id="deleted cells",
        ),
    ],
)
def test_wrong_name_raises_a_message(
    reference: str, message: str, book: FakeBook, home: Path
) -> None:
    book.refers_to["guess_input"] = reference
    assert error_message(book, "reveal_code") == (
        f"Reveal code did not work: expected {message}"
        f" Details: {home / 'xl-mastermind.log'}"
    )


def test_unknown_game_raises_a_message(book: FakeBook) -> None:
    part(book.workbook, "ActiveSheet").vba_get("Unprotect")
    write_range(book, "game", [["4x"]])
    assert error_message(book, "explain").startswith("Explain did not work: expected ")
    write_range(book, "game", [["3x4"]])


def test_error_details_go_to_the_log(
    home: Path, book: FakeBook, monkeypatch: pytest.MonkeyPatch
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
    book: FakeBook, monkeypatch: pytest.MonkeyPatch
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
    done = subprocess.run(
        [sys.executable, "-c", code, "--wb=no such.xlsm", "--from_xl=1", "--hwnd=1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    *_, line = done.stderr.splitlines()  # matplotlib may look for fonts first
    assert line.startswith("Hint did not work: ")
    assert line.endswith(f" Details: {home / 'xl-mastermind.log'}")
    assert "Traceback" in (home / "xl-mastermind.log").read_text("utf-8")


# The other sheets


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("", "{}: after 1 attempt 12 codes fit. Which guess tells most?"),
        ("Nowhere", "There is no board on a sheet {}."),
    ],
)
def test_analysis_reads_the_named_board(
    board: str, message: str, book: FakeBook
) -> None:
    board = board or book.workbook.sheets_[0].name
    book.run_button("hint")
    (sheet,) = [each.name for each in book.sheets if each.contains("analysed_board")]
    write_range(book, "analysed_board", [[board]], sheet)
    book.run_button("analyse")
    assert book.area(BUTTONS["analyse"].marker, sheet).value == [
        [message.format(board)]
    ]


def test_scores_work_with_hidden_headings(
    own_book: FakeBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeTable, "show_headers", False)
    own_book.run_button("solve")
    assert [(row[0], row[2]) for row in score_rows(own_book)] == [(1, "Little")]
