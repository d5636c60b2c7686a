"""
Boards without macros and Python, in four programs.

What a board shows there are its plain formulas, and Python has to say the same.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import ironcalc
import pytest
import typed_forms
from board_oracle import BoardApplication, Cells, ExpectedBoard
from boards import built, write_workbook
from calc_boards import LAYOUTS, CalcBoard, type_in_cell
from command_line import run
from engines import AsposeBoard, IronCalcBoard, OnlyOfficeBoard
from libreoffice import Calc, Document
from random_games import RANDOM_GAMES, RandomGame

from xl_mastermind.bundle.workbook import first_board
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.sections import board_layout, board_layouts
from xl_mastermind.solve.evaluation import play
from xl_mastermind.solve.rating import rate_turns
from xl_mastermind.spreadsheet.board import COMPUTER, SOMEBODY_ELSE, NewBoard
from xl_mastermind.spreadsheet.cells import RangeValues, cell_text, pegs_as_cells
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.functions import expected_left, partition
from xl_mastermind.spreadsheet.games import GAMES
from xl_mastermind.spreadsheet.package import remove_macros


@pytest.fixture(scope="module")
def opened(calc_without_extension: Calc) -> Iterator[Document]:
    """Return the workbook in a LibreOffice that knows nothing of us."""
    document = calc_without_extension.open(AsTemplate=True)
    document.store_inputs()
    yield document
    document.close()


@pytest.fixture
def boards(opened: Document) -> Document:
    """Return the workbook as new."""
    opened.restore_inputs()
    return opened


def file_of(folder: Path, sheet: str) -> tuple[Path, BoardLayout]:
    """Return a workbook of one board, and what its sheet is."""
    rules = Rules.parse(GAMES[sheet])
    file = folder / "board.xlsx"
    file.write_bytes(remove_macros(built(first_board(rules))))
    return file, board_layout(NewBoard.from_rules(rules), sheet)


@pytest.fixture(params=RANDOM_GAMES)
def sheet(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(params=["ironcalc", "libreoffice"])
def program(
    request: pytest.FixtureRequest, sheet: str, tmp_path: Path
) -> BoardApplication:
    """Return each board in each program, with the next guess and the facts."""
    program: BoardApplication
    if request.param == "ironcalc":
        program = IronCalcBoard.of(*file_of(tmp_path, sheet))
    else:
        program = CalcBoard(request.getfixturevalue("boards"), LAYOUTS[sheet])
    program.type("show_next_guess", [["Yes"]])
    if "show_facts" in program.at.ranges:
        choice = "Yes" if program.at.has_few_codes else "Numbers"
        program.type("show_facts", [[choice]])
    return program


@pytest.fixture
def onlyoffice(sheet: str, tmp_path: Path) -> Iterator[BoardApplication]:
    """Return each board in ONLYOFFICE."""
    docbuilder = pytest.importorskip(
        "docbuilder", reason="needs ONLYOFFICE: make proofs"
    )
    builder, (file, at) = docbuilder.CDocBuilder(), file_of(tmp_path, sheet)
    assert builder.OpenFile(str(file), "") == 0
    yield OnlyOfficeBoard(builder, at)
    builder.CloseFile()


def differences_in_games(
    program: BoardApplication, games: int, steps: int
) -> list[str]:
    """Play random games, one in ten by hints alone; return the wrong values."""
    draw = Random(f"games of {program.at.sheet}")
    wrong = []
    for number in range(games):
        game = RandomGame(program, draw)
        if number % 10:
            game.play(steps)
        else:
            game.play_hints()
        wrong += game.differences
    return wrong


def test_board_matches_the_model_in_random_games(program: BoardApplication) -> None:
    assert differences_in_games(program, games=6, steps=4) == []


@pytest.mark.proof
def test_onlyoffice_matches_the_model_in_random_games(
    onlyoffice: BoardApplication,
) -> None:
    games = 12 if len(onlyoffice.codes) <= 1_296 else 3  # a key takes it seconds
    assert differences_in_games(onlyoffice, games=games, steps=4) == []


@pytest.mark.parametrize("name", ["Mastermind", "Bulls and Cows"])
def test_extension_matches_the_model_in_random_games(
    board: Document, name: str
) -> None:
    program = CalcBoard(board.show_sheet(name), LAYOUTS[name], has_python=True)
    game = RandomGame(program, Random(name))
    game.play_odd()
    assert game.differences + differences_in_games(program, games=6, steps=4) == []


def test_board_matches_the_model_for_odd_input(program: BoardApplication) -> None:
    game = RandomGame(program, Random(program.at.sheet))
    game.play_odd()
    assert game.differences == []


@pytest.mark.proof
def test_board_matches_the_model_in_many_games(program: BoardApplication) -> None:
    assert differences_in_games(program, games=40, steps=3) == []


# How good each guess was

WITH_LISTS = [name for name, plan in LAYOUTS.items() if "luck" in plan.ranges]


def python_says(board: ExpectedBoard) -> dict[str, RangeValues]:
    """Return what functions give for the columns of averages and of luck."""
    blank = [""] * board.at.input_mark_count
    averages: RangeValues = [[""] for _ in range(board.at.attempts)]
    lucks: RangeValues = [[""] for _ in range(board.at.attempts)]
    guesses: RangeValues = [[""]]
    feedback: RangeValues = [[*blank]]
    ratings = rate_turns(board.rules, board.as_turns, time_limit=0)
    for (row, marks), rating in zip(board.turns.items(), ratings, strict=True):
        if board.solved is not None and row > board.solved:
            break
        asked = (board.words[row], guesses, feedback, str(board.rules))
        parts = partition(*asked)
        assert isinstance(parts, list), parts
        sizes = [int(size) for *_, size in parts]
        averages[row] = [sum(size * size for size in sizes) / sum(sizes)]
        assert [expected_left(*asked)] == averages[row]
        lucks[row] = ["" if rating.luck is None else rating.luck]
        guesses.append([board.words[row]])
        feedback.append([*marks])
    return {"expected_left": averages, "luck": lucks}


def rating_differences(program: BoardApplication, games: int) -> list[object]:
    """Return the averages and luck that differ from a naive count or functions."""
    draw = Random(f"rated games of {program.at.sheet}")
    # Ratings search for the best guess, which takes seconds in Bulls and Cows.
    is_small = program.at.rules.code_count <= 1_296
    wrong: list[object] = []
    for number in range(games):
        game = RandomGame(program, draw)
        board = game.play_at_once()
        wrong += game.differences
        if number % 30 and not is_small:
            continue
        for name, column in python_says(board).items():
            if program.read(program.at.ranges[name]) != column:
                wrong.append((name, column, board.typed))
    return wrong


@pytest.mark.parametrize(
    ("sheet", "games"),
    [
        ("Mastermind", 3),
        *(pytest.param(sheet, 300, marks=pytest.mark.proof) for sheet in WITH_LISTS),
    ],
    indirect=["sheet"],
)
def test_averages_and_luck_match_the_model(
    program: BoardApplication, games: int
) -> None:
    assert rating_differences(program, games) == []


@pytest.mark.proof
@pytest.mark.parametrize("sheet", WITH_LISTS, indirect=True)
def test_averages_and_luck_match_in_aspose(sheet: str, tmp_path: Path) -> None:
    board = AsposeBoard(*file_of(tmp_path, sheet))
    assert rating_differences(board, games=300) == []


def test_luck_of_a_quarter_is_unlucky_of_three_lucky(tmp_path: Path) -> None:
    board = IronCalcBoard.of(*file_of(tmp_path, "Mastermind"))
    board.type("codemaker", [[SOMEBODY_ELSE]])
    board.type("guess_input", [[1122], [1212], [1221], [2112]])
    luck, words = (board.at.ranges[name].row(2) for name in ("luck", "luck_words"))
    # Before the third guess, 1221 and 2112 are left.
    board.type("feedback_input", [[2, 2], [2, 2], [0, 4], [4, 0]])
    assert (board.read(luck), board.read(words)) == ([[0.25]], [["unlucky"]])
    board.type("guess_input", [[None]], 3)
    board.type("feedback_input", [[4, 0], [None, None]], 2)
    assert (board.read(luck), board.read(words)) == ([[0.75]], [["lucky"]])


def guesses_by_hints(program: BoardApplication, secret: Code) -> int:
    """Return how many guesses hints need, of which each counts the codes rightly."""
    rules = program.at.rules
    program.type("codemaker", [[COMPUTER]])  # other tests change it
    program.type("feedback_input", [[None] * 2] * program.at.attempts)
    program.type("guess_input", [[None]] * program.at.attempts)
    program.type("game_number", [[rules.number_from_code(secret, block=1)]])
    left = codebook(rules)
    turns: list[Turn] = []
    while not turns or turns[-1].feedback != rules.win:
        (hint,) = program.read(program.at.ranges["next_guess"])
        word = "".join(map(cell_text, hint))
        guess = rules.parse_code(word)
        program.type("guess_input", [[word]], len(turns))
        turns.append(Turn(guess, rules.feedback(secret, guess)))
        row = len(turns) - 1
        assert program.read(program.at.ranges["computed_feedback"].row(row)) == [
            [*turns[-1].feedback]
        ]
        count = len(left.candidates(turns))
        assert program.read(program.at.ranges["codes_left"].row(row)) == [[count]]
    return len(turns)


TREES = {
    "Mastermind": (1_296, 5_625, 6),
    "Brain Breaker": (625, 2_463, 5),
    "Bulls and Cows": (300, None, 7),
}
"""How many codes are found by hints, with how many guesses in all, and at most."""


@pytest.mark.proof
@pytest.mark.parametrize("sheet", TREES, indirect=True)
@pytest.mark.parametrize("program", ["libreoffice"], indirect=True)
def test_hints_find_codes_in_the_fewest_guesses(program: BoardApplication) -> None:
    rules = program.at.rules
    codes, total, most = TREES[program.at.sheet]
    book, lengths = codebook(rules), []
    for index in Random("secrets").sample(range(rules.code_count), codes):
        secret = book.code(index)
        lengths.append(guesses_by_hints(program, secret))
        assert lengths[-1] == len([*play(rules, secret, "optimal")])
    assert max(lengths) <= most
    assert total in {None, sum(lengths)}


@pytest.mark.parametrize(
    ("sheet", "count"),
    [
        ("Bulls and Cows", 30),
        *(pytest.param(sheet, 2_000, marks=pytest.mark.proof) for sheet in GAMES),
    ],
    indirect=["sheet"],
)
@pytest.mark.parametrize("program", ["libreoffice"], indirect=True)
def test_number_gives_the_code_of_python(program: BoardApplication, count: int) -> None:
    rules, draw = program.at.rules, Random("numbers")
    some = [draw.randint(1, LARGEST_NUMBER) for _ in range(count)]
    for number in (1, LARGEST_NUMBER - 1, LARGEST_NUMBER, *some):
        program.type("game_number", [[str(number)]])
        code = pegs_as_cells(rules.code_from_number(number), rules)
        assert program.read(program.at.ranges["secret"]) == [code], number
    program.type("game_number", [[LARGEST_NUMBER + 1]])
    assert program.read(program.at.ranges["secret"]) == [[""] * rules.pegs]


def test_workbook_opens_with_a_played_game(tmp_path: Path) -> None:
    file = tmp_path / "played.xlsx"
    words = ("--game", "4x5", "--number", "2611", "--output", str(file))
    assert run("solve", *words).code == 0
    model = ironcalc.load_from_xlsx(str(file), "en", "UTC")
    plans = board_layouts(
        [NewBoard.from_rules(Rules.parse(g)) for g in GAMES.values()], Edition.PLAIN
    )
    (at,) = (at for at in plans if at.sheet == "Brain Breaker")
    program = IronCalcBoard(model, at)
    program.type("show_next_guess", [["Yes"]])  # then it computes
    assert program.expected.differences() == []
    assert program.expected.solved is not None


NO_GUESS = "Attempt 1: please type {}."
NO_NUMBER = (
    "Type a number for a new game: 1 to 999,999,999, or a date such as 20261231."
)
FOUR_DIGITS = NO_GUESS.format("four digits from 1 to 6")
DIGITS = NO_GUESS.format("four digits from 0 to 9")
OTHERS = NO_GUESS.format("four different digits from 0 to 9")
EIGHT = NO_GUESS.format("five digits from 1 to 8")
FULL_WIDTH = "\uff11\uff11\uff12\uff12"

TYPED = [
    *(
        ("Mastermind", "game_number", typed, NO_NUMBER)
        for typed in ("2026-02-30", "1.5", "11:22")
    ),
    *(
        ("Mastermind", "game_number", typed, "")
        for typed in ("2611", "1,000", "2026-12-31", FULL_WIDTH)
    ),
    ("Mastermind", "guess_input", "1.5", FOUR_DIGITS),
    ("Mastermind", "guess_input", FULL_WIDTH, ""),
    ("Mastermind", "guess_input", "1-1-2-2", ""),
    *(("Super", "guess_input", typed, EIGHT) for typed in ("2026-11-26", "11/26")),
    ("AB with repeats", "guess_input", "12", DIGITS),
    ("Bulls and Cows", "guess_input", "123", OTHERS),
    ("AB with repeats", "guess_input", "0012", ""),
]


@pytest.mark.parametrize(("sheet", "area", "typed", "wrong"), TYPED)
def test_input_stays_and_counts_once(
    boards: Document, sheet: str, area: str, typed: str, wrong: str
) -> None:
    boards.show_sheet(sheet)
    at = LAYOUTS[sheet]
    program = CalcBoard(boards, at)
    type_in_cell(boards, at.ranges[area].cell(0).absolute_address, typed)
    assert boards.area(area).getCellByPosition(0, 0).getString() == typed
    ((message,),) = program.read(at.ranges["message"])
    assert message == wrong or not wrong
    assert wrong or " type " not in str(message)


@pytest.fixture(params=typed_forms.GAMES)
def guess(request: pytest.FixtureRequest) -> str:
    guess: str = request.param
    return guess


@pytest.fixture(params=["ironcalc", "libreoffice"])
def small_board(
    request: pytest.FixtureRequest, guess: str, tmp_path: Path
) -> Iterator[BoardApplication]:
    """Yield a small board that has the guess among its codes."""
    board, file = (
        first_board(Rules.parse(typed_forms.GAMES[guess])),
        tmp_path / "b.xlsx",
    )
    write_workbook(file, board)
    (at,) = board_layouts([board], Edition.PLAIN)
    if request.param == "ironcalc":
        yield IronCalcBoard.of(file, at)
        return
    calc: Calc = request.getfixturevalue("calc_without_extension")
    document = calc.open(file, AsTemplate=True)
    yield CalcBoard(document, at)
    document.close()


def test_board_reads_all_forms_of_numbers(
    small_board: BoardApplication,
) -> None:
    board = small_board
    for typed, number in (typed_forms.NUMBERS | typed_forms.NUMBER_CELLS).items():
        board.type("game_number", [[typed]])
        assert board.read(board.at.ranges["number"]) == [[number or ""]], typed
        refused = board.read(board.at.ranges["message"]) == [[NO_NUMBER]]
        assert refused is (number is None), typed


def test_board_reads_all_forms_of_guesses(
    small_board: BoardApplication, guess: str
) -> None:
    board = small_board
    board.type("game_number", [["1"]])
    for typed, is_right in typed_forms.GUESSES[guess].items():
        board.type("guess_input", [[typed]])
        assert (board.read(board.at.ranges["words"].row(0)) == [[guess]]) is is_right, (
            typed
        )
        assert board.read(board.at.ranges["is_playable"].row(0)) == [[is_right]], typed
        ((message,),) = board.read(board.at.ranges["message"])
        assert str(message).startswith("Attempt 1: please type ") is not is_right


def test_next_number_is_never_a_day(
    small_board: BoardApplication,
) -> None:
    board = small_board
    for number, after in (
        *((2611, 2612), (20261130, 1131), ("20261131", 1132), ("2026-12-31", 1232)),
        *((20260100, 101), (20261132, 20261133), (19010100, 101), (99991231, 1232)),
        *((LARGEST_NUMBER, 1), (12345678, 12345679), (120261130, 120261131)),
    ):
        board.type("game_number", [[number]])
        assert board.read(board.at.ranges["next_number"]) == [[f"Next game: {after}"]]


def test_own_code_stays_secret(boards: Document) -> None:
    board = CalcBoard(boards, LAYOUTS["Mastermind"])
    board.type("game_number", [["own 3625"]])
    assert board.read(board.at.ranges["hidden_code"]) == [["?"] * 4]
    board.type("guess_input", [[1122], [3625]])
    assert board.read(board.at.ranges["result"].row(0)) == [["Mastermind in 2"]]


@pytest.mark.parametrize("sheet", ["Black Pegs", "Letters"])
def test_old_marks_give_no_feedback(boards: Document, sheet: str) -> None:
    at = LAYOUTS[sheet]
    program, rules = CalcBoard(boards, at), at.rules
    width = at.input_mark_count
    guess, other = rules.symbols[: rules.pegs], rules.symbols[1 : rules.pegs + 1]
    program.type("codemaker", [[SOMEBODY_ELSE]])
    program.type("guess_input", [[guess], [other]])
    program.type("feedback_input", [[0] * width, [1] * width])
    assert program.read(at.ranges["feedback_pegs"].row(1)) == [
        [1, 1][:width] + [""] * (2 - width)
    ]
    program.type("guess_input", [[None], [None]])
    marks = " ".join("1" * width)
    old = "Attempt {} has marks ({}) but no guess: type it, or delete all old marks."
    assert program.read(at.ranges["message"]) == [
        [old.format(1, marks.replace("1", "0"))]
    ]
    program.type("guess_input", [[other]])
    assert program.read(at.ranges["message"]) == [[old.format(2, marks)]]
    assert program.read(at.ranges["feedback_pegs"]) == [["", ""]] * at.attempts
    assert program.expected.differences() == []
    program.type("feedback_input", [[None] * width] * 2)
    assert program.read(at.ranges["message"]) == [
        ["Please type the marks of attempt 1."]
    ]


BESIDE_GAME = ": delete all attempts, and type it beside Game."
SECOND_ANSWER = "Attempt 2: 0 black, 2 white."

SITUATIONS: dict[str, dict[str, Cells]] = {
    SECOND_ANSWER: {"guess_input": [[1122], [1344]]},
    f"384 is in attempt 3{BESIDE_GAME}": {"guess_input": [[1122], [4536], [384]]},
    f"384 is in attempt 4{BESIDE_GAME}": {
        "game_number": [[None]],
        "guess_input": [[None]] * 3 + [[384]],
    },
    f"384 is below the attempts{BESIDE_GAME}": {
        "guess_input": [[1122]] * 10,
        "number_below": [["384"]],
    },
    f"385 is among the marks of attempt 1{BESIDE_GAME}": {
        "guess_input": [[1122]] * 10,
        "feedback_input": [[385, None]],
    },
    f"Attempt 10: please type four digits from 1 to 6.\n{SECOND_ANSWER}": {
        "guess_input": [[1122], [1344], *[[None]] * 7, [77]],
    },
    f"Attempt 1: please type four digits from 1 to 6.\n{SECOND_ANSWER}": {
        "guess_input": [[9999], [1344]],
    },
}
"""The ends of messages, and what is typed besides the number 382."""


@pytest.mark.parametrize("message", SITUATIONS)
def test_message_suits_the_situation(boards: Document, message: str) -> None:
    board = CalcBoard(boards, LAYOUTS["Mastermind"])
    for area, cells in ({"game_number": [[382]]} | SITUATIONS[message]).items():
        board.type(area, cells)
    assert message in str(board.read(board.at.ranges["message"])[0][0])
    assert board.expected.differences() == []
