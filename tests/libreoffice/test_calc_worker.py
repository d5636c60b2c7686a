"""Saving, the worker and the set-up of a real LibreOffice."""

from pathlib import Path

import pytest
from calc_boards import assert_agrees, sheet_contents, type_in_cell
from libreoffice import Calc, Document, environment, run

from xl_mastermind.board.buttons import BUTTONS
from xl_mastermind.libreoffice.client import settings_file

NO_ADD_IN = "#ADDIN?"


# Saving


def test_saved_game_continues(
    calc: Calc, small_document: Document, tmp_path: Path
) -> None:
    small_document.guess(1, "1122")
    file = tmp_path / "game.ods"
    small_document.save_as(file, "calc8")
    again = calc.open(file)
    assert_agrees(again)
    assert not again.model.isModified()
    type_in_cell(again, "$H$4", "3456")
    assert_agrees(again)
    again.run_button("solve")
    assert again.cell_value("code_status") == "found"
    calc.dispatch(again.model, ".uno:Save")
    again.close()
    finished = calc.open(file)
    assert finished.cell_value("code_status") == "found"
    finished.close()
    doctor = run("doctor", str(file), environ=calc.environ)
    assert f"ok  {file} is a MasterMind workbook without macros" in doctor.stdout


# The worker


@pytest.mark.parametrize("call", ["function", "button"])
def test_call_fails_if_the_worker_hangs(
    calc: Calc, board: Document, blank_document: Document, call: str
) -> None:
    assert blank_document.formula("=BLACK(1236;1122)") == "1"
    with calc.stopped_worker() as worker:
        if call == "function":
            assert blank_document.formula("=BLACK(1236;1111)") == NO_ADD_IN
        else:
            board.run_button("solve")
            assert board.has_infobar
    assert worker not in calc.workers
    assert blank_document.formula("=BLACK(1236;1222)") == "2"
    board.run_button("solve")
    assert board.cell_value("code_status") == "found"


def test_guess_calls_no_worker(calc: Calc, small_document: Document) -> None:
    with calc.stopped_worker():
        small_document.guess(1, "1122")
        assert str(small_document.cell_value("message")).startswith("Attempt 1:")
        assert not small_document.has_infobar


def test_board_survives_a_faulty_python(
    calc: Calc, board: Document, blank_document: Document, tmp_path: Path
) -> None:
    board.guess(1, "1122")
    board.run_button("explain")
    with calc.worker_python(python=str(tmp_path / "gone")):
        # A user who recalculates (Ctrl+Shift+F9) calls the missing Python again.
        board.model.calculateAll()
        assert_agrees(board)  # with the cached explanation
        assert blank_document.formula("=BLACK(1236;1122)") == NO_ADD_IN
        blank_document.run_button("about")
        blank_document.model.CurrentController.Frame.activate()
        board.run_button("new_game")
        assert board.infobar_text.startswith(
            "New Game needs Python: type next (with letters 0) below the last guess;"
            f" the Python {tmp_path / 'gone'} does not start ("
        )
        assert_agrees(board)
        doctor = run("doctor", environ=calc.environ)
    assert doctor.returncode == 1
    assert f"FIX the Python {tmp_path / 'gone'} does not start" in doctor.stdout
    board.run_button("hint")
    assert board.read("guesses")[1][0] != ""


# Without Python


def test_buttons_without_python_say_how_to_play(
    calc_without_setup: Calc, one_board: Path
) -> None:
    document = calc_without_setup.shared(one_board)
    document.guess(1, "1122")
    before = sheet_contents(document)
    next_game = "type next (with letters 0) below the last guess, or "
    instead = {
        "New Game": next_game,
        "Reveal Code": next_game,
        "Game of the Day": "type the date below the last guess, such as #20261231, or ",
        "Hint": "type ? below the last guess, on boards that list the codes, or ",
        "Clear": "select the guesses and press Delete, or ",
    }
    captions = {button.name: button.caption for button in BUTTONS.values()}
    del captions["copy_result"]
    for name, caption in (captions | {"open_board": "New Board"}).items():
        sheet = BUTTONS[name].sheet if name in BUTTONS else ""
        document.show_sheet(sheet or "Mastermind").run_button(name)
        setup = "see README.md in MasterMind's folder, and run: xl-mastermind setup"
        expected = f"{caption} needs Python: {instead.get(caption, '')}{setup}"
        assert document.infobar_text == expected
    assert sheet_contents(document.show_sheet("Mastermind")) == before


def test_copy_result_needs_no_python(calc_without_setup: Calc, one_board: Path) -> None:
    document = calc_without_setup.shared(one_board)
    document.run_button("copy_result")
    assert document.cell_value("message") == "No result yet: finish the game first."
    assert not document.has_infobar


# Setting up


@pytest.fixture
def stranger(calc: Calc, tmp_path: Path) -> dict[str, str]:
    assert calc.environ
    return environment(tmp_path / "stranger")


def test_setup_doctor_and_remove_work_in_turn(stranger: dict[str, str]) -> None:
    before = run("doctor", environ=stranger)
    assert before.returncode == 1
    assert "FIX LibreOffice has no MasterMind extension" in before.stdout
    for _ in range(2):  # the second time is an update
        assert run("setup", environ=stranger).returncode == 0
    after = run("doctor", environ=stranger)
    assert "ok  formulas in LibreOffice use this Python" in after.stdout
    assert after.returncode == 0
    copies = Path(stranger["HOME"], ".local", "share", "xl-mastermind", "opened")
    (copies / "copy.xlsx").parent.mkdir(parents=True)
    (copies / "copy.xlsx").touch()
    kept = copies.with_name("a person's own.txt")
    kept.touch()
    assert run("setup", "--remove", environ=stranger).returncode == 0
    assert not settings_file(stranger).parent.exists()
    assert [*kept.parent.iterdir()] == [kept]
    again = run("setup", "--remove", environ=stranger)
    assert again.stdout == "LibreOffice had no MasterMind extension.\n"
