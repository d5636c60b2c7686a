"""Whether Excel would open the workbook, and whether the checks would see if not."""

import base64
import io
import re
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import other_readers
import pytest
from boards import fresh, played, pressed
from helpers import rest_long
from package_checks import findings, modules, parts_of
from test_build import BOOKS, COMMITTED, HUGE, IN_PROGRESS, LOST, Cells, Place, Sheets

from xl_mastermind.sheet.build import workbook_bytes
from xl_mastermind.sheet.layout import HELP_SHEET

Parts = dict[str, bytes]

BOARD = "xl/worksheets/sheet1.xml"
WORKBOOK = "xl/workbook.xml"
MACROS = "xl/vbaProject.bin"


@cache
def sound() -> bytes:
    """Return a workbook of one board with nothing wrong in it."""
    return workbook_bytes(played("1122", "1344", board=fresh("4x6", "3625")))


def package(parts: Parts) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return file.getvalue()


@dataclass(frozen=True)
class Damage:
    """What is written where in a part, and what `findings` says about it."""

    part: str
    old: str
    new: str
    told: str = ""

    def done(self) -> bytes:
        """Return the sound workbook with this damage."""
        parts = parts_of(sound())
        text = parts[self.part].decode("latin-1")
        damaged, count = re.subn(self.old, self.new, text, count=1, flags=re.DOTALL)
        assert count == 1
        parts[self.part] = damaged.encode("latin-1")
        return package(parts)


BLANK = r'(<c r="AD6" s="\d+")( t="str")(><f>[^<]*</f>)(<v></v>)'
COVERED = r'<c r="AG5"( s="\d+" t=")str"><v></v></c>'
FORMULA = r"<f>(AB3)"
MERGED = r'<mergeCell ref="U3:[A-Z]+\d"/>'
NAME = '<definedName name="guesses" localSheetId="0">[^<]*</definedName>'
CHECK = r"<dataValidation (type=\"custom\".*?)</dataValidation>"
LONG = "x" * 256

DAMAGES = {
    "a type is missing": Damage(BOARD, BLANK, r"\1\3\4", "AD6: a cell of type n"),
    "a value is missing": Damage(BOARD, BLANK, r"\1\2\3", "AD6: a formula has no"),
    "a text of an array is a typed one": Damage(
        BOARD, COVERED, r'<c r="AG5"\1s"><v>0</v></c>', "AG5: a formula's text is kept"
    ),
    "a cell of an array is missing": Damage(BOARD, COVERED, "", "AG5: a cell of an"),
    "everything is computed": Damage(
        WORKBOOK, "<calcPr ", '<calcPr fullCalcOnLoad="1" ', "compute everything"
    ),
    "an older engine": Damage(WORKBOOK, "191029", "124519", "an older engine"),
    "a volatile formula": Damage(BOARD, FORMULA, r"<f>NOW()&amp;\1", "is volatile"),
    "a range that a function ends": Damage(
        BOARD, FORMULA, r"<f>SUM(A2:INDEX(A:A,9))&amp;\1", "is volatile"
    ),
    "a formula for every opening": Damage(BOARD, FORMULA, r'<f ca="1">\1', "is marked"),
    "a volatile name": Damage(
        WORKBOOK,
        NAME,
        '<definedName name="a" localSheetId="0">TODAY()</definedName>',
        "the name a is volatile",
    ),
    "a long formula": Damage(BOARD, FORMULA, rf"<f>{'1+' * 4100}\1", "is longer than"),
    "a long text in a formula": Damage(
        BOARD, FORMULA, rf'<f>"{LONG}"&amp;\1', "a text in a formula is longer"
    ),
    "a deep formula": Damage(
        BOARD, FORMULA, rf"<f>{'ABS(' * 65}1{')' * 65}&amp;\1", "65 levels"
    ),
    "a bracket too few": Damage(BOARD, FORMULA, r"<f>(\1", "many brackets open as"),
    "merged areas overlap": Damage(
        BOARD, f"({MERGED})", r'\1<mergeCell ref="V3:W3"/>', "merged (22, 3, 23, 3)"
    ),
    "an array is merged": Damage(
        BOARD, MERGED, r'<mergeCell ref="AG5:AH5"/>', "merged (33, 5, 34, 5) and array"
    ),
    "validated areas overlap": Damage(
        BOARD, CHECK, r"<dataValidation \1</dataValidation>" * 2, "and validated"
    ),
    "a link leads nowhere": Damage(
        "xl/_rels/workbook.xml.rels", "sharedStrings.xml", "strings.xml", "missing"
    ),
    "a sheet has no link": Damage(WORKBOOK, 'r:id="rId2"', 'r:id="rId99"', "'rId99'"),
    "a part has no type": Damage(
        "[Content_Types].xml", "<Override[^>]*/xl/styles.xml[^>]*>", "", "no type"
    ),
    "a name twice": Damage(WORKBOOK, f"({NAME})", r"\1\1", "two names of one scope"),
    "a name of a function": Damage(
        WORKBOOK, 'name="guesses"', 'name="black"', "that of a function"
    ),
    "a name of a cell": Damage(WORKBOOK, '"guesses"', '"ab1"', "a name cannot be ab1"),
    "a name leads nowhere": Damage(
        WORKBOOK, r"('?Mastermind'?)(!\$I\$3)", r"Bord\2", "leads nowhere"
    ),
    "a sheet's name twice": Damage(
        WORKBOOK, 'name="Compare"', 'name="Analysis"', "two sheets are called analysis"
    ),
    "a sheet's name too long": Damage(
        WORKBOOK, 'name="Compare"', f'name="{LONG[:32]}"', "a sheet cannot be called"
    ),
    "an unknown attribute": Damage(BOARD, "<sheetPr ", '<sheetPr colour="red" '),
    "elements in another order": Damage(
        BOARD, "(<sheetData>.*</sheetData>)(<mergeCells.*</mergeCells>)", r"\2\1"
    ),
    "a long prompt": Damage(
        BOARD, 'prompt="', f'prompt="{LONG}', "prompt is longer than 255"
    ),
    "two conditions in one place": Damage(
        BOARD, 'priority="2"', 'priority="1"', "two conditions have place 1"
    ),
    "a condition without a look": Damage(
        BOARD, r'dxfId="\d+"', 'dxfId="999"', "a condition's format is not there"
    ),
    "a condition looks elsewhere": Damage(
        BOARD, "(<cfRule[^>]*><formula>)AND", r"\1AND(State!A1),AND", "another sheet"
    ),
    "a condition asks Python": Damage(
        BOARD, "(<cfRule[^>]*><formula>)AND", r"\1BLACK(1,1)+AND", "computes too much"
    ),
    "a cell out of order": Damage(
        BOARD, '(<c r="A9".*?</c>)(<c r="B9".*?</c>)', r"\2\1", "stands out of order"
    ),
    "a format is missing": Damage(
        BOARD, r'<c r="A9" s="\d+"', '<c r="A9" s="9999"', "format is not there"
    ),
    "a text is missing": Damage(
        BOARD, r' t="s"><v>\d+', ' t="s"><v>99999', "text is not there"
    ),
    "a tag is not closed": Damage(BOARD, "</sheetData>", "", "cannot be read"),
    "a chart without a text": Damage(
        "xl/drawings/drawing1.xml", ' descr="[^"]*"', "", "a chart has no text"
    ),
    "a button without a text": Damage(
        "xl/drawings/vmlDrawing1.vml", ' alt="[^"]*"', "", "a button has no text"
    ),
    "a button without a macro": Damage(
        "xl/drawings/vmlDrawing1.vml", r"!Solve<", "!Slove<", "that is missing"
    ),
    "another code name": Damage(
        BOARD, 'codeName="BoardSheet1"', 'codeName="BoardSheet9"', "'BoardSheet9'"
    ),
    "macros cut off": Damage(MACROS, ".{4096}$", "", "cannot be read"),
    "a module cut off": Damage(MACROS, "Attribut", "\0\0\0\0\0\0\0\0", "another name"),
    "no macros at all": Damage(MACROS, ".*", "", "cannot be read"),
}


