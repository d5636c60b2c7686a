"""Codes typed in place of a game's number, and codes revealed, in LibreOffice alone."""

from collections.abc import Iterator

import pytest
from board_oracle import BoardApplication
from boards import built
from calc_boards import CalcBoard
from libreoffice import Calc

from xl_mastermind.bundle.workbook import first_board
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.sections import board_layouts
from xl_mastermind.spreadsheet.edition import Edition

BOARDS = [first_board(Rules.parse(game)) for game in ("4x6", "4x10 distinct", "4x26")]
PLANS = {at.sheet: at for at in board_layouts(BOARDS, Edition.PLAIN)}


@pytest.fixture(scope="module")
def boards(
    calc_without_extension: Calc, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, BoardApplication]]:
    file = tmp_path_factory.mktemp("own") / "boards.xlsx"
    file.write_bytes(built(*BOARDS, edition=Edition.PLAIN))
    document = calc_without_extension.open(file, AsTemplate=True)
    yield {name: CalcBoard(document, at) for name, at in PLANS.items()}
    document.close()


@pytest.mark.parametrize(
    ("name", "typed", "guess", "marks"),
    [
        ("Mastermind", "own 3625", 1632, [1, 2]),
        ("Mastermind", " OWN 3 6 2 5", 3625, [4, 0]),
        ("Bulls and Cows", "own 0123", 1023, [2, 2]),
        ("Letters", "*iris", "sirs", [1, 2]),
        ("Letters", "\u202f* I r\u00a0is", "sirs", [1, 2]),
        ("Mastermind", "own\u00a03625", 1632, [1, 2]),
    ],
)
def test_own_code_is_hidden_and_gives_feedback(
    boards: dict[str, BoardApplication],
    name: str,
    typed: str,
    guess: int | str,
    marks: list[int],
) -> None:
    board = boards[name]
    board.type("game_number", [[typed]])
    board.type("guess_input", [[guess]])
    assert board.read(board.at.ranges["computed_feedback"].row(0)) == [marks]
    is_found = marks[0] == board.at.rules.pegs
    assert board.read(board.at.ranges["code_status"]) == [
        ["found" if is_found else "hidden"]
    ]


def test_own_code_is_invisible_until_revealed(
    boards: dict[str, BoardApplication],
) -> None:
    board = boards["Mastermind"]
    board.type("guess_input", [[None], [None]])
    board.type("game_number", [["own 3625"]])
    assert board.read(board.at.ranges["hidden_code"]) == [["?"] * 4]
    ((_, key),) = board.read(board.at.ranges["reveal_choices"])
    assert "3625" not in str(key)
    board.type("reveal", [[key]])
    assert board.read(board.at.ranges["hidden_code"]) == [[3, 6, 2, 5]]
    board.type("game_number", [["own 3626"]])
    assert board.read(board.at.ranges["hidden_code"]) == [["?"] * 4]


def test_new_number_hides_the_code_again(
    boards: dict[str, BoardApplication],
) -> None:
    for board in boards.values():
        board.type("guess_input", [[None], [None]])
        board.type("game_number", [[382]])
        assert board.read(board.at.ranges["reveal_choices"]) == [["No", 382]]
        board.type("reveal", [["382"]])
        assert board.read(board.at.ranges["code_status"]) == [["shown"]]
        for number in ("383", None, "x", "No"):
            board.type("game_number", [[number]])
            assert board.read(board.at.ranges["code_status"]) == [["hidden"]], number
            assert board.read(board.at.ranges["hidden_code"]) == [
                ["?"] * board.at.rules.pegs
            ]
        board.type("game_number", [[382]])
        assert board.read(board.at.ranges["code_status"]) == [["shown"]]
        board.type("reveal", [["No"]])
        assert board.read(board.at.ranges["code_status"]) == [["hidden"]]


def test_result_of_own_code_has_no_number(boards: dict[str, BoardApplication]) -> None:
    board = boards["Mastermind"]
    board.type("game_number", [["own 3625"]])
    board.type("guess_input", [[1122], [3625]])
    assert board.read(board.at.ranges["result"].row(0)) == [["Mastermind in 2"]]
    board.type("game_number", [[2611]])
    board.type("guess_input", [[None], [None]])


DIGITS = "To hide a code, type own 1122: own, a space, and four digits from 1 to 6."
LETTERS = "To hide a code, type *AABB: an asterisk and four letters from A to Z."


@pytest.mark.parametrize(
    ("name", "typed", "message"),
    [
        *(
            ("Mastermind", typed, DIGITS)
            for typed in ("own", "own 36", "own 9999", "own 36255", "*3625")
        ),
        *(("Letters", typed, LETTERS) for typed in ("*", "own plum", "*plums")),
    ],
)
def test_message_shows_how_to_hide_a_code(
    boards: dict[str, BoardApplication], name: str, typed: str, message: str
) -> None:
    board = boards[name]
    board.type("game_number", [[typed]])
    board.type("guess_input", [[board.at.rules.symbols[:4]]])
    assert board.read(board.at.ranges["message"]) == [[message]]
    assert board.read(board.at.ranges["computed_feedback"].row(0)) == [["", ""]]
