"""Add a clicked colour to the guess in the next input cell of its board."""

from __future__ import annotations

from typing import Any, NamedTuple

import unohelper
from com.sun.star.awt import XEnhancedMouseClickHandler
from com.sun.star.awt.MouseButton import LEFT
from com.sun.star.util.NumberFormat import TEXT

from .document import calculate, first_value, named_range, next_input_cell, undo_context
from .tables import TABLES
from .ui import run_when_idle

_UNDO_TITLE = "Guess"
"""Title of a click in the list of undo steps."""


class _CellPosition(NamedTuple):
    """Position of a cell within a named range of its sheet."""

    sheet: str
    row: int
    column: int


def _position_in(cell: Any, name: str) -> _CellPosition | None:
    """Return the position of a cell in a named range of its sheet, if it is inside."""
    outer = named_range(cell.Spreadsheet, name)
    if not outer or not outer.queryIntersection(cell.RangeAddress).Count:
        return None
    at, start = cell.RangeAddress, outer.RangeAddress
    row, column = at.StartRow - start.StartRow, at.StartColumn - start.StartColumn
    return _CellPosition(cell.Spreadsheet.Name, row, column)


# The cursor


def select_next_input(model: Any, sheet: Any) -> None:
    """Select the next input cell if its sheet is active."""
    view, cell = model.CurrentController, next_input_cell(sheet)
    if view.ActiveSheet.Name != sheet.Name:
        return
    goal, top = cell or named_range(sheet, "message"), named_range(sheet, "hidden_code")
    if goal and top and view.FirstVisibleRow > goal.RangeAddress.StartRow:
        view.FirstVisibleRow = top.RangeAddress.StartRow
    if cell:
        view.select(cell)
        # Tab and Enter stay within a selection: keep the cursor, select nothing.
        view.select(model.createInstance("com.sun.star.sheet.SheetCellRanges"))


# The mouse


class ClickHandler(unohelper.Base, XEnhancedMouseClickHandler):
    """Handle clicks on the colours of a workbook."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._pressed_colour: _CellPosition | None = None
        self._is_accepted = False
        model.CurrentController.addEnhancedMouseClickHandler(self)

    def disposing(self, _event: Any) -> None:
        pass

    def mousePressed(self, event: Any) -> bool:
        """Return whether Calc handles the click: it must not edit a colour."""
        self._pressed_colour = _clicked_colour(event)
        return self._pressed_colour is None or event.ClickCount == 1

    def mouseReleased(self, event: Any) -> bool:
        colour = _clicked_colour(event)
        if colour is not None and colour == self._pressed_colour:
            if event.ClickCount == 1:  # Calc selects the cell at the first click only
                # While the user types a formula, another cell stays selected.
                selection = self._model.CurrentController.getSelection()
                self._is_accepted = (
                    hasattr(selection, "queryIntersection")
                    and selection.queryIntersection(event.Target.RangeAddress).Count > 0
                )
            if self._is_accepted:
                run_when_idle(lambda: self._add_colour(colour))
        return True

    def _add_colour(self, colour: _CellPosition) -> None:
        """Add a colour to the guess in the next input cell."""
        sheet = self._model.Sheets.getByName(colour.sheet)
        calculate(self._model)
        cell = next_input_cell(sheet)
        position = cell and _position_in(cell, "guess_input")
        if position and not self._model.isReadonly():
            formats = self._model.NumberFormats
            symbol = str(first_value(sheet, "symbols"))[colour.column]
            if guess := _extended_guess(sheet, position.row, symbol):
                with undo_context(self._model, _UNDO_TITLE):
                    # As Calc would enter it: as a text or a number.
                    number_format = formats.getByKey(cell.NumberFormat)
                    if number_format.Type & TEXT or not guess.isdigit():
                        cell.setString(guess)
                    else:
                        cell.setValue(int(guess))
                calculate(self._model)
        select_next_input(self._model, sheet)


def _clicked_colour(event: Any) -> _CellPosition | None:
    """Return the colour that an event clicks, if any."""
    is_plain = event.Buttons == LEFT and not event.Modifiers
    if not is_plain or not hasattr(event.Target, "CellAddress"):
        return None
    return _position_in(event.Target, "colours")


def _extended_guess(sheet: Any, row: int, symbol: str) -> str:
    """Return the guess of a row with another symbol, "" if it accepts none."""
    word = str(first_value(sheet, "words", row))
    symbols = str(first_value(sheet, "symbols"))
    pegs = named_range(sheet, "guesses").Columns.Count
    if len(word) >= pegs or not set(word) <= set(symbols.upper()):
        return ""
    if "distinct" in first_value(sheet, "game") and symbol.upper() in word:
        return ""
    guess = word + symbol
    return guess if len(guess) == pegs else guess + TABLES["partial_guess_mark"]
