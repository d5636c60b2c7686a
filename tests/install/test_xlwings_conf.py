"""The file that says which Python Excel starts."""

import subprocess
import sys
from pathlib import Path

import pytest
import xlwings
import xlwings.utils
from machines import MakeMachine, write

from xl_mastermind.install.excel_registration import connect_excel
from xl_mastermind.install.machine import InstallError, Machine


@pytest.mark.slow
def test_setup_writes_the_file_of_xlwings(
    make_machine: MakeMachine, tmp_path: Path
) -> None:
    home = tmp_path / "theirs"
    home.mkdir()
    subprocess.run(
        [sys.executable, "-m", "xlwings.cli", "config", "create"],
        check=True,
        env={"HOME": str(home), "PATH": ""},
    )
    machine = make_machine("darwin" if sys.platform == "darwin" else "win32")
    connect_excel(machine)
    theirs = Path(xlwings.USER_CONFIG_FILE).relative_to(Path.home())
    ours = machine.config_file.read_bytes()
    assert ours.splitlines() == (home / theirs).read_bytes().splitlines()


def test_macos_settings_are_in_the_container() -> None:
    file = Machine("darwin", Path("Ada")).config_file
    folder = "Ada/Library/Containers/com.microsoft.Excel/Data"
    assert file.as_posix() == f"{folder}/xlwings.conf"


def test_setup_keeps_other_rows(make_machine: MakeMachine) -> None:
    machine = make_machine("win32", python=Path("/new/python.exe"), encoding="cp1252")
    machine.config_file.parent.mkdir(parents=True)
    machine.config_file.write_bytes(
        b'"PYTHONPATH","C:\\M\xfcller, A"\n'
        b'\n"interpreter_win","/old/python.exe"\r\n \r\n'
        b'"CONDA PATH","/conda"\n"CONDA ENV","base"\n'
        b'"LICENSE_KEY","secret"'
    )
    lines = connect_excel(machine)
    assert machine.config_file.read_bytes() == (
        b'"PYTHONPATH","C:\\M\xfcller, A"\r\n'
        b'"LICENSE_KEY","secret"\r\n'
        b'"INTERPRETER_WIN","/new/python.exe"\r\n'
    )
    assert "Before, all your xlwings workbooks used /old/python.exe" in lines
    assert [file.name for file in machine.config_file.parent.iterdir()] == [
        "xlwings.conf"
    ]


def test_setup_keeps_a_read_only_file(windows: Machine) -> None:
    before = '"INTERPRETER_WIN","/old/python.exe"\n'
    file = write(windows.config_file, before)
    file.chmod(0o444)
    with pytest.raises(InstallError, match=r"cannot be written: the file is read-only"):
        connect_excel(windows)
    assert file.read_text("utf-8") == before
    file.chmod(0o644)
    connect_excel(windows)
    file.chmod(0o444)
    assert "uses this Python already" in connect_excel(windows)[0]


def test_setup_rejects_an_unencodable_path(make_machine: MakeMachine) -> None:
    python = Path("/Users/Νίκος/python.exe")
    machine = make_machine("win32", python=python, encoding="cp1252")
    with pytest.raises(InstallError, match=r"cp1252.* got /Users/Νίκος"):
        connect_excel(machine)
    assert not machine.config_file.exists()
