"""A conversation with a player about one code: words with one meaning everywhere."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.conversion import did_you_mean
from xl_mastermind.game.peg_colours import peg_colour
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.presentation.messages import (
    CODE_COULD_BE,
    as_request,
    guess_in_words,
)
from xl_mastermind.solve.evaluation import TurnRecord
from xl_mastermind.solve.suggestion import survivors
from xl_mastermind.terminal.game_output import code_list_line, tiles, turn_line
from xl_mastermind.terminal.options import SEARCH_FAILURES
from xl_mastermind.terminal.output import Line, Piece, read_line

_WORDS: Final = {
    "hint": "the next step and its reason; in games, of any strategy: hint entropy",
    "explain": "what each answer rules out",
    "undo": "take back the last guess",
    "show": "the guesses and their answers",
    "give up": "print the code, and end; also the end of the input",
    "quit": "end without the code",
    "help": "these lines; also ? in place of a guess",
}
"""The words of every conversation, with their meanings."""

_CORRECTION: Final = re.compile(r"([0-9]{1,3})\s*=(.*)")

_SAME_GUESS: Final = re.compile(r" ([^.]+) guesses the same\.$")
"""The end of an explanation, with the name of the strategy."""

_MAX_LISTED: Final = 100
"""Number of printed codes that are still possible."""


class Conversation(ABC):
    """A conversation; its classes answer guesses, and know the turns so far."""

    missing_words: ClassVar[Sequence[str]] = ()
    """The words without a meaning in this conversation."""

    has_typed_answers: ClassVar[bool] = False
    """Whether a question mark is an unknown number, and not a word for help."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def lines(self) -> Iterator[Line]:
        """Read lines and yield their replies until the end."""
        yield from self.introduction()
        yield f"Also: {', '.join(self._words)}."
        yield from self.invitation()
        while not self.is_over:
            typed = read_line(self.prompt)
            word = "" if typed is None else " ".join(typed.lower().split())
            if word == "quit":
                return
            if typed is None or word == "give up":
                yield from self.solution()
                return
            try:
                yield from self._reply(typed, word)
            except (ValueError, *SEARCH_FAILURES) as error:
                text = str(error)
                if word not in self._words and "did you mean" not in text:
                    text += did_you_mean(word, self._words)
                yield as_request(text)
        yield from self.ending()

    def _reply(self, typed: str, word: str) -> Iterator[Line]:
        """Run a typed word, correct an answer, or play a typed line."""
        change = _CORRECTION.fullmatch(typed)
        match word.split():
            case ["hint", *strategy]:
                yield from self.hint(" ".join(strategy))
            case ["explain"]:
                yield from self.explanation()
            case ["undo"]:
                yield from self.undo()
            case ["show"]:
                yield from self.position()
            case ["help"]:
                yield from self._help_lines()
            case ["?"] if not self.has_typed_answers:
                yield from self._help_lines()
            case _ if change:
                yield from self.correct(int(change[1]), change[2])
            case _:
                yield from self.play(typed)

    def parse_guess(self, typed: str) -> Code:
        """Return a typed code, or raise a ValueError with the sentence of boards."""
        try:
            return self.rules.parse_code(typed)
        except ValueError:
            raise ValueError(f"expected {guess_in_words(self.rules)}") from None

    @property
    def _words(self) -> dict[str, str]:
        return {w: text for w, text in _WORDS.items() if w not in self.missing_words}

    def _help_lines(self) -> Iterator[Line]:
        """Yield how to type, a line for each word, and the names of the colours."""
        yield from self.instructions()
        yield from (f"{word}: {text}" for word, text in self._words.items())
        letters = self.rules.colour_by_symbol.keys()
        pegs = self.rules.pegs
        if any(len(word) == pegs and {*word} <= letters for word in self._words):
            yield "To guess such a word, type blanks between its letters."
        pieces: list[Piece] = []
        for number, symbol in enumerate(self.rules.symbols, 1):
            if colour := peg_colour(symbol):
                pieces += [*tiles((number,), self.rules), f" {colour.name}  "]
        if pieces:
            yield ["Colours: ", *pieces]

    @property
    @abstractmethod
    def turns(self) -> tuple[Turn, ...]:
        """The guesses so far, with their answers."""

    @property
    @abstractmethod
    def prompt(self) -> str:
        """The text before the cursor."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the code is found, or no attempt is left."""

    def introduction(self) -> Iterator[Line]:
        """Yield the name of the game, and how to type."""
        yield from self.instructions()

    @abstractmethod
    def instructions(self) -> Iterator[Line]:
        """Yield how to type."""

    @abstractmethod
    def hint(self, strategy: str) -> Iterator[Line]:
        """Yield the next step, by a strategy unless it is blank."""

    @abstractmethod
    def play(self, typed: str) -> Iterator[Line]:
        """Play a typed guess or answer, or raise a ValueError."""

    def undo(self) -> Iterator[Line]:
        """Take back the last guess, or raise a ValueError."""
        raise ValueError("no guess to take back")

    def correct(self, number: int, answer: str) -> Iterator[Line]:
        """Change the answer of a guess, or raise a ValueError."""
        raise ValueError(f"{number}={answer} changes only answers that you type")

    def invitation(self) -> Iterator[Line]:
        """Yield the position before the next prompt."""
        yield from ()

    def ending(self) -> Iterator[Line]:
        """Yield the result."""
        yield from ()

    def solution(self) -> Iterator[Line]:
        """Yield the code, or one that fits the answers."""
        for code in self._candidates(1)[0]:
            yield CODE_COULD_BE.format(code=self.rules.format_code(code))

    def position(self) -> Iterator[Line]:
        """Yield the turns, and the codes that fit them."""
        yield from self.turn_lines()
        codes, count = self._candidates(_MAX_LISTED)
        yield code_list_line(codes, self.rules, count)

    def _candidates(self, max_count: int) -> tuple[list[Code], int]:
        """Return the first codes that fit every turn, and the number of all."""
        book = codebook(self.rules)
        indices = book.candidates(self.turns)
        return [book.code(int(n)) for n in indices[:max_count]], len(indices)

    def turn_lines(self) -> list[Line]:
        counts = survivors(self.rules, self.turns)
        return [
            turn_line(number, TurnRecord(turn, count, is_sampled=False), self.rules)
            for number, (turn, count) in enumerate(
                zip(self.turns, counts, strict=True), 1
            )
        ]

    def explanation(self) -> Iterator[Line]:
        """Yield a line for each turn; guesses of the strategy are listed once."""
        if not self.turns:
            raise ValueError("no guess to explain")
        from xl_mastermind.solve.analysis import explain_turns  # noqa: PLC0415, 50 ms

        same_guesses = dict[str, list[str]]()
        for number, text in enumerate(explain_turns(self.rules, self.turns), 1):
            if match := _SAME_GUESS.search(text):
                same_guesses.setdefault(match[1], []).append(str(number))
            yield f"{number}. {_SAME_GUESS.sub('', text)}"
        for name, numbers in same_guesses.items():
            yield f"{name} guesses the same in {', '.join(numbers)}."

    def reason(self, guess: Code) -> str:
        """Return the number of codes that a guess leaves at most."""
        from xl_mastermind.solve.analysis import (  # noqa: PLC0415, 50 ms
            partition_sizes,
        )

        sizes = partition_sizes(self.rules, self.turns, guess).values()
        count = sum(sizes)
        if count == 1:
            return "the only code left"
        return f"leaves at most {max(sizes):,} of {count:,}"
