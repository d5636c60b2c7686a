"""The column of games: formulas read it as Python does, in two applications."""

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from board_oracle import BoardApplication
from boards import built
from calc_boards import CalcBoard
from cases import mark_rest_as_proof
from engines import FormulonBoard

from xl_mastermind.board.state import new_game
from xl_mastermind.cells.values import Cell, entry_text
from xl_mastermind.game.game import CHEATS, COMPUTER
from xl_mastermind.game.game_column import ColumnGame, split_game_column
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.sections import board_layouts
from xl_mastermind.solve.board_hint import board_hint
from xl_mastermind.workbook_files.edition import Edition

if TYPE_CHECKING:
    from libreoffice import Calc

FIRST_NUMBERS = (382, 20261130, 999_999_999)

COLUMN_COUNT = int(os.environ.get("RANDOM_COLUMNS", "30"))
"""Columns of each game and application: 300 before a release."""

PROFILES = ("win-365-en_US", "win-365-de_DE", "mac-365-ja_JP")
"""Excels that formulon imitates; in Japanese signs of full width equal others."""

ODD_ENTRIES: Sequence[Cell] = (
    *("#2026-02-30", "2026-12-31", "1,00", "00", "#0", "# 5", "#00000000000000007"),
    *("#\uff19", "\uff11\uff12\uff13\uff14\uff15", "#٣٨٣", "\uff03383"),
    *("\uff4e\uff45\uff58\uff54", "\uff4fwn\uff11\uff11\uff12\uff12", "\uff4e e-X.t"),
    *(46352, -5, "-382", "-#7", "#-7", 1e3, "1e3", 1.5, 1e9, "1…", "#383…", "own…"),
    *(" 3 8 3 ", "own\u20091122", "\u3000own\u00a011.22", "own", "ow", "*", "##5"),
)
"""Forms of numbers and words, right and wrong ones, and dates in number cells."""


class Column:
    """A random column of a board, and the games in it."""

    def __init__(self, layout: BoardLayout, codemaker: str, draw: Random) -> None:
        self.rules, self.attempts, self.draw = layout.rules, layout.attempts, draw
        self.rows, self.codemaker = layout.entry_count, codemaker
        self.first = draw.choice(FIRST_NUMBERS)
        self.entries: list[Cell] = []
        for _ in range(draw.randrange(self.rows + 1)):
            self.entries.append(self._entry())

    @property
    def games(self) -> list[ColumnGame]:
        entries = [*map(entry_text, self.entries)]
        entries += [""] * (self.rows - len(entries))
        return split_game_column(
            self.rules,
            self.attempts,
            self.first,
            entries,
            codemaker=self.codemaker,
            hint=board_hint,
        )

    def _code(self) -> Code:
        colours = range(1, self.rules.colours + 1)
        pick = self.draw.sample if self.rules.distinct else self.draw.choices
        return tuple(pick(colours, k=self.rules.pegs))

    def _entry(self) -> Cell:
        """Draw an entry; many are the code, so that games end."""
        current = self.games[-1]
        secret = current.game.secret
        if current.is_ended and current.next_number:
            secret = self.rules.code_from_number(current.next_number)
        guess = self.rules.format_code(self._code())
        own = "*" if self.rules.symbols.isalpha() else "own "
        choices: dict[Cell, int] = {
            guess: 50,
            self.rules.format_code(secret or self._code()): 25,
            "": 6,
            self.draw.choice(("#", "0", "next", "NEXT")): 5,
            f"#{self.draw.randrange(1, 10 ** self.draw.randrange(1, 10))}": 3,
            str(current.next_number): 3,
            str(self.draw.randrange(10**5, 10**9)): 3,
            f"{own}{guess}": 3,
            self.draw.choice(
                (f"{own}{guess[1:]}", guess[1:], guess + "1", "?", "#x")
            ): 4,
            self.draw.choice(ODD_ENTRIES): 6,
        }
        (entry,) = self.draw.choices([*choices], [*choices.values()])
        return entry


def typed(entry: Cell) -> Cell:
    """Return digits as a number, as applications do, without zeros before them."""
    is_number = isinstance(entry, str) and entry.isascii() and entry.isdigit()
    if is_number and not str(entry).startswith("0"):
        return int(str(entry))
    return entry or None


def differences(board: BoardApplication, column: Column) -> list[str]:
    rules, ranges = column.rules, board.layout.ranges
    cells: list[list[Cell]] = [[typed(entry)] for entry in column.entries]
    cells += [[None]] * (column.rows - len(cells))
    board.type("codemaker", [[column.codemaker]])
    board.type("guess_input", cells)
    board.type("game_number", [[str(column.first)]])
    games = column.games
    feedback: list[list[Cell]] = [["", ""] for _ in range(column.rows)]
    for game in games:
        for row, attempt in zip(game.rows, game.game.attempts, strict=True):
            assert attempt.feedback
            black, white = attempt.feedback
            feedback[row] = [black, "" if rules.black_only else white]
    last = games[-1]
    rows = [row + 1 for row in last.rows]
    number = last.game.number or ""
    if last.game.secret and not number:
        number = f"own {rules.format_code(last.game.secret).upper()}"
    codes = rules.format_code(last.game.secret or ()).upper()
    expected = {
        "feedback_pegs": feedback,
        "attempt_rows": [
            [row] for row in [*rows, *[0] * (column.attempts - len(rows))]
        ],
        "number": [[number]],
        "secret": [[int(c) if c.isdigit() else c for c in codes] or [""] * rules.pegs],
        "is_ended": [[last.is_ended]],
    }
    if column.codemaker == CHEATS:  # a typed code begins a game, which has no number
        del expected["number"]
    return [
        f"{name}: {shown}, expected {values}; {column.first} {column.entries}"
        for name, values in expected.items()
        if (shown := board.read(ranges[name])) != values
    ]


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
    rules, file = Rules.parse(game), tmp_path / "board.xlsx"
    content = built(new_game(rules), edition=Edition.PLAIN, has_optional_sheets=False)
    file.write_bytes(content)
    (layout,) = board_layouts([new_game(rules)], Edition.PLAIN)
    if request.param in PROFILES:
        return FormulonBoard(file.read_bytes(), layout, request.param)
    calc: Calc = request.getfixturevalue("calc_without_extension")
    return CalcBoard(calc.open(file), layout)


GAMES: Sequence[str] = ("4x6", "3x4", "4x10 distinct", "4x6 black", "2x26", "5x8")


@pytest.mark.parametrize("game", mark_rest_as_proof(GAMES, 2))
def test_board_reads_a_column_as_python(board: BoardApplication, game: str) -> None:
    draw, wrong = Random(game), list[str]()
    for _ in range(COLUMN_COUNT):
        wrong += differences(board, Column(board.layout, COMPUTER, draw))
    assert wrong == []


@pytest.mark.parametrize("game", mark_rest_as_proof(["3x4", "4x6", "4x6 black"], 1))
def test_board_cheats_as_python(board: BoardApplication, game: str) -> None:
    draw, wrong = Random(game), list[str]()
    for _ in range(COLUMN_COUNT // 3):
        wrong += differences(board, Column(board.layout, CHEATS, draw))
    assert wrong == []
