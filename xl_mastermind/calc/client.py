"""Send requests to the worker; start it, and restart it if it has died."""

from __future__ import annotations

import contextlib
import json
import queue
import threading
import time
from typing import TYPE_CHECKING, Any

from .process import WorkerProcess
from .worker_settings import (
    DEFAULT_TIMEOUT,
    NoPythonError,
    WorkerError,
    read_settings,
    short_repr,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_INSTALL_FIX = "install xl-mastermind with Python 3.11 or newer, then run its setup"

_RETRY_SECONDS = 5.0
"""Seconds before functions start a failed worker again; buttons do it at once."""


class BusyError(WorkerError):
    """Another request of this thread waits for its response."""


class Client:
    """
    Client of a worker process.

    Requests and responses are numbered. Any other line than the expected response ends
    the worker, so that no request returns the response to another one.
    """

    def __init__(
        self, settings: Path, version: str, keep_waiting: Callable[[], bool]
    ) -> None:
        self._settings = settings
        self._version = version
        self._keep_waiting = keep_waiting
        self._process: WorkerProcess | None = None
        self._start_error: WorkerError | None = None
        self._start_error_time = 0.0
        self._lock = threading.Lock()
        self._calling_thread = 0
        self._request_number = 0
        self.greeting: dict[str, str] = {}

    def request(self, *request: object, retry_now: bool = False) -> Any:  # noqa: ANN401 - JSON
        """Return the worker's response; `retry_now` restarts a failed worker."""
        if self._calling_thread == threading.get_ident():
            # A message box asks whether to keep waiting for the first request.
            raise BusyError("MasterMind is still busy with another call")
        with self._lock:
            self._calling_thread = threading.get_ident()
            try:
                return self._request_with_retry(request, retry_now)
            finally:
                self._calling_thread = 0

    def warm_up(self) -> None:
        """Start the worker without waiting for it, unless a request is active."""
        if self._lock.acquire(blocking=False):
            try:
                with contextlib.suppress(WorkerError):
                    self._running_process(read_settings(self._settings)["python"])
            finally:
                self._lock.release()

    def stop(self) -> None:
        """Stop the worker if it runs."""
        process, self._process = self._process, None
        if process:
            process.kill()

    def _request_with_retry(self, request: tuple[object, ...], retry_now: bool) -> Any:  # noqa: ANN401, FBT001
        settings = read_settings(self._settings)
        timeout = settings.get("patience", DEFAULT_TIMEOUT)
        old = self._process
        process = self._ready_process(settings["python"], timeout, retry_now)
        response = self._exchange(process, request, timeout)
        if not response and process is old:  # it has died since the last request
            process = self._ready_process(settings["python"], timeout, retry_now)
            response = self._exchange(process, request, timeout)
        if not response:
            raise WorkerError(f"MasterMind's Python died: {process.last_error()}")
        if "error" in response:
            raise WorkerError(f"MasterMind has an internal error: {response['error']}")
        return response["value"]

    def _exchange(
        self, process: WorkerProcess, request: tuple[object, ...], timeout: float
    ) -> dict[str, Any]:
        """Return the worker's response, {} if it has died."""
        self._request_number += 1
        line = json.dumps([self._request_number, *request], separators=(",", ":"))
        try:
            process.send(line.encode("ascii") + b"\n")
            text = f"MasterMind's call was cancelled, {_timeout_text(timeout)}"
            response = self._receive(process, timeout, lambda: WorkerError(text))
            return self._parse_response(process, response)
        except BaseException:
            self.stop()  # a late response would follow the next request
            raise

    def _parse_response(self, process: WorkerProcess, line: bytes) -> dict[str, Any]:
        if not line.endswith(b"\n"):
            return {}
        response = _parse_object(line)
        is_complete = "value" in response or "error" in response
        if is_complete and response.get("number") == self._request_number:
            return response
        raise _python_error(process.python, f"answers with {short_repr(line)}")

    def _receive(
        self,
        process: WorkerProcess,
        timeout: float,
        timeout_error: Callable[[], WorkerError],
    ) -> bytes:
        """
        Return a line of the worker, an incomplete one if it has died.

        No variable refers to the error, whose traceback refers to LibreOffice's cells:
        another thread that frees such a cycle waits for LibreOffice's main thread, and
        that one for Python.
        """
        while True:
            try:
                return process.receive(timeout)
            except queue.Empty:
                if not self._keep_waiting():
                    raise timeout_error() from None

    def _ready_process(
        self,
        python: str,
        timeout: float,
        retry_now: bool,  # noqa: FBT001
    ) -> WorkerProcess:
        """Return a worker that has sent its greeting."""
        is_recent = time.monotonic() - self._start_error_time < _RETRY_SECONDS
        if self._start_error and is_recent and not retry_now:
            raise _copy_error(self._start_error)
        try:
            process = self._running_process(python)
            if not process.has_greeted:
                self._check_greeting(process, timeout)
        except BaseException as error:
            self.stop()
            if isinstance(error, WorkerError):
                self._start_error = _copy_error(error)
                self._start_error_time = time.monotonic()
            raise
        self._start_error = None
        return process

    def _running_process(self, python: str) -> WorkerProcess:
        if self._process is None or not self._process.is_alive:
            self.stop()
            try:
                self._process = WorkerProcess(python)
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or error
                raise _python_error(python, f"does not start ({reason})") from None
        return self._process

    def _check_greeting(self, process: WorkerProcess, timeout: float) -> None:
        python = process.python
        text = f"does not answer, {_timeout_text(timeout)}"
        line = self._receive(process, timeout, lambda: _python_error(python, text))
        if not line:
            raise _python_error(python, f"does not answer: {process.last_error()}")
        greeting = _parse_object(line)
        version = greeting.get("version")
        if not isinstance(version, str):
            text = f"does not run xl-mastermind, but prints {short_repr(line)}"
            raise _python_error(python, text)
        if version != self._version:
            text = f"has xl-mastermind {version}, this extension needs {self._version}"
            raise _python_error(python, text, "run: xl-mastermind setup")
        self.greeting = greeting
        process.has_greeted = True


def _parse_object(line: bytes) -> dict[str, Any]:
    """Return the JSON object of a line, {} if it has none."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, dict) else {}


def _copy_error(error: WorkerError) -> WorkerError:
    """Return an equal error without a traceback."""
    return type(error)(*error.args)


def _python_error(python: str, reason: str, fix: str = _INSTALL_FIX) -> NoPythonError:
    """Return the error of a Python that cannot run the worker."""
    path = python.encode("utf-8", "replace").decode("utf-8")
    return NoPythonError(f"the Python {path} {reason}; {fix}")


def _timeout_text(timeout: float) -> str:
    return f"after more than {timeout:g} seconds"
