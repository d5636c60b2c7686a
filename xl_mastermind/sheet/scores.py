"""The scoreboard: what is kept of a finished game, and all of it as a CSV file."""

import contextlib
import csv
import datetime as dt
import io
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from xl_mastermind.files import write_new_file
from xl_mastermind.sheet.cells import Block, Cell, is_number

HEADS: Final = (
    *("No.", "Date", "Game", "Broken by", "Guesses", "Minutes", "Cost", "Average"),
)
"""The columns of the table."""

NOBODY: Final = "Nobody"
"""Stands in place of who broke the code where it was not broken."""

_NUMBER, _DATE, _GAME, _BREAKER, _GUESSES = range(5)
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\n")
"""What a text begins with that spreadsheet programs take for a formula."""

_MOST_DIGITS: Final = 1e15
"""Below it spreadsheet programs keep each digit of a number."""

_FIRST_DAY: Final = dt.datetime(1899, 12, 30)  # noqa: DTZ001 - as spreadsheets count


class FinishedGame(NamedTuple):
    """
    What is kept of a game.

    Attributes
    ----------
    moment : float
        When it was kept, in days as `moment_now` gives them.
    game : str
        The game as it is written.
    breaker : str
        Who broke the code, or `NOBODY`.
    guesses : int
        How many guesses were made.
    minutes : float, optional
        How long it took, if that is known.
    cost : float, optional
        Expected guesses given away against the optimum, if that is known.
    """

    moment: float
    game: str
    breaker: str
    guesses: int
    minutes: float | None = None
    cost: float | None = None


def moment_now() -> float:
    """Return this moment as a cell keeps it: days since the last of 1899, local."""
    return moment_of(dt.datetime.now())  # noqa: DTZ005 - cells know no time zone


def moment_of(time: dt.date) -> float:
    """
    Return a time, or the beginning of a day, as a cell keeps it, to the second.

    Examples
    --------
    >>> moment_of(dt.datetime(2026, 1, 1, 12)), moment_of(dt.date(2026, 1, 1))
    (46023.5, 46023.0)
    """
    day = dt.datetime.combine(time, dt.time())
    moment = time.replace(tzinfo=None) if isinstance(time, dt.datetime) else day
    return round((moment - _FIRST_DAY).total_seconds()) / 86400


def minutes_between(start: Cell, end: float) -> float | None:
    """
    Return the minutes from one moment to another, `None` if the first is unknown.

    Examples
    --------
    >>> minutes_between(46023.5, 46023.5 + 1 / 24), minutes_between(None, 46023.5)
    (60.0, None)
    """
    if not is_number(start) or start > end:
        return None
    return round((end - start) * 24 * 60, 1)


def filled(rows: Sequence[Sequence[Cell]] | None) -> Block:
    """
    Return the rows of the table, without a blank end, their dates as numbers.

    Examples
    --------
    >>> filled([[1, dt.datetime(2026, 1, 1)], [None, ""]]), filled(None)
    ([[1, 46023.0]], [])
    """
    table = [[*row] for row in rows or ()]
    while table and all(cell in (None, "") for cell in table[-1]):
        table.pop()
    for row in table:
        date = row[_DATE]
        if isinstance(date, dt.date):
            row[_DATE] = moment_of(date)
    return table


def added(rows: Block | None, games: Sequence[FinishedGame]) -> Block:
    """
    Return the rows that `games` are in the table, below the `rows` it has.

    A row ends with the average number of guesses so far, of this game as the same
    broke it; games that nobody won do not count there.

    Examples
    --------
    >>> game = FinishedGame(46023.5, "4x6", "You", 5, 2.5)
    >>> first = added([], [game])
    >>> first
    [[1, 46023.5, '4x6', 'You', 5, 2.5, None, 5]]
    >>> added(first, [game._replace(guesses=4)])[0][-1]
    4.5
    """
    table = filled(rows)
    new: Block = []
    for game in games:
        before = [*table, *new]
        numbers = [row[_NUMBER] for row in before]
        latest = max(filter(is_number, numbers), default=0)
        counts = [row[_GUESSES] for row in before if _is_alike(row, game)]
        guesses = [*filter(is_number, counts), game.guesses]
        average = _plain(round(sum(guesses) / len(guesses), 4))
        won = game.breaker != NOBODY
        new.append([int(latest) + 1, *game, average if won else None])
    return new


def _is_alike(row: Sequence[Cell], game: FinishedGame) -> bool:
    return (row[_GAME], row[_BREAKER]) == (game.game, game.breaker)


def csv_text(rows: Block | None) -> str:
    """
    Return the table as CSV, in which nothing is taken for a formula.

    Examples
    --------
    >>> print(csv_text(added([], [FinishedGame(46023.5, "4x6", "You", 5)])), end="")
    No.,Date,Game,Broken by,Guesses,Minutes,Cost,Average
    1,2026-01-01 12:00,4x6,You,5,,,5
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADS)
    for row in filled(rows):
        date = row[_DATE]
        if is_number(date):
            with contextlib.suppress(OverflowError):  # no date of a calendar
                seconds = dt.timedelta(days=date, seconds=0.5)
                row[_DATE] = _FIRST_DAY + seconds
        writer.writerow(map(_exported, row))
    return text.getvalue()


def _exported(cell: Cell) -> Cell:
    if isinstance(cell, int | float):
        return _plain(cell)
    if isinstance(cell, dt.datetime):
        return cell.replace(tzinfo=None).isoformat(" ", "minutes")
    # A lone end of a line is not put in quotes, and would begin a row.
    text = "" if cell is None else str(cell).replace("\r\n", "\n").replace("\r", "\n")
    return f"'{text}" if text.startswith(_FORMULAS) else text


def _plain(cell: Cell) -> Cell:
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < _MOST_DIGITS:
        return int(cell)
    return cell


def export(rows: Block | None, workbook: Path) -> Path:
    """
    Write the table to a CSV file of its own and return its path.

    It lies beside the workbook; among the user's documents if the workbook lies in
    no folder, or in one where nothing can be written. No file is written over.

    Raises
    ------
    OSError
        If the file cannot be written there either.
    """
    text = csv_text(rows)
    if workbook.is_absolute():
        try:
            return _written(text, workbook.parent, workbook.stem)
        except OSError:  # such as a folder for reading only: documents, then
            pass
    documents = Path.home() / "Documents"
    folder = documents if documents.is_dir() else Path.home()
    return _written(text, folder, workbook.stem or "MasterMind")


def _written(text: str, folder: Path, stem: str) -> Path:
    for number in count(1):
        mark = f" {number}" if number > 1 else ""
        path = folder / f"{stem} scores{mark}.csv"
        with contextlib.suppress(FileExistsError):
            # With a mark of its encoding, which Excel needs.
            write_new_file(path, f"\ufeff{text}")
            return path
    raise AssertionError  # numbers do not end
