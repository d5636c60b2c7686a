"""Boards to press buttons on, and to write workbooks of."""

import io
import itertools
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import openpyxl
from board_oracle import BoardApplication, Cells, mark_cells

from xl_mastermind.bundle.workbook import (
    bundled_boards,
    first_board,
    python_sheet_layouts,
    workbook_bytes,
)
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.sheets.analysis_sheet import AnalysisLayout
from xl_mastermind.sheets.board.sections import board_layout, board_layouts
from xl_mastermind.sheets.compare_sheet import CompareLayout
from xl_mastermind.sheets.scores_sheet import ScoresLayout
from xl_mastermind.solve.strategies import strategy_label
from xl_mastermind.spreadsheet.board import (
    BOARD_INPUTS,
    COMPUTER,
    NEW_BOARD_NAMES,
    SOMEBODY_ELSE,
    NewBoard,
)
from xl_mastermind.spreadsheet.buttons import run_button
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import Cell, RangeValues
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.package import named_ranges
from xl_mastermind.spreadsheet.scores import SCORE_HEADINGS
from xl_mastermind.spreadsheet.workbook_file import bundled_workbook

MASTERMIND = Rules(4, 6)
SECRET = (3, 6, 2, 5)


class Paper(BoardApplication):
    """
    A board in memory, where the board oracle computes the values of formulas.

    Attributes
    ----------
    scores : block
        The table of scores, without its heads.
    wrote : dict of str to blocks
        What the last button wrote.
    """

    has_python = True

    def __init__(
        self, game: str = "4x6", secret: str = "", strategy: str = "knuth"
    ) -> None:
        board = fresh(game, secret, strategy)
        super().__init__(board_layout(board))
        self.areas: dict[str, RangeValues] = {
            name: [[""] * area.width for _ in range(area.height)]
            for name, area in self.at.ranges.items()
        }
        self._hold(board)
        self.areas["codemaker"] = [[COMPUTER]]
        self.scores: RangeValues = []
        self.wrote: dict[str, RangeValues] = {}

    def _hold(self, board: NewBoard) -> None:
        for name, block in board.to_values().items():
            self.areas[name][: len(block)] = block

    @classmethod
    def of(cls, board: NewBoard) -> "Paper":
        """Return a board as a workbook file has it."""
        paper = cls(str(board.rules))
        paper._hold(board)
        return paper

    @classmethod
    def against_somebody(cls, *turns: tuple[Cell, Sequence[Cell]]) -> "Paper":
        """Return a board with turns against a code that somebody else hides."""
        board = cls().set(codemaker=SOMEBODY_ELSE)
        return board.play(
            *(guess for guess, _ in turns), marks=[marks for _, marks in turns]
        )

    # A program

    def put(self, area: CellRange, cells: Cells) -> None:
        (name,) = [n for n, a in self.at.ranges.items() if a == area]
        self.areas[name] = [[*row] for row in cells]

    def read(self, area: CellRange) -> RangeValues:
        (name,) = [n for n, a in self.at.ranges.items() if a == area]
        return [
            ["" if cell is None else cell for cell in row] for row in self.areas[name]
        ]

    def formulas(self, _: CellRange) -> set[tuple[int, int]]:
        return set()

    # A person

    def play(self, *guesses: Cell, marks: Sequence[Sequence[Cell]] = ()) -> "Paper":
        """Type guesses, and marks beside them, from the first row on."""
        for row, guess in enumerate(guesses):
            self.areas["guess_input"][row] = [guess]
        for row, given in enumerate(marks):
            width = self.at.input_mark_count
            self.areas["feedback_input"][row] = [*given, *[""] * width][:width]
        return self.set(cached_message="")  # it was said of other attempts

    def set(self, **settings: Cell) -> "Paper":
        """Type into cells."""
        for name, value in ({"cached_message": ""} | settings).items():
            self.areas[name] = [[value]]
        return self

    def run_button(self, name: str) -> "Paper":
        """Press a button: values go in, and what comes out is written."""
        self.wrote = run_button(name, self.values)
        self.scores += self.wrote.get("scores", [])
        self.areas |= {n: b for n, b in self.wrote.items() if n in self.areas}
        return self

    # Contents of the board

    @property
    def values(self) -> dict[str, RangeValues]:
        """The values of all areas that a button takes."""
        values = self.areas | self.worked_out
        names = (*BOARD_INPUTS, "player", "workbook")
        taken = {name: values[name] for name in names if name in values}
        return taken | {"scores": [[*SCORE_HEADINGS], *self.scores]}

    @property
    def worked_out(self) -> dict[str, RangeValues]:
        """What formulas work out, by their areas."""
        right = self.expected
        number = right.key
        cache_is_current = self.areas["cached_game_number"] == [[number]]
        return {
            "current_codemaker": [[right.codemaker]],
            "solver": [[*self.areas["strategy"][0], *self.areas["first_guess"][0]]],
            "number": [[number]],
            "secret": [[*right.secret] or [""] * self.at.rules.pegs],
            "cache_is_current": [[cache_is_current]],
            "is_revealed": [
                [cache_is_current and self.areas["cached_reveal"] == [["shown"]]]
            ],
            "words": [[word] for word in right.words],
            "is_playable": [[right.is_code(word)] for word in right.words],
            "feedback_pegs": [mark_cells(each, right.rules) for each in right.answers],
            "is_turn": [[row in right.turns] for row in range(self.at.attempts)],
            "codes_left": [
                [right.counts.get(row, "")] for row in range(self.at.attempts)
            ],
            "first_error": [[right.fault]],
            "message": [[right.message]],
        }

    @property
    def guesses(self) -> list[Code]:
        """The codes that were played."""
        right = self.expected
        return [*map(self.at.rules.parse_code, filter(right.is_code, right.words))]

    @property
    def guess_input(self) -> list[Cell]:
        """The values of the guess cells, without blank ones at the end."""
        return without_blank_end([guess for (guess,) in self.areas["guess_input"]])

    @property
    def said(self) -> object:
        """What the board's line says: a button's sentence, or that of its formula."""
        ((sentence,),) = self.areas["cached_message"]
        return sentence or self.expected.message


