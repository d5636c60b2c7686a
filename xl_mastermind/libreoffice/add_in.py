"""The worksheet functions as an add-in that sends each call to the worker."""

from __future__ import annotations

import os
import struct
from typing import TYPE_CHECKING, Any

from org.xlmastermind import XMasterMind

from .client import BusyError, Client, NoPythonError, WorkerError, settings_file
from .tables import TABLES
from .ui import UnoService, confirm_waiting, run_when_idle, show_infobar

if TYPE_CHECKING:
    from collections.abc import Callable

    _Cell = float | str
    _Result = _Cell | tuple[tuple[_Cell, ...], ...]


def _error_value(code: int) -> float:
    """Return the NaN that a cell shows as an error."""
    number: float = struct.unpack("<d", struct.pack("<Q", 0x7FF8 << 48 | code))[0]
    return number


_ERRORS = {
    "#VALUE!": _error_value(519),
    "#N/A": _error_value(32767),
    "#ADDIN?": _error_value(530),  # no response from the worker
}


class InfobarClient(Client):
    """A client of the worker, and an infobar for its last error."""

    _last_error = ""

    def request(self, *request: object, retry_now: bool = False) -> Any:
        """
        Return the worker's response, or show each error of functions once.

        Buttons and commands restart a failed worker and show the error themselves.
        """
        try:
            value = super().request(*request, retry_now=retry_now)
        except BusyError:
            raise
        except WorkerError as error:
            text = self.failure_text("Functions need", error)
            if str(error) != self._last_error and not retry_now:
                run_when_idle(lambda: show_infobar(text))
            self._last_error = str(error)
            raise
        if self._last_error:
            self._last_error = ""
            run_when_idle(lambda: show_infobar(""))
        return value

    def failure_text(self, subject: str, error: WorkerError, instead: str = "") -> str:
        """Return the text of an error: what to type instead, how to get Python."""
        if not isinstance(error, NoPythonError):
            return str(error)
        if self._settings.exists():
            steps = "; ".join(filter(None, (instead, str(error))))
        else:
            steps = ", or ".join(filter(None, (instead, TABLES["setup_advice"])))
        return f"{subject} Python: {steps}"


worker = InfobarClient(settings_file(os.environ), TABLES["version"], confirm_waiting)


def _cell(value: float | str) -> _Cell:
    return _ERRORS.get(value, value) if isinstance(value, str) else float(value)


def _rows(value: Any) -> tuple[tuple[_Cell, ...], ...]:
    rows = value if isinstance(value, list) else [[value]]
    return tuple(tuple(map(_cell, row)) for row in rows)


def _method(signature: dict[str, Any]) -> Callable[..., _Result]:
    """Return the add-in's method for a worksheet function."""

    def call(_self: object, *arguments: Any) -> _Result:
        values = [*arguments]
        if signature["repeated"]:
            values += values.pop()
        while values and values[-1] is None:
            values.pop()
        if len(values) < signature["required"]:
            return _rows("#VALUE!")
        try:
            return _rows(worker.request("call", signature["name"], values))
        except WorkerError:
            return _rows("#ADDIN?")

    return call


class AddIn(UnoService, XMasterMind):
    """The worksheet functions as methods of the interface."""

    service_names = TABLES["add_in"], "com.sun.star.sheet.AddIn"


for _name, _signature in TABLES["functions"].items():
    setattr(AddIn, _name, _method(_signature))
