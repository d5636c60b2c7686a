"""
Boards in a LibreOffice that has no extension and runs no macros.

What a board shows there are its plain formulas, and Python has to say the same.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from libreoffice import Calc, Document, environment, why_not
from plain_play import Game, Keys, Program

from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.build import first_boards, write_workbook
from xl_mastermind.sheet.cells import Block
from xl_mastermind.sheet.layout import GAMES, BoardLayout, board_layouts

pytestmark = pytest.mark.calc

_CONTENTS = 1 | 2 | 4 | 16
"""Numbers, dates, texts and formulas, as LibreOffice counts what is deleted."""


class InCalc(Program):
    """A board in LibreOffice."""

    def __init__(self, document: Document, at: BoardLayout) -> None:
        super().__init__(at)
        self.sheets = document.model.Sheets

    def _cells(self, area: Area) -> Any:
        return self.sheets.getByName(area.sheet).getCellRangeByPosition(
            area.left, area.top, area.right, area.bottom
        )

    def put(self, area: Area, cells: Block) -> None:
        where = self._cells(area)
        if not any(isinstance(cell, Keys) for row in cells for cell in row):
            blanks = (["" if cell is None else cell for cell in row] for row in cells)
            where.setDataArray(tuple(map(tuple, blanks)))
            return
        for top, row in enumerate(cells):
            for left, value in enumerate(row):
                cell = where.getCellByPosition(left, top)
                if isinstance(value, str):
                    cell.setFormula(value)
                elif value is None:
                    cell.clearContents(_CONTENTS)
                else:
                    cell.setValue(value)

    def read(self, area: Area) -> Block:
        return [[*row] for row in self._cells(area).getDataArray()]


@pytest.fixture(scope="module")
def workbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("plain") / "MasterMind.xlsm"
    write_workbook(file, *first_boards())
    return file


@pytest.fixture(scope="session")
def plain_calc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calc]:
    """Return a LibreOffice that knows nothing of us."""
    if reason := why_not():
        pytest.skip(reason)
    office = Calc(environment(tmp_path_factory.mktemp("calc") / "home"))
    yield office
    office.close()


@pytest.fixture(scope="module")
def opened(plain_calc: Calc, workbook: Path) -> Iterator[Document]:
    document = plain_calc.open(workbook, AsTemplate=True)
    yield document
    document.close()


LAYOUTS = {at.sheet: at for at in board_layouts(b.rules for b in first_boards())}


@pytest.fixture(params=GAMES)
def program(request: pytest.FixtureRequest, opened: Document) -> Program:
    """Return each board, which shows the next guess."""
    program = InCalc(opened, LAYOUTS[request.param])
    program.type("show_next_guess", [["Yes"]])
    return program


def test_random_games(program: Program) -> None:
    draw = Random(f"games of {program.at.sheet}")
    for number in range(20):
        game = Game(program, draw)
        if number % 10:
            game.play(6)
        else:
            game.play_hints(10)
