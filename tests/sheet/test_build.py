"""The workbook: its package, its formulas with their values, and LibreOffice's view."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import olefile  # type: ignore[import-untyped]
import openpyxl
import pytest
from boards import MASTERMIND, fresh, played, pressed, with_marks, yours
from helpers import golden, rest_long
from libreoffice import Calc, environment, why_not
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.workbook import Workbook
from package_checks import findings, local, parts_of, tags

from xl_mastermind.game.codes import all_codes
from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet import build
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.board import (
    CHEATS,
    CODEMAKERS,
    COMPUTER,
    INPUTS,
    SHOWN,
    SOMEBODY_ELSE,
    Board,
)
from xl_mastermind.sheet.build import first_boards, workbook_bytes, write_workbook
from xl_mastermind.sheet.buttons import (
    ANALYSE,
    BOARD_BUTTONS,
    BUTTONS,
    COMPARE,
    COPY,
    WEB_PAGE,
    Button,
)
from xl_mastermind.sheet.cells import (
    Block,
    Cell,
    CellError,
    codes_as_cells,
    pegs_as_cells,
)
from xl_mastermind.sheet.functions import FUNCTIONS, candidates_left
from xl_mastermind.sheet.layout import (
    BOARD_SHEET,
    CONFIG_SHEET,
    ERROR_SHEET,
    GAMES,
    HELP_SHEET,
    SHEETS,
    STATE_SHEET,
    TREES_SHEET,
    BoardLayout,
    board_layouts,
    sheet_areas,
)
from xl_mastermind.sheet.macros import vba_project
from xl_mastermind.sheet.words import NO_NUMBER, PRESS_NEW_GAME
from xl_mastermind.solve.strategies import STRATEGIES, parse_strategy, strategy_label

COMMITTED = Path(__file__).parents[2] / "workbook" / "MasterMind.xlsm"

Place = tuple[str, str]
"""A sheet and the address of a cell on it."""

Cells = dict[Place, Cell]


# Boards of every kind


def other_game(game: str, secret: str, *guesses: object, **settings: Cell) -> Board:
    settings = {"show_next_guess": True, **settings}
    return played(*guesses, board=fresh(game, secret, **settings))


def shown(board: Board, **settings: Cell) -> Board:
    return replace(board, show_next_guess=True, **settings)  # type: ignore[arg-type]


IN_PROGRESS = shown(played("1122", "1344"))
LOST = played(*["1122"] * 10)

BOARDS = {
    "fresh": fresh("4x6", "3625"),
    "in progress": IN_PROGRESS,
    "marks off": shown(played("1122"), show_marks=False),
    "none left": shown(yours(("1122", [1, 0]), ("3456", [0, 0]))),
    "next guess off": played("1122"),
    "first guess": shown(fresh("4x6", "3625"), first_guess="1123", strategy="Entropy"),
    "unknown strategy": shown(played("1122"), strategy="Magic"),
    "wrong first guess": shown(fresh("4x6", "3625"), first_guess="11"),
    "half-typed guess": shown(played("1122", [1, 3, None, None])),
    "one peg": shown(played([None, None, None, 6])),
    "wrong digits": shown(played("1122", [1, 7, 2, 2], [0, 0, 0, 0])),
    "no digits": shown(played("1122", ["a", "?", "*", "12"], [1, 1, 2.5, -1])),
    "digits as text": shown(played(["1", "1", " 2", "2 "], ["1", 3, "4", 4])),
    "spaces": shown(played("1122", [" ", None, None, None])),
    "row left empty": shown(played("1122", None, "1344")),
    "row left half typed": shown(played("1122", [1, 3, None, None], "1344")),
    "won": played("1122", "3625"),
    "won at last": played(*["1122"] * 9, "3625"),
    "won twice": played("3625", "1122", "3625"),
    "lost": LOST,
    "one attempt left": shown(played(*["1122"] * 9)),
    "one row left out": shown(played(*["1122"] * 4, None, *["1122"] * 5)),
    "revealed": pressed("reveal_code", shown(played("1122"))),
    "told to press new game": pressed("hint", LOST),
    "new game": pressed("new_game", IN_PROGRESS),
    "no number": replace(shown(played("1122")), number=None),
    "half a number": replace(shown(played("1122")), number=2611.5),
    "a text for a number": replace(shown(played("1122")), number="2611"),
    "too large a number": replace(shown(played("1122")), number=10**9),
    "the largest number": replace(shown(played("1122")), number=LARGEST_NUMBER),
    "no number, yours": replace(yours(("1122", [1, 0])), number=None),
    "whole guesses": shown(played(["1122", *[None] * 3], [1344, *[None] * 3])),
    "whole guesses that cannot be": shown(
        played(["112", *[None] * 3], [11223, *[None] * 3], ["1122", 1, None, None])
    ),
    "off the tree": other_game("4x6", "3625", "1123", "1111", strategy="Optimal"),
    "on the tree": other_game("4x6", "3625", "1123", strategy="Optimal"),
    "zeros": other_game(
        "4x10 distinct", "0579", "1234", [579, *[None] * 3], ["579", *[None] * 3]
    ),
    "typed marks win": with_marks(shown(played("1122")), [0, 1]),
    "half-typed marks": with_marks(shown(played("1122", "1344")), [1, None], [None, 2]),
    "yours": shown(yours(("1122", [1, 0]), ("1344", [1, 2]))),
    "yours without marks": shown(yours(("1122", [1, 0]), ("1344", [None, None]))),
    "yours, won": yours(("1122", [1, 0]), ("1344", [4, 0])),
    "yours, lost": yours(*[("1122", [1, 0])] * 10),
    "yours, marks as text": shown(yours(("1122", ["1", "0"]), ("1344", ["1", "2"]))),
    "yours, won as text": yours(("1122", ["1", "0"]), ("1344", ["4", "0"])),
    "yours, contradiction": shown(yours(("1122", [1, 0]), ("3456", [0, 0]))),
    "yours, wrong marks": shown(yours(("1122", [3, 1]), ("1344", [9, 0]))),
    "yours, no marks": shown(yours(("1122", ["x", "y"]), ("1344", [-1, 1.5]))),
    "marks without a guess": with_marks(shown(played()), [1, 1]),
    "black only": other_game("4x6 black", "3625", "1122", "1344"),
    "black only, lost": other_game("4x6 black", "3625", *["1122"] * 10),
    "black only, yours": with_marks(
        other_game("4x6 black", "3625", "1122", codemaker=SOMEBODY_ELSE), [1, 3]
    ),
    "distinct": other_game("3x10 distinct", "057", "012", "046"),
    "distinct, twice the same": other_game("4x6 distinct", "3625", [1, 1, 2, 3]),
    "ten colours": other_game("3x10", "057", "012", [0, "0", 9]),
    "letters": other_game("2x12", "AL", "AB", ["c", " l"], [1, "A"], ["Z", "A"]),
    "own letters": other_game(
        "3x6 distinct black symbols=abcDEF",
        "aDf",
        "abc",
        ["A", "d", "c"],
        ["a", "A", "b"],
    ),
    "super": other_game("5x8", "87654", "11223", "87654"),
    "super, lost": other_game("5x8", "87654", *["11223"] * 12),
    "one peg and two colours": other_game("1x2", "2", "1", "2"),
    "cheats": shown(played("1122", "1344"), codemaker=CHEATS),
    "cheats, lost": replace(LOST, codemaker=CHEATS),
    "cheats, odd rows": shown(
        played("1122", [1, 7, 2, 2], None, "3456", [1, 1, None, 1]), codemaker=CHEATS
    ),
    "cheats, revealed": pressed("reveal_code", shown(played("1122"), codemaker=CHEATS)),
    "cheats, found": pressed("solve", replace(fresh("4x6"), codemaker=CHEATS)),
    "cheats, new game": pressed("new_game", replace(IN_PROGRESS, codemaker=CHEATS)),
    "cheats, black only": other_game(
        "4x6 black", "3625", "1122", "1344", codemaker=CHEATS
    ),
    "cheats, letters": other_game("3x26", "XYZ", "ABC", "DEF", codemaker=CHEATS),
    "candidates off": other_game("3x26", "XYZ", "ABC", show_marks=False),
    "few candidates": other_game("3x26", "XYZ", "XYA", "XBZ"),
    "full letters": other_game("4x26", "HIDE", "ABCD", show_next_guess=False),
}


def anything(seed: int) -> Board:
    """Return a board on which a careless person has typed."""
    draw = Random(seed)
    games = ["4x6", "3x4 symbols=FALS", "2x5 black", "3x5 distinct", "5x2", "2x10"]
    rules = Rules.parse(draw.choice(games))
    odd: list[Cell] = [None, 7, "x", "A", " ", "11", 2.5]
    symbols: list[Cell] = [*rules.symbols, *pegs_as_cells([1, rules.colours], rules)]
    marks: list[Cell] = [0, 1, 2, rules.pegs, 9, "x"]

    def guess() -> list[Cell]:
        if draw.random() < 0.7:
            return [*pegs_as_cells(new_code_of(draw, rules), rules)]
        return draw.choices(symbols + odd, k=rules.pegs)

    def answer() -> list[Cell]:
        if draw.random() < 0.6:
            return [None, None]
        return [draw.choice(marks), draw.choice([*marks, None])]

    board = Board.new(rules, new_code_of(draw, rules))
    count = draw.randrange(len(board.guesses) + 1)
    board = played(*(guess() for _ in range(count)), board=board)
    return replace(
        with_marks(board, *(answer() for _ in range(count))),
        codemaker=draw.choice(CODEMAKERS),
        revealed=draw.random() < 0.2,
        show_next_guess=True,
    )


def new_code_of(draw: Random, rules: Rules) -> tuple[int, ...]:
    colours = range(1, rules.colours + 1)
    pick = draw.sample if rules.distinct else draw.choices
    return tuple(pick(colours, k=rules.pegs))


HUGE = {game: fresh(game) for game in ("6x9", "8x2", "2x26")}
"""Boards with many codes, pegs and colours."""

BOARDS |= {f"anything {seed}": anything(seed) for seed in range(16)}


# The workbook as a package


@pytest.fixture(scope="module")
def parts() -> dict[str, bytes]:
    return parts_of(COMMITTED.read_bytes())


@cache
def committed() -> Workbook:
    return openpyxl.load_workbook(COMMITTED)


def test_the_committed_workbook_is_a_fresh_build() -> None:
    assert COMMITTED.read_bytes() == workbook_bytes(*first_boards())


def test_two_builds_are_the_same_bytes() -> None:
    assert workbook_bytes(IN_PROGRESS) == workbook_bytes(IN_PROGRESS)


@pytest.mark.long
@pytest.mark.parametrize(
    "elsewhere",
    [
        {"PYTHONHASHSEED": "1", "TZ": "Pacific/Auckland", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "2", "TZ": "America/Anchorage", "PYTHONUTF8": "1"},
    ],
    ids=lambda env: env["TZ"],
)
def test_a_build_is_the_same_bytes_elsewhere(
    elsewhere: dict[str, str], tmp_path: Path
) -> None:
    subprocess.run(
        [sys.executable, "-m", "xl_mastermind", "build", "elsewhere.xlsm"],
        cwd=tmp_path,
        env=os.environ | elsewhere,
        check=True,
        capture_output=True,
    )
    built = (tmp_path / "elsewhere.xlsm").read_bytes()
    assert built == COMMITTED.read_bytes()


@pytest.mark.parametrize(
    "name",
    [
        "that everybody gets",
        *(pytest.param(name, marks=pytest.mark.long) for name in [*BOARDS, *HUGE]),
    ],
)
def test_excel_finds_nothing_to_repair_nor_to_calculate(name: str) -> None:
    if name == "that everybody gets":
        workbook = COMMITTED.read_bytes()
    else:
        workbook = BOOKS[name].content if name in BOOKS else workbook_bytes(HUGE[name])
    assert findings(workbook) == []


def test_nothing_of_this_machine_is_inside(parts: dict[str, bytes]) -> None:
    here = {str(Path.home()), str(Path.cwd()), str(COMMITTED.parents[1])} - {"/"}
    for name, part in parts.items():
        for path in here:
            assert path.encode() not in part, name


def test_no_formula_spills(parts: dict[str, bytes]) -> None:
    assert "xl/metadata.xml" not in parts
    for name in ORDER:
        assert b" cm=" not in parts[sheet_part(name)]


def test_functions_have_no_prefix(parts: dict[str, bytes]) -> None:
    for name in GAMES:
        prefixed = re.findall(rb"_xl\w+\.\w+", parts[sheet_part(name)])
        assert set(prefixed) == {b"_xlfn.IFNA"}


ORDER = [*GAMES, *SHEETS, HELP_SHEET]
ORDER += [CONFIG_SHEET, STATE_SHEET, TREES_SHEET, ERROR_SHEET]
"""The sheets of the workbook that everybody gets."""


def sheet_part(name: str = BOARD_SHEET, order: Sequence[str] = ORDER) -> str:
    return f"xl/worksheets/sheet{order.index(name) + 1}.xml"


def test_sheets_stand_in_order_and_three_are_hidden(parts: dict[str, bytes]) -> None:
    sheets = tags(parts["xl/workbook.xml"], "sheet")
    assert {sheet.attrib["name"]: sheet.get("state") for sheet in sheets} == {
        **dict.fromkeys([*GAMES, *SHEETS, HELP_SHEET]),
        CONFIG_SHEET: "hidden",
        STATE_SHEET: "veryHidden",
        TREES_SHEET: "veryHidden",
        ERROR_SHEET: "veryHidden",
    }


def test_code_names_are_the_document_modules(parts: dict[str, bytes]) -> None:
    with olefile.OleFileIO(io.BytesIO(parts["xl/vbaProject.bin"])) as project:
        listing = project.openstream("PROJECT").read().decode("ascii")
    documents = re.findall(r"^Document=(\w+)/", listing, re.MULTILINE)
    owners = [*tags(parts["xl/workbook.xml"], "workbookPr")]
    for name in ORDER:
        owners += tags(parts[sheet_part(name)], "sheetPr")
    assert [owner.get("codeName") for owner in owners] == documents
    assert documents[0] == "ThisWorkbook"
    sheets = documents[1:]
    assert parts["xl/vbaProject.bin"] == vba_project(FUNCTIONS, sheets)


def test_buttons_run_macros_that_are_there(parts: dict[str, bytes]) -> None:
    of_boards = (*BOARD_BUTTONS, COPY, WEB_PAGE)
    placed: list[Sequence[Button]] = [of_boards] * len(GAMES)
    placed += [[ANALYSE], [COMPARE]]
    for number, buttons in enumerate(placed, 1):
        drawing = parts[f"xl/drawings/vmlDrawing{number}.vml"]
        texts = ["".join(box.itertext()) for box in tags(drawing, "textbox")]
        macros = [str(macro.text) for macro in tags(drawing, "FmlaMacro")]
        assert texts == [button.caption for button in buttons]
        assert macros == [f"[0]!{button.macro}" for button in buttons]
    bas = Path(build.__file__).with_name("vba") / "MasterMind.bas"
    subs = re.findall(r"^Sub (\w+)\(\)", bas.read_text("ascii"), re.MULTILINE)
    assert {button.macro for button in BUTTONS.values()} == {*subs}


def test_xlwings_finds_its_settings_and_no_interpreter() -> None:
    sheet = committed()[CONFIG_SHEET]
    rows = {str(key): value for key, value in sheet.iter_rows(values_only=True)}
    assert rows == {
        "UDF MODULES": "xl_mastermind.hosts.excel",
        "ADD_WORKBOOK_TO_PYTHONPATH": "false",
        "USE UDF SERVER": "true",
        "SHOW_ERROR_POPUPS": "False",
    }


# Names


def test_every_name_belongs_to_its_board_and_leads_to_its_area() -> None:
    boards = [BOARDS[name] for name in ("super", "black only", "letters", "distinct")]
    workbook = openpyxl.load_workbook(io.BytesIO(workbook_bytes(*boards)))
    assert not workbook.defined_names
    layouts = board_layouts(board.rules for board in boards)
    assert workbook.sheetnames[:4] == [at.sheet for at in layouts]
    for sheet, areas in sheet_areas(5).items():
        others = workbook[sheet].defined_names
        assert {name: [*others[name].destinations] for name in others} == {
            name: [(area.sheet, area.fixed)] for name, area in areas.items()
        }
    rest = {*workbook.sheetnames[4:]} - {*SHEETS}
    assert not any(workbook[other].defined_names for other in rest)
    for at in layouts:
        named = workbook[at.sheet].defined_names
        assert {*named} == {*at.named}
        for name, area in at.named.items():
            assert [*named[name].destinations] == [(area.sheet, area.fixed)], name


# What nobody may see


def test_the_state_is_invisible_where_it_is_not_hidden() -> None:
    workbook = openpyxl.load_workbook(io.BytesIO(workbook_bytes(IN_PROGRESS)))
    state = workbook[STATE_SHEET]
    assert state.sheet_state == "veryHidden"
    written = [c for row in state.iter_rows() for c in row if c.value is not None]
    places = {cell.coordinate for cell in written}
    assert {*addresses(BoardLayout(MASTERMIND).secret)} <= places
    assert {cell.number_format for cell in written} == {";;;"}


@pytest.mark.parametrize(
    ("guesses", "game", "secrets"),
    [
        ([], "4x6", ["3625", "6666"]),
        (["1122", "3456"], "4x6", ["4551", "2336"]),
        (["ABC"], "3x26", ["QXZ", "ZQV"]),
    ],
    ids=str,
)
def test_nothing_but_the_state_and_the_number_depends_on_a_hidden_code(
    guesses: list[str], game: str, secrets: list[str]
) -> None:
    books = [Book(other_game(game, code, *guesses)) for code in secrets]
    one, other = (book.sheets for book in books)
    assert books[0].board.marks == books[1].board.marks
    assert one.formulas == other.formulas
    assert one.cells.keys() == other.cells.keys()
    differing = {
        place
        for place, cell in one.cells.items()
        if other.cells[place] != cell and place[0] != STATE_SHEET
    }
    at = books[0].at
    assert differing == {
        (area.sheet, address)
        for area in (at.game_number, at.turns_key, at.turn_keys)
        for address in addresses(area)
    }


# Formulas and the values kept with them


def addresses(area: Area) -> list[str]:
    return [f"{get_column_letter(column + 1)}{row + 1}" for row, column in area.cells()]


@dataclass(frozen=True)
class Sheets:
    """All cells of the boards, read from their parts; openpyxl would take longer."""

    cells: Cells
    formulas: dict[Place, str]

    @classmethod
    def of(cls, workbook: bytes) -> "Sheets":
        parts = parts_of(workbook)
        names = [
            sheet.attrib["name"] for sheet in tags(parts["xl/workbook.xml"], "sheet")
        ]
        listed = tags(parts["xl/sharedStrings.xml"], "si")
        texts = ["".join(text.itertext()) for text in listed]
        found = cls({}, {})
        for number, name in enumerate(names, 1):
            if name == HELP_SHEET:
                continue  # the same in every workbook
            for cell in tags(parts[f"xl/worksheets/sheet{number}.xml"], "c"):
                found.add(name, cell, texts)
        return found

    def add(self, sheet: str, cell: ET.Element, texts: Sequence[str]) -> None:
        children = {local(child.tag): child for child in cell}
        kept = children["v"].text if "v" in children else None
        self.cells[sheet, cell.attrib["r"]] = value_of(cell.get("t", "n"), kept, texts)
        formula = children.get("f")
        if formula is not None:
            covered = area_of(formula.get("ref", cell.attrib["r"]), sheet)
            for address in addresses(covered):
                self.formulas[sheet, address] = f"={formula.text}"


def value_of(kind: str, kept: str | None, texts: Sequence[str]) -> Cell:
    """Return the value of a cell; blanks and empty texts are the same."""
    if not kept:
        return ""
    if kind == "s":
        return texts[int(kept)]
    if kind == "b":
        return kept == "1"
    return float(kept) if kind == "n" else kept


def area_of(reference: str, sheet: str = BOARD_SHEET) -> Area:
    """Return the area that a formula names, with its sheet or without."""
    named, _, written = reference.rpartition("!")
    corners = range_boundaries(written.replace("$", ""))
    left, top, right, bottom = (int(corner or 0) - 1 for corner in corners)
    return Area(named.strip("'") or sheet, top, left, bottom, right)


@dataclass(frozen=True)
class Book:
    """A board, and the workbook that is written of it."""

    board: Board

    @cached_property
    def content(self) -> bytes:
        return workbook_bytes(self.board)

    @cached_property
    def sheets(self) -> Sheets:
        return Sheets.of(self.content)

    @cached_property
    def at(self) -> BoardLayout:
        (at,) = board_layouts([self.board.rules])
        return at

    def formula(self, area: Area) -> str:
        """Return the formula of an area's first cell."""
        return self.sheets.formulas[area.sheet, addresses(area)[0]]

    def block(self, area: Area) -> Block:
        """Return the values of an area, row by row."""
        cells = self.sheets.cells
        values = [cells.get((area.sheet, place), "") for place in addresses(area)]
        rows = range(0, len(values), area.width)
        return [values[start : start + area.width] for start in rows]


