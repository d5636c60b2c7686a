"""What the formulas of the boards are made of, and what each waits for."""

import io
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from itertools import product
from typing import Final

import openpyxl
import pytest
from boards import built, fresh, layouts_of_other_sheets
from cases import KINDS
from libreoffice import WORKBOOK
from openpyxl.formula import Tokenizer
from package_checks import (
    Formula,
    WorkbookCells,
    cell_addresses,
    elements,
    package_parts,
    referenced_range,
)

from xl_mastermind.cells.cell_range import ANCHOR_MARGINS, CellRange
from xl_mastermind.functions import FUNCTIONS
from xl_mastermind.plugins.puzzles import PUZZLES_SHEET
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.sheets.board.sections import board_layout, board_layouts
from xl_mastermind.sheets.cell_group import ArrayFormula
from xl_mastermind.sheets.sheet_layout import SheetLayout
from xl_mastermind.workbook_files.edition import Edition

pytestmark = pytest.mark.slow

SIMILAR_BOARDS: Final = ("Brain Breaker", "Bulls and Cows", "Super")
"""Boards with the formulas of another board, for other numbers of pegs or colours."""

OURS: Final = {function.name for function in FUNCTIONS}

SINCE_1987: Final = {
    *("ABS", "ADDRESS", "AND", "AVERAGE", "CHAR", "CHOOSE", "COLUMN", "COUNT"),
    "COUNTIF",
    *("DATE", "DAY", "EXACT", "FIND", "FREQUENCY", "IF", "INDEX", "INT", "ISERROR"),
    *("ISLOGICAL", "ISNUMBER", "LARGE", "LEFT", "LEN", "LOG", "LOOKUP", "LOWER"),
    *("MATCH", "MAX", "MID", "MIN", "MOD", "MONTH", "N", "NA", "NOT", "OR", "REPT"),
    *("RIGHT", "ROUND", "ROW", "SUBSTITUTE", "SUM", "SUMIF", "SUMPRODUCT", "SUMSQ"),
    *("TEXT", "TRIM", "TYPE", "UPPER", "VALUE", "YEAR"),
}
"""What every Excel computes that opens this kind of file, and those before it."""

KNOWN: Final = {
    *SINCE_1987,
    *("IFERROR", "_xlfn.ISFORMULA"),  # of 2007 and 2013
    "_xlfn.IFNA",  # around SOLVE_NEXT, which an Excel without it does not know either
}
"""The standard functions of boards."""


def functions_in(formula: str) -> set[str]:
    without_texts = re.sub(r'"[^"]*"', '""', formula)
    return {*re.findall(r"([A-Za-z_][\w.]*)\(", without_texts)}


def test_formulas_call_functions_of_every_application() -> None:
    formulas = {
        f"{formula.area.sheet}!{formula.area.address}": formula.text
        for formula in WorkbookCells.read(WORKBOOK.read_bytes()).formulas
        if formula.area.sheet in (*GAMES, PUZZLES_SHEET)
    }
    assert len(formulas) > 2000
    for place, formula in formulas.items():
        assert functions_in(formula) <= KNOWN | OURS, place
        if "_xlfn." in formula:
            is_guarded = "IFERROR(_xlfn.ISFORMULA(" in formula
            assert is_guarded or "_xlfn.IFNA(SOLVE_NEXT(" in formula, place
        # An operator for what spills, and one for what would not.
        texts_out = re.sub(r'"[^"]*"', "", formula)
        assert not re.search(r"[A-Z]\d+#|@", texts_out), place


def test_conditional_formats_call_old_functions_without_arrays() -> None:
    parts = package_parts(WORKBOOK.read_bytes())
    formulas = []
    for number in range(1, len(GAMES) + 2):
        part = parts[f"xl/worksheets/sheet{number}.xml"]
        found = elements(part, "formula", "formula1", "formula2")
        formulas += [element.text or "" for element in found]
    assert len(formulas) > 100
    for formula in formulas:
        assert functions_in(formula) <= SINCE_1987, formula
        assert "{" not in re.sub(r'"[^"]*"', "", formula), formula


# What Excel does not add


def test_formulas_calculate_with_no_blank_texts() -> None:
    """In Excel "" is no number there; LibreOffice hides that."""
    sheets = WorkbookCells.read(WORKBOOK.read_bytes())
    filled = [
        (formula.area.sheet, address)
        for formula in sheets.formulas
        for address in cell_addresses(formula.area)
    ]
    blank_texts = {place for place in filled if sheets.cells.get(place) == ""}
    assert blank_texts
    for formula in sheets.formulas:
        if formula.area.sheet in SIMILAR_BOARDS:
            continue
        for reference in calculated_areas(parsed(formula.text)):
            area = referenced_range(reference, formula.area.sheet)
            places = {(area.sheet, address) for address in cell_addresses(area)}
            assert not places & blank_texts, f"{reference} in {formula.text}"


@dataclass
class Call:
    """A function in a formula, with its arguments, each a list of tokens and calls."""

    name: str
    arguments: list[list["Call | str"]] = field(default_factory=lambda: [[]])


