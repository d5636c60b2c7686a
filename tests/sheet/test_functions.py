"""The worksheet functions on everything that cells may hold."""

import itertools
import math
from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, TypeAlias

import pytest
from helpers import (
    codes_of,
    games,
    games_in_progress,
    golden,
    texts,
    turns_against,
    words,
)
from hypothesis import given
from hypothesis import strategies as st

from xl_mastermind.extra.swap_puzzle import swap_moves
from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.sheet.cells import CellError, pegs_as_cells
from xl_mastermind.sheet.functions import (
    FUNCTIONS,
    Function,
    Need,
    candidates_left,
    evaluation,
)
from xl_mastermind.solve.analysis import rank_guesses, tell_turns
from xl_mastermind.solve.codemaker import cheating_answers
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.suggest import next_guess, survivors

Cells: TypeAlias = Sequence[Sequence[object]]

MASTERMIND = Rules(4, 6)
CALLS = {function.name: function.call for function in FUNCTIONS}
VALUE, NA = CellError.VALUE, CellError.NA

# What a cell holds that is neither a symbol nor a number of pegs: an error as Excel
# numbers it, an error as text, and so on.
WRONG: dict[str, object] = {
    "error number": -2146826273,
    "error text": "#VALUE!",
    "negative": -1.0,
    "fraction": 1.5,
    "not a number": math.nan,
    "infinite": math.inf,
    "true": True,
    "false": False,
    "date": datetime(2024, 1, 2, tzinfo=UTC),
    "money": Decimal("1.5"),
    "word": "one",
    "letter with an accent": "é",
    "punctuation": "1?",
    "full-width digit": "\N{FULLWIDTH DIGIT ONE}",
    "sharp s": "ß",
    "long s": "\N{LATIN SMALL LETTER LONG S}",
    "ligature": "\N{LATIN SMALL LIGATURE FI}",
    "dotless i": "\N{LATIN SMALL LETTER DOTLESS I}",
    "Kelvin sign": "\N{KELVIN SIGN}",
    "superscript": "²",
    "circled digit": "①",
    "Arabic digit": "\N{ARABIC-INDIC DIGIT ONE}",
    "zero-width space": "\N{ZERO WIDTH SPACE}",
}
wrong = pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)


def call(name: str, *cells: object) -> object:
    return CALLS[name](*cells)


def rows_of(name: str, *cells: object) -> list[list[Any]]:
    """Return what a function gives, which must be rows."""
    rows = call(name, *cells)
    assert isinstance(rows, list)
    return rows


def board(*turns: tuple[object, ...], attempts: int = 10) -> tuple[Cells, Cells]:
    """Return guesses and feedback of a board, a code and two counts a turn."""
    blank = ("", None, None)
    rows = [*turns, *[blank] * (attempts - len(turns))]
    guesses = [[*str(code)] if code else [None] * 4 for code, *_ in rows]
    return guesses, [[*marks] for _, *marks in rows]


def turns_as_cells(rules: Rules, turns: Sequence[Turn]) -> tuple[Cells, Cells]:
    """Return guesses and feedback in as many rows; one blank row if there are none."""
    guesses: Cells = [pegs_as_cells(guess, rules) for guess, _ in turns]
    marks: Cells = [[*answer] for _, answer in turns]
    return guesses or [[None] * rules.pegs], marks or [[None, None]]


def column(values: Sequence[object], attempts: int = 10) -> list[list[object]]:
    """Return values as a column of the board, blank below."""
    return [[value] for value in [*values, *[""] * (attempts - len(values))]]


# The table of functions


def test_these_are_the_functions() -> None:
    assert [*CALLS] == [
        *("BLACK", "WHITE", "SOLVE_NEXT", "SOLVE_NOTE", "CODES", "RULED_OUT"),
        *("CANDIDATES_LEFT", "CANDIDATES", "CHEAT", "CONTRADICTIONS"),
        *("CHECK_GUESS", "BOARD_MESSAGE"),
        *("RANK_GUESSES", "PARTITION", "STRATEGY_STATS", "TELL_TURNS"),
        "RATE_GUESS",
        *("SWAP_MOVES", "SWAP_COUNT"),
    ]


def test_the_usage_shows_which_arguments_may_be_left_out() -> None:
    usage = {function.name: function.usage for function in FUNCTIONS}
    assert usage["BLACK"] == "BLACK(code, guess, [more…])"
    assert usage["CODES"] == "CODES([game])"
    assert usage["SOLVE_NEXT"] == (
        "SOLVE_NEXT(guesses, feedback, [strategy], [game], [first])"
    )


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
def test_every_function_is_called_with_its_needed_arguments_alone(
    function: Function,
) -> None:
    samples = {
        "code": 1236,
        "guess": 1122,
        "codes": 1122,
        "guesses": [[1, 1, 2, 2]],
        "feedback": [[1, 0]],
        "n": 3,
        "strategy": "knuth",
    }
    needed = [a.name for a in function.arguments if a.need is Need.REQUIRED]
    assert function.call(*(samples[name] for name in needed)) != VALUE


# BLACK and WHITE

# The code 1236 and the guesses 1122, 3216, 6666 in every form that cells take.
CODES: dict[str, object] = {
    "row of floats": [[1.0, 2.0, 3.0, 6.0]],
    "row of ints": [[1, 2, 3, 6]],
    "row of texts": [["1", "2", "3", "6"]],
    "row of both": [["1", 2.0, " 3", "6 "]],
    "flat row": [1.0, 2.0, 3.0, 6.0],
    "row in tuples": ((1.0, 2.0, 3.0, 6.0),),
    "column": [[1.0], [2.0], [3.0], [6.0]],
    "cell with a text": "1236",
    "cell with a number": 1236.0,
    "range of one cell": [["1236"]],
}
ROWS = [[1.0, 1.0, 2.0, 2.0], [3.0, 2.0, 1.0, 6.0], [6.0, 6.0, 6.0, 6.0]]
DOWN: dict[str, object] = {
    "rows": ROWS,
    "rows of texts": [[str(int(peg)) for peg in row] for row in ROWS],
    "cells with texts": [["1122"], ["3216"], ["6666"]],
    "cells with numbers": [[1122.0], [3216.0], [6666.0]],
}
ACROSS: dict[str, object] = {
    "columns": [[*pegs] for pegs in zip(*ROWS, strict=True)],
    "cells in a row": [["1122", "3216", "6666"]],
    "numbers in a row": [[1122.0, 3216.0, 6666.0]],
    "flat row": ["1122", "3216", "6666"],
}
code_forms = pytest.mark.parametrize("code", CODES.values(), ids=CODES)


@code_forms
@pytest.mark.parametrize("guess", CODES.values(), ids=CODES)
def test_one_guess_in_any_form_gives_one_result(code: object, guess: object) -> None:
    assert (call("BLACK", code, guess), call("WHITE", code, guess)) == (4, 0)


@code_forms
@pytest.mark.parametrize("guesses", DOWN.values(), ids=DOWN)
def test_guesses_below_one_another_give_results_below_one_another(
    code: object, guesses: object
) -> None:
    assert call("BLACK", code, guesses) == [[1], [2], [1]]
    assert call("WHITE", code, guesses) == [[1], [2], [0]]


@code_forms
@pytest.mark.parametrize("guesses", ACROSS.values(), ids=ACROSS)
def test_guesses_side_by_side_give_results_side_by_side(
    code: object, guesses: object
) -> None:
    assert call("BLACK", code, guesses) == [[1, 2, 1]]
    assert call("WHITE", code, guesses) == [[1, 2, 0]]


def test_four_rows_of_four_pegs_are_four_guesses() -> None:
    square = [[1, 1, 1, 1], [1, 2, 3, 6], [6, 3, 2, 1], [4, 4, 4, 4]]
    assert call("BLACK", 1236, square) == [[1], [4], [0], [0]]
    assert call("WHITE", 1236, square) == [[0], [0], [4], [0]]


def test_four_cells_with_codes_are_four_guesses() -> None:
    codes = ["1111", "1236", "6321", "4444"]
    assert call("BLACK", "1236", [[code] for code in codes]) == [[1], [4], [0], [0]]
    assert call("BLACK", "1236", [codes]) == [[1, 4, 0, 0]]


@pytest.mark.parametrize("example", golden("feedback"), ids=words)
def test_the_documents_feedback_in_eight_arguments_and_in_two(
    example: dict[str, str],
) -> None:
    secret, guess = [*map(float, example["secret"])], [*map(float, example["guess"])]
    for cells in ((*secret, *guess), ([secret], [guess])):
        assert call("BLACK", *cells) == example["black"]
        assert call("WHITE", *cells) == example["white"]