BOOKS = {name: Book(board) for name, board in BOARDS.items()}


def in_reading_order(block: Sequence[Sequence[Cell]]) -> list[Cell]:
    return [cell for row in block for cell in row]


def listed(board: Board) -> list[Cell]:
    """Return what the list of codes is to show, cell by cell."""
    every = codes_as_cells(all_codes(board.rules).tolist(), board.rules)
    return in_reading_order(every)


def called(book: Book, formula: str, *names: str) -> Block:
    """Return what one of our functions in a formula gives, errors as blanks."""
    calls = re.findall(rf"\b({'|'.join(names)})\(([^()]*)\)", formula)
    ((name, references),) = calls
    (function,) = (function for function in FUNCTIONS if function.name == name)
    value = function.call(*(given(book, text) for text in references.split(",")))
    rows = value if isinstance(value, list) else [[value]]
    return [["" if isinstance(cell, CellError) else cell for cell in r] for r in rows]


def given(book: Book, text: str) -> Cell:
    """Return the argument that a formula gives: a text, a number or a range."""
    if text == '""' or text.isdecimal():
        return text.strip('"')
    return book.block(area_of(text, book.at.sheet))


def filled(rows: Block, height: int, width: int) -> list[Cell]:
    """Return the values as an array formula fills an area with them."""
    if len(rows) == len(rows[0]) == 1:
        return in_reading_order(rows) * (height * width)
    padded = rows + [[""] * width] * (height - len(rows))
    return in_reading_order(padded)


