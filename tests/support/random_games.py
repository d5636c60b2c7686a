"""Random games to play on a board, equal in each application."""

from collections.abc import Sequence
from random import Random
from typing import Final

from board_oracle import (
    NO_BREAK_SPACE,
    BoardApplication,
    ExpectedBoard,
    TypedKeys,
    code_cells,
)
from naive_column import is_hint_mark

from xl_mastermind.board.state import BOARD_INPUTS, BoardState
from xl_mastermind.cells.values import Cell, RangeValues, entry_text
from xl_mastermind.game.game import CHEATS, COMPUTER, SOMEBODY_ELSE, Attempt
from xl_mastermind.game.game_key import parse_guess
from xl_mastermind.game.numbers import MAX_NUMBER
from xl_mastermind.game.rules import Code

ODD_GUESSES: Final[Sequence[Cell]] = (
    *("0012", "012", "2026-11-26", "11/26", "11:22", 46352, TypedKeys("0012")),
    *("?", "*", "~?~?", "7", "12", "1.5", "0", "TRUE", "#N/A", "=", "'", '"', "a1"),
    *(7, 0, 12, 1.5, 1122.5, -1, -1122, 1e9, 1e300, "11222", "1 2 3 4 5 6 7"),
    *map(TypedKeys, ("=TRUE()", "=NA()", "=1/0", "=1000+122", '=""')),
    *("äöüx", "é", "\u017f\u0131\u212a\u017f", "①", "\uff11\uff11\uff12\uff12", "²"),
    *(" ", NO_BREAK_SPACE, "\u20031122", "\N{MINUS SIGN}1122", "12…", "…", "11…22…3"),
    *("\u200922", "\u00a0-1122", "1122\n", "\u30001122"),
)
"""Entries that are not guesses, or only look like some."""

HINTS: Final = ("?", " ? ", "\N{FULLWIDTH QUESTION MARK}")
"""Entries that play a hint."""

ODD_MARKS: Final[Sequence[Cell]] = (
    *(0.5, -1, 5, 9, 1e9, "x", "-", "?", "", " 1 ", "2"),
    *map(TypedKeys, ("=NA()", '=""')),
    *("01", "TRUE", "$1", "1e0", "1.0", "0:00", "+1", " ?"),
)

ODD_NUMBERS: Final[Sequence[Cell]] = (
    *(0, -1, 1.5, MAX_NUMBER + 1, 1e300, "2611", "?", None, TypedKeys("=NA()")),
    *("\u2003382", "\u00a0382"),
    *("2026-11-26", "1.5", "1e3", "$1", "\uff12\uff16", " 0026 ", "0", "1,000"),
    *(1, MAX_NUMBER, MAX_NUMBER - 1, TypedKeys("2611"), TypedKeys("=TRUE()")),
    # Days, and almost days: the next number is never that of a day.
    *(20261130, "20261131", 20260100, 20261132, 19010100, 99991231, 120261130),
)


