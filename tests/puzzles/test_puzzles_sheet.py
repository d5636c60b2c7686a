"""The sheet Puzzles in IronCalc, as a file, and by place."""

from random import Random

import plain_puzzles
import pytest
from boards import built
from engines import IronCalcBoard
from plain_puzzles import KINDS

from xl_mastermind.bundle.workbook import first_board
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.spreadsheet.board import NewBoard
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.sheet_names import PUZZLES_SHEET

LITTLE = Rules(3, 4)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> IronCalcBoard:
    """Return the sheet alone: it needs none of the others."""
    file = tmp_path_factory.mktemp("puzzles") / "little.xlsx"
    file.write_bytes(built(first_board(LITTLE), edition=Edition.PLAIN))
    return IronCalcBoard.of(
        file, board_layout(NewBoard.from_rules(LITTLE)), PUZZLES_SHEET
    )


@pytest.mark.parametrize("count", [24, pytest.param(300, marks=pytest.mark.proof)])
def test_sheet_and_python_agree_on_numbers(program: IronCalcBoard, count: int) -> None:
    draw = Random("codes")
    for kind, number in plain_puzzles.cases(count):
        plain_puzzles.check(program, kind, number, draw)


def test_whatever_is_typed_is_answered_by_a_sentence(program: IronCalcBoard) -> None:
    plain_puzzles.check_odd(program, KINDS[0])


def test_numbers_days_and_games_can_be_written_in_several_ways(
    program: IronCalcBoard,
) -> None:
    plain_puzzles.check_ways_to_write(program)
