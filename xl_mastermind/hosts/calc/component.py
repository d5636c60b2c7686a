"""
The extension's services: the add-in, the handler of buttons and menu, and the job.

This runs inside LibreOffice, in whatever Python that has: standard library only,
and nothing that Python 3.8 does not know.
"""

from __future__ import annotations

import traceback
from typing import Any

import unohelper
from com.sun.star.lang import XServiceInfo
from com.sun.star.task import XJob

from .add_in import AddIn, worker
from .commands import Handler
from .connection import Connection
from .document import has_board
from .saving import Guard
from .screen import notify
from .tables import TABLES


class _Job(unohelper.Base, XJob, XServiceInfo):
    """Makes a workbook of ours play when it is opened."""

    def __init__(self, _context: object) -> None:
        pass

    def execute(self, arguments: Any) -> None:
        groups = {group.Name: group.Value for group in arguments}
        environment = {item.Name: item.Value for item in groups["Environment"]}
        model = environment.get("Model")
        try:
            if model is not None and has_board(model):
                worker.client.warm_up()
                Connection(model)
                Guard(model.CurrentController.Frame)
        except Exception:  # noqa: BLE001 - opening a document must not fail by us
            fault = traceback.format_exc().strip().splitlines()[-1]
            notify(f"This workbook could not be made to play: {fault}")

    def getImplementationName(self) -> str:
        return str(TABLES["job"])

    def supportsService(self, name: str) -> bool:
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self) -> tuple[str, ...]:
        return (TABLES["job"],)


g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816 - UNO's name
for _make, _names in (
    (lambda _context: AddIn(), (TABLES["add_in"], "com.sun.star.sheet.AddIn")),
    (_Job, (TABLES["job"],)),
    (Handler, (TABLES["handler"], "com.sun.star.frame.ProtocolHandler")),
):
    g_ImplementationHelper.addImplementation(_make, _names[0], _names)
