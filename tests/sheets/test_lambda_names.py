"""The names with LAMBDA: what they give in another engine, against our functions."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import ironcalc
import openpyxl
import pytest
import xlsxwriter
from helpers import DATA, parse_cells
from package_checks import elements, package_parts

from xl_mastermind.files import bundled_file
from xl_mastermind.game.named_games import GAMES_BY_NOTATION
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.lambda_names import lambda_names, names_as_text
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.suggestion import first_guess
from xl_mastermind.spreadsheet.cell_range import column_name
from xl_mastermind.spreadsheet.cells import (
    Cell,
    CellError,
    RangeValues,
    cell_text,
    flatten_cells,
)
from xl_mastermind.spreadsheet.functions import FUNCTIONS

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


OFFERED: Final = ("", "knuth", "minimax", "first-consistent")
"""The strategies of SOLVE_NEXT without Python."""

MAX_PAIRS: Final = 20_000
"""Pairs of guess and code that IronCalc compares in a second or two."""

Call: TypeAlias = tuple[str, list[Any], object]
"""A function, its arguments, and what it gives."""


def calls() -> Iterator[Call]:
    """Yield the calls of the table that the names answer too."""
    for line in (DATA / "functions.txt").read_text("utf-8").splitlines():
        formula, _, result = line.partition(" => ")
        name, _, arguments = formula[1:-1].partition("(")
        # 7x8 has more codes than a sheet rows, and no formula can write the other.
        if name in PUBLIC and '"7x8"' not in line and "{1,2,3,6;1}" not in line:
            (right,) = parse_cells(result)
            cells = parse_cells(arguments)
            offers = not is_about_strategies(name, cells) or _strategy(cells) in OFFERED
            yield name, cells, right if offers else CellError.VALUE


def is_about_strategies(name: str, cells: Sequence[Any]) -> bool:
    return name == "SOLVE_NEXT" and len(cells) > 2


def _strategy(cells: Sequence[Any]) -> str:
    chosen = cells[2][0][0] if isinstance(cells[2], list) else cells[2]
    return str(chosen).strip().lower().replace(" ", "-")


def in_one_cell(call: Call) -> Call | None:
    """Return a call with each answer in one cell, and blank answers as one blank."""
    name, cells, right = call
    first = {"EXPECTED_LEFT": 1, "RULED_OUT": int(len(cells) > 3)}.get(name, 0)
    if name in ("BLACK", "WHITE", "CODES") or len(cells) < first + 2:
        return None
    block = cells[first + 1]
    for rows in [block, [*zip(*block, strict=True)]] if isinstance(block, list) else []:
        if len(rows[0]) == 2:
            texts = ["" if "" in row else ",".join(map(cell_text, row)) for row in rows]
            column = [[text] for text in texts]
            answer: Any = column if rows is block else [texts]
            joined = [*cells]
            joined[first + 1] = answer if len(texts) > 1 else texts[0]
            if all(cell == "" for cell in flatten_cells(cells[first])):
                joined[first] = ""
            if OURS[name].call(*joined) == OURS[name].call(*cells):
                return name, joined, right
    return None


def pairs(call: Call) -> int:
    """Return how many pairs of guess and code a name compares for a call."""
    name, cells, right = call
    game = cells[3] if len(cells) > 3 else ""
    is_ranked = not is_about_strategies(name, cells) or _strategy(cells) in OFFERED[:3]
    if name != "SOLVE_NEXT" or isinstance(right, CellError) or not is_ranked:
        return 0
    left = OURS["CANDIDATES_LEFT"].call(*cells[:2], game)
    counts = [n for n in flatten_cells(left) if isinstance(n, int)]
    return min(counts) * Rules.parse(game or "4x6").code_count if counts else 0


TABLE: Final = [
    pytest.param(call, marks=[pytest.mark.proof] if pairs(call) > MAX_PAIRS else [])
    for call in calls()
]
"""The table's calls."""

JOINED: Final = [
    pytest.param(call, marks=[pytest.mark.proof] if pairs(call) > MAX_PAIRS else [])
    for call in filter(None, map(in_one_cell, calls()))
]
"""The same with answers in one cell."""


class Sheet:
    """A sheet of a workbook with the names, in IronCalc."""

    def __init__(self, file: Path) -> None:
        book = xlsxwriter.Workbook(file)
        book.add_worksheet()
        for name in lambda_names():
            book.define_name(name.name, f"={name.file_formula}")
        book.close()
        self._model = ironcalc.load_from_xlsx(str(file), "en", "UTC")

    def call(
        self, name: str, *arguments: Cell, rows: int = 1, columns: int = 1
    ) -> RangeValues:
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

    def value(self, formula: str, *, rows: int, columns: int) -> RangeValues:
        """Return what a formula gives that refers to no cell."""
        self._model.range_clear_contents(0, 1, 1, 60, 80)
        return self._result(formula, rows, columns)

    def _result(self, formula: str, rows: int, columns: int) -> RangeValues:
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


