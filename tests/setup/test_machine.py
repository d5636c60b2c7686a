"""What is known of this machine."""

import runpy
import sys
import types
from pathlib import Path
from typing import Self

import pytest
import xlwings
import xlwings.utils

from xl_mastermind.setup import machine as machine_module
from xl_mastermind.setup.machine import Machine


def test_here_is_this_machine() -> None:
    here = Machine.here()
    assert here.config_file == Path(xlwings.USER_CONFIG_FILE)
    assert here.python == Path(sys.executable)


def test_excel_on_macos_reads_its_settings_in_its_container() -> None:
    file = Machine("darwin", Path("Ada")).config_file
    folder = "Ada/Library/Containers/com.microsoft.Excel/Data"
    assert file.as_posix() == f"{folder}/xlwings.conf"


class Key:
    """A stand-in for an open key of the registry of Windows."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close nothing."""


def registry(values: dict[str, str]) -> types.ModuleType:
    """Return a stand-in for winreg with these values at the ends of their paths."""

    def value(path: str) -> str:
        if path not in values:
            raise FileNotFoundError(path)
        return values[path]

    winreg = types.ModuleType("winreg")
    vars(winreg).update(
        HKEY_LOCAL_MACHINE=Key("HKLM"),
        HKEY_CURRENT_USER=Key("HKCU"),
        QueryValue=lambda key, name: value(rf"{key.path}\{name}"),
        QueryValueEx=lambda key, name: (value(rf"{key.path}\{name}"), 1),
        OpenKey=lambda key, name, *_: Key(rf"{key.path}\{name}"),
        KEY_READ=0x20019,
        KEY_WOW64_64KEY=0x100,
    )
    return winreg


@pytest.mark.parametrize("installed", [True, False])
def test_here_reads_the_registry_of_windows(
    monkeypatch: pytest.MonkeyPatch, *, installed: bool
) -> None:
    paths = r"SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths"
    values = {
        rf"HKLM\{paths}\excel.exe": r"C:\Office\EXCEL.EXE",
        rf"HKLM\{paths}\soffice.exe": r"C:\all\soffice.exe",
        rf"HKCU\{paths}\soffice.exe": r'"C:\mine\soffice.exe"',
        r"HKCU\Software\Ada\Age": "36",
    }
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "winreg", registry(values if installed else {}))
    here = runpy.run_path(machine_module.__file__)["Machine"].here()
    assert here.platform == "win32"
    programs = {
        "excel.exe": r"C:\Office\EXCEL.EXE",
        "soffice.exe": r"C:\mine\soffice.exe",
    }
    assert here.app_paths == (programs if installed else {})
    assert here.registry(r"HKCU\Software\Ada\Age") == ("36" if installed else None)
    assert here.registry(r"HKLM\Software\Ada\Age") is None