def test_eight_arguments_may_be_ranges_of_one_cell_and_texts() -> None:
    cells = [[[4.0]], "5", [[6.0]], 3, [["4"]], 4.0, "6", [5.0]]
    assert (call("BLACK", *cells), call("WHITE", *cells)) == (2, 1)


@given(st.data(), games())
def test_black_and_white_are_the_feedback_of_any_game(
    data: st.DataObject, rules: Rules
) -> None:
    secret, guess = data.draw(codes_of(rules)), data.draw(codes_of(rules))
    full = Rules(rules.pegs, rules.colours).answer(secret, guess)
    for as_cells in (
        lambda code: [pegs_as_cells(code, rules)],
        lambda code: [[peg] for peg in pegs_as_cells(code, rules)],
        lambda code: rules.format_code(code).upper(),
    ):
        cells = as_cells(secret), as_cells(guess)
        assert (call("BLACK", *cells), call("WHITE", *cells)) == full


def test_zeros_in_front_of_a_number_are_not_missed() -> None:
    assert call("BLACK", 579.0, [[579.0], ["0579"], [1579.0]]) == [[4], [4], [3]]
    assert call("BLACK", [[0, 5, 7, 9]], [[579.0], [5790.0]]) == [[4], [0]]
    assert call("BLACK", 1122.0, [[1122.0], [11223.0]]) == [[4], [VALUE]]
    assert call("WHITE", "0579", 5790.0) == 4
    assert call("WHITE", 5790.0, 579.0) == 4


@pytest.mark.parametrize("blank", [None, "", "  "])
@pytest.mark.parametrize("name", ["BLACK", "WHITE"])
def test_blank_and_half_filled_guesses_score_as_blank(name: str, blank: object) -> None:
    assert call(name, 1236, [[blank] * 4]) == ""
    assert call(name, 1236, [[1, 2, 3, blank]]) == ""
    assert call(name, 1236, [[blank, 1, 2, 3]]) == ""
    assert call(name, 1236, blank) == ""
    guesses = [[4, 4, 4, 4], [blank] * 4, [4, blank, blank, 4]]
    assert call(name, 1236, guesses) == [[0], [""], [""]]
    assert call(name, 1236, [["4444"], [blank]]) == [[0], [""]]
    assert call(name, 1, 2, 3, 6, 1, 2, blank, 6) == ""


@pytest.mark.parametrize("blank", [None, "", "  "])
@pytest.mark.parametrize("name", ["BLACK", "WHITE"])
def test_blank_and_half_filled_codes_score_as_blank(name: str, blank: object) -> None:
    for code in (blank, [[blank] * 4], [[1, 2, blank, 6]], [[blank]] * 4):
        assert call(name, code, [[1, 1, 2, 2]]) == ""
        assert call(name, code, [[1, 1, 2, 2]] * 3) == [[""]] * 3
    assert call(name, blank, "1122") == ""
    assert call(name, 1, 2, 3, blank, 1, 1, 2, 2) == ""


@wrong
@code_forms
def test_a_wrong_guess_is_an_error_in_its_row_only(code: object, wrong: object) -> None:
    for row, name in itertools.product(
        ([wrong, 4, 4, 4], [4, 4, 4, wrong], [None, wrong, None, None]),
        ("BLACK", "WHITE"),
    ):
        guesses = [[4, 4, 4, 4], row, [5, 5, 5, 5]]
        assert call(name, code, guesses) == [[0], [VALUE], [0]]
        guesses.append([None] * 4)
        assert call(name, code, guesses) == [[0], [VALUE], [0], [""]]


@wrong
@code_forms
@pytest.mark.parametrize("blanks", [0, 1], ids=["3 cells", "4 cells"])
def test_a_cell_with_a_wrong_guess_is_an_error_in_its_row_only(
    code: object, blanks: int, wrong: object
) -> None:
    for right, name in itertools.product(("4444", 4444.0), ("BLACK", "WHITE")):
        more = [[""]] * blanks
        guesses = [[right], [wrong], ["5555"], *more]
        assert call(name, code, guesses) == [[0], [VALUE], [0], *more]
        guesses = [[wrong], [right], ["5555"], *more]
        assert call(name, code, guesses) == [[VALUE], [0], [0], *more]


@pytest.mark.parametrize("name", ["BLACK", "WHITE"])
@pytest.mark.parametrize("guess", ["112", "11222", [[1, 1, 22, 2]], [[1, 1, 2]]])
def test_a_guess_of_another_length_is_an_error(name: str, guess: object) -> None:
    assert call(name, [[1, 2, 3, 6]], guess) == VALUE
    assert call(name, "1236", guess) == VALUE


def test_a_word_among_the_guesses_changes_nothing_in_other_rows() -> None:
    for code in (1236.0, "1236", [[1, 2, 3, 6]]):
        guesses = [["1236"], ["guess"], [4444.0]]
        assert call("BLACK", code, guesses) == [[4], [VALUE], [0]]


def test_a_guess_that_is_too_long_changes_nothing_in_other_rows() -> None:
    assert call("BLACK", "1122", [["1122"], ["11223"]]) == [[4], [VALUE]]
    assert call("BLACK", [[1, 1, 2, 2]], [[1122], [11223]]) == [[4], [VALUE]]


@wrong
@pytest.mark.parametrize("name", ["BLACK", "WHITE"])
def test_a_wrong_code_is_an_error(name: str, wrong: object) -> None:
    for guess in ("1122", [[1, 1, 2, 2]], [[1, 1, 2, 2]] * 2):
        result = call(name, [[1, 2, wrong, 6]], guess)
        assert result in (VALUE, [[VALUE]] * 2)
        assert call(name, wrong, guess) in (VALUE, [[VALUE]] * 2)
    assert call(name, 1, 2, wrong, 6, 1, 1, 2, 2) == VALUE
    assert call(name, 1, 2, 3, 6, 1, 1, wrong, 2) == VALUE


@pytest.mark.parametrize("number", [3, 4, 5, 6, 7, 9, 10])
@pytest.mark.parametrize("name", ["BLACK", "WHITE"])
def test_neither_two_nor_eight_arguments_are_an_error(name: str, number: int) -> None:
    assert call(name, *[1] * number) == VALUE


@pytest.mark.parametrize("name", ["BLACK", "WHITE"])
def test_ranges_that_hold_no_code_are_an_error(name: str) -> None:
    assert call(name, [[1, 2], [3, 6]], [[1, 1, 2, 2]]) == VALUE
    assert call(name, [[1, 2, 3, 6]], [[1, 1], [2, 2]]) == VALUE
    assert call(name, [[1, 2, 3, 6], [1]], [[1, 1, 2, 2]]) == VALUE
    assert call(name, [[1, 2]] * 2, *[1] * 7) == VALUE


# SOLVE_NEXT


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name != "random"])
@given(progress=games_in_progress())
def test_the_next_guess_is_the_strategys(
    progress: tuple[Rules, Code, list[Turn]], strategy: str
) -> None:
    rules, _, turns = progress
    guesses, marks = turns_as_cells(rules, turns)
    expected = [pegs_as_cells(next_guess(rules, turns, strategy), rules)]
    if any(answer == rules.win for _, answer in turns):
        expected = [[""] * rules.pegs]
    assert call("SOLVE_NEXT", guesses, marks, strategy, str(rules)) == expected
    if rules.black_only:
        blacks = [row[:1] for row in marks]
        assert call("SOLVE_NEXT", guesses, blacks, strategy, str(rules)) == expected


ONE_TURN: dict[str, tuple[object, object]] = {
    "board": board(("1122", 1, 0)),
    "row and row": ([[1.0, 1.0, 2.0, 2.0]], [[1.0, 0.0]]),
    "flat rows": ([1.0, 1.0, 2.0, 2.0], [1.0, 0.0]),
    "column and column": ([[1], [1], [2], [2]], [[1], [0]]),
    "column and row": ([[1], [1], [2], [2]], [[1, 0]]),
    "cell and texts": ("1122", [["1", "0"]]),
    "number and column": (1122.0, [["1"], ["0"]]),
    "cells with codes": ([["1122"], [None], [None]], [[1, 0], ["", ""], [None, None]]),
    "blank row before": (
        [[None] * 4, [1, 1, 2, 2], [""] * 4],
        [[None, None], [1, 0], ["", ""]],
    ),
    "guess without feedback": (
        [[1, 1, 2, 2], [1, 3, 4, 4]],
        [[1, 0], [None, None]],
    ),
    "feedback half given": ([[1, 1, 2, 2], [1, 3, 4, 4]], [[1, 0], [1, None]]),
    "half a guess with feedback": (
        [[1, 1, 2, 2], [1, 3, None, None]],
        [[1, 0], [1, 0]],
    ),
    "columns": (
        [[1, None, None], [1, None, None], [2, None, None], [2, None, None]],
        [[1, None, None], [0, None, None]],
    ),
}