@pytest.mark.parametrize("name", BOARDS)
def test_values_are_those_of_the_functions_beside_them(name: str) -> None:
    book, board = BOOKS[name], BOARDS[name]
    at = book.at
    suggests = board.show_next_guess and not board.is_over
    functions = {at.suggested: ("SOLVE_NEXT", suggests)}
    if "candidate_list" in at.areas:
        functions[at.candidate_list] = ("CANDIDATES", board.show_marks)
    for area, (function, shows) in functions.items():
        values = filled(
            called(book, book.formula(area), function), area.height, area.width
        )
        kept = in_reading_order(book.block(area))
        assert kept == (values if shows else [""] * len(values)), function
    assert book.block(at.next_guess) == book.block(at.suggested)


@pytest.mark.parametrize("name", BOARDS)
def test_marks_are_those_of_the_function(name: str) -> None:
    book, board = BOOKS[name], BOARDS[name]
    at = book.at
    if "code_list" not in at.areas:
        return
    turns = (book.block(at.answered_guesses), book.block(at.answered_marks))
    (function,) = (each for each in FUNCTIONS if each.name == "RULED_OUT")
    marks: object = function.call(*turns, str(board.rules))
    if marks == CellError.VALUE:  # the board leaves out a turn that is wrong
        marks = [[mark] for mark in board.ruled_out_marks]
    if not board.show_marks:
        marks = [[""]] * board.rules.code_count
    assert book.block(at.ruled_out_marks) == marks


