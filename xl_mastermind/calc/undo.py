"""
Lets all changes of a button be undone in one step, exactly.

Left to itself, Calc has a step for each area that is written, takes back less than was
written where cells were blank, and shows the sheet of what it takes back: where that
is hidden, another one.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_CONTENTS = 1 + 2 + 4 + 16
"""`com.sun.star.sheet.CellFlags`: VALUE, DATETIME, STRING and FORMULA"""


@contextlib.contextmanager
def one_step(model: Any, title: str) -> Iterator[None]:
    """Let all changes be undone in one step that has a title."""
    model.UndoManager.enterUndoContext(title)
    try:
        yield
    finally:
        model.UndoManager.leaveUndoContext()


def overwrite(cells: Any, rows: Sequence[Sequence[float | str]]) -> None:
    """
    Write over cells, blank ones too.

    Undoing `setDataArray` leaves cells as they are that were blank before. The
    first two steps make sure that no cell is blank, and can be undone.
    """
    cells.setArrayFormula("=0")
    cells.clearContents(_CONTENTS)
    cells.setDataArray(rows)


def show_again(cell: Any) -> None:
    """Write what a cell holds: undo shows what was written first, redo what last."""
    cell.setFormula(cell.getFormula())
