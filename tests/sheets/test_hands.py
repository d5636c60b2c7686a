"""Boards after random edits: cut, paste, delete and type in any order."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from boards import fresh, write_workbook
from calc_boards import CONTENTS, LAYOUTS_BY_EDITION, CalcBoard
from libreoffice import Calc, Document, corners_of

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.game.game import CHEATS, COMPUTER, SOMEBODY_ELSE
from xl_mastermind.game.numbers import MAX_NUMBER
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.workbook_files.edition import Edition

LAYOUTS = LAYOUTS_BY_EDITION[Edition.PLAIN]

NOTES = 6
"""Cells below the board that things are cut to and from."""


@pytest.fixture
def game() -> str:
    return "Mastermind"


@pytest.fixture
def plain(
    calc_without_extension: Calc, game: str, tmp_path: Path
) -> Iterator[Document]:
    """Yield a workbook with the board of a game."""
    file = tmp_path / "board.xlsx"
    write_workbook(file, fresh(GAMES[game]), has_optional_sheets=False)
    document = calc_without_extension.open(file)
    yield document
    document.close()


class RandomUser:
    """A user who does anything that a protected sheet allows."""

    def __init__(self, document: Document, layout: BoardLayout, draw: Random) -> None:
        self.sheet = document.show_sheet(layout.sheet).sheet
        self.layout, self.draw = layout, draw
        notes = layout.cell_range(
            layout.ranges["notes"].top, layout.ranges["notes"].left, NOTES, 2
        )
        self.columns = [
            layout.guess_input,
            *(
                layout.ranges["feedback_input"].column(index)
                for index in range(len(layout.mark_names))
            ),
            layout.game_number,
            notes.column(0),
        ]

    def _cells(self, area: CellRange) -> Any:
        return self.sheet.getCellRangeByPosition(
            area.left, area.top, area.right, area.bottom
        )

    def _is_free(self, area: CellRange) -> bool:
        return area.top >= 0 and not self._cells(area).CellProtection.IsLocked

    def _some(self, height: int = 1) -> CellRange:
        """Draw cells of one column that may be changed."""
        while True:
            column = self.draw.choice(self.columns[:1] * 3 + self.columns)
            if column.height >= height:
                top = column.top + self.draw.randrange(column.height - height + 1)
                area = replace(column, top=top, bottom=top + height - 1)
                if self._is_free(area):
                    return area

    def step(self) -> str:
        """Do one thing, and return what."""
        often, rarely = [self.type, self.move], [self.copy, self.delete, self.new_game]
        change = self.draw.choice([*often, *often, *rarely])
        return change()

    def type(self) -> str:
        """Type a guess, sometimes where none belongs."""
        where, rules = self._some(), self.layout.rules
        pick = self.draw.sample if rules.distinct else self.draw.choices
        word = "".join(pick(rules.symbols, k=rules.pegs))
        if where.left in (column.left for column in self.columns[1:-2]):
            word = self.draw.choice("00112?")
        self._cells(where).getCellByPosition(0, 0).setFormula(word)
        return f"type {word} into {where.address}"

    def delete(self) -> str:
        where = self._some(self.draw.randint(1, 2))
        self._cells(where).clearContents(CONTENTS)
        return f"delete {where.address}"

    def new_game(self) -> str:
        """Type another number, if the cell is there."""
        number, cell = self.draw.randint(1, MAX_NUMBER), self.layout.game_number
        if self._is_free(cell):
            self._cells(cell).getCellByPosition(0, 0).setValue(number)
        return f"the number {number}"

    def move(self) -> str:
        return self._paste(self.sheet.moveRange)

    def copy(self) -> str:
        return self._paste(self.sheet.copyRange)

    def _paste(self, paste: Callable[[Any, Any], None]) -> str:
        height = self.draw.choice((1, 1, 2, 3))
        source = goal = self._some(height)
        while source == goal:
            goal = self._some(height)
        to = self._cells(goal).getCellByPosition(0, 0).CellAddress
        paste(to, self._cells(source).RangeAddress)
        return f"{paste} {source.address} to {goal.address}"


@pytest.mark.parametrize(
    ("game", "maker", "steps"),
    [
        ("Mastermind", COMPUTER, 30),
        ("Mastermind", SOMEBODY_ELSE, 30),
        ("Black Pegs", SOMEBODY_ELSE, 20),
        ("Letters", COMPUTER, 20),
        *(
            pytest.param("Mastermind", maker, 300, marks=pytest.mark.proof)
            for maker in (COMPUTER, SOMEBODY_ELSE)
        ),
    ],
)
def test_each_row_shows_feedback_to_its_guess(
    plain: Document, game: str, maker: str, steps: int
) -> None:
    layout = LAYOUTS[game]
    user = RandomUser(plain, layout, Random(f"{game} {maker}"))
    board = CalcBoard(plain, layout)
    board.type("codemaker", [[maker]])
    done = []
    for _ in range(steps):
        done.append(user.step())
        assert board.expected.differences() == [], done


def test_copied_sheet_is_an_independent_board(plain: Document) -> None:
    sheets = plain.model.Sheets
    sheets.copyByName("Mastermind", "Second", 1)
    layout = LAYOUTS["Mastermind"]
    copy = CalcBoard(plain, board_layout(layout.game, "Second", edition=Edition.PLAIN))
    copy.type("game_number", [[987654]])
    copy.type("guess_input", [[1122], ["?"]])
    assert copy.expected.differences() == []
    assert CalcBoard(plain, layout).expected.differences() == []


@pytest.mark.parametrize("maker", [COMPUTER, CHEATS, SOMEBODY_ELSE])
def test_copied_sheet_plays_on_without_its_original(
    plain: Document, maker: str
) -> None:
    """LibreOffice keeps results of MATCH by the number of a sheet and the address."""
    original = CalcBoard(plain, LAYOUTS["Mastermind"])
    original.type("codemaker", [[SOMEBODY_ELSE]])
    original.type("guess_input", [[1122]])
    original.type("feedback_input", [[4, 0]])
    sheets = plain.model.Sheets
    sheets.copyByName("Mastermind", "Second", 1)
    game = LAYOUTS["Mastermind"].game
    copy = CalcBoard(plain, board_layout(game, "Second", edition=Edition.PLAIN))
    copy.type("codemaker", [[maker]])
    copy.type("guess_input", [[1122], ["?"]])
    copy.type("feedback_input", [[1, 0], [0, 1]])
    sheets.removeByName("Mastermind")
    copy.type("guess_input", [[2345], ["?"]], row=2)
    copy.type("feedback_input", [[0, 0], [4, 0]], row=2)
    assert copy.expected.differences() == []


def test_moved_or_renamed_board_continues_the_game(
    calc_without_extension: Calc, plain: Document
) -> None:
    game = LAYOUTS["Mastermind"].game
    plain.sheet.Name = "Ann's"
    renamed = CalcBoard(plain, board_layout(game, "Ann's", edition=Edition.PLAIN))
    renamed.type("game_number", [[987654]])
    renamed.type("guess_input", [[1122], [3344]])
    assert renamed.expected.differences() == []
    other = calc_without_extension.new()
    # Not importSheet: while it runs, LibreOffice draws its window in another thread.
    goal = {"DocName": other.model.Title, "Index": 1, "Copy": True}
    calc_without_extension.dispatch(plain.model, ".uno:Move", **goal)
    taken = CalcBoard(other, board_layout(game, "Ann's", edition=Edition.PLAIN))
    assert taken.expected.differences() == []
    taken.type("guess_input", [[2345]], row=2)
    assert taken.expected.differences() == []
    other.close()
    assert renamed.expected.differences() == []


def numbered_cells(sheet: Any) -> dict[int, set[tuple[int, int]]]:
    """Return the cells of each conditional format, by the number that cells keep."""
    return {
        each.ID: {
            cell
            for at in each.Range.RangeAddresses
            for cell in CellRange(sheet.Name, *corners_of(at)).cells()
        }
        for each in sheet.ConditionalFormats.getConditionalFormats()
    }


def test_duplicate_keeps_conditional_formats(
    calc_without_extension: Calc, tmp_path: Path
) -> None:
    # Calc joins those that are equal, and the numbers of all after them change.
    file = tmp_path / "MasterMind.xlsm"
    write_workbook(file, fresh())
    document = calc_without_extension.open(file)
    for sheet in ("Mastermind", "Puzzles", "Match", "Compare"):
        document.show_sheet(sheet)
        calc_without_extension.dispatch(document.model, ".uno:DuplicateSheet")
        copy = document.model.Sheets.getByName(f"{sheet}_2")
        assert numbered_cells(copy) == numbered_cells(document.sheet) != {}, sheet
    document.close()


def test_pasted_text_accepts_new_input(plain: Document) -> None:
    plain.model.Sheets.insertNewByName("Web", 0)
    page = plain.model.Sheets.getByName("Web").getCellRangeByName("A1:A1")
    page.setDataArray(((1122,),))
    goal = plain.sheet.getCellRangeByName("H5").CellAddress
    plain.sheet.copyRange(goal, page.RangeAddress)
    board = CalcBoard(plain, LAYOUTS["Mastermind"])
    assert board.expected.differences() == []
    assert not plain.sheet.getCellRangeByName("H5").CellProtection.IsLocked
    board.type("guess_input", [[1234]], row=2)
    assert board.expected.differences() == []


@pytest.mark.parametrize(
    ("area", "row"),
    [("guesses", 0), ("colours", 0)],
    ids=["tile", "colour"],
)
def test_locked_guess_shows_how_to_unlock(plain: Document, area: str, row: int) -> None:
    plain.guess(1, "1122")
    goal = plain.cells("guess_input").getCellByPosition(0, 1)
    locked = "If its cell is locked, press Ctrl+Z or unprotect the sheet."
    for typed in ("1", "9", "L"):
        plain.guess(2, typed)
        assert str(plain.cell_value("message")).startswith("Attempt 2: please type")
        assert "locked" not in str(plain.cell_value("message")), typed
    tile = plain.cells(area).getCellRangeByPosition(0, row, 0, row)
    assert tile.getDataArray() != (("",),)
    plain.sheet.copyRange(goal.CellAddress, tile.RangeAddress)
    assert goal.CellProtection.IsLocked
    assert str(plain.cell_value("message")).startswith("Attempt 2: please type")
    assert locked in str(plain.cell_value("message"))
    plain.sheet.unprotect("")
    plain.guess(2, "3344")
    assert "please type" not in str(plain.cell_value("message"))
