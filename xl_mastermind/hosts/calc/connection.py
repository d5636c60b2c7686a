"""Makes a workbook of ours play in LibreOffice: its formulas and its buttons."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any

import uno
import unohelper
from com.sun.star.lang import Locale
from com.sun.star.sheet import XActivationEventListener
from com.sun.star.util import XModifyListener

from .document import at_once, leave_modified, unprotected
from .screen import after
from .tables import TABLES
from .undoing import one_step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_FORMULAS = 16
"""`com.sun.star.sheet.CellFlags.FORMULA`"""

_NO_LANGUAGE = Locale("zxx", "", "")
"""The words of a board are in no dictionary: they are left ununderlined."""

_BUTTON = "com.sun.star.form.component.CommandButton"

_STRIP = 64
"""Rows whose formulas are read at a time."""

_METHODS = {f["name"]: method for method, f in TABLES["functions"].items()}
_FOREIGN = re.compile(rf"(?<![\w.])({'|'.join(_METHODS)})\(", re.IGNORECASE)
"""A call of one of our functions that is not pointed at the add-in."""

_CORNER = 127, 63
"""Column and row, the last where people or buttons change something."""

_FIRST_PAUSE = 0.5
_PAUSE = 0.1
"""Seconds before each sheet that is not shown is made to play."""


class Connection(unohelper.Base, XActivationEventListener, XModifyListener):
    """
    Points the formulas of a workbook at the add-in, and its buttons at the handler.

    The sheet that is shown comes first; the others take their turn a little later,
    or as soon as one is turned to, or something on it changes. The document counts as
    unchanged, and there is nothing to undo.
    """

    def __init__(self, model: Any) -> None:
        self._model = model
        self._waiting = {sheet.Name: sheet for sheet in model.Sheets}
        self._connect(model.CurrentController.ActiveSheet.Name)
        for sheet in self._waiting.values():
            corner = sheet.getCellRangeByPosition(0, 0, *_CORNER)
            corner.addModifyListener(self)
        model.CurrentController.addActivationEventListener(self)
        after(_FIRST_PAUSE, self._connect_next)

    def _connect(self, name: str) -> None:
        """Connect a sheet if it still waits."""
        sheet = self._waiting.pop(name, None)
        if sheet is None:
            return
        with _unnoticed(self._model, sheet), unprotected(sheet):
            _connect_buttons(sheet)
            # Last what waits for the worker, which is starting meanwhile.
            _connect_formulas(sheet)
            sheet.CharLocale = _NO_LANGUAGE

    def _connect_next(self) -> None:
        if self._waiting:
            self._connect(next(iter(self._waiting)))
            after(_PAUSE, self._connect_next)

    def activeSpreadsheetChanged(self, event: Any) -> None:
        self._connect(event.ActiveSheet.Name)

    def modified(self, event: Any) -> None:
        event.Source.removeModifyListener(self)
        self._connect(event.Source.Spreadsheet.Name)

    def disposing(self, _event: Any) -> None:
        self._waiting.clear()


@contextlib.contextmanager
def _unnoticed(model: Any, sheet: Any) -> Iterator[None]:
    """Let changes of a sheet count for nothing: neither to be saved nor undone."""
    was_modified, was_enabled = model.isModified(), model.IsUndoEnabled
    # Where undo is switched off, LibreOffice forgets what could be undone: within a
    # step only what that step has done.
    with one_step(model, ""):
        model.IsUndoEnabled = False
        try:
            with at_once(model):
                yield
        finally:
            model.IsUndoEnabled = was_enabled
            # A sheet that reads this one has changed, and may have been connected
            # within.
            leave_modified(model, [sheet], was_modified)


def _connect_formulas(sheet: Any) -> None:
    """Point the formulas of a sheet at the add-in."""
    for cells, formula in [*_formulas(sheet)]:
        pointed = _FOREIGN.sub(_ours, formula)
        if pointed.startswith("{"):
            cells.setArrayFormula(pointed[1:-1])
        else:
            cells.setFormula(pointed)


def _ours(found: re.Match[str]) -> str:
    return f"{TABLES['add_in']}.{_METHODS[found[1].upper()]}(".upper()


def _formulas(sheet: Any) -> Iterator[tuple[Any, str]]:
    """
    Yield the formulas of a sheet that call our functions, and the cells of each.

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
                        if _FOREIGN.search(formula):
                            yield array, formula
                    elif _FOREIGN.search(formula):
                        yield sheet.getCellByPosition(column, row), formula


def _array_at(sheet: Any, column: int, row: int) -> Any:
    """Return the cells of the array formula in a cell."""
    array = sheet.createCursorByRange(sheet.getCellByPosition(column, row))
    array.collapseToCurrentArray()
    return array


def _connect_buttons(sheet: Any) -> None:
    """
    Point the buttons of a sheet at the handler.

    A button that does nothing is ours by its caption: it has lost its macro where the
    workbook has none, or where the macro is called like a word of Basic.
    """
    buttons, protocol = TABLES["buttons"], TABLES["protocol"]
    macros = {button["macro"]: name for name, button in buttons.items()}
    captions = {button["caption"]: name for name, button in buttons.items()}
    dead = []
    there = set()
    for form in sheet.DrawPage.Forms:
        for index, control in enumerate(form):
            if not control.supportsService(_BUTTON):
                continue
            events = form.getScriptEvents(index)
            name = _button_of(events, macros)
            if name:
                form.revokeScriptEvents(index)
                _connect_button(control, protocol + name)
                there.add(name)
            elif control.TargetURL:
                there.add(control.TargetURL.partition(protocol)[2])
            elif not events:
                dead.append(control)
    for control in dead:
        name = captions.get(control.Label)
        belongs = name and sheet.NamedRanges.hasByName(buttons[name]["home"])
        if name and belongs and name not in there:
            _connect_button(control, protocol + name)
            there.add(name)


def _connect_button(control: Any, url: str) -> None:
    control.ButtonType = uno.Enum("com.sun.star.form.FormButtonType", "URL")
    control.TargetURL = url


def _button_of(events: Sequence[Any], macros: Mapping[str, str]) -> str | None:
    """Return the button whose macro an event runs, if there is one."""
    for event in events:
        macro = event.ScriptCode.partition("?")[0].rpartition(".")[2]
        if macro in macros:
            return macros[macro]
    return None
