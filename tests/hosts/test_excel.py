"""Excel's buttons and functions, by a workbook that is a dictionary of areas."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import xlwings
from boards import Paper, plans_beside, saved_boards

from xl_mastermind import __version__
from xl_mastermind.draw.board.board import board_plan, board_plans
from xl_mastermind.draw.excel_functions import MODULE, module_text
from xl_mastermind.game.rules import Rules
from xl_mastermind.hosts import excel
from xl_mastermind.sheet.area import Area, parse_area
from xl_mastermind.sheet.board import INPUTS, Board
from xl_mastermind.sheet.buttons import BOARD_BUTTONS, BUTTONS, COPY, press
from xl_mastermind.sheet.functions import FUNCTIONS
from xl_mastermind.sheet.games import GAMES
from xl_mastermind.sheet.scores import HEADS
from xl_mastermind.sheet.sheets import SCORES_SHEET, STATE_SHEET

PLAN = board_plan(Board.new(Rules(4, 6)))

SHEET_INPUTS = [area for area in INPUTS if area in PLAN.areas]
"""Those of the areas that buttons read which a board of this edition has."""


class Cells:
    """Some cells: a Range of xlwings, as far as the host uses it."""

    def __init__(self, book: "Book", area: Area) -> None:
        self._book, self._area = book, area

    def options(self, *, ndim: int) -> "Cells":
        assert ndim == 2
        return self

    @property
    def _places(self) -> Iterator[tuple[str, int, int]]:
        return ((self._area.sheet, *cell) for cell in self._area.cells())

    @property
    def value(self) -> list[list[Any]]:
        self._book.calls += 1
        cells = [self._book.content.get(place) for place in self._places]
        width = self._area.width
        return [cells[at : at + width] for at in range(0, len(cells), width)]

    @value.setter
    def value(self, rows: Sequence[Sequence[object]]) -> None:
        assert {len(row) for row in rows} == {self._area.width}
        assert len(rows) == self._area.height
        self._book.calls += 1
        self._book.writes.append(self._book.state)
        values = (kept(value) for row in rows for value in row)
        self._book.content.update(zip(self._places, values, strict=True))

    @property
    def raw_value(self) -> list[list[Any]]:
        raise AssertionError("Windows and Mac give other values")

    @raw_value.setter
    def raw_value(self, rows: Sequence[Sequence[object]]) -> None:
        kinds = {type(cell) for row in rows for cell in row}
        assert kinds <= {str, bool, int, float}, (
            f"not alike on Windows and Mac: {kinds}"
        )
        self.value = rows


def kept(value: object) -> object:
    """Return what a cell of the format General keeps of a value written to it."""
    if isinstance(value, str):
        assert not value.startswith(("=", "+", "-", "@")), f"{value!r} is a formula"
        return (float(value) if value.isdigit() else value) or None
    assert isinstance(value, int | float | None), f"COM knows no {type(value)}"
    return float(value) if type(value) is int else value


class LastRow:
    """The last row of the table of scores."""

    def __init__(self, content: list[list[Any]]) -> None:
        self._content = content

    @property
    def value(self) -> list[Any]:
        return self._content[-1]

    @value.setter
    def value(self, row: list[Any]) -> None:
        self._content[-1] = row


class Scores:
    """The table of scores."""

    def __init__(self, book: "Book") -> None:
        self._book = book
        self.heads: list[Any] = [*HEADS]
        self.content: list[list[Any]] = []

    @property
    def show_headers(self) -> bool:
        return bool(self.heads)

    @property
    def header_row_range(self) -> Cells:
        area = Area("Scores", 49, 0, 49, len(self.heads) - 1)
        places = (("Scores", *cell) for cell in area.cells())
        self._book.content |= dict(zip(places, self.heads, strict=True))
        return Cells(self._book, area)

    @property
    def data_body_range(self) -> Cells | None:
        if not self.content:
            return None
        right = len(self.content[0]) - 1
        area = Area("Scores", 50, 0, 49 + len(self.content), right)
        body: Any = Cells(self._book, area)
        body.value = self.content
        body.rows = [LastRow(self.content)]
        return body  # type: ignore[no-any-return]

    @property
    def rows(self) -> SimpleNamespace:
        return SimpleNamespace(add=self.content.append)


class Sheet:
    """A worksheet: its areas by their names."""

    def __init__(self, book: "Book", name: str, areas: dict[str, Area]) -> None:
        self.book = book
        self.name = name
        self.areas = {each: f"={area.full}" for each, area in areas.items()}
        self.tables: dict[str, Scores] = {}
        self.impl = SimpleNamespace(activate=lambda: book.activate(self))

    @property
    def names(self) -> "Sheet":
        return self

    def contains(self, area: str) -> bool:
        self.book.calls += 1
        return area in self.areas

    def __call__(self, area: str) -> SimpleNamespace:
        self.book.calls += 2  # one for the name, one for its text
        return SimpleNamespace(refers_to=self.areas[area])

    def range(self, address: str) -> Cells:
        self.book.calls += 1
        area = parse_area(f"{self.name}!{address}")
        assert area
        return Cells(self.book, area)

    def cells(self, area: str) -> Cells:
        place = parse_area(self.areas[area])
        assert place
        return Cells(self.book, place)

    def read(self, area: str) -> list[list[Any]]:
        return self.cells(area).value

    def type(self, area: str, rows: Sequence[Sequence[object]]) -> None:
        """Put values into the first rows of an area, as a person does."""
        place = parse_area(self.areas[area])
        assert place
        for row, values in enumerate(rows):
            for column, value in enumerate(values):
                cell = place.cell(row, column)
                self.book.content[cell.sheet, cell.top, cell.left] = value


class Sheets(list[Sheet]):
    """The worksheets of a workbook, and the active one."""

    active: Sheet

    def __getitem__(self, name: Any) -> Any:
        if not isinstance(name, str):
            return super().__getitem__(name)
        self.active.book.calls += 1
        return next(sheet for sheet in self if sheet.name == name)


class Book:
    """A workbook, with a board of each game and the other sheets."""

    def __init__(self, *games: str, secret: Sequence[int] = (3, 6, 2, 5)) -> None:
        self.name = self.fullname = "MasterMind.xlsm"
        self.calls = 0
        self.content: dict[tuple[str, int, int], Any] = {}
        self.state: dict[str, object] = {}
        self.writes: list[dict[str, object]] = []
        self.opened: list[Path] = []
        opened = SimpleNamespace(active=self, open=self.opened.append)
        self.app = SimpleNamespace(books=opened, properties=self._properties)
        self.sheets = Sheets()
        for at in board_plans([Board.new(Rules.parse(g)) for g in games or ["4x6"]]):
            sheet = Sheet(self, at.sheet, {**at.areas})
            game = str(at.rules)
            paper = Paper(game, at.rules.format_code(tuple(secret)))
            for area in ("game", "game_number", "strategy", "codemaker"):
                sheet.type(area, paper.areas[area])
            self.sheets.append(sheet)
        self.board = self.sheets.active = self.sheets[0]
        for plan in plans_beside("4x6"):
            own = f"My {plan.sheet}"
            here = {n: replace(area, sheet=own) for n, area in plan.named.items()}
            self.sheets.append(Sheet(self, own, here))
        self.scores = self.sheets[-1]
        self.scores.tables[SCORES_SHEET] = Scores(self)
        self.sheets.append(Sheet(self, STATE_SHEET, {}))

    def activate(self, sheet: Sheet) -> None:
        self.sheets.active = sheet

    def calculate(self) -> None:
        """Work out what formulas say, which Excel may have been told not to do."""
        for sheet in self.sheets:
            if sheet.contains("game"):
                paper = Paper(str(sheet.read("game")[0][0]))
                paper.areas |= {area: sheet.read(area) for area in sheet.areas}
                for area, rows in paper.worked_out.items():
                    sheet.type(area, rows)

    @contextmanager
    def _properties(self, **state: object) -> Iterator[None]:
        self.state = state
        try:
            yield
        finally:
            self.state = {}

    def press(self, button: str) -> None:
        """Press a button, as the macros do."""
        self.app.books.active.calculate()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(xlwings.Book, "caller", lambda: self)
            vars(excel)[button]()

    def refusal(self, button: str) -> str:
        """Return the sentence that is told when a button fails."""
        with pytest.raises(ServerError) as told:
            self.press(button)
        said, scode = told.value.args
        assert scode < 0
        assert "\n" not in said
        return str(said)


class ServerError(Exception):
    """COMException of win32com.server.exception."""

    def __init__(self, description: str, scode: int) -> None:
        super().__init__(description, scode)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let a user's folder be empty, and Excel have this Python as a server."""
    server: Any = ModuleType("win32com.server.exception")
    server.COMException = ServerError
    monkeypatch.setitem(sys.modules, server.__name__, server)
    folder = tmp_path / "home"
    folder.mkdir()
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(folder))
    return folder


