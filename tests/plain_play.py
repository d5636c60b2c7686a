"""
Random games on a board without Python, and what it has to show after each step.

A `Program` computes the board; the games are the same in each. What is right is worked
out here by a naive Mastermind, from what was typed.
"""

import itertools
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Final, TypeAlias

from helpers import rest_long, rest_proof

from xl_mastermind.build.formulas import usual
from xl_mastermind.game.codes import MOST_CODES
from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Code, Rules, Turn, parse_feedback
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.board import CHEATS, CODEMAKERS, COMPUTER, SOMEBODY_ELSE
from xl_mastermind.sheet.cells import Block, Cell, shown_text
from xl_mastermind.sheet.edition import Edition
from xl_mastermind.sheet.games import GAMES
from xl_mastermind.sheet.layout import BoardLayout
from xl_mastermind.sheet.words import guess_in_words, plural
from xl_mastermind.solve.suggest import survivors
from xl_mastermind.solve.trees import shipped_tree

_OTHER_KINDS: Final = ("Letters", "Black Pegs")

GAMES_TO_PLAY: Final = [
    *rest_long(["Mastermind", *_OTHER_KINDS]),
    *rest_proof(
        [name for name in GAMES if name not in ("Mastermind", *_OTHER_KINDS)], 0
    ),
]
"""The games of all boards: a board with a list, one of each other kind, all others."""

Cells: TypeAlias = Sequence[Sequence[Cell]]
"""What is typed into an area, row by row."""

Marks: TypeAlias = tuple[int | str, ...]
"""Black and white pegs, or black ones alone; a question mark where nobody is sure."""


class Keys(str):
    """What fingers type: the program makes a number, a text or a formula of it."""

    __slots__ = ()


NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"

ODD: Final[Sequence[Cell]] = (
    *("?", "*", "~?~?", "7", "12", "1.5", "0", "TRUE", "#N/A", "=", "'", '"', "a1"),
    *(7, 0, 12, 1.5, 1122.5, -1, -1122, 1e9, 1e300, "11222", "1 2 3 4 5 6 7"),
    *(Keys("=TRUE()"), Keys("=NA()"), Keys("=1/0"), Keys("=1000+122"), Keys('=""')),
    *("äöüx", "é", "\u017f\u0131\u212a\u017f", "①", "\uff11\uff11\uff12\uff12", "²"),
    *(" ", NO_BREAK_SPACE, "\u20031122", "\N{MINUS SIGN}1122", "12…", "…", "11…22…3"),
)
"""What is no guess, or hardly."""

ODD_MARKS: Final[Sequence[Cell]] = (
    *(0.5, -1, 5, 9, 1e9, "x", "?", "", " 1 ", "2", Keys("=NA()"), Keys('=""')),
)

ODD_NUMBERS: Final[Sequence[Cell]] = (
    *(0, -1, 1.5, LARGEST_NUMBER + 1, 1e300, "2611", "?", None, Keys("=NA()")),
    *(1, LARGEST_NUMBER, LARGEST_NUMBER - 1, Keys("2611"), Keys("=TRUE()")),
)


# A naive Mastermind


def answer(secret: Sequence[str], guess: Sequence[str], *, black_only: bool) -> Marks:
    """Return black and white pegs, as people count them."""
    black = sum(s == g for s, g in zip(secret, guess, strict=True))
    common = (Counter(secret) & Counter(guess)).total()
    return (black,) if black_only else (black, common - black)


def word_of(typed: Cell, rules: Rules) -> str:
    """Return the symbols of a guess as typed; a question mark for what is none."""
    if isinstance(typed, str):
        return "".join(c for c in typed if c not in f" {NO_BREAK_SPACE},.…").upper()
    is_number = isinstance(typed, float | int) and not isinstance(typed, bool)
    if is_number and typed >= 0 and typed == int(typed):  # type: ignore[operator, call-overload]
        return str(int(typed)).zfill(rules.pegs if "0" in rules.symbols else 1)  # type: ignore[call-overload]
    return "?"


