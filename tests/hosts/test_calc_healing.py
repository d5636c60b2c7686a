"""What a paste has destroyed comes back in a real LibreOffice at the next button."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from calc_boards import RULES, assert_shows, code, expected, wait_for_all_sheets
from libreoffice import Calc, Document
from openpyxl.utils import column_index_from_string

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.build import first_board, workbook_bytes
from xl_mastermind.sheet.healing import healing
from xl_mastermind.sheet.layout import GAMES, BoardLayout, Edition, board_layouts

pytestmark = pytest.mark.calc

LOOKS = (
    *("CharFontName", "CharHeight", "CharWeight", "CharPosture", "CharColor"),
    *("CharStrikeout", "CellBackColor", "HoriJustify", "VertJustify", "ParaIndent"),
    *("TopBorder2", "LeftBorder2", "IsTextWrapped", "ShrinkToFit", "CellStyle"),
)
CONTENTS = 1 + 2 + 4 + 16
"""Everything that a cell holds."""

CHANGES = ("CharColor", "CharWeight", "CharStrikeout", "CellBackColor", "TopBorder2")


def cells_of(document: Document, area: Area) -> Any:
    sheet = document.sheet
    if area.sheet == "State":
        sheet = document.area("game").Spreadsheet
    return sheet.getCellRangeByName(area.address)


def look(document: Document, cell: Any) -> object:
    """Return what a cell looks like, and may come to look like."""
    styles = document.model.StyleFamilies.getByName("CellStyles")
    conditions = []
    found = cell.ConditionalFormat
    for place in range(found.Count):
        entry = found.getByIndex(place)
        style = styles.getByName(entry.getStyleName())
        change = [str(style.getPropertyValue(name)) for name in CHANGES]
        conditions.append((entry.getOperator().value, relative(entry), change))
    check = cell.Validation
    typed = check.Type.value, relative(check), check.ErrorMessage
    values = [str(cell.getPropertyValue(name)) for name in LOOKS]
    return typed, values, conditions


def relative(condition: Any) -> str:
    """
    Return the formula of a condition, with cells as they lie from where it is seen.

    LibreOffice chooses anew from which cell it writes a formula.
    """
    source = condition.getSourcePosition()

    def place(found: re.Match[str]) -> str:
        is_fixed, column, is_fixed_row, row = found.groups()
        right = column_index_from_string(column) - 1 - source.Column
        across = column if is_fixed else f"[{right}]"
        return f"R{row if is_fixed_row else [int(row) - 1 - source.Row]}C{across}"

    formula: str = condition.getFormula1()
    return re.sub(r"(?<![\w.])(\$?)([A-Z]{1,3})(\$?)([0-9]+)\b", place, formula)


def looks(document: Document, area: Area) -> list[object]:
    """Return the looks of an area's first and last cells, which share one format."""
    cells = cells_of(document, area)
    assert cells.UniqueCellFormatRanges.Count == 1, area
    corners = {(0, 0), (area.width - 1, area.height - 1)}
    return [look(document, cells.getCellByPosition(*c)) for c in sorted(corners)]


Picture: TypeAlias = dict[Area, object]


def picture(document: Document, at: BoardLayout) -> Picture:
    """Return the looks and formulas of a board, and the values that nobody types."""
    safe = healing(at, at.named)
    assert safe
    shown: Picture = {cells: looks(document, cells) for cells, _ in safe.looks}
    held = (*safe.formulas, *safe.constants)
    return {
        a: (shown.get(a), cells_of(document, a).getFormulaArray()) for a in held
    } | {a: look for a, look in shown.items() if a not in held}


def number_formats(document: Document, at: BoardLayout) -> list[str]:
    """Return how numbers are shown in the areas that a person sees."""
    here = [area for area in at.areas.values() if area.sheet == at.sheet]
    keys = [cells_of(document, area).NumberFormat for area in here]
    return [document.model.NumberFormats.getByKey(k).FormatString for k in keys]


