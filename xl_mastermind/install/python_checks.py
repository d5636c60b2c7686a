"""Check whether a Python has everything that Excel needs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from xl_mastermind.install.machine import (
    Check,
    InstallError,
    Machine,
    package_version,
    program_output,
)

_PYWIN32: Final = ("pythoncom", "win32com.client")
"""The modules that xlwings imports on Windows."""

_PROBE: Final = """
import importlib, importlib.metadata, sys
for module in ("xl_mastermind.excel.entry_points", *sys.argv[1:]):
    importlib.import_module(module)
print()
print(*map(importlib.metadata.version, ("xl-mastermind", "xlwings")))
"""
"""Imports the modules of functions and buttons, then prints package versions."""


def python_checks(machine: Machine, python: Path, fix: str) -> Iterator[Check]:
    """Yield the checks of a Python that Excel starts; `fix` is for another Python."""
    is_windows = machine.platform == "win32"
    if python == machine.python:
        fix = "install xl-mastermind again with this Python (see README)"
    command = [str(python), "-B", "-c", _PROBE, *_PYWIN32 * is_windows]
    try:
        # Excel starts it in this folder too. Modules of the current folder must not be
        # imported.
        lines = program_output(command, machine, folder=python.parent).splitlines()
    except InstallError as error:
        yield Check("problem", str(error), fix)
        return
    version, _, xlwings = lines[-1].partition(" ") if lines else ("", "", "")
    expected = package_version("xl-mastermind")
    if version != expected or not xlwings:
        text = f"expected xl-mastermind {expected} in {python}, got {version or 'none'}"
        yield Check("problem", text, fix)
        return
    yield Check("ok", f"Excel's Python {python} has xl-mastermind {version}")
    if is_windows:
        yield _dll_check(python, xlwings)
    if machine.platform == "darwin" and " " in str(python):
        yield Check(
            "problem",
            f"the path of Excel's Python has a space, so buttons fail: {python}",
            "install xl-mastermind in a folder without spaces, then run its setup",
        )


def _dll_check(python: Path, version: str) -> Check:
    folders = (python.parent, python.parent.parent)
    name = f"xlwings64-{version}.dll"
    if any((folder / name).is_file() for folder in folders):
        return Check("ok", f"xlwings' DLL {version} is beside {python}")
    text = f"{name} not found in {folders[0]} or {folders[1]}"
    pip = f'"{python}" -m pip install --force-reinstall --no-deps'
    return Check("problem", text, f"run: {pip} xlwings=={version}")
