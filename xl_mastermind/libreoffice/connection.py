"""Connect the formulas and buttons of a workbook with the extension."""

from __future__ import annotations

import contextlib
import itertools
import re
from typing import TYPE_CHECKING, Any

import uno
from com.sun.star.lang import DisposedException, Locale

from . import document
from .tables import TABLES
from .ui import run_after

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_BUTTON_SERVICE = "com.sun.star.form.component.CommandButton"

_METHOD_NAMES = {f["name"]: method for method, f in TABLES["functions"].items()}

_FUNCTION_PATTERN = f"({'|'.join(_METHOD_NAMES)})".replace("I", "[Ii\u0130\u0131]")
"""Function names; a Turkish LibreOffice writes İ for i, and ı for I."""

_QUOTED_TEXT = r"""(?:"[^"]*")|(?:'[^']*')"""

_UNQUALIFIED_CALL = re.compile(
    rf"{_QUOTED_TEXT}|(?<![\w.]){_FUNCTION_PATTERN}\(", re.IGNORECASE
)
"""A quoted text, or a call of a function without the add-in's name (group 1)."""

_MACRO_URL = re.compile(
    r"(?:.*:)?VBAProject\.MasterMind\.(\w+)\?(?:.*&)?location=document"
)
"""URL of a button's macro in the workbook; other locations have macros of the user."""


def connect_workbook(model: Any) -> None:
    """Connect the active sheet now, all other sheets after half a second."""
    active = [model.CurrentController.ActiveSheet]
    with _edit_silently(model, active):
        _connect_sheets(active)

    def connect_remaining() -> None:
        if_open = contextlib.suppress(DisposedException)
        with if_open, _edit_silently(model, model.Sheets):
            _connect_sheets(model.Sheets)
            if not model.isAutomaticCalculationEnabled():
                document.calculate(model)  # a loaded array has no values yet

    run_after(0.5, connect_remaining)


def _connect_sheets(sheets: Sequence[Any]) -> None:
    for sheet in sheets:
        is_ours = sheet.NamedRanges.Count or sheet.isProtected() or not sheet.IsVisible
        with document.without_protection(sheet):
            _connect_buttons(sheet)
            # This comes last, because formulas wait for the worker to start.
            _connect_formulas(sheet)
            if is_ours:  # the user's sheets keep their language
                # Without a language, the spelling checker underlines no guess.
                sheet.CharLocale = Locale("zxx", "", "")


@contextlib.contextmanager
def _edit_silently(model: Any, sheets: Sequence[Any]) -> Iterator[None]:
    """Edit without marking the document as modified or adding undo steps."""
    was_modified, was_enabled = model.isModified(), model.IsUndoEnabled
    # Switching undo off clears the list of steps. Within an undo context it clears the
    # steps of this context only.
    with document.undo_context(model, ""):
        model.IsUndoEnabled = False
        try:
            with document.pause_updates(model):
                yield
        finally:
            model.IsUndoEnabled = was_enabled
            # A modified chart marks the document as modified.
            for chart in itertools.chain.from_iterable(s.Charts for s in sheets):
                chart.EmbeddedObject.setModified(False)
            model.setModified(was_modified)


def _connect_formulas(sheet: Any) -> None:
    """Add the add-in's name to all calls of its functions that lack it."""
    cells = sheet.queryContentCells(16)  # CellFlags.FORMULA
    names = sheet.NamedRanges
    for name in filter(names.hasByName, TABLES["code_lists"]):
        if code_list := names.getByName(name).ReferredCells:
            # Search the first row only: each of the thousands of rows has its formulas.
            other_rows = code_list.RangeAddress
            other_rows.StartRow += 1
            cells.removeRangeAddress(other_rows)
    search = sheet.createSearchDescriptor()
    search.SearchRegularExpression = True
    search.SearchString = rf"{_FUNCTION_PATTERN}\("
    matches = cells.findAll(search) if cells.Count else None
    # A changed cell recomputes every code list that reads it. Code lists are on the
    # left: go from right to left to change them last.
    for cell in reversed([*matches.Cells] if matches else []):
        formula = cell.getFormula()
        new_formula = _UNQUALIFIED_CALL.sub(_qualified_call, formula)
        if new_formula == formula:
            continue
        if formula.startswith("{"):
            array = sheet.createCursorByRange(cell)
            array.collapseToCurrentArray()
            array.setArrayFormula(new_formula[1:-1])
        else:
            cell.setFormula(new_formula)


def _qualified_call(call: re.Match[str]) -> str:
    if not call[1]:
        return call[0]
    name = call[1].upper().replace("\u0130", "I")
    return f"{TABLES['add_in']}.{_METHOD_NAMES[name]}(".upper()


def _connect_buttons(sheet: Any) -> None:
    """
    Point the buttons of a sheet at the protocol handler, and colour them.

    A button has no macro in a workbook without macros, or if the macro's name is a
    keyword of Basic: then its caption identifies it.
    """
    buttons = TABLES["buttons"]
    macros = {button["macro"]: name for name, button in buttons.items()}
    captions = {button["caption"]: name for name, button in buttons.items()}
    for form in sheet.DrawPage.Forms:
        for index, control in enumerate(form):
            if not control.supportsService(_BUTTON_SERVICE) or control.TargetURL:
                continue
            events = form.getScriptEvents(index)
            scripts = (_MACRO_URL.match(event.ScriptCode) for event in events)
            names = [macros.get(script[1]) for script in scripts if script]
            if not events and control.Label in captions:
                name = captions[control.Label]
                if sheet.NamedRanges.hasByName(buttons[name]["marker"]):
                    names = [name]
            for name in filter(None, names):
                form.revokeScriptEvents(index)
                control.ButtonType = uno.Enum("com.sun.star.form.FormButtonType", "URL")
                control.TargetURL = TABLES["protocol"] + name
                control.BackgroundColor, control.TextColor = buttons[name]["colours"]
