"""Check whether a Python has everything that Excel needs."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from xl_mastermind.install.machine import (
    Check,
    InstallError,
    Machine,
    package_version,
    program_output,
)

_ENTRY_POINTS: Final = "xl_mastermind.excel.entry_points"
"""The module that Excel's functions and buttons import."""

_PYWIN32: Final = ("pythoncom", "win32com.client")
"""The modules that xlwings imports on Windows."""

_STORE_FOLDER: Final = re.compile(
    r"WindowsApps$|PythonSoftwareFoundation\.", re.IGNORECASE
)
"""Folders of a Python from the Microsoft Store."""

_PROBE: Final = """
import importlib, importlib.metadata, json, sys

report = {}
for package in ("xl-mastermind", "xlwings"):
    try:
        report[package] = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        pass
for module in sys.argv[1:]:
    try:
        importlib.import_module(module)
    except Exception as error:
        report["import " + module] = type(error).__name__ + ": " + str(error)
print()
print(json.dumps(report))
"""
"""Prints package versions and the errors of imports."""


def python_checks(machine: Machine, python: Path, fix: str) -> Iterator[Check]:
    """Yield the checks of a Python that Excel starts; `fix` is for another Python."""
    is_windows = machine.platform == "win32"
    try:
        report = _probe(python, [_ENTRY_POINTS, *_PYWIN32 * is_windows], machine)
    except InstallError as error:
        yield Check("problem", str(error), fix)
        return
    if python == machine.python:
        fix = "install xl-mastermind again with this Python (see README)"
    yield _package_check(python, report, fix)
    if is_windows:
        yield _dll_check(python, report.get("xlwings", ""))
        failures = [report.get(f"import {module}") for module in _PYWIN32]
        text = "pywin32, which connects Excel with Python,"
        if failure := next(filter(None, failures), None):
            run = f'run: "{python}" -m pip install --force-reinstall pywin32'
            yield Check("problem", f"{text} fails: {failure}", run)
        else:
            yield Check("ok", f"{text} works")
    if is_windows and any(map(_STORE_FOLDER.match, python.parts)):
        yield Check(
            "problem",
            f"the Microsoft Store isolates this Python from Excel: {python}",
            "install Python from https://www.python.org and xl-mastermind in it,"
            " then run its setup",
        )
    if machine.platform == "darwin" and " " in str(python):
        yield Check(
            "problem",
            f"the path of Excel's Python has a space, so buttons fail: {python}",
            "install xl-mastermind in a folder without spaces, then run its setup",
        )


def _probe(python: Path, modules: list[str], machine: Machine) -> dict[str, str]:
    # Run in the Python's folder, as Excel does: modules of the current folder must not
    # be imported.
    command = [str(python), "-B", "-c", _PROBE, *modules]
    lines = program_output(command, machine, folder=python.parent).splitlines()
    try:
        report = dict(json.loads(lines[-1]))
    except (IndexError, TypeError, ValueError) as error:
        raise InstallError(f"{python} is not a working Python") from error
    return {str(key): str(value) for key, value in report.items()}


def _package_check(python: Path, report: Mapping[str, str], fix: str) -> Check:
    if failure := report.get(f"import {_ENTRY_POINTS}"):
        text = f"Excel's Python {python} cannot load xl-mastermind: {failure}"
        return Check("problem", text, fix)
    version = report.get("xl-mastermind", "")
    expected = package_version("xl-mastermind")
    text = f"Excel's Python {python} has xl-mastermind {version}"
    if version != expected:
        return Check("problem", f"{text}, expected {expected}", fix)
    return Check("ok", text)


def _dll_check(python: Path, version: str) -> Check:
    folders = (python.parent, python.parent.parent)
    missing_dlls = [
        name
        for name in (f"xlwings{bits}-{version}.dll" for bits in (32, 64))
        if not any((folder / name).is_file() for folder in folders)
    ]
    if not missing_dlls:
        return Check("ok", f"xlwings' DLL {version} is beside {python}")
    return Check(
        "problem",
        f"{' and '.join(missing_dlls)} not found in {folders[0]} or {folders[1]}",
        f'run: "{python}" -m pip install --force-reinstall --no-deps'
        f" xlwings=={version}; if files are still missing, see whether the antivirus"
        " program has removed them, or install xl-mastermind in a virtual environment",
    )
