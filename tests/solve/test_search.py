"""Exact search against known values, and a brute force without short cuts."""

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from brute_force import Game, game

from xl_mastermind.game.codes import all_codes
from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.search import (
    Problem,
    Search,
    Standing,
    UnreachableError,
    check_size,
    prepare,
)
from xl_mastermind.solve.trees import format_tree, parse_tree

pytest.importorskip("numba", reason="exact search needs numba")

NEVER = 1 << 30
"""More guesses than any tree has."""


def search(written: str) -> Search:
    return Search(Problem.of_game(Rules.parse(written)))


# Least totals: Koyama & Lai 1993 (4x6), Ville 2013 (4x7), and mikemag/Mastermind.


@pytest.mark.parametrize(
    ("written", "total"),
    [
        ("4x5", 2463),
        ("4x6", 5625),
        ("3x8", 2359),
        ("4x7", 11228),
        ("4x7 distinct", 3639),
    ],
)
def test_least_totals_are_those_published(written: str, total: int) -> None:
    found = search(written).optimum()
    assert (found.lower, found.upper, found.proved) == (total, total, True)


def test_a_limit_of_five_guesses_costs_one_more() -> None:
    mastermind = search("4x6")
    assert mastermind.total(most=5) == 5626
    assert mastermind.total(most=6) == 5625
    with pytest.raises(UnreachableError, match=r"got 4: no strategy finds each of"):
        mastermind.optimum(most=4)


# Worst cases: Jäger & Peczarski 2015.

AB = {
    2: {c: -(-c // 2) + 1 for c in range(2, 15)},
    3: {c: (c // 3 if c < 8 else (c + 1) // 3) + 3 for c in range(3, 12)},
    4: dict(zip(range(4, 9), (5, 5, 5, 6, 6), strict=False)),
    5: {5: 6},
}
ABB = {
    2: {c: c for c in range(2, 15)},
    3: {c: c + 1 for c in range(3, 10)},
    4: {c: c + 1 for c in range(4, 7)},
    5: {5: 6},
}


@pytest.mark.parametrize(
    ("pegs", "colours", "word", "most"),
    [
        (pegs, colours, word, most)
        for table, word in ((AB, ""), (ABB, "black"))
        for pegs, row in table.items()
        for colours, most in row.items()
    ],
)
def test_worst_cases_are_those_of_the_paper(
    pegs: int, colours: int, word: str, most: int
) -> None:
    found = search(f"{pegs}x{colours} distinct {word}").worst_case()
    assert (found.lower, found.upper, found.proved) == (most, most, True)


# Any candidates and guesses, and all small games.


def least(game: Game, left: Sequence[int], guesses: Sequence[int]) -> tuple[int, int]:
    """Return least total and least greatest number by trying every guess."""
    parts = [
        [
            sum(1 << place for place in part)
            for answer, part in game.parts(guess, left).items()
            if answer != (game.pegs, 0)
        ]
        for guess in guesses
    ]

    @cache
    def best(left: int) -> tuple[int, int]:
        count = left.bit_count()
        if count <= 1:
            return count, count
        total = greatest = NEVER
        for split in parts:
            pieces = [left & part for part in split]
            if left not in pieces:
                found = [best(piece) for piece in pieces if piece]
                total = min(total, count + sum(one for one, _ in found))
                greatest = min(greatest, 1 + max((one for _, one in found), default=0))
        return total, greatest

    return best(sum(1 << place for place in left))


def small_games(most: int) -> list[str]:
    games = [
        f"{pegs}x{colours}{distinct}{black}"
        for pegs in range(1, 6)
        for colours in range(1, 27)
        for distinct in ("", " distinct")
        for black in ("", " black")
        if pegs <= colours or not distinct
    ]
    return [one for one in games if Rules.parse(one).code_count <= most]


@pytest.mark.parametrize("written", small_games(12))
def test_small_games_agree_with_brute_force(written: str) -> None:
    all_places = range(len(game(written).codes))
    total, greatest = least(game(written), all_places, all_places)
    found = search(written)
    assert found.total() == found.optimum().lower == total
    assert found.worst_case().lower == greatest
    assert not found.within(greatest - 1)


@pytest.mark.parametrize("seed", range(60))
def test_any_sets_agree_with_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    written = rng.choice([g for g in small_games(150) if Rules.parse(g).code_count > 3])
    codes = all_codes(Rules.parse(written))
    places = range(len(codes))
    left = rng.sample(places, rng.randint(1, min(12, len(codes))))
    guesses = [*{*left, *rng.sample(places, rng.randint(0, len(codes)))}]
    total, greatest = least(game(written), left, guesses)
    problem = Problem.of_sets(Rules.parse(written), codes[left], codes[guesses])
    assert Search(problem).optimum().lower == total
    assert Search(problem).worst_case().lower == greatest


def test_a_game_that_is_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match=r"6x9: 531,441 codes would take 1,\d+ GB"):
        check_size(Rules(6, 9))


# Bounds of a search that is stopped, by a time limit or Ctrl-C.


@pytest.mark.parametrize("written", ["4x6", "4x7", "3x8 black", "4x7 distinct"])
def test_bounds_hold_without_time(written: str) -> None:
    stopped, whole = search(written), search(written)
    bounds, least = stopped.optimum(time_limit=0), whole.optimum().lower
    assert bounds.upper is not None
    assert bounds.lower <= least <= bounds.upper
    assert whole.total(below=least) is None
    worst, greatest = stopped.worst_case(time_limit=0), whole.worst_case().lower
    assert worst.upper is not None
    assert worst.lower <= greatest <= worst.upper
    assert stopped.optimum().lower == least


def test_a_tree_that_is_too_deep_is_no_bound() -> None:
    found = search("4x6").optimum(most=5, time_limit=0)
    assert found.lower <= 5626
    assert found.upper is None or found.upper >= 5626


@pytest.mark.parametrize("orderly", [False, True])
def test_a_tree_has_the_least_total(orderly: bool) -> None:  # noqa: FBT001
    mastermind = search("4x6")
    for most, total in ((None, 5625), (5, 5626)):
        tree = mastermind.tree(most=most, orderly=orderly)
        assert tree is not None
        histogram = mastermind.histogram(tree)
        assert sum(n * guesses for guesses, n in enumerate(histogram, 1)) == total
        assert len(histogram) == (most or 6)
        rules = mastermind.problem.rules
        assert parse_tree(rules, format_tree(rules, tree)) == tree
    assert mastermind.tree(most=4) is None


def test_progress_is_told() -> None:
    told: list[Standing] = []
    total = search("4x7").optimum(progress=told.append).lower
    assert told
    for now in told:
        assert now.lower <= total <= (now.upper or total)
        assert now.turns >= 0
        assert now.positions >= 0


# The compiled code on disk


def test_two_processes_may_compile_at_once(tmp_path: Path) -> None:
    script = (
        "from xl_mastermind.game.rules import Rules\n"
        "from xl_mastermind.solve.search import Problem, Search\n"
        "print(len(Search(Problem.of_game(Rules(2, 3))).problem.candidates))"
    )
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    both = [
        subprocess.Popen(  # noqa: S603, our own program
            [sys.executable, "-c", script],
            env=environment,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        for _ in range(2)
    ]
    assert [one.communicate()[0] for one in both] == ["9\n"] * 2
    assert [*tmp_path.rglob("*.nbc")]


def test_compiling_beforehand_says_nothing_where_it_is_done() -> None:
    said: list[str] = []
    prepare(said.append)
    prepare(said.append)
    assert len(said) <= 1
