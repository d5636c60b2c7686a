"""
The workbook without macros in real LibreOffices, with the extension and without.

It is played as it is, after other programs have saved it, and as `solve` has played it.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import openpyxl
import pytest
from boards import fresh, write_workbook
from calc_boards import CONTENTS, assert_agrees, assert_calculated, type_in_cell
from cases import mark_rest_as_proof
from command_line import run as run_here
from libreoffice import WORKBOOK, Calc, Document, bare_calc, corners_of

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.presentation.messages import example_guess
from xl_mastermind.presentation.sheet_names import HELP_SHEET

PLAIN = WORKBOOK.with_suffix(".xlsx")
EXCEL, ODF = "Calc MS Excel 2007 XML", "calc8"

NUMBER = 2611
"""Of a game that is played."""


def assert_plays(document: Document, *sheets: str) -> None:
    """Assert that a game on some boards is that of the oracle, to its win."""
    for sheet in sheets:
        document.sheet = document.model.Sheets.getByName(sheet)
        rules = Rules.parse(GAMES[sheet])
        guess = Random(GAMES[sheet]).sample(range(1, rules.colours + 1), rules.pegs)
        document.write("game_number", (NUMBER,))
        document.guess(1, rules.format_code(guess))
        assert_agrees(document)
        document.guess(2, rules.format_code(rules.code_from_number(NUMBER)))
        assert assert_agrees(document).winning_row == 1


# With the extension


def test_opening_leaves_the_document_unmodified(calc: Calc, tmp_path: Path) -> None:
    file = tmp_path / "MasterMind.xlsx"
    file.write_bytes(PLAIN.read_bytes())
    document = calc.open(file)
    assert not document.has_infobar
    assert not document.model.isModified()
    assert not document.model.getUndoManager().isUndoPossible()
    document.close()
    assert file.read_bytes() == PLAIN.read_bytes()


# LibreOffice alone


SAVED = ("Mastermind", "Letters", "Black Pegs")
"""The boards of a workbook that other programs save."""


def by_openpyxl(_office: Calc, file: Path) -> Path:
    openpyxl.load_workbook(file).save(file)
    return file


def by_way_of_odf(office: Calc, file: Path) -> Path:
    folder = file.parent
    for name, kind in ("kept.ods", ODF), ("back.xlsx", EXCEL):
        document = office.open(file)
        file = folder / name
        document.save_as(file, kind)
        document.close()
    return file


@pytest.mark.parametrize("saved", mark_rest_as_proof([by_way_of_odf, by_openpyxl]))
def test_saved_board_plays_and_stays_protected(
    calc_without_extension: Calc, tmp_path: Path, saved: Callable[[Calc, Path], Path]
) -> None:
    file = tmp_path / "MasterMind.xlsx"
    boards = (fresh(GAMES[sheet]) for sheet in SAVED)
    write_workbook(file, *boards, has_optional_sheets=False)
    document = calc_without_extension.open(saved(calc_without_extension, file))
    for sheet in (*SAVED, HELP_SHEET):
        assert document.model.Sheets.getByName(sheet).isProtected(), sheet
    for area in ("message", "computed_feedback", "codes_left", "state_key"):
        first = document.cells(area).getCellByPosition(0, 0)
        first.clearContents(CONTENTS)
        assert first.Formula, area
    assert_plays(document, *SAVED)
    document.close()


# The first edit after opening


def first_input(sheet: Any) -> str:
    """Return the first cell that a user can type in, "" without one."""
    ranges = sheet.getCellRangeByPosition(0, 0, 60, 60).CellFormatRanges
    free = [cells for cells in ranges if not cells.CellProtection.IsLocked]
    corners = sorted(corners_of(cells.RangeAddress)[:2] for cells in free)
    return CellRange("", *corners[0], *corners[0]).address if corners else ""


@pytest.fixture(scope="module")
def fresh_calc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calc]:
    """Return a LibreOffice without the extension that has opened no file before."""
    yield from bare_calc(tmp_path_factory.mktemp("first"))


@pytest.mark.slow
@pytest.mark.parametrize("file", [PLAIN, WORKBOOK], ids=lambda file: file.suffix)
def test_first_edit_of_each_sheet_calculates_all(file: Path, fresh_calc: Calc) -> None:
    document = fresh_calc.open(file, AsTemplate=True)
    sheets = [sheet for sheet in document.model.Sheets if sheet.IsVisible]
    for sheet in sheets:
        document.show_sheet(sheet.Name)
        if sheet.Name in GAMES:
            document.guess(1, example_guess(Rules.parse(GAMES[sheet.Name])))
        elif cell := first_input(sheet):
            type_in_cell(document, cell, "1122")
    assert_calculated(document, sheets)
    document.close()


def test_recalculation_changes_no_played_game(
    calc_without_extension: Calc, tmp_path: Path
) -> None:
    file = tmp_path / "played.xlsx"
    result = run_here("solve", "--number", "2611", "--output", str(file))
    assert (result.code, result.err) == (0, "")
    document = calc_without_extension.open(file)
    assert_calculated(document, [document.sheet])
    document.close()
