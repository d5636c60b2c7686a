"""What a button has done is undone in a real LibreOffice."""

import pytest
from calc_boards import assert_undone, sheet_contents, undo_titles
from cases import mark_rest_as_proof
from libreoffice import URLS, Document

from xl_mastermind.board.buttons import BUTTONS


@pytest.mark.parametrize(
    "buttons",
    mark_rest_as_proof(
        [(("solve", "clear"),), (("hint", "new_game"),), (("explain", "reveal_code"),)]
    ),
)
def test_button_is_undone_in_one_step(
    small_document: Document, buttons: tuple[str, ...]
) -> None:
    board = small_document
    board.wait_for_all_sheets()
    for button in buttons:
        before, done = sheet_contents(board), len(undo_titles(board))
        board.run_button(button)
        assert len(undo_titles(board)) == done + 1
        assert_undone(board, before, BUTTONS[button].caption)
        board.calc.dispatch(board.model, ".uno:Redo")


@pytest.mark.parametrize("name", ["Analysis", "Compare"])
def test_button_of_another_sheet_is_undone(board: Document, name: str) -> None:
    board.run_button("hint")
    board.show_sheet(name)
    before = sheet_contents(board)
    ((caption, url),) = URLS[name].items()
    board.run_button(url.partition(":")[2])
    assert_undone(board, before, caption)
    assert sheet_contents(board) == before
