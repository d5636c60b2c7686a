"""The names with LAMBDA: what they give in another engine, against our functions."""

import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import ironcalc
import openpyxl
import pytest
import xlsxwriter
from helpers import DATA, cells_in, rest_long
from package_checks import parts_of, tags

from xl_mastermind.draw.lambda_names import lambda_names, text
from xl_mastermind.files import shipped
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.sheet.area import column_name
from xl_mastermind.sheet.cells import Block, Cell, CellError
from xl_mastermind.sheet.functions import FUNCTIONS
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.suggest import first_guess

PUBLIC: Final = (
    "BLACK",
    "WHITE",
    "CODES",
    "RULED_OUT",
    "CANDIDATES_LEFT",
    "EXPECTED_LEFT",
    "SOLVE_NEXT",
)
OURS: Final = {function.name: function for function in FUNCTIONS}
PAGE: Final = Path(__file__).parents[2] / "docs" / "lambda-names.txt"

GAMES: Final = (
    "",
    "3x4",
    "4x5",
    "2x6 distinct",
    "3x5 black",
    "3x3 symbols=xyz",
    "3x10",
)


LINES: Final = [
    line
    for line in (DATA / "functions.txt").read_text("utf-8").splitlines()
    if line[1:].partition("(")[0] in PUBLIC
    and '"7x8"' not in line  # more codes than a sheet has rows
    and "{1,2,3,6;1}" not in line  # which no formula can write
    # Knuth's guesses are others here, and take seconds.
    and not re.match(r"=SOLVE_NEXT(?!.*(first-consistent|=> #))", line)
]
"""Formulas of our functions that the names answer too, and quickly."""


class Sheet:
    """A sheet of a workbook with the names, in IronCalc."""

    def __init__(self, file: Path) -> None:
        book = xlsxwriter.Workbook(file)
        book.add_worksheet()
        for name in lambda_names():
            book.define_name(name.name, f"={name.stored}")
        book.close()
        self._model = ironcalc.load_from_xlsx(str(file), "en", "UTC")

    def call(
        self, name: str, *arguments: Cell, rows: int = 1, columns: int = 1
    ) -> Block:
        """Type arguments into cells, a range each, and return what a name gives."""
        self._model.range_clear_contents(0, 1, 1, 60, 80)
        words, left = [], 1
        for argument in arguments:
            if not isinstance(argument, list):
                words.append(_written(argument))
                continue
            for row, line in enumerate(argument, 1):
                for column, value in enumerate(line, left):
                    if value not in (None, ""):
                        self._model.set_user_input(0, row, column, _typed(value))
            width = len(argument[0])
            first, last = column_name(left - 1), column_name(left + width - 2)
            words.append(f"{first}1:{last}{len(argument)}")
            left += width + 1
        return self._result(f"{name}({','.join(words)})", rows, columns)

    def value(self, formula: str, *, rows: int, columns: int) -> Block:
        """Return what a formula gives that refers to no cell."""
        self._model.range_clear_contents(0, 1, 1, 60, 80)
        return self._result(formula, rows, columns)

    def _result(self, formula: str, rows: int, columns: int) -> Block:
        self._model.set_user_input(0, 1, 60, f"={formula}")
        self._model.evaluate()
        return [
            [
                self._model.get_formatted_cell_value(0, row, column)
                for column in range(60, 60 + columns)
            ]
            for row in range(1, rows + 1)
        ]


def _typed(value: Cell) -> str:
    return f"'{value}" if isinstance(value, str) else str(value)


def _written(value: Cell) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Sheet:
    return Sheet(tmp_path_factory.mktemp("names") / "names.xlsx")


# Random calls


def a_code(draw: random.Random, rules: Rules) -> str:
    colours = range(1, rules.colours + 1)
    pick = draw.sample if rules.distinct else draw.choices
    return rules.format_code(pick(colours, k=rules.pegs))


def forms(draw: random.Random, words: Sequence[str]) -> Block:
    """Return codes in one of the ways in which they may stand in cells."""
    kind = draw.choice(("texts", "numbers", "pegs", "flat", "turned"))
    numbers = all(word.isdigit() for word in words)
    if kind == "texts" or not numbers:
        cells: Block = [[draw.choice((word, word.lower()))] for word in words]
    elif kind == "numbers":
        cells = [[int(word)] for word in words]
    else:
        cells = [[*map(int, word)] for word in words]
    if kind == "flat" and len(words) != len(words[0]):
        cells = [[draw.choice((word, f" {word} ")) for word in words]]
    elif kind == "turned" and numbers and len(words) not in (1, len(words[0])):
        cells = [list(line) for line in zip(*cells, strict=True)]
    return cells


def spoiled(draw: random.Random, cells: Block) -> Block:
    """Return cells of which now and then one is wrong, or blank."""
    if draw.random() < 0.15:
        row = draw.randrange(len(cells))
        column = draw.randrange(len(cells[0]))
        cells[row][column] = draw.choice((None, "x1", 1.5, -1, "", 99, "?"))
    return cells


