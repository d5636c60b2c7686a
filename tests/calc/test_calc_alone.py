"""What of the boards works in a LibreOffice whose extension has no Python of ours."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from calc_boards import assert_undone, contents, type_in_cell
from libreoffice import WORKBOOK, Calc, Document

from xl_mastermind.calc.extension import COMMANDS
from xl_mastermind.game.rules import Rules
from xl_mastermind.spreadsheet.buttons import BUTTONS
from xl_mastermind.spreadsheet.games import GAMES
from xl_mastermind.spreadsheet.messages import OTHER_PLAYERS_CODE, README

EDITIONS = [
    pytest.param(WORKBOOK.with_suffix(".xlsx"), id="without macros"),
    pytest.param(WORKBOOK, id="with macros"),
]

WORKS = (
    "Typing, New Game, Game of the Day, Clear, Reveal Code and Copy Result work"
    " without it."
    f" How to get it: {README}"
)
NEEDS = f"{{}} needs Python with xl-mastermind, which is not set up here. {WORKS}"


@pytest.fixture(scope="module", params=EDITIONS)
def workbook(
    request: pytest.FixtureRequest, calc_without_setup: Calc
) -> Iterator[Document]:
    """Return a workbook of either edition, open there."""
    document = calc_without_setup.open(request.param, AsTemplate=True)
    document.wait_for_all_sheets()
    document.store_inputs()
    yield document
    document.close()


@pytest.fixture
def lonely(workbook: Document) -> Document:
    """Return the workbook as new."""
    workbook.restore_inputs()
    return workbook


def test_a_game_and_its_steps_back(lonely: Document) -> None:
    type_in_cell(lonely, "$H$3", "1122")
    assert lonely.read("guesses")[0] == (1, 1, 2, 2)
    assert lonely.cell_value("message") != "1,296 codes are possible. Your guess."
    for name in ("reveal_code", "clear", "new_game"):
        before = contents(lonely)
        lonely.run_button(name)
        assert_undone(lonely, before, BUTTONS[name].caption)
        lonely.calc.dispatch(lonely.model, ".uno:Redo")
    assert lonely.cell_value("message") == "1,296 codes are possible. Your guess."
    type_in_cell(lonely, "$H$5", "1")
    lonely.run_button("new_game")
    cursor = lonely.model.CurrentController.getSelection()
    assert cursor.AbsoluteName == "$Mastermind.$H$3"
    assert not lonely.has_infobar


def test_what_a_button_said_with_python_does_not_hide_the_code(
    calc: Calc, board: Document, tmp_path: Path
) -> None:
    board.run_button("new_game")
    assert board.cell_value("message") == "A new code is hidden. Your guess."
    with calc.using(python=str(tmp_path / "gone")):
        board.run_button("reveal_code")
        assert str(board.cell_value("message")).startswith("The code is ")
        board.run_button("hint")
        said = board.bar
        board.run_button("clear")
        assert not board.has_infobar
    gone = f"the Python {tmp_path / 'gone'} does not start"
    assert said.startswith(
        f"Hint needs Python with xl-mastermind, which does not answer: {gone} ("
    )
    assert said.endswith(f"then run its setup. {WORKS}")
    board.run_button("new_game")
    assert board.cell_value("message") == "A new code is hidden. Your guess."
    board.write("codemaker", ("Somebody else",))
    board.run_button("reveal_code")
    assert board.cell_value("message") == OTHER_PLAYERS_CODE
    with calc.using(python=str(tmp_path / "gone")):
        board.run_button("new_game")
        assert board.cell_value("message") != OTHER_PLAYERS_CODE


def test_all_others_say_what_they_need(lonely: Document) -> None:
    lonely.guess(1, "1122")
    before = contents(lonely)
    captions = {button.name: button.caption for button in BUTTONS.values()} | COMMANDS
    for name in ("hint", "web_page", "open_board"):
        lonely.run_button(name)
        assert lonely.bar == NEEDS.format(captions[name])
    for sheet, name in ("Analysis", "analyse"), ("Compare", "compare"):
        if lonely.model.Sheets.hasByName(sheet):
            lonely.show_sheet(sheet)
            lonely.run_button(name)
            assert lonely.bar == NEEDS.format(captions[name])
        else:
            lonely.run_button(name)
            lacks = f"There is no sheet {sheet} in this document"
            assert lonely.bar == f"{lacks}: choose MasterMind > New Board."
    lonely.show_sheet("Mastermind")
    assert contents(lonely) == before
    lonely.write("codemaker", ("Cheats",))
    lonely.run_button("reveal_code")
    assert lonely.bar == NEEDS.format("Reveal Code")
    lonely.write("codemaker", ("Somebody else",))
    lonely.run_button("reveal_code")
    assert lonely.has_infobar
    assert lonely.bar == OTHER_PLAYERS_CODE


def test_functions_say_it_too_and_boards_do_without(lonely: Document) -> None:
    own = lonely.calc.new()
    assert own.formula("=BLACK(1122;1236)") == "#ADDIN?"
    own.close()
    for sheet in GAMES:
        lonely.show_sheet(sheet)
        rules = Rules.parse(GAMES[sheet])
        lonely.guess(1, rules.symbols[: rules.pegs])
        assert lonely.read("computed_feedback")[0][0] != ""
        assert "Err" not in str(lonely.cell_value("message"))