def is_code(word: str, rules: Rules) -> bool:
    """Return whether a word is a code of the game."""
    is_long = len(word) == rules.pegs and set(word) <= set(rules.symbols.upper())
    return is_long and not (rules.distinct and len(set(word)) < rules.pegs)


def marks_of(cells: Sequence[Cell], rules: Rules) -> Marks | str | None:
    """Return the marks as typed, `None` if one is missing, or that they are wrong."""
    if "" in cells:
        return None
    texts = ["?" if c == "?" else str(c).strip().removesuffix(".0") for c in cells]
    sure = [t for t in texts if t != "?"]
    counts = [int(t) if t.isascii() and t.isdigit() else -1 for t in sure]
    is_one_off = counts == [rules.pegs - 1, 1]
    if min(counts, default=0) < 0 or sum(counts) > rules.pegs or is_one_off:
        return "wrong"
    return tuple(t if t == "?" else int(t) for t in texts)


def fits(given: Marks | str | None, right: Marks) -> bool:
    """Return whether an answer is the one that was given, as far as that is sure."""
    assert isinstance(given, tuple)
    return all(mark in ("?", count) for mark, count in zip(given, right, strict=True))


def all_codes(rules: Rules) -> list[str]:
    """Return all codes of a game, in their order."""
    symbols = rules.symbols.upper()
    if rules.distinct:
        return ["".join(c) for c in itertools.permutations(symbols, rules.pegs)]
    return ["".join(c) for c in itertools.product(symbols, repeat=rules.pegs)]


def cells_of(word: str, rules: Rules) -> list[Cell]:
    """Return a word as tiles show it."""
    digits = "" if rules.symbols.isalpha() else "0123456789"
    return [int(c) if c in digits else "" if c == " " else c for c in word]


# A board in a program


class Program(ABC):
    """
    A program in which a board is open.

    Attributes
    ----------
    at : BoardLayout
        The board's places.
    has_python : bool
        Whether functions of ours answer: then the next guess is not the plain one.
    """

    has_python = False

    def __init__(self, at: BoardLayout) -> None:
        self.at = at
        first = at.rules.pegs + 1  # right of the list of codes and its marks
        self.seen = Area(at.sheet, 0, first, at.story.bottom, at.panel_right)
        self.codes = all_codes(at.rules) if "code_list" in at.areas else []

    @abstractmethod
    def put(self, area: Area, cells: Cells) -> None:
        """Type into cells; `None` deletes what is there."""

    @abstractmethod
    def read(self, area: Area) -> Block:
        """Return what cells show: an error as `None`, nothing as a blank text."""

    @abstractmethod
    def is_formula(self, area: Area) -> bool:
        """Return whether a formula was typed into a cell."""

    def typed(self, name: str) -> Block:
        """Return what was typed into an area, a formula as `None`."""
        area = self.at.areas[name]
        block = self.read(area)
        for row, cells in enumerate(block):
            for column in range(len(cells)):
                if self.is_formula(area.cell(row, column)):
                    cells[column] = None
        return block

    def type(self, name: str, cells: Cells, row: int = 0) -> None:
        """Type into an area, from one of its rows on."""
        corner = self.at.areas[name].cell(row)
        bottom, right = corner.top + len(cells) - 1, corner.left + len(cells[0]) - 1
        self.put(replace(corner, bottom=bottom, right=right), cells)

    def written(self, sentence: str) -> str:
        """Return a sentence without what the program writes in its own way."""
        return sentence

    @property
    def expected(self) -> "Expected":
        """What the board has to show."""
        return Expected(self)

    def check(self, said: str = "") -> "Expected":
        """Hold what the board shows, or a button has said, against what is right."""
        block, seen = self.read(self.seen), self.seen
        names = ("typed_guesses", "typed_marks", "codemaker", "game_number")
        typed = {cell for name in names for cell in self.at.areas[name].cells()}
        errors = {
            cell
            for cell in seen.cells()
            if block[cell[0] - seen.top][cell[1] - seen.left] is None
        }
        right = self.expected
        assert not errors - typed, (errors, right.typed)
        for name, cells in right.areas.items():
            there = self.read(self.at.areas[name])
            assert there == cells, (name, there, cells, right.typed, right.marks)
        shown, sentence = str(self.read(self.at.message)[0][0]), said or right.message
        if right.message.endswith(": "):  # what is wrong is quoted as cells show it
            shown = shown[: len(sentence)]
        assert self.written(shown) == self.written(sentence), right.typed
        return right


