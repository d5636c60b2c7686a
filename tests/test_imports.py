"""Libraries and folders that commands and imports load; see import-linter too."""

import os
from pathlib import Path

import pytest
from processes import run_python

import xl_mastermind
from xl_mastermind.files import bundled_file

PACKAGE = "xl_mastermind"
SOURCE = Path(xl_mastermind.__file__).parent

BUILD_LIBRARIES = {"pyopenvba", "xlsxwriter", "xlwings"}
"""Libraries of an extra, with which boards of other games are built."""

OPTIONAL_LIBRARIES = {"matplotlib", "openpyxl", "rich", "uno"} | BUILD_LIBRARIES
"""Libraries of applications, workbooks, pictures and the terminal."""


def test_imports_inside_functions_state_their_cost() -> None:
    """Ruff asks for the mark, and for nothing behind it."""
    mark = "# noqa: PLC0415"
    texts = [path.read_text("utf-8") for path in SOURCE.rglob("*.py")]
    marked = [line for text in texts for line in text.splitlines() if mark in line]
    assert marked
    assert [line for line in marked if f"{mark}, " not in line] == []


# Modules in a new process

LIST_MODULES = "import sys, atexit; atexit.register(lambda: print(*sys.modules))"

RUN_COMMAND = f"from {PACKAGE}.cli import main; sys.exit(main(sys.argv[1:]))"


def loaded_modules(
    script: str, *words: str, exit_codes: tuple[int, ...] = (0,)
) -> set[str]:
    """Return the modules that a new process has loaded at the end of a script."""
    environ = {k: v for k, v in os.environ.items() if k != "FORCE_COLOR"}
    result = run_python(
        f"{LIST_MODULES}; {script}", *words, check=False, env=environ, input=""
    )
    assert result.returncode in exit_codes, result.stderr
    return {*result.stdout.splitlines()[-1].split()}


def imported_libraries(*modules: str) -> set[str]:
    return top_level(loaded_modules(f"import {', '.join(modules)}"))


def top_level(modules: set[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


def test_build_command_loads_builders_only_when_it_runs() -> None:
    assert not imported_libraries(f"{PACKAGE}.cli.build") & BUILD_LIBRARIES


@pytest.mark.slow
def test_functions_and_buttons_load_no_optional_library() -> None:
    paths = [p for name in ("game", "solve") for p in (SOURCE / name).rglob("[!_]*.py")]
    inner = [
        ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
        for path in paths
    ]
    outer = [f"{PACKAGE}.{n}" for n in ("functions", "board.state", "board.buttons")]
    assert not imported_libraries(PACKAGE, *inner, *outer) & OPTIONAL_LIBRARIES


def test_entry_point_handles_ctrl_c_before_imports() -> None:
    entry_point = imported_libraries(PACKAGE, f"{PACKAGE}.__main__")
    assert entry_point - imported_libraries("sys") == {PACKAGE}


@pytest.mark.slow
@pytest.mark.table("command")
def test_plain_command_loads_no_optional_library(command: str) -> None:
    modules = loaded_modules(RUN_COMMAND, *command.split())
    assert not top_level(modules) & (OPTIONAL_LIBRARIES | {"numba"})
    folders = {".".join(name.split(".")[:2]) for name in modules}
    unused = ("bundle", "calc", "excel", "install", "sheets")
    assert not folders & {f"{PACKAGE}.{name}" for name in unused}


@pytest.mark.slow
@pytest.mark.parametrize("command", ["open new.xlsm", "doctor played.xlsm"])
def test_copies_of_the_workbook_need_no_builder(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    Path("played.xlsm").write_bytes(bundled_file("MasterMind.xlsm").read_bytes())
    words = command.split()
    modules = loaded_modules(RUN_COMMAND, *words, exit_codes=(0, 1))  # no application
    assert not top_level(modules) & (BUILD_LIBRARIES | {"openpyxl"})