# The worksheet functions


def test_their_module_is_that_of_their_table() -> None:
    assert MODULE.read_text("utf-8") == module_text(), "run: make docs"


def test_functions_are_there_by_name_and_answer_in_plain_text() -> None:
    assert [vars(excel)[each.name].__doc__ for each in FUNCTIONS] == [
        each.help for each in FUNCTIONS
    ]
    black, codes = vars(excel)["BLACK"], vars(excel)["CODES"]
    assert black([["1236"]], [[1122.0]]) == 1
    assert codes("2x2") == [[1, 1], [1, 2], [2, 1], [2, 2]]
    # What is a kind of text is none to COM.
    assert type(codes("junk")) is str
    rows = black([["1122"]], [[1.5], ["of no use"]])
    assert [type(cell) for (cell,) in rows] == [str, str]


# The buttons


@pytest.mark.parametrize("name", [b.name for b in BUTTONS.values() if b != COPY])
def test_each_button_is_a_function_of_its_name(name: str) -> None:
    assert vars(excel)[name].__name__ == name


@pytest.mark.parametrize("game", ["4x6", "4x10 distinct", "3x4 symbols=FALS"])
def test_a_button_writes_what_the_board_says(game: str) -> None:
    secret = range(1, Rules.parse(game).pegs + 1)
    for button in BOARD_BUTTONS:
        book = Book(game, secret=secret)
        book.calculate()
        before: dict[str, Any] = {area: book.board.read(area) for area in SHEET_INPUTS}
        written = press(button.name, before)
        book.press(button.name)
        if button.name == "new_game":  # it draws a number
            assert book.board.read("noted_for") == book.board.read("game_number")
            continue
        for area, rows in written.items():
            shown = [[None if cell == "" else cell for cell in row] for row in rows]
            assert book.board.read(area) == shown, (button.name, area)


