"""The names with LAMBDA in IronCalc and formulon, against the Python functions."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, Protocol, TypeAlias

import formulon
import ironcalc
import pytest
import xlsxwriter
from package_checks import elements, package_parts

from xl_mastermind.cells.values import CellError, RangeValues, cell_text, flatten_cells
from xl_mastermind.files import bundled_file
from xl_mastermind.functions import FUNCTIONS
from xl_mastermind.game.rules import Rules
from xl_mastermind.install.function_examples import example_texts, parse_cells
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.sheets.lambda_names import lambda_names, names_as_text
from xl_mastermind.solve.suggestion import next_guess

PUBLIC: Final = (
    *("BLACK", "WHITE", "CODES", "RULED_OUT", "CANDIDATES_LEFT", "EXPECTED_LEFT"),
    "SOLVE_NEXT",
)
PYTHON_FUNCTIONS: Final = {function.name: function for function in FUNCTIONS}
PAGE: Final = Path(__file__).parents[2] / "docs" / "lambda-names.txt"

STRATEGIES_OF_NAMES: Final = ("", "knuth", "minimax", "first-consistent")
"""The strategies of SOLVE_NEXT as a name."""

MAX_PAIRS: Final = 20_000
"""Pairs of guess and code that IronCalc compares in a second or two."""

MAX_COMPARED_PAIRS: Final = 1_000_000
"""Pairs of guess and code that a name compares; see docs/lambda.md."""

Call: TypeAlias = tuple[str, list[Any], object]
"""A function, its arguments, and its result."""


def table_calls() -> Iterator[Call]:
    """Yield the calls of the table that the names compute too."""
    for formula, result in example_texts():
        name, _, arguments = formula[1:-1].partition("(")
        # 7x8 has more codes than a sheet rows, and no formula can write the other.
        if name in PUBLIC and '"7x8"' not in formula and "{1,2,3,6;1}" not in formula:
            (right,) = parse_cells(result)
            cells = parse_cells(arguments)
            computes = strategy_of(name, cells) in STRATEGIES_OF_NAMES
            computes &= pair_count((name, cells, right)) <= MAX_COMPARED_PAIRS
            yield name, cells, right if computes else CellError.VALUE


def strategy_of(name: str, cells: Sequence[Any]) -> str:
    """Return the strategy of a call, "" for the default and other functions."""
    if name != "SOLVE_NEXT" or len(cells) < 3:
        return ""
    chosen = cells[2][0][0] if isinstance(cells[2], list) else cells[2]
    return str(chosen).strip().lower().replace(" ", "-")


def pair_count(call: Call) -> int:
    """Return the number of pairs of guess and code that a name compares."""
    name, cells, right = call
    game = cells[3] if len(cells) > 3 else ""
    is_ranked = strategy_of(name, cells) in STRATEGIES_OF_NAMES[:3]
    if name != "SOLVE_NEXT" or isinstance(right, CellError) or not is_ranked:
        return 0
    left = PYTHON_FUNCTIONS["CANDIDATES_LEFT"].call(*cells[:2], game)
    counts = [n for n in flatten_cells(left) if isinstance(n, int)]
    return min(counts) * Rules.parse(game or "4x6").code_count if counts else 0


TABLE: Final = [
    pytest.param(
        call, marks=[pytest.mark.proof] if pair_count(call) > MAX_PAIRS else []
    )
    for call in table_calls()
]


class Sheet(Protocol):
    """A sheet of a workbook with the names."""

    def value(self, formula: str, rows: int = 1, columns: int = 1) -> RangeValues:
        """Return the texts that the cells of a formula show."""


class SheetInIronCalc:
    """A sheet in IronCalc."""

    def __init__(self, file: Path) -> None:
        book = xlsxwriter.Workbook(file)
        book.add_worksheet()
        for name in lambda_names():
            book.define_name(name.name, f"={name.file_formula}")
        book.close()
        self._model = ironcalc.load_from_xlsx(str(file), "en", "UTC")

    def value(self, formula: str, rows: int = 1, columns: int = 1) -> RangeValues:
        self._model.range_clear_contents(0, 1, 1, 60, 80)
        self._model.set_user_input(0, 1, 60, f"={formula}")
        self._model.evaluate()
        return [
            [
                self._model.get_formatted_cell_value(0, row, column)
                for column in range(60, 60 + columns)
            ]
            for row in range(1, rows + 1)
        ]


@cache
def book_with_names() -> formulon.Workbook:
    book = formulon.Workbook.create_default()
    for name in lambda_names():
        formula = re.sub(r"_xlop\.(\w+)", r"[\1]", name.file_formula)
        book.set_defined_name(name.name, formula)
    return book


class SheetInFormulon:
    """A sheet in formulon, which reads optional parameters as users type them."""

    def __init__(self, profile: Literal["win-365-en_US", "win-365-de_DE"]) -> None:
        self._book = book_with_names()
        self._book.set_excel_profile_id(profile)

    def value(self, formula: str, rows: int = 1, columns: int = 1) -> RangeValues:
        cells = self._book.evaluate_formula_array(0, 0, 0, f"={formula}")
        assert len(cells) >= rows
        return [[*map(self._text, row[:columns])] for row in cells[:rows]]

    @staticmethod
    def _text(value: formulon.Value) -> str:
        # INDEX of an error is #REF! in formulon, the error itself in IronCalc.
        if value.kind == formulon.ValueKind.ERROR:
            errors = formulon.ErrorCode.VALUE, formulon.ErrorCode.REF
            return CellError.VALUE if value.error_code in errors else CellError.NA
        (((text,),),) = [as_block(value.to_python())]
        return (
            cell_text(text).upper() if value.kind == formulon.ValueKind.BOOL else text
        )


@pytest.fixture(
    scope="module",
    params=[
        "ironcalc",
        pytest.param("win-365-en_US", marks=pytest.mark.slow),
        pytest.param("win-365-de_DE", marks=pytest.mark.slow),
    ],
)
def sheet(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Sheet:
    """Return the names in IronCalc, and in formulon as Excel in two languages."""
    if request.param == "ironcalc":
        return SheetInIronCalc(tmp_path_factory.mktemp("names") / "names.xlsx")
    return SheetInFormulon(request.param)


def as_block(value: object) -> list[list[str]]:
    """Return the texts that cells show; IronCalc shows nine digits of a fraction."""
    rows = value if isinstance(value, list) else [[value]]
    return [
        [
            f"{cell:.9f}".rstrip("0").removesuffix(".")
            if isinstance(cell, float)
            else str(cell)
            for cell in row
        ]
        for row in rows
    ]


def formula_of(name: str, *arguments: object) -> str:
    return f"{name}({','.join(map(_in_formula, arguments))})"


def _in_formula(cells: object) -> str:
    """Return an argument as text of a formula; 1.0 is 1."""
    if isinstance(cells, list):
        rows = (",".join(map(_in_formula, row)) for row in cells)
        return f"{{{';'.join(rows)}}}"
    return f'"{cells}"' if isinstance(cells, str) else cell_text(cells).upper()


@pytest.mark.parametrize("call", TABLE, ids=repr)
def test_name_computes_the_result_of_the_table(call: Call, sheet: Sheet) -> None:
    name, cells, result = call
    right = as_block(result)
    found = sheet.value(formula_of(name, *cells), len(right), len(right[0]))
    assert found == right


FEEDBACK_TEXTS: Final = (
    *("1a1b", "1 1", "1,1", "1;1", " 1 ,  1 ", "1A 1B", "ab", "AAb", "-", "2a", "a"),
    *("4", "?", "?,1", "1 ?", "? ?", "4a", "4,?", "aaaa", "0a0b", "01,1", "1", "0", ""),
    *(" ", "ba", "1b1a", "1a1", "a1b", "1,,1", "1,1,1", "1 1 1"),
    *("1,", ",1", "3 1", "5", "4 1", "-1", "--", "none", "1.5", "abab", "1a1b1a"),
    *("001 1", "x", "?a?b"),
)
"""Texts in the cell of a feedback, right and wrong; only Python reads other forms."""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["4x6", "4x6 black", "Bulls and Cows", "1x3", "12x1"])
def test_name_reads_feedback_as_python_does(game: str, sheet: Sheet) -> None:
    rules = Rules.parse(game)
    guess = rules.format_code([1] * rules.pegs if not rules.distinct else [2, 1, 4, 3])
    block: RangeValues = [[text] for text in FEEDBACK_TEXTS]
    guesses: RangeValues = [[guess]] * len(block)
    right = as_block(PYTHON_FUNCTIONS["CANDIDATES_LEFT"].call(guesses, block, game))
    found = sheet.value(formula_of("CANDIDATES_LEFT", guesses, block, game), len(block))
    assert dict(zip(FEEDBACK_TEXTS, found, strict=True)) == dict(
        zip(FEEDBACK_TEXTS, right, strict=True)
    )


@pytest.mark.table("formula", "right")
def test_name_accepts_omitted_arguments(formula: str, right: str, sheet: Sheet) -> None:
    (found,) = sheet.value(formula, columns=max(1, len(right)))
    assert "".join(map(str, found)) == right


@pytest.mark.parametrize("game", GAMES.values())
def test_knuth_and_minimax_share_the_first_guess(game: str) -> None:
    rules = Rules.parse(game)
    knuth, minimax = (next_guess(rules, (), name) for name in ("knuth", "minimax"))
    assert knuth == minimax


@pytest.mark.parametrize("strategy", ["knuth", "minimax"])
def test_solve_next_fails_for_too_many_pairs(strategy: str, sheet: Sheet) -> None:
    for guess, feedback in (("", ""), (12345, "1,?")):
        formula = formula_of("SOLVE_NEXT", guess, feedback, strategy, "5x6")
        assert sheet.value(formula) == [[CellError.VALUE]]


# The names in the files


def test_plain_workbook_defines_names_with_comments() -> None:
    file = bundled_file("MasterMind.xlsx")
    defined = elements(
        package_parts(file.read_bytes())["xl/workbook.xml"], "definedName"
    )
    names = {
        name.attrib["name"]: (
            name.text,
            name.get("comment"),
            name.get("hidden") == "1",
        )
        for name in defined
        if "localSheetId" not in name.attrib
    }
    assert names == {
        entry.name: (entry.file_formula, entry.help, entry.is_helper)
        for entry in lambda_names()
    }
    assert {entry.name for entry in lambda_names() if not entry.is_helper} == {*PUBLIC}
    assert names["BLACK"][1] == (
        "Black pegs: right colour in the right place. One result for each guess."
    )
    others = {name.attrib["name"].lower() for name in defined}
    for entry in lambda_names():
        parameters = {*re.findall(r"_xl[po][pm]\.(\w+)", entry.file_formula)}
        assert not parameters & others, entry.name
        assert len(entry.file_formula) < 8192
        assert 0 < len(entry.help) <= 255
        assert "*/" not in entry.help


@pytest.mark.parametrize("file", ["MasterMind.xlsm", "MasterMind.xlam"])
def test_file_with_vba_functions_defines_no_names(file: str) -> None:
    book = package_parts(bundled_file(file).read_bytes())["xl/workbook.xml"]
    names = {name.attrib["name"] for name in elements(book, "definedName")}
    assert not names & {name.name for name in lambda_names()}


def test_page_contains_the_text_of_the_names() -> None:
    assert PAGE.read_text("utf-8") == names_as_text(), "run: make docs"
