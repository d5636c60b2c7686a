"""Makes a copy of this Python that stays, where this one lies in a cache."""

import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Final

from xl_mastermind.files import write_file
from xl_mastermind.setup.finding import Finding, ill, well
from xl_mastermind.setup.machine import InstallError, Machine, in_cache, run

_ORIGIN: Final = "copied-from.txt"
"""Written last: it says of what the copy is one, and that it is complete."""


def make_copy(machine: Machine) -> list[str]:
    """
    See to it that the Python that the spreadsheet programs shall start stays.

    Where this Python lies in a cache, as `uvx` and `pipx run` have it, it is made
    anew in the user's data folder, with the packages that it has. Nothing is
    downloaded. Returned are lines that say what was done.

    Raises
    ------
    InstallError
        If the copy cannot be made, or does not work.

    Examples
    --------
    >>> make_copy(Machine("linux", home=Path()))  # this Python stays where it is
    []
    """
    prefix = Path(sys.prefix)
    if not in_cache(prefix) or _is_there(machine):
        return []
    try:
        _copy(prefix, machine.copy)
        run([str(machine.python), "-m", "xl_mastermind", "--version"], machine)
        write_file(machine.copy / _ORIGIN, str(prefix))
    except (OSError, InstallError) as error:
        raise InstallError(
            f"{machine.copy} cannot be made ({error}); install xl-mastermind with"
            " uv tool install or pipx install, then run its setup"
        ) from error
    return [f"This Python lies in a cache: it was copied to {machine.copy}"]


def _is_there(machine: Machine) -> bool:
    try:
        return (machine.copy / _ORIGIN).read_text("utf-8") == sys.prefix
    except (OSError, ValueError):
        return False


def _copy(prefix: Path, copy: Path) -> None:
    # The embeddable Python of Windows has none.
    import venv  # noqa: PLC0415

    venv.create(copy, clear=True, symlinks=sys.platform != "win32")
    packages = sysconfig.get_path("purelib", "venv", {"base": str(copy)})
    folders = [Path(f) for f in sys.path if Path(f).name == "site-packages"]
    for folder in reversed(folders):  # a module of the first folder wins
        if in_cache(folder):
            shutil.copytree(folder, packages, dirs_exist_ok=True)
    for library in prefix.glob("*.dll"):  # xlwings' own, which Excel looks for here
        shutil.copy2(library, copy)


def cache_findings(machine: Machine) -> list[Finding]:
    """Return whether the copy is there, where this Python needs one."""
    if not in_cache(Path(sys.prefix)):
        return []
    if not _is_there(machine):
        what = f"{sys.executable} lies in a cache, which may be emptied"
        return [ill(what, "run its setup, which makes a copy that stays")]
    return [well(f"this Python lies in a cache; its copy is {machine.copy}")]
