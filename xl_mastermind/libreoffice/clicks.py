"""Add a clicked colour to the guess in the next input cell of its board."""

from __future__ import annotations

from typing import Any, NamedTuple

import unohelper
from com.sun.star.awt import XEnhancedMouseClickHandler
from com.sun.star.awt.MouseButton import LEFT
from com.sun.star.util.NumberFormat import TEXT

from .document import calculate, first_value, named_range, next_input_cell, undo_context
from .tables import TABLES
from .ui import ignore_call, run_when_idle


class _CellPosition(NamedTuple):
    """Position of a cell within a named range of its sheet."""

    sheet: str
    row: int
    column: int


def _position_in(cell: Any, name: str) -> _CellPosition | None:
    """Return the position of a cell in a named range, `None` if it is outside."""
    cells = named_range(cell.Spreadsheet, name)
    if not cells or not cells.queryIntersection(cell.RangeAddress).Count:
        return None
    address, start = cell.RangeAddress, cells.RangeAddress
    row = address.StartRow - start.StartRow
    column = address.StartColumn - start.StartColumn
    return _CellPosition(cell.Spreadsheet.Name, row, column)


def select_next_input(model: Any, sheet: Any) -> None:
    """Select the next input cell, with the last guess in sight, on the active sheet."""
    view, cell = model.CurrentController, next_input_cell(sheet)
    if cell is None or view.ActiveSheet.Name != sheet.Name:
        return
    if view.FirstVisibleRow >= cell.RangeAddress.StartRow:
        view.FirstVisibleRow = named_range(sheet, "guesses").RangeAddress.StartRow
    view.select(cell)  # this scrolls to the cell
    # Tab and Enter stay within a selection: keep the cursor, select nothing.
    view.select(model.createInstance("com.sun.star.sheet.SheetCellRanges"))


class ClickHandler(unohelper.Base, XEnhancedMouseClickHandler):
    """
    Handle clicks on the colours of a workbook.

    Calc looks for the clicked cell in the pane of the cursor, and moves the cursor only
    after `mousePressed`: the cell of a first release is right, others may be wrong.
    """

    def __init__(self, model: Any) -> None:
        self._model = model
        self._colour: _CellPosition | None = None
        self._is_pressed = False
        self._selection_before = ""
        model.CurrentController.addEnhancedMouseClickHandler(self)

    disposing = ignore_call

    def mousePressed(self, event: Any) -> bool:
        """Return whether Calc handles the click: a double click edits no colour."""
        self._is_pressed = True
        if event.ClickCount == 1:
            self._colour = None
            self._selection_before = _address(self._selection())
        return self._colour is None

    def mouseReleased(self, event: Any) -> bool:
        self._is_pressed = False
        if event.ClickCount == 1:
            self._colour = self._selected_colour(event.Target)
        colour = self._colour
        if colour and event.Buttons == LEFT and not event.Modifiers:
            run_when_idle(lambda: self._add_colour(colour))
        return True

    def _selection(self) -> Any:
        return self._model.CurrentController.getSelection()

    def _selected_colour(self, target: Any) -> _CellPosition | None:
        """Return the clicked colour, `None` after a drag over several cells."""
        if not hasattr(target, "CellAddress"):
            return None
        # Calc reduces an earlier selection to its clicked cell only after the release.
        # While the user types a formula, another cell stays selected.
        selection = self._selection()
        address = _address(selection)
        if not address or address not in (_address(target), self._selection_before):
            return None
        is_selected = selection.queryIntersection(target.RangeAddress).Count > 0
        return _position_in(target, "colours") if is_selected else None

    def _add_colour(self, colour: _CellPosition) -> None:
        sheet = self._model.Sheets.getByName(colour.sheet)
        calculate(self._model)
        cell = next_input_cell(sheet)
        position = cell and _position_in(cell, "guess_input")
        if position and not self._model.isReadonly():
            formats = self._model.NumberFormats
            symbol = str(first_value(sheet, "symbols"))[colour.column]
            if guess := _extended_guess(sheet, position.row, symbol):
                with undo_context(self._model, "Guess"):
                    # As if typed: digits are a number, except in a text cell.
                    number_format = formats.getByKey(cell.NumberFormat)
                    if number_format.Type & TEXT or not guess.isdigit():
                        cell.setString(guess)
                    else:
                        cell.setValue(int(guess))
                calculate(self._model)
        # During a press, moving the cursor would make the next click miss its cell.
        if not self._is_pressed:
            select_next_input(self._model, sheet)


def _address(selection: Any) -> str:
    """Return the address of selected cells, "" for a selected drawing."""
    return str(getattr(selection, "AbsoluteName", ""))


def _extended_guess(sheet: Any, row: int, symbol: str) -> str:
    """Return the guess of a row with a symbol added, "" if it does not accept it."""
    word = str(first_value(sheet, "words", row))
    symbols = str(first_value(sheet, "symbols"))
    pegs = named_range(sheet, "guesses").Columns.Count
    is_full = len(word) >= pegs or not set(word) <= set(symbols.upper())
    is_distinct = "distinct" in first_value(sheet, "game")
    if is_full or (is_distinct and symbol.upper() in word):
        return ""
    guess = word + symbol
    return guess if len(guess) == pegs else guess + TABLES["partial_guess_mark"]