def foreign(document: Document) -> Any:
    """Return cells of another sheet that look different."""
    sheets = document.model.Sheets
    sheets.insertNewByName("Notes", sheets.Count)
    cells = sheets.getByName("Notes").getCellRangeByName("B2:D4")
    cells.setDataArray((("x", 7.0, "y"),) * 3)
    cells.CharFontName, cells.CharHeight, cells.CharColor = "Courier", 20.0, 0xFF0000
    cells.CellBackColor, cells.IsTextWrapped = 0xFFFF00, True
    return cells


def paste(cells: Any, corner: Any) -> None:
    """Paste cells somewhere else; the commands would ask before they overwrite."""
    corner.Spreadsheet.copyRange(corner.CellAddress, cells.RangeAddress)


def cell(document: Document, name: str, row: int = 0, column: int = 0) -> Any:
    return document.area(name).getCellByPosition(column, row)


def damage(document: Document) -> None:
    """Paste over tiles, marks, codes left and a number, and over all formulas there."""
    cells = foreign(document)
    paste(cells, cell(document, "guesses", 7, 2))
    paste(cells, cell(document, "codes_left"))
    numbers = cell(document, "guesses").CellAddress
    paste(cells, document.sheet.getCellByPosition(numbers.Column - 1, numbers.Row + 3))


def turn_to(document: Document, name: str) -> None:
    document.sheet = document.model.Sheets.getByName(name)
    document.model.CurrentController.setActiveSheet(document.sheet)


@pytest.fixture
def watched(calc: Calc, tmp_path: Path) -> Iterator[Path]:
    """Return a file that is there once a pristine workbook was made."""
    made = tmp_path / "made"
    (tmp_path / "sitecustomize.py").write_text(
        "import pathlib\n"
        "from xl_mastermind.sheet import build\n"
        "make = build.workbook_bytes\n"
        "def noted(*boards, **options):\n"
        f"    pathlib.Path({str(made)!r}).touch()\n"
        "    return make(*boards, **options)\n"
        "build.workbook_bytes = noted\n"
    )
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={tmp_path} exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    with calc.using(python=str(python)):
        yield made


def test_what_a_paste_destroyed_is_as_on_a_fresh_board(
    calc: Calc, board: Document
) -> None:
    fresh = calc.open(AsTemplate=True)
    at = BoardLayout(RULES)
    wait_for_all_sheets(fresh)
    wait_for_all_sheets(board)
    secret = code(board)
    board.guess(1, "1122")
    board.guess(2, "3456")
    cells = foreign(board)
    paste(cells, cell(board, "guesses", 7, 2))
    paste(cells, cell(board, "codes_left"))
    assert board.read("guesses")[9][2:] == ("x", 7.0)
    assert board.read("marks")[9][0] == "y"
    cell(board, "message").setFormula("Hello")
    cell(board, "next_guess", 0, 3).setString("")
    for area in ("code_list", "ruled_out_marks", "hidden_code", "secret", "turns_key"):
        board.area(area).clearContents(CONTENTS)

    board.press("check")

    assert picture(board, at) == picture(fresh, at)
    assert number_formats(board, at) == number_formats(fresh, at)
    assert board.read("guesses")[9][2:] == ("x", 7.0)
    board.area("guesses").getCellRangeByPosition(0, 7, 3, 9).clearContents(CONTENTS)
    assert_shows(board, expected(secret, "1122", "3456"))
    assert not board.warns
    fresh.close()


@pytest.mark.long
def test_what_is_typed_stays(board: Document) -> None:
    board.write("codemaker", ("Somebody else",))
    board.write("game_number", (77,))
    board.write("typed_marks", (1, 1), *[("", "")] * 9)
    board.guess(1, "1122")
    cell(board, "typed_marks", 5).CellBackColor = 0xFF00FF
    cell(board, "guesses", 5).CharHeight = 30
    board.press("check")
    assert cell(board, "typed_marks", 5).CellBackColor != 0xFF00FF
    assert cell(board, "guesses", 5).CharHeight == cell(board, "guesses").CharHeight
    assert board.read("typed_marks")[0] == (1, 1)
    assert board.read("guesses")[0] == (1, 1, 2, 2)
    assert (board.one("codemaker"), board.one("game_number")) == ("Somebody else", 77)
    assert board.one("message") == "1 black, 1 white: 208 codes left."


