"""
The workbook without macros in real LibreOffices, with the extension and without.

It is played as it is, after other programs have saved it, and as `solve` has played it.
"""

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import openpyxl
import other_readers
import pytest
from calc_boards import assert_shows, code, expected
from command_line import run as run_here
from helpers import rest_long
from libreoffice import WORKBOOK, Calc, Document

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.board import Board
from xl_mastermind.sheet.cells import Cell, pegs_as_cells
from xl_mastermind.sheet.layout import (
    GAMES,
    HELP_SHEET,
    BoardLayout,
)

pytestmark = pytest.mark.calc

PLAIN = WORKBOOK.with_suffix(".xlsx")
EXCEL, ODF = "Calc MS Excel 2007 XML", "calc8"
_CONTENTS = 1 | 2 | 4 | 16
"""Numbers, dates, texts and formulas, as LibreOffice counts what is deleted."""

NUMBER = 2611
"""Of a game that is played."""


@pytest.fixture
def plain(calc: Calc) -> Iterator[Document]:
    """Return the workbook, open in a LibreOffice with the extension."""
    document = calc.open(PLAIN, AsTemplate=True)
    yield document
    document.close()


@pytest.fixture(scope="module")
def shared_plain(calc: Calc) -> Iterator[Document]:
    """Return the workbook for tests each of which has a sheet of its own."""
    document = calc.open(PLAIN, AsTemplate=True)
    yield document
    document.close()


def turn_to(document: Document, sheet: str) -> None:
    document.sheet = document.model.Sheets.getByName(sheet)
    document.model.CurrentController.setActiveSheet(document.sheet)


def played_on(document: Document, game: str, *, to_the_end: bool = False) -> Board:
    """Type a game's number and guesses; return the board as it has to be."""
    rules = Rules.parse(game)
    board = replace(Board.new(rules), number=NUMBER)
    draw = Random(game)
    codes = [tuple(draw.sample(range(1, rules.colours + 1), rules.pegs))]
    if to_the_end:
        codes.append(rules.code_numbered(NUMBER))
    document.write("game_number", (NUMBER,))
    for row, guess in enumerate(codes):
        document.guess(row + 1, rules.format_code(guess))
        board = board.with_guess(row, pegs_as_cells(guess, rules))
    players: list[Cell] = [name or None for (name,) in document.read("played_by")]
    return replace(board, played_by=players, is_plain=True)


def assert_plays(document: Document) -> None:
    """Play a game on each board, and compare what its plain formulas show."""
    for sheet, game in GAMES.items():
        document.sheet = document.model.Sheets.getByName(sheet)
        board = played_on(document, game)
        assert document.read("marks") == tuple(map(tuple, board.marks)), sheet
        if document.sheet.NamedRanges.hasByName("code_list"):
            left = [count for (count,) in document.read("codes_left")]
            assert left == board.codes_left, sheet
            out = [mark for (mark,) in document.read("ruled_out_marks")]
            assert out == board.ruled_out_marks, sheet
            assert document.one("message") == board.message
        assert document.read("hidden_code") == (("?",) * board.rules.pegs,)
        document.write("reveal", ("Yes",))
        assert list(document.read("hidden_code")[0]) == board.code, sheet
        document.write("reveal", ("No",))
        board = played_on(document, game, to_the_end=True)
        assert document.one("message") == board.message
        assert document.one("code_status") == "found"


def assert_is_protected(document: Document) -> None:
    """What is deleted by mistake is there still."""
    for sheet in (*GAMES, HELP_SHEET):
        assert document.model.Sheets.getByName(sheet).isProtected(), sheet
    for name in GAMES:
        document.sheet = document.model.Sheets.getByName(name)
        for area in ("message", "marks", "codes_left", "turns_key", "hidden_code"):
            first = document.area(area).getCellByPosition(0, 0)
            first.clearContents(_CONTENTS)
            assert first.Formula, (name, area)


# With the extension


