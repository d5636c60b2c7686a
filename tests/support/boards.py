"""Boards to press buttons on, and to write workbooks of."""

import io
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple, Self

import openpyxl
from board_oracle import BoardApplication, Cells, feedback_cells

from xl_mastermind.board.buttons import run_button
from xl_mastermind.board.scores import SCORE_HEADINGS
from xl_mastermind.board.state import ANALYSED_BOARD_INPUTS, input_values, new_game
from xl_mastermind.board.workbook_file import bundled_workbook
from xl_mastermind.bundle.workbook import (
    bundled_games,
    first_game,
    python_sheet_layouts,
    workbook_bytes,
)
from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import Cell, RangeValues
from xl_mastermind.game.game import COMPUTER, SOMEBODY_ELSE, Game
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.sheets.analysis_layout import AnalysisLayout
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.sections import board_layout, board_layouts
from xl_mastermind.sheets.compare_sheet import CompareLayout
from xl_mastermind.sheets.scores_sheet import ScoresLayout
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import named_ranges

MASTERMIND = Rules(4, 6)
SECRET = (3, 6, 2, 5)


class SavedBoard(NamedTuple):
    """The input values of a board in a file."""

    inputs: dict[str, RangeValues]

    @property
    def rules(self) -> Rules:
        return Rules.parse(str(self.inputs["game"][0][0]))

    @property
    def number(self) -> Cell:
        return self.inputs["game_number"][0][0]

    @property
    def strategy(self) -> Cell:
        return self.inputs["strategy"][0][0]

    @property
    def first_guess(self) -> Cell:
        return self.inputs["first_guess"][0][0]

    @property
    def guess_input(self) -> list[Cell]:
        return without_blank_end([guess for (guess,) in self.inputs["guess_input"]])


@cache
def _layout(game: str) -> BoardLayout:
    return board_layout(fresh(game))


class InMemoryBoard(BoardApplication):
    """
    A board in memory, where the board oracle computes the values of formulas.

    Attributes
    ----------
    values : dict of str to RangeValues
        The values of all ranges but those of formulas.
    scores : RangeValues
        The rows of the table of scores, without its headings.
    changes : dict of str to RangeValues
        The values that the last button changed.
    """

    has_python = True

    def __init__(
        self, game: str = "4x6", secret: str = "", strategy: str = "knuth"
    ) -> None:
        first = fresh(game, secret)
        super().__init__(_layout(game))
        self.values: dict[str, RangeValues] = {
            name: [[""] * cells.width for _ in range(cells.height)]
            for name, cells in self.layout.ranges.items()
        }
        self._write_inputs(input_values(first, strategy))
        self.values["codemaker"] = [[COMPUTER]]
        self.scores: RangeValues = []
        self.changes: dict[str, RangeValues] = {}

    def _write_inputs(self, inputs: Mapping[str, RangeValues]) -> None:
        for name, rows in inputs.items():
            self.values[name][: len(rows)] = rows

    @classmethod
    def of(cls, board: SavedBoard) -> Self:
        """Return a board with the input values of a workbook's board."""
        in_memory = cls(str(board.rules))
        in_memory._write_inputs(board.inputs)
        return in_memory

    @classmethod
    def with_marks(cls, *turns: tuple[Cell, Sequence[Cell]]) -> Self:
        """Return a board with turns against a code that somebody else hides."""
        board = cls().set(codemaker=SOMEBODY_ELSE)
        return board.play(
            *(guess for guess, _ in turns), marks=[marks for _, marks in turns]
        )

    # The application

    def put(self, area: CellRange, cells: Cells) -> None:
        self.values[self._group_name(area)] = [[*row] for row in cells]

    def read(self, area: CellRange) -> RangeValues:
        rows = self.values[self._group_name(area)]
        return [["" if cell is None else cell for cell in row] for row in rows]

    def _group_name(self, cell_range: CellRange) -> str:
        (name,) = (n for n, cells in self.layout.ranges.items() if cells == cell_range)
        return name

    def formulas(self, _: CellRange) -> set[tuple[int, int]]:
        return set()

    # The user

    def play(self, *guesses: Cell, marks: Sequence[Sequence[Cell]] = ()) -> Self:
        """Type guesses, and marks beside them, from the first row on."""
        for row, guess in enumerate(guesses):
            self.values["guess_input"][row] = [guess]
        width = len(self.layout.mark_names)
        for row, row_marks in enumerate(marks):
            self.values["feedback_input"][row] = [*row_marks, *[""] * width][:width]
        return self.set(cached_message="")  # it belongs to other attempts

    def set(self, **settings: Cell) -> Self:
        for name, value in ({"cached_message": ""} | settings).items():
            self.values[name] = [[value]]
        return self

    def run_button(self, name: str) -> Self:
        self.changes = run_button(name, self.inputs)
        self.scores += self.changes.get("scores", [])
        self.values |= {
            name: rows for name, rows in self.changes.items() if name in self.values
        }
        return self

    # Contents of the board

    @property
    def inputs(self) -> dict[str, RangeValues]:
        values = self.values | self.computed_values
        names = (*ANALYSED_BOARD_INPUTS, "player")
        read_values = {name: values[name] for name in names if name in values}
        return read_values | {"scores": [[*SCORE_HEADINGS], *self.scores]}

    @property
    def computed_values(self) -> dict[str, RangeValues]:
        expected = self.expected
        return {
            "current_codemaker": [[expected.codemaker]],
            "solver": [[*self.values["strategy"][0], *self.values["first_guess"][0]]],
            "number": [[expected.number or expected.number_or_code]],
            "secret": [[*expected.secret] or [""] * self.layout.rules.pegs],
            "is_revealed": [[expected.is_revealed]],
            "words": [[word] for word in expected.entries],
            "feedback_pegs": [
                feedback_cells(expected.answers.get(row), expected.rules)
                for row in range(self.layout.entry_count)
            ],
            "column_number": [[expected.games[0].key]],
            "attempt_rows": [
                [expected.rows[n] + 1 if n < len(expected.rows) else 0]
                for n in range(self.layout.attempts)
            ],
            "first_error": [[""]],
            "message": [[""]],
        }

    @property
    def guesses(self) -> list[Code]:
        return self.expected.game.guesses

    @property
    def guess_input(self) -> list[Cell]:
        """The values of the guess cells, without blank ones at the end."""
        return without_blank_end([guess for (guess,) in self.values["guess_input"]])

    @property
    def message(self) -> object:
        """The message of the last button."""
        return self.values["cached_message"][0][0]