def test_excel_is_asked_no_more_than_it_must_and_shows_all_at_once() -> None:
    book = Book()
    book.calculate()
    calculated = book.calls
    book.press("hint")
    pressed = book.calls - 2 * calculated
    # Of each area where it is, two calls; where there is none, one more. Board and
    # State are read at once, each by three. Of an area that is written, three again.
    missing = 1
    written = ("typed_guesses", "played_by", "noted_for")
    said = ("said_key", "said_message", "said_story", "said_costs")
    found = 2 * (len(INPUTS) + len(said)) + missing
    assert pressed <= found + 2 * 3 + 3 * len(written + said) + 10
    assert book.board.read("typed_guesses")[0] == [1122]
    assert "leaves 256 of 1,296 codes" in str(book.board.read("said_story")[0][0])
    still = {"screen_updating": False, "calculation": "manual", "enable_events": False}
    assert book.writes
    assert [*map(still.__eq__, book.writes)] == [True] * len(book.writes)


def test_whatever_stands_in_the_cells_a_button_answers() -> None:
    for odd in (1.5, "b", "of no use", "#VALUE!", -2146826243, True, date.min):
        book = Book()
        for area in ("typed_guesses", "typed_marks"):
            book.board.type(area, [[odd] * len(book.board.read(area)[0])])
        for area in ("strategy", "first_guess", "show_marks", "codemaker"):
            book.board.type(area, [[odd]])
        for button in BOARD_BUTTONS:
            book.writes.clear()
            book.press(button.name)
            assert book.writes


