"""Excel's buttons under xlwings' own code: conversion, COM server and engine."""

import importlib
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import xlwings
from boards import saved_boards
from fake_windows import (
    AUTOMATIC,
    CELLS,
    MANUAL,
    ServerError,
    Sheet,
    Table,
    Workbook,
    windows,
)

from xl_mastermind import __version__
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.board import INPUTS, Board
from xl_mastermind.sheet.buttons import BOARD_BUTTONS, Button, press
from xl_mastermind.sheet.layout import (
    ANALYSIS_SHEET,
    COMPARE_SHEET,
    SCORES,
    SCORES_AREAS,
    SCORES_SHEET,
    STATE_SHEET,
    AnalysisLayout,
    BoardLayout,
    CompareLayout,
    board_layouts,
    sheet_areas,
)

SHEET_INPUTS = [area for area in INPUTS if area != "reveal"]
"""The areas that a board with buttons has: `reveal` is one of the other edition."""

DRAWN_ANEW = {"game_number", "noted_for", "mirror_key"}
"""What New Game writes as nobody foresees; the last by the time of day."""

GAMES = [
    "4x6",
    "4x5",
    "4x10 distinct",
    "3x26",
    "5x8",
    "4x6 black",
    "3x4 symbols=FALS",
]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let a user's folder be empty."""
    folder = tmp_path / "home"
    folder.mkdir()
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(folder))
    return folder


@pytest.fixture(scope="module")
def host() -> Iterator[ModuleType]:
    with windows() as module:
        yield module


def name_areas(sheet: Sheet, areas: Mapping[str, Area]) -> None:
    """Give a sheet the names of its areas, some of which lie on the sheet State."""
    for name, area in areas.items():
        state = area.sheet == STATE_SHEET
        other = sheet.Parent.Worksheets(STATE_SHEET) if state else sheet
        sheet.name(name, other, area.address)


class Game:
    """A board of a workbook, whose buttons are pressed as VBA does."""

    def __init__(
        self,
        host: ModuleType,
        game: str,
        secret: tuple[int, ...] | None = None,
        *,
        at: BoardLayout | None = None,
        book: Workbook | None = None,
    ) -> None:
        self.rules = Rules.parse(game)
        at = at or BoardLayout(self.rules)
        self.areas = at.areas
        self.book = book or Workbook(at.sheet, "Help", STATE_SHEET)
        self.sheet = self.book.Worksheets(at.sheet)
        name_areas(self.sheet, self.areas)
        self._host = host
        board = Board.new(self.rules, secret or tuple(range(1, self.rules.pegs + 1)))
        for name, rows in board.to_values().items():
            self.type(name, rows)

    def type(self, name: str, rows: list[list[object]]) -> None:
        self.sheet.Names[name].RefersToRange.fill(rows)

    def read(self, name: str) -> list[list[object]]:
        value = self.sheet.Names[name].RefersToRange.Value
        rows = value if isinstance(value, tuple) else ((value,),)
        return [[*row] for row in rows]

    def read_all(self) -> dict[str, list[list[object]]]:
        return {name: self.read(name) for name in self.sheet.Names}

    def press(self, name: str) -> None:
        engine: Any = importlib.import_module("xlwings._xlwindows")
        engine.BOOK_CALLER = self.book
        vars(self._host)[name]()

    def message(self) -> object:
        return self.read("mirror_message")[0][0]


@pytest.mark.parametrize("button", BOARD_BUTTONS, ids=lambda b: b.name)
@pytest.mark.parametrize("game", GAMES)
def test_a_button_writes_what_the_board_says(
    game: str, button: Button, host: ModuleType
) -> None:
    played = Game(host, game)
    played.type("guesses", Board.new(played.rules).with_guess(0, []).guesses[1:])
    before = {area: played.read(area) for area in SHEET_INPUTS}
    played.press(button.name)
    for area, rows in press(button.name, before).items():
        if button.name == "new_game" and area in DRAWN_ANEW:
            continue
        shown = [[None if cell == "" else cell for cell in row] for row in rows]
        assert played.read(area) == shown, area


def test_nothing_is_shown_before_all_is_written(host: ModuleType) -> None:
    game = Game(host, "4x6")
    game.press("hint")
    excel = game.book.Application
    assert set(excel.writes) == {(False, MANUAL, False)}
    assert (excel.ScreenUpdating, excel.Calculation) == (True, AUTOMATIC)
    assert excel.EnableEvents