@pytest.mark.parametrize("cells", ONE_TURN.values(), ids=ONE_TURN)
def test_the_next_guess_of_one_turn_in_any_form(cells: tuple[object, object]) -> None:
    assert call("SOLVE_NEXT", *cells) == [[1, 3, 4, 4]]


@pytest.mark.parametrize("turns", [2, 3, 4, 5])
def test_turns_in_columns_are_turns_in_rows(turns: int) -> None:
    played = turns_against(
        MASTERMIND,
        (4, 5, 6, 3),
        [*itertools.product((1, 4), (1, 3), (2, 6), (2,))][:turns],
    )
    left = survivors(MASTERMIND, played)
    below = turns_as_cells(MASTERMIND, played)
    beside = [[*zip(*cells, strict=True)] for cells in below]
    assert call("SOLVE_NEXT", *beside) == call("SOLVE_NEXT", *below)
    assert call("CANDIDATES_LEFT", *below) == [[number] for number in left]
    assert call("CANDIDATES_LEFT", *beside) == [left]
    codes = [MASTERMIND.format_code(guess) for guess, _ in played]
    assert call("CANDIDATES_LEFT", [codes], beside[1]) == [left]
    in_column = call("CANDIDATES_LEFT", [[code] for code in codes], below[1])
    assert in_column == [[number] for number in left]


def test_strategies_are_named_as_on_the_board() -> None:
    cells = board(("1122", 1, 0))
    plain = call("SOLVE_NEXT", *cells, "most-parts")
    assert plain == call("SOLVE_NEXT", *cells, "Most parts")
    assert plain == call("SOLVE_NEXT", *cells, [["MOST-PARTS"]])
    assert plain != call("SOLVE_NEXT", *cells)
    for blank in (None, "", " ", [[None]]):
        assert call("SOLVE_NEXT", *cells, blank, blank, blank) == [[1, 3, 4, 4]]


@pytest.mark.parametrize(
    "first", ["6543", 6543, 6543.0, [["6543"]], [[6, 5, 4, 3]], [[6], [5], [4], [3]]]
)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_any_strategy_starts_from_a_first_guess_in_any_form(
    strategy: str, first: object
) -> None:
    assert call("SOLVE_NEXT", *board(), strategy, "4x6", first) == [[6, 5, 4, 3]]


def test_a_blank_first_guess_is_the_strategys_own() -> None:
    for blank in (None, "", [[None]], [[None] * 4], [[6, 5, None, None]]):
        assert call("SOLVE_NEXT", *board(), "entropy", None, blank) == [[1, 2, 3, 4]]


