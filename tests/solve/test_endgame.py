"""The search by numpy, against the compiled search."""

import math
from pathlib import Path

import pytest
from command_line import run_process, without_numba
from drawn_games import codes_of, turns_of_guesses
from hypothesis import given, settings
from hypothesis import strategies as st

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Rules
from xl_mastermind.lab.exact.problem import Problem
from xl_mastermind.lab.exact.search import Search
from xl_mastermind.lab.optimal import search_of_game
from xl_mastermind.solve.endgame import (
    endgame_cost,
    endgame_guess,
    endgame_tree,
)
from xl_mastermind.solve.trees import play_tree, total_guesses


@settings(max_examples=60)
@given(data=st.data())
def test_endgame_matches_the_compiled_search(data: st.DataObject) -> None:
    games = ["4x6", "3x5", "4x5 distinct", "3x4 black", "2x9", "1x9", "5x3"]
    rules = Rules.parse(data.draw(st.sampled_from(games)))
    book, search = codebook(rules), search_of_game(rules)
    guesses = data.draw(st.lists(codes_of(rules), max_size=4))
    turns = turns_of_guesses(rules, data.draw(codes_of(rules)), guesses)
    candidates = book.candidates(turns)
    guess = data.draw(codes_of(rules))
    cost = endgame_cost(book, guess, candidates)
    if len(candidates) > 2 and (cost or len(candidates) <= 12):
        assert cost == search.cost_within(math.inf, guess, candidates, guesses)
    best = book.code(int(candidates[0]))
    with_best = endgame_cost(book, guess, candidates, best=best)
    assert with_best == (cost and (cost[0], best if cost[0] else guess))
    chosen = endgame_guess(book, guesses, candidates)
    assert chosen in (None, search.choose(candidates, guesses))


@settings(max_examples=60)
@given(data=st.data(), only_candidates=st.booleans())
def test_endgame_trees_match_the_compiled_search(
    data: st.DataObject, *, only_candidates: bool
) -> None:
    games = ["4x6", "3x5", "4x5 distinct", "4x3 black", "2x9", "1x9", "5x3"]
    rules = Rules.parse(data.draw(st.sampled_from(games)))
    guesses = data.draw(st.lists(codes_of(rules), max_size=4))
    turns = turns_of_guesses(rules, data.draw(codes_of(rules)), guesses)
    max_guesses = data.draw(st.none() | st.integers(1, 6))
    book = codebook(rules)
    candidates = book.candidates(turns)
    problem = Problem.from_game(rules, turns, only_candidates=only_candidates)
    for orderly in (False, True):
        tree = endgame_tree(
            book,
            guesses,
            candidates,
            max_guesses,
            only_candidates=only_candidates,
            orderly=orderly,
        )
        if tree:
            histogram = play_tree(book, tree, candidates)
            search = Search(problem)
            assert search.total(max_guesses=max_guesses) == total_guesses(histogram)
            assert len(histogram) <= (max_guesses or len(histogram))
    if tree:
        assert tree == search.tree(max_guesses=max_guesses, orderly=True)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["optimum", "--game", "2x3"], "Minimum total 21, proved"),
        (["optimum", "--game", "2x9"], "Minimum total 388, proved"),
        (["optimum", "--game", "3x4"], "Minimum total 206, proved"),
        (["optimum", "1122:1,0", "3344:0,0"], "Minimum total 83, proved"),
        (["worst-case", "--game", "2x9"], "Guesses at most: 6, proved"),
        (["next", "--strategy", "optimal", "--game", "3x5"], " 1  2  3 "),
        (["evaluate", "--strategy", "optimal", "--game", "2x9"], "388"),
    ],
)
def test_small_games_need_no_compiled_code(
    words: list[str], line: str, tmp_path: Path
) -> None:
    done = run_process(*words, env=without_numba(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert line in done.stdout