def test_a_full_game_by_buttons(host: ModuleType) -> None:
    game = Game(host, "4x6", secret=(3, 6, 2, 5))
    game.press("hint")
    assert game.read("guesses")[0] == [1, 1, 2, 2]
    assert game.message() == "1 black, 0 white: 256 codes left."
    game.press("solve")
    assert str(game.message()).startswith("Knuth found it in ")
    solved = [row for row in game.read("guesses") if row[0]]
    assert solved[-1] == [3, 6, 2, 5]
    game.press("hint")
    assert game.message() == "This game is over: press New Game."
    game.press("clear")
    assert not any(map(any, game.read("guesses")))
    assert game.read("game_number") == [[Rules(4, 6).number_of((3, 6, 2, 5))]]
    game.press("reveal_code")
    assert game.read("revealed") == [["shown"]]
    assert str(game.message()).startswith("The code is 3 6 2 5.\n")
    game.press("new_game")
    assert game.read("revealed") == [[None]]
    ((number,),) = game.read("game_number")
    assert number in range(1, 1_000_000)
    assert game.read("noted_for") == [[number]]
    # It is a formula of the number, which no button writes over.
    assert game.read("secret") == [[None] * 4]


@pytest.mark.parametrize(("given", "_"), CELLS.values(), ids=CELLS)
def test_whatever_stands_in_the_cells_a_button_answers(
    given: object, _: object, host: ModuleType
) -> None:
    game = Game(host, "4x6")
    for name in ("guesses", "typed_marks"):
        game.type(name, [[given] * game.areas[name].width])
    for name in ("strategy", "first_guess", "show_marks", "codemaker"):
        game.type(name, [[given]])
    for button in BOARD_BUTTONS:
        game.press(button.name)
        assert game.message()


def test_a_board_may_be_moved_and_its_sheet_renamed(host: ModuleType) -> None:
    game = Game(host, "4x6")
    values = game.read_all()
    for name in game.sheet.Names.values():
        name.RefersToRange.Row += 3
    for area, rows in values.items():
        game.type(area, rows)
    game.sheet.Name = "Ann's board"
    game.press("hint")
    assert game.read("guesses")[0] == [1, 1, 2, 2]


def test_buttons_act_on_the_board_where_they_stand(host: ModuleType) -> None:
    boards = board_layouts(map(Rules.parse, GAMES))
    book = Workbook(*(at.sheet for at in boards), "Help", STATE_SHEET)
    games = [
        Game(host, game, at=at, book=book)
        for game, at in zip(GAMES, boards, strict=True)
    ]
    for sheet, place in (
        (2, "guesses"),
        (4, "guesses"),
        (2, "game_number"),
        (0, "guesses"),
    ):
        before = [game.read_all() for game in games]
        played = games[sheet]
        book.ActiveSheet = played.sheet
        played.press("hint" if place == "guesses" else "new_game")
        after = [game.read_all() for game in games]
        changed = [i for i in range(len(games)) if after[i] != before[i]]
        assert changed == [sheet]
        assert any(after[sheet][place][0])


def test_a_button_finds_its_board_from_another_sheet(host: ModuleType) -> None:
    game = Game(host, "4x6")
    game.book.ActiveSheet = game.book.Worksheets("Help")
    game.press("hint")
    assert game.read("guesses")[0] == [1, 1, 2, 2]
    assert not game.book.Worksheets("Help").cells
    assert game.book.ActiveSheet is game.sheet


def test_a_button_reads_each_of_its_areas_once(host: ModuleType) -> None:
    game = Game(host, "4x6")
    game.press("check")
    assert game.book.Application.reads == len(SHEET_INPUTS)
    with_scores(game)
    game.book.Application.reads = 0
    game.press("check")
    # The table and the player's name.
    assert game.book.Application.reads == len(SHEET_INPUTS) + 2


# The add-in, whose buttons are for the workbook before it


class BeforeAddIn(Game):
    """A board whose buttons are those of the add-in."""

    def press(self, name: str) -> None:
        add_in = Workbook("xlwings.conf", "Error")
        add_in.Name = "MasterMind.XLAM"
        add_in.Application = self.book.Application
        engine: Any = importlib.import_module("xlwings._xlwindows")
        engine.BOOK_CALLER = add_in
        vars(self._host)[name]()
        assert not add_in.Worksheets("Error").cells


def test_the_add_in_presses_on_the_workbook_in_front(host: ModuleType) -> None:
    game = BeforeAddIn(host, "4x6", secret=(3, 6, 2, 5))
    game.press("hint")
    assert game.read("guesses")[0] == [1, 1, 2, 2]
    assert game.message() == "1 black, 0 white: 256 codes left."


