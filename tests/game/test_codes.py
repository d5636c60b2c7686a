"""All codes of a game, the table of their feedback, and how guesses part them."""

import gc
import weakref
from collections import Counter
from typing import Any

import brute_force
import numpy as np
import pytest
from helpers import (
    codes_of,
    entry_id,
    games,
    games_in_progress,
    golden_entries,
    raises_message,
)
from hypothesis import given
from hypothesis import strategies as st

from xl_mastermind.game.codes import (
    all_codes,
    candidates,
    codebook,
    feedback_table,
    fit_mask,
)
from xl_mastermind.game.rules import UNKNOWN_COUNT, Code, Feedback, Rules, Turn

MASTERMIND = Rules(4, 6)

SMALL_GAMES = ["3x4", "2x6", "4x4 distinct", "3x6 distinct", "3x4 black", "1x5", "5x1"]

# The codes


@pytest.mark.parametrize("game", [*SMALL_GAMES, "4x6", "ab"])
def test_all_codes_come_in_lexicographic_order(game: str) -> None:
    plain = brute_force.game(game if game != "ab" else "4x10 distinct")
    assert [*map(tuple, all_codes(Rules.parse(game)).tolist())] == plain.codes


def test_all_codes_cannot_be_changed_by_accident() -> None:
    with raises_message("assignment destination is read-only"):
        all_codes(MASTERMIND)[0, 0] = 2


@given(st.data(), games())
def test_a_code_is_found_at_its_index(data: st.DataObject, rules: Rules) -> None:
    book = codebook(rules)
    code = data.draw(codes_of(rules))
    assert book.code(book.index(code)) == code
    assert len(book) == rules.code_count


def test_only_codes_of_the_game_have_an_index() -> None:
    with raises_message("expected different colours, got code (1, 1, 2)"):
        codebook(Rules.parse("3x4 distinct")).index((1, 1, 2))


def test_a_game_too_large_to_list_is_refused() -> None:
    with raises_message(
        "expected a game of at most 16,777,216 codes, got 60,466,176 in 10x6"
    ):
        codebook(Rules(10, 6))


# Feedback of many codes at once


@pytest.mark.parametrize("game", [*SMALL_GAMES, "4x5", "4x6"])
def test_the_whole_table_is_that_of_striking_off_pegs(game: str) -> None:
    plain, rules = brute_force.game(game), Rules.parse(game)
    table = feedback_table(rules, all_codes(rules), plain.codes)
    assert [
        [divmod(number, rules.pegs + 1) for number in row] for row in table.tolist()
    ] == plain.answers


@given(st.data())
def test_the_table_agrees_with_the_feedback_of_any_codes(data: st.DataObject) -> None:
    pegs = data.draw(st.integers(1, 12))
    colours = data.draw(st.integers(1, 26))
    rules = Rules(pegs, colours, black_only=data.draw(st.booleans()))
    some = st.lists(codes_of(rules), min_size=1, max_size=5)
    guesses, secrets = data.draw(some), data.draw(some)
    table = feedback_table(rules, guesses, secrets)
    assert table.dtype == np.uint8
    assert table.tolist() == [
        [black * (pegs + 1) + white for black, white in row]
        for row in ([rules.feedback(s, g) for s in secrets] for g in guesses)
    ]


@pytest.mark.parametrize("game", ["ab-repeats", "super", "5x8 black", "ab"])
def test_large_games_that_keep_no_table_answer_alike(game: str) -> None:
    rules = Rules.parse(game)
    book = codebook(rules)
    some = np.random.default_rng(1).choice(len(book), 50)
    for rows in (book.feedback_matrix(some, some), book.feedback_matrix(some)[:, some]):
        assert rows.tolist() == [
            [
                book.rules.feedback_number(rules.feedback(book.code(i), book.code(j)))
                for j in some
            ]
            for i in some
        ]


def test_a_table_of_no_guesses_is_empty() -> None:
    assert feedback_table(MASTERMIND, np.empty((0, 4), int), [(1, 1, 2, 2)]).size == 0


@pytest.mark.parametrize(
    ("guesses", "message"),
    [
        (
            [(1, 1, 2)],
            "expected codes of 4 pegs, one a row, got an array of shape (1, 3)",
        ),
        ([(1, 1, 2, 7)], "expected colours 1 to 6, got 1 to 7"),
        ([(0, 1, 2, 3), (3, 3, 3, 3)], "expected colours 1 to 6, got 0 to 3"),
    ],
)
def test_arrays_of_another_game_have_no_table(
    guesses: list[Code], message: str
) -> None:
    array = np.array(guesses)
    for pair in ((array, [(1, 1, 2, 2)]), ([(1, 1, 2, 2)], array)):
        with raises_message(message):
            feedback_table(MASTERMIND, *pair)