def forms(draw: random.Random, words: Sequence[str]) -> RangeValues:
    """Return codes in one of the ways in which they may stand in cells."""
    kind = draw.choice(("texts", "numbers", "pegs", "flat", "turned"))
    numbers = all(word.isdigit() for word in words)
    if kind == "texts" or not numbers:
        cells: RangeValues = [[draw.choice((word, word.lower()))] for word in words]
    elif kind == "numbers":
        cells = [[int(word)] for word in words]
    else:
        cells = [[*map(int, word)] for word in words]
    if kind == "flat" and len(words) != len(words[0]):
        cells = [[draw.choice((word, f" {word} ")) for word in words]]
    elif kind == "turned" and numbers and len(words) not in (1, len(words[0])):
        cells = [list(line) for line in zip(*cells, strict=True)]
    return cells


def spoiled(draw: random.Random, cells: RangeValues) -> RangeValues:
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


def turns(draw: random.Random, rules: Rules) -> tuple[RangeValues, RangeValues]:
    """Return guesses and feedback, nearly always that of one code."""
    secret = rules.parse_code(a_code(draw, rules))
    words = [a_code(draw, rules) for _ in range(draw.choice((1, 2, 3, 5)))]
    marks: RangeValues = []
    for word in words:
        black, white = rules.feedback(secret, rules.parse_code(word))
        marks.append([black] if rules.black_only and len(words) > 1 else [black, white])
    if draw.random() < 0.15:
        marks[draw.randrange(len(marks))][0] = draw.choice((None, "?", 9, "x", 1))
    if len(marks[0]) == 2 and draw.random() < 0.3:
        form = draw.choice(("{},{}", "{} {}", "{}a{}b", " {} ; {}"))
        marks = [[form.format(*map(cell_text, pair))] for pair in marks]
    guesses: RangeValues = [[word] for word in words]
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
    listed: RangeValues = [[a_code(draw, rules)] for _ in range(draw.choice((1, 2, 6)))]
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
@pytest.mark.parametrize("count", [60, 200])
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


@pytest.mark.parametrize("call", [*TABLE, *JOINED], ids=repr)
def test_a_formula_gives_what_it_does_in_python(call: Call, sheet: Sheet) -> None:
    name, cells, result = call
    right = as_block(result)
    arguments = ",".join(map(_in_formula, cells))
    found = sheet.value(f"{name}({arguments})", rows=len(right), columns=len(right[0]))
    assert found == right


def test_the_table_has_calls_with_joined_answers() -> None:
    assert len(JOINED) > 60


def _in_formula(cells: object) -> str:
    """Return an argument as a formula has it; 1.0 is 1."""
    if isinstance(cells, list):
        rows = (",".join(map(_in_formula, row)) for row in cells)
        return f"{{{';'.join(rows)}}}"
    if isinstance(cells, str):
        return f'"{cells}"'
    return cell_text(cells).upper()


ANSWERS: Final = (
    *(
        "1a1b",
        "1 1",
        "1,1",
        "1;1",
        " 1 ,  1 ",
        "1A 1B",
        "ab",
        "AAb",
        "-",
        "2a",
        "a",
        "4",
    ),
    *("?", "?,1", "1 ?", "? ?", "4a", "4,?", "aaaa", "0a0b", "01,1", "1", "0", "", " "),
    *(
        "b",
        "ba",
        "1b",
        "1b1a",
        "1a1",
        "a1b",
        "1 a",
        "1,,1",
        "1,1,1",
        "1 1 1",
        "1,",
        ",1",
    ),
    *(
        "3 1",
        "5",
        "4 1",
        "-1",
        "--",
        "1a,1b",
        "1.5",
        "abab",
        "1a1b1a",
        "001 1",
        "x",
        "?a?b",
    ),
)
"""What may stand in the cell of an answer, right and wrong."""


@pytest.mark.parametrize("game", ["4x6", "4x6 black", "Bulls and Cows", "1x3", "12x1"])
def test_cells_read_answers_as_python_does(game: str, sheet: Sheet) -> None:
    rules = Rules.parse(game)
    guess = rules.format_code([1] * rules.pegs if not rules.distinct else [2, 1, 4, 3])
    block: RangeValues = [[answer] for answer in ANSWERS]
    guesses: RangeValues = [[guess]] * len(block)
    right = as_block(OURS["CANDIDATES_LEFT"].call(guesses, block, game))
    found = sheet.call("CANDIDATES_LEFT", guesses, block, game, rows=len(block))
    assert dict(zip(ANSWERS, found, strict=True)) == dict(
        zip(ANSWERS, right, strict=True)
    )


