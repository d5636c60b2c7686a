"""
What macros do without a button, and after one: split, fill, go on.

The workbook is a real one, whose plain formulas and events pyOpenVBA works out as Excel
does; a button is `press` on the values of the board's areas, as a host makes it.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from boards import built
from helpers import rest_long
from pyopenvba.apps.excel import Range, SheetView, Worksheet
from pyopenvba.interpreter import VBAObject, VBARuntimeError
from vba_host import AUTOMATIC, MANUAL, Excel, as_vba

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.board import SOMEBODY_ELSE
from xl_mastermind.sheet.build import first_board
from xl_mastermind.sheet.buttons import BOARD_BUTTONS, BUTTONS, Button, press
from xl_mastermind.sheet.cells import Block
from xl_mastermind.sheet.layout import SCORES_SHEET, BoardLayout
from xl_mastermind.sheet.macros import without_macros

GAME = "3x4"
SECRET = (3, 2, 4)
"""The game of most tests, on whose board a guess is H3:J3, its marks N3:O3."""


Books: TypeAlias = "Callable[..., Person]"


class Person:
    """A person in front of a workbook with one board, with mouse and keyboard."""

    def __init__(self, file: Path, game: str, *, mac: bool) -> None:
        self.excel = Excel([], mac=mac, file=file)
        self.at = BoardLayout(Rules.parse(game))
        self.sheet: VBAObject = self.other(self.excel.book.sheets_[0].name)
        bare(self.other(SCORES_SHEET))
        self.type(self.at.game_number.address, 1)
        self._new = self.contents

    def start_anew(self) -> None:
        """Make of the workbook what it was, as if it were opened now."""
        application = self.excel.application
        application.enable_events = False
        self.sheet.vba_get("Unprotect")
        for name, rows in self.contents.items():
            if name != "scores" and rows != self._new[name]:
                self.area(name).vba_set("Value", as_vba(self._new[name]))
        scores = part(self.scores, "ListRows")
        for _ in self.contents["scores"][1:]:
            part(scores, "Item", 1).vba_get("Delete")
        part(self.scores, "DataBodyRange").vba_get("ClearContents")
        application.calculation, application.enable_events = AUTOMATIC, True
        application.clipboard = None
        application.calculations = 0
        self.area("guesses").vba_set("Locked", 0)
        self.sheet.vba_get("Protect")
        self.sheet.vba_get("Activate")
        self.excel.python.act = self.run
        self.select("A1")

    # What stands in the workbook

    def area(self, name: str) -> VBAObject:
        return part(part(self.sheet, "Names", name), "RefersToRange")

    def cells(self, address: str) -> VBAObject:
        return part(self.sheet, "Range", address)

    def read(self, name: str) -> Block:
        return block(self.area(name))

    def guess(self, row: int = 0) -> str:
        """Return a row of the board: its tiles keep what they are given as text."""
        cells = ("." if c is None else c for c in self.read("guesses")[row])
        return " ".join(str(int(c)) if isinstance(c, float) else str(c) for c in cells)

    @property
    def contents(self) -> dict[str, Block]:
        """All that no formula works out, by its name."""
        areas = {name: self.area(name) for name in self.at.named}
        typed = {n: block(a) for n, a in areas.items() if not a.vba_get("HasFormula")}
        return typed | {"scores": block(part(self.scores, "DataBodyRange"))}

    def other(self, sheet: str) -> VBAObject:
        return part(self.excel.application, "Worksheets", sheet)

    @property
    def scores(self) -> VBAObject:
        return part(self.other(SCORES_SHEET), "ListObjects", SCORES_SHEET)

    @property
    def cursor(self) -> str:
        return address(part(self.excel.application, "ActiveCell"))

    # What the person does

    def select(self, address: str) -> None:
        self.cells(address).vba_get("Select")

    def type(self, address: str, value: object, down: int = 1, right: int = 0) -> None:
        """Type into a cell; Enter, or where else it leads, comes before the event."""
        self.select(address)
        moved = part(self.cells(address), "Offset", down, right)
        self.excel.application.enable_events = False
        moved.vba_get("Select")
        self.excel.application.enable_events = True
        self.cells(address).vba_set("Value", as_vba(value))

    def tab(self, address: str, value: object) -> None:
        self.type(address, value, 0, 1)

    def paste(self, address: str, rows: Block) -> None:
        self.cells(address).vba_set("Value", as_vba(rows))

    def click(self, colour: int) -> None:
        """Click a colour of the key, counted from 1."""
        part(self.area("colours"), "Cells", 1, colour).vba_get("Select")

    def double_click(self, address: str) -> object:
        self.select(address)
        return self.excel.run("ThisWorkbook.IsDoubleClickOurs", self.cells(address))

    def hide(self, *secret: int) -> None:
        """Let this be the hidden code."""
        number = self.at.rules.number_of(secret)
        self.type(self.at.game_number.address, number)

    def press(self, name: str) -> None:
        self.excel.run(BUTTONS[name].macro)

    # What Python does

    def run(self, command: str) -> None:
        """Do what Python does when a button is pressed."""
        (name,) = re.findall(r"excel\.(\w+)\(\)", command)
        inputs = [area for area in BUTTONS[name].inputs if area in self.at.named]
        values = {area: self.read(area) for area in inputs}
        changed = press(name, values | {"scores": self.contents["scores"]})
        self.excel.application.enable_events = False
        for row in changed.pop("scores", []):
            self._add(row)
        for area, rows in changed.items():
            self.area(area).vba_set("Value", as_vba(rows))
        self.excel.application.enable_events = True

    def _add(self, row: list[object]) -> None:
        rows = part(self.scores, "ListRows")
        if any(map(any, self.contents["scores"])):
            rows.vba_get("Add")
        last = part(rows, "Item", rows.vba_get("Count"))
        part(last, "Range").vba_set("Value", as_vba([row]))


def part(owner: VBAObject, name: str, *given: object) -> VBAObject:
    """Return an object that belongs to another."""
    found = owner.vba_get(name, [*given])
    assert isinstance(found, VBAObject)
    return found


def address(cells: VBAObject) -> str:
    return str(cells.vba_get("Address", [False, False]))


def bare(sheet: VBAObject) -> None:
    """Take away from a sheet what keeps pyOpenVBA from moving cells."""
    assert isinstance(sheet, Worksheet)
    sheet.vba_get("Unprotect")
    sheet.shapes_.clear()
    sheet.merged_areas.clear()


def block(cells: VBAObject) -> Block:
    """Return the values of cells."""
    assert isinstance(cells, Range)
    read = SheetView(cells.sheet).value(address(cells))
    return read if isinstance(read, list) else [[read]]


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Books:
    """Return what opens a new workbook of a game."""
    folder = tmp_path_factory.mktemp("books")

    def opened(game: str = GAME, *, mac: bool = False) -> Person:
        file = folder / f"{game}.xlsm"
        board = first_board(Rules.parse(game))
        file.write_bytes(without_macros(built(board)))
        return Person(file, game, mac=mac)

    return opened


@pytest.fixture(scope="module")
def shared(books: Books) -> Books:
    """Return what opens a workbook of a game once, and then makes it as new."""
    return cache(books)


@pytest.fixture
def sits_down(shared: Books) -> Books:
    """Return what gives a person a workbook of a game."""

    def sit_down(game: str = GAME, *, mac: bool = False) -> Person:
        person = shared(game, mac=mac)
        person.start_anew()
        return person

    return sit_down


@pytest.fixture
def person(sits_down: Books) -> Iterator[Person]:
    """Let a person play 3x4, and see no box and no events that are off."""
    yield from play(sits_down())


@pytest.fixture
def vandal(books: Books) -> Iterator[Person]:
    """Let a person play 3x4 who may leave the workbook in pieces."""
    person = books()
    person.start_anew()
    yield from play(person)


def play(person: Person) -> Iterator[Person]:
    person.hide(*SECRET)
    yield person
    assert not person.excel.said
    assert person.excel.application.enable_events


# A guess in one cell


@pytest.mark.parametrize(
    ("sheet", "area", "cells"),
    [
        ("Analysis", "split_guess", "O5:R5"),
        ("Compare", "compared_code", "I3:L3"),
    ],
)
def test_a_code_on_another_sheet_is_spread(
    sheet: str, area: str, cells: str, vandal: Person
) -> None:
    vandal.sheet = vandal.other(sheet)
    vandal.sheet.vba_get("Activate")

    def shown() -> str:
        return "".join(str(cell or "") for cell in vandal.read(area)[0])

    first = cells.partition(":")[0]
    assert address(vandal.area(area)) == cells
    vandal.type(first, 4563)
    assert shown() == "4563"
    vandal.type(first, 21)
    assert shown() == "21"
    vandal.type(first, 12345)
    assert shown() == "12345.01"


@pytest.mark.parametrize(
    ("game", "typed", "guess"),
    rest_long(
        [
            ("3x4", 112, "1 1 2"),
            ("3x4", "112", "1 1 2"),
            ("4x5", 1122, "1 1 2 2"),
            ("3x4 distinct", 123, "1 2 3"),
            ("3x26", "xBa", "X B A"),
            ("3x4 symbols=0123", 12, "0 1 2"),
            ("3x4 black", 112, "1 1 2"),
        ],
        quick=2,
    ),
)
def test_a_guess_in_one_cell_is_split(
    game: str, typed: object, guess: str, sits_down: Books
) -> None:
    person = sits_down(game)
    at = person.at.guesses
    person.hide(*range(2, person.at.rules.pegs + 2))
    for row in range(2):
        person.type(at.row(row).column(0).address, typed)
        assert person.guess(row) == guess
        assert person.cursor == at.row(row + 1).column(0).address


def test_the_guess_that_wins_is_split_and_the_cursor_left(person: Person) -> None:
    person.type("H3", 324, down=5)
    assert person.guess() == "3 2 4"
    assert person.cursor == "H8"


def test_a_result_is_copied_once_there_is_one(books: Books) -> None:
    person = books()
    person.hide(*SECRET)
    person.type("H3", 112)
    person.press("copy_result")
    assert person.excel.said == ["There is a result to copy once a game is over."]
    person.type("H5", 324)  # a row is left free
    person.press("copy_result")
    clip = person.excel.application.clipboard
    assert clip
    lines = [line for (line,) in block(clip.source)]
    number = person.at.rules.number_of(SECRET)
    assert lines == [f"Mastermind 3x4 #{number} in 2", "··○"[::-1], "", "●●●"]


@pytest.mark.parametrize("typed", [119, 11, 1123])
def test_what_is_no_guess_stays_as_it_was_typed(typed: object, person: Person) -> None:
    person.type("H3", typed)
    assert person.guess() == f"{typed} . ."


def test_only_a_guess_alone_in_its_row_and_in_the_first_cell_is_split(
    person: Person,
) -> None:
    person.type("I3", 112)
    assert person.guess() == ". 112 ."
    person.type("H3", 112)
    assert person.guess() == "112 112 ."
    person.paste("H4:J4", [[112, None, None]])
    person.type("I4", None)
    assert person.guess(1) == "112 . ."
    for address in ("I5", "J5", "H5"):
        person.type(address, 1)


# A peg a cell


def test_with_tab_the_cursor_goes_on_when_the_row_is_complete(person: Person) -> None:
    for address, cursor in (("H3", "I3"), ("I3", "J3"), ("J3", "H4")):
        person.tab(address, 1)
        assert person.cursor == cursor


def test_with_enter_the_cursor_goes_to_the_next_peg(person: Person) -> None:
    for address, cursor in (("H3", "I3"), ("I3", "J3"), ("J3", "H4"), ("H4", "I4")):
        person.type(address, 1)
        assert person.cursor == cursor


def test_the_cursor_is_left_where_nothing_is_complete(person: Person) -> None:
    person.type("H3", None)
    assert person.cursor == "H4"
    person.type("H5", 1)  # the first row is still to be filled
    assert person.cursor == "H6"
    person.type("H3", 1, down=1, right=2)  # by a click elsewhere
    assert person.cursor == "J4"
    person.type("H3", 2, down=0)  # with Ctrl+Enter
    assert person.cursor == "H3"


def test_the_cursor_goes_to_the_marks_that_a_person_gives(person: Person) -> None:
    person.type(person.at.codemaker.address, SOMEBODY_ELSE)
    assert person.cursor == "H3"
    marks = person.at.typed_marks.row(0)
    black, white = marks.column(0).address, marks.column(1).address
    person.type("H3", 112)
    assert person.cursor == black
    person.tab(black, 0)
    assert person.cursor == white
    person.type(black, 0, down=5, right=-6)  # by a click elsewhere
    assert person.cursor == "H8"
    person.tab(white, 1)
    assert person.cursor == "H4"


# The mouse


def test_a_row_is_clicked_together(person: Person) -> None:
    person.select("A1")
    for colour, cursor in ((1, "I3"), (1, "J3"), (2, "H4"), (3, "I4")):
        person.click(colour)
        assert person.cursor == cursor
    assert (person.guess(0), person.guess(1)) == ("1 1 2", "3 . .")


def copy(person: Person) -> None:
    person.cells("A1").vba_get("Copy")


def protect(person: Person) -> None:
    person.sheet.vba_get("Unprotect")
    person.area("guesses").vba_set("Locked", -1)
    person.sheet.vba_get("Protect")


def win(person: Person) -> None:
    person.type("H3", 324)


@pytest.mark.parametrize("happens", [copy, protect, win])
def test_nothing_is_filled(happens: Callable[[Person], None], person: Person) -> None:
    happens(person)
    before = person.contents
    person.click(2)
    assert person.cursor == address(part(person.area("colours"), "Cells", 1, 2))
    is_edited = person.double_click("I4") is False
    assert is_edited == (happens is copy)
    assert person.contents == before


def test_a_click_does_not_fill_where_marks_are_awaited(person: Person) -> None:
    person.type(person.at.codemaker.address, SOMEBODY_ELSE)
    person.type("H3", 112)
    person.click(3)
    assert person.read("typed_marks")[0] == [None, None]
    assert person.cursor == person.at.typed_marks.row(0).column(0).address


@pytest.mark.parametrize(
    ("game", "shows"),
    [
        ("3x4", "12341"),
        ("3x4 symbols=FALS", "FALSF"),
    ],
)
def test_a_double_click_takes_the_next_colour(
    game: str, shows: str, sits_down: Books
) -> None:
    person = sits_down(game)
    for symbol in shows:
        assert person.double_click("I3") is True
        assert person.guess() == f". {symbol} ."
        assert person.cursor == "H3"


@pytest.mark.parametrize(
    ("typed", "shows"), [("f", "A"), (" L", "S"), ("?", "F"), (True, "F")]
)
def test_a_double_click_reads_what_was_typed(
    typed: object, shows: str, sits_down: Books
) -> None:
    person = sits_down("3x4 symbols=FALS")
    person.type("I3", typed)
    person.double_click("I3")
    assert person.guess() == f". {shows} ."


# The cursor


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("game_number", 7),
        ("strategy", "Minimax"),
    ],
)
def test_the_cursor_goes_to_the_next_peg_after_a_setting(
    setting: str, value: object, person: Person
) -> None:
    person.tab("H3", 1)
    person.type(person.at.areas[setting].address, value)
    assert person.cursor == "I3"


@pytest.mark.parametrize("button", BOARD_BUTTONS, ids=lambda b: b.name)
def test_the_cursor_goes_to_the_next_peg_after_a_button(
    button: Button, person: Person
) -> None:
    person.type("H3", 112)
    person.select("A1")
    person.press(button.name)
    over = dict.fromkeys(("solve", "reveal_code"), "A1")
    empty = {"hint": "H5", "new_game": "H3", "clear": "H3"} | over
    assert person.cursor == empty.get(button.name, "H4")


@pytest.mark.long
def test_a_button_waits_for_what_a_killed_python_has_left(person: Person) -> None:
    def die(command: str) -> None:
        person.run(command)
        person.excel.application.enable_events = False
        person.excel.application.calculation = MANUAL

    done = []
    for act in (person.run, die):
        person.excel.python.act = act
        person.press("hint")
        done.append(person.excel.application.calculations)
    assert done == [0, 1]


def test_on_a_mac_the_cursor_goes_there_once_python_has_ended(
    sits_down: Books,
) -> None:
    person = sits_down(mac=True)
    machine = person.excel.machine

    def shell(command: str) -> tuple[int, str]:
        person.run(command)
        return 0, ""

    machine.shell = shell
    person.press("hint")
    person.excel.run_timers()
    assert person.cursor == "A1"
    person.excel.run("xlwings.CleanUp")  # as Python does in the end
    person.excel.run_timers()
    assert person.cursor == "H4"
    assert not machine.timers


# Whatever people do to the sheet


def delete_cells(person: Person, name: str) -> None:
    bare(person.sheet)
    part(person.area(name), "EntireColumn").vba_get("Delete")


def delete_name(person: Person, name: str) -> None:
    part(person.sheet, "Names", name).vba_get("Delete")


@pytest.mark.parametrize(
    ("harm", "name"),
    rest_long(
        [
            *((delete_cells, name) for name in ("guesses", "typed_marks", "played")),
            *((delete_name, name) for name in ("colours", "next_cell", "symbols")),
            *((harm, "playable") for harm in (delete_cells, delete_name)),
        ]
    ),
)
def test_what_is_deleted_breaks_nothing(
    harm: Callable[[Person, str], None], name: str, vandal: Person
) -> None:
    key = str(vandal.area("colours").vba_get("Address"))
    bare(vandal.sheet)
    harm(vandal, name)
    for column in "FGHIJKLMN":
        vandal.tab(f"{column}3", 1)
        vandal.type(f"{column}4", 112)
        vandal.double_click(f"{column}5")
    part(vandal.cells(key), "Cells", 1, 1).vba_get("Select")
    vandal.excel.python.act = lambda _: None
    vandal.press("check")


def test_inserted_rows_and_columns_move_everything(vandal: Person) -> None:
    bare(vandal.sheet)
    part(vandal.cells("A2"), "EntireRow").vba_get("Insert")
    part(vandal.cells("A2"), "EntireColumn").vba_get("Insert")
    vandal.type("I4", 112)
    assert vandal.guess() == "1 1 2"
    assert vandal.cursor == "I5"
    vandal.click(3)
    assert vandal.guess(1) == "3 . ."


@pytest.mark.parametrize("value", ["=1/0", "=NA()", True, "\N{NO-BREAK SPACE}"])
def test_whatever_is_typed_nothing_goes_wrong(value: object, person: Person) -> None:
    for address in ("H3", "I3", "J3"):
        person.type(address, value)
        person.double_click(address)
        assert person.cells(address).vba_get("Value2") == "1"


@pytest.mark.parametrize(
    "act",
    [
        lambda person: person.type("H3", 112),
        lambda person: person.click(1),
        lambda person: person.double_click("H3"),
    ],
    ids=["type", "click", "double click"],
)
def test_an_error_leaves_events_on_and_is_told_nobody(
    act: Callable[[Person], None], person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Range.vba_set

    def fail(cells: Range, name: str, *given: Any, **named: Any) -> None:  # noqa: ANN401
        if name == "Value2":
            raise VBARuntimeError(1004, "Application-defined or object-defined error")
        write(cells, name, *given, **named)

    person.click(2)
    monkeypatch.setattr(Range, "vba_set", fail)
    act(person)
    assert person.excel.application.enable_events


def test_other_sheets_are_left_alone(person: Person) -> None:
    help_sheet = person.other("Help")
    help_sheet.vba_get("Activate")
    help_sheet.vba_get("Unprotect")
    board, person.sheet = person.sheet, help_sheet
    person.type("H3", 112)
    assert person.cursor == "H4"
    assert person.double_click("H3") is False
    person.sheet = board
    assert person.guess() == ". . ."
