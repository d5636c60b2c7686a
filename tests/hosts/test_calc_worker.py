"""Saving, the worker and the set-up of a real LibreOffice."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from calc_boards import (
    assert_shows,
    code,
    expected,
    wait_for_all_sheets,
)
from helpers import wait_for
from libreoffice import (
    Calc,
    Document,
    environment,
    run,
)

pytestmark = pytest.mark.calc


NO_ADD_IN = "#ADDIN?"


# Saving


@pytest.mark.long
def test_an_ods_plays_on(calc: Calc, saved: Path, board: Document) -> None:
    again = calc.open(saved)
    assert_shows(again, expected(code(board), "1122"))
    assert not again.model.isModified()
    again.guess(2, "3456")
    assert_shows(again, expected(code(board), "1122", "3456"))
    again.press("solve")
    assert again.one("code_status") == "found"
    calc.dispatch(again.model, ".uno:Save")
    again.close()
    finished = calc.open(saved)
    assert finished.one("code_status") == "found"
    finished.press("new_game")
    assert finished.one("code_status") == "hidden"
    finished.close()


# The worker


def test_a_killed_worker_loses_nothing(calc: Calc, board: Document) -> None:
    board.guess(1, "1122")
    (worker,) = calc.workers
    os.kill(worker, signal.SIGKILL)
    board.guess(2, "3456")
    assert_shows(board, expected(code(board), "1122", "3456"))
    calc.stop_workers()
    board.press("solve")
    assert board.one("code_status") == "found"
    assert calc.workers != [worker]
    assert not board.warns


def test_a_hung_worker_is_given_up(calc: Calc, blank: Document) -> None:
    assert blank.formula("=BLACK(1236;1122)") == "1"
    with calc.hanging() as worker:
        assert blank.formula("=BLACK(1236;1111)") == NO_ADD_IN
    assert worker not in calc.workers
    # The next call has a worker that answers.
    assert blank.formula("=BLACK(1236;1222)") == "2"


def test_a_hung_button_is_given_up(calc: Calc, board: Document) -> None:
    wait_for_all_sheets(board)  # whose cells would ask a new worker meanwhile
    board.guess(1, "1122")
    board.press("check")
    with calc.hanging() as worker:
        board.press("solve")
    assert worker not in calc.workers
    assert board.warns
    assert_shows(board, expected(code(board), "1122"))
    board.press("solve")
    assert board.one("code_status") == "found"


def wrong_pythons(folder: Path) -> dict[str, str]:
    """Return Pythons that cannot be the worker's."""
    without = folder / "without"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", without], check=True)
    silent = folder / "silent"
    silent.write_text("#!/bin/sh\nexit 3\n", "utf-8")
    silent.chmod(0o755)
    return {
        "gone": str(folder / "gone"),
        "without the package": str(without / "bin" / "python"),
        "silent": str(silent),
    }


@pytest.mark.parametrize("kind", ["gone", "without the package", "silent"])
def test_a_python_that_cannot_work(
    calc: Calc, board: Document, tmp_path: Path, kind: str
) -> None:
    board.guess(1, "1122")
    board.press("check")
    own = calc.new()
    with calc.using(python=wrong_pythons(tmp_path)[kind]):
        # What the last button has computed stays on the board.
        board.model.calculateAll()
        assert_shows(board, expected(code(board), "1122"))
        assert own.formula("=BLACK(1236;1122)") == NO_ADD_IN
        own.press("about")
        own.model.CurrentController.Frame.activate()
        board.press("hint")
        assert_shows(board, expected(code(board), "1122"))
        found = run("doctor", environ=calc.environ)
        assert found.returncode == 1
        assert "FIX " in found.stdout
        assert "xl-mastermind" in found.stdout
    board.press("hint")
    assert board.read("guesses")[1][0] != ""
    own.close()


def other_python() -> str | None:
    """Return a Python of another minor version than this, and new enough."""
    for minor in (12, 13, 14):
        beside = Path(sys.base_prefix).parent.glob(f"3.{minor}*/bin/python3.{minor}")
        for python in (*beside, shutil.which(f"python3.{minor}")):
            works = python and subprocess.run(
                [python, "-c", "import venv"], capture_output=True, check=False
            )
            if works and works.returncode == 0 and sys.version_info.minor != minor:
                return str(python)
    return None


@pytest.fixture(scope="session")
def foreign_python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a Python of another minor version that has xl-mastermind."""
    python = other_python()
    if python is None:
        pytest.skip("elsewhere: there is no Python 3.12 or newer of another version than this")
    home = tmp_path_factory.mktemp("foreign")
    subprocess.run([python, "-m", "venv", home], check=True)
    inside = str(home / "bin" / "python")
    quietly = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    root = str(Path(__file__).parents[2])
    subprocess.run([inside, *quietly, root], check=True)
    return inside


@pytest.mark.long
def test_a_worker_of_another_python(
    calc: Calc, board: Document, foreign_python: str
) -> None:
    with calc.using(python=foreign_python):
        board.guess(1, "1122")
        assert_shows(board, expected(code(board), "1122"))
        board.press("solve")
        assert board.one("code_status") == "found"
        (worker,) = calc.workers
        program = Path(f"/proc/{worker}/cmdline").read_bytes().split(b"\0")[0]
        assert program.decode() == foreign_python


def test_libreoffice_takes_its_worker_along(
    calc_environment: dict[str, str], tmp_path: Path
) -> None:
    profile = tmp_path / "profile"
    shutil.copytree(Path(calc_environment["XDG_CONFIG_HOME"]), profile)
    office = Calc(calc_environment | {"XDG_CONFIG_HOME": str(profile)})
    document = office.new()
    assert document.formula("=BLACK(1236;1122)") == "1"
    workers = office.workers
    office.close()
    assert workers
    alive = [Path(f"/proc/{one}") for one in workers]
    wait_for(lambda: not any(one.exists() for one in alive), "the worker's end")


# Setting up


@pytest.fixture
def stranger(calc: Calc, tmp_path: Path) -> dict[str, str]:
    """Return the environment of a user who has set up nothing yet."""
    assert calc.environ
    return environment(tmp_path / "stranger")


@pytest.mark.long
def test_setup_doctor_and_removal(stranger: dict[str, str]) -> None:
    before = run("doctor", environ=stranger)
    assert before.returncode == 1
    assert "FIX LibreOffice has no MasterMind extension" in before.stdout
    for _ in range(2):  # the second time is an update
        assert run("setup", environ=stranger).returncode == 0
    after = run("doctor", environ=stranger)
    assert "ok  a formula in LibreOffice is answered by this Python" in after.stdout
    assert after.returncode == 0
    assert run("setup", "--remove", environ=stranger).returncode == 0
    again = run("setup", "--remove", environ=stranger)
    assert again.stdout == "LibreOffice had no MasterMind extension.\n"
    assert run("doctor", environ=stranger).returncode == 1
