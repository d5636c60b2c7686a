"""The sheet Puzzles agrees with Python and a brute force in two applications."""

from collections.abc import Container, Iterator
from pathlib import Path
from random import Random

import brute_force
import pytest
from board_oracle import BoardApplication, TypedKeys
from boards import built
from calc_boards import LAYOUTS, CalcBoard, type_in_cell
from engines import IronCalcBoard
from libreoffice import Calc, Document
from package_checks import printed_pages, row_texts

from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.cells.cell_range import CellRange, bounding_range
from xl_mastermind.cells.values import Cell
from xl_mastermind.game.numbers import MAX_NUMBER, next_number
from xl_mastermind.game.rules import Rules
from xl_mastermind.plugins.puzzles import PUZZLES_SHEET
from xl_mastermind.plugins.puzzles.constraints import Constraints, inference_rules
from xl_mastermind.plugins.puzzles.explanation import Inference, inference_sentences
from xl_mastermind.plugins.puzzles.puzzle import (
    LEVELS,
    MAX_CLUES,
    PUZZLES_PER_PAGE,
    NumberedPuzzle,
    puzzle_from_number,
)
from xl_mastermind.plugins.puzzles.sheet import puzzles_layout
from xl_mastermind.presentation.games import game_name
from xl_mastermind.presentation.messages import guess_in_words
from xl_mastermind.workbook_files.edition import Edition

LAYOUT = puzzles_layout()
MASTERMIND, AB = Rules(4, 6), Rules.parse("ab")
GAME_LEVELS = [(Rules.parse(game), level) for game in MAX_CLUES for level in LEVELS]

INVALID_ENTRIES: list[Cell] = [
    *("*", "~?", "x", "#N/A", "=", '"', "0", "-5", "1.5", "1000000000"),
    *("2026-1-1", "²", "①", "12345678901234567890", "--------12", "2026-12-3x"),
    *(0, -1, 1.5, 1e300, 1e9),
    *(TypedKeys("=NA()"), TypedKeys("=TRUE()"), TypedKeys("=1/0")),
]
"""Entries that are no puzzle number, level, game or code."""


@pytest.fixture(scope="module")
def workbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("puzzles") / "little.xlsx"
    file.write_bytes(built(first_game(Rules(3, 4)), edition=Edition.PLAIN))
    return file


@pytest.fixture(scope="module")
def document(calc_without_extension: Calc, workbook: Path) -> Iterator[Document]:
    document = calc_without_extension.open(workbook)
    document.show_sheet(PUZZLES_SHEET)
    yield document
    document.close()


@pytest.fixture(params=["LibreOffice", "IronCalc"])
def application(request: pytest.FixtureRequest, workbook: Path) -> BoardApplication:
    if request.param == "LibreOffice":
        return CalcBoard(request.getfixturevalue("document"), LAYOUTS["Little"])
    # The sheet alone: it needs none of the others.
    return IronCalcBoard.of(workbook, LAYOUTS["Little"], PUZZLES_SHEET)


def write_input(application: BoardApplication, cell: CellRange, value: Cell) -> None:
    application.put(cell, [[None if value == "" else value]])


def choose_puzzle(
    application: BoardApplication, rules: Rules, level: str, number: Cell
) -> None:
    write_input(application, LAYOUT.ranges["typed_game"], game_name(rules))
    write_input(application, LAYOUT.ranges["typed_level"], level)
    write_input(application, LAYOUT.ranges["typed_number"], number)


def text(application: BoardApplication, name: str) -> str:
    (row, *_) = application.read(LAYOUT.ranges[name])
    return str(row[0])


def message_for(application: BoardApplication, code: Cell) -> str:
    write_input(application, LAYOUT.ranges["code_input"], code)
    return text(application, "message")


def shown_clues(application: BoardApplication) -> list[str]:
    """Return the filled clues of the sheet, a line each."""
    ranges = LAYOUT.ranges["clues"], LAYOUT.ranges["feedback_symbols"]
    return [*filter(None, row_texts(application.read(bounding_range(ranges))))]


def expected_clues(rules: Rules, puzzle: NumberedPuzzle) -> list[tuple[str, str, str]]:
    clues = []
    for guess, _ in puzzle.clues:
        black, white = brute_force.feedback(puzzle.code, guess)
        pegs = " ".join("●" * black + "○" * white) or "none"
        clues.append((rules.format_code(guess), f"{black} {white}", pegs))
    return clues


def expected_hints(rules: Rules, puzzle: NumberedPuzzle) -> list[str]:
    """Return the steps to the code that conclude from one clue; no hint is left."""
    start = Constraints.of_game(rules)
    hints = [
        " ".join(inference_sentences(rules, Inference(rule, start, after, after)))
        for rule in inference_rules(rules, puzzle.clues)
        if (after := rule(start)) != start
    ]
    for number in range(2, len(hints) + 1):
        hints[number - 2] += f" For the next hint, type {'?' * number}."
    return [*hints, "No simple hint: type a code to see a clue that it contradicts."]


