"""The extension in a real LibreOffice, driven through UNO."""

import itertools
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from helpers import wait_for
from libreoffice import (
    URLS,
    WORKBOOK,
    Calc,
    Document,
    Values,
    click_runs,
    environment,
    remote,
    run,
)

from xl_mastermind.extra.swap_puzzle import swap_boards, swap_count, swap_moves
from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn, feedback
from xl_mastermind.hosts.calc.extension import method_name
from xl_mastermind.sheet.board import INPUTS, Board
from xl_mastermind.sheet.buttons import BUTTONS
from xl_mastermind.sheet.draw import swap as swap_sheet
from xl_mastermind.sheet.functions import FUNCTIONS, codes
from xl_mastermind.sheet.layout import GAMES, AnalysisLayout, BoardLayout
from xl_mastermind.sheet.macros import without_macros
from xl_mastermind.sheet.words import FOR_NOW, strategy_label
from xl_mastermind.solve.evaluate import game_record
from xl_mastermind.solve.strategies import STRATEGIES

pytestmark = pytest.mark.calc

RULES = Rules(4, 6)
NO_ADD_IN = "#ADDIN?"
COMPARED = (
    '=IF(BOARD_MESSAGE(B1:E2;F1:G2)="1,296 codes are possible. Your guess.";"equal")'
)


def code(document: Document) -> tuple[int, ...]:
    state = document.model.Sheets.getByName("State")
    (pegs,) = state.getCellRangeByName("I1:L1").getDataArray()
    return tuple(map(int, pegs))


def marked(document: Document) -> int:
    return [mark for (mark,) in document.read("ruled_out_marks")].count("x")


def expected(secret: tuple[int, ...], *guesses: str) -> Board:
    board = Board.new(RULES, secret)
    for row, guess in enumerate(guesses):
        board = board.with_guess(row, [*map(int, guess)])
    return board


def assert_shows(document: Document, board: Board) -> None:
    """Compare what the cells show with what the board is."""
    assert document.read("marks") == tuple(map(tuple, board.marks))
    assert [count for (count,) in document.read("codes_left")] == board.codes_left
    assert [
        mark for (mark,) in document.read("ruled_out_marks")
    ] == board.ruled_out_marks
    assert document.one("message") == board.message


# Playing


def test_the_board_plays_on_opening(board: Document) -> None:
    assert_shows(board, expected(code(board)))
    assert not board.model.isModified()
    assert not board.model.getUndoManager().isUndoPossible()
    assert not board.model.hasLocation()


def plays(document: Document, name: str) -> bool:
    """Return whether a sheet has been made to play."""
    return document.urls[name] == URLS[name]


def wait_for_all_sheets(document: Document) -> None:
    wait_for(lambda: document.urls == URLS, "all sheets")


def test_other_sheets_play_a_little_later(board: Document) -> None:
    undo = board.model.getUndoManager()

    def all_play() -> bool:
        # Not even for a moment is there something to undo.
        assert not undo.isUndoPossible()
        return board.urls == URLS

    wait_for(all_play, "all sheets")
    assert not board.model.isModified()
    assert not undo.isUndoPossible()


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


@pytest.mark.parametrize("made", [as_built, without_any, as_of_old])
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
    assert_shows(board, expected(first))
    board.press("new_game")
    assert board.read("hidden_code") == (("?",) * 4,)
    assert board.one("message") == "A new code is hidden. Your guess."
    second = code(board)
    board.press("solve")
    assert board.one("code_status") == "found"
    assert board.read("hidden_code")[0] == second


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_solve_with_each_strategy(board: Document, strategy: str) -> None:
    board.write("strategy", (strategy_label(strategy),))
    board.press("new_game")
    board.press("solve")
    guesses = [row for row in board.read("guesses") if row[0] != ""]
    assert guesses[-1] == code(board)
    assert board.one("message") == f"Solved in {len(guesses)}. Well played!"
    assert marked(board) == 1295


def test_a_wrong_digit_is_told(board: Document) -> None:
    board.guess(1, "1172")
    assert board.one("message") == "Please type a digit from 1 to 6."
    board.press("solve")
    assert board.one("message") == "Attempt 1: Please type a digit from 1 to 6."


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


