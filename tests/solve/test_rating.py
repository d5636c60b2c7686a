"""Ratings, against brute force, averages, and optimal games."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import brute_force
import pytest
from brute_force_search import least_total, total_after
from command_line import run, without_numba
from drawn_games import codes_of, turns_of_guesses
from hypothesis import given, settings
from hypothesis import strategies as st
from processes import run_python

from xl_mastermind.game.codes import all_codes, candidates
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.lab.optimal import cached_search
from xl_mastermind.presentation.messages import ESTIMATED_COST, PROVISIONAL_COST
from xl_mastermind.solve import endgame
from xl_mastermind.solve.evaluation import play
from xl_mastermind.solve.rating import Rating, rate_turns
from xl_mastermind.solve.suggestion import next_guess

MASTERMIND = Rules(4, 6)


def rated(game: str, *turns: str) -> list[Rating]:
    """Return the ratings of turns that are written as on the command line."""
    rules = Rules.parse(game)
    return rate_turns(rules, [*map(rules.parse_turn, turns)])


# Against brute force, without symmetry and bounds


@cache
def codes(rules: Rules) -> list[Code]:
    return [*map(tuple, all_codes(rules).tolist())]


@pytest.mark.slow
@settings(max_examples=60)
@given(data=st.data())
def test_costs_match_brute_force(data: st.DataObject) -> None:
    games = ["2x3", "2x4 distinct", "3x2", "2x4 black", "1x4"]
    game = data.draw(st.sampled_from(games))
    rules = Rules.parse(game)
    guesses = data.draw(st.lists(codes_of(rules), min_size=1, max_size=3))
    turns = turns_of_guesses(rules, data.draw(codes_of(rules)), guesses)
    plain = brute_force.game(game)
    codes_left = [*range(len(plain.codes))]
    for turn, rating in zip(turns, rate_turns(rules, turns), strict=True):
        best = least_total(plain, codes_left)
        guess = plain.codes.index(turn.guess)
        total = total_after(plain, codes_left, guess)
        cost = 1.0 if total is None else (total - best) / len(codes_left)
        assert rating.is_proved
        assert rating.cost == pytest.approx(cost)
        assert rating.is_wasted == (total is None)
        assert (
            total_after(plain, codes_left, plain.codes.index(rating.best_guess)) == best
        )
        assert (rating.best_guess == turn.guess) == (cost == 0)
        codes_left = plain.parts(guess, codes_left)[turn.feedback]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["4x6", "4x5", "3x4", "3x5 distinct", "3x4 black"])
def test_optimal_games_cost_nothing(game: str) -> None:
    rules = Rules.parse(game)
    for secret in codes(rules)[:: max(1, rules.code_count // 40)]:
        turns = [played.turn for played in play(rules, secret, "optimal")]
        ratings = rate_turns(rules, turns)
        assert [rating.cost for rating in ratings] == [0.0] * len(turns)
        assert all(rating.is_proved for rating in ratings)
        assert [rating.best_guess for rating in ratings] == [
            turn.guess for turn in turns
        ]


# One or two candidates


@pytest.mark.table("game", "turns", "rating")
def test_first_of_two_candidates_is_best(
    game: str, turns: str, rating: tuple[Any, ...]
) -> None:
    assert rated(game, *turns.split())[-1][:5] == rating


def test_two_candidates_need_little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "_MAX_RATING_EFFORT", 5000)
    turns = ("0122:3,0", "4567:0,0", "0223:3,0", "9999:0,0")
    *_, rating = rated("4x10", *turns)
    assert (rating.cost, rating.is_proved, rating.is_wasted) == (1.0, True, True)


# Estimates


def test_large_games_are_rated_by_expected_size() -> None:
    rules = Rules.parse("4x10")
    best = next_guess(rules, [], "expected-size")
    good, bad = rate_turns(rules, [Turn(best, Feedback(0, 0))] * 2)
    (poor,) = rate_turns(rules, [Turn((1, 1, 1, 1), Feedback(0, 0))])
    assert not any(rating.is_proved for rating in (good, bad, poor))
    assert (good.cost, good.best_guess, good.is_wasted) == (0.0, best, False)
    assert (bad.cost, bad.is_wasted) == (1.0, True)
    assert 0 < poor.cost < 1
    assert poor.best_guess == best


SUPER = Rules(5, 8)


def test_guesses_of_the_bundled_tree_cost_nothing() -> None:
    turns = [played.turn for played in play(SUPER, "87654", "lookahead")]
    ratings = rate_turns(SUPER, turns)
    assert [rating.cost for rating in ratings] == [0.0] * len(turns)
    assert ratings[0].is_against_best_known
    assert not ratings[0].is_proved


def test_rate_names_the_best_known_strategy() -> None:
    words = ("solve", "--game", "5x8", "--secret", "12345", "--strategy", "beginner")
    assert "against the best known strategy" in run(*words, "--rate").out


ASK = """
import json
from xl_mastermind.functions import FUNCTIONS
rate = {f.name: f.call for f in FUNCTIONS}["RATE_GUESS"]
guesses = ["2456", "1346", "1112", "1112", "3312", "5332"]
marks = [[0, 2], [1, 0], [1, 0], [1, 0], [2, 1], [4, 0]]
def show(*arguments): print(json.dumps(rate(*arguments)))
def ask(): show([[guess] for guess in guesses], marks)
"""
"""A program that rates a game; before its third guess 18 codes are left."""


def answers(program: str, **environment: str) -> list[list[list[Any]]]:
    done = run_python(ASK + program, env=os.environ | environment)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_ratings_without_numba_use_trees_and_estimates(tmp_path: Path) -> None:
    program = """
