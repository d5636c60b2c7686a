"""Workbook files: copies with games in them, and what they must not replace."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, Final

import openpyxl
from openpyxl.utils import range_boundaries
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from xl_mastermind.files import check_place, lock_on, shipped
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.board import Board
from xl_mastermind.sheet.cells import Block, Cell, pegs_as_cells
from xl_mastermind.sheet.edition import Edition
from xl_mastermind.sheet.games import GAMES
from xl_mastermind.sheet.layout import (
    ANALYSIS_SHEET,
    BOARD_NAMES,
    CONFIG_SHEET,
    ERROR_SHEET,
    FUNCTIONS_SHEET,
    HELP_SHEET,
    STATE_SHEET,
    TREES_SHEET,
    BoardLayout,
    board_layouts,
)
from xl_mastermind.sheet.parts import with_cells, with_parts
from xl_mastermind.sheet.result_layouts import SCORES, AnalysisLayout, widest
from xl_mastermind.sheet.words import plural
from xl_mastermind.solve.codemaker import new_number
from xl_mastermind.solve.evaluate import TurnRecord

_STEM: Final = "MasterMind"

_FIXED_SHEETS: Final = {
    FUNCTIONS_SHEET,
    HELP_SHEET,
    CONFIG_SHEET,
    STATE_SHEET,
    TREES_SHEET,
    ERROR_SHEET,
}
"""Sheets of ours that no anchor names."""


# Games in a copy of the workbook that everybody gets


def shipped_workbook(edition: Edition) -> bytes:
    """Return the workbook that everybody gets."""
    return shipped(_STEM + edition).read_bytes()


def new_workbook(edition: Edition) -> bytes:
    """Return this workbook with a new game on each board."""
    typed: dict[str, dict[str, Cell]] = {STATE_SHEET: {}}
    for layout in board_layouts(map(Rules.parse, GAMES.values()), edition):
        number = new_number(layout.rules)
        typed[layout.sheet] = {layout.game_number.address: number}
        typed[STATE_SHEET][layout.noted_for.address] = number
    return with_cells(shipped_workbook(edition), {}, typed, unknown={STATE_SHEET})


def with_game(
    workbook: bytes,
    layouts: Sequence[BoardLayout],
    board: Board,
    game: Sequence[TurnRecord],
) -> bytes:
    """Return a workbook with a game on one of its boards, which is seen first."""
    # Values stand in the cells of tiles, answers, codes left and code: they are in the
    # record of the game. All else on the board is computed when the workbook is opened.
    (layout,) = (layout for layout in layouts if layout.rules == board.rules)
    rules, steps = layout.rules, game[: layout.attempts]
    for row, step in enumerate(steps):
        board = board.with_guess(row, step.turn.guess)
    typed = {name: block for name, block in board.to_values().items() if name != "game"}
    answers = [step.turn.feedback for step in steps]
    shown: dict[str, Block] = {
        "guesses": [
            [int(s) if s.isdigit() else s for s in rules.format_code(guess).upper()]
            for guess, _ in (step.turn for step in steps)
        ],
        "marks": [
            [black, "" if rules.black_only else white] for black, white in answers
        ],
        "codes_left": [[step.left] for step in steps],
        "hidden_code": [[*pegs_as_cells(game[-1].turn.guess, rules)]],
    }
    analysis = AnalysisLayout(widest(layout.rules for layout in layouts))
    results: dict[str, Block] = {
        name: [[None] * area.width] * area.height
        for name, area in analysis.areas.items()
        if name not in ("analysed_board", "analysis_strategy")
    }
    results |= {
        "analysed_board": [[layout.sheet]],
        "analysis_strategy": [[board.strategy]],
    }
    filled = with_cells(
        workbook,
        {layout.sheet: _by_address(layout, shown)},
        {
            layout.sheet: _by_address(layout, typed),
            STATE_SHEET: {layout.noted_for.address: board.number},
            ANALYSIS_SHEET: _by_address(analysis, results),
        },
        unknown={layout.sheet, STATE_SHEET, ANALYSIS_SHEET},
    )
    return _seen_first(filled, layout.place)


def _by_address(
    layout: BoardLayout | AnalysisLayout, blocks: Mapping[str, Block]
) -> dict[str, Cell]:
    """Return the values of areas by the addresses of their cells."""
    return {
        layout.areas[name].cell(row, column).address: value
        for name, block in blocks.items()
        for row, cells in enumerate(block)
        for column, value in enumerate(cells)
    }


def _seen_first(workbook: bytes, place: int) -> bytes:
    """Return a workbook that shows a sheet, counted from 0, when it is opened."""
    sheet = f"xl/worksheets/sheet{place + 1}.xml"
    changes = (
        ("xl/workbook.xml", rb' activeTab="\d+"', b""),
        (
            "xl/workbook.xml",
            rb"<workbookView ",
            b'<workbookView activeTab="%d" ' % place,
        ),
        ("xl/worksheets/", rb' tabSelected="1"', b""),
        (sheet, rb"<sheetView ", b'<sheetView tabSelected="1" '),
    )
    return with_parts(workbook, changes)


# A workbook that is to be replaced


class NotReplacedError(ValueError):
    """A workbook is in the way in which something would be lost."""


def check_replaceable(path: Path, *, force: bool = False) -> None:
    """Find out whether a workbook may be written here, also where a file is already."""
    check_place(path, force=force)
    if force or not path.is_file():
        return
    try:
        scores, more = _read(path)
    except ValueError as error:
        raise NotReplacedError(error) from None
    if lock := lock_on(path):
        raise NotReplacedError(f"{path} is open in a program, as {lock.name} says")
    if more:
        names = ", ".join(more)
        raise NotReplacedError(f"{path} would lose what a person has added: {names}")
    if scores:
        games = plural(scores, "game")
        raise NotReplacedError(f"{path} would lose the scores of {games}")


def _read(path: Path) -> tuple[int, list[str]]:
    """Return how many games are among the scores, and the sheets of a person."""
    with path.open("rb") as stream:
        try:
            workbook = openpyxl.load_workbook(stream, read_only=True, data_only=True)
            return _found_in(workbook, _anchored(stream))
        except Exception as error:  # however it is broken, it is broken
            raise ValueError(f"expected a MasterMind workbook, got {path}") from error


def _anchored(stream: BinaryIO) -> set[str]:
    """Return the sheets that the anchors on the sheet State name."""
    workbook = openpyxl.load_workbook(stream, read_only=True)
    rows = workbook[STATE_SHEET].iter_rows(1, 1, values_only=True)
    named = re.compile(r"=ROW\('?(.+?)'?!\$A\$1\)")
    found = (named.fullmatch(str(cell)) for row in rows for cell in row)
    return {match[1].replace("''", "'") for match in found if match}


def _found_in(workbook: Workbook, anchored: set[str]) -> tuple[int, list[str]]:
    # A sheet that a person copied has the same names, but no anchor.
    sheets = [sheet for sheet in workbook if sheet.title in anchored]
    if not any({*BOARD_NAMES} <= {*sheet.defined_names} for sheet in sheets):
        raise ValueError("expected a sheet with the names of a board, got none")
    ours = anchored | _FIXED_SHEETS | _renamed_help(workbook)
    more = [name for name in workbook.sheetnames if name not in ours]
    return sum(map(_games_in, sheets)), more


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


def _games_in(sheet: Worksheet) -> int:
    """Return how many rows of a table of scores on a sheet are not blank."""
    if "score_heads" not in sheet.defined_names:
        return 0
    ((_, address),) = sheet.defined_names["score_heads"].destinations
    _, heads, *_ = range_boundaries(address)
    columns = SCORES.left + 1, SCORES.right + 1
    rows = sheet.iter_rows(int(str(heads)) + 1, None, *columns, values_only=True)
    return sum(any(cell not in (None, "") for cell in row) for row in rows)