def test_about_shows_without_a_screen(blank: Document) -> None:
    blank.press("about")
    assert not blank.warns


# Formulas in a document of one's own


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("=BLACK(1236;1122)", "1"),
        ("=WHITE(1236;1122)", "1"),
        ('=BLACK("1236";"1122")', "1"),
        ("=BLACK(1;2;3;6;1;1;2;2)", "1"),
        ("=BLACK(0;1;2;3;0;1;3;2)", "2"),
        ("=SUM(BLACK({1;1;2;2};{1;1;2;2|1;1;1;1}))", "6"),
        ("=BLACK(B1;1122)", ""),  # a blank cell
        ("=BLACK(B1:E1;B2:E2)", ""),
        ("=CHECK_GUESS(1172)", "Please type a digit from 1 to 6."),
        ('=CHECK_GUESS("0579";"bulls-and-cows")', ""),
        ("=CHECK_GUESS(123)", "A guess has 4 pegs; this one has 3."),
        ('=SUM(CODES("2x2"))', "12"),
        ("=ROWS(CODES())", "1296"),
        ("=BOARD_MESSAGE(B1:E2;F1:G2)", "1,296 codes are possible. Your guess."),
        (COMPARED, "equal"),
        ("=BLACK(0;5;7;9;0;5;1;9)", "3"),
        ("=WHITE(B9;1122)", ""),
        ("=INDEX(SOLVE_NEXT(B1:E2;F1:G2;;;B9);1;4)", "2"),
        ("=ROWS(RANK_GUESSES(B1:E2;F1:G2))", "1296"),
        ('=INDEX(RANK_GUESSES(1122;{3;0};"knuth";;3);1;1)&""', "1223"),
        ("=SUM(PARTITION(1122;B1:E2;F1:G2))-SUM(PARTITION(B1;B1:E2;F1:G2))", "1296"),
        ("=INDEX(PARTITION(1122;B1:E2;F1:G2);6;3)", "256"),
        ('=ROUND(INDEX(STRATEGY_STATS("Most parts");1;2);4)', "4.3735"),
        (
            "=LEFT(TELL_TURNS(1122;{0;2};B1);40)",
            "0 black 2 white leaves 96 of 1,296 codes",
        ),
    ],
)
def test_a_formula(blank: Document, formula: str, shown: str) -> None:
    assert blank.formula(formula) == shown


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("=BLACK()", "#VALUE!"),
        ("=BLACK(1122)", "#VALUE!"),
        ("=BLACK(1;2;3)", "#VALUE!"),
        ('=BLACK("1122";"12345")', "#VALUE!"),
        ("=BLACK(1122;-1)", "#VALUE!"),
        ("=BLACK(1122;1.5)", "#VALUE!"),
        ('=BLACK(1122;"12 4")', "#VALUE!"),
        ("=BLACK(1122;TRUE();1)", "#VALUE!"),
        ('=CODES("junk")', "#VALUE!"),
        ('=CODES("9x26")', "#VALUE!"),
        ("=CODES(B1:C3)", "#VALUE!"),
        ('=SOLVE_NEXT(1122;{1;0};"magic")', "#VALUE!"),
        ("=SOLVE_NEXT(1122;{5;0})", "#VALUE!"),
        ("=SOLVE_NEXT({1;1;2;2|1;1;2;2};{1;0|0;0})", "#N/A"),
        ("=RANK_GUESSES({1;1;2;2|1;1;2;2};{1;0|0;0})", "#N/A"),
        ("=PARTITION(1172;B1:E2;F1:G2)", "#VALUE!"),
        ('=STRATEGY_STATS("knuth";"5x8")', "#VALUE!"),
        ("=BLACK(1122;1/0)", "#DIV/0!"),
        ("=BLACK(1122;NA())", "#N/A"),
    ],
)
def test_a_bad_value(blank: Document, formula: str, shown: str) -> None:
    assert blank.formula(formula) == shown
    assert not blank.warns


def test_a_bad_value_spoils_its_own_row_only(blank: Document) -> None:
    blank.write("A1:A5", (1122,), (17.5,), ("",), (1111,), ("1 22",))
    shown = blank.array('=BLACK("1122";A1:A5)', "B1:B5")
    assert shown == [["4"], ["#VALUE!"], [""], ["2"], ["#VALUE!"]]