@pytest.mark.parametrize(
    ("formula", "right"),
    [
        ("SOLVE_NEXT()", "1122"),
        ('SOLVE_NEXT("","")', "1122"),
        ('SOLVE_NEXT(,,"minimax","super mastermind")', "11234"),
        ('SOLVE_NEXT(,,,"Mastermind 3x4 symbols=wxyz")', "wxy"),
        ("CANDIDATES_LEFT()", ""),
        ("EXPECTED_LEFT(1122)", "204.535493827"),
        ('ROWS(CODES("mastermind 5x6 distinct"))', "720"),
        ('INDEX(RULED_OUT(6666,1122,"3a",""),1,1)', "#VALUE!"),
        ('INDEX(RULED_OUT(1122,"3a","",""),1,1)', "x"),
    ],
)
def test_arguments_may_be_omitted(formula: str, right: str, sheet: Sheet) -> None:
    (found,) = sheet.value(formula, rows=1, columns=max(1, len(right)))
    assert "".join(map(str, found)) == right


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_strategies_agree_with_python_or_fail(strategy: str, sheet: Sheet) -> None:
    draw = random.Random(strategy)
    for game in ("3x4", "3x5 black", "3x4 distinct", "3x3 symbols=xyz", "2x6"):
        rules = Rules.parse(game)
        for _ in range(4):
            guesses, marks = turns(draw, rules)
            arguments = (guesses, marks, strategy, game)
            right = as_block(OURS["SOLVE_NEXT"].call(*arguments))
            if strategy not in OFFERED:
                right = [[CellError.VALUE]]
            found = sheet.call("SOLVE_NEXT", *arguments, columns=len(right[0]))
            assert found == right, arguments


@pytest.mark.parametrize("game", GAMES_BY_NOTATION)
def test_knuth_and_minimax_share_first_guesses(game: str) -> None:
    rules = Rules.parse(game)
    knuth, minimax = (
        first_guess(rules, STRATEGIES[name]) for name in ("knuth", "minimax")
    )
    assert knuth == minimax


@pytest.mark.parametrize("strategy", ["knuth", "minimax"])
def test_too_many_pairs_are_an_error(strategy: str, sheet: Sheet) -> None:
    for turns_made in (("", ""), (12345, "1,?")):
        arguments = (*turns_made, strategy, "5x6")
        assert sheet.call("SOLVE_NEXT", *arguments) == [[CellError.VALUE]]


# Where they stand


def test_the_workbook_without_macros_has_names_that_excel_takes() -> None:
    book = openpyxl.load_workbook(bundled_file("MasterMind.xlsx"))
    there = {name: made.attr_text for name, made in book.defined_names.items()}
    assert there == {name.name: name.file_formula for name in lambda_names()}
    assert {*PUBLIC} <= there.keys()
    areas = {name.lower() for sheet in book for name in sheet.defined_names}
    functions = {name.lower() for name in there}
    for name in lambda_names():
        parameters = {*re.findall(r"_xl[po][pm]\.(\w+)", name.file_formula)}
        assert not parameters & (areas | functions), name.name
        assert len(name.file_formula) < 8192
        assert len(name.help) <= 255


def test_excel_shows_what_a_name_gives() -> None:
    book = package_parts(bundled_file("MasterMind.xlsx").read_bytes())[
        "xl/workbook.xml"
    ]
    comments = {
        name.attrib["name"]: name.attrib.get("comment")
        for name in elements(book, "definedName")
        if "localSheetId" not in name.attrib
    }
    assert comments == {name.name: name.help for name in lambda_names()}
    assert comments["BLACK"] == (
        "Black pegs: right colour in the right place. One result for each guess."
    )
    assert all(0 < len(comment or "") <= 255 for comment in comments.values())
    assert not any("*/" in comment for comment in comments.values() if comment)


def test_excel_offers_no_name_that_only_helps_others() -> None:
    book = package_parts(bundled_file("MasterMind.xlsx").read_bytes())[
        "xl/workbook.xml"
    ]
    offered = [
        name.attrib["name"]
        for name in elements(book, "definedName")
        if "localSheetId" not in name.attrib and name.attrib.get("hidden") != "1"
    ]
    assert sorted(offered) == sorted(PUBLIC)


@pytest.mark.parametrize("file", ["MasterMind.xlsm", "MasterMind.xlam"])
def test_files_with_vba_functions_have_no_names(file: str) -> None:
    book = package_parts(bundled_file(file).read_bytes())["xl/workbook.xml"]
    names = {name.attrib["name"] for name in elements(book, "definedName")}
    assert not names & {name.name for name in lambda_names()}


def test_only_the_sheet_functions_uses_the_names() -> None:
    file = bundled_file("MasterMind.xlsx")
    parts = package_parts(file.read_bytes())
    sheets = openpyxl.load_workbook(file, read_only=True).sheetnames
    functions = f"xl/worksheets/sheet{sheets.index('Functions') + 1}.xml"
    formulas = [
        formula.text or ""
        for name, part in parts.items()
        if name.startswith("xl/worksheets/sheet") and name != functions
        for formula in elements(part, "f")
    ]
    used = {
        name for formula in formulas for name in re.findall(r"[A-Z_]+(?=\()", formula)
    }
    assert "IFERROR" in used
    assert not used & {name.name for name in lambda_names()}


def test_the_names_answer_in_the_workbook_itself() -> None:
    file = str(bundled_file("MasterMind.xlsx"))
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
    assert PAGE.read_text("utf-8") == names_as_text(), "run: make docs"
