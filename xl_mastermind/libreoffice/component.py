"""The extension's services, and its job for each opened document."""

from __future__ import annotations

from typing import Any

import unohelper
from com.sun.star.task import XJob

from .add_in import AddIn, worker
from .clicks import ClickHandler
from .client import WorkerError
from .commands import ProtocolHandler
from .connection import connect_workbook
from .document import has_board
from .edits import EditListener
from .tables import TABLES
from .ui import UnoService, error_line, show_infobar

_ERROR_TEXT = "This workbook could not be connected"


class _ConnectJob(UnoService, XJob):
    """Connect a MasterMind workbook when LibreOffice opens it."""

    service_names = (TABLES["job"],)

    def execute(self, arguments: Any) -> None:
        groups = {group.Name: group.Value for group in arguments}
        environment = {entry.Name: entry.Value for entry in groups["Environment"]}
        model = environment.get("Model")
        try:
            if model is not None and has_board(model):
                worker.warm_up()
                connect_workbook(model)
                ClickHandler(model)
                EditListener(model)
        except WorkerError as error:
            show_infobar(f"{_ERROR_TEXT}: {error}")
        except Exception as error:  # noqa: BLE001 - the document must open
            show_infobar(f"{_ERROR_TEXT}: {error_line(error)}")


g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816 - UNO's name
for _service in (AddIn, _ConnectJob, ProtocolHandler):
    g_ImplementationHelper.addImplementation(
        _service, _service.service_names[0], _service.service_names
    )
