"""Restore the formats of input cells after each change on a board."""

from __future__ import annotations

import contextlib
from typing import Any

import unohelper
from com.sun.star.lang import DisposedException
from com.sun.star.util import XChangesListener

from .document import have_input_formats, is_board, restore_input_formats
from .ui import ignore_call, run_when_idle


class EditListener(unohelper.Base, XChangesListener):
    """
    Listen to the changes of a workbook.

    A cut or dragged guess takes its format along, which hides a typed code.
    """

    def __init__(self, model: Any) -> None:
        self._model = model
        model.addChangesListener(self)

    disposing = ignore_call

    def changesOccurred(self, _event: Any) -> None:
        run_when_idle(self._restore_formats)

    def _restore_formats(self) -> None:
        with contextlib.suppress(DisposedException):  # the user closed the workbook
            undo = self._model.UndoManager
            controller = self._model.CurrentController
            sheet = getattr(controller, "ActiveSheet", None)  # none in a preview
            if not sheet or not is_board(sheet) or have_input_formats(sheet):
                return
            if undo.isUndoPossible():
                undo.enterHiddenUndoContext()  # a part of the user's step
                try:
                    restore_input_formats(sheet)
                finally:
                    undo.leaveUndoContext()
