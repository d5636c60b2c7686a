"""The table of scores: its columns, and the record of a finished game."""

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from xl_mastermind.cells.values import Cell, RangeValues, is_number

NOBODY: Final = "Nobody"
"""The codebreaker of a game that was lost or revealed."""

YOU: Final = "You"
"""The player without a name."""

_FIRST_DAY: Final = dt.datetime(1899, 12, 30)  # noqa: DTZ001 - local time


ScoreRow: TypeAlias = dict[str, Cell]
"""A row of the table, by headings."""


class FinishedGame(NamedTuple):
    """A game that is over now."""

    game: str
    codebreaker: str
    guesses: int
    cost: float | None  # None: the cost is unknown.


class Column(NamedTuple):
    """A column of the table."""

    heading: str
    alignment: str
    number_format: str
    pixel_width: int
    value: Callable[[FinishedGame, Sequence[ScoreRow]], Cell]
    """Return the cell of a game below these rows."""


def _next_number(_: FinishedGame, above: Sequence[ScoreRow]) -> int:
    numbers = (int(n) for row in above if is_number(n := row["No."]))
    return max(numbers, default=0) + 1


def _now(_: FinishedGame, __: Sequence[ScoreRow]) -> float:
    now = dt.datetime.now()  # noqa: DTZ005 - cells have no time zone
    return round((now - _FIRST_DAY).total_seconds()) / 86400


def _average(game: FinishedGame, above: Sequence[ScoreRow]) -> float | None:
    if game.codebreaker == NOBODY:
        return None
    key = (game.game, game.codebreaker)
    rows = [row for row in above if (row["Game"], row["Broken by"]) == key]
    counts = [n for row in rows if is_number(n := row["Guesses"])]
    counts.append(game.guesses)
    return round(sum(counts) / len(counts), 4)


COLUMNS: Final = (
    Column("No.", "right", "0", 60, _next_number),
    Column("Date", "left", "yyyy-mm-dd hh:mm", 130, _now),
    Column("Game", "left", "@", 130, lambda game, _: game.game),
    Column("Broken by", "left", "@", 140, lambda game, _: game.codebreaker),
    Column("Guesses", "right", "0", 90, lambda game, _: game.guesses),
    Column("Cost", "right", "0.00", 76, lambda game, _: game.cost),
    Column("Average", "right", "0.00", 100, _average),
)
"""The columns of a new table; users may move or delete them."""

SCORE_HEADINGS: Final = tuple(column.heading for column in COLUMNS)


def new_score_rows(
    table: RangeValues, games: Sequence[FinishedGame], player: str = YOU
) -> RangeValues:
    """Return the rows of `games` for a `table`, whose first row is its headings."""
    first, *lines = table
    headings = [*map(str, first)]
    rows: list[ScoreRow] = []
    for line in lines:
        row = dict.fromkeys(SCORE_HEADINGS) | dict(zip(headings, line, strict=False))
        rows.append(row | {"Broken by": _replace_you(row["Broken by"], player)})
    new_rows: RangeValues = []
    for each in games:
        game = each._replace(codebreaker=_replace_you(each.codebreaker, player))
        row = {column.heading: column.value(game, rows) for column in COLUMNS}
        rows.append(row)
        new_rows.append([row.get(heading) for heading in headings])
    return new_rows


def _replace_you(codebreaker: Cell, player: str) -> str:
    """Return a codebreaker with the player's name for "You"."""
    name = str(codebreaker or "")
    return player + name.removeprefix(YOU) if name.startswith(YOU) else name
