"""Run the worker as a process with pipes."""

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

_BOOTSTRAP = """
import sys
if sys.version_info < (3, 11):
    sys.exit("it is Python %d.%d, and 3.11 or newer is needed" % sys.version_info[:2])
from xl_mastermind.libreoffice.worker import main
main()
"""
"""Code of the worker; older Pythons must be able to parse it too."""

_CLOSE_SECONDS = 1.0
"""Seconds to wait for an ended worker to close its pipes."""

_MAX_GREETING_BYTES = 65_536
"""A program with a longer first line is not the worker."""

_ERROR_BYTES = 4096
_LIBREOFFICE_VARIABLES = ("PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP")
"""Variables for LibreOffice's Python, with which another Python fails."""


class WorkerProcess:
    """
    A running worker, with threads that read and write its pipes.

    No other thread waits for a pipe, because a child of a wrapper may keep it open, and
    a stopped worker does not read.
    """

    has_greeted = False
    _has_ended = False
    _errors = b""

    def __init__(self, python: str) -> None:
        self.python = python
        # Import nothing from this folder.
        environ = dict(os.environ, PYTHONSAFEPATH="1")
        for name in _LIBREOFFICE_VARIABLES:
            environ.pop(name, None)
        self._process = subprocess.Popen(  # noqa: S603 - the user's own Python
            [_system_path(python), "-c", _BOOTSTRAP],
            bufsize=0,  # closing a buffer could wait forever
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environ,
            cwd=_system_path(str(Path(python).parent)),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            start_new_session=True,  # `kill` ends the children of the worker too
        )
        self._requests: queue.Queue[bytes] = queue.Queue()
        self._responses: queue.Queue[bytes] = queue.Queue()
        self._threads = []
        for target in (self._exchange_lines, self._read_errors):
            self._threads.append(threading.Thread(target=target, daemon=True))
            self._threads[-1].start()

    def _exchange_lines(self) -> None:
        """Queue the greeting, then responses, and b"" once the worker has died."""
        pipe, responses = self._process.stdin, self._process.stdout
        assert pipe and responses  # noqa: S101, PT018 - for the type checker
        lines = io.BufferedReader(cast("io.RawIOBase", responses))
        with contextlib.suppress(OSError, ValueError), lines:
            self._responses.put(lines.readline(_MAX_GREETING_BYTES))
            for request in iter(self._requests.get, b""):
                rest = memoryview(request)
                while rest:
                    rest = rest[pipe.write(rest) :]
                self._responses.put(lines.readline())
        self._responses.put(b"")
        self._process.wait()  # this may take longer than `kill` waits

    def _read_errors(self) -> None:
        """Store the last bytes of standard error."""
        assert self._process.stderr  # noqa: S101 - for the type checker
        with self._process.stderr as errors:
            for chunk in iter(lambda: errors.read(_ERROR_BYTES), b""):
                self._errors = (self._errors + chunk)[-_ERROR_BYTES:]

    @property
    def is_alive(self) -> bool:
        """Whether the worker can respond."""
        # A worker's pipes close a little before the system reports its end.
        return not self._has_ended and self._process.poll() is None

    def send(self, line: bytes) -> None:
        """Queue a request."""
        self._requests.put(line)

    def receive(self, seconds: float) -> bytes:
        """Return the next line, incomplete at its end, or raise `queue.Empty`."""
        line = self._responses.get(timeout=seconds)
        self._has_ended = not line.endswith(b"\n")
        return line

    def kill(self) -> None:
        """Kill the worker and its children, in seconds at most."""
        assert self._process.stdin  # noqa: S101 - for the type checker
        if self._process.poll() is None:
            if sys.platform == "win32":
                self._process.kill()
            else:
                # `poll` returns `None` while another thread waits for the end.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self._process.pid, signal.SIGKILL)
        self._requests.put(b"")
        # A worker within a wrapper ends once its input is closed.
        self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_CLOSE_SECONDS)
        for thread in self._threads:
            thread.join(_CLOSE_SECONDS)

    def last_error(self) -> str:
        """Kill the worker and return its last line on standard error."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_CLOSE_SECONDS)
        code = self._process.poll()
        self.kill()
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        status = "it is silent" if code is None else f"it ended with exit code {code}"
        return lines[-1] if lines else status


def _system_path(path: str) -> bytes | str:
    """Return a path as bytes, because under LC_ALL=C Python cannot encode all texts."""
    return path if sys.platform == "win32" else path.encode("utf-8", "surrogateescape")
