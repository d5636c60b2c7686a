"""What a button has done is undone in a real LibreOffice."""

import pytest
from calc_boards import assert_undone, sheet_contents, undo_titles
from libreoffice import URLS, Document

from xl_mastermind.board.buttons import BUTTONS


@pytest.mark.parametrize(
    ("name", "presses"),
    [
        ("Mastermind", ("hint", "clear", "new_game")),
        ("Mastermind", ("explain", "reveal_code", "solve")),
        pytest.param("Letters", ("hint", "solve"), marks=pytest.mark.proof),
    ],
)
def test_button_is_undone_in_one_step(
    board: Document, name: str, presses: tuple[str, ...]
) -> None:
    board.show_sheet(name)
    for button in presses:
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
