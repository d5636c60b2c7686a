"""A MasterMind workbook as LibreOffice has it open."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import uno
from com.sun.star.uno import RuntimeException

from .tables import TABLES
from .undo import overwrite, show_again
from .worker_settings import WorkerError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_NEW_INPUTS = (
    ("guess_input", "guess_template"),
    ("feedback_input", "feedback_template"),
)
"""Input cells, and in the same rows cells that keep their formats."""

_MOST_CELLS = 1 << 18
"""Cells of a named area at most; the longest list of a board has 40,000."""

_SCORES = "Scores"
"""The name of the table of finished games."""


def is_spreadsheet(model: Any) -> bool:
    """Return whether a document is one of Calc's."""
    service = "com.sun.star.sheet.SpreadsheetDocument"
    return model is not None and bool(model.supportsService(service))


def is_board(sheet: Any) -> bool:
    """Return whether there is a board on a sheet."""
    return all(map(sheet.NamedRanges.hasByName, TABLES["board_names"]))


def sheet_of(model: Any, active: Any, button: Mapping[str, Any]) -> Any:
    """Return the sheet on which a button acts, if any: of the boards the active."""
    sheets = model.Sheets if button["sheet"] else [active]
    home = button["marker"]
    return next((s for s in sheets if s.NamedRanges.hasByName(home)), None)


def has_board(model: Any) -> bool:
    """Return whether a document is a MasterMind workbook."""
    return is_spreadsheet(model) and any(map(is_board, model.Sheets))


def leave_modified(model: Any, sheets: Iterable[Any], was_modified: bool) -> None:  # noqa: FBT001
    """
    Let a document count as modified only if it was before its cells changed.

    A chart of these cells counts as modified too, and with it the document.
    """
    for sheet in sheets:
        for chart in sheet.Charts:
            chart.EmbeddedObject.setModified(False)
    model.setModified(was_modified)


@contextlib.contextmanager
def at_once(model: Any) -> Iterator[None]:
    """
    Let LibreOffice notice several changes as one.

    Automatic calculation stays on: without it array formulas are computed again for
    each of their cells that is looked at.
    """
    model.lockControllers()
    model.addActionLock()
    try:
        yield
    finally:
        model.removeActionLock()
        model.unlockControllers()


def calculate(model: Any) -> None:
    """
    Compute all formulas, also where automatic calculation is off.

    There everything is computed: Calc would take cells for computed that depend on
    arrays which are not.
    """
    if model.isAutomaticCalculationEnabled():
        model.calculate()
    else:
        model.calculateAll()


def named(sheet: Any, area: str) -> Any:
    """Return the cells of a named area; none if it is missing, or was deleted."""
    names = sheet.NamedRanges
    if not names.hasByName(area):
        return None
    cells = _checked(names.getByName(area).ReferredCells, area)
    margin = TABLES["framed"].get(area)
    return _typed(cells, margin) if cells and margin else cells


def _typed(cells: Any, margin: int) -> Any:
    """Return the input cells of an area, without the cells before and after them."""
    rows, columns = cells.Rows.Count, cells.Columns.Count
    if rows == 1:  # a setting is one cell, however many it spans
        return cells.getCellRangeByPosition(1, 0, 1, 0)
    return cells.getCellRangeByPosition(0, margin, columns - 1, rows - 1 - margin)


def _checked(cells: Any, area: str) -> Any:
    """Return the cells of an area, which must not be too many to be read."""
    if cells:
        at = cells.RangeAddress
        count = (at.EndRow - at.StartRow + 1) * (at.EndColumn - at.StartColumn + 1)
        if count > _MOST_CELLS:
            wanted = f"expected at most {_MOST_CELLS:,} cells in the area {area}"
            raise WorkerError(f"{wanted}, got {count:,}: {cells.AbsoluteName}")
    return cells


def path(model: Any) -> str:
    """Return the path of a document; nothing if it lies in no folder of this system."""
    try:
        return str(uno.fileUrlToSystemPath(model.URL))
    except RuntimeException:  # it is new, or lies on a server
        return ""


def next_cell(sheet: Any) -> Any:
    """Return the next input cell; none if there is none, or no cell says so."""
    address_cell = named(sheet, "next_cell")
    address = address_cell.getDataArray()[0][0] if address_cell else ""
    return sheet.getCellRangeByName(address) if address else None


def _stay(sheet: Any) -> None:
    """Have undo, before other changes, and redo, after them, end on a sheet."""
    homes = [
        "guess_input",
        *(button["marker"] for button in TABLES["buttons"].values()),
    ]
    home = next(cells for cells in (named(sheet, each) for each in homes) if cells)
    show_again(next_cell(sheet) or home.getCellByPosition(0, 0))


