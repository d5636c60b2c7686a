"""A board in a real LibreOffice, driven through UNO."""

import re
from pathlib import Path
from typing import Any

import pytest
from calc_boards import (
    RULES,
    assert_agrees,
    cell_text,
    code,
    formulas,
    type_in_cell,
)
from helpers import wait_for
from libreoffice import (
    FORMULAS,
    URLS,
    WORKBOOK,
    Calc,
    Document,
    click_runs,
    options,
    remote,
)

from xl_mastermind.game.rules import Code, Turn, feedback
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.solve.analysis import explain_turns
from xl_mastermind.solve.rating import rate_guesses
from xl_mastermind.solve.suggestion import next_guess
from xl_mastermind.spreadsheet.board import SOMEBODY_ELSE, NewBoard
from xl_mastermind.spreadsheet.buttons import BUTTONS
from xl_mastermind.spreadsheet.functions import FUNCTIONS
from xl_mastermind.spreadsheet.messages import NO_NUMBER

_ERRORS = 4
"""Formulas that give errors, as LibreOffice counts results."""

_LOOK = ("CellBackColor", "CellStyle", "CharColor", "CharHeight", "NumberFormat")


def turns(secret: Code, *guesses: str) -> list[Turn]:
    codes = map(RULES.parse_code, guesses)
    return [Turn(code, feedback(secret, code)) for code in codes]


# Opening


def test_a_workbook_plays_when_it_is_opened(new_document: Document) -> None:
    assert_agrees(new_document)
    undo = new_document.model.getUndoManager()

    def all_play() -> bool:
        # Not even for a moment is there something to undo.
        assert not undo.isUndoPossible()
        return new_document.urls == URLS

    wait_for(all_play, "all sheets")
    assert not new_document.model.isModified()
    assert not undo.isUndoPossible()
    assert not new_document.model.hasLocation()


def test_what_is_typed_right_after_opening_is_answered_and_can_be_undone(
    new_document: Document,
) -> None:
    changed = "Black Pegs"
    new_document.sheet = new_document.model.Sheets.getByName(changed)
    new_document.guess(1, "1122")
    assert new_document.read("codes_left")[0][0] != ""
    assert new_document.model.isModified()
    new_document.wait_for_all_sheets()
    assert new_document.model.isModified()
    undo = new_document.model.getUndoManager()
    assert undo.isUndoPossible()
    while undo.isUndoPossible():
        undo.undo()
    assert not any(new_document.read("guesses")[0])


def test_a_document_is_closed_before_all_of_its_sheets_play(calc: Calc) -> None:
    calc.open(AsTemplate=True).close()
    document = calc.open(AsTemplate=True)
    document.wait_for_all_sheets()
    document.close()


_NAMES = "|".join(function.name for function in FUNCTIONS)
_OUTSIDE = re.compile(rf"(?<![\w.])({_NAMES})\(", re.IGNORECASE)
"""A call of a function of ours that is not the add-in's."""


def calls_outside(document: Document) -> list[str]:
    """Return the formulas that call functions of ours, but not the add-in."""
    return [
        formula
        for sheet in document.model.Sheets
        for cells in sheet.getCellRangeByPosition(0, 0, 160, 160).queryContentCells(
            FORMULAS
        )
        for line in cells.getFormulaArray()
        for formula in line
        if _OUTSIDE.search(formula)
    ]


OF_A_PERSON = {
    "=BLACK(1122;1236)": "1",
    '=IF(TRUE();white(1236;1122)&" white";BLACK(1;2))': "1 white",
    "=INDEX(SOLVE_NEXT(1122;{3;0});1;4)": "3",
    # As a Turkish LibreOffice writes the name of a function that it does not know.
    "=cand\u0131dates_left(1122;{3;0})": "20",
    "=CAND\u0130DATES_LEFT(1122;{3;0})": "20",
}
"""Formulas, and what they give."""

UNTOUCHED = (
    '="BLACK(" & LEN("CODES(")',
    '="say ""CODES("" once"',
    "=$'CODES('.A1",
)
"""Formulas that only look as if they called a function of ours."""

AT = board_layout(NewBoard.from_rules(RULES))
PLACES = (
    ("Notes", 0, 0),
    ("Scores", 20, 3),
    ("Mine", AT.notes.left, AT.notes.top),  # below the board
)
"""Where a person has them: sheet, column, row."""