@pytest.mark.parametrize("name", BOARDS)
def test_codes_left_are_those_of_the_function(name: str) -> None:
    book, board = BOOKS[name], BOARDS[name]
    at = book.at
    turns = (book.block(at.answered_guesses), book.block(at.answered_marks))
    counted = candidates_left(*turns, str(board.rules))
    left = [["" if isinstance(cell, CellError) else cell] for (cell,) in counted]
    assert book.block(at.codes_left) == left
    for row in range(at.attempts):
        formula = book.formula(at.codes_left.row(row))
        if "code_list" in at.areas:
            assert "CANDIDATES_LEFT(" not in formula
        elif left[row] != [""]:
            assert f"),{row + 1})" in formula  # INDEX takes a row of it
            assert called(book, formula, "CANDIDATES_LEFT")[row] == left[row]


@pytest.mark.parametrize("name", BOARDS)
def test_the_story_is_that_of_the_function(name: str) -> None:
    book, board = BOOKS[name], BOARDS[name]
    for row in range(book.at.attempts):
        formula = book.formula(book.at.story.row(row))
        sentence = [board.story[row]]
        assert book.block(book.at.story.row(row)) == [sentence]
        if "code_list" not in book.at.areas:
            assert "TELL_TURNS(" not in formula
        elif sentence != [""]:
            assert called(book, formula, "TELL_TURNS")[row] == sentence


