"""
Random games on a board without Python, and what it has to show after each step.

A `Program` computes the board; the games are the same in each.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import ne
from random import Random
from typing import Final, TypeAlias
from unittest.mock import ANY

from helpers import rest_long, rest_proof

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Code, Turn, feedback_in_words
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.board import CHEATS, COMPUTER, SOMEBODY_ELSE, Board
from xl_mastermind.sheet.build import first_board
from xl_mastermind.sheet.cells import Block, Cell, pegs_as_cells
from xl_mastermind.sheet.layout import GAMES, BoardLayout
from xl_mastermind.sheet.standing import beginning, faults_in_words
from xl_mastermind.sheet.words import (
    NO_CHEATS,
    NO_CODE,
    STILL_FREE,
    again_in_words,
    little_pegs,
)
from xl_mastermind.solve.trees import shipped_tree

TYPED: Final = ("guesses", "typed_marks", "codemaker", "game_number")
"""The areas in which people type."""

_OTHER_KINDS: Final = ("Letters", "Black Pegs")

GAMES_TO_PLAY: Final = [
    *rest_long(["Mastermind", *_OTHER_KINDS]),
    *rest_proof(
        [name for name in GAMES if name not in ("Mastermind", *_OTHER_KINDS)], 0
    ),
]
"""The games of all boards: a board with a list, one of each other kind, all others."""

NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"


Cells: TypeAlias = Sequence[Sequence[Cell]]
"""What is typed into an area, row by row."""


class Keys(str):
    """What fingers type: the program makes a number, a text or a formula of it."""

    __slots__ = ()


ODD: Final[Sequence[Cell]] = (
    *("?", "*", "~?", "7", "12", "1.5", "0", "TRUE", "#N/A", "=", "'", '"', "a1"),
    *(7, 0, 12, 1.5, -1, 1e9, Keys("=TRUE()"), Keys("=NA()"), Keys("=1/0")),
    *("ä", "Ö", "ß", "é", "\u017f", "\u0131", "\u212a", "①", "\uff11", "\uff21", "²"),
    *("", " ", NO_BREAK_SPACE, Keys('=""'), "1\t", "\u20031", "1 2", "\N{MINUS SIGN}1"),
)
"""What is no symbol, or hardly; a few are symbols of some games."""

ODD_MARKS: Final[Sequence[Cell]] = (
    *(0.5, -1, 5, 9, 1e9, "x", "?", "", " 1 ", "2", Keys("=NA()"), Keys('=""')),
)

ODD_NUMBERS: Final[Sequence[Cell]] = (
    *(0, -1, 1.5, LARGEST_NUMBER + 1, 1e300, "2611", "?", None, Keys("=NA()")),
    *(1, LARGEST_NUMBER, LARGEST_NUMBER - 1, Keys("2611"), Keys("=TRUE()")),
)


class Program(ABC):
    """
    A program in which a board is open.

    Attributes
    ----------
    at : BoardLayout
        The board's places.
    shown : sequence of str
        The areas that are held against Python, and the message.
    """

    shown: Sequence[str] = (
        *("marks", "little_pegs", "arrows", "codes_left", "ruled_out_marks"),
        *("next_guess", "source", "hidden_code", "code_status", "secret", "list_head"),
        *("next_cell",),
    )

    def __init__(self, at: BoardLayout) -> None:
        self.at = at
        first = at.rules.pegs + 1  # right of the list of codes and its marks
        self.seen = Area(at.sheet, 0, first, at.story.bottom, at.panel_right)
        self.areas = at.areas | {
            "list_head": at.at(0, 0),
            "source": at.at(at.last_row, at.after_pegs),
        }

    @abstractmethod
    def put(self, area: Area, cells: Cells) -> None:
        """Type into cells; `None` deletes what is there."""

    @abstractmethod
    def read(self, area: Area) -> Block:
        """Return what cells show: an error as `None`, nothing as a blank text."""

    def type(self, name: str, cells: Cells, row: int = 0, column: int = 0) -> None:
        """Type into an area, from one of its cells on."""
        corner = self.areas[name].cell(row, column)
        bottom, right = corner.top + len(cells) - 1, corner.left + len(cells[0]) - 1
        self.put(replace(corner, bottom=bottom, right=right), cells)

    def values(self, *names: str) -> dict[str, Block]:
        """Return the values of areas; nothing that people see may be an error."""
        seen = self.seen
        block = self.read(seen)
        typed = {cell for name in TYPED for cell in self.areas[name].cells()}
        errors = [
            (row, column)
            for row, column in seen.cells()
            if block[row - seen.top][column - seen.left] is None
        ]
        values = {}
        for name in names:
            area = self.areas[name]
            if area.sheet == seen.sheet and seen.left <= area.left <= seen.right:
                rows = block[area.top - seen.top : area.bottom - seen.top + 1]
                left, right = area.left - seen.left, area.right - seen.left + 1
                values[name] = [row[left:right] for row in rows]
            else:
                values[name] = self.read(area)
        assert not {*errors} - typed, (errors, _typed(values))
        return values

    def written(self, sentence: str) -> str:
        """Return a sentence without what the program writes in its own way."""
        return sentence

    def check(self) -> Board:
        """Hold what is shown against Python, and return Python's board."""
        names = [name for name in self.shown if name in self.areas]
        values = self.values(*TYPED, *names, "message")
        board = board_of(self.at, values)
        right = expected(board, self.at)
        for name in names:
            rows = zip(values[name], right[name], strict=True)
            wrong = [(row, *pair) for row, pair in enumerate(rows) if ne(*pair)]
            assert not wrong, (name, wrong[:3], _typed(values))
        said = str(values["message"][0][0])
        sentence = message(board, self.at, said)
        assert self.written(said) == self.written(sentence), (
            said,
            sentence,
            _typed(values),
        )
        return board


