"""The workbook as a file, where no spreadsheet program is at hand."""

from pathlib import Path
from typing import NamedTuple

import openpyxl
from openpyxl.utils import range_boundaries
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from xl_mastermind.sheet.board import INPUTS, Block, Board, pressed
from xl_mastermind.sheet.build import write_workbook


class Saved(NamedTuple):
    """The boards of a workbook, and which of them is seen when it is opened."""

    boards: tuple[Board, ...]
    active: int


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
    sheets = [sheet for sheet in workbook if {*INPUTS} <= {*sheet.defined_names}]
    boards = tuple(Board.from_values(_values(workbook, sheet)) for sheet in sheets)
    if not boards:
        raise ValueError("expected a sheet with the names of a board, got none")
    active = workbook.active
    return Saved(boards, sheets.index(active) if active in sheets else 0)


def _values(workbook: Workbook, sheet: Worksheet) -> dict[str, Block]:
    """Return the values of a board's areas, which its names lead to."""
    values: dict[str, Block] = {}
    for name in INPUTS:
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
    boards[saved.active] = pressed(button, boards[saved.active])
    write_workbook(path, *boards, active=saved.active)
    return boards[saved.active]
