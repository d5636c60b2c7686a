"""Open workbooks in Excel and LibreOffice."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from boards import saved_boards
from libreoffice import WORKBOOK
from machines import (
    MakeMachine,
    recorded_arguments,
    registry_entries,
    write,
    write_program,
    write_recorder,
)
from processes import wait_for
from pyopenvba import ExcelFile

import xl_mastermind
from xl_mastermind.install.launch import Application, open_workbook
from xl_mastermind.install.machine import InstallError, Machine


def program_of(windows: Machine) -> Path:
    excel = windows.registered_program("excel.exe")
    assert excel
    return excel


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a dangerous name for a shell."""
    return write(tmp_path / "my games; exit 1" / "$(Master) 'Mind'.xlsm")


def test_open_starts_excel_on_macos(mac: Machine, file: Path) -> None:
    launcher = write_recorder(mac.root / "usr" / "bin" / "open")
    assert "in Excel" in open_workbook(file, None, mac)
    app = mac.root / "Applications" / "Microsoft Excel.app"
    assert recorded_arguments(launcher) == ["-a", str(app), str(file)]


@pytest.fixture
def calc_here(make_machine: MakeMachine, tmp_path: Path) -> tuple[Machine, Path]:
    """A machine with LibreOffice, and a stand-in that records its arguments."""
    program = write_recorder(tmp_path / "bin" / "soffice")
    environ = {"PATH": str(tmp_path / "bin"), "DISPLAY": ":0"}
    return make_machine("linux", environ=environ), program


@pytest.mark.table("ending", "message")
def test_open_starts_libreoffice_without_excel(
    calc_here: tuple[Machine, Path],
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    ending: str,
    message: str,
) -> None:
    machine, program = calc_here
    file = file.rename(file.with_suffix(ending))
    monkeypatch.chdir(file.parent)
    assert open_workbook(Path(file.name), None, machine) == message.format(file)
    as_copy = ["-n"] if "a copy" in message else []
    assert recorded_arguments(program) == [*as_copy, str(file)]


@pytest.fixture
def board(tmp_path: Path) -> Path:
    return Path(shutil.copy(WORKBOOK, tmp_path))


@pytest.mark.slow
def test_open_copies_the_workbook_without_macros(
    calc_here: tuple[Machine, Path], board: Path
) -> None:
    machine, program = calc_here
    before = board.read_bytes()
    open_workbook(board, None, machine)
    option, opened = recorded_arguments(program)
    copy = Path(opened)
    assert (option, copy.suffix) == ("-n", ".xlsx")
    assert copy.is_relative_to(machine.home)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert saved_boards(copy) == saved_boards(board)
    assert board.read_bytes() == before
    # Copies are deleted after LibreOffice has read them.
    open_workbook(board, None, machine)
    assert len([*copy.parent.iterdir()]) == 2
    long_ago = copy.stat().st_mtime - 3600
    os.utime(copy, (long_ago, long_ago))
    open_workbook(board, None, machine)
    assert not copy.exists()
    assert len([*copy.parent.iterdir()]) == 2


def test_open_uses_the_workbook_without_a_copy(
    calc_here: tuple[Machine, Path], board: Path
) -> None:
    machine, program = calc_here
    folder = machine.home / ".local" / "share"
    folder.parent.mkdir(parents=True)
    folder.write_text("in the way", "utf-8")
    open_workbook(board, None, machine)
    assert recorded_arguments(program) == ["-n", str(board)]
    folder.unlink()
    with ExcelFile(board) as book:  # it has macros of a person
        book.vba_project().add_module("Mine", "Sub Mine()\r\nEnd Sub\r\n")
        book.save(board)
    open_workbook(board, None, machine)
    assert recorded_arguments(program) == ["-n", str(board)]


