"""A workbook file that is to be replaced: what is kept of it, and when it stays."""

import io
import re
import zipfile
from pathlib import Path
from random import Random

import openpyxl
import pytest
from boards import fresh
from helpers import rest_long
from libreoffice import Calc, environment, options, why_not
from openpyxl.workbook import Workbook
from openpyxl.workbook.defined_name import DefinedName

from xl_mastermind.build.book import write_workbook
from xl_mastermind.hosts.file import NotReplacedError, Saved, saved_before
from xl_mastermind.sheet.cells import Block
from xl_mastermind.sheet.layout import (
    BOARD_SHEET,
    SCORES_SHEET,
    STATE_SHEET,
)

SCORES: Block = [
    [1, 46023.5, "Mastermind", "You", 5, None, 5.0],
    [2, 46023.75, "Bulls and Cows", "Nobody", 10, 0.25, None],
]
SAVED = Saved(SCORES, "Ada")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a workbook with scores."""
    path = tmp_path_factory.mktemp("written") / "MasterMind.xlsm"
    write_workbook(path, fresh(), scores=SCORES, player="Ada")
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, written: bytes) -> Path:
    """Return where such a workbook lies."""
    path = tmp_path / "MasterMind.xlsm"
    path.write_bytes(written)
    return path


def test_scores_and_name_are_read_as_they_were_written(path: Path) -> None:
    assert saved_before(path) == SAVED
    assert saved_before(path.with_name("none.xlsm")) is None
    workbook = openpyxl.load_workbook(path)
    assert workbook[SCORES_SHEET].tables[SCORES_SHEET].ref == "B15:H17"


# Files that are none


@pytest.mark.parametrize(
    ("sheets", "cell"),
    [
        ((STATE_SHEET,), "Texas"),
        ((STATE_SHEET, BOARD_SHEET), 7),
        ((STATE_SHEET, BOARD_SHEET), f"=ROW('{BOARD_SHEET}'!$A$1)"),
    ],
    ids=["no game", "a number", "no names"],
)
def test_a_workbook_of_other_things_stays(
    sheets: tuple[str, ...], cell: str | int, tmp_path: Path
) -> None:
    path = tmp_path / "Budget.xlsx"
    workbook = Workbook()
    for sheet in sheets:
        workbook.create_sheet(sheet)
    workbook[STATE_SHEET]["A1"] = cell
    workbook.save(path)
    with pytest.raises(NotReplacedError, match="expected a MasterMind workbook"):
        saved_before(path)
    assert saved_before(path, force=True) is None


def test_a_damaged_workbook_stays_or_is_still_right(path: Path) -> None:
    whole = path.read_bytes()
    draw = Random(1)
    refused = 0
    for _ in range(20):
        place = draw.randrange(len(whole))
        cut = draw.random() < 0.3
        rest = b"" if cut else draw.randbytes(8) + whole[place + 8 :]
        path.write_bytes(whole[:place] + rest)
        try:
            assert saved_before(path) == SAVED
        except NotReplacedError:
            refused += 1
    assert refused


@pytest.mark.parametrize("sheet", [SCORES_SHEET, STATE_SHEET])
@pytest.mark.parametrize("text", ["", "<sheet", "<html></html>"])
def test_a_sheet_that_is_no_xml_is_refused(sheet: str, text: str, path: Path) -> None:
    number = openpyxl.load_workbook(path, read_only=True).sheetnames.index(sheet) + 1
    part = f"xl/worksheets/sheet{number}.xml"
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    assert part in parts
    with zipfile.ZipFile(path, "w") as package:
        for name, content in (parts | {part: text.encode()}).items():
            package.writestr(name, content)
    with pytest.raises(NotReplacedError, match="expected a "):
        saved_before(path)


# Files that are not to be replaced


def is_kept(path: Path, why: str) -> bool:
    """Return whether a workbook is replaced by force only, and its scores kept."""
    with pytest.raises(NotReplacedError, match=re.escape(why)) as caught:
        saved_before(path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)
    return saved_before(path, force=True) == SAVED


def copied(workbook: Workbook, sheet: str, name: str) -> None:
    """Copy a sheet before it, with its names, as Excel does."""
    source = workbook[sheet]
    copy = workbook.copy_worksheet(source)
    copy.title = name
    for area in source.defined_names.values():
        copy.defined_names.add(DefinedName(area.name, attr_text=area.value))
    place = workbook.sheetnames.index(sheet)
    workbook.move_sheet(copy, place + 1 - len(workbook.sheetnames))


@pytest.mark.parametrize("sheet", rest_long([BOARD_SHEET, SCORES_SHEET, "Help"]))
def test_a_copied_sheet_is_not_lost(sheet: str, path: Path) -> None:
    workbook = openpyxl.load_workbook(path, keep_vba=True)
    copied(workbook, sheet, "Mine (2)")
    workbook["Mine (2)"]["B16"] = 77  # a game on the copy of the scores
    workbook.save(path)
    assert is_kept(path, "has added: Mine (2)")


def test_sheets_that_a_person_renamed_are_ours(calc: Calc, path: Path) -> None:
    document = calc.open(path)
    names = {BOARD_SHEET: "It's mine", "Analysis": "A!1", SCORES_SHEET: "All games"}
    for sheet, name in names.items():
        document.model.Sheets.getByName(sheet).Name = name
    path = path.with_name("renamed.xlsm")
    document.model.storeToURL(
        path.as_uri(), options({"FilterName": "Calc MS Excel 2007 VBA XML"})
    )
    document.close()
    assert openpyxl.load_workbook(path, read_only=True).sheetnames[0] == "It's mine"
    assert saved_before(path) == SAVED


def test_renamed_sheets_are_ours_but_not_beside_a_copy(path: Path) -> None:
    workbook = openpyxl.load_workbook(path, keep_vba=True)
    workbook["Help"].title = "Hilfe"
    workbook.save(path)
    assert saved_before(path) == SAVED
    copied(workbook, "Hilfe", "Copy")
    workbook.save(path)
    assert is_kept(path, "has added: Copy, Hilfe")


def test_what_libreoffice_has_open_is_not_replaced(
    path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if reason := why_not():
        pytest.skip(reason)
    lock = path.with_name(f".~lock.{path.name}#")
    calc = Calc(environment(tmp_path_factory.mktemp("ada")))
    document = calc.open(path)
    assert is_kept(path, f"open in a program, as {lock.name} says")
    document.close()
    assert saved_before(path) == SAVED
    calc.close()