@pytest.mark.parametrize("name", BOARDS)
def test_marks_are_those_of_the_codemaker(name: str) -> None:
    book, board = BOOKS[name], BOARDS[name]
    functions = ["BLACK"] if board.rules.black_only else ["BLACK", "WHITE"]
    for column, function in enumerate(functions):
        for row in range(book.at.attempts):
            area = book.at.marks.cell(row, column)
            formula = book.formula(area)
            ((value,),) = called(book, formula, function)
            assert f",{row + 1},{column + 1})" in formula  # INDEX takes it of CHEAT's
            if board.codemaker == CHEATS:
                value = called(book, formula, "CHEAT")[row][column]
            given = board.playable[row] and board.codemaker != SOMEBODY_ELSE
            assert book.block(area) == [[value if given else ""]]


@pytest.mark.parametrize("name", [name for name in BOARDS if "cheats" in name])
def test_a_codemaker_who_cheats_shows_the_first_code_left(name: str) -> None:
    book, board = BOOKS[name], BOARDS[name]
    first = called(book, book.formula(book.at.hidden_code), "CANDIDATES")
    assert len(first) == 1
    assert [board.code] == first
    visible = board.status in ("found", "shown")
    shown = first[0] if visible else ["?"] * board.rules.pegs
    assert book.block(book.at.hidden_code) == [shown]


@pytest.mark.parametrize("name", BOARDS)
def test_the_line_is_that_of_the_function_or_of_a_button(name: str) -> None:
    book, board = BOOKS[name], BOARDS[name]
    (place,) = addresses(book.at.areas["message"])
    ((sentence,),) = called(
        book, book.formula(book.at.areas["message"]), "BOARD_MESSAGE"
    )
    ((fault,),) = book.block(book.at.first_fault)
    line = str(book.sheets.cells[book.at.sheet, place])
    if board.sentence:
        assert line == board.sentence
    elif board.codemaker == COMPUTER and not board.has_secret:
        assert line == NO_NUMBER
    elif fault:
        assert line == fault
    elif board.ending and 0 not in board.codes_left:
        assert line == board.ending + PRESS_NEW_GAME
    elif board.marks_wanted:
        assert line == board.marks_wanted
    else:
        assert re.fullmatch(
            re.escape(str(sentence)) + r"( Attempt \d is still free\.)?", line
        )


def test_every_function_has_something_to_fall_back_on() -> None:
    names = "|".join(function.name for function in FUNCTIONS)
    calling = [
        formula
        for formula in BOOKS["in progress"].sheets.formulas.values()
        if re.search(rf"\b({names})\(", formula)
    ]
    assert calling
    before = r"_xlfn\.IFNA\(|IF\([^()]*,|IF\(ROW\([^()]*\),|INDEX\("
    guarded = rf"(IFERROR|ISERROR)\(({before})*({names})\("
    assert [formula for formula in calling if not re.search(guarded, formula)] == []