def solution(rules: Rules, level: str, number: int) -> str:
    return rules.format_code(puzzle_from_number(rules, level, number).code)


def old_codes(rules: Rules, level: str, number: int) -> set[str]:
    """Return the codes that the sheet takes for those of an earlier puzzle."""
    previous = number - 1 or MAX_NUMBER
    return {
        solution(rules, level, previous),
        *(solution(rules, level, number) for level in LEVELS),
        *(solution(Rules.parse(game), level, number) for game in MAX_CLUES),
    }


def expected_message(
    rules: Rules, puzzle: NumberedPuzzle, typed: str, old_codes: Container[str] = ()
) -> str:
    word = typed.replace(" ", "")
    is_word = len(word) == rules.pegs and {*word} <= {*rules.symbols}
    if not is_word or (rules.distinct and len({*word}) < len(word)):
        return f"Please type {guess_in_words(rules)}."
    code = rules.parse_code(word)
    for number, (guess, feedback) in enumerate(puzzle.clues, 1):
        black, white = brute_force.feedback(code, guess)
        if (black, white) != (*feedback,):
            if word in old_codes:
                digits = guess_in_words(rules)
                old = f"{word} is the code of another puzzle."
                return f"{old} Type the new code: {digits}."
            clue = f"clue {number} would have {black} black, {white} white"
            return f"{word} cannot be the code: {clue}."
    return f"Right: {word} is the code."


def expected_pages(rules: Rules, level: str, number: int) -> list[list[str]]:
    """Return six puzzles, two beside each other, with blank rows; their solutions."""
    numbers = [number]
    while len(numbers) < PUZZLES_PER_PAGE:
        numbers.append(next_number(numbers[-1]))
    puzzles = {number: puzzle_from_number(rules, level, number) for number in numbers}
    blocks, digits = [], " ".join(rules.symbols)
    for following, puzzle in puzzles.items():
        clues = [
            f"Clue {index} {guess} {pegs}"
            for index, (guess, _, pegs) in enumerate(expected_clues(rules, puzzle), 1)
        ]
        blanks = [""] * (5 - len(clues))
        places = [f"Place {peg + 1} {digits}" for peg in range(rules.pegs)]
        places += [""] * (4 - rules.pegs)
        blocks.append([f"#{following}", *clues, *blanks, "the code", *places, ""])
    page = [f"{game_name(rules)}: {level} puzzles Name"]
    for pair in zip(blocks[::2], blocks[1::2], strict=True):
        page += [" ".join(filter(None, row)) for row in zip(*pair, strict=True)]
    solutions = [
        f"#{n} {rules.format_code(puzzle.code)}" for n, puzzle in puzzles.items()
    ]
    return [page, ["Solutions", *solutions]]


@pytest.mark.slow
@pytest.mark.parametrize("count", [24, pytest.param(300, marks=pytest.mark.proof)])
def test_sheet_agrees_with_python_and_brute_force(
    application: BoardApplication, workbook: Path, count: int
) -> None:
    random = Random("puzzles on the sheet")
    numbers = [20261130, 20261199, 20261231, MAX_NUMBER - 1, MAX_NUMBER, 1]
    _, *pages = printed_pages(workbook, PUZZLES_SHEET)
    for index in range(count):
        rules, level = GAME_LEVELS[index % len(GAME_LEVELS)]
        limit = random.choice([MAX_NUMBER, 5000])
        number = numbers.pop() if numbers else random.randint(1, limit)
        puzzle = puzzle_from_number(rules, level, number)
        choose_puzzle(application, rules, level, str(number))
        name = f"{game_name(rules)}, {level} puzzle #{number}"
        assert text(application, "puzzle_name") == name
        assert shown_clues(application) == [
            " ".join((*guess, numbers, pegs))
            for guess, numbers, pegs in expected_clues(rules, puzzle)
        ]
        if index < len(GAME_LEVELS):
            printed = [
                [" ".join(row.split()) for row in row_texts(application.read(page))]
                for page in pages
            ]
            assert printed == expected_pages(rules, level, number)
        code, earlier_codes = (
            solution(rules, level, number),
            old_codes(rules, level, number),
        )
        draw = random.sample if rules.distinct else random.choices
        others = ["".join(draw(rules.symbols, k=rules.pegs)) for _ in range(3)]
        last = rules.format_code(puzzle.clues[-1].guess)
        for typed in (code, *others, last, " ".join(code), code[:-1], f"x{code}"):
            expected = expected_message(rules, puzzle, typed, earlier_codes)
            assert message_for(application, typed) == expected, typed
        pasted = message_for(application, int(others[0]))
        assert pasted == expected_message(rules, puzzle, others[0], earlier_codes)
        for hint_number, hint in enumerate(expected_hints(rules, puzzle), 1):
            assert message_for(application, f" {'?' * hint_number} ") == hint
        question = f"Type {guess_in_words(rules)}, or ? for a hint."
        assert message_for(application, "").endswith(question)
        following = f"Next puzzle: {next_number(number)}"
        assert text(application, "next_number") == following


