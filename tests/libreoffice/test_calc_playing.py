"""A board in a real LibreOffice, driven through UNO."""

import re
from pathlib import Path

import pytest
from boards import write_workbook
from calc_boards import (
    RULES,
    assert_agrees,
    cell_text,
    code,
    formulas,
    type_in_cell,
    undo_titles,
)
from libreoffice import FORMULAS, URLS, Calc, Document, Values
from processes import wait_for

from xl_mastermind.board.state import new_game
from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.functions import FUNCTIONS
from xl_mastermind.game.rules import Code, Rules, Turn, feedback
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.solve.explanation import explain_turns

_FORMAT_PROPERTIES = (
    "CellBackColor",
    "CellStyle",
    "CharColor",
    "CharHeight",
    "NumberFormat",
)


def turns(secret: Code, *guesses: str) -> list[Turn]:
    codes = map(RULES.parse_code, guesses)
    return [Turn(code, feedback(secret, code)) for code in codes]


# Opening


def test_workbook_is_connected_when_opened(new_document: Document) -> None:
    urls = {name: buttons for name, buttons in URLS.items() if name not in GAMES}
    urls |= {name: URLS[name] for name in ("Little", "Black Pegs")}
    assert_agrees(new_document)
    undo = new_document.model.getUndoManager()

    def all_play() -> bool:
        # Not even for a moment is there something to undo.
        assert not undo.isUndoPossible()
        return new_document.urls == urls

    wait_for(all_play, "all sheets")
    assert not new_document.model.isModified()
    assert not undo.isUndoPossible()
    assert not new_document.model.hasLocation()


