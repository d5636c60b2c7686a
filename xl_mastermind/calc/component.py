"""The extension's services, and the job that is done when a document opens."""

from __future__ import annotations

import traceback
from typing import Any

import unohelper
from com.sun.star.task import XJob

from .add_in import AddIn, worker
from .clicks import Clicks
from .commands import Handler
from .connection import connect
from .document import has_board
from .tables import TABLES
from .ui import Service, notify
from .worker_settings import WorkerError

_FAILED = "This workbook could not be made to play"


class _Job(Service, XJob):
    """Makes a MasterMind workbook play when it is opened."""

    names = (TABLES["job"],)

    def execute(self, arguments: Any) -> None:
        groups = {group.Name: group.Value for group in arguments}
        environment = {item.Name: item.Value for item in groups["Environment"]}
        model = environment.get("Model")
        try:
            if model is not None and has_board(model):
                worker.client.warm_up()
                connect(model)
                Clicks(model)
        except WorkerError as error:
            notify(f"{_FAILED}: {error}")
        except Exception:  # noqa: BLE001 - opening a document must not fail by us
            fault = traceback.format_exc().strip().splitlines()[-1]
            notify(f"{_FAILED}: {fault}")


g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816 - UNO's name
for _service in (AddIn, _Job, Handler):
    g_ImplementationHelper.addImplementation(
        _service, _service.names[0], _service.names
    )
