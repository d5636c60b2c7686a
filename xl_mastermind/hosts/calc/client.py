"""
Speaks with the worker: starts it, asks it, and starts it again if it has died.

This runs inside LibreOffice, in whatever Python that has: standard library only,
and nothing that Python 3.8 does not know.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PATIENCE = 30.0
"""Seconds after which a person is asked whether to go on waiting."""

_LONGEST_PATIENCE = 86_400

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

_FAREWELL = 1.0
"""Seconds that an ended worker may take to close its pipes; longer, nobody waits."""

_LONGEST_GREETING = 65_536
"""Bytes; a program that says more in its first line is not our worker."""

_LAST_WORDS = 4096
"""So many bytes are kept of what a worker says on standard error."""

_LONGEST_SHOWN = 60

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
        If there are none yet, or they make no sense.
    """
    cure = "run: xl-mastermind setup"
    try:
        return _checked(json.loads(file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        message = "MasterMind has not been told which Python to use"
        raise WorkerError(f"{message}; {cure}") from None
    except (OSError, ValueError, RecursionError) as error:
        why = getattr(error, "strerror", None) or error
        raise WorkerError(f"{file} cannot be read ({why}); {cure}") from None


def _checked(settings: object) -> dict[str, Any]:
    if not isinstance(settings, dict):
        message = f"expected an object, got {_shown(settings)}"
        raise ValueError(message)  # noqa: TRY004 - damaged like any other way
    python = settings.get("python")
    if not isinstance(python, str) or not python or "\0" in python:
        raise ValueError(f"expected the path of a python, got {_shown(python)}")
    patience = settings.get("patience", PATIENCE)
    is_number = isinstance(patience, (int, float)) and not isinstance(patience, bool)
    if not (is_number and 0 < patience <= _LONGEST_PATIENCE):
        wanted = f"a patience of up to {_LONGEST_PATIENCE} seconds"
        raise ValueError(f"expected {wanted}, got {_shown(patience)}")
    return settings


def _shown(value: object) -> str:
    """Return something strange as a short text in one line."""
    text = repr(value.decode("utf-8", "replace") if isinstance(value, bytes) else value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def _object(line: bytes) -> dict[str, Any]:
    """Return the object that a line holds, a blank one if it holds none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {}


class _Process:
    """
    One running worker.

    Threads of its own hold its pipes, so that nobody else ever waits for one: a
    wrapper's child may keep a pipe open, or a stopped worker not read.
    """

    has_greeted = False
    _has_ended = False
    _said = b""

    def __init__(self, python: str) -> None:
        self.python = python
        environ = {k: v for k, v in os.environ.items() if k not in _OURS_NOT_THEIRS}
        # A module of somebody's working folder must not pass for one of Python's.
        environ["PYTHONSAFEPATH"] = "1"
        self._process = subprocess.Popen(  # noqa: S603 - the user's own Python
            [_file_name(python), "-c", _BOOT],
            bufsize=0,  # to close what is buffered might wait for ever
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environ,
            cwd=_file_name(str(Path(python).parent)),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            start_new_session=True,  # what it starts can be ended with it
        )
        self._questions: queue.Queue[bytes] = queue.Queue()
        self._answers: queue.Queue[bytes] = queue.Queue()
        self._threads = [
            threading.Thread(target=work, daemon=True)
            for work in (self._converse, self._overhear)
        ]
        for thread in self._threads:
            thread.start()

    def _converse(self) -> None:
        """Hand over the greeting, then answers; nothing once the worker has died."""
        pipe, answers = self._process.stdin, self._process.stdout
        assert pipe and answers  # noqa: S101, PT018 - for the type checker
        lines = io.BufferedReader(cast("io.RawIOBase", answers))
        with contextlib.suppress(OSError, ValueError), lines:
            self._answers.put(lines.readline(_LONGEST_GREETING))
            for question in iter(self._questions.get, b""):
                rest = memoryview(question)
                while rest:
                    rest = rest[pipe.write(rest) :]
                self._answers.put(lines.readline())
        self._answers.put(b"")

    def _overhear(self) -> None:
        """Keep the end of what it says on standard error."""
        assert self._process.stderr  # noqa: S101 - for the type checker
        with self._process.stderr as words:
            for some in iter(lambda: words.read(_LAST_WORDS), b""):
                self._said = (self._said + some)[-_LAST_WORDS:]

    @property
    def is_alive(self) -> bool:
        # Its pipes close a little before the system calls it dead.
        return not self._has_ended and self._process.poll() is None

    def send(self, line: bytes) -> None:
        self._questions.put(line)

    def receive(self, seconds: float) -> bytes:
        """Return a line, not a whole one if it has died; raises `queue.Empty`."""
        line = self._answers.get(timeout=seconds)
        self._has_ended = not line.endswith(b"\n")
        return line

    def kill(self) -> None:
        """End it with all that it has started; this takes seconds at most."""
        assert self._process.stdin  # noqa: S101 - for the type checker
        if self._process.poll() is None:
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._questions.put(b"")
        # A worker that a wrapper has started ends by itself once this is closed.
        self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        for thread in self._threads:
            thread.join(_FAREWELL)

    def last_words(self) -> str:
        """Return what it said at last on standard error, and end it."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        code = self._process.poll()
        self.kill()
        lines = self._said.decode("utf-8", "replace").strip().splitlines()
        ended = "it is silent" if code is None else f"it ended with exit code {code}"
        return lines[-1] if lines else ended


def _file_name(path: str) -> bytes | str:
    """Return a path as the system has it; under LC_ALL=C Python would refuse it."""
    return path if sys.platform == "win32" else path.encode("utf-8", "surrogateescape")


def _unfit(python: str, why: str, cure: str = _CURE) -> WorkerError:
    """Return the error of a Python that cannot be the worker's."""
    # A path may have bytes that are no text.
    path = python.encode("utf-8", "replace").decode("utf-8")
    return WorkerError(f"the Python {path} {why}; {cure}")


def _after(patience: float) -> str:
    return f"after more than {patience:g} seconds"


class Client:
    """
    The worker as LibreOffice sees it.

    Questions are numbered, and each answer says to which it belongs. Where anything
    but its answer follows a question, the worker is ended: nobody is ever given the
    answer to another question.

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
        self._number = 0
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
                return self._answer(request, insist)
            finally:
                self._asker = 0

    def warm_up(self) -> None:
        """Start the worker without waiting for it, as it will soon be asked."""
        # While a person is asked whether to go on waiting, a workbook may open.
        if self._busy.acquire(blocking=False):
            try:
                with contextlib.suppress(WorkerError):
                    self._spawned(read_settings(self._settings)["python"])
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
        process = self._running(settings["python"], patience, insist)
        answer = self._exchange(process, request, patience)
        if not answer and process is old:  # it died since the last call
            process = self._running(settings["python"], patience, insist)
            answer = self._exchange(process, request, patience)
        if not answer:
            raise WorkerError(f"MasterMind's Python died: {process.last_words()}")
        if "error" in answer:
            raise WorkerError(f"MasterMind has a fault: {answer['error']}")
        return answer["value"]

    def _exchange(
        self, process: _Process, request: tuple[object, ...], patience: float
    ) -> dict[str, Any]:
        """Return what the worker answers, nothing if it has died."""
        self._number += 1
        question = json.dumps([self._number, *request], separators=(",", ":"))
        try:
            process.send(question.encode("ascii") + b"\n")
            given_up = f"MasterMind's call was cancelled, {_after(patience)}"
            reply = self._receive(process, patience, WorkerError(given_up))
            return self._understood(process, reply)
        except BaseException:
            # The answer may still come, and would be taken for the next one.
            self.stop()
            raise

    def _understood(self, process: _Process, reply: bytes) -> dict[str, Any]:
        if not reply.endswith(b"\n"):
            return {}
        answer = _object(reply)
        is_complete = "value" in answer or "error" in answer
        if is_complete and answer.get("number") == self._number:
            return answer
        raise _unfit(process.python, f"answers with {_shown(reply)}")

    def _receive(
        self, process: _Process, patience: float, given_up: WorkerError
    ) -> bytes:
        """Return what the worker says, nothing if it has died."""
        while True:
            try:
                return process.receive(patience)
            except queue.Empty:
                if not self._go_on():
                    raise given_up from None

    def _running(self, python: str, patience: float, insist: bool) -> _Process:  # noqa: FBT001
        """Return a worker that has greeted us."""
        recently = time.monotonic() - self._failed_at < _GRUDGE
        if self._failure and recently and not insist:
            raise self._failure
        try:
            process = self._spawned(python)
            if not process.has_greeted:
                self._greet(process, patience)
        except BaseException as error:
            self.stop()
            if isinstance(error, WorkerError):
                self._failure, self._failed_at = error, time.monotonic()
            raise
        self._failure = None
        return process

    def _spawned(self, python: str) -> _Process:
        if self._process is None or not self._process.is_alive:
            self.stop()
            try:
                self._process = _Process(python)
            except (OSError, ValueError) as error:
                why = getattr(error, "strerror", None) or error
                raise _unfit(python, f"does not start ({why})") from None
        return self._process

    def _greet(self, process: _Process, patience: float) -> None:
        python = process.python
        given_up = _unfit(python, f"does not answer, {_after(patience)}")
        said = self._receive(process, patience, given_up)
        if not said:
            raise _unfit(python, f"does not answer: {process.last_words()}")
        greeting = _object(said)
        theirs = greeting.get("version")
        if not isinstance(theirs, str):
            raise _unfit(python, f"does not greet us, but says {_shown(said)}")
        if theirs != self._version:
            has = f"has xl-mastermind {theirs}, this extension needs {self._version}"
            raise _unfit(python, has, "run: xl-mastermind setup")
        self.greeting = greeting
        process.has_greeted = True