def test_whole_blocks(blank: Document) -> None:
    listed = [tuple(map(float, row)) for row in codes("4x5")]
    blank.write(f"A1:D{len(listed)}", *listed)
    blank.write("F1:I1", (1, 1, 2, 2))
    blank.write("J1:K1", (1, 1))
    shown = blank.array('=RULED_OUT(A1:D625;F1:I1;J1:K1;"4x5")', "E1:E625")
    assert blank.array('=RULED_OUT(F1:I1;J1:K1;"4x5")', "M1:M625") == shown
    left = blank.formula('=CANDIDATES_LEFT(F1:I1;J1:K1;"4x5")', "L1")
    assert sum(mark == "" for (mark,) in shown) == int(left)


def test_formulas_answer_in_other_documents_after_a_reload(
    calc: Calc, blank: Document, tmp_path: Path
) -> None:
    assert blank.formula("=BLACK(1236;1122)") == "1"
    file = tmp_path / "own.ods"
    blank.save_as(file, "calc8")
    again = calc.open(file)
    again.sheet.getCellRangeByName("A2").setFormula("=A1+WHITE(1236;1122)")
    assert again.sheet.getCellRangeByName("A2").getString() == "2"
    again.close()


# One table


def test_the_function_wizard_says_what_the_table_says(calc: Calc) -> None:
    listed = calc.office.service("com.sun.star.sheet.FunctionDescriptions")
    found = {}
    for index in range(listed.Count):
        one = {item.Name: item.Value for item in listed.getByIndex(index)}
        found[one["Name"]] = one
    for function in FUNCTIONS:
        ours = found[function.name]
        assert ours["Description"] == function.help
        told = [(a.Name, a.Description) for a in ours["Arguments"]]
        assert told == [(a.name, a.help) for a in function.arguments]


def test_libreoffice_knows_every_method(calc: Calc) -> None:
    manager = calc.office.context.getValueByName(
        "/singletons/com.sun.star.reflection.theTypeDescriptionManager"
    )
    described = manager.getByHierarchicalName("org.xlmastermind.XMasterMind")
    names = [m.Name.rpartition("::")[2] for m in described.getMembers()]
    assert names == [method_name(function) for function in FUNCTIONS]


# Every game


def opened_sheet(document: Document, name: str) -> BoardLayout:
    """Turn to another game's sheet."""
    sheets = document.model.Sheets
    document.sheet = sheets.getByName(name)
    document.model.CurrentController.setActiveSheet(document.sheet)
    return BoardLayout(Rules.parse(GAMES[name]), name, list(GAMES).index(name))


def shown_board(document: Document, layout: BoardLayout) -> Board:
    """Return the board whose cells a sheet has, computed here."""
    areas = {name: layout.areas[name] for name in INPUTS}
    sheets = document.model.Sheets
    return Board.from_values(
        {
            name: [
                [None if value == "" else value for value in row]
                for row in sheets.getByName(area.sheet)
                .getCellRangeByName(area.address)
                .getDataArray()
            ]
            for name, area in areas.items()
        }
    )


def assert_agrees(document: Document, board: Board) -> None:
    assert document.read("marks") == tuple(map(tuple, board.marks))
    assert [count for (count,) in document.read("codes_left")] == board.codes_left
    assert document.one("message") == board.message


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_on_every_board(board: Document, name: str) -> None:
    layout = opened_sheet(board, name)
    board.press("new_game")
    board.press("hint")
    assert_agrees(board, shown_board(board, layout))
    # A typed guess: the colours in their order, as every game allows them.
    board.guess(2, layout.rules.symbols[: layout.rules.pegs])
    assert_agrees(board, shown_board(board, layout))
    board.press("solve")
    played = shown_board(board, layout)
    assert_agrees(board, played)
    assert board.one("code_status") == ("shown" if played.lost else "found")