KINDS = {
    ".ods": "calc8",
    ".xlsm": "Calc MS Excel 2007 VBA XML",
    ".xlsx": "Calc MS Excel 2007 XML",
}
"""What LibreOffice calls the kinds of files that it saves."""


def formulas_in(cells: Any) -> list[str]:
    return [cell for (cell,) in cells.getFormulaArray()]


@pytest.mark.parametrize(
    ("writer", "ending"),
    [
        ("calc_without_extension", ".ods"),
        ("calc", ".xlsm"),
        ("calc_without_extension", ".xlsx"),
    ],
)
def test_formulas_of_a_person_answer_when_a_workbook_is_opened_again(
    request: pytest.FixtureRequest, calc: Calc, tmp_path: Path, writer: str, ending: str
) -> None:
    # Without our extension functions are written as Excel writes them.
    made = request.getfixturevalue(writer).open(WORKBOOK, AsTemplate=True)
    sheets = made.model.Sheets
    for name in ("Notes", "CODES("):
        sheets.insertNewByName(name, 0)
    sheets.getByName("Mastermind").Name = "Mine"
    sheets.moveByName("Letters", 1)
    for name, column, row in PLACES:
        sheet = sheets.getByName(name)
        for index, formula in enumerate(OF_A_PERSON):
            sheet.getCellByPosition(column, row + index).setFormula(formula)
        array = sheet.getCellRangeByPosition(column, row + 5, column + 2, row + 5)
        array.setArrayFormula("=SOLVE_NEXT(1122;{3;0})")
    notes = sheets.getByName("Notes").getCellRangeByName("F1:F3")
    notes.setFormulaArray(tuple((formula,) for formula in UNTOUCHED))
    untouched, language = formulas_in(notes), notes.CharLocale.Language
    made.show_sheet("Mine").guess(1, "1122")
    file = (tmp_path / "again").with_suffix(ending)
    made.save_as(file, KINDS[ending])
    made.close()
    again = calc.open(file)
    again.wait_for_all_sheets()
    assert calls_outside(again) == untouched
    for name, column, row in PLACES:
        sheet = again.model.Sheets.getByName(name)
        cells = sheet.getCellRangeByPosition(column, row, column + 2, row + 5)
        *given, array = cells.getDataArray()
        assert [cell_text(first) for first, *_ in given] == [*OF_A_PERSON.values()]
        assert array == (1, 2, 2), name
    notes = again.model.Sheets.getByName("Notes").getCellRangeByName("F1:F3")
    assert (formulas_in(notes), notes.CharLocale.Language) == (untouched, language)
    again.show_sheet("Mine")
    assert again.sheet.isProtected()
    assert again.read("guesses")[0] == (1, 1, 2, 2)
    assert str(again.cell_value("message")).endswith(" left.")
    again.close()


BASIC = "vnd.sun.star.script:VBAProject.MasterMind.{}?language=Basic&location=document"

OWN = {
    "Compare": [
        ("Compare", "", BASIC.format("Mine")),
        ("Compare", "https://example.org/", ""),
    ],
    "Mastermind": [
        ("Compare", "", ""),  # it belongs to another sheet
        ("Rules", "", ""),
        ("Hint", "", BASIC.format("Hint").replace("MasterMind", "Module1")),
        ("Hint", "", BASIC.format("Hint").replace("document", "application")),
        ("Hint", "", BASIC.format("Hint").replace("VBAProject", "Standard")),
    ],
}
"""Buttons of a person: caption, address, script."""


def test_buttons_of_a_person_are_left_alone_and_ours_have_their_urls(
    calc: Calc, new_document: Document, tmp_path: Path
) -> None:
    new_document.wait_for_all_sheets()
    # As LibreOffice keeps a game without our extension.
    macros = {button.caption: button.macro for button in BUTTONS.values()}
    push = remote().uno.Enum("com.sun.star.form.FormButtonType", "PUSH")
    for sheet in URLS:
        for form, place, control in new_document.buttons(sheet):
            control.ButtonType, control.TargetURL = push, ""
            if control.Label != "Compare":  # a word of Basic: it has lost its macro
                event = click_runs(BASIC.format(macros[control.Label]))
                form.registerScriptEvent(place, event)
    for sheet, own in OWN.items():
        for button in own:
            new_document.add_button(sheet, *button)
    file = tmp_path / "own.ods"
    new_document.save_as(file, "calc8")
    again = calc.open(file)
    firsts = [again.buttons(sheet)[0][-1] for sheet in URLS]
    wait_for(lambda: all(first.TargetURL for first in firsts), "the buttons")
    for sheet in URLS:
        theirs = len(OWN.get(sheet, []))
        buttons = again.buttons(sheet)
        for form, place, control in buttons[: len(buttons) - theirs]:
            assert control.TargetURL == URLS[sheet][control.Label]
            assert not form.getScriptEvents(place)
        found = []
        for form, place, control in buttons[len(buttons) - theirs :]:
            assert control.ButtonType.value == "PUSH"
            scripts = [event.ScriptCode for event in form.getScriptEvents(place)]
            found.append((control.Label, control.TargetURL, "".join(scripts)))
        assert found == OWN.get(sheet, [])
    again.close()


