"""Facts of a machine for setup, doctor and open, and how they run programs."""

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
"""The rows of xlwings.conf that say which Python Excel starts, by system."""

_ENVIRONMENT: Final = ("CONDA_", "PYTHON", "UV_", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__")
"""The prefixes of variables that an environment sets for its own Python."""

CACHE_TEXT: Final = "lies in a cache, which may be emptied"
CACHE_FIX: Final = (
    "run, in xl-mastermind's folder: uv tool install ., then: xl-mastermind setup"
)
"""The error of a Python in a cache, and the cure."""

_PROBE_SECONDS: Final = 60
"""A Python that has never imported numpy may take half of this."""


_APP_PATHS: Final = r"SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths"
"""The registry's key of registered programs."""


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
"""LibreOffice's usual places below `_bases`, for when it is not on the PATH."""


class InstallError(RuntimeError):
    """A program is missing or does not start, or a setting cannot be written."""


CheckResult: TypeAlias = Literal["ok", "note", "problem"]
"""The result of a check; a note is worth knowing, but keeps nothing from working."""


class Check(NamedTuple):
    """One check of `doctor`: its result, and what to do."""

    result: CheckResult
    text: str
    fix: str = ""

    @property
    def is_ok(self) -> bool:
        """Whether the check found no problem."""
        return self.result != "problem"


def passed_check(text: str) -> Check:
    """Return a check that has passed."""
    return Check("ok", text)


def note_check(text: str, advice: str = "") -> Check:
    """Return a check that found no problem, but a case for which there is advice."""
    return Check("note", text, advice)


def failed_check(text: str, fix: str) -> Check:
    """Return a check that has failed, and the cure."""
    return Check("problem", text, fix)


if sys.platform == "win32":
    import winreg

    def _registered(path: str) -> object:
        """Return a value of the registry, nothing if there is none."""
        hive, _, rest = path.partition("\\")
        key, _, name = rest.rpartition("\\")
        hives = {"HKCU": winreg.HKEY_CURRENT_USER, "HKLM": winreg.HKEY_LOCAL_MACHINE}
        # Where this Python has 32 bits, Windows would show it another registry.
        access = winreg.KEY_READ | winreg.KEY_WOW64_64KEY
        with (
            contextlib.suppress(OSError),
            winreg.OpenKey(hives[hive], key, 0, access) as opened,
        ):
            return winreg.QueryValueEx(opened, name)[0]
        return None

else:

    def _registered(_: str) -> object:
        return None


@dataclass(frozen=True)
class Machine:
    """The facts of a machine for setup, doctor and open."""

    platform: str  # as `sys.platform` says: ``win32``, ``darwin`` or ``linux``.
    home: Path  # the user's own folder
    # The environment variables
    environ: Mapping[str, str] = field(default_factory=dict)
    # The Python that Excel and LibreOffice shall start
    python: Path = field(default_factory=lambda: Path(sys.executable))
    # Gives the value at a path of the registry that begins with ``HKCU`` or ``HKLM``,
    # or None
    registry: Callable[[str], object] = lambda _: None
    root: Path = Path("/")  # where the file system starts
    # In which Excel reads xlwings.conf: the machine's own, not always UTF-8.
    encoding: str = "utf-8"

    @classmethod
    def detect(cls) -> Self:
        """Return the machine that this Python runs on."""
        return cls(
            platform=sys.platform,
            home=Path.home(),
            environ=os.environ,
            registry=_registered,
            encoding=locale.getencoding(),
        )

    @property
    def supports_excel(self) -> bool:
        """Whether Excel runs on this system."""
        return self.platform in INTERPRETER_ROWS

    @property
    def config_file(self) -> Path:
        """The user's xlwings.conf, where xlwings looks for it."""
        if self.platform == "darwin":
            container = self.home / "Library" / "Containers" / "com.microsoft.Excel"
            return container / "Data" / "xlwings.conf"
        return self.home / ".xlwings" / "xlwings.conf"

    @property
    def copies_folder(self) -> Path:
        """The folder for copies of workbooks that LibreOffice opens."""
        if self.supports_excel:
            return self.home / ".xl-mastermind" / "opened"
        data = self.environ.get("XDG_DATA_HOME") or self.home / ".local" / "share"
        return Path(data) / "xl-mastermind" / "opened"

    @property
    def is_in_cache(self) -> bool:
        """
        Whether the Python lies in a cache, as `uvx` and `pipx run` have it.

        What is in a cache may be gone at any time. The caches of uv and pipx say so
        with a file, as https://bford.info/cachedir describes.
        """
        return any((above / "CACHEDIR.TAG").is_file() for above in self.python.parents)

    def check_python(self) -> None:
        """Raise an error if the Python that the programs shall start may be deleted."""
        if self.is_in_cache:
            raise ValueError(f"{self.python} {CACHE_TEXT}; {CACHE_FIX}")

    @property
    def script_file(self) -> Path:
        """The script that carries a button's click from Excel to Python on macOS."""
        scripts = self.home / "Library" / "Application Scripts" / "com.microsoft.Excel"
        return scripts / f"xlwings-{package_version('xlwings')}.applescript"

    @property
    def add_in_file(self) -> Path:
        """The add-in, where Excel opens what it finds at every start."""
        name = f"MasterMind{ADD_IN_SUFFIX}"
        if self.platform == "darwin":
            office = self.home / "Library/Group Containers/UBF8T346G9.Office"
            content = office / "User Content.localized"
            return content / "Startup.localized" / "Excel" / name
        roaming = self.environ.get("APPDATA") or self.home / "AppData" / "Roaming"
        return Path(roaming) / "Microsoft" / "Excel" / "XLSTART" / name

    @property
    def path_folders(self) -> list[str]:
        """The PATH, but for the folders of an activated environment."""
        environ = self.environ.items()
        conda = [
            value
            for name, value in environ
            if value and name.startswith("CONDA_PREFIX")
        ]
        return [
            folder
            for folder in self.environ.get("PATH", "").split(os.pathsep)
            if folder
            and not (Path(folder).parent / "pyvenv.cfg").is_file()
            and not any(Path(folder).is_relative_to(prefix) for prefix in conda)
        ]

    @property
    def desktop_environ(self) -> dict[str, str]:
        """
        The environment variables, as a program gets them that the desktop starts.

        Every program that is not this Python is started with these. LibreOffice's
        Python looks for its library beside the first ``python3`` on the PATH, so
        where it has the system's Python, that one comes first.
        """
        system = [] if self.supports_excel else ["/usr/bin"]
        path = os.pathsep.join([*system, *self.path_folders])
        variables = {
            k: v for k, v in self.environ.items() if not k.startswith(_ENVIRONMENT)
        }
        return variables | {"PATH": path}

    def registered_program(self, program: str) -> Path | None:
        """Return where Windows has registered a program, such as ``excel.exe``."""
        for hive in ("HKCU", "HKLM"):
            # A key's own value has no name.
            path = self.registry(rf"{hive}\{_APP_PATHS}\{program}" + "\\")
            if path:
                return Path(str(path).strip('"'))
        return None

    def find_program(self, name: str) -> Path | None:
        """Return the program called `name`, a path or a name on the PATH."""
        path = shutil.which(name, path=os.pathsep.join(self.path_folders))
        return Path(path) if path else None


def package_version(package: str) -> str:
    """Return the version of a package that is installed here, or nothing."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def program_output(
    command: list[str], machine: Machine, folder: Path | None = None
) -> str:
    """Return the output of a program, started as the desktop starts it."""
    done = run_program(command, machine, folder, _PROBE_SECONDS)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise InstallError(f"{command[0]} fails: {lines[-1]}")
    return done.stdout


def run_program(
    command: list[str], machine: Machine, folder: Path | None, seconds: float
) -> subprocess.CompletedProcess[str]:
    """Let a program run to its end, whatever its exit code."""
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
            timeout=seconds,
        )
    except OSError as error:
        raise InstallError(f"{command[0]} does not start: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise InstallError(
            f"{command[0]} did not answer in {seconds} seconds"
        ) from error


def find_excel(machine: Machine) -> Path | None:
    """Return Excel: its program on Windows, its app on macOS."""
    if machine.platform == "win32":
        return machine.registered_program("excel.exe")
    if machine.platform == "darwin":
        for base in (machine.root, machine.home):
            app = base / "Applications" / "Microsoft Excel.app"
            if app.is_dir():
                return app
    return None


def find_libreoffice(machine: Machine) -> Path | None:
    """Return LibreOffice's program, from the PATH or else from the usual places."""
    for name in ("soffice", "libreoffice"):
        if program := machine.find_program(name):
            return program
    if registered := machine.registered_program("soffice.exe"):
        return registered
    places = _PLACES.get(machine.platform, _PLACES["linux"])
    for base in _bases(machine):
        for place in places:
            for program in sorted(base.glob(place)):
                return program
    return None


def _bases(machine: Machine) -> Iterator[Path]:
    if machine.platform != "win32":
        yield from (machine.root, machine.home)
        return
    for variable in ("ProgramW6432", "ProgramFiles", "ProgramFiles(x86)"):
        if folder := machine.environ.get(variable):
            yield Path(folder)
