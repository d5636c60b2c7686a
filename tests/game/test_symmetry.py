"""Representatives of the guesses that part the candidates alike."""

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from drawn_games import codes_of, games_in_progress, turns_of_guesses
from hypothesis import given
from hypothesis import strategies as st

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.game.symmetry import (
    first_guesses,
    representatives,
    weighted_candidates,
)


def positions(rules: Rules, turns: list[Turn]) -> tuple[list[int], list[int]]:
    book = codebook(rules)
    left = book.candidates(turns)
    found = representatives(book, [turn.guess for turn in turns], left)
    return left.tolist(), found.tolist()


def smallest_of_each_class(rules: Rules, history: list[Code]) -> list[int]:
    """Return the smallest of the codes that can be made of one another."""
    orders = [*itertools.permutations(range(rules.pegs))]
    renamings = itertools.permutations(range(1, rules.colours + 1))

    def changed(code: Code, order: Sequence[int], names: Sequence[int]) -> Code:
        return tuple(names[code[peg] - 1] for peg in order)

    changes = [
        change
        for change in itertools.product(orders, renamings)
        if all(changed(guess, *change) == guess for guess in history)
    ]
    book = codebook(rules)
    codes = [book.code(index) for index in range(len(book))]
    smallest = {min(changed(code, *change) for change in changes) for code in codes}
    return sorted(map(book.index, smallest))


def assert_every_guess_is_represented(rules: Rules, turns: list[Turn]) -> None:
    """Fail unless each guess parts alike with a representative not greater."""
    left, found = positions(rules, turns)
    assert found == sorted({*found})
    parts = [*map(tuple, codebook(rules).part_sizes(np.array(left)).T.tolist())]
    smallest: dict[tuple[int, ...], int] = {}
    smallest_candidate: dict[tuple[int, ...], int] = {}
    for guess in reversed(found):
        smallest[parts[guess]] = guess
        if guess in left:
            smallest_candidate[parts[guess]] = guess
    for guess, sizes in enumerate(parts):
        assert smallest[sizes] <= guess
        if guess in left:
            assert smallest_candidate[sizes] <= guess


@given(games_in_progress(max_codes=360))
def test_representatives_have_all_part_sizes(
    progress: tuple[Rules, Code, list[Turn]],
) -> None:
    rules, _, turns = progress
    assert_every_guess_is_represented(rules, turns)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["7x2", "9x2", "12x2", "7x3", "7x7 distinct black"])
def test_representatives_exist_for_many_pegs(game: str) -> None:
    # Moving twelve pegs in all 479,001,600 ways would never end.
    rules = Rules.parse(game)
    book = codebook(rules)
    guess, secret = book.code(len(book) // 5), book.code(len(book) // 3)
    turns = [Turn(guess, rules.feedback(secret, guess))]
    for history in ([], turns):
        assert_every_guess_is_represented(rules, history)


@pytest.mark.table("game", "turns")
def test_representatives_are_the_smallest_of_their_class(
    game: str, turns: list[tuple[Code, tuple[int, int]]]
) -> None:
    rules = Rules.parse(game)
    played = [Turn(guess, Feedback(*given_)) for guess, given_ in turns]
    _, found = positions(rules, played)
    assert found == smallest_of_each_class(rules, [guess for guess, _ in turns])


def test_representatives_use_one_absent_colour() -> None:
    # After 1111 without a peg, 1 is in no code; 22 has none of the others.
    rules = Rules.parse("2x4")
    turns = [Turn((1, 2), Feedback(0, 0))]
    left, found = positions(rules, turns)
    named = [rules.format_code(codebook(rules).code(guess)) for guess in found]
    assert [rules.format_code(codebook(rules).code(code)) for code in left] == [
        *("33", "34", "43", "44")
    ]
    assert named == ["11", "13", "33", "34"]


@given(st.data())
def test_weighted_candidates_have_the_same_part_sizes(
    data: st.DataObject,
) -> None:
    pegs = data.draw(st.integers(1, 3))
    rules = Rules(pegs, 9, *data.draw(st.tuples(st.booleans(), st.booleans())))
    secret = data.draw(codes_of(rules))
    guesses = data.draw(st.lists(codes_of(rules), max_size=2))
    book = codebook(rules)
    left = book.candidates(turns_of_guesses(rules, secret, guesses))
    unlike = representatives(book, guesses, left)
    groups = weighted_candidates(book, guesses, left)
    assert sum(weight * len(group) for weight, group in groups) == len(left)
    sizes = sum(
        weight * book.part_sizes(group, unlike).astype(int) for weight, group in groups
    )
    assert np.array_equal(sizes, book.part_sizes(left, unlike))


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", ["4x4", "3x2", "4x1", "1x7", "5x3", "6x2", "4x5 distinct", "3x4 black"]
)
def test_first_guesses_are_the_smallest_of_their_class(game: str) -> None:
    rules = Rules.parse(game)
    book = codebook(rules)
    found = [book.index(code) for code in first_guesses(rules)]
    assert found == smallest_of_each_class(rules, [])
    assert found == positions(rules, [])[1]
