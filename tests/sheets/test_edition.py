"""
The workbook without macros in real LibreOffices, with the extension and without.

It is played as it is, after other programs have saved it, and as `solve` has played it.
"""

import itertools
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from random import Random

import openpyxl
import pytest
from calc_boards import CONTENTS, assert_agrees, assert_calculated, type_in_cell
from cases import mark_rest_as_proof
from command_line import run as run_here
from libreoffice import WORKBOOK, Calc, Document, bare_calc
from openpyxl.worksheet.worksheet import Worksheet

from xl_mastermind.game.board_limits import MAX_LISTED_CODES
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.presentation.messages import example_guess
from xl_mastermind.presentation.sheet_names import HELP_SHEET

PLAIN = WORKBOOK.with_suffix(".xlsx")
EXCEL, ODF = "Calc MS Excel 2007 XML", "calc8"

NUMBER = 2611
"""Of a game that is played."""


@pytest.fixture
def plain(calc: Calc) -> Document:
    """Return the workbook in its initial state, in LibreOffice with the extension."""
    return calc.shared(PLAIN)


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


def by_openpyxl(_office: Calc, folder: Path) -> Path:
    file = folder / "openpyxl.xlsx"
    openpyxl.load_workbook(PLAIN).save(file)
    return file


def by_way_of_odf(office: Calc, folder: Path) -> Path:
    file = PLAIN
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
    document = calc_without_extension.open(saved(calc_without_extension, tmp_path))
    for sheet in (*GAMES, HELP_SHEET):
        assert document.model.Sheets.getByName(sheet).isProtected(), sheet
    for area in ("message", "computed_feedback", "codes_left", "state_key"):
        first = document.cells(area).getCellByPosition(0, 0)
        first.clearContents(CONTENTS)
        assert first.Formula, area
    assert_plays(document, "Mastermind", "Letters", "Black Pegs")
    document.close()


# Games that were played before


def first_input(sheet: Worksheet) -> str | None:
    """Return the first cell that a user can type in, None without one."""
    cells = itertools.chain(*sheet.iter_rows(max_row=60))
    free = (cell.coordinate for cell in cells if not cell.protection.locked)
    return next(free, None)


@pytest.mark.slow
@pytest.mark.parametrize("file", [PLAIN, WORKBOOK], ids=lambda file: file.suffix)
def test_first_edit_of_each_sheet_calculates_all(
    file: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("first")
    copy = folder / file.name
    copy.write_bytes(file.read_bytes())
    book = openpyxl.load_workbook(file)
    with contextmanager(bare_calc)(folder) as calc:
        for sheet in book.worksheets:
            document = calc.open(copy)
            document.sheet = document.model.Sheets.getByName(sheet.title)
            if sheet.sheet_state == "visible":
                document.show_sheet(sheet.title)
            if sheet.title in GAMES:
                guess = example_guess(Rules.parse(GAMES[sheet.title]))
                document.guess(1, guess)
            elif cell := first_input(sheet):
                type_in_cell(document, cell, "1122")
            assert_calculated(document, [document.sheet])
            document.close()


@pytest.mark.parametrize(
    "game",
    mark_rest_as_proof(  # of larger games only Python counts the candidates
        game
        for game in GAMES.values()
        if Rules.parse(game).code_count <= MAX_LISTED_CODES
    ),
)
def test_recalculation_changes_no_played_game(
    calc_without_extension: Calc, tmp_path: Path, game: str
) -> None:
    file = tmp_path / "played.xlsx"
    said = run_here("solve", "--game", game, "--number", "2611", "--output", str(file))
    assert (said.code, said.err) == (0, "")
    document = calc_without_extension.open(file)
    assert_calculated(document, document.model.Sheets)
    document.close()
