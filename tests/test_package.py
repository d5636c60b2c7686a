"""The package as it is published: its page, its files, and its commands."""

import email
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from email.message import Message
from pathlib import Path

import pytest
from installed import ROOT, make_environment
from libreoffice import environment
from packaging.requirements import Requirement

pytestmark = pytest.mark.slow

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def page(distributions: tuple[Path, Path]) -> Message:
    with zipfile.ZipFile(distributions[1]) as wheel:
        [name] = [n for n in wheel.namelist() if n.endswith(".dist-info/METADATA")]
        return email.message_from_bytes(wheel.read(name))


def test_the_sdist_holds_every_file(distributions: tuple[Path, Path]) -> None:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("only a repository says which files there are")
    done = subprocess.run(  # noqa: S603 - ours
        [git, "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    with tarfile.open(distributions[0]) as sdist:
        held = {name.partition("/")[2] for name in sdist.getnames()}
    assert {n for n in done.stdout.split("\0") if (ROOT / n).is_file()} <= held


@pytest.fixture(scope="module")
def command(
    tmp_path_factory: pytest.TempPathFactory, distributions: tuple[Path, Path]
) -> Command:
    """Return what runs the installed command in a folder that is empty at first."""
    place = tmp_path_factory.mktemp("installed") / "my games"
    folder = make_environment(place / "env", distributions[1])
    (place / "empty").mkdir()
    environ = environment(place / "home")

    def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603 - ours
            [folder / "bin" / "xl-mastermind", *words],
            cwd=place / "empty",
            input=typed,
            capture_output=True,
            check=False,
            encoding="utf-8",
            env=environ,
        )

    return run


@pytest.mark.table("words", "typed", "said")
def test_commands_need_no_repository(
    command: Command, words: str, typed: str, said: str
) -> None:
    done = command(*words.split(), typed=typed)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


def test_linux_needs_three_libraries_and_windows_xlwings_too(page: Message) -> None:
    needed = [Requirement(line) for line in page.get_all("Requires-Dist", [])]
    for system, more in (("linux", set()), ("win32", {"xlwings"})):
        there = {"extra": "", "sys_platform": system}
        names = {r.name for r in needed if not r.marker or r.marker.evaluate(there)}
        assert names == {"numpy", "openpyxl", "rich"} | more


SHIPPED = ("MasterMind.oxt", "MasterMind.xlam", "MasterMind.xlsm", "MasterMind.xlsx")

FIND = """
from xl_mastermind.files import bundled_file
import sys

print(*map(bundled_file, sys.argv[1:]), sep="\\n")
"""


@pytest.mark.parametrize("way", ["wheel", "editable", "sdist"])
def test_the_files_that_people_get_are_found(
    way: str, distributions: tuple[Path, Path], tmp_path: Path
) -> None:
    place, python = ROOT, Path(sys.executable)  # as `make install` made it
    if way != "editable":
        archive = distributions[("sdist", "wheel").index(way)]
        place = make_environment(tmp_path / "env", archive)
        python = place / "bin" / "python"
    done = subprocess.run(  # noqa: S603 - ours
        [python, "-c", FIND, *SHIPPED],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    for name, line in zip(SHIPPED, done.stdout.splitlines(), strict=True):
        found = Path(line)
        assert found.is_relative_to(place)
        assert found.read_bytes() == (ROOT / "workbook" / name).read_bytes()
