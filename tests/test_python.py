"""The package as Python developers call it: forms of values, errors, names."""

import doctest
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest
from processes import run_python

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
    *(range(10**9), range(10**30), "1" * 100_000, "x" * 100_000, [1] * 100_000),
]
NO_GAMES: list[Any] = [
    *(None, 4, 4.6, (4, 6), b"4x6", "4x", "4x6x2", "", object(), [], "4" * 100_000),
]
NO_ANSWERS: list[Any] = [
    *(None, 1, 1.5, (1,), (1, 0, 0), (1.0, 0), (True, 0), ("1", 0), (3, 1), (-1, 2)),
    *("x", "", "5,0", {1, 0}, np.array([1.0, 0]), object(), (None, 0), ([1], 0)),
    *((np.array([1, 0]), 0), range(10**9), "1" * 100_000),
]


NO_TURNS: list[Any] = [
    *(None, 5, "1122:1,0", ("1122", (1, 0)), Turn((1, 1, 2, 2), Feedback(1, 0))),
    *([None], [5], ["1122"], [("1122",)], [("1122", "1,0", 1)], [(None, "1,0")]),
    *(["1122:1,0", {}], np.array(5), [np.array(5)], range(10**9), [range(10**9)]),
    *(["x" * 100_000], ["1" * 100_000 + ":1,0"], ["1122:" + "9" * 100_000]),
]
NO_TABLES: list[Any] = [
    *(None, 5, "1122", (1, 1, 2, 2), [1122], ["112"], {(1, 1, 2, 2)}, ["1122", 1]),
    *([[1.0, 1, 2, 2]], np.ones((2, 4)), np.ones((2, 4), bool), np.ones((1, 3), int)),
    *(np.array(["1122"]).astype("S"), np.array([[1, 1, 2, 7]]), np.array(3)),
]
NO_PAIRS: list[Any] = [
    *(((1, 2), 5), (None, (1, 2)), ((1.0, 2), (1, 2)), ((True, 2), (1, 2))),
    *(("12", (1, 2)), ("1 2", "123"), ((0, 1), (1, 2)), ({1, 2}, (1, 2))),
    *(((1, 2), (1, 2, 3)), ("12", "123"), (range(10**9), (1, 2))),
]
NO_RULES: list[Any] = [
    *((4.0, 6), (4, 6.0), (True, 6), (4, True), ("4", 6), (None, 6), (4, [6])),
    *((4, 6, 1), (4, 6, False, "no"), (4, 6, None), (4, 6, False, False, 6)),
    *((4, 6, False, False, "x" * 100_000), (4, 10**400)),
]
NO_SECONDS: list[Any] = ["1", 10**400, -1, float("nan"), True, (), np.array([1, 2])]


