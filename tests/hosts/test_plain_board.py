"""
Boards in a LibreOffice that has no extension and runs no macros.

What a board shows there are its plain formulas, and Python has to say the same.
"""

from collections.abc import Iterator
from random import Random

import pytest
from calc_boards import LAYOUTS, InCalc
from libreoffice import Calc, Document
from plain_play import Program
from random_games import GAMES_TO_PLAY, Game

from xl_mastermind.draw.board.plan import Plan
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Code, Turn
from xl_mastermind.sheet.board import COMPUTER
from xl_mastermind.sheet.cells import pegs_as_cells, shown_text
from xl_mastermind.solve.evaluate import play

pytestmark = pytest.mark.calc


@pytest.fixture(scope="module")
def boards(plain_calc: Calc) -> Iterator[Document]:
    document = plain_calc.open(AsTemplate=True)
    yield document
    document.close()


@pytest.fixture(params=GAMES_TO_PLAY)
def program(request: pytest.FixtureRequest, boards: Document) -> Program:
    """Return each board, which shows the next guess."""
    program = InCalc(boards, LAYOUTS[request.param])
    program.type("show_next_guess", [["Yes"]])
    return program


def play_games(program: Program, name: str, games: int, steps: int) -> None:
    """Play random games, one in ten by hints alone."""
    draw = Random(f"{name} of {program.at.sheet}")
    for number in range(games):
        game = Game(program, draw)
        if number % 10:
            game.play(steps)
        else:
            game.play_hints()


def test_random_games(program: Program) -> None:
    play_games(program, "games", games=6, steps=4)


@pytest.mark.long
@pytest.mark.parametrize("sheet", ["Mastermind", "Bulls and Cows", "Black Pegs"])
def test_random_games_with_the_extension(calc: Calc, sheet: str) -> None:
    document = calc.open(AsTemplate=True)
    document.turn_to(sheet)
    program = InCalc(document, LAYOUTS[sheet], has_python=True)
    play_games(program, "games with the extension", games=6, steps=4)
    Game(program, Random(sheet)).play_odd()
    document.close()


def test_whatever_is_typed_is_no_error(program: Program) -> None:
    Game(program, Random(program.at.sheet)).play_odd()


@pytest.mark.proof
def test_many_more_random_games(program: Program) -> None:
    play_games(program, "more games", games=40, steps=3)


def guesses_by_hints(program: Program, secret: Code) -> int:
    """Return how many guesses hints need, of which each counts the codes rightly."""
    rules = program.at.rules
    program.type("codemaker", [[COMPUTER]])  # whatever another test has left there
    program.type("typed_marks", [[None] * 2] * program.at.attempts)
    program.type("typed_guesses", [[None]] * program.at.attempts)
    program.type("game_number", [[rules.number_of(secret, block=1)]])
    left = codebook(rules)
    turns: list[Turn] = []
    while not turns or turns[-1].feedback != rules.win:
        (hint,) = program.read(program.at.next_guess)
        word = "".join(map(shown_text, hint))
        guess = rules.parse_code(word)
        program.type("typed_guesses", [[int(word)]], len(turns))
        turns.append(Turn(guess, rules.answer(secret, guess)))
        row = len(turns) - 1
        assert program.read(program.at.marks.row(row)) == [[*turns[-1].feedback]]
        count = len(left.candidates(turns))
        assert program.read(program.at.codes_left.row(row)) == [[count]]
    return len(turns)


TREES = {
    "Mastermind": (1_296, 5_625, 6),
    "Brain Breaker": (625, 2_463, 5),
    "Bulls and Cows": (300, None, 7),
}
"""How many codes are found by hints, with how many guesses in all, and at most."""


@pytest.mark.parametrize(
    "tenth",
    [
        pytest.param(True, marks=pytest.mark.long),
        pytest.param(False, marks=pytest.mark.proof),
    ],
    ids=["a tenth of the codes", "all codes"],
)
@pytest.mark.parametrize("program", TREES, indirect=True)
def test_hints_find_codes_as_fast_as_can_be(program: Program, *, tenth: bool) -> None:
    rules = program.at.rules
    codes, total, most = TREES[program.at.sheet]
    chosen = Random("secrets").sample(range(rules.code_count), codes)
    book = codebook(rules)
    lengths = []
    for index in chosen[:: 10 if tenth else 1]:
        secret = book.code(index)
        lengths.append(guesses_by_hints(program, secret))
        assert lengths[-1] == len([*play(rules, secret, "optimal")])
    assert max(lengths) <= most
    assert tenth or total in {None, sum(lengths)}


@pytest.mark.parametrize("count", [30, pytest.param(2_000, marks=pytest.mark.proof)])
@pytest.mark.parametrize("at", LAYOUTS.values(), ids=[*LAYOUTS])
def test_a_number_is_the_code_that_python_says(
    boards: Document, at: Plan, count: int
) -> None:
    program, draw = InCalc(boards, at), Random("numbers")
    program.type("codemaker", [[COMPUTER]])
    some = [draw.randint(1, LARGEST_NUMBER) for _ in range(count)]
    for number in (1, LARGEST_NUMBER - 1, LARGEST_NUMBER, *some):
        program.type("game_number", [[number]])
        secret = pegs_as_cells(at.rules.code_numbered(number), at.rules)
        assert program.read(at.secret) == [secret], number
