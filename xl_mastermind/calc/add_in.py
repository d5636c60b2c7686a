"""The worksheet functions of every document: each asks the worker."""

from __future__ import annotations

import os
import struct
from typing import TYPE_CHECKING, Any

from org.xlmastermind import XMasterMind

from .client import BusyError, Client
from .tables import TABLES
from .ui import Service, later, notify, wants_to_wait
from .worker_settings import NoPythonError, WorkerError, settings_file

if TYPE_CHECKING:
    from collections.abc import Callable

    _Cell = float | str
    _Result = _Cell | tuple[tuple[_Cell, ...], ...]


def _error(code: int) -> float:
    """Return what a cell shows as an error."""
    number: float = struct.unpack("<d", struct.pack("<Q", 0x7FF8 << 48 | code))[0]
    return number


_ERRORS = {
    "#VALUE!": _error(519),
    "#N/A": _error(32767),
    "#ADDIN?": _error(530),  # while the worker cannot answer
}


class Worker:
    """The worker, and the last notice about it."""

    def __init__(self) -> None:
        self._settings = settings_file(os.environ)
        self.client = Client(self._settings, TABLES["version"], wants_to_wait)
        self._notice = ""

    def ask(self, *request: object, insist: bool = False) -> Any:
        """
        Return the worker's answer; a bar says once why functions have none.

        Buttons and commands `insist`, and show the error themselves.
        """
        try:
            value = self.client.ask(*request, insist=insist)
        except BusyError:
            raise
        except WorkerError as error:
            text = self.why_not("Functions need", error)
            if str(error) != self._notice:
                self._notice = str(error)
                if not insist:
                    later(lambda: notify(text))
            raise
        if self._notice:
            self._notice = ""
            later(lambda: notify(""))
        return value

    def why_not(self, what: str, error: WorkerError) -> str:
        """Return why something cannot be done, and what can be all the same."""
        if not isinstance(error, NoPythonError):
            return str(error)
        is_set_up = self._settings.exists()
        why = f"does not answer: {error}" if is_set_up else "is not set up here"
        works = TABLES["alone"]["works"]
        return f"{what} Python with xl-mastermind, which {why}. {works}"


worker = Worker()


def _cell(value: float | str) -> _Cell:
    return _ERRORS.get(value, value) if isinstance(value, str) else float(value)


def _rows(value: Any) -> tuple[tuple[_Cell, ...], ...]:
    rows = value if isinstance(value, list) else [[value]]
    return tuple(tuple(map(_cell, row)) for row in rows)


def _as_written(arguments: tuple[Any, ...], repeated: bool) -> list[Any]:  # noqa: FBT001
    """Return the arguments as they were written: the last ones may be missing."""
    written = [*arguments[:-1], *arguments[-1]] if repeated else [*arguments]
    while written and written[-1] is None:
        written.pop()
    return written


def _method(signature: dict[str, Any]) -> Callable[..., _Result]:
    """Return a method of the add-in."""

    def call(_self: object, *arguments: Any) -> _Result:
        given = _as_written(arguments, signature["repeated"])
        if len(given) < signature["required"]:
            return _rows("#VALUE!")
        try:
            return _rows(worker.ask("call", signature["name"], given))
        except WorkerError:
            return _rows("#ADDIN?")

    return call


class AddIn(Service, XMasterMind):
    """The worksheet functions; its methods are those of the interface."""

    names = TABLES["add_in"], "com.sun.star.sheet.AddIn"


for _name, _signature in TABLES["functions"].items():
    setattr(AddIn, _name, _method(_signature))
