"""The worksheet functions: a table of formulas, and odd cells."""

import itertools
import math
from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xl_mastermind import functions
from xl_mastermind.cells.values import CellError, guess_word
from xl_mastermind.functions import FUNCTIONS, Function, Need, evaluation
from xl_mastermind.game.rules import Rules
from xl_mastermind.install.function_examples import example_texts, parse_cells
from xl_mastermind.lab import lookahead
from xl_mastermind.lab.compilation import compile_kernels
from xl_mastermind.solve.search_errors import ExactSearchError
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.suggestion import suggestion_or_error

Cells: TypeAlias = Sequence[Sequence[object]]

MASTERMIND = Rules(4, 6)
CALLS = {function.name: function.call for function in FUNCTIONS}
VALUE, NA = CellError.VALUE, CellError.NA

# Cells that are neither symbols nor counts of pegs.
WRONG: dict[str, object] = {
    "error number": -2146826273,
    "error text": "#VALUE!",
    "negative": -1.0,
    "fraction": 1.5,
    "not a number": math.nan,
    "infinite": math.inf,
    "huge": 10**400,
    "true": True,
    "false": False,
    "date": datetime(2024, 1, 2, tzinfo=UTC),
    "money": Decimal("1.5"),
    "word": "one",
    "letter with an accent": "é",
    "punctuation": "1?",
    "full-width digit": "\N{FULLWIDTH DIGIT ONE}",
    "long s": "\N{LATIN SMALL LETTER LONG S}",
    "ligature": "\N{LATIN SMALL LIGATURE FI}",
    "Kelvin sign": "\N{KELVIN SIGN}",
    "superscript": "²",
    "Arabic digit": "\N{ARABIC-INDIC DIGIT ONE}",
    "zero-width space": "\N{ZERO WIDTH SPACE}",
}
wrong = pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)


def call(name: str, *cells: object) -> object:
    return CALLS[name](*cells)


def rows_of(name: str, *cells: object) -> list[list[Any]]:
    rows = call(name, *cells)
    assert isinstance(rows, list)
    return rows


def board(*turns: tuple[object, ...], attempts: int = 10) -> tuple[Cells, Cells]:
    blank = ("", None, None)
    rows = [*turns, *[blank] * (attempts - len(turns))]
    guesses = [[*str(code)] if code else [None] * 4 for code, *_ in rows]
    return guesses, [[*marks] for _, *marks in rows]


def column(*values: object) -> list[list[object]]:
    """Return values as a column of a board of ten attempts, blank below."""
    return [[value] for value in [*values, *[""] * (10 - len(values))]]


DOTTED, DOTLESS = "\u0130R\u0130S", "\u0131r\u0131s"
"""UPPER("iris") and LOWER("IRIS") in a Turkish application."""


@pytest.mark.parametrize("iris", [DOTTED, DOTLESS, [["\u0131", "r", "\u0130", "S"]]])
def test_functions_read_turkish_letters(iris: object) -> None:
    assert call("BLACK", "iris", iris) == 4
    letters = "4x26 D\u0130ST\u0130NCT"
    irsa = [[*"irsa"]]
    assert rows_of("CANDIDATES_LEFT", irsa, [[4, 0]], letters) == [[1]]
    assert call("CANDIDATES", irsa, [[4, 0]], "\u0131rsa", "letters") == [[*"IRSA"]]
    left = rows_of("SOLVE_NEXT", irsa, [[4, 0]], "M\u0130N\u0130MAX", "letters")
    assert left == [[""] * 4]
    assert guess_word(iris if isinstance(iris, str) else "iris") == "IRIS"


