"""The workbook as a file, where no spreadsheet program is at hand."""

from pathlib import Path
from typing import BinaryIO

import openpyxl

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.board import INPUTS, Block, Board, pressed
from xl_mastermind.sheet.build import write_workbook
from xl_mastermind.sheet.layout import STATE_SHEET, BoardLayout


def read_board(path: Path) -> Board:
    """
    Return the board of a workbook that `write_workbook` or Excel has saved.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is not a MasterMind workbook.
    """
    return Board.from_values(_read_values(path))


def _read_values(path: Path) -> dict[str, Block]:
    with path.open("rb") as stream:
        try:
            return _values_in(stream)
        except Exception as error:  # however it is broken, it is broken
            raise ValueError(f"expected a MasterMind workbook, got {path}") from error


def _values_in(stream: BinaryIO) -> dict[str, Block]:
    workbook = openpyxl.load_workbook(stream, data_only=True)
    areas = BoardLayout(Rules.parse(str(workbook[STATE_SHEET]["A1"].value))).areas
    return {
        name: [
            [cell.value for cell in row]
            for row in workbook[areas[name].sheet].iter_rows(
                min_row=areas[name].top + 1,
                max_row=areas[name].bottom + 1,
                min_col=areas[name].left + 1,
                max_col=areas[name].right + 1,
            )
        ]
        for name in INPUTS
    }


def press_button(path: Path, button: str) -> Board:
    """
    Press a button of a workbook and write the workbook anew.

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
    board = pressed(button, read_board(path))
    write_workbook(path, board)
    return board
