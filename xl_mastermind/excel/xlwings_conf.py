"""The settings of xlwings: which Python Excel starts, and who says so."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from xl_mastermind.files import check_writable, write_file
from xl_mastermind.machine import INTERPRETER_ROWS, InstallError, Machine


class Settings(NamedTuple):
    """Rows of one xlwings.conf, their names in capitals, and where they stand."""

    where: str
    rows: Mapping[str, str]


class NamedPython(NamedTuple):
    """A Python as the settings name it, and where they do; no name if none does."""

    name: str
    where: str


def user_settings(machine: Machine) -> Settings:
    """Return the settings that count for all workbooks of this user."""
    return settings_in(machine.config_file, machine)


def settings_in(file: Path, machine: Machine) -> Settings:
    """Return the settings in a file; none if it is not there."""
    rows: dict[str, str] = {}
    for line in _lines(file):
        name, value = _row(line, machine)
        rows.setdefault(name, value)  # Excel stops at the first row of a name
    return Settings(str(file), rows)


def _lines(file: Path) -> list[bytes]:
    try:
        return file.read_bytes().splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InstallError(f"{file} cannot be read: {error.strerror}") from error


def _row(line: bytes, machine: Machine) -> tuple[str, str]:
    name, _, value = line.decode(machine.encoding, "replace").partition(",")
    return name.strip().strip('"').upper(), value.strip().strip('"')


def has_blank_lines(file: Path) -> bool:
    """Return whether a file has lines on which Excel fails."""
    return not all(line.strip() for line in _lines(file))


def choose_this_python(machine: Machine) -> list[str]:
    """Let Excel start this Python, keep all other rows, and say what was done."""
    file = machine.config_file
    before = python_named_by([user_settings(machine)], machine).name
    chosen = [_encoded(*row, machine) for row in _rows_for(machine).items()]
    _write(machine, [*_other_lines(machine), *chosen])
    after = python_named_by([user_settings(machine)], machine).name
    if before == after:
        return [f"Excel uses this Python already: {after}"]
    lines = [f"Excel now uses this Python: {after}", f"This is written in {file}"]
    if before:
        lines.append(f"Before, all your xlwings workbooks used {before}")
    return lines


def forget_this_python(machine: Machine) -> list[str]:
    """Take this Python out of the user's settings, and say whether it was there."""
    file = machine.config_file
    if python_named_by([user_settings(machine)], machine).name != str(machine.python):
        return []
    lines = _other_lines(machine)
    _write(machine, lines)
    if not lines:
        file.unlink()
    return [f"Excel no longer uses this Python: {machine.python}"]


def _other_lines(machine: Machine) -> list[bytes]:
    """
    Return the lines of the user's settings that choose no Python.

    Excel fails on blank lines, and the first row of a name wins.
    """
    return [
        line
        for line in _lines(machine.config_file)
        if line.strip()
        and _row(line, machine)[0] not in INTERPRETER_ROWS[machine.platform]
    ]


def _write(machine: Machine, lines: list[bytes]) -> None:
    newline = b"\r\n" if machine.platform == "win32" else b"\n"
    write_setting(machine.config_file, newline.join([*lines, b""]))


def _rows_for(machine: Machine) -> dict[str, str]:
    environ = machine.environ
    if (
        machine.platform == "win32"
        and environ.get("CONDA_DEFAULT_ENV")
        and environ.get("CONDA_EXE")
        # A virtual environment made by conda's Python is none of conda's own.
        and Path(environ.get("CONDA_PREFIX", "")) == machine.python.parent
    ):
        return {
            "CONDA PATH": str(Path(environ["CONDA_EXE"]).parent.parent),
            "CONDA ENV": environ["CONDA_DEFAULT_ENV"],
        }
    return {INTERPRETER_ROWS[machine.platform][0]: str(machine.python)}


def _encoded(name: str, value: str, machine: Machine) -> bytes:
    try:
        return f'"{name}","{value}"'.encode(machine.encoding)
    except UnicodeEncodeError as error:
        raise InstallError(
            f"expected a Python whose folder is written in {machine.encoding}, the only"
            f" letters Excel reads in xlwings.conf, got {value}"
        ) from error


def write_setting(file: Path, content: bytes) -> None:
    """Write a file that Excel reads, unless it says that already, or is read-only."""
    try:
        if not file.is_file() or file.read_bytes() != content:
            check_writable(file)
            write_file(file, content)
    except OSError as error:
        raise InstallError(f"{file} cannot be written: {error.strerror}") from error


def python_named_by(layers: Sequence[Settings], machine: Machine) -> NamedPython:
    """
    Return the Python that Excel starts, found as xlwings' VBA code finds it.

    Of the `layers` the first that has a row wins.
    """
    named = _setting(INTERPRETER_ROWS[machine.platform][0], layers)
    if not named.name:
        named = _setting("INTERPRETER", layers)
    path, environment = _setting("CONDA PATH", layers), _setting("CONDA ENV", layers)
    if (
        machine.platform != "win32"
        or named.name.lower() not in ("", "python", "pythonw")
        or not (path.name and environment.name)
    ):
        return named
    folder = Path(path.name)
    if environment.name != "base":
        folder = folder / "envs" / environment.name  # or where that is, if a path
    return NamedPython(str(folder / "python.exe"), path.where)


def _setting(name: str, layers: Sequence[Settings]) -> NamedPython:
    for layer in layers:
        if name in layer.rows:
            return NamedPython(os.path.expandvars(layer.rows[name]), layer.where)
    return NamedPython("", layers[-1].where)
