"""Send requests to the worker; start it, and restart it if it has died."""

from __future__ import annotations

import contextlib
import json
import queue
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .process import WorkerProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_INSTALL_FIX = "install xl-mastermind with Python 3.11 or newer, then run its setup"
_SETUP_FIX = "run: xl-mastermind setup"

_RETRY_SECONDS = 5.0
"""Seconds before functions start a failed worker again; buttons do it at once."""

_TIMEOUT = 30.0
"""Seconds after which a message box asks whether to keep waiting."""

_MAX_TIMEOUT = 1_000_000

_MAX_LENGTH = 60


class WorkerError(Exception):
    """The worker does not respond; the message has the reason and the fix."""


class NoPythonError(WorkerError):
    """No Python can run the worker."""


class BusyError(WorkerError):
    """Another request waits for its response."""


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
        self._timeout = _TIMEOUT
        self._lock = threading.Lock()
        self._request_number = 0
        self.greeting: dict[str, str] = {}

    def request(self, *request: object, retry_now: bool = False) -> Any:  # noqa: ANN401 - JSON
        """Return the worker's response; `retry_now` restarts a failed worker."""
        if not self._lock.acquire(blocking=False):
            # A message box asks whether to keep waiting for another request.
            raise BusyError("MasterMind is still busy with another call")
        try:
            response = self._request_with_retry(request, retry_now=retry_now)
        except BaseException:
            self.stop()  # its late response would answer the next request
            raise
        finally:
            self._lock.release()
        if "error" in response:
            raise WorkerError(f"MasterMind has an internal error: {response['error']}")
        return response["value"]

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

    def _request_with_retry(
        self, request: tuple[object, ...], *, retry_now: bool
    ) -> dict[str, Any]:
        settings, old = read_settings(self._settings), self._process
        self._timeout = settings["timeout"]
        while True:
            process = self._ready_process(settings["python"], retry_now=retry_now)
            response = self._exchange(process, request)
            if response:
                return response
            if process is not old:  # an old worker may have died earlier
                raise WorkerError(f"MasterMind's Python died: {process.last_error()}")

    def _exchange(
        self, process: WorkerProcess, request: tuple[object, ...]
    ) -> dict[str, Any]:
        """Return the worker's response, {} if it has died."""
        self._request_number += 1
        text = json.dumps([self._request_number, *request], separators=(",", ":"))
        process.send(text.encode("ascii") + b"\n")
        line = self._receive(process)
        if line is None:
            raise WorkerError(f"MasterMind's call was cancelled, {self._waiting_time}")
        if not line.endswith(b"\n"):
            return {}
        response = _parse_object(line)
        is_complete = "value" in response or "error" in response
        if is_complete and response.get("number") == self._request_number:
            return response
        raise _python_error(process.python, f"answers with {short_repr(line)}")

    def _receive(self, process: WorkerProcess) -> bytes | None:
        """Return a line, incomplete at the worker's end; `None` if the user cancels."""
        while True:
            with contextlib.suppress(queue.Empty):
                return process.receive(self._timeout)
            if not self._keep_waiting():
                return None

    @property
    def _waiting_time(self) -> str:
        return f"after more than {self._timeout:g} seconds"

    def _ready_process(self, python: str, *, retry_now: bool) -> WorkerProcess:
        """Return a worker that has sent its greeting."""
        is_recent = time.monotonic() - self._start_error_time < _RETRY_SECONDS
        if self._start_error and is_recent and not retry_now:
            raise _copy_error(self._start_error)
        try:
            process = self._running_process(python)
            if not process.has_greeted:
                self._check_greeting(process)
        except WorkerError as error:
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

    def _check_greeting(self, process: WorkerProcess) -> None:
        python, line = process.python, self._receive(process)
        if line is None:
            raise _python_error(python, f"does not answer, {self._waiting_time}")
        if not line:
            raise _python_error(python, f"does not answer: {process.last_error()}")
        greeting = _parse_object(line)
        version = greeting.get("version")
        if not isinstance(version, str):
            text = f"does not run xl-mastermind, but prints {short_repr(line)}"
            raise _python_error(python, text)
        if version != self._version:
            text = f"has xl-mastermind {version}, this extension needs {self._version}"
            raise _python_error(python, text, _SETUP_FIX)
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
    """
    Return an equal error without a traceback, which refers to LibreOffice's cells.

    Freeing them from another thread deadlocks: it needs LibreOffice's main thread,
    which waits for Python.
    """
    return type(error)(*error.args)


def _python_error(python: str, reason: str, fix: str = _INSTALL_FIX) -> NoPythonError:
    """Return the error of a Python that cannot run the worker."""
    path = python.encode("utf-8", "replace").decode("utf-8")
    return NoPythonError(f"the Python {path} {reason}; {fix}")


def settings_file(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return the path of the settings file of a user."""
    home = environ.get("HOME") or str(Path.home())
    if platform == "win32":
        folder = Path(environ.get("APPDATA") or home)
    elif platform == "darwin":
        folder = Path(home) / "Library" / "Application Support"
    else:
        folder = Path(environ.get("XDG_CONFIG_HOME") or Path(home) / ".config")
    return folder / "xl-mastermind" / "calc.json"


def read_settings(file: Path) -> dict[str, Any]:
    """Return the settings: ``python``, and in tests ``timeout`` in seconds."""
    try:
        settings = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NoPythonError(f"MasterMind has no Python; {_SETUP_FIX}") from None
    except (OSError, ValueError, RecursionError) as error:
        raise _settings_error(file, getattr(error, "strerror", None) or error) from None
    if not isinstance(settings, dict) or not isinstance(settings.get("python"), str):
        reason = f"expected the path of a python, got {short_repr(settings)}"
        raise _settings_error(file, reason)
    timeout = settings.setdefault("timeout", _TIMEOUT)
    is_number = isinstance(timeout, (int, float)) and not isinstance(timeout, bool)
    if not (is_number and 0 < timeout <= _MAX_TIMEOUT):
        expected = f"expected up to {_MAX_TIMEOUT:,} seconds as timeout"
        raise _settings_error(file, f"{expected}, got {short_repr(timeout)}")
    return settings


def _settings_error(file: Path, reason: object) -> NoPythonError:
    return NoPythonError(f"{file} cannot be read ({reason}); {_SETUP_FIX}")


def short_repr(value: object) -> str:
    """Return the repr of a value, shortened for a message."""
    text = repr(value.decode("utf-8", "replace") if isinstance(value, bytes) else value)
    return text if len(text) <= _MAX_LENGTH else f"{text[:_MAX_LENGTH]}…"