def _typed(values: Mapping[str, Block]) -> dict[str, Block]:
    return {name: values[name] for name in TYPED}


def board_of(at: BoardLayout, values: Mapping[str, Block]) -> Board:
    """Return the board on which this was typed, as Python reads it."""
    typed = {
        name: [[object() if cell is None else cell for cell in row] for row in block]
        for name, block in _typed(values).items()
    }
    untouched = replace(first_board(at.rules), show_next_guess=True)
    return Board.from_values(untouched.to_values() | typed)


# What a board has to show


def without_python(board: Board) -> Board:
    """Return the board as it is where nobody can answer as a cheat does."""
    cheats = board.codemaker == CHEATS
    return replace(board, codemaker=COMPUTER, number=None) if cheats else board


def expected(board: Board, at: BoardLayout) -> dict[str, Block]:
    """Return what a board's areas have to show."""
    status = board.status
    if board.codemaker == CHEATS:
        board = without_python(board)
        status = "found" if board.solved_in else "shown" if board.lost else "hidden"
    rules, listed = board.rules, "code_list" in at.areas
    pegs, total = rules.pegs, f"{rules.code_count:,}"
    turns = board.history.rows
    counts = board.codes_left
    head = f"{total} codes"
    if not listed:
        counts = ["Python" if isinstance(turn, Turn) else "" for turn in turns]
        head = f"{total} codes: Python"
    elif board.history.answered:
        now = [count for count in counts if count != ""][-1]
        head = f"{now:,} of {total}"
    arrows = ["★" if black == pegs else "" for black, _ in board.answered_marks]
    if board.next_attempt is not None:
        arrows[board.next_attempt] = "►"
    is_visible = status in {"found", "shown"}
    guess, source = next_guess(board, at)
    shown: dict[str, Block] = {
        "marks": board.marks,
        "little_pegs": [
            # Whatever a wrong mark looks like, the message says that it is wrong.
            [little_pegs(*turn.feedback, pegs) if isinstance(turn, Turn) else given]
            for turn, given in zip(
                turns, (ANY if t else "" for t in turns), strict=True
            )
        ],
        "arrows": [[arrow] for arrow in arrows],
        "codes_left": [[count] for count in counts],
        "list_head": [[head]],
        "ruled_out_marks": [[mark] for mark in board.ruled_out_marks],
        "next_guess": [guess],
        "source": [[source]],
        "hidden_code": [board.secret if is_visible else ["?"] * pegs],
        "code_status": [[status]],
        "secret": [board.secret],
        "next_cell": [[board.next_cell.fixed if board.next_cell else ""]],
    }
    if not listed:
        del shown["ruled_out_marks"]
    return shown


def next_guess(board: Board, at: BoardLayout) -> tuple[list[Cell], str]:
    """Return the next guess without Python, and where it comes from."""
    nothing: list[Cell] = [""] * board.rules.pegs
    if board.solved_in or board.lost:
        return nothing, ""
    if "code_list" not in at.areas:
        return nothing, "Python"
    turns = board.history.answered
    tree = shipped_tree(board.rules, "optimal")
    follows = tree.after(turns) if tree else None
    if follows:
        return [*pegs_as_cells(follows.guess, board.rules)], "by the optimal tree"
    book = codebook(board.rules)
    left = book.candidates(turns)
    if not len(left):
        return nothing, ""
    first = book.code(int(left[0]))
    return [*pegs_as_cells(first, board.rules)], "the first code left"


