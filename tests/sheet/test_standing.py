"""Sentences about a game: what they claim is true."""

import pytest

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.layout import GAMES
from xl_mastermind.sheet.standing import found, usual
from xl_mastermind.solve.evaluate import evaluate

LONG = {"5x8"}
"""Here Knuth's strategy takes some seconds for all codes."""


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=pytest.mark.long if game in LONG else ())
        for game in GAMES.values()
        if game != "4x26"
    ],
)
def test_most_codes_need_as_many_guesses_as_is_said(game: str) -> None:
    rules = Rules.parse(game)
    histogram = evaluate(rules, "knuth").histogram
    lengths = range(1, len(histogram) + 1)
    runs = [
        range(first, last + 1)
        for first in lengths
        for last in lengths[first - 1 :]
        if 5 * sum(histogram[first - 1 : last]) >= 4 * sum(histogram)
    ]
    fewest = min(runs, key=len)
    between = " or " if len(fewest) == 2 else " to "
    assert usual(rules) == f"; most need {fewest[0]}{between}{fewest[-1]}"
    assert [len(run) for run in runs].count(len(fewest)) == 1


def test_what_nobody_has_counted_is_not_claimed() -> None:
    assert usual(Rules(4, 26)) == ""
    assert found(7, [], Rules(4, 26)) == "You found it in 7."


def test_an_ending_says_who_found_the_code() -> None:
    rules = Rules(4, 6)
    assert found(5, [], rules) == "You found it in 5; most need 4 or 5."
    assert found(5, ["Knuth"], rules) == "You found it in 5, with 1 hint."
    assert found(5, ["Knuth"] * 3, rules) == "You found it in 5, with 3 hints."
    assert found(2, ["Minimax", "Knuth"], rules) == "Knuth found it in 2."
