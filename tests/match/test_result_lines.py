"""Result lines as Python parses and counts them."""

import itertools
import string
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest
from match_lines import CHATS, CLASSES, count, random_lines

from xl_mastermind.game.rules import Rules
from xl_mastermind.match.result_lines import (
    NOT_FOUND_SYMBOL,
    fold_case,
    parse_result,
    read_match,
)
from xl_mastermind.spreadsheet.games import title
from xl_mastermind.spreadsheet.messages import RESULT

SYMBOLS = string.ascii_uppercase + string.digits


@pytest.mark.parametrize(("seed", "people"), CLASSES)
def test_python_counts_lines_as_the_oracle_does(seed: int, people: int) -> None:
    lines = random_lines(seed, people)
    rows = [(text.replace("\n", " "), name) for text, name in lines]
    match, right = read_match(rows), count(rows, room=len(rows))
    figures = [
        [
            *(each.name, each.game_count, each.solved_count),
            *(each.average or "", each.min_guesses or ""),
        ]
        for each in match.ranking
    ]
    assert figures == [
        pytest.approx(row[1:-1]) if "" not in row else row[1:-1]
        for row in right.ranking
    ]
    assert [each.streak for each in match.ranking] == [r[-1] for r in right.ranking]
    assert [*match.histogram, match.not_found_count] == right.bars
    assert {
        game: [f"{name} {guesses or NOT_FOUND_SYMBOL}" for name, guesses in who]
        for game, who in match.guesses_by_game.items()
    } == right.numbers
    remarks = [match.remarks.get(line, "") for line in range(1, len(rows) + 1)]
    for remark, begins in zip(remarks, right.remarks, strict=True):
        assert remark[: len(begins) or None] == begins


@pytest.mark.parametrize("chat", CHATS)
def test_chat_names_the_player_before_the_line(chat: str) -> None:
    result = parse_result(chat.format("Ann - Marie", "Bulls and Cows #7 in 6"))
    assert result == ("Bulls and Cows", 7, 6, "Ann - Marie")


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
