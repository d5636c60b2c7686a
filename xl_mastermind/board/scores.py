"""The table of scores: its columns, and the record of a finished game."""

import datetime as dt
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from xl_mastermind.cells.values import Cell, RangeValues, is_number

NOBODY: Final = "Nobody"
"""The codebreaker of a game that was lost or revealed."""

YOU: Final = "You"
"""The player without a name."""

_FIRST_DAY: Final = dt.datetime(1899, 12, 30)  # noqa: DTZ001 - local time


ScoreRow: TypeAlias = dict[str, Cell]
"""A row of the table, by headings."""


class Column(NamedTuple):
    """A column of the table."""

    heading: str
    alignment: str
    number_format: str
    width: int  # in pixels


COLUMNS: Final = (
    Column("No.", "right", "0", 60),
    Column("Date", "left", "yyyy-mm-dd hh:mm", 130),
    Column("Game", "left", "@", 130),
    Column("Broken by", "left", "@", 140),
    Column("Guesses", "right", "0", 90),
    Column("Cost", "right", "0.00", 76),
    Column("Average", "right", "0.00", 100),
)
"""The columns of a new table; users may move or delete them."""

SCORE_HEADINGS: Final = tuple(column.heading for column in COLUMNS)


def score_row(
    game: str, codebreaker: str, guesses: int, cost: float | None
) -> ScoreRow:
    """Return the row of a game that is over now; its cost may be unknown."""
    now = dt.datetime.now()  # noqa: DTZ005 - cells have no time zone
    moment = round((now - _FIRST_DAY).total_seconds()) / 86400
    values = (moment, game, codebreaker, guesses, cost)
    return dict(zip(SCORE_HEADINGS[1:-1], values, strict=True))


def new_score_rows(
    table: RangeValues, games: Sequence[ScoreRow], player: str = YOU
) -> RangeValues:
    """Return the rows of `games` for a `table`, whose first row is its headings."""
    first, *lines = table
    headings = [*map(str, first)]
    rows: list[ScoreRow] = []
    for line in lines:
        row = dict.fromkeys(SCORE_HEADINGS) | dict(zip(headings, line, strict=False))
        rows.append(row | {"Broken by": _replace_you(row["Broken by"], player)})
    new_rows: RangeValues = []
    for game in games:
        row = game | {"Broken by": _replace_you(game["Broken by"], player)}
        numbers = (int(n) for above in rows if is_number(n := above["No."]))
        row |= {"No.": max(numbers, default=0) + 1, "Average": _average(row, rows)}
        rows.append(row)
        new_rows.append([row.get(heading) for heading in headings])
    return new_rows


def _average(game: ScoreRow, above: Sequence[ScoreRow]) -> float | None:
    if game["Broken by"] == NOBODY:
        return None
    key = (game["Game"], game["Broken by"])
    rows = [row for row in above if (row["Game"], row["Broken by"]) == key]
    guesses = [n for row in (*rows, game) if is_number(n := row["Guesses"])]
    return round(sum(guesses) / len(guesses), 4)


def _replace_you(codebreaker: Cell, player: str) -> str:
    """Return a codebreaker with the player's name for "You"."""
    name = str(codebreaker or "")
    return player + name.removeprefix(YOU) if name.startswith(YOU) else name
