"""
The column of a board, read entry by entry, as an oracle for formulas and Python.

It shares no rule of the column with the package: which games a column has, which
attempts belong to each, and when a game has ended.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

from brute_force import feedback as count_pegs

from xl_mastermind.cells.values import DATE_SERIALS, Cell, is_number
from xl_mastermind.game.codemaker import cheating_feedbacks
from xl_mastermind.game.game import CHEATS, COMPUTER
from xl_mastermind.game.numbers import parse_game_number
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.game.symbols import SEPARATORS, ascii_symbols
from xl_mastermind.solve.board_hint import board_hint

MAX_NUMBER = 999_999_999


def word_of(typed: Cell, rules: Rules) -> str:
    """Return the symbols of a typed guess in capitals, "?" for another value."""
    if isinstance(typed, str):
        hyphens = "" if typed.strip(" ").startswith("-") else "-"
        text = "".join(c for c in typed if c not in f"{SEPARATORS}…{hyphens}")
        symbols = f"{rules.symbols}nextown".upper()
        capitals = text.upper().replace("İ", "I")
        return "".join(
            ascii_symbols(c) if ascii_symbols(c) in symbols else c for c in capitals
        )
    is_whole = is_number(typed) and typed >= 0 and typed == int(typed)
    return str(int(typed)) if is_number(typed) and is_whole else "?"


def is_hint_mark(typed: Cell) -> bool:
    """Return whether an entry asks for a guess."""
    return isinstance(typed, str) and typed.strip() in ("?", "\uff1f")


def is_code(word: str, rules: Rules) -> bool:
    is_long = len(word) == rules.pegs and set(word) <= set(rules.symbols.upper())
    return is_long and not (rules.distinct and len(set(word)) < rules.pegs)


def number_of(typed: Cell) -> int:
    """Return the game number that is typed, 0 for another value."""
    if is_number(typed) and DATE_SERIALS.start <= typed < DATE_SERIALS.stop:
        typed = str(date(1899, 12, 30) + timedelta(int(typed)))
    elif is_number(typed) and typed == int(typed):
        typed = str(int(typed))
    try:
        return parse_game_number(typed) if isinstance(typed, str) else 0
    except ValueError:
        return 0


def own_prefix(rules: Rules) -> str:
    """Return the word before a code that a player hides."""
    return "*" if any(map(str.isalpha, rules.symbols)) else "OWN"


def typed_code(typed: Cell, rules: Rules) -> str:
    """Return the code that is typed in place of a number, or ""."""
    text = "".join(typed.split()) if isinstance(typed, str) else ""
    prefix = own_prefix(rules)
    if not text.upper().startswith(prefix):
        return ""
    code = word_of(text[len(prefix) :], rules)
    return code if is_code(code, rules) else ""


def number_after(number: int) -> int:
    """Return the number that a board suggests after another: never a day."""
    text = f"{number:08}"
    month, day = int(text[4:6]), int(text[6:])
    if 19010100 <= number < 10**8 and 1 <= month <= 12 and day <= 31:
        return int(text[4:]) + 1
    return 1 if number == MAX_NUMBER else number + 1


@dataclass
class NaiveGame:
    """
    A game of a column.

    Attributes
    ----------
    number : int, optional
        The number of the game, None with a typed code.
    code : str
        The hidden code, "" if the board does not know it.
    next_number : int, optional
        The game that a guess begins after the end.
    start : int, optional
        The row of the entry that began the game and is no guess.
    rows : list of int
        The rows of its attempts.
    turns : list of Turn or None
        The attempts, None without feedback.
    """

    number: int | None
    code: str
    next_number: int | None
    start: int | None = None
    rows: list[int] = field(default_factory=list)
    guesses: list[Code] = field(default_factory=list)
    feedback: list[Feedback | None] = field(default_factory=list)
    is_ended: bool = False

    @property
    def turns(self) -> list[Turn]:
        pairs = zip(self.guesses, self.feedback, strict=True)
        return [Turn(guess, answer) for guess, answer in pairs if answer]

    @property
    def key(self) -> str:
        """The number or the typed code, as a board writes it."""
        is_own = self.code and self.number is None
        return f"own {self.code}" if is_own else str(self.number or "")


class NaiveColumn:
    """
    The games of a column.

    Attributes
    ----------
    games : list of NaiveGame
        The games, of which the last may be in progress.
    words : list of str
        The symbols of each entry; a question mark is the guess that it plays.
    sources : dict of int to str
        The strategies of these guesses, by row.
    """

    def __init__(
        self,
        rules: Rules,
        attempts: int,
        row_count: int,
        first: Cell,
        codemaker: str = COMPUTER,
    ) -> None:
        self.rules, self.attempts, self.codemaker = rules, attempts, codemaker
        self._row_count = row_count
        self.words: list[str] = []
        self.sources: dict[int, str] = {}
        key = typed_code(first, rules) or number_of(first) or None
        self.games = [self._game(key, None)]

    def type(self, typed: Cell, marks: Feedback | None = None) -> None:
        """Read the next entry, and the feedback beside it."""
        rules, row, game = self.rules, len(self.words), self.games[-1]
        word, turns = word_of(typed, rules), [] if game.is_ended else game.turns
        if is_hint_mark(typed) and (hint := board_hint(rules, turns)):
            word, self.sources[row] = rules.format_code(hint.guess).upper(), hint.source
        self.words.append(word)
        room = self._row_count - row
        if is_code(word, rules):
            self._read_guess(row, marks, room)
        elif (key := self._key(typed, word)) and room > self.attempts:
            game.is_ended = True
            self.games.append(self._game(key, game.next_number, start=row))

    def _game(
        self, key: int | str | None, next_number: int | None, start: int | None = None
    ) -> NaiveGame:
        """Return a game by its number or its typed code."""
        has_code = self.codemaker == COMPUTER
        if isinstance(key, int):
            code = self.rules.format_code(self.rules.code_from_number(key)).upper()
            return NaiveGame(key, code * has_code, number_after(key), start)
        return NaiveGame(None, (key or "") * has_code, next_number, start)

    def _read_guess(self, row: int, answer: Feedback | None, room: int) -> None:
        game = self.games[-1]
        has_next = self.codemaker != COMPUTER or game.next_number
        if game.is_ended and has_next and room >= self.attempts:
            game = self._game(game.next_number, None)
            self.games.append(game)
        if game.is_ended or len(game.rows) == self.attempts:
            return
        game.rows.append(row)
        game.guesses.append(self.rules.parse_code(self.words[row]))
        if game.code:
            secret = self.rules.parse_code(game.code)
            black, white = count_pegs(secret, game.guesses[-1])
            answer = Feedback(black, 0 if self.rules.black_only else white)
        game.feedback.append(answer)
        if self.codemaker == CHEATS:
            game.feedback[:] = cheating_feedbacks(self.rules, game.guesses)
        is_won = game.feedback[-1] == (self.rules.pegs, 0)
        game.is_ended = is_won or len(game.turns) == self.attempts

    def _key(self, typed: Cell, word: str) -> int | str | None:
        """Return the number or the code of the game that an entry begins."""
        game = self.games[-1]
        if word in ("NEXT", "#", "0"):
            return game.next_number
        if word.startswith(own_prefix(self.rules)):
            code = word.removeprefix(own_prefix(self.rules))
            return code if is_code(code, self.rules) else None
        digits = ascii_symbols(word).removeprefix("#")
        is_short = digits.isascii() and digits.isdigit() and len(digits) < 16
        if "…" in str(typed) or not is_short:
            return None
        may_be_guess = len(word) == self.rules.pegs and self.rules.symbols.isdigit()
        is_number = len(word) > len(digits) or (game.is_ended and not may_be_guess)
        number = int(digits)
        if number == game.next_number or (is_number and 0 < number <= MAX_NUMBER):
            return number
        return None


# Random columns

_FIRST_NUMBERS = (382, 20261130, 20261231, 20260228, MAX_NUMBER)

ODD_ENTRIES: Sequence[Cell] = (
    *("#2026-02-30", "2026-12-31", "1,00", "00", "#0", "# 5", "#00000000000000007"),
    *("\uff19", "\uff11\uff12\uff13\uff14\uff15", "#٣٨٣", "\uff03383"),
    *("\uff4e\uff45\uff58\uff54", "\uff4fwn\uff11\uff11\uff12\uff12", "\uff4e e-X.t"),
    *(46352, -5, "-382", "-#7", "#-7", 1e3, "1e3", 1.5, 1e9, "1…", "#383…", "own…"),
    *(" 3 8 3 ", "own\u20091122", "\u3000own\u00a011.22", "own", "ow", "*", "##5"),
    *("0,", "# ", " #1,383", "#383-", "#1000000000", "own 0", "77…", "-1", "1.5e9"),
)
"""Forms of numbers and words, right and wrong ones, and dates in number cells."""


class RandomColumn(NaiveColumn):
    """
    A random column, typed row by row so that games end.

    Attributes
    ----------
    entries : list of Cell
        The typed cells.
    """

    def __init__(
        self,
        rules: Rules,
        attempts: int,
        row_count: int,
        draw: Random,
        codemaker: str = COMPUTER,
    ) -> None:
        self._draw, self.first = draw, str(draw.choice(_FIRST_NUMBERS))
        super().__init__(rules, attempts, row_count, self.first, codemaker)
        self.entries: list[Cell] = []
        for _ in range(draw.randrange(row_count + 1)):
            self.entries.append(self._entry())
            self.type(self.entries[-1])

    def _code(self) -> Code:
        colours = range(1, self.rules.colours + 1)
        pick = self._draw.sample if self.rules.distinct else self._draw.choices
        return tuple(pick(colours, k=self.rules.pegs))

    def _entry(self) -> Cell:
        """Draw an entry; many are the code, so that games end."""
        game, rules, choose = self.games[-1], self.rules, self._draw.choice
        secret, number = game.code, self._draw.randrange
        if game.is_ended and game.next_number:
            secret = rules.format_code(rules.code_from_number(game.next_number))
        guess = rules.format_code(self._code())
        own = "*" if own_prefix(rules) == "*" else "own "
        choices: dict[Cell, int] = {
            guess: 50,
            secret or guess: 25,
            "": 6,
            choose(("#", "0", "next", "NEXT")): 5,
            f"#{number(1, 10 ** number(1, 10))}": 3,
            str(game.next_number): 3,
            str(number(10**5, 10**9)): 3,
            f"{own}{guess}": 3,
            choose((f"{own}{guess[1:]}", guess[1:], guess + "1", "?")): 4,
            choose(ODD_ENTRIES): 6,
        }
        (entry,) = self._draw.choices([*choices], [*choices.values()])
        return entry