@pytest.mark.parametrize("name", ["Bulls and Cows", "Letters", "Black Pegs"])
def test_a_codemaker_who_cheats(board: Document, name: str) -> None:
    layout = opened_sheet(board, name)
    board.write("codemaker", ("Cheats",))
    board.guess(1, layout.rules.symbols[: layout.rules.pegs])
    assert board.read("marks")[0] != ("", "")
    assert_agrees(board, shown_board(board, layout))
    (row, *_), (marks, *_) = board.read("guesses"), board.read("marks")
    rules = layout.rules
    guess = tuple(rules.symbols.index(cell_text(peg)) + 1 for peg in row)
    black, white = (int(mark or 0) for mark in marks)
    first = candidates(rules, [Turn(guess, Feedback(black, white))])[0]
    board.press("reveal_code")
    shown = [cell_text(peg) for peg in board.read("hidden_code")[0]]
    assert shown == [rules.symbols[colour - 1] for colour in first]


def test_games_in_progress_do_not_disturb_one_another(
    calc: Calc, board: Document, tmp_path: Path
) -> None:
    guesses = {"Bulls and Cows": "0579", "Letters": "ABCZ", "Super": "11223"}
    for name, guess in guesses.items():
        opened_sheet(board, name)
        board.guess(1, guess)
    file = tmp_path / "games.ods"
    board.save_as(file, "calc8")
    again = calc.open(file)
    for name, guess in guesses.items():
        layout = opened_sheet(again, name)
        assert "".join(cell_text(c) for c in again.read("guesses")[0]) == guess
        assert_agrees(again, shown_board(again, layout))
        again.press("hint")
        assert_agrees(again, shown_board(again, layout))
    opened_sheet(again, "Mastermind")
    assert again.one("message") == "1,296 codes are possible. Your guess."
    again.close()


def cell_text(value: float | str | None) -> str:
    return f"{value:.0f}" if isinstance(value, float) else str(value)


def test_a_turn_that_cannot_be_is_named(board: Document) -> None:
    layout = opened_sheet(board, "Bulls and Cows")
    board.write("codemaker", ("Somebody else",))
    board.guess(1, "0123")
    board.guess(2, "4567")
    board.write("typed_marks", (0, 1), (0, 0), *[("", "")] * 8)
    message = str(board.one("message"))
    assert message == shown_board(board, layout).message
    assert message.startswith("No code fits from attempt 2 on")
    assert board.read("typed_marks")[1] == (0, 0)


@pytest.mark.parametrize(("pieces", "step"), [(1, 2), (3, 7), (20, 440)])
def test_the_swap_puzzle_is_stepped_through(
    board: Document, pieces: int, step: int
) -> None:
    board.sheet = board.model.Sheets.getByName("Swap puzzle")
    board.write(swap_sheet.PIECES.row(0).column(0).address, (pieces,))
    board.write(swap_sheet.STEP.row(0).column(0).address, (step,))
    squares = [
        cell_text(square) or "." for square in board.read(swap_sheet.BOARD.address)[0]
    ]
    shown = "".join(squares).strip(".")
    assert shown == swap_boards(pieces)[step].strip(".")
    moves = [
        str(move) for line in board.read(swap_sheet.MOVES.address) for move in line
    ]
    assert [move for move in moves if move] == [*map(str, swap_moves(pieces))]
    message = str(board.one(swap_sheet.MESSAGE.address))
    assert message.startswith(f"Move {step} of {swap_count(pieces)}")


# Analysis


def analysis_sheet(calc: Calc, document: Document) -> Document:
    sheet = Document(calc, document.model)
    sheet.sheet = document.model.Sheets.getByName("Analysis")
    return sheet


def sizes_shown(sheet: Document) -> dict[tuple[int, int], int]:
    """Return the parts as the matrix shows them."""
    at = AnalysisLayout(5)
    rows = sheet.read(at.matrix.address)
    return {
        (black, white): int(cell)
        for black, row in enumerate(rows[1:])
        for white, cell in enumerate(row[1:])
        if isinstance(cell, float)
    }


def parts_by_hand(guess: Code, left: Sequence[Code]) -> dict[tuple[int, int], int]:
    sizes = dict.fromkeys([(b, w) for b, w in RULES.feedbacks], 0)
    for other in left:
        black, white = feedback(other, guess)
        sizes[black, white] += 1
    return sizes


