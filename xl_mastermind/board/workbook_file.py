"""Workbook files: copies of the bundled workbook with new or played games."""

from collections.abc import Mapping

from xl_mastermind.board.state import draw_number
from xl_mastermind.cells.cell_range import CellRange, values_by_address
from xl_mastermind.cells.values import Cell, RangeValues, RangeValuesByName
from xl_mastermind.files import bundled_file
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.presentation.sheet_names import BOARD_NAMES
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import (
    WORKBOOK_PART,
    PartEdit,
    fill_cells,
    named_ranges,
)


def bundled_workbook(edition: Edition) -> bytes:
    """Return the bundled workbook."""
    return bundled_file(f"MasterMind{edition}").read_bytes()


def new_workbook(edition: Edition) -> bytes:
    """Return the bundled workbook with a new game on each board."""
    workbook = bundled_workbook(edition)
    inputs: dict[str, dict[str, Cell]] = {}
    boards = _board_ranges(workbook)
    for notation, (sheet, ranges) in zip(GAMES.values(), boards, strict=True):
        values: RangeValuesByName = {
            "game_number": [[draw_number(Rules.parse(notation))]]
        }
        inputs[sheet] = values_by_address(ranges, values)
    return fill_cells(workbook, {}, inputs)


def fill_board(workbook: bytes, place: int, values: Mapping[str, RangeValues]) -> bytes:
    """
    Return a workbook with `values` in ranges of its board at `place`, which it shows.

    The formulas of that sheet lose their values: the application calculates them.
    """
    sheet, ranges = _board_ranges(workbook)[place]
    inputs = {sheet: values_by_address(ranges, values)}
    active_tab = b'<workbookView activeTab="%d" ' % place
    part = f"xl/worksheets/sheet{place + 1}.xml"
    changes: list[PartEdit] = [
        (WORKBOOK_PART, rb' activeTab="\d+"', b""),
        (WORKBOOK_PART, rb"<workbookView ", active_tab),
        ("xl/worksheets/", rb' tabSelected="1"', b""),
        (part, rb"<sheetView ", b'<sheetView tabSelected="1" '),
    ]
    return fill_cells(workbook, {}, inputs, changes=changes)


def _board_ranges(workbook: bytes) -> list[tuple[str, dict[str, CellRange]]]:
    """Return the sheet of each board with its named ranges."""
    return [
        (sheet, ranges)
        for sheet, ranges in named_ranges(workbook).items()
        if ranges.keys() >= {*BOARD_NAMES}
    ]