# Typing


def test_guesses_are_answered_while_they_are_typed(board: Document) -> None:
    guesses = "1122", "3456", "6543"
    for attempt, guess in enumerate(guesses, 1):
        board.guess(attempt, guess)
        assert_agrees(board)
    board.run_button("explain")
    told = [sentence for (sentence,) in board.read("explanation") if sentence]
    assert told == explain_turns(RULES, turns(code(board), *guesses), "knuth")
    at = board_layout(NewBoard.from_rules(RULES))
    numbers = [
        board.sheet.getCellByPosition(at.ranges["numbers"].left, row).getString()
        for row, _ in at.ranges["explanation"].cells()
    ]
    assert numbers == ["1.", "2.", "3.", *[""] * 7]


WRONG = "Attempt 1: please type four digits from 1 to 6."


def test_what_is_no_guess_and_no_number_is_told(board: Document) -> None:
    odd = "5/6 1/2 12:30 =1000+122 TRUE 2.5 1e3 -1122 112 1172 #N/A =NA() =1/0"
    for typed in odd.split():
        board.run_button("clear")
        type_in_cell(board, "$H$3", typed)
        assert str(board.cell_value("message")).startswith(WRONG), typed
        errors = board.sheet.queryFormulaCells(_ERRORS).RangeAddressesAsString
        assert errors in ("", "Mastermind.H3"), typed
    board.run_button("solve")
    assert board.cell_value("message") == WRONG
    board.area("game_number").getCellByPosition(0, 0).setFormula("=TRUE()")
    board.guess(1, "")
    board.run_button("hint")
    assert board.cell_value("message") == NO_NUMBER
    assert not any(board.read("guesses")[0])
    assert board.area("game_number").getCellByPosition(0, 0).getFormula() == "=TRUE()"


@pytest.mark.parametrize("number", ["TRUE", "1E+20", "2,5", "#N/A"])
def test_whatever_stands_for_a_number_a_button_is_heard(
    board: Document, number: str
) -> None:
    board.write("codemaker", (SOMEBODY_ELSE,))
    type_in_cell(
        board,
        board_layout(NewBoard.from_rules(RULES)).game_number.absolute_address,
        number,
    )
    board.run_button("new_game")
    said = "Let somebody hide a code. Your guess, or press Hint."
    assert board.cell_value("message") == said
    board.guess(1, "1122")
    assert board.cell_value("message") == "Please type the marks of attempt 1."


# Pasting and deleting


def looks(document: Document) -> list[tuple[object, ...]]:
    """Return how the cells are to be typed into, and where conditions apply."""
    areas = [document.area(name) for name in ("guess_input", "feedback_input")]
    cells = [
        area.getCellByPosition(column, row)
        for area in areas
        for row in range(area.Rows.Count)
        for column in range(area.Columns.Count)
    ]
    conditions = document.sheet.ConditionalFormats.getConditionalFormats()
    return [
        *((c.CellProtection.IsLocked, *c.getPropertyValues(_LOOK)) for c in cells),
        *sorted((c.Range.RangeAddressesAsString, c.Count) for c in conditions),
    ]