@pytest.mark.parametrize(
    ("button", "wanted"), [("hint", "a board"), ("compare", "the sheet Compare")]
)
def test_the_add_in_says_that_there_is_no_board_in_front(
    button: str, wanted: str, host: ModuleType
) -> None:
    game = BeforeAddIn(host, "4x6")
    game.book.Name = "Budget.xlsx"
    game.sheet.Names.clear()
    said = f"did not work: expected a workbook with {wanted}, got Budget.xlsx."
    assert said in refusal(game, button)


@pytest.mark.long
def test_a_new_board_is_a_workbook_among_the_documents(
    host: ModuleType, home: Path
) -> None:
    game = BeforeAddIn(host, "4x6")
    (home / "Documents").mkdir()
    (home / "Documents" / "MasterMind.xlsm").write_text("somebody's own")
    before = game.read_all()
    game.press("new_board")
    game.press("new_board")
    first, second = game.book.Application.opened
    assert first == home / "Documents" / "MasterMind 2.xlsm"
    assert second == home / "Documents" / "MasterMind 3.xlsm"
    numbers = [[b.number for b in saved_boards(p)[0]] for p in (first, second)]
    assert len(numbers[0]) == len(GAMES)
    assert numbers[0] != numbers[1]
    assert game.read_all() == before
    assert (home / "Documents" / "MasterMind.xlsm").read_text() == "somebody's own"


def test_the_link_says_which_python_answers(host: ModuleType, home: Path) -> None:
    said = refusal(BeforeAddIn(host, "4x6"), "state_of_the_link")
    assert said.startswith(f"Python answers: xl-mastermind {__version__} in Python 3.")
    assert sys.executable in said
    assert said.endswith(str(home / "xl-mastermind.log"))


# What goes wrong is told in one sentence, which xlwings hands to the macros.


def refusal(game: Game, button: str) -> str:
    """Return the sentence that is told when a button fails."""
    with pytest.raises(ServerError) as told:
        game.press(button)
    assert told.value.scode < 0
    assert told.value.description == str(told.value)
    assert "\n" not in told.value.description
    return told.value.description


def test_deleted_cells_are_told(host: ModuleType, home: Path) -> None:
    game = Game(host, "4x6")
    game.sheet.Names["guesses"].delete()
    assert refusal(game, "reveal_code") == (
        "Reveal code did not work: expected cells named guesses, but they were"
        f" deleted. Details: {home / 'xl-mastermind.log'}"
    )


def test_a_workbook_without_a_board_is_told(host: ModuleType) -> None:
    game = Game(host, "4x6")
    game.sheet.Names.clear()
    assert refusal(game, "check").startswith(
        "Check did not work: expected a workbook with a board, got MasterMind.xlsm."
    )


def test_a_broken_game_is_told(host: ModuleType) -> None:
    game = Game(host, "4x6")
    game.type("game", [["4x"]])
    assert refusal(game, "check").startswith("Check did not work: expected ")


