"""What a board shows in a real LibreOffice."""

from libreoffice import FORMULAS, URLS, Document

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.board import Board

RULES = Rules(4, 6)


def code(document: Document) -> tuple[int, ...]:
    state = document.model.Sheets.getByName("State")
    (pegs,) = state.getCellRangeByName("I1:L1").getDataArray()
    return tuple(map(int, pegs))


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


def plays(document: Document, name: str) -> bool:
    """Return whether a sheet has been made to play."""
    return document.urls_on(name) == URLS[name]


def cell_text(value: float | str | None) -> str:
    return f"{value:.0f}" if isinstance(value, float) else str(value)


def enter(document: Document, address: str, text: str) -> None:
    """Type in a cell, as a person does who then leaves the cursor there."""
    document.calc.dispatch(document.model, ".uno:GoToCell", ToPoint=address)
    document.calc.dispatch(document.model, ".uno:EnterString", StringName=text)


def formulas(document: Document) -> set[tuple[int, int, str]]:
    """Return the formulas of a sheet with their places."""
    return {
        (at.StartRow + row, at.StartColumn + column, formula)
        for cells in document.sheet.queryContentCells(FORMULAS)
        for at in (cells.RangeAddress,)
        for row, line in enumerate(cells.getFormulaArray())
        for column, formula in enumerate(line)
    }