def test_a_button_acts_on_the_board_in_front_and_shows_it() -> None:
    book = Book("4x6", "4x6 black")
    first, second = book.sheets[:2]
    book.activate(second)
    book.press("hint")
    assert any(second.read("typed_guesses")[0])
    assert not any(first.read("typed_guesses")[0])
    book.activate(book.scores)
    book.press("hint")
    assert first.read("typed_guesses")[0] == [1122]
    assert book.sheets.active is first


# The add-in, whose buttons are for the workbook before it


class AddIn(Book):
    """The add-in, before which there is a workbook."""

    def __init__(self, front: Book) -> None:
        super().__init__()
        self.name = "MasterMind.XLAM"
        self.sheets.clear()
        self.app = front.app


def test_the_add_in_presses_on_the_workbook_in_front() -> None:
    book = Book()
    AddIn(book).press("hint")
    assert book.board.read("typed_guesses")[0] == [1122]
    book.name = "Budget.xlsx"
    book.sheets[:] = [Sheet(book, "Sums", {})]
    book.activate(book.sheets[0])
    for button, wanted in ("hint", "a board"), ("compare", "the sheet Compare"):
        said = f"did not work: expected a workbook with {wanted}, got Budget.xlsx."
        assert said in AddIn(book).refusal(button)


@pytest.mark.long
def test_a_new_board_is_a_workbook_among_the_documents(home: Path) -> None:
    book = Book()
    own = home / "Documents" / "MasterMind.xlsm"
    own.parent.mkdir()
    own.write_text("somebody's own")
    AddIn(book).press("new_board")
    AddIn(book).press("new_board")
    assert [file.name for file in book.opened] == [
        "MasterMind 2.xlsm",
        "MasterMind 3.xlsm",
    ]
    numbers = [[b.number for b in saved_boards(file)[0]] for file in book.opened]
    assert [*map(len, numbers)] == [len(GAMES)] * 2
    assert numbers[0] != numbers[1]
    assert own.read_text() == "somebody's own"


def test_the_link_says_which_python_answers(home: Path) -> None:
    said = Book().refusal("state_of_the_link")
    assert said.startswith(f"Python answers: xl-mastermind {__version__} in Python 3.")
    assert sys.executable in said
    assert said.endswith(str(home / "xl-mastermind.log"))


# What goes wrong is told in one sentence, which xlwings hands to the macros.


def test_what_is_wrong_with_a_workbook_is_told(home: Path) -> None:
    book = Book()
    book.board.areas.clear()
    said = (
        "Explain did not work: expected a workbook with a board, got MasterMind.xlsm."
    )
    assert book.refusal("explain").startswith(said)
    book = Book()
    book.calculate()
    book.calculate = lambda: None  # type: ignore[method-assign]
    book.board.type("game", [["4x"]])
    assert book.refusal("explain").startswith("Explain did not work: expected ")
    # One whose cells lie in another workbook.
    book.board.areas["typed_guesses"] = r"='C:\My [old]\[Wages.xlsx]Mastermind'!$A$1"
    assert (
        "expected cells named typed_guesses in MasterMind.xlsm, got some in Wages.xlsx."
    ) in book.refusal("hint")
    # One that is a whole sheet.
    book.board.areas["typed_guesses"] = "=Mastermind!$A$1:$XFD$1048576"
    assert (
        "expected at most 262,144 cells named typed_guesses, got 17,179,869,184."
    ) in book.refusal("hint")
    # A name whose cells were deleted is still there.
    book.board.areas["typed_guesses"] = "=Mastermind!#REF!"
    assert book.refusal("reveal_code") == (
        "Reveal code did not work: expected cells named typed_guesses, but they were"
        f" deleted. Details: {home / 'xl-mastermind.log'}"
    )


