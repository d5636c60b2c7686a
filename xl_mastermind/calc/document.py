"""Read and write a workbook that is open in LibreOffice."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import uno
from com.sun.star.uno import RuntimeException

from .client import WorkerError
from .tables import TABLES
from .undo import overwrite_cells, rewrite_formula

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_INPUT_TEMPLATES = (
    ("guess_input", "guess_template"),
    ("feedback_input", "feedback_template"),
)
"""Input ranges, each with the range of the same rows that keeps its formats."""

_MAX_CELLS = 1 << 18
"""Cells of a named range; the longest list of a board has 40,000."""

_SCORES_TABLE = "Scores"
"""Name of the database range with the finished games."""


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


def restore_modified_flag(
    model: Any,
    sheets: Iterable[Any],
    was_modified: bool,  # noqa: FBT001
) -> None:
    """Mark a document as before; a modified chart would mark it as modified."""
    for sheet in sheets:
        for chart in sheet.Charts:
            chart.EmbeddedObject.setModified(False)
    model.setModified(was_modified)


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
    """
    Compute all formulas.

    Without automatic calculation, `calculate` skips cells that depend on arrays.
    """
    if model.isAutomaticCalculationEnabled():
        model.calculate()
    else:
        model.calculateAll()


def named_range(sheet: Any, name: str) -> Any:
    """Return the cells of a defined name, `None` if it is missing or deleted."""
    names = sheet.NamedRanges
    if not names.hasByName(name):
        return None
    cells = _check_size(names.getByName(name).ReferredCells, name)
    margin = TABLES["anchor_margins"].get(name)
    if not cells or not margin:
        return cells
    # An anchor range: the locked cells around its input cells do not count.
    rows, columns = cells.Rows.Count, cells.Columns.Count
    if rows == 1:  # a setting: its first cell, the others are merged with it
        return cells.getCellRangeByPosition(1, 0, 1, 0)
    return cells.getCellRangeByPosition(0, margin, columns - 1, rows - 1 - margin)


def _check_size(cells: Any, name: str) -> Any:
    """Return the cells of a name, or raise an error if there are too many to read."""
    if cells:
        at = cells.RangeAddress
        count = (at.EndRow - at.StartRow + 1) * (at.EndColumn - at.StartColumn + 1)
        if count > _MAX_CELLS:
            wanted = f"expected at most {_MAX_CELLS:,} cells in the range {name}"
            raise WorkerError(f"{wanted}, got {count:,}: {cells.AbsoluteName}")
    return cells


def file_path(model: Any) -> str:
    """Return the path of a document, "" if it has none on this machine."""
    try:
        return str(uno.fileUrlToSystemPath(model.URL))
    except RuntimeException:  # it is new, or lies on a server
        return ""


def next_input_cell(sheet: Any) -> Any:
    """Return the input cell that the board names as the next one, or `None`."""
    address_cell = named_range(sheet, "next_cell")
    address = address_cell.getDataArray()[0][0] if address_cell else ""
    return sheet.getCellRangeByName(address) if address else None


def _rewrite_home_cell(sheet: Any) -> None:
    """Rewrite a cell of the sheet, so that undo and redo show this sheet."""
    markers = (button["marker"] for button in TABLES["buttons"].values())
    ranges = (named_range(sheet, name) for name in ("guess_input", *markers))
    home = next(filter(None, ranges))
    rewrite_formula(next_input_cell(sheet) or home.getCellByPosition(0, 0))


# Ranges that buttons read and write


def write_ranges(
    model: Any, sheet: Any, values: Mapping[str, Any], games: Sequence[Any]
) -> None:
    """Write the named ranges that a button changes; add games to the scores."""
    changes = [
        (cells, _to_cell_values(rows))
        for name, rows in values.items()
        if name != "cached_state_key" and (cells := named_range(sheet, name))
    ]
    # A pasted cell may have locked an input cell.
    with without_protection(sheet), pause_updates(model):
        _rewrite_home_cell(sheet)
        if games:
            changes.append((_add_score_rows(model, len(games)), _to_cell_values(games)))
        for cells, rows in changes:
            if cells.getDataArray() != rows:
                overwrite_cells(cells, rows)
        if "cached_state_key" in values:
            _store_state_key(model, sheet)
        _rewrite_home_cell(sheet)


def show_message(model: Any, sheet: Any, message: Sequence[Any]) -> None:
    """Cache a message for the current turns; clear what is cached for others."""
    values: dict[str, Any] = {"cached_message": message}
    cache = read_ranges(
        sheet,
        (
            *("cached_state_key", "state_key", "cached_explanation", "cached_costs"),
            "cached_best_guesses",
        ),
    )
    if cache.pop("cached_state_key") != cache.pop("state_key"):
        values |= {name: [[None]] * len(rows) for name, rows in cache.items()}
        values["cached_state_key"] = [[None]]
    write_ranges(model, sheet, values, ())


def _store_state_key(model: Any, sheet: Any) -> None:
    """Copy the current state key: formulas show cached values while both agree."""
    cached, current = (
        named_range(sheet, name) for name in ("cached_state_key", "state_key")
    )
    if cached and current:
        if not model.isAutomaticCalculationEnabled():
            calculate(model)  # else reading a cell computes it
        overwrite_cells(cached, current.getDataArray())


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
        for names in _INPUT_TEMPLATES:
            cells, template = (named_range(sheet, name) for name in names)
            if cells and template and not sheet.isProtected():
                first = cells.getCellByPosition(0, 0).CellAddress
                sheet.copyRange(first, template.RangeAddress)


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
    address = table.DataArea
    is_blank = [all(cell == "" for cell in row) for row in read_scores(model)[1:]]
    while is_blank and is_blank.pop():
        address.EndRow -= 1
    first = address.EndRow + 1
    address.EndRow += count
    table.setDataArea(address)
    return model.Sheets.getByIndex(address.Sheet).getCellRangeByPosition(
        address.StartColumn, first, address.EndColumn, address.EndRow
    )


def _to_cell_values(rows: Sequence[Any]) -> tuple[tuple[float | str, ...], ...]:
    """Return rows for `setDataArray`, which takes a blank cell as an empty text."""
    return tuple(
        tuple(
            "" if cell is None else cell if isinstance(cell, str) else float(cell)
            for cell in row
        )
        for row in rows
    )