@pytest.mark.parametrize(
    ("address", "value"),
    [
        ("I1", "?"),
        ("M1", "hidden"),
        ("G3", ""),
        ("G5", "►"),
        ("M3", 1),
        ("N4", 1),
        ("O3", "● · · ·"),
        ("O4", "○ · · ·"),
        ("O5", ""),
        ("R3", 256),
        ("R5", ""),
        ("A1", "44 of 1,296"),
        ("E2", "x"),
        ("U3", "0 black, 1 white: 44 codes left."),
        ("H14", "Next"),
        ("M14", "suggested by Knuth"),
    ],
)
def test_a_game_in_progress_is_written_as_it_stands(address: str, value: Cell) -> None:
    assert BOOKS["in progress"].sheets.cells[BOARD_SHEET, address] == value


def test_conditions_and_validations_call_no_function_of_ours() -> None:
    # LibreOffice does not resolve functions there.
    sheet = committed()[BOARD_SHEET]
    conditions = [
        str(formula)
        for area in sheet.conditional_formatting
        for rule in area.rules
        for formula in rule.formula
    ]
    checks = [str(check.formula1) for check in sheet.data_validations.dataValidation]
    assert conditions
    assert checks
    names = {f"{function.name}(" for function in FUNCTIONS}
    for formula in (*conditions, *checks):
        assert not [name for name in names if name in formula], formula


def test_the_list_of_strategies_has_them_all() -> None:
    sheet = committed()[BOARD_SHEET]
    lists = {
        str(check.sqref): str(check.formula1).strip('"').split(",")
        for check in sheet.data_validations.dataValidation
        if check.type == "list"
    }
    listed = lists[BoardLayout(MASTERMIND).strategy.address]
    assert [parse_strategy(label).name for label in listed] == [*STRATEGIES]
    assert lists[BoardLayout(MASTERMIND).codemaker.address] == [*CODEMAKERS]


# The Help sheet


def help_rows() -> list[list[Cell]]:
    sheet = committed()[HELP_SHEET]
    rows = sheet.iter_rows(min_col=2, values_only=True)
    return [[cell for cell in row if cell is not None] for row in rows]


def test_help_has_every_function_and_button() -> None:
    rows = help_rows()
    texts = {str(cell) for row in rows for cell in row}
    for function in FUNCTIONS:
        assert {function.usage, function.help, function.example} <= texts
        for argument in function.arguments:
            assert any(argument.help in text for text in texts)
    for button in BUTTONS.values():
        assert [button.caption, button.help] in rows


def test_help_begins_with_links_to_its_sections_and_is_printed_on_several_pages() -> (
    None
):
    sheet = committed()[HELP_SHEET]
    links = [cell for cell in sheet[2] if cell.hyperlink]
    sections = ["How to play", "Buttons", "Functions", "Strategies", "Connect Python"]
    assert [cell.value for cell in links] == sections
    for cell in links:
        assert cell.hyperlink
        place = str(cell.hyperlink.location).rpartition("!")[2]
        assert str(sheet[place].value).startswith(str(cell.value))
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (None, 0)


@pytest.mark.parametrize(
    "known",
    [e for e in golden("totals") if e["game"] == "4x6" and e["own_first"]],
    ids=lambda entry: entry["strategy"],
)
def test_help_says_how_good_each_strategy_is(known: dict[str, Any]) -> None:
    label = strategy_label(known["strategy"])
    (row,) = [row for row in help_rows() if row and row[0] == label]
    average = pytest.approx(known["total"] / 1296)
    rule = STRATEGIES[known["strategy"]].rule
    assert row == [label, known["first"], average, known["most"], rule]


# Writing the file


def test_a_workbook_is_written_in_place_of_another(tmp_path: Path) -> None:
    path = tmp_path / "new" / "MasterMind.xlsm"
    for board in (IN_PROGRESS, LOST):
        write_workbook(path, board)
        assert path.read_bytes() == workbook_bytes(board)
    assert [*path.parent.iterdir()] == [path]


def test_a_game_too_large_for_a_sheet_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "MasterMind.xlsm"
    path.write_text("mine")
    for game in ("9x2", f"1x27 symbols={'0123456789ABCDEFGHIJKLMNOPQ'}"):
        board = Board.new(Rules.parse(game))
        with pytest.raises(
            ValueError, match="expected a board of at most 8 pegs and 26"
        ):
            write_workbook(path, board)
    assert path.read_text() == "mine"
    assert [*tmp_path.iterdir()] == [path]


def test_a_folder_in_the_way_is_an_error_and_nothing_is_left(tmp_path: Path) -> None:
    path = tmp_path / "MasterMind.xlsm"
    path.mkdir()
    with pytest.raises(OSError, match=re.escape(str(path))):
        write_workbook(path, IN_PROGRESS)
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("game", ["4x6", "3x4 symbols=FALS", "4x6 black"])
def test_a_code_that_nobody_hid_is_shown_as_nothing(game: str) -> None:
    board = other_game(game, "", codemaker=COMPUTER)
    book = Book(replace(board, number=None, revealed=True))
    assert book.board.status == SHOWN
    assert set(in_reading_order(book.block(book.at.hidden_code))) <= {"", "?"}


# LibreOffice, where none of our functions answers

_ERRORS = 4
"""The formulas that give an error, as LibreOffice counts what formulas give."""

COUNTRY = """\
<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
  <item oor:path="/org.openoffice.Setup/L10N">
    <prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>{}</value></prop>
  </item>
</oor:items>
"""

Edit = tuple[str, dict[str, str | int | None]]
"""A board by its name, and what a person types on it then."""

