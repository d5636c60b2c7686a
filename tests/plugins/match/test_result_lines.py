"""Result lines as Python parses and counts them."""

import itertools
import random
import string
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

import pytest
from expected_values import DATA

from xl_mastermind.game.rules import Rules
from xl_mastermind.plugins.match.result_lines import (
    ResultLine,
    fold_case,
    normalize_blanks,
    parse_result,
    parse_sender_line,
    read_match,
)
from xl_mastermind.presentation.games import title
from xl_mastermind.presentation.messages import RESULT

SYMBOLS = string.ascii_uppercase + string.digits

LINES = tomllib.loads((DATA / "chat_lines.toml").read_text("utf-8"))

PEOPLE = (*LINES["people"], *(f"Kid {n}" for n in range(1, 30)))


class ChatLine(NamedTuple):
    """A line, and its result: a blank name is missing, a blank game no result."""

    line: ResultLine
    name: str
    game: str
    guesses: int  # 0 if the code was not found


def random_lines(seed: int, people: int, count: int) -> list[ChatLine]:
    """Return lines as a class pastes them."""
    draw = random.Random(seed)
    return [random_line(draw, PEOPLE[:people]) for _ in range(count)]


def random_line(draw: random.Random, people: tuple[str, ...]) -> ChatLine:
    """Return a line with a result, or one that looks like it."""
    name, title = draw.choice(people), draw.choice([*LINES["games"]])
    guesses = draw.randint(0, LINES["games"][title])
    number = draw.choice([0, *range(1, 20), 20261231, 999999999])
    sign = draw.choice(["#", "#", "# "])
    digits = draw.choice([f"{number}", f"{number}", f"{number:,}", f"0{number}"[-9:]])
    in_guesses = draw.choice([" in ", " in ", ": in "]) + str(guesses)
    if not guesses:
        in_guesses = draw.choice([": not found in 10", " not found", ": not found"])
    text = f"{title} {sign}{digits}" if number else title
    has_hints = draw.random() < 0.05
    text += in_guesses + " with hints" * has_hints + draw.choice(LINES["tails"])
    text = draw.choice([text, text, text, text.upper(), text.lower()])
    game = f"{title} #{number}" if number else title
    game = "" if has_hints else game
    kind = draw.random()
    if kind < 0.1:
        old, new = draw.choice(LINES["damages"])
        if old in text and not text.endswith(">"):
            return ChatLine(ResultLine(text.replace(old, new), name), name, "", 0)
    if kind < 0.15:
        return ChatLine(
            ResultLine(draw.choice(["Hello", "", "See you in 5"])), "", "", 0
        )
    if kind < 0.2:
        return ChatLine(ResultLine(text), "", game, guesses)
    if kind < 0.5:
        beside = draw.choice(
            [*LINES["typed_names"], name, name.replace("İ", "I").lower(), f" {name} "]
        )
        return ChatLine(ResultLine(text, beside), beside.strip(), game, guesses)
    is_plain = " - " not in name
    forms = LINES["chats"] + LINES["times_before_names"] * is_plain
    line = ResultLine(draw.choice(forms).format(name, text))
    return ChatLine(line, name, game, guesses)


def test_line_contains_its_result() -> None:
    for line, name, game, guesses in random_lines(1, 44, 3000):
        text, beside, *_ = line
        result = parse_result(text)
        if result is None or result.remark:
            assert not game, text
            continue
        read_game = f"{result.game} #{result.number}" if result.number else result.game
        read_name = normalize_blanks(beside) or result.sender
        read = (read_name, fold_case(read_game), result.guesses)
        assert read == (name, fold_case(game), guesses), text


@pytest.mark.table("before", "sender")
def test_sender_is_the_name_or_blank(before: str, sender: str) -> None:
    result = parse_result(f"{before}: Bulls and Cows #7 in 6")
    assert result == ("Bulls and Cows", 7, 6, sender, "")


@pytest.mark.table("line")
def test_other_line_is_no_result(line: str) -> None:
    assert parse_result(line) is None


@pytest.mark.table("line", "remark")
def test_remark_says_why_a_result_does_not_count(line: str, remark: str) -> None:
    match = read_match([ResultLine(line), ResultLine(line, "Cy")])
    assert match.remarks == {1: remark, 2: remark}
    assert not match.records


@pytest.mark.table("part")
def test_time_of_a_line_grows_with_its_length(part: str) -> None:
    """A pattern that takes the square of the length would need hours."""
    for line in (part * 30_000, f"{part * 30_000}Little in 3"):
        parse_result(line)
        parse_sender_line(line)


def test_match_counts_each_result() -> None:
    lines = random_lines(2, 44, 1000)
    match = read_match(line for line, *_ in lines)
    results: dict[str, dict[tuple[int, int | str], int]] = {}
    for row, (_, name, game, guesses) in enumerate(lines):
        if name and game:
            title, _, number = fold_case(game).partition(" #")
            key = (int(number), title) if number else (0, row)
            games = results.setdefault(fold_case(name), {})
            games[key] = max(guesses, games.get(key, guesses), key=lambda n: n or 99)
    assert match.records.keys() == results.keys()
    for name, games in results.items():
        keys = sorted(games, key=lambda key: (key[0], size(key[1])))
        counts = [games[key] for key in keys]
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


def size(title: str | int) -> tuple[int, ...]:
    """Return the sort key of games with the same number."""
    if isinstance(title, int):
        return (title,)
    rules = Rules.parse(title)
    return rules.pegs, rules.colours, rules.distinct, rules.black_only


@pytest.mark.table("above", "name")
def test_line_above_a_result_contains_the_name(above: str, name: str) -> None:
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
        assert result == (title(rules), 7, 3, "Ann", "")
        assert Rules.parse(result.game) == rules
        same = replace(rules, symbols=rules.symbols.upper())
        assert games.setdefault(fold_case(line), same) == same
    assert len(games) > 1000
