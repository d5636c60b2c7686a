"""A workbook of ours as LibreOffice has it open."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from .tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_PLAIN_NAME = "reveal"
"""A board in the edition without macros has this name too."""

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
    home = button["home"]
    return next((s for s in sheets if s.NamedRanges.hasByName(home)), None)


def has_board(model: Any) -> bool:
    """Return whether a document is a workbook of ours."""
    return is_spreadsheet(model) and any(map(is_board, model.Sheets))


def is_plain(model: Any) -> bool:
    """Return whether a document is a workbook of ours without functions of ours."""
    if not is_spreadsheet(model):
        return False
    names = (sheet.NamedRanges for sheet in model.Sheets)
    return any(each.hasByName(_PLAIN_NAME) for each in names)


def leave_modified(model: Any, sheets: Iterable[Any], was_modified: bool) -> None:  # noqa: FBT001
    """Let a document count as modified only if it was before its cells changed."""
    # A chart of what formulas give has changed with them, and its document too.
    for sheet in sheets:
        for chart in sheet.Charts:
            chart.EmbeddedObject.setModified(False)
    model.setModified(was_modified)


def recalculate(model: Any) -> None:
    """Work all formulas out anew, which is nothing to be saved."""
    was_modified = model.isModified()
    model.calculateAll()
    leave_modified(model, model.Sheets, was_modified)


@contextlib.contextmanager
def at_once(model: Any) -> Iterator[None]:
    """
    Let LibreOffice notice several changes as one.

    Automatic calculation stays on: without it array formulas are computed again
    for each of their cells that is looked at.
    """
    model.lockControllers()
    model.addActionLock()
    try:
        yield
    finally:
        model.removeActionLock()
        model.unlockControllers()


# What buttons read and write


def write(
    model: Any, sheet: Any, values: Mapping[str, Any], games: Sequence[Any]
) -> None:
    """Write the areas that a button has changed, and add rows to the scores."""
    with at_once(model):
        for area, rows in values.items():
            # A document from before there were scores lacks what belongs to them.
            if sheet.NamedRanges.hasByName(area):
                _cells(sheet, area).setDataArray(_as_cells(rows))
        if games:
            _add_scores(model, games)


def read(sheet: Any, areas: Sequence[str]) -> dict[str, Any]:
    """Return the values of a sheet's areas, of those that are there."""
    there = filter(sheet.NamedRanges.hasByName, areas)
    return {area: _cells(sheet, area).getDataArray() for area in there}


def read_board(model: Any, name: str, areas: Sequence[str]) -> dict[str, Any]:
    """Return the values of the board on a sheet; nothing if there is none."""
    if not model.Sheets.hasByName(name):
        return {}
    sheet = model.Sheets.getByName(name)
    return read(sheet, areas) if is_board(sheet) else {}


def scores(model: Any) -> Any:
    """Return the rows of the table of scores, if the document has one."""
    ranges = model.DatabaseRanges
    if not ranges.hasByName(_SCORES):
        return None
    return ranges.getByName(_SCORES).ReferredCells.getDataArray()[1:]


def _add_scores(model: Any, rows: Sequence[Any]) -> None:
    table = model.DatabaseRanges.getByName(_SCORES)
    area = table.DataArea
    blank = [not any(cell != "" for cell in row) for row in scores(model)]
    while blank and blank.pop():
        area.EndRow -= 1
    first = area.EndRow + 1
    area.EndRow += len(rows)
    table.setDataArea(area)
    model.Sheets.getByIndex(area.Sheet).getCellRangeByPosition(
        area.StartColumn, first, area.EndColumn, area.EndRow
    ).setDataArray(_as_cells(rows))


def _cells(sheet: Any, area: str) -> Any:
    return sheet.NamedRanges.getByName(area).ReferredCells


def _as_cells(rows: Sequence[Any]) -> tuple[tuple[float | str, ...], ...]:
    return tuple(tuple(map(_as_cell, row)) for row in rows)


def _as_cell(value: float | str | None) -> float | str:
    """Return a value as cells take it: a blank one is an empty text."""
    if value is None:
        return ""
    return value if isinstance(value, str) else float(value)
