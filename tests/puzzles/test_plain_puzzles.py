"""The sheet Puzzles in a LibreOffice that has no extension and runs no macros."""

from collections.abc import Iterator
from random import Random

import plain_puzzles
import pytest
from boards import built
from calc_boards import LAYOUTS, CalcBoard, type_in_cell
from libreoffice import Calc, Document
from plain_puzzles import AT, KINDS, Kind, choose, shown, type_in

from xl_mastermind.bundle.workbook import first_board
from xl_mastermind.game.rules import Rules
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.sheet_names import PUZZLES_SHEET

EASY = Kind(Rules(4, 6), "easy")


@pytest.fixture(scope="module")
def document(
    calc_without_extension: Calc, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Document]:
    file = tmp_path_factory.mktemp("puzzles") / "little.xlsx"
    file.write_bytes(built(first_board(Rules(3, 4)), edition=Edition.PLAIN))
    document = calc_without_extension.open(file)
    document.show_sheet(PUZZLES_SHEET)
    yield document
    document.close()


@pytest.fixture
def program(document: Document) -> CalcBoard:
    return CalcBoard(document, LAYOUTS["Little"])


@pytest.mark.parametrize("count", [24, pytest.param(300, marks=pytest.mark.proof)])
def test_sheet_and_python_agree_on_numbers(program: CalcBoard, count: int) -> None:
    draw = Random("codes")
    for kind, number in plain_puzzles.cases(count):
        plain_puzzles.check(program, kind, number, draw)


def test_whatever_is_typed_is_answered_by_a_sentence(program: CalcBoard) -> None:
    plain_puzzles.check_odd(program, KINDS[0])


def test_numbers_days_and_games_can_be_written_in_several_ways(
    program: CalcBoard,
) -> None:
    plain_puzzles.check_ways_to_write(program)


def test_what_a_person_types_stays_as_it_was_typed(document: Document) -> None:
    """A day is no date, and a code keeps its first 0."""
    program = CalcBoard(document, LAYOUTS["Little"])
    choose(program, Kind(Rules.parse("ab"), "easy"), "1")
    type_in_cell(document, AT.typed_number.address, "2026-12-31")
    type_in_cell(document, AT.code_input.address, "0123")
    name = "Puzzle 4x10 distinct easy #20261231"
    assert shown(program, AT.puzzle_name) == name
    assert shown(program, AT.message).startswith("0123 cannot be the code: clue ")


@pytest.mark.parametrize(
    ("cut", "paste"),
    [("typed_number", "code_input"), ("code_input", "typed_level")],
)
def test_cells_that_are_cut_and_pasted_are_read_where_they_stand(
    document: Document, cut: str, paste: str
) -> None:
    program = CalcBoard(document, LAYOUTS["Little"])
    choose(program, EASY, "7")
    type_in(program, AT.code_input, "1234")
    go_and(document, AT.ranges[cut].address, ".uno:Cut")
    go_and(document, AT.ranges[paste].address, ".uno:Paste")
    choose(program, EASY, "382")
    type_in(program, AT.code_input, "1123")
    assert shown(program, AT.puzzle_name) == "Puzzle 4x6 easy #382"
    assert shown(program, AT.message).startswith("1123 cannot be the code: clue ")


def test_a_copy_of_the_sheet_is_a_puzzle_of_its_own(document: Document) -> None:
    program = CalcBoard(document, LAYOUTS["Little"])
    choose(program, EASY, "382")
    sheets = document.model.Sheets
    sheets.copyByName(PUZZLES_SHEET, "Copy", sheets.Count)
    copy = sheets.getByName("Copy")
    cell = copy.getCellRangeByName(AT.typed_number.address)
    cell.setString("383")
    name = copy.getCellRangeByName(AT.puzzle_name.address)
    assert name.String == "Puzzle 4x6 easy #383"
    assert shown(program, AT.puzzle_name) == "Puzzle 4x6 easy #382"
    sheets.removeByName("Copy")


def go_and(document: Document, address: str, command: str) -> None:
    """Do something with a cell."""
    document.calc.dispatch(document.model, ".uno:GoToCell", ToPoint=address)
    document.calc.dispatch(document.model, command)
