"""What the rooms load, and what import-linter cannot hold: see pyproject.toml."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import xl_mastermind
from xl_mastermind.files import bundled_file

PACKAGE = "xl_mastermind"
SOURCE = Path(xl_mastermind.__file__).parent

OUTSIDE = {
    "matplotlib",
    "openpyxl",
    "pyopenvba",
    "rich",
    "uno",
    "xlsxwriter",
    "xlwings",
}
"""Libraries of hosts, of the workbook, of pictures and of the terminal."""

DRAWERS = {"pyopenvba", "xlsxwriter", "xlwings"}
"""Libraries of an extra, with which boards of other games are built."""


def test_an_import_inside_a_function_names_its_cost() -> None:
    """Ruff asks for the mark, and for nothing behind it."""
    mark = "# noqa: PLC0415"
    texts = [path.read_text("utf-8") for path in SOURCE.rglob("*.py")]
    marked = [line for text in texts for line in text.splitlines() if mark in line]
    assert marked
    assert [line for line in marked if f"{mark}, " not in line] == []


def test_no_comment_goes_on_where_a_docstring_ends() -> None:
    """What a reader needs stands in the docstring, which `help` shows."""
    paths = sorted(SOURCE.rglob("*.py"))
    assert [place for path in paths for place in comments_below_docstrings(path)] == []


def comments_below_docstrings(path: Path) -> Iterator[str]:
    """Yield the places of comments that follow the docstring of anything."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, kinds) and ast.get_docstring(node):
            end = node.body[0].end_lineno or 0
            below = next(filter(str.strip, lines[end:]), "").strip()
            if below.startswith("#"):
                yield f"{path.relative_to(SOURCE)}:{end + 1}: {below}"


def test_the_command_that_draws_loads_no_builder_before_it_runs() -> None:
    """What it needs is not installed everywhere."""
    assert not loaded_by(f"{PACKAGE}.cli.build") & DRAWERS


def loaded_by(*names: str) -> set[str]:
    """Return the libraries that a fresh interpreter has loaded after these imports."""
    script = f"import sys, {', '.join(names)}; print(*sys.modules)"
    said = subprocess.run(  # noqa: S603, our own script
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    return {module.split(".")[0] for module in said.stdout.split()}


def test_what_answers_cells_and_buttons_loads_no_library_of_a_host() -> None:
    rooms = [SOURCE / "game", SOURCE / "solve"]
    paths = [path for room in rooms for path in room.rglob("[!_]*.py")]
    inner = [
        ".".join(p.relative_to(SOURCE.parent).with_suffix("").parts) for p in paths
    ]
    outer = (
        f"{PACKAGE}.spreadsheet.{name}" for name in ("functions", "board", "buttons")
    )
    assert not loaded_by(PACKAGE, *inner, *outer) & OUTSIDE


def test_the_entry_loads_nothing_before_it_hears_ctrl_c() -> None:
    loaded = loaded_by(PACKAGE, f"{PACKAGE}.__main__") - loaded_by("sys")
    assert loaded == {PACKAGE}


PLAIN_COMMANDS = [
    ["--version"],
    ["next", "1122:1,1"],
    ["next", "--json", "--strategy", "optimal", "1123:1,1"],
    ["solve", "--secret", "3625"],
    ["solve", "--json", "--game", "ab"],
    ["assist"],
    ["puzzle", "--level", "hard", "--json"],
    ["evaluate", "--game", "2x3", "--json", "--strategy", "all"],
    ["evaluate", "--json"],
]
"""Commands that touch no workbook, and draw nothing in colour."""

RUN_AND_TELL = f"""
import sys
from {PACKAGE}.cli import main

exit_code = main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
sys.exit(exit_code)
"""


def loaded_in(*words: str, codes: tuple[int, ...] = (0,)) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after a command."""
    said = subprocess.run(  # noqa: S603, our own script
        [sys.executable, "-c", RUN_AND_TELL, *words],
        check=False,
        capture_output=True,
        env={k: v for k, v in os.environ.items() if k != "FORCE_COLOR"},
        stdin=subprocess.DEVNULL,
        text=True,
    )
    assert said.returncode in codes, said.stderr
    return {*said.stderr.split()}


@pytest.mark.parametrize("words", PLAIN_COMMANDS, ids=" ".join)
def test_a_plain_command_loads_what_it_needs_alone(words: list[str]) -> None:
    loaded = loaded_in(*words)
    assert not {name.split(".")[0] for name in loaded} & (OUTSIDE | {"numba"})
    rooms = {".".join(name.split(".")[:2]) for name in loaded}
    assert not rooms & {
        f"{PACKAGE}.{name}" for name in ("bundle", "calc", "excel", "install", "sheets")
    }


@pytest.mark.parametrize(
    "words",
    [
        "open new.xlsm",
        "doctor played.xlsm",
    ],
)
def test_copies_of_the_workbook_need_no_builder(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    Path("played.xlsm").write_bytes(bundled_file("MasterMind.xlsm").read_bytes())
    loaded = loaded_in(*words.split(), codes=(0, 1))  # no program opens it
    assert "openpyxl" not in loaded
    assert not {name.split(".")[0] for name in loaded} & DRAWERS
