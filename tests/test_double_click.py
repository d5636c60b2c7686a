"""The file that people on Windows double-click, run by Wine's cmd.exe."""

import io
import shutil
import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pip
import pytest
from installed import ROOT
from wine import find_wine, wine_environment

pytestmark = pytest.mark.slow

FILE = ROOT / "Play MasterMind.cmd"
TEST_FILE = ROOT / "Test in Excel.cmd"
NAME = "Jö & Bö [x] (y) ! 'z' ^"
"""A name of a user or folder; without %, which Wine loses."""

INSTALLED = ["venv", "pip", "setup", "open"]
"""The steps of a successful installation."""

PROJECT = (
    "pyproject.toml",
    "xl_mastermind/install/launch.py",
    "workbook/MasterMind.xlsm",
)
"""The files that identify the project."""

STUB = "Python was not found; run without arguments to install from the Store"
"""The output of the python.exe that opens the Store."""


@pytest.mark.parametrize("file", [FILE, TEST_FILE], ids=lambda file: file.name)
def test_cmd_file_is_ascii_with_crlf(file: Path) -> None:
    content = file.read_bytes()
    assert content.isascii()
    assert content.count(b"\r\n") == content.count(b"\n")
    assert max(map(len, content.decode().splitlines())) < 240


@dataclass
class Windows:
    """A Windows whose Pythons are stand-ins that log their arguments."""

    folder: Path

    def __post_init__(self) -> None:
        self.drive = self.folder / "drive_c"
        self.home = self.drive / "users" / NAME

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return self.start(str(find_wine()), *words)

    def wait_for_end(self) -> None:
        """Wait until all programs have ended and written their files."""
        self.start(str(Path(str(find_wine())).with_name("wineserver")), "--wait")

    def start(self, *words: str) -> subprocess.CompletedProcess[str]:
        environ = wine_environment(self.folder)
        environ |= {"USER": NAME, "WINEPATH": r"C:\bin"}
        return subprocess.run(  # noqa: S603 - ours
            words,
            env=environ,
            input="\n",
            capture_output=True,
            check=False,
            encoding="utf-8",
            errors="replace",
            timeout=300,
        )

    def put_on_path(self, name: str, answer: str) -> None:
        """Put a stand-in on the PATH that answers a request for its version."""
        (self.drive / "bin").mkdir(exist_ok=True)
        launcher = Path(pip.__file__).parent / "_vendor" / "distlib" / "t64.exe"
        empty = io.BytesIO()
        zipfile.ZipFile(empty, "w").close()
        script = self.drive / "bin" / f"{name}-stand-in.cmd"
        script.write_text(_stand_in(answer), "ascii", newline="\r\n")
        line = rf"#!C:\windows\system32\cmd.exe /c C:\bin\{script.name}" + "\n"
        program = launcher.read_bytes() + line.encode() + empty.getvalue()
        (self.drive / "bin" / f"{name}.exe").write_bytes(program)

    def double_click(
        self, folder: Path, file: Path = FILE
    ) -> subprocess.CompletedProcess[str]:
        shutil.copy(file, folder)
        return self.run(f"C:\\{folder.name}\\{file.name}")

    @property
    def log(self) -> list[str]:
        file = self.drive / "log.txt"
        text = file.read_bytes().decode("utf-8", "replace") if file.exists() else ""
        return text.splitlines()

    @property
    def steps(self) -> list[str]:
        words = [line.partition(" -I -m ")[2].split() for line in self.log]
        return [
            word[1] if word[0] == "xl_mastermind" else word[0] for word in words if word
        ]


