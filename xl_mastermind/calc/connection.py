"""Makes a MasterMind workbook play in LibreOffice: its formulas and buttons."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any

import uno
from com.sun.star.lang import DisposedException, Locale

from .document import at_once, calculate, leave_modified, named, unprotected
from .tables import TABLES
from .ui import after
from .undo import one_step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_FORMULAS = 16
"""`com.sun.star.sheet.CellFlags.FORMULA`"""

_NO_LANGUAGE = Locale("zxx", "", "")
"""The words of a board are in no dictionary: they are left ununderlined."""

_BUTTON = "com.sun.star.form.component.CommandButton"

_METHODS = {f["name"]: method for method, f in TABLES["functions"].items()}

_NAMES = f"({'|'.join(_METHODS)})".replace("I", "[Ii\u0130\u0131]")
"""Our functions; in Turkish small letters have no dot, and capital ones have one."""

_QUOTED = r"""(?:"[^"]*")|(?:'[^']*')"""
"""Texts, or what stands between two quotes of one; names of sheets as well."""

_FOREIGN = re.compile(rf"{_QUOTED}|(?<![\w.]){_NAMES}\(", re.IGNORECASE)
"""A call of one of our functions that is not pointed at the add-in, or no call."""

_SCRIPT = re.compile(
    r"(?:.*:)?VBAProject\.MasterMind\.(\w+)\?(?:.*&)?location=document"
)
"""
The address of a button's macro, in the module of the workbook.

A module of the same name in another library, such as the user's own, which is at
another location, is the user's.
"""

_PAUSE = 0.5
"""Seconds before the sheets that are not shown are made to play."""


def connect(model: Any) -> None:
    """
    Point the formulas of a workbook at the add-in, its buttons at the handler.

    The sheet that is shown comes first, all others a little later. The document
    counts as unchanged, and there is nothing to undo.
    """
    shown = [model.CurrentController.ActiveSheet]
    with _unnoticed(model, shown):
        _connect(shown)

    def connect_remaining() -> None:
        is_closed = contextlib.suppress(DisposedException)
        with is_closed, _unnoticed(model, model.Sheets):
            _connect(model.Sheets)
            if not model.isAutomaticCalculationEnabled():
                calculate(model)  # arrays are loaded without their values

    after(_PAUSE, connect_remaining)


def _connect(sheets: Sequence[Any]) -> None:
    for sheet in sheets:
        is_ours = sheet.NamedRanges.Count or sheet.isProtected() or not sheet.IsVisible
        with unprotected(sheet):
            _connect_buttons(sheet)
            # Last what waits for the worker, which is starting meanwhile.
            _connect_formulas(sheet)
            if is_ours:  # the user's own sheets keep their language
                sheet.CharLocale = _NO_LANGUAGE


@contextlib.contextmanager
def _unnoticed(model: Any, sheets: Sequence[Any]) -> Iterator[None]:
    """Let changes of sheets count for nothing: neither to be saved nor undone."""
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
            leave_modified(model, sheets, was_modified)


def _connect_formulas(sheet: Any) -> None:
    """
    Point all formulas of a sheet at the add-in, typed ones too.

    Formulas that LibreOffice has saved are pointed already, unless it had no
    extension.
    """
    cells = sheet.queryContentCells(_FORMULAS)
    for name in TABLES["lists"]:
        area = named(sheet, name)
        if area:
            # Thousands of cells, in columns that say the same from top to bottom.
            below = area.RangeAddress
            below.StartRow += 1
            cells.removeRangeAddress(below)
    search = sheet.createSearchDescriptor()
    search.SearchRegularExpression = True
    search.SearchString = rf"{_NAMES}\("
    matches = cells.findAll(search) if cells.Count else None
    # From the right, so that lists come last: whatever changes that a list reads goes
    # through all of its cells.
    for cell in reversed([*matches.Cells] if matches else []):
        formula = cell.getFormula()
        pointed = _FOREIGN.sub(_ours, formula)
        if pointed == formula:  # or its array is pointed by now
            continue
        if formula.startswith("{"):
            array = sheet.createCursorByRange(cell)
            array.collapseToCurrentArray()
            array.setArrayFormula(pointed[1:-1])
        else:
            cell.setFormula(pointed)


def _ours(call: re.Match[str]) -> str:
    if not call[1]:
        return call[0]
    name = call[1].upper().replace("\u0130", "I")
    return f"{TABLES['add_in']}.{_METHODS[name]}(".upper()


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
    connected = set()
    for form in sheet.DrawPage.Forms:
        for index, control in enumerate(form):
            if not control.supportsService(_BUTTON):
                continue
            events = form.getScriptEvents(index)
            name = _button_of(events, macros)
            if name:
                form.revokeScriptEvents(index)
                _connect_button(control, protocol + name)
                connected.add(name)
            elif control.TargetURL:
                connected.add(control.TargetURL.partition(protocol)[2])
            elif not events:
                dead.append(control)
    for control in dead:
        name = captions.get(control.Label)
        belongs = name and sheet.NamedRanges.hasByName(buttons[name]["marker"])
        if name and belongs and name not in connected:
            _connect_button(control, protocol + name)
            connected.add(name)


def _connect_button(control: Any, url: str) -> None:
    control.ButtonType = uno.Enum("com.sun.star.form.FormButtonType", "URL")
    control.TargetURL = url


def _button_of(events: Sequence[Any], macros: Mapping[str, str]) -> str | None:
    """Return the button whose macro an event runs, if there is one."""
    for event in events:
        script = _SCRIPT.match(event.ScriptCode)
        if script and script[1] in macros:
            return macros[script[1]]
    return None