@pytest.mark.parametrize("marks", [[[2, 0]], [["2", "0"]], [[2.0, None]]])
def test_contradictory_turns_have_no_next_guess(marks: Cells) -> None:
    guesses = [[1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]
    given_ = [[2, 0], [3, 0], *marks]
    assert call("SOLVE_NEXT", guesses, given_) == NA


def test_after_a_win_there_is_no_next_guess() -> None:
    won = ("4563", 4, 0)
    blank = ("", None, None)
    for turns in ([won], [("1122", 0, 0), won], [("1122", 0, 0), blank, won, blank]):
        assert call("SOLVE_NEXT", *board(*turns)) == [[""] * 4]
        assert call("SOLVE_NEXT", *board(*turns), "random") == [[""] * 4]


def test_a_win_that_contradicts_other_turns_is_none() -> None:
    assert call("SOLVE_NEXT", *board(("1122", 1, 0), ("4563", 4, 0))) == NA


@pytest.mark.parametrize("name", ["SOLVE_NEXT", "CANDIDATES_LEFT", "BOARD_MESSAGE"])
def test_feedback_of_another_number_of_rows_is_an_error(name: str) -> None:
    assert call(name, [[1, 1, 2, 2]] * 2, [[1, 0]] * 3) == VALUE
    assert call(name, [[1, 1, 2, 2]], [[1, 0, 0]]) == VALUE
    assert call(name, [[1, 1, 2, 2]], [[1]]) == VALUE


@wrong
def test_a_wrong_turn_leaves_no_next_guess(wrong: object) -> None:
    guesses, marks = board(("1122", 1, 0), ("1344", 0, 1))
    with_wrong = [[1, 1, 2, wrong], *guesses[1:]]
    assert call("SOLVE_NEXT", with_wrong, marks) == VALUE
    assert call("SOLVE_NEXT", guesses, [[wrong, 0], *marks[1:]]) == VALUE
    assert call("SOLVE_NEXT", guesses, [[0, wrong], *marks[1:]]) == VALUE


@pytest.mark.parametrize("marks", [(3, 1), (5, 0), (0, 5), (-1, 2), (100, 0), ("x", 0)])
def test_feedback_that_cannot_be_is_an_error(marks: tuple[object, object]) -> None:
    cells = board(("1122", *marks))
    assert call("SOLVE_NEXT", *cells) == VALUE
    assert call("RULED_OUT", [[1, 1, 1, 1]], *cells) == VALUE
    assert call("CANDIDATES_LEFT", *cells) == column([VALUE])


SETTINGS: dict[str, tuple[object, ...]] = {
    "strategy": ("magic", None, None),
    "game": (None, "4x0", None),
    "game of a number": (None, 46.0, None),
    "too large a game": (None, "12x26", None),
    "first guess": (None, None, "7777"),
    "first guess of another length": (None, None, "112"),
    "strategies": ([["knuth", "entropy"]], None, None),
    "games": (None, [["4x6"], ["4x6"]], None),
}


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_wrong_settings_are_an_error(settings: tuple[object, ...]) -> None:
    assert call("SOLVE_NEXT", [[None] * 4], [[None] * 2], *settings) == VALUE
    assert call("SOLVE_NEXT", *board(("1122", 1, 0)), *settings) == VALUE


@wrong
def test_a_setting_that_is_no_text_is_an_error(wrong: object) -> None:
    for place in range(3):
        settings: list[object] = [None] * 3
        settings[place] = wrong
        assert call("SOLVE_NEXT", *board(), *settings) == VALUE


# SOLVE_NEXT at random


def test_at_random_a_cell_shows_the_same_guess_until_the_turns_change() -> None:
    starts = {str(call("SOLVE_NEXT", *board(), "random")) for _ in range(5)}
    assert len(starts) == 1
    # The same 256 codes are left after each of these turns.
    guesses = []
    for guess in ("1112", "1121", "1211", "2111", "1122", "2211", "1212", "2121"):
        cells = board((guess, 0, 0))
        assert call("CANDIDATES_LEFT", *cells) == column([256])
        results = [call("SOLVE_NEXT", *cells, "random") for _ in range(3)]
        assert results == results[:1] * 3
        guesses.append(str(results[0]))
    assert len({*guesses}) > 4


def test_at_random_the_layout_of_the_turns_makes_no_difference() -> None:
    results = [call("SOLVE_NEXT", *cells, "random") for cells in ONE_TURN.values()]
    assert results == results[:1] * len(results)


@given(games_in_progress())
def test_at_random_the_guess_fits_every_turn(
    progress: tuple[Rules, Code, list[Turn]],
) -> None:
    rules, _, turns = progress
    cells = turns_as_cells(rules, turns)
    result = call("SOLVE_NEXT", *cells, "random", str(rules))
    left = [[pegs_as_cells(code, rules)] for code in candidates(rules, turns)]
    won = any(answer == rules.win for _, answer in turns)
    assert result in ([[[""] * rules.pegs]] if won else left)


# CODES


def test_codes_are_all_codes_a_peg_each() -> None:
    listed = call("CODES")
    pegs = range(1, 7)
    assert listed == [[*code] for code in itertools.product(pegs, repeat=4)]
    for mastermind in (None, "", "4x6", [["mastermind"]]):
        assert call("CODES", mastermind) == listed


@pytest.mark.parametrize(
    ("game", "first", "last", "number"),
    [
        ("4x5", [1, 1, 1, 1], [5, 5, 5, 5], 625),
        ("4x5 black", [1, 1, 1, 1], [5, 5, 5, 5], 625),
        ("ab", [0, 1, 2, 3], [9, 8, 7, 6], 5040),
        ("letters", [*"AAAA"], [*"ZZZZ"], 456_976),
        ("2x4 symbols=A1b2", ["A", "A"], [2, 2], 16),
        ("1x1", [1], [1], 1),
    ],
)
def test_codes_of_other_games(
    game: str, first: list[object], last: list[object], number: int
) -> None:
    listed = call("CODES", game)
    assert isinstance(listed, list)
    assert (listed[0], listed[-1], len(listed)) == (first, last, number)


@pytest.mark.parametrize("game", ["magic", "4x0", 46.0, True, -1, "5x20", "12x26"])
def test_codes_of_no_game_or_of_one_longer_than_a_sheet_are_an_error(
    game: object,
) -> None:
    assert call("CODES", game) == VALUE


# RULED_OUT


@given(games_in_progress())
def test_without_a_list_all_codes_of_the_game_are_marked(
    progress: tuple[Rules, Code, list[Turn]],
) -> None:
    rules, _, turns = progress
    game, cells = str(rules), turns_as_cells(rules, turns)
    marks = call("RULED_OUT", *cells, game)
    assert marks == call("RULED_OUT", call("CODES", game), *cells, game)
    assert marks == call("RULED_OUT", *cells, [[game]], None)
    if game == "4x6":
        assert marks == call("RULED_OUT", *cells) == call("RULED_OUT", *cells, "", "")


# What tells a list of codes before the turns from turns alone: how many cells the
# third argument has, and whether there is a fourth.
TWO_FORMS: dict[str, tuple[list[object], object]] = {
    "no game, the board empty": ([[["", "", "", ""]], [[None, None]]], [[""]] * 1296),
    "a list, the board empty": (
        [[["1111"]], [[None] * 4], [[None, None]]],
        [[""]],
    ),
    "a list of one code, one turn, its marks across": ([6666, 1122, [[3, 0]]], [["x"]]),
    "the same, as columns": ([6666, 1122, [[3], [0]]], [["x"]]),
    "a list, and the game left out": (
        [[["6666"], ["1112"]], [["1122"]], [[3, 0]], None],
        [["x"], [""]],
    ),
    "a list, and a blank cell for the game": (
        [[["6666"], ["1112"]], [["1122"]], [[3, 0]], [[None]]],
        [["x"], [""]],
    ),
    "black pegs only, one turn": (
        [[[1, 2]], [[2]], "2x2 black"],
        [["x"], [""], ["x"], ["x"]],
    ),
    "a list, black pegs only, one turn": (
        [[["12"], ["21"]], [[1, 2]], 2, "2x2 black"],
        [[""], ["x"]],
    ),
    "a list whose marks are one cell, and no game": ([[["1112"]], 1122, 3], VALUE),
    "marks where the game should be": ([[["1122"]], [[3, 0]], 46], VALUE),
    "a game of too many codes": ([[["11111111"]], [[3, 0]], "8x8"], VALUE),
    "a list of such a game": (
        [[["11111112"], ["22222222"]], [["11111111"]], [[7, 0]], "8x8"],
        [[""], ["x"]],
    ),
}


@pytest.mark.parametrize("form", TWO_FORMS.values(), ids=TWO_FORMS)
def test_a_list_of_codes_may_stand_before_the_turns(
    form: tuple[list[object], object],
) -> None:
    cells, expected = form
    assert call("RULED_OUT", *cells) == expected


@given(st.data(), games_in_progress())
def test_codes_that_fit_no_more_are_ruled_out(
    data: st.DataObject, progress: tuple[Rules, Code, list[Turn]]
) -> None:
    rules, _, turns = progress
    codes = data.draw(st.lists(codes_of(rules), min_size=1, max_size=6))
    fitting = candidates(rules, turns)
    expected = ["" if code in fitting else "x" for code in codes]
    for cells in (
        [pegs_as_cells(code, rules) for code in codes],
        [[rules.format_code(code)] for code in codes],
        [[str(peg) for peg in pegs_as_cells(code, rules)] for code in codes],
    ):
        result = call("RULED_OUT", cells, *turns_as_cells(rules, turns), str(rules))
        assert result == [[mark] for mark in expected]


def test_all_codes_are_marked_the_last_one_too() -> None:
    marks = call("RULED_OUT", call("CODES"), *board(("1111", 2, 0)))
    assert isinstance(marks, list)
    assert len(marks) == 1296
    assert marks.count([""]) == 150
    assert marks[0] == marks[-1] == ["x"]


def test_nothing_is_ruled_out_before_the_first_turn() -> None:
    assert call("RULED_OUT", call("CODES"), *board()) == [[""]] * 1296


def test_everything_is_ruled_out_after_contradictory_turns() -> None:
    cells = board(("1111", 2, 0), ("2222", 3, 0))
    assert call("RULED_OUT", call("CODES"), *cells) == [["x"]] * 1296


@wrong
def test_a_wrong_code_is_marked_as_an_error_in_its_row_only(wrong: object) -> None:
    turn = board(("1122", 3, 0))
    codes = [[1, 1, 2, 3], [1, 1, wrong, 2], [6, 6, 6, 6], [None] * 4, [1, "", 2, 2]]
    expected = [[""], [VALUE], ["x"], [""], [""]]
    assert call("RULED_OUT", codes, *turn) == expected
    cells = [["1123"], [wrong], [6666.0], [None], [""]]
    assert call("RULED_OUT", cells, *turn) == expected
    assert call("RULED_OUT", cells[:4], *turn) == expected[:4]


@pytest.mark.parametrize(
    "code",
    [
        *([1, 1, 2, 7], [0, 1, 2, 3], [1, 1, 2, 22], [1, 1.5, 2, 2], [-1, 1, 2, 2]),
        *([1, 1, 2, math.nan], [math.inf, 1, 2, 2], [1, 1, 1e30, 2]),
    ],
    ids=str,
)
def test_codes_of_another_game_are_errors_in_their_rows_only(
    code: list[float],
) -> None:
    codes = [[1, 1, 2, 3], code, [6, 6, 6, 6]]
    assert call("RULED_OUT", codes, *board(("1122", 3, 0))) == [[""], [VALUE], ["x"]]


def test_in_a_distinct_game_a_code_with_a_digit_twice_is_an_error() -> None:
    codes = [[0, 1, 2, 3], [0, 0, 1, 2], [9, 8, 7, 6]]
    turn = ([[0, 1, 2, 4]], [[3, 0]])
    assert call("RULED_OUT", codes, *turn, "ab") == [[""], [VALUE], ["x"]]


def test_digits_among_letters_keep_their_places() -> None:
    codes = [["A", "A"], [1, 1], ["B", "B"], [2, 2], ["2", 1]]
    turn = ([[1, "1"]], [[2, 0]])
    for some in (codes, [[1, 1], [2, 2]]):
        expected = [["" if code == [1, 1] else "x"] for code in some]
        assert call("RULED_OUT", some, *turn, "2x4 symbols=A1B2") == expected


# CANDIDATES_LEFT


@pytest.mark.parametrize("session", golden("sessions"), ids=words)
def test_the_posts_sessions_in_a_column_of_cells(session: dict[str, Any]) -> None:
    turns = session["turns"]
    guesses = [[float(turn["guess"])] for turn in turns]  # 0131 becomes 131
    marks = [[turn["black"], turn["white"]] for turn in turns]
    left = call("CANDIDATES_LEFT", guesses, marks, session["game"])
    assert left == [[n] for n in [*session["pools"][1:], 1]]


def test_blank_rows_stay_blank() -> None:
    cells = board(
        ("1122", 1, 0), ("", None, None), ("1344", 0, 1), ("3526", None, None)
    )
    left = call("CANDIDATES_LEFT", *cells)
    assert left == column([256, "", 44])


def test_none_is_left_from_the_turn_on_that_contradicts() -> None:
    cells = board(
        ("1111", 2, 0), ("2222", 2, 0), ("", "", ""), ("3333", 1, 0), ("4444", 0, 0)
    )
    assert call("CANDIDATES_LEFT", *cells) == column([150, 6, "", 0, 0])


@wrong
def test_a_wrong_turn_is_an_error_in_its_row_only(wrong: object) -> None:
    guesses, marks = board(("1122", 1, 0), ("1344", 0, 1), ("3526", 1, 2))
    some_wrong = [guesses[0], [1, wrong, 4, 4], *guesses[2:]]
    left = call("CANDIDATES_LEFT", some_wrong, marks)
    assert isinstance(left, list)
    assert [left[0], left[1], left[3:]] == [[256], [VALUE], [[""]] * 7]
    assert isinstance(left[2][0], int)
    for pair in ([wrong, 1], [0, wrong]):
        wrong_marks = [marks[0], pair, *marks[2:]]
        assert call("CANDIDATES_LEFT", guesses, wrong_marks) == left


def test_after_a_win_one_is_left() -> None:
    cells = board(("1122", 0, 0), ("4563", 4, 0))
    assert call("CANDIDATES_LEFT", *cells) == column([256, 1])


# SOLVE_NOTE


def test_a_guess_from_a_sample_is_noted() -> None:
    guesses, marks = [["315853"], ["195717"]], [[0, 2]] * 2
    assert call("SOLVE_NOTE", guesses, marks, "knuth", "6x9") == "sampled"
    assert call("SOLVE_NOTE", guesses, marks, "first consistent", "6x9") == ""
    assert call("SOLVE_NOTE", *board(("1122", 1, 0))) == ""
    assert call("SOLVE_NOTE", *board(("1122", 4, 0))) == ""
    assert call("SOLVE_NOTE", *board(("1111", 1, 0), ("1111", 2, 0))) == NA
    assert call("SOLVE_NOTE", *board(("1122", 3, 1))) == VALUE


# CANDIDATES


def test_candidates_fit_the_turns_and_match_the_pattern() -> None:
    turn = board(("1122", 1, 0))
    every = call("CANDIDATES", *turn)
    expected = candidates(MASTERMIND, [Turn((1, 1, 2, 2), Feedback(1, 0))])
    assert every == [[*code] for code in expected]
    known = [[*code] for code in expected if code[0] == 1 and code[2] == 4]
    forms = ("1?4?", [["1?4?"]], [[1, "?", 4.0, "?"]], [[1], [None], ["4"], [""]])
    for pattern in forms:
        assert call("CANDIDATES", *turn, pattern) == known
    for blank in (None, "", " ", [[None] * 4], "????"):
        assert call("CANDIDATES", *turn, blank) == every


def test_the_first_thousand_candidates_are_listed_or_as_many_as_are_asked_for() -> None:
    nothing = board()
    every = [[*code] for code in candidates(MASTERMIND, [])]
    assert call("CANDIDATES", *nothing) == every[:1000]
    for count in (1, 1296, 5000.0, "77"):
        listed = call("CANDIDATES", *nothing, None, None, count)
        assert listed == every[: int(count)]
    for wrong_count in (0, -1, 1.5, "all", 1 << 21, [[1, 2]]):
        assert call("CANDIDATES", *nothing, None, None, wrong_count) == VALUE


def test_no_candidate_is_a_blank_row() -> None:
    assert call("CANDIDATES", *board(("1122", 1, 0)), "11??") == [[""] * 4]
    assert call("CANDIDATES", *board(("1122", 1, 0), ("1122", 2, 0))) == [[""] * 4]


def test_a_number_as_pattern_may_lack_its_zeros() -> None:
    turns = [[None] * 4], [[None] * 2]
    assert call("CANDIDATES", *turns, 579.0, "ab") == [[0, 5, 7, 9]]
    assert call("CANDIDATES", *turns, "abc?", "letters", 2) == [
        ["A", "B", "C", "A"],
        ["A", "B", "C", "B"],
    ]


@pytest.mark.parametrize(
    ("pattern", "game", "sentence"),
    [
        ("1?2", "4x6", "A pattern has 4 pegs; this one has 3."),
        (12.0, "4x6", "A pattern has 4 pegs; this one has 2."),
        ([[1, "?", 2, "?", "?"]], "4x6", "A pattern has 4 pegs; this one has 5."),
        (
            [[1, "?2", 2, "?"]],
            "4x6",
            "A peg of a pattern is a digit from 1 to 6, or ?.",
        ),
        ("17??", "4x6", "A peg of a pattern is a digit from 1 to 6, or ?."),
        ("1*??", "4x6", "A peg of a pattern is a digit from 1 to 6, or ?."),
        ("a?é?", "letters", "A peg of a pattern is a letter from A to Z, or ?."),
        ("1?1?", "ab", "Please use each symbol only once."),
    ],
)
def test_what_is_wrong_with_a_pattern_is_said_in_a_sentence(
    pattern: object, game: str, sentence: str
) -> None:
    turns = [[None] * 4], [[None] * 2]
    assert call("CANDIDATES", *turns, pattern, game) == sentence


# CHEAT


def test_the_cheats_answers_stand_beside_the_guesses() -> None:
    guesses = [(1, 1, 2, 2), (1, 3, 4, 4), (6, 6, 6, 5)]
    answers = [[*answer] for answer in cheating_answers(MASTERMIND, guesses)]
    blank: list[object] = ["", ""]
    rows: list[list[object]] = [[*guess] for guess in guesses]
    assert call("CHEAT", rows) == answers
    assert call("CHEAT", [["1122"], ["1344"], ["6665"]]) == answers
    assert call("CHEAT", ["1122", "1344", "6665"]) == [
        [*line] for line in zip(*answers, strict=True)
    ]
    assert call("CHEAT", "1122") == answers[:1]
    between = [rows[0], [None] * 4, rows[1], [1, 2, "", 3], rows[2]]
    assert call("CHEAT", between) == [answers[0], blank, answers[1], blank, answers[2]]
    wrong = [rows[0], [1, 2, 3, 7], rows[1]]
    assert call("CHEAT", wrong) == [answers[0], [VALUE] * 2, answers[1]]


def test_the_cheat_of_a_black_only_game_gives_blacks_alone() -> None:
    guesses = [["1122"], [None], ["3344"]]
    assert call("CHEAT", guesses, "4x6 black") == [[0], [""], [0]]


def test_the_cheat_takes_no_digit_twice_where_they_must_differ() -> None:
    assert call("CHEAT", [["0123"], ["0012"]], "ab") == [[0, 1], [VALUE, VALUE]]
    assert call("CHEAT", [["0123"]], "magic") == VALUE


# CONTRADICTIONS


def test_contradictions_name_the_rows_of_the_board() -> None:
    turns = [("1111", 2, 0), ("", None, None), ("2222", 3, 0), ("3333", None, None)]
    assert call("CONTRADICTIONS", *board(*turns)) == [
        *([1, 0, 0], [1, 1, 0]),
        *([3, 0, 0], [3, 1, 0], [3, 2, 0]),
    ]
    guesses = [["1111"], [""], ["2222"]]
    blacks: Cells = [[2], [None], [3]]
    listed = call("CONTRADICTIONS", guesses, blacks, "4x6 black")
    assert listed == [[1, 0], [1, 1], [3, 0], [3, 1], [3, 2]]


def test_turns_that_fit_or_that_no_one_change_mends_have_no_contradictions() -> None:
    assert call("CONTRADICTIONS", *board()) == [[""] * 3]
    assert call("CONTRADICTIONS", *board(("1122", 1, 0))) == [[""] * 3]
    four = [(f"{n}{n}{n}{n}", 2, 0) for n in (1, 2, 3, 4)]
    assert call("CONTRADICTIONS", *board(*four)) == [[""] * 3]
    assert call("CONTRADICTIONS", *board(("1122", 3, 1))) == VALUE


# SWAP_MOVES, SWAP_COUNT


@pytest.mark.parametrize(("cell", "pieces"), [(1, 1), (3.0, 3), ("20", 20), ([[7]], 7)])
def test_the_swap_puzzle_has_its_moves_in_a_column(cell: object, pieces: int) -> None:
    moves = call("SWAP_MOVES", cell)
    assert moves == [[str(move)] for move in swap_moves(pieces)]
    assert call("SWAP_COUNT", cell) == len(swap_moves(pieces))


@pytest.mark.parametrize("pieces", [0, 21, -1, 1.5, "", None, "three", [[1, 2]]])
def test_the_swap_puzzle_has_one_to_twenty_pieces(pieces: object) -> None:
    assert call("SWAP_MOVES", pieces) == call("SWAP_COUNT", pieces) == VALUE


# CHECK_GUESS


@pytest.mark.parametrize(
    ("guess", "game", "sentence"),
    [
        ([[1, 1, 2, 2]], None, ""),
        ([["1", "1", 2.0, " 2"]], None, ""),
        ("1122", None, ""),
        (1122.0, None, ""),
        ([[1], [1], [2], [2]], None, ""),
        ([[None] * 4], None, ""),
        (None, None, ""),
        ([[1, 7, 2, 2]], None, "Please type a digit from 1 to 6."),
        ("1722", None, "Please type a digit from 1 to 6."),
        ([[0, 1, 2, 3]], None, "Please type a digit from 1 to 6."),
        ([["a", 1, 2, 3]], None, "Please type a digit from 1 to 6."),
        ([["a", None, None, None]], None, "Please type a digit from 1 to 6."),
        ([[1, 2, 3, 1]], "4x2", "Please type a digit from 1 to 2."),
        ([[1, 2, 1, 1]], "4x1", "Please type one of 1."),
        ([["a", 1, 2, 3]], "letters", "Please type a letter from A to Z."),
        ([[*"abcz"]], "letters", ""),
        ([[*"aaaa"]], "4x3 symbols=XYW", "Please type one of X, Y, W."),
        ([[0, 1, 2, 3]], "ab", ""),
        (123.0, "ab", ""),
        ("0123", "ab", ""),
        ([[0, 1, 2, 0]], "ab", "Please use each symbol only once."),
        ([[0, 0, None, None]], "ab", "Please use each symbol only once."),
        ([["a", "A"]], "2x26 distinct", "Please use each symbol only once."),
        ("112", None, "A guess has 4 pegs; this one has 3."),
        ("11223", None, "A guess has 4 pegs; this one has 5."),
        ([[1, 1, 2]], None, "A guess has 4 pegs; this one has 3."),
        ([[1, 1, 2, 2, 3]], None, "A guess has 4 pegs; this one has 5."),
        (
            [[12, 1, 2, 3]],
            None,
            "Please type one symbol in each cell, or all 4 in the first.",
        ),
        (
            [["12", None, None, None]],
            None,
            "Please type one symbol in each cell, or all 4 in the first.",
        ),
        ([[579, None, None, None]], "4x10 distinct", ""),
        ([[1, 1, None, None]], None, "A guess has 4 pegs; this one has 2."),
        ([[2]], "1x3", ""),
        ([["22"]], "1x3", "A guess has 1 peg; this one has 2."),
    ],
)
def test_what_is_wrong_with_a_guess_is_said_in_a_sentence(
    guess: object, game: object, sentence: str
) -> None:
    assert call("CHECK_GUESS", guess, game) == sentence


@wrong
def test_a_guess_that_no_symbol_stands_for_says_what_to_type(wrong: object) -> None:
    for guess in ([[wrong, 1, 2, 2]], [[1, 1, 2, wrong]], [[1], [1], [wrong], [2]]):
        assert call("CHECK_GUESS", guess) == "Please type a digit from 1 to 6."


def test_a_cell_with_two_symbols_is_not_counted_as_two_pegs() -> None:
    sentence = call("CHECK_GUESS", [["12", 3, 4, None]])
    assert sentence
    assert "4 pegs; this one has 4" not in str(sentence)


def test_several_guesses_are_checked_one_by_one() -> None:
    guesses = [[1, 1, 2, 2], [1, 7, 2, 2], [None] * 4]
    typed = "Please type a digit from 1 to 6."
    assert call("CHECK_GUESS", guesses) == [[""], [typed], [""]]
    assert call("CHECK_GUESS", [["1122"], ["1722"]]) == [[""], [typed]]


@pytest.mark.parametrize("name", ["CHECK_GUESS", "BOARD_MESSAGE"])
def test_sentences_about_no_game_are_an_error(name: str) -> None:
    cells = ([[1, 1, 2, 2]], [[1, 0]])[: 1 if name == "CHECK_GUESS" else 2]
    assert call(name, *cells, "magic") == VALUE


# BOARD_MESSAGE

TEN_WRONG = [(f"{n:04}", 0, 0) for n in (1111, 2222, 3333, 4444, 5555)] * 2


@pytest.mark.parametrize(
    ("turns", "message"),
    [
        ([], "1,296 codes are possible. Your guess."),
        ([("1122", None, None)], "1,296 codes are possible. Your guess."),
        ([("1122", 1, 0)], "1 black, 0 white: 256 codes left."),
        ([("1122", "1", "0"), ("", "", "")], "1 black, 0 white: 256 codes left."),
        (
            [("1122", 1, 0), ("1344", 0, 1), ("3526", 1, 2), ("1462", 1, 1)],
            "1 black, 1 white: 1 code left.",
        ),
        ([("4563", 4, 0)], "Solved in 1. Well played!"),
        ([("1122", 0, 0), ("4563", 4, 0)], "Solved in 2. Well played!"),
        (
            [("1122", 0, 0), ("", None, None), ("4563", 4, 0)],
            "Solved in 2. Well played!",
        ),
        (
            [("1111", 2, 0), ("2222", 3, 0)],
            (
                "No code fits from attempt 2 on: check attempt 2 (2 black,"
                " 0 white?), attempt 1 (1 black, 0 white?); 3 more would do."
            ),
        ),
        (
            [("1111", 2, 0), ("2222", 2, 0), ("3333", 1, 0), ("4444", 1, 0)],
            (
                "No code fits from attempt 3 on: check attempt 2 (0 black,"
                " 0 white?), attempt 1 (0 black, 0 white?)."
            ),
        ),
        ([("1122", 3, 1)], None),
        (TEN_WRONG, "Ten attempts: the codemaker has won."),
        (TEN_WRONG[:9], "0 black, 0 white: 1 code left."),
        ([*TEN_WRONG[:9], ("6666", 4, 0)], "Solved in 10. Well played!"),
        (
            [*TEN_WRONG[:9], ("6666", 3, 0)],
            (
                "No code fits from attempt 10 on: check attempt 10 (4 black,"
                " 0 white?), attempt 5 (1 black, 0 white?)."
            ),
        ),
        ([("1722", 1, 0)], "Please type a digit from 1 to 6."),
        ([("1122", 1, 0), ("a", None, None)], "Please type a digit from 1 to 6."),
    ],
)
def test_the_message_says_how_the_game_stands(
    turns: list[tuple[object, ...]], message: str | None
) -> None:
    guesses, marks = board(*turns)
    guesses = [[*row, *[None] * (4 - len(row))] for row in guesses]
    shown = call("BOARD_MESSAGE", guesses, marks)
    if message is None:
        message = (
            "Attempt 1: 3 black and 1 white cannot be: the last peg has no other place."
        )
    assert shown == message


def test_the_codemaker_has_won_only_when_every_row_is_played() -> None:
    rows: list[tuple[object, ...]] = [("1111", 0, 0), *[("", None, None)] * 8]
    shown = call("BOARD_MESSAGE", *board(*rows, ("2222", 0, 0)))
    assert shown == "0 black, 0 white: 256 codes left."


@wrong
def test_the_message_names_what_is_wrong(wrong: object) -> None:
    guesses, marks = board(("1122", 1, 0), ("1344", 0, 1))
    in_guess = [guesses[0], [1, wrong, 4, 4], *guesses[2:]]
    shown = call("BOARD_MESSAGE", in_guess, marks)
    assert shown == "Please type a digit from 1 to 6."
    in_marks = [marks[0], [wrong, 1], *marks[2:]]
    shown = call("BOARD_MESSAGE", guesses, in_marks)
    assert isinstance(shown, str)
    assert shown.startswith("Attempt 2: Expected ")


@pytest.mark.parametrize(
    ("game", "guess", "marks", "message"),
    [
        ("4x6 black", "1122", [2], "2 black: 150 codes left."),
        ("4x6 black", "1122", [2, None], "2 black: 150 codes left."),
        ("ab", "0123", [0, 1], "0 black, 1 white: 1,440 codes left."),
        ("letters", "abcz", [4, 0], "Solved in 1. Well played!"),
        ("4x1", "1111", [None, None], "1 code is possible. Your guess."),
        (
            "4x6 black",
            "1122",
            [2, 1],
            "Attempt 1: Expected black pegs only, got 1 white.",
        ),
    ],
)
def test_the_message_of_other_games(
    game: str, guess: str, marks: list[object], message: str
) -> None:
    guesses = [[*guess], [None] * 4]
    given_ = [marks, [None] * len(marks)]
    assert call("BOARD_MESSAGE", guesses, given_, game) == message


# RANK_GUESSES, PARTITION, STRATEGY_STATS, TELL_TURNS

CONTRADICTION = board(("1122", 1, 0), ("1122", 2, 0))
"""Turns that no code fits."""


@pytest.mark.parametrize(
    "strategy", [name for name, rule in STRATEGIES.items() if not rule.exact]
)
@given(progress=games_in_progress(most_codes=300))
def test_ranked_guesses_are_those_of_the_analysis(
    progress: tuple[Rules, Code, list[Turn]], strategy: str
) -> None:
    rules, _, turns = progress
    rows = call("RANK_GUESSES", *turns_as_cells(rules, turns), strategy, str(rules))
    if any(turn.feedback == rules.win for turn in turns):
        assert rows == [[""] * 6]
        return
    assert rows == [
        [rules.format_code(one.guess), int(one.possible), *one[2:6]]
        for one in rank_guesses(rules, turns, strategy)
    ]


def test_optimal_tells_the_guesses_still_needed() -> None:
    rules = Rules(3, 3)
    given = [[1, 1, 2]], [[1, 0]]
    rows = rows_of("RANK_GUESSES", *given, "optimal", "3x3")
    turns = [Turn((1, 1, 2), Feedback(1, 0))]
    ranked = rank_guesses(rules, turns, "optimal")
    assert [row[6] for row in rows] == [
        "" if one.needed is None else one.needed for one in ranked
    ]
    assert rows[0][6] != ""
    won = [[1, 1, 2]], [[3, 0]]
    assert rows_of("RANK_GUESSES", *won, "optimal", "3x3") == [[""] * 7]


def test_guesses_are_ranked_from_the_empty_board() -> None:
    rows = rows_of("RANK_GUESSES", *board())
    assert len(rows) == 1296
    assert rows[0][:4] == ["1122", 1, 256, 13]
    # Knuth's parts of 1122.
    sizes = [1, 4, 32, 114, 20, 36, 208, 256, 1, 16, 96, 256, 256]
    assert rows[0][4] == sum(size * size for size in sizes) / 1296
    assert call("RANK_GUESSES", *board(), None, None, 3.0) == rows[:3]
    assert call("RANK_GUESSES", *board(), "", "", "3") == rows[:3]


def test_the_ranking_keeps_zeros_in_front() -> None:
    first, *_ = rows_of("RANK_GUESSES", "", [[None, None]], "knuth", "ab")
    assert first[0] == "0123"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("RANK_GUESSES", CONTRADICTION),
        ("PARTITION", ("1122", *CONTRADICTION)),
    ],
)
def test_turns_that_contradict_have_no_analysis(
    name: str, arguments: tuple[object, ...]
) -> None:
    assert call(name, *arguments) == NA


