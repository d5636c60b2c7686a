"""Feedback, the notations of games and codes, and errors."""

import string
from collections.abc import Sequence
from typing import Any

import brute_force
import pytest
from drawn_games import codes_of, games, texts
from expected_values import entry_id, golden_entries, raises_message
from hypothesis import given
from hypothesis import strategies as st

from xl_mastermind.game.rules import Code, Feedback, Rules, feedback

MASTERMIND = Rules(4, 6)
DEFAULT_SYMBOLS = {Rules(1, colours).symbols for colours in range(1, 27)}

# Feedback


@pytest.mark.parametrize("example", golden_entries("feedback"), ids=entry_id)
def test_feedback_matches_publications(example: dict[str, Any]) -> None:
    rules = Rules.parse(example["game"])
    secret = rules.parse_code(example["secret"])
    guess = rules.parse_code(example["guess"])
    assert feedback(secret, guess) == (example["black"], example["white"])


@given(st.data())
def test_feedback_matches_brute_force(data: st.DataObject) -> None:
    rules = Rules(data.draw(st.integers(1, 12)), data.draw(st.integers(1, 26)))
    secret, guess = data.draw(codes_of(rules)), data.draw(codes_of(rules))
    assert feedback(secret, guess) == brute_force.feedback(secret, guess)


@pytest.mark.parametrize("game", ["4x4", "3x6", "3x4 black", "4x5 distinct", "1x3"])
def test_feedbacks_are_those_that_occur(game: str) -> None:
    plain = brute_force.game(game)
    occurring = {answer for row in plain.feedback_table for answer in row}
    assert occurring <= {*Rules.parse(game).feedbacks}
    if not plain.distinct:
        assert sorted(occurring) == [*Rules.parse(game).feedbacks]


# Notations of games


@pytest.mark.table("text", "rules")
def test_parse_reads_names_and_notations(text: str, rules: dict[str, Any]) -> None:
    assert Rules.parse(text) == Rules.parse(text.upper() if "=" not in text else text)
    assert Rules.parse(text) == Rules(**rules)


@given(games())
def test_notation_parses_back_to_the_rules(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules
    assert ("symbols" in str(rules)) == (rules.symbols not in DEFAULT_SYMBOLS)


def test_more_colours_than_letters_need_symbols() -> None:
    symbols = string.ascii_uppercase + string.digits
    rules = Rules.parse(f"2x36 symbols={symbols}")
    assert str(rules) == f"2x36 symbols={symbols}"
    assert rules.parse_code("A9") == (1, 36)


# Notations of codes


@given(st.data(), games())
def test_format_code_parses_back_in_any_case(data: st.DataObject, rules: Rules) -> None:
    code = data.draw(codes_of(rules))
    text = rules.format_code(code)
    assert len(text) == rules.pegs
    for written in (text, text.upper(), text.lower()):
        assert rules.parse_code(written) == code


@pytest.mark.table("game", "text", "code")
def test_parse_code_uses_the_symbols_of_its_game(
    game: str, text: str, code: Code
) -> None:
    assert Rules.parse(game).parse_code(text) == code


# Errors


@pytest.mark.table("pegs", "colours", "symbols", "message")
def test_rules_raise_for_invalid_values(
    pegs: int, colours: int, symbols: str, message: str
) -> None:
    with raises_message(message):
        Rules(pegs, colours, symbols=symbols)


@pytest.mark.table("text", "message")
def test_parse_raises_for_an_unknown_notation(text: str, message: str) -> None:
    with raises_message(message):
        Rules.parse(text)


@pytest.mark.table("game", "check", "given", "message")
def test_checks_raise_for_values_of_another_game(
    game: str, check: str, given: Sequence[Any], message: str
) -> None:
    if check == "check_feedback":
        given = Feedback(*given)
    with raises_message(message):
        getattr(Rules.parse(game), check)(given)


@pytest.mark.parametrize("game", ["2x26", "3x6", "4x10 distinct", "2x3 symbols=sik"])
@given(data=st.data())
def test_codes_and_patterns_have_only_their_games_symbols(
    data: st.DataObject, game: str
) -> None:
    rules = Rules.parse(game)
    symbols = {*rules.symbols.lower(), *rules.symbols.upper()}
    text = data.draw(texts("".join(sorted(symbols)) + "?", rules.pegs))
    for read, known in (
        (rules.check_code, symbols),
        (rules.parse_pattern, {*symbols, "?"}),
    ):
        right = len(text) == rules.pegs and set(text) <= known
        pegs = text.upper().replace("?", "")
        right = right and not (rules.distinct and len(set(pegs)) < len(pegs))
        try:
            found = read(text)
        except ValueError:
            assert not right
        else:
            assert right
            assert rules.format_pattern(found).upper() == text.upper()


def test_feedback_raises_for_codes_of_different_lengths() -> None:
    with raises_message("expected a guess of 4 pegs, got 3"):
        feedback((1, 1, 2, 2), (1, 1, 2))
