"""
A workbook in Excel itself, by `pytest -m excel`, or in a stand-in for Excel.

With Excel, these tests start one of their own, without a window.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from time import sleep

import openpyxl
import pytest
import xlsxwriter
from excel_user import write_board_workbook
from random_games import RandomGame
from scenes import GAME, NUMBER, SHEET
from xlwings_board import XlwingsBoard, open_board

from xl_mastermind.board.buttons import BUTTONS
from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.excel.safe_xlwings import xw
from xl_mastermind.game.game import COMPUTER
from xl_mastermind.game.rules import Rules
from xl_mastermind.install import excel_steps, private_excel
from xl_mastermind.install.excel_steps import Difference, example_differences
from xl_mastermind.install.excel_trial import ExcelTrial
from xl_mastermind.install.function_examples import Example, function_examples
from xl_mastermind.sheets.board.sections import board_layout

pytestmark = [pytest.mark.slow, pytest.mark.excel]


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[XlwingsBoard]:
    layout = board_layout(first_game(Rules.parse(GAME)), SHEET)
    file = write_board_workbook(tmp_path_factory.mktemp("book"))
    with open_board(file, layout) as board:
        yield board


@pytest.fixture(scope="module")
def sheet(board: XlwingsBoard) -> xw.Sheet:
    return board.book.sheets.add("Trial", after=board.book.sheets[-1])


@pytest.mark.parametrize("example", function_examples(), ids=lambda each: each.formula)
def test_function_in_a_cell(example: Example, sheet: xw.Sheet) -> None:
    assert [*example_differences(sheet, example)] == []


@pytest.mark.parametrize(
    "step",
    [
        lambda sheet: excel_steps.game_differences(sheet, 3),
        excel_steps.click_differences,
        excel_steps.locked_cell_differences,
    ],
    ids=["games", "clicks", "locked cell"],
)
def test_step_finds_no_difference(
    step: Callable[[xw.Sheet], Iterator[Difference]], board: XlwingsBoard
) -> None:
    assert [*step(board.book.sheets[SHEET])] == []


def test_buttons_find_no_difference(board: XlwingsBoard) -> None:
    """Scenes test the buttons with the other codemakers."""
    sheet = board.book.sheets[SHEET]
    assert [*excel_steps.button_differences(board.book, sheet, [COMPUTER])] == []


@pytest.mark.parametrize("name", ["analyse", "compare"])
def test_button_of_a_sheet_writes_a_message(name: str, board: XlwingsBoard) -> None:
    differences = excel_steps.other_sheet_differences(board.book, BUTTONS[name])
    assert [*differences] == []


def test_modules_of_the_workbook_compile(board: XlwingsBoard) -> None:
    assert [*excel_steps.run_other_modules(board.book)] == []


def test_copy_result_needs_a_finished_game(
    board: XlwingsBoard, sheet: xw.Sheet
) -> None:
    name = board.layout.ranges["message"].cell(0)
    board.type("game_number", [[NUMBER]])
    board.type("guess_input", [[112], *[[None]] * (board.layout.entry_count - 1)])
    board.run_button("copy_result")
    assert board.read(name) == [["No result yet: finish the game first."]]
    board.type("guess_input", [[None], [324]], row=1)  # a row is left free
    board.run_button("copy_result")
    assert board.read(name) == [["Result copied: paste it for friends."]]
    sheet["A1"].paste("values")
    assert sheet["A1:A3"].value == [f"Little #{NUMBER} in 2", "○··", "●●●"]


def test_board_agrees_with_a_random_game(board: XlwingsBoard) -> None:
    game = RandomGame(board, Random(0))
    game.play(6)
    assert game.differences == []


def test_moved_guess_is_answered(board: XlwingsBoard) -> None:
    """No test of a board follows: in the stand-in the cell becomes a locked one."""
    sheet = board.book.sheets[SHEET]
    assert [*excel_steps.moved_guess_differences(sheet)] == []


# The report


@pytest.fixture
def trial(board: XlwingsBoard, tmp_path: Path) -> Iterator[ExcelTrial]:  # noqa: ARG001, with the stand-in
    """Return a trial in an Excel of its own, because its copies have one name."""
    folder = tmp_path / "copies"
    folder.mkdir()
    with private_excel.private_excel() as excel:
        yield ExcelTrial(excel, folder)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a workbook with one wrong value and nothing of a board but a name."""
    file = tmp_path / "Secret.xlsx"
    with xlsxwriter.Workbook(file) as book:
        book.add_worksheet("Board").write_formula("B2", "=1+1", None, 3)
        book.define_name("Board!game", "=Board!$B$2")
    return file


def test_report_names_a_wrong_value(trial: ExcelTrial, file: Path) -> None:
    *_, step = islice(trial.try_workbook(file), 3)
    assert step.result == "problem"
    assert step.details == ["1 stored values", "Board!B2: expected 3, got 2.0"]


def test_steps_survive_the_failure_of_others(trial: ExcelTrial, file: Path) -> None:
    steps = {step.text: step for step in trial.try_workbook(file)}
    assert steps["games on Board"].result == "problem"
    assert steps["functions in cells"].result == "ok"
    # The stand-in saves the stored value of a formula, not the computed one.
    assert "Traceback" not in str(steps["saved as another file"].details)


def test_comparison_names_a_missing_sheet(trial: ExcelTrial) -> None:
    (book,) = trial.excel.app.books
    differences = excel_steps.book_differences(book, {"Gone": {"A1": 1}})
    assert [*map(str, differences)] == ["Gone!A1: expected 'a sheet', got None"]


@pytest.mark.parametrize(
    ("length", "line"),
    [
        (None, "expected a workbook with a board, found none"),
        (1000, "Traceback (most recent call last):"),
    ],
    ids=["other workbook", "damaged file"],
)
def test_trial_ends_without_a_board(
    length: int | None, line: str, trial: ExcelTrial, tmp_path: Path
) -> None:
    file = tmp_path / "Secret.xlsx"
    openpyxl.Workbook().save(file)
    file.write_bytes(file.read_bytes()[:length])
    *_, step = trial.try_workbook(file)
    assert step.text == "MasterMind.xlsx opens without a repair"
    assert (step.result, step.details[0]) == ("problem", line)


def test_box_is_closed_and_reported(
    trial: ExcelTrial, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes: list[str] = []
    monkeypatch.setattr(private_excel, "close_boxes", lambda _: [*boxes])

    def show_box() -> Iterator[str]:
        """Return after the box was closed, as a call of Excel does."""
        boxes.append("MasterMind | Python failed")
        while not trial.excel.box_texts:
            sleep(0.01)
        boxes.clear()
        yield from ()

    step = trial.run("a button", show_box)
    assert (step.result, step.details) == (
        "problem",
        ["a box: MasterMind | Python failed"],
    )


def test_failed_step_has_a_traceback_without_names(
    trial: ExcelTrial, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/Zoe Ada")
    monkeypatch.setenv("LOGNAME", "zoe")

    def fail() -> Iterator[str]:
        raise OSError(f"{trial.folder}/MasterMind.xlsx, /home/Zoe Ada/x, zoe, Zoes")

    step = trial.run("a step", fail)
    assert step.result == "problem"
    assert step.details[1].split()[1].startswith('"xl_mastermind/install/excel_trial')
    assert step.details[-1] == "OSError: MasterMind.xlsx, ~/x, USER, Zoes"