STALE: dict[str, Edit] = {
    "a peg changed": ("in progress", {"I4": 2}),
    "a peg cleared": ("in progress", {"L4": None}),
    "another guess": ("in progress", dict.fromkeys(("I5", "J5", "K5", "L5"), 6)),
    "a guess begun": ("in progress", {"I5": 1}),
    "marks typed": ("in progress", {"P3": 2, "Q3": 0}),
    "marks begun": ("in progress", {"P4": 1}),
    "codemaker changed": ("in progress", {"X12": SOMEBODY_ELSE}),
    "a sentence said": ("revealed", {"I4": 1}),
    "your marks changed": ("yours", {"P4": 0}),
    "another game": ("in progress", {"X8": 2611}),
    "another game after reveal": ("revealed", {"X8": 2611}),
    "no game": ("in progress", {"X8": "x"}),
    "a whole guess": ("in progress", {"I5": "3625"}),
}

STILL_RIGHT: dict[str, Edit] = {
    "the same again": ("in progress", {"I4": 1, "X9": "Knuth"}),
    "the same as text": ("in progress", {"I4": "1"}),
}

OTHER_SETTINGS: dict[str, Edit] = {
    "strategy": ("in progress", {"X9": "Entropy"}),
    "first guess": ("in progress", {"Z9": "1123"}),
    "next guess off": ("in progress", {"X11": "No"}),
}

MARKS_OFF: Edit = ("in progress", {"X10": "No"})

WITH_LARGE_NUMBERS = ["in progress", "full letters", "super"]
WITH_FRACTIONS = ["no digits", "yours, no marks"]
"""Boards whose texts the separators of a country could alter."""


EDITS = {
    f"{name} edited": edit
    for name, edit in (
        STALE | STILL_RIGHT | OTHER_SETTINGS | {"marks off": MARKS_OFF}
    ).items()
}


@pytest.fixture(scope="module")
def calculated(
    plain_calc: Calc, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Cells]:
    """Return what LibreOffice calculates of a board, or of one that was edited."""
    file = tmp_path_factory.mktemp("calc") / "MasterMind.xlsm"

    @cache
    def cells(name: str) -> Cells:
        board, typed = EDITS.get(name, (name, {}))
        return calculation(plain_calc, file, BOOKS[board], typed)

    return cells


@pytest.fixture(scope="module")
def german_calc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calc]:
    """Return a LibreOffice of a country where 1,234.5 is written as 1.234,5."""
    if reason := why_not():
        pytest.skip(reason)
    home = tmp_path_factory.mktemp("german")
    settings = home / "profile" / "user" / "registrymodifications.xcu"
    settings.parent.mkdir(parents=True)
    settings.write_text(COUNTRY.format("de-DE"))
    profile = f"-env:UserInstallation={(home / 'profile').as_uri()}"
    office = Calc(environment(home), "--headless", profile)
    yield office
    office.close()


def calculation(
    calc: Calc, file: Path, book: "Book", typed: Mapping[str, str | int | None]
) -> Cells:
    """Return all cells of a workbook in which somebody has typed, calculated anew."""
    file.write_bytes(book.content)
    document = calc.open(file)
    for address, value in typed.items():
        cell = document.sheet.getCellRangeByName(address)
        if isinstance(value, int):
            cell.setValue(value)
        else:
            cell.setString(value or "")
    document.model.calculateAll()
    cells: Cells = {}
    for name in document.model.Sheets.ElementNames:
        if name == HELP_SHEET:
            continue  # the same in every workbook
        sheet = document.model.Sheets.getByName(name)
        cursor = sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)  # noqa: FBT003 - UNO has no names
        end = cursor.RangeAddress
        used = sheet.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow)
        letters = [get_column_letter(column + 1) for column in range(end.EndColumn + 1)]
        for number, row in enumerate(used.getDataArray(), 1):
            for letter, value in zip(letters, row, strict=True):
                cells[name, f"{letter}{number}"] = "#N/A" if value is None else value
        errors = used.queryFormulaCells(_ERRORS).RangeAddressesAsString
        for area in filter(None, re.split("[,;]", errors)):
            others = f"=SUMPRODUCT(--NOT(ISNA({area})))"
            assert document.formula(others, "AZ9999") == "0", f"errors in {area}"
    document.close()
    return cells


def board_values(cells: Cells, area: Area) -> list[Cell]:
    return [cells.get((area.sheet, address), "") for address in addresses(area)]


@pytest.mark.calc
@pytest.mark.parametrize("name", rest_long(BOARDS, quick=10))
def test_libreoffice_calculates_the_values_that_are_kept(
    name: str, calculated: Callable[[str], Cells]
) -> None:
    assert_values_are_kept(BOOKS[name], calculated(name))


@pytest.mark.calc
@pytest.mark.parametrize("name", WITH_LARGE_NUMBERS + WITH_FRACTIONS)
def test_values_are_the_same_texts_in_a_country_of_other_separators(
    name: str, german_calc: Calc, tmp_path: Path
) -> None:
    book = BOOKS[name]
    now = calculation(german_calc, tmp_path / "MasterMind.xlsm", book, {})
    assert_values_are_kept(book, now)
    document = german_calc.new()
    assert document.formula("=FIXED(1234.5;1)") == "1.234,5"
    document.close()


def assert_values_are_kept(book: Book, now: Cells) -> None:
    """Compare what the builder wrote with what a program without Python calculates."""
    # Where all of an array is blank, its first cell alone is kept.
    cells = book.sheets.cells
    kept = {place: cells[place] for place in book.sheets.formulas if place in cells}
    assert {place: _kept(now.get(place, "")) for place in kept} == {
        place: _kept(cell) for place, cell in kept.items()
    }


def _kept(cell: Cell) -> Cell:
    """Return a cell as LibreOffice keeps it, which is with 15 digits."""
    return float(f"{cell:.12g}") if isinstance(cell, float) else cell


