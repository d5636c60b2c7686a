"""The package without plugins, and with one that fails."""

import shutil
from pathlib import Path

import pytest
from processes import run_python

import xl_mastermind

pytestmark = pytest.mark.slow

SOURCE = Path(xl_mastermind.__file__).parent
SUPPORT = Path(__file__).parent / "support"

USE_ALL_ELSE = """
import io

import openpyxl
from boards import InMemoryBoard

from xl_mastermind.bundle.workbook import first_game, workbook_bytes
from xl_mastermind.cli import main
from xl_mastermind.functions import black
from xl_mastermind.game.rules import Rules
from xl_mastermind.workbook_files.edition import Edition

for edition in Edition:
    book = workbook_bytes(first_game(Rules(3, 4)), edition=edition)
    print(*openpyxl.load_workbook(io.BytesIO(book), read_only=True).sheetnames)
board = InMemoryBoard("4x6", "3625").play(1122)
board.run_button("hint")
for command in ("--help", "evaluate --game 3x4", "play --game 3x4 --number 1"):
    assert main(command.split()) == 0, command
print(board.guess_input[1], black(1122, 1232))
"""


def copy_package(folder: Path) -> Path:
    copy = folder / "xl_mastermind"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def use_all_else(folder: Path) -> tuple[list[str], str]:
    """Return the lines printed by a copy of the package, and its errors."""
    path = f"{folder}:{SUPPORT}"
    environment = {"PYTHONPATH": path, "PYTHONSAFEPATH": "1", "PYTHONUTF8": "1"}
    done = run_python(USE_ALL_ELSE, check=False, env=environment, input="112\n")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr


@pytest.mark.parametrize(
    ("folders", "words"),
    [
        (["puzzles"], {"Puzzles", "puzzle", "swap"}),
        (["match"], {"Match", "Print", "match"}),
        (
            ["match", "puzzles"],
            {"Puzzles", "Match", "Print", "puzzle", "match", "swap"},
        ),
    ],
)
def test_everything_else_works_without_plugins(
    folders: list[str], words: set[str], tmp_path: Path
) -> None:
    copy = copy_package(tmp_path)
    for folder in folders:
        shutil.rmtree(copy / "plugins" / folder)

    lines, errors = use_all_else(tmp_path)

    assert errors == ""
    assert lines[-1].split() == ["1344", "2"]
    assert all("Help" in line.split() for line in lines[:2])
    first_words = {line.split()[0] for line in lines if line.startswith("  ")}
    assert not words & ({*" ".join(lines[:2]).split()} | first_words)


def test_failing_plugin_is_named_and_left_out(tmp_path: Path) -> None:
    init = copy_package(tmp_path) / "plugins" / "match" / "__init__.py"
    init.write_text("raise ValueError('broken')\n", "utf-8")
    _, errors = use_all_else(tmp_path)
    assert errors == "the plugin match fails: broken\n"
