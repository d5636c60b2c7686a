"""A board in a real LibreOffice, driven through UNO."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from calc_boards import (
    RULES,
    assert_shows,
    code,
    expected,
    plays,
    wait_for_all_sheets,
)
from helpers import rest_long, wait_for
from libreoffice import (
    URLS,
    WORKBOOK,
    Calc,
    Document,
    click_runs,
    remote,
)

from xl_mastermind.sheet.board import Board
from xl_mastermind.sheet.buttons import BUTTONS
from xl_mastermind.sheet.layout import GAMES, BoardLayout
from xl_mastermind.sheet.macros import without_macros
from xl_mastermind.sheet.words import FOR_NOW, NO_NUMBER
from xl_mastermind.solve.strategies import STRATEGIES, strategy_label

pytestmark = pytest.mark.calc


def marked(document: Document) -> int:
    return [mark for (mark,) in document.read("ruled_out_marks")].count("x")


def test_the_board_plays_on_opening(board: Document) -> None:
    assert_shows(board, expected(code(board)))
    assert not board.model.isModified()
    assert not board.model.getUndoManager().isUndoPossible()
    assert not board.model.hasLocation()


def test_other_sheets_play_a_little_later(board: Document) -> None:
    undo = board.model.getUndoManager()

    def all_play() -> bool:
        # Not even for a moment is there something to undo.
        assert not undo.isUndoPossible()
        return board.urls == URLS

    wait_for(all_play, "all sheets")
    assert not board.model.isModified()
    assert not undo.isUndoPossible()


@pytest.mark.long
def test_what_is_typed_before_other_sheets_play_can_be_undone(calc: Calc) -> None:
    def typed_early() -> bool:
        """Type, wait for all sheets and undo; was there a sheet to wait for?"""
        document = calc.open(AsTemplate=True)
        document.guess(1, "1122")
        waits = not plays(document, [*GAMES][-1])
        wait_for(lambda: document.urls == URLS, "all sheets")
        undo = document.model.getUndoManager()
        assert undo.isUndoPossible()
        while undo.isUndoPossible():
            undo.undo()
        assert not any(document.read("guesses")[0])
        document.close()
        return waits

    wait_for(typed_early, "a sheet that does not play yet")


def test_a_sheet_plays_when_it_is_turned_to(calc: Calc) -> None:
    name = [*GAMES][-1]

    def turned_to() -> bool:
        """Turn to a sheet that does not play yet, if that is still so."""
        document = calc.open(AsTemplate=True)
        waits = not plays(document, name)
        sheet = document.model.Sheets.getByName(name)
        document.model.CurrentController.setActiveSheet(sheet)
        assert plays(document, name)
        assert not document.model.isModified()
        document.close()
        return waits

    wait_for(turned_to, "a sheet that does not play yet")


def test_a_sheet_plays_when_something_on_it_changes(board: Document) -> None:
    board.sheet = board.model.Sheets.getByName("Black Pegs")
    board.guess(1, "1122")
    assert board.read("codes_left")[0][0] != ""
    assert board.model.isModified()
    assert board.model.getUndoManager().isUndoPossible()


def test_a_formula_is_no_peg_and_no_number(board: Document) -> None:
    board.guess(1, "1122")
    board.area("guesses").getCellByPosition(0, 0).setFormula("=TRUE()")
    board.press("hint")
    assert board.one("message") == "Please type a digit from 1 to 6."
    assert not any(board.read("guesses")[1])
    board.area("game_number").getCellByPosition(0, 0).setFormula("=TRUE()")
    board.write("guesses", *[("",) * 4] * 10)
    board.press("hint")
    assert board.one("message") == NO_NUMBER
    assert not any(board.read("guesses")[0])
    assert board.area("game_number").getCellByPosition(0, 0).getFormula() == "=TRUE()"


def test_guesses_are_answered_while_they_are_typed(board: Document) -> None:
    guesses = "1122", "3456", "6543"
    for attempt, guess in enumerate(guesses, 1):
        board.guess(attempt, guess)
        assert_shows(board, expected(code(board), *guesses[:attempt]))


def test_the_story_numbers_the_turns_that_it_tells(board: Document) -> None:
    guesses = "1122", "3456"
    for attempt, guess in enumerate(guesses, 1):
        board.guess(attempt, guess)
    told = [sentence for (sentence,) in board.read("story")]
    assert told == expected(code(board), *guesses).story
    at = BoardLayout(RULES)
    numbers = [
        board.sheet.getCellByPosition(at.arrows.left, row).getString()
        for row, _ in at.story.cells()
    ]
    assert numbers == ["1.", "2.", *[""] * 8]


def test_costs_that_stand_for_now_are_replaced_by_themselves(
    calc: Calc, board: Document, tmp_path: Path
) -> None:
    # A Python in which the search is not compiled before a file is there.
    done = tmp_path / "done"
    (tmp_path / "sitecustomize.py").write_text(
        "import time, pathlib\n"
        "from xl_mastermind.solve.exact import compiled\n"
        "def wait():\n"
        f"    while not pathlib.Path({str(done)!r}).exists(): time.sleep(0.1)\n"
        "compiled._LOADING = 0\n"
        "compiled._COMPILER.submit(wait)\n"
    )
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={tmp_path} exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    secret = code(board)
    first = "2456" if secret != (2, 4, 5, 6) else "3456"
    game = expected(secret, first, "".join(map(str, secret)))
    cost = game.ratings[0][0]

    with calc.using(python=str(python)):
        board.guess(1, first)
        board.guess(2, "".join(map(str, secret)))
        board.model.setModified(False)
        assert board.read("ratings")[0][3] == FOR_NOW
        assert board.read("ratings")[0][0] != pytest.approx(cost)
        done.touch()
        wait_for(lambda: board.read("ratings")[0][3] != FOR_NOW, "the better costs")
        assert board.read("ratings")[0][0] == pytest.approx(cost)
        assert board.read("costs")[0][0] == pytest.approx(cost)
        wait_for(lambda: not board.model.isModified(), "an unchanged document")


def test_what_each_guess_cost_is_shown_after_the_game(board: Document) -> None:
    right = "".join(map(str, code(board)))
    wrong = "1122" if right != "1122" else "3344"
    board.guess(1, wrong)
    board.guess(2, wrong)
    assert {cost for (cost,) in board.read("costs")} == {""}
    board.guess(3, right)
    game = expected(code(board), wrong, wrong, right)
    shown = [cost for (cost,) in board.read("costs")]
    assert shown[0] == pytest.approx(game.ratings[0][0])
    assert shown[1] == "wasted"
    assert shown[2] == pytest.approx(game.ratings[2][0])
    assert shown[3:] == [""] * 7
    notes = [row[3] for row in board.read("ratings")]
    assert notes == [row[3] for row in game.ratings]


def test_the_next_guess_follows_the_settings(board: Document) -> None:
    board.write("show_next_guess", ("Yes",))
    assert board.read("next_guess") == ((1, 1, 2, 2),)
    board.write("first_guess", ("3456",))
    assert board.read("next_guess") == ((3, 4, 5, 6),)
    board.guess(1, "3456")
    board.write("strategy", ("Entropy",))
    assert board.read("next_guess") == (tuple(_with_entropy(board).next_guess),)


def _with_entropy(document: Document) -> Board:
    board = Board.new(RULES, code(document), "entropy")
    return board.with_guess(0, [3, 4, 5, 6])


def test_somebody_elses_code(board: Document) -> None:
    board.write("codemaker", ("Somebody else",))
    board.guess(1, "1122")
    assert board.read("marks")[0] == ("", "")
    board.write("typed_marks", (1, 1), *[("", "")] * 9)
    assert board.one("message") == "1 black, 1 white: 208 codes left."


BASIC = "vnd.sun.star.script:VBAProject.MasterMind.{}?language=Basic&location=document"


def as_of_old(board: Document, folder: Path) -> Path:
    """Return a game that LibreOffice has kept without our extension."""
    wait_for_all_sheets(board)
    macros = {button.caption: button.macro for button in BUTTONS.values()}
    for sheet in URLS:
        for form, place, control in board.buttons(sheet):
            control.ButtonType = remote().uno.Enum(
                "com.sun.star.form.FormButtonType", "PUSH"
            )
            control.TargetURL = ""
            if control.Label != "Compare":  # a word of Basic: it has lost its macro
                event = click_runs(BASIC.format(macros[control.Label]))
                form.registerScriptEvent(place, event)
    file = folder / "of old.ods"
    board.save_as(file, "calc8")
    return file


def without_any(_board: Document, folder: Path) -> Path:
    file = folder / "without macros.xlsx"
    file.write_bytes(without_macros(WORKBOOK.read_bytes()))
    return file


def as_built(_board: Document, _folder: Path) -> Path:
    return WORKBOOK


@pytest.mark.parametrize("made", rest_long([as_built, without_any, as_of_old]))
def test_every_button_of_every_sheet_has_its_url(
    calc: Calc, board: Document, tmp_path: Path, made: Callable[[Document, Path], Path]
) -> None:
    document = calc.open(made(board, tmp_path), AsTemplate=True)
    wait_for_all_sheets(document)
    for sheet in URLS:
        for form, place, _ in document.buttons(sheet):
            assert not form.getScriptEvents(place)
    assert not document.model.isModified()
    document.close()


OWN = {
    "Compare": [
        ("Compare", "", BASIC.format("Mine")),
        ("Compare", "https://example.org/", ""),
        ("Compare", "", ""),  # ours is there
    ],
    "Mastermind": [
        ("Compare", "", ""),  # it belongs to another sheet
        ("Rules", "", ""),
    ],
}
"""Buttons of a person: caption, address, script."""


@pytest.mark.long
def test_buttons_of_a_person_are_left_alone(
    calc: Calc, board: Document, tmp_path: Path
) -> None:
    wait_for_all_sheets(board)
    for sheet, buttons in OWN.items():
        for button in buttons:
            board.add_button(sheet, *button)
    file = tmp_path / "own.ods"
    board.save_as(file, "calc8")
    again = calc.open(file)
    for sheet, buttons in OWN.items():
        opened_sheet = again.model.Sheets.getByName(sheet)
        again.model.CurrentController.setActiveSheet(opened_sheet)
        found = []
        for form, place, control in again.buttons(sheet)[-len(buttons) :]:
            assert control.ButtonType.value == "PUSH"
            scripts = [event.ScriptCode for event in form.getScriptEvents(place)]
            found.append((control.Label, control.TargetURL, "".join(scripts)))
        assert found == buttons
    again.close()


def test_every_button(board: Document) -> None:
    first = code(board)
    board.press("hint")
    assert board.read("guesses")[0] == (1, 1, 2, 2)
    assert_shows(board, expected(first, "1122"))
    board.press("check")
    assert_shows(board, expected(first, "1122"))
    board.press("reveal_code")
    assert board.read("hidden_code")[0] == first
    assert board.one("code_status") == "shown"
    board.press("clear")
    # The code of this game stays known.
    assert_shows(board, replace(expected(first), revealed=True))
    board.press("new_game")
    assert board.read("hidden_code") == (("?",) * 4,)
    assert board.one("message") == "A new code is hidden. Your guess."
    second = code(board)
    board.press("solve")
    assert board.one("code_status") == "found"
    assert board.read("hidden_code")[0] == second


@pytest.mark.parametrize("strategy", rest_long(STRATEGIES, quick=2))
def test_solve_with_each_strategy(shared: Document, strategy: str) -> None:
    shared.write("strategy", (strategy_label(strategy),))
    shared.press("new_game")
    shared.press("solve")
    guesses = [row for row in shared.read("guesses") if row[0] != ""]
    assert guesses[-1] == code(shared)
    name = strategy_label(strategy)
    assert str(shared.one("message")).startswith(
        f"{name} found it in {len(guesses)}.\n"
    )
    assert marked(shared) == 1295


def test_a_wrong_digit_is_told(board: Document) -> None:
    board.guess(1, "1172")
    assert board.one("message") == "Please type a digit from 1 to 6."
    board.press("solve")
    assert board.one("message") == "Please type a digit from 1 to 6."


def test_codes_that_are_ruled_out_are_struck_through(board: Document) -> None:
    # A condition compares the mark beside a code; this is what it compares.
    board.guess(1, "1122")
    marks = board.area("ruled_out_marks").AbsoluteName
    board.sheet = board.model.Sheets.getByName("Help")
    shown = board.formula(f'=SUMPRODUCT(--({marks}="x"))', "Z1")
    board.sheet = board.model.Sheets.getByIndex(0)
    assert int(shown) == marked(board) > 0


def test_a_lost_game(board: Document) -> None:
    wrong = "1111" if code(board) != (1, 1, 1, 1) else "2222"
    for attempt in range(1, 11):
        board.guess(attempt, wrong)
    assert str(board.one("message")).startswith("Ten attempts: the codemaker has won.")
    assert board.read("hidden_code")[0] == code(board)


def test_a_button_where_there_is_no_board(blank: Document) -> None:
    blank.press("solve")
    assert blank.warns


@pytest.mark.long
def test_two_documents_at_once(calc: Calc, board: Document) -> None:
    other = calc.open(AsTemplate=True)
    other.press("new_game")
    board.guess(1, "1122")
    other.guess(1, "3456")
    assert_shows(board, expected(code(board), "1122"))
    assert_shows(other, expected(code(other), "3456"))
    board.press("solve")
    assert board.one("code_status") == "found"
    assert other.one("code_status") == "hidden"
    other.close()


def test_the_menu_opens_a_board_and_help(calc: Calc, blank: Document) -> None:
    blank.press("help")
    opened = Document(calc, calc.desktop.getCurrentComponent())
    assert opened.model.CurrentController.ActiveSheet.Name == "Help"
    assert not opened.model.hasLocation()
    opened.guess(1, "1122")
    assert_shows(opened, expected(code(opened), "1122"))
    opened.close()


def test_a_result_is_copied_for_friends(calc: Calc, board: Document) -> None:
    board.guess(1, "1122")
    board.press("copy_result")
    assert board.warns
    board.press("solve")
    board.press("copy_result")
    service = "com.sun.star.datatransfer.clipboard.SystemClipboard"
    copied = calc.office.service(service).getContents()
    (flavor, *_) = copied.getTransferDataFlavors()
    lines = [str(line) for (line,) in board.read("result") if line]
    assert copied.getTransferData(flavor) == "\n".join(lines)
    assert lines[0].startswith(f"Mastermind #{board.one('game_number'):.0f} in ")
    assert lines[-1] == "●●●●"
    assert not any(map(str.isdigit, "".join(lines[1:])))


@pytest.mark.long
def test_the_page_of_a_game_is_written_beside_the_document(
    board: Document, tmp_path: Path
) -> None:
    board.save_as(tmp_path / "game.ods", "calc8")
    board.guess(1, "1122")
    board.press("web_page")
    assert str(board.one("message")).startswith("Web page: there is one when ")
    board.press("solve")
    board.press("web_page")
    file = tmp_path / f"Mastermind {board.one('game_number'):.0f}.html"
    assert board.one("message") == f"Web page: {file.name}, in {tmp_path}"
    page = file.read_text("utf-8")
    for (line,) in board.read("story"):
        assert f"{line}." in page.replace("\n", " ") or not line
    # The button stands far below the message: it is said there too.
    result = board.area("result").RangeAddress
    column = board.area("message").RangeAddress.StartColumn
    below = board.sheet.getCellByPosition(column, result.StartRow + 1)
    assert below.getString() == board.one("message")
    board.press("new_game")
    assert below.getString() == ""


def test_about_shows_without_a_screen(blank: Document) -> None:
    blank.press("about")
    assert not blank.warns


@pytest.mark.parametrize("sheet", ["Super", "Letters"])
def test_one_code_left_is_listed_once(shared: Document, sheet: str) -> None:
    wait_for_all_sheets(shared)
    shared.sheet = shared.model.Sheets.getByName(sheet)
    (secret,) = shared.read("secret")
    shared.area("guesses").getCellRangeByPosition(
        0, 0, len(secret) - 1, 0
    ).setDataArray((secret,))
    first, *others = shared.read("candidate_list")
    assert first == secret
    assert {peg for row in others for peg in row} == {""}
