"""A conversation with a player about one code: words with one meaning everywhere."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Final

from xl_mastermind.game.conversion import did_you_mean
from xl_mastermind.game.peg_colours import PEG_COLOURS
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.presentation.messages import as_request, guess_in_words
from xl_mastermind.terminal.game_output import tiles
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

_CORRECTION: Final = re.compile(r"([0-9]{1,3})\s*=(.*)")


class Conversation(ABC):
    """A conversation; subclasses give hints and read guesses or answers."""

    prompt = "> "
    is_over = False
    has_typed_answers = False  # True: a question mark is an unknown number, not help

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def lines(self) -> Iterator[Line]:
        """Read lines and yield their replies until the end."""
        yield from self.introduction()
        yield f"Also: {', '.join(_WORDS)}."
        yield from self.invitation()
        while not self.is_over:
            typed = read_line(self.prompt)
            word = "give up" if typed is None else " ".join(typed.lower().split())
            if word == "quit":
                return
            if typed is None or word == "give up":
                yield from self.solution()
                return
            try:
                yield from self._reply(typed, word)
            except (ValueError, *SEARCH_FAILURES) as error:
                text = str(error)
                is_known = word in _WORDS or word.startswith("hint ")
                if not is_known and "did you mean" not in text:
                    text += did_you_mean(word, _WORDS)
                yield as_request(text)

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
            case ["help"] | ["?"] if word == "help" or not self.has_typed_answers:
                yield from self._help_lines()
            case _ if change and self.has_typed_answers:
                yield from self.correct(int(change[1]), change[2])
            case _ if change:
                raise ValueError("only answers that you type can be changed")
            case _:
                yield from self.play(typed)

    def _help_lines(self) -> Iterator[Line]:
        """Yield how to type, a line for each word, and the names of the colours."""
        yield from self.instructions()
        yield from (f"{word}: {text}" for word, text in _WORDS.items())
        pegs, letters = self.rules.pegs, self.rules.colour_by_symbol.keys()
        if any(len(word) == pegs and {*word} <= letters for word in _WORDS):
            yield "To guess such a word, type blanks between its letters."
        pieces: list[Piece] = ["Colours: "]
        for number, symbol in enumerate(self.rules.symbols, 1):
            if colour := PEG_COLOURS.get(symbol):
                pieces += [*tiles((number,), self.rules), f" {colour.name}  "]
        if pieces[1:]:
            yield pieces

    def parse_guess(self, typed: str) -> Code:
        """Return a typed code, or raise a ValueError with the sentence of boards."""
        try:
            return self.rules.parse_code(typed)
        except ValueError:
            raise ValueError(f"expected {guess_in_words(self.rules)}") from None

    def introduction(self) -> Iterator[Line]:
        """Yield the name of the game, and how to type."""
        yield from self.instructions()

    def invitation(self) -> Iterator[Line]:
        """Yield the suggestion before a prompt."""
        yield from ()

    def undo(self) -> Iterator[Line]:
        """Take back the last guess, or raise a ValueError."""
        raise ValueError("no guess to take back")

    def correct(self, number: int, answer: str) -> Iterator[Line]:
        """Change the typed answer of a guess, or raise a ValueError."""
        raise NotImplementedError

    @abstractmethod
    def instructions(self) -> Iterator[Line]:
        """Yield how to type."""

    @abstractmethod
    def hint(self, strategy: str) -> Iterator[Line]:
        """Yield the next step, by a strategy unless it is blank."""

    @abstractmethod
    def explanation(self) -> Iterator[Line]:
        """Yield the conclusions from each answer."""

    @abstractmethod
    def position(self) -> Iterator[Line]:
        """Yield the guesses and their answers."""

    @abstractmethod
    def solution(self) -> Iterator[Line]:
        """Yield the code, or the first candidate if no code is hidden."""

    @abstractmethod
    def play(self, typed: str) -> Iterator[Line]:
        """Play a typed guess or answer, or raise a ValueError."""
