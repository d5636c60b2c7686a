"""Read and write xlwings.conf, which chooses the Python that Excel starts."""

import os
from pathlib import Path

from xl_mastermind.files import check_writable, write_file
from xl_mastermind.install.machine import INTERPRETER_ROWS, InstallError, Machine


def excel_python(machine: Machine) -> str:
    """Return the Python that the user's settings choose for Excel, "" without one."""
    rows: dict[str, str] = {}
    for line in _read_lines(machine.config_file):
        name, value = _parse_row(line, machine)
        rows.setdefault(name, value)  # Excel uses the first row of a name
    for name in (INTERPRETER_ROWS[machine.platform][0], "INTERPRETER"):
        if python := rows.get(name):
            return os.path.expandvars(python)
    return ""


def _read_lines(file: Path) -> list[bytes]:
    try:
        return file.read_bytes().splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InstallError(f"{file} cannot be read: {error.strerror}") from error


def _parse_row(line: bytes, machine: Machine) -> tuple[str, str]:
    name, _, value = line.decode(machine.encoding, "replace").partition(",")
    return name.strip().strip('"').upper(), value.strip().strip('"')


def choose_this_python(machine: Machine) -> list[str]:
    """Let Excel start this Python, keep all other rows, and return a report."""
    file, python = machine.config_file, str(machine.python)
    old_python = excel_python(machine)
    row = f'"{INTERPRETER_ROWS[machine.platform][0]}","{python}"'
    try:
        line = row.encode(machine.encoding)
    except UnicodeEncodeError as error:
        raise InstallError(
            f"expected a Python whose path has only letters of {machine.encoding}, in"
            f" which Excel reads xlwings.conf, got {python}"
        ) from error
    _write_lines(machine, [*_other_lines(machine), line])
    if python == old_python:
        return [f"Excel uses this Python already: {python}"]
    lines = [f"Excel now uses this Python: {python}", f"This is written in {file}"]
    if old_python:
        lines.append(f"Before, all your xlwings workbooks used {old_python}")
    return lines


def forget_this_python(machine: Machine) -> list[str]:
    """Remove this Python from the user's settings and return a report."""
    file = machine.config_file
    if excel_python(machine) != str(machine.python):
        return []
    lines = _other_lines(machine)
    _write_lines(machine, lines)
    if not lines:
        file.unlink()
    return [f"Excel no longer uses this Python: {machine.python}"]


def _other_lines(machine: Machine) -> list[bytes]:
    """Return the lines of the user's settings that choose no Python, without blanks."""
    return [
        line
        for line in _read_lines(machine.config_file)
        if line.strip()
        and _parse_row(line, machine)[0] not in INTERPRETER_ROWS[machine.platform]
    ]


def _write_lines(machine: Machine, lines: list[bytes]) -> None:
    newline = b"\r\n" if machine.platform == "win32" else b"\n"
    write_setting(machine.config_file, newline.join([*lines, b""]))


def write_setting(file: Path, content: bytes) -> None:
    """Write a file for Excel if its content differs; respect read-only files."""
    try:
        if not file.is_file() or file.read_bytes() != content:
            check_writable(file)
            write_file(file, content)
    except OSError as error:
        raise InstallError(f"{file} cannot be written: {error.strerror}") from error
