"""The table of scores: its columns, and the record of a finished game."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from xl_mastermind.cells.values import Cell, RangeValues, is_number

NOBODY: Final = "Nobody"
"""The codebreaker of a game that was lost or revealed."""

YOU: Final = "You"
"""The player without a name."""

_FIRST_DAY: Final = dt.datetime(1899, 12, 30)  # noqa: DTZ001 - local time


class FinishedGame(NamedTuple):
    """The record of a game."""

    moment: float  # a serial date, as `current_moment` returns it
    game: str
    codebreaker: str  # or `NOBODY`
    guesses: int
    cost: float | None = None  # guesses more than optimal play, if known


_Row: TypeAlias = Mapping[str, Cell]
"""A row of the table, by headings."""


@dataclass(frozen=True)
class Column:
    """A column of the table."""

    heading: str
    alignment: str
    number_format: str
    width: int  # in pixels
    value: Callable[[FinishedGame, Sequence[_Row]], Cell]  # of a game, with rows above


def _number(_: FinishedGame, above: Sequence[_Row]) -> int:
    return int(max((n for row in above if is_number(n := row["No."])), default=0)) + 1


def _average(game: FinishedGame, above: Sequence[_Row]) -> float | None:
    """Return the average guesses of the codebreaker in games of this kind."""
    if game.codebreaker == NOBODY:
        return None
    key = (game.game, game.codebreaker)
    counts = [row["Guesses"] for row in above if (row["Game"], row["Broken by"]) == key]
    guesses = [*filter(is_number, counts), game.guesses]
    return round(sum(guesses) / len(guesses), 4)


COLUMNS: Final = (
    Column("No.", "right", "0", 60, _number),
    Column("Date", "left", "yyyy-mm-dd hh:mm", 130, lambda game, _: game.moment),
    Column("Game", "left", "@", 130, lambda game, _: game.game),
    Column("Broken by", "left", "@", 140, lambda game, _: game.codebreaker),
    Column("Guesses", "right", "0", 90, lambda game, _: game.guesses),
    Column("Cost", "right", "0.00", 76, lambda game, _: game.cost),
    Column("Average", "right", "0.00", 100, _average),
)
"""The columns of a new table; users may move or delete them."""

SCORE_HEADINGS: Final = tuple(column.heading for column in COLUMNS)


def current_moment() -> float:
    """Return the local time as a serial date."""
    now = dt.datetime.now()  # noqa: DTZ005 - cells have no time zone
    return round((now - _FIRST_DAY).total_seconds()) / 86400


def new_score_rows(
    table: RangeValues, games: Sequence[FinishedGame], player: str = YOU
) -> RangeValues:
    """Return the rows of `games` for a `table`, whose first row is its headings."""
    first, *lines = table
    headings = [*map(str, first)]
    above: list[_Row] = []
    for line in lines:
        row = dict.fromkeys(SCORE_HEADINGS) | dict(zip(headings, line, strict=False))
        above.append(row | {"Broken by": _with_name(row["Broken by"], player)})
    new_rows: RangeValues = []
    for finished in games:
        game = finished._replace(codebreaker=_with_name(finished.codebreaker, player))
        row = {column.heading: column.value(game, above) for column in COLUMNS}
        above.append(row)
        new_rows.append([row.get(heading) for heading in headings])
    return new_rows


def _with_name(codebreaker: Cell, player: str) -> str:
    """Return a codebreaker with the player's name for "You"."""
    name = str(codebreaker or "")
    return player + name.removeprefix(YOU) if name.startswith(YOU) else name