def test_what_is_pasted_or_deleted_loses_no_formula_and_new_games_mend_the_look(
    board: Document,
) -> None:
    def do(command: str, at: str = "") -> None:
        if at:
            board.calc.dispatch(board.model, ".uno:GoToCell", ToPoint=at)
        board.calc.dispatch(board.model, f".uno:{command}")

    board.run_button("new_game")
    before, look = formulas(board), looks(board)
    for source, goal, button in (
        ("$I$3", "$H$4", "new_game"),  # a tile
        ("$W$14", "$H$4", "clear"),  # a colour of the key
        ("$W$14", "$P$4", "new_game"),
        ("$H$3:$L$3", "$H$4", "clear"),
    ):
        type_in_cell(board, "$H$3", "1122")
        do("Copy", source)
        do("Paste", goal)
        pasted = formulas(board), looks(board), board.read("guess_input")
        assert before <= pasted[0], source
        is_refused = pasted == (before, look, ((1122,), *[("",)] * 9))
        assert is_refused == (":" in source), source
        board.run_button(button)
        assert (formulas(board), looks(board)) == (before, look), source
        do("Undo")
        undone = formulas(board), looks(board), board.read("guess_input")
        assert undone == pasted, source
        do("Redo")
    type_in_cell(board, "$H$3", "1122")
    do("SelectAll")
    do("Delete")
    assert formulas(board) == before
    for _ in range(3):
        board.run_button("new_game")
    assert looks(board) == look


def test_what_each_guess_cost_is_shown_after_the_game(board: Document) -> None:
    right = "".join(map(str, code(board)))
    wrong = "1122" if right != "1122" else "3344"
    board.guess(1, wrong)
    board.guess(2, wrong)
    assert {cost for (cost,) in board.read("costs")} == {""}
    board.guess(3, right)
    board.run_button("explain")
    first, second, third, *rest = [cost for (cost,) in board.read("costs")]
    rated = rate_guesses(RULES, turns(code(board), wrong, wrong, right))
    assert (first, third) == pytest.approx((rated[0].cost, rated[2].cost))
    assert second == "wasted"
    assert not any(rest)


def test_the_next_guess_follows_the_settings(board: Document) -> None:
    board.write("show_next_guess", ("Yes",))
    assert board.read("next_guess") == ((1, 1, 2, 2),)
    board.write("first_guess", ("3456",))
    assert board.read("next_guess") == ((3, 4, 5, 6),)
    board.guess(1, "3456")
    board.write("strategy", ("Entropy",))
    wanted = next_guess(RULES, turns(code(board), "3456"), "entropy")
    assert board.read("next_guess") == (wanted,)


@pytest.mark.parametrize("sheet", ["Super", "Letters"])
def test_one_code_left_is_listed_once(board: Document, sheet: str) -> None:
    board.show_sheet(sheet)
    (secret,) = board.read("secret")
    board.guess(1, "".join(map(cell_text, secret)))
    first, *others = board.read("candidate_list")
    assert first == secret
    assert {peg for row in others for peg in row} == {""}


# Buttons and the menu


def test_a_button_where_automatic_calculation_is_off(
    calc: Calc, board: Document, tmp_path: Path
) -> None:
    file = tmp_path / "manual.ods"
    board.model.enableAutomaticCalculation(False)  # noqa: FBT003 - UNO has no names
    board.save_as(file, "calc8")
    board.model.enableAutomaticCalculation(True)  # noqa: FBT003 - likewise
    again = calc.open(file)
    wait_for(lambda: again.read("codes_left")[0] == ("",), "all sheets")
    assert not again.model.isModified()
    again.write("game_number", (2611,))
    again.guess(1, "1122")
    again.run_button("hint")
    assert again.read("codes_left")[:3] == ((256,), (16,), ("",))
    assert_agrees(again)
    assert not again.model.isAutomaticCalculationEnabled()
    again.close()


def test_a_button_of_a_document_on_a_server(calc: Calc, tmp_path: Path) -> None:
    file = tmp_path / WORKBOOK.name
    file.write_bytes(WORKBOOK.read_bytes())
    document = calc.open(file)
    document.model.attachResource("https://example.org/MasterMind.xlsm", ())
    document.run_button("hint")
    assert document.read("guesses")[0] == (1, 1, 2, 2)
    assert not document.has_infobar
    document.close()


def test_a_command_that_is_none(board: Document) -> None:
    board.run_button("x" * 100_000)
    assert board.bar.startswith("expected a command of MasterMind, got 'xxx")
    assert len(board.bar) < 200


def test_an_area_as_large_as_a_sheet(board: Document) -> None:
    area = board.sheet.NamedRanges.getByName("guess_input")
    before = area.getContent()
    area.setContent("$Mastermind.$A$1:$AMJ$1048576")
    board.run_button("hint")
    area.setContent(before)
    assert board.bar == (
        "expected at most 262,144 cells in the area guess_input, got 1,073,741,824:"
        " $Mastermind.$A$1:$AMJ$1048576"
    )


