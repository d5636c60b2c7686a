"""
Boards without macros and Python, in IronCalc and LibreOffice.

What a board shows there are its plain formulas, and Python has to say the same.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest
import typed_forms
from board_oracle import BoardApplication, Cells
from boards import built, write_workbook
from calc_boards import LAYOUTS, CalcBoard, type_in_cell
from cases import mark_rest_as_proof
from engines import IronCalcBoard
from libreoffice import Calc, Document
from random_games import RandomGame, differences_in_games

from xl_mastermind.board.state import new_game
from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.cells.values import pegs_as_cells
from xl_mastermind.game.game import SOMEBODY_ELSE
from xl_mastermind.game.numbers import MAX_NUMBER
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation import messages
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.sections import board_layout, board_layouts
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import remove_macros

pytestmark = pytest.mark.slow


@pytest.fixture
def boards(calc_without_extension: Calc) -> Document:
    """Return the workbook in its initial state, without the extension."""
    return calc_without_extension.shared(has_extension=False)


def file_of(folder: Path, sheet: str) -> tuple[Path, BoardLayout]:
    rules = Rules.parse(GAMES[sheet])
    file = folder / "board.xlsx"
    file.write_bytes(remove_macros(built(first_game(rules), has_optional_sheets=False)))
    return file, board_layout(new_game(rules), sheet)


PROGRAMS = (
    *(("libreoffice", "Mastermind"), ("ironcalc", "Letters")),
    ("ironcalc", "Black Pegs"),
)
"""A program for each kind of board; the formulas of a kind are the same in both."""

OTHERS = sorted({*product(("ironcalc", "libreoffice"), GAMES)} - {*PROGRAMS})


@pytest.fixture(
    params=mark_rest_as_proof((*((each,) for each in (*PROGRAMS, *OTHERS)),), 3),
    ids="-".join,
)
def program(request: pytest.FixtureRequest, tmp_path: Path) -> BoardApplication:
    """Return each board in each program, with the facts."""
    program: BoardApplication
    engine, sheet = request.param
    if engine == "libreoffice":
        program = CalcBoard(request.getfixturevalue("boards"), LAYOUTS[sheet])
    else:
        program = IronCalcBoard.of(*file_of(tmp_path, sheet))
    if "show_facts" in program.layout.ranges:
        choice = "Yes" if program.layout.is_for_children else "Numbers"
        program.type("show_facts", [[choice]])
    return program


def test_board_matches_the_model_in_random_games(program: BoardApplication) -> None:
    assert differences_in_games(program, games=3, steps=4) == []


def test_board_matches_the_model_for_odd_input(program: BoardApplication) -> None:
    game = RandomGame(program, Random(program.layout.sheet))
    game.play_odd()
    assert game.differences == []


@pytest.mark.proof
def test_board_matches_the_model_in_many_games(program: BoardApplication) -> None:
    assert differences_in_games(program, games=40, steps=3) == []


def test_luck_of_a_quarter_is_unlucky_and_a_win_shows_the_games(tmp_path: Path) -> None:
    board = IronCalcBoard.of(*file_of(tmp_path, "Mastermind"))
    board.type("codemaker", [[SOMEBODY_ELSE]])
    board.type("guess_input", [[1122], [1212], [1221], [2112]])
    luck, words = (board.layout.ranges[name].row(2) for name in ("luck", "luck_words"))
    # Before the third guess, 1221 and 2112 are left.
    board.type("feedback_input", [[2, 2], [2, 2], [0, 4], [4, 0]])
    assert (board.read(luck), board.read(words)) == ([[0.25]], [["unlucky"]])
    board.type("guess_input", [[None]], 3)
    board.type("feedback_input", [[4, 0], [None, None]], 2)
    assert (board.read(luck), board.read(words)) == ([[0.75]], [["Luck 67%"]])


@pytest.mark.parametrize(
    ("program", "count"),
    mark_rest_as_proof(
        [
            (("libreoffice", "Bulls and Cows"), 30),
            *((("libreoffice", sheet), 2_000) for sheet in GAMES),
        ]
    ),
    indirect=["program"],
)
def test_number_gives_the_code_of_python(program: BoardApplication, count: int) -> None:
    rules, draw = program.layout.rules, Random("numbers")
    some = [draw.randint(1, MAX_NUMBER) for _ in range(count)]
    for number in (1, MAX_NUMBER - 1, MAX_NUMBER, *some):
        program.type("game_number", [[str(number)]])
        code = pegs_as_cells(rules.code_from_number(number), rules)
        assert program.read(program.layout.ranges["secret"]) == [code], number
    program.type("game_number", [[MAX_NUMBER + 1]])
    assert program.read(program.layout.ranges["secret"]) == [[""] * rules.pegs]


FULL_WIDTH = "\uff11\uff11\uff12\uff12"

NUMBERS = ("2026-02-30", "1.5", "11:22", "2611", "1,000", "2026-12-31", FULL_WIDTH)
GUESSES = {
    "Mastermind": ("1.5", FULL_WIDTH, "1-1-2-2"),
    "Super": ("2026-11-26", "11/26"),
    "Bagels": ("12", "012"),
    "Bulls and Cows": ("123",),
}
"""Texts that LibreOffice converts in cells with the format General."""


@pytest.mark.parametrize(
    ("sheet", "area", "typed"),
    [
        *(("Mastermind", "game_number", number) for number in NUMBERS),
        *(
            (sheet, "guess_input", guess)
            for sheet, guesses in GUESSES.items()
            for guess in guesses
        ),
    ],
)
def test_input_stays_and_counts_once(
    boards: Document, sheet: str, area: str, typed: str
) -> None:
    board = CalcBoard(boards.show_sheet(sheet), LAYOUTS[sheet])
    type_in_cell(boards, board.layout.ranges[area].cell(0).absolute_address, typed)
    assert boards.cells(area).getCellByPosition(0, 0).getString() == typed
    assert board.expected.differences() == []


@pytest.fixture(scope="module", params=typed_forms.GAMES)
def guess(request: pytest.FixtureRequest) -> str:
    guess: str = request.param
    return guess


@pytest.fixture(scope="module", params=["ironcalc", "libreoffice"])
def small_board(
    request: pytest.FixtureRequest, guess: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BoardApplication]:
    """Yield a small board that has the guess among its codes."""
    board = first_game(Rules.parse(typed_forms.GAMES[guess]))
    file = tmp_path_factory.mktemp("forms") / "board.xlsx"
    write_workbook(file, board, has_optional_sheets=False)
    (layout,) = board_layouts([board], Edition.PLAIN)
    if request.param == "ironcalc":
        yield IronCalcBoard.of(file, layout)
        return
    calc: Calc = request.getfixturevalue("calc_without_extension")
    document = calc.open(file, AsTemplate=True)
    yield CalcBoard(document, layout)
    document.close()


def test_board_reads_all_forms_of_numbers(
    small_board: BoardApplication,
) -> None:
    board = small_board
    for typed, number in (typed_forms.NUMBERS | typed_forms.NUMBER_CELLS).items():
        board.type("game_number", [[typed]])
        assert board.read(board.layout.ranges["number"]) == [[number or ""]], typed
        refused = board.read(board.layout.ranges["message"]) == [[messages.NO_NUMBER]]
        assert refused is (number is None), typed


def test_board_reads_all_forms_of_guesses(
    small_board: BoardApplication, guess: str
) -> None:
    board = small_board
    board.type("game_number", [["1"]])
    for typed, is_right in typed_forms.GUESSES[guess].items():
        board.type("guess_input", [[typed]])
        (word,) = board.read(board.layout.ranges["words"].row(0))
        assert (word == [guess]) is is_right, typed
        assert board.read(board.layout.ranges["is_playable"].row(0)) == [[is_right]], (
            typed
        )
        ((message,),) = board.read(board.layout.ranges["message"])
        begins_game = typed == 0  # and no guess
        assert (board.read(board.layout.ranges["number"]) == [[2]]) is begins_game
        is_refused = str(message).startswith("Attempt 1: please type ")
        assert is_refused is not (is_right or begins_game)


OLD_MARKS = "There are marks (1 1) without a guess: type it, or delete all old marks."
SECOND_ANSWER = "Attempt 2: 0 black, 2 white."

SITUATIONS: dict[str, tuple[dict[str, Cells], str]] = {
    "answer": ({"guess_input": [[1122], [1344]]}, SECOND_ANSWER),
    "number after a win": (
        {"guess_input": [[1122], [4536], [384]]},
        "1,296 codes are possible. Your guess.",
    ),
    "number as long as a guess after a win": (
        {"guess_input": [[4536], [5000]]},
        "please type four digits from 1 to 6. For game 5000 type #5000.",
    ),
    "number below too many attempts": (
        {"guess_input": [*[[None]] * 26, [1122], ["#500"]]},
        messages.PRESS_NEW_GAME,
    ),
    "wrong entry where a game needs each row": (
        {"guess_input": [*[[None]] * 25, ["#500"], [77], *[[1122]] * 9]},
        f"Attempt 9: 0 black, 1 white.\n{messages.NO_ROW_LEFT}",
    ),
    "typed code": (
        {"guess_input": [[1122], ["own 3625"]]},
        "The code was 4 5 3 6. 1,296 codes are possible. Your guess.",
    ),
    "typed code with a missing peg": (
        {"guess_input": [[1122], ["own 362"]]},
        "To hide a code, type own 1122: own, a space, and four digits from 1 to 6.",
    ),
    "number in the column of a board without a game": (
        {"game_number": [[None]], "guess_input": [[None]] * 3 + [[384]]},
        messages.NO_NUMBER,
    ),
    "number below the column": (
        {"guess_input": [[1122]] * 10, "number_below": [["384"]]},
        "384 in H39 is below the attempts: delete all guesses and H39, then type",
    ),
    "number among the marks": (
        {"feedback_input": [[385, None]]},
        "385 in N3 is among the marks: for that game type #385 below the last guess.",
    ),
    "number among the marks after a turn": (
        {"guess_input": [[1122]], "feedback_input": [[385, None]]},
        "type #385 below the last guess.\nAttempt 1: 0 black, 0 white.",
    ),
    "number in the middle of a game": (
        {"guess_input": [[1122], [1344], *[[None]] * 7, [77]]},
        "Attempt 3: please type four digits from 1 to 6. For game 77 type #77.\n"
        + SECOND_ANSWER,
    ),
    "date in the middle of a game": (
        {"guess_input": [[1122], [46387]]},
        "For game 20261231 type #20261231.\nAttempt 1: 0 black, 0 white.",
    ),
    "guess after a wrong entry": (
        {"guess_input": [[9999], [1344]]},
        "Attempt 1: 0 black, 2 white.",
    ),
    "old marks": (
        {"codemaker": [[SOMEBODY_ELSE]], "feedback_input": [[1, 1], [0, 0]]},
        OLD_MARKS,
    ),
    "old marks after a turn": (
        {
            "codemaker": [[SOMEBODY_ELSE]],
            "guess_input": [[1122]],
            "feedback_input": [[0, 0], [1, 1]],
        },
        OLD_MARKS,
    ),
    "unknown codemaker": (
        {"codemaker": [["rubbish"]], "guess_input": [[1122]]},
        "Attempt 1: 0 black, 0 white.",
    ),
    "dash as a mark": (
        {
            "codemaker": [[SOMEBODY_ELSE]],
            "guess_input": [[1122]],
            "feedback_input": [["-", 0]],
        },
        messages.DASH_AS_MARK.format(attempt=1),
    ),
    "guess without marks": (
        {"codemaker": [[SOMEBODY_ELSE]], "guess_input": [[1122]]},
        "Please type the marks of attempt 1.",
    ),
}
"""What is typed besides the number 382, and a part of the message."""


@pytest.mark.parametrize(
    ("entry_count", "is_accepted"), [(0, True), (1, False), (26, False), (27, True)]
)
def test_empty_or_full_column_accepts_its_first_number(
    entry_count: int, boards: Document, *, is_accepted: bool
) -> None:
    layout = LAYOUTS["Mastermind"]
    entries: Cells = [["1122"]] * entry_count or [[None]]
    CalcBoard(boards, layout).type("guess_input", entries)
    formula = boards.cells("game_number").Validation.getFormula1()
    notes = layout.ranges["notes"].cell(0).address
    boards.formula(f"={formula}", notes)
    assert boards.cell_value(notes) == is_accepted


@pytest.mark.parametrize("situation", SITUATIONS)
def test_message_suits_the_situation(boards: Document, situation: str) -> None:
    inputs, message = SITUATIONS[situation]
    board = CalcBoard(boards, LAYOUTS["Mastermind"])
    for area, cells in ({"game_number": [[382]]} | inputs).items():
        board.type(area, cells)
    assert message in str(board.read(board.layout.ranges["message"])[0][0])
    assert board.expected.differences() == []