@pytest.mark.parametrize("sheet", rest_long(GAMES, quick=2))
def test_every_button_of_the_menu(shared_plain: Document, sheet: str) -> None:
    turn_to(shared_plain, sheet)
    number = shared_plain.one("game_number")
    shared_plain.press("new_game")
    assert shared_plain.one("game_number") != number
    assert str(shared_plain.one("message")).startswith("A new code is hidden.")
    shared_plain.write("game_number", (NUMBER,))  # no first hint finds its code
    shared_plain.press("hint")
    first = shared_plain.read("guesses")[0]
    assert "" not in first
    assert isinstance(shared_plain.read("codes_left")[0][0], float)
    assert "would have left" in str(shared_plain.read("story")[0][0])
    shared_plain.press("reveal_code")
    assert shared_plain.one("reveal") == "Yes"
    code_shown = shared_plain.read("hidden_code")[0]
    assert "?" not in code_shown
    shared_plain.press("clear")
    assert {peg for row in shared_plain.read("guesses") for peg in row} == {""}
    assert shared_plain.one("reveal") == "Yes"
    shared_plain.press("new_game")
    assert shared_plain.one("reveal") == "No"
    assert {*shared_plain.read("hidden_code")[0]} == {"?"}
    shared_plain.press("solve")
    told = [sentence for (sentence,) in shared_plain.read("story") if sentence]
    guesses = [row for row in shared_plain.read("guesses") if row[0] != ""]
    assert len(told) == len(guesses)
    # Some codes of letters take more attempts than a board has.
    is_found = guesses[-1] == shared_plain.read("hidden_code")[0]
    assert is_found or (sheet == "Letters" and len(guesses) == 10)
    assert shared_plain.one("code_status") == ("found" if is_found else "shown")
    if shared_plain.sheet.NamedRanges.hasByName("costs"):
        costs = [cost for (cost,) in shared_plain.read("costs") if cost != ""]
        assert len(costs) == len(guesses)
    shared_plain.press("check")
    assert not shared_plain.warns


def test_check_brings_what_only_python_knows(plain: Document) -> None:
    plain.guess(1, "1122")
    assert plain.read("story")[0] == ("The story needs Python: see Help.",)
    plain.press("check")
    board = expected(code(plain), "1122")
    assert_shows(plain, board)
    assert plain.read("story")[0] == (board.story[0],)
    plain.guess(2, "3456")
    assert_shows(plain, expected(code(plain), "1122", "3456"))


def test_somebody_elses_code(plain: Document) -> None:
    plain.write("codemaker", ("Somebody else",))
    plain.guess(1, "1122")
    plain.write("typed_marks", (1, 1), *[("", "")] * 9)
    assert plain.one("message") == "1 black, 1 white: 208 codes left."
    plain.press("hint")
    assert "" not in plain.read("guesses")[1]
    plain.press("clear")
    assert plain.read("typed_marks")[0] == ("", "")


def test_opening_brings_no_word_of_ours(calc: Calc, tmp_path: Path) -> None:
    file = tmp_path / "MasterMind.xlsx"
    file.write_bytes(PLAIN.read_bytes())
    document = calc.open(file)
    assert not document.warns
    assert not document.model.isModified()
    assert not document.model.getUndoManager().isUndoPossible()
    document.close()
    assert file.read_bytes() == PLAIN.read_bytes()


@pytest.mark.long
def test_it_plays_on_once_it_was_saved_for_excel(
    calc: Calc, plain_calc: Calc, tmp_path: Path
) -> None:
    file = tmp_path / "MasterMind.xlsx"
    file.write_bytes(PLAIN.read_bytes())
    plain = calc.open(file)
    plain.press("hint")
    told = plain.read("story")[0]
    kept = plain.read("guesses")
    other = tmp_path / "other.xlsx"
    plain.save_as(other, EXCEL)
    plain.close()
    for office in (calc, plain_calc):
        again = office.open(other)
        assert again.read("guesses") == kept
        assert again.read("story")[0] == told
        assert_is_protected(again)
        assert_plays(again)
        again.close()


# LibreOffice alone


def by_nobody(_office: Calc, _folder: Path) -> Path:
    return PLAIN


def by_openpyxl(_office: Calc, folder: Path) -> Path:
    file = folder / "openpyxl.xlsx"
    openpyxl.load_workbook(PLAIN).save(file)
    return file


def by_libreoffice(office: Calc, folder: Path) -> Path:
    return resaved(office, PLAIN, folder / "libreoffice.xlsx", EXCEL)


def by_way_of_odf(office: Calc, folder: Path) -> Path:
    kept = resaved(office, PLAIN, folder / "kept.ods", ODF)
    return resaved(office, kept, folder / "back.xlsx", EXCEL)


def resaved(office: Calc, file: Path, other: Path, kind: str) -> Path:
    document = office.open(file)
    document.save_as(other, kind)
    document.close()
    return other


