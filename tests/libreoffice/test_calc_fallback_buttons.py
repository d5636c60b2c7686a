"""Boards in a LibreOffice whose extension has no registered Python."""

from pathlib import Path

import pytest
from boards import fresh, write_workbook
from calc_boards import assert_undone, sheet_contents, type_in_cell
from libreoffice import WORKBOOK, Calc, Document

from xl_mastermind.board.buttons import BUTTONS
from xl_mastermind.libreoffice.extension import COMMANDS
from xl_mastermind.presentation.messages import OTHER_PLAYERS_CODE, README

EDITIONS = [
    pytest.param("", id="one board"),
    pytest.param(".xlsx", id="without macros", marks=pytest.mark.proof),
    pytest.param(".xlsm", id="with macros", marks=pytest.mark.proof),
]

WORKS = (
    "Typing, New Game, Game of the Day, Clear, Reveal Code and Copy Result work"
    " without it."
    f" How to get it: {README}"
)
NEEDS = f"{{}} needs Python with xl-mastermind, which is not set up here. {WORKS}"


@pytest.fixture(scope="module", params=EDITIONS)
def file(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return a workbook without macros and with one board, or a bundled one."""
    if request.param:
        return WORKBOOK.with_suffix(request.param)
    file = tmp_path_factory.mktemp("one") / "MasterMind.xlsx"
    write_workbook(file, fresh())
    return file


@pytest.fixture
def document(calc_without_setup: Calc, file: Path) -> Document:
    return calc_without_setup.shared(file)


def test_fallback_buttons_are_undone(document: Document) -> None:
    type_in_cell(document, "$H$3", "1122")
    assert document.read("guesses")[0] == (1, 1, 2, 2)
    start = "1,296 codes are possible. Your guess."
    assert start not in str(document.cell_value("message"))
    for name in ("reveal_code", "clear", "new_game"):
        before = sheet_contents(document)
        document.run_button(name)
        assert_undone(document, before, BUTTONS[name].caption)
        document.calc.dispatch(document.model, ".uno:Redo")
    assert start in str(document.cell_value("message"))
    type_in_cell(document, "$H$5", "1")
    document.run_button("new_game")
    cursor = document.model.CurrentController.getSelection()
    assert cursor.AbsoluteName == "$Mastermind.$H$3"
    assert not document.has_infobar


def test_fallback_buttons_replace_cached_messages(
    calc: Calc, board: Document, tmp_path: Path
) -> None:
    board.run_button("new_game")
    assert board.cell_value("message") == "A new code is hidden. Your guess."
    with calc.worker_python(python=str(tmp_path / "gone")):
        board.run_button("reveal_code")
        assert str(board.cell_value("message")).startswith("The code is ")
        board.run_button("hint")
        said = board.infobar_text
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
    with calc.worker_python(python=str(tmp_path / "gone")):
        board.run_button("new_game")
        assert board.cell_value("message") != OTHER_PLAYERS_CODE


def test_other_buttons_say_what_they_need(document: Document) -> None:
    document.guess(1, "1122")
    before = sheet_contents(document)
    captions = {button.name: button.caption for button in BUTTONS.values()} | COMMANDS
    for name in ("hint", "open_board"):
        document.run_button(name)
        assert document.infobar_text == NEEDS.format(captions[name])
    for sheet, name in ("Analysis", "analyse"), ("Compare", "compare"):
        if document.model.Sheets.hasByName(sheet):
            document.show_sheet(sheet)
            document.run_button(name)
            assert document.infobar_text == NEEDS.format(captions[name])
        else:
            document.run_button(name)
            lacks = f"There is no sheet {sheet} in this document"
            assert document.infobar_text == f"{lacks}: choose MasterMind > New Board."
    document.show_sheet("Mastermind")
    assert sheet_contents(document) == before
    document.write("codemaker", ("Cheats",))
    document.run_button("reveal_code")
    assert document.infobar_text == NEEDS.format("Reveal Code")
    document.write("codemaker", ("Somebody else",))
    document.run_button("reveal_code")
    assert document.has_infobar
    assert document.infobar_text == OTHER_PLAYERS_CODE
