"""Game numbers: fixed codes, equal frequencies, and arithmetic of spreadsheets."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from expected_values import raises_message
from typed_forms import NUMBERS as WAYS_TO_WRITE

from xl_mastermind.game.numbers import (
    LINEAR_MODULUS,
    MAX_NUMBER,
    ROUNDS,
    SQUARE_MODULUS,
    Round,
    choices_from_number,
    parse_game_number,
)
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.presentation.games import GAMES

SHEETS = [*GAMES.values()]
PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"


MOD_FAILS = 134_217_728
"""From this quotient on, MOD fails in older Excels."""


def places(rules: Rules, numbers: Any) -> Any:  # noqa: ANN401, arrays of numbers
    """Return where the codes of numbers stand among all codes."""
    place = 0
    sizes = rules.radices
    for choice, size in zip(choices_from_number(numbers, sizes), sizes, strict=True):
        place = place * size + choice
    return place


# What may never change: games that people have shared by their numbers are others then.
# The workbook's formulas and all releases rely on these.
@pytest.mark.table("game", "number", "code")
def test_a_game_number_keeps_its_code(game: str, number: int, code: str) -> None:
    rules = Rules.parse(game)
    assert rules.format_code(rules.code_from_number(number)) == code
    block = (number - 1) // rules.code_count
    assert rules.number_from_code(rules.parse_code(code), block) == number


@pytest.mark.parametrize("game", [*SHEETS, "1x7", "5x3 black", "4x5 distinct"])
@pytest.mark.parametrize("share", [0, 0.3, 1])
def test_a_block_has_each_code_once(game: str, share: float) -> None:
    rules = Rules.parse(game)
    count = rules.code_count
    block = int(share * (MAX_NUMBER // count - 1))
    numbers = np.arange(block * count + 1, (block + 1) * count + 1)
    assert np.array_equal(np.sort(places(rules, numbers)), np.arange(count))


# Chance


@pytest.mark.parametrize("game", SHEETS)
def test_short_numbers_match_the_table_of_architecture(game: str) -> None:
    rules = Rules.parse(game)
    count, numbers = rules.code_count, np.arange(1, 1_000_000)
    counts = np.bincount(places(rules, numbers), minlength=count)
    mean, least, most = len(numbers) / count, counts.min(), counts.max()
    row = f"| {game} | {count:,} | {mean:,.2f} | {least:,} | {most:,} |"
    assert row in PAGE.read_text("utf-8").splitlines()
    assert {*counts.tolist()} <= {math.floor(mean), math.floor(mean) + 1}


# Arithmetic that every spreadsheet program can do


@pytest.mark.parametrize("factors", ROUNDS)
def test_steps_stay_within_the_range_of_doubles(factors: Round) -> None:
    half, block = SQUARE_MODULUS, MAX_NUMBER  # no game has a larger one
    line = half * factors.half + block * factors.block + factors.constant
    assert max(line, LINEAR_MODULUS**2) < 2**53
    assert max(line // LINEAR_MODULUS, LINEAR_MODULUS**2 // SQUARE_MODULUS) < MOD_FAILS


# Errors


@pytest.mark.parametrize("number", [0, -1, 1_000_000_000, 10**30])
def test_code_from_number_raises_outside_the_range(number: int) -> None:
    with raises_message(f"expected a game number from 1 to 999,999,999, got {number}"):
        Rules(4, 6).code_from_number(number)


@pytest.mark.table("game", "code", "block", "message")
def test_number_from_code_raises_without_a_number(
    game: str, code: Code, block: int, message: str
) -> None:
    with raises_message(message):
        Rules.parse(game).number_from_code(code, block)


@pytest.mark.table("game", "half")
def test_too_large_games_have_no_numbers(game: str, half: str) -> None:
    rules = Rules.parse(game)
    message = (
        "expected at most 999,983 codes of half the pegs for game numbers,"
        f" got {half} in {game}"
    )
    with raises_message(message):
        rules.code_from_number(2611)
    with raises_message(message):
        rules.number_from_code(tuple(range(1, rules.pegs + 1)))


@pytest.mark.parametrize(("typed", "number"), WAYS_TO_WRITE.items())
def test_parse_game_number_reads_every_form(typed: str, number: int | None) -> None:
    if number:
        assert parse_game_number(typed) == number
        return
    expected = "expected a number from 1 to 999,999,999 or a day"
    with raises_message(f"{expected}, got {typed!r}"):
        parse_game_number(typed)
