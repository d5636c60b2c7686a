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


def press(model: Any, sheet: Any, values: Mapping[str, Any]) -> None:
    """Write the areas that a button has changed."""
    with _at_once(model):
        for area, rows in values.items():
            _cells(sheet, area).setDataArray(
                tuple(tuple(map(_as_cell, row)) for row in rows)
            )


def read(sheet: Any, areas: Sequence[str]) -> dict[str, Any]:
    """Return the values of a board's areas."""
    return {area: _cells(sheet, area).getDataArray() for area in areas}


def _cells(sheet: Any, area: str) -> Any:
    return sheet.NamedRanges.getByName(area).ReferredCells


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
