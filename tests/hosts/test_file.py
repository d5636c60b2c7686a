"""Games in copies of the workbook, and when a workbook must not be replaced."""

import io
import re
import zipfile
from pathlib import Path
from random import Random

import openpyxl
import pytest
from boards import built, fresh, saved_boards, with_scores
from command_line import run
from helpers import rest_long
from libreoffice import Calc, environment, options, why_not
from openpyxl.workbook import Workbook
from openpyxl.workbook.defined_name import DefinedName

from xl_mastermind.draw.values import computed, kept
from xl_mastermind.game.rules import Rules
from xl_mastermind.hosts.file import (
    NotReplacedError,
    check_replaceable,
    new_workbook,
    shipped_workbook,
)
from xl_mastermind.sheet.cells import Cell
from xl_mastermind.sheet.edition import Edition
from xl_mastermind.sheet.games import GAMES
from xl_mastermind.sheet.layout import (
    BOARD_SHEET,
    SCORES_SHEET,
    STATE_SHEET,
    board_layouts,
)
from xl_mastermind.sheet.parts import with_cells

GAME: list[Cell] = [2, 46023.75, "Bulls and Cows", "Nobody", 10, 0.25, None]


# Copies


@pytest.mark.parametrize("edition", Edition)
def test_a_new_workbook_has_a_new_game_on_each_board(
    edition: Edition, tmp_path: Path
) -> None:
    path = tmp_path / f"new{edition}"
    path.write_bytes(new_workbook(edition))
    boards, first = saved_boards(path)
    assert [board.rules for board in boards] == [*map(Rules.parse, GAMES.values())]
    assert first is boards[0]
    assert not any(any(board.typed_guesses) for board in boards)
    noted = kept(path)[STATE_SHEET]
    layouts = board_layouts((board.rules for board in boards), edition)
    numbers = [board.number for board in boards]
    assert [noted[at.noted_for.address] for at in layouts] == numbers
    path.write_bytes(new_workbook(edition))
    assert [board.number for board in saved_boards(path)[0]] != numbers


@pytest.mark.calc
@pytest.mark.parametrize("game", rest_long(["4x6", "3x26"]))
@pytest.mark.parametrize("edition", rest_long(Edition))
def test_a_played_workbook_says_what_its_formulas_work_out(
    edition: Edition, game: str, tmp_path: Path
) -> None:
    if reason := why_not():
        pytest.skip(reason)
    played, bare = tmp_path / f"played{edition}", tmp_path / f"bare{edition}"
    said = run("solve", "--game", game, "--seed", "1", "--output", str(played))
    assert said.code == 0
    sheet = openpyxl.load_workbook(played, read_only=True).active
    assert sheet is not None
    shown = {a: v for a, v in kept(played)[sheet.title].items() if v is not None}
    bare.write_bytes(with_cells(played.read_bytes(), {}, unknown=kept(played)))
    assert len(shown) > 20
    worked_out = computed(bare)[sheet.title]
    # On large boards Python alone counts the codes left; without it they are blank.
    blank = {address for address in shown if worked_out[address] is None}
    assert not blank or Rules.parse(game).code_count > 10_000
    assert {a: worked_out[a] for a in shown if a not in blank} == {
        a: value for a, value in shown.items() if a not in blank
    }


# Files that are none


@pytest.fixture(scope="module")
def written() -> bytes:
    """Return a workbook of one board."""
    return built(fresh())


@pytest.fixture
def path(tmp_path: Path, written: bytes) -> Path:
    """Return where such a workbook lies."""
    path = tmp_path / "MasterMind.xlsm"
    path.write_bytes(written)
    return path


def test_what_loses_nothing_may_be_replaced(path: Path) -> None:
    check_replaceable(path)
    check_replaceable(path.with_name("none.xlsm"))
    for edition in Edition:
        path.write_bytes(shipped_workbook(edition))
        check_replaceable(path)


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
        check_replaceable(path)
    check_replaceable(path, force=True)


def test_a_damaged_workbook_is_refused_in_one_way(path: Path) -> None:
    whole = path.read_bytes()
    draw = Random(1)
    refused = 0
    for _ in range(20):
        place = draw.randrange(len(whole))
        cut = draw.random() < 0.3
        rest = b"" if cut else draw.randbytes(8) + whole[place + 8 :]
        path.write_bytes(whole[:place] + rest)
        try:
            check_replaceable(path)
        except NotReplacedError:
            refused += 1
    assert refused


@pytest.mark.parametrize(
    ("sheet", "text"),
    [(SCORES_SHEET, "<sheet"), (STATE_SHEET, "<sheet"), (STATE_SHEET, "<html></html>")],
)
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
        check_replaceable(path)


# Files that are not to be replaced


def assert_kept(path: Path, why: str) -> None:
    """Hold that a workbook is replaced by force only, which one line says."""
    with pytest.raises(NotReplacedError, match=re.escape(why)) as caught:
        check_replaceable(path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)
    check_replaceable(path, force=True)


@pytest.mark.parametrize(("games", "said"), [(1, "1 game"), (3, "3 games")])
def test_scores_are_not_lost(games: int, said: str, path: Path) -> None:
    path.write_bytes(with_scores(path.read_bytes(), *[GAME] * games))
    assert_kept(path, f"would lose the scores of {said}")


def test_blank_rows_are_no_scores(path: Path) -> None:
    path.write_bytes(with_scores(path.read_bytes(), [None] * 7, [""] * 7))
    check_replaceable(path)


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
    workbook.save(path)
    assert_kept(path, "has added: Mine (2)")


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
    check_replaceable(path)


def test_renamed_sheets_are_ours_but_not_beside_a_copy(path: Path) -> None:
    workbook = openpyxl.load_workbook(path, keep_vba=True)
    workbook["Help"].title = "Hilfe"
    workbook.save(path)
    check_replaceable(path)
    copied(workbook, "Hilfe", "Copy")
    workbook.save(path)
    assert_kept(path, "has added: Copy, Hilfe")


def test_what_libreoffice_has_open_is_not_replaced(
    path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if reason := why_not():
        pytest.skip(reason)
    lock = path.with_name(f".~lock.{path.name}#")
    calc = Calc(environment(tmp_path_factory.mktemp("ada")))
    document = calc.open(path)
    assert_kept(path, f"open in a program, as {lock.name} says")
    document.close()
    check_replaceable(path)
    calc.close()
