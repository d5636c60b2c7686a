"""The swap puzzle in a LibreOffice that knows nothing of us."""

import io
from collections.abc import Iterator
from random import Random

import openpyxl
import pytest
import swap_play
from calc_boards import enter
from libreoffice import Calc, Document
from plain_play import Program
from test_plain_board import InCalc

from xl_mastermind.extra.swap_puzzle import swap_boards, swap_moves
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.build import first_board, workbook_bytes
from xl_mastermind.sheet.draw.swap import BOARD, MESSAGE, MOVES, WAY
from xl_mastermind.sheet.layout import SWAP_SHEET, BoardLayout

pytestmark = pytest.mark.calc


@pytest.fixture(scope="module")
def workbook() -> bytes:
    return workbook_bytes(first_board())


@pytest.fixture(scope="module")
def document(
    plain_calc: Calc, workbook: bytes, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Document]:
    file = tmp_path_factory.mktemp("swap") / "MasterMind.xlsm"
    file.write_bytes(workbook)
    document = plain_calc.open(file)
    document.sheet = document.model.Sheets.getByName(SWAP_SHEET)
    yield document
    document.close()


@pytest.fixture(scope="module")
def program(document: Document) -> Program:
    return InCalc(document, BoardLayout(Rules(4, 6)))


def test_a_new_workbook_has_the_values_that_are_calculated(
    program: Program, workbook: bytes
) -> None:
    swap_play.show(program, 3, [], step=0)
    swap_play.show(program, 3, [], step=None)
    book = openpyxl.load_workbook(io.BytesIO(workbook), data_only=True)
    kept = [
        ["" if value is None else value for value in row]
        for row in book[SWAP_SHEET].iter_rows(values_only=True)
    ]
    used = Area(SWAP_SHEET, 0, 0, len(kept) - 1, len(kept[0]) - 1)
    assert program.read(used) == kept


@pytest.mark.parametrize("pieces", [1, 2, 3, 4, 9, 20])
def test_random_moves(program: Program, pieces: int) -> None:
    draw = Random(f"moves of {pieces}")
    for _ in range(25):
        swap_play.check(program, pieces, swap_play.some_moves(draw, pieces))


def test_whatever_is_typed_is_no_error(program: Program) -> None:
    for odd in (*swap_play.ODD, 8):
        swap_play.check(program, 3, [3, 5, odd, 4])


def test_true_is_no_square_though_it_is_1_in_libreoffice(
    program: Program, document: Document
) -> None:
    swap_play.show(program, 1, [], step=None)
    document.model.CurrentController.setActiveSheet(document.sheet)
    for typed in ("TRUE", "=TRUE()"):
        enter(document, MOVES.cell(0).fixed, typed)
        message = document.one(MESSAGE.column(0).address)
        assert message == "Move 1: please type the number of a square, 1 to 3."


@pytest.mark.parametrize("pieces", [1, 3, 20])
@pytest.mark.parametrize("begins", ["black", "red"])
def test_it_is_solved_both_ways(program: Program, pieces: int, begins: str) -> None:
    squares = [move.start for move in swap_moves(pieces)]
    if begins == "red":
        squares = [2 * pieces + 2 - square for square in squares]
    swap_play.check(program, pieces, squares)
    # What a larger puzzle has left behind is none of this one's.
    swap_play.check(program, pieces, [*squares, 1][: MOVES.height * MOVES.width])


@pytest.mark.parametrize("pieces", [0, 21, 2.5, "three", ""])
def test_there_is_no_puzzle_of_other_pieces(program: Program, pieces: float) -> None:
    for step in (None, 3):
        seen = swap_play.show(program, pieces, [3, 5], step)
        assert swap_play.of(seen, MESSAGE)[0] == "Please type 1 to 20 pieces."
        assert {*swap_play.of(seen, BOARD), *swap_play.of(seen, WAY)} == {""}


@pytest.mark.parametrize("pieces", [1, 3, 20])
@pytest.mark.parametrize("begins", ["black", "red"])
def test_the_shortest_way_is_shown_beside_moves_that_stay(
    program: Program, pieces: int, begins: str
) -> None:
    ways = [move.start for move in swap_moves(pieces)]
    boards = swap_boards(pieces)
    if begins == "red":
        ways = [2 * pieces + 2 - square for square in ways]
        boards = [*map(swap_play.mirrored, boards)]
    count = len(ways)
    typed = [ways[0], 99, "?"]
    for step in (0, 1, count - 1, count):
        seen = swap_play.show(program, pieces, typed, step)
        assert [square for square in swap_play.of(seen, WAY) if square] == ways
        assert swap_play.of(seen, MOVES)[:4] == [*typed, ""]
        squares = [str(square) or "." for square in swap_play.of(seen, BOARD)]
        middle = (BOARD.width - len(boards[0])) // 2
        assert "".join(squares) == "." * middle + boards[step] + "." * middle
        message = f"{count} moves. Type a step to see the board after it."
        if step:
            end = boards[step - 1].index(".") + 1
            message = f"Move {step} of {count}, {ways[step - 1]} → {end}"
            message += ": all have changed sides." if step == count else "."
        assert swap_play.of(seen, MESSAGE)[0] == message
    swap_play.check(program, pieces, typed)