@wrong
def test_wrong_cells_have_no_analysis(wrong: object) -> None:
    bad = board(("1122", wrong, 0))
    assert call("RANK_GUESSES", *bad) == VALUE
    assert call("PARTITION", "1122", *bad) == VALUE
    assert call("RANK_GUESSES", *board(), wrong) == VALUE
    assert call("RANK_GUESSES", *board(), None, wrong) == VALUE
    assert call("PARTITION", [[1, wrong, 2, 2]], *board()) == VALUE
    assert call("STRATEGY_STATS", wrong) == VALUE
    assert call("STRATEGY_STATS", "knuth", wrong) == VALUE
    assert call("STRATEGY_STATS", "knuth", None, [[1, 1, wrong, 2]]) == VALUE
    assert call("TELL_TURNS", *board(("1122", 1, 0)), wrong) == VALUE
    if not isinstance(wrong, float | int):
        assert call("RANK_GUESSES", *board(), None, None, wrong) == VALUE


@pytest.mark.parametrize("count", [0, -1, 1.5, "x", 1 << 21])
def test_rows_of_a_ranking_are_counted_from_one(count: object) -> None:
    assert call("RANK_GUESSES", *board(), None, None, count) == VALUE


@given(st.data(), games_in_progress())
def test_a_partition_lists_every_answer_with_its_count(
    data: st.DataObject, progress: tuple[Rules, Code, list[Turn]]
) -> None:
    rules, _, turns = progress
    guess = data.draw(codes_of(rules))
    rows = call(
        "PARTITION",
        [pegs_as_cells(guess, rules)],
        *turns_as_cells(rules, turns),
        str(rules),
    )
    left = candidates(rules, turns)
    answers = [rules.answer(code, guess) for code in left]
    width = 1 if rules.black_only else 2
    assert rows == [[*each[:width], answers.count(each)] for each in rules.feedbacks]