def test_the_analysis_follows_a_game(calc: Calc, board: Document) -> None:
    sheet = analysis_sheet(calc, board)
    left = [tuple(c) for c in itertools.product(range(1, 7), repeat=4)]
    secret = code(board)
    guesses = ["1122", "3344", "1356", "6251"]
    for attempt, typed in enumerate(guesses, 1):
        board.guess(attempt, typed)
        guess = tuple(map(int, typed))
        if guess == secret:
            break
        answer = feedback(secret, guess)
        left = [other for other in left if feedback(other, guess) == answer]
        board.press("analyse")
        best = tuple(int(float(p or 0)) for p in sheet.read("split_guess")[0][:4])
        assert sizes_shown(sheet) == parts_by_hand(best, left)
        for row in sheet.read("ranked_guesses"):
            *pegs, fits, mean, largest, parts, _, _ = row
            ranked = tuple(int(float(p or 0)) for p in pegs[:4])
            sizes = [n for n in parts_by_hand(ranked, left).values() if n]
            assert (fits == "●") is (ranked in left)
            assert (largest, parts) == (max(sizes), len(sizes))
            assert mean == pytest.approx(
                sum(n * n for n in sizes) / len(left), abs=0.01
            )
        # Another guess is split while it is typed.
        sheet.write("split_guess", (2, 4, 4, 6, ""))
        assert sizes_shown(sheet) == parts_by_hand((2, 4, 4, 6), left)
        sheet.write("split_guess", (2, 4, "", "", ""))
        assert sizes_shown(sheet) == {}


def test_the_analysis_of_another_board(calc: Calc, board: Document) -> None:
    sheet = analysis_sheet(calc, board)
    sheet.write("analysed_board", ("Black Pegs",))
    board.press("analyse")
    assert sheet.read("split_guess")[0][:4] == (1, 1, 1, 1)
    assert sizes_shown(sheet) == {
        (0, 0): 625,
        (1, 0): 500,
        (2, 0): 150,
        (3, 0): 20,
        (4, 0): 1,
    }
    sheet.write("split_guess", (1, 2, 3, 4, ""))
    assert sum(sizes_shown(sheet).values()) == 1296
    sheet.write("analysed_board", ("Nowhere",))
    board.press("analyse")
    assert sheet.one("analysis_message") == "There is no board on a sheet Nowhere."


# Compare

STRATEGIES_COMPARED = (
    *("minimax", "knuth", "expected-size", "entropy", "most-parts"),
    "first-consistent",
)


@pytest.mark.parametrize("secret", ["4563", "1112", "1111"])
def test_strategies_side_by_side(calc: Calc, board: Document, secret: str) -> None:
    left: list[tuple[int, ...]]
    sheet = Document(calc, board.model)
    sheet.sheet = board.model.Sheets.getByName("Compare")
    sheet.write("compared_code", (*map(float, secret), ""))
    board.press("compare")
    for number, name in enumerate(STRATEGIES_COMPARED, 1):
        game = [
            step.turn for step in game_record(RULES, RULES.parse_code(secret), name)
        ]
        assert sheet.one(f"guesses_{number}") == len(game)
        left = [*itertools.product(range(1, 7), repeat=4)]
        rows = sheet.read(f"turns_{number}")
        for row, turn in zip(rows, game, strict=False):
            left = [c for c in left if feedback(c, turn.guess) == turn.feedback]
            black, white = turn.feedback
            marks = " ".join("●" * black + "○" * white + "·" * (4 - black - white))
            assert row == (*turn.guess, "", marks, len(left))
        assert {cell for row in rows[len(game) :] for cell in row} == {""}
    assert sheet.read("figures_2") == ((4.4761,), (5,), (5801,))
    histogram = [n for (n,) in sheet.read("histogram_2")]
    assert histogram[:6] == [1, 6, 62, 533, 694, ""]


def test_a_code_at_random_of_another_game(calc: Calc, board: Document) -> None:
    sheet = Document(calc, board.model)
    sheet.sheet = board.model.Sheets.getByName("Compare")
    sheet.write("compared_code", ("",) * 5)
    sheet.write("compared_game", ("4x5",))
    for number in range(2, 7):
        sheet.write(f"strategy_{number}", ("",))
    board.press("compare")
    assert str(sheet.one("compare_message")).startswith("One strategy looks for ")
    assert sheet.read("figures_2") == (("",), ("",), ("",))
    sheet.write("compared_game", ("8x8",))
    board.press("compare")
    said = "This workbook has room for 5 pegs, not for 8x8."
    assert sheet.one("compare_message") == said


