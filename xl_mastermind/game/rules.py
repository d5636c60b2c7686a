"""The rules of a game, its codes as tuples, and the feedback to a guess."""

import math
import re
import string
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, Self, TypeAlias

from xl_mastermind.game import conversion
from xl_mastermind.game import numbers as game_numbers
from xl_mastermind.game.answers import parse_answer
from xl_mastermind.game.conversion import check_text, input_error, short_repr
from xl_mastermind.game.peg_colours import replace_colour_names
from xl_mastermind.game.symbols import (
    english_letters,
    strip_invisible,
    strip_separators,
)

Code: TypeAlias = tuple[int, ...]
"""Colours of the pegs from left to right; colours are 1, ..., k."""

CodeLike: TypeAlias = str | Sequence[int] | conversion.Array
"""A code as text in the game's symbols, or as a sequence of colours."""

FeedbackLike: TypeAlias = str | Sequence[int | str] | conversion.Array
"""Feedback as text, or as the numbers of black and white pegs."""

TurnLike: TypeAlias = str | Sequence[CodeLike | FeedbackLike] | conversion.Array
"""A turn as text, or as a code and its feedback."""

GAME_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "4x6": ("mastermind",),
    "3x4": ("little",),
    "4x5": ("brain-breaker",),
    "4x10 distinct": ("bulls-and-cows", "ab"),
    "3x10 distinct": ("bagels",),
    "4x10": ("ab-repeats", "ab-with-repeats"),
    "5x8": ("super", "super-mastermind"),
    "4x26": ("letters",),
    "4x6 black": ("black-pegs",),
}
"""The names of games by notation; blanks are accepted for hyphens."""

NAMED_GAMES: Final = {
    name: notation for notation, names in GAME_NAMES.items() for name in names
}
"""The notation of each named game, by its names with hyphens."""

_EXPECTED_GAME: Final = "a game such as 4x6 or bulls-and-cows"

MAX_PEGS: Final = 12
"""The limit: feedback numbers, ``black * (pegs + 1) + white``, must fit in a byte."""

UNKNOWN_SYMBOL: Final = "?"
"""In a pattern a peg of unknown colour, in feedback an unknown number of pegs."""

UNKNOWN_COUNT: Final = -99
"""In a `Feedback` an unknown number of pegs."""


class Feedback(NamedTuple):
    """The codemaker's answer to a guess; each number may be `UNKNOWN_COUNT`."""

    black: int
    white: int

    def __repr__(self) -> str:
        """Return the feedback as Python code, with ``?`` for an unknown number."""
        black, white = str(self).split(",")
        return f"Feedback(black={black}, white={white})"

    def __str__(self) -> str:
        """Return the feedback in its written form, such as ``1,?``."""
        return ",".join(UNKNOWN_SYMBOL if n == UNKNOWN_COUNT else str(n) for n in self)

    @property
    def is_complete(self) -> bool:
        """Whether both numbers are known."""
        return UNKNOWN_COUNT not in self


class Turn(NamedTuple):
    """A guess and its feedback."""

    guess: Code
    feedback: Feedback


def feedback(secret: CodeLike, guess: CodeLike) -> Feedback:
    """
    Return the black and white pegs that `guess` earns against `secret`.

    A black peg counts a colour in the right place, a white peg a colour in the wrong
    place; no peg of a code counts twice. Pass two texts or two sequences of colours,
    because symbols have no colours without a game; `Rules.feedback` accepts any two
    codes. Codes of different lengths raise a ValueError.

    Examples
    --------
    >>> feedback((2, 5, 2, 3), (4, 4, 5, 1))
    Feedback(black=0, white=1)
    >>> feedback((1, 1, 1, 2), (1, 1, 2, 3))
    Feedback(black=2, white=1)
    >>> feedback("3625", "1122")
    Feedback(black=1, white=0)
    """
    if isinstance(secret, str) != isinstance(guess, str):
        raise ValueError(
            "expected two codes as texts or two as colours,"
            f" got {short_repr(secret)} and {short_repr(guess)}"
        )
    return _count_pegs(_read_pegs(secret), _read_pegs(guess))


