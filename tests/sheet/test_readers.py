"""What readers that share no code with ours find in the workbook."""

import base64
from functools import cache
from pathlib import Path

import other_readers
import pytest
from boards import pressed
from package_checks import parts_of
from test_build import BOOKS, COMMITTED, HUGE, IN_PROGRESS, LOST, Cells, Place, Sheets

from xl_mastermind.sheet.build import workbook_bytes
from xl_mastermind.sheet.layout import HELP_SHEET

WORKBOOK = "xl/workbook.xml"
MACROS = "xl/vbaProject.bin"


PLAYED = [
    *("in progress", "won", "lost", "black only", "distinct", "letters"),
    *("full letters", "super, lost", "cheats, found", "yours, contradiction"),
]
"""Boards of every kind, among those that are written for other tests."""


@cache
def built(name: str) -> bytes:
    if name == "that everybody gets":
        return COMMITTED.read_bytes()
    if name == "several with scores":
        ended = pressed("solve", IN_PROGRESS)
        boards = [ended, LOST, BOOKS["super"].board, BOOKS["black only"].board]
        score = (1, 46000.5, "4x6", "Knuth", 4, 2.5, "", 4)
        return workbook_bytes(*boards, active=2, scores=[[*score]])
    return workbook_bytes(HUGE[name]) if name in HUGE else BOOKS[name].content


@pytest.fixture(params=["that everybody gets", "several with scores", *PLAYED, *HUGE])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a built workbook as a file."""
    path = tmp_path / "MasterMind.xlsm"
    path.write_bytes(built(request.param))
    return path


@pytest.mark.long
@other_readers.are_here
def test_microsofts_validator_finds_nothing(file: Path) -> None:
    assert other_readers.validated(file) == []


@pytest.mark.long
@other_readers.are_here
def test_sheetjs_reads_the_cells_the_names_and_the_macros(file: Path) -> None:
    ours, parts = Sheets.of(file.read_bytes()), parts_of(file.read_bytes())
    read = other_readers.sheetjs(file)
    kept: Cells = {}
    formulas: dict[Place, str] = {}
    for sheet, place, value, formula, area in read["cells"]:
        if sheet == HELP_SHEET:  # which `ours` leaves out
            continue
        if value not in (None, ""):
            kept[sheet, place] = value
        if area:  # the first cell of an array has the formula, all of them the area
            formulas[sheet, place] = formula or formulas[sheet, area.partition(":")[0]]
        elif formula:
            formulas[sheet, place] = formula
    assert kept == {place: cell for place, cell in ours.cells.items() if cell != ""}
    read_as_ours = {place: f"={formula}" for place, formula in formulas.items()}
    # An array without values is kept with its first cell alone.
    absent = ours.formulas.keys() - formulas.keys()
    assert not absent & ours.cells.keys()
    assert read_as_ours == {p: f for p, f in ours.formulas.items() if p not in absent}
    assert len(read["names"]) == parts[WORKBOOK].count(b"<definedName ")
    assert base64.b64decode(read["macros"]) == parts[MACROS]