def test_a_partition_waits_for_its_guess() -> None:
    for guess in (None, "", [[1, 1, None, 2]], [[None]] * 4):
        rows = rows_of("PARTITION", guess, *board(("1122", 1, 0)))
        assert [row[:2] for row in rows] == [[*each] for each in MASTERMIND.feedbacks]
        assert {row[2] for row in rows} == {""}


@pytest.mark.parametrize("guess", ["112", "1172", [["1122"], ["1123"]]])
def test_a_partition_is_of_one_guess(guess: object) -> None:
    assert call("PARTITION", guess, *board()) == VALUE


@pytest.mark.parametrize(
    "known",
    [one for one in golden("totals") if Rules.parse(one["game"]).code_count <= 1296],
    ids=words,
)
def test_the_statistics_are_the_known_totals(known: dict[str, Any]) -> None:
    first = "" if known["own_first"] else known["first"]
    cells = known["strategy"], known["game"], first
    ((total, average, most, *found),) = rows_of("STRATEGY_STATS", *cells)
    assert (total, most) == (known["total"], known["most"])
    assert len(found) == most
    assert average == total / sum(found)
    assert total == sum(guesses * codes for guesses, codes in enumerate(found, 1))


def test_the_statistics_of_random_do_not_flicker() -> None:
    stats = call("STRATEGY_STATS", "random", "3x4")
    assert call("STRATEGY_STATS", "random-consistent", "3x4") == stats
    evaluation.cache_clear()
    assert call("STRATEGY_STATS", "random", "3x4") == stats


