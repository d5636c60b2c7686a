"""Windows under Wine (Debian's wine64) with a Python, to run the Windows parts."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from select import select
from typing import Any, Final

import pytest
import xlwings
from vba_host import Excel
from windows_python import WINDOWS_FOLDER, install_packages

ROOT: Final = Path(__file__).parents[2]

_SIDE: Final = ROOT / "tests" / "excel" / "windows_side.py"


def find_wine() -> str | None:
    """Return the program that runs those of Windows; Debian has it on no PATH."""
    folders = os.pathsep.join([os.environ.get("PATH", ""), "/usr/lib/wine"])
    return shutil.which("wine64", path=folders)


def wine_environment(prefix: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(prefix.parent),
        "WINEPREFIX": str(prefix),
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "mscoree,mshtml=",  # no download
        "LC_ALL": "C.UTF-8",
    }


def skip_reason() -> str:
    if find_wine() is None:
        return "Wine is not installed: there is no wine64"
    if not (WINDOWS_FOLDER / ".done").exists():
        return "there is no Windows Python: run `make windows`"
    return ""


needs_wine: Final = pytest.mark.skipif(bool(skip_reason()), reason=skip_reason())
"""Marks the tests that need Windows."""


class WindowsFailureError(Exception):
    """The error of a Windows process for a request."""


class Windows:
    """A new Windows with a Python and our package; `drive` is its drive C."""

    def __init__(
        self, folder: Path, wheel: Path, python: str, screen: str = ""
    ) -> None:
        self.drive = folder / "prefix" / "drive_c"
        self.environ = wine_environment(folder / "prefix") | {"DISPLAY": screen}
        self.python = rf"C:\{python}\python.exe"
        home = self.drive / python
        shutil.copytree(WINDOWS_FOLDER, home, copy_function=os.symlink)
        install_packages(home, "--no-deps", str(wheel))
        self.run(self.python, "-c", "")  # makes the rest of drive C

    def start(self, python: str, *words: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [str(find_wine()), self.path(python), *words],
            env=self.environ,
            cwd=self.drive,
            # A Python under Wine does not start with a file in the place of one.
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="cp1252",  # in which programs of Windows write to others
        )

    def run(self, python: str, *words: str) -> "subprocess.CompletedProcess[str]":
        with self.start(python, *words) as process:
            out, error = process.communicate(timeout=300)
        return subprocess.CompletedProcess(words, process.returncode, out, error)

    def path(self, name: str) -> Path:
        r"""Return the path of a file such as ``C:\users``."""
        return self.drive.joinpath(*name.removeprefix("C:\\").split("\\"))

    def close(self) -> None:
        server = Path(str(find_wine())).with_name("wineserver")
        subprocess.run([server, "--kill"], env=self.environ, check=False)


class ExcelProcess:
    """A process of `windows_side.py`, in the role of Excel."""

    def __init__(self, windows: Windows) -> None:
        self._process = windows.start(
            windows.python, "-u", "Z:" + str(_SIDE).replace("/", "\\")
        )

    def ask(self, verb: str, *arguments: object) -> Any:
        requests, answers = self._process.stdin, self._process.stdout
        assert requests
        assert answers
        requests.write(json.dumps([verb, *arguments]) + "\n")
        requests.flush()
        assert select([answers], [], [], 300)[0], "Windows has not answered in 300 s"
        line = answers.readline()
        assert line, self._process.communicate()[1]
        answer = json.loads(line)
        if "error" in answer:
            raise WindowsFailureError(answer["error"])
        return answer["answer"]

    def close(self) -> None:
        with self._process as process:
            process.kill()


def start_command(python: str, workbook: str) -> tuple[str, str]:
    """Return the DLL and the command line with which xlwings.bas starts Python."""
    excel = Excel([])
    excel.machine.settings["INTERPRETER_WIN"] = python
    excel.book.name = workbook
    folder = python.rpartition("\\")[0]
    dll = rf"{folder}\xlwings64-{xlwings.__version__}.dll"
    excel.machine.files |= {python, dll}
    excel.run("Explain")
    return dll, excel.machine.start_command


class ComConnection:
    """The connection of xlwings.bas from a workbook to its Python, which it starts."""

    def __init__(self, process: ExcelProcess, python: str, workbook: str) -> None:
        self._process = process
        dll, self._command = start_command(python, workbook)
        self._process.ask("activate", dll, self._command)

    def call(self, function: str, *arguments: object) -> Any:
        return self._process.ask("call", self._command, function, arguments)

    def run_button(self, button: str) -> None:
        self._process.ask("run_button", self._command, button)

    def seconds(self, calls: list[tuple[str, list[Any]]]) -> float:
        return float(self._process.ask("seconds", self._command, calls))

    def evaluate(self, expression: str) -> Any:
        return self._process.ask("evaluate", self._command, expression)