def calls(game: Value, code: Value, turns: Value) -> list[Callable[[], object]]:
    return [
        lambda: xl.next_guess(game, turns, first=code),
        lambda: xl.next_guess(game, [], first=code),
        lambda: xl.next_guess(game, turns, pattern=code),
        lambda: xl.candidates(game, turns),
        lambda: xl.candidates(game, turns, code),
        lambda: xl.candidate_counts(game, turns),
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
    """Return whether a call raises a short ValueError with the expected value."""
    try:
        ask()
    except ValueError as error:
        is_short = len(str(error)) < 300
        return is_short and bool(
            re.fullmatch(".*(expected|is impossible).*", str(error))
        )
    return False


METHODS = [
    *("parse_code", "parse_pattern", "parse_turn", "parse_feedback", "check_code"),
    *("check_pattern", "check_feedback", "check_turn", "check_turns", "format_code"),
    *("format_pattern", "format_turn", "number_from_code", "code_from_number"),
]


def calls_with_options(**options: Value) -> list[Callable[[], object]]:
    return [
        lambda: xl.next_guess("4x6", [], **options),
        lambda: xl.evaluate("4x6", **options),
        lambda: next(xl.play("4x6", "1122", **options)),
    ]


WRONG_CALLS: dict[str, tuple[list[Any], Callable[[Value], list[Callable[[], object]]]]]
WRONG_CALLS = {
    "game": (NO_GAMES, lambda game: calls(game, "1122", [TURN])),
    "code": (
        NO_CODES,
        lambda code: [calls("4x6", code, [TURN])[n] for n in (0, 1, 6, 7, 8, 9)],
    ),
    "pattern": (
        [code for code in NO_CODES if not (isinstance(code, tuple) and 0 in code)],
        lambda code: calls("4x6", code, [TURN])[2:5:2],
    ),
    "guess": (NO_CODES, lambda code: calls("4x6", "1122", [(code, "1,0")])[2:6]),
    "answer": (
        NO_ANSWERS,
        lambda answer: calls("4x6", "1122", [("1122", answer)])[2:6],
    ),
    "turns": (NO_TURNS, lambda turns: calls("4x6", "1122", turns)[2:6]),
    "strategy": (
        [5, None, "magic", "m" * 100_000],
        lambda name: [
            *calls_with_options(strategy=name),
            lambda: xl.rank_guesses("4x6", [], name),
        ],
    ),
    "seed": ([[], 1.5, True], lambda seed: calls_with_options(seed=seed)),
    "order": (
        [5, "x" * 100_000, "1" * 100_000],
        lambda order: [lambda: xl.evaluate("2x2", "minimax", order=order)],
    ),
    "time limit": (
        NO_SECONDS,
        lambda seconds: [
            lambda: xl.optimum("2x2", time_limit=seconds),
            lambda: xl.worst_case("2x2", time_limit=seconds),
        ],
    ),
    "flag": (
        [1, None, "yes", np.array([1, 2])],
        lambda flag: [
            lambda: xl.optimum("2x2", possible_guesses=flag),
            lambda: xl.optimum("2x2", needs_tree=flag),
            lambda: xl.worst_case("2x2", extra_colour=flag),
        ],
    ),
    "pair of codes in a game": (
        NO_CODES,
        lambda code: [
            lambda: Rules(4, 6).feedback(code, "1122"),
            lambda: Rules(4, 6).feedback("1122", code),
        ],
    ),
    "tree": (
        ["x" * 100_000, "game: " + "x" * 100_000, "game: 4x6\n1122\n" + "x" * 100_000],
        lambda text: [lambda: xl.Tree.parse(text)],
    ),
    "rules": (NO_RULES, lambda arguments: [lambda: Rules(*arguments)]),
    "argument of a method": (
        [None, 5.5, True, object(), b"1122", [9, 9, 9, 9], ["x"]],
        lambda value: [partial(getattr(Rules(4, 6), name), value) for name in METHODS],
    ),
    "pair of codes": (
        NO_PAIRS,
        lambda pair: [lambda: xl.feedback(*pair), lambda: xl.feedback(*pair[::-1])],
    ),
    "table": (
        NO_TABLES,
        lambda codes: [
            lambda: xl.feedback_table("4x6", codes, ["1122"]),
            lambda: xl.feedback_table("4x6", ["1122"], codes),
        ],
    ),
}
"""Wrong values, and the calls that refuse them."""


@pytest.mark.parametrize("kind", WRONG_CALLS)
def test_wrong_values_raise_errors(kind: str) -> None:
    values, make_calls = WRONG_CALLS[kind]
    for value in values:
        for place, call in enumerate(make_calls(value)):
            assert is_refused(call), (value, place)


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


@pytest.mark.slow
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


def test_unknown_counts_print_as_question_marks() -> None:
    unknown = Feedback(1, xl.UNKNOWN_COUNT)
    assert repr(unknown) == "Feedback(black=1, white=?)"
    assert str(unknown) == "1,?"
    assert repr(Feedback(0, 2)) == "Feedback(black=0, white=2)"
    turns = [("1122", (1, xl.UNKNOWN_SYMBOL))], [("1122", "1,?")], [("1122", unknown)]
    left = [xl.candidate_counts("4x6", some) for some in turns]
    assert (
        left
        == [[sum(xl.candidate_counts("4x6", [f"1122:1,{n}"])[0] for n in range(3))]] * 3
    )


def test_empty_lists_make_empty_tables() -> None:
    codes: list[str] = ["1122", "3456", "1111"]
    forms: list[Value] = [[], (), np.array([]), np.empty((0, 4), int)]
    for empty in forms:
        assert xl.feedback_table("4x6", empty, codes).shape == (0, 3)
        assert xl.feedback_table("4x6", codes, empty).shape == (3, 0)


# Names


def test_public_names_are_listed_before_their_import() -> None:
    code = (
        "import sys, rlcompleter, xl_mastermind as xl\n"
        "names = {*dir(xl)}\n"
        "assert {*xl.__all__} <= names, {*xl.__all__} - names\n"
        "assert 'numpy' not in sys.modules\n"
        "print(rlcompleter.Completer({'xl': xl}).attr_matches('xl.next_'))"
    )
    done = run_python(code, check=False)
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.startswith("['xl.next_guess")
