"""What each strategy is called, and how it ranks guesses."""

import itertools
import math

import brute_force
import numpy as np
import pytest
from helpers import refuses
from hypothesis import given
from hypothesis import strategies as st

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Feedback, Rules, Turn
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, STRATEGIES, parse_strategy
from xl_mastermind.solve.suggest import next_guess

MASTERMIND = Rules(4, 6)
AT_RANDOM = [name for name, strategy in STRATEGIES.items() if strategy.at_random]
EXACT = [name for name, strategy in STRATEGIES.items() if strategy.exact]
BY_RULE = [name for name in STRATEGIES if name not in (*AT_RANDOM, *EXACT)]

# Names


def test_every_strategy_by_rule_is_checked_by_brute_force() -> None:
    assert {*brute_force.METHODS, *brute_force.PEOPLE} == {*BY_RULE}
    assert AT_RANDOM == ["random"]
    assert EXACT == ["optimal", "optimal-5"]


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_strategy_is_found_by_its_name_in_any_case(name: str) -> None:
    for written in (name, name.upper(), name.title(), f" {name.replace('-', ' ')} "):
        assert parse_strategy(written) is STRATEGIES[name]


def test_random_has_another_name() -> None:
    assert parse_strategy("random-consistent") is STRATEGIES["random"]


@pytest.mark.parametrize("text", ["", "magic", "knut", "knuth!", "most_parts"])
def test_a_strategy_that_is_none_is_refused(text: str) -> None:
    message = f"expected a strategy ({', '.join(STRATEGIES)}), got {text!r}"
    with refuses(message):
        parse_strategy(text)
    with refuses(message):
        next_guess(MASTERMIND, [], text)


def test_knuth_is_the_default() -> None:
    assert DEFAULT_STRATEGY == "knuth"
    turns = [Turn((1, 1, 2, 2), Feedback(1, 0))]
    assert next_guess(MASTERMIND, turns) == next_guess(MASTERMIND, turns, "knuth")


# Entropy


@given(sizes=st.lists(st.integers(1, 200), min_size=1, max_size=14))
def test_entropy_of_the_same_parts_in_any_order_is_a_tie(sizes: list[int]) -> None:
    (rank,) = STRATEGIES["entropy"].ranks
    orders = [sizes, sizes[::-1], sorted(sizes), [*sizes[1:], sizes[0]]]
    bits = rank(np.array(orders, dtype=np.uint16).T)
    assert np.ptp(bits) < 1e-9 / 2
    exact = sum(n * math.log2(n) for n in sizes) / sum(sizes)
    assert float(bits[0]) == pytest.approx(exact, abs=1e-9)


def test_entropies_that_differ_in_mastermind_differ_by_more_than_the_tolerance() -> (
    None
):
    # Whole numbers tell equal entropies from different ones; the first guesses'
    # parts are the largest, and so are their answers' to a second.
    plain = brute_force.game("4x6")
    (rank,) = STRATEGIES["entropy"].ranks
    book = codebook(MASTERMIND)
    for first in ("1111", "1112", "1122", "1123", "1234"):
        guess = book.index(MASTERMIND.parse_code(first))
        for left in plain.parts(guess, range(len(book))).values():
            sizes = book.part_sizes(np.array(left))
            exact = [math.prod(n**n for n in column) for column in sizes.T.tolist()]
            bits = rank(sizes)
            order = np.argsort(bits)
            for one, other in itertools.pairwise(order.tolist()):
                near = bits[other] - bits[one] < 1e-9
                assert near == (exact[one] == exact[other])
