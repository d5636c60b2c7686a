"""What of a board heals, held against the workbook as it is built."""

import io
from dataclasses import replace
from itertools import product

import openpyxl
import pytest
from openpyxl.utils import range_boundaries
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.build import first_board, workbook_bytes
from xl_mastermind.sheet.healing import healing
from xl_mastermind.sheet.layout import Edition, board_layouts

GAMES = ("4x6", "3x4 black", "2x10 distinct", "5x8", "4x26")


def with_formulas(sheet: Worksheet) -> set[tuple[int, int]]:
    """Return the cells of a sheet that hold formulas, counted from 0."""
    found: set[tuple[int, int]] = set()
    for row, line in enumerate(sheet.iter_rows()):
        for column, cell in enumerate(line):
            value = cell.value
            if isinstance(value, ArrayFormula):
                ends = range_boundaries(value.ref)
                left, top, right, bottom = (end or 0 for end in ends)
                rows, columns = range(top - 1, bottom), range(left - 1, right)
                found |= {*product(rows, columns)}
            elif isinstance(value, str) and value.startswith("="):
                found.add((row, column))
    return found


@pytest.mark.parametrize("edition", Edition)
def test_what_is_to_hold_a_formula_is_built_with_one(edition: Edition) -> None:
    rules = [*map(Rules.parse, GAMES)]
    content = workbook_bytes(*map(first_board, rules), edition=edition)
    book = openpyxl.load_workbook(io.BytesIO(content))
    held = {sheet.title: with_formulas(sheet) for sheet in book.worksheets}
    for at in board_layouts(rules, edition):
        safe = healing(at, at.named)
        assert safe
        for area in safe.formulas:
            assert held[area.sheet] >= {*area.cells()}, area
        hidden = {c for c in held[at.sheet] if c[1] >= at.first_helper}
        assert hidden <= {cell for area in safe.formulas for cell in area.cells()}
        for area in safe.constants:
            assert not held[at.sheet] & {*area.cells()}, area
        names = {cells.sheet for cells, _ in safe.looks}
        assert names == {at.sheet}


def test_what_was_put_in_is_added_up() -> None:
    (at,) = board_layouts([Rules(4, 6)])

    def now(area: Area) -> Area:
        if area.sheet != at.sheet:
            return area
        moved = area.beside(1 + 3 * (area.left >= at.panel_left))
        return replace(moved, top=area.top + 2, bottom=area.bottom + 2)

    safe = healing(at, {name: now(area) for name, area in at.named.items()})
    assert safe
    assert safe.rows == [(0, 2)]
    assert safe.columns == [(0, 1), (at.panel_left + 1, 3)]
    still = healing(at, at.named)
    assert still
    assert safe.formulas == [*map(now, still.formulas)]


@pytest.mark.parametrize("name", ["guesses", "message", "misfits", "secret"])
def test_a_board_that_lost_or_altered_an_area_does_not_heal(name: str) -> None:
    (at,) = board_layouts([Rules(4, 6)])
    lost = {key: area for key, area in at.named.items() if key != name}
    assert healing(at, lost) is None
    area = at.named[name]
    assert healing(at, {**lost, name: replace(area, right=area.right + 1)}) is None
    assert healing(at, {**lost, name: area.beside(-1)}) is None
