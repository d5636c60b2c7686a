"""`build`, and lightly `open`, `setup` and `doctor`."""

import json
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from boards import saved_boards
from command_line import active_board, is_refused, run
from machines import write_program

from xl_mastermind import install
from xl_mastermind.board import workbook_file
from xl_mastermind.cli import applications, build
from xl_mastermind.files import ADD_IN_SUFFIX, EXTENSION_SUFFIX, bundled_file
from xl_mastermind.game.rules import Rules
from xl_mastermind.install.excel_trial import Step
from xl_mastermind.install.machine import Check
from xl_mastermind.workbook_files.edition import Edition


@pytest.mark.parametrize("ending", [*Edition, ADD_IN_SUFFIX, EXTENSION_SUFFIX])
def test_build_copies_the_bundled_file(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"Mine{ending.upper()}"
    assert run("build", str(path)) == (0, f"wrote {path}\n", "")
    assert path.read_bytes() == bundled_file(f"MasterMind{ending}").read_bytes()


@pytest.mark.parametrize("words", ["build --game 6x9", "solve --game 3x5 --output"])
def test_boards_of_other_games_need_an_extra(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(library: str) -> None:
        raise PackageNotFoundError(library)

    monkeypatch.setattr(build, "version", missing)
    path = tmp_path / "others.xlsm"
    said = run(*words.split(), str(path))
    assert is_refused(said)
    assert said.err == (
        "xl-mastermind: boards of other games need xlwings; in xl-mastermind's"
        ' folder, run: pip install ".[build]"\n'
    )
    assert not path.exists()


@pytest.mark.slow
def test_build_writes_boards_of_other_games(tmp_path: Path) -> None:
    path = tmp_path / "others.xlsm"
    games = ["6x9", "2x3 distinct black symbols=abc", "6x9"]
    said = run("build", str(path), *(f"--game={game}" for game in games))
    assert (said.code, said.err) == (0, "")
    boards, active = saved_boards(path)
    assert [board.rules for board in boards] == [*map(Rules.parse, games[:2])]
    assert active is boards[0]
    assert all(isinstance(board.number, int) for board in boards)


def test_build_has_a_default_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("build").code == 0
    assert [*Path().iterdir()] == [Path("MasterMind.xlsm")]


Opened = list[tuple[Path, str | None]]
"""The files that were opened, and in which program."""


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Pretend that a spreadsheet program opens each file."""
    opened: Opened = []

    def open_workbook(path: Path, program: str | None, _: install.Machine) -> str:
        opened.append((path, program))
        return "opened"

    monkeypatch.setattr(install, "check_can_open", lambda *_: None)
    monkeypatch.setattr(install, "open_workbook", open_workbook)
    monkeypatch.setattr(install, "ensure_connection", lambda *_: [])
    return opened


@pytest.mark.slow
def test_open_writes_a_missing_workbook(
    tmp_path: Path, programs: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "MasterMind.xlsm"
    monkeypatch.setattr(workbook_file, "draw_number", lambda _: 2611)  # of a new game
    said = run("open", str(path), "--in", "calc")
    assert (said.code, said.lines[-1], said.err) == (0, "opened", "")
    assert said.lines[-2].startswith("LibreOffice Calc shows the board in about")
    assert programs == [(path, "calc")]
    assert active_board(path).number == 2611


def test_open_compiles_after_the_start(
    tmp_path: Path, programs: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened_before = list[int]()
    monkeypatch.setattr(
        applications, "compile_kernels", lambda **_: opened_before.append(len(programs))
    )
    path = tmp_path / "MasterMind.xlsm"
    path.touch()
    assert run("open", str(path)).code == 0
    assert opened_before == [1]


def test_open_keeps_a_game_in_progress(tmp_path: Path, programs: Opened) -> None:
    path = tmp_path / "MasterMind.xlsm"
    path.write_bytes(b"a game in progress")
    assert run("open", str(path)).code == 0
    assert path.read_bytes() == b"a game in progress"
    assert programs == [(path, None)]


def without_a_screen(monkeypatch: pytest.MonkeyPatch, folder: Path) -> str:
    calc = write_program(folder / "bin" / "soffice", "exit 1")
    monkeypatch.setenv("PATH", str(calc.parent))
    monkeypatch.setenv("DISPLAY", "")
    monkeypatch.setenv("WAYLAND_DISPLAY", "")
    return f"expected a screen for {calc}, found none"


def without_a_connection(monkeypatch: pytest.MonkeyPatch, _: Path) -> str:
    def nothing(*_: object) -> str:
        raise install.InstallError("no python for it: install one")

    monkeypatch.setattr(install, "check_can_open", lambda *_: None)
    monkeypatch.setattr(install, "ensure_connection", nothing)
    return "no python for it: install one"


@pytest.mark.parametrize("lacking", [without_a_screen, without_a_connection])
def test_open_writes_nothing_that_cannot_open(
    lacking: Callable[[pytest.MonkeyPatch, Path], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    why = lacking(monkeypatch, tmp_path)
    path = tmp_path / "MasterMind.xlsm"
    said = run("open", str(path), "--in", "calc")
    assert said == (1, "", f"xl-mastermind: {why}\n")
    assert not path.exists()


def test_setup_fails_without_an_application(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = install.Machine("linux", tmp_path, {"PATH": ""}, root=tmp_path)
    monkeypatch.setattr(install.Machine, "detect", lambda: nowhere)
    said = run("setup")
    assert (said.code, said.out) == (1, "")
    assert "install LibreOffice from https://www.libreoffice.org" in said.err


def test_doctor_prints_its_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    checks = [
        Check("ok", "Python 3.11"),
        Check(
            "note", "a box appears", "press OK, or run: xl-mastermind open --in calc"
        ),
        Check("problem", "no connection", "run: xl-mastermind setup"),
        Check(
            "problem", "in a cache", "run: uv tool install ., then: xl-mastermind setup"
        ),
    ]
    monkeypatch.setattr(install, "machine_checks", lambda *_: checks)
    monkeypatch.setattr("sys.argv", ["my/env/bin/xl-mastermind"])
    marks = ["ok", "note", "problem", "problem"]
    said = run("doctor")
    assert (said.code, said.err) == (1, "")
    assert said.lines == [
        "ok  Python 3.11",
        "note a box appears: press OK, or run: my/env/bin/xl-mastermind open --in calc",
        "FIX no connection: run: my/env/bin/xl-mastermind setup",
        "FIX in a cache: run: uv tool install ., then: xl-mastermind setup",
    ]
    as_json = run("doctor", "--json")
    assert (as_json.code, as_json.err) == (1, "")
    assert json.loads(as_json.out) == {
        "ok": False,
        "checks": [
            {"result": mark, "text": check.text, "fix": line.partition(": ")[2]}
            for mark, check, line in zip(marks, checks, said.lines, strict=True)
        ],
    }
    monkeypatch.setattr(install, "machine_checks", lambda *_: checks[:2])
    assert run("doctor").code == 0
    assert json.loads(run("doctor", "--json").out)["ok"]


def test_setup_prints_the_command_of_the_readme(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    root = Path(__file__).parents[2]
    monkeypatch.chdir(root)
    monkeypatch.setattr(install, "connect_applications", lambda _: [])
    monkeypatch.setattr("sys.argv", [".venv/bin/xl-mastermind"])
    command = run("setup").out.partition("Now play: ")[2]
    assert f"      {command}" in (root / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("called", "printed"),
    [
        ("my games/bin/xl-mastermind", '"my games/bin/xl-mastermind"'),
        ("src/xl_mastermind/__main__.py", f"{sys.executable} -m xl_mastermind"),
        ("{PATH}/xl-mastermind", "xl-mastermind"),
    ],
)
def test_setup_prints_commands_for_this_shell(
    called: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    report = ["wrote [a]", "run: xl-mastermind doctor"]
    monkeypatch.setattr(install, "connect_applications", lambda _: report)
    program = write_program(tmp_path / "xl-mastermind", "exit 1")
    monkeypatch.setenv("PATH", str(program.parent))
    monkeypatch.setattr("sys.argv", [called.format(PATH=tmp_path)])
    done = f"wrote [a]\nrun: {printed} doctor\nNow play: {printed} open\n"
    assert run("setup") == (0, done, "")


def test_trial_needs_excel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = install.Machine("win32", tmp_path, root=tmp_path)
    monkeypatch.setattr(install.Machine, "detect", lambda: machine)
    monkeypatch.chdir(tmp_path)
    message = "xl-mastermind: expected Excel on this machine, found none\n"
    assert run("doctor", "--excel") == (1, "", message)
    assert [*tmp_path.iterdir()] == []


def test_trial_writes_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [
        Step("note", "Excel 16"),
        Step("ok", "a game", 1.25),
        Step("problem", "formulas", 2, ["Little!A1: expected 1, got 2"]),
    ]
    monkeypatch.setattr(install, "try_excel", lambda *_: steps)
    monkeypatch.chdir(tmp_path)
    said = run("doctor", "--excel")
    assert (said.code, said.err) == (1, "")
    report = Path("xl-mastermind-report.txt").read_text("utf-8").splitlines()
    assert report == [
        "note Excel 16",
        "ok  a game (1.2 s)",
        "FIX formulas (2.0 s)",
        "     Little!A1: expected 1, got 2",
    ]
    assert said.lines[:-1] == report
    assert "read xl-mastermind-report.txt, then send it" in said.lines[-1]


def test_trial_keeps_the_report_if_excel_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_steps(*_: object) -> Iterator[Step]:
        yield Step("ok", "a game", 1.25)
        raise install.InstallError("no second Excel starts")

    monkeypatch.setattr(install, "try_excel", find_steps)
    monkeypatch.chdir(tmp_path)
    said = run("doctor", "--excel")
    assert (said.code, said.err) == (1, "xl-mastermind: no second Excel starts\n")
    report = Path("xl-mastermind-report.txt").read_text("utf-8")
    assert report == "ok  a game (1.2 s)\n"
