"""A real window, with a real mouse, under the default macro security."""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from string import ascii_uppercase as letters
from typing import Any

import pytest
from boards import write_workbook
from calc_boards import assert_agrees, cell_text, code, formulas
from cases import mark_rest_as_proof
from libreoffice import URLS, WORKBOOK, Calc, Document, Values, options
from processes import virtual_screen, wait_for

from xl_mastermind.board.buttons import BUTTONS
from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.game.rules import Rules
from xl_mastermind.libreoffice.client import settings_file
from xl_mastermind.presentation.games import GAMES

PROGRAMS = ("Xvfb", "openbox", "xdotool", "import")

SCREEN_SIZE = 1366, 768

_WINDOW_TOP = 20
"""Row of the screen where the window begins, so that it is not maximized."""


@contextmanager
def new_screen(environ: dict[str, str], folder: Path) -> Iterator[dict[str, str]]:
    """
    Yield an environment with a virtual screen and a copy of the user's settings.

    With the same settings, a LibreOffice without a window would open the board.
    """
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    settings, lock = folder / "config", shutil.ignore_patterns(".lock")
    shutil.copytree(environ["XDG_CONFIG_HOME"], settings, ignore=lock)
    width, height = SCREEN_SIZE
    with virtual_screen("-screen", "0", f"{width}x{height}x24") as name:
        environ = environ | {"DISPLAY": name, "XDG_CONFIG_HOME": str(settings)}
        manager = subprocess.Popen(["openbox"], env=environ, stderr=subprocess.DEVNULL)
        yield environ
        manager.terminate()
        manager.wait()


class MouseAndKeys:
    """Mouse and keyboard, and an eye on the windows."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.environ = environ

    def do(self, *words: str) -> str:
        process = subprocess.run(
            ["xdotool", *words],
            env=self.environ,
            check=False,
            capture_output=True,
            encoding="utf-8",
        )
        return process.stdout

    def click(self, control: Any, *options: str, down: float = 0.5) -> None:
        self._move_to(control, down)
        self.do("click", *options, "1")

    def drag(self, start: Any, end: Any) -> None:
        self._move_to(start)
        self.do("mousedown", "1")
        self._move_to(end)
        self.do("mouseup", "1")

    def _move_to(self, control: Any, down: float = 0.5) -> None:
        self.do("mousemove", *map(str, _place(control, down)))

    def type(self, text: str) -> None:
        """Type faster than any person."""
        keys = [{"\t": "Tab", "\n": "Return"}.get(key, key) for key in text]
        self.do("key", "--delay", "0", *keys)

    def look_of(self, control: Any) -> bytes:
        """Return how a control is painted, as the text of a picture."""
        context = control.getAccessibleContext()
        corner, size = context.getLocationOnScreen(), context.getSize()
        part = f"{size.Width}x{size.Height}+{corner.X}+{corner.Y}"
        words = ["import", "-window", "root", "-crop", part, "-depth", "8", "ppm:-"]
        run = subprocess.run(words, env=self.environ, check=True, capture_output=True)
        return run.stdout

    @property
    def windows(self) -> list[str]:
        """The titles of LibreOffice's windows; the title of a box may be blank."""
        windows = self.do("search", "--onlyvisible", "--class", "office").split()
        return [self.do("getwindowname", window).strip() for window in windows]


