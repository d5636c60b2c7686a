"""Results of the boards in a workbook, computed from numbers and guesses."""

import warnings
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from openpyxl.utils.datetime import from_excel, to_excel

from xl_mastermind.board.state import guess_source, read_codemaker, read_game_keys
from xl_mastermind.cells import values as cell_values
from xl_mastermind.game.board_limits import attempt_count, check_board_game
from xl_mastermind.game.game import COMPUTER
from xl_mastermind.game.game_column import split_game_column
from xl_mastermind.game.game_key import parse_game_key
from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.presentation.game_result import GameResult
from xl_mastermind.presentation.sheet_names import BOARD_NAMES
from xl_mastermind.solve.board_hint import board_hint
from xl_mastermind.workbook_files.named_cells import NamedCells, open_cells
from xl_mastermind.workbook_files.package import WorkbookError

_READ_RANGES: Final = (
    *("game", "game_number", "codemaker", "guess_input"),
    *("guess_source", "revealed_games"),
)
"""The ranges from which to compute a game; formulas may lack values in a file."""


class WorkbookGames(NamedTuple):
    """The finished games of a workbook."""

    player: str
    """The name on the sheet Scores, blank without one."""

    results: list[GameResult]


def read_workbook_games(file: Path) -> WorkbookGames:
    """Return the finished games of a workbook, or raise an error with the reason."""
    try:
        with warnings.catch_warnings(action="ignore"):  # of openpyxl
            return _read_games(open_cells(file))
    except (OSError, WorkbookError):
        raise
    except Exception as error:
        expected = "expected a workbook as Excel or LibreOffice saves it"
        raise WorkbookError(f"{expected}, got another or damaged file") from error


def _read_games(workbook: NamedCells) -> WorkbookGames:
    player, results, has_board = "", list[GameResult](), False
    for ranges in workbook.ranges.values():
        if "player" in ranges:
            (name,) = workbook.read_column(ranges["player"])
            player = cell_values.cell_text(name)
        if ranges.keys() >= {*BOARD_NAMES, "guess_input", "game_number"}:
            has_board = True
            cells: dict[str, list[cell_values.Cell]] = {
                name: workbook.read_column(ranges[name])
                for name in _READ_RANGES
                if name in ranges
            }
            results += _board_results(cells)
    if not has_board:
        raise WorkbookError("expected a MasterMind workbook, got one without a board")
    return WorkbookGames(player, results)


def _board_results(cells: Mapping[str, list[cell_values.Cell]]) -> Iterator[GameResult]:
    rules = Rules.parse(str(cells["game"][0]))
    check_board_game(rules)
    if read_codemaker(cells.get("codemaker", [None])[0], rules) != COMPUTER:
        return
    first = parse_game_key(_game_text(cells["game_number"][0]), rules)
    entries = [  # Excel shows some guesses as dates
        cell_values.entry_text(to_excel(cell) if isinstance(cell, date) else cell)  # type: ignore[no-untyped-call]
        for cell in cells["guess_input"]
    ]
    sources = cells.get("guess_source") or [None] * len(entries)
    revealed = read_game_keys(cells.get("revealed_games", [None])[0])
    for column_game in split_game_column(
        rules, attempt_count(rules), first, entries, hint=board_hint
    ):
        game, is_revealed = column_game.game, str(column_game.game.number) in revealed
        if not game.number or not (column_game.is_ended or is_revealed):
            continue
        turns, turn_sources = list[Turn](), list[str]()
        for row, attempt in zip(column_game.rows, game.attempts, strict=True):
            turn = attempt.turn
            if turn and not (is_revealed and turn.feedback == rules.win):
                turns.append(turn)
                source = guess_source(sources[row], turn.guess, rules, game.number)
                turn_sources.append(source or attempt.source)
        if turns:
            yield GameResult(rules, game.number, (*turns,), (*turn_sources,))


def _game_text(cell: cell_values.Cell) -> str:
    """Return a game number as text; a date becomes YYYY-MM-DD."""
    if cell_values.is_number(cell) and cell in cell_values.DATE_SERIALS:
        cell = from_excel(cell)
    return f"{cell:%Y-%m-%d}" if isinstance(cell, date) else cell_values.cell_text(cell)