def fresh(game: str = "4x6", secret: str = "", strategy: str = "knuth") -> NewBoard:
    """Return a board on which nothing was played."""
    rules = Rules.parse(game)
    board = first_board(rules)
    if secret:
        board = NewBoard.from_rules(rules, rules.parse_code(secret))
    return replace(board, strategy=strategy_label(strategy))


def played(*guesses: str, board: NewBoard | None = None) -> NewBoard:
    """Return a board with these guesses typed."""
    board = board or NewBoard.from_rules(MASTERMIND, SECRET)
    for row, guess in enumerate(guesses):
        board = board.with_guess(row, board.rules.parse_code(guess))
    return board


@cache
def committed(edition: Edition = Edition.MACROS) -> bytes:
    """Return the workbook that everybody gets."""
    return bundled_workbook(edition)


@cache
def committed_book(edition: Edition = Edition.MACROS) -> openpyxl.Workbook:
    """Return the workbook that everybody gets, as openpyxl reads it."""
    return openpyxl.load_workbook(io.BytesIO(committed(edition)))


_BUILT: dict[str, bytes] = {}


def built(
    *boards: NewBoard,
    edition: Edition = Edition.MACROS,
    has_optional_sheets: bool = True,
) -> bytes:
    """
    Return the workbook of these boards, which is built once in a process.

    Without Puzzles, Match and Print it is built and read in a quarter of the time.
    """
    key = repr((boards, edition, has_optional_sheets))
    if key not in _BUILT:
        _BUILT[key] = workbook_bytes(
            *boards, edition=edition, has_optional_sheets=has_optional_sheets
        )
    return _BUILT[key]


@cache
def layouts_of_other_sheets(
    *games: str,
) -> tuple[AnalysisLayout, CompareLayout, ScoresLayout]:
    """Return the plans of Analysis, Compare and Scores beside boards of these games."""
    boards = [first_board(Rules.parse(game)) for game in games]
    return python_sheet_layouts(board_layouts(boards or bundled_boards()))


def write_workbook(
    path: Path, *boards: NewBoard, has_optional_sheets: bool = True
) -> None:
    """Write the workbook of these boards, in the edition of the file's suffix."""
    path.parent.mkdir(parents=True, exist_ok=True)
    edition = Edition.from_path(path)
    path.write_bytes(
        built(*boards, edition=edition, has_optional_sheets=has_optional_sheets)
    )


def saved_boards(path: Path) -> tuple[list[NewBoard], NewBoard]:
    """Return the boards of a workbook file, and the one that it shows first."""
    book = openpyxl.load_workbook(path, read_only=True)
    boards: dict[str, NewBoard] = {}
    for sheet, ranges in named_ranges(path.read_bytes()).items():
        if "game" not in ranges:
            continue
        values = {}
        for name in NEW_BOARD_NAMES:
            top, left, bottom, right = (corner + 1 for corner in ranges[name].corners)
            rows = book[sheet].iter_rows(top, bottom, left, right, values_only=True)
            values[name] = [*itertools.chain(*rows)]
        boards[sheet] = NewBoard(
            Rules.parse(str(values["game"][0])),
            values["game_number"][0],
            without_blank_end(values["guess_input"]),
            str(values["strategy"][0]),
            values["first_guess"][0],
        )
    return [*boards.values()], boards[book.active.title]  # type: ignore[union-attr]


def without_blank_end(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells up to the last one that is not blank."""
    last = max(
        (n for n, cell in enumerate(cells, 1) if cell not in (None, "")), default=0
    )
    return [*cells[:last]]


# Boards of every kind


IN_PROGRESS = played("1122", "1344")

BOARDS = {
    "8x2": fresh("8x2"),
    "6x9": fresh("6x9"),
    "2x26": fresh("2x26"),
    "in progress": IN_PROGRESS,
    "lost": played(*["1122"] * 10),
    "black only": played("1122", board=fresh("4x6 black", "3625")),
    "distinct": played("012", "046", board=fresh("3x10 distinct", "057")),
    "letters": played("AB", "CL", board=fresh("2x12", "AL")),
    "own letters": played(
        "abc", board=fresh("3x6 distinct black symbols=abcDEF", "aDf")
    ),
    "super": played("11223", "87654", board=fresh("5x8", "87654")),
    "one peg and two colours": played("1", board=fresh("1x2", "2")),
    "full letters": played("ABCD", board=fresh("4x26", "HIDE")),
}
"""Boards of every kind of game; their values change no formula."""

LARGE = (played("11223", board=fresh("5x8")), fresh("4x26"), BOARDS["6x9"])

NEW = {
    "plain": partial(built, IN_PROGRESS, edition=Edition.PLAIN),
    **{name: partial(built, board) for name, board in BOARDS.items()},
    "black only, plain": partial(built, BOARDS["black only"], edition=Edition.PLAIN),
    "large, plain": partial(built, *LARGE, edition=Edition.PLAIN),
}
"""How to build workbooks of all kinds, the quickest to read first."""
