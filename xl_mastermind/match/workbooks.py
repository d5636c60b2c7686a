"""Results of the boards in a workbook, computed from numbers and guesses."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

import openpyxl
from openpyxl.worksheet.worksheet import Worksheet

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import Cell, cell_text, guess_word, has_text
from xl_mastermind.game.numbers import parse_game_number
from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.match.result_lines import ResultLine
from xl_mastermind.presentation.games import check_board_game, title
from xl_mastermind.presentation.messages import RESULT, RESULT_LOST
from xl_mastermind.presentation.sheet_names import BOARD_NAMES
from xl_mastermind.solve.game import COMPUTER
from xl_mastermind.workbook_files.package import named_ranges
from xl_mastermind.workbook_files.workbook_contents import WorkbookContents

WORKBOOK_ENDINGS: Final = (".xlsx", ".xlsm")

_MAX_ATTEMPTS: Final = 100
"""Rows to read of a board in a file, which may be hostile."""


class FinishedBoard(NamedTuple):
    """A finished game in a workbook."""

    name: str
    """The name of the player: that of the file without its ending."""

    rules: Rules
    number: int
    turns: Sequence[Turn]

    @property
    def game(self) -> str:
        """The title and number of the game."""
        return f"{title(self.rules)} #{self.number}"

    @property
    def line(self) -> ResultLine:
        """The result line of the game."""
        is_solved = self.turns[-1].feedback == self.rules.win
        form = RESULT if is_solved else RESULT_LOST
        text = form.format(game=self.game, guesses=len(self.turns))
        return ResultLine(text, self.name)


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
                    for name in ("game", "game_number", "codemaker", "guess_input")
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
    """Yield the game of a board if its number is known and it is finished."""
    rules = Rules.parse(str(cells["game"][0]))
    check_board_game(rules)
    entry, codemaker = cells["game_number"][0], cells.get("codemaker", [COMPUTER])[0]
    text = f"{entry:%Y-%m-%d}" if isinstance(entry, date) else cell_text(entry)
    try:
        number = parse_game_number(text)
    except ValueError:  # no number, or a code of another player
        return
    if codemaker and not has_text(codemaker, COMPUTER):
        return
    secret, turns = rules.code_from_number(number), list[Turn]()
    for cell in cells["guess_input"]:
        try:
            guess = rules.check_code(guess_word(cell))
        except ValueError:  # blank, or no code of this game
            continue
        turns.append(Turn(guess, rules.feedback(secret, guess)))
        if guess == secret:
            break
    is_solved = bool(turns) and turns[-1].guess == secret
    if is_solved or len(turns) == len(cells["guess_input"]):
        yield FinishedBoard(name, rules, number, turns)
