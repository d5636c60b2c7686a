"""The package as Python developers call it: forms of values, errors, names."""

import doctest
import pydoc
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

import xl_mastermind as xl
from xl_mastermind.game.rules import Feedback, Rules, Turn

Value: TypeAlias = Any  # wrong values have no type

GAMES: list[Any] = [Rules(4, 6), "4x6", "Mastermind"]
CODES: list[Any] = [
    *((1, 1, 2, 2), [1, 1, 2, 2], "1122", np.array([1, 1, 2, 2])),
    *(np.array([1, 1, 2, 2], np.uint8), (np.int64(1), 1, 2, np.uint8(2))),
]
ANSWERS: list[Any] = [Feedback(1, 0), (1, 0), [1, 0], np.array([1, 0]), "1,0", "a"]
NO_CODES: list[Any] = [
    *((1.0, 1, 2, 2), (True, 1, 2, 2), "112", "11 2", "112x", "1,1", "", (), 1122),
    *(1.5, {1, 2, 3, 4}, {1: 1}, b"1122", object(), ("1", "1", "2", "2")),
    *(np.array([1.0, 1, 2, 2]), np.array([[1, 1, 2, 2]]), np.array(1122)),
    *((1, 1, 2), (0, 1, 2, 3), (7, 1, 1, 1), (1, (1, 2), 2, 2), [None] * 4),
]
NO_GAMES: list[Any] = [None, 4, 4.6, (4, 6), b"4x6", "4x", "4x6x2", "", object(), []]
NO_ANSWERS: list[Any] = [
    *(None, 1, 1.5, (1,), (1, 0, 0), (1.0, 0), (True, 0), ("1", 0), (3, 1), (-1, 2)),
    *("x", "", "5,0", {1, 0}, np.array([1.0, 0]), object(), (None, 0), ([1], 0)),
    (np.array([1, 0]), 0),
]


def calls(game: Value, code: Value, turns: Value) -> list[Callable[[], object]]:
    """Return a call of each function that takes such values."""
    return [
        lambda: xl.next_guess(game, turns, first=code),
        lambda: xl.next_guess(game, [], first=code),
        lambda: xl.next_guess(game, turns, pattern=code),
        lambda: xl.candidates(game, turns),
        lambda: xl.candidates(game, turns, code),
        lambda: xl.survivors(game, turns),
        lambda: xl.feedback_table(game, [code, (1, 2, 3, 4)], [code]).tolist(),
        lambda: xl.evaluate(game, "first-consistent", first=code),
        lambda: [*xl.play(game, code, "minimax", first=code)],
        lambda: xl.partition(game, code, turns).to_dict(),
        lambda: xl.rank_guesses(game, turns, count=3).to_dict(),
        lambda: xl.contradictions(game, turns).to_dict(),
        lambda: xl.all_codes(game).tolist(),
    ]


@pytest.mark.parametrize("place", range(len(calls(None, None, None))))
def test_every_form_of_a_value_returns_the_same(place: int) -> None:
    turn = (1, 1, 2, 2), (1, 0)
    plain = calls(Rules(4, 6), (1, 3, 4, 4), [Turn(turn[0], Feedback(*turn[1]))])
    expected = plain[place]()
    for game in GAMES:
        assert calls(game, "1344", iter(["1122:1,0"]))[place]() == expected
    for code in CODES:
        assert calls("4x6", [1, 3, 4, 4], [(code, (1, 0))])[place]() == expected
        assert (
            calls("4x6", np.array([1, 3, 4, 4]), [[code, "1 0"]])[place]() == expected
        )
    for answer in ANSWERS:
        assert calls("4x6", (1, 3, 4, 4), [(turn[0], answer)])[place]() == expected


TURN = "1122:1,0"


def is_refused(ask: Callable[[], object]) -> bool:
    """Return whether a call raises a ValueError that names the expected value."""
    try:
        ask()
    except ValueError as error:
        return bool(re.fullmatch(".*(expected|is impossible).*", str(error)))
    return False


@pytest.mark.parametrize("code", NO_CODES)
def test_values_that_are_no_codes_raise_errors(code: object) -> None:
    *with_code, _, _, _ = calls("4x6", code, [TURN])
    is_pattern = isinstance(code, tuple) and 0 in code
    for place, ask in enumerate(with_code):
        if place not in (3, 5) and not (is_pattern and place in (2, 4)):
            assert is_refused(ask), (place, code)
    for ask in calls("4x6", "1122", [(code, "1,0")])[2:6]:
        assert is_refused(ask), code


