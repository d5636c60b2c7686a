"""Columns of games: random ones by a program of its own, and single rules."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import pytest

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.game import SOMEBODY_ELSE
from xl_mastermind.game.game_column import split_game_column
from xl_mastermind.game.rules import Code, Feedback, Rules
from xl_mastermind.solve.board_hint import board_hint

ROWS, ATTEMPTS = 40, 10


class Expected(NamedTuple):
    number: int | None
    secret: Code | None
    rows: list[int]
    is_ended: bool


def after(number: int) -> int:
    """Return the number that a board suggests after another: never a day."""
    text = f"{number:08}"
    month, day = int(text[4:6]), int(text[6:])
    if 19010100 <= number < 10**8 and 1 <= month <= 12 and day <= 31:
        return int(text[4:]) + 1
    return 1 if number == 999_999_999 else number + 1


class RandomColumn:
    """A column that is typed row by row, with the games that it contains."""

    def __init__(self, game: str, seed: str) -> None:
        self.rules, self.random = Rules.parse(game), Random(seed)
        self.entries: list[str] = []
        self.games: list[Expected] = []
        self.first = self.random.choice([382, 20261231, 999_999_999, 20260228])
        self._begin(self.first, self.rules.code_from_number(self.first))
        while len(self.entries) < ROWS:
            self._type()

    def _begin(self, number: int | None, secret: Code) -> None:
        if len(self.entries) + ATTEMPTS > ROWS:
            return
        if self.games:
            self.games[-1] = self.games[-1]._replace(is_ended=True)
        self.games.append(Expected(number, secret, [], is_ended=False))
        if number:
            self.next = after(number)

    def _type(self) -> None:
        game, random = self.games[-1], self.random
        kind = random.choices(
            [
                "blank",
                "sign",
                "signed",
                "next",
                "plain",
                "own",
                "wrong",
                "win",
                "guess",
            ],
            [6, 3, 3, 3, 5, 2, 6, 15, 57],
        )[0]
        getattr(self, f"_type_{kind}")(game)

    def _type_blank(self, _: Expected) -> None:
        self.entries.append("")

    def _type_wrong(self, _: Expected) -> None:
        word = self.random.choice(
            ["??", "own 0", "#x", "#1000000000", "-1", "1.5e9", "00", "# 0", "77…"]
        )
        self.entries.append(word)

    def _type_sign(self, _: Expected) -> None:
        self.entries.append(self.random.choice(["#", "Next", " 0", "# ", "0,"]))
        self._begin(self.next, self.rules.code_from_number(self.next))

    def _type_signed(self, _: Expected) -> None:
        number = self.random.randrange(1, 10 ** self.random.randrange(1, 10))
        self.entries.append(
            self.random.choice(["#{}", "# {}", " #{:,}", "#{}-"]).format(number)
        )
        self._begin(number, self.rules.code_from_number(number))

    def _type_next(self, game: Expected) -> None:
        if self._is_guess(str(self.next)):
            return self._type_sign(game)
        self.entries.append(str(self.next))
        return self._begin(self.next, self.rules.code_from_number(self.next))

    def _type_plain(self, game: Expected) -> None:
        number = self.random.randrange(10**self.rules.pegs, 10**9)
        self.entries.append(str(number))
        if game.is_ended or number == self.next:
            self._begin(number, self.rules.code_from_number(number))

    def _type_own(self, _: Expected) -> None:
        code = self._code()
        has_letters = any(map(str.isalpha, self.rules.symbols))
        form = "*{}" if has_letters else self.random.choice(["own {}", "OWN{}"])
        self.entries.append(form.format(self.rules.format_code(code)))
        self._begin(None, code)

    def _type_win(self, game: Expected) -> None:
        assert game.secret
        self._guess(
            self.rules.code_from_number(self.next) if game.is_ended else game.secret
        )

    def _type_guess(self, _: Expected) -> None:
        self._guess(self._code())

    def _guess(self, code: Code) -> None:
        row, has_room = len(self.entries), len(self.entries) + ATTEMPTS <= ROWS
        if self.games[-1].is_ended and has_room:
            self._begin(self.next, self.rules.code_from_number(self.next))
        self.entries.append(self.rules.format_code(code).lower())
        game = self.games[-1]
        if not game.is_ended:
            game.rows.append(row)
            is_ended = code == game.secret or len(game.rows) == ATTEMPTS
            self.games[-1] = game._replace(is_ended=is_ended)

    def _code(self) -> Code:
        codes = codebook(self.rules).codes
        return tuple(codes[self.random.randrange(len(codes))].tolist())

    def _is_guess(self, word: str) -> bool:
        symbols = self.rules.symbols
        is_long = len(word) == self.rules.pegs and {*word} <= {*symbols}
        return is_long and not (self.rules.distinct and len({*word}) < len(word))


@pytest.mark.table("game")
def test_random_columns_are_split_into_their_games(game: str) -> None:
    for seed in range(60):
        column = RandomColumn(game, f"{game} {seed}")
        games = split_game_column(column.rules, ATTEMPTS, column.first, column.entries)
        assert [
            Expected(each.game.number, each.game.secret, [*each.rows], each.is_ended)
            for each in games
        ] == column.games, column.entries
        for each in games:
            guesses = [column.entries[row] for row in each.rows]
            turns = each.game.turns
            assert [column.rules.format_code(t.guess).lower() for t in turns] == guesses


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


def test_letters_are_hidden_after_an_asterisk() -> None:
    games = numbers_and_rows("PLUM;*plum;own;Plum", game="4x26")
    assert games == [(382, (0,)), (None, (3,))]


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


def test_question_mark_without_a_code_list_takes_no_attempt() -> None:
    assert numbers_and_rows("?;11223", game="5x8") == [(382, (1,))]