# Scores


def score_rows(document: Document) -> Values:
    table = document.model.DatabaseRanges.getByName("Scores")
    rows: Values = table.ReferredCells.getDataArray()[1:]
    return rows


def scores_sheet(calc: Calc, document: Document) -> Document:
    """Return the sheet of scores, for the eyes and hands of a person."""
    sheet = Document(calc, document.model)
    sheet.sheet = document.model.Sheets.getByName("Scores")
    return sheet


def test_ten_games_are_kept_saved_and_exported(
    calc: Calc, board: Document, tmp_path: Path
) -> None:
    for game in range(10):
        board.press("new_game")
        if game % 2:
            board.guess(1, "1122")
        board.press("solve")
        if game % 3:
            board.press("clear")
    rows = score_rows(board)
    assert [row[0] for row in rows] == [*range(1, 11)]
    assert {row[2] for row in rows} == {"4x6"}
    assert [row[3] for row in rows] == ["Knuth", "You and Knuth"] * 5
    for place, row in enumerate(rows):
        alike = [float(other[4] or 0) for other in rows[place % 2 : place + 1 : 2]]
        assert row[7] == pytest.approx(sum(alike) / len(alike), abs=1e-4)
    file = tmp_path / "ten games.ods"
    board.save_as(file, "calc8")
    again = calc.open(file)
    # A date is kept to the hundredth of a second, all else as it is.
    assert [r[:1] + r[2:] for r in score_rows(again)] == [r[:1] + r[2:] for r in rows]
    for kept, row in zip(score_rows(again), rows, strict=True):
        assert kept[1] == pytest.approx(row[1], abs=1e-6)
    again.guess(1, "1122")
    again.press("new_game")
    again.press("solve")
    assert len(score_rows(again)) == 11
    scores = scores_sheet(calc, again)
    again.model.CurrentController.setActiveSheet(scores.sheet)
    again.press("export_scores")
    again.press("export_scores")
    first, second = (
        (tmp_path / f"ten games scores{mark}.csv").read_text("utf-8-sig").splitlines()
        for mark in ("", " 2")
    )
    assert first == second
    assert len(first) == 12
    assert str(scores.one("scores_message")).endswith("ten games scores 2.csv")
    again.close()


def test_a_button_takes_a_table_whose_rows_are_deleted(
    calc: Calc, board: Document
) -> None:
    scores = scores_sheet(calc, board)
    for games in (1, 3):
        scores.sheet.Rows.removeByIndex(4, games)
        assert score_rows(board) == ()
        board.press("hint")
        for game in range(3):
            board.press("new_game")
            board.press("solve")
            assert [row[0] for row in score_rows(board)] == [*range(1, game + 2)]


def test_the_chart_of_scores_reads_the_latest_thirty_games(
    calc: Calc, board: Document
) -> None:
    played = 32
    for _ in range(played):
        board.press("new_game")
        board.press("solve")
    guesses = [row[4] for row in score_rows(board)]
    sheet = scores_sheet(calc, board)
    charted = sheet.read("W5:X34")
    assert charted == tuple(zip(range(3, 33), guesses[2:], strict=True))


# Saving


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


def test_excels_workbook_is_not_written_without_a_yes(
    calc: Calc, tmp_path: Path
) -> None:
    original = Path(shutil.copy(WORKBOOK, tmp_path))
    before = original.read_bytes()
    document = calc.open(original)
    document.guess(1, "1122")
    calc.dispatch(document.model, ".uno:Save")
    assert document.model.isModified()
    other = tmp_path / "other.xlsm"
    document.save_as(other, "Calc MS Excel 2007 VBA XML")
    document.close()
    assert not other.exists()
    assert original.read_bytes() == before


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
        pytest.skip("there is no Python 3.12 or newer of another version than this")
    home = tmp_path_factory.mktemp("foreign")
    subprocess.run([python, "-m", "venv", home], check=True)
    inside = str(home / "bin" / "python")
    quietly = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    root = str(Path(__file__).parents[2])
    subprocess.run([inside, *quietly, root], check=True)
    return inside


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
