"""Contradictions and corrections, against all changes tried one by one."""

import re

import pytest
from drawn_games import codes_of, games
from hypothesis import given
from hypothesis import strategies as st

from xl_mastermind.game.codes import candidates, codebook
from xl_mastermind.game.contradictions import (
    Correction,
    contradiction_in_words,
    corrections,
    first_contradiction,
)
from xl_mastermind.game.rules import UNKNOWN_COUNT, Feedback, Rules, Turn


@st.composite
def any_turns(draw: st.DrawFn) -> tuple[Rules, list[Turn]]:
    """Draw a game and turns without a secret, some with incomplete feedback."""
    rules = draw(games(max_codes=256))
    sure = st.sampled_from(rules.feedbacks)
    unsure = sure.map(lambda feedback: feedback._replace(black=UNKNOWN_COUNT))
    if not rules.black_only:
        unsure |= sure.map(lambda feedback: feedback._replace(white=UNKNOWN_COUNT))
    turn = st.builds(Turn, codes_of(rules), st.one_of(sure, sure, unsure))
    return rules, draw(st.lists(turn, max_size=5))


def mended(turns: list[Turn], place: int, given_: Feedback) -> list[Turn]:
    return [*turns[:place], Turn(turns[place].guess, given_), *turns[place + 1 :]]


@given(any_turns())
def test_first_contradiction_has_no_candidate(game: tuple[Rules, list[Turn]]) -> None:
    rules, turns = game
    left = [bool(candidates(rules, turns[: n + 1])) for n in range(len(turns))]
    first = left.index(False) if False in left else None
    assert first_contradiction(codebook(rules), turns) == first


@pytest.mark.slow
@given(any_turns())
def test_corrections_are_all_changes_that_fit(game: tuple[Rules, list[Turn]]) -> None:
    rules, turns = game
    tried = [
        Correction(place, given_)
        for place, turn in enumerate(turns)
        for given_ in rules.feedbacks
        if given_ not in rules.possible_feedbacks(turn.feedback)
        and candidates(rules, mended(turns, place, given_))
    ]
    assert corrections(codebook(rules), turns) == tried


@given(any_turns())
def test_sentence_names_corrections_only(game: tuple[Rules, list[Turn]]) -> None:
    rules, turns = game
    words = contradiction_in_words(rules, turns, "attempt")
    first = first_contradiction(codebook(rules), turns)
    if first is None:
        assert not words
        return
    assert words.startswith(f"No code fits from attempt {first + 1} on")
    assert len(words) <= 120
    found = corrections(codebook(rules), turns)
    named = re.findall(r"attempt (\d) \((\d) black(?:, (\d) w)?", words)
    told = [Correction(int(n) - 1, Feedback(int(b), int(w or 0))) for n, b, w in named]
    assert set(told) <= set(found)
    assert len(set(told)) == len(told) >= min(1, len(found))
    more = re.search(r"(\d+) other changes of one answer would fit too", words)
    assert len(told) + int(more[1] if more else 0) == len(found)


def test_sentence_uses_the_boards_numbers() -> None:
    turns = [
        Turn((1, 1, 1, 1), Feedback(2, 0)),
        Turn((2, 2, 2, 2), Feedback(3, 0)),
        Turn((3, 3, 3, 3), Feedback(0, 0)),
    ]
    assert contradiction_in_words(Rules(4, 6), turns, "attempt", [2, 3, 7]) == (
        "No code fits from attempt 3 on: check attempt 3 (2 black, 0 white?);"
        " 4 other changes of one answer would fit too."
    )


@pytest.mark.table("turns", "changes")
def test_sentence_names_every_turn_before_repeating(turns: str, changes: str) -> None:
    rules = Rules.parse("3x4 black")
    words = contradiction_in_words(rules, rules.check_turns(turns.split()))
    assert words.partition("check ")[2] == f"{changes}."


@pytest.mark.parametrize("game", ["4x26", "4x26 distinct"])
def test_corrections_exist_in_large_games(game: str) -> None:
    rules = Rules.parse(game)
    secret = rules.parse_code("WXAB")
    guesses = map(rules.parse_code, ("ABCD", "EFGH", "AIJB", "XWKL"))
    turns = [Turn(guess, rules.feedback(secret, guess)) for guess in guesses]
    right = turns[2].feedback
    assert Correction(2, right) in corrections(
        codebook(rules), mended(turns, 2, Feedback(3, 0))
    )
