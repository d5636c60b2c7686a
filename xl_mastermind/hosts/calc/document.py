"""
A workbook of ours as LibreOffice has it open.

This runs inside LibreOffice, in whatever Python that has: standard library only,
and nothing that Python 3.8 does not know.
"""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any

import uno
from com.sun.star.lang import Locale

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_BOARD_NAMES = ("game", "secret", "turns_key", "mirror_key")
"""A sheet with these names has a board."""

_SCORES = "Scores"
"""The name of the table of finished games."""

_FORMULAS = 16
"""`com.sun.star.sheet.CellFlags.FORMULA`"""

_STRIP = 64
"""Rows whose formulas are read at a time."""


def is_spreadsheet(model: Any) -> bool:
    """Return whether a document is one of Calc's."""
    service = "com.sun.star.sheet.SpreadsheetDocument"
    return model is not None and bool(model.supportsService(service))


def is_board(sheet: Any) -> bool:
    """Return whether there is a board on a sheet."""
    return all(map(sheet.NamedRanges.hasByName, _BOARD_NAMES))


def sheet_with(model: Any, area: str) -> Any:
    """Return the sheet that has an area of this name, if there is one."""
    sheets = (sheet for sheet in model.Sheets if sheet.NamedRanges.hasByName(area))
    return next(sheets, None)


def has_board(model: Any) -> bool:
    """Return whether a document is a workbook of ours."""
    return is_spreadsheet(model) and any(map(is_board, model.Sheets))


@contextlib.contextmanager
def _at_once(model: Any) -> Iterator[None]:
    """
    Let LibreOffice notice several changes as one.

    Automatic calculation stays on: without it array formulas are computed again
    for each of their cells that is looked at.
    """
    model.lockControllers()
    model.addActionLock()
    try:
        yield
    finally:
        model.removeActionLock()
        model.unlockControllers()


# Playing


def press(
    model: Any, sheet: Any, values: Mapping[str, Any], scores: Sequence[Any] = ()
) -> None:
    """Write the areas that a button has changed, and add rows to the scores."""
    with _at_once(model):
        for area, rows in values.items():
            # A document from before there were scores lacks what belongs to them.
            if sheet.NamedRanges.hasByName(area):
                _cells(sheet, area).setDataArray(_as_cells(rows))
        if scores:
            _add_scores(model, scores)


def read(sheet: Any, areas: Sequence[str]) -> dict[str, Any]:
    """Return the values of a sheet's areas, of those that are there."""
    there = filter(sheet.NamedRanges.hasByName, areas)
    return {area: _cells(sheet, area).getDataArray() for area in there}


def read_board(model: Any, name: str, areas: Sequence[str]) -> dict[str, Any]:
    """Return the values of the board on a sheet; nothing if there is none."""
    if not model.Sheets.hasByName(name):
        return {}
    sheet = model.Sheets.getByName(name)
    return read(sheet, areas) if is_board(sheet) else {}


def scores(model: Any) -> Any:
    """Return the rows of the table of scores, if the document has one."""
    ranges = model.DatabaseRanges
    if not ranges.hasByName(_SCORES):
        return None
    return ranges.getByName(_SCORES).ReferredCells.getDataArray()[1:]


def _add_scores(model: Any, rows: Sequence[Any]) -> None:
    table = model.DatabaseRanges.getByName(_SCORES)
    area = table.DataArea
    blank = [not any(cell != "" for cell in row) for row in scores(model)]
    while blank and blank.pop():
        area.EndRow -= 1
    first = area.EndRow + 1
    area.EndRow += len(rows)
    table.setDataArea(area)
    model.Sheets.getByIndex(area.Sheet).getCellRangeByPosition(
        area.StartColumn, first, area.EndColumn, area.EndRow
    ).setDataArray(_as_cells(rows))


def _cells(sheet: Any, area: str) -> Any:
    return sheet.NamedRanges.getByName(area).ReferredCells


def _as_cells(rows: Sequence[Any]) -> tuple[tuple[float | str, ...], ...]:
    return tuple(tuple(map(_as_cell, row)) for row in rows)


def _as_cell(value: float | str | None) -> float | str:
    """Return a value as cells take it: a blank one is an empty text."""
    if value is None:
        return ""
    return value if isinstance(value, str) else float(value)


# Making a workbook play


def connect(model: Any, tables: Mapping[str, Any]) -> None:
    """
    Point the formulas of a workbook at the add-in, and its buttons at the handler.

    Formulas that have no value yet are computed; the document counts as unchanged.
    """
    with _at_once(model):
        for sheet in model.Sheets:
            _connect_formulas(sheet, tables)
            _connect_buttons(sheet, tables)
        # The words of a board are in no dictionary: leave them ununderlined.
        styles = model.StyleFamilies.getByName("CellStyles")
        styles.getByName("Default").CharLocale = Locale("zxx", "", "")
    model.setModified(False)


def _connect_formulas(sheet: Any, tables: Mapping[str, Any]) -> None:
    methods = {f["name"]: method for method, f in tables["functions"].items()}
    foreign = re.compile(rf"(?<![\w.])({'|'.join(methods)})\(", re.IGNORECASE)

    def ours(found: re.Match[str]) -> str:
        return f"{tables['add_in']}.{methods[found[1].upper()]}(".upper()

    for block in sheet.queryContentCells(_FORMULAS):
        _connect_block(sheet, block.RangeAddress, lambda f: foreign.sub(ours, f))


def _connect_block(sheet: Any, block: Any, connected: Callable[[str], str]) -> None:
    """
    Point the formulas of a block of cells at the add-in, strip by strip.

    An array formula says the same in all of its cells, often thousands: the strips
    that lie inside it are not read.
    """
    left, right = block.StartColumn, block.EndColumn
    below = dict.fromkeys(range(left, right + 1), block.StartRow)
    while (top := min(below.values())) <= block.EndRow:
        last = min(top + _STRIP - 1, block.EndRow)
        strip = sheet.getCellRangeByPosition(left, top, right, last)
        for row, line in enumerate(strip.getFormulaArray(), top):
            for column, formula in enumerate(line, left):
                if below[column] <= row:
                    corner = _connect_formula(sheet, column, row, formula, connected)
                    for inside in range(column, min(right, corner.EndColumn) + 1):
                        below[inside] = corner.EndRow + 1


def _connect_formula(
    sheet: Any, column: int, row: int, formula: str, connected: Callable[[str], str]
) -> Any:
    """Point a formula at the add-in, and return the address of its cells."""
    cell = sheet.getCellByPosition(column, row)
    if not formula.startswith("{"):
        if connected(formula) != formula:
            cell.setFormula(connected(formula))
        return cell.RangeAddress
    array = sheet.createCursorByRange(cell)
    array.collapseToCurrentArray()
    if connected(formula) != formula:
        array.setArrayFormula(connected(formula[1:-1]))
    return array.RangeAddress


def _connect_buttons(sheet: Any, tables: Mapping[str, Any]) -> None:
    for form in sheet.DrawPage.Forms:
        for index, control in enumerate(form):
            button = _button_of(form.getScriptEvents(index), tables["macros"])
            if button:
                form.revokeScriptEvents(index)
                control.ButtonType = uno.Enum("com.sun.star.form.FormButtonType", "URL")
                control.TargetURL = tables["protocol"] + button


def _button_of(events: Sequence[Any], macros: Mapping[str, str]) -> str | None:
    """Return the button whose macro an event runs, if there is one."""
    for event in events:
        macro = event.ScriptCode.partition("?")[0].rpartition(".")[2]
        if macro in macros:
            return macros[macro]
    return None