def test_repeated_colours_have_no_table_in_distinct_games() -> None:
    for codes in ([(1, 2, 3), (1, 2, 1)], np.array([(1, 2, 3), (1, 2, 1)])):
        with pytest.raises(ValueError, match=r"expected different colours, .*1, 2, 1"):
            feedback_table(Rules.parse("3x4 distinct"), codes, [(1, 2, 3)])


# Candidates


@given(games_in_progress())
def test_candidates_are_those_that_fit_every_turn(
    progress: tuple[Rules, Code, list[Turn]],
) -> None:
    rules, secret, turns = progress
    left = candidates(rules, turns)
    assert secret in left
    assert left == [
        code
        for code in map(tuple, all_codes(rules).tolist())
        if all(rules.feedback(code, guess) == answer for guess, answer in turns)
    ]


@pytest.mark.parametrize("game", ["4x6", "3x4 black", "4x5 distinct", "5x8"])
def test_an_unsure_answer_fits_what_any_answer_that_it_may_be_fits(game: str) -> None:
    rules = Rules.parse(game)
    guess = tuple(range(1, rules.pegs + 1))
    others = [Turn(guess[::-1], Feedback(1, 0))]
    for unsure in (
        Feedback(1, UNKNOWN_COUNT),
        Feedback(UNKNOWN_COUNT, 0),
        Feedback(UNKNOWN_COUNT, UNKNOWN_COUNT),
    ):
        if rules.black_only and unsure.white:
            continue
        possible = rules.possible_feedbacks(unsure)
        assert len(possible) > 1 or rules.black_only
        fitting_any = {
            code
            for answer in possible
            for code in candidates(rules, [*others, Turn(guess, answer)])
        }
        found = candidates(rules, [*others, Turn(guess, unsure)])
        assert found == sorted(fitting_any)
        some = np.array(found[:5] + candidates(rules, [])[:5])
        fit = fit_mask(rules, [*others, Turn(guess, unsure)], some)
        assert fit.tolist() == [tuple(code) in fitting_any for code in some.tolist()]


# Parts


@pytest.mark.parametrize("example", golden_entries("parts"), ids=entry_id)
def test_first_guesses_part_the_codes_as_published(example: dict[str, Any]) -> None:
    book = codebook(Rules.parse(example["game"]))
    guess = book.index(book.rules.parse_code(example["guess"]))
    sizes = book.part_sizes(np.arange(len(book)), np.array([guess]))[:, 0].tolist()
    names = [f"{black}{white}" for black, white in book.rules.feedbacks]
    assert dict(zip(names, sizes, strict=True)) == example["parts"]


@pytest.mark.parametrize(
    ("game", "guesses"),
    [("super", 3), ("letters", 1), ("ab-repeats", 2500), ("4x10 black", 2500)],
)
def test_part_sizes_of_large_games_lose_no_code(game: str, guesses: int) -> None:
    book = codebook(Rules.parse(game))
    some = np.random.default_rng(2).choice(len(book), guesses)
    left = np.arange(0, len(book), -(-guesses // 10))
    sizes = book.part_sizes(left, some)
    assert (sizes.sum(axis=0, dtype=np.int64) == len(left)).all()
    last = Counter(book.feedback_matrix(left, some[-1:])[:, 0].tolist())
    assert sizes[:, -1].tolist() == [
        last[number] for number in book.feedback_numbers.tolist()
    ]


def test_one_large_game_is_kept_and_several_small_ones() -> None:
    small = codebook(Rules.parse("mastermind"))
    large = weakref.ref(codebook(Rules(5, 20)))
    assert codebook(Rules(5, 20)) is large()
    codebook(Rules(5, 19))
    gc.collect()
    assert large() is None
    assert codebook(Rules(4, 6)) is small


@given(st.data(), games_in_progress())
def test_codes_of_a_list_fit_as_those_of_the_game_do(
    data: st.DataObject, progress: tuple[Rules, Code, list[Turn]]
) -> None:
    rules, _, turns = progress
    book = codebook(rules)
    places = data.draw(st.lists(st.integers(0, len(book) - 1), max_size=6))
    found = fit_mask(rules, turns, book.codes[places])
    assert found.tolist() == book.mask(book.candidates(turns))[places].tolist()


@given(
    st.data(),
    st.sampled_from(
        ["12x1", "11x2", "6x5", "7x3", "5x13", "3x5 distinct", "3x4 black"]
    ),
)
def test_parts_are_those_of_the_feedback_whatever_way_they_are_counted(
    data: st.DataObject, game: str
) -> None:
    rules = Rules.parse(game)
    book = codebook(rules)
    place = st.integers(0, len(book) - 1)
    left = np.array(sorted(data.draw(st.sets(place, min_size=1, max_size=40))))
    guesses = np.array(data.draw(st.lists(place, min_size=1, max_size=20)))
    sizes = book.part_sizes(left, guesses)
    for column, guess in enumerate(guesses.tolist()):
        answers = Counter(
            rules.feedback(book.code(code), book.code(guess)) for code in left.tolist()
        )
        assert sizes[:, column].tolist() == [answers[f] for f in rules.feedbacks]