def test_guess_right_after_opening_is_answered_and_undone(
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


def test_document_closes_before_all_sheets_are_connected(
    calc: Calc, small_workbook: Path
) -> None:
    calc.open(small_workbook, AsTemplate=True).close()
    document = calc.open(small_workbook, AsTemplate=True)
    document.wait_for_all_sheets()
    assert document.urls_on("Mastermind") == URLS["Mastermind"]
    document.close()


def test_buttons_have_the_colours_of_the_board(small_document: Document) -> None:
    colours = {
        control.Label: (control.BackgroundColor, control.TextColor)
        for _, _, control in small_document.buttons("Mastermind")
    }
    assert colours.pop("New Game") == (0x0B4F5E, 0xFFFFFF)
    assert {*colours.values()} == {(0xE4EFF0, 0x1E2733)}


_NAMES = "|".join(function.name for function in FUNCTIONS)
_UNQUALIFIED_CALL = re.compile(rf"(?<![\w.])({_NAMES})\(", re.IGNORECASE)
"""A call of a worksheet function without the add-in's name."""


def unqualified_calls(document: Document) -> list[str]:
    """Return the formulas with such a call or a text like one."""
    return [
        formula
        for sheet in document.model.Sheets
        for cells in sheet.getCellRangeByPosition(0, 0, 160, 160).queryContentCells(
            FORMULAS
        )
        for line in cells.getFormulaArray()
        for formula in line
        if _UNQUALIFIED_CALL.search(formula)
    ]


USER_FORMULAS = {
    "=BLACK(1122;1236)": "1",
    '=IF(TRUE();white(1236;1122)&" white";BLACK(1;2))': "1 white",
    "=INDEX(SOLVE_NEXT(1122;{3;0});1;4)": "3",
    # As a Turkish LibreOffice writes the name of a function that it does not know.
    "=cand\u0131dates_left(1122;{3;0})": "20",
    "=CAND\u0130DATES_LEFT(1122;{3;0})": "20",
}
"""Formulas of a user and their results."""

TEXT_FORMULAS = (
    '="BLACK(" & LEN("CODES(")',
    '="say ""CODES("" once"',
    "=$'CODES('.A1",
)
"""Formulas with a text or a sheet name that looks like a call."""

AT = board_layout(new_game(RULES))
FORMULA_CELLS = (
    ("Notes", 0, 0),
    ("Scores", 20, 3),
    ("Mine", AT.ranges["notes"].left, AT.ranges["notes"].top),  # below the board
)
"""Cells of these formulas: sheet, column, row."""

FILTERS = {
    ".ods": "calc8",
    ".xlsm": "Calc MS Excel 2007 VBA XML",
    ".xlsx": "Calc MS Excel 2007 XML",
}
"""LibreOffice's filters by file name ending."""


BASIC = "vnd.sun.star.script:VBAProject.MasterMind.{}?language=Basic&location=document"

USER_BUTTONS = {
    "Compare": [
        ("Compare", "", BASIC.format("Mine")),
        ("Compare", "https://example.org/", ""),
    ],
    "Mine": [
        ("Compare", "", ""),  # it belongs to another sheet
        ("Rules", "", ""),
        ("Hint", "", BASIC.format("Hint").replace("MasterMind", "Module1")),
        ("Hint", "", BASIC.format("Hint").replace("document", "application")),
        ("Hint", "", BASIC.format("Hint").replace("VBAProject", "Standard")),
    ],
}
"""Buttons of a user: caption, URL, script."""


def write_user_formulas(document: Document) -> None:
    """Write formulas of a user on a renamed, a moved and a new sheet."""
    sheets = document.model.Sheets
    for name in ("Notes", "CODES("):
        sheets.insertNewByName(name, 0)
    sheets.getByName("Mastermind").Name = "Mine"
    sheets.moveByName("Scores", 1)
    for name, column, row in FORMULA_CELLS:
        sheet = sheets.getByName(name)
        for index, formula in enumerate(USER_FORMULAS):
            sheet.getCellByPosition(column, row + index).setFormula(formula)
        array = sheet.getCellRangeByPosition(column, row + 5, column + 2, row + 5)
        array.setArrayFormula("=SOLVE_NEXT(1122;{3;0})")
    notes = sheets.getByName("Notes").getCellRangeByName("F1:F3")
    notes.setFormulaArray(tuple((formula,) for formula in TEXT_FORMULAS))
    document.show_sheet("Mine").guess(1, "1122")


@pytest.fixture(scope="module")
def saved_files(
    calc: Calc,
    calc_without_extension: Calc,
    one_board: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Path]:
    """Return workbooks with formulas and buttons of a user, by their endings."""
    folder = tmp_path_factory.mktemp("saved")
    files = {ending: folder / f"again{ending}" for ending in FILTERS}
    document = calc.open(one_board, AsTemplate=True)
    document.keep_sheets("Mastermind", "Scores")
    write_user_formulas(document)
    document.save_as(files[".xlsm"], FILTERS[".xlsm"])
    document.close()
    # Without the extension, Calc writes functions and macros as Excel writes them.
    document = calc_without_extension.open(one_board, AsTemplate=True)
    document.keep_sheets("Mastermind", "Scores", "Compare")
    write_user_formulas(document)
    for sheet, buttons in USER_BUTTONS.items():
        for button in buttons:
            document.add_button(sheet, *button)
    for ending in (".ods", ".xlsx"):
        document.save_as(files[ending], FILTERS[ending])
    document.close()
    return files


@pytest.mark.parametrize(
    "ending", [".ods", ".xlsm", pytest.param(".xlsx", marks=pytest.mark.proof)]
)
def test_user_formulas_are_connected_when_reopened(
    calc: Calc, saved_files: dict[str, Path], ending: str
) -> None:
    document = calc.open(saved_files[ending])
    document.wait_for_all_sheets()
    notes = document.model.Sheets.getByName("Notes").getCellRangeByName("F1:F3")
    texts = [text.replace(" ", "") for text in unqualified_calls(document)]
    assert texts == [text.replace(" ", "") for text in TEXT_FORMULAS]
    assert notes.CharLocale.Language != "zxx"
    for name, column, row in FORMULA_CELLS:
        sheet = document.model.Sheets.getByName(name)
        cells = sheet.getCellRangeByPosition(column, row, column + 2, row + 5)
        *results, array = cells.getDataArray()
        assert [cell_text(first) for first, *_ in results] == [*USER_FORMULAS.values()]
        assert array == (1, 2, 2), name
    document.show_sheet("Mine")
    assert document.sheet.isProtected()
    assert document.read("guesses")[0] == (1, 1, 2, 2)
    assert str(document.cell_value("message")).endswith(" left.")
    document.close()


def test_only_workbook_buttons_are_connected(
    calc: Calc, saved_files: dict[str, Path]
) -> None:
    document = calc.open(saved_files[".ods"])
    document.wait_for_all_sheets()
    for sheet, user_buttons in USER_BUTTONS.items():
        buttons = [
            (
                control.Label,
                control.TargetURL,
                "".join(event.ScriptCode for event in form.getScriptEvents(place)),
            )
            for form, place, control in document.buttons(sheet)
        ]
        urls = URLS["Mastermind" if sheet == "Mine" else sheet]
        connected = [(caption, url, "") for caption, url in urls.items()]
        assert sorted(buttons) == sorted([*connected, *user_buttons])
    document.close()


# Typing


def test_board_answers_and_explains_typed_guesses(board: Document) -> None:
    guesses = "1122", "3456", "6543"
    for attempt, guess in enumerate(guesses, 1):
        board.guess(attempt, guess)
        assert_agrees(board)
    board.run_button("explain")
    told = [sentence for (sentence,) in board.read("explanation") if sentence]
    assert told == explain_turns(RULES, turns(code(board), *guesses), "knuth")
    at = board_layout(new_game(RULES))
    numbers = [
        board.sheet.getCellByPosition(at.ranges["numbers"].left, row).getString()
        for row, _ in at.ranges["explanation"].cells()
    ]
    assert numbers == ["1.", "2.", "3.", *[""] * 7]


# Pasting and deleting


def input_formats(document: Document) -> list[tuple[object, ...]]:
    """Return the formats of input cells and the ranges of conditional formats."""
    names = ("guess_input", "feedback_input")
    cells = [c for name in names for c in document.cells(name).CellFormatRanges]
    conditions = document.sheet.ConditionalFormats.getConditionalFormats()
    return [
        *(
            (
                c.AbsoluteName,
                c.CellProtection.IsLocked,
                *c.getPropertyValues(_FORMAT_PROPERTIES),
            )
            for c in cells
        ),
        *sorted((c.Range.RangeAddressesAsString, c.Count) for c in conditions),
    ]


def test_paste_and_delete_keep_formulas_and_formats_return(
    board: Document,
) -> None:
    def do(command: str, at: str = "") -> None:
        if at:
            board.calc.dispatch(board.model, ".uno:GoToCell", ToPoint=at)
        board.calc.dispatch(board.model, f".uno:{command}")

    def contents() -> list[Values]:
        return [board.read(name) for name in ("guess_input", "feedback_input")]

    def assert_restored() -> None:
        board.calc.wait_until_idle()
        assert (formulas(board), input_formats(board)) == (before, look)

    board.run_button("new_game")
    before, look = formulas(board), input_formats(board)
    for source, goal, button in (
        ("$I$3", "$H$4", "new_game"),  # a tile
        ("$U$2", "$N$4", "clear"),  # a colour of the key
        ("$H$3:$L$3", "$H$4", "clear"),
    ):
        type_in_cell(board, "$H$3", "1122")
        typed = contents()
        do("Copy", source)
        do("Paste", goal)
        assert_restored()
        pasted = contents()
        assert (pasted == typed) == (":" in source), source  # refused
        board.run_button(button)
        assert_restored()
        do("Undo")
        assert contents() == pasted, source
        do("Redo")
    type_in_cell(board, "$H$3", "1122")
    do("SelectAll")
    do("Delete")
    assert formulas(board) == before
    board.run_button("new_game")
    assert input_formats(board) == look


def test_typed_code_restores_the_format_of_a_cut_guess(board: Document) -> None:
    board.run_button("new_game")  # Calc joins conditions that it copies
    board.model.UndoManager.clear()
    hidden = input_formats(board)
    type_in_cell(board, "$H$3", "1122")
    board.calc.dispatch(board.model, ".uno:Cut")
    assert input_formats(board) != hidden
    type_in_cell(board, "$H$3", "own 3625")
    board.calc.wait_until_idle()
    assert input_formats(board) == hidden
    assert board.cell_value("H3") == "own 3625"
    assert undo_titles(board) == ("Input", "Cut", "Input")
    board.calc.dispatch(board.model, ".uno:Undo")
    assert undo_titles(board) == ("Cut", "Input")
    assert board.cell_value("H3") == ""


def test_explain_shows_costs_after_the_game(board: Document) -> None:
    right = "".join(map(str, code(board)))
    wrong = "1122" if right != "1122" else "3344"
    board.guess(1, wrong)
    board.guess(2, wrong)
    assert {cost for (cost,) in board.read("costs")} == {""}
    board.guess(3, right)
    board.run_button("explain")
    first, second, third, *rest = [cost for (cost,) in board.read("costs")]
    _, (cached_first,), _, (cached_third,), *_ = board.read("cached_costs")
    assert (first, third) == (cached_first, cached_third)
    assert isinstance(first, float)
    assert second == "wasted"
    assert not any(rest)


def test_list_has_the_last_code_once(board: Document) -> None:
    board.show_sheet("Super")
    (secret,) = board.read("secret")
    board.guess(1, "".join(map(cell_text, secret)))
    first, *others = board.read("candidate_list")
    assert first == secret
    assert {peg for row in others for peg in row} == {""}


# Buttons and the menu


def test_button_computes_without_automatic_calculation(
    calc: Calc, small_document: Document, tmp_path: Path
) -> None:
    file = tmp_path / "manual.ods"
    small_document.model.enableAutomaticCalculation(False)  # noqa: FBT003 - UNO
    small_document.save_as(file, "calc8")
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


def test_board_with_the_longest_list_is_connected(calc: Calc, tmp_path: Path) -> None:
    file = tmp_path / "board.xlsm"
    board = first_game(Rules.parse("ab-repeats"))
    write_workbook(file, board, has_optional_sheets=False)
    document = calc.open(file)
    assert not document.has_infobar
    document.wait_for_all_sheets()
    document.run_button("hint")
    assert document.read("words")[0] == ("0123",)
    document.close()


def test_button_works_in_a_document_on_a_server(small_document: Document) -> None:
    small_document.model.attachResource("https://example.org/MasterMind.xlsm", ())
    small_document.run_button("hint")
    assert small_document.read("guesses")[0] == (1, 1, 2, 2)
    assert not small_document.has_infobar


def test_unknown_command_shows_an_infobar(board: Document) -> None:
    board.run_button("x" * 100_000)
    assert board.infobar_text.startswith("expected a command of MasterMind, got 'xxx")
    assert len(board.infobar_text) < 200


def test_button_rejects_a_range_of_a_sheet(board: Document) -> None:
    area = board.sheet.NamedRanges.getByName("guess_input")
    before = area.getContent()
    area.setContent("$Mastermind.$A$1:$AMJ$1048576")
    board.run_button("hint")
    area.setContent(before)
    assert board.infobar_text == (
        "expected at most 262,144 cells in the range guess_input, got 1,073,741,824:"
        " $Mastermind.$A$1:$AMJ$1048576"
    )


def test_menu_works_without_a_board(calc: Calc, blank_document: Document) -> None:
    blank_document.run_button("about")
    assert not blank_document.has_infobar
    blank_document.run_button("help")
    wait_for(calc.desktop.getCurrentComponent, "the new workbook")
    opened = Document(calc, calc.desktop.getCurrentComponent())
    controller = opened.model.CurrentController
    wait_for(lambda: controller.ActiveSheet.Name == "Help", "the sheet Help")
    assert not opened.model.hasLocation()
    opened.guess(1, "1122")
    assert_agrees(opened)
    opened.close()


def test_copy_result_copies_finished_games_only(calc: Calc, board: Document) -> None:
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
    assert not any(map(str.isdigit, "".join(lines[1:])))
    for button in ("new_game", "reveal_code", "copy_result"):
        board.run_button(button)
    assert board.cell_value("message") == "A revealed game has no result."
    assert not any(line for (line,) in board.read("result"))


def test_buttons_act_on_a_copied_sheet(board: Document) -> None:
    board.run_button("hint")
    board.model.Sheets.copyByName("Mastermind", "Second", 1)
    copy = board.show_sheet("Second")
    copy.write("game_number", (987654,))
    copy.run_button("solve")
    marks = copy.read("computed_feedback")
    board.show_sheet("Mastermind").model.Sheets.removeByName("Second")
    assert (4, 0) in marks
    assert {*board.read("computed_feedback")[1:]} == {("", "")}
