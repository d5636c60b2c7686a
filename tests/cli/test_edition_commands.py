"""The commands on the workbook without macros."""

from pathlib import Path

import openpyxl
import pytest
from boards import Paper, built, fresh, played, with_scores, write_workbook
from command_line import active_board, is_refused, run
from machines import MachineOf, examined, only_failed, recorded, write_recorder

from xl_mastermind.setup import Machine, open_workbook
from xl_mastermind.sheet.cells import Cell
from xl_mastermind.sheet.edition import Edition
from xl_mastermind.sheet.parts import without_macros

GAME: list[Cell] = [1, 46023.5, "Mastermind", "You", 5, None, 5]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game in progress."""
    path = tmp_path / "game.xlsx"
    write_workbook(path, played("1122", board=fresh()))
    return path


def edition(path: Path) -> Edition:
    """Return which edition a file is, by what it holds."""
    sheets = openpyxl.load_workbook(path, read_only=True).sheetnames
    return Edition.MACROS if "xlwings.conf" in sheets else Edition.PLAIN


def test_solve_writes_a_played_game(tmp_path: Path) -> None:
    path = tmp_path / "Game.XLSX"
    said = run("solve", "--number", "2611", "--output", str(path))
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith(f" open {path}\n")
    assert edition(path) is Edition.PLAIN
    board = active_board(path)
    assert Paper.of(board).expected.solved is not None
    assert board.number == 2611


def test_scores_are_lost_by_force_only(tmp_path: Path) -> None:
    saved = tmp_path / "saved.xlsx"  # as LibreOffice saves it
    saved.write_bytes(without_macros(with_scores(built(fresh()), GAME)))
    before = saved.read_bytes()
    for words in (["build"], ["solve", "--output"]):
        said = run(*words, str(saved))
        assert is_refused(said)
        assert "would lose the scores of 1 game; --force" in said.err
    assert saved.read_bytes() == before
    assert run("build", str(saved), "--force").code == 0
    assert edition(saved) is Edition.PLAIN


def test_opens_as_a_copy(machine_of: MachineOf, tmp_path: Path, file: Path) -> None:
    program = write_recorder(tmp_path / "bin" / "soffice")
    environ = {"PATH": str(tmp_path / "bin"), "DISPLAY": ":0"}
    said = open_workbook(file, None, machine_of("linux", environ=environ))
    assert said == (
        f"Opening a copy of {file} in LibreOffice Calc. To keep the game, save it as"
        " ODF Spreadsheet (.ods). The menu MasterMind has its buttons."
    )
    assert recorded(program) == ["-n", str(file)]


def test_opens_in_excel_without_a_word_about_macros(
    windows: Machine, file: Path
) -> None:
    assert open_workbook(file, None, windows) == f"Opening {file} in Excel."


def test_doctor_knows_it(machine_of: MachineOf, file: Path) -> None:
    finding = examined(file, machine_of("linux"))[-1]
    assert finding.what == (
        f"{file} is a MasterMind workbook without macros: it needs no Python"
    )
    assert finding.ok
    openpyxl.Workbook().save(file)
    finding = only_failed(examined(file, machine_of("linux"))[-1:])
    assert finding.what == f"{file} is not a MasterMind workbook"