def _place(control: Any, down: float) -> tuple[int, int]:
    """Return where a control is on the screen, `down` its height, once it stays."""
    places: list[tuple[int, int]] = []
    while len(places) < _LOOKS or len({*places[-_LOOKS:]}) > 1:
        context = control.getAccessibleContext()
        corner, size = context.getLocationOnScreen(), context.getSize()
        places.append((corner.X + size.Width // 2, corner.Y + int(size.Height * down)))
        time.sleep(0.02)
    return places[-1]


_LOOKS = 10
"""A window that is turned to another sheet, or another size, is painted later."""


def button(document: Document, caption: str) -> Any:
    form = document.sheet.DrawPage.Forms.getByIndex(0)
    controls = [form.getByIndex(index) for index in range(form.Count)]
    (control,) = [control for control in controls if control.Label == caption]
    return document.model.CurrentController.getControl(control)


def tile(document: Document, area: str, row: int, column: int) -> Any:
    """Return a cell of a named area, as people see it."""
    cell = document.cells(area).getCellByPosition(column, row).CellAddress
    window = document.model.CurrentController.Frame.ComponentWindow
    panes = panes_of(window)
    cells = [pane.getAccessibleCellAt(cell.Row, cell.Column) for pane in panes]
    return next(filter(_is_in_sight, cells), cells[0])


def _is_in_sight(cell: Any) -> bool:
    """Return whether a pane shows a cell: in other panes its size is 0."""
    return bool(cell.getAccessibleContext().getSize().Width)


def panes_of(part: Any) -> list[Any]:
    """Return the cells in a part of a window: those of frozen rows are a pane too."""
    context = part.getAccessibleContext()
    if hasattr(context, "getAccessibleCellAt"):
        return [context]
    parts = map(context.getAccessibleChild, range(context.getAccessibleChildCount()))
    return [pane for part in parts for pane in panes_of(part)]


def cursor(document: Document) -> str:
    name: str = document.model.CurrentController.getSelection().AbsoluteName
    return name.replace("$", "").rpartition(".")[2]


def wait_for_play(
    document: Document, place: str, *guesses: str, step: str = ""
) -> None:
    """Wait until the board shows guesses and then the cursor is in a cell."""

    def state() -> tuple[str, ...]:
        cells = [cell_text(cell) for (cell,) in document.read("guess_input")]
        titles = document.model.UndoManager.getAllUndoActionTitles()
        return cursor(document), titles[0] if titles else "", *filter(None, cells)

    with suppress(AssertionError):
        wait_for(lambda: state() == (place, step, *guesses), "the state")
    assert state() == (place, step, *guesses)


@pytest.fixture(scope="module")
def office(
    calc_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Calc]:
    with new_screen(calc_environment, tmp_path_factory.mktemp("screen")) as screen:
        calc = Calc(screen, "--nofirststartwizard")
        yield calc
        calc.close()


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    """Return a list with the open document, if there is one."""
    return []


@pytest.fixture
def board(office: Calc, documents: list[Document]) -> Document:
    """Return the workbook as new, in a window, as the command `open` opens it."""
    if not documents:
        documents.append(opened(office, *PLAY))
        documents[0].wait_for_all_sheets()
        documents[0].store_inputs()
    documents[0].restore_inputs()
    return documents[0]


@pytest.fixture
def empty_office(office: Calc, documents: list[Document]) -> Calc:
    while documents:
        documents.pop().close()
    return office


@pytest.fixture
def hands(office: Calc) -> MouseAndKeys:
    return MouseAndKeys(office.environ)


def opened(
    office: Calc,
    *command: str,
    boxes: int = 0,
    urls: Mapping[str, Mapping[str, str]] = URLS,
) -> Document:
    """
    Open a workbook by a command, and return the document once its buttons work.

    The key Return closes each of `boxes`; no other box may open.

    A program that opens a file in a window through UNO may wait forever, because
    LibreOffice then draws its menu in another thread than all other parts.
    """
    hands = MouseAndKeys(office.environ)
    opening = subprocess.Popen(command, env=office.environ)
    closed_boxes = 0

    def is_open() -> bool:
        nonlocal closed_boxes
        windows = hands.windows
        if len(windows) > 1:
            closed_boxes += 1
            assert closed_boxes <= boxes, f"a box has opened: {windows}"
            hands.do("key", "Return")
            wait_for(lambda: len(hands.windows) == 1, "the box to close")
        return any("LibreOffice Calc" in title for title in windows)

    wait_for(is_open, "the window")
    wait_for(office.desktop.getCurrentComponent, "the document")
    document = Document(office, office.desktop.getCurrentComponent())
    frame = document.model.CurrentController.Frame
    window, (width, height) = frame.ContainerWindow, SCREEN_SIZE
    window.setPosSize(0, _WINDOW_TOP, width, height - _WINDOW_TOP, 15)

    def has_final_position() -> bool:
        """LibreOffice counts the bar with the title once the mouse has come."""
        hands.do("mousemove", "600", "600", "mousemove", "600", "601")
        place = window.getAccessibleContext().getLocationOnScreen()
        return bool(place.Y != _WINDOW_TOP)

    wait_for(has_final_position, "the window to have its final position")
    assert opening.wait(300) == 0
    if settings_file(office.environ).exists():
        wait_for(lambda: office.workers, "the worker")
    wait_for(lambda: document.urls == urls, "all sheets")
    assert closed_boxes == boxes
    assert len(hands.windows) == 1, f"a box has opened: {hands.windows}"
    return document


PLAY = (sys.executable, "-m", "xl_mastermind", "open", str(WORKBOOK), "--in", "calc")


def test_game_is_played_with_the_keyboard(board: Document, hands: MouseAndKeys) -> None:
    board.write("game_number", (2611,))
    formulas_before = formulas(board)
    right = "".join(map(str, code(board)))
    guesses = ["1122", "3344", "5566", "1122", right]
    hands.type("".join(f"{guess}\n" for guess in guesses))
    wait_for_play(board, "H8", *guesses, step="Input")
    assert_agrees(board)
    assert board.cell_value("code_status") == "found"
    assert formulas(board) == formulas_before


def first_row(document: Document) -> int:
    row: int = document.model.CurrentController.FirstVisibleRow
    return row + 1


def test_deleted_column_starts_a_new_game(board: Document, hands: MouseAndKeys) -> None:
    board.write("game_number", (2611,))
    hands.type("1122\n3344\n")
    wait_for_play(board, "H5", "1122", "3344", step="Input")
    hands.drag(tile(board, "guess_input", 0, 0), tile(board, "guess_input", 9, 0))
    hands.do("key", "Delete")
    wait_for(lambda: board.cell_value("H3") == "", "an empty column")
    number = tile(board, "game_number", 0, 0)
    hands.click(number, down=0.75)  # the button New Game covers its upper half
    hands.do("key", "Delete")
    wait_for(lambda: board.cell_value("H2") == "", "no number")
    assert board.cell_value("message") == (
        "Type a number for a new game: 1 to 999,999,999, or a date such as 20261231."
    )
    hands.type("2612\n1122\n")
    wait_for(lambda: board.cell_value("H3") == 1122, "the guess")
    assert board.cell_value("H2") == "2612"
    assert_agrees(board)


@pytest.mark.parametrize("name", ["last attempt", "first_guess", "codemaker"])
def test_enter_keeps_the_cursor_on_the_board(
    board: Document, hands: MouseAndKeys, name: str
) -> None:
    board.write("game_number", (2611,))
    cell = ("guess_input", 9, 0) if name == "last attempt" else (name, 0, 0)
    hands.click(tile(board, *cell))
    place = cursor(board)
    hands.do("key", "F2", "Return")
    wait_for(lambda: cursor(board) != place, "the cursor to go on")
    assert first_row(board) == 3  # below the frozen rows
    assert int(re.sub(r"\D.*", "", cursor(board).lstrip(letters))) <= 13


def test_number_after_the_last_attempt_starts_its_game(
    board: Document, hands: MouseAndKeys
) -> None:
    board.write("game_number", (382,))
    hands.type("1122\n" * 10 + "384\n")
    wait_for_play(board, "H14", *["1122"] * 10, "384", step="Input")
    assert board.cell_value("message") == "1,296 codes are possible. Your guess."
    assert board.cell_value("game_number") == 382
    assert board.cell_value("number") == 384
    assert_agrees(board)


def test_button_scrolls_to_the_board(board: Document) -> None:
    board.model.CurrentController.FirstVisibleRow = 20
    board.run_button("hint")
    wait_for(lambda: first_row(board) == 3, "the board")
    assert first_row(board) == 3  # below the frozen rows


def test_tab_enters_feedback_of_somebody_else(
    board: Document, hands: MouseAndKeys
) -> None:
    board.write("codemaker", ("Somebody else",))
    formulas_before = formulas(board)
    hands.type("1122\t1\t2\n")
    wait_for_play(board, "H4", "1122", step="Input")
    hands.type("3143\t2\t0\n")
    wait_for_play(board, "H5", "1122", "3143", step="Input")
    assert board.read("feedback_input")[:2] == ((1, 2), (2, 0))
    assert board.read("codes_left")[0] == (36,)
    assert formulas(board) == formulas_before
    hands.do("key", "ctrl+z", "ctrl+z", "ctrl+z")
    wait_for_play(board, "H4", "1122", step="Input")


@pytest.mark.parametrize(
    "sheet",  # Compare: below
    mark_rest_as_proof(
        ["Little", "Analysis", *sorted({*URLS} - {"Little", "Analysis"})], 2
    ),
)
def test_click_runs_each_button(
    board: Document, hands: MouseAndKeys, sheet: str
) -> None:
    board.show_sheet(sheet)
    board.model.CurrentController.ZoomValue = 50  # all buttons are in the window

    def click(caption: str, area: str, is_done: Callable[[Values], bool]) -> None:
        """Click on a button, and wait for what it does to an area."""
        assert not is_done(board.read(area)), f"{caption} has nothing to do"
        hands.click(button(board, caption))
        wait_for(lambda: is_done(board.read(area)), f"{caption} on {sheet}")

    if sheet in GAMES:
        rules = Rules.parse(GAMES[sheet])
        board.guess(1, rules.symbols[: rules.pegs])
        click("Explain", "cached_state_key", lambda key: key == board.read("state_key"))
        click("Hint", "guess_input", lambda rows: rows[1][0] != "")
        click("Reveal Code", "code_status", lambda status: status == (("shown",),))
        click("Clear", "guess_input", lambda rows: rows[0][0] == "")
        click("Solve", "guess_input", lambda rows: rows[0][0] != "")
        click("New Game", "guess_input", lambda rows: rows[0][0] == "")
    else:
        (caption,) = URLS[sheet]
        area = next(b.marker for b in BUTTONS.values() if b.sheet == sheet)
        board.write(area, ("",))
        click(caption, area, lambda message: message != (("",),))
    assert hands.windows == ["Untitled 1 - LibreOffice Calc"]
    board.model.CurrentController.ZoomValue = 100


def test_game_is_played_with_the_mouse(board: Document, hands: MouseAndKeys) -> None:
    board.write("game_number", (2611,))
    formulas_before = formulas(board)

    def click(column: int, *options: str) -> None:
        hands.click(tile(board, "colours", 0, column), *options)

    for column, partial_guess in enumerate(("1…", "12…", "123…")):
        click(column)
        wait_for_play(board, "H3", partial_guess, step="Guess")
    assert str(board.cell_value("message")).startswith("1,296 codes are possible.")
    hands.drag(tile(board, "colours", 0, 0), tile(board, "colours", 0, 2))
    wait_for_play(board, "U2:W2", "123…", step="Guess")
    hands.do("keydown", "shift")
    click(4)
    wait_for_play(board, "U2:Y2", "123…", step="Guess")
    hands.do("keyup", "shift")
    click(2)
    wait_for_play(board, "H4", "1233", step="Guess")
    hands.do("key", "ctrl+z")
    wait_for_play(board, "H3", "123…", step="Guess")
    click(2)
    wait_for_play(board, "H4", "1233", step="Guess")
    click(4, "--repeat", "2", "--delay", "80")
    wait_for_play(board, "H4", "1233", "55…", step="Guess")
    hands.click(button(board, "Clear"))
    wait_for_play(board, "H3", step="Clear")
    for peg, colour in enumerate(right := code(board), 1):
        click(colour - 1)
        guess = "".join(map(str, right[:peg])) + "…" * (peg < 4)
        wait_for_play(board, "H3" if peg < 4 else cursor(board), guess, step="Guess")
    assert board.cell_value("code_status") == "found"
    click(0)  # begins the next game
    wait_for_play(board, "H4", guess, "1…", step="Guess")
    hands.click(tile(board, "guess_input", 5, 0))
    wait_for_play(board, "H8", guess, "1…", step="Guess")
    assert formulas(board) == formulas_before
    assert hands.windows == ["Untitled 1 - LibreOffice Calc"]


def test_clicked_button_is_repainted_and_undone(
    board: Document, hands: MouseAndKeys
) -> None:
    hint = button(board, "Hint")
    hands.click(tile(board, "guess_input", 5, 0))
    before = hands.look_of(hint)
    hands.click(hint)
    wait_for_play(board, "H4", "1122", step="Hint")
    hands.do("mousemove", "600", "600")
    wait_for(lambda: hands.look_of(hint) == before, "the button to spring back")
    hands.do("key", "ctrl+z")
    wait_for_play(board, "H3")
    assert board.model.CurrentController.ActiveSheet.Name == "Mastermind"
    hands.do("key", "ctrl+y")
    wait_for_play(board, "H4", "1122", step="Hint")
    hands.type("3344\n")
    wait_for_play(board, "H5", "1122", "3344", step="Input")


LITTLE = {name: URLS[name] for name in ("Little", "Analysis", "Compare")}
"""The buttons of a workbook with one board."""


def set_macro_security(office: Calc, level: int) -> None:
    name = "com.sun.star.configuration.ConfigurationProvider"
    path = options({"nodepath": "/org.openoffice.Office.Common/Security/Scripting"})
    access = office.office.service(name).createInstanceWithArguments(
        "com.sun.star.configuration.ConfigurationUpdateAccess", path
    )
    access.MacroSecurityLevel = level
    access.commitChanges()


@pytest.mark.parametrize(
    ("level", "boxes"),
    [
        pytest.param(0, 0, id="allowed"),
        pytest.param(1, 1, id="asked and refused", marks=pytest.mark.proof),
        pytest.param(2, 1, id="disabled", marks=pytest.mark.proof),
    ],
)
def test_workbook_opens_at_each_macro_security(
    empty_office: Calc, hands: MouseAndKeys, tmp_path: Path, level: int, boxes: int
) -> None:
    workbook = tmp_path / "Little.xlsm"
    write_workbook(workbook, first_game(Rules(3, 4)))
    set_macro_security(empty_office, level)
    command = ("soffice", str(workbook))
    document = opened(empty_office, *command, boxes=boxes, urls=LITTLE)
    document.show_sheet("Compare")
    urls = URLS["Compare"]
    wait_for(lambda: document.urls_on("Compare") == urls, "the sheet Compare")
    document.write("compare_message", ("",))
    hands.click(button(document, "Compare"))
    wait_for(lambda: document.cell_value("compare_message") != "", "Compare")
    assert len(hands.windows) == 1, f"a box has opened: {hands.windows}"
    document.close()
