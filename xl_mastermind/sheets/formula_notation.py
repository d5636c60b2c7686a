"""
The notation of formulas: groups of cells by name, in brackets, as in Excel's tables.

A formula of a `CellGroup` contains no addresses. Writing the sheet inserts them. For a
formula in the third row and the second column of its group:

>>> def rows_3_to_12(column, width=1):
...     return CellRange("Board", 2, column, 11, column + width - 1)
>>> groups = {
...     "won": CellGroup(CellRange("Board", 0, 30, 0, 30)),
...     "words": CellGroup(rows_3_to_12(39)),
...     "guesses": CellGroup(rows_3_to_12(8, 4)),
...     "feedback": CellGroup(rows_3_to_12(12, 2), column_names=("black", "white")),
...     "part_sizes": CellGroup(CellRange("Board", 1, 80, 17, 89)),
...     "guess_input": CellGroup(
...         rows_3_to_12(7), anchor_range=CellRange("Board", 1, 7, 12, 7)
...     ),
... }
>>> cell = FormulaCell(rows_3_to_12(8, 4), row=2, column=1)
>>> def show(*formulas):
...     print(*(insert_addresses(formula, groups, cell) for formula in formulas))

All cells of a group, its cell in the row of the formula, and the same cell with dollar
signs for formulas that users may copy. In every row, a group with one row has its cell:

>>> show("[won]", "[@words]", "[@$words]", "[@won]")
$AE$1 AN5 $AN$5 AE1

Other rows, and the cell of the formula itself:

>>> show("[above words]", "[below words]", "[until words]")
AN4 AN6 $AN$3:$AN$5
>>> show("[first words]", "[last words]", "[@]")
$AN$3 $AN$12 J5

The number of the row, counted from 1 as in INDEX and MID, and of the row above:

>>> show("[#]", "[above #]")
3 2

A column by its name or number. `@` is the column of the formula's cell, and `#` the
column with the number of the row:

>>> show("[feedback.black]", "[guesses.1]", "[@feedback.white]", "[last feedback.2]")
$M$3:$M$12 $I$3:$I$12 N5 $N$12
>>> show("[guesses.@]", "[@guesses.@]", "[part_sizes.#]")
$J$3:$J$12 J5 $CE$2:$CE$18

Formulas read input cells by position in their anchor range, one at a time: a reference
to a cell would follow it when a user cuts and pastes it.

>>> show("[@guess_input]")
INDEX($H$2:$H$13,4)

Quoted text remains unchanged:

>>> show('"[won]"&[won]')
"[won]"&$AE$1

Conditional formats and data validations are formulas of the first cell of their group.
In conditional formats references to the row have a dollar sign before the column,
except `[@]` and the column `@`:

>>> cell = FormulaCell(rows_3_to_12(8, 4), is_conditional_format=True)
>>> show("[@words]", "[@]", "[@guesses.@]")
$AN3 I3 I3

In a column's array formula the number of the row is that of the column, and `[@words]`
is the cell of that row.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Final, NamedTuple

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.sheets.cell_group import CellGroup, Formula, FormulaCell

_BRACKETS: Final = re.compile(r'"[^"]*"|\[([^\[\]"]*)\]')
_REFERENCE: Final = re.compile(
    r"@|(?:(?P<row>@\$?|(?:above|below|until|first|last) )?"
    r"(?P<name>[a-z]\w*|#)(?:\.(?P<column>\w+|@|#))?)"
)


class FormulaNameError(ValueError):
    """A formula contains a name in brackets that has no meaning there."""


class Reference(NamedTuple):
    """The parts of a name in brackets; `[@]` has none."""

    row: str
    name: str
    column: str


def insert_addresses(
    formula: str, groups: Mapping[str, CellGroup], cell: FormulaCell
) -> str:
    """Return a formula with addresses in place of the names in brackets."""
    return "".join(
        part if isinstance(part, str) else _address(part, groups, cell)
        for part in parse_formula(formula)
    )


def positional_reference(group: CellGroup, cell: CellRange) -> Formula:
    """Return the reference of a formula to a cell: by position in an anchor range."""
    anchor_range = group.anchor_range
    if anchor_range is None:
        return cell.address
    if anchor_range.height == 1:
        position = cell.left - anchor_range.left + 1
        return f"INDEX({anchor_range.absolute_address},{position})"
    column = anchor_range.column(cell.left - anchor_range.left)
    return f"INDEX({column.absolute_address},{cell.top - anchor_range.top + 1})"


@cache
def parse_formula(formula: str) -> tuple[str | Reference, ...]:
    """Return the text of a formula and the references in it, in their order."""
    if formula.count('"') % 2:
        raise FormulaNameError("expected pairs of quotes")
    parts: list[str | Reference] = []
    end = 0
    for brackets in _BRACKETS.finditer(formula):
        if brackets[1] is None:  # A quoted text stays unchanged.
            continue
        match = _REFERENCE.fullmatch(brackets[1])
        if not match:
            raise FormulaNameError(f"unknown form {brackets[0]}")
        row, name, column = match.groups(default="")
        parts += [formula[end : brackets.start()], Reference(row.strip(), name, column)]
        end = brackets.end()
    return *parts, formula[end:]


def _address(
    reference: Reference, groups: Mapping[str, CellGroup], cell: FormulaCell
) -> str:
    """Return the address, or the number of the row, for a reference."""
    row, name, column = reference
    if not name:
        return cell.cell_range.cell(cell.row, cell.column).address
    if name == "#":
        return str(_row_index(row, cell) + 1)
    if name not in groups:
        similar = get_close_matches(name, groups, 1)
        hint = f"; similar: {similar[0]!r}" if similar else ""
        raise FormulaNameError(f"unknown group {name!r}{hint}")
    group = groups[name]
    cell_range = _rows(reference, _columns(reference, group, cell), cell)
    if group.anchor_range:
        if (cell_range.height, cell_range.width) != (1, 1):
            raise FormulaNameError(f"input cells {name!r}: expected one, got a range")
        if cell.is_conditional_format and group.cell_range.height > 1:
            raise FormulaNameError(f"input cells {name!r} in a conditional format")
        return positional_reference(group, cell_range)
    if row in ("", "@$", "until", "first", "last"):
        return cell_range.absolute_address
    has_dollar = cell.is_conditional_format and column != "@"
    return f"${cell_range.address}" if has_dollar else cell_range.address


def _columns(reference: Reference, group: CellGroup, cell: FormulaCell) -> CellRange:
    _, name, column = reference
    cell_range = group.cell_range
    if not column:
        return cell_range
    numbers = {heading: number for number, heading in enumerate(group.column_names, 1)}
    numbers |= {"@": cell.column + 1, "#": cell.row + 1}
    number = int(column) if column.isdigit() else numbers.get(column, 0)
    if not 1 <= number <= cell_range.width:
        expected = ", ".join(group.column_names) or f"1 to {cell_range.width}"
        raise FormulaNameError(f"column of {name!r}: expected {expected}, got {column}")
    return cell_range.column(number - 1)


def _rows(reference: Reference, cell_range: CellRange, cell: FormulaCell) -> CellRange:
    row, name, _ = reference
    if not row:
        return cell_range
    if row in ("first", "last"):
        return cell_range.row(0 if row == "first" else cell_range.height - 1)
    if cell_range.height == 1:
        return cell_range
    if cell_range.height != cell.row_count:
        raise FormulaNameError(
            f"rows of {name!r}: expected {cell.row_count}, got {cell_range.height}"
        )
    index = _row_index(row, cell)
    return cell_range.rows_through(index) if row == "until" else cell_range.row(index)


def _row_index(row: str, cell: FormulaCell) -> int:
    """Return the index of a row, counted from 0."""
    return cell.row + {"above": -1, "below": 1}.get(row, 0)
