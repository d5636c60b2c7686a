"""What a button has done is undone in a real LibreOffice."""

from typing import Any

import pytest
from calc_boards import enter
from helpers import rest_long
from libreoffice import URLS, Document

from xl_mastermind.sheet.board import INPUTS
from xl_mastermind.sheet.buttons import BUTTONS

pytestmark = pytest.mark.calc

SEEN = (*INPUTS, "marks", "codes_left", "message", "said_key", "said_story")
"""Of a board, what is typed, what buttons write, and what is shown."""


def contents(document: Document) -> list[Any]:
    """Return what stands on the sheet, and among the scores."""
    names = document.sheet.NamedRanges
    seen = [*filter(names.hasByName, SEEN)] or names.ElementNames
    areas = [names.getByName(each).ReferredCells for each in seen]
    if document.model.Sheets.hasByName("Scores"):
        scores = document.model.Sheets.getByName("Scores")
        areas.append(scores.getCellRangeByPosition(0, 0, 10, 20))
    return [each.getDataArray() for each in areas]


def steps(document: Document) -> tuple[str, ...]:
    titles: tuple[str, ...] = document.model.UndoManager.getAllUndoActionTitles()
    return titles


def assert_undone(document: Document, before: list[Any], title: str) -> None:
    """Undo the last step, do it again, and undo it once more."""
    after, done = contents(document), steps(document)
    assert done[0] == title
    for command, expected, left in (
        (".uno:Undo", before, done[1:]),
        (".uno:Redo", after, done),
        (".uno:Undo", before, done[1:]),
    ):
        document.calc.dispatch(document.model, command)
        assert contents(document) == expected, f"{command} of {title}"
        assert steps(document) == left
        shown = document.model.CurrentController.ActiveSheet.Name
        assert shown == document.sheet.Name, f"{command} of {title}"


@pytest.mark.parametrize(
    ("name", "presses"),
    rest_long(
        [
            ("Mastermind", ("hint", "clear", "new_game")),
            ("Mastermind", ("explain", "reveal_code", "solve")),
            ("Letters", ("hint", "solve")),
        ]
    ),
)
def test_every_button_is_undone_in_one_step(
    board: Document, name: str, presses: tuple[str, ...]
) -> None:
    board.turn_to(name)
    for button in presses:
        before, done = contents(board), len(steps(board))
        board.press(button)
        assert len(steps(board)) == done + 1
        assert_undone(board, before, BUTTONS[button].caption)
        board.calc.dispatch(board.model, ".uno:Redo")


@pytest.mark.long
@pytest.mark.parametrize("name", ["Analysis", "Compare"])
def test_buttons_of_other_sheets_are_undone_in_one_step(
    board: Document, name: str
) -> None:
    board.press("hint")
    board.turn_to(name)
    before = contents(board)
    ((caption, url),) = URLS[name].items()
    board.press(url.partition(":")[2])
    assert_undone(board, before, caption)


def test_a_document_of_somebody_else_is_left_alone(blank: Document) -> None:
    enter(blank, "$A$1", "1122")
    blank.press("about")
    assert blank.model.Sheets.getByIndex(0).getCellRangeByName("A1").Value == 1122
    assert len(steps(blank)) == 1
