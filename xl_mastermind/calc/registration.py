"""Connects LibreOffice Calc with this Python, and checks the connection."""

import contextlib
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from xl_mastermind import __version__
from xl_mastermind.calc.client import Client
from xl_mastermind.calc.worker_settings import (
    WorkerError,
    read_settings,
    settings_file,
)
from xl_mastermind.files import (
    EXTENSION_SUFFIX,
    bundled_file,
    check_writable,
    write_file,
)
from xl_mastermind.machine import (
    Check,
    InstallError,
    Machine,
    failed_check,
    note_check,
    passed_check,
    program_output,
    run_program,
)
from xl_mastermind.spreadsheet.edition import IDENTIFIER

_PYTHONS: Final = ("python", "python.exe", "../Resources/python")
"""LibreOffice's own Python, as seen from its program; Debian's has the system's."""

_SECONDS: Final = 180
"""More than LibreOffice takes to start and to end, even the first time."""

_SET_UP: Final = "run: xl-mastermind setup"


# The connection


def connect_calc(calc: Path, machine: Machine) -> list[str]:
    """Install or update the extension for this user, and say what was done."""
    machine.check_python()
    settings = _settings_file(machine)
    before = _read(settings)
    chosen = before | {"python": str(machine.python), "extension": __version__}
    if chosen != before:
        check_writable(settings)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{IDENTIFIER}.oxt"
        write_file(file, bundled_file(f"MasterMind{EXTENSION_SUFFIX}").read_bytes())
        report = _drive(calc, machine, "install", str(file))
    if report["extension"] != __version__:
        raise InstallError(f"LibreOffice did not take the extension {__version__}")
    if chosen != before:
        # What it names is run: no other user may change it.
        write_file(settings, json.dumps(chosen, indent=1) + "\n", mode=0o600)
    return [
        f"LibreOffice {report['version']} has the MasterMind extension {__version__}",
        f"It uses this Python: {machine.python}",
        f"This is written in {settings}",
        *_restart(report),
    ]


def disconnect_calc(calc: Path, machine: Machine) -> list[str]:
    """Take the extension and its settings away, and say what was done."""
    report = _drive(calc, machine, "remove")
    settings = _settings_file(machine)
    settings.unlink(missing_ok=True)
    shutil.rmtree(machine.copies_folder, ignore_errors=True)
    for folder in (settings.parent, machine.copies_folder.parent):
        with contextlib.suppress(OSError):  # not there, or with other files in it
            folder.rmdir()
    if not report["before"]:
        return ["LibreOffice had no MasterMind extension."]
    return ["LibreOffice no longer has the MasterMind extension.", *_restart(report)]


def _restart(report: dict[str, Any]) -> list[str]:
    if not report["running"]:
        return []
    return ["LibreOffice is open: quit it and start it again."]


def is_calc_connected(machine: Machine) -> bool:
    """Return whether `connect_calc` was run with this version and this Python."""
    wanted = {"python": str(machine.python), "extension": __version__}
    settings = _read(_settings_file(machine))
    return wanted.items() <= settings.items() and machine.python.exists()


def _settings_file(machine: Machine) -> Path:
    return settings_file(machine.environ, machine.platform)


def _read(settings: Path) -> dict[str, Any]:
    """Return the settings; no setting if they are broken."""
    with contextlib.suppress(WorkerError):
        return read_settings(settings)
    return {}


# How it is