def test_functions_limit_the_cells_of_results(monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("CODES", "10x4") == CellError.VALUE
    for name in ("CANDIDATES", "RANK_GUESSES"):
        of_a_turn = (name, 123, [[0, 1]], None, "3x4")
        rows = rows_of(*of_a_turn)
        cells = len(rows) * len(rows[0])
        for most, right in ((cells, rows), (cells - 1, CellError.VALUE)):
            monkeypatch.setattr(functions, "MAX_CELLS", most)
            assert call(*of_a_turn) == right
        monkeypatch.undo()
    listed = call("CANDIDATES", [[None] * 10], [[None] * 2], "", "10x4", 1 << 20)
    assert listed == CellError.VALUE
    assert len(rows_of("CODES", "5x8")) == 8**5


# Formulas, cells and results

EMPTY, ONE, ALL = board(), board(("1122", 1, 0)), call("CODES")
NO_ROW: list[object] = [""] * 4


@pytest.mark.parametrize(("formula", "result"), example_texts())
def test_formula_returns_its_listed_result(formula: str, result: str) -> None:
    name, _, arguments = formula[1:-1].partition("(")
    assert [call(name, *parse_cells(arguments))] == parse_cells(result)


# BLACK and WHITE

# A range that no formula can write.
FLAT = [1.0, 1.0, 2.0, 2.0]


@pytest.mark.parametrize("code", [FLAT, (FLAT,), [[1, "1", 2.0, " 2"]]], ids=repr)
def test_functions_read_ranges_in_any_form(code: object) -> None:
    assert (call("BLACK", code, code), call("WHITE", code, code)) == (4, 0)
    assert call("BLACK", code, ["1122", "1344", "6666"]) == [[4, 1, 0]]
    for strategy in ("knuth", "random"):
        expected = call("SOLVE_NEXT", "1122", [[1, 0]], strategy)
        assert call("SOLVE_NEXT", code, [1.0, 0.0], strategy) == expected


@wrong
def test_wrong_guess_is_an_error_in_its_row(wrong: object) -> None:
    for name in ("BLACK", "WHITE"):
        for row in ([wrong, 4, 4, 4], [None, wrong, None, None]):
            guesses = [[4, 4, 4, 4], row, [5, 5, 5, 5], [None] * 4]
            assert call(name, "1236", guesses) == [[0], [VALUE], [0], [""]]
        for right, blanks in itertools.product(("4444", 4444.0), (0, 1)):
            more = [[""]] * blanks
            cells = [[wrong], [right], ["5555"], *more]
            assert call(name, "1236", cells) == [[VALUE], [0], [0], *more]


@wrong
def test_wrong_cell_is_an_error(wrong: object) -> None:
    for name in ("BLACK", "WHITE"):
        assert call(name, [[1, 2, wrong, 6]], "1122") == VALUE
        assert call(name, wrong, [[1, 1, 2, 2]] * 2) in (VALUE, [[VALUE]] * 2)
        assert call(name, 1, 2, wrong, 6, 1, 1, 2, 2) == VALUE
    for place in range(2, 5):
        cells: list[object] = [*ONE, None, None, None]
        cells[place] = wrong
        assert call("SOLVE_NEXT", *cells) == VALUE
    assert call("SOLVE_NEXT", [[1, 1, 2, wrong]], [[1, 0]]) == VALUE
    for marks in ((wrong, 0), (0, wrong)):
        assert call("SOLVE_NEXT", *board(("1122", *marks))) == VALUE
        assert call("RANK_GUESSES", *board(("1122", *marks))) == VALUE
    assert call("RANK_GUESSES", *EMPTY, wrong) == VALUE
    for name in ("PARTITION", "EXPECTED_LEFT"):
        assert call(name, [[1, wrong, 2, 2]], *EMPTY) == VALUE
    assert call("STRATEGY_STATS", "knuth", None, [[1, 1, wrong, 2]]) == VALUE
    assert call("EXPLAIN_TURNS", *ONE, wrong) == VALUE


@wrong
def test_wrong_turn_is_an_error_in_its_row(wrong: object) -> None:
    guesses, marks = board(("1122", 1, 0), ("1344", 0, 1), ("3526", 1, 2))
    for cells in (
        ([guesses[0], [1, wrong, 4, 4], *guesses[2:]], marks),
        (guesses, [marks[0], [wrong, 1], *marks[2:]]),
        (guesses, [marks[0], [0, wrong], *marks[2:]]),
    ):
        assert call("CANDIDATES_LEFT", *cells) == column(256, VALUE, 33)
    codes = [[1, 1, 2, 3], [1, 1, wrong, 2], [6, 6, 6, 6], [None] * 4, [1, "", 2, 2]]
    expected = [[""], [VALUE], ["x"], [""], [""]]
    turn = board(("1122", 3, 0))
    assert call("RULED_OUT", codes, *turn) == expected
    in_cells = [["1123"], [wrong], [6666.0], [None]]
    assert call("RULED_OUT", in_cells, *turn) == expected[:4]


# The solver and candidates


def test_random_guess_is_stable_for_the_same_turns() -> None:
    # The same 256 codes are left after each of these turns.
    guesses = set()
    for guess in ("1112", "1121", "1211", "2111", "1122", "2211", "1212", "2121"):
        cells = board((guess, 0, 0))
        result = call("SOLVE_NEXT", *cells, "random")
        assert call("SOLVE_NEXT", *cells, "random") == result
        guesses.add(str(result))
    assert len(guesses) > 4


def test_candidates_limits_its_rows() -> None:
    assert isinstance(ALL, list)
    assert call("CANDIDATES", *EMPTY) == ALL[:1000]
    for count in (1, 1296, 5000.0, "77"):
        listed = call("CANDIDATES", *EMPTY, None, None, count)
        assert listed == ALL[: int(count)]


# Ratings


def test_failed_optimal_search_is_cached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = []

    def give_up(*position: object) -> None:
        tried.append(position)
        raise ExactSearchError("found no optimal guess in 30 s")

    monkeypatch.setattr(lookahead, "optimal_guess", give_up)
    suggestion_or_error.cache_clear()
    for white in (0, 0, 1, 0, 1):
        cells = [["1234"]], [[0, white]], "optimal", "4x10"
        assert call("SOLVE_NEXT", *cells) == VALUE
    assert len(tried) == 2
    suggestion_or_error.cache_clear()


def test_statistics_of_random_are_reproducible() -> None:
    stats = call("STRATEGY_STATS", "random", "3x4")
    evaluation.cache_clear()
    assert call("STRATEGY_STATS", "random", "3x4") == stats


def test_rate_guess_rates_each_row() -> None:
    compile_kernels(MASTERMIND)  # else the ratings are provisional
    turns = ("1122", 0, 0), ("1122", 0, 0), ("3344", 1, 0), ("1177", 0, 0)
    rows = rows_of("RATE_GUESS", *board(*turns))
    assert rows[1][0] == pytest.approx(1)
    assert rows[1][2:] == [0.5, "wasted"]
    assert rows[3:] == [[VALUE] * 4, *[NO_ROW] * 6]
    (unsure,) = rows_of("RATE_GUESS", [["1122"]], [[1, "?"]])
    assert unsure == [pytest.approx(0.06, abs=0.01), "1123", "?", ""]


@pytest.mark.parametrize("name", ["RATE_GUESS", "EXPLAIN_TURNS"])
def test_results_keep_the_orientation_of_their_input(name: str) -> None:
    down = rows_of(name, [["1123"], ["1344"]], [[0, 1], [1, 0]])
    across = rows_of(name, [["1123", "1344"]], [[0, 1], [1, 0]])
    assert across == [list(line) for line in zip(*down, strict=True)]


@pytest.mark.slow
def test_functions_limit_the_number_of_turns() -> None:
    many, blank = [["1122"]] * 10_000, [[""]] * 10_000
    marks, none = [[1, 0]] * 10_000, [[None, None]] * 10_000
    counts = rows_of("CANDIDATES_LEFT", [*blank, *many], [*none, *marks])
    assert counts == [[""]] * 10_000 + [[256]] * 10_000
    assert call("CANDIDATES_LEFT", [*many, ["1122"]], [*marks, [1, 0]]) == VALUE


# Odd cells

cell = st.one_of(
    st.none(),
    st.sampled_from(["", " ", "1", "2", "6", "a", "x", "1122", "0579", "4x6", "ab"]),
    st.sampled_from([*STRATEGIES, *CellError, "letters", "3x3 distinct", "2x3 black"]),
    st.integers(0, 9),
    st.integers(0, 9).map(float),
    st.sampled_from([1122.0, 579.0, 1111, *range(-2146826288, -2146826240)]),
    st.integers(),
    st.floats(),
    st.booleans(),
    st.text(max_size=6),
    st.datetimes(),
    st.decimals(),
    st.sampled_from([*WRONG.values()]),
)


anything = st.recursive(cell, lambda cells: st.lists(cells, max_size=4), max_leaves=12)


def assert_cells(result: object) -> None:
    """Assert that a sheet can show a result."""
    rows = result if isinstance(result, list) else [[result]]
    assert rows
    assert {len(row) for row in rows} == {max(map(len, rows))} != {0}
    values = [value for row in rows for value in row]
    assert {*map(type, values)} <= {int, float, str, CellError}
    assert all(math.isfinite(value) for value in values if isinstance(value, float))


@pytest.mark.slow
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
@settings(max_examples=50)
@given(data=st.data())
def test_functions_never_raise_for_any_cells(
    data: st.DataObject, function: Function
) -> None:
    min_size = sum(a.need is Need.REQUIRED for a in function.arguments)
    repeated = any(a.need is Need.REPEATED for a in function.arguments)
    max_size = 8 if repeated else len(function.arguments)
    cells = st.lists(anything, min_size=min_size, max_size=max_size)
    assert_cells(function.call(*data.draw(cells)))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
@pytest.mark.parametrize("empty", [[], [[]], [[], []], ()], ids=repr)
def test_empty_ranges_are_an_error(function: Function, empty: object) -> None:
    min_size = sum(a.need is Need.REQUIRED for a in function.arguments)
    assert function.call(*[empty] * max(1, min_size)) == VALUE
