"""
The column of a board as games: after the end of a game the next guess begins another.

A column is read from top to bottom. A game ends with a win, with the last attempt, or
where an entry begins another one. Blank rows and wrong entries take no attempt.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, repeat
from typing import Final, NamedTuple, TypeAlias

from xl_mastermind.game.game import COMPUTER, Attempt, Game
from xl_mastermind.game.game_key import GameKey, own_code_prefix, parse_guess
from xl_mastermind.game.numbers import MAX_NUMBER, next_number
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.game.symbols import PARTIAL_GUESS_MARK, code_word

NEXT_GAME_WORDS: Final = ("next", "0", "#")
"""
Entries that begin the next game, in the middle of a game too.

The second one is for games with letters, in which the first may be a code. Calc would
complete the third to a number such as #500 above it.
"""


HINT_MARKS: Final = "?", "\N{FULLWIDTH QUESTION MARK}"


class Hint(NamedTuple):
    """A guess for the player, and the label of the strategy that made it."""

    guess: Code
    source: str


HintFunction: TypeAlias = Callable[[Rules, Sequence[Turn]], Hint | None]
"""Return the guess for some turns, None if there is none."""


@dataclass(frozen=True)
class ColumnGame:
    """A game of a column."""

    game: Game
    next_number: int | None  # The game that a guess begins after the end.
    rows: tuple[int, ...] = ()  # The rows of the attempts, counted from 0.
    is_ended: bool = False
    start: int | None = None  # The row of the entry that began it; None: a guess did.


def asks_for_hint(entry: str) -> bool:
    """Return whether an entry of a column asks for a guess."""
    return entry.strip() in HINT_MARKS


def start_game(rules: Rules, attempt_count: int, key: GameKey, codemaker: str) -> Game:
    """Return a game without guesses by its number, or by its typed code."""
    number = key if isinstance(key, int) else None
    secret = key if isinstance(key, tuple) and codemaker == COMPUTER else None
    return Game.start(rules, attempt_count, codemaker, number=number, secret=secret)


def split_game_column(  # noqa: PLR0913
    rules: Rules,
    attempt_count: int,
    first: GameKey,
    entries: Sequence[str],
    *,
    codemaker: str = COMPUTER,
    feedback: Sequence[Feedback | None] = (),
    hint: HintFunction | None = None,
) -> list[ColumnGame]:
    """
    Return the games of a column, of which the last may be in progress.

    `entries` are the texts of all rows, also of blank ones at the end: a game begins
    only where as many rows as its attempts are left. `feedback` is what another person
    typed in each row. `hint` plays the guess of a question mark; without it this entry
    is no guess.

    >>> column = ["1122", "4536", "3345", "", "#", "1122", *[""] * 5]
    >>> for game in split_game_column(Rules(4, 6), 6, 382, column):
    ...     print(game.game.number, game.rows, game.is_ended)
    382 (0, 1) True
    383 (2,) True
    384 (5,) False
    """
    begin = partial(_begin, rules, attempt_count, codemaker)
    games = [begin(first)]
    marks = chain(feedback, repeat(None))
    for row, (entry, mark) in enumerate(zip(entries, marks, strict=False)):
        current, rows_left = games[-1], len(entries) - row
        guess, source = _played_guess(entry, current, hint)
        if guess is None:
            key = _new_game_key(entry, current)
            if key is not None and rows_left > attempt_count:
                games[-1] = replace(current, is_ended=True)
                begun = begin(key)
                number = begun.next_number or current.next_number
                games.append(replace(begun, next_number=number, start=row))
            continue
        attempt, number = Attempt(guess, mark, source), current.next_number
        if not current.is_ended:
            games[-1] = _with_attempt(current, row, attempt)
        elif (number or codemaker != COMPUTER) and rows_left >= attempt_count:
            games.append(_with_attempt(begin(number), row, attempt))
    return games


def _played_guess(
    entry: str, current: ColumnGame, hint: HintFunction | None
) -> tuple[Code | None, str]:
    """Return the guess of an entry, which may ask for one, and its source."""
    rules = current.game.rules
    if hint and asks_for_hint(entry):
        turns = () if current.is_ended else current.game.turns
        return hint(rules, turns) or (None, "")
    return parse_guess(entry, rules), ""


def _begin(
    rules: Rules, attempt_count: int, codemaker: str, key: GameKey
) -> ColumnGame:
    """Return a game without attempts, and the number after its own."""
    game = start_game(rules, attempt_count, key, codemaker)
    return ColumnGame(game, next_number(game.number) if game.number else None)


def _with_attempt(column_game: ColumnGame, row: int, attempt: Attempt) -> ColumnGame:
    """Return a game with an attempt in a row, unless all are used."""
    game = column_game.game
    if len(game.attempts) == game.attempt_count:
        return column_game
    game = game.with_attempts([*game.attempts, attempt]).with_feedback()
    last = game.attempts[-1].feedback
    is_ended = last == game.rules.win or len(game.turns) == game.attempt_count
    return replace(
        column_game, game=game, rows=(*column_game.rows, row), is_ended=is_ended
    )


def _new_game_key(entry: str, current: ColumnGame) -> GameKey:
    """
    Return the game that an entry begins, None if it begins none.

    Separators do not count, as in a guess. A number needs a hash sign, unless it is the
    next number, or follows an end and is no wrong guess.
    """
    word, rules = code_word(entry), current.game.rules
    prefix = own_code_prefix(rules).strip().upper()
    if word.lower() in NEXT_GAME_WORDS:
        return current.next_number
    if word.startswith(prefix):
        return parse_guess(word.removeprefix(prefix), rules)
    if PARTIAL_GUESS_MARK in entry or not re.fullmatch("#?[0-9]{1,15}", word):
        return None
    number = int(word.removeprefix("#"))
    is_no_guess = len(word) != rules.pegs or not rules.symbols.isdigit()
    is_sure = word.startswith("#") or (current.is_ended and is_no_guess)
    if number == current.next_number or (is_sure and 1 <= number <= MAX_NUMBER):
        return number
    return None