def test_statistics_of_a_game_too_large_for_a_cell_are_refused() -> None:
    assert call("STRATEGY_STATS", "knuth", "5x8") == VALUE
    assert call("STRATEGY_STATS", "first-consistent", "letters") == VALUE
    assert call("STRATEGY_STATS", "first-consistent", "ab-repeats") != VALUE


def test_turns_are_told_in_their_rows() -> None:
    cells = board(("1122", 1, 0), ("", None, None), ("1344", 9, 0), ("1344", 1, 1))
    rows = call("TELL_TURNS", *cells, "Entropy")
    first, second = tell_turns(
        MASTERMIND,
        [
            Turn((1, 1, 2, 2), Feedback(1, 0)),
            Turn((1, 3, 4, 4), Feedback(1, 1)),
        ],
        "entropy",
    )
    assert rows == column([first, "", VALUE, second])


def test_turns_side_by_side_are_told_side_by_side() -> None:
    rows = call("TELL_TURNS", [["1122", "1344"]], [[1, 1], [0, 1]])
    down = rows_of("TELL_TURNS", [["1122"], ["1344"]], [[1, 0], [1, 1]])
    assert rows == [[text for (text,) in down]]


# Whatever stands in the cells

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


def spoilt(cells: Cells) -> st.SearchStrategy[list[list[object]]]:
    """Draw the cells with up to three of them overwritten."""
    places = st.tuples(
        st.integers(0, len(cells) - 1), st.integers(0, len(cells[0]) - 1), cell
    )

    def overwritten(changes: list[tuple[int, int, object]]) -> list[list[object]]:
        rows = [[*row] for row in cells]
        for row, column, value in changes:
            rows[row][column] = value
        return rows

    return st.lists(places, max_size=3).map(overwritten)


@st.composite
def spoilt_boards(draw: st.DrawFn) -> tuple[Rules, Cells, Cells, Cells]:
    """Draw a game, seven of its codes, and six rows of guesses and feedback."""
    rules, _, turns = draw(games_in_progress())
    codes = draw(st.lists(codes_of(rules), min_size=7, max_size=7))
    blank = 6 - len(turns)
    guesses = [pegs_as_cells(guess, rules) for guess, _ in turns]
    marks = [[*answer] for _, answer in turns]
    return (
        rules,
        draw(spoilt([pegs_as_cells(code, rules) for code in codes])),
        draw(spoilt([*guesses, *[[None] * rules.pegs] * blank])),
        draw(spoilt([*marks, *[[None] * 2] * blank])),
    )


anything = st.recursive(cell, lambda cells: st.lists(cells, max_size=4), max_leaves=12)


def assert_cells(result: object) -> None:
    """Fail if a sheet cannot show `result`: a value, or rows of equally many."""
    rows = result if isinstance(result, list) else [[result]]
    assert rows
    assert {len(row) for row in rows} == {max(map(len, rows))} != {0}
    values = [value for row in rows for value in row]
    assert {*map(type, values)} <= {int, float, str, CellError}
    assert all(math.isfinite(value) for value in values if isinstance(value, float))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
@given(data=st.data())
def test_any_cells_give_a_value_a_blank_or_an_error(
    data: st.DataObject, function: Function
) -> None:
    least = sum(a.need is Need.REQUIRED for a in function.arguments)
    repeated = any(a.need is Need.REPEATED for a in function.arguments)
    most = 8 if repeated else len(function.arguments)
    cells = st.lists(anything, min_size=least, max_size=most)
    assert_cells(function.call(*data.draw(cells)))


def shape(result: object) -> tuple[int, int]:
    assert isinstance(result, list)
    return len(result), len(result[0])


