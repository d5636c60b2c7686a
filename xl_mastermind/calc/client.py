"""Speaks with the worker: starts it, asks it, and starts it again if it has died."""

from __future__ import annotations

import contextlib
import json
import queue
import threading
import time
from typing import TYPE_CHECKING, Any

from .process import Process
from .worker_settings import PATIENCE, NoPythonError, WorkerError, read_settings, shown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_CURE = "install xl-mastermind with Python 3.11 or newer, then run its setup"

_RETRY_SECONDS = 5.0
"""Seconds until functions try again what could not start; buttons try at once."""


class BusyError(WorkerError):
    """A call came while another one waits for its answer."""


class Client:
    """
    The worker as LibreOffice sees it.

    Questions are numbered, and each answer says to which it belongs. Where anything
    but its answer follows a question, the worker is ended: no call ever returns the
    answer to another question.
    """

    def __init__(
        self, settings: Path, version: str, keep_waiting: Callable[[], bool]
    ) -> None:
        self._settings = settings
        self._version = version
        self._keep_waiting = keep_waiting
        self._process: Process | None = None
        self._failure: WorkerError | None = None
        self._failed_at = 0.0
        self._busy = threading.Lock()
        self._asker = 0
        self._number = 0
        self.greeting: dict[str, str] = {}

    def ask(self, *request: object, insist: bool = False) -> Any:  # noqa: ANN401 - JSON
        """
        Return the worker's answer to a request, which JSON must be able to hold.

        Where the worker has just failed to start, `insist` tries it again at once.
        """
        if self._asker == threading.get_ident():
            # A person is being asked whether to go on waiting for the first call.
            raise BusyError("MasterMind is still busy with another call")
        with self._busy:
            self._asker = threading.get_ident()
            try:
                return self._answer(request, insist)
            finally:
                self._asker = 0

    def warm_up(self) -> None:
        """
        Start the worker without waiting for it, as it will soon be asked.

        Nothing is done while another call is busy: a workbook may open while
        the box asks whether to go on waiting.
        """
        if self._busy.acquire(blocking=False):
            try:
                with contextlib.suppress(WorkerError):
                    self._started_process(read_settings(self._settings)["python"])
            finally:
                self._busy.release()

    def stop(self) -> None:
        """Stop the worker if it runs."""
        process, self._process = self._process, None
        if process:
            process.kill()

    def _answer(self, request: tuple[object, ...], insist: bool) -> Any:  # noqa: ANN401, FBT001
        settings = read_settings(self._settings)
        patience = settings.get("patience", PATIENCE)
        old = self._process
        process = self._ready_process(settings["python"], patience, insist)
        answer = self._exchange(process, request, patience)
        if not answer and process is old:  # it died since the last call
            process = self._ready_process(settings["python"], patience, insist)
            answer = self._exchange(process, request, patience)
        if not answer:
            raise WorkerError(f"MasterMind's Python died: {process.last_error()}")
        if "error" in answer:
            raise WorkerError(f"MasterMind has a fault: {answer['error']}")
        return answer["value"]

    def _exchange(
        self, process: Process, request: tuple[object, ...], patience: float
    ) -> dict[str, Any]:
        """Return what the worker answers, nothing if it has died."""
        self._number += 1
        question = json.dumps([self._number, *request], separators=(",", ":"))
        try:
            process.send(question.encode("ascii") + b"\n")
            given_up = f"MasterMind's call was cancelled, {_after(patience)}"
            reply = self._receive(process, patience, lambda: WorkerError(given_up))
            return self._parsed(process, reply)
        except BaseException:
            # The answer may still come, and would be taken for the next one.
            self.stop()
            raise

    def _parsed(self, process: Process, reply: bytes) -> dict[str, Any]:
        if not reply.endswith(b"\n"):
            return {}
        answer = _object(reply)
        is_complete = "value" in answer or "error" in answer
        if is_complete and answer.get("number") == self._number:
            return answer
        raise _unfit(process.python, f"answers with {shown(reply)}")

    def _receive(
        self, process: Process, patience: float, given_up: Callable[[], WorkerError]
    ) -> bytes:
        """
        Return what the worker says, nothing if it has died.

        No variable holds the error: it would hold the cells of the caller's caller
        too, until Python looks for such circles. It may do so in a thread of ours,
        which then waits for LibreOffice while LibreOffice waits for Python, for ever.
        """
        while True:
            try:
                return process.receive(patience)
            except queue.Empty:
                if not self._keep_waiting():
                    raise given_up() from None

    def _ready_process(self, python: str, patience: float, insist: bool) -> Process:  # noqa: FBT001
        """Return a worker that has greeted us."""
        recently = time.monotonic() - self._failed_at < _RETRY_SECONDS
        if self._failure and recently and not insist:
            raise _like(self._failure)
        try:
            process = self._started_process(python)
            if not process.has_greeted:
                self._greet(process, patience)
        except BaseException as error:
            self.stop()
            if isinstance(error, WorkerError):
                self._failure, self._failed_at = _like(error), time.monotonic()
            raise
        self._failure = None
        return process

    def _started_process(self, python: str) -> Process:
        if self._process is None or not self._process.is_alive:
            self.stop()
            try:
                self._process = Process(python)
            except (OSError, ValueError) as error:
                why = getattr(error, "strerror", None) or error
                raise _unfit(python, f"does not start ({why})") from None
        return self._process

    def _greet(self, process: Process, patience: float) -> None:
        python = process.python
        silent = f"does not answer, {_after(patience)}"
        line = self._receive(process, patience, lambda: _unfit(python, silent))
        if not line:
            raise _unfit(python, f"does not answer: {process.last_error()}")
        greeting = _object(line)
        version = greeting.get("version")
        if not isinstance(version, str):
            raise _unfit(python, f"does not greet us, but says {shown(line)}")
        if version != self._version:
            has = f"has xl-mastermind {version}, this extension needs {self._version}"
            raise _unfit(python, has, "run: xl-mastermind setup")
        self.greeting = greeting
        process.has_greeted = True


def _object(line: bytes) -> dict[str, Any]:
    """Return the object that a line holds, a blank one if it holds none."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, dict) else {}


def _like(error: WorkerError) -> WorkerError:
    """Return an error that says the same, and was not raised yet."""
    return type(error)(*error.args)


def _unfit(python: str, why: str, cure: str = _CURE) -> NoPythonError:
    """
    Return the error of a Python that cannot be the worker's.

    Bytes of its path that are no text are replaced.
    """
    path = python.encode("utf-8", "replace").decode("utf-8")
    return NoPythonError(f"the Python {path} {why}; {cure}")


def _after(patience: float) -> str:
    return f"after more than {patience:g} seconds"
