"""Workbook files: copies of the workbook that everybody gets, with games in them."""

from collections.abc import Mapping, Sequence
from typing import Final

from xl_mastermind.files import shipped
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.board import Board
from xl_mastermind.sheet.cells import Block, Cell, pegs_as_cells
from xl_mastermind.sheet.edition import Edition
from xl_mastermind.sheet.games import GAMES
from xl_mastermind.sheet.layout import (
    ANALYSIS_SHEET,
    STATE_SHEET,
    BoardLayout,
    board_layouts,
)
from xl_mastermind.sheet.parts import with_cells, with_parts
from xl_mastermind.sheet.result_layouts import AnalysisLayout, widest
from xl_mastermind.solve.codemaker import new_number
from xl_mastermind.solve.evaluate import TurnRecord

_STEM: Final = "MasterMind"


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