def a_score(draw: random.Random) -> tuple[Cell, ...]:
    rules = Rules.parse(draw.choice(GAMES) or "4x6")
    words = [a_code(draw, rules) for _ in range(draw.choice((1, 1, 2, 3, 5, 7)))]
    code = forms(draw, [a_code(draw, rules)])
    if draw.random() < 0.1 and rules.pegs == 4:
        return tuple(int(peg) for peg in a_code(draw, rules) + a_code(draw, rules))
    return code, spoiled(draw, forms(draw, words))


def turns(draw: random.Random, rules: Rules) -> tuple[Block, Block]:
    """Return guesses and feedback, nearly always that of one code."""
    secret = rules.parse_code(a_code(draw, rules))
    words = [a_code(draw, rules) for _ in range(draw.choice((1, 2, 3, 5)))]
    marks: Block = []
    for word in words:
        black, white = rules.answer(secret, rules.parse_code(word))
        marks.append([black] if rules.black_only and len(words) > 1 else [black, white])
    if draw.random() < 0.15:
        marks[draw.randrange(len(marks))][0] = draw.choice((None, "?", 9, "x", 1))
    guesses: Block = [[word] for word in words]
    if draw.random() < 0.4 and all(word.isdigit() for word in words):
        guesses = [[*map(int, word)] for word in words]
    if draw.random() < 0.2:
        row = draw.randrange(len(words))
        guesses[row] = [None] * len(guesses[row])
    elif draw.random() < 0.1:
        guesses[draw.randrange(len(words))][0] = "zz"
    return guesses, marks


def a_list(draw: random.Random) -> tuple[Cell, ...]:
    game = draw.choice(GAMES)
    return (*turns(draw, Rules.parse(game or "4x6")), game)


def a_marked_list(draw: random.Random) -> tuple[Cell, ...]:
    game = draw.choice(GAMES[1:])
    rules = Rules.parse(game)
    if draw.random() < 0.5:
        return a_list(draw)
    listed: Block = [[a_code(draw, rules)] for _ in range(draw.choice((1, 2, 6)))]
    return (spoiled(draw, listed), *turns(draw, rules), game)


def a_question(draw: random.Random) -> tuple[Cell, ...]:
    game = draw.choice(GAMES)
    guesses, marks = turns(draw, Rules.parse(game or "4x6"))
    return guesses, marks, "first-consistent", game


def a_game(draw: random.Random) -> tuple[Cell, ...]:
    return (draw.choice((*GAMES, "5x5 distinct", "4 by 6", "0x3", "2x30", "ab black")),)


def a_next_guess(draw: random.Random) -> tuple[Cell, ...]:
    game = draw.choice(GAMES)
    rules = Rules.parse(game or "4x6")
    guess = spoiled(draw, forms(draw, [a_code(draw, rules)]))
    return (guess, *turns(draw, rules), game)


DRAWN: Final[dict[str, Callable[[random.Random], tuple[Cell, ...]]]] = {
    "BLACK": a_score,
    "WHITE": a_score,
    "CODES": a_game,
    "RULED_OUT": a_marked_list,
    "CANDIDATES_LEFT": a_list,
    "EXPECTED_LEFT": a_next_guess,
    "SOLVE_NEXT": a_question,
}


def as_block(value: object) -> list[list[str]]:
    """Return the texts that cells show."""
    rows = value if isinstance(value, list) else [[value]]
    return [
        [_shown(cell) if isinstance(cell, float) else str(cell) for cell in row]
        for row in rows
    ]


def _shown(number: float) -> str:
    """Return a number with as many digits as IronCalc shows."""
    return f"{number:.9f}".rstrip("0").removesuffix(".")


@pytest.mark.parametrize("name", PUBLIC)
@pytest.mark.parametrize("count", [60, *rest_long([200], 0)])
def test_a_name_gives_what_our_function_does(
    name: str, count: int, sheet: Sheet
) -> None:
    draw = random.Random(f"{name} {count}")
    drawn = (DRAWN[name](draw) for _ in range(count))
    for arguments in {repr(each): each for each in drawn}.values():
        right = as_block(OURS[name].call(*arguments))[:50]
        size = {"rows": len(right), "columns": len(right[0])}
        found = sheet.call(name, *arguments, **size)
        if right == [[CellError.VALUE]] or right[0] == [CellError.VALUE] * len(
            right[0]
        ):
            assert found[0][0] == CellError.VALUE, arguments
        elif right[0][0] == CellError.NA:
            assert found[0][0] == CellError.NA, arguments
        else:
            assert found == right, arguments


@pytest.mark.parametrize("line", LINES)
def test_a_formula_gives_what_it_does_in_python(line: str, sheet: Sheet) -> None:
    formula, _, result = line[1:].partition(" => ")
    (right,) = map(as_block, cells_in(result))
    formula = re.sub(r'(?<=\d)\.0(?!["\d])', "", formula)  # 1.0 in the table is 1
    assert sheet.value(formula, rows=len(right), columns=len(right[0])) == right


