"""
Plays along with a person: a guess typed as one, clicks on colours, and the cursor.

It writes pegs of guesses and nothing else, on boards that say where the next one is.
"""

from __future__ import annotations

import functools
import traceback
from typing import TYPE_CHECKING, Any, NamedTuple

import unohelper
from com.sun.star.awt import XEnhancedMouseClickHandler
from com.sun.star.awt.MouseButton import LEFT
from com.sun.star.util import XChangesListener

from .document import named, next_cell
from .screen import later
from .tables import TABLES
from .undoing import one_step, with_last

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_STEP = "Guess"
"""What a click is called where it can be undone."""

_FILLED = "guesses", "typed_marks"
"""The areas that a game fills, row by row."""

_CODES = "split_guess", "compared_code"
"""The areas of other sheets that hold a code."""


# Places


class _Place(NamedTuple):
    """A cell of a board: its area, and its row and column there."""

    sheet: str
    area: str
    row: int
    column: int


def _is_cell(cells: Any) -> bool:
    return hasattr(cells, "CellAddress")


def _place(cells: Any, areas: Iterable[str]) -> _Place | None:
    """Return where cells begin in the first of these areas in which they do."""
    at, sheet = cells.RangeAddress, cells.Spreadsheet
    for area in areas:
        found = named(sheet, area)
        if found:
            of = found.RangeAddress
            rows = range(of.StartRow, of.EndRow + 1)
            columns = range(of.StartColumn, of.EndColumn + 1)
            is_there = at.StartRow in rows and at.StartColumn in columns
            if is_there and at.Sheet == of.Sheet:
                place = rows.index(at.StartRow), columns.index(at.StartColumn)
                return _Place(sheet.Name, area, *place)
    return None


def _row(cells: Any, row: int) -> list[Any]:
    """Return the cells of a row of an area."""
    of = cells.RangeAddress
    width = of.EndColumn - of.StartColumn + 1
    return [cells.getCellByPosition(column, row) for column in range(width)]


def _texts(cells: Iterable[Any]) -> list[str]:
    return [cell.getString() for cell in cells]


def _next_place(sheet: Any) -> _Place | None:
    cell = next_cell(sheet)
    return _place(cell, _FILLED) if cell else None


# The cursor


def go_on(model: Any, sheet: Any) -> None:
    """Put the cursor on the cell to be filled next, where a person sees the sheet."""
    cell = next_cell(sheet)
    if cell and model.CurrentController.ActiveSheet.Name == sheet.Name:
        _put_cursor(model, cell)


def _put_cursor(model: Any, cell: Any) -> None:
    select = model.CurrentController.select
    select(cell)
    # Neither Tab nor Enter leads out of what is selected.
    select(model.createInstance("com.sun.star.sheet.SheetCellRanges"))


def _cursor(model: Any) -> Any:
    """Return the cell of the cursor; nothing if a person has selected several."""
    cells = model.CurrentController.getSelection()
    is_one = _is_cell(cells) or (hasattr(cells, "getIsMerged") and cells.getIsMerged())
    return cells if is_one else None


def _leads_on(cursor: Any, cell: Any, place: _Place) -> bool:
    """Return whether a person who has typed in a cell is to be led to the next one."""
    goal = _next_place(cell.Spreadsheet)
    if not goal or place.area not in _FILLED:
        return goal is not None
    stays = cursor.RangeAddress.StartRow == cell.RangeAddress.StartRow
    if goal[:3] == place[:3]:
        # Tab has led to the next peg; Enter leads below.
        return not stays
    if goal.row - place.row not in (0, 1):
        return False
    # A person who goes over a row that is full finds the next peg with Tab.
    is_beside = stays and _place(cursor, (place.area,)) not in (None, place)
    return not is_beside or not cursor.getString()


# What a person does


def safely(act: Callable[..., Any]) -> Callable[..., Any]:
    """Keep a fault from who plays; who starts LibreOffice in a terminal reads it."""

    @functools.wraps(act)
    def safe(*arguments: Any) -> Any:
        try:
            return act(*arguments)
        except Exception:  # noqa: BLE001 - whatever it is
            traceback.print_exc()

    return safe


