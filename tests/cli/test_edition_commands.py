"""The commands on the workbook without macros."""

from pathlib import Path

import openpyxl
import pytest
from command_line import active_board, is_refused, run, use_few_boards
from libreoffice import WORKBOOK
from machines import MachineOf, only_ill, recorded, write_recorder

from xl_mastermind.game.rules import Rules
from xl_mastermind.hosts.file import NotReplacedError, press_button, read_boards
from xl_mastermind.setup import Machine, examine, is_outdated, open_workbook
from xl_mastermind.sheet.build import first_board, first_boards, write_workbook
from xl_mastermind.sheet.cells import Block
from xl_mastermind.sheet.layout import Edition
from xl_mastermind.sheet.macros import without_macros

PLAIN = WORKBOOK.with_suffix(Edition.PLAIN)
SCORES: Block = [[1, 46023.5, "Mastermind", "You", 5, None, 5]]


@pytest.fixture
def few_boards(monkeypatch: pytest.MonkeyPatch) -> list[Rules]:
    """Save time: the usual workbook has two boards."""
    return use_few_boards(monkeypatch)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game in progress."""
    path = tmp_path / "game.xlsx"
    write_workbook(path, first_board().with_guess(0, [1, 1, 2, 2]))
    return path


def edition(path: Path) -> Edition:
    """Return which edition a file is, by what it holds."""
    sheets = openpyxl.load_workbook(path, read_only=True).sheetnames
    return Edition.MACROS if "xlwings.conf" in sheets else Edition.PLAIN


@pytest.mark.parametrize("committed", [WORKBOOK, PLAIN])
def test_build_writes_both_committed_files(committed: Path, tmp_path: Path) -> None:
    path = tmp_path / committed.name
    assert run("build", str(path)) == (0, f"wrote {path}\n", "")
    assert path.read_bytes() == committed.read_bytes()
    assert edition(path) is Edition.of(path)


@pytest.mark.usefixtures("few_boards")
def test_solve_writes_a_played_game(tmp_path: Path) -> None:
    path = tmp_path / "Game.XLSX"
    said = run("solve", "--number", "2611", "--output", str(path))
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith(f" open {path}\n")
    assert edition(path) is Edition.PLAIN
    board = active_board(path)
    assert board.solved_in
    assert board.whole_number == 2611


def test_pressing_a_button_keeps_the_edition(file: Path) -> None:
    before = first_board()
    for button in ("hint", "solve", "reveal_code"):
        after = press_button(file, button)
        assert edition(file) is Edition.PLAIN
        assert active_board(file).to_values() == after.to_values()
        assert after.secret == before.secret
    assert after.revealed
    assert after.solved_in
    assert read_boards(file).scores is None
    new = press_button(file, "new_game")
    assert new.number != before.number
    assert not active_board(file).revealed


def test_settings_of_a_person_are_kept(file: Path) -> None:
    book = openpyxl.load_workbook(file)
    (reveal,) = book.worksheets[0].defined_names["reveal"].destinations
    book.worksheets[0][reveal[1].replace("$", "")].value = "Yes"
    book.save(file)
    assert press_button(file, "check").revealed
    assert active_board(file).revealed


def test_a_sheet_of_a_person_is_not_lost(file: Path) -> None:
    book = openpyxl.load_workbook(file)
    book.create_sheet("Mine")
    book.save(file)
    before = file.read_bytes()
    for words in (["build"], ["solve", "--output"]):
        said = run(*words, str(file))
        assert is_refused(said)
        assert "would lose what a person has added: Mine" in said.err
    with pytest.raises(NotReplacedError):
        press_button(file, "check")
    assert file.read_bytes() == before


def test_the_file_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "theirs.xlsx"
    openpyxl.Workbook().save(path)
    before = path.read_bytes()
    for words in (["build"], ["solve", "--output"]):
        said = run(*words, str(path))
        assert is_refused(said)
        assert "expected a MasterMind workbook" in said.err
    assert path.read_bytes() == before


@pytest.mark.usefixtures("few_boards")
def test_this_edition_takes_no_scores(tmp_path: Path) -> None:
    old, new = tmp_path / "old.xlsm", tmp_path / "new.xlsx"
    write_workbook(old, first_board(), scores=SCORES)
    said = run("build", str(new), "--scores-from", str(old))
    why = f"xl-mastermind: expected an .xlsm file for scores, got {new}\n"
    assert said == (2, "", why)
    assert not new.exists()
    write_workbook(new, first_board())
    said = run("build", str(tmp_path / "more.xlsm"), "--scores-from", str(new))
    assert said.lines[0] == f"{new} has no table of scores"


@pytest.mark.usefixtures("few_boards")
def test_scores_are_lost_by_force_only(tmp_path: Path) -> None:
    path = tmp_path / "saved.xlsm"
    write_workbook(path, first_board(), scores=SCORES)
    saved = path.with_suffix(".xlsx")  # as LibreOffice saves it
    saved.write_bytes(without_macros(path.read_bytes()))
    before = saved.read_bytes()
    for words in (["build"], ["solve", "--output"]):
        said = run(*words, str(saved))
        assert is_refused(said)
        assert "would lose the scores of 1 game; --force" in said.err
    with pytest.raises(NotReplacedError, match="the scores of 1 game"):
        press_button(saved, "check")
    assert saved.read_bytes() == before
    assert run("build", str(saved), "--force").code == 0
    assert edition(saved) is Edition.PLAIN


def test_another_ending_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.xls"
    for words in (["build"], ["open"], ["solve", "--output"]):
        assert is_refused(run(*words, str(path)))
    with pytest.raises(ValueError, match=r"ending in .xlsm or .xlsx, got "):
        write_workbook(path, *first_boards()[:1])
    assert not path.exists()


def test_opens_as_it_is(machine_of: MachineOf, tmp_path: Path, file: Path) -> None:
    program = write_recorder(tmp_path / "bin" / "soffice")
    environ = {"PATH": str(tmp_path / "bin"), "DISPLAY": ":0"}
    said = open_workbook(file, None, machine_of("linux", environ=environ))
    assert said == (
        f"Opening {file} in LibreOffice Calc. The menu MasterMind has its buttons."
    )
    assert recorded(program) == [str(file)]
    assert not is_outdated(file)


def test_opens_in_excel_without_a_word_about_macros(
    windows: Machine, file: Path
) -> None:
    assert open_workbook(file, None, windows) == f"Opening {file} in Excel."


def test_doctor_knows_it(machine_of: MachineOf, file: Path) -> None:
    finding = examine(file, machine_of("linux"))[-1]
    assert finding.what == (
        f"{file} is a MasterMind workbook without macros: it needs no Python"
    )
    assert finding.ok
    openpyxl.Workbook().save(file)
    finding = only_ill(examine(file, machine_of("linux"))[-1:])
    assert finding.what == f"{file} is not a MasterMind workbook"
