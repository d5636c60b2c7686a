"""The house has five floors above a cellar, and imports go down only."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import xl_mastermind
from xl_mastermind.files import shipped

PACKAGE = "xl_mastermind"
SOURCE = Path(xl_mastermind.__file__).parent

FLOORS = [
    {"files"},
    {"game", "extra"},
    {"solve"},
    {"sheet"},
    {"hosts", "draw", "setup"},
    {"cli"},
]
"""Rooms from the cellar up."""

HOSTS = f"{PACKAGE}.hosts."
CALC = f"{HOSTS}calc"

FILES = f"{HOSTS}file"
DRAW = f"{PACKAGE}.draw"

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


def modules() -> dict[str, Path]:
    """Return every module of the package by its dotted name."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        name = ".".join((PACKAGE, *parts)).removesuffix(".__init__")
        found[name] = path
    return found


MODULES = modules()


def imports_of(name: str) -> Iterator[str]:
    """Yield what a module imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(MODULES[name].read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if [alias.name for alias in node.names] == ["__version__"]:
                continue
            module = node.module or ""
            if node.level:
                # Inside LibreOffice the package has another name.
                assert (name.rpartition(".")[0], node.level) == (CALC, 1), name
                module = f"{CALC}.{module}".removesuffix(".")
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                yield inner if inner in MODULES else module


def inner_imports(name: str) -> set[str]:
    return {other for other in imports_of(name) if other.split(".")[0] == PACKAGE}


def floor_of(name: str) -> int | None:
    """Return the floor of a module; the package's own two are on none."""
    part = name.split(".")[1:2]
    return next((i for i, rooms in enumerate(FLOORS) if {*part} & rooms), None)


def test_every_module_is_on_a_floor() -> None:
    homeless = {name for name in MODULES if floor_of(name) is None}
    assert homeless == {PACKAGE, f"{PACKAGE}.__main__"}
    inhabited = {floor_of(name) for name in MODULES} - {None}
    assert inhabited == {*range(len(FLOORS))}


@pytest.mark.parametrize("name", [n for n in MODULES if floor_of(n) is not None])
def test_a_module_imports_from_its_floor_and_below(name: str) -> None:
    floor = floor_of(name)
    assert floor is not None
    for other in inner_imports(name):
        below = floor_of(other)
        assert below is not None, f"{name} imports {other}, which is on no floor"
        assert below <= floor, f"{name} imports {other}"


def test_imports_make_no_circle() -> None:
    needed = {name: inner_imports(name) for name in MODULES}
    TopologicalSorter(needed).prepare()  # or it says which


@pytest.mark.parametrize("name", [n for n in MODULES if n.startswith(HOSTS)])
def test_hosts_never_import_one_another(name: str) -> None:
    others = {other for other in inner_imports(name) if other.startswith(HOSTS)}
    # The workbooks of all hosts, and a part of Excel's host
    others -= {FILES, f"{HOSTS}excel_functions"}
    assert {other.split(".")[2] for other in others} <= {name.split(".")[2]}


def test_draw_is_asked_by_one_command_alone_once_it_runs() -> None:
    """What it needs is not installed everywhere."""
    asking = {
        name
        for name, path in MODULES.items()
        if DRAW in path.read_text("utf-8") and not name.startswith(DRAW)
    }
    assert asking == {f"{PACKAGE}.cli.workbook"}
    assert not loaded_by(*asking) & DRAWERS


def test_the_package_itself_shows_game_and_solve_alone() -> None:
    shown = {name.split(".")[1] for name in inner_imports(PACKAGE)}
    assert shown == {"game", "solve"}


def loaded_by(*names: str) -> set[str]:
    """Return the libraries that a fresh interpreter has loaded after these imports."""
    script = f"import sys, {', '.join(names)}; print(*sys.modules)"
    said = subprocess.run(  # noqa: S603, our own script
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    return {module.split(".")[0] for module in said.stdout.split()}


PURE = [
    PACKAGE,
    *(name for name in MODULES if name.split(".")[1:2] in (["game"], ["solve"])),
    *(f"{PACKAGE}.sheet.{name}" for name in ("functions", "board", "buttons")),
]


def test_the_inner_floors_load_no_library_of_a_host() -> None:
    assert not loaded_by(*PURE) & OUTSIDE


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
    ["evaluate", "--game", "2x3", "--json", "--strategy", "all"],
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
    assert not rooms & {f"{PACKAGE}.hosts", f"{PACKAGE}.setup"}


@pytest.mark.parametrize(
    "words",
    [
        "solve --secret 3625 --output played.xlsm --force",
        "build others.xlsx",
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
    Path("played.xlsm").write_bytes(shipped("MasterMind.xlsm").read_bytes())
    loaded = loaded_in(*words.split(), codes=(0, 1))  # no program opens it
    assert "openpyxl" in loaded
    assert not {name.split(".")[0] for name in loaded} & DRAWERS


def test_the_rules_need_the_standard_library_alone() -> None:
    of_rules = {
        f"{PACKAGE}.game.{name}" for name in ("named_games", "numbers", "rules")
    }
    needed = {other for name in of_rules for other in imports_of(name)} - of_rules
    assert {name.split(".")[0] for name in needed} <= sys.stdlib_module_names
