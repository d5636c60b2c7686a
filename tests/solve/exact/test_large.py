"""Bounds of games whose table does not fit: on small games against exact values."""

import pytest
from helpers import games, turns_against
from hypothesis import given, settings
from hypothesis import strategies as st

from xl_mastermind.game.codes import all_codes, codebook
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.solve.exact.bounds import (
    Bounds,
    Limit,
    Standing,
    UnreachableError,
)
from xl_mastermind.solve.exact.large import LargeSearch
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.trees import replay, total_of

pytest.importorskip("numba", reason="exact search needs numba")

ROOMS = (0, 1 << 12, 1 << 16, 1 << 29)
"""Bytes of tables that may be made: none, those of a few codes, all of a small game."""


def tree_attains(search: LargeSearch, found: Bounds) -> tuple[int, int]:
    """Return total and greatest number of the tree that was found, replayed."""
    tree = search.tree_of(found)
    assert tree is not None
    assert tree.guess == found.first
    book = codebook(search.problem.rules)
    histogram = replay(book, tree, book.indices(search.problem.candidates))
    return total_of(histogram), len(histogram)


def check_optimum(problem: Problem, room: int, limit: Limit, most: int | None) -> None:
    least = Search(problem).optimum(most=most).lower
    search = LargeSearch(problem, room)
    found = search.optimum(limit, most=most)
    assert found.lower <= least
    if found.upper is None:
        assert most is not None
        assert search.tree_of(found) is None
        return
    assert least <= found.upper
    total, greatest = tree_attains(search, found)
    assert total == found.upper
    assert most is None or greatest <= most


def check_worst_case(problem: Problem, room: int, limit: Limit) -> None:
    least = Search(problem).worst_case().lower
    search = LargeSearch(problem, room)
    found = search.worst_case(limit)
    assert found.upper is not None
    assert found.lower <= least <= found.upper
    assert tree_attains(search, found)[1] == found.upper


@pytest.mark.parametrize(
    ("room", "seconds"), [(ROOMS[2], 0), (0, 0.5), (ROOMS[2], 0.5)]
)
@pytest.mark.parametrize(
    ("written", "turns"),
    [
        ("4x6", []),
        ("4x6 distinct", []),
        ("3x6 black", []),
        ("4x5 distinct black", []),
        ("4x7", ["1122:1,0"]),
        ("4x8 distinct", ["1234:0,2"]),
    ],
)
def test_bounds_hold(written: str, turns: list[str], seconds: float, room: int) -> None:
    rules = Rules.parse(written)
    problem = Problem.of_game(rules, [*map(rules.parse_turn, turns)])
    check_optimum(problem, room, Limit(seconds), None)
    check_worst_case(problem, room, Limit(seconds))


@settings(max_examples=40)
@given(
    rules=games(most_codes=256),
    data=st.data(),
    seconds=st.sampled_from([0.0, 0.05, 0.2]),
    room=st.sampled_from(ROOMS),
)
def test_bounds_of_any_small_game_hold(
    rules: Rules, data: st.DataObject, seconds: float, room: int
) -> None:
    codes: list[Code] = [*map(tuple, all_codes(rules).tolist())]
    secret = data.draw(st.sampled_from(codes))
    guesses = data.draw(st.lists(st.sampled_from(codes), max_size=2))
    turns: list[Turn] = turns_against(rules, secret, guesses)
    problem = Problem.of_game(rules, turns)
    check_worst_case(problem, room, Limit(seconds))
    greatest = Search(problem).worst_case().lower
    most = data.draw(st.sampled_from([None, greatest, greatest + 1]))
    check_optimum(problem, room, Limit(seconds), most)


@pytest.mark.parametrize(
    ("written", "turns", "opening"),
    [
        ("2x6 distinct", [], ["12", "34"]),
        ("3x9 distinct", [], ["123", "456", "789"]),
        ("3x9 distinct", ["123:0,1"], ["456", "789"]),
        ("3x6 black", [], ["123", "456"]),
        ("3x6 distinct black", [], ["123"]),
        ("3x5", [], ["112", "134"]),
        ("1x4", [], ["1", "2", "3", "4"]),
    ],
)
def test_guesses_may_be_fixed(
    written: str, turns: list[str], opening: list[str]
) -> None:
    rules = Rules.parse(written)
    problem = Problem.of_game(rules, [*map(rules.parse_turn, turns)])
    fixed = [*map(rules.parse_code, opening)]
    large = LargeSearch(problem)
    assert large.worst_case(opening=fixed) == Search(problem).worst_case(opening=fixed)
    stopped = large.worst_case(Limit(0), opening=fixed)
    assert stopped.lower <= large.worst_case(opening=fixed).lower


@pytest.mark.parametrize("room", [0, ROOMS[-1]])
@pytest.mark.parametrize("written", ["4x4", "3x6", "4x5 distinct", "3x5 black"])
def test_with_time_the_lower_bound_is_exact(written: str, room: int) -> None:
    problem = Problem.of_game(Rules.parse(written))
    search, exact = LargeSearch(problem, room), Search(problem)
    found, worst = search.optimum(), search.worst_case()
    assert found.lower == exact.optimum().lower
    assert worst.lower == exact.worst_case().lower
    assert room == 0 or (found.proved and worst.proved)


@pytest.mark.parametrize("room", [0, ROOMS[-1]])
def test_too_few_guesses_are_said_to_be_so(room: int) -> None:
    search = LargeSearch(Problem.of_game(Rules(4, 4)), room)
    for most in (2, 3)[: 2 if room else 1]:
        with pytest.raises(UnreachableError, match=f"got {most}: no strategy finds"):
            search.optimum(most=most)


def test_a_limit_of_guesses_is_kept_where_it_can_be() -> None:
    search = LargeSearch(Problem.of_game(Rules(4, 6)), 1 << 20)
    found = search.optimum(Limit(3), most=5)
    assert found.upper is not None
    assert found.lower <= 5626 <= found.upper
    assert tree_attains(search, found) == (found.upper, 5)


def test_bounds_get_better() -> None:
    told: list[Standing] = []
    search = LargeSearch(Problem.of_game(Rules(5, 5)), 1 << 12)
    found = search.optimum(Limit(3, told.append))
    lowers = [now.lower for now in told] + [found.lower]
    uppers = [now.upper or 1 << 30 for now in told] + [found.upper or 0]
    assert lowers == sorted(lowers)
    assert uppers == sorted(uppers, reverse=True)
    assert lowers[-1] <= uppers[-1] < uppers[0]


@pytest.mark.long
@pytest.mark.parametrize(
    "written", ["5x7", "5x8", "7x4", "6x6", "6x8 distinct", "5x8 black"]
)
def test_large_games_have_bounds_at_once_and_better_ones_later(written: str) -> None:
    problem = Problem.of_game(Rules.parse(written))
    search = LargeSearch(problem)
    assert not problem.fits
    first, later = search.optimum(Limit(0)), search.optimum(Limit(30))
    assert first.upper is not None
    assert later.upper is not None
    assert first.lower <= later.lower < later.upper <= first.upper
    assert tree_attains(search, later)[0] == later.upper
    worst = search.worst_case(Limit(5))
    assert worst.upper is not None
    assert worst.lower <= worst.upper
