"""
A workbook in Excel itself, by `pytest -m excel`, or in a stand-in for Excel.

With Excel, these tests start one of their own, without a window.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from excel_user import write_board_workbook
from random_games import RandomGame
from scenes import GAME, SHEET
from xlwings_board import XlwingsBoard, open_board

from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.excel.safe_xlwings import xw
from xl_mastermind.game.game import COMPUTER
from xl_mastermind.game.rules import Rules
from xl_mastermind.install import excel_steps
from xl_mastermind.install.excel_steps import Difference, example_differences
from xl_mastermind.install.excel_trial import ExcelTrial
from xl_mastermind.install.function_examples import Example, function_examples
from xl_mastermind.install.private_excel import PrivateExcel
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


def test_buttons_find_no_difference(
    board: XlwingsBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenes test the buttons with the other codemakers."""
    monkeypatch.setattr(excel_steps, "CODEMAKERS", [COMPUTER])
    sheet = board.book.sheets[SHEET]
    assert [*excel_steps.button_differences(board.book, sheet)] == []


def test_comparison_names_changed_cells(board: XlwingsBoard) -> None:
    sheet = board.book.sheets[SHEET]
    values = excel_steps.sheet_values(sheet)
    address = board.layout.ranges["message"].cell(0).address
    correct = values[address]
    values[address] = "another text"
    (difference,) = excel_steps.sheet_differences(sheet, values)
    assert str(difference) == (
        f"{SHEET}!{address}: expected 'another text', got {correct!r}"
    )


def test_failed_step_has_a_traceback_without_names(
    board: XlwingsBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/Zoe Ada")
    monkeypatch.setenv("LOGNAME", "zoe")

    def fail() -> Iterator[str]:
        raise OSError(f"{tmp_path}/MasterMind.xlsx, /home/Zoe Ada/x, zoe, Zoes")

    trial = ExcelTrial(PrivateExcel(board.book.app), tmp_path)
    step = trial.run("a step", fail)
    assert step.result == "problem"
    assert step.details[1].split()[1].startswith('"xl_mastermind/install/excel_trial')
    assert step.details[-1] == "OSError: MasterMind.xlsx, ~/x, USER, Zoes"


def test_copy_result_confirms_the_copy(board: XlwingsBoard) -> None:
    [*excel_steps.game_differences(board.book.sheets[SHEET])]
    board.run_button("copy_result")
    (((message,),)) = board.read(board.layout.ranges["message"].cell(0))
    assert message == "Result copied: paste it for friends."


@pytest.mark.parametrize("seed", range(2))
def test_board_agrees_with_random_games(seed: int, board: XlwingsBoard) -> None:
    game = RandomGame(board, Random(seed))
    game.play(6)
    assert game.differences == []


def test_moved_guess_is_answered(board: XlwingsBoard) -> None:
    """This test is the last: in the stand-in the cell becomes a locked one."""
    sheet = board.book.sheets[SHEET]
    assert [*excel_steps.moved_guess_differences(sheet)] == []