def _stand_in(answer: str) -> str:
    return rf"""@echo off
setlocal DisableDelayedExpansion
echo "%CD%" %*>>C:\log.txt
set "PROGRAM=%~1"
shift
if "%~1"=="-3" shift
if "%~1"=="-c" goto version
if "%~2"=="-c" exit /b 0
set "STEP=%~3"
if "%STEP%"=="xl_mastermind" set "STEP=%~4"
if exist "C:\fail-%STEP%" echo the reason why %STEP% fails
if exist "C:\fail-%STEP%" exit /b 1
if not "%STEP%"=="venv" exit /b 0
md "%~5\Scripts"
copy "%PROGRAM%" "%~5\Scripts\python.exe" >nul
exit /b 0
:version
{answer}
"""


def python(version: str, *, is_new: bool) -> str:
    return f"echo Python {version}\nexit /b {100 + is_new}"


STORE = f"echo {STUB}>&2\nexit /b 9"


@pytest.fixture(scope="module")
def new_windows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if find_wine() is None:
        pytest.skip("Wine is not installed: there is no wine64")
    made = Windows(tmp_path_factory.mktemp("new") / "prefix")
    made.run("cmd", "/c", "exit")
    made.wait_for_end()
    return made.folder


@pytest.fixture
def windows(new_windows: Path, tmp_path: Path) -> Windows:
    return Windows(
        Path(shutil.copytree(new_windows, tmp_path / "prefix", symlinks=True))
    )


@pytest.fixture
def downloads(windows: Windows) -> Path:
    """Return the project in a folder with an odd name."""
    folder = windows.drive / NAME
    for file in PROJECT:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, folder / file)
    return folder


def test_missing_python_names_the_download(windows: Windows, downloads: Path) -> None:
    for name, answer, message in (
        ("python", python("3.9.2", is_new=False), "Python 3.9.2"),
        ("python", STORE, "MasterMind needs Python"),
        ("py", python("3.10.11", is_new=False), "Python 3.10.11"),
    ):
        windows.put_on_path(name, answer)
        done = windows.double_click(downloads)
        assert done.returncode == 1
        (line,) = [line for line in done.stdout.splitlines() if "python.org" in line]
        assert message in done.stdout
        assert "https://www.python.org/downloads/ and double-click this file" in line
        assert "Press any key" in done.stdout
    assert not windows.steps
    assert not (windows.home / "MasterMind").exists()


@pytest.mark.parametrize("name", ["py", "python"])
def test_double_click_installs_then_updates(
    windows: Windows, downloads: Path, name: str
) -> None:
    windows.put_on_path("python", python("3.9.2", is_new=False))
    windows.put_on_path(name, python("3.13.1", is_new=True))
    done = windows.double_click(downloads)
    assert done.returncode == 0, done.stdout
    assert windows.steps == INSTALLED
    board = windows.home / "MasterMind" / "MasterMind.xlsm"
    installing = windows.log[-3].rstrip()
    assert installing.endswith("--upgrade .")
    assert installing.partition('" ')[0].endswith("(y) ! 'z' ^")
    assert '\\MasterMind\\MasterMind.xlsm"' in windows.log[-1]
    assert "Press any key" not in done.stdout
    board.write_text("scores")
    before = len(windows.log)
    again = windows.double_click(downloads)
    assert again.returncode == 0
    assert windows.steps == [*INSTALLED, *INSTALLED[1:]]
    assert len(windows.log) == before + 4  # it is asked what it is only at first
    assert board.read_text() == "scores"


STRANGER = '[project]\nname = "a-strangers-project"\ndescription = "xl-mastermind"\n'


def test_missing_folder_requests_a_download(windows: Windows, downloads: Path) -> None:
    windows.put_on_path("py", python("3.12.0", is_new=True))
    changes = [*((file, "") for file in PROJECT), ("pyproject.toml", STRANGER)]
    for missing, beside in changes:
        (downloads / missing).unlink()
        if beside:
            (downloads / missing).write_text(beside)
        done = windows.double_click(downloads)
        shutil.copy(ROOT / missing, downloads / missing)
        assert done.returncode == 1
        (line,) = [line for line in done.stdout.splitlines() if "MasterMind" in line]
        assert "download and unpack the whole folder" in line, missing
        assert "play MasterMind.xlsx" in line
    assert not windows.log
    assert not (windows.home / "MasterMind").exists()


