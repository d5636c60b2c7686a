"""A running worker, as a process with pipes."""

from __future__ import annotations

import contextlib
import io
import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import cast

_BOOT = """
import sys
if sys.version_info < (3, 11):
    sys.exit("it is Python %d.%d, and 3.11 or newer is needed" % sys.version_info[:2])
from xl_mastermind.calc.worker import main
main()
"""
"""The code that the worker runs; older Pythons must be able to read it too."""

_CLOSE_SECONDS = 1.0
"""Seconds that are waited for an ended worker to close its pipes."""

_LONGEST_GREETING = 65_536
"""Bytes; a program that says more in its first line is not our worker."""

_ERROR_BYTES = 4096
"""Bytes that are kept of what a worker writes to standard error."""

_LIBREOFFICE_VARIABLES = ("PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP")
"""Variables that LibreOffice sets for its own Python; another one fails with them."""


class Process:
    """
    One running worker.

    Threads of its own hold its pipes, so that no other thread waits for one: a
    wrapper's child may keep a pipe open, or a stopped worker not read.
    """

    has_greeted = False
    _has_ended = False
    _errors = b""

    def __init__(self, python: str) -> None:
        self.python = python
        environ = {
            k: v for k, v in os.environ.items() if k not in _LIBREOFFICE_VARIABLES
        }
        # A module of the working folder must not replace one of Python's.
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
            for work in (self._converse, self._read_errors)
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
        self._process.wait()  # a busy system may take longer than `kill` waits

    def _read_errors(self) -> None:
        """Keep the end of what it writes to standard error."""
        assert self._process.stderr  # noqa: S101 - for the type checker
        with self._process.stderr as errors:
            for some in iter(lambda: errors.read(_ERROR_BYTES), b""):
                self._errors = (self._errors + some)[-_ERROR_BYTES:]

    @property
    def is_alive(self) -> bool:
        """
        Whether the worker can answer.

        Its pipes close a little before the system reports its end.
        """
        return not self._has_ended and self._process.poll() is None

    def send(self, line: bytes) -> None:
        """Send a question, without waiting until it is read."""
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
                # While `_converse` waits for its end, `poll` does not know of it yet.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self._process.pid, signal.SIGKILL)
        self._questions.put(b"")
        # A worker that a wrapper has started ends by itself once this is closed.
        self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_CLOSE_SECONDS)
        for thread in self._threads:
            thread.join(_CLOSE_SECONDS)

    def last_error(self) -> str:
        """Return its last line on standard error, and end it."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_CLOSE_SECONDS)
        code = self._process.poll()
        self.kill()
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        ended = "it is silent" if code is None else f"it ended with exit code {code}"
        return lines[-1] if lines else ended


def _file_name(path: str) -> bytes | str:
    """Return a path as the system has it; under LC_ALL=C Python would refuse it."""
    return path if sys.platform == "win32" else path.encode("utf-8", "surrogateescape")
