"""
Speaks with the worker: starts it, asks it, and starts it again if it has died.

This runs inside LibreOffice, in whatever Python that has: standard library only,
and nothing that Python 3.8 does not know.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PATIENCE = 30.0
"""Seconds after which a person is asked whether to go on waiting."""

_BOOT = """
import sys
if sys.version_info < (3, 11):
    sys.exit("it is Python %d.%d, and 3.11 or newer is needed" % sys.version_info[:2])
from xl_mastermind.hosts.calc.worker import main
main()
"""
"""What the worker is told to run; older Pythons must be able to read it too."""

_CURE = "install xl-mastermind with Python 3.11 or newer, then run its setup"

_GRUDGE = 5.0
"""Seconds for which functions are not let try again what could not start."""

_OURS_NOT_THEIRS = ("PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP")
"""LibreOffice sets these for its own Python; another one would stumble over them."""


class WorkerError(Exception):
    """The worker cannot answer; the message tells a person why, and the cure."""


class BusyError(WorkerError):
    """A call came while another one waits for its answer."""


def settings_file(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """
    Return the file that says which Python is the worker's.

    Examples
    --------
    >>> settings_file({"XDG_CONFIG_HOME": "/home/ada/.config"}, "linux").as_posix()
    '/home/ada/.config/xl-mastermind/calc.json'
    """
    home = environ.get("HOME") or str(Path.home())
    if platform == "win32":
        folder = Path(environ.get("APPDATA") or home)
    elif platform == "darwin":
        folder = Path(home) / "Library" / "Application Support"
    else:
        folder = Path(environ.get("XDG_CONFIG_HOME") or Path(home) / ".config")
    return folder / "xl-mastermind" / "calc.json"


def read_settings(file: Path) -> dict[str, Any]:
    """
    Return the settings: ``python``, and ``patience`` where somebody has set it.

    Raises
    ------
    WorkerError
        If there are none yet, or they cannot be read.
    """
    cure = "run: xl-mastermind setup"
    try:
        settings = json.loads(file.read_text(encoding="utf-8"))
        return {"patience": PATIENCE, **settings, "python": str(settings["python"])}
    except FileNotFoundError:
        message = "MasterMind has not been told which Python to use"
        raise WorkerError(f"{message}; {cure}") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise WorkerError(f"{file} cannot be read ({error}); {cure}") from None


def _as_line(request: object) -> bytes:
    return json.dumps(request, separators=(",", ":")).encode("ascii") + b"\n"


class _Process:
    """One running worker."""

    has_greeted = False
    _has_ended = False

    def __init__(self, python: str) -> None:
        environ = {k: v for k, v in os.environ.items() if k not in _OURS_NOT_THEIRS}
        # A module of somebody's working folder must not pass for one of Python's.
        environ["PYTHONSAFEPATH"] = "1"
        self._said: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - kept open
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own Python
                [python, "-c", _BOOT],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                env=environ,
                cwd=str(Path(python).parent),
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError:
            self._said.close()
            raise
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        """Hand over what the worker says, line by line; nothing once it has died."""
        assert self._process.stdout  # noqa: S101 - for the type checker
        with self._process.stdout as answers:
            for line in answers:
                self._lines.put(line)
        self._lines.put(b"")

    @property
    def is_alive(self) -> bool:
        # Its pipes close a little before the system calls it dead.
        return not self._has_ended and self._process.poll() is None

    def send(self, line: bytes) -> None:
        assert self._process.stdin  # noqa: S101 - for the type checker
        # If it has died, reading says so.
        with contextlib.suppress(OSError):
            self._process.stdin.write(line)
            self._process.stdin.flush()

    def receive(self, seconds: float) -> bytes:
        """Return a line, or nothing if the worker has died; raises `queue.Empty`."""
        line = self._lines.get(timeout=seconds)
        self._has_ended = not line
        return line

    def kill(self) -> None:
        assert self._process.stdin  # noqa: S101 - for the type checker
        self._process.kill()
        self._process.wait()
        self._reader.join()
        self._said.close()
        with contextlib.suppress(OSError):  # what it has not read any more
            self._process.stdin.close()

    def last_words(self) -> str:
        """Return what it said at last on standard error."""
        code = self._process.wait()
        self._said.seek(0)
        lines = self._said.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else f"it ended with exit code {code}"


class Client:
    """
    The worker as LibreOffice sees it.

    Parameters
    ----------
    settings : Path
        The file that names the worker's Python.
    version : str
        The version of xl-mastermind that the worker must have.
    go_on : function
        Asked whether to go on waiting, when a call has taken long; else the
        worker is stopped.
    """

    def __init__(self, settings: Path, version: str, go_on: Callable[[], bool]) -> None:
        self._settings = settings
        self._version = version
        self._go_on = go_on
        self._process: _Process | None = None
        self._failure: WorkerError | None = None
        self._failed_at = 0.0
        self._busy = threading.Lock()
        self._asker = 0
        self._python = ""
        self.greeting: dict[str, str] = {}

    def ask(self, *request: object, insist: bool = False) -> Any:  # noqa: ANN401 - JSON
        """
        Return the worker's answer.

        Parameters
        ----------
        *request : objects that JSON knows
            What is wanted, and the arguments.
        insist : bool
            Whether to try at once what has just failed to start.

        Raises
        ------
        WorkerError
            If the worker cannot start, or does not answer.
        """
        if self._asker == threading.get_ident():
            # A person is being asked whether to go on waiting for the first call.
            raise BusyError("MasterMind is still busy with another call")
        with self._busy:
            self._asker = threading.get_ident()
            try:
                return self._answer(_as_line(request), insist)
            finally:
                self._asker = 0

    def warm_up(self) -> None:
        """Start the worker without waiting for it, as it will soon be asked."""
        with contextlib.suppress(WorkerError), self._busy:
            self._spawned()

    def stop(self) -> None:
        """Stop the worker if it runs."""
        if self._process:
            self._process.kill()
            self._process = None

    def _answer(self, line: bytes, insist: bool) -> Any:  # noqa: ANN401, FBT001
        old = self._process
        process, reply = self._exchange(line, insist)
        if not reply and process is old:  # it died since the last call
            process, reply = self._exchange(line, insist)
        if not reply:
            raise WorkerError(f"MasterMind's Python died: {process.last_words()}")
        answer = json.loads(reply)
        if "error" in answer:
            raise WorkerError(f"MasterMind has a fault: {answer['error']}")
        return answer["value"]

    def _exchange(self, line: bytes, insist: bool) -> tuple[_Process, bytes]:  # noqa: FBT001
        process = self._running(insist)
        process.send(line)
        return process, self._receive(process)

    def _receive(self, process: _Process) -> bytes:
        """Return the answer, or nothing if the worker has died."""
        patience = float(read_settings(self._settings)["patience"])
        while True:
            try:
                return process.receive(patience)
            except queue.Empty:
                if not self._go_on():
                    self.stop()
                    message = f"cancelled, after more than {patience:g} seconds"
                    raise WorkerError(f"MasterMind's call was {message}") from None

    def _running(self, insist: bool) -> _Process:  # noqa: FBT001
        """Return a worker that has greeted us."""
        recently = time.monotonic() - self._failed_at < _GRUDGE
        if self._failure and recently and not insist:
            raise self._failure
        try:
            process = self._spawned()
            if not process.has_greeted:
                self._greet(process)
        except WorkerError as error:
            self._failure, self._failed_at = error, time.monotonic()
            self.stop()
            raise
        self._failure = None
        return process

    def _spawned(self) -> _Process:
        if self._process is None or not self._process.is_alive:
            self.stop()
            self._python = read_settings(self._settings)["python"]
            try:
                self._process = _Process(self._python)
            except OSError as error:
                self._process = None
                message = f"the Python {self._python} does not start"
                raise WorkerError(f"{message} ({error.strerror}); {_CURE}") from None
        return self._process

    def _greet(self, process: _Process) -> None:
        greeting = self._receive(process)
        if not greeting:
            message = f"the Python {self._python} does not answer"
            raise WorkerError(f"{message}: {process.last_words()}; {_CURE}")
        self.greeting = json.loads(greeting)
        process.has_greeted = True
        theirs = self.greeting["version"]
        if theirs != self._version:
            message = f"the Python {self._python} has xl-mastermind {theirs}"
            needs = f"this extension needs {self._version}"
            raise WorkerError(f"{message}, {needs}; run: xl-mastermind setup")