def test_missing_folder_opens_installed_workbook(
    windows: Windows, downloads: Path
) -> None:
    windows.put_on_path("py", python("3.12.0", is_new=True))
    assert windows.double_click(downloads).returncode == 0
    (downloads / "pyproject.toml").write_text(STRANGER)
    done = windows.double_click(downloads)
    assert done.returncode == 0
    assert windows.steps == [*INSTALLED, "--version", "setup", "open"]


def test_server_folder_is_rejected(windows: Windows) -> None:
    windows.put_on_path("py", python("3.12.0", is_new=True))
    shutil.copy(FILE, windows.drive)
    start = windows.drive / "start.cmd"
    home = r'@set "USERPROFILE=\\server\share\Jo & Bo"'
    start.write_text(f'{home}\n@call "C:\\{FILE.name}"\n', "ascii", newline="\r\n")
    done = windows.run(r"C:\start.cmd")
    assert done.returncode == 1
    assert "Your user folder is on a server" in done.stdout
    assert not windows.log


@pytest.mark.parametrize("step", ["venv", "setup"])
def test_failed_step_stops_with_a_reason(
    windows: Windows, downloads: Path, step: str
) -> None:
    windows.put_on_path("python", python("3.11.9", is_new=True))
    (windows.drive / f"fail-{step}").touch()
    (windows.drive / "fail---version").touch()
    done = windows.double_click(downloads)
    assert done.returncode == 1
    assert f"the reason why {step} fails" in done.stdout
    seen = [each for each in windows.steps if each != "--version"]
    assert seen == INSTALLED[: INSTALLED.index(step) + 1]
    (message,) = [line for line in done.stdout.splitlines() if "double-click" in line]
    assert "could not be" in message
    assert "Press any key" in done.stdout


def test_failed_update_opens_the_workbook(windows: Windows, downloads: Path) -> None:
    windows.put_on_path("python", python("3.11.9", is_new=True))
    assert windows.double_click(downloads).returncode == 0
    (windows.drive / "fail-pip").touch()
    done = windows.double_click(downloads)
    assert done.returncode == 0
    assert (
        "MasterMind could not be updated. The installed version opens." in done.stdout
    )
    assert windows.steps[-4:] == ["pip", "--version", "setup", "open"]


def test_removed_python_is_replaced(windows: Windows, downloads: Path) -> None:
    windows.put_on_path("python", python("3.12.1", is_new=True))
    assert windows.double_click(downloads).returncode == 0
    own = windows.home / "MasterMind" / "python" / "Scripts" / "python.exe"
    own.write_bytes(b"")
    assert windows.double_click(downloads).returncode == 0
    assert windows.steps == INSTALLED * 2


def test_python_behind_a_script_works(windows: Windows, downloads: Path) -> None:
    windows.put_on_path("real", python("3.12.1", is_new=True))
    script = windows.drive / "bin" / "python.cmd"
    script.write_text("@C:\\bin\\real.exe %*\n", "ascii", newline="\r\n")
    done = windows.double_click(downloads)
    assert done.returncode == 0, done.stdout
    assert windows.steps == INSTALLED


# The test in Excel


def test_trial_uses_the_installed_python(windows: Windows, downloads: Path) -> None:
    done = windows.double_click(downloads, TEST_FILE)
    assert 'double-click "Play MasterMind.cmd" first' in done.stdout
    windows.put_on_path("python", python("3.13.1", is_new=True))
    windows.double_click(downloads)
    done = windows.double_click(downloads, TEST_FILE)
    assert done.returncode == 1  # without a report
    folder, _, command = windows.log[-1].rstrip().partition('" ')
    assert folder.endswith("\\MasterMind")
    assert command.endswith('python.exe" -I -m xl_mastermind doctor --excel')