@pytest.mark.parametrize("game", NO_GAMES)
def test_values_that_are_no_games_raise_errors(game: object) -> None:
    for ask in calls(game, "1122", [TURN]):
        assert is_refused(ask), game


@pytest.mark.parametrize("answer", NO_ANSWERS)
def test_values_that_are_no_answers_raise_errors(answer: object) -> None:
    for ask in calls("4x6", "1122", [("1122", answer)])[2:6]:
        assert is_refused(ask), answer


@pytest.mark.parametrize(
    "turns",
    [
        *(None, 5, TURN, ("1122", (1, 0)), Turn((1, 1, 2, 2), Feedback(1, 0))),
        *(
            [None],
            [5],
            ["1122"],
            [("1122",)],
            [("1122", "1,0", 1)],
            [(None, "1,0")],
            [TURN, {}],
        ),
    ],
)
def test_values_that_are_no_turns_raise_errors(turns: Value) -> None:
    assert is_refused(lambda: xl.next_guess("4x6", turns)), turns
    assert is_refused(lambda: xl.candidates("4x6", turns)), turns
    assert is_refused(lambda: xl.survivors("4x6", turns)), turns


@pytest.mark.parametrize(
    "options",
    [
        *({"strategy": 5}, {"strategy": None}, {"strategy": "magic"}, {"seed": []}),
        *({"seed": 1.5}, {"seed": True}),
    ],
)
def test_wrong_options_raise_errors(options: dict[str, Any]) -> None:
    assert is_refused(lambda: xl.next_guess("4x6", [], **options)), options
    assert is_refused(lambda: xl.evaluate("4x6", **options)), options
    assert is_refused(lambda: next(xl.play("4x6", "1122", **options))), options
    if "strategy" in options:
        assert is_refused(lambda: xl.rank_guesses("4x6", [], **options)), options


@pytest.mark.parametrize(
    "call",
    [
        *(xl.next_guess, xl.rank_guesses),
        lambda game, turns: xl.partition(game, "1122", turns),
    ],
)
def test_contradictory_turns_raise_errors(call: Callable[..., object]) -> None:
    with pytest.raises(xl.NoCandidateError, match="turn 2"):
        call("4x6", [TURN, "1122:2,0"])


@pytest.mark.parametrize(
    "arguments",
    [
        *((4.0, 6), (4, 6.0), (True, 6), (4, True), ("4", 6), (None, 6), (4, [6])),
        *((4, 6, 1), (4, 6, False, "no"), (4, 6, None), (4, 6, False, False, 6)),
    ],
)
def test_rules_of_other_types_raise_errors(arguments: tuple[Any, ...]) -> None:
    assert is_refused(lambda: Rules(*arguments)), arguments


METHODS = [
    *("parse_code", "parse_pattern", "parse_turn", "parse_feedback", "check_code"),
    *("check_pattern", "check_feedback", "check_turn", "check_turns", "format_code"),
    *("format_pattern", "format_turn", "number_from_code", "code_from_number"),
]


@pytest.mark.parametrize("method", METHODS)
def test_methods_of_rules_raise_one_error(method: str) -> None:
    call = getattr(Rules(4, 6), method)
    for value in (None, 5.5, True, object(), b"1122", [9, 9, 9, 9], ["x"]):
        assert is_refused(partial(call, value)), value


def test_rules_take_integers_of_numpy() -> None:
    pegs: Value = np.int64(4)
    colours: Value = np.uint8(6)
    assert repr(Rules(pegs, colours)) == repr(Rules(4, 6))


def test_seeds_of_numpy_repeat_those_of_python() -> None:
    for seed in (3, "three"):
        wanted = xl.evaluate("3x4", "random", seed=seed)
        given: Value = np.int64(seed) if isinstance(seed, int) else np.str_(seed)
        assert xl.evaluate("3x4", "random", seed=given) == wanted


# The page of the manual

PAGE = Path(__file__).parents[1] / "docs/python.md"


def test_examples_of_the_page_print_these_lines() -> None:
    failures, examples = doctest.testfile(str(PAGE), module_relative=False)
    assert examples > 20
    assert failures == 0


