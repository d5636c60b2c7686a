"""Workbook files: copies of the workbook that everybody gets, with new games."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from xl_mastermind.files import bundled_file
from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.codemaker import draw_game_number
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import Cell, RangeValues
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.games import GAMES
from xl_mastermind.spreadsheet.package import Change, fill_cells, named_ranges
from xl_mastermind.spreadsheet.sheet_names import BOARD_NAMES

_STEM: Final = "MasterMind"

_OF_NUMBER: Final = (
    *("number_steps", "typed_number", "number", "next_number", "state_key"),
    *("reveal_choices", "draw_steps", "remaining_symbols", "secret"),
)
"""Areas whose formulas tell one number of a game from another before any guess."""

_Cells: TypeAlias = dict[str, dict[str, Cell]]
"""For each sheet what its cells hold, by their addresses."""


def bundled_workbook(edition: Edition) -> bytes:
    """Return the workbook that everybody gets."""
    return bundled_file(_STEM + edition).read_bytes()


def new_workbook(edition: Edition) -> bytes:
    """Return this workbook with a new game on each board."""
    workbook = bundled_workbook(edition)
    typed: _Cells = {}
    unknown: dict[str, set[str]] = {}
    games, boards = map(Rules.parse, GAMES.values()), _boards(named_ranges(workbook))
    for rules, (sheet, at) in zip(games, boards.items(), strict=True):
        number: RangeValues = [[draw_game_number(rules)]]
        _put(typed, at, {"game_number": number, "cached_game_number": number})
        cells = (cell for name in _OF_NUMBER if name in at for cell in at[name].cells())
        unknown[sheet] = {CellRange(sheet, *cell, *cell).address for cell in cells}
    return fill_cells(workbook, {}, typed, unknown=unknown)


def _boards(
    areas: Mapping[str, dict[str, CellRange]],
) -> dict[str, dict[str, CellRange]]:
    """Return the areas of the sheets that have a board."""
    return {sheet: at for sheet, at in areas.items() if {*BOARD_NAMES} <= at.keys()}


def _put(
    cells: _Cells, at: Mapping[str, CellRange], blocks: Mapping[str, RangeValues]
) -> None:
    """Add the values of areas to those of the cells of their sheets."""
    for name, block in blocks.items():
        area = at[name]
        there = cells.setdefault(area.sheet, {})
        for row, line in enumerate(block):
            for column, value in enumerate(line):
                there[area.cell(row, column).address] = value


def active_sheet_changes(place: int) -> list[Change]:
    """Return the changes by which programs first show a sheet, counted from 0."""
    sheet = f"xl/worksheets/sheet{place + 1}.xml"
    return [
        ("xl/workbook.xml", rb' activeTab="\d+"', b""),
        (
            "xl/workbook.xml",
            rb"<workbookView ",
            b'<workbookView activeTab="%d" ' % place,
        ),
        ("xl/worksheets/", rb' tabSelected="1"', b""),
        (sheet, rb"<sheetView ", b'<sheetView tabSelected="1" '),
    ]