def test_details_of_an_error_are_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(excel, "press", lambda *_: 1 / 0)
    book, log = Book(), home / "xl-mastermind.log"
    said = f"Hint did not work: ZeroDivisionError: division by zero. Details: {log}"
    assert book.refusal("hint") == said
    details = log.read_text("utf-8")
    assert "Traceback (most recent call last):" in details
    assert f"xl-mastermind {__version__}, xlwings {xlwings.__version__}" in details
    assert book.refusal("hint") == said
    assert log.read_text("utf-8").count("ZeroDivisionError") == 2
    log.write_text("x" * 1_000_000)
    assert book.refusal("hint") == said
    assert len(log.read_text("utf-8")) == 100_000
    assert log.read_text("utf-8").rstrip().endswith("division by zero")
    log.unlink()
    log.mkdir()
    kept = "ZeroDivisionError: division by zero. The details could not be kept: "
    assert kept in book.refusal("hint")


def test_a_sentence_is_one_line_and_not_long(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("one\n\n  two " + "x " * 1000)

    monkeypatch.setattr(excel, "press", fail)
    said = Book().refusal("hint")
    assert said.startswith("Hint did not work: one two x x")
    assert len(said.partition(" Details: ")[0]) < 350


def test_without_a_server_the_sentence_goes_to_standard_error(home: Path) -> None:
    """As on a Mac, and where xlwings starts a Python for each button."""
    code = "from xl_mastermind.hosts import excel; excel.hint()"
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


# The sheets that are no boards


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (
            "Mastermind",
            "Mastermind: after 1 attempt 256 codes fit. Which guess tells most?",
        ),
        ("Nowhere", "There is no board on a sheet Nowhere."),
    ],
)
def test_the_analysis_reads_the_board_that_it_names(board: str, said: str) -> None:
    book = Book()
    book.press("hint")
    (sheet,) = [each for each in book.sheets if each.contains("analysed_board")]
    sheet.type("analysed_board", [[board]])
    book.press("analyse")
    assert sheet.read(BUTTONS["analyse"].home) == [[said]]


def test_finished_games_are_added_to_the_table() -> None:
    book = Book()
    table = book.scores.tables[SCORES_SHEET]
    for blank in ([], [[None] * len(HEADS)]):
        table.content = [*map(list, blank)]
        book.press("new_game")
        book.press("solve")
        assert [row[0] for row in table.content] == [1]
    book.scores.type("player", [["Ada"]])
    book.press("clear")
    book.board.type("game_number", [[Rules(4, 6).number_of((3, 6, 2, 5))]])
    book.board.type("typed_guesses", [[3625]])
    book.press("explain")
    _, second = table.content
    assert (second[0], second[2:5]) == (2, ["Mastermind", "Ada", 1])


def test_an_older_table_keeps_a_game_by_its_own_heads() -> None:
    book = Book()
    table = book.scores.tables[SCORES_SHEET]
    table.heads = ["No.", "Guesses", "Game"]
    book.press("hint")
    book.press("solve")
    (attempts,) = [row[1] for row in table.content]
    assert table.content == [[1, attempts, "Mastermind"]]


def test_a_table_whose_heads_are_hidden_keeps_a_game() -> None:
    book = Book()
    table = book.scores.tables[SCORES_SHEET]
    table.heads = []
    book.press("solve")
    assert [(row[0], row[2]) for row in table.content] == [(1, "Mastermind")]
