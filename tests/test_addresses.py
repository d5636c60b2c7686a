"""No address, link or advice leads to a place where the project is not."""

import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from xl_mastermind.files import bundled_file

ROOT = Path(__file__).parents[1]

FOREIGN = re.compile(
    r"[\w.-]+\.(?:com|io|net|org)/[\w./-]*xl[-_]mastermind"  # an address of our name
    # What installs whatever an index has of that name.
    r"|(?:pip|pipx|tool) install (?:-\S+ )*['\"]?xl-mastermind"
    r"|uvx xl-mastermind|xl-mastermind[=<>~]=",
    re.IGNORECASE,
)


def texts() -> list[Path]:
    """Return the files of the project that are text."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("only a repository says which files there are")
    done = subprocess.run(  # noqa: S603 - ours
        [git, "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    files = [ROOT / name for name in done.stdout.split("\0") if name]
    attributes = (ROOT / ".gitattributes").read_text("utf-8")
    binary = re.findall(r"^\*(\.\w+) binary$", attributes, re.MULTILINE)
    return [file for file in files if file.is_file() and file.suffix not in binary]


def test_no_text_of_the_project_leads_elsewhere() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {match[0]}"
        for file in texts()
        if file != Path(__file__)
        for match in FOREIGN.finditer(file.read_text("utf-8"))
    ]
    assert not found


@pytest.mark.parametrize("ending", ["xlsx", "xlsm", "xlam", "oxt"])
def test_no_file_that_people_get_leads_elsewhere(ending: str) -> None:
    with zipfile.ZipFile(bundled_file(f"MasterMind.{ending}")) as package:
        for name in package.namelist():
            text = package.read(name).decode("utf-8", "replace")
            assert not FOREIGN.search(text), name
