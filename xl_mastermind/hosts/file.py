"""The workbook as a file, where no spreadsheet program is at hand."""

from pathlib import Path
from typing import NamedTuple

import openpyxl
from openpyxl.utils import range_boundaries
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from xl_mastermind.sheet.board import INPUTS, SINCE_SCORES, Board, played
from xl_mastermind.sheet.build import write_workbook
from xl_mastermind.sheet.functions import Block
from xl_mastermind.sheet.layout import SCORES
from xl_mastermind.sheet.scores import added, filled


class Saved(NamedTuple):
    """
    What a person has made of a workbook.

    Attributes
    ----------
    boards : tuple of Board
        Its boards.
    active : int
        Which of them is seen when it is opened.
    scores : block, optional
        The rows of its table of scores; `None` if it is from before there was one.
    """

    boards: tuple[Board, ...]
    active: int
    scores: Block | None


def read_boards(path: Path) -> Saved:
    """
    Return the boards of a workbook that `write_workbook` or Excel has saved.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is not a MasterMind workbook.
    """
    with path.open("rb") as stream:
        try:
            return _boards_in(
                openpyxl.load_workbook(stream, read_only=True, data_only=True)
            )
        except Exception as error:  # however it is broken, it is broken
            raise ValueError(f"expected a MasterMind workbook, got {path}") from error


def _boards_in(workbook: Workbook) -> Saved:
    needed = {*INPUTS} - {*SINCE_SCORES}
    sheets = [sheet for sheet in workbook if needed <= {*sheet.defined_names}]
    boards = tuple(Board.from_values(_values(workbook, sheet)) for sheet in sheets)
    if not boards:
        raise ValueError("expected a sheet with the names of a board, got none")
    active = workbook.active
    place = sheets.index(active) if active in sheets else 0
    return Saved(boards, place, _scores(workbook))


def _scores(workbook: Workbook) -> Block | None:
    """Return the rows of the table of scores, if there is one."""
    for sheet in workbook:
        if "scores_message" in sheet.defined_names:
            first, left, right = SCORES.top + 2, SCORES.left + 1, SCORES.right + 1
            rows = sheet.iter_rows(first, None, left, right, values_only=True)
            return filled([[*row] for row in rows])
    return None


def _values(workbook: Workbook, sheet: Worksheet) -> dict[str, Block]:
    """Return the values of a board's areas, which its names lead to."""
    values: dict[str, Block] = {}
    for name in (name for name in INPUTS if name in sheet.defined_names):
        ((other, address),) = sheet.defined_names[name].destinations
        left, top, right, bottom = range_boundaries(address)
        rows = workbook[other].iter_rows(top, bottom, left, right)
        values[name] = [[cell.value for cell in row] for row in rows]
    return values


def press_button(path: Path, button: str) -> Board:
    """
    Press a button of a workbook's active board and write the workbook anew.

    Parameters
    ----------
    path : Path
        A MasterMind workbook.
    button : str
        The button's name, such as ``"solve"``.

    Returns
    -------
    Board
        The board as it is in the file now.

    Raises
    ------
    OSError
        If the file cannot be read or written.
    ValueError
        If it is not a MasterMind workbook.
    """
    saved = read_boards(path)
    boards = [*saved.boards]
    boards[saved.active], games = played(button, boards[saved.active])
    scores = saved.scores or []
    scores += added(scores, games)
    write_workbook(path, *boards, active=saved.active, scores=scores)
    return boards[saved.active]
