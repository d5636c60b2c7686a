"""Games drawn at random, the same in each program, that a board has to follow."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from board_oracle import (
    NO_BREAK_SPACE,
    BoardApplication,
    ExpectedBoard,
    TypedKeys,
    is_code,
)
from helpers import mark_rest_as_proof

from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Code
from xl_mastermind.spreadsheet.board import CHEATS, COMPUTER, SOMEBODY_ELSE
from xl_mastermind.spreadsheet.cells import Cell, cell_text
from xl_mastermind.spreadsheet.games import GAMES

_OTHER_KINDS: Final = ("Letters", "Black Pegs")

RANDOM_GAMES: Final = [
    "Mastermind",
    *_OTHER_KINDS,
    *mark_rest_as_proof(
        [name for name in GAMES if name not in ("Mastermind", *_OTHER_KINDS)], 0
    ),
]
"""The games of all boards: a board with a list, one of each other kind, all others."""

ODD_GUESSES: Final[Sequence[Cell]] = (
    *("0012", "012", "2026-11-26", "11/26", "11:22", 46352, TypedKeys("0012")),
    *("?", "*", "~?~?", "7", "12", "1.5", "0", "TRUE", "#N/A", "=", "'", '"', "a1"),
    *(7, 0, 12, 1.5, 1122.5, -1, -1122, 1e9, 1e300, "11222", "1 2 3 4 5 6 7"),
    *map(TypedKeys, ("=TRUE()", "=NA()", "=1/0", "=1000+122", '=""')),
    *("äöüx", "é", "\u017f\u0131\u212a\u017f", "①", "\uff11\uff11\uff12\uff12", "²"),
    *(" ", NO_BREAK_SPACE, "\u20031122", "\N{MINUS SIGN}1122", "12…", "…", "11…22…3"),
)
"""Entries that are not guesses, or only look like some."""

ODD_MARKS: Final[Sequence[Cell]] = (
    *(0.5, -1, 5, 9, 1e9, "x", "?", "", " 1 ", "2"),
    *map(TypedKeys, ("=NA()", '=""')),
    *("01", "TRUE", "$1", "1e0", "1.0", "0:00", "+1", " ?"),
)

ODD_NUMBERS: Final[Sequence[Cell]] = (
    *(0, -1, 1.5, LARGEST_NUMBER + 1, 1e300, "2611", "?", None, TypedKeys("=NA()")),
    *("2026-11-26", "1.5", "1e3", "$1", "\uff12\uff16", " 0026 ", "0", "1,000"),
    *(1, LARGEST_NUMBER, LARGEST_NUMBER - 1, TypedKeys("2611"), TypedKeys("=TRUE()")),
)


class RandomGame:
    """A game to play on a board, drawn at random."""

    def __init__(self, program: BoardApplication, draw: Random) -> None:
        self.program, self.draw = program, draw
        self.rules, self.attempts = program.at.rules, program.at.attempts
        self.secret = self.code()
        self.differences: list[str] = []

    def code(self) -> Code:
        """Draw a code."""
        colours = range(1, self.rules.colours + 1)
        pick = self.draw.sample if self.rules.distinct else self.draw.choices
        return tuple(pick(colours, k=self.rules.pegs))

    def check(self) -> ExpectedBoard:
        """Note what the board shows wrongly, and return the correct one."""
        board = self.program.expected
        self.differences += board.differences()
        return board

    def begin(self, codemaker: str = COMPUTER) -> ExpectedBoard:
        """Clear the board, and hide the code."""
        self._hide(codemaker)
        return self.check()

    def _hide(self, codemaker: str) -> None:
        program, blocks = self.program, 999_000_000 // self.rules.code_count
        block = self.draw.randrange(blocks)
        program.type("guess_input", [[None]] * self.attempts)
        program.type(
            "feedback_input", [[None] * program.at.input_mark_count] * self.attempts
        )
        program.type("codemaker", [[codemaker]])
        number = self.rules.number_from_code(self.secret, block)
        program.type("game_number", [[number]])

    def play_at_once(self) -> ExpectedBoard:
        """Play a whole game at once; some typed feedback is unknown."""
        codemaker = self.draw.choice((COMPUTER, SOMEBODY_ELSE))
        self._hide(codemaker)
        codes = [self.code() for _ in range(self.attempts)]
        codes[self.draw.randrange(self.attempts + 2) :] = []
        codes += [self.secret] * (len(codes) < self.attempts)
        self.program.type("guess_input", [[self.typed(code)] for code in codes])
        if codemaker == SOMEBODY_ELSE:
            marks = [
                [self.draw.choice((m, m, m, "?")) for m in self._answer(code)]
                for code in codes
            ]
            self.program.type("feedback_input", marks)
        return self.check()

    def _answer(self, code: Code) -> Sequence[int]:
        """Return what is typed of the answer to a guess."""
        answer = self.rules.feedback(self.secret, code)
        return answer[: self.program.at.input_mark_count]

    def play_hints(self) -> ExpectedBoard:
        """Play by hints alone, where there are some; any codes where there are none."""
        board = self.begin()
        while board.next is not None:
            (hint,) = self.program.read(self.program.at.ranges["next_guess"])
            word = "".join(map(cell_text, hint))
            guess = self.typed(self.rules.parse_code(word) if word else self.code())
            self.program.type("guess_input", [[guess]], board.next)
            board = self.check()
        return board

    def play_odd(self) -> None:
        """Type all that is odd, in every row something else."""
        self.begin(SOMEBODY_ELSE)
        # With one white peg, all but one black are as wrong.
        # LibreOffice takes every number for TRUE or FALSE where =TRUE() was once.
        more = self.rules.pegs - 1, self.rules.pegs, "", "", TypedKeys("=TRUE()")
        for some in _parts((*ODD_MARKS, *more), self.attempts):
            self.program.type("guess_input", [[self.typed(self.code())] for _ in some])
            ones: list[Cell] = [1] * (self.program.at.input_mark_count - 1)
            self.program.type("feedback_input", [[odd, *ones] for odd in some])
            self.check()
        self.begin(SOMEBODY_ELSE)
        self._win_twice_told()
        self.begin()
        for some in _parts(ODD_GUESSES, self.attempts):
            self.program.type("guess_input", [[odd] for odd in some])
            self.check()
        self.begin()
        self.program.type("guess_input", [[self.typed(self.secret)]])
        for number in (*ODD_NUMBERS, *self._own_codes()):
            self.program.type("game_number", [[number]])
            board = self.check()
            if board.own and "reveal" in self.program.at.ranges:
                self._reveal()
        self.program.type("game_number", [[382]])
        self.check()

    def _reveal(self) -> None:
        """Reveal the code by the setting."""
        ((_, key),) = self.program.read(self.program.at.ranges["reveal_choices"])
        self.program.type("reveal", [[key]])
        self.check()

    def _own_codes(self) -> list[Cell]:
        """Return forms of a user's own code, right and wrong."""
        has_letters = self.rules.symbols.isalpha()
        prefix, other = ("*", "own ") if has_letters else ("own", "*")
        word, last = self.rules.format_code(self.secret), self.rules.symbols[0]
        return [
            *(f"{prefix} {word}", f" {prefix.upper()}{' '.join(word)}"),
            *(f"{prefix}\u00a0{self.rules.format_code(self.code())}",),
            *(f"\u202f{prefix} {word.lower()}", f"{prefix}{word}{last}"),
            *(prefix, f"{prefix} {word[1:]}", f"{other}{word}", "own !!!!", "*!"),
        ]

    def _win_twice_told(self) -> None:
        """Mark a code as the hidden one, after it was marked as all wrong."""
        guess, pegs = self.typed(self.code()), self.rules.pegs
        marks: list[list[Cell]] = [[0, 0], [pegs, 0]]
        width = self.program.at.input_mark_count
        self.program.type("guess_input", [[guess], [guess]])
        self.program.type("feedback_input", [each[:width] for each in marks])
        self.check()

    def play(self, steps: int) -> ExpectedBoard:
        """Make random changes."""
        codemaker = self.draw.choices(
            (COMPUTER, SOMEBODY_ELSE, CHEATS),
            weights=(12, 7, not self.program.has_python),
        )[0]
        board = self.begin(codemaker)
        moves: dict[Callable[[int], Cell], int] = {
            lambda _: self.typed(self.code()): 10,
            lambda _: self.typed(self.secret): 1,
            lambda _: self.draw.choice(ODD_GUESSES): 4,
            lambda _: f"{self.rules.format_code(self.code())[:-1]}…": 2,
            lambda _: self.rules.format_code(self.code()) + self.rules.symbols[0]: 1,
            lambda _: self.rules.symbols[0] * self.rules.pegs: 1,
            lambda _: None: 3,
        }
        others: dict[Callable[[int], None], int] = {
            self._number: 1,
            self._fill: 1,
            self._mark: 12 if codemaker == SOMEBODY_ELSE else 2,
        }
        for _ in range(steps):
            row = board.next
            if row is None or self.draw.random() < 0.2:
                row = self.draw.randrange(self.attempts)
            weights = [*moves.values(), *others.values()]
            (move,) = self.draw.choices([*moves, *others], weights=weights)
            typed = move(row)
            if move in moves:
                self.program.type("guess_input", [[typed]], row)
            board = self.check()
        return board

    def typed(self, code: Code) -> Cell:
        """Return a guess in one of the ways in which people type it."""
        word = self.rules.format_code(code)
        blank = self.draw.choice(("", " ", ",", NO_BREAK_SPACE))
        forms: list[Cell] = [
            f"{blank}{blank.join(word)}",
            word.lower(),
            TypedKeys(word),
        ]
        if word.isdigit() and word[0] != "0":
            forms += [int(word), TypedKeys(word), TypedKeys(word)]
        return self.draw.choice(forms)

    def _number(self, _: int) -> None:
        number = self.draw.choice((*ODD_NUMBERS, self.draw.randint(1, LARGEST_NUMBER)))
        self.program.type("game_number", [[number]])

    def _fill(self, _: int) -> None:
        """Play a guess in each row, so that the game is over."""
        guesses = [[self.typed(self.code())] for _ in range(self.attempts)]
        self.program.type("guess_input", guesses)

    def _mark(self, row: int) -> None:
        row = self.draw.randrange(max(row, 1)) if self.draw.random() < 0.3 else row
        kind, width = self.draw.random(), self.program.at.input_mark_count
        if kind < 0.55:
            word = ExpectedBoard(self.program).words[row]
            guess = (
                self.rules.parse_code(word)
                if is_code(word, self.rules)
                else self.code()
            )
            marks: list[Cell] = [
                self.draw.choice((mark, mark, mark, "?"))
                for mark in self.rules.feedback(self.secret, guess)
            ]
        elif kind < 0.7:
            marks = [*self.draw.choice(self.rules.feedbacks)]
        elif kind < 0.8:
            marks = [self.draw.randrange(7) for _ in range(2)]
        elif kind < 0.9:
            marks = [self.draw.choice((None, 1)), self.draw.choice((None, 1))]
        else:
            marks = [self.draw.choice((1, *ODD_MARKS)), self.draw.choice(ODD_MARKS)]
        self.program.type("feedback_input", [marks[:width]], row)


def _parts(odd: Sequence[Cell], size: int) -> list[Sequence[Cell]]:
    """Split odd entries into parts that fill a board."""
    return [odd[first : first + size] for first in range(0, len(odd), size)]
