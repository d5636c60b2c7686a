"""A workbook file that is to be replaced: what in it must not be lost."""

import contextlib
import datetime as dt
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import openpyxl
from openpyxl.styles.numbers import is_date_format, is_timedelta_format
from openpyxl.utils import range_boundaries
from openpyxl.utils.datetime import from_excel
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from xl_mastermind.files import check_place, lock_on
from xl_mastermind.sheet.cells import Block, Cell, is_number, shown_text
from xl_mastermind.sheet.layout import (
    BOARD_NAMES,
    CONFIG_SHEET,
    ERROR_SHEET,
    HELP_SHEET,
    SCORES,
    SCORES_SHEET,
    STATE_SHEET,
    TREES_SHEET,
    Edition,
)
from xl_mastermind.sheet.scores import HEADS, filled
from xl_mastermind.sheet.words import plural

_FIXED_SHEETS: Final = {
    HELP_SHEET,
    CONFIG_SHEET,
    STATE_SHEET,
    TREES_SHEET,
    ERROR_SHEET,
}
"""Sheets of ours that no anchor names."""


class NotReplacedError(ValueError):
    """A workbook is in the way in which something would be lost."""


class Saved(NamedTuple):
    """
    What is kept of a workbook when another takes its place.

    Attributes
    ----------
    scores : block, optional
        The rows of its table of scores; `None` if it has none.
    player : str
        Whose they are, as the person has said; blank if nobody has.
    """

    scores: Block | None
    player: str


def _read(path: Path) -> tuple[Saved, list[str]]:
    """Return the scores of a workbook, and the sheets that a person has added."""
    with path.open("rb") as stream:
        try:
            return _saved_in(_opened(stream, data_only=True), _anchored(stream))
        except Exception as error:  # however it is broken, it is broken
            raise ValueError(f"expected a MasterMind workbook, got {path}") from error


def _opened(stream: BinaryIO, **options: bool) -> Workbook:
    workbook = openpyxl.load_workbook(stream, read_only=True, **options)
    # Numbers are to be read as such, whatever they are shown as: not every number
    # in a cell for dates is one that openpyxl can make a date of.
    vars(workbook)["_date_formats"] = set()
    return workbook


def _anchored(stream: BinaryIO) -> set[str]:
    """Return the sheets that the anchors on the sheet State name."""
    rows = _opened(stream)[STATE_SHEET].iter_rows(1, 1, values_only=True)
    named = re.compile(r"=ROW\('?(.+?)'?!\$A\$1\)")
    found = (named.fullmatch(str(cell)) for row in rows for cell in row)
    return {match[1].replace("''", "'") for match in found if match}


def _saved_in(workbook: Workbook, anchored: set[str]) -> tuple[Saved, list[str]]:
    # A sheet that a person copied has the same names, but no anchor.
    sheets = [sheet for sheet in workbook if sheet.title in anchored]
    if not any({*BOARD_NAMES} <= {*sheet.defined_names} for sheet in sheets):
        raise ValueError("expected a sheet with the names of a board, got none")
    ours = anchored | _FIXED_SHEETS | _renamed_help(workbook)
    more = [name for name in workbook.sheetnames if name not in ours]
    return _scores(sheets), more


def _renamed_help(workbook: Workbook) -> set[str]:
    """Return the title of the sheet Help if a person has renamed it."""
    titles: set[str] = set()
    for sheet in workbook:
        with sheet._get_source() as part:  # type: ignore[attr-defined]  # noqa: SLF001
            # Macros call the sheet so, whatever its title is.
            if re.search(rb'<sheetPr[^>]* codeName="HelpSheet"', part.read(4096)):
                titles.add(sheet.title)
    # A copy has the name too: nobody can tell it from the sheet itself.
    return titles if HELP_SHEET not in titles and len(titles) == 1 else set()


def _scores(sheets: Iterable[Worksheet]) -> Saved:
    """Return the rows of the table of scores, if there is one, and the player."""
    for sheet in sheets:
        if "score_heads" in sheet.defined_names:
            heads, _ = _corner(sheet, "score_heads")
            first, *rows = sheet.iter_rows(
                heads, None, SCORES.left + 1, SCORES.right + 1
            )
            if [cell.value for cell in first] != [*HEADS]:
                raise ValueError(f"expected the heads of {SCORES_SHEET}, got others")
            player = sheet.cell(*_corner(sheet, "player")).value
            table = filled([[*map(_score, row, HEADS)] for row in rows])
            return Saved(table, shown_text(player))
    return Saved(None, "")


def _corner(sheet: Worksheet, name: str) -> tuple[int, int]:
    """Return row and column of the first cell of a named area of a sheet."""
    ((_, address),) = sheet.defined_names[name].destinations
    column, row, *_ = range_boundaries(address)
    return int(str(row)), int(str(column))


def _score(cell: Any, head: str) -> Cell:  # noqa: ANN401, of a class that is private
    """Return what is in a cell of the table; a time as one, if it is shown as one."""
    value: Cell = cell.value
    if is_number(value) and value >= 0 and is_date_format(cell.number_format):
        with contextlib.suppress(OverflowError, ValueError):  # too large for a time
            length = is_timedelta_format(cell.number_format)
            time = from_excel(value, timedelta=length)
            if head != "Date" or not isinstance(time, dt.datetime):
                return time
    return value


def saved_before(path: Path, *, force: bool = False) -> Saved | None:
    """
    Return what is in a workbook that is to be replaced; `None` if nothing is there.

    Parameters
    ----------
    path : Path
        The workbook; it need not be there.
    force : bool
        Whether to replace it whatever is lost; `None` then if it cannot be read.

    Raises
    ------
    NotReplacedError
        If it is no MasterMind workbook, or open in a program, or if a person has
        added sheets, or if it has scores and its ending is of an edition without.
    OSError
        If no file can be written there, or if it is read-only or cannot be read.

    Examples
    --------
    >>> saved_before(Path("no such workbook.xlsm"))
    """
    check_place(path, force=force)
    if not path.is_file():
        return None
    try:
        saved, more = _read(path)
    except (OSError, ValueError) as error:
        if force:
            return None
        raise error if isinstance(error, OSError) else NotReplacedError(error) from None
    if not force:
        _check_replaceable(path, saved, more)
    return saved


def _check_replaceable(path: Path, saved: Saved, more: list[str]) -> None:
    if lock := lock_on(path):
        raise NotReplacedError(f"{path} is open in a program, as {lock.name} says")
    if more:
        names = ", ".join(more)
        raise NotReplacedError(f"{path} would lose what a person has added: {names}")
    if saved.scores and Edition.of(path) is Edition.PLAIN:
        games = plural(len(saved.scores), "game")
        raise NotReplacedError(f"{path} would lose the scores of {games}")