class RandomGame:
    """A game to play on a board, drawn at random."""

    def __init__(self, application: BoardApplication, draw: Random) -> None:
        self.application, self.draw = application, draw
        self.rules, self.attempts = (
            application.layout.rules,
            application.layout.attempts,
        )
        self._type = application.type
        self.secret = self.code()
        self.differences: list[str] = []

    def code(self) -> Code:
        colours = range(1, self.rules.colours + 1)
        pick = self.draw.sample if self.rules.distinct else self.draw.choices
        return tuple(pick(colours, k=self.rules.pegs))

    def check(self) -> ExpectedBoard:
        """Return the correct board; add the differences from it."""
        board = self.application.expected
        self.differences += board.differences() + self._game_differences(board)
        return board

    def _game_differences(self, board: ExpectedBoard) -> list[str]:
        """Return where `Game` and the formulas of a board disagree."""
        ranges, read = self.application.layout.ranges, self.application.snapshot()
        values: dict[str, RangeValues] = {
            name: read(ranges[name]) for name in BOARD_INPUTS if name in ranges
        }
        values["game"] = [[str(self.rules)]]  # its format hides it
        state = BoardState.from_values(values)
        game = state.game
        rows = [*game.attempts, *[Attempt()] * (self.attempts - len(game.attempts))]
        secret = self.rules.format_code(game.secret or ()).upper()
        typed = self.application.typed(ranges["guess_input"], read)
        seen: dict[str, list[object]] = {
            "is_playable": [row.guess is not None for row in rows],
            "is_turn": [row.turn is not None for row in rows],
            "secret": code_cells(secret.ljust(self.rules.pegs), self.rules),
            "guesses that match reads": [
                row.guess if is_hint_mark(entry) else parse_guess(entry, self.rules)
                for number, row in zip(state.rows, game.attempts, strict=True)
                for entry in [entry_text(typed[number][0])]
            ],
        }
        shown: dict[str, list[object]] = {
            name: [bool(cell) for (cell,) in read(ranges[name])]
            for name in ("is_playable", "is_turn")
        }
        shown["secret"] = [*read(ranges["secret"])[0]]
        shown["guesses that match reads"] = [row.guess for row in game.attempts]
        if board.is_counted or not game.contradiction:
            seen["won, lost"] = [game.solved_attempt or 0, game.is_lost]
            cells = [read(ranges[name])[0][0] for name in ("won", "lost")]
            shown["won, lost"] = [float(str(cells[0] or 0)), bool(cells[1])]
        return [
            f"{name}: {seen[name]} in Python, {shown[name]}; {board.guess_inputs},"
            f" {board.entry_marks}"
            for name in seen
            if seen[name] != shown[name]
        ]

    def begin(self, codemaker: str = COMPUTER) -> ExpectedBoard:
        """Clear the board, and hide the code."""
        block = self.draw.randrange(999_000_000 // self.rules.code_count)
        blanks: list[Cell] = [None] * len(self.application.layout.mark_names)
        rows = self.application.layout.entry_count
        self._type("guess_input", [[None]] * rows)
        self._type("feedback_input", [blanks] * rows)
        self._type("codemaker", [[codemaker]])
        number = self.rules.number_from_code(self.secret, block)
        self._type("game_number", [[number]])
        return self.check()

    def play_hints(self) -> None:
        """Play the hints of the board, random codes where it has none."""
        board, has_hints = self.begin(), self.application.layout.has_code_list
        while board.next_row is not None:
            guess = "?" if has_hints else self.typed(self.code())
            assert board.next_entry is not None
            self._type("guess_input", [[guess]], board.next_entry)
            board = self.check()

    def play_odd(self) -> None:
        """Type all odd entries, a different one in each row."""
        self.begin(SOMEBODY_ELSE)
        # With one white peg, all but one black are as wrong.
        # LibreOffice takes every number for TRUE or FALSE where =TRUE() was once.
        more = self.rules.pegs - 1, self.rules.pegs, "", "", TypedKeys("=TRUE()")
        for some in _parts((*ODD_MARKS, *more), self.attempts):
            self._type("guess_input", [[self.typed(self.code())] for _ in some])
            self._type_marks([[odd, 1] for odd in some])
            self.check()
        self.begin(SOMEBODY_ELSE)
        self._win_after_wrong_marks()
        self.begin()
        for some in _parts(ODD_GUESSES, self.attempts):
            self._type("guess_input", [[odd] for odd in some])
            self.check()
        self.begin()
        self._type("guess_input", [[self.typed(self.secret)]])
        for number in (*ODD_NUMBERS, *self._own_codes()):
            self._type("game_number", [[number]])
            self.check()
        self._type("game_number", [[382]])
        self.check()

    def _own_codes(self) -> list[Cell]:
        has_letters = self.rules.symbols.isalpha()
        prefix, other = ("*", "own ") if has_letters else ("own", "*")
        word, last = self.rules.format_code(self.secret), self.rules.symbols[0]
        return [
            *(f"{prefix} {word}", f" {prefix.upper()}{' '.join(word)}"),
            *(f"{prefix}\u00a0{self.rules.format_code(self.code())}",),
            *(f"\u202f{prefix} {word.lower()}", f"{prefix}{word}{last}"),
            *(prefix, f"{prefix} {word[1:]}", f"{other}{word}", "own !!!!", "*!"),
        ]

    def _win_after_wrong_marks(self) -> None:
        """Mark a code as the hidden one, after it was marked as all wrong."""
        guess = self.typed(self.code())
        self._type("guess_input", [[guess], [guess]])
        self._type_marks([[0, 0], [self.rules.pegs, 0]])
        self.check()

    def play(self, steps: int) -> None:
        codemaker = self.draw.choices(
            (COMPUTER, SOMEBODY_ELSE, CHEATS),
            weights=(12, 7, not self.application.has_python),
        )[0]
        board = self.begin(codemaker)
        changes = (self._guess, self._mark, self._number, self._fill, self._win)
        weights = (22, 12 if codemaker == SOMEBODY_ELSE else 2, 1, 1, 1)
        for _ in range(steps):
            row = board.next_entry
            if row is None or self.draw.random() < 0.2:
                row = self.draw.randrange(self.attempts)
            (change,) = self.draw.choices(changes, weights)
            change(row, board)
            board = self.check()

    def typed(self, code: Code) -> Cell:
        """Return a guess in a form that people type."""
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

    def _guess(self, row: int, _: ExpectedBoard) -> None:
        word, first = self.rules.format_code(self.code()), self.rules.symbols[0]
        odd, repeated = self.draw.choice(ODD_GUESSES), first * self.rules.pegs
        entries = [self.typed(self.code()), self.typed(self.secret), odd, None]
        entries += [f"{word[:-1]}…", word + first, repeated, self.draw.choice(HINTS)]
        (entry,) = self.draw.choices(entries, weights=(10, 1, 4, 3, 2, 1, 1, 3))
        self._type("guess_input", [[entry]], row)

    def _mark(self, row: int, board: ExpectedBoard) -> None:
        """Type marks beside a row: right or unknown ones, other ones, or odd ones."""
        row = self.draw.randrange(max(row, 1)) if self.draw.random() < 0.3 else row
        choose, word = self.draw.choice, board.entries[row]
        guess = self.rules.parse_code(word) if board.is_code(word) else self.code()
        (marks,) = self.draw.choices(
            (
                self._right_marks(guess),
                [*choose(self.rules.feedbacks)],
                [self.draw.randrange(7), self.draw.randrange(7)],
                [choose((None, 1)), choose((None, 1))],
                [choose((1, *ODD_MARKS)), choose(ODD_MARKS)],
            ),
            weights=(55, 15, 10, 10, 10),
        )
        self._type_marks([marks], row)

    def _right_marks(self, guess: Code) -> list[Cell]:
        """Return the marks of a guess, some of them unknown."""
        marks = self.rules.feedback(self.secret, guess)
        return [self.draw.choice((mark, mark, mark, "?")) for mark in marks]

    def _type_marks(self, marks: Sequence[Sequence[Cell]], row: int = 0) -> None:
        """Type marks from a row on; in some games only black ones."""
        width = len(self.application.layout.mark_names)
        self._type("feedback_input", [each[:width] for each in marks], row)

    def _number(self, _: int, __: ExpectedBoard) -> None:
        number = self.draw.choice((*ODD_NUMBERS, self.draw.randint(1, MAX_NUMBER)))
        self._type("game_number", [[number]])

    def _fill(self, _: int, board: ExpectedBoard) -> None:
        """Play a guess in each row, so that the game is over, or one mark is wrong."""
        codes = [self.code() for _ in range(self.attempts)]
        self._type("guess_input", [[self.typed(code)] for code in codes])
        if board.has_user_feedback:
            marks: list[list[Cell]] = [
                [*self.rules.feedback(self.secret, code)] for code in codes
            ]
            if self.draw.random() < 0.5:
                wrong = self.draw.randrange(self.attempts)
                marks[wrong] = [*self.draw.choice(self.rules.feedbacks)]
            self._type_marks(marks)

    def _win(self, _: int, __: ExpectedBoard) -> None:
        """Play the code in a row, with guesses below it."""
        row = self.draw.randrange(self.attempts)
        codes = [self.secret, *(self.code() for _ in range(self.attempts - row - 1))]
        self._type("guess_input", [[self.typed(code)] for code in codes], row)


def _parts(odd: Sequence[Cell], size: int) -> list[Sequence[Cell]]:
    """Split odd entries into parts that fill a board."""
    return [odd[first : first + size] for first in range(0, len(odd), size)]


def differences_in_games(
    program: BoardApplication, games: int, steps: int
) -> list[str]:
    """Play random games, some by hints; return the wrong values."""
    draw = Random(f"games of {program.layout.sheet}")
    wrong = []
    for number in range(games):
        game = RandomGame(program, draw)
        if number % 10 == 0:
            game.play_hints()
        else:
            game.play(steps)
        wrong += game.differences
    return wrong
