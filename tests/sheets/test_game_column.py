"""The column of games: formulas read it as the naive column, in two applications."""

import os
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from board_oracle import BoardApplication, code_cells, feedback_cells
from boards import built
from calc_boards import CalcBoard
from cases import mark_rest_as_proof
from engines import FormulonBoard, IronCalcBoard
from formulon import Workbook
from naive_column import RandomColumn

from xl_mastermind.board.state import new_game
from xl_mastermind.cells.values import Cell
from xl_mastermind.game.game import CHEATS, COMPUTER
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.sections import board_layouts
from xl_mastermind.workbook_files.edition import Edition

if TYPE_CHECKING:
    from libreoffice import Calc

COLUMN_COUNT = int(os.environ.get("RANDOM_COLUMNS", "30"))
"""Columns of each game and application: 300 before a release."""

PROFILES = ("win-365-en_US", "win-365-de_DE", "mac-365-ja_JP")
"""Excels that formulon imitates; in Japanese signs of full width equal others."""


def typed(entry: Cell) -> Cell:
    """Return digits as a number, as applications do, without zeros before them."""
    is_number = isinstance(entry, str) and entry.isascii() and entry.isdigit()
    if is_number and not str(entry).startswith("0"):
        return int(str(entry))
    return entry or None


def differences(board: BoardApplication, column: RandomColumn) -> list[str]:
    rules, ranges = column.rules, board.layout.ranges
    rows = board.layout.entry_count
    cells: list[list[Cell]] = [[typed(entry)] for entry in column.entries]
    cells += [[None]] * (rows - len(cells))
    board.type("guess_input", cells)
    board.type("game_number", [[column.first]])
    feedback: list[list[Cell]] = [["", ""] for _ in range(rows)]
    for game in column.games:
        for row, answer in zip(game.rows, game.feedback, strict=True):
            feedback[row] = feedback_cells(answer, rules)
    last = column.games[-1]
    taken = [[row + 1] for row in last.rows]
    wins = [n for n, turn in enumerate(last.turns, 1) if turn.feedback == rules.win]
    is_lost = last.is_ended and len(last.turns) == column.attempts and not wins
    expected = {
        "feedback_pegs": feedback,
        "attempt_rows": [*taken, *[[0]] * (column.attempts - len(taken))],
        "number": [[last.number or last.key]],
        "secret": [code_cells(last.code.ljust(rules.pegs), rules)],
        "is_ended": [[last.is_ended]],
        "won": [[sum(wins[:1])]],
        "lost": [[is_lost]],
    }
    if column.codemaker == CHEATS:  # a typed code begins a game, which has no number
        del expected["number"]
    read = board.snapshot()
    return [
        f"{name}: {shown}, expected {values}; {column.first} {column.entries}"
        for name, values in expected.items()
        if (shown := read(ranges[name])) != values
    ]


@cache
def formulon_book(game: str) -> Workbook:
    """Return the workbook of a game, whose cells each column replaces."""
    return Workbook.load(workbook(game))


def workbook(game: str) -> bytes:
    board = new_game(Rules.parse(game))
    return built(board, edition=Edition.PLAIN, has_optional_sheets=False)


@pytest.fixture(
    params=[
        PROFILES[0],
        *(pytest.param(name, marks=pytest.mark.slow) for name in PROFILES[1:]),
        "libreoffice",
    ]
)
def board(
    request: pytest.FixtureRequest, game: str, tmp_path: Path
) -> BoardApplication:
    (layout,) = board_layouts([new_game(Rules.parse(game))], Edition.PLAIN)
    if request.param in PROFILES:
        return FormulonBoard(formulon_book(game), layout, request.param)
    file = tmp_path / "board.xlsx"
    file.write_bytes(workbook(game))
    if request.param == "ironcalc":
        return IronCalcBoard.of(file, layout)
    calc: Calc = request.getfixturevalue("calc_without_extension")
    return CalcBoard(calc.open(file), layout)


GAMES: Sequence[str] = ("3x4", "4x6", "4x10 distinct", "4x6 black", "2x26", "5x8")


def random_columns(board: BoardApplication, codemaker: str) -> Iterator[RandomColumn]:
    layout, draw = board.layout, Random(str(board.layout.rules))
    while True:
        yield RandomColumn(
            layout.rules, layout.attempts, layout.entry_count, draw, codemaker
        )


@pytest.mark.parametrize("game", mark_rest_as_proof(GAMES))
def test_board_reads_a_column_as_the_naive_one(board: BoardApplication) -> None:
    board.type("codemaker", [[COMPUTER]])
    for column in islice(random_columns(board, COMPUTER), COLUMN_COUNT):
        assert differences(board, column) == []


@pytest.mark.parametrize(
    ("board", "game_count"),
    [("ironcalc", 300), ("libreoffice", 60)],
    indirect=["board"],
)
@pytest.mark.parametrize("game", mark_rest_as_proof(["3x4", "4x6", "4x6 black"]))
def test_board_cheats_as_the_naive_column(
    board: BoardApplication, game_count: int
) -> None:
    board.type("codemaker", [[CHEATS]])
    count = 0
    for column in random_columns(board, CHEATS):
        assert differences(board, column) == []
        count += sum(bool(game.rows) for game in column.games)
        if count >= game_count:
            return