@given(spoilt_boards(), st.sampled_from([*STRATEGIES]))
def test_any_board_has_answers_of_the_right_shape(
    board: tuple[Rules, Cells, Cells, Cells], strategy: str
) -> None:
    rules, codes, guesses, marks = board
    game = str(rules)
    for result in (
        call("CANDIDATES_LEFT", guesses, marks, game),
        call("CHECK_GUESS", guesses, game),
        call("WHITE", [1] * 5, [[*row, 1, 1, 1, 1][:5] for row in guesses]),
    ):
        assert_cells(result)
        assert shape(result) == (6, 1)
    message = call("BOARD_MESSAGE", guesses, marks, game)
    assert message
    assert_cells(message)
    following = call("SOLVE_NEXT", guesses, marks, strategy, game)
    marked = call("RULED_OUT", codes, guesses, marks, game)
    wrong = following == VALUE
    assert wrong == (marked == VALUE)
    if not wrong:
        assert_cells(following)
        assert following == NA or shape(following) == (1, rules.pegs)
        assert_cells(marked)
        assert shape(marked) == (7, 1)


@pytest.mark.parametrize(
    "number", [1e300, 10**30, 10**400], ids=["1e300", "1e30", "1e400"]
)
def test_numbers_of_more_digits_than_any_code_are_errors(number: float) -> None:
    turn = board(("1122", 1, 0))
    assert call("BLACK", 1236, [[1, 2, 3, 6], [1, 2, 3, number]]) == [[4], [VALUE]]
    assert call("BLACK", "1236", number) == VALUE
    assert call("RULED_OUT", [[1, 1, 1, number]], *turn) == [[VALUE]]
    assert call("SOLVE_NEXT", [[1, 1, 2, 2]], [[1, number]]) == VALUE
    assert call("CODES", number) == VALUE
    assert call("CHECK_GUESS", [[1, 2, 3, number]])


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
@pytest.mark.parametrize("empty", [[], [[]], [[], []], ()], ids=repr)
def test_ranges_without_a_cell_are_an_error(function: Function, empty: object) -> None:
    least = sum(a.need is Need.REQUIRED for a in function.arguments)
    assert function.call(*[empty] * max(1, least)) == VALUE


@given(data=st.data())
def test_a_cell_holds_symbols_of_the_game_alone_in_either_case(
    data: st.DataObject,
) -> None:
    rules = Rules.parse(data.draw(st.sampled_from(["3x26", "3x6", "2x10"])))
    symbols = {*rules.symbols.lower(), *rules.symbols.upper()}
    text = data.draw(texts("".join(sorted(symbols)), rules.pegs))
    word = text.strip()  # blanks around, also such as do not break a line
    right = len(word) == rules.pegs and set(word) <= symbols
    game, no_turn = str(rules), [[None] * rules.pegs]
    blank = not word
    # As the board's formulas trim it: of spaces, and of those that break no line.
    typed = text.replace("\N{NO-BREAK SPACE}", " ").strip(" ")
    playable = len(typed) == rules.pegs and set(typed) <= symbols
    assert (call("CHECK_GUESS", [[text]], game) == "") == (playable or not typed)
    left = call("CANDIDATES_LEFT", [[text]], [[0, 0]], game)
    assert left == [[""]] if blank else (left != [[VALUE]]) == right
    (mark,) = rows_of("RULED_OUT", [[text]], no_turn, [[None, None]], game)
    assert (mark == [VALUE]) == (not right and not blank)
    listed = call("CANDIDATES", no_turn, [[None, None]], text, game)
    assert isinstance(listed, list) == (right or blank)
    peg = call("BLACK", [["1", "A"]], [["1", text]])
    assert (peg != VALUE) == (word.isascii() and (word.isalnum() or blank)) or word[1:]


# What would take longer than a person waits


def test_games_of_too_many_codes_are_errors_in_cells_but_not_for_buttons() -> None:
    turn, left = ([["11223344"]], [[0, 0]]), 4**8
    for name in ("CANDIDATES_LEFT", "SOLVE_NEXT", "BOARD_MESSAGE", "CANDIDATES"):
        assert call(name, *turn, *[""] * (name == "SOLVE_NEXT"), "8x8") == VALUE
    assert call("CHEAT", turn[0], "8x8") == VALUE
    assert call("RATE_GUESS", [["1122334"]], [[0, 0]], "7x8") == VALUE
    assert call("RANK_GUESSES", [["1122334"]], [[0, 0]], None, "7x8") == VALUE
    assert call("CANDIDATES_LEFT", [["1122334"]], [[0, 0]], "7x8") == [[4**7]]
    assert call("CHECK_GUESS", "11223344", "8x8") == ""
    assert call("BLACK", "11223344", "11223344") == 8
    assert call("RULED_OUT", [["55555555"]], *turn, "8x8") == [[""]]
    assert candidates_left(*turn, "8x8") == [[left]]


def test_turns_that_are_repeated_change_nothing_else() -> None:
    # A thousand rows; each function looked at all of them for each.
    guesses, marks = board(("1122", 1, 0), ("1344", 0, 2), attempts=2)
    many = 500
    for name in ("TELL_TURNS", "CANDIDATES_LEFT", "RATE_GUESS"):
        once = rows_of(name, guesses, marks)
        often = rows_of(name, [*guesses] * many, [*marks] * many)
        assert often[:2] == once
        assert often[2:4] * (many - 1) == often[2:]
    for name in ("SOLVE_NEXT", "CANDIDATES", "RULED_OUT", "RANK_GUESSES"):
        often = rows_of(name, [*guesses] * many, [*marks] * many)
        assert often == rows_of(name, guesses, marks)
    assert rows_of("CHEAT", [*guesses] * many) == rows_of("CHEAT", guesses) * many
    wrong = rows_of(
        "CONTRADICTIONS", [*guesses] * many, [*marks] * (many - 1) + [[4, 0], [0, 2]]
    )
    assert wrong == [[2 * many - 1, 1, 0]]


def test_no_game_has_more_than_ten_thousand_turns() -> None:
    many, blank = [["1122"]] * 10_000, [[""]] * 10_000
    marks, none = [[1, 0]] * 10_000, [[None, None]] * 10_000
    counts = rows_of("CANDIDATES_LEFT", [*blank, *many], [*none, *marks])
    assert counts == [[""]] * 10_000 + [[256]] * 10_000
    assert call("CANDIDATES_LEFT", [*many, ["1122"]], [*marks, [1, 0]]) == VALUE
    assert call("SOLVE_NEXT", [*many, ["x"]], [*marks, [1, 0]]) == VALUE


def test_texts_of_different_lengths_are_told_apart() -> None:
    texts = [["12" * n] for n in range(1, 600)]
    found = rows_of("BLACK", 1212, texts)
    assert [row for row in found if row != [VALUE]] == [[4]]
    assert found[1] == [4]
    assert rows_of("WHITE", 12, [[21], [123], [12], ["x" * 99]]) == [
        [2], [VALUE], [0], [VALUE]
    ]  # fmt: skip


# RATE_GUESS


def test_each_row_of_the_board_is_rated() -> None:
    rows = rows_of("RATE_GUESS", *board(("1122", 0, 0), ("1122", 0, 0), ("3344", 1, 0)))
    assert len(rows) == 10
    assert rows[1][0] == pytest.approx(1)
    assert rows[1][2:] == [0.5, "wasted"]
    assert all(len(row) == 4 for row in rows)
    assert rows[3:] == [["", "", "", ""]] * 7
    assert rows_of("RATE_GUESS", *board())[0] == [""] * 4


def test_a_wrong_turn_is_an_error_in_its_own_row_of_ratings() -> None:
    alone, *_ = rows_of("RATE_GUESS", *board(("1123", 0, 1)))
    rows = rows_of("RATE_GUESS", *board(("1123", 0, 1), ("1177", 0, 0)))
    assert rows[:2] == [alone, [VALUE] * 4]


def test_turns_that_contradict_have_no_ratings() -> None:
    assert call("RATE_GUESS", *CONTRADICTION) == NA


def test_ratings_lie_as_the_guesses_do() -> None:
    down = rows_of("RATE_GUESS", [["1123"], ["1344"]], [[0, 1], [1, 0]])
    across = rows_of("RATE_GUESS", [["1123", "1344"]], [[0, 1], [1, 0]])
    assert across == [list(line) for line in zip(*down, strict=True)]


def test_games_of_every_kind_are_rated() -> None:
    (black,) = rows_of("RATE_GUESS", [["1234"]], [[1]], "4x6 black")
    assert black[0] == 0 or black[3] == "by expected size"
    (large,) = rows_of("RATE_GUESS", [["ABCD"]], [[1, 0]], "4x26")
    assert large[3] == "by expected size"
    (zeros,) = rows_of("RATE_GUESS", 123, [[1, 0]], "ab")
    assert zeros[:2] == [0, "0123"]
    assert zeros[3] == "optimal"
