"""Group the changes of a button into one step that undo reverts exactly."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_CONTENT_FLAGS = 1 + 2 + 4 + 16
"""`com.sun.star.sheet.CellFlags`: VALUE, DATETIME, STRING and FORMULA"""


@contextlib.contextmanager
def undo_context(model: Any, title: str) -> Iterator[None]:
    """Group all changes into one undo step with a title."""
    model.UndoManager.enterUndoContext(title)
    try:
        yield
    finally:
        model.UndoManager.leaveUndoContext()


def overwrite_cells(cells: Any, rows: Sequence[Sequence[float | str]]) -> None:
    """
    Write rows into cells so that undo restores blank cells too.

    Undo of `setDataArray` skips cells that were blank: fill and clear all cells first.
    """
    cells.setArrayFormula("=0")
    cells.clearContents(_CONTENT_FLAGS)
    cells.setDataArray(rows)


def rewrite_formula(cell: Any) -> None:
    """Write a cell unchanged: undo shows the first written cell, redo the last."""
    cell.setFormula(cell.getFormula())
