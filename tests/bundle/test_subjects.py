"""Puzzles and Match are optional: without one, the rest builds and plays."""

import re
import shutil
from pathlib import Path

import pytest
from processes import run_python

import xl_mastermind

pytestmark = pytest.mark.slow

SOURCE = Path(xl_mastermind.__file__).parent

BUILD_AND_PLAY = """
import io

import openpyxl

import xl_mastermind
from xl_mastermind.bundle.workbook import first_game, workbook_bytes
from xl_mastermind.cli import main
from xl_mastermind.game.rules import Rules
from xl_mastermind.workbook_files.edition import Edition

rules = Rules(3, 4)
for edition in Edition:
    book = workbook_bytes(first_game(rules), edition=edition)
    print(*openpyxl.load_workbook(io.BytesIO(book), read_only=True).sheetnames)
print(main(["solve", "--game", "3x4", "--secret", "324"]))
print(xl_mastermind.__file__)
"""


def cut(file: Path, pattern: str) -> None:
    flags = re.MULTILINE | re.DOTALL
    text, count = re.subn(pattern, "", file.read_text("utf-8"), flags=flags)
    assert count == 1, (file, pattern)
    file.write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("folder", "command", "sheets"),
    [("puzzles", "puzzle", {"Puzzles"}), ("match", "match", {"Match", "Print"})],
)
def test_workbook_builds_and_plays_without_subject(
    folder: str, command: str, sheets: set[str], tmp_path: Path
) -> None:
    copy = tmp_path / "xl_mastermind"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.rmtree(copy / "plugins" / folder)
    cut(
        copy / "bundle" / "workbook.py",
        rf'^ *"xl_mastermind\.plugins\.{folder}\.\w+",\n',
    )
    cut(
        copy / "cli" / "__init__.py",
        rf'^ *"{command}": \(\s*"\.plugins\.{folder}.*?\),\n',
    )

    environment = {"PYTHONPATH": str(tmp_path), "PYTHONSAFEPATH": "1"}
    done = run_python(BUILD_AND_PLAY, check=False, env=environment)

    assert done.returncode == 0, done.stderr
    *_, exit_code, module = lines = done.stdout.splitlines()
    assert (exit_code, module) == ("0", str(copy / "__init__.py"))
    for names in lines[:2]:
        assert "Help" in names.split()
        assert not sheets & {*names.split()}
