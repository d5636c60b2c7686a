"""Results of the boards in a workbook, computed from numbers and guesses."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final, NamedTuple

from openpyxl.utils.datetime import from_excel, to_excel

from xl_mastermind.board.state import guess_source, read_codemaker, read_game_keys
from xl_mastermind.cells import values as cell_values
from xl_mastermind.game.board_limits import attempt_count, check_board_game
from xl_mastermind.game.game import COMPUTER
from xl_mastermind.game.game_column import split_game_column
from xl_mastermind.game.game_key import parse_game_key
from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.plugins.match import MATCH_SHEET
from xl_mastermind.plugins.match.named_cells import NamedCells, Row, open_cells
from xl_mastermind.presentation.game_result import GameResult
from xl_mastermind.presentation.sheet_names import BOARD_NAMES
from xl_mastermind.solve.board_hint import board_hint
from xl_mastermind.workbook_files.package import WorkbookError

_READ_RANGES: Final = (
    *("game", "game_number", "codemaker", "guess_input"),
    *("guess_source", "revealed_games"),
)
"""The ranges from which to compute a game; formulas may lack values in a file."""


class WorkbookResults(NamedTuple):
    """The results in a workbook."""

    has_board: bool
    player: str
    """The name on the sheet Scores, blank without one."""

    games: list[GameResult]
    """The finished games of its boards."""

    tables: list[list[Row]]
    """The rows of its sheets, of a workbook with boards those of the sheet Match."""


def read_workbook(content: bytes) -> WorkbookResults:
    """Return the results in a workbook, or raise an error with the reason."""
    try:
        return _read_results(open_cells(content))
    except (OSError, WorkbookError):
        raise
    except Exception as error:
        expected = "expected a workbook as Excel or LibreOffice saves it"
        raise WorkbookError(f"{expected}, got another or damaged file") from error


def _read_results(workbook: NamedCells) -> WorkbookResults:
    player, games, has_board = "", list[GameResult](), False
    for ranges in workbook.ranges.values():
        if "player" in ranges:
            columns = workbook.read_columns({"player": ranges["player"]})
            player = cell_values.cell_text(columns["player"][0])
        if ranges.keys() >= {*BOARD_NAMES, "guess_input", "game_number"}:
            has_board = True
            names = ranges.keys() & {*_READ_RANGES}
            read_ranges = {name: ranges[name] for name in names}
            games += _board_results(workbook.read_columns(read_ranges))
    sheets = [*workbook.ranges]
    if has_board:  # The sheet Help contains examples of result lines.
        sheets = [MATCH_SHEET] * (MATCH_SHEET in sheets and not games)
    tables = [[*workbook.rows(sheet)] for sheet in sheets]
    return WorkbookResults(has_board, player, games, tables)


def _board_results(cells: Mapping[str, list[cell_values.Cell]]) -> Iterator[GameResult]:
    rules = Rules.parse(str(cells["game"][0]))
    check_board_game(rules)
    if read_codemaker(cells.get("codemaker", [None])[0], rules) != COMPUTER:
        return
    first = parse_game_key(_game_text(cells["game_number"][0]), rules)
    entries = [  # Excel shows some guesses as dates.
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
