"""The codebook of a game: codes, feedback, candidates and part sizes."""

import gc
import weakref
from collections import Counter
from typing import Any

import brute_force
import numpy as np
import pytest
from drawn_games import codes_of, games, games_in_progress
from expected_values import entry_id, golden_entries, raises_message
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
def test_all_codes_are_in_lexicographic_order(game: str) -> None:
    plain = brute_force.game(game if game != "ab" else "4x10 distinct")
    assert [*map(tuple, all_codes(Rules.parse(game)).tolist())] == plain.codes


def test_all_codes_are_read_only() -> None:
    with raises_message("assignment destination is read-only"):
        all_codes(MASTERMIND)[0, 0] = 2


@given(st.data(), games())
def test_index_finds_every_code(data: st.DataObject, rules: Rules) -> None:
    book = codebook(rules)
    code = data.draw(codes_of(rules))
    assert book.code(book.index(code)) == code
    assert len(book) == rules.code_count


def test_index_raises_for_codes_of_other_games() -> None:
    with raises_message("expected different colours, got code (1, 1, 2)"):
        codebook(Rules.parse("3x4 distinct")).index((1, 1, 2))


def test_codebook_raises_for_too_large_games() -> None:
    with raises_message(
        "expected a game of at most 16,777,216 codes, got 60,466,176 in 10x6"
    ):
        codebook(Rules(10, 6))


# Feedback of many codes at once


@given(st.data())
def test_feedback_table_matches_feedback_of_pairs(data: st.DataObject) -> None:
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
def test_feedback_matrix_matches_pairs_without_a_table(game: str) -> None:
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


@pytest.mark.table("game", "codes", "message")
def test_feedback_table_raises_for_arrays_of_other_games(
    game: str, codes: list[Code], message: str
) -> None:
    array, right = np.array(codes), np.array([(1, 2, 3, 4)])[:, : int(game[0])]
    for pair in ((array, right), (right, array)):
        with raises_message(message):
            feedback_table(Rules.parse(game), *pair)


# Candidates


@given(games_in_progress())
def test_candidates_fit_every_turn(
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
def test_incomplete_feedback_fits_all_its_completions(game: str) -> None:
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
        turns = [*others, Turn(guess, unsure)]
        assert candidates(rules, turns) == sorted(fitting_any)
        some = np.array(sorted(fitting_any)[:5] + candidates(rules, [])[:5])
        fit = fit_mask(rules, turns, some)
        assert fit.tolist() == [tuple(code) in fitting_any for code in some.tolist()]


# Parts


@pytest.mark.parametrize("example", golden_entries("parts"), ids=entry_id)
def test_part_sizes_match_publications(example: dict[str, Any]) -> None:
    book = codebook(Rules.parse(example["game"]))
    guess = book.index(book.rules.parse_code(example["guess"]))
    sizes = book.part_sizes(np.arange(len(book)), np.array([guess]))[:, 0].tolist()
    names = [f"{black}{white}" for black, white in book.rules.feedbacks]
    assert dict(zip(names, sizes, strict=True)) == example["parts"]


@pytest.mark.table("game", "guesses")
def test_part_sizes_of_large_games_match_feedback(game: str, guesses: int) -> None:
    book = codebook(Rules.parse(game))
    some = np.random.default_rng(2).choice(len(book), guesses)
    left = np.arange(0, len(book), -(-guesses // 10))
    sizes = book.part_sizes(left, some)
    assert (sizes.sum(axis=0, dtype=np.int64) == len(left)).all()
    last = Counter(book.feedback_matrix(left, some[-1:])[:, 0].tolist())
    assert sizes[:, -1].tolist() == [
        last[number] for number in book.feedback_numbers.tolist()
    ]


@pytest.mark.slow
def test_codebook_caches_one_large_game() -> None:
    small = codebook(Rules.parse("mastermind"))
    large = weakref.ref(codebook(Rules(5, 20)))
    assert codebook(Rules(5, 20)) is large()
    codebook(Rules(5, 19))
    gc.collect()
    assert large() is None
    assert codebook(Rules(4, 6)) is small