@pytest.mark.table("name", "value")
def test_sheet_asks_for_the_new_code_of_another_puzzle(
    application: BoardApplication, name: str, value: str
) -> None:
    choose_puzzle(application, MASTERMIND, "easy", "9")
    solved = message_for(application, "4612")
    write_input(application, LAYOUT.ranges[name], value)
    message = text(application, "message")
    assert solved == "Right: 4612 is the code."
    assert message.startswith("4612 is the code of another puzzle. Type the new code: ")
    assert "►" not in str(application.read(LAYOUT.ranges["clue_numbers"]))


def test_sheet_names_notes_that_cross_out_the_code(
    application: BoardApplication,
) -> None:
    notes = LAYOUT.ranges["notes"]
    choose_puzzle(application, MASTERMIND, "easy", "9")  # 4612
    for row, peg, start in ((3, 1, "Notes: type x"), (3, 0, "Notes: an x is where")):
        write_input(application, notes.cell(row, peg), "x")
        assert text(application, "notes_head").startswith(start)
        write_input(application, notes.cell(row, peg), "")


@pytest.mark.slow
def test_sheet_asks_again_after_an_invalid_entry(application: BoardApplication) -> None:
    for value in INVALID_ENTRIES:
        choose_puzzle(application, MASTERMIND, "easy", value)
        number_message = text(application, "message")
        choose_puzzle(application, MASTERMIND, "easy", "5")
        code_message = message_for(application, value)
        write_input(application, LAYOUT.ranges["code_input"], "")
        write_input(application, LAYOUT.ranges["typed_level"], value)
        level_message = text(application, "message")
        write_input(application, LAYOUT.ranges["typed_level"], "easy")
        write_input(application, LAYOUT.ranges["typed_game"], value)
        game_message = text(application, "message")
        assert number_message.startswith("Please type a puzzle's number "), value
        assert code_message == f"Please type {guess_in_words(MASTERMIND)}.", value
        assert level_message == "Please choose a level: easy, medium or hard.", value
        assert game_message == "Please choose a game.", value


def test_sheet_reads_texts_in_capitals(application: BoardApplication) -> None:
    write_input(application, LAYOUT.ranges["code_input"], "")
    write_input(application, LAYOUT.ranges["typed_number"], "382")
    write_input(application, LAYOUT.ranges["typed_game"], "4X6")
    write_input(application, LAYOUT.ranges["typed_level"], "HARD")
    assert text(application, "puzzle_name") == "Mastermind, hard puzzle #382"


# The window of LibreOffice


@pytest.fixture
def calc_sheet(document: Document) -> CalcBoard:
    return CalcBoard(document, LAYOUTS["Little"])


def test_typed_dates_and_zeros_remain_text(
    document: Document, calc_sheet: CalcBoard
) -> None:
    choose_puzzle(calc_sheet, AB, "easy", "1")
    type_in_cell(document, LAYOUT.ranges["typed_number"].address, "2026-12-31")
    type_in_cell(document, LAYOUT.ranges["code_input"].address, "0123")
    name = "Bulls and Cows, easy puzzle #20261231"
    assert text(calc_sheet, "puzzle_name") == name
    assert text(calc_sheet, "message").startswith("0123 cannot be the code: clue ")


@pytest.mark.table("source", "target")
def test_inputs_work_after_cut_and_paste(
    document: Document, calc_sheet: CalcBoard, source: str, target: str
) -> None:
    choose_puzzle(calc_sheet, MASTERMIND, "easy", "7")
    write_input(calc_sheet, LAYOUT.ranges["code_input"], "1234")
    for name, command in ((source, ".uno:Cut"), (target, ".uno:Paste")):
        address = LAYOUT.ranges[name].address
        document.calc.dispatch(document.model, ".uno:GoToCell", ToPoint=address)
        document.calc.dispatch(document.model, command)
    choose_puzzle(calc_sheet, MASTERMIND, "easy", "382")
    message = message_for(calc_sheet, "1123")
    assert text(calc_sheet, "puzzle_name") == "Mastermind, easy puzzle #382"
    assert message.startswith("1123 cannot be the code: clue ")


def test_copied_sheet_is_independent(document: Document, calc_sheet: CalcBoard) -> None:
    choose_puzzle(calc_sheet, MASTERMIND, "easy", "382")
    sheets = document.model.Sheets
    sheets.copyByName(PUZZLES_SHEET, "Copy", sheets.Count)
    copy = sheets.getByName("Copy")
    copy.getCellRangeByName(LAYOUT.ranges["typed_number"].address).setString("383")
    name = copy.getCellRangeByName(LAYOUT.ranges["puzzle_name"].address).String
    assert name == "Mastermind, easy puzzle #383"
    assert text(calc_sheet, "puzzle_name") == "Mastermind, easy puzzle #382"
    sheets.removeByName("Copy")
