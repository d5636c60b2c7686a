"""Result lines as Python parses and counts them."""

import itertools
import string
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest
from match_lines import random_lines

from xl_mastermind.game.rules import Rules
from xl_mastermind.match.result_lines import (
    ResultLine,
    fold_case,
    normalize_blanks,
    parse_result,
    read_match,
)
from xl_mastermind.presentation.games import title
from xl_mastermind.presentation.messages import RESULT

SYMBOLS = string.ascii_uppercase + string.digits


def test_line_contains_its_result() -> None:
    for (text, beside), name, game, guesses in random_lines(1, 44, 3000):
        result = parse_result(text)
        if result is None:
            assert not game, text
            continue
        read_game = f"{result.game} #{result.number}" if result.number else result.game
        read_name = normalize_blanks(beside) or result.sender
        read = (read_name, fold_case(read_game), result.guesses)
        assert read == (name, fold_case(game), guesses), text


@pytest.mark.parametrize(
    ("before", "sender"),
    [
        ("٢٠/٦/٢٠١٧، ٨:٢٨ م - Ann", "Ann"),
        ("२०/६/२०१७, ८:२८ am - Ann", "Ann"),
        ("8:28 μ.μ. - Ann", "Ann"),
        ("12:03 Uhr - Ann - Marie", "Ann - Marie"),
        ("(13.06.2023 18:08) Ann", "Ann"),
        ("Ann (18:05)", "Ann"),
        ("10:11\tAnn\t", "Ann"),
        ("Ann (2b)", "Ann (2b)"),
        ("[31.12.26, 12:03] Ann: my result", "Ann"),
        ("'Ann'", "Ann"),
        # Uncertain: a part of a date or a time, or an unknown word after it
        ("31.12.26 - Ann", ""),
        ("Ann 18:05", ""),
        ("18:05", ""),
        ("18:05 Ann - Marie", ""),
        ("18:05 kello - Ann", ""),
        ("x" * 201, ""),
    ],
)
def test_sender_is_the_name_or_blank(before: str, sender: str) -> None:
    result = parse_result(f"{before}: Bulls and Cows #7 in 6")
    assert result == ("Bulls and Cows", 7, 6, sender)


@pytest.mark.parametrize(
    "line",
    [
        "Mastermind #382 in 11",
        "Little in 7",
        "Little in 0",
        "Little #0 in 3",
        "Little #1234567890 in 3",
        "Little in 5 minutes",
        "Little in 5 да",
        "Little in 5.5",
        "Little #3 in 3, Letters #4",
        "Alittle in 3",
        "Mastermind 5x in 3",
    ],
)
def test_other_line_is_no_result(line: str) -> None:
    assert parse_result(line) is None


def test_match_counts_each_result() -> None:
    lines = random_lines(2, 44, 1000)
    match = read_match(line for line, *_ in lines)
    results: dict[str, dict[str, int]] = {}
    for row, (_, name, game, guesses) in enumerate(lines):
        if name and game:
            key = fold_case(game) if "#" in game else str(row)
            results.setdefault(fold_case(name), {}).setdefault(key, guesses)
    assert match.records.keys() == results.keys()
    for name, games in results.items():
        counts = [*games.values()]
        found = [count for count in counts if count]
        streak = [*itertools.takewhile(bool, reversed(counts))]
        assert match.records[name].figures == {
            "games": len(counts),
            "found": len(found),
            "average": sum(found) / len(found) if found else None,
            "best": min(found, default=None),
            "streak": len(streak),
        }
    counted = [count for games in results.values() for count in games.values()]
    bars = [counted.count(guesses) for guesses in range(1, 13)]
    assert match.histogram == bars
    assert match.not_found_count == counted.count(0)


@pytest.mark.parametrize(
    ("above", "name"),
    [
        ("Ann Smith, [24 Nov 2026 at 18:05]", "Ann Smith"),
        ("Ann — Today at 18:05", "Ann"),
        ("[18:05] Ann", "Ann"),
        ("18:05 Ann", "Ann"),
        ("Ann Smith  6:05 PM", "Ann Smith"),
        ("Ann Smith 27.11.2026 18:05", "Ann Smith"),
        ("See you at 18:05", None),
        ("27.11.2026 18:05", None),
        ("Ann", None),
        ("Ann, [24 Nov 2026 at 18:05]\nHello", None),
    ],
)
def test_line_above_a_result_contains_the_name(above: str, name: str | None) -> None:
    lines = [*above.split("\n"), "", "Little #3 in 4", "●○·"]
    match = read_match(map(ResultLine, lines))
    assert [record.name for record in match.records.values()] == [name] * bool(name)


def test_names_differ_by_more_than_case() -> None:
    names = (
        "Weiß",
        "WEISS",
        "weiss",
        "ıris",
        "İRİS",
        "~Tom",
        "Tom",
        "x" * 60,
        "x" * 70,
    )
    match = read_match(ResultLine("Little in 3", name) for name in names)
    assert [len(record.guesses) for record in match.records.values()] == [3, 2, 1, 1, 2]


def test_team_counts_a_member_once() -> None:
    match = read_match([ResultLine("Little in 3", "Ann")])
    assert match.team_record(["Ann", "ANN"]).guesses == [3]


def every_game() -> Iterator[Rules]:
    """Yield games of many sizes, with default symbols, others, and small letters."""
    for pegs, colours in itertools.product((1, 3, 5, 12), range(1, 37)):
        for is_distinct, is_black in itertools.product((False, True), repeat=2):
            for symbols in ("", SYMBOLS[:colours], SYMBOLS[-colours:].lower()):
                with suppress(ValueError):
                    yield Rules(pegs, colours, is_distinct, is_black, symbols)


def test_result_line_identifies_its_game() -> None:
    games: dict[str, Rules] = {}
    for rules in every_game():
        line = RESULT.format(game=f"{title(rules)} #7", guesses=3)
        result = parse_result(f"Ann: {line}")
        assert result == (title(rules), 7, 3, "Ann")
        assert Rules.parse(result.game) == rules
        same = replace(rules, symbols=rules.symbols.upper())
        assert games.setdefault(fold_case(line), same) == same
    assert len(games) > 1000