def program_checks(program: Path | None, machine: Machine) -> Iterator[Check]:
    """Yield the check of LibreOffice; none if Excel may be used in its place."""
    fix = "install it from https://www.libreoffice.org"
    if program is None:
        if not machine.supports_excel:
            yield failed_check("LibreOffice was not found", fix)
        return
    # On Windows soffice.exe prints nothing; soffice.com beside it does.
    talker = program.with_suffix(".com")
    asked = talker if talker.is_file() else program
    try:
        answer = program_output([str(asked), "--version"], machine)
    except InstallError as error:
        yield failed_check(str(error), fix)
        return
    version = re.search(r"LibreOffice \S+", answer)
    name = version[0] if version else "LibreOffice"
    yield passed_check(f"{name} is installed: {program}")
    if python := _misleading_python(machine):
        text = (
            f"this terminal has {python} first on its PATH, with which the Python in"
            " LibreOffice fails"
        )
        fix = "start LibreOffice from the menu, or by: xl-mastermind open"
        yield note_check(text, fix)


def _misleading_python(machine: Machine) -> str:
    """
    Return the first Python on the PATH if it is not the system's.

    On Linux LibreOffice uses the system's Python, which looks for its library
    beside the first ``python3`` on the PATH.
    """
    if machine.supports_excel:  # there LibreOffice brings one
        return ""
    first = shutil.which("python3", path=machine.environ.get("PATH", ""))
    is_systems = first is None or Path(first).parent in (Path("/bin"), Path("/usr/bin"))
    return "" if is_systems else str(first)


def extension_checks(calc: Path, machine: Machine) -> Iterator[Check]:
    """Yield the checks of the extension, its Python and the connection."""
    try:
        report = _drive(calc, machine, "examine")
    except InstallError as error:
        yield _failed_by(error, "start LibreOffice once by hand and see what it says")
        return
    version = report["extension"]
    if not version:
        yield failed_check("LibreOffice has no MasterMind extension", _SET_UP)
        return
    if version != __version__:
        text = f"LibreOffice has the MasterMind extension {version}, not {__version__}"
        yield failed_check(text, _SET_UP)
        return
    yield passed_check(f"LibreOffice has the MasterMind extension {version}")
    try:
        yield passed_check(f"LibreOffice uses {_greet(_settings_file(machine))}")
    except WorkerError as error:
        yield _failed_by(error, _SET_UP)
        return
    if report["score"] == 1:
        yield passed_check("a formula in LibreOffice is answered by this Python")
    else:
        text = f"LibreOffice got {report['score']} for BLACK(1122, 1236), expected 1"
        yield failed_check(text, "quit LibreOffice and start it again")


def _failed_by(error: Exception, fix: str) -> Check:
    """Return the failed check of an error, with the cure that it names, if any."""
    text, _, named = str(error).rpartition("; ")
    return failed_check(text, named) if text else failed_check(named, fix)


def _greet(settings: Path) -> str:
    """Return the worker's Python, asked as the extension asks it."""
    worker = Client(settings, __version__, keep_waiting=lambda: False)
    try:
        worker.ask("call", "BLACK", [1122, 1236])
    finally:
        worker.stop()
    greeting = worker.greeting
    return f"{greeting['executable']}, Python {greeting['python']}"


# By way of a Python that knows UNO


def _drive(calc: Path, machine: Machine, action: str, *details: str) -> dict[str, Any]:
    """Have such a Python do something to LibreOffice."""
    script = Path(__file__).with_name("remote.py")
    python = _python_with_uno(calc, machine)
    words = [python, str(script), str(calc), IDENTIFIER, action, *details]
    done = run_program(words, machine, None, _SECONDS)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["it does not say why"]
        raise InstallError(f"LibreOffice cannot be set up: {lines[-1]}")
    report: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return report


def _python_with_uno(calc: Path, machine: Machine) -> str:
    for python in _pythons(calc):
        with contextlib.suppress(InstallError):
            program_output([python, "-c", "import uno"], machine)
            return python
    raise InstallError(
        f"{calc} comes without its Python, which the extension needs;"
        " on Debian and Ubuntu: apt install python3-uno"
    )


def _pythons(calc: Path) -> Iterator[str]:
    program = calc.resolve().parent
    yield from (str(program / name) for name in _PYTHONS if (program / name).exists())
    yield from ("/usr/bin/python3", sys.executable)