def message(board: Board, at: BoardLayout, said: str) -> str:
    """Return the board's sentence: Python's where that needs no Python."""
    listed = "code_list" in at.areas
    if board.codemaker == COMPUTER and not board.whole_number:
        return board.message
    cheats = board.codemaker == CHEATS
    board = without_python(board)
    faults = faults_in_words(board.attempts, board.history, board.rules)
    if any(faults):
        fault = next(filter(None, faults))
        # Python says more exactly what a mark is that is no number of pegs.
        about_marks = re.match(r"Attempt \d+: Expected ", fault)
        is_same = about_marks and said.startswith(about_marks[0])
        return said if is_same else fault
    turns = [isinstance(row, Turn) for row in board.history.rows]
    if cheats and board.playable != turns:
        return NO_CHEATS
    if cheats:
        return beginning(board.rules)
    contradiction = re.match(r"No code fits from attempt \d+ on", board.message)
    if contradiction:
        short = contradiction[0].removesuffix(" on") + NO_CODE.partition("}")[2]
        return short if listed else _uncounted(board)
    return board.message if listed else LEFT.sub(".", board.message)


LEFT = re.compile(r": [\d,]+ codes? left\.")
"""What nobody can say who cannot count the codes."""


def _uncounted(board: Board) -> str:
    """Return how a game stands whose marks contradict one another, unnoticed."""
    if board.ending:
        return board.ending + again_in_words(is_plain=board.is_plain)
    if board.marks_wanted:
        return board.marks_wanted
    last = feedback_in_words(board.history.answered[-1].feedback, board.rules)
    rows, free = board.history.rows, board.next_attempt
    is_gap = free is not None and any(isinstance(row, Turn) for row in rows[free:])
    return f"{last}." + (STILL_FREE.format(attempt=(free or 0) + 1) if is_gap else "")


# Games


