"""Results of the boards in a workbook, computed from numbers and guesses."""

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

import openpyxl
from openpyxl.utils.datetime import from_excel, to_excel
from openpyxl.worksheet.worksheet import Worksheet

from xl_mastermind.board.state import guess_source
from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import Cell, cell_text, entry_text, has_text, is_number
from xl_mastermind.game.game_key import parse_game_key
from xl_mastermind.game.numbers import DATE_SERIALS
from xl_mastermind.game.rules import Rules
from xl_mastermind.match.result_lines import ResultLine
from xl_mastermind.presentation.game_result import GameResult
from xl_mastermind.presentation.games import attempt_count, check_board_game
from xl_mastermind.presentation.sheet_names import BOARD_NAMES
from xl_mastermind.solve.game import COMPUTER
from xl_mastermind.solve.tape import split_tape
from xl_mastermind.workbook_files.package import named_ranges
from xl_mastermind.workbook_files.workbook_contents import WorkbookContents

WORKBOOK_ENDINGS: Final = (".xlsx", ".xlsm")

_MAX_ATTEMPTS: Final = 100
"""Rows to read of a board in a file, which may be hostile."""


_READ_RANGES: Final = (
    *("game", "game_number", "codemaker", "guess_input"),
    *("guess_source", "cached_game_number"),
)
"""The ranges that make up a game in a file; formulas may have no values there."""


class FinishedBoard(NamedTuple):
    """A finished game in a workbook."""

    name: str
    """The name of the player: that of the file without its ending."""

    result: GameResult

    @property
    def line(self) -> ResultLine:
        """The result line of the game."""
        return ResultLine(self.result.title_line, self.name)


def read_finished_boards(file: Path) -> list[FinishedBoard] | None:
    """
    Return the finished games of a workbook, `None` for another file.

    Raise `TooLargeError` for a file that is too large.
    """
    contents = WorkbookContents.read(file)
    if not (contents and contents.has_board):
        return None
    try:
        ranges_by_sheet = named_ranges(file.read_bytes())
        book = openpyxl.load_workbook(file, read_only=True, data_only=True)
        boards = list[FinishedBoard]()
        for sheet, ranges in ranges_by_sheet.items():
            if ranges.keys() >= {*BOARD_NAMES, "guess_input", "game_number"}:
                cells: dict[str, list[Cell]] = {
                    name: [*_read_cells(book[sheet], ranges[name])]
                    for name in _READ_RANGES
                    if name in ranges
                }
                boards += _finished_boards(file.stem, cells)
    except Exception:  # noqa: BLE001 - any error means a broken file
        return None
    return boards


def _read_cells(sheet: Worksheet, cells: CellRange) -> Iterator[Cell]:
    """Yield the values of the first column of a range."""
    last = min(cells.bottom, cells.top + _MAX_ATTEMPTS - 1)
    column = cells.left + 1
    rows = sheet.iter_rows(cells.top + 1, last + 1, column, column, values_only=True)
    for (value,) in rows:
        yield value


def _finished_boards(
    name: str, cells: Mapping[str, list[Cell]]
) -> Iterator[FinishedBoard]:
    """Yield the finished games of a board whose numbers are known."""
    rules = Rules.parse(str(cells["game"][0]))
    check_board_game(rules)
    codemaker = cells.get("codemaker", [COMPUTER])[0]
    if codemaker and not has_text(codemaker, COMPUTER):
        return
    first = parse_game_key(_game_text(cells["game_number"][0]), rules)
    entries = [entry_text(_serial_number(cell)) for cell in cells["guess_input"]]
    sources = cells.get("guess_source") or [None] * len(entries)
    cached_number = cell_text(cells.get("cached_game_number", [None])[0])
    for tape_game in split_tape(rules, attempt_count(rules), first, entries):
        game = tape_game.game
        if tape_game.is_ended and game.number and game.turns:
            is_cached = cached_number == str(game.number)
            made_by = (
                guess_source(sources[row], turn.guess, rules) * is_cached
                for row, turn in zip(tape_game.rows, game.turns, strict=True)
            )
            result = GameResult(rules, game.number, game.turns, (*made_by,))
            yield FinishedBoard(name, result)


def _game_text(cell: Cell) -> str:
    """Return the text of the cell for a game number; a date is its day."""
    if is_number(cell) and cell in DATE_SERIALS:
        cell = from_excel(cell)
    return f"{cell:%Y-%m-%d}" if isinstance(cell, date) else cell_text(cell)


def _serial_number(cell: Cell) -> Cell:
    """Return the number of a cell that a spreadsheet shows as a date."""
    return to_excel(cell) if isinstance(cell, date) else cell  # type: ignore[no-untyped-call]
