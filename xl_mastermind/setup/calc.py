"""Connects LibreOffice Calc with this Python, and finds out how the connection is."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from xl_mastermind.setup.finding import Finding, ill, well
from xl_mastermind.setup.machine import InstallError, Machine, run

_PLACES: Final = {
    "win32": ("LibreOffice*/program/soffice.exe",),
    "darwin": ("Applications/LibreOffice*.app/Contents/MacOS/soffice",),
    "linux": (
        "usr/lib*/libreoffice/program/soffice",
        "opt/libreoffice*/program/soffice",
        "snap/bin/libreoffice",
        "var/lib/flatpak/exports/bin/org.libreoffice.LibreOffice",
        ".local/share/flatpak/exports/bin/org.libreoffice.LibreOffice",
    ),
}
"""Where LibreOffice lies when it is not on the PATH, below `_bases`."""


def find_libreoffice(machine: Machine) -> Path | None:
    """
    Return LibreOffice's program, from the PATH or else from the usual places.

    Examples
    --------
    >>> find_libreoffice(Machine("linux", home=Path(), root=Path("no such folder")))
    """
    for name in ("soffice", "libreoffice"):
        if found := machine.which(name):
            return found
    if registered := machine.app_paths.get("soffice.exe"):
        return Path(registered)
    places = _PLACES.get(machine.platform, _PLACES["linux"])
    for base in _bases(machine):
        for place in places:
            for found in sorted(base.glob(place)):
                return found
    return None


def _bases(machine: Machine) -> Iterator[Path]:
    if machine.platform != "win32":
        yield from (machine.root, machine.home)
        return
    for variable in ("ProgramW6432", "ProgramFiles", "ProgramFiles(x86)"):
        if variable in machine.environ:
            yield Path(machine.environ[variable])


def program_findings(machine: Machine) -> list[Finding]:
    """Return which LibreOffice is here; nothing if Excel may be used in its place."""
    program = find_libreoffice(machine)
    if program is None and machine.may_have_excel:
        return []
    cure = "install it from https://www.libreoffice.org"
    if program is None:
        return [ill("LibreOffice was not found", cure)]
    # On Windows soffice.exe prints nothing; soffice.com beside it does.
    talker = program.with_suffix(".com")
    asked = talker if talker.is_file() else program
    try:
        answer = run([str(asked), "--version"], machine)
    except InstallError as error:
        return [ill(str(error), cure)]
    version = re.search(r"LibreOffice \S+", answer)
    name = version[0] if version else "LibreOffice"
    return [well(f"{name} is installed: {program}")]
