"""Columns of games: random ones, read by the naive column too, and single rules."""

from collections.abc import Sequence
from random import Random

import pytest
from naive_column import NaiveGame, RandomColumn

from xl_mastermind.cells.values import entry_text
from xl_mastermind.game.board_limits import MAX_LISTED_CODES
from xl_mastermind.game.game import CHEATS, COMPUTER, SOMEBODY_ELSE
from xl_mastermind.game.game_column import split_game_column
from xl_mastermind.game.rules import Feedback, Rules
from xl_mastermind.solve.board_hint import board_hint

ROWS, ATTEMPTS = 40, 10


@pytest.mark.parametrize("codemaker", [COMPUTER, CHEATS])
@pytest.mark.table("game")
def test_random_columns_are_split_into_their_games(game: str, codemaker: str) -> None:
    rules = Rules.parse(game)
    if rules.code_count > MAX_LISTED_CODES and codemaker == CHEATS:
        return  # only a list of codes can cheat
    for seed in range(60 if codemaker == COMPUTER else 10):
        draw = Random(f"{game} {codemaker} {seed}")
        column = RandomColumn(rules, ATTEMPTS, ROWS, draw, codemaker)
        entries = [*map(entry_text, column.entries)]
        entries += [""] * (ROWS - len(entries))
        games = split_game_column(
            rules,
            ATTEMPTS,
            int(column.first),
            entries,
            codemaker=codemaker,
            hint=board_hint,
        )
        assert [
            NaiveGame(
                each.game.number,
                rules.format_code(each.game.secret or ()).upper(),
                each.next_number,
                each.start,
                [*each.rows],
                [turn.guess for turn in each.game.turns],
                [turn.feedback for turn in each.game.turns],
                each.is_ended,
            )
            for each in games
        ] == column.games, column.entries


def numbers_and_rows(
    entries: str, rows: int = ROWS, game: str = "4x6", first: int | None = 382
) -> list[tuple[int | None, tuple[int, ...]]]:
    """Return the number and the rows of each game; number 382 is 4536."""
    column = [*entries.split(";")]
    column += [""] * (rows - len(column))
    games = split_game_column(
        Rules.parse(game), ATTEMPTS, first, column, hint=board_hint
    )
    return [(each.game.number, each.rows) for each in games]


@pytest.mark.table("entries", "rows", "games")
def test_entries_begin_and_continue_games(
    entries: str, rows: int, games: tuple[tuple[int | str, tuple[int, ...]]]
) -> None:
    found = [(number or "", taken) for number, taken in numbers_and_rows(entries, rows)]
    assert found == [*games]


def test_unknown_number_answers_nothing() -> None:
    assert numbers_and_rows("4536;1122;#;#7;1122", first=None) == [
        (None, (0, 1)),
        (7, (4,)),
    ]


def marks(*pairs: tuple[int, int] | None) -> Sequence[Feedback | None]:
    return [pair and Feedback(*pair) for pair in pairs]


def test_marks_of_another_codemaker_end_games() -> None:
    column = ["1122", "3344", "", "5566", "1234"] + [""] * 15
    typed = marks((1, 0), (4, 0), (0, 0), None, (4, 0))
    games = split_game_column(
        Rules(4, 6), ATTEMPTS, None, column, codemaker=SOMEBODY_ELSE, feedback=typed
    )
    assert [(each.rows, each.is_ended) for each in games] == [
        ((0, 1), True),
        ((3, 4), True),
    ]
    assert games[1].game.unanswered_attempt == 1


def test_guess_below_unanswered_attempts_belongs_to_no_game() -> None:
    column = [*["1122"] * ATTEMPTS, "1344", *[""] * ATTEMPTS]
    (game,) = split_game_column(
        Rules(4, 6), ATTEMPTS, None, column, codemaker=SOMEBODY_ELSE
    )
    assert (game.rows, game.is_ended) == ((*range(ATTEMPTS),), False)


def test_question_marks_play_the_tree_then_the_first_code() -> None:
    column = ["?", "?", "1111", "?", *[""] * 30]
    (game,) = split_game_column(Rules(4, 6), ATTEMPTS, 382, column, hint=board_hint)
    attempts = game.game.attempts
    guesses = [Rules(4, 6).format_code(attempt.guess or ()) for attempt in attempts]
    assert guesses == ["1123", "2445", "1111", "3354"]
    sources = [attempt.source for attempt in attempts]
    assert sources == ["Optimal", "Optimal", "", "First consistent"]