def test_program_does_not_inherit_our_environment(
    make_machine: MakeMachine, tmp_path: Path, file: Path
) -> None:
    """With the variables of venv, uv and the launcher of macOS."""
    venv.create(tmp_path / "my games", symlinks=True)
    places = (
        tmp_path / "my games" / "bin",
        tmp_path / "bin",
    )
    program = write_program(places[-1] / "soffice", 'env >"$0.environment"')
    environ = {
        "PATH": os.pathsep.join(["", *map(str, places)]),
        "DISPLAY": ":0",
        "VIRTUAL_ENV": str(tmp_path / "my games"),
        "VIRTUAL_ENV_PROMPT": "(my games) ",
        "PYTHONHOME": "/usr",
        "PYTHONPATH": "/somewhere",
        "UV_RUN_RECURSION_DEPTH": "1",
        "__PYVENV_LAUNCHER__": "/python",
        "LANG": "pl_PL.UTF-8",
    }
    open_workbook(file, "calc", make_machine("linux", environ=environ))
    lines = Path(f"{program}.environment").read_text("utf-8").splitlines()
    given = dict(line.split("=", 1) for line in lines)
    wanted = {"PATH", "DISPLAY", "LANG"}
    assert given.keys() - {"PWD", "OLDPWD", "SHLVL", "_"} == wanted
    assert given["PATH"] == f"/usr/bin{os.pathsep}{places[-1]}"


def test_open_starts_the_requested_application(
    windows: Machine, tmp_path: Path, file: Path
) -> None:
    excel, calc = program_of(windows), write_recorder(tmp_path / "soffice.exe")
    both = registry_entries(excel=excel, soffice=calc)
    windows = Machine("win32", windows.home, registry=both.get)
    open_workbook(file, "calc", windows)
    assert recorded_arguments(calc) == ["-n", str(file)]
    assert not Path(f"{excel}.arguments").exists()
    open_workbook(file, "excel", windows)
    assert recorded_arguments(excel) == [str(file)]
    plain = file.rename(file.with_suffix(".xlsx"))
    assert open_workbook(plain, None, windows) == f"Opening {plain} in Excel."


@pytest.mark.parametrize("platform", ["win32", "darwin", "linux"])
@pytest.mark.parametrize("program", [None, "excel", "calc"])
def test_open_reports_a_missing_application(
    make_machine: MakeMachine, file: Path, program: Application | None, platform: str
) -> None:
    missing = "Microsoft Excel" if program == "excel" else "LibreOffice"
    found = "none"
    if program is None and platform != "linux":  # on which Excel does not run
        missing, found = "Microsoft Excel or LibreOffice", "neither"
    message = f"^expected {missing} on this machine, found {found}; .*install"
    with pytest.raises(InstallError, match=message):
        open_workbook(file, program, make_machine(platform))


def test_open_rejects_a_missing_file(make_machine: MakeMachine, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"got no file: .*lost"):
        open_workbook(tmp_path / "lost.xlsm", None, make_machine("linux"))


def test_open_reports_a_failed_start(windows: Machine, file: Path) -> None:
    excel = program_of(windows)
    excel.chmod(0o644)
    with pytest.raises(InstallError, match="did not start: Permission denied"):
        open_workbook(file, None, windows)
    write_program(excel, "exit 7")
    with pytest.raises(InstallError, match="ended at once with exit code 7"):
        open_workbook(file, None, windows)


@pytest.mark.parametrize("screens", [{}, {"DISPLAY": "", "WAYLAND_DISPLAY": ""}])
def test_open_needs_a_screen(
    screens: dict[str, str], make_machine: MakeMachine, tmp_path: Path, file: Path
) -> None:
    write_recorder(tmp_path / "bin" / "soffice")
    environ = {"PATH": str(tmp_path / "bin"), **screens}
    machine = make_machine("linux", environ=environ)
    with pytest.raises(InstallError, match=r"expected a screen for .*soffice"):
        open_workbook(file, None, machine)


def test_program_outlives_the_command(tmp_path: Path, file: Path) -> None:
    script = (
        'touch "$0.begun"; until [ -e "$0.go" ]; do sleep 0.1; done; touch "$0.done"'
    )
    program = write_program(tmp_path / "bin" / "soffice", script)
    opening = (
        "import sys; from pathlib import Path;"
        "from xl_mastermind.install import Machine, open_workbook;"
        "print(open_workbook(Path(sys.argv[1]), 'calc', Machine.detect()))"
    )
    environ = {
        "PATH": os.pathsep.join([str(tmp_path / "bin"), os.environ["PATH"]]),
        "DISPLAY": ":0",
        "PYTHONPATH": str(Path(xl_mastermind.__file__).parents[1]),
    }
    command = [sys.executable, "-c", opening, str(file)]
    subprocess.run(command, check=True, env=environ)
    wait_for(Path(f"{program}.begun").exists, "the program")
    Path(f"{program}.go").touch()
    done = Path(f"{program}.done")
    wait_for(done.exists, "its end")
    assert done.exists()