class Game:
    """A game to play on a board, drawn at random."""

    def __init__(self, program: Program, draw: Random) -> None:
        self.program, self.draw = program, draw
        self.rules, self.attempts = program.at.rules, program.at.attempts
        self.secret = self.code()

    def code(self) -> Code:
        """Draw a code."""
        colours = range(1, self.rules.colours + 1)
        pick = self.draw.sample if self.rules.distinct else self.draw.choices
        return tuple(pick(colours, k=self.rules.pegs))

    def begin(self, codemaker: str = COMPUTER) -> Board:
        """Clear the board, and hide the code."""
        program, blocks = self.program, 999_000_000 // self.rules.code_count
        block = self.draw.randrange(blocks)
        program.type("guesses", [[None] * self.rules.pegs] * self.attempts)
        program.type("typed_marks", [[None] * 2] * self.attempts)
        program.type("codemaker", [[codemaker]])
        number = self.rules.number_of(self.secret, block)
        program.type("game_number", [[number]])
        return program.check()

    def play_hints(self) -> Board:
        """Play by hints alone, where there are some; any codes where there are none."""
        board = self.begin()
        for row in range(self.attempts):
            if board.solved_in or board.lost:
                break
            hint = self.program.values("next_guess")["next_guess"][0]
            guess = hint if hint[0] != "" else self.typed(self.code())
            self.program.type("guesses", [guess], row)
            board = self.program.check()
        return board

    def play_odd(self) -> None:
        """Type all that is odd, in every row something else."""
        self.begin(SOMEBODY_ELSE)
        # With one white peg, all but one black are as wrong.
        for some in _parts((*ODD_MARKS, self.rules.pegs - 1), self.attempts):
            guesses = [self.typed(self.code()) for _ in some]
            self.program.type("guesses", guesses)
            self.program.type("typed_marks", [[odd] for odd in some])
            if not self.rules.black_only:
                self.program.type("typed_marks", [[1] for _ in some], column=1)
            self.program.check()
        self.begin()
        for some in _parts(ODD, self.attempts):
            for peg in (0, self.rules.pegs - 1):
                guesses = [self._digits() for _ in some]
                for guess, odd in zip(guesses, some, strict=True):
                    guess[peg] = odd
                self.program.type("guesses", guesses)
                self.program.check()
        for number in ODD_NUMBERS:
            self.program.type("game_number", [[number]])
            self.program.check()

    def _digits(self) -> list[Cell]:
        return [*pegs_as_cells(self.code(), self.rules)]

    def play(self, steps: int) -> Board:
        """Do what comes into somebody's mind."""
        codemaker = self.draw.choices(
            (COMPUTER, SOMEBODY_ELSE, CHEATS), weights=(12, 7, 1)
        )[0]
        board = self.begin(codemaker)
        moves: dict[Callable[[int], None], int] = {
            self._guess: 10,
            self._odd: 4,
            self._half: 2,
            self._twice: 2,
            self._delete: 3,
            self._number: 1,
            self._fill: 1,
            self._mark: 12 if codemaker == SOMEBODY_ELSE else 2,
        }
        for _ in range(steps):
            row = board.next_attempt
            if row is None or self.draw.random() < 0.2:
                row = self.draw.randrange(self.attempts)
            (move,) = self.draw.choices([*moves], weights=[*moves.values()])
            move(row)
            board = self.program.check()
        return board

    def _guess(self, row: int) -> None:
        hint = self.program.values("next_guess")["next_guess"][0]
        kind = self.draw.random()
        if kind < 0.35 and hint[0] != "":
            self.program.type("guesses", [hint], row)
        else:
            code = self.secret if kind > 0.9 else self.code()
            self.program.type("guesses", [self.typed(code)], row)

    def typed(self, code: Code) -> list[Cell]:
        """Return a guess in one of the ways in which people type it."""
        written = self.rules.format_code(code)
        either = [self.draw.choice((s.lower(), s.upper())) for s in written]
        kind = self.draw.randrange(6)
        if kind < 2:
            return [Keys(symbol) for symbol in either]
        if kind == 2:
            return [*either]
        if kind == 3:
            return [f"{self._blanks()}{symbol}{self._blanks()}" for symbol in either]
        if kind == 4 and written.isdigit():
            return [*map(int, written)]
        rest: list[Cell] = [None] * (len(code) - 1)
        whole: Cell = "".join(either)
        if written.isdigit():
            whole = self.draw.choice((whole, int(written)))
        return [f" {whole}" if isinstance(whole, str) else whole, *rest]

    def _blanks(self) -> str:
        return "".join(
            self.draw.choices((" ", NO_BREAK_SPACE), k=self.draw.randrange(3))
        )

    def _odd(self, row: int) -> None:
        """Type what is no symbol, into a guess that is right but for that."""
        guess = self.typed(self.code())
        two = self.draw.randrange(self.rules.colours - 1)
        odd = self.draw.choice((*ODD, self.rules.symbols[two : two + 2]))
        guess[self.draw.randrange(len(guess))] = odd
        self.program.type("guesses", [guess], row)

    def _half(self, row: int) -> None:
        guess = [*map(Keys, self.rules.format_code(self.code()))]
        missing = self.draw.randrange(len(guess))
        cells = [None if peg == missing else cell for peg, cell in enumerate(guess)]
        self.program.type("guesses", [cells], row)

    def _twice(self, row: int) -> None:
        (symbol,) = self.draw.choices(self.rules.symbols)
        code = [*self.rules.format_code(self.code())]
        for column in self.draw.sample(range(len(code)), 2):
            code[column] = symbol
        self.program.type("guesses", [[Keys(each) for each in code]], row)

    def _delete(self, row: int) -> None:
        column = self.draw.randrange(self.rules.pegs)
        row = self.draw.randrange(row + 1)
        self.program.type("guesses", [[None]], row, column)

    def _number(self, _: int) -> None:
        number = self.draw.choice((*ODD_NUMBERS, self.draw.randint(1, LARGEST_NUMBER)))
        self.program.type("game_number", [[number]])

    def _fill(self, _: int) -> None:
        """Play a guess in each row, so that the game is over."""
        guesses = [self._digits() for _ in range(self.attempts)]
        self.program.type("guesses", guesses)

    def _mark(self, row: int) -> None:
        row = self.draw.randrange(max(row, 1)) if self.draw.random() < 0.3 else row
        kind = self.draw.random()
        if kind < 0.55:
            values = self.program.values(*TYPED)
            code = board_of(self.program.at, values).attempts[row].code
            given = self.rules.answer(self.secret, code or self.code())
            marks: list[Cell] = [*given]
        elif kind < 0.7:
            marks = [*self.draw.choice(self.rules.feedbacks)]
        elif kind < 0.8:
            marks = [self.draw.randrange(7) for _ in range(2)]
        elif kind < 0.9:
            marks = [self.draw.choice((None, 1)), self.draw.choice((None, 1))]
        else:
            marks = [self.draw.choice((1, *ODD_MARKS)), self.draw.choice(ODD_MARKS)]
        if self.rules.black_only:
            marks = marks[:1]
        self.program.type("typed_marks", [marks], row)


def _parts(values: Sequence[Cell], size: int) -> Iterator[Sequence[Cell]]:
    for first in range(0, len(values), size):
        yield values[first : first + size]
