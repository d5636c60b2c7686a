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
import unohelper
from com.sun.star.lang import Locale
from com.sun.star.sheet import XActivationEventListener
from com.sun.star.util import XModifyListener

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_BOARD_NAMES = ("game", "secret", "turns_key", "mirror_key")
"""A sheet with these names has a board."""

_SCORES = "Scores"
"""The name of the table of finished games."""

_FORMULAS = 16
"""`com.sun.star.sheet.CellFlags.FORMULA`"""

_BUTTON = "com.sun.star.form.component.CommandButton"

_STRIP = 64
"""Rows whose formulas are read at a time."""

_CORNER = 127, 63
"""Column and row, the last where people or buttons change something."""

_FIRST_PAUSE = 0.5
_PAUSE = 0.1
"""Seconds before each sheet that is not shown is made to play."""


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
def _unnoticed(model: Any, sheet: Any) -> Iterator[None]:
    """Let changes of a sheet count for nothing: neither to be saved nor undone."""
    was_modified, was_enabled = model.isModified(), model.IsUndoEnabled
    model.IsUndoEnabled = False
    try:
        with _at_once(model):
            yield
    finally:
        # A sheet that reads this one has changed, and may have been connected within.
        model.IsUndoEnabled = was_enabled
        # A chart of what formulas give has changed with them, and its document too.
        for chart in sheet.Charts:
            chart.EmbeddedObject.setModified(False)
        model.setModified(was_modified)


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


class Connection(unohelper.Base, XActivationEventListener, XModifyListener):
    """
    Points the formulas of a workbook at the add-in, and its buttons at the handler.

    The sheet that is shown comes first; the others take their turn a little later,
    or as soon as one is turned to, or something on it changes. The document counts as
    unchanged, and there is nothing to undo.

    Parameters
    ----------
    model : document
        A workbook of ours.
    tables : dict
        What the extension was built with.
    later : function of a number and a function
        Calls the function after so many seconds, when LibreOffice is idle.
    """

    def __init__(
        self,
        model: Any,
        tables: Mapping[str, Any],
        later: Callable[[float, Callable[[], None]], None],
    ) -> None:
        self._model = model
        self._tables = tables
        self._later = later
        self._waiting = {sheet.Name: sheet for sheet in model.Sheets}
        self._connect(model.CurrentController.ActiveSheet.Name)
        for sheet in self._waiting.values():
            corner = sheet.getCellRangeByPosition(0, 0, *_CORNER)
            corner.addModifyListener(self)
        model.CurrentController.addActivationEventListener(self)
        later(_FIRST_PAUSE, self._connect_next)

    def _connect(self, name: str) -> None:
        """Connect a sheet if it still waits."""
        sheet = self._waiting.pop(name, None)
        if sheet is None:
            return
        with _unnoticed(self._model, sheet):
            _connect_buttons(sheet, self._tables)
            # Last what waits for the worker, which is starting meanwhile.
            _connect_formulas(sheet, self._tables)
            # The words of a board are in no dictionary: leave them ununderlined.
            sheet.CharLocale = Locale("zxx", "", "")

    def _connect_next(self) -> None:
        if self._waiting:
            self._connect(next(iter(self._waiting)))
            self._later(_PAUSE, self._connect_next)

    def activeSpreadsheetChanged(self, event: Any) -> None:
        self._connect(event.ActiveSheet.Name)

    def modified(self, event: Any) -> None:
        event.Source.removeModifyListener(self)
        self._connect(event.Source.Spreadsheet.Name)

    def disposing(self, _event: Any) -> None:
        self._waiting.clear()


def _connect_formulas(sheet: Any, tables: Mapping[str, Any]) -> None:
    """Point the formulas of a sheet at the add-in."""
    methods = {f["name"]: method for method, f in tables["functions"].items()}
    foreign = re.compile(rf"(?<![\w.])({'|'.join(methods)})\(", re.IGNORECASE)

    def ours(found: re.Match[str]) -> str:
        return f"{tables['add_in']}.{methods[found[1].upper()]}(".upper()

    for cells, formula in [*_formulas(sheet, foreign)]:
        if formula.startswith("{"):
            cells.setArrayFormula(foreign.sub(ours, formula[1:-1]))
        else:
            cells.setFormula(foreign.sub(ours, formula))


def _formulas(sheet: Any, wanted: re.Pattern[str]) -> Iterator[tuple[Any, str]]:
    """
    Yield the formulas of a sheet that match, and the cells of each.

    An array formula says the same in all of its cells, often thousands: the strips
    of rows that lie inside it are not read.
    """
    for block in sheet.queryContentCells(_FORMULAS):
        corner = block.RangeAddress
        left, right, bottom = corner.StartColumn, corner.EndColumn, corner.EndRow
        below = dict.fromkeys(range(left, right + 1), corner.StartRow)
        while (top := min(below.values())) <= bottom:
            last = min(top + _STRIP - 1, bottom)
            strip = sheet.getCellRangeByPosition(left, top, right, last)
            for row, line in enumerate(strip.getFormulaArray(), top):
                for column, formula in enumerate(line, left):
                    if below[column] > row:
                        continue
                    below[column] = row + 1
                    if formula.startswith("{"):
                        array = _array_at(sheet, column, row)
                        corner = array.RangeAddress
                        for inside in range(column, min(right, corner.EndColumn) + 1):
                            below[inside] = corner.EndRow + 1
                        if wanted.search(formula):
                            yield array, formula
                    elif wanted.search(formula):
                        yield sheet.getCellByPosition(column, row), formula


def _array_at(sheet: Any, column: int, row: int) -> Any:
    """Return the cells of the array formula in a cell."""
    array = sheet.createCursorByRange(sheet.getCellByPosition(column, row))
    array.collapseToCurrentArray()
    return array


def _connect_buttons(sheet: Any, tables: Mapping[str, Any]) -> None:
    """
    Point the buttons of a sheet at the handler.

    A button that does nothing is ours by its caption: it has lost its macro where the
    workbook has none, or where the macro is called like a word of Basic.
    """
    dead = []
    there = set()
    for form in sheet.DrawPage.Forms:
        for index, control in enumerate(form):
            if not control.supportsService(_BUTTON):
                continue
            events = form.getScriptEvents(index)
            button = _button_of(events, tables["macros"])
            if button:
                form.revokeScriptEvents(index)
                _connect_button(control, tables["protocol"] + button)
                there.add(button)
            elif control.TargetURL:
                there.add(control.TargetURL.partition(tables["protocol"])[2])
            elif not events:
                dead.append(control)
    for control in dead:
        button = tables["captions"].get(control.Label)
        if button and button not in there and _belongs(button, sheet, tables):
            _connect_button(control, tables["protocol"] + button)
            there.add(button)


def _connect_button(control: Any, url: str) -> None:
    control.ButtonType = uno.Enum("com.sun.star.form.FormButtonType", "URL")
    control.TargetURL = url


def _belongs(button: str, sheet: Any, tables: Mapping[str, Any]) -> bool:
    """Return whether a sheet of this kind has such a button."""
    home = tables["homes"].get(button)
    return bool(sheet.NamedRanges.hasByName(home)) if home else is_board(sheet)


def _button_of(events: Sequence[Any], macros: Mapping[str, str]) -> str | None:
    """Return the button whose macro an event runs, if there is one."""
    for event in events:
        macro = event.ScriptCode.partition("?")[0].rpartition(".")[2]
        if macro in macros:
            return macros[macro]
    return None