show([["2213"], ["1111"], ["1111"]], [[0, 1], [0, 0], [0, 0]])
show([["1123"], ["1111"]], [[0, 1], [0, 0]])
show("0123", [[0, 1]], "ab")
"""
    estimated, from_tree, bulls_and_cows = answers(program, **without_numba(tmp_path))
    assert [row[0] > 0 for row in estimated] == [False, True, True]
    assert [row[3] for row in estimated] == ["optimal", ESTIMATED_COST, "wasted"]
    assert estimated[0][1] == "2213"  # like 1123, where the tree begins
    after_1123 = next_guess(MASTERMIND, [Turn((1, 1, 2, 3), Feedback(0, 1))], "optimal")
    assert from_tree[1][1] == MASTERMIND.format_code(after_1123)
    assert bulls_and_cows[0][::3] == [0.0, "optimal"]


@pytest.mark.slow
def test_ratings_are_provisional_during_compilation(tmp_path: Path) -> None:
    # The compilation waits for the gate.
    compiling = """
import threading, time
from xl_mastermind import Rules
from xl_mastermind.lab import compilation
compilation._LOADING_TIMEOUT = 0
gate, compile_now = threading.Event(), compilation._compile
compilation._compile = lambda *job: gate.wait() and compile_now(*job)
ask()
gate.set()
while not compilation.is_compiled(Rules(4, 6)): time.sleep(0.01)
ask()
"""
    (ready,) = answers(
        "from xl_mastermind.lab.compilation import *;compile_kernels();ask()"
    )
    (without,) = answers("ask()", **without_numba(tmp_path))
    provisional, afterwards = answers(compiling)
    assert afterwards == ready
    assert not {note for *_, note in ready} & {PROVISIONAL_COST, ESTIMATED_COST}
    few = slice(2, None)
    assert provisional[few] == without[few] == ready[few]
    large = slice(2)
    assert [note for *_, note in provisional[large]] == [PROVISIONAL_COST] * 2
    assert [note for *_, note in without[large]] == [ESTIMATED_COST] * 2
    assert [row[:3] for row in provisional[large]] == [
        row[:3] for row in without[large]
    ]
    assert without[large] != ready[large]


@pytest.mark.slow
def test_ratings_are_estimated_after_the_time_limit() -> None:
    rules = Rules.parse("4x10 distinct")
    turns = [Turn((1, 2, 3, 4), Feedback(0, 1)), Turn((10, 9, 8, 1), Feedback(0, 1))]
    ratings = rate_turns(rules, turns, time_limit=0)
    assert ratings[0].is_proved
    assert all(0 <= rating.cost < 1 for rating in ratings)


@pytest.mark.parametrize("game", ["2x4", "4x2", "4x2 black", "2x4 distinct"])
def test_small_games_are_always_proved(game: str) -> None:
    # A few positions are examined even without time.
    rules = Rules.parse(game)
    assert rules.code_count <= 16
    codes_of_game = candidates(rules, [])
    for guess in codes_of_game:
        cached_search.cache_clear()
        turn = Turn(guess, rules.feedback(codes_of_game[-1], guess))
        assert all(
            rating.is_proved for rating in rate_turns(rules, [turn], time_limit=0)
        )


def test_incomplete_feedback_has_no_luck() -> None:
    complete, incomplete = (
        rated("4x6", f"1122:{answer}")[0] for answer in ("1,1", "1,?")
    )
    assert incomplete == complete._replace(luck=None)
    assert complete.luck is not None
