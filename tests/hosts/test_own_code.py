"""A code that a player has typed in place of a game's number, in LibreOffice alone."""

from collections.abc import Iterator

import pytest
from boards import built
from calc_boards import InCalc
from libreoffice import Calc
from plain_play import Program

from xl_mastermind.draw.board.topics import board_plans
from xl_mastermind.draw.book import first_board
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.edition import Edition

pytestmark = pytest.mark.calc

BOARDS = [first_board(Rules.parse(game)) for game in ("4x6", "4x10 distinct", "4x26")]
PLANS = {at.sheet: at for at in board_plans(BOARDS, Edition.PLAIN)}


@pytest.fixture(scope="module")
def boards(
    plain_calc: Calc, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Program]]:
    file = tmp_path_factory.mktemp("own") / "boards.xlsx"
    file.write_bytes(built(*BOARDS, edition=Edition.PLAIN))
    document = plain_calc.open(file, AsTemplate=True)
    yield {name: InCalc(document, at) for name, at in PLANS.items()}
    document.close()


@pytest.mark.parametrize(
    ("name", "typed", "guess", "marks"),
    [
        ("Mastermind", "own 3625", 1632, [1, 2]),
        ("Mastermind", " OWN 3 6 2 5", 3625, [4, 0]),
        ("Bulls and Cows", "own 0123", 1023, [2, 2]),
        ("Letters", "own iris", "sirs", [1, 2]),
    ],
)
def test_a_code_is_hidden_and_answers(
    boards: dict[str, Program],
    name: str,
    typed: str,
    guess: int | str,
    marks: list[int],
) -> None:
    board = boards[name]
    board.type("game_number", [[typed]])
    board.type("typed_guesses", [[guess]])
    assert board.read(board.at.marks.row(0)) == [marks]
    is_found = marks[0] == board.at.rules.pegs
    assert board.read(board.at.code_status) == [["found" if is_found else "hidden"]]


def test_it_is_out_of_sight_until_it_is_revealed(boards: dict[str, Program]) -> None:
    board = boards["Mastermind"]
    board.type("typed_guesses", [[None], [None]])
    board.type("game_number", [["own 3625"]])
    assert board.read(board.at.hidden_code) == [["?"] * 4]
    board.type("reveal", [["Yes"]])
    assert board.read(board.at.hidden_code) == [[3, 6, 2, 5]]
    board.type("reveal", [["No"]])


def test_its_result_has_no_number(boards: dict[str, Program]) -> None:
    board = boards["Mastermind"]
    board.type("game_number", [["own 3625"]])
    board.type("typed_guesses", [[1122], [3625]])
    assert board.read(board.at.result.row(0)) == [["Mastermind in 2"]]
    board.type("game_number", [[2611]])
    board.type("typed_guesses", [[None], [None]])


@pytest.mark.parametrize("typed", ["own", "own 36", "own 9999", "own 36255"])
def test_what_is_no_code_is_told(boards: dict[str, Program], typed: str) -> None:
    board = boards["Mastermind"]
    board.type("game_number", [[typed]])
    board.type("typed_guesses", [[1122]])
    assert board.read(board.at.message) == [
        ["To hide a code of your own, type own, a blank, and four digits from 1 to 6."]
    ]
    assert board.read(board.at.marks.row(0)) == [["", ""]]