def parsed(formula: str) -> list["Call | str"]:
    open_calls = [Call("")]
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
    (outer,) = open_calls
    return outer.arguments[0]


def calculated_areas(
    parts: Sequence["Call | str"], function: str = "", *, guarded: bool = False
) -> Iterator[str]:
    """
    Yield the areas of several cells with which a formula calculates cell by cell.

    Arguments of IFERROR are skipped: it handles each cell.
    """
    of_each_cell = {"LOG", "INT", "MOD", "ABS", "ROUND"}
    for index, part in enumerate(parts):
        if isinstance(part, Call):
            inside = part.name == "IFERROR" or (guarded and part.name in of_each_cell)
            for argument in part.arguments:
                yield from calculated_areas(argument, part.name, guarded=inside)
        elif re.fullmatch(r"('[^']+'!)?\$?[A-Z]+\$?\d+:\$?[A-Z]+\$?\d+", part):
            beside = {*map(str, parts[max(index - 1, 0) : index + 2])}
            is_operand = beside & {"+", "-", "*", "/", "^"} or function in of_each_cell
            if is_operand and not guarded:
                yield part


# Array formulas that keep old values in LibreOffice

_AGGREGATES: Final = {
    *("AND", "AVERAGE", "COUNTIF", "LOOKUP", "MATCH", "MAX", "MIN", "OR", "SUM"),
    *("SUMIF", "SUMPRODUCT", "SUMSQ"),
}
"""Functions whose value is one, of however many cells."""


def is_array(parts: Sequence["Call | str"]) -> bool:
    """Return whether a part of a formula has a value for each of several cells."""
    for part in parts:
        if isinstance(part, str):
            if ":" in re.sub('"[^"]*"', "", part):
                return True
        elif part.name == "INDEX":
            # Row or column 0 stands for all of them.
            if ["0"] in part.arguments[1:]:
                return True
        elif part.name in _AGGREGATES:
            continue
        elif part.name in OURS | {"FREQUENCY"} or any(map(is_array, part.arguments)):
            return True
    return False


_OF_EACH_CELL: Final = {"", "FIND", "LEFT", "LEN", "MID", "SUBSTITUTE"}
"""Functions, and brackets, that have an error only in the cells of wrong values."""


def is_of_each_cell(parts: Sequence["Call | str"]) -> bool:
    """Return whether a part of a formula is calculated cell by cell throughout."""
    return all(
        part.name in _OF_EACH_CELL and all(map(is_of_each_cell, part.arguments))
        for part in parts
        if isinstance(part, Call)
    )


def is_always_an_array(parts: Sequence["Call | str"]) -> bool:
    """Return whether no outermost branch is a number, which leaves other cells old."""
    if len(parts) == 1 and isinstance(call := parts[0], Call):
        if call.name == "IF" and not is_array(call.arguments[0]):
            return all(map(is_always_an_array, call.arguments[1:]))
        if call.name == "IFERROR" and is_of_each_cell(call.arguments[0]):
            return is_array(call.arguments[0])  # the other value is of single cells
        if call.name in ("IFERROR", "_xlfn.IFNA"):
            return all(map(is_always_an_array, call.arguments))
        if call.name == "NA":
            return True
    is_text = len(parts) == 1 and str(parts[0]).startswith('"')
    return is_text or is_array(parts)


def test_array_formulas_have_no_number_as_branch() -> None:
    """LibreOffice writes the first cell only if an array becomes a number."""
    file = WorkbookCells.read(WORKBOOK.read_bytes())
    others = [formula for formula in file.formulas if formula.area.sheet not in GAMES]
    boards = [
        Formula(area, f"={formula}")
        for game, edition in product(KINDS, Edition)
        for group in board_layout(fresh(game), edition=edition).groups.values()
        for area, formula in group.formulas()
    ]
    arrays = [
        formula
        for formula in others + boards
        if formula.area.height * formula.area.width > 1
    ]
    assert len(arrays) > 100
    for array in arrays:
        # Array constants are ranges here.
        formula = parsed(re.sub(r"\{[^}]*\}", "A1:A9", array.text))
        assert is_always_an_array(formula), array


# Number of cells that a program recalculates


_OPERAND: Final = re.compile(
    r"(?:(?:'(?:[^']|'')+'|[A-Za-z_][\w.]*)!)?"
    r"\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?(?![\w.(])"
)
"""A reference in a formula; no formula of the workbook reads a defined name."""


def areas_read(formula: Formula) -> set[CellRange]:
    text = re.sub(r'"[^"]*"', '""', formula.text)
    return {
        referenced_range(operand[0], formula.area.sheet)
        for operand in _OPERAND.finditer(text)
    }


