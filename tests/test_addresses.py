"""No text links to an address that does not belong to the project."""

import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from xl_mastermind.files import bundled_file

ROOT = Path(__file__).parents[1]

FOREIGN_ADDRESS = re.compile(
    r"[\w.-]+\.(?:com|io|net|org)/[\w./-]*xl[-_]mastermind"
    # Commands that install a package of this name from an index.
    r"|(?:pip|pipx|tool) install (?:-\S+ )*['\"]?xl-mastermind"
    r"|uvx xl-mastermind|xl-mastermind[=<>~]=",
    re.IGNORECASE,
)


def text_files() -> list[Path]:
    """Return the text files of the project."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("only a repository lists the files of the project")
    listing = subprocess.run(  # noqa: S603, our own words
        [git, "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    files = [ROOT / name for name in listing.stdout.split("\0") if name]
    attributes = (ROOT / ".gitattributes").read_text("utf-8")
    binary = re.findall(r"^\*(\.\w+) binary$", attributes, re.MULTILINE)
    return [file for file in files if file.is_file() and file.suffix not in binary]


def test_text_files_contain_no_foreign_address() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {match[0]}"
        for file in text_files()
        if file != Path(__file__)
        for match in FOREIGN_ADDRESS.finditer(file.read_text("utf-8"))
    ]
    assert not found


@pytest.mark.parametrize("ending", ["xlsx", "xlsm", "xlam", "oxt"])
def test_workbooks_contain_no_foreign_address(ending: str) -> None:
    with zipfile.ZipFile(bundled_file(f"MasterMind.{ending}")) as package:
        for name in package.namelist():
            text = package.read(name).decode("utf-8", "replace")
            assert not FOREIGN_ADDRESS.search(text), name