def _read_pegs(code: CodeLike) -> tuple[int, ...]:
    """Return a code of any game as numbers: its colours, or its characters' codes."""
    if isinstance(code, str):
        if not (code.isascii() and (code.isalnum() or not code)):
            raise input_error("a code of letters and digits", code)
        return tuple(map(ord, code.upper()))
    colours = conversion.whole_numbers(code)
    if colours is None or min(colours, default=1) < 1:
        raise input_error("a code such as (1, 1, 2, 2)", code)
    return colours


def _count_pegs(secret: Code, guess: Code) -> Feedback:
    if len(secret) != len(guess):
        raise ValueError(f"expected a guess of {len(secret)} pegs, got {len(guess)}")
    black = sum(s == g for s, g in zip(secret, guess, strict=True))
    # Black plus white is the sum over colours of the lesser count (Knuth, 1976).
    shared = sum(min(secret.count(c), guess.count(c)) for c in {*secret})
    return Feedback(black, shared - black)


def _default_symbols(colours: int) -> str:
    if colours < 10:
        return string.digits[1 : colours + 1]
    return string.digits if colours == 10 else string.ascii_uppercase[:colours]


def _split_name(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the game's name (of `NAMED_GAMES`, or the first word) and other words."""
    # The title of a board without a name is `Mastermind` and the notation.
    if words[0].lower() == "mastermind" and words[1:] and words[1][0].isdigit():
        words = words[1:]
    for end in range(len(words), 0, -1):
        if "-".join(words[:end]).lower() in NAMED_GAMES:
            return " ".join(words[:end]), words[end:]
    return words[0], words[1:]


@dataclass(frozen=True)
class Rules:
    """
    The rules of one game.

    Parameters
    ----------
    pegs : int
        Number of pegs of a code, 1 to 12.
    colours : int
        Number of colours.
    distinct : bool
        Whether the pegs of a code have different colours.
    black_only : bool
        Whether feedback has black pegs only.
    symbols : str
        One character per colour, a letter, a digit or an emoji; by default 1-9 for up
        to nine colours, 0-9 for ten, A-Z for more.

    Raises
    ------
    ValueError
        If there is no such game.

    Examples
    --------
    >>> Rules(4, 6).code_count
    1296
    >>> Rules.parse("bulls-and-cows")
    Rules(pegs=4, colours=10, distinct=True, black_only=False, symbols='0123456789')
    """

    pegs: int
    colours: int
    distinct: bool = False
    black_only: bool = False
    symbols: str = ""

    def __post_init__(self) -> None:
        """Check the values and fill in the default symbols."""
        for name in ("pegs", "colours"):
            value = getattr(self, name)
            number = conversion.whole_number(value)
            if number is None:
                raise input_error(f"a whole number of {name}", value)
            object.__setattr__(self, name, number)
        for name in ("distinct", "black_only"):
            conversion.check_bool(name, getattr(self, name))
        symbols = strip_invisible(check_text(self.symbols, "symbols as text"))
        if not 1 <= self.pegs <= MAX_PEGS:
            raise input_error(f"1 to {MAX_PEGS} pegs", self.pegs)
        if self.colours < 1:
            raise ValueError(f"expected at least 1 colour, got {self.colours}")
        if self.distinct and self.pegs > self.colours:
            raise ValueError(
                f"expected at least {self.pegs} colours for {self.pegs} distinct pegs,"
                f" got {self.colours}"
            )
        if not symbols and self.colours > len(string.ascii_uppercase):
            raise input_error("at most 26 colours without symbols=...", self.colours)
        object.__setattr__(self, "symbols", symbols or _default_symbols(self.colours))
        self._check_symbols()

    def _check_symbols(self) -> None:
        if len(self.symbols) != self.colours:
            raise ValueError(
                f"expected {self.colours} symbols, got {len(self.symbols)}:"
                f" {short_repr(self.symbols)}"
            )
        for symbol in self.symbols:
            is_emoji = unicodedata.category(symbol) == "So"
            if not (is_emoji or (symbol.isascii() and symbol.isalnum())):
                raise input_error("letters, digits or emoji as symbols", self.symbols)
        if len(set(self.symbols.upper())) != self.colours:
            raise ValueError(f"expected different symbols, got {self.symbols!r}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """
        Return the rules of a game from its notation, or raise a ValueError.

        The notation is a name of `NAMED_GAMES`, such as ``Bulls and Cows``, or
        ``PEGSxCOLOURS``, then any of the words ``distinct``, ``black`` and
        ``symbols=...``. The title of a board is a notation, too.

        Examples
        --------
        >>> str(Rules.parse("3x5 black symbols=VWXYZ"))
        '3x5 black symbols=VWXYZ'
        >>> Rules.parse("4 by 6")
        Traceback (most recent call last):
        ...
        ValueError: expected a game such as 4x6 or bulls-and-cows, got '4 by 6'
        """
        check_text(text, _EXPECTED_GAME)
        first, words = _split_name(english_letters(text).split() or [""])
        name = first.lower().replace(" ", "-")
        size, *implied = NAMED_GAMES.get(name, name).split() or [""]
        match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", size)
        if not match:
            hint = conversion.did_you_mean("-".join(text.split()), NAMED_GAMES)
            raise ValueError(f"{input_error(_EXPECTED_GAME, text)}{hint}")
        flags, symbols = dict.fromkeys(("distinct", "black"), False), ""
        for word in (*implied, *words):
            key, _, value = word.partition("=")
            if word.lower() in flags:
                flags[word.lower()] = True
            elif key.lower() == "symbols" and value:
                symbols = value
            else:
                hint = conversion.did_you_mean(word, flags)
                raise ValueError(
                    f"expected distinct, black or symbols=... after {first}, got"
                    f" {word!r}{hint}"
                )
        pegs, colours = map(int, match.groups())
        return cls(pegs, colours, flags["distinct"], flags["black"], symbols)

    def __str__(self) -> str:
        """Return the notation of the game, without default symbols."""
        words = [f"{self.pegs}x{self.colours}"]
        words += ["distinct"] * self.distinct + ["black"] * self.black_only
        if self.symbols != _default_symbols(self.colours):
            words.append(f"symbols={self.symbols}")
        return " ".join(words)

    @cached_property
    def colour_by_symbol(self) -> dict[str, int]:
        """The colour of each symbol, in upper and lower case."""
        # Texts are not converted to upper case: a long s would become an S.
        return {
            symbol: colour
            for colour, character in enumerate(self.symbols, 1)
            for symbol in (character.lower(), character.upper())
        }

    @property
    def code_count(self) -> int:
        """Number of codes of the game."""
        if self.distinct:
            return math.perm(self.colours, self.pegs)
        return int(self.colours**self.pegs)

    @property
    def win(self) -> Feedback:
        """The feedback that ends the game: all pegs black."""
        return Feedback(self.pegs, 0)

    @property
    def feedbacks(self) -> tuple[Feedback, ...]:
        """All possible feedbacks, in ascending order."""
        return tuple(
            Feedback(black, white)
            for black in range(self.pegs + 1)
            for white in range(1 if self.black_only else self.pegs + 1 - black)
            if (black, white) != (self.pegs - 1, 1)
        )

    def feedback_number(self, feedback: Feedback) -> int:
        """Return the number of a complete feedback in arrays."""
        return feedback.black * (self.pegs + 1) + feedback.white

    def feedback_from_number(self, number: int) -> Feedback:
        """Return the feedback of a number; see `feedback_number`."""
        return Feedback(*divmod(number, self.pegs + 1))

    def feedback(self, secret: CodeLike, guess: CodeLike) -> Feedback:
        """Return the feedback in this game, without white pegs if `black_only`."""
        counts = _count_pegs(self.check_code(secret), self.check_code(guess))
        return Feedback(counts.black, 0) if self.black_only else counts

    @property
    def example_code(self) -> Code:
        """A code of the game, for error messages."""
        return tuple(peg % self.colours + 1 for peg in range(self.pegs))

    def check_code(self, code: CodeLike) -> Code:
        """Return a code as its colours, or raise a ValueError."""
        return self._check_code(code, "code")

    def check_pattern(self, pattern: CodeLike) -> Code:
        """Return a pattern as its colours, 0 for unknown pegs, or raise an error."""
        return self._check_code(pattern, "pattern")

    def _check_code(self, code: CodeLike, kind: str) -> Code:
        colours = self._read_code(code, kind)
        is_text = isinstance(code, str)
        named_code = f"{kind} {short_repr(code if is_text else colours)}"
        if len(colours) != self.pegs:
            raise ValueError(
                f"expected {self.pegs} pegs, got {len(colours)} in {named_code}"
            )
        known_colours = [c for c in colours if c or kind == "code"]
        for colour in known_colours:
            if not 1 <= colour <= self.colours:
                error = input_error(f"colours 1 to {self.colours}", colour)
                raise ValueError(f"{error} in {named_code}")
        if self.distinct and len(set(known_colours)) < len(known_colours):
            noun = "symbols" if is_text else "colours"
            raise ValueError(f"expected different {noun}, got {named_code}")
        return colours

    def _read_code(self, code: CodeLike, kind: str = "code") -> Code:
        """Return a code or pattern as numbers, which may exceed the game's colours."""
        if isinstance(code, str):
            unknown = {} if kind == "code" else {UNKNOWN_SYMBOL: 0}
            colour_by_symbol = self.colour_by_symbol | unknown
            for symbol in code:
                if symbol not in colour_by_symbol:
                    error = input_error(self._expected_symbols(kind), symbol)
                    raise ValueError(f"{error} in {kind} {short_repr(code)}")
            return tuple(colour_by_symbol[symbol] for symbol in code)
        numbers = conversion.whole_numbers(code)
        if numbers is None:
            example = self.example_code
            text = self.format_code(example)
            raise input_error(f"a code such as {text!r} or {example}", code)
        return numbers

    def _expected_symbols(self, kind: str) -> str:
        other = "" if kind == "code" else f" or {UNKNOWN_SYMBOL}"
        return f"symbols of {self.symbols}{other}"

    def check_feedback(self, feedback: FeedbackLike) -> Feedback:
        """Return a feedback of this game, or raise a ValueError."""
        if isinstance(feedback, str):
            return self.parse_feedback(feedback)
        counts = conversion.whole_numbers(
            [
                UNKNOWN_COUNT if isinstance(n, str) and n == UNKNOWN_SYMBOL else n
                for n in conversion.as_tuple(feedback) or ()
            ]
        )
        if counts is None or len(counts) != 2:
            example = (*example_feedback(self),)
            raise input_error(f"feedback such as {example}", feedback)
        return self._check_counts(Feedback(*counts))

    def _check_counts(self, feedback: Feedback) -> Feedback:
        """Return a feedback if it is possible in this game, or raise a ValueError."""
        # Here an unknown white can only be 0. With 0 a win equals `rules.win`.
        if feedback.white == UNKNOWN_COUNT and (
            self.black_only or feedback.black == self.pegs
        ):
            feedback = Feedback(feedback.black, 0)
        black, white = (UNKNOWN_SYMBOL if n == UNKNOWN_COUNT else n for n in feedback)
        numbers = [n for n in feedback if n != UNKNOWN_COUNT]
        if min(numbers, default=0) < 0 or sum(numbers) > self.pegs:
            raise ValueError(
                f"expected 0 to {self.pegs} pegs in all,"
                f" got {black} black and {white} white"
            )
        if self.black_only and white:
            raise ValueError(f"expected black pegs only, got {white} white")
        if feedback.is_complete and feedback not in self.feedbacks:
            raise ValueError(
                f"{black} black and 1 white is impossible:"
                " the last peg has no other place"
            )
        return feedback

    def possible_feedbacks(self, feedback: Feedback) -> list[Feedback]:
        """Return the complete feedbacks that match one with unknown numbers."""
        return [
            Feedback(black, white)
            for black, white in self.feedbacks
            if feedback.black in (black, UNKNOWN_COUNT)
            and feedback.white in (white, UNKNOWN_COUNT)
        ]

    def check_turn(self, turn: TurnLike) -> Turn:
        """Return a turn of this game, or raise a ValueError."""
        if isinstance(turn, str):
            return self.parse_turn(turn)
        pair = conversion.as_tuple(turn)
        if pair is None or len(pair) != 2:
            raise input_error("a turn, a code and its feedback", turn)
        guess, feedback = pair
        return Turn(self.check_code(guess), self.check_feedback(feedback))

    def check_turns(self, turns: Iterable[TurnLike]) -> list[Turn]:
        """Return turns of this game, or raise a ValueError."""
        try:
            items = iter(turns)
        except TypeError:  # An array of numpy without dimensions raises it.
            items = None
        if items is None or isinstance(turns, str):
            raise input_error("a list of turns", turns)
        return [*map(self.check_turn, items)]

    def parse_turn(self, text: str) -> Turn:
        """Return the turn of a text such as ``CODE:BLACK,WHITE``, or raise."""
        form = "CODE:BLACK" if self.black_only else "CODE:BLACK,WHITE"
        code, colon, answer = check_text(text, f"a turn as {form}").partition(":")
        if not colon:
            raise input_error(f"a turn as {form}", text)
        try:
            feedback = self.parse_feedback(answer)
            return Turn(self.parse_code(code), feedback)
        except ValueError as error:
            raise ValueError(f"{error}, in turn {short_repr(text)}") from None

    def parse_feedback(self, text: str) -> Feedback:
        """
        Return the feedback of a text, or raise a ValueError.

        `docs/command-line.md` lists the forms: numbers, words and drawn pegs; ``?`` is
        an unknown number. Black pegs alone are ``1a`` or ``a``, in a black-only game
        also ``1``. ``bb`` is an error, because the b could mean black or white.

        Examples
        --------
        >>> Rules(4, 6).parse_feedback("1 bull and 2 cows")
        Feedback(black=1, white=2)
        """
        check_text(text, f"an answer such as {feedback_forms(self)}")
        counts = parse_answer(text, self.pegs, black_only=self.black_only)
        if counts is None:
            is_reversed = re.fullmatch("[ab0-9 ]*b[0-9 ]*a[ab]*", text.strip().lower())
            form = "black (a) before white (b)," if is_reversed else "an answer"
            raise input_error(f"{form} such as {feedback_forms(self)}", text)
        numbers = (UNKNOWN_COUNT if n == UNKNOWN_SYMBOL else int(n) for n in counts)
        return self._check_counts(Feedback(*numbers))

    def format_turn(self, turn: TurnLike) -> str:
        """Return a turn in the form that `parse_turn` reads."""
        guess, feedback = self.check_turn(turn)
        answer = str(feedback)
        if self.black_only:
            answer = answer.removesuffix(",0")
        return f"{self.format_code(guess)}:{answer}"

    @property
    def radices(self) -> list[int]:
        """The number of possible colours of each peg, from left to right."""
        return [self.colours - self.distinct * peg for peg in range(self.pegs)]

    def _check_numbers(self) -> None:
        """Raise a ValueError if the game is too large for game numbers."""
        largest = max(game_numbers.half_sizes(self.radices))
        if largest > game_numbers.SQUARE_MODULUS:
            raise ValueError(
                f"expected at most {game_numbers.SQUARE_MODULUS:,} codes of half the"
                f" pegs for game numbers, got {largest:,} in {self}"
            )

    def code_from_number(self, number: int) -> Code:
        """
        Return the code of a game number from 1 to 999,999,999, or raise a ValueError.

        In games with more codes than numbers, many codes have no number.
        """
        whole = conversion.whole_number(number)
        if whole is None or not 1 <= whole <= game_numbers.MAX_NUMBER:
            expected = f"a game number from 1 to {game_numbers.MAX_NUMBER:,}"
            raise input_error(expected, number)
        self._check_numbers()
        colours = [*range(1, self.colours + 1)]
        choose = colours.pop if self.distinct else colours.__getitem__
        return tuple(map(choose, game_numbers.choices_from_number(whole, self.radices)))

    def number_from_code(self, code: CodeLike, block: int = 0) -> int:
        """Return the number of a code in a block of `code_count` numbers, or raise."""
        whole = conversion.whole_number(block)
        if whole is None or whole < 0:
            raise input_error("a block from 0", block)
        self._check_numbers()
        colours = [*range(1, self.colours + 1)]
        choices = []
        for colour in self.check_code(code):
            choices.append(colours.index(colour))
            if self.distinct:
                colours.remove(colour)
        number = game_numbers.number_from_choices(choices, self.radices, whole)
        if number > game_numbers.MAX_NUMBER:
            raise ValueError(
                f"expected a code with a number up to {game_numbers.MAX_NUMBER:,},"
                f" got {self.format_code(code)}"
            )
        return number

    def parse_code(self, text: str) -> Code:
        """
        Return the code of a typed text, or raise a ValueError.

        It may have separators, full-width digits and the names of colours.

        Examples
        --------
        >>> Rules(4, 6).parse_code("red, green, blue, blue")
        (5, 3, 1, 1)
        """
        check_text(text, self._expected_symbols("code"))
        if not self.colour_by_symbol.keys() >= {*text}:
            named = replace_colour_names(strip_invisible(text), self.symbols)
            text = strip_separators(named.strip())
        return self.check_code(text)

    def parse_pattern(self, text: str) -> Code:
        """Return the pattern of a text, 0 for each ``?``, or raise a ValueError."""
        return self.check_pattern(check_text(text, self._expected_symbols("pattern")))

    def format_code(self, code: CodeLike) -> str:
        """Return a code, or colours of any number, in this game's symbols."""
        return self._format(code, "code")

    def format_pattern(self, pattern: CodeLike) -> str:
        """Return a pattern in this game's symbols."""
        return self._format(pattern, "pattern")

    def _format(self, code: CodeLike, kind: str) -> str:
        colours = self._read_code(code, kind)
        if max(colours, default=0) > self.colours:
            self._check_code(code, kind)  # Raises the error.
        symbols = UNKNOWN_SYMBOL + self.symbols
        return "".join(symbols[colour] for colour in colours)


def as_rules(game: Rules | str) -> Rules:
    """Return the rules of a game, which may be a notation, or raise a ValueError."""
    return game if isinstance(game, Rules) else Rules.parse(game)


def feedback_in_words(feedback: Feedback, rules: Rules) -> str:
    """Return a feedback in the words of the board, such as "1 black, 2 white"."""
    black, white = str(feedback).split(",")
    return f"{black} black" + ("" if rules.black_only else f", {white} white")


def example_feedback(rules: Rules) -> Feedback:
    """Return a possible feedback, for error messages and help."""
    return Feedback(1, 0 if rules.black_only or rules.pegs < 3 else 2)


def feedback_forms(rules: Rules) -> str:
    """Return the written forms of the example feedback."""
    black, white = example_feedback(rules)
    if rules.black_only:
        return f"{black} or {'a' * black}"
    return f"{black} {white}, {black}a{white}b or {'a' * black}{'b' * white}"
