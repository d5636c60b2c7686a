"""The workbook in readers that share no code with ours."""

import base64
from pathlib import Path

import other_readers
import pytest
from boards import NEW
from helpers import mark_rest_as_proof
from libreoffice import WORKBOOK
from package_checks import MACROS, CellKey, CellValues, WorkbookCells, package_parts

from xl_mastermind.board.state import NewBoard
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.sheets.board.played_board import with_game
from xl_mastermind.solve.evaluation import game_record
from xl_mastermind.workbook_files.edition import Edition

pytestmark = pytest.mark.slow

EVERYBODYS = {
    f"that everybody gets, {edition}": WORKBOOK.with_suffix(edition)
    for edition in Edition
}


def content(name: str) -> bytes:
    if name in EVERYBODYS:
        return EVERYBODYS[name].read_bytes()
    if name == "played":
        rules, secret = Rules.parse("5x8"), (8, 7, 6, 5, 4)
        game = [*game_record(rules, secret, "knuth", seed=1)]
        board, usual = (
            NewBoard.from_rules(rules, secret),
            [*map(Rules.parse, GAMES.values())],
        )
        return with_game(WORKBOOK.read_bytes(), usual, Edition.MACROS, board, game)
    return NEW[name]()


@pytest.fixture(params=mark_rest_as_proof([*EVERYBODYS, "played", *NEW], 3))
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a workbook as a file."""
    workbook = content(request.param)
    is_plain = MACROS not in package_parts(workbook)
    path = tmp_path / f"MasterMind{Edition.PLAIN if is_plain else Edition.MACROS}"
    path.write_bytes(workbook)
    return path


@other_readers.are_here
def test_validator_finds_no_error(file: Path) -> None:
    assert other_readers.validated(file) == []


@other_readers.are_here
def test_sheetjs_reads_equal_contents(file: Path) -> None:
    ours, parts = (
        WorkbookCells.read(file.read_bytes()),
        package_parts(file.read_bytes()),
    )
    read = other_readers.sheetjs(file)
    stored_values: CellValues = {}
    formulas: dict[CellKey, str] = {}
    for sheet, place, value, formula, area in read["cells"]:
        if value not in (None, ""):
            stored_values[sheet, place] = value
        if area:  # the first cell of an array has the formula, all of them the area
            formulas[sheet, place] = formula or formulas[sheet, area.partition(":")[0]]
        elif formula:
            formulas[sheet, place] = formula
    assert stored_values == {
        place: cell for place, cell in ours.cells.items() if cell != ""
    }
    read_as_ours = {place: f"={formula}" for place, formula in formulas.items()}
    computed = ours.computed()
    # An array without values is kept with its first cell alone.
    absent = computed.keys() - formulas.keys()
    assert not absent & {place for place, cell in ours.cells.items() if cell != ""}
    assert read_as_ours == {p: f for p, f in computed.items() if p not in absent}
    assert len(read["names"]) == parts["xl/workbook.xml"].count(b"<definedName ")
    assert base64.b64decode(read["macros"]) == parts.get(MACROS, b"")
