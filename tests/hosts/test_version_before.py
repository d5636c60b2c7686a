"""
A workbook of the version before, which a newer Python, add-in or extension opens.

`tests/data/version_before.*` are never built anew with the version that is tested; when
one is released, `xl-mastermind build --game 3x4` of it takes their place.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from boards import saved_boards
from libreoffice import Calc
from person import block, named, never_computed
from pyopenvba import ExcelFile
from vba_host import Excel, as_vba

from xl_mastermind.game.rules import Rules
from xl_mastermind.hosts import excel as hosts_excel
from xl_mastermind.hosts.workbook_file import with_game
from xl_mastermind.setup.workbook import Book
from xl_mastermind.sheet.board import NewBoard
from xl_mastermind.sheet.buttons import BUTTONS, press
from xl_mastermind.sheet.cells import Block
from xl_mastermind.sheet.edition import Edition
from xl_mastermind.sheet.package import areas_of, without_macros
from xl_mastermind.solve.evaluate import game_record

RULES = Rules(3, 4)
SECRET = (3, 2, 4)


def before(edition: Edition) -> Path:
    return Path(__file__).parents[1] / "data" / f"version_before{edition}"


# As a file


@pytest.mark.parametrize("edition", Edition)
def test_a_game_goes_into_its_file_which_is_known_as_ours(
    edition: Edition, tmp_path: Path
) -> None:
    record = [*game_record(RULES, SECRET, "knuth")]
    played = tmp_path / f"played{edition}"
    board = NewBoard.new(RULES, SECRET)
    played.write_bytes(with_game(before(edition).read_bytes(), [RULES], board, record))
    _, shown = saved_boards(played)
    assert shown.number == RULES.number_of(SECRET)
    assert [guess for guess in shown.typed_guesses if guess] == [
        int(RULES.format_code(step.turn.guess)) for step in record
    ]
    book = Book.read(before(edition))
    assert book is not None
    assert book.has_board


# In LibreOffice


@pytest.mark.calc
@pytest.mark.parametrize("edition", Edition)
def test_it_is_played_in_calc(calc: Calc, edition: Edition) -> None:
    document = calc.open(before(edition), AsTemplate=True)
    document.wait_for_all_sheets()
    document.press("new_game")
    assert document.one("message") == "A new code is hidden. Your guess."
    document.write("game_number", (RULES.number_of(SECRET),))
    document.guess(1, "112")
    assert document.read("marks")[0][:2] == (0, 1)
    document.press("hint")
    assert document.read("typed_guesses")[1][0] != ""
    document.press("solve")
    assert str(document.one("message")).startswith("Knuth found it in 3, after 1 guess")
    document.press("reveal_code")
    document.press("clear")
    assert document.read("typed_guesses")[0][0] == ""
    document.close()


# In Excel


class Before(Excel):
    """The workbook in Excel, with the macros that it has."""

    def __init__(self, folder: Path) -> None:
        self._file = before(Edition.MACROS)
        bare = folder / "MasterMind.xlsm"
        bare.write_bytes(without_macros(self._file.read_bytes()))
        super().__init__([], file=bare)
        never_computed(self.book)
        self.board = self.book.sheets_[0]
        self.python.act = self._run

    def _modules(self, functions: object) -> Iterator[tuple[str, str, str]]:
        assert functions == []
        with ExcelFile(self._file) as file:
            for name, text in file.vba_modules().items():
                is_object = "Attribute VB_PredeclaredId = True" in text
                is_class = "Attribute VB_PredeclaredId = False" in text
                kind = "document" if is_object else "class" if is_class else "standard"
                yield name, kind, text

    def read(self, name: str) -> Block:
        return block(named(self.board, name))

    def write(self, name: str, rows: object) -> None:
        named(self.board, name).vba_set("Value", as_vba(rows))

    def _run(self, command: str) -> None:
        """Do what Python does when a macro asks it for a button."""
        (name,) = re.findall(r"excel\.(\w+)\(\)", command)
        assert callable(getattr(hosts_excel, name))
        there = areas_of(self._file.read_bytes())[self.board.name]
        values = {n: self.read(n) for n in BUTTONS[name].inputs if n in there}
        self.application.enable_events = False
        for area, rows in press(name, values).items():
            self.write(area, rows)
        self.application.enable_events = True


def test_its_macros_are_answered(tmp_path: Path) -> None:
    excel = Before(tmp_path)
    excel.write("game_number", RULES.number_of(SECRET))
    for macro in ("Hint", "Solve", "Explain"):
        excel.run(macro)
    guesses = [guess for (guess,) in excel.read("typed_guesses") if guess]
    assert guesses[-1] == 324
    assert str(excel.read("said_story")[0][0]) != ""
    excel.run("NewGame")
    assert not any(guess for (guess,) in excel.read("typed_guesses"))
    assert excel.read("said_message") == [["A new code is hidden. Your guess."]]
    assert not excel.said
