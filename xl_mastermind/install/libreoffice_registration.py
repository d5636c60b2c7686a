"""Connect LibreOffice with this Python, and check the connection."""

import contextlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from xl_mastermind import __version__
from xl_mastermind.files import (
    EXTENSION_SUFFIX,
    bundled_file,
    check_writable,
    write_file,
)
from xl_mastermind.install.machine import (
    CALC_PACKAGES,
    SETUP_FIX,
    Check,
    InstallError,
    Machine,
    program_output,
    run_program,
)
from xl_mastermind.libreoffice.client import (
    Client,
    WorkerError,
    read_settings,
    settings_file,
)
from xl_mastermind.workbook_files.edition import IDENTIFIER

_BUNDLED_PYTHONS: Final = ("python", "python.exe", "../Resources/python")
"""Paths of LibreOffice's Python beside its program; Debian uses the system's."""

_TIMEOUT: Final = 180
"""Seconds for a start and an end of LibreOffice, even the first ones."""


# Connection


def connect_calc(calc: Path, machine: Machine) -> list[str]:
    """Install or update the extension for this user and return the report."""
    settings = _settings_file(machine)
    before = _stored_settings(settings)
    after = before | {"python": str(machine.python), "extension": __version__}
    if after != before:
        check_writable(settings)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{IDENTIFIER}.oxt"
        write_file(file, bundled_file(f"MasterMind{EXTENSION_SUFFIX}").read_bytes())
        report = _run_remote(calc, machine, "install", str(file))
    if report["extension"] != __version__:
        raise InstallError(f"LibreOffice did not install the extension {__version__}")
    if after != before:
        # The file names a program to run: no other user may change it.
        write_file(settings, json.dumps(after, indent=1) + "\n", mode=0o600)
    return [
        f"LibreOffice {report['version']} has the MasterMind extension {__version__}",
        f"It uses this Python: {machine.python}",
        f"The settings are in {settings}",
        *_restart_advice(report),
    ]


def disconnect_calc(calc: Path, machine: Machine) -> list[str]:
    """Remove the extension and its settings and return the report."""
    report = _run_remote(calc, machine, "remove")
    settings = _settings_file(machine)
    settings.unlink(missing_ok=True)
    shutil.rmtree(machine.copies_folder, ignore_errors=True)
    for folder in (settings.parent, machine.copies_folder.parent):
        # The folder may be missing, or contain other files.
        with contextlib.suppress(OSError):
            folder.rmdir()
    if not report["before"]:
        return ["LibreOffice had no MasterMind extension."]
    line = "LibreOffice no longer has the MasterMind extension."
    return [line, *_restart_advice(report)]


def _restart_advice(report: dict[str, Any]) -> list[str]:
    return ["LibreOffice is open: quit it and start it again."] * report["running"]


def is_calc_connected(machine: Machine) -> bool:
    """Return whether `connect_calc` was run with this version and this Python."""
    expected = {"python": str(machine.python), "extension": __version__}
    settings = _stored_settings(_settings_file(machine))
    return expected.items() <= settings.items() and machine.python.exists()


def _settings_file(machine: Machine) -> Path:
    return settings_file(machine.environ, machine.platform)


def _stored_settings(settings: Path) -> dict[str, Any]:
    """Return the settings, {} if they are missing or invalid."""
    with contextlib.suppress(WorkerError):
        return read_settings(settings)
    return {}


# Checks


def extension_checks(calc: Path, machine: Machine) -> Iterator[Check]:
    """Yield the checks of the extension, its Python and the connection."""
    try:
        report = _run_remote(calc, machine, "examine")
    except InstallError as error:
        yield _check_of_error(
            error, "start LibreOffice from the menu and read its message"
        )
        return
    version = report["extension"]
    if not version:
        yield Check(
            "problem",
            "LibreOffice has no MasterMind extension",
            SETUP_FIX,
        )
        return
    if version != __version__:
        text = f"LibreOffice has the MasterMind extension {version}, not {__version__}"
        yield Check("problem", text, SETUP_FIX)
        return
    name = f"LibreOffice {report['version']}"
    yield Check("ok", f"{name} has the MasterMind extension {version}")
    try:
        yield Check("ok", f"LibreOffice uses {_worker_python(_settings_file(machine))}")
    except WorkerError as error:
        yield _check_of_error(error, SETUP_FIX)
        return
    if report["score"] == 1:
        yield Check("ok", "formulas in LibreOffice use this Python")
    else:
        text = f"LibreOffice got {report['score']} for BLACK(1122, 1236), expected 1"
        yield Check("problem", text, "quit LibreOffice and start it again")


def _check_of_error(error: Exception, fix: str) -> Check:
    """Return a failed check; the text of an error may end in a fix of its own."""
    text, _, end = str(error).rpartition("; ")
    return Check("problem", text, end) if text else Check("problem", end, fix)


def _worker_python(settings: Path) -> str:
    """Return the path and version of the Python that the worker runs in."""
    worker = Client(settings, __version__, keep_waiting=lambda: False)
    try:
        worker.request("call", "BLACK", [1122, 1236])
    finally:
        worker.stop()
    greeting = worker.greeting
    return f"{greeting['executable']}, Python {greeting['python']}"


# UNO


def _run_remote(
    calc: Path, machine: Machine, action: str, *arguments: str
) -> dict[str, Any]:
    """Run an action of `remote` and return its report."""
    script = Path(__file__).parents[1] / "libreoffice" / "remote.py"
    python = _python_with_uno(calc, machine)
    words = [python, str(script), str(calc), IDENTIFIER, action, *arguments]
    process = run_program(words, machine, None, _TIMEOUT)
    if process.returncode:
        lines = process.stderr.strip().splitlines() or ["it printed no reason"]
        raise InstallError(f"LibreOffice cannot be set up: {lines[-1]}")
    report: dict[str, Any] = json.loads(process.stdout.splitlines()[-1])
    return report


def _python_with_uno(calc: Path, machine: Machine) -> str:
    program = calc.resolve().parent
    paths = (program / name for name in _BUNDLED_PYTHONS)
    bundled_pythons = [str(path) for path in paths if path.exists()]
    for python in (*bundled_pythons, "/usr/bin/python3", sys.executable):
        with contextlib.suppress(InstallError):
            program_output([python, "-c", "import uno"], machine)
            return python
    raise InstallError(
        f"{calc} comes without its Python, which the extension needs; {CALC_PACKAGES}"
    )