@pytest.mark.parametrize(
    "name", rest_long([name for name in DAMAGES if DAMAGES[name].told], quick=10)
)
def test_our_checks_see_what_excel_would_refuse_repair_or_compute(name: str) -> None:
    found = findings(DAMAGES[name].done())
    assert any(DAMAGES[name].told in told for told in found), found


def test_our_checks_see_nothing_where_nothing_is_wrong() -> None:
    assert findings(sound()) == []


# The readers that share no code with ours

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


@pytest.mark.long
def test_olevba_reads_the_macros(file: Path) -> None:
    project = parts_of(file.read_bytes())[MACROS]
    assert other_readers.macros(file) == modules(project)


@pytest.mark.long
@other_readers.are_here
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a link leads nowhere", "doesn't exist in the package"),
        ("a sheet has no link", "Sem_InvalidRelationshipId"),
        ("a part has no type", "unexpected content type"),
        ("a sheet's name twice", "Sem_UniqueAttributeValue"),
        ("a sheet's name too long", "greater than the MaxLength"),
        ("an unknown attribute", "Sch_UndeclaredAttribute"),
        ("elements in another order", "Sch_UnexpectedElementContent"),
        ("a condition without a look", "Sem_MissingIndexedElement"),
        ("a format is missing", "Sem_MissingIndexedElement"),
        ("a tag is not closed", "does not match the end tag"),
    ],
)
def test_microsofts_validator_sees(name: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "damaged.xlsm"
    file.write_bytes(DAMAGES[name].done())
    assert any(told in found for found in other_readers.validated(file))


@pytest.mark.long
@other_readers.are_here
@pytest.mark.parametrize(
    "name",
    [
        *("a type is missing", "a cell of an array is missing", "a volatile formula"),
        *("a name twice", "a name leads nowhere", "macros cut off", "a module cut off"),
    ],
)
def test_sheetjs_reads_something_else(name: str, tmp_path: Path) -> None:
    good, damaged = tmp_path / "good.xlsm", tmp_path / "damaged.xlsm"
    good.write_bytes(sound())
    damaged.write_bytes(DAMAGES[name].done())
    assert other_readers.sheetjs(damaged) != other_readers.sheetjs(good)


@pytest.mark.long
@pytest.mark.parametrize("name", ["a module cut off", "no macros at all"])
def test_olevba_reads_something_else(name: str, tmp_path: Path) -> None:
    good, damaged = tmp_path / "good.xlsm", tmp_path / "damaged.xlsm"
    good.write_bytes(sound())
    damaged.write_bytes(DAMAGES[name].done())
    assert other_readers.macros(damaged) != other_readers.macros(good)
