"""The package as it is published: its page, its files, and its commands."""

import email
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from email.message import Message
from pathlib import Path

import pytest
from helpers import rest_long
from installed import ROOT, make_environment
from libreoffice import environment

from xl_mastermind.sheet.words import MANUAL

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="programs lie elsewhere in environments of Windows"
)

HOME = "https://github.com/xl-mastermind/xl-mastermind"
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)]+)\)")

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def page(distributions: tuple[Path, Path]) -> Message:
    """Return what is shown on the page of the package."""
    with zipfile.ZipFile(distributions[1]) as wheel:
        [name] = [n for n in wheel.namelist() if n.endswith(".dist-info/METADATA")]
        return email.message_from_bytes(wheel.read(name))


def test_the_page_shows_pictures_and_follows_links(page: Message) -> None:
    long = page.get_payload(decode=True)
    assert isinstance(long, bytes)
    here = LINK.findall((ROOT / "README.md").read_text("utf-8"))
    there = LINK.findall(long.decode("utf-8"))
    raw = HOME.replace("github.com", "raw.githubusercontent.com") + "/main/"
    for (picture, link), (_, absolute) in zip(here, there, strict=True):
        assert (ROOT / link).is_file()
        assert absolute == (raw if picture else f"{HOME}/blob/main/") + link
    assert sum(picture == "!" for picture, _ in here) > 0


def test_the_page_leads_to_the_project(page: Message) -> None:
    urls = dict(line.split(", ") for line in page.get_all("Project-URL", []))
    assert urls["Homepage"] == HOME
    assert all(url.startswith(HOME) for url in urls.values())
    assert {"Documentation", "Changelog", "Issues"} < urls.keys()
    assert urls["Documentation"] == MANUAL


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

    def run(*words: str, say: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603 - ours
            [folder / "bin" / words[0], *words[1:]],
            cwd=place / "empty",
            input=say,
            capture_output=True,
            check=False,
            encoding="utf-8",
            env=environ,
        )

    return run


@pytest.mark.parametrize(
    ("words", "said"),
    rest_long(
        [
            ("solve --output played/MasterMind.xlsm", "played/MasterMind.xlsm"),
            ("solve --secret 3625 --strategy optimal --html game.html", "3625"),
            ("build --extension MasterMind.oxt", "wrote MasterMind.oxt"),
            ("build", "wrote workbook/MasterMind.xlsm"),
            ("next 1122:1,0 --pattern 1???", "1"),
            ("evaluate --strategy optimal-5 --plot strategies.png", "5,626"),
        ],
        quick=3,
    ),
)
def test_commands_need_no_repository(command: Command, words: str, said: str) -> None:
    done = command("xl-mastermind", *words.split())
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


def test_assist_needs_no_repository(command: Command) -> None:
    helped = command("xl-mastermind", "assist", say="1 2\nundo\n4 0\n")
    assert helped.returncode == 0, helped.stderr