@pytest.mark.long
def test_a_board_that_is_whole_is_left_alone(watched: Path, board: Document) -> None:
    wait_for_all_sheets(board)
    for name in GAMES:
        turn_to(board, name)
        board.press("check")
        assert not watched.exists(), name
    cell(board, "marks", 3).setString("Hello")
    board.press("check")
    assert watched.exists()


@pytest.mark.long
def test_another_board_with_other_names_kept_as_ods(
    calc: Calc, board: Document, tmp_path: Path
) -> None:
    wait_for_all_sheets(board)
    sheets = board.model.Sheets
    for old, new in (
        *(("Super", "Old"), ("Brain Breaker", "Super"), ("State", "Out of sight")),
    ):
        sheets.getByName(old).Name = new
    file = tmp_path / "game.ods"
    board.save_as(file, "calc8")
    again = calc.open(file)
    turn_to(again, "Super")
    at = board_layouts(map(Rules.parse, GAMES.values()))[1]
    before = picture(again, at)
    assert "Out of sight" in str(before)
    damage(again)
    again.press("check")
    assert picture(again, at) == before
    again.close()


@pytest.mark.long
def test_a_board_beside_columns_and_rows_that_were_put_in(board: Document) -> None:
    wait_for_all_sheets(board)
    board.sheet.Rows.insertByIndex(0, 1)
    board.sheet.Rows.insertByIndex(0, 1)  # two at once LibreOffice refuses
    panel = board.area("message").RangeAddress.StartColumn
    board.sheet.Columns.insertByIndex(panel, 3)
    board.sheet.Columns.insertByIndex(0, 1)
    areas = ("guesses", "marks", "codes_left", "message", "next_guess", "texts")
    before = [looks_and_formulas(board, area) for area in areas]
    damage(board)
    assert [looks_and_formulas(board, area) for area in areas] != before
    board.press("check")
    assert [looks_and_formulas(board, area) for area in areas] == before


def looks_and_formulas(document: Document, name: str) -> object:
    area = document.area(name)
    last = area.RangeAddress.EndColumn - area.RangeAddress.StartColumn
    cells = [area.getCellByPosition(c, r) for r in (0, -1) for c in (0, last) if r >= 0]
    is_typed = name == "guesses"
    held = () if is_typed else area.getFormulaArray()
    return [look(document, each) for each in cells], held


def test_where_it_is_not_clear_what_moved_nothing_is_touched(
    watched: Path, board: Document
) -> None:
    wait_for_all_sheets(board)
    arrows = BoardLayout(RULES).arrows.left
    board.sheet.Columns.insertByIndex(arrows, 1)  # before it, or before the numbers?
    cell(board, "marks", 3).setString("Hello")
    board.press("check")
    assert board.read("marks")[3][0] == "Hello"
    assert not watched.exists()
    assert not board.warns


@pytest.mark.long
def test_the_edition_without_macros_once_its_protection_is_lifted(
    calc: Calc, tmp_path: Path
) -> None:
    file = tmp_path / "MasterMind.xlsx"
    boards = [first_board(Rules.parse(game)) for game in ("4x6 black", "4x6")]
    file.write_bytes(workbook_bytes(*boards, edition=Edition.PLAIN))
    document = calc.open(file)
    layouts = board_layouts((each.rules for each in boards), Edition.PLAIN)
    for at in layouts:
        turn_to(document, at.sheet)
        before = picture(document, at)
        document.press("check")
        assert picture(document, at) == before
        assert document.sheet.isProtected()
        document.sheet.unprotect("")
        cell(document, "marks", 3).setString("Hello")
        cell(document, "guesses", 3).CharHeight = 30
        document.press("check")
        assert picture(document, at) == before
    document.close()