def test_details_of_an_error_are_kept(
    host: ModuleType, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(host, "4x6")
    monkeypatch.setattr(host, "press", lambda *_: 1 / 0)
    log = home / "xl-mastermind.log"
    said = f"Hint did not work: ZeroDivisionError: division by zero. Details: {log}"
    assert refusal(game, "hint") == said
    details = log.read_text("utf-8")
    assert "Traceback (most recent call last):" in details
    assert f"xl-mastermind {__version__}, xlwings {xlwings.__version__}" in details
    assert refusal(game, "hint") == said
    assert log.read_text("utf-8").count("ZeroDivisionError") == 2
    log.write_text("x" * 1_000_000)
    assert refusal(game, "hint") == said
    assert len(log.read_text("utf-8")) == 100_000
    assert log.read_text("utf-8").rstrip().endswith("division by zero")


def test_a_sentence_is_one_line_and_not_long(
    host: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("one\n\n  two " + "x " * 1000)

    game = Game(host, "4x6")
    monkeypatch.setattr(host, "press", fail)
    said = refusal(game, "hint")
    assert said.startswith("Hint did not work: one two x x")
    assert len(said.partition(" Details: ")[0]) < 350


def test_the_sentence_is_told_where_details_cannot_be_kept(
    host: ModuleType, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(host, "4x6")
    monkeypatch.setattr(host, "press", lambda *_: 1 / 0)
    (home / "xl-mastermind.log").mkdir()
    assert refusal(game, "hint").startswith(
        "Hint did not work: ZeroDivisionError: division by zero."
        " The details could not be kept: "
    )


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


def with_sheet(game: Game, name: str) -> Sheet:
    """Give a workbook the sheet Analysis or Compare, under another name."""
    sheet = Sheet(game.book, f"My {name}")
    game.book.Worksheets.append(sheet)
    name_areas(sheet, sheet_areas(4)[name])
    return sheet


@pytest.mark.parametrize(("board", "rows"), [("Mastermind", 14), ("Nowhere", 0)])
def test_the_analysis_reads_the_board_that_it_names(
    board: str, rows: int, host: ModuleType
) -> None:
    game = Game(host, "4x6", secret=(3, 6, 2, 5))
    sheet, at = with_sheet(game, ANALYSIS_SHEET), AnalysisLayout(4)
    game.press("hint")
    sheet.fill(at.analysed_board.address, [[board]])
    before = game.read_all()
    game.press("analyse")
    assert game.read_all() == before
    ranked = sheet.Range(at.ranked_guesses.column(0).address).Value
    assert isinstance(ranked, tuple)
    assert sum(row[0] is not None for row in ranked) == rows
    said = str(sheet.Range(at.analysis_message.address).Value)
    after = "After 1 attempt 256 codes fit. Which guess tells most?"
    assert said == (after if rows else "There is no board on a sheet Nowhere.")


def test_the_comparison_is_written_block_by_block(host: ModuleType) -> None:
    game = Game(host, "4x6")
    sheet, at = with_sheet(game, COMPARE_SHEET), CompareLayout(4)
    sheet.fill(at.compared_code.address, [[4.0, 5.0, 6.0, 3.0]])
    sheet.fill(at.strategy_6.address, [["Minimax"]])
    game.press("compare")
    assert sheet.Range(at.guesses_6.address).Value == 4
    assert sheet.Range(at.figures_6.address).Value == ((4.4969,), (6,), (5828,))
    assert sheet.Range(at.guesses_1.address).Value is None


# The scores


def with_scores(game: Game) -> Sheet:
    """Give a workbook an empty table of scores, on a sheet that was renamed."""
    sheet = Sheet(game.book, "My scores")
    game.book.Worksheets.append(sheet)
    sheet.ListObjects[SCORES_SHEET] = Table(sheet, SCORES_SHEET, SCORES.address)
    name_areas(sheet, sheet_areas(4)[SCORES_SHEET])
    return sheet


def score_rows(sheet: Sheet) -> list[tuple[object, ...]]:
    body = sheet.ListObjects[SCORES_SHEET].DataBodyRange.Value
    return [*body] if isinstance(body, tuple) else []


def test_finished_games_are_added_to_the_table(host: ModuleType) -> None:
    game = Game(host, "4x6", secret=(3, 6, 2, 5))
    sheet = with_scores(game)
    game.press("hint")
    assert score_rows(sheet) == [(None,) * 7]
    game.press("solve")
    game.press("clear")
    game.press("new_game")
    game.press("solve")
    first, second = score_rows(sheet)
    assert first[0] == 1
    assert first[2:5] == ("Mastermind", "Knuth", 5.0)
    assert second[0] == 2


def test_a_button_takes_a_table_whose_rows_are_deleted(host: ModuleType) -> None:
    game = Game(host, "4x6", secret=(3, 6, 2, 5))
    sheet = with_scores(game)
    sheet.ListObjects[SCORES_SHEET].clear()
    game.press("hint")
    assert game.read("guesses")[0] == [1, 1, 2, 2]
    game.press("solve")
    ((number, *_),) = score_rows(sheet)
    assert number == 1


def test_the_name_is_read_where_the_scores_are(host: ModuleType) -> None:
    game = Game(host, "4x6", secret=(3, 6, 2, 5))
    sheet = with_scores(game)
    sheet.fill(SCORES_AREAS["player"].address, [["Ada"]])
    game.type("guesses", [[3, 6, 2, 5]])
    game.press("check")
    ((*_, breaker, guesses, _, _),) = score_rows(sheet)
    assert (breaker, guesses) == ("Ada", 1)


def test_the_screen_moves_again_after_an_error(
    host: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(host, "4x6")
    monkeypatch.setattr(host, "press", lambda *_: {"guesses": [[object()]]})
    assert "COM knows no" in refusal(game, "hint")
    excel = game.book.Application
    assert (excel.ScreenUpdating, excel.Calculation) == (True, AUTOMATIC)