class Expected:
    """What a board has to show where nobody has Python, by what was typed there."""

    def __init__(self, program: Program) -> None:
        self.at, self.rules, self.codes = program.at, program.at.rules, program.codes
        self.has_python = program.has_python
        maker = str(program.read(self.at.codemaker)[0][0]).strip().capitalize()
        self.codemaker = maker if maker in CODEMAKERS else COMPUTER
        self.shows_next = program.read(self.at.show_next_guess) == [["Yes"]]
        self.crosses_out = program.read(self.at.show_marks) == [["Yes"]]
        self.secret = self._secret(program.typed("game_number")[0][0])
        guesses = program.typed("typed_guesses")
        self.marks = program.read(self.at.typed_marks)
        self.typed = [guess for (guess,) in guesses]
        self.words = [word_of(guess, self.rules) for guess in self.typed]
        self.given = [*map(self._answer, self.words, self.marks)]
        if self.has_python and self.codemaker == CHEATS:
            self._cheat()
        self.turns = {
            row: given
            for row, given in enumerate(self.given)
            if isinstance(given, tuple)
        }
        self.left = self.codes
        self.counts = self._counts()
        wins = [row for row, given in self.turns.items() if given[0] == self.rules.pegs]
        free = [row for row, given in enumerate(self.given) if given is None]
        self.solved = wins[0] if wins else None
        self.lost = not free and not wins
        self.revealed = self._revealed(program)
        self.next = free[0] if free and not wins and not self.revealed else None
        self.players = [name for (name,) in program.read(self.at.played_by)]
        self.fault = self._fault()
        self.message = self._message()
        self.areas = self._areas()

    def _secret(self, number: Cell) -> str:
        is_number = isinstance(number, float | int) and not isinstance(number, bool)
        if self.codemaker != COMPUTER or not is_number:
            return ""
        whole = int(number)  # type: ignore[call-overload]
        if whole != number or not 1 <= whole <= LARGEST_NUMBER:
            return ""
        return self.rules.format_code(self.rules.code_numbered(whole)).upper()

    def _revealed(self, program: Program) -> bool:
        """Return whether somebody wanted to see the code of this game."""
        at, number = self.at, program.typed("game_number")
        is_noted = program.read(at.noted_for) == number
        is_wanted = is_noted and program.read(at.revealed) == [["shown"]]
        if "reveal" in at.areas:
            is_wanted |= program.read(at.reveal) == [["Yes"]]
        return is_wanted and self.codemaker != SOMEBODY_ELSE

    def _answer(self, word: str, marks: Sequence[Cell]) -> Marks | str | None:
        if not is_code(word, self.rules):
            return None
        if self.codemaker == SOMEBODY_ELSE:
            return marks_of(marks, self.rules)
        if not self.secret:
            return None
        return answer(self.secret, word, black_only=self.rules.black_only)

    def _cheat(self) -> None:
        """Answer each code so that most codes stay, of equal answers by the least."""
        left = all_codes(self.rules)
        only = self.rules.black_only
        for row, word in enumerate(self.words):
            if self.is_code(word):
                parts = Counter(answer(code, word, black_only=only) for code in left)
                given = min(parts, key=lambda marks: (-parts[marks], marks))
                left = [c for c in left if answer(c, word, black_only=only) == given]
                self.given[row] = given

    def is_code(self, word: str) -> bool:
        """Return whether a word is a code of the game."""
        return is_code(word, self.rules)

    @property
    def _as_turns(self) -> list[Turn]:
        """The turns as the package knows them."""
        parse = self.rules.parse_code
        return [
            Turn(parse(self.words[row]), parse_feedback(*map(str, given)))
            for row, given in self.turns.items()
        ]

    def _counts(self) -> dict[int, int]:
        """Return how many codes are left after each turn, where a board knows it."""
        if self.codes:
            return {row: self._count(row) for row in self.turns}
        if self.has_python and self.rules.code_count <= MOST_CODES:
            left = survivors(self.rules, self._as_turns)
            return dict(zip(self.turns, left, strict=True))
        return {}

    def _count(self, row: int) -> int:
        """Strike off the codes that a turn rules out, and count what is left."""
        word, given, only = self.words[row], self.given[row], self.rules.black_only
        self.left = [
            c for c in self.left if fits(given, answer(c, word, black_only=only))
        ]
        return len(self.left)

    def _message(self) -> str:
        if self.codemaker == COMPUTER and not self.secret:
            return "Please type a game's number from 1 to 999,999,999."
        return self.fault or self._contradiction() or self._ending()

    def _fault(self) -> str:
        rules = self.rules
        for row, word in enumerate(self.words):
            is_begun = "…" in str(self.typed[row]) and len(word) < rules.pegs
            is_wrong = word and not is_code(word, rules)
            if is_wrong and not is_begun:
                return f"Attempt {row + 1}: please type {guess_in_words(rules)}."
            is_marked = any(mark != "" for mark in self.marks[row])
            if is_marked and not is_wrong and self.codemaker != SOMEBODY_ELSE:
                where = "only where somebody else hides the code."
                return f"Attempt {row + 1}: marks are typed {where}"
            if isinstance(self.given[row], str):
                return f"Attempt {row + 1}: "
        return ""

    def _contradiction(self) -> str:
        is_alone = self.codemaker == CHEATS and not self.has_python
        if is_alone and any(is_code(w, self.rules) for w in self.words):
            return "Nobody here can cheat: choose another codemaker."
        none_left = [row for row, count in self.counts.items() if count == 0]
        if none_left:
            return f"No code fits from attempt {none_left[0] + 1}: check the marks."
        return ""

    def _ending(self) -> str:
        is_plain = self.at.edition is Edition.PLAIN
        again = "Delete the guesses, then type another number."
        again = again if is_plain else "Press New Game to play again."
        if self.solved is not None:
            return f"{self._found(self.solved)}.\n{again}"
        if self.lost:
            number = {6: "Six", 10: "Ten", 12: "Twelve"}[self.at.attempts]
            was = f"The code was {' '.join(self.secret)}. " if self.secret else ""
            if self.codemaker == CHEATS and self.left:
                was = f"It could still be {' '.join(self.left[0])}. "
            return f"{number} attempts: the codemaker has won.\n{was}{again}"
        if self.revealed and self.secret:
            return f"The code is {' '.join(self.secret)}.\n{again}"
        return self._standing()

    def _found(self, last: int) -> str:
        rows = [row for row in self.turns if row <= last]
        players = [self.players[row] for row in rows if self.players[row]]
        guesses = len(rows)
        if not players:
            return f"You found it in {guesses}{usual(self.rules)}"
        if len(players) == guesses:
            return f"{players[-1]} found it in {guesses}"
        return f"You found it in {guesses}, with {plural(len(players), 'hint')}"

    def _standing(self) -> str:
        if self.next is not None and is_code(self.words[self.next], self.rules):
            return f"Please type the marks of attempt {self.next + 1}."
        if not self.turns:
            return f"{self.rules.code_count:,} codes are possible. Your guess."
        last, marks = [*self.turns.items()][-1]
        words = zip(marks, ("black", "white"), strict=False)
        said = ", ".join(f"{number} {colour}" for number, colour in words)
        if self.counts:
            said += f": {plural(self.counts[last], 'code')} left"
        if self.next is not None and self.next < last:
            return f"{said}. Attempt {self.next + 1} is still free."
        return f"{said}."

    def _areas(self) -> dict[str, Block]:
        rules, pegs, rows = self.rules, self.rules.pegs, range(self.at.attempts)
        status = self._status
        is_visible = status in {"found", "shown"}
        code = self.secret
        if self.codemaker == CHEATS and self.has_python and self.left:
            code = self.left[0]
        areas: dict[str, Block] = {
            "guesses": [
                cells_of(word[:pegs].ljust(pegs), rules) for word in self.words
            ],
            "numbers": [
                [f"{self._sign(row)}{NO_BREAK_SPACE * 2}{row + 1}"] for row in rows
            ],
            "code_status": [[status]],
            "hidden_code": [
                cells_of(code.ljust(pegs), rules) if is_visible else ["?"] * pegs
            ],
            "next_cell": [[self._next_cell()]],
        }
        if not self.shows_next:
            areas["next_guess"] = [[""] * pegs]
        elif not self.has_python:
            areas["next_guess"] = [self._next_guess()]
        if self.codemaker != SOMEBODY_ELSE:
            nothing = ("", "")
            given = [(*self.turns.get(row, nothing), "")[:2] for row in rows]
            areas["marks"] = [[*marks] for marks in given]
        if "wrong" not in self.given:
            areas["little_pegs"] = [[self._drawn(row)] for row in rows]
        if self.codes or self.has_python:
            areas["codes_left"] = [[self.counts.get(row, "")] for row in rows]
        if self.codes:
            left = {*self.left} if self.crosses_out else {*self.codes}
            areas["ruled_out_marks"] = [["" if c in left else "x"] for c in self.codes]
        return areas

    @property
    def _status(self) -> str:
        if self.codemaker == SOMEBODY_ELSE:
            return "theirs"
        if self.solved is not None:
            return "found"
        return "shown" if self.lost or self.revealed else "hidden"

    def _sign(self, row: int) -> str:
        if row == self.next:
            return "►"
        is_win = row in self.turns and self.turns[row][0] == self.rules.pegs
        return "★" if is_win else ""

    def _drawn(self, row: int) -> str:
        if row not in self.turns:
            return ""
        drawn = []
        for number, peg in zip(self.turns[row], "●○", strict=False):
            drawn += [f"{peg}?"] if isinstance(number, str) else [peg] * number
        return " ".join(drawn) or "none"

    def _next_guess(self) -> list[Cell]:
        """Return the guess of the optimal tree, else the first code left."""
        nothing: list[Cell] = [""] * self.rules.pegs
        if not self.codes or self.next is None:
            return nothing
        tree = shipped_tree(self.rules, "optimal")
        follows = tree.after(self._as_turns) if tree else None
        if follows:
            return cells_of(self.rules.format_code(follows.guess), self.rules)
        return cells_of(self.left[0], self.rules) if self.left else nothing

    def _next_cell(self) -> str:
        row = self.next
        if row is None:
            return ""
        if self.codemaker == SOMEBODY_ELSE and is_code(self.words[row], self.rules):
            is_second = self.marks[row][0] != "" and not self.rules.black_only
            return self.at.typed_marks.cell(row, int(is_second)).fixed
        return self.at.typed_guesses.row(row).fixed


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

    def begin(self, codemaker: str = COMPUTER) -> Expected:
        """Clear the board, and hide the code."""
        program, blocks = self.program, 999_000_000 // self.rules.code_count
        block = self.draw.randrange(blocks)
        program.type("typed_guesses", [[None]] * self.attempts)
        program.type("typed_marks", [[None] * program.at.marks_typed] * self.attempts)
        program.type("codemaker", [[codemaker]])
        number = self.rules.number_of(self.secret, block)
        program.type("game_number", [[number]])
        return program.check()

    def play_hints(self) -> Expected:
        """Play by hints alone, where there are some; any codes where there are none."""
        board = self.begin()
        while board.next is not None:
            (hint,) = self.program.read(self.program.at.next_guess)
            word = "".join(map(shown_text, hint))
            guess = self.typed(self.rules.parse_code(word) if word else self.code())
            self.program.type("typed_guesses", [[guess]], board.next)
            board = self.program.check()
        return board

    def play_odd(self) -> None:
        """Type all that is odd, in every row something else."""
        self.begin(SOMEBODY_ELSE)
        # With one white peg, all but one black are as wrong.
        for some in _parts((*ODD_MARKS, self.rules.pegs - 1), self.attempts):
            self.program.type(
                "typed_guesses", [[self.typed(self.code())] for _ in some]
            )
            ones: list[Cell] = [1] * (self.program.at.marks_typed - 1)
            self.program.type("typed_marks", [[odd, *ones] for odd in some])
            self.program.check()
        self.begin()
        for some in _parts(ODD, self.attempts):
            self.program.type("typed_guesses", [[odd] for odd in some])
            self.program.check()
        self.begin()
        for number in ODD_NUMBERS:
            self.program.type("game_number", [[number]])
            self.program.check()

    def play(self, steps: int) -> Expected:
        """Do what comes into somebody's mind."""
        codemaker = self.draw.choices(
            (COMPUTER, SOMEBODY_ELSE, CHEATS),
            weights=(12, 7, not self.program.has_python),
        )[0]
        board = self.begin(codemaker)
        moves: dict[Callable[[int], Cell], int] = {
            lambda _: self.typed(self.code()): 10,
            lambda _: self.typed(self.secret): 1,
            lambda _: self.draw.choice(ODD): 4,
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
                self.program.type("typed_guesses", [[typed]], row)
            board = self.program.check()
        return board

    def typed(self, code: Code) -> Cell:
        """Return a guess in one of the ways in which people type it."""
        word = self.rules.format_code(code)
        blank = self.draw.choice(("", " ", ",", NO_BREAK_SPACE))
        forms: list[Cell] = [f"{blank}{blank.join(word)}", word.lower(), Keys(word)]
        if word.isdigit():
            forms += [int(word), Keys(word), Keys(word)]
        return self.draw.choice(forms)

    def _number(self, _: int) -> None:
        number = self.draw.choice((*ODD_NUMBERS, self.draw.randint(1, LARGEST_NUMBER)))
        self.program.type("game_number", [[number]])

    def _fill(self, _: int) -> None:
        """Play a guess in each row, so that the game is over."""
        guesses = [[self.typed(self.code())] for _ in range(self.attempts)]
        self.program.type("typed_guesses", guesses)

    def _mark(self, row: int) -> None:
        row = self.draw.randrange(max(row, 1)) if self.draw.random() < 0.3 else row
        kind, width = self.draw.random(), self.program.at.marks_typed
        if kind < 0.55:
            word = Expected(self.program).words[row]
            guess = (
                self.rules.parse_code(word)
                if is_code(word, self.rules)
                else self.code()
            )
            marks: list[Cell] = [
                self.draw.choice((mark, mark, mark, "?"))
                for mark in self.rules.answer(self.secret, guess)
            ]
        elif kind < 0.7:
            marks = [*self.draw.choice(self.rules.feedbacks)]
        elif kind < 0.8:
            marks = [self.draw.randrange(7) for _ in range(2)]
        elif kind < 0.9:
            marks = [self.draw.choice((None, 1)), self.draw.choice((None, 1))]
        else:
            marks = [self.draw.choice((1, *ODD_MARKS)), self.draw.choice(ODD_MARKS)]
        self.program.type("typed_marks", [marks[:width]], row)


def _parts(odd: Sequence[Cell], size: int) -> list[Sequence[Cell]]:
    """Return what is odd in parts that fill a board."""
    return [odd[first : first + size] for first in range(0, len(odd), size)]