class Player(unohelper.Base, XChangesListener, XEnhancedMouseClickHandler):
    """Follows what a person types and clicks in a workbook of ours."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._is_pressing = False  # while Calc takes what was typed before a click
        self._pressed: _Place | None = None
        self._clicked: _Place | None = None  # what a single click has selected
        self._turned: _Place | None = None  # what has its colour from a double click
        model.addChangesListener(self)
        model.CurrentController.addEnhancedMouseClickHandler(self)

    def disposing(self, _event: Any) -> None:
        pass

    # Typing

    @safely
    def changesOccurred(self, event: Any) -> None:
        self._turned = None
        cells = [change.ReplacedElement for change in event.Changes]
        if len(cells) == 1 and _is_cell(cells[0]):
            # Calc has still to move the cursor, and to note what can be undone.
            leads = not self._is_pressing
            later(lambda: self._typed(cells[0], leads))

    @safely
    def _typed(self, cell: Any, leads: bool) -> None:  # noqa: FBT001
        """Split a guess that was typed as one, and lead a person on."""
        model, sheet = self._model, cell.Spreadsheet
        place = _place(cell, (*_FILLED, *_CODES, *TABLES["board_inputs"]))
        is_undone = model.UndoManager.isRedoPossible()
        if not place or is_undone:
            return
        if place.area in _CODES:
            self._spread(named(sheet, place.area), place)
            return
        is_long = place.area == "guesses" and len(cell.getString()) > 1
        if is_long:
            self._split(sheet, place)
        cursor = _cursor(model) if leads else None
        if cursor and _leads_on(cursor, cell, place):
            is_wrong = is_long and len(cell.getString()) > 1
            _put_cursor(model, cell if is_wrong else next_cell(sheet))

    def _split(self, sheet: Any, place: _Place) -> None:
        """Write a guess that stands in the first cell of a row over that row."""
        guesses, played = named(sheet, "guesses"), named(sheet, "played")
        if not played:
            return
        cells = _row(guesses, place.row)
        pegs = _texts(_row(played, place.row))
        if all(pegs) and not any(_texts(cells[1:])):
            with with_last(self._model, _STEP):
                for cell, peg in zip(cells, pegs):  # noqa: B905 - Python 3.8
                    cell.setFormula(peg)

    def _spread(self, area: Any, place: _Place) -> None:
        """Write a code that was typed into the first of its cells over all of them."""
        cells = _row(area, 0)
        symbols = cells[0].getString().strip().upper()
        if place.column == 0 and 1 < len(symbols) <= len(cells):
            with with_last(self._model, _STEP):
                for cell, symbol in zip(cells, symbols.ljust(len(cells))):  # noqa: B905 - Python 3.8
                    cell.setFormula(symbol.strip())

    # Clicking

    def mousePressed(self, event: Any) -> bool:
        """Return whether Calc is to go on: a double click is not to open a cell."""
        return self._press(event) is not False

    @safely
    def _press(self, event: Any) -> bool:
        self._is_pressing = True
        later(self._has_pressed)
        self._pressed = self._tile(event)
        if event.ClickCount == 1:
            self._clicked = None
        return self._pressed is None or self._pressed != self._clicked

    def _has_pressed(self) -> None:
        self._is_pressing = False

    def mouseReleased(self, event: Any) -> bool:
        self._is_pressing = False
        self._release(event)
        return True

    @safely
    def _release(self, event: Any) -> None:
        tile, count = self._tile(event), event.ClickCount
        if tile is None or tile != self._pressed:
            return
        if count == 1:
            # A formula that is being typed would take what is clicked.
            cursor = _cursor(self._model)
            if not cursor or _place(cursor, (tile.area,)) != tile:
                return
            self._clicked = tile
        if tile == self._clicked:
            later(lambda: self._take(tile, count))

    def _tile(self, event: Any) -> _Place | None:
        """Return the tile that is clicked, if it is one that we answer for."""
        is_plain = event.Buttons == LEFT and not event.Modifiers
        if not is_plain or not _is_cell(event.Target):
            return None
        place = _place(event.Target, ("colours", "guesses"))
        return place if place and named(event.Target.Spreadsheet, "symbols") else None

    @safely
    def _take(self, tile: _Place, count: int) -> None:
        """Do what the last of so many clicks on a tile is to do."""
        sheet = self._model.Sheets.getByName(tile.sheet)
        goal = _next_place(sheet)
        if not goal or self._model.isReadonly():
            return
        symbols = named(sheet, "symbols").getCellByPosition(0, 0).getString()
        if tile.area == "guesses" and count % 2 == 0:
            self._turn(sheet, tile, goal.row, symbols)
        elif tile.area == "colours" and goal.area == "guesses":
            with one_step(self._model, _STEP):
                next_cell(sheet).setFormula(symbols[tile.column])
            go_on(self._model, sheet)

    def _turn(self, sheet: Any, tile: _Place, marked: int, symbols: str) -> None:
        """Give a tile its next colour, unless its guess has been answered for good."""
        row = _row(named(sheet, "guesses"), tile.row)
        cell = row[tile.column]
        texts = ["", *symbols]
        text = cell.getString().strip().upper()
        # The last peg has its guess answered, whatever its colour was to be.
        if text in texts and (tile.row >= marked or tile == self._turned):
            self._turned = tile
            with one_step(self._model, _STEP):
                cell.setFormula(symbols[texts.index(text) % len(symbols)])
            if all(_texts(row)):
                go_on(self._model, sheet)