def test_examples_of_the_page_are_typed(tmp_path: Path) -> None:
    examples = doctest.DocTestParser().get_examples(PAGE.read_text("utf-8"))
    file = tmp_path / "examples.py"
    file.write_text("".join(example.source for example in examples), "utf-8")
    words = ["--strict", "--cache-dir", str(tmp_path), "--config-file", "", str(file)]
    checked = subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-m", "mypy", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=PAGE.parents[1],
    )
    assert (checked.returncode, checked.stdout) == (0, checked.stdout), checked.stdout


# Feedback


@pytest.mark.parametrize("code", [code for code in CODES if not isinstance(code, str)])
def test_feedback_reads_every_form(code: Value) -> None:
    assert xl.feedback([3, 6, 2, 5], code) == xl.feedback(code, (3, 6, 2, 5)) == (1, 0)
    for secret in ("3625", np.array([3, 6, 2, 5])):
        assert Rules(4, 6).feedback(secret, code) == (1, 0)
    assert xl.feedback("ABCD", "abdc") == xl.feedback("1234", "1243") == (2, 2)


@pytest.mark.parametrize(
    "pair",
    [
        *(((1, 2), 5), (None, (1, 2)), ((1.0, 2), (1, 2)), ((True, 2), (1, 2))),
        *(("12", (1, 2)), ("1 2", "123"), ((0, 1), (1, 2)), ({1, 2}, (1, 2))),
        *(((1, 2), (1, 2, 3)), ("12", "123")),
    ],
)
def test_feedback_of_other_values_raises_errors(pair: tuple[Any, Any]) -> None:
    assert is_refused(lambda: xl.feedback(*pair)), pair
    assert is_refused(lambda: xl.feedback(*pair[::-1])), pair


def test_unknown_counts_print_as_question_marks() -> None:
    unknown = Feedback(1, xl.UNKNOWN_COUNT)
    assert repr(unknown) == "Feedback(black=1, white=?)"
    assert str(unknown) == "1,?"
    assert repr(Feedback(0, 2)) == "Feedback(black=0, white=2)"
    turns = [("1122", (1, xl.UNKNOWN_SYMBOL))], [("1122", "1,?")], [("1122", unknown)]
    left = [xl.survivors("4x6", some) for some in turns]
    assert (
        left == [[sum(xl.survivors("4x6", [f"1122:1,{n}"])[0] for n in range(3))]] * 3
    )


def test_empty_lists_make_empty_tables() -> None:
    codes: list[str] = ["1122", "3456", "1111"]
    forms: list[Value] = [[], (), np.array([]), np.empty((0, 4), int)]
    for empty in forms:
        assert xl.feedback_table("4x6", empty, codes).shape == (0, 3)
        assert xl.feedback_table("4x6", codes, empty).shape == (3, 0)


@pytest.mark.parametrize(
    "codes",
    [
        *(None, 5, "1122", (1, 1, 2, 2), [1122], ["112"], {(1, 1, 2, 2)}, ["1122", 1]),
        *(
            [[1.0, 1, 2, 2]],
            np.ones((2, 4)),
            np.ones((2, 4), bool),
            np.ones((1, 3), int),
        ),
        *(np.array(["1122"]).astype("S"), np.array([[1, 1, 2, 7]]), np.array(3)),
    ],
)
def test_tables_of_other_values_raise_errors(codes: Value) -> None:
    assert is_refused(lambda: xl.feedback_table("4x6", codes, ["1122"])), codes
    assert is_refused(lambda: xl.feedback_table("4x6", ["1122"], codes)), codes


# A code that is found


def test_next_guess_raises_after_a_winning_turn() -> None:
    with pytest.raises(ValueError, match="the code is found: turn 2 is all black"):
        xl.next_guess("4x6", ["1122:1,0", "1344:4,0"])


# Names


def test_public_names_are_listed_before_their_import() -> None:
    code = (
        "import sys, rlcompleter, xl_mastermind as xl\n"
        "names = {*dir(xl)}\n"
        "assert {*xl.__all__} <= names, {*xl.__all__} - names\n"
        "assert 'numpy' not in sys.modules\n"
        "print(rlcompleter.Completer({'xl': xl}).attr_matches('xl.next_'))"
    )
    done = subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.startswith("['xl.next_guess")


def test_help_describes_every_public_name() -> None:
    page = pydoc.plain(pydoc.render_doc(xl))
    assert [name for name in xl.__all__ if name not in page] == []
    assert "DATA" in page
    assert "Return the next guess of a game in progress." in page
