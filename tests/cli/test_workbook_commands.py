"""`build`, and lightly `open`, `setup` and `doctor`."""

import json
from pathlib import Path

import pytest
from boards import saved_boards
from command_line import (
    active_board,
    is_refused,
    run,
    use_few_boards,
)

from xl_mastermind import setup as install
from xl_mastermind.build import book as build
from xl_mastermind.build.book import (
    first_board,
    write_workbook,
)
from xl_mastermind.game.rules import Rules
from xl_mastermind.hosts.file import saved_before


@pytest.fixture
def few_boards(monkeypatch: pytest.MonkeyPatch) -> list[Rules]:
    """Save time: the usual workbook has two boards."""
    return use_few_boards(monkeypatch)


def test_build_writes_boards_of_other_games(tmp_path: Path) -> None:
    path = tmp_path / "others.xlsm"
    games = ["6x9", "2x3 distinct black symbols=abc", "super", "6x9"]
    said = run("build", str(path), *(f"--game={game}" for game in games))
    assert (said.code, said.err) == (0, "")
    boards, active = saved_boards(path)
    assert [board.rules for board in boards] == [*map(Rules.parse, games[:3])]
    assert active is boards[0]
    assert all(isinstance(board.number, int) for board in boards)


@pytest.mark.parametrize("game", ["9x2", "4x", "0x6", "2x27", ""])
def test_build_refuses_a_board_that_cannot_be(game: str, tmp_path: Path) -> None:
    path = tmp_path / "others.xlsm"
    said = run("build", str(path), "--game", "4x6", "--game", game)
    assert (said.code, said.out) == (2, "")
    assert len(said.err.splitlines()) == 1
    assert not path.exists()


@pytest.mark.usefixtures("few_boards")
def test_build_has_a_usual_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("build").code == 0
    assert [*Path("workbook").iterdir()] == [Path("workbook/MasterMind.xlsm")]


Opened = list[tuple[Path, str | None]]
"""The files that were opened, and in which program."""


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Pretend that a spreadsheet program opens whatever it is given."""
    opened: Opened = []

    def open_workbook(path: Path, program: str | None, _: install.Machine) -> str:
        opened.append((path, program))
        return "opened"

    monkeypatch.setattr(install, "open_workbook", open_workbook)
    monkeypatch.setattr(install, "set_up_for", lambda *_: [])
    return opened


@pytest.mark.usefixtures("few_boards")
def test_open_writes_a_workbook_that_is_not_there(
    tmp_path: Path, programs: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "MasterMind.xlsm"
    monkeypatch.setattr(build, "new_number", lambda _: 2611)  # of a new game
    assert run("open", str(path), "--in", "calc") == (0, "opened\n", "")
    assert programs == [(path, "calc")]
    assert active_board(path).number == 2611


def test_open_keeps_a_game_in_progress(tmp_path: Path, programs: Opened) -> None:
    path = tmp_path / "MasterMind.xlsm"
    write_workbook(path, first_board().with_guess(0, (1, 1, 2, 2)))
    before = path.read_bytes()
    assert run("open", str(path)).code == 0
    assert path.read_bytes() == before
    assert programs == [(path, None)]


@pytest.mark.usefixtures("few_boards")
def test_what_an_installation_lacks_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(*_: object) -> str:
        raise install.InstallError("no spreadsheet program: install one")

    monkeypatch.setattr(install, "set_up_for", lambda *_: [])
    monkeypatch.setattr(install, "open_workbook", nothing)
    said = run("open", str(tmp_path / "MasterMind.xlsm"))
    assert said == (1, "", "xl-mastermind: no spreadsheet program: install one\n")


def test_doctor_fails_with_its_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = [
        install.Finding(ok=True, what="Python 3.11"),
        install.Finding(ok=False, what="Excel was not found", cure="install [it]"),
    ]
    monkeypatch.setattr(install, "examine", lambda *_: findings)
    said = run("doctor")
    assert (said.code, said.err) == (1, "")
    assert said.lines == ["ok  Python 3.11", "FIX Excel was not found: install [it]"]
    as_json = run("doctor", "--json")
    assert (as_json.code, as_json.err) == (1, "")
    assert json.loads(as_json.out) == {
        "ok": False,
        "findings": [
            {"ok": True, "what": "Python 3.11", "cure": ""},
            {"ok": False, "what": "Excel was not found", "cure": "install [it]"},
        ],
    }
    monkeypatch.setattr(install, "examine", lambda *_: findings[:1])
    assert run("doctor").code == 0
    assert json.loads(run("doctor", "--json").out)["ok"]


def test_setup_says_what_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "set_up", lambda _: ["wrote [a]", "done"])
    assert run("setup") == (0, "wrote [a]\ndone\n", "")


@pytest.mark.parametrize("name", ["letter.txt", "played"])
def test_open_refuses_what_cannot_be_a_workbook(
    name: str,
    tmp_path: Path,
    programs: Opened,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_refused(run("open", name))
    assert not [*tmp_path.iterdir()]
    assert not programs


@pytest.mark.usefixtures("few_boards")
def test_scores_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "MasterMind.xlsm"
    rows: list[list[object]] = [[1, 46023.5, "Mastermind", "You", 5, None, 5]]
    write_workbook(path, first_board(), scores=rows, player="Ada")
    for words in (["build", str(path)], ["solve", "--output", str(path)]):
        assert run(*words).code == 0
        assert saved_before(path) == (rows, "Ada")
