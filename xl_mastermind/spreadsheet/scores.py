"""The scoreboard: the columns of its table, and the record of a finished game."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from xl_mastermind.spreadsheet.cells import Cell, RangeValues, is_number

NOBODY: Final = "Nobody"
"""Stands in place of who broke the code where it was not broken."""

YOU: Final = "You"
"""Stands in place of the player's name where none is typed."""

_FIRST_DAY: Final = dt.datetime(1899, 12, 30)  # noqa: DTZ001 - as spreadsheets count


class FinishedGame(NamedTuple):
    """The record of a game."""

    moment: float  # when it was kept, as `current_moment` gives it
    game: str  # its name
    breaker: str  # who broke the code, or `NOBODY`
    guesses: int
    cost: float | None = None  # guesses given away against the optimum, if known


_Row: TypeAlias = Mapping[str, Cell]
"""A row of the table by the heads of `COLUMNS`."""


@dataclass(frozen=True)
class Column:
    """A column of the table: its look, and what it holds of a game."""

    head: str
    side: str
    number_format: str
    pixels: int  # its width
    value: Callable[[FinishedGame, Sequence[_Row]], Cell]  # of a game below some rows


def _number(_: FinishedGame, above: Sequence[_Row]) -> int:
    return int(max((n for row in above if is_number(n := row["No."])), default=0)) + 1


def _average(game: FinishedGame, above: Sequence[_Row]) -> float | None:
    """Return the average so far of guesses in this game of who broke the code."""
    if game.breaker == NOBODY:
        return None
    mine = (game.game, game.breaker)
    counts = [
        row["Guesses"] for row in above if (row["Game"], row["Broken by"]) == mine
    ]
    guesses = [*filter(is_number, counts), game.guesses]
    return round(sum(guesses) / len(guesses), 4)


COLUMNS: Final = (
    Column("No.", "right", "0", 60, _number),
    Column("Date", "left", "yyyy-mm-dd hh:mm", 130, lambda game, _: game.moment),
    Column("Game", "left", "@", 130, lambda game, _: game.game),
    Column("Broken by", "left", "@", 140, lambda game, _: game.breaker),
    Column("Guesses", "right", "0", 90, lambda game, _: game.guesses),
    Column("Cost", "right", "0.00", 76, lambda game, _: game.cost),
    Column("Average", "right", "0.00", 100, _average),
)
"""The columns of a new table; in a used one they may be moved or deleted."""

SCORE_HEADINGS: Final = tuple(column.head for column in COLUMNS)


def current_moment() -> float:
    """Return the local time as a cell keeps it: days since the last of 1899."""
    now = dt.datetime.now()  # noqa: DTZ005 - cells know no time zone
    return round((now - _FIRST_DAY).total_seconds()) / 86400


def new_score_rows(
    table: RangeValues, games: Sequence[FinishedGame], player: str = YOU
) -> RangeValues:
    """Return the rows of `games` for a `table`, whose first row is its heads."""
    first, *lines = table
    heads = _own_heads(first)
    blank = dict.fromkeys(SCORE_HEADINGS)
    above: list[_Row] = []
    for line in lines:
        row = blank | dict(zip(heads, line, strict=False))
        above.append(row | {"Broken by": _called(row["Broken by"], player)})
    new: RangeValues = []
    for finished in games:
        game = finished._replace(breaker=_called(finished.breaker, player))
        row = {column.head: column.value(game, above) for column in COLUMNS}
        above.append(row)
        new.append([row.get(head) for head in heads])  # some may have been added
    return new


def _own_heads(first: Sequence[Cell]) -> list[str]:
    """
    Return the heads of a table as those of `COLUMNS`, where they are some of them.

    If no column was added or deleted, a head that was typed over is known by its place.
    """
    heads = [*map(str, first)]
    if len(heads) != len(SCORE_HEADINGS):
        return heads
    return [
        own if own in SCORE_HEADINGS or usual in heads else usual
        for own, usual in zip(heads, SCORE_HEADINGS, strict=True)
    ]


def _called(breaker: Cell, player: str) -> str:
    """Return who broke a code, by the name of the player."""
    name = str(breaker or "")
    return player + name.removeprefix(YOU) if name.startswith(YOU) else name
