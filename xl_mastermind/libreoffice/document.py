"""Read and write a workbook that is open in LibreOffice."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from .client import WorkerError
from .tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_MAX_CELLS = 1 << 18
"""Cells of a named range to read; the longest list of codes has 40,000."""

_SCORES_TABLE = "Scores"


def is_spreadsheet(model: Any) -> bool:
    """Return whether a document is a spreadsheet."""
    service = "com.sun.star.sheet.SpreadsheetDocument"
    return model is not None and bool(model.supportsService(service))


def is_board(sheet: Any) -> bool:
    """Return whether a sheet has all names of a board."""
    return all(map(sheet.NamedRanges.hasByName, TABLES["board_names"]))


def has_board(model: Any) -> bool:
    """Return whether a document is a MasterMind workbook."""
    return is_spreadsheet(model) and any(map(is_board, model.Sheets))


@contextlib.contextmanager
def undo_context(model: Any, title: str) -> Iterator[None]:
    """Group all changes into one undo step with a title."""
    model.UndoManager.enterUndoContext(title)
    try:
        yield
    finally:
        model.UndoManager.leaveUndoContext()


@contextlib.contextmanager
def pause_updates(model: Any) -> Iterator[None]:
    """
    Update screen and listeners once, after all changes.

    Automatic calculation stays on: without it, reading each cell of an array formula
    computes the whole array again.
    """
    model.lockControllers()
    model.addActionLock()
    try:
        yield
    finally:
        model.removeActionLock()
        model.unlockControllers()


def calculate(model: Any) -> None:
    """Compute all formulas."""
    if model.isAutomaticCalculationEnabled():
        model.calculate()
    else:  # `calculate` would skip cells that depend on arrays
        model.calculateAll()


def named_range(sheet: Any, name: str) -> Any:
    """Return the cells of a defined name, `None` if it is missing or deleted."""
    names = sheet.NamedRanges
    if not names.hasByName(name):
        return None
    cells = _check_size(names.getByName(name).ReferredCells, name)
    margin = TABLES["anchor_margins"].get(name)
    if not (cells and margin):
        return cells
    # An anchor range includes the locked cells around its input cells.
    rows, columns = cells.Rows.Count, cells.Columns.Count
    if rows == 1:  # a setting is one merged cell
        return cells.getCellRangeByPosition(1, 0, 1, 0)
    return cells.getCellRangeByPosition(0, margin, columns - 1, rows - 1 - margin)


def _check_size(cells: Any, name: str) -> Any:
    """Return the cells of a name, or raise an error if there are too many to read."""
    if cells:
        count = cells.Rows.Count * cells.Columns.Count
        if count > _MAX_CELLS:
            text = f"expected at most {_MAX_CELLS:,} cells in the range {name}"
            raise WorkerError(f"{text}, got {count:,}: {cells.AbsoluteName}")
    return cells


def first_value(sheet: Any, name: str, row: int = 0) -> Any:
    """Return the first value in a row of a named range."""
    return named_range(sheet, name).getDataArray()[row][0]


def next_input_cell(sheet: Any) -> Any:
    """Return the input cell that the board names as the next one, or `None`."""
    address_cell = named_range(sheet, "next_cell")
    address = address_cell.getDataArray()[0][0] if address_cell else ""
    return sheet.getCellRangeByName(address) if address else None


def write_ranges(model: Any, sheet: Any, changes: Mapping[str, Any]) -> None:
    """Write the named ranges that a button changes; add games to the scores."""
    targets = {name: named_range(sheet, name) for name in changes}
    # Pasting may have locked an input cell.
    with without_protection(sheet), pause_updates(model):
        _rewrite_home_cell(sheet)
        if games := changes.get("scores"):
            targets["scores"] = _add_score_rows(model, len(games))
        for name, cells in targets.items():
            if cells:
                _overwrite_cells(cells, _to_cell_values(changes[name]))
        _rewrite_home_cell(sheet)


def copy_state_key(sheet: Any) -> None:
    """Make the cached texts valid for the current state of a board."""
    names = ("state_key", "cached_state_key")
    key, cached_key = (named_range(sheet, name) for name in names)
    if key and cached_key:
        with without_protection(sheet):
            _overwrite_cells(cached_key, key.getDataArray())
            _rewrite_home_cell(sheet)


def _rewrite_home_cell(sheet: Any) -> None:
    """
    Rewrite a cell of the sheet.

    Undo shows the sheet of the first cell that a button wrote, redo that of the last.
    """
    markers = (button["marker"] for button in TABLES["buttons"].values())
    ranges = (named_range(sheet, name) for name in ("guess_input", *markers))
    home = next(filter(None, ranges))
    cell = next_input_cell(sheet) or home.getCellByPosition(0, 0)
    cell.setFormula(cell.getFormula())


def _overwrite_cells(cells: Any, rows: Sequence[Sequence[float | str]]) -> None:
    """
    Write rows that differ so that undo restores blank cells too.

    Undo of `setDataArray` skips cells that were blank: fill and clear all cells first.
    """
    if cells.getDataArray() != rows:
        cells.setArrayFormula("=0")
        cells.clearContents(1 + 2 + 4 + 16)  # VALUE, DATETIME, STRING, FORMULA
        cells.setDataArray(rows)


@contextlib.contextmanager
def without_protection(sheet: Any) -> Iterator[None]:
    """Unprotect a sheet within the context, unless it has a password."""
    is_protected = sheet.isProtected()
    sheet.unprotect("")
    try:
        yield
    finally:
        if is_protected and not sheet.isProtected():
            sheet.protect("")


def restore_input_formats(sheet: Any) -> None:
    """Copy the formats of the templates to the input cells, after a paste."""
    with without_protection(sheet):
        for cells, template in _input_templates(sheet):
            if not sheet.isProtected():
                rows = cells.getDataArray()
                first = cells.getCellByPosition(0, 0).CellAddress
                # `copyRange` copies blank cells too.
                sheet.copyRange(first, template.RangeAddress)
                cells.setDataArray(rows)


def have_input_formats(sheet: Any) -> bool:
    """Return whether the input cells have the formats of their templates."""

    def cell_format(cells: Any) -> tuple[int, int]:
        formats = cells.getUniqueCellFormatRanges().Count
        return formats, cells.getCellByPosition(0, 0).ConditionalFormat.Count

    pairs = _input_templates(sheet)
    return all(cell_format(cells) == cell_format(template) for cells, template in pairs)


def _input_templates(sheet: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the ranges of input cells, each with its template."""
    for name in ("guess_input", "feedback_input", "game_number"):
        cells = named_range(sheet, name)
        template = named_range(sheet, f"{name}_template")
        if cells and template:
            yield cells, template