def test_the_menu_where_there_is_no_board(calc: Calc, blank_document: Document) -> None:
    blank_document.run_button("about")
    assert not blank_document.has_infobar
    blank_document.run_button("solve")
    assert blank_document.has_infobar
    blank_document.run_button("help")
    opened = Document(calc, calc.desktop.getCurrentComponent())
    assert opened.model.CurrentController.ActiveSheet.Name == "Help"
    assert not opened.model.hasLocation()
    opened.guess(1, "1122")
    assert_agrees(opened)
    opened.close()


def test_two_documents_at_once(board: Document, new_document: Document) -> None:
    new_document.run_button("new_game")
    board.guess(1, "1122")
    new_document.guess(1, "3456")
    assert_agrees(board)
    assert_agrees(new_document)
    board.run_button("solve")
    assert board.cell_value("code_status") == "found"
    assert new_document.cell_value("code_status") == "hidden"


def test_a_result_is_copied_for_friends(calc: Calc, board: Document) -> None:
    board.guess(1, "1122")
    board.run_button("copy_result")
    later = "No result yet: finish the game first."
    assert board.cell_value("message") == later
    board.run_button("solve")
    board.run_button("copy_result")
    assert board.cell_value("message") == "Result copied: paste it for friends."
    assert board.read("explanation")[0] != ("",)  # what Solve said still counts
    assert not board.has_infobar  # a bar would move the board under the mouse
    service = "com.sun.star.datatransfer.clipboard.SystemClipboard"
    copied = calc.office.service(service).getContents()
    (flavor, *_) = copied.getTransferDataFlavors()
    lines = [str(line) for (line,) in board.read("result") if line]
    assert copied.getTransferData(flavor) == "\n".join(lines)
    assert lines[0].startswith(f"Mastermind #{board.cell_value('game_number'):.0f} in ")
    assert lines[-1] == "●●●●"
    board.run_button("clear")
    board.run_button("explain")
    board.guess(1, "3344")
    board.run_button("reveal_code")
    assert_agrees(board)  # with averages and luck
    board.run_button("copy_result")
    assert board.cell_value("message") == "A revealed game has no result."
    board.guess(2, "".join(map(str, code(board))))
    assert board.cell_value("code_status") == "found"
    assert not any(line for (line,) in board.read("result"))
    board.run_button("copy_result")
    assert board.cell_value("message") == "A revealed game has no result."
    board.guess(2, "1122")
    assert str(board.cell_value("message")).startswith("The code is ")
    assert not board.has_infobar
    assert not any(map(str.isdigit, "".join(lines[1:])))


def test_the_buttons_of_a_copied_sheet_play_on_it(board: Document) -> None:
    board.run_button("hint")
    board.model.Sheets.copyByName("Mastermind", "Second", 1)
    copy = board.show_sheet("Second")
    copy.write("game_number", (987654,))
    copy.run_button("solve")
    marks = copy.read("computed_feedback")
    board.show_sheet("Mastermind").model.Sheets.removeByName("Second")
    assert (4, 0) in marks
    assert {*board.read("computed_feedback")[1:]} == {("", "")}


def test_the_page_of_a_game_is_written_beside_the_document(
    new_document: Document, tmp_path: Path
) -> None:
    where = (tmp_path / "game.ods").as_uri()
    new_document.model.storeAsURL(where, options({"FilterName": "calc8"}))
    new_document.run_button("web_page")
    assert str(new_document.cell_value("message")).startswith(
        "Web page: there is one when "
    )
    new_document.run_button("solve")
    new_document.run_button("web_page")
    file = tmp_path / f"Mastermind {new_document.cell_value('game_number'):.0f}.html"
    assert new_document.cell_value("message") == f"Web page: {file.name}, in {tmp_path}"
    page = file.read_text("utf-8")
    for (line,) in new_document.read("explanation"):
        assert str(line or "") in page.replace("\n", " ")
    # The button stands far below the message: it is said there too.
    result = new_document.area("result").RangeAddress
    below = new_document.sheet.getCellByPosition(result.StartColumn, result.EndRow + 1)
    assert below.getString() == new_document.cell_value("message")
    new_document.run_button("new_game")
    assert below.getString() == ""
