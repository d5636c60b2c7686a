"""
Adds the colours that are clicked to the guess of the marked row.

It writes into that row's cell and nowhere else, on boards that say where it is.
"""

from __future__ import annotations

import functools
import traceback
from typing import TYPE_CHECKING, Any, NamedTuple

import unohelper
from com.sun.star.awt import XEnhancedMouseClickHandler
from com.sun.star.awt.MouseButton import LEFT
from com.sun.star.util.NumberFormat import TEXT

from .document import calculate, named, next_cell
from .tables import TABLES
from .ui import later
from .undo import one_step

if TYPE_CHECKING:
    from collections.abc import Callable

_STEP = "Guess"
"""The name of a click in the list of steps to undo."""


class _Place(NamedTuple):
    """A cell of a sheet, by its row and column in an area."""

    sheet: str
    row: int
    column: int


def _place(cells: Any, area: str) -> _Place | None:
    """Return where cells begin in an area of their sheet, if they do."""
    sheet = cells.Spreadsheet
    area_cells = named(sheet, area)
    if not area_cells:
        return None
    at, of = cells.RangeAddress, area_cells.RangeAddress
    rows = range(of.StartRow, of.EndRow + 1)
    columns = range(of.StartColumn, of.EndColumn + 1)
    if at.Sheet != of.Sheet or at.StartRow not in rows or at.StartColumn not in columns:
        return None
    return _Place(sheet.Name, rows.index(at.StartRow), columns.index(at.StartColumn))


def _text(sheet: Any, area: str, row: int = 0) -> str:
    """Return the text in a cell of an area's first column, shown or not."""
    return str(named(sheet, area).getDataArray()[row][0])


# The cursor


def select_next_input(model: Any, sheet: Any) -> None:
    """Put the cursor on the next input cell, if its sheet is shown."""
    view, cell = model.CurrentController, next_cell(sheet)
    if view.ActiveSheet.Name != sheet.Name:
        return
    _bring_into_sight(
        view, cell or named(sheet, "message"), named(sheet, "hidden_code")
    )
    if cell:
        view.select(cell)
        # Neither Tab nor Enter leads out of what is selected.
        view.select(model.createInstance("com.sun.star.sheet.SheetCellRanges"))


def _bring_into_sight(view: Any, cell: Any, top: Any) -> None:
    """Show a board from its first row on, if a cell was scrolled out of sight."""
    if cell and top and view.FirstVisibleRow > cell.RangeAddress.StartRow:
        view.FirstVisibleRow = top.RangeAddress.StartRow


# The mouse


def safely(act: Callable[..., Any]) -> Callable[..., Any]:
    """Keep an error from the player; a terminal shows it."""

    @functools.wraps(act)
    def safe(*arguments: Any) -> Any:
        try:
            return act(*arguments)
        except Exception:  # noqa: BLE001 - whatever it is
            traceback.print_exc()

    return safe


class Clicks(unohelper.Base, XEnhancedMouseClickHandler):
    """Follows the clicks in a MasterMind workbook."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._pressed: _Place | None = None
        self._is_taken = False
        model.CurrentController.addEnhancedMouseClickHandler(self)

    def disposing(self, _event: Any) -> None:
        pass

    def mousePressed(self, event: Any) -> bool:
        """Return whether Calc handles the click: a double one must edit no colour."""
        self._press(event)
        return self._pressed is None or event.ClickCount == 1

    @safely
    def _press(self, event: Any) -> None:
        self._pressed = None
        self._pressed = _colour(event)

    def mouseReleased(self, event: Any) -> bool:
        self._release(event)
        return True

    @safely
    def _release(self, event: Any) -> None:
        colour = _colour(event)
        if colour is None or colour != self._pressed:
            return
        if event.ClickCount == 1:  # else Calc has not selected it again
            # Where a formula is being typed, its cell stays selected. A click on one
            # of several selected cells selects it alone only later.
            selected = self._model.CurrentController.getSelection()
            self._is_taken = _has(selected, event.Target)
        if self._is_taken:
            later(lambda: self._take(colour))

    @safely
    def _take(self, colour: _Place) -> None:
        """Add a colour to the guess of the marked row."""
        sheet = self._model.Sheets.getByName(colour.sheet)
        calculate(self._model)
        cell = next_cell(sheet)
        goal = cell and _place(cell, "guess_input")
        if goal and not self._model.isReadonly():
            guess = _longer(sheet, goal.row, _text(sheet, "symbols")[colour.column])
            if guess:
                with one_step(self._model, _STEP):
                    _write(self._model, cell, guess)
                calculate(self._model)
        select_next_input(self._model, sheet)


def _has(selected: Any, cell: Any) -> bool:
    """Return whether a cell is selected."""
    is_cells = hasattr(selected, "queryIntersection")
    return is_cells and selected.queryIntersection(cell.RangeAddress).Count > 0


def _colour(event: Any) -> _Place | None:
    """Return which colour of a key is clicked, if any."""
    is_plain = event.Buttons == LEFT and not event.Modifiers
    if not is_plain or not hasattr(event.Target, "CellAddress"):
        return None
    return _place(event.Target, "colours")


def _longer(sheet: Any, row: int, symbol: str) -> str:
    """Return the guess of a row with one symbol more; nothing if it takes none."""
    word, symbols = _text(sheet, "words", row), _text(sheet, "symbols").upper()
    pegs = named(sheet, "guesses").Columns.Count
    if len(word) >= pegs or not set(word) <= set(symbols):
        return ""
    if "distinct" in _text(sheet, "game") and symbol.upper() in word:
        return ""
    guess = word + symbol
    return guess if len(guess) == pegs else guess + TABLES["begun"]


def _write(model: Any, cell: Any, guess: str) -> None:
    """Write a guess as its cell takes it: as a text, or a number if it is one."""
    form = model.NumberFormats.getByKey(cell.NumberFormat)
    if form.Type & TEXT or not guess.isdigit():
        cell.setString(guess)
    else:
        cell.setValue(int(guess))
