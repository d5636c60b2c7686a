"""The plain formulas in IronCalc, an engine that shares no code with LibreOffice."""

from pathlib import Path
from random import Random

import ironcalc
import pytest
from command_line import run
from engines import InIronCalc
from plain_play import Program
from random_games import GAMES_TO_PLAY, Game

from xl_mastermind.draw.board.board import board_plan, board_plans
from xl_mastermind.draw.board.plan import Plan
from xl_mastermind.draw.book import first_board, workbook_bytes
from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.board import Board
from xl_mastermind.sheet.cells import pegs_as_cells
from xl_mastermind.sheet.edition import Edition
from xl_mastermind.sheet.games import GAMES
from xl_mastermind.sheet.parts import without_macros
from xl_mastermind.sheet.sheets import SCORES_SHEET

LAYOUTS = board_plans(
    [Board.new(Rules.parse(game)) for game in GAMES.values()], Edition.PLAIN
)


def opened(folder: Path, rules: Rules, sheet: str) -> Program:
    """Return a new board on a sheet of this name."""
    file = folder / "board.xlsx"
    file.write_bytes(without_macros(workbook_bytes(first_board(rules))))
    return loaded(file, board_plan(Board.new(rules), sheet))


def loaded(file: Path, at: Plan) -> Program:
    """Return the board of a file."""
    model = ironcalc.load_from_xlsx(str(file), "en", "UTC")
    # It computes the whole file at every step, and longest what nobody reads here.
    sheets = [each["name"] for each in model.get_worksheets_properties()]
    model.delete_sheet(sheets.index(SCORES_SHEET))
    return InIronCalc(model, at)


@pytest.fixture(params=GAMES_TO_PLAY)
def program(request: pytest.FixtureRequest, tmp_path: Path) -> Program:
    """Return each board, which shows the next guess."""
    program = opened(tmp_path, Rules.parse(GAMES[request.param]), request.param)
    program.type("show_next_guess", [["Yes"]])
    return program


def test_random_games(program: Program) -> None:
    draw = Random(f"games of {program.at.sheet}")
    games = 3 if program.at.rules.code_count > 1_296 else 8
    for number in range(games):
        game = Game(program, draw)
        if number % 8:
            game.play(4)
        else:
            game.play_hints()


def test_whatever_is_typed_is_no_error(program: Program) -> None:
    Game(program, Random(program.at.sheet)).play_odd()


def test_a_number_is_the_code_that_python_says(program: Program) -> None:
    draw = Random("numbers")
    rules = program.at.rules
    some = [draw.randint(1, LARGEST_NUMBER) for _ in range(20)]
    for number in (1, LARGEST_NUMBER - 1, LARGEST_NUMBER, *some):
        program.type("game_number", [[number]])
        code = pegs_as_cells(rules.code_numbered(number), rules)
        assert program.read(program.at.secret) == [code]


@pytest.mark.long  # seven boards are computed
def test_a_game_that_was_played_before(tmp_path: Path) -> None:
    file = tmp_path / "played.xlsx"
    words = ("--game", "4x5", "--number", "2611", "--output", str(file))
    assert run("solve", *words).code == 0
    model = ironcalc.load_from_xlsx(str(file), "en", "UTC")
    (at,) = (at for at in LAYOUTS if at.sheet == "Brain Breaker")
    program = InIronCalc(model, at)
    program.type("show_next_guess", [["Yes"]])  # then it computes
    assert program.check().solved is not None