@pytest.mark.parametrize(
    "saved", rest_long([by_nobody, by_openpyxl, by_libreoffice, by_way_of_odf])
)
def test_it_plays_and_is_protected_whoever_has_saved_it(
    plain_calc: Calc, tmp_path: Path, saved: Callable[[Calc, Path], Path]
) -> None:
    document = plain_calc.open(saved(plain_calc, tmp_path))
    assert_is_protected(document)
    assert_plays(document)
    document.close()


RESAVE = """
const XLSX = require("xlsx");
const options = { cellStyles: true, sheetStubs: true, xlfn: true };
const [, file, other] = process.argv;
XLSX.writeFile(XLSX.readFile(file, options), other);
"""


@pytest.mark.long
@pytest.mark.skipif(bool(other_readers.why_not()), reason=other_readers.why_not())
def test_it_plays_after_sheetjs_which_loses_its_looks(
    plain_calc: Calc, tmp_path: Path
) -> None:
    file = tmp_path / "sheetjs.xlsx"
    subprocess.run(
        ["node", "-e", RESAVE, str(PLAIN), str(file)],
        cwd=other_readers.FOLDER,
        check=True,
    )
    document = plain_calc.open(file)
    assert_plays(document)
    # Said here so that it is known: it writes no colours, lists and protection.
    turn_to(document, "Mastermind")
    assert not document.sheet.isProtected()
    document.close()


# Games that were played before


def shown(document: Document) -> dict[str, tuple[tuple[Cell, ...], ...]]:
    """Return what every cell of every sheet holds."""
    found = {}
    for sheet in document.model.Sheets:
        cursor = sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)  # noqa: FBT003 - UNO has no names
        end = cursor.RangeAddress
        area = sheet.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow)
        found[sheet.Name] = tuple(tuple(map(_cell, row)) for row in area.getDataArray())
    return found


def _cell(value: float | str) -> Cell:
    """Return a value without the last digits of a number, which files leave out."""
    return float(f"{value:.12g}") if isinstance(value, float) else value


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[] if game == "4x6" else pytest.mark.long)
        for game in (*GAMES.values(), "6x9")
    ],
)
def test_nothing_changes_when_a_played_game_is_worked_out_anew(
    plain_calc: Calc, tmp_path: Path, game: str
) -> None:
    file = tmp_path / "played.xlsx"
    said = run_here("solve", "--game", game, "--number", "2611", "--output", str(file))
    assert (said.code, said.err) == (0, "")
    document = plain_calc.open(file)
    before = shown(document)
    document.model.calculateAll()
    after = shown(document)
    for sheet, cells in before.items():
        changed = [
            (row, old, new)
            for row, (old, new) in enumerate(zip(cells, after[sheet], strict=True))
            if old != new
        ]
        assert changed == [], sheet
    document.close()


# On paper


A4, LETTER = (29700, 21000), (27940, 21590)
"""Width and height in hundredths of a millimetre."""


def put_on(document: Document, paper: tuple[int, int]) -> None:
    """Give every sheet another paper, as it lies or stands there."""
    styles = document.model.StyleFamilies.getByName("PageStyles")
    for style in (styles.getByIndex(place) for place in range(styles.Count)):
        sizes = paper if style.IsLandscape else paper[::-1]
        style.Width, style.Height = sizes


@pytest.mark.long
@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("workbook", [WORKBOOK, PLAIN])
def test_one_board_is_printed_on_one_page_without_its_list(
    plain_calc: Calc, workbook: Path, paper: tuple[int, int]
) -> None:
    document = plain_calc.open(workbook, AsTemplate=True)
    put_on(document, paper)
    sheets = document.model.Sheets
    sheets.getByName(HELP_SHEET).IsVisible = False  # longer than a page in one edition
    seen = [sheet for sheet in sheets if sheet.IsVisible]
    assert document.model.getRendererCount(document.model, ()) == len(seen)
    for name, game in GAMES.items():
        sheet = sheets.getByName(name)
        style = document.model.StyleFamilies.getByName("PageStyles")
        assert style.getByName(sheet.PageStyle).IsLandscape
        (area,) = sheet.getPrintAreas()
        at = BoardLayout(Rules.parse(game), name)
        assert area.StartRow == at.hidden_code.top
        assert at.rules.pegs < area.StartColumn <= at.arrows.left
        assert area.EndColumn == at.panel_right
        assert area.EndRow == at.story.bottom
    document.close()