# What buttons read and write


def write(
    model: Any, sheet: Any, values: Mapping[str, Any], games: Sequence[Any]
) -> None:
    """
    Write the areas that a button has changed, and add rows to the scores.

    The edition without macros has no scores; an area may have been deleted.
    """
    changes = [
        (cells, _as_cells(rows))
        for area, rows in values.items()
        if area != "cached_state_key" and (cells := named(sheet, area))
    ]
    # A cell that was pasted over an input cell may be locked.
    with unprotected(sheet), at_once(model):
        _stay(sheet)
        if games:
            changes.append((_new_scores(model, len(games)), _as_cells(games)))
        for cells, rows in changes:
            if cells.getDataArray() != rows:
                overwrite(cells, rows)
        if "cached_state_key" in values:
            _keep_key(model, sheet)
        _stay(sheet)


def say(model: Any, sheet: Any, message: Sequence[Any]) -> None:
    """Show a message until the attempts change; clear what was said of other ones."""
    values: dict[str, Any] = {"cached_message": message}
    said = read(
        sheet, ("cached_state_key", "state_key", "cached_explanation", "cached_costs")
    )
    if said.pop("cached_state_key") != said.pop("state_key"):
        values |= {area: [[None]] * len(rows) for area, rows in said.items()}
        values["cached_state_key"] = [[None]]
    write(model, sheet, values, ())


def _keep_key(model: Any, sheet: Any) -> None:
    """Let a button's text belong to the attempts as they are now."""
    key, turns = named(sheet, "cached_state_key"), named(sheet, "state_key")
    if key and turns:
        if not model.isAutomaticCalculationEnabled():
            calculate(model)  # else a cell is computed when it is read
        overwrite(key, turns.getDataArray())


@contextlib.contextmanager
def unprotected(sheet: Any) -> Iterator[None]:
    """Take the protection from a sheet for a while, if it has one with no password."""
    is_protected = sheet.isProtected()
    sheet.unprotect("")
    try:
        yield
    finally:
        if is_protected and not sheet.isProtected():
            sheet.protect("")


def renew_inputs(sheet: Any) -> None:
    """Give the cells of guesses and marks their look again, whatever was pasted."""
    with unprotected(sheet):
        for area, new in _NEW_INPUTS:
            cells, model = named(sheet, area), named(sheet, new)
            if cells and model and not sheet.isProtected():
                first = cells.getCellByPosition(0, 0).CellAddress
                sheet.copyRange(first, model.RangeAddress)


def read(sheet: Any, areas: Sequence[str]) -> dict[str, Any]:
    """Return the values of a sheet's areas, of those that are there."""
    ranges = {area: named(sheet, area) for area in areas}
    return {area: cells.getDataArray() for area, cells in ranges.items() if cells}


def read_board(model: Any, name: str, areas: Sequence[str]) -> dict[str, Any]:
    """Return the values of the board on a sheet; nothing if there is none."""
    if not model.Sheets.hasByName(name):
        return {}
    sheet = model.Sheets.getByName(name)
    return read(sheet, areas) if is_board(sheet) else {}


def scores(model: Any) -> Any:
    """Return the table of scores from its heads on, if the document has one."""
    ranges = model.DatabaseRanges
    if not ranges.hasByName(_SCORES):
        return None
    cells = _checked(ranges.getByName(_SCORES).ReferredCells, _SCORES)
    return cells.getDataArray()


def player(model: Any) -> Any:
    """Return the cell with the name of the person whose scores these are, if any."""
    cells = (named(sheet, "player") for sheet in model.Sheets)
    return next((found.getDataArray() for found in cells if found), (("",),))


def _new_scores(model: Any, count: int) -> Any:
    """Return some new rows of the table of scores."""
    table = model.DatabaseRanges.getByName(_SCORES)
    area = table.DataArea
    blank = [not any(cell != "" for cell in row) for row in scores(model)[1:]]
    while blank and blank.pop():
        area.EndRow -= 1
    first = area.EndRow + 1
    area.EndRow += count
    table.setDataArea(area)
    return model.Sheets.getByIndex(area.Sheet).getCellRangeByPosition(
        area.StartColumn, first, area.EndColumn, area.EndRow
    )


def _as_cells(rows: Sequence[Any]) -> tuple[tuple[float | str, ...], ...]:
    return tuple(tuple(map(_as_cell, row)) for row in rows)


def _as_cell(value: float | str | None) -> float | str:
    """Return a value as cells take it: a blank one is an empty text."""
    if value is None:
        return ""
    return value if isinstance(value, str) else float(value)
