"""The trees that ship, played against every secret, and guesses outside of them."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from brute_force import answer
from helpers import refuses
from hypothesis import given, settings
from hypothesis import strategies as st

from xl_mastermind.game.codes import all_codes, candidates
from xl_mastermind.game.rules import Feedback, Rules, Turn
from xl_mastermind.solve.evaluate import evaluate
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.suggest import next_guess
from xl_mastermind.solve.trees import format_tree, parse_tree, shipped_tree

SHIPPED = {
    ("4x5", "optimal"): (2463, 5),
    ("4x6", "optimal"): (5625, 6),
    ("4x6", "optimal-5"): (5626, 5),
    ("4x7", "optimal"): (11228, 6),
    ("4x10 distinct", "optimal"): (26274, 7),
}
"""Least totals and most guesses of the trees that ship."""


@pytest.mark.parametrize(("game", "strategy"), SHIPPED)
def test_a_tree_that_ships_finds_every_secret(game: str, strategy: str) -> None:
    rules = Rules.parse(game)
    tree = shipped_tree(rules, strategy)
    assert tree is not None
    counts: Counter[int] = Counter()
    places = [([*map(tuple, all_codes(rules).tolist())], tree, 1)]
    while places:
        left, node, turn = places.pop()
        parts: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        for code in left:
            parts.setdefault(answer(code, node.guess), []).append(code)
        for given_, part in parts.items():
            reply = node.replies.get(Feedback(*given_))
            if given_ == rules.win:
                counts[turn] += 1
            elif reply:
                places.append((part, reply, turn + 1))
            else:
                assert len(part) <= 2
                counts.update(range(turn + 1, turn + 1 + len(part)))
    total = sum(n * guesses for guesses, n in counts.items())
    assert (total, max(counts)) == SHIPPED[game, strategy]
    result = evaluate(rules, strategy)
    assert result.histogram == tuple(n for _, n in sorted(counts.items()))


def test_optimal_on_mastermind_keeps_what_the_article_promises() -> None:
    assert evaluate(Rules(4, 6), "optimal").histogram == (1, 8, 95, 644, 541, 7)


def test_other_symbols_play_the_same_tree() -> None:
    rules = Rules.parse("4x6 symbols=ABCDEF")
    assert shipped_tree(rules, "optimal") == shipped_tree(Rules(4, 6), "optimal")
    assert shipped_tree(Rules.parse("4x6 black"), "optimal") is None


def test_without_numba_the_trees_that_ship_are_played(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('no numba')")
    command = [sys.executable, "-m", "xl_mastermind", "next", "--strategy", "optimal"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONUTF8": "1"}

    def asked(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603, our own program
            [*command, *words],
            env=environment,
            check=False,
            capture_output=True,
            encoding="utf-8",
        )

    played = asked("1123:0,1")
    assert (played.returncode, played.stderr) == (0, "")
    outside = asked("1124:0,1")
    assert (outside.returncode, outside.stdout) == (1, "")
    assert outside.stderr.count("\n") == 1
    assert "pip install 'xl-mastermind[exact]'" in outside.stderr


def test_too_large_a_position_is_refused() -> None:
    with refuses(
        "expected a position of at most 775 codes for an optimal guess in 5x8,"
        " got 32,768"
    ):
        next_guess(Rules(5, 8), [], "optimal")


# Outside the trees


@settings(max_examples=30)
@given(
    game=st.sampled_from(["4x6", "3x5", "4x5 distinct", "4x4 black", "3x5 black"]),
    places=st.lists(st.integers(0, 10**6), min_size=2, max_size=4),
)
def test_outside_the_trees_the_guess_is_searched(game: str, places: list[int]) -> None:
    pytest.importorskip("numba", reason="exact search needs numba")
    rules = Rules.parse(game)
    codes = [*map(tuple, all_codes(rules).tolist())]
    secret, *guesses = (codes[place % len(codes)] for place in places)
    turns = [Turn(guess, rules.answer(secret, guess)) for guess in guesses]
    left = candidates(rules, turns)
    guess = next_guess(rules, turns, "optimal")
    alone = Search(Problem.of_sets(rules, left))
    parts = alone.problem.parts(guess)
    parts.pop(rules.win, None)
    totals = [alone.total(part) for part in parts.values()]
    assert len(left) + sum(t for t in totals if t) == alone.total()


@pytest.mark.parametrize("game", ["3x4", "4x4 distinct", "3x5 black", "4x4"])
def test_every_secret_is_found_with_the_least_total(game: str) -> None:
    pytest.importorskip("numba", reason="exact search needs numba")
    rules = Rules.parse(game)
    least = Search(Problem.of_game(rules)).total()
    assert evaluate(rules, "optimal").total == least


def test_never_a_sixth_guess_where_five_can_be_enough() -> None:
    pytest.importorskip("numba", reason="exact search needs numba")
    rules = Rules(4, 6)
    for first in ((1, 1, 2, 2), (1, 2, 3, 4)):  # five are enough after these, Knuth's
        worst = evaluate(rules, "optimal-5", first=first)
        assert worst.most == 5
    first = (1, 1, 1, 1)
    assert evaluate(rules, "optimal-5", first=first).most > 5


# Text


def test_a_tree_is_read_as_it_was_written() -> None:
    for game, strategy in SHIPPED:
        rules = Rules.parse(game)
        tree = shipped_tree(rules, strategy)
        assert tree is not None
        assert parse_tree(rules, format_tree(rules, tree)) == tree
        depth = 0
        for line in format_tree(rules, tree).splitlines():
            indent = len(line) - len(line.lstrip())
            assert indent <= depth + 1
            depth = indent
