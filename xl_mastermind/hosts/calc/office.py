"""Puts the extension into LibreOffice, takes it out, and finds out how it is."""

import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from xl_mastermind import __version__
from xl_mastermind.files import check_place, write_file
from xl_mastermind.hosts.calc.client import Client
from xl_mastermind.hosts.calc.extension import IDENTIFIER, extension_bytes
from xl_mastermind.hosts.calc.settings import (
    WorkerError,
    read_settings,
    settings_file,
)

Report = list[tuple[bool, str, str]]
"""What was found: whether it is well, what it is, and the cure if it is not."""

_PYTHONS: Final = ("python", "python.exe", "../Resources/python")
"""LibreOffice's own Python, as seen from its program; Debian's has the system's."""

_SECONDS: Final = 180
"""More than LibreOffice takes to start and to end, even the first time."""

_SET_UP: Final = "run: xl-mastermind setup"


class OfficeError(RuntimeError):
    """LibreOffice does not do what is asked."""


def install(soffice: Path, python: Path, environ: Mapping[str, str]) -> list[str]:
    """
    Install or update the extension for this user, with `python` as its worker.

    Parameters
    ----------
    soffice : Path
        LibreOffice's program.
    python : Path
        The Python that shall answer.
    environ : mapping of str to str
        The environment variables, those of no Python environment among them.

    Returns
    -------
    list of str
        Lines that say what was done.

    Raises
    ------
    OfficeError
        If LibreOffice cannot be driven, or does not take the extension.
    OSError
        If the settings cannot be written, or are read-only.
    """
    settings = settings_file(environ)
    before = _read(settings)
    chosen = before | {"python": str(python), "extension": __version__}
    if chosen != before:
        check_place(settings)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{IDENTIFIER}.oxt"
        write_file(file, extension_bytes())
        found = _drive(soffice, environ, "install", str(file))
    if found["extension"] != __version__:
        raise OfficeError(f"LibreOffice did not take the extension {__version__}")
    if chosen != before:
        # What it names is run: nobody else is to change it.
        write_file(settings, json.dumps(chosen, indent=1) + "\n", mode=0o600)
    return [
        f"LibreOffice {found['version']} has the MasterMind extension {__version__}",
        f"It uses this Python: {python}",
        f"This is written in {settings}",
        *_restart(found),
    ]


def remove(soffice: Path, environ: Mapping[str, str]) -> list[str]:
    """
    Take the extension and its settings away.

    Parameters
    ----------
    soffice : Path
        LibreOffice's program.
    environ : mapping of str to str
        The environment variables.

    Returns
    -------
    list of str
        Lines that say what was done.

    Raises
    ------
    OfficeError
        If LibreOffice cannot be driven.
    """
    found = _drive(soffice, environ, "remove")
    settings_file(environ).unlink(missing_ok=True)
    if not found["before"]:
        return ["LibreOffice had no MasterMind extension."]
    return ["LibreOffice no longer has the MasterMind extension.", *_restart(found)]


def _restart(found: Mapping[str, Any]) -> list[str]:
    if not found["running"]:
        return []
    return ["LibreOffice is open: quit it and start it again."]


def is_set_up(python: Path, environ: Mapping[str, str]) -> bool:
    """
    Return whether `install` was run with this version and this Python.

    Examples
    --------
    >>> is_set_up(Path("python"), {"HOME": "no such folder"})
    False
    """
    settings = _read(settings_file(environ))
    wanted = {"python": str(python), "extension": __version__}
    return wanted.items() <= settings.items() and python.exists()


def _read(file: Path) -> dict[str, Any]:
    """Return the settings, of which nothing is left if they are broken."""
    with contextlib.suppress(WorkerError):
        return read_settings(file)
    return {}


def examine(soffice: Path, environ: Mapping[str, str]) -> Report:
    """
    Return how the extension, its Python and the way between them are.

    Parameters
    ----------
    soffice : Path
        LibreOffice's program.
    environ : mapping of str to str
        The environment variables.
    """
    try:
        found = _drive(soffice, environ, "examine")
    except OfficeError as error:
        what, _, cure = str(error).rpartition("; ")
        by_hand = "start LibreOffice once by hand and see what it says"
        return [(False, what or cure, cure if what else by_hand)]
    there = found["extension"]
    if not there:
        return [(False, "LibreOffice has no MasterMind extension", _SET_UP)]
    if there != __version__:
        what = f"LibreOffice has the MasterMind extension {there}, not {__version__}"
        return [(False, what, _SET_UP)]
    report: Report = [(True, f"LibreOffice has the MasterMind extension {there}", "")]
    try:
        python = _greet(settings_file(environ))
    except WorkerError as error:
        what, _, cure = str(error).rpartition("; ")
        return [*report, (False, what or cure, cure)]
    report.append((True, f"LibreOffice uses {python}", ""))
    if found["score"] != 1:
        what = f"LibreOffice got {found['score']} for BLACK(1122, 1236), expected 1"
        return [*report, (False, what, "quit LibreOffice and start it again")]
    return [*report, (True, "a formula in LibreOffice is answered by this Python", "")]


def _greet(settings: Path) -> str:
    """Return the worker's Python, asked as the extension asks it."""
    worker = Client(settings, __version__, go_on=lambda: False)
    try:
        worker.ask("call", "BLACK", [1122, 1236])
    finally:
        worker.stop()
    said = worker.greeting
    return f"{said['executable']}, Python {said['python']}"


def _drive(
    soffice: Path, environ: Mapping[str, str], action: str, *details: str
) -> dict[str, Any]:
    """Have a Python that knows UNO do something to LibreOffice."""
    script = Path(__file__).with_name("remote.py")
    words = [str(script), str(soffice), IDENTIFIER, action, *details]
    done = _run([_python_with_uno(soffice, environ), *words], environ)
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["it does not say why"]
        raise OfficeError(f"LibreOffice cannot be set up: {said[-1]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _python_with_uno(soffice: Path, environ: Mapping[str, str]) -> str:
    for python in _pythons(soffice):
        with contextlib.suppress(OSError):
            if _run([python, "-c", "import uno"], environ).returncode == 0:
                return python
    raise OfficeError(
        f"{soffice} comes without its Python, which the extension needs;"
        " on Debian and Ubuntu: apt install python3-uno"
    )


def _pythons(soffice: Path) -> Iterator[str]:
    program = soffice.resolve().parent
    yield from (str(program / name) for name in _PYTHONS if (program / name).exists())
    yield from ("/usr/bin/python3", sys.executable)


def _run(
    command: list[str], environ: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(  # noqa: S603 - a list of our own, no shell
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            encoding="utf-8",
            errors="replace",
            timeout=_SECONDS,
            env=environ,
        )
    except subprocess.TimeoutExpired:
        raise OfficeError(f"{command[0]} did not end within {_SECONDS} s") from None