def fresh(game: str = "4x6", secret: str = "") -> Game:
    rules = Rules.parse(game)
    return new_game(rules, rules.parse_code(secret)) if secret else first_game(rules)


def played(*guesses: str, game: Game | None = None) -> Game:
    game = game or new_game(MASTERMIND, SECRET)
    for guess in guesses:
        game = game.with_guess(game.rules.parse_code(guess))
    return game


@cache
def committed(edition: Edition = Edition.MACROS) -> bytes:
    return bundled_workbook(edition)


@cache
def committed_book(edition: Edition = Edition.MACROS) -> openpyxl.Workbook:
    """Return the workbook that everybody gets, as openpyxl reads it."""
    return openpyxl.load_workbook(io.BytesIO(committed(edition)))


_BUILT: dict[str, bytes] = {}


def built(
    *games: Game,
    edition: Edition = Edition.MACROS,
    has_optional_sheets: bool = True,
) -> bytes:
    """
    Return the workbook of these boards, which is built once in a process.

    Without Puzzles, Match and Print it is built and read in a quarter of the time.
    """
    key = repr((games, edition, has_optional_sheets))
    if key not in _BUILT:
        _BUILT[key] = workbook_bytes(
            *games, edition=edition, has_optional_sheets=has_optional_sheets
        )
    return _BUILT[key]


@cache
def layouts_of_other_sheets(
    *games: str,
) -> tuple[AnalysisLayout, CompareLayout, ScoresLayout]:
    """Return the plans of Analysis, Compare and Scores beside boards of these games."""
    boards = [first_game(Rules.parse(game)) for game in games]
    return python_sheet_layouts(board_layouts(boards or bundled_games()))


def write_workbook(path: Path, *games: Game, has_optional_sheets: bool = True) -> None:
    """Write the workbook of these boards, in the edition of the file's suffix."""
    path.parent.mkdir(parents=True, exist_ok=True)
    edition = Edition.from_path(path)
    path.write_bytes(
        built(*games, edition=edition, has_optional_sheets=has_optional_sheets)
    )


def saved_boards(path: Path) -> tuple[list[SavedBoard], SavedBoard]:
    """Return the boards of a workbook file, and the one that it shows first."""
    book = openpyxl.load_workbook(path, read_only=True)
    boards: dict[str, SavedBoard] = {}
    names = input_values(fresh()).keys()
    for sheet, ranges in named_ranges(path.read_bytes()).items():
        if "game" not in ranges:
            continue
        last_row = max(ranges[name].bottom for name in names) + 1
        # openpyxl reads the sheet from its beginning for each call.
        rows = [*book[sheet].iter_rows(max_row=last_row, values_only=True)]
        inputs: dict[str, RangeValues] = {
            name: [[rows[row][column]] for row, column in ranges[name].cells()]
            for name in names
        }
        boards[sheet] = SavedBoard(inputs)
    return [*boards.values()], boards[book.active.title]  # type: ignore[union-attr]


def without_blank_end(cells: Sequence[Cell]) -> list[Cell]:
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
    "black only": played("1122", game=fresh("4x6 black", "3625")),
    "distinct": played("012", "046", game=fresh("3x10 distinct", "057")),
    "letters": played("AB", "CL", game=fresh("2x12", "AL")),
    "own letters": played(
        "abc", game=fresh("3x6 distinct black symbols=abcDEF", "aDf")
    ),
    "super": played("11223", "87654", game=fresh("5x8", "87654")),
    "one peg and two colours": played("1", game=fresh("1x2", "2")),
    "full letters": played("ABCD", game=fresh("4x26", "HIDE")),
}
"""Boards of every kind of game; their values change no formula."""

LARGE = (played("11223", game=fresh("5x8")), fresh("4x26"), BOARDS["6x9"])

NEW = {
    "plain": partial(built, IN_PROGRESS, edition=Edition.PLAIN),
    **{
        name: partial(built, board, has_optional_sheets=False)
        for name, board in BOARDS.items()
    },
    "black only, plain": partial(built, BOARDS["black only"], edition=Edition.PLAIN),
    "large, plain": partial(built, *LARGE, edition=Edition.PLAIN),
}
"""How to build workbooks of all kinds, the quickest to read first."""