def dependencies(formulas: Sequence[Formula]) -> dict[str, set[str]]:
    """
    Return the ranges that each formula reads, and the formulas in each of these ranges.

    A formula reads every cell of a range that it names, even if INDEX takes one.
    """
    filled: dict[str, dict[tuple[int, int], str]] = {}
    for formula in formulas:
        cells = dict.fromkeys(formula.area.cells(), formula.area.qualified_address)
        filled.setdefault(formula.area.sheet, {}).update(cells)
    graph: dict[str, set[str]] = {}
    for formula in formulas:
        ranges = {f"={area.qualified_address}": area for area in areas_read(formula)}
        graph[formula.area.qualified_address] = {*ranges}
        for name, area in ranges.items():
            if name not in graph:
                cells = filled.get(area.sheet, {})
                graph[name] = {cells[cell] for cell in area.cells() if cell in cells}
    return graph


anchored_boards = pytest.mark.parametrize(
    ("game", "edition"),
    [
        ("2x3", Edition.MACROS),  # with the other sheets
        ("1x2", Edition.PLAIN),
        ("3x4 black", Edition.MACROS),  # without white pegs
        ("4x26", Edition.PLAIN),  # without the list of all codes
    ],
)


@anchored_boards
def test_formulas_read_no_cell_of_their_own(game: str, edition: Edition) -> None:
    workbook = built(fresh(game), edition=edition, has_optional_sheets=game == "2x3")
    graph = dependencies(WorkbookCells.read(workbook).formulas)
    TopologicalSorter(graph).prepare()  # an error names the cells of a cycle


def reached(
    readers: dict[str, set[str]], cell: str, barriers: Collection[str] = ()
) -> set[str]:
    """Return the ranges and formulas that depend on a cell, not through barriers."""
    found, names = {cell}, [cell]
    while names:
        name = names.pop()
        new = set() if name in barriers else readers.get(name, set()) - found
        found |= new
        names += new
    return found


def input_cells(layout: SheetLayout) -> Iterator[Formula]:
    """Yield the first and the last cell of each column of unlocked cells."""
    for group in layout.groups.values():
        if not ((group.cell_format or {}).get("locked", True) or group.has_formulas):
            for index in range(group.cell_range.width):
                column = group.cell_range.column(index)
                yield from (Formula(column.cell(n), "") for n in {0, column.height - 1})


@pytest.mark.parametrize("game", KINDS)
def test_first_edit_reaches_all_formulas_of_a_board(game: str) -> None:
    """
    Formulas read an input not only through arrays.

    LibreOffice opens an array formula of an .xlsx without value, as changed until a
    formula reads it. Such an array does not pass a change on.
    """
    layout = board_layout(fresh(game))
    inputs = [*input_cells(layout)]
    formulas, arrays = list[Formula](), set[str]()
    for group in layout.groups.values():
        for area, formula in group.formulas():
            formulas.append(Formula(area, f"={formula}"))
            if isinstance(formula, ArrayFormula):
                arrays.add(area.qualified_address)
    readers: dict[str, set[str]] = {}
    for reader, names in dependencies([*inputs, *formulas]).items():
        for name in names:
            readers.setdefault(name, set()).add(reader)
    for cell in (each.area.qualified_address for each in inputs):
        behind = reached(readers, cell) - reached(readers, cell, arrays) - arrays
        assert [name for name in behind if not name.startswith("=")] == [], cell


@anchored_boards
def test_anchor_cells_are_locked_without_formulas(game: str, edition: Edition) -> None:
    board = fresh(game)
    workbook = built(board, edition=edition, has_optional_sheets=game == "2x3")
    book = openpyxl.load_workbook(io.BytesIO(workbook))
    others = layouts_of_other_sheets(game) if edition is Edition.MACROS else ()
    anchored = [
        area
        for layout in (*board_layouts([board], edition), *others)
        for name, area in layout.defined_names.items()
        if name in ANCHOR_MARGINS
    ]
    assert len(anchored) > 4
    for area in anchored:
        for row, column in ((area.top, area.left), (area.bottom, area.right)):
            cell = book[area.sheet].cell(row + 1, column + 1)
            assert cell.protection.locked, area.qualified_address
            assert cell.data_type != "f", area.qualified_address


@pytest.mark.parametrize(("game", "secret"), [("4x6", "3625"), ("2x3", "11")])
def test_first_ruled_out_codes_read_no_others(game: str, secret: str) -> None:
    board = fresh(game, secret)
    (at,) = board_layouts([board])
    whole = at.ranges["ruled_out_codes"]
    workbook = WorkbookCells.read(built(board, has_optional_sheets=False))
    marks = [
        f
        for f in workbook.formulas
        if f.area.sheet == at.sheet and f.area.overlaps(whole)
    ]
    ends = [(f.area.top, f.area.bottom) for f in marks]
    shown = min(whole.top + 299, whole.bottom)
    rest = [(shown + 1, whole.bottom)] if shown < whole.bottom else []
    assert ends == [(whole.top, shown), *rest]
    for formula in marks:
        read = [
            area
            for area in areas_read(formula)
            if area.sheet == at.sheet and area.overlaps(at.ranges["code_list_feedback"])
        ]
        rows = {(area.top, area.bottom) for area in read}
        assert rows == {(formula.area.top, formula.area.bottom)}
