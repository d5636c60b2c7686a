"""The scoreboard: what is kept of a finished game."""

import datetime as dt
from collections.abc import Sequence
from typing import Final, NamedTuple

from xl_mastermind.sheet.cells import Block, Cell, is_number

HEADS: Final = ("No.", "Date", "Game", "Broken by", "Guesses", "Cost", "Average")
"""The columns of the table."""

NOBODY: Final = "Nobody"
"""Stands in place of who broke the code where it was not broken."""

YOU: Final = "You"
"""Stands in place of a person who has not told a name."""

_NUMBER, _DATE, _GAME, _BREAKER, _GUESSES = range(5)
_FIRST_DAY: Final = dt.datetime(1899, 12, 30)  # noqa: DTZ001 - as spreadsheets count


class FinishedGame(NamedTuple):
    """What is kept of a game, in the order of the table."""

    moment: float  # when it was kept, as `moment_now` gives it
    game: str  # what people call it
    breaker: str  # who broke the code, or `NOBODY`
    guesses: int
    cost: float | None = None  # guesses given away against the optimum, if known


def moment_now() -> float:
    """Return this moment as a cell keeps it: days since the last of 1899, local."""
    return moment_of(dt.datetime.now())  # noqa: DTZ005 - cells know no time zone


def moment_of(time: dt.date) -> float:
    """Return a time, or the beginning of a day, as a cell keeps it, to the second."""
    day = dt.datetime.combine(time, dt.time())
    moment = time.replace(tzinfo=None) if isinstance(time, dt.datetime) else day
    return round((moment - _FIRST_DAY).total_seconds()) / 86400


def filled(rows: Sequence[Sequence[Cell]] | None) -> Block:
    """Return the rows of the table, without a blank end, dates as numbers."""
    table = [[*row] for row in rows or ()]
    while table and all(cell in (None, "") for cell in table[-1]):
        table.pop()
    for row in table:
        date = row[_DATE]
        if isinstance(date, dt.date):
            row[_DATE] = moment_of(date)
    return table


def added(
    rows: Block | None, games: Sequence[FinishedGame], player: str = YOU
) -> Block:
    """Return the rows that `games` of a `player` are, below the `rows` of the table."""
    # A row ends with the average number of guesses so far, of this game as the same
    # broke it; games that nobody won do not count there.
    table = filled(rows)
    new: Block = []
    for finished in games:
        game = finished._replace(breaker=_called(finished.breaker, player))
        before = [*table, *new]
        numbers = [row[_NUMBER] for row in before]
        latest = max(filter(is_number, numbers), default=0)
        counts = [
            row[_GUESSES]
            for row in before
            if (row[_GAME], _called(row[_BREAKER], player)) == (game.game, game.breaker)
        ]
        guesses = [*filter(is_number, counts), game.guesses]
        average = round(sum(guesses) / len(guesses), 4)
        won = game.breaker != NOBODY
        new.append([int(latest) + 1, *game, average if won else None])
    return new


def _called(breaker: Cell, player: str) -> str:
    """Return who broke a code, by the name of the player."""
    name = str(breaker or "")
    return player + name.removeprefix(YOU) if name.startswith(YOU) else name
