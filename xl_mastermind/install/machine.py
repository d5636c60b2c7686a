"""Describe a machine and run programs on it, for `setup`, `doctor` and `open`."""

import contextlib
import importlib.metadata
import locale
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, NamedTuple, Self, TypeAlias

from xl_mastermind.files import ADD_IN_SUFFIX

INTERPRETER_ROWS: Final = {
    "win32": ("INTERPRETER_WIN", "INTERPRETER", "CONDA PATH", "CONDA ENV"),
    "darwin": ("INTERPRETER_MAC", "INTERPRETER"),
}
"""The rows of xlwings.conf that choose Excel's Python, by platform."""

SETUP_FIX: Final = "run: xl-mastermind setup"

CALC_PACKAGES: Final = (
    "on Debian and Ubuntu: apt install libreoffice-calc python3-uno, on Fedora:"
    " dnf install libreoffice-calc libreoffice-pyuno, on openSUSE:"
    " zypper install libreoffice-calc libreoffice-pyuno"
)
"""Commands that install Calc and its Python, separate packages on Linux."""

_PREFIXES: Final = ("PYTHON", "UV_", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__")
"""The prefixes of variables that an environment sets for its own Python."""

_PROBE_TIMEOUT: Final = 60
"""Seconds; a Python that imports numpy for the first time may need half of them."""

_APP_PATHS: Final = r"SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths"

_LIBREOFFICE_PATTERNS: Final = {
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
"""Paths of LibreOffice below the base folders, if the PATH has no LibreOffice."""


class InstallError(RuntimeError):
    """A program is missing or does not start, or a setting cannot be written."""


CheckResult: TypeAlias = Literal["ok", "note", "problem"]


class Check(NamedTuple):
    """A check of `doctor`: its result, and advice if there is a problem or a note."""

    result: CheckResult
    text: str
    fix: str = ""

    @property
    def is_problem(self) -> bool:
        """Whether the check found a problem; a note is none."""
        return self.result == "problem"


if sys.platform == "win32":
    import winreg

    def _registry_value(path: str) -> object:
        """Return a value of the registry, `None` if it does not exist."""
        hive, _, rest = path.partition("\\")
        key, _, name = rest.rpartition("\\")
        hives = {"HKCU": winreg.HKEY_CURRENT_USER, "HKLM": winreg.HKEY_LOCAL_MACHINE}
        # Windows gives a 32-bit Python another registry by default.
        access = winreg.KEY_READ | winreg.KEY_WOW64_64KEY
        with (
            contextlib.suppress(OSError),
            winreg.OpenKey(hives[hive], key, 0, access) as open_key,
        ):
            return winreg.QueryValueEx(open_key, name)[0]
        return None

else:

    def _registry_value(_: str) -> object:
        return None


@dataclass(frozen=True)
class Machine:
    """The facts of a machine that `setup`, `doctor` and `open` need."""

    platform: str  # `sys.platform`: ``win32``, ``darwin`` or ``linux``
    home: Path
    environ: Mapping[str, str] = field(default_factory=dict)
    # The Python that Excel and LibreOffice start
    python: Path = field(default_factory=lambda: Path(sys.executable))
    # Returns the value at a path that begins with ``HKCU`` or ``HKLM``, or None.
    registry: Callable[[str], object] = lambda _: None
    root: Path = Path("/")  # tests have another root of the file system
    encoding: str = "utf-8"  # Excel reads xlwings.conf in this encoding

    @classmethod
    def detect(cls) -> Self:
        """Return the machine on which this Python runs."""
        return cls(
            platform=sys.platform,
            home=Path.home(),
            environ=os.environ,
            registry=_registry_value,
            encoding=locale.getencoding(),
        )

    @property
    def is_windows_or_mac(self) -> bool:
        """Whether this is one of the platforms on which Excel runs."""
        return self.platform in INTERPRETER_ROWS

    @property
    def config_file(self) -> Path:
        """The user's xlwings.conf."""
        if self.platform == "darwin":
            container = self.home / "Library" / "Containers" / "com.microsoft.Excel"
            return container / "Data" / "xlwings.conf"
        return self.home / ".xlwings" / "xlwings.conf"

    @property
    def copies_folder(self) -> Path:
        """The folder for copies of workbooks that LibreOffice opens."""
        if self.is_windows_or_mac:
            return self.home / ".xl-mastermind" / "opened"
        data = self.environ.get("XDG_DATA_HOME") or self.home / ".local" / "share"
        return Path(data) / "xl-mastermind" / "opened"

    @property
    def script_file(self) -> Path:
        """The AppleScript with which Excel starts Python on macOS."""
        scripts = self.home / "Library" / "Application Scripts" / "com.microsoft.Excel"
        return scripts / f"xlwings-{package_version('xlwings')}.applescript"

    @property
    def add_in_file(self) -> Path:
        """The add-in, in the folder from which Excel opens all files at its start."""
        name = f"MasterMind{ADD_IN_SUFFIX}"
        if self.platform == "darwin":
            office = self.home / "Library/Group Containers/UBF8T346G9.Office"
            content = office / "User Content.localized"
            return content / "Startup.localized" / "Excel" / name
        roaming = self.environ.get("APPDATA") or self.home / "AppData" / "Roaming"
        return Path(roaming) / "Microsoft" / "Excel" / "XLSTART" / name

    @property
    def path_folders(self) -> list[str]:
        """The folders of the PATH, without those of an activated venv."""
        return [
            folder
            for folder in self.environ.get("PATH", "").split(os.pathsep)
            if folder and not (Path(folder).parent / "pyvenv.cfg").is_file()
        ]

    @property
    def desktop_environ(self) -> dict[str, str]:
        """
        The environment variables of a program that the desktop starts.

        On Linux, /usr/bin is first on the PATH, because LibreOffice runs the system's
        Python, which looks for its library beside the first ``python3``.
        """
        first_folders = [] if self.is_windows_or_mac else ["/usr/bin"]
        variables = {
            name: value
            for name, value in self.environ.items()
            if not name.startswith(_PREFIXES)
        }
        path = os.pathsep.join([*first_folders, *self.path_folders])
        return variables | {"PATH": path}

    def registered_program(self, name: str) -> Path | None:
        """Return a program of Windows' registry, such as ``excel.exe``."""
        for hive in ("HKCU", "HKLM"):
            # The default value of a key has an empty name.
            path = self.registry(rf"{hive}\{_APP_PATHS}\{name}" + "\\")
            if path:
                return Path(str(path).strip('"'))
        return None

    def find_program(self, name: str) -> Path | None:
        """Return a program by its path or by its name on the PATH."""
        path = shutil.which(name, path=os.pathsep.join(self.path_folders))
        return Path(path) if path else None


def package_version(package: str) -> str:
    """Return the version of an installed package, an empty text if it is missing."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def program_output(
    command: list[str], machine: Machine, folder: Path | None = None
) -> str:
    """Run a program in the desktop's environment and return its output."""
    process = run_program(command, machine, folder, _PROBE_TIMEOUT)
    if process.returncode:
        lines = process.stderr.strip().splitlines()
        reason = lines[-1] if lines else f"exit code {process.returncode}"
        raise InstallError(f"{command[0]} fails: {reason}")
    return process.stdout


def run_program(
    command: list[str], machine: Machine, folder: Path | None, timeout: float
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, even if it fails."""
    try:
        return subprocess.run(  # noqa: S603 - a list of our own, no shell
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            cwd=folder,
            env=machine.desktop_environ,
            text=True,
            errors="replace",
            timeout=timeout,
        )
    except OSError as error:
        raise InstallError(f"{command[0]} does not start: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise InstallError(
            f"{command[0]} did not answer in {timeout} seconds"
        ) from error


def find_excel(machine: Machine) -> Path | None:
    """Return Excel's program on Windows, its app on macOS."""
    if machine.platform == "win32":
        return machine.registered_program("excel.exe")
    if machine.platform == "darwin":
        for folder in (machine.root, machine.home):
            app = folder / "Applications" / "Microsoft Excel.app"
            if app.is_dir():
                return app
    return None


def find_libreoffice(machine: Machine) -> Path | None:
    """Return LibreOffice's program: from the PATH, the registry or a usual folder."""
    for name in ("soffice", "libreoffice"):
        if program := machine.find_program(name):
            return program
    if registered := machine.registered_program("soffice.exe"):
        return registered
    patterns = _LIBREOFFICE_PATTERNS.get(
        machine.platform, _LIBREOFFICE_PATTERNS["linux"]
    )
    for folder in _base_folders(machine):
        for pattern in patterns:
            for program in sorted(folder.glob(pattern)):
                return program
    return None


def _base_folders(machine: Machine) -> Iterator[Path]:
    if machine.platform != "win32":
        yield from (machine.root, machine.home)
        return
    for variable in ("ProgramW6432", "ProgramFiles", "ProgramFiles(x86)"):
        if folder := machine.environ.get(variable):
            yield Path(folder)
