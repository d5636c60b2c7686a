"""What the formulas of the boards are made of, and how often they call Python."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import openpyxl
import pytest
from boards import fresh, played
from helpers import rest_long
from openpyxl.formula import Tokenizer
from openpyxl.worksheet.formula import ArrayFormula
from package_checks import parts_of, tags
from test_build import COMMITTED, Book, Cells, Sheets, addresses, area_of

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.board import Board
from xl_mastermind.sheet.build import workbook_bytes
from xl_mastermind.sheet.cells import Cell, pegs_as_cells
from xl_mastermind.sheet.functions import FUNCTIONS
from xl_mastermind.sheet.layout import GAMES, HELP_SHEET, STATE_SHEET, Edition

OURS: Final = {function.name for function in FUNCTIONS}

SINCE_1987: Final = (
    *("ADDRESS", "AND", "CHAR", "COLUMN", "COUNTIF", "FIND", "IF", "INDEX", "INT"),
    *("ISERROR", "ISLOGICAL", "ISNUMBER", "LARGE", "LEFT", "LEN", "LOG"),
    *("LOOKUP", "LOWER", "MATCH", "MAX", "MID", "MIN", "MOD", "N", "NA", "NOT", "OR"),
    *(
        "REPT",
        "ROUND",
        "ROW",
        "SUBSTITUTE",
        "SUM",
        "SUMPRODUCT",
        "TEXT",
        "TRIM",
        "TYPE",
    ),
    *("UPPER", "VALUE"),
)
"""What every Excel computes that opens this kind of file, and those before it."""

VERSION_OF: Final = {
    **dict.fromkeys(SINCE_1987, 2003),
    "IFERROR": 2007,
    # Only around SOLVE_NEXT, which an Excel without it does not know either.
    "_xlfn.IFNA": 2013,
}
"""The Excel that has each standard function, those of 2003 and before as one."""

LONGEST_FORMULA: Final = 8192
"""Characters that Excel accepts."""


def functions_in(formula: str) -> set[str]:
    """Return the functions that a formula calls."""
    without_texts = re.sub(r'"[^"]*"', '""', formula)
    return {*re.findall(r"([A-Za-z_][\w.]*)\(", without_texts)}


def committed_formulas() -> dict[str, str]:
    """Return all formulas of the boards and of the sheet State, by their places."""
    workbook = openpyxl.load_workbook(COMMITTED)
    found = {}
    for name in (*GAMES, STATE_SHEET):
        for row in workbook[name].iter_rows():
            for cell in row:
                value = cell.value
                text = value.text if isinstance(value, ArrayFormula) else value
                if isinstance(text, str) and text.startswith("="):
                    found[f"{name}!{cell.coordinate}"] = text
    return found


def test_formulas_call_what_every_program_has_and_functions_of_ours() -> None:
    formulas = committed_formulas()
    assert len(formulas) > 2000
    for place, formula in formulas.items():
        assert functions_in(formula) <= VERSION_OF.keys() | OURS, place
        assert len(formula) <= LONGEST_FORMULA, place
        if "_xlfn." in formula:
            assert "_xlfn.IFNA(SOLVE_NEXT(" in formula, place
        # An operator for what spills, and one for what would not.
        texts_out = re.sub(r'"[^"]*"', "", formula)
        assert not re.search(r"[A-Z]\d+#|@", texts_out), place
    newest = {
        VERSION_OF[name] for f in formulas.values() for name in functions_in(f) - OURS
    }
    assert newest == {2003, 2007, 2013}


def test_conditions_and_validations_have_old_functions_and_no_array() -> None:
    parts = parts_of(COMMITTED.read_bytes())
    formulas = []
    for number in range(1, len(GAMES) + 1):
        part = parts[f"xl/worksheets/sheet{number}.xml"]
        for tag in ("formula", "formula1", "formula2"):
            formulas += [element.text or "" for element in tags(part, tag)]
    assert len(formulas) > 100
    for formula in formulas:
        assert {VERSION_OF.get(name) for name in functions_in(formula)} <= {2003}, (
            formula
        )
        assert "{" not in re.sub(r'"[^"]*"', "", formula), formula


# What Excel does not add


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize(
    "board",
    [fresh("4x6"), played("1122", "1344"), played("112", board=fresh("3x6 black"))],
    ids=["fresh", "in progress", "black only"],
)
def test_no_formula_calculates_with_blank_texts_of_an_area(
    edition: Edition, board: Board
) -> None:
    """In Excel "" is no number there: LibreOffice alone hides that."""
    sheets = Sheets.of(workbook_bytes(board, edition=edition))
    blank_texts = {p for p in sheets.formulas if sheets.cells.get(p) == ""}
    assert blank_texts
    seen = 0
    for sheet, formula in {(sheet, f) for (sheet, _), f in sheets.formulas.items()}:
        for area in calculated_areas(parsed(formula)):
            seen += 1
            cells = area_of(area, sheet)
            places = {(cells.sheet, place) for place in addresses(cells)}
            assert not places & blank_texts, f"{area} in {formula}"
    assert seen


def test_arithmetic_over_an_area_is_seen() -> None:
    for formula, areas in {
        "=SUM(A1:A3)+1": [],
        "=SUM(A1:A3+B2)": ["A1:A3"],
        "=SUMPRODUCT(--(A1:A3=0),B1:B3)": [],
        "=SUMPRODUCT(LOG(A1:A3,2))": ["A1:A3"],
        "=SUM(IFERROR(2*A1:A3,0))": [],
        "=IFERROR(SUM(-A1:A3),0)": ["A1:A3"],
    }.items():
        assert [*calculated_areas(parsed(formula))] == areas, formula


def calculated_areas(
    parts: Sequence["Call | str"], function: str = "", *, guarded: bool = False
) -> Iterator[str]:
    """
    Yield the areas of several cells with which a formula calculates cell by cell.

    Left out is what stands straight inside of IFERROR, which answers for each cell.
    """
    of_each_cell = {"LOG", "INT", "MOD", "ABS", "ROUND"}
    for index, part in enumerate(parts):
        if isinstance(part, Call):
            inside = part.name == "IFERROR" or (guarded and part.name in of_each_cell)
            for argument in part.arguments:
                yield from calculated_areas(argument, part.name, guarded=inside)
        elif is_reference(part) and ":" in part and not guarded:
            beside = {*map(str, parts[max(index - 1, 0) : index + 2])}
            if beside & {"+", "-", "*", "/", "^"} or function in of_each_cell:
                yield part


# How often a digit that somebody types makes Excel call Python


@dataclass
class Call:
    """A function in a formula, with its arguments, each a list of tokens and calls."""

    name: str
    arguments: list[list["Call | str"]] = field(default_factory=lambda: [[]])


def parsed(formula: str) -> list["Call | str"]:
    """Return a formula as calls, operands and operators."""
    outer = Call("")
    open_calls = [outer]
    for token in Tokenizer(formula).items:
        if token.type in ("FUNC", "PAREN") and token.subtype == "OPEN":
            call = Call(token.value[:-1])
            open_calls[-1].arguments[-1].append(call)
            open_calls.append(call)
        elif token.type in ("FUNC", "PAREN"):
            open_calls.pop()
        elif token.type == "SEP":
            open_calls[-1].arguments.append([])
        elif token.type != "WHITE-SPACE":
            open_calls[-1].arguments[-1].append(token.value)
    assert open_calls == [outer]
    return outer.arguments[0]


def is_reference(token: str) -> bool:
    return bool(
        re.fullmatch(r"('[^']+'!)?\$?[A-Z]{1,3}\$?\d+(:\$?[A-Z]{1,3}\$?\d+)?", token)
    )


@dataclass(frozen=True)
class Formula:
    """A formula, the cells that it fills, and the areas that it reads."""

    area: Area
    text: str

    @cached_property
    def reads(self) -> list[Area]:
        tokens = (token.value for token in Tokenizer(self.text).items)
        sheet = self.area.sheet
        return [area_of(token, sheet) for token in tokens if is_reference(token)]


def overlap(one: Area, other: Area) -> bool:
    return (
        one.sheet == other.sheet
        and one.left <= other.right
        and other.left <= one.right
        and one.top <= other.bottom
        and other.top <= one.bottom
    )


def formulas_of(book: Book) -> list[Formula]:
    """Return the formulas of a workbook, an array as one."""
    parts = parts_of(book.content)
    found = []
    for number, sheet in enumerate(tags(parts["xl/workbook.xml"], "sheet"), 1):
        name = sheet.attrib["name"]
        if name == HELP_SHEET:
            continue  # it reads no board
        for cell in tags(parts[f"xl/worksheets/sheet{number}.xml"], "c"):
            for formula in (child for child in cell if child.tag.endswith("}f")):
                area = area_of(formula.get("ref", cell.attrib["r"]), name)
                found.append(Formula(area, f"={formula.text}"))
    return found


def recalculated(formulas: Sequence[Formula], typed: Area) -> list[Formula]:
    """Return the formulas that depend on a cell, as Excel does: whatever they give."""
    dirty: list[Formula] = []
    rest, news = [*formulas], [typed]
    while news:
        reached = [f for f in rest if any(overlap(a, n) for a in f.reads for n in news)]
        dirty += reached
        ids = {id(formula) for formula in reached}
        rest = [formula for formula in rest if id(formula) not in ids]
        news = [formula.area for formula in reached]
    return dirty


@dataclass(frozen=True)
class Evaluation:
    """
    Which functions of ours a formula calls where every one of them answers.

    The conditions of IF are evaluated with the values that the cells have then; what
    this cannot evaluate is an error. Only one branch of IF is evaluated, and the second
    argument of IFERROR only if the first has no function of ours.
    """

    cells: Cells
    sheet: str

    def calls(self, tokens: Sequence["Call | str"]) -> Iterator[str]:
        for token in tokens:
            if isinstance(token, Call):
                yield from self._calls_of(token)

    def _calls_of(self, call: Call) -> Iterator[str]:
        arguments = call.arguments
        if call.name == "IF" and not self._calls_ours(arguments):
            return
        if call.name == "IF":
            yield from self.calls(arguments[0])
            if self._is_array(arguments[0]):
                branches = arguments[1:]
            else:
                branches = arguments[1:2] if self.value(arguments[0]) else arguments[2:]
            arguments = branches
        elif call.name == "IFERROR" and self._calls_ours(arguments[:1]):
            arguments = arguments[:1]
        elif call.name in OURS:
            yield call.name
        for argument in arguments:
            yield from self.calls(argument)

    def _calls_ours(self, arguments: Sequence[Sequence["Call | str"]]) -> bool:
        return any(
            isinstance(token, Call)
            and (token.name in OURS or self._calls_ours(token.arguments))
            for argument in arguments
            for token in argument
        )

    def _is_array(self, tokens: Sequence["Call | str"]) -> bool:
        """Return whether a condition is about ROW of many rows, and true of some."""
        return isinstance(tokens[0], Call) and tokens[0].name == "ROW"

    def value(self, tokens: Sequence["Call | str"]) -> Cell:
        """Return the value of an expression without functions of ours."""
        for signs in (("=", "<>", ">", "<"), ("&",)):
            for place, token in enumerate(tokens):
                if token in signs:
                    left, right = (
                        self.value(tokens[:place]),
                        self.value(tokens[place + 1 :]),
                    )
                    return self._joined(str(token), left, right)
        (token,) = tokens
        return self._called(token) if isinstance(token, Call) else self._operand(token)

    def _joined(self, sign: str, left: Cell, right: Cell) -> Cell:
        if sign == "&":
            return f"{_shown(left)}{_shown(right)}"
        if sign in ("=", "<>"):
            return (left == right) is (sign == "=")
        assert isinstance(left, float | int)
        assert isinstance(right, float | int)
        return left > right if sign == ">" else left < right

    def _operand(self, token: str) -> Cell:
        if token.startswith('"'):
            return token[1:-1]
        if is_reference(token):
            area = area_of(token, self.sheet)
            (address,) = addresses(area)
            return self.cells.get((area.sheet, address), "")
        return float(token)

    def _called(self, call: Call) -> Cell:
        if call.name == "SUMPRODUCT":  # of truths
            ((*signs, reference),) = call.arguments
            assert "".join(map(str, signs)) == "--"
            area = area_of(str(reference), self.sheet)
            return sum(
                self.cells.get((area.sheet, at), "") is True for at in addresses(area)
            )
        values = [self.value(argument) for argument in call.arguments]
        if call.name == "NOT":
            return not all(values)
        return {"AND": all, "OR": any}[call.name](values)


def _shown(cell: Cell) -> str:
    return f"{cell:g}" if isinstance(cell, float) else str(cell)


def calls_when_typed(before: Board, attempt: int, peg: int) -> list[str]:
    """Return what Excel calls after a peg of a board, as it stands now, was typed."""
    book = Book(before)
    cells = dict(book.sheets.cells)
    # What a button computed last belongs to other turns.
    (key,) = addresses(book.at.mirror_key)
    cells[STATE_SHEET, key] = "another game"
    called: list[str] = []
    for formula in recalculated(formulas_of(book), book.at.guesses.cell(attempt, peg)):
        called += Evaluation(cells, formula.area.sheet).calls(parsed(formula.text))
    return called


def a_guess(game: str, secret: str, *guesses: str) -> list[list[str]]:
    """Return what each peg of the last guess calls, one typed after another."""
    rules, row = Rules.parse(game), len(guesses) - 1
    board = played(*guesses[:-1], board=fresh(game, secret))
    cells = pegs_as_cells(rules.parse_code(guesses[-1]), rules)
    calls = []
    for peg in range(rules.pegs):
        typed: list[Cell] = [*cells[: peg + 1], *[None] * (rules.pegs - peg - 1)]
        calls.append(sorted(calls_when_typed(board.with_guess(row, typed), row, peg)))
    return calls


LISTED = ["BLACK", "TELL_TURNS", "WHITE"]


@pytest.mark.parametrize(
    ("game", "codes", "each", "last"),
    rest_long(
        [
            ("4x6", ["3625", "1122", "1344"], [], LISTED),
            ("4x5", ["3525", "1122", "1344"], [], LISTED),
            ("4x10 distinct", ["3625", "0123", "0456"], [], LISTED),
            ("4x6 black", ["3625", "1122", "1344"], [], ["BLACK", "TELL_TURNS"]),
            ("4x6", ["3625", "1122", "3625"], [], sorted([*LISTED, "RATE_GUESS"])),
            ("4x6", ["3625", *["1122"] * 7], [], LISTED),
            (
                "5x8",
                ["87654", "11223", "11334"],
                ["CANDIDATES"],
                ["BLACK", "CANDIDATES", "CANDIDATES_LEFT", "WHITE"],
            ),
            (
                "4x26",
                ["HIDE", "ABCD", "ABEF"],
                ["CANDIDATES"],
                ["BLACK", "CANDIDATES", "CANDIDATES_LEFT", "WHITE"],
            ),
        ]
    ),
)
def test_a_guess_calls_python_when_it_is_complete(
    game: str, codes: list[str], each: list[str], last: list[str]
) -> None:
    *begun, complete = a_guess(game, *codes)
    assert begun == [each] * len(begun)
    assert complete == last
    assert sum(map(len, (*begun, complete))) <= 8


def test_the_count_sees_what_a_setting_adds() -> None:
    board = fresh("4x6", "3625", show_next_guess=True).with_guess(0, [1, 1, 2, 2])
    called = Counter(calls_when_typed(board, 0, 3))
    assert called == Counter([*LISTED, "SOLVE_NEXT"])


# How much of the list of codes a program computes anew


def test_a_peg_leaves_alone_what_earlier_attempts_rule_out() -> None:
    book = Book(played("1122", "1344", board=fresh("4x6", "3625")))
    at, formulas = book.at, formulas_of(book)
    for attempt in range(at.attempts):
        areas = [f.area for f in recalculated(formulas, at.guesses.cell(attempt))]
        for name, place in (("misfits", Area.column), ("codes_left", Area.row)):
            rows = range(at.attempts)
            changed = [row for row in rows if place(at.areas[name], row) in areas]
            assert changed == [*range(attempt, at.attempts)], name


@pytest.mark.parametrize("game", ["4x6", "2x3"])
def test_the_marks_that_a_window_shows_read_no_other_codes(game: str) -> None:
    book = Book(fresh(game))
    at = book.at
    whole = at.ruled_out_marks
    marks = [f for f in formulas_of(book) if overlap(f.area, whole)]
    ends = [(f.area.top, f.area.bottom) for f in marks]
    shown = min(whole.top + 299, whole.bottom)
    rest = [(shown + 1, whole.bottom)] if shown < whole.bottom else []
    assert ends == [(whole.top, shown), *rest]
    for formula in marks:
        read = [area for area in formula.reads if overlap(area, at.misfits)]
        assert len(read) == at.attempts
        rows = {(area.top, area.bottom) for area in read}
        assert rows == {(formula.area.top, formula.area.bottom)}