def naive_knuth(rules: Rules, left: Sequence[Code]) -> Code:
    """Return of the codes left the one whose largest part is smallest."""

    def largest(guess: Code) -> int:
        answers = [rules.answer(code, guess) for code in left]
        return max(map(answers.count, answers))

    return min(left, key=largest)


@pytest.mark.parametrize("game", ["4x6", "3x4", "3x5 black", "4x5", "3x6 distinct"])
def test_solve_next_takes_the_best_of_what_is_left(game: str, sheet: Sheet) -> None:
    rules = Rules.parse(game)
    draw = random.Random(game)
    opening = rules.format_code(first_guess(rules, STRATEGIES["knuth"]))
    blank: Block = [[None]]
    for _ in range(6):
        secret = rules.parse_code(a_code(draw, rules))
        turns_made = [opening, a_code(draw, rules)]
        marks: Block = [
            [*rules.answer(secret, rules.parse_code(word))] for word in turns_made
        ]
        words: Block = [[word] for word in turns_made]
        listed = OURS["CANDIDATES"].call(words, marks, "", game, 1000)
        assert isinstance(listed, list)
        left = [
            rules.parse_code("".join(map(str, row))) for row in listed if row[0] != ""
        ]
        best = naive_knuth(rules, left) if len(left) > 2 else left[0]
        (found,) = sheet.call("SOLVE_NEXT", words, marks, "", game, columns=rules.pegs)
        assert "".join(map(str, found)) == rules.format_code(best)
    if game in ("4x6", "3x4", "4x5"):
        (found,) = sheet.call(
            "SOLVE_NEXT", blank, [[None, None]], "", game, columns=rules.pegs
        )
        assert "".join(map(str, found)) == opening


# Where they stand


def test_the_workbook_without_macros_has_names_that_excel_takes() -> None:
    book = openpyxl.load_workbook(shipped("MasterMind.xlsx"))
    there = {name: made.attr_text for name, made in book.defined_names.items()}
    assert there == {name.name: name.stored for name in lambda_names()}
    assert {*PUBLIC} <= there.keys()
    areas = {name.lower() for sheet in book for name in sheet.defined_names}
    functions = {name.lower() for name in there}
    for name in lambda_names():
        parameters = {*re.findall(r"_xl[po][pm]\.(\w+)", name.stored)}
        assert not parameters & (areas | functions), name.name
        assert len(name.stored) < 8192
        assert len(name.help) <= 255


def test_excel_shows_what_a_name_gives() -> None:
    book = parts_of(shipped("MasterMind.xlsx").read_bytes())["xl/workbook.xml"]
    comments = {
        name.attrib["name"]: name.attrib.get("comment")
        for name in tags(book, "definedName")
        if "localSheetId" not in name.attrib
    }
    assert comments == {name.name: name.help for name in lambda_names()}
    assert comments["BLACK"] == (
        "Black pegs: right colour in the right place. One result for each guess."
    )
    assert all(0 < len(comment or "") <= 255 for comment in comments.values())
    assert not any("*/" in comment for comment in comments.values() if comment)


def test_excel_offers_no_name_that_only_helps_others() -> None:
    book = parts_of(shipped("MasterMind.xlsx").read_bytes())["xl/workbook.xml"]
    offered = [
        name.attrib["name"]
        for name in tags(book, "definedName")
        if "localSheetId" not in name.attrib and name.attrib.get("hidden") != "1"
    ]
    assert sorted(offered) == sorted(PUBLIC)


def test_the_workbook_with_macros_has_none_of_them() -> None:
    book = parts_of(shipped("MasterMind.xlsm").read_bytes())["xl/workbook.xml"]
    names = {name.attrib["name"] for name in tags(book, "definedName")}
    assert "secret" in names
    assert not names & {name.name for name in lambda_names()}


def test_the_names_answer_in_the_workbook_itself() -> None:
    file = str(shipped("MasterMind.xlsx"))
    model = ironcalc.load_from_xlsx(file, "en", "UTC")
    right = {
        "BLACK(1236,1122)": "1",
        "WHITE(1236,1122)": "1",
        'CANDIDATES_LEFT("1122",{1,0})': "256",
        'INDEX(SOLVE_NEXT("1122",{1,0}),1,2)': "3",
        'EXPECTED_LEFT(1344,"1122",{1,0})': "31.546875",
        'ROWS(CODES("4x5"))': "625",
        'INDEX(RULED_OUT("1122",{1,0}),1,1)': "x",
    }
    place = openpyxl.load_workbook(file, read_only=True).sheetnames.index("Functions")
    for row, formula in enumerate(right, 100):  # below all that stands there
        model.set_user_input(place, row, 2, f"={formula}")
    model.evaluate()
    rows = range(100, 100 + len(right))
    found = [model.get_formatted_cell_value(place, row, 2) for row in rows]
    assert found == [*right.values()]


def test_the_page_has_the_same_text() -> None:
    assert PAGE.read_text("utf-8") == text(), "run: make docs"
