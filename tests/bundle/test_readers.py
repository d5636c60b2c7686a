"""The workbook in readers that share no code with ours."""

import base64
from pathlib import Path

import other_readers
import pytest
from boards import NEW
from cases import mark_rest_as_proof
from command_line import run
from libreoffice import WORKBOOK
from package_checks import MACROS, CellKey, CellValues, WorkbookCells, package_parts

from xl_mastermind.workbook_files.edition import Edition

pytestmark = pytest.mark.slow


def content(name: str, folder: Path) -> bytes:
    if name in [*Edition]:
        return WORKBOOK.with_suffix(name).read_bytes()
    if name == "played":
        path = folder / "played.xlsx"
        run("solve", "--game", "5x8", "--secret", "87654", "--output", str(path))
        return path.read_bytes()
    return NEW[name]()


@pytest.fixture(
    params=mark_rest_as_proof([Edition.MACROS, "played", Edition.PLAIN, *NEW], 2)
)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    workbook = content(request.param, tmp_path)
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
    filled = {place for place, cell in ours.cells.items() if cell != ""}
    # SheetJS reads a shared formula in its first cell only.
    assert not absent & filled - ours.shared_cells
    assert read_as_ours == {p: f for p, f in computed.items() if p not in absent}
    assert len(read["names"]) == parts["xl/workbook.xml"].count(b"<definedName ")
    assert base64.b64decode(read["macros"]) == parts.get(MACROS, b"")