@pytest.mark.calc
@pytest.mark.parametrize("name", rest_long(BOARDS, quick=10))
def test_the_board_shows_what_the_button_computed(
    name: str, calculated: Callable[[str], Cells]
) -> None:
    book, board, now = BOOKS[name], BOARDS[name], calculated(name)
    at, pegs = book.at, board.rules.pegs
    code = board.code if board.status in ("found", "shown") else ["?"] * pegs
    values = {
        at.code_status: [board.status],
        at.hidden_code: code,
        at.marks: in_reading_order(board.marks),
        at.answered_marks: in_reading_order(board.answered_marks),
        at.answered_guesses: in_reading_order(board.answered_guesses),
        at.codes_left: board.codes_left,
        at.next_guess: (
            board.next_guess
            if board.show_next_guess and not board.is_over
            else [""] * pegs
        ),
        at.playable: board.playable,
        at.turn_keys: board.turn_keys,
        at.turns_key: [board.key],
        at.solved: [board.solved_in is not None],
        at.lost: [board.lost],
        at.areas["message"]: [board.sentence or board.message],
        at.result: board.result,
    }
    if "code_list" in at.areas and board.show_marks:
        values[at.ruled_out_marks] = board.ruled_out_marks
    if "code_list" in at.areas:
        values[at.code_list] = listed(board)
    if "candidate_list" in at.areas and board.show_marks:
        values[at.candidate_list] = in_reading_order(board.candidate_list)
    for area, expected in values.items():
        assert board_values(now, area) == expected, area.address


def typed_on(edit: Edit) -> Board:
    """Return the board of an edit after somebody typed on it."""
    name, typed = edit
    board, at = BOARDS[name], BOOKS[name].at
    values = board.to_values()
    for area_name in (*INPUTS,):
        if area_name in values:
            places = addresses(at.areas[area_name])
            cells = in_reading_order(values[area_name])
            here = at.areas[area_name].sheet == at.sheet
            cells = [
                typed.get(place, cell) if here else cell
                for place, cell in zip(places, cells, strict=True)
            ]
            width = len(values[area_name][0])
            rows = range(0, len(cells), width)
            values[area_name] = [cells[start : start + width] for start in rows]
    return Board.from_values(values)


@pytest.mark.calc
@pytest.mark.parametrize("name", rest_long(STALE, quick=4))
def test_the_board_answers_what_was_typed_with_no_button_pressed(
    name: str, calculated: Callable[[str], Cells]
) -> None:
    now, board = calculated(f"{name} edited"), typed_on(STALE[name])
    at = BoardLayout(MASTERMIND)
    code = board.code if board.status in ("found", "shown") else ["?"] * 4
    values = {
        at.marks: in_reading_order(board.marks),
        at.codes_left: board.codes_left,
        at.ruled_out_marks: board.ruled_out_marks,
        at.code_status: [board.status],
        at.hidden_code: code,
        at.areas["message"]: [board.message],
    }
    for area, expected in values.items():
        assert board_values(now, area) == expected, area.address
    # What only Python can tell is told of the turns that it was worked out for.
    rows = zip(board.story, board_values(now, at.story), strict=True)
    for told, shown_now in rows:
        assert shown_now in (told, "", "The story needs Python: see Help.")


@pytest.mark.calc
@pytest.mark.parametrize("name", STILL_RIGHT)
def test_what_was_computed_for_this_board_stays(
    name: str, calculated: Callable[[str], Cells]
) -> None:
    now, before = calculated(f"{name} edited"), calculated("in progress")
    formulas = BOOKS["in progress"].sheets.formulas
    # What is typed as a text is handed on as one.
    typed = BoardLayout(MASTERMIND).answered_guesses
    same = formulas.keys() - {(typed.sheet, cell) for cell in addresses(typed)}
    assert {p: now[p] for p in same} == {p: before[p] for p in same}


@pytest.mark.calc
@pytest.mark.parametrize("name", OTHER_SETTINGS)
def test_other_settings_take_away_the_suggestion_alone(
    name: str, calculated: Callable[[str], Cells]
) -> None:
    now, before = calculated(f"{name} edited"), calculated("in progress")
    at = BoardLayout(MASTERMIND)
    suggested = {
        *((BOARD_SHEET, address) for address in addresses(at.suggested)),
        *((BOARD_SHEET, address) for address in addresses(at.next_guess)),
        *((BOARD_SHEET, address) for address in ("H14", "M14")),
    }
    counts = {(BOARD_SHEET, area.address) for area in (at.solver, at.next_wanted)}
    told = {(BOARD_SHEET, address) for address in addresses(at.story)}
    told |= {(BOARD_SHEET, f"G{row}") for row in range(17, 27)}
    if name == "next guess off":
        told = set()
        assert {now[place] for place in suggested} == {""}
    else:  # the sentences tell of the solver's own guess
        first = BOARDS["in progress"].ruled_out_marks.index("")
        listed = in_reading_order(BOOKS["in progress"].block(at.code_list.row(first)))
        assert board_values(now, at.next_guess) == listed
        assert now[BOARD_SHEET, "M14"] == "the first code left"
        sentences = ["The story needs Python: see Help.", *[""] * 9]
        assert board_values(now, at.story) == sentences
    rest = BOOKS["in progress"].sheets.formulas.keys() - suggested - told - counts
    assert {p: now[p] for p in rest} == {p: before[p] for p in rest}


@pytest.mark.calc
def test_marks_can_be_switched_off(calculated: Callable[[str], Cells]) -> None:
    now = calculated("marks off edited")
    at = BoardLayout(MASTERMIND)
    assert {*board_values(now, at.ruled_out_marks)} == {""}
    assert board_values(now, at.codes_left)[0] == 256