def read_ranges(sheet: Any, names: Sequence[str]) -> dict[str, Any]:
    """Return the values of a sheet's named ranges, without missing ones."""
    ranges = {name: named_range(sheet, name) for name in names}
    return {name: cells.getDataArray() for name, cells in ranges.items() if cells}


def read_board(model: Any, sheet_name: str, names: Sequence[str]) -> dict[str, Any]:
    """Return the named ranges of the board on a sheet, none if it has no board."""
    if not model.Sheets.hasByName(sheet_name):
        return {}
    sheet = model.Sheets.getByName(sheet_name)
    return read_ranges(sheet, names) if is_board(sheet) else {}


def read_scores(model: Any) -> Any:
    """Return the table of scores with its headers, `None` if there is none."""
    ranges = model.DatabaseRanges
    if not ranges.hasByName(_SCORES_TABLE):
        return None
    cells = _check_size(ranges.getByName(_SCORES_TABLE).ReferredCells, _SCORES_TABLE)
    return cells.getDataArray()


def read_player(model: Any) -> Any:
    """Return the cell with the player's name, as rows of values."""
    ranges = (named_range(sheet, "player") for sheet in model.Sheets)
    return next((cells.getDataArray() for cells in ranges if cells), (("",),))


def _add_score_rows(model: Any, count: int) -> Any:
    """Extend the table of scores by blank rows and return them."""
    table = model.DatabaseRanges.getByName(_SCORES_TABLE)
    address, rows = table.DataArea, [*read_scores(model)[1:]]
    while rows and not any(cell != "" for cell in rows.pop()):
        address.EndRow -= 1
    first = address.EndRow + 1
    address.EndRow += count
    table.setDataArea(address)
    return model.Sheets.getByIndex(address.Sheet).getCellRangeByPosition(
        address.StartColumn, first, address.EndColumn, address.EndRow
    )


def _to_cell_values(rows: Sequence[Any]) -> tuple[tuple[float | str, ...], ...]:
    """Return rows for `setDataArray`, which takes a blank cell as an empty text."""

    def cell_value(cell: Any) -> float | str:
        return float(cell) if isinstance(cell, (int, float)) else cell or ""

    return tuple(tuple(map(cell_value, row)) for row in rows)
